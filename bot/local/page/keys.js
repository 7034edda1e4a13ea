// Decides what keys do. No letter gives an order: after a tap or a click, letters go into the message field.
// Players who reach the map by keys find letters on its buttons. A letter presses a button that leads on; a button
// that gives an order only gets the focus by its letter, and Enter presses it.

import { holds } from "./dom.js";

/** Keys by which one moves about. */
const MOVES = /^(Tab|Enter|Escape|Home|End|PageUp|PageDown|Arrow\w+)$/;
const EDITABLE = "input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]";

export class Keys {
  /**
   * `home` are the elements of the map; `write()` lets what is typed go into the writing field; `help()` explains
   * the keys.
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

  /** Whether the map is played by keys. */
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
   * A letter without another use begins a text in the message field, and a question mark shows the keys.
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
 * Whether a key alone could begin a text.
 *
 * @param {string} key
 */
export function isLetter(key) {
  return /^[\p{L}\p{N}]$/u.test(key);
}
