// The slider through the moments of a game: the map as it was, and what happened then.

import { fill, h } from "./dom.js";
import { markdown } from "./markdown.js";

const PAUSE_MS = 120;
/** The list of moments below a map: the moment that is shown, and the last one. */
const MOMENTS = /^fs:moments:\d+:(\d+):(\d+)/;

export class Moments {
  /** `go(id, moment)` asks for a moment by the list of that name; it resolves when the map is there. */
  constructor(store, go) {
    Object.assign(this, { store, go });
    this.slider = h("input", { type: "range", min: 0, max: 0, step: 1, "aria-label": "Moments of the game" });
    this.slider.addEventListener("input", () => this.moved());
    this.element = h("div", { class: "moments", hidden: true }, this.slider);
    this.words = h("div", { class: "moment-words", role: "status" });
    this.now = h(
      "button",
      { type: "button", class: "button", on: { click: () => this.present() } },
      "Back to the present",
    );
    this.caption = h("section", { class: "then", "aria-label": "What happened then", hidden: true }, this.words, this.now);
  }

  /** Show which moment a map is of. */
  take(message) {
    const list = message.components
      .flatMap((row) => row.components ?? [])
      .find((part) => MOMENTS.test(part.custom_id ?? ""));
    this.list = list?.custom_id;
    const [shown, last] = list ? MOMENTS.exec(list.custom_id).slice(1).map(Number) : [0, 0];
    this.element.hidden = !last;
    this.slider.max = String(last);
    // A map that was asked for without a moment is the newest, even when a move was made while it was drawn.
    this.past = this.aim !== undefined && shown < last;
    this.last = last;
    if (!this.waiting && this.wanted === undefined) this.slider.value = String(this.past ? shown : last);
    this.caption.hidden = !this.past;
    fill(this.words, this.past ? markdown(message.content, this.store) : null);
    this.slider.setAttribute("aria-valuetext", this.past ? `Move ${shown} of ${last}` : "The present");
  }

  /** While the slider is moved, only where it rests is asked for, one moment at a time. */
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

  /** The newest map is asked for: one looks at the present. */
  reset() {
    Object.assign(this, { past: false, aim: undefined, wanted: undefined, waiting: false });
    this.caption.hidden = true;
  }
}
