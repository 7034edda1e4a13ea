// The slider through the moments of a game: the map of a moment, and its events.

import { fill, h } from "./dom.js";
import { markdown } from "./markdown.js";

/** @import { Store } from "./store.js" */

const PAUSE_MS = 120;
/** The list of moments below a map: the moment on the screen and the last moment. */
const MOMENTS = /^fs:moments:\d+:(\d+):(\d+)/;
/** The button that reveals or hides secrets after the end of a game. */
const VEIL = /^fp:moment:\d+:\d+:veil/;

export class Moments {
  /**
   * `go(id, moment)` picks a moment in the list with this id, or presses a button. It resolves when the map has loaded.
   *
   * @param {Store} store
   * @param {(id: string | undefined, moment?: number) => Promise<unknown>} go
   */
  constructor(store, go) {
    this.store = store;
    this.go = go;
    this.slider = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Moments of the game" });
    this.slider.addEventListener("input", () => this.moved());
    this.element = h("div", { class: "moments", hidden: true }, this.slider);
    this.words = h("div", { class: "moment-words", role: "status" });
    this.now = h(
      "button",
      { type: "button", class: "button", on: { click: () => this.present() } },
      "The present",
    );
    this.veil = h("button", { type: "button", class: "button", on: { click: () => this.go(this.veiled) } });
    this.caption = h(
      "section",
      { class: "then", "aria-label": "Events of this moment", hidden: true },
      this.words,
      h("div", { class: "then-choices" }, this.now, this.veil),
    );
  }

  /**
   * Show the moment of a map.
   *
   * @param {Wire.Message} message
   */
  take(message) {
    const parts = message.components.flatMap((row) => ("components" in row ? row.components : []));
    const buttons = parts.flatMap((part) => ("custom_id" in part ? [part] : []));
    const [list, veil] = [MOMENTS, VEIL].map((name) => buttons.find((part) => name.test(part.custom_id ?? "")));
    this.list = list?.custom_id;
    const [, shown, last] = (MOMENTS.exec(this.list ?? "") ?? [0, 0, 0]).map(Number);
    this.element.hidden = !last;
    this.slider.max = String(last);
    // A map requested without a moment is the newest, even if a move was made while it was drawn.
    this.past = this.aim !== undefined && shown < last;
    this.last = last;
    this.shown = shown;
    if (!this.waiting && this.wanted === undefined) this.slider.value = String(this.past ? shown : last);
    this.veiled = veil?.custom_id;
    this.veil.hidden = !veil;
    this.veil.textContent = (veil && "label" in veil && veil.label) || "";
    this.now.hidden = !this.past;
    this.caption.hidden = !this.past && !veil;
    fill(this.words, this.past ? markdown(message.content, this.store) : null);
    this.slider.setAttribute("aria-valuetext", this.past ? `Move ${shown} of ${last}` : "The present");
  }

  /**
   * Go to a moment.
   *
   * @param {number} move
   */
  visit(move) {
    this.slider.value = String(move);
    this.wanted = move;
    return this.ask();
  }

  /** Request a moment once the slider rests, one moment at a time. */
  moved() {
    this.wanted = Number(this.slider.value);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE_MS);
  }

  async ask() {
    if (this.waiting || this.wanted === undefined) return;
    this.waiting = true;
    const moment = this.wanted;
    this.wanted = undefined;
    this.aim = moment;
    await this.go(this.list, moment);
    this.waiting = false;
    this.ask();
  }

  present() {
    this.slider.value = String(this.last);
    this.moved();
  }

  /** Return to the present, because the newest map was requested. */
  reset() {
    this.past = false;
    this.aim = undefined;
    this.wanted = undefined;
    this.waiting = false;
    this.caption.hidden = true;
  }
}
