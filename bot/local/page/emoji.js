// Draws the emoji of the bot as icons, because many machines have no font for them. Other emoji stay text.

import { h, icon } from "./dom.js";

/** @type {Record<string, string>} */
const ICONS = {
  "↩": "back",
  "⏩": "forward",
  "⏪": "rewind",
  "⏭": "last",
  "⏮": "first",
  "▶": "play",
  "◀": "earlier",
  "⚔": "swords",
  "⚙": "settings",
  "⚠": "warning",
  "✈": "aircraft",
  "✅": "yes",
  "☑": "ticked",
  "❌": "close",
  "❔": "question",
  "➜": "send",
  "⬆": "up",
  "⬇": "below",
  "🎖": "medal",
  "🎨": "palette",
  "🎲": "die",
  "🏳": "flag",
  "👀": "eye",
  "💡": "lamp",
  "💣": "bomb",
  "📋": "clipboard",
  "📰": "newspaper",
  "📝": "clipboard",
  "📖": "book",
  "🔎": "search",
  "📜": "scroll",
  "🔄": "again",
  "🔒": "lock",
  "🖐": "cards",
  "🗺": "map",
  "🚆": "train",
  "🚩": "flag",
  "🚫": "forbidden",
  "🛤": "rails",
  "🛡": "shield",
  "🪂": "parachute",
  "🪑": "chair",
  "🏁": "end",
  "☄": "rocket",
  "🌅": "dawn",
  "🌙": "moon",
  "🎯": "target",
  "🏅": "medal",
  "🏚": "ruin",
  "💀": "skull",
  "💥": "burst",
  "📻": "radio",
  "🔥": "fire",
  "🚧": "barrier",
  "🚨": "siren",
  "🗂": "files",
  "🗒": "clipboard",
  "🥤": "cup",
  "🃏": "cards",
  "🎴": "cards",
  "📍": "marker",
  "🌦": "weather",
  "🌫": "fog",
  "👁": "eye",
  "🔴": "marker",
  "🎞": "film",
};

const KNOWN = new RegExp(`(${Object.keys(ICONS).join("|")})\uFE0F?`, "u");

/**
 * Return a text as nodes, with icons for its emoji. Screen readers and copies still get the emoji.
 *
 * @param {string} text
 */
export function drawn(text) {
  return text.split(KNOWN).map((part, n) => (n % 2 ? spoken(part) : part));
}

/** @param {string} emoji */
function spoken(emoji) {
  return h("span", { class: "emoji" }, icon(ICONS[emoji]), h("span", { class: "unseen" }, emoji));
}

/**
 * Return an emoji beside a label, as decoration that screen readers skip.
 *
 * @param {string} emoji
 */
export function decoration(emoji) {
  const name = ICONS[emoji.replace("\uFE0F", "")];
  return h("span", { class: "emoji", "aria-hidden": "true" }, name ? icon(name) : emoji);
}
