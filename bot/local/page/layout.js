// The layout that the window has room for. Widths and heights are counted in letters: large letters need another layout
// just as a small window does. The style sheets find the layout in the attributes of the root element.

import { h } from "./dom.js";

/**
 * `wide`: the map beside the conversation; `side`: the orders beside the map; `tall`: the orders below the map.
 *
 * @typedef {"wide" | "side" | "tall"} Arrangement
 */

/** The least window for map and conversation beside each other, in rem. */
const WIDE = 68;
const HIGH = 34;
/** From this width on, there is room for the tables as well. */
const ROOMY = 92;
/** Up to this width, the tables lie over the conversation, and everything has the whole width. */
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

  /** Whether the map stands beside the conversation. */
  get wide() {
    return root.dataset.layout === "wide";
  }

  /**
   * `listener` is told of every other layout.
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
