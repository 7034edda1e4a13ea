// Discord's components as elements: layouts, buttons, lists to pick from.

import { h } from "./dom.js";
import { decoration, drawn } from "./emoji.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery, picture } from "./pictures.js";
import { Picker } from "./picker.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "link" };

/** All components of a message. `act` has click(custom_id) and select(custom_id, values), both promises. */
export function components(message, store, act) {
  return message.components.map((part) => component(part, { message, store, act }));
}

const RENDER = {
  1: (part, at) =>
    h(
      "div",
      { class: "row", role: "group" },
      part.components.map((inner) => component(inner, at)),
    ),
  2: button,
  3: list,
  5: list,
  6: list,
  7: list,
  8: list,
  9: (part, at) =>
    h(
      "div",
      { class: "section" },
      h(
        "div",
        { class: "section-text" },
        part.components.map((inner) => component(inner, at)),
      ),
      h("div", { class: "section-side" }, component(part.accessory, at)),
    ),
  10: (part, at) => h("div", { class: "text" }, markdown(part.content, at.store)),
  11: (part) => picture(part.media, part.description, { spoiler: part.spoiler, small: true }),
  12: (part) => gallery(part.items),
  13: (part) => fileCard(part.name ?? "file", part.size, part.file.url),
  14: (part) => h("hr", { class: `space${part.spacing}${part.divider ? "" : " bare"}` }),
  17: container,
};

function component(part, at) {
  return RENDER[part.type]?.(part, at) ?? null;
}

function container(part, at) {
  const box = h(
    "div",
    { class: "container" },
    part.components.map((inner) => component(inner, at)),
  );
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

/** A colour of Discord's as CSS has it. */
export function colour(number) {
  return `#${number.toString(16).padStart(6, "0")}`;
}

function emoji(part) {
  const name = part.emoji?.name;
  if (!name) return null;
  if (part.emoji.id) return h("span", { class: "emoji" }, `:${name}:`);
  return part.label ? decoration(name) : drawn(name);
}

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
  element.addEventListener("click", () => busy(element, at.act.click(part.custom_id)));
  return element;
}

/** Show that an element waits for an answer, and take no second click while it does. */
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

/** What a select offers: its own options, or people, roles, channels. */
export function offers(part, store) {
  const people = () => store.people.map((person) => ({ value: person.id, label: person.name }));
  const roles = () => store.roles.map((role) => ({ value: role.id, label: `@${role.name}` }));
  const channels = () => store.channels.filter((c) => c.name).map((c) => ({ value: c.id, label: `#${c.name}` }));
  const bot = { value: store.bot.id, label: store.bot.name };
  return {
    3: () => part.options.map((o) => ({ ...o, emoji: o.emoji?.id ? null : o.emoji?.name })),
    5: () => [...people(), bot],
    6: roles,
    7: () => [...people(), bot, ...roles()],
    8: channels,
  }[part.type]();
}

const HINTS = { 3: "Choose", 5: "Choose who", 6: "Choose a role", 7: "Choose who", 8: "Choose a channel" };

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
