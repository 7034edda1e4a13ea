// The message field: for plain words, or for a command, chosen from a list or typed in one line.

import { announce, fill, h, icon } from "./dom.js";
import { OrderForm } from "./orderform.js";
import { begins, fixedChoices, isCommand, leaves, matching, parseOptions, plain } from "./orders.js";
import { Unanswered, reason } from "./patience.js";
import { Suggestions } from "./suggestions.js";

/**
 * @import { Interactions } from "./interactions.js"
 * @import { Line } from "./line.js"
 * @import { Leaf } from "./orders.js"
 * @import { Store } from "./store.js"
 */

const LONGEST = 2000;

export class Composer {
  /**
   * @param {Store} store
   * @param {Line} line
   * @param {Interactions} interactions
   */
  constructor(store, line, interactions) {
    this.store = store;
    this.line = line;
    this.interactions = interactions;
    /**
     * The channel of the message.
     *
     * @type {string | undefined}
     */
    this.id = undefined;
    /**
     * The form of the current command.
     *
     * @type {OrderForm | null}
     */
    this.order = null;
    /** @type {Map<string | undefined, string>} */
    this.drafts = new Map();
    /** @type {string[]} */
    this.past = [];
    this.suggestions = new Suggestions("Suggestions");
    this.text = h("textarea", {
      rows: 1,
      maxlength: LONGEST,
      "aria-label": "Write a message, or / for a command",
      enterkeyhint: "send",
      autocomplete: "off",
    });
    this.field = h("div", { class: "composer-field" }, this.text);
    this.hint = h("p", { class: "hint faint", role: "status" });
    this.slash = h(
      "button",
      {
        type: "button",
        class: "plain round slash",
        "aria-label": "Choose a command",
        title: "Commands",
        on: { click: () => this.compose("/") },
      },
      "/",
    );
    this.submit = h("button", { type: "submit", class: "round send", "aria-label": "Send" }, icon("send"));
    this.element = h(
      "form",
      { class: "composer" },
      this.suggestions.element,
      h("div", { class: "composer-row" }, this.slash, this.field, this.submit),
      this.hint,
    );
    this.element.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.element.addEventListener("keydown", (event) => {
      if (
        this.order &&
        !event.defaultPrevented &&
        (event.key === "Escape" || (event.key === "Backspace" && event.target === this.submit))
      ) {
        event.preventDefault();
        this.leave(event.key === "Escape" ? "" : `/${this.order.leaf.path}`, true);
      }
    });
    this.text.addEventListener("input", () => this.typed());
    this.text.addEventListener("keydown", (event) => this.key(event));
    this.text.addEventListener("blur", () =>
      setTimeout(() => this.order || document.activeElement === this.text || this.suggestions.hide()),
    );
    this.suggestions.serve(this.text);
    store.on("compose", ({ text }) => this.compose(text));
    store.on("commands", () => isCommand(this.text.value) && !this.order && this.suggest());
  }

  get commands() {
    return leaves(this.store.commandsIn(this.store.channel(this.id)));
  }

  /**
   * Switch to another channel. The draft of the old channel is kept.
   *
   * @param {string} id
   */
  show(id) {
    if (this.id) this.drafts.set(this.id, this.order ? "" : this.text.value);
    this.id = id;
    this.leave(this.drafts.get(id) ?? "", false);
    const channel = this.store.channel(id);
    const forum = channel?.type === 15;
    this.element.hidden = forum;
    this.text.placeholder = channel?.type === 1 ? `Write to ${this.store.bot.name}` : "Write, or / for a command";
  }

  /**
   * Put a text into the field, as if typed.
   *
   * @param {string} text
   */
  compose(text) {
    this.leave(text, true);
    this.typed();
  }

  /**
   * Give a place of the map, or a piece there, to the option that is being typed. Returns false if there is none.
   *
   * @param {Wire.Place} place
   */
  takePlace(place) {
    if (!this.order?.wants) return false;
    this.order.takePlace(place);
    return true;
  }

  /** Give the keyboard focus to the field. */
  write() {
    if (this.element.offsetParent === null) return;
    if (this.order) this.order.focus();
    else this.text.focus({ preventScroll: true });
  }

  /**
   * @param {string} text
   * @param {boolean} wrong
   */
  say(text, wrong) {
    this.hint.textContent = text;
    this.hint.classList.toggle("failure", Boolean(wrong));
  }

  // Plain words

  typed() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight + 2, 220)}px`;
    this.say("", false);
    if (!isCommand(this.text.value) || this.text.value.includes("\n")) {
      this.suggestions.hide();
      return;
    }
    const found = begins(this.commands, this.text.value);
    const longer = found && this.commands.some((leaf) => leaf.path.startsWith(`${found.leaf.path} `));
    if (found && this.text.value.endsWith(" ") && !found.rest && !longer) this.choose(found.leaf);
    else this.suggest();
  }

  suggest() {
    const typed = plain(this.text.value).slice(1);
    if (/\S:/.test(typed)) {
      this.suggestions.hide();
      return;
    }
    const found = matching(this.commands, typed).slice(0, 30);
    if (!found.length) {
      this.suggestions.say(
        this.commands.length ? "No command with this name" : `${this.store.bot.name} is still starting…`,
      );
      return;
    }
    this.suggestions.show(
      found.map((leaf) => ({ label: `/${leaf.path}`, detail: leaf.description, take: () => this.choose(leaf) })),
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing) return;
    const whole = isCommand(this.text.value) && begins(this.commands, this.text.value.trim())?.rest === "";
    if (!(event.key === "Enter" && whole) && this.suggestions.key(event)) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.send();
    } else if (event.key === "Escape") {
      this.suggestions.hide();
      this.say("", false);
    } else if (event.key === "ArrowUp" && this.text.value === "" && this.past.length) {
      event.preventDefault();
      this.compose(this.past[this.past.length - 1]);
    }
  }

  async send() {
    if (this.order) {
      await this.order.submit();
      return;
    }
    const text = this.text.value.trim();
    if (!text) return;
    if (isCommand(text)) {
      await this.sendLine(text);
      return;
    }
    const channel = this.id;
    this.submit.setAttribute("aria-busy", "true");
    try {
      await this.line.ask("say", { channel, text });
      this.said(channel, text);
    } catch (error) {
      this.say(reason(error), true);
      if (!(error instanceof Unanswered)) return;
      error.late.then(
        () => this.said(channel, text),
        (why) => this.say(reason(why), true),
      );
    } finally {
      this.submit.removeAttribute("aria-busy");
    }
  }

  /**
   * Delete the draft of a message that has been sent.
   *
   * @param {string | undefined} channel
   * @param {string} text
   */
  said(channel, text) {
    if (this.drafts.get(channel)?.trim() === text) this.drafts.delete(channel);
    if (this.id !== channel || this.order || this.text.value.trim() !== text) return;
    this.text.value = "";
    this.typed();
  }

  /**
   * Send a command written in one line. If required options are missing, the form asks for them.
   *
   * @param {string} text
   */
  async sendLine(text) {
    const found = begins(this.commands, text);
    if (!found) {
      this.say(
        this.commands.length
          ? this.unknown(text)
          : `${this.store.bot.name} is still starting; try again in a moment.`,
        true,
      );
      return;
    }
    const { values, stray } = parseOptions(found.leaf.options, found.rest);
    this.choose(found.leaf, values);
    const bare = !found.rest && found.leaf.options.some((option) => option.required);
    if (stray) this.say(`“${stray}” belongs to no option. Write option:value.`, true);
    else if (!bare) await this.order?.submit();
  }

  /**
   * Explain that no such command exists, and suggest similar ones, or the panel for orders of a game.
   *
   * @param {string} text
   */
  unknown(text) {
    const [command] = plain(text).split(/\s\S+:/);
    const group = command.split(/\s/)[0];
    const near = matching(this.commands, command.slice(1)).slice(0, 3);
    const perhaps = near.map((leaf) => `/${leaf.path}`).join(" or ");
    const ordered = group !== "/game" && this.commands.some(({ path }) => `/${path}`.startsWith(`${group} `));
    const panel = ordered ? " To see what you can do, press Your orders." : "";
    return `There is no command ${command}.${perhaps ? ` Did you mean ${perhaps}?` : ""}${panel}`;
  }

  // A command

  /**
   * @param {Leaf} leaf
   * @param {Record<string, string>} values
   */
  choose(leaf, values = {}) {
    const channel = this.id;
    this.suggestions.hide();
    this.order = new OrderForm({
      leaf,
      values,
      store: this.store,
      suggestions: this.suggestions,
      ask: (what, details) => this.line.ask(what, { channel, ...details }),
      send: (options) => this.sendOrder(leaf, options),
      leave: (text) => this.leave(text, true),
      say: (text, wrong) => this.say(text, wrong),
    });
    fill(this.field, this.order.element);
    this.element.classList.add("ordering");
    if (!leaf.options.length) this.say(leaf.description, false);
    if (leaf.options.some((option) => option.required) || Object.keys(values).length) this.order.focus();
    else this.submit.focus();
  }

  /**
   * @param {Leaf} leaf
   * @param {Record<string, Wire.Value>} options
   */
  async sendOrder(leaf, options) {
    // The history keeps the names of choices, so that a repeated command means the same.
    /** @param {string} name */
    const known = (name) => {
      const option = leaf.options.find((each) => each.name === name);
      return (option && fixedChoices(option)) ?? [];
    };
    /**
     * @param {string} name
     * @param {Wire.Value} value
     */
    const read = (name, value) => known(name).find((choice) => choice.value === value)?.name ?? value;
    const written = Object.entries(options).filter(([, value]) => typeof value !== "object");
    this.past.push([`/${leaf.path}`, ...written.map(([name, value]) => `${name}:${read(name, value)}`)].join(" "));
    const order = this.order;
    this.submit.setAttribute("aria-busy", "true");
    this.say("", false);
    /** @param {string} failed */
    const late = (failed) => this.say(failed, Boolean(failed));
    const details = { channel: this.id, command: leaf.path, options };
    const failed = await this.interactions.start("slash", details, { late });
    this.submit.removeAttribute("aria-busy");
    if (failed) {
      this.say(failed, true);
      announce(failed);
    } else if (this.order === order) {
      this.leave("", !document.querySelector("dialog[open]"));
    }
  }

  /**
   * Return to plain words.
   *
   * @param {string} text
   * @param {boolean} focus
   */
  leave(text, focus) {
    this.order = null;
    this.element.classList.remove("ordering");
    this.suggestions.hide();
    this.suggestions.serve(this.text);
    fill(this.field, this.text);
    this.text.value = text;
    this.say("", false);
    this.text.style.height = "auto";
    if (focus) this.text.focus();
    if (isCommand(text) && focus) this.suggest();
  }
}
