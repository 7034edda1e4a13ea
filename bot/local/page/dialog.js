// Dialogs that the bot opens: text inputs, lists, single and several choices, files.

import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { offers } from "./components.js";
import { Picker } from "./picker.js";

/**
 * @import { Interactions, Opened } from "./interactions.js"
 * @import { Store } from "./store.js"
 */

/**
 * An input of a dialog; `group` if it is several elements with one caption.
 *
 * @typedef {object} Entry
 * @property {boolean} [group]
 * @property {HTMLElement} element
 * @property {() => void} focus
 * @property {() => unknown} value
 * @property {() => string} problem
 */

/**
 * What an entry is built for.
 *
 * @typedef {{id: string, label: string, store: Store}} For
 */

const LONG = 2;
let count = 0;

/**
 * Open the dialog of an interaction and send what is entered.
 *
 * @param {Opened} state
 * @param {Interactions} interactions
 */
export function openDialog(state, interactions) {
  const { modal } = state;
  const store = interactions.store;
  /** @type {(Entry & {id: string})[]} */
  const inputs = [];
  const parts = modal.components.map((part) => element(part, store, inputs));
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
 * @param {Store} store
 * @param {(Entry & {id: string})[]} inputs
 */
function element(part, store, inputs) {
  if (part.type === 10) return h("div", { class: "text" }, markdown(part.content, store));
  const inner = part.type === 18 ? part.component : part.components[0];
  const label = (part.type === 18 ? part.label : part.components[0].label) ?? "";
  const described = part.type === 18 ? part.description : undefined;
  const id = `entry${(count += 1)}`;
  const entry = entryOf(inner, { id, label, store });
  inputs.push({ ...entry, id: inner.custom_id });
  const needed =
    inner.type === 23 || inner.required === false ? null : h("span", { class: "faint" }, " (required)");
  const hint = described ? h("p", { class: "faint", id: `${id}-hint` }, described) : null;
  if (inner.type === 23) return h("div", { class: "entry" }, entry.element, hint);
  const caption = entry.group
    ? h("p", { class: "caption", id: `${id}-label` }, label, needed)
    : h("label", { class: "caption", for: id }, label, needed);
  return h("div", { class: "entry" }, caption, hint, entry.element);
}

/**
 * @param {Wire.Input} part
 * @param {For} place
 * @returns {Entry}
 */
function entryOf(part, place) {
  switch (part.type) {
    case 4:
      return text(part, place);
    case 19:
      return files(part, place);
    case 21:
    case 22:
      return choices(part, place);
    case 23:
      return check(part, place);
    default:
      return list(part, place);
  }
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
function list(part, { id, label, store }) {
  const picker = new Picker({
    label: part.placeholder ?? "Choose",
    options: () => offers(part, store),
    low: part.required ? part.min_values : 0,
    high: part.max_values,
    search: part.type !== 3,
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

/**
 * @param {Wire.Radio | Wire.Checkboxes} part
 * @param {For} place
 * @returns {Entry}
 */
function choices(part, { id, label }) {
  const several = part.type === 22;
  const inputs = part.options.map((option) => {
    const box = h("input", { type: several ? "checkbox" : "radio", name: id });
    box.value = option.value;
    box.checked = Boolean(option.default);
    return box;
  });
  const boxes = part.options.map(({ label, description }, n) =>
    h(
      "label",
      { class: "choice" },
      inputs[n],
      h("span", {}, label, description ? h("span", { class: "faint" }, description) : null),
    ),
  );
  const chosen = () => inputs.filter((input) => input.checked).map((input) => input.value);
  return {
    group: true,
    element: h(
      "div",
      { role: several ? "group" : "radiogroup", "aria-labelledby": `${id}-label`, class: "choices" },
      boxes,
    ),
    focus: () => inputs[0].focus(),
    value: () => (chosen().length ? (several ? chosen() : chosen()[0]) : several ? [] : null),
    problem: () => {
      const count = chosen().length;
      if (part.required && !count) return `${label} is required.`;
      if (several && count > part.max_values) return `${label}: choose at most ${part.max_values}.`;
      return several && count && count < part.min_values ? `${label}: choose at least ${part.min_values}.` : "";
    },
  };
}

/**
 * @param {Wire.Checkbox} part
 * @param {For} place
 * @returns {Entry}
 */
function check(part, { label }) {
  const box = h("input", { type: "checkbox" });
  box.checked = part.default;
  return {
    element: h("label", { class: "choice" }, box, h("span", {}, label)),
    focus: () => box.focus(),
    value: () => box.checked,
    problem: () => "",
  };
}

/**
 * @param {Wire.FileInput} part
 * @param {For} place
 * @returns {Entry}
 */
function files(part, { id, label }) {
  const input = h("input", { type: "file", id, multiple: part.max_values > 1 });
  const chosen = () => [...(input.files ?? [])];
  return {
    element: input,
    focus: () => input.focus(),
    value: () => Promise.all(chosen().map(readFile)),
    problem: () => {
      if (part.required && !chosen().length) return `${label} is required.`;
      return chosen().length > part.max_values ? `${label}: at most ${part.max_values}.` : "";
    },
  };
}

/**
 * A file as the server takes it.
 *
 * @param {File} file
 * @returns {Promise<Wire.File>}
 */
export function readFile(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ filename: file.name, base64: String(reader.result).split(",")[1] ?? "" });
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
}
