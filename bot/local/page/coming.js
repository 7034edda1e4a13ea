// The progress of the next map: how long it has been drawn, and how much of its file has loaded.

import { h } from "./dom.js";

/** A map that arrives sooner needs no progress bar. */
const SOON_MS = 400;
const TICK_MS = 1000;

export class Coming {
  constructor() {
    this.bar = h("progress", { "aria-label": "The new map" });
    this.words = h("span", {});
    this.element = h("p", { class: "coming", hidden: true }, this.bar, this.words);
    /**
     * When the map was requested, and the loaded share of its file. Null if no map is expected, or if the bot still
     * draws it.
     *
     * @type {number | null}
     */
    this.since = null;
    /** @type {number | null} */
    this.share = null;
    /**
     * Resolves when the map has loaded.
     *
     * @type {Promise<void>}
     */
    this.arrival = Promise.resolve();
    /** @type {() => void} */
    this.arrived = () => {};
  }

  /** Note that a map was requested. */
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
   * Show the share of the file that has loaded, from 0 to 1.
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
