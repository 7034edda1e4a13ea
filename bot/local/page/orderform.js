// The form of a command: a field for each option, required options first. Other options are added on demand.

import { fill, h, icon } from "./dom.js";
import { reason } from "./patience.js";
import { choicesAt } from "./tapped.js";
import { choiceOf, fixedChoices, problem } from "./orders.js";

/**
 * @import { Leaf } from "./orders.js"
 * @import { Store } from "./store.js"
 * @import { Suggestions } from "./suggestions.js"
 */

/**
 * A field of the form. `picked` is the choice selected for it.
 *
 * @typedef {{option: Wire.Option, input: HTMLInputElement, element: HTMLElement, picked: Wire.Choice | null}} Field
 */

/**
 * The purpose of a form. `values` fills options in advance, `send(options)` sends the command, `leave(text)` closes the
 * form.
 *
 * @typedef {object} Order
 * @property {Leaf} leaf
 * @property {Record<string, string>} [values]
 * @property {Store} store
 * @property {(what: "autocomplete", details: object) => Promise<{choices: Wire.Choice[]}>} ask
 * @property {Suggestions} suggestions
 * @property {(options: Record<string, Wire.Value>) => Promise<unknown>} send
 * @property {(text: string) => void} leave
 * @property {(text: string, wrong: boolean) => void} say
 */

const PAUSE_MS = 160;

export class OrderForm {
  /** @param {Order} order */
  constructor({ leaf, values = {}, store, ask, suggestions, send, leave, say }) {
    this.leaf = leaf;
    this.store = store;
    this.ask = ask;
    this.suggestions = suggestions;
    this.send = send;
    this.leave = leave;
    this.say = say;
    /** @type {Field[]} */
    this.fields = [];
    this.row = h("div", { class: "fields" });
    this.more = h("div", { class: "more-options", role: "group", "aria-label": "Further options" });
    this.element = h(
      "div",
      { class: "order", role: "group", "aria-label": `Command ${leaf.path}` },
      h(
        "button",
        {
          type: "button",
          class: "order-name",
          title: leaf.description,
          "aria-label": `/${leaf.path}: ${leaf.description}. Press to choose another command`,
          on: { click: () => this.leave(`/${leaf.path}`) },
        },
        `/${leaf.path}`,
      ),
      this.row,
      this.more,
    );
    /** True while the command is on its way to the bot. */
    this.sent = false;
    /** @param {Wire.Option} option */
    const given = (option) => values[option.name.toLowerCase()];
    for (const option of leaf.options)
      if (option.required || given(option) !== undefined) this.add(option, given(option));
    this.offerMore();
  }

  /** Focus the first empty field, or else the last field. */
  focus() {
    const missing = this.fields.find((field) => !field.input.value);
    (missing ?? this.fields.at(-1))?.input.focus();
  }

  /** @returns {Record<string, Wire.Value>} */
  get values() {
    return Object.fromEntries(
      this.fields.filter((f) => f.input.value !== "").map((f) => [f.option.name, this.valueOf(f)]),
    );
  }

  /** @param {Field} field */
  valueOf(field) {
    if (field.picked && field.picked.name === field.input.value) return field.picked.value;
    return (choiceOf(field.option, field.input.value) ?? field.input).value;
  }

  /**
   * @param {Wire.Option} option
   * @param {string} [value]
   * @returns {Field}
   */
  add(option, value) {
    const id = `option-${option.name}`;
    const input = h("input", {
      id,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      inputmode: option.type === 4 ? "numeric" : null,
      enterkeyhint: "next",
      "aria-required": String(Boolean(option.required)),
      placeholder: option.required ? "" : "optional",
      title: option.description,
      value: "",
    });
    const drop = h(
      "button",
      {
        type: "button",
        class: "plain drop",
        "aria-label": `Without ${option.name}`,
        tabindex: "-1",
        on: { click: () => this.remove(field) },
      },
      icon("close"),
    );
    const element = h(
      "span",
      { class: "field-chip" },
      h("label", { for: id, title: option.description }, option.name),
      input,
      option.required ? null : drop,
    );
    /** @type {Field} */
    const field = { option, input, element, picked: null };
    input.addEventListener("input", () => this.typed(field));
    input.addEventListener("focus", () => this.entered(field));
    input.addEventListener("blur", () =>
      setTimeout(
        () =>
          input.isConnected &&
          this.current === field &&
          document.activeElement !== input &&
          this.suggestions.hide(),
      ),
    );
    input.addEventListener("keydown", (event) => this.key(field, event));
    this.fields.push(field);
    this.row.append(field.element);
    if (value !== undefined) this.put(field, String(value));
    this.offerMore();
    return field;
  }

  /**
   * @param {Field} field
   * @param {string} text
   */
  put(field, text) {
    field.input.value = text;
    const choice = choiceOf(field.option, text);
    if (choice) this.choose(field, choice);
    this.fit(field);
  }

  /**
   * @param {Field} field
   * @param {Wire.Choice} choice
   */
  choose(field, choice) {
    field.picked = choice;
    field.input.value = choice.name;
    this.fit(field);
  }

  /** @param {Field} field */
  fit(field) {
    field.input.style.width = `${Math.min(30, Math.max(10, field.input.value.length + 2))}ch`;
    field.element.classList.remove("wrong");
    field.input.removeAttribute("aria-invalid");
  }

  /** @param {Field} field */
  remove(field) {
    const at = this.fields.indexOf(field);
    this.fields.splice(at, 1);
    field.element.remove();
    this.suggestions.hide();
    this.offerMore();
    (this.fields[at - 1] ?? this.fields[0])?.input.focus();
  }

  offerMore() {
    const absent = this.leaf.options.filter((option) => !this.fields.some((field) => field.option === option));
    fill(
      this.more,
      absent.map((option) =>
        h(
          "button",
          {
            type: "button",
            class: "plain",
            title: option.description,
            on: { click: () => this.add(option).input.focus() },
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  // Typing

  /** @param {Field} field */
  entered(field) {
    this.current = field;
    this.suggestions.serve(field.input);
    this.entering = true;
    this.suggest(field);
    this.say(field.option.description, false);
  }

  /** @param {Field} field */
  typed(field) {
    this.fit(field);
    this.entering = false;
    if (!this.jump(field)) this.suggest(field);
  }

  /**
   * If a player types "unit:" inside a field, continue in the field of that option, as in a command on one line.
   *
   * @param {Field} field
   */
  jump(field) {
    const mark = (/** @type {Wire.Option} */ { name }) =>
      new RegExp(`(^|\\s)${name}:$`, "iu").exec(field.input.value);
    const option = this.leaf.options.find(mark);
    if (!option) return false;
    this.put(field, field.input.value.slice(0, mark(option)?.index).trim());
    const next = this.fields.find((each) => each.option === option) ?? this.add(option);
    next.input.focus();
    return true;
  }

  /** @param {Field} field */
  suggest(field) {
    const typed = field.picked?.name === field.input.value ? "" : field.input.value.trim().toLowerCase();
    const fixed = fixedChoices(field.option);
    clearTimeout(this.timer);
    if (fixed) {
      const found = fixed.filter((choice) => choice.name.toLowerCase().includes(typed));
      if (found.length) this.offer(field, found);
      else this.suggestions.say("Nothing with this name");
    } else if (field.option.autocomplete) {
      this.timer = setTimeout(() => this.complete(field), this.suggestions.open ? PAUSE_MS : 0);
    } else {
      this.suggestions.hide();
    }
  }

  /** @param {Field} field */
  async complete(field) {
    if (!field.input.isConnected) return;
    const asked = field.input.value;
    const typed = field.picked?.name === asked ? "" : asked;
    if (!this.suggestions.open) this.suggestions.say("Asking…");
    try {
      const options = { ...this.values, [field.option.name]: typed };
      const { choices } = await this.ask("autocomplete", {
        command: this.leaf.path,
        focused: field.option.name,
        options,
      });
      if (this.current !== field || field.input.value !== asked || document.activeElement !== field.input) return;
      if (choices.length) this.offer(field, choices);
      else this.suggestions.say("Nothing fits");
    } catch (error) {
      if (this.current === field && field.input.isConnected && field.input.value === asked)
        this.suggestions.say(reason(error));
    }
  }

  // By a tap on the map

  /**
   * The field that a tap may fill: the current field, or else the first empty field, if the bot completes it. Null
   * while the command is on its way.
   *
   * @returns {Field | null}
   */
  get wants() {
    if (this.sent) return null;
    /** @param {Field} field */
    const open = (field) => field.option.autocomplete;
    if (this.current && open(this.current) && this.current.input.isConnected) return this.current;
    return this.fields.find((field) => open(field) && !field.input.value) ?? null;
  }

  /**
   * Fill the field with the place or a piece there. If several fit, offer them.
   *
   * @param {Wire.Place} place
   */
  async takePlace(place) {
    const field = this.wants;
    if (!field) return;
    const { name } = field.option;
    this.say(`${name}: looking at ${place.name}…`, false);
    try {
      const found = await choicesAt(place, async (text) => {
        const options = { ...this.values, [name]: text };
        return (await this.ask("autocomplete", { command: this.leaf.path, focused: name, options })).choices;
      });
      field.input.focus();
      clearTimeout(this.timer);
      if (found.length === 1) this.take(field, found[0]);
      else if (found.length) this.offer(field, found);
      this.say(found.length ? field.option.description : `${place.name} is no choice for ${name}.`, !found.length);
    } catch (error) {
      this.say(reason(error), true);
    }
  }

  /**
   * @param {Field} field
   * @param {Wire.Choice[]} choices
   */
  offer(field, choices) {
    // When a player enters a filled field, Enter sends the command and does not choose.
    const settled = this.entering && field.input.value !== "";
    const active = !settled && (field.option.required || field.input.value) ? 0 : -1;
    this.suggestions.show(
      choices.slice(0, 25).map((choice) => ({ label: choice.name, take: () => this.take(field, choice) })),
      active,
    );
  }

  /**
   * @param {Field} field
   * @param {Wire.Choice} choice
   */
  take(field, choice) {
    this.choose(field, choice);
    this.suggestions.hide();
    this.onward(field);
  }

  /**
   * Go to the next empty field. If there is none, stay, ready to send.
   *
   * @param {Field} field
   */
  onward(field) {
    const at = this.fields.indexOf(field);
    const next = this.fields.slice(at + 1).find((each) => !each.input.value);
    if (next) next.input.focus();
    else field.input.focus();
    if (!next) this.suggestions.hide();
  }

  /**
   * @param {Field} field
   * @param {KeyboardEvent} event
   */
  key(field, event) {
    if (event.isComposing || this.suggestions.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if (!this.suggestions.element.hidden) this.suggestions.hide();
      else this.leave("");
    } else if (event.key === "Backspace" && field.input.value === "") {
      event.preventDefault();
      const at = this.fields.indexOf(field);
      if (!field.option.required) this.remove(field);
      else if (at > 0) this.fields[at - 1].input.focus();
      else this.leave(`/${this.leaf.path}`);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      const { selectionStart, selectionEnd, value } = field.input;
      const edge = event.key === "ArrowLeft" ? 0 : value.length;
      const next = this.fields[this.fields.indexOf(field) + (event.key === "ArrowLeft" ? -1 : 1)];
      if (selectionStart === edge && selectionEnd === edge && next) {
        event.preventDefault();
        next.input.focus();
      }
    }
  }

  /** Send the command if all values are valid. Otherwise show the first problem. */
  async submit() {
    for (const field of this.fields) {
      const wrong = problem(field.option, this.valueOf(field) ?? "");
      if (!wrong) continue;
      this.say(wrong, true);
      field.element.classList.add("wrong");
      field.input.setAttribute("aria-invalid", "true");
      field.input.focus();
      return;
    }
    const options = this.values;
    clearTimeout(this.timer);
    this.suggestions.hide();
    this.sent = true;
    await this.send(options).finally(() => (this.sent = false));
  }
}
