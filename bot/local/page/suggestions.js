// The list of suggestions above an input. The input keeps the focus. Arrows move, Enter and Tab choose.

import { fill, h, named } from "./dom.js";

/** @typedef {{label: string, detail?: string, take: () => unknown}} Item */

let count = 0;

export class Suggestions {
  /** @param {string} label */
  constructor(label) {
    count += 1;
    this.id = `suggestions${count}`;
    this.list = h("ul", { id: this.id, class: "suggestions", role: "listbox", "aria-label": label, hidden: true });
    /** @type {Item[]} */
    this.items = [];
    this.at = -1;
    this.combined = false;
  }

  get element() {
    return this.list;
  }

  get open() {
    return !this.list.hidden && this.items.length > 0;
  }

  /**
   * Use the list for an input.
   *
   * @param {HTMLElement} input
   */
  serve(input) {
    this.input = input;
    // An input of several lines cannot be a combobox.
    this.combined = input.matches("input");
    if (this.combined) input.setAttribute("role", "combobox");
    else input.setAttribute("aria-haspopup", "listbox");
    if (!this.combined) this.list.tabIndex = 0;
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", this.id);
    this.mark();
  }

  /**
   * Show items {label, detail, take}. The item at `active` is marked, none for -1.
   *
   * @param {Item[]} items
   * @param {number} active
   */
  show(items, active = 0) {
    this.items = items;
    this.at = items.length ? Math.min(active, items.length - 1) : -1;
    fill(
      this.list,
      items.map((item, n) =>
        h(
          "li",
          {
            role: "option",
            id: `${this.id}-${n}`,
            "aria-selected": String(n === this.at),
            // Keeps the focus in the input.
            on: { pointerdown: (event) => event.preventDefault(), click: () => item.take() },
          },
          h("span", {}, named(item.label)),
          item.detail ? h("span", { class: "faint" }, item.detail) : null,
        ),
      ),
    );
    this.list.hidden = !items.length;
    this.mark();
  }

  /**
   * Show a note in place of the list, for example that it is loading or empty.
   *
   * @param {string} text
   */
  say(text) {
    this.items = [];
    this.at = -1;
    fill(this.list, h("li", { class: "faint", role: "presentation" }, text));
    this.list.hidden = false;
    this.mark();
  }

  hide() {
    this.items = [];
    this.at = -1;
    this.list.hidden = true;
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((entry, n) => entry.setAttribute("aria-selected", String(n === this.at)));
    this.list.children[this.at]?.scrollIntoView({ block: "nearest" });
    if (this.combined) this.input?.setAttribute("aria-expanded", String(this.open));
    if (this.at >= 0) this.input?.setAttribute("aria-activedescendant", `${this.id}-${this.at}`);
    else this.input?.removeAttribute("aria-activedescendant");
  }

  /**
   * Handle a key. Returns true if the key was for the list.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!this.open) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      this.at = (this.at + step + this.items.length + (this.at < 0 && step < 0 ? 1 : 0)) % this.items.length;
      this.mark();
    } else if ((event.key === "Enter" || event.key === "Tab") && this.at >= 0 && !event.shiftKey) {
      this.items[this.at].take();
    } else {
      return false;
    }
    event.preventDefault();
    return true;
  }
}
