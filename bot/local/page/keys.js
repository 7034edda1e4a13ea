// Decides what keys do. No letter gives an order: after a tap or a click, letters go into the message field.
// Players that reach the map by keys find letters on its buttons. The letter of a button that only opens something
// presses it. The letter of a button that gives an order only focuses it, and Enter presses it.

import { holds } from "./dom.js";

/** Keys that move the focus. */
const MOVES = /^(Tab|Enter|Escape|Home|End|PageUp|PageDown|Arrow\w+)$/;
const EDITABLE = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";

export class Keys {
  /**
   * `home` are the elements of the map. `write()` moves typed letters into the message field. `help()` shows the list
   * of keys.
   *
   * @param {Element[]} home
   * @param {() => void} write
   * @param {() => void} help
   */
  constructor(home, write, help) {
    this.home = home;
    this.write = write;
    this.help = help;
    this.moving = false;
    this.show(false);
    /**
     * @template {keyof DocumentEventMap} Name
     * @param {Name} name
     * @param {(event: DocumentEventMap[Name]) => unknown} listener
     */
    const listen = (name, listener) => document.addEventListener(name, listener, true);
    listen("pointerdown", () => this.pointed());
    listen("keydown", (event) => (this.moving = MOVES.test(event.key)));
    listen("focusin", ({ target }) => this.moving && this.within(target) && this.show(true));
    document.addEventListener("keydown", (event) => this.typed(event));
  }

  /** True if the map is played by keys. */
  get on() {
    return document.body.dataset.keys === "yes";
  }

  /** @param {boolean} on */
  show(on) {
    document.body.dataset.keys = on ? "yes" : "no";
  }

  /** @param {EventTarget | null} element */
  within(element) {
    return this.home.some((part) => holds(part, element));
  }

  pointed() {
    this.moving = false;
    this.show(false);
  }

  /**
   * Let a letter without another use begin a text in the message field, and a question mark show the keys.
   *
   * @param {KeyboardEvent} event
   */
  typed(event) {
    const letter = [...event.key].length === 1 && event.key !== " ";
    if (!letter || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (
      (event.target instanceof Element && event.target.closest(EDITABLE)) ||
      document.querySelector("dialog[open]")
    )
      return;
    if (event.key !== "?") {
      this.write();
      return;
    }
    event.preventDefault();
    this.help();
  }
}

/**
 * True if a key is a letter or a digit.
 *
 * @param {string} key
 */
export function isLetter(key) {
  return /^[\p{L}\p{N}]$/u.test(key);
}
