// A list with one or several choices: a button that opens it, options with descriptions, for keyboard and thumb.

import { fill, h, icon, named } from "./dom.js";
import { decoration } from "./emoji.js";

/** Most chosen names on a closed list. If more are chosen, it shows their number. */
const NAMED = 3;

/** @typedef {{value: string, label: string, description?: string, emoji?: string | null, default?: boolean}} Option */

/**
 * @typedef {object} PickerOptions
 * @property {string} label
 * @property {() => Option[]} options
 * @property {number} [low]
 * @property {number} [high]
 * @property {boolean} [disabled]
 * @property {(values: string[]) => unknown} [done]
 * @property {boolean} [sends]
 */

let count = 0;

export class Picker {
  /**
   * `options()` returns [{value, label, description, emoji, default}]. `done(values)` gets the choice.
   *
   * @param {PickerOptions} picked
   */
  constructor({ label, options, low = 1, high = 1, disabled = false, done, sends = true }) {
    count += 1;
    this.id = `picker${count}`;
    this.options = options;
    this.low = low;
    this.high = high;
    this.done = done;
    this.sends = sends;
    this.label = label;
    this.chosen = new Set(
      options()
        .filter((option) => option.default)
        .map((option) => option.value),
    );
    this.caption = h("span", { class: "picker-caption" });
    this.opener = h(
      "button",
      {
        type: "button",
        class: "picker-open",
        disabled,
        "aria-expanded": "false",
        "aria-haspopup": "listbox",
        "aria-controls": this.id,
        on: { click: () => this.toggle() },
      },
      this.caption,
      icon("down"),
    );
    this.list = h("ul", {
      id: this.id,
      class: "picker-list",
      role: "listbox",
      "aria-label": label,
      "aria-multiselectable": high > 1 ? "true" : null,
    });
    this.confirm = h(
      "button",
      { type: "button", class: "button primary", on: { click: () => this.finish() } },
      sends ? "Confirm" : "Done",
    );
    this.panel = h(
      "div",
      { class: "picker-panel", hidden: true },
      this.list,
      high > 1 ? this.confirm : null,
    );
    this.element = h("div", { class: "picker" }, this.opener, this.panel);
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.describe();
  }

  get values() {
    return this.options()
      .map((option) => option.value)
      .filter((value) => this.chosen.has(value));
  }

  describe() {
    const names = this.options()
      .filter((option) => this.chosen.has(option.value))
      .map((option) => option.label);
    const told = names.length > NAMED ? `${names.length} chosen` : names.join(", ");
    if (names.length) fill(this.caption, h("small", {}, this.label), h("span", {}, told));
    else fill(this.caption, h("span", { class: "faint" }, this.label));
    this.opener.setAttribute("aria-label", names.length ? `${this.label}: ${names.join(", ")}` : this.label);
  }

  /** @param {boolean} open */
  toggle(open = Boolean(this.panel.hidden)) {
    this.panel.hidden = !open;
    this.opener.setAttribute("aria-expanded", String(open));
    if (!open) return;
    this.show();
    (this.list.querySelector("[aria-selected=true]") ?? this.list.querySelector("li"))?.focus();
    this.panel.scrollIntoView({ block: "nearest" });
  }

  show() {
    fill(
      this.list,
      this.options().map((option) => this.entry(option)),
    );
    this.confirm.disabled = this.chosen.size < this.low || this.chosen.size > this.high;
  }

  /** @param {Option} option */
  entry(option) {
    const selected = this.chosen.has(option.value);
    return h(
      "li",
      {
        role: "option",
        tabindex: "-1",
        "aria-selected": String(selected),
        data: { value: option.value },
        on: { click: () => this.pick(option.value) },
      },
      h(
        "span",
        { class: "tick", "aria-hidden": "true" },
        this.high > 1 ? icon(selected ? "ticked" : "box") : selected ? icon("check") : "",
      ),
      option.emoji ? decoration(option.emoji) : null,
      h(
        "span",
        { class: "picker-words" },
        h("span", {}, named(option.label)),
        option.description ? h("span", { class: "faint" }, option.description) : null,
      ),
    );
  }

  /** @param {string} value */
  pick(value) {
    if (this.high === 1) {
      const again = this.chosen.has(value) && this.low === 0;
      this.chosen = new Set(again ? [] : [value]);
      this.finish();
      return;
    }
    if (this.chosen.has(value)) this.chosen.delete(value);
    else if (this.chosen.size < this.high) this.chosen.add(value);
    this.show();
    this.list.querySelector(`[data-value="${CSS.escape(value)}"]`)?.focus();
  }

  finish() {
    this.toggle(false);
    this.describe();
    this.opener.focus();
    this.done?.(this.values);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.panel.hidden) {
      if (event.key === "ArrowDown" && event.target === this.opener) {
        event.preventDefault();
        this.toggle(true);
      }
      return;
    }
    const entries = [...this.list.querySelectorAll("[role=option]")];
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const move = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      this.toggle(false);
      this.opener.focus();
    } else if (move !== undefined && (at >= 0 || event.key.startsWith("Arrow"))) {
      event.preventDefault();
      entries[(move + entries.length) % entries.length]?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && at >= 0) {
      event.preventDefault();
      this.pick(entries[at].dataset.value ?? "");
    }
  }
}
