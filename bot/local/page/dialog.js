// Dialogs that the bot opens: text inputs, lists, single and several choices, files.

import { h, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { offers } from "./components.js";
import { Picker } from "./picker.js";

const LONG = 2;
let count = 0;

/** Open the dialog of an interaction and send what is entered. */
export function openDialog(state, interactions) {
  const { modal } = state;
  const store = interactions.store;
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
  const dialog = h(
    "dialog",
    { class: "sheet", "aria-labelledby": title },
    h("header", {}, h("h2", { id: title }, modal.title), close),
    form,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
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

function element(part, store, inputs) {
  if (part.type === 10) return h("div", { class: "text" }, markdown(part.content, store));
  const inner = part.component ?? part.components[0];
  const label = part.label ?? inner.label ?? "";
  const id = `entry${(count += 1)}`;
  const entry = ENTRIES[inner.type](inner, { id, label, store });
  entry.id = inner.custom_id;
  inputs.push(entry);
  const needed =
    inner.required === false || inner.type === 23 ? null : h("span", { class: "faint" }, " (required)");
  const hint = part.description ? h("p", { class: "faint", id: `${id}-hint` }, part.description) : null;
  if (inner.type === 23) return h("div", { class: "entry" }, entry.element, hint);
  const caption = entry.group
    ? h("p", { class: "caption", id: `${id}-label` }, label, needed)
    : h("label", { class: "caption", for: id }, label, needed);
  return h("div", { class: "entry" }, caption, hint, entry.element);
}

const ENTRIES = {
  3: list,
  4: text,
  5: list,
  6: list,
  7: list,
  8: list,
  19: files,
  21: choices,
  22: choices,
  23: check,
};

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

function choices(part, { id, label }) {
  const several = part.type === 22;
  const boxes = part.options.map((option) => {
    const box = h("input", { type: several ? "checkbox" : "radio", name: id });
    box.value = option.value;
    box.checked = Boolean(option.default);
    return h(
      "label",
      { class: "choice" },
      box,
      h("span", {}, option.label, option.description ? h("span", { class: "faint" }, option.description) : null),
    );
  });
  const inputs = boxes.map((box) => box.firstElementChild);
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

function files(part, { id, label }) {
  const input = h("input", { type: "file", id, multiple: part.max_values > 1 });
  return {
    element: input,
    focus: () => input.focus(),
    value: () => Promise.all([...input.files].map(readFile)),
    problem: () => {
      if (part.required && !input.files.length) return `${label} is required.`;
      return input.files.length > part.max_values ? `${label}: at most ${part.max_values}.` : "";
    },
  };
}

/** A file as the server takes it. */
export function readFile(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve({ filename: file.name, base64: reader.result.split(",")[1] ?? "" });
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`));
    reader.readAsDataURL(file);
  });
}
