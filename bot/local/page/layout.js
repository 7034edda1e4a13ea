// The layout that fits the window. Widths and heights count in font sizes, because large text needs another layout as
// much as a small window does. Style sheets read the layout from attributes of the root element.

import { h } from "./dom.js";

/**
 * `wide`: the map beside the conversation; `side`: the orders beside the map; `tall`: the orders below the map.
 *
 * @typedef {"wide" | "side" | "tall"} Arrangement
 */

/** Least size of the window, in rem, for map and conversation side by side. */
const WIDE = 68;
const HIGH = 34;
/** Least width, in rem, that has room for the list of tables as well. */
const ROOMY = 92;
/** Greatest width, in rem, at which the list of tables covers the conversation and everything has full width. */
const SMALL = 47.5;

const root = document.documentElement;

class Layout {
  constructor() {
    /** @type {Set<() => unknown>} */
    this.listeners = new Set();
    const letter = h("div", { class: "letter", "aria-hidden": "true" });
    document.body.append(letter);
    this.look();
    const watch = new ResizeObserver(() => this.look());
    for (const part of [root, letter]) watch.observe(part);
  }

  /** True if the map is beside the conversation. */
  get wide() {
    return root.dataset.layout === "wide";
  }

  /**
   * Call a listener whenever the layout changes.
   *
   * @param {() => unknown} listener
   */
  on(listener) {
    this.listeners.add(listener);
  }

  look() {
    const rem = parseFloat(getComputedStyle(root).fontSize);
    const [across, down] = [innerWidth / rem, innerHeight / rem];
    const before = root.dataset.layout;
    root.dataset.layout = arranged(across, down);
    root.dataset.size = across <= SMALL ? "small" : across < ROOMY ? "medium" : "large";
    if (before && before !== root.dataset.layout) for (const listener of this.listeners) listener();
  }
}

/**
 * @param {number} across
 * @param {number} down
 * @returns {Arrangement}
 */
function arranged(across, down) {
  if (across >= WIDE && down >= HIGH) return "wide";
  return across > down ? "side" : "tall";
}

export const layout = new Layout();
