// Discord's components as elements: layouts, buttons, lists to pick from.

import { h } from "./dom.js";
import { decoration, drawn } from "./emoji.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery, picture } from "./pictures.js";
import { Picker } from "./picker.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Option } from "./picker.js"
 * @import { Store } from "./store.js"
 */

/**
 * What a press or a choice in a message does.
 *
 * @typedef {object} Press
 * @property {(customId: string) => Promise<unknown>} click
 * @property {(customId: string, values: string[]) => Promise<unknown>} select
 */

/**
 * Where a component stands.
 *
 * @typedef {{store: Store, act: Press}} At
 */

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "link" };

/**
 * All components of a message. `act` has click(custom_id) and select(custom_id, values), both promises.
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
    case 5:
    case 6:
    case 7:
    case 8:
      return list(part, at);
    case 9:
      return section(part, at);
    case 10:
      return h("div", { class: "text" }, markdown(part.content, at.store));
    case 11:
      return picture(part.media, part.description, { spoiler: part.spoiler, small: true });
    case 12:
      return gallery(part.items);
    case 13:
      return fileCard(part.name ?? "file", part.size, part.file.url);
    case 14:
      return h("hr", { class: `space${part.spacing}${part.divider ? "" : " bare"}` });
    case 17:
      return container(part, at);
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

/**
 * @param {Wire.Section} part
 * @param {At} at
 */
function section(part, at) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, all(part.components, at)),
    h("div", { class: "section-side" }, component(part.accessory, at)),
  );
}

/**
 * @param {Wire.Container} part
 * @param {At} at
 */
function container(part, at) {
  const box = h("div", { class: "container" }, all(part.components, at));
  if (part.accent_color !== null) box.style.setProperty("--accent", colour(part.accent_color));
  if (part.spoiler) {
    box.dataset.hidden = "yes";
    const show = h("button", { type: "button", class: "reveal" }, "Show what is hidden here");
    show.addEventListener("click", () => {
      delete box.dataset.hidden;
      show.remove();
    });
    box.prepend(show);
  }
  return box;
}

/**
 * A colour of Discord's as CSS has it.
 *
 * @param {number} number
 */
export function colour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

/** @param {Wire.Button} part */
function emoji(part) {
  const name = part.emoji?.name;
  if (!name) return null;
  if (part.emoji?.id) return h("span", { class: "emoji" }, `:${name}:`);
  return part.label ? decoration(name) : drawn(name);
}

/**
 * @param {Wire.Button} part
 * @param {At} at
 */
function button(part, at) {
  const style = STYLES[part.style];
  if (part.url) {
    return h(
      "a",
      { class: "button link", href: part.url, target: "_blank", rel: "noopener noreferrer" },
      emoji(part),
      part.label,
      " ↗",
    );
  }
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
 * Show that an element waits for an answer, and take no second click while it does.
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
 * What a select offers: its own options, or people, roles, channels.
 *
 * @param {Wire.Select} part
 * @param {Store} store
 * @returns {Option[]}
 */
export function offers(part, store) {
  const people = () => store.people.map((person) => ({ value: person.id, label: person.name }));
  const roles = () => store.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
  const channels = () => store.channels.filter((c) => c.name).map((c) => ({ value: c.id, label: `#${c.name}` }));
  const bot = { value: store.bot.id, label: store.bot.name };
  switch (part.type) {
    case 3:
      return part.options.map((o) => ({ ...o, emoji: o.emoji?.id ? null : o.emoji?.name }));
    case 5:
      return [...people(), bot];
    case 6:
      return roles();
    case 7:
      return [...people(), bot, ...roles()];
    case 8:
      return channels();
  }
}

const HINTS = { 3: "Choose", 5: "Choose who", 6: "Choose a role", 7: "Choose who", 8: "Choose a channel" };

/**
 * @param {Wire.Select} part
 * @param {At} at
 */
function list(part, at) {
  const defaults = (part.default_values ?? []).map((each) => each.id);
  const picker = new Picker({
    label: part.placeholder ?? HINTS[part.type],
    options: () => offers(part, at.store).map((o) => ({ ...o, default: o.default || defaults.includes(o.value) })),
    low: part.min_values,
    high: part.max_values,
    disabled: part.disabled,
    search: part.type !== 3,
    done: (values) => busy(picker.opener, at.act.select(part.custom_id, values)),
  });
  picker.opener.dataset.custom = part.custom_id;
  return picker.element;
}
