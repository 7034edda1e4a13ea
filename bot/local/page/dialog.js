// Forms that the bot opens, with text inputs and lists.

import { h, icon } from "./dom.js";
import { offers } from "./components.js";
import { Picker } from "./picker.js";

/**
 * @import { Interactions, Opened } from "./interactions.js"
 */

/**
 * An input of a form.
 *
 * @typedef {object} Entry
 * @property {HTMLElement} element
 * @property {() => void} focus
 * @property {() => unknown} value
 * @property {() => string} problem
 */

/**
 * The id and label of an input.
 *
 * @typedef {{id: string, label: string}} For
 */

const LONG = 2;
let count = 0;

/**
 * Open the form of an interaction, and send its values.
 *
 * @param {Opened} state
 * @param {Interactions} interactions
 */
export function openDialog(state, interactions) {
  const { modal } = state;
  /** @type {(Entry & {id: string})[]} */
  const inputs = [];
  const parts = modal.components.map((part) => element(part, inputs));
  const failure = h("p", { class: "failure", role: "alert", hidden: true });
  const send = h("button", { class: "button primary", type: "submit" }, "Send");
  const cancel = h(
    "button",
    { class: "button secondary", type: "button", on: { click: () => dialog.close() } },
    "Cancel",
  );
  const form = h(
    "form",
    { method: "dialog", novalidate: true },
    parts,
    failure,
    h("div", { class: "dialog-foot" }, cancel, send),
  );
  const title = `dialog${(count += 1)}`;
  const close = h(
    "button",
    { type: "button", class: "plain round", "aria-label": "Close", on: { click: () => dialog.close() } },
    icon("close"),
  );
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": title },
    h("header", {}, h("h2", { id: title }, modal.title), close),
    form,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    /** @param {string} text */
    const say = (text) => {
      failure.hidden = !text;
      failure.textContent = text;
    };
    const wrong = inputs.find((input) => input.problem());
    if (wrong) {
      say(wrong.problem());
      wrong.focus();
      return;
    }
    say("");
    send.setAttribute("aria-busy", "true");
    const values = Object.fromEntries(
      await Promise.all(inputs.map(async (input) => [input.id, await input.value()])),
    );
    /** @param {string} failed */
    const over = (failed) => (failed ? say(failed) : dialog.close());
    const failed = await interactions.start("submit", { interaction: state.id, values }, { late: over });
    send.removeAttribute("aria-busy");
    over(failed);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  inputs[0]?.focus();
}

/**
 * @param {Wire.Modal["components"][number]} part
 * @param {(Entry & {id: string})[]} inputs
 */
function element(part, inputs) {
  const inner = part.type === 18 ? part.component : part.components[0];
  const label = (part.type === 18 ? part.label : part.components[0].label) ?? "";
  const described = part.type === 18 ? part.description : undefined;
  const id = `entry${(count += 1)}`;
  const entry = entryOf(inner, { id, label });
  inputs.push({ ...entry, id: inner.custom_id });
  const needed =
    inner.required === false ? null : h("span", { class: "faint" }, " (required)");
  const hint = described ? h("p", { class: "faint", id: `${id}-hint` }, described) : null;
  const caption = h("label", { class: "caption", for: id }, label, needed);
  return h("div", { class: "entry" }, caption, hint, entry.element);
}

/**
 * @param {Wire.Input} part
 * @param {For} place
 * @returns {Entry}
 */
function entryOf(part, place) {
  return part.type === 4 ? text(part, place) : list(part, place);
}

/**
 * @param {Wire.TextInput} part
 * @param {For} place
 * @returns {Entry}
 */
function text(part, { id, label }) {
  const shared = {
    id,
    placeholder: part.placeholder,
    maxlength: part.max_length,
    "aria-required": String(part.required),
    "aria-describedby": `${id}-hint`,
  };
  const input =
    part.style === LONG
      ? h("textarea", { ...shared, rows: 5 })
      : h("input", { type: "text", autocomplete: "off", ...shared });
  input.value = part.value ?? "";
  return {
    element: input,
    focus: () => input.focus(),
    value: () => input.value,
    problem: () => {
      if (part.required && !input.value.trim()) return `${label} is required.`;
      if (input.value && input.value.length < part.min_length)
        return `${label} needs at least ${part.min_length} characters.`;
      return "";
    },
  };
}

/**
 * @param {Wire.Select} part
 * @param {For} place
 * @returns {Entry}
 */
function list(part, { id, label }) {
  const picker = new Picker({
    label: part.placeholder ?? "Choose",
    options: () => offers(part),
    low: part.required ? part.min_values : 0,
    high: part.max_values,
    sends: false,
  });
  picker.opener.id = id;
  return {
    element: picker.element,
    focus: () => picker.opener.focus(),
    value: () => picker.values,
    problem: () => {
      const count = picker.values.length;
      if (part.required && !count) return `${label} is required.`;
      return count && count < part.min_values ? `${label}: choose at least ${part.min_values}.` : "";
    },
  };
}
