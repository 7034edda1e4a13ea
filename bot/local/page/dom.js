// Builds elements. Text from the server is inserted as text, never as HTML.

/**
 * A child of an element. Null, undefined and false are left out.
 *
 * @typedef {Node | string | false | null | undefined | Child[]} Child
 */

/** @typedef {{[Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => unknown}} Listeners */

/** @typedef {string | number | boolean | null | undefined} Attribute */

/** @typedef {{[attribute: string]: Attribute | Listeners | Record<string, string>}} Others */

/** @typedef {Others & {class?: string, on?: Listeners, data?: Record<string, string>, value?: string}} Props */

/**
 * Build an element. Properties are class, on (listeners), data (dataset) and value; all others are attributes.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props} props
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = String(value);
    else if (key === "on")
      for (const [name, listener] of Object.entries(value)) element.addEventListener(name, listener);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "value") Object.assign(element, { value });
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

/**
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children.flatMap((child) => {
    if (Array.isArray(child)) return nodes(child);
    return child === null || child === undefined || child === false ? [] : [child];
  });
}

/**
 * Replace all children of an element.
 *
 * @template {Element} Parent
 * @param {Parent} element
 * @param {...Child} children
 * @returns {Parent}
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  down: "M6 9l6 6 6-6",
  send: "M4 12h14M13 6l6 6-6 6",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20",
  eye: "M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12z M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  letter: "M3 6h18v12H3z M3 6l9 7 9-7",
  contrast: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M12 7.5h4.5M12 12h9M12 16.5h4.5",
  lamp: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2V16h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  file: "M6 3h8l4 4v14H6z M14 3v4h4",
  thread: "M6 4v8a3 3 0 0 0 3 3h9M14 11l4 4-4 4",
  table: "M12 3l8 4.5v9L12 21l-8-4.5v-9z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  box: "M5 5h14v14H5z",
  ticked: "M5 5h14v14H5zM8.5 12.2l2.6 2.6 4.6-5",
  back: "M9 14L4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
  forward: "M4 6l7 6-7 6zM13 6l7 6-7 6z",
  rewind: "M20 6l-7 6 7 6zM11 6l-7 6 7 6z",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  earlier: "M17 5L5 12l12 7z",
  first: "M19 5L8 12l11 7zM5 5v14",
  last: "M5 5l11 7-11 7zM19 5v14",
  swords: "M4.5 4l10.5 10.5M19.5 4L9 14.5M13.5 17.5l4-4M16 16l4 4M10.5 17.5l-4-4M8 16l-4 4",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM9 15a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  warning: "M12 4l9 16H3zM12 10v4M12 17h.01",
  yes: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.3l2.8 2.8 5.2-5.5",
  question: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.5 9.4a2.6 2.6 0 1 1 3.8 2.3c-.9.5-1.3 1-1.3 1.9M12 16.7h.01",
  up: "M12 20V5M6 11l6-6 6 6",
  below: "M12 4v15M6 13l6 6 6-6",
  medal:
    "M8 3l2.4 5.8M16 3l-2.4 5.8M12 8.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM12 12.8l.6 1.2 1.3.2-1 .9.3 1.3-1.2-.6-1.2.6.3-1.3-1-.9 1.3-.2z",
  palette:
    "M12 3a9 9 0 1 0 0 18c1.5 0 1.9-1 1.4-2.1-.5-1.2.3-2.3 1.6-2.3h2a4 4 0 0 0 4-4C21 6.8 17 3 12 3z" +
    "M7.8 10.5h.01M12 7.5h.01M16.2 10.5h.01",
  die: "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8.5 8.5h.01M15.5 8.5h.01M12 12h.01M8.5 15.5h.01M15.5 15.5h.01",
  flag: "M6 3v18M6 4h12l-3 4 3 4H6",
  newspaper: "M4 5h13v14H6a2 2 0 0 1-2-2zM17 9h3v8a2 2 0 0 1-2 2M7 9h7M7 12.5h7M7 16h4",
  clipboard: "M9 5H6v16h12V5h-3M9 3h6v4H9zM9 12h6M9 16h6",
  files: "M4 7h12v13H4zM8 7V4h12v13h-4M7 11h6M7 15h6",
  book: "M12 6c-2-1.5-5-2-8-2v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zM12 6v14",
  scroll:
    "M8 21a2.5 2.5 0 0 1-2.5-2.5V4H17v13M8 21h10a2.5 2.5 0 0 0 2.5-2.5V17h-10v1.5A2.5 2.5 0 0 1 8 21zM9 8.5h4.5M9 12.5h4.5",
  again: "M20 11A8 8 0 0 0 6 6.5L4 9M4 4v5h5M4 13a8 8 0 0 0 14 4.5l2-2.5M20 20v-5h-5",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  cards: "M11 4l8.5 1.5L17 20l-8.5-1.5zM7.7 7.2L4 8.5l4.2 11.7 2.4-.9",
  map: "M3 6.5l6-2.5 6 2.5 6-2.5v13.5L15 20l-6-2.5L3 20zM9 4v13.5M15 6.5V20",
  forbidden: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM5.7 5.7l12.6 12.6",
  end: "M6 3v18M6 4h13v9H6M12.5 4v9M6 8.5h13",
  aircraft:
    "M12 3a1.6 1.6 0 0 0-1.6 1.6V9L3 13.6v2l7.4-2v4.4L8 19.8V21l4-1 4 1v-1.2L13.6 18v-4.4l7.4 2v-2L13.6 9V4.6A1.6 1.6 0 0 0 12 3z",
  bomb: "M10.5 8.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM14.7 10.3l2-2M15.5 7l2.5 2.5M17.5 7.5c.5-2 2-2 2.5-3.5",
  train:
    "M7 4h10a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM5 11h14M8.5 14h.01M15.5 14h.01M8 17l-2 4M16 17l2 4M7 19.5h10",
  rails: "M8 3L5 21M16 3l3 18M7.4 7h9.2M6.8 12h10.4M6 17h12",
  parachute:
    "M3 11a9 8 0 0 1 18 0c-2-1.3-4-1.3-6 0-2-1.3-4-1.3-6 0-2-1.3-4-1.3-6 0zM3 11l9 9 9-9M9 11l3 9 3-9M12 20v1",
  rocket: "M14 4c3-1 5-1 6 0s1 3 0 6l-6 6-6-6zM8 10l-4 1 3-4h4M14 16l-1 4 4-3v-4M7 17l-3 3",
  dawn: "M3 18h18M6 18a6 6 0 0 1 12 0M12 4v4M4.5 9.5l2 2M19.5 9.5l-2 2M6 21.5h12",
  moon: "M19 14.5A8 8 0 1 1 10 4a6.5 6.5 0 0 0 9 10.5z",
  film: "M4 5h16v14H4zM8 5v14M16 5v14M4 9.7h4M4 14.3h4M16 9.7h4M16 14.3h4",
  target:
    "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 12h.01M12 2v4M12 18v4M2 12h4M18 12h4",
  ruin: "M4 21V10l3-3 2 3 4-6 3 5 4-1v13zM9 21v-5h4v5M3 21h18",
  skull: "M12 3a8 8 0 0 0-5 14v3h10v-3a8 8 0 0 0-5-14zM9 11.5h.01M15 11.5h.01M10 20v-2M14 20v-2M12 14v1",
  burst: "M12 2l2 6 5-3-2 5 5 2-5 2 2 5-5-2-2 5-2-5-5 3 2-6-5-2 5-2-2-5 5 3z",
  radio: "M4 9h16v11H4zM7 9l10-5M8 14.5a2 2 0 1 0 0 .1M13 13h4M13 16h4",
  fire: "M12 3c1 4 5 5 5 10a5 5 0 0 1-10 0c0-2 1-3 2-4 0 2 1 3 2 3 1-3 0-6 1-9z",
  barrier: "M3 8h18v5H3zM7 8l3 5M13 8l3 5M6 13v7M18 13v7M4 20h4M16 20h4",
  siren: "M7 18v-6a5 5 0 0 1 10 0v6M5 18h14v3H5zM12 2v2M4 5l2 2M20 5l-2 2",
  cup: "M6 8h12l-1.5 13h-9zM5 8h14M12 8l2-6h3",
  weather: "M8 15a4 4 0 0 1 .5-8 5 5 0 0 1 9.3 1.5A3.3 3.3 0 0 1 18 15zM8 18l-1 3M12 18l-1 3M16 18l-1 3",
  fog: "M4 8h12M8 12h12M4 16h9M16 16h4",
  marker: "M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 8v5M12 16h.01",
  chair: "M7 3v18M7 13h10v8M7 6h1",
  shield: "M12 3l8 3v6c0 4.4-3.4 7.6-8 9-4.6-1.4-8-4.6-8-9V6z",
};

/**
 * Build an icon. It is decoration for the text beside it.
 *
 * @param {string} name
 */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/**
 * Show the name of a label in bold: "2nd Squad" of "2nd Squad (4 regulars), woods at C4".
 *
 * @param {string} label
 */
export function named(label) {
  const name = label.split(/ \(|, |: |; /, 1)[0];
  return [h("b", {}, name), label.slice(name.length)];
}

/** Most characters that a screen reader announces of a message. Counted in code points, which keeps an emoji whole. */
const MOST_SAID = 300;

/**
 * True if an element contains the target of an event.
 *
 * @param {Element} element
 * @param {EventTarget | null} target
 */
export function holds(element, target) {
  return target instanceof Node && element.contains(target);
}

/**
 * Return the element that a selector finds. Throws an error if there is none.
 *
 * @param {string} selector
 * @param {ParentNode} within
 * @returns {HTMLElement}
 */
export function existing(selector, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`There is no ${selector}.`);
  return found;
}

/**
 * Announce a text to screen readers.
 *
 * @param {string} text
 */
export function announce(text) {
  const place = existing("#news");
  place.textContent = "";
  const said = [...text].slice(0, MOST_SAID).join("");
  requestAnimationFrame(() => (place.textContent = said));
}

/**
 * Return path and query of an attachment's address on this server, or null for every other address.
 *
 * @param {string} url
 */
export function ownPath(url) {
  try {
    const parsed = new URL(url, location.href);
    return parsed.pathname.startsWith("/attachments/") ? parsed.pathname + parsed.search : null;
  } catch {
    return null;
  }
}

const BEFORE = /[^\s\p{L}\p{N}]*$/u;
const AFTER = /^[^\s\p{L}\p{N}]*/u;

/**
 * Replace words in the texts of an element, for example by links. Words inside elements that match `never` stay, as do
 * words for which `made` returns null. `made` gets the words, their text and their index. Punctuation beside a new
 * element stays on its line.
 *
 * @param {Element} element
 * @param {string} never
 * @param {RegExp} words
 * @param {(words: string, text: Text, index: number) => Node | null} made
 */
export function marked(element, never, words, made) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text && !node.parentElement?.closest(never)) texts.push(node);
  for (const text of texts) {
    /** @type {(Node | string)[]} */
    const parts = [];
    let from = 0;
    for (const { 0: found, index } of text.data.matchAll(words)) {
      const instead = made(found, text, index);
      if (!instead) continue;
      const [before] = BEFORE.exec(text.data.slice(from, index)) ?? [""];
      const [behind] = AFTER.exec(text.data.slice(index + found.length)) ?? [""];
      const whole = before || behind ? h("span", { class: "unbroken" }, before, instead, behind) : instead;
      parts.push(text.data.slice(from, index - before.length), whole);
      from = index + found.length + behind.length;
    }
    if (parts.length) text.replaceWith(...parts, text.data.slice(from));
  }
}
