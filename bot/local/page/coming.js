// The map that is to come: how long it has been drawn, and how much of it has been sent.

import { h } from "./dom.js";

/** A map that comes sooner is not worth a word. */
const SOON_MS = 400;
const TICK_MS = 1000;

export class Coming {
  constructor() {
    this.bar = h("progress", { "aria-label": "The new map" });
    this.words = h("span", {});
    this.element = h("p", { class: "coming", hidden: true }, this.bar, this.words);
    /**
     * When it was asked for, and how much of it is here; null if it is there, or only being drawn.
     *
     * @type {number | null}
     */
    this.since = null;
    /** @type {number | null} */
    this.share = null;
    /**
     * Resolves when the map is there.
     *
     * @type {Promise<void>}
     */
    this.arrival = Promise.resolve();
    /** @type {() => void} */
    this.arrived = () => {};
  }

  /** A map is expected. */
  begin() {
    this.share = null;
    if (this.since === null) {
      this.arrival = new Promise((resolve) => (this.arrived = () => resolve()));
      this.since = performance.now();
    }
    this.tick(SOON_MS);
  }

  /** @param {number} ms */
  tick(ms) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.draw(), ms);
  }

  /**
   * A share of its file has been sent.
   *
   * @param {number} share
   */
  loaded(share) {
    this.share = share;
    if (!this.element.hidden) this.draw();
  }

  draw() {
    if (this.since === null) return;
    const seconds = Math.round((performance.now() - this.since) / 1000);
    const time = seconds > 1 ? ` · ${seconds} s` : "";
    this.element.hidden = false;
    if (this.share === null) this.bar.removeAttribute("value");
    else this.bar.value = this.share;
    this.words.textContent = `${this.share === null ? "The map is being drawn" : "The map is loading"}${time}`;
    this.tick(TICK_MS);
  }

  end() {
    clearTimeout(this.timer);
    this.since = null;
    this.element.hidden = true;
    this.arrived();
  }
}
