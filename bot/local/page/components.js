// Discord's components as elements: buttons and selects.

import { h } from "./dom.js";
import { decoration, drawn } from "./emoji.js";
import { Picker } from "./picker.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Option } from "./picker.js"
 * @import { Store } from "./store.js"
 */

/**
 * The actions of the buttons and selects of a message.
 *
 * @typedef {object} Press
 * @property {(customId: string) => Promise<unknown>} click
 * @property {(customId: string, values: string[]) => Promise<unknown>} select
 */

/**
 * The context of a component.
 *
 * @typedef {{store: Store, act: Press}} At
 */

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

/**
 * Build all components of a message. `act` has click(custom_id) and select(custom_id, values), which return promises.
 *
 * @param {Wire.Message} message
 * @param {Store} store
 * @param {Press} act
 */
export function components(message, store, act) {
  return message.components.map((part) => component(part, { store, act }));
}

/**
 * @param {Wire.Component} part
 * @param {At} at
 * @returns {Child}
 */
function component(part, at) {
  switch (part.type) {
    case 1:
      return h("div", { class: "row", role: "group" }, all(part.components, at));
    case 2:
      return button(part, at);
    case 3:
      return list(part, at);
    default:
      return null;
  }
}

/**
 * @param {Wire.Component[]} parts
 * @param {At} at
 */
function all(parts, at) {
  return parts.map((part) => component(part, at));
}

/** @param {Wire.Button} part */
function emoji(part) {
  const name = part.emoji?.name;
  if (!name) return null;
  return part.label ? decoration(name) : drawn(name);
}

/**
 * @param {Wire.Button} part
 * @param {At} at
 */
function button(part, at) {
  const style = STYLES[part.style];
  const element = h(
    "button",
    {
      class: `button ${style}`,
      type: "button",
      disabled: part.disabled || !part.custom_id,
      data: { custom: part.custom_id ?? "" },
    },
    emoji(part),
    part.label,
  );
  element.addEventListener("click", () => busy(element, at.act.click(part.custom_id ?? "")));
  return element;
}

/**
 * Show that an element waits for an answer. A second click does nothing meanwhile.
 *
 * @param {Element} element
 * @param {Promise<unknown>} promise
 */
async function busy(element, promise) {
  element.setAttribute("aria-busy", "true");
  element.setAttribute("aria-disabled", "true");
  try {
    await promise;
  } finally {
    element.removeAttribute("aria-busy");
    element.removeAttribute("aria-disabled");
  }
}

/**
 * Return the options of a select.
 *
 * @param {Wire.Select} part
 * @returns {Option[]}
 */
export function offers(part) {
  return part.options.map((o) => ({ ...o, emoji: o.emoji?.name }));
}

/**
 * @param {Wire.Select} part
 * @param {At} at
 */
function list(part, at) {
  const picker = new Picker({
    label: part.placeholder ?? "Choose",
    options: () => offers(part),
    low: part.min_values,
    high: part.max_values,
    disabled: part.disabled,
    done: (values) => busy(picker.opener, at.act.select(part.custom_id, values)),
  });
  picker.opener.dataset.custom = part.custom_id;
  return picker.element;
}
