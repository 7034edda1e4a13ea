// Discord's markdown as elements.

import { h } from "./dom.js";
import { drawn } from "./emoji.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Store } from "./store.js"
 */

/** @type {[RegExp, (match: RegExpExecArray, context: Store) => (Node | string)[]][]} */
const INLINE = [
  [/^\\([\\`*_~|>#\-[\]()<@:])/, (m) => [m[1]]],
  [/^``([^`]|[^`][\s\S]*?[^`])``(?!`)/, (m) => [h("code", {}, m[1].trim())]],
  [/^`([^`]+)`/, (m) => [h("code", {}, m[1])]],
  [/^\*\*\*(?=\S)([\s\S]+?)\*\*\*/, (m, c) => [h("strong", {}, h("em", {}, inline(m[1], c)))]],
  [/^\*\*(?=\S)([\s\S]+?)\*\*(?!\*)/, (m, c) => [h("strong", {}, inline(m[1], c))]],
  [/^__(?=\S)([\s\S]+?)__(?!_)/, (m, c) => [h("u", {}, inline(m[1], c))]],
  [/^\*(?=\S)([^*\n][\s\S]*?)\*(?!\*)/, (m, c) => [h("em", {}, inline(m[1], c))]],
  [/^_(?=\S)([^_\n][\s\S]*?)_(?![_\w])/, (m, c) => [h("em", {}, inline(m[1], c))]],
  [/^~~(?=\S)([\s\S]+?)~~/, (m, c) => [h("s", {}, inline(m[1], c))]],
  [/^\|\|([\s\S]+?)\|\|/, (m, c) => [spoiler(inline(m[1], c))]],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?(?:\s+"[^"]*")?\)/, (m, c) => [link(m[2], inline(m[1], c))]],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => [link(m[1], m[1])]],
  [/^https?:\/\/[^\s<>]*[^\s<>.,:;!?"'\])]/, (m) => [link(m[0], m[0])]],
  [/^<@!?(\d+)>/, (m, c) => [userMention(m[1], c)]],
  [/^<#(\d+)>/, (m, c) => [channelMention(m[1], c)]],
  [/^<\/([^:>]+):\d+>/, (m, c) => [commandMention(m[1], c)]],
  [/^<t:(-?\d+)(?::([tTdDfFR]))?>/, (m) => [timestamp(Number(m[1]), m[2] ?? "f")]],
  [/^<a?:(\w+):\d+>/, (m) => [`:${m[1]}:`]],
  [/^@(everyone|here)\b/, (m) => [h("span", { class: "mention" }, m[0])]],
];

/**
 * Characters without a meaning in markdown. They stay together up to an address, so that names in them can be found.
 */
const PLAIN = /^[\s\S](?:[^\\`*_~|[<h@\n]|h(?!ttps?:\/\/))*/;

/**
 * Return inline text as a list of nodes. `context` resolves names and handles clicks on them.
 *
 * @param {string} text
 * @param {Store} context
 * @returns {(Node | string)[]}
 */
export function inline(text, context) {
  const out = [];
  let rest = text;
  let before = "";
  while (rest) {
    const found = matching(rest, before);
    if (found) {
      const [match, make] = found;
      out.push(...make(match, context));
      before = match[0].at(-1) ?? "";
      rest = rest.slice(match[0].length);
      continue;
    }
    const [plain] = PLAIN.exec(rest) ?? [rest];
    plain.split("\n").forEach((line, n) => out.push(...(n ? [h("br")] : []), ...drawn(line)));
    before = plain.at(-1) ?? "";
    rest = rest.slice(plain.length);
  }
  return out;
}

/**
 * @param {string} rest
 * @param {string} before
 * @returns {[RegExpExecArray, (match: RegExpExecArray, context: Store) => (Node | string)[]] | null}
 */
function matching(rest, before) {
  for (const [pattern, make] of INLINE) {
    const match = pattern.exec(rest);
    if (!match) continue;
    // An underscore or an address inside a word belongs to the word.
    if (/\w/.test(before) && (rest[0] === "_" || rest[0] === "h")) continue;
    return [match, make];
  }
  return null;
}

/**
 * Return a whole text as nodes: code blocks, quotes, headings, lists and lines.
 *
 * @param {string} text
 * @param {Store} context
 */
export function markdown(text, context) {
  /** @type {Child[]} */
  const parts = [];
  const fence = /```(?:([\w+-]+)\n)?([\s\S]*?)```\n?/g;
  let from = 0;
  for (const block of text.matchAll(fence)) {
    parts.push(...lines(text.slice(from, block.index), context));
    parts.push(h("pre", { tabindex: "0" }, h("code", {}, block[2].replace(/^\n|\n$/g, ""))));
    from = block.index + block[0].length;
  }
  parts.push(...lines(text.slice(from), context));
  return parts;
}

/**
 * @param {string} text
 * @param {Store} context
 * @returns {Child[]}
 */
function lines(text, context) {
  /** @type {Child[]} */
  const out = [];
  const rows = text.split("\n");
  /** @type {string[]} */
  let paragraph = [];
  /**
   * Levels of the headings above the current line.
   *
   * @type {number[]}
   */
  let under = [];
  const end = () => {
    if (paragraph.length) out.push(h("p", {}, apart(inline(paragraph.join("\n"), context))));
    paragraph = [];
  };
  for (let n = 0; n < rows.length; n += 1) {
    const row = rows[n];
    const heading = /^(#{1,3}) +(.+)$/.exec(row);
    const subtext = /^-# +(.+)$/.exec(row);
    if (heading) {
      end();
      const level = heading[1].length;
      under = [...under.filter((above) => above < level), level];
      out.push(h(HEADINGS[under.length - 1], { class: `level${level}` }, inline(heading[2], context)));
    } else if (subtext) {
      end();
      out.push(h("p", { class: "subtext" }, inline(subtext[1], context)));
    } else if (row.startsWith(">>> ")) {
      end();
      const quoted = [row.slice(4), ...rows.slice(n + 1)].join("\n");
      out.push(h("blockquote", {}, lines(quoted, context)));
      break;
    } else if (row.startsWith("> ")) {
      end();
      const quoted = [];
      for (; rows[n]?.startsWith("> "); n += 1) quoted.push(rows[n].slice(2));
      n -= 1;
      out.push(h("blockquote", {}, lines(quoted.join("\n"), context)));
    } else if (ITEM.test(row)) {
      end();
      /** @type {RegExpExecArray[]} */
      const items = [];
      for (let item = ITEM.exec(row); item; item = ITEM.exec(rows[n] ?? "")) {
        items.push(item);
        n += 1;
      }
      n -= 1;
      out.push(list(items, context));
    } else if (row.trim()) {
      paragraph.push(row);
    } else {
      end();
    }
  }
  end();
  return out;
}

/**
 * Wrap each line of a paragraph in an element, so that style can separate wrapped lines from new ones.
 *
 * @param {(Node | string)[]} nodes
 */
function apart(nodes) {
  /** @type {(Node | string)[][]} */
  const rows = [[]];
  for (const node of nodes) {
    if (node instanceof HTMLBRElement) rows.push([]);
    else rows[rows.length - 1].push(node);
  }
  return rows.length > 1 ? rows.map((row) => h("span", { class: "line" }, row)) : nodes;
}

/**
 * Headings below the name of the table. No heading is more than one level deeper than the heading above it.
 *
 * @type {("h2" | "h3" | "h4")[]}
 */
const HEADINGS = ["h2", "h3", "h4"];
const ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(.+)$/;

/**
 * @param {RegExpExecArray[]} items
 * @param {Store} context
 * @returns {HTMLElement}
 */
function list(items, context) {
  const depth = items[0][1].length;
  const numbered = items[0][3];
  const root = h(numbered ? "ol" : "ul", numbered ? { start: numbered } : {});
  for (let n = 0; n < items.length; n += 1) {
    const entry = h("li", {}, inline(items[n][4], context));
    const deeper = [];
    while (n + 1 < items.length && items[n + 1][1].length > depth) deeper.push(items[(n += 1)]);
    if (deeper.length) entry.append(list(deeper, context));
    root.append(entry);
  }
  return root;
}

/**
 * @param {string} url
 * @param {Child} children
 */
function link(url, children) {
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children);
}

/** @param {Child} children */
function spoiler(children) {
  /** @param {MouseEvent | KeyboardEvent} event */
  const reveal = (event) => {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    if (box.dataset.open) return;
    event.preventDefault();
    box.dataset.open = "yes";
    box.removeAttribute("role");
    box.removeAttribute("aria-label");
  };
  const box = h(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: "0",
      "aria-label": "Hidden text; press to show it",
      on: { click: reveal, keydown: reveal },
    },
    h("span", {}, children),
  );
  return box;
}

/**
 * @param {string} id
 * @param {Store} context
 */
function userMention(id, context) {
  const self = context.me.id === id;
  return h("span", { class: self ? "mention self" : "mention" }, `@${context.nameOf({ id })}`);
}

/**
 * @param {string} id
 * @param {Store} context
 */
function channelMention(id, context) {
  const channel = context.channel(id);
  if (!channel) return h("span", { class: "mention" }, "#unknown");
  return h("a", { class: "mention", href: `#${id}` }, `#${channel.name}`);
}

/**
 * @param {string} name
 * @param {Store} context
 */
function commandMention(name, context) {
  const start = () => context.tell("compose", { text: `/${name} ` });
  return h("button", { class: "mention", type: "button", on: { click: start } }, `/${name}`);
}

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/**
 * @param {number} seconds
 * @param {string} style
 */
function timestamp(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${seconds}>`;
  const whole = new Intl.DateTimeFormat(undefined, STYLES.F).format(date);
  const shown = style === "R" ? relative(date) : new Intl.DateTimeFormat(undefined, STYLES[style]).format(date);
  const element = h("time", { datetime: date.toISOString(), title: whole, class: "moment" }, shown);
  if (style === "R") element.dataset.relative = "yes";
  return element;
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31557600],
  ["month", 2629800],
  ["week", 604800],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/**
 * Return a date relative to now, for example "in 3 hours" or "2 days ago".
 *
 * @param {Date} date
 */
export function relative(date) {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[UNITS.length - 1];
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

setInterval(() => {
  for (const element of document.querySelectorAll("time")) {
    if (element.dataset.relative) element.textContent = relative(new Date(element.dateTime));
  }
}, 20_000);
