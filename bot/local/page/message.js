// A message as an element.

import { fill, h, holds, icon } from "./dom.js";
import { components } from "./components.js";
import { markdown } from "./markdown.js";
import { LONG_PATIENCE_MS, NO_ANSWER } from "./patience.js";
import { fileCard, gallery } from "./pictures.js";
import { EPHEMERAL, HAS_THREAD, LOADING } from "./store.js";

/**
 * @import { Press } from "./components.js"
 * @import { Store } from "./store.js"
 */

/** @typedef {{dismiss: () => unknown, copy: () => unknown}} Uses */

/** @typedef {Press & Uses} Acts */

const PINNED = 6;
export const STARTED_THREAD = 18;

const time = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "short" });

/**
 * Build a round counter with the first letter of a name, which identifies the person without colour alone.
 *
 * @param {Store} store
 * @param {{id: string}} user
 * @param {boolean} small
 */
export function counter(store, user, small = false) {
  const name = store.nameOf(user);
  const bot = user.id === store.bot.id;
  const box = h(
    "span",
    { class: small ? "counter small" : "counter", "aria-hidden": "true" },
    bot ? icon("letter") : name.slice(0, 1).toUpperCase(),
  );
  const index = store.people.findIndex((person) => person.id === user.id);
  box.dataset.side = bot ? "bot" : String(Math.max(0, index) % 6);
  return box;
}

/**
 * Build the element of a message. `act` runs its buttons. `together` is true if it follows a message of the same
 * author.
 *
 * @param {Wire.Message} message
 * @param {Store} store
 * @param {Acts} act
 * @param {boolean} together
 */
export function messageElement(message, store, act, together) {
  const ephemeral = Boolean(message.flags & EPHEMERAL);
  const called = store.pings(message) && message.mentions.some((user) => user.id === store.me.id);
  const name = store.nameOf(message.author);
  const date = new Date(message.timestamp);
  const element = h("article", {
    class: ["message", together && "together", ephemeral && "ephemeral", called && "called"]
      .filter(Boolean)
      .join(" "),
    data: { id: message.id },
    "aria-label": `${name}, ${whole.format(date)}`,
    tabindex: "-1",
  });
  if (message.type === PINNED || message.type === STARTED_THREAD) {
    element.classList.add("notice");
    element.append(...notice(message, store, name));
    return element;
  }
  const head = h(
    "header",
    {},
    counter(store, message.author, true),
    h("span", { class: "author" }, name),
    message.author.bot ? h("span", { class: "tag" }, "bot") : null,
    h("time", { datetime: message.timestamp, title: whole.format(date) }, stamp(date)),
    message.edited_timestamp && !ephemeral
      ? h("span", { class: "edited", title: whole.format(new Date(message.edited_timestamp)) }, "edited")
      : null,
  );
  const parts = [
    h(
      "div",
      { class: "gutter" },
      together
        ? h("time", { class: "hover-time", datetime: message.timestamp }, time.format(date))
        : counter(store, message.author),
    ),
    h(
      "div",
      { class: "body" },
      context(message, store),
      together ? null : head,
      content(message, store, act),
      foot(message, store, act),
    ),
    menu(message, store, act),
  ];
  return fill(element, parts);
}

/** @param {Date} date */
function stamp(date) {
  const today = new Date().toDateString() === date.toDateString();
  return today ? time.format(date) : `${day.format(date)}, ${time.format(date)}`;
}

/**
 * @param {Wire.Message} message
 * @param {Store} store
 * @param {string} name
 */
function notice(message, store, name) {
  if (message.type === PINNED) return [h("p", {}, h("b", {}, name), " pinned a message to this table.")];
  const thread = store.channels.find((channel) => channel.name === message.content);
  const shown = thread ? h("a", { href: `#${thread.id}` }, message.content) : h("b", {}, message.content);
  return [h("p", {}, icon("thread"), " ", h("b", {}, name), " started a thread: ", shown)];
}

/**
 * Return the line with the command that a message answers.
 *
 * @param {Wire.Message} message
 * @param {Store} store
 */
function context(message, store) {
  if (message.interaction) {
    const asked = h("span", { class: "command" }, `/${message.interaction.name}`);
    return h(
      "p",
      { class: "context" },
      counter(store, message.interaction.user, true),
      `${store.nameOf(message.interaction.user)} used `,
      asked,
    );
  }
  return null;
}

/**
 * Return the contents of a message: words, pictures, files and components.
 *
 * @param {Wire.Message} message
 * @param {Store} store
 * @param {Press} act
 */
export function content(message, store, act) {
  if (message.flags & LOADING) {
    return thinking(store.nameOf(message.author));
  }
  const pictures = message.attachments.filter((file) => file.content_type?.startsWith("image/") && file.width);
  const files = message.attachments.filter((file) => !pictures.includes(file));
  return [
    message.content ? said(message, store) : null,
    pictures.length
      ? gallery(
          pictures.map((file) => ({
            media: file,
            description: file.description,
            spoiler: file.filename.startsWith("SPOILER_"),
          })),
        )
      : null,
    files.map((file) => fileCard(file.filename, file.size, file.url)),
    components(message, store, act),
  ];
}

/**
 * Return the words of a message, with links to the rules and to the map.
 *
 * @param {Wire.Message} message
 * @param {Store} store
 */
function said(message, store) {
  const text = h("div", { class: "text" }, markdown(message.content, store));
  if (!message.author.bot) return text;
  store.handbook?.link(text, message.channel_id);
  return store.onMap?.link(text, message.channel_id) ?? text;
}

/**
 * Return the placeholder of an answer that is still to come. After a while it adds that none has arrived.
 *
 * @param {string} name
 */
function thinking(name) {
  const dots = h("span", { class: "dots", "aria-hidden": "true" }, "…");
  const words = h("p", { class: "thinking" }, `${name} is thinking`, dots);
  setTimeout(() => fill(words, `${name} is thinking. ${NO_ANSWER}`), LONG_PATIENCE_MS);
  return words;
}

/**
 * @param {Wire.Message} message
 * @param {Store} store
 * @param {Acts} act
 */
function foot(message, store, act) {
  const parts = [];
  const thread = store.channel(message.id);
  if (message.flags & HAS_THREAD && thread) {
    parts.push(h("a", { class: "thread-link", href: `#${message.id}` }, icon("thread"), ` ${thread.name}`));
  }
  parts.push(h("p", { class: "failure", role: "alert", hidden: true }));
  if (message.flags & EPHEMERAL) {
    const dismiss = h("button", { type: "button", class: "plain", on: { click: () => act.dismiss() } }, "Dismiss");
    const again = h("button", { type: "button", class: "plain again", on: { click: showAgain } }, "Show");
    parts.push(h("p", { class: "only-you" }, icon("eye"), " Only you can see this. ", again, dismiss));
  }
  return parts;
}

/**
 * Show a private message that a later one has replaced.
 *
 * @param {MouseEvent} event
 */
function showAgain(event) {
  const element = event.target instanceof Element ? event.target.closest(".message") : null;
  if (!element) return;
  element.dataset.wanted = "yes";
  element.classList.remove("past");
}

/**
 * Build the menu of a message, which copies its words.
 *
 * @param {Wire.Message} message
 * @param {Store} store
 * @param {Acts} act
 */
function menu(message, store, act) {
  if (message.flags & LOADING) return null;
  const items = () => [
    h(
      "button",
      { type: "button", role: "menuitem", on: { click: () => run(() => act.copy()) } },
      "Copy the text",
    ),
  ];
  const list = h("div", { class: "menu", role: "menu", hidden: true });
  const opener = h(
    "button",
    {
      type: "button",
      class: "more",
      "aria-label": "More about this message",
      "aria-haspopup": "menu",
      "aria-expanded": "false",
    },
    icon("more"),
  );
  /** @param {boolean} open */
  const show = (open) => {
    list.hidden = !open;
    opener.setAttribute("aria-expanded", String(open));
    if (open) {
      fill(list, items());
      list.querySelector("button")?.focus();
    }
  };
  /** @param {() => unknown} action */
  const run = (action) => {
    show(false);
    opener.focus();
    action();
  };
  opener.addEventListener("click", () => show(Boolean(list.hidden)));
  const box = h("div", { class: "message-menu" }, opener, list);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !list.hidden) {
      event.stopPropagation();
      show(false);
      opener.focus();
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !list.hidden) {
      event.preventDefault();
      const entries = [...list.querySelectorAll("button")];
      entries[entries.findIndex((entry) => entry === document.activeElement) + step]?.focus();
    }
  });
  box.addEventListener("focusout", (event) => holds(box, event.relatedTarget) || show(false));
  return box;
}
