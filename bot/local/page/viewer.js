// A large view of pictures, with a way from one to the next. On a map, a tap chooses a place.

import { fill, h, icon } from "./dom.js";
import { pictureOf } from "./places.js";
import { Stage } from "./stage.js";

/** @typedef {{path: string, text: string}} Shown */

/** A picture with cards as its places, which hold no units. */
const CARDS = /\/cards\.png\?/;

export class Viewer {
  /**
   * `ask(place)` asks the bot for the orders at a place of the map.
   *
   * @param {(place: string) => void} ask
   */
  constructor(ask) {
    this.ask = ask;
    /** @type {Shown[]} */
    this.pictures = [];
    this.at = 0;
    /** Time of the first tap of a double tap. */
    this.last = -1000;
    /**
     * The element that opened the viewer.
     *
     * @type {HTMLElement | null}
     */
    this.opener = null;
    /**
     * The tapped place.
     *
     * @type {Wire.Place | null}
     */
    this.chosen = null;
    this.stage = new Stage({
      tap: (place, event) => this.tapped(place, event),
      swipe: (by) => this.step(by),
      drawn: () => (this.dialog.dataset.scale = this.stage.scale.toFixed(3)),
    });
    this.choice = h("button", { type: "button", class: "viewer-choice", on: { click: () => this.askHere() } });
    this.caption = h("p", { class: "viewer-words", tabindex: "0" });
    this.place = h("span", { class: "viewer-place" });
    /**
     * @param {string} name
     * @param {string} label
     * @param {() => void} action
     */
    const button = (name, label, action) =>
      h(
        "button",
        { type: "button", class: "round", "aria-label": label, title: label, on: { click: action } },
        icon(name),
      );
    this.previous = button("left", "Previous picture", () => this.step(-1));
    this.next = button("right", "Next picture", () => this.step(1));
    this.bar = h(
      "div",
      { class: "viewer-bar" },
      this.previous,
      this.place,
      this.next,
      h("span", { class: "viewer-space" }),
      button("minus", "Smaller", () => this.stage.smaller()),
      button("plus", "Larger", () => this.stage.larger()),
      button("fit", "Fit to the window", () => this.stage.fit()),
      button("close", "Close", () => this.dialog.close()),
    );
    this.dialog = h(
      "dialog",
      { class: "viewer", "aria-label": "Picture" },
      this.bar,
      this.stage.element,
      this.choice,
      this.caption,
    );
    this.stage.element.addEventListener("dblclick", (event) => this.stage.toggle(event));
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("close", () => {
      this.dialog.remove();
      this.opener?.focus({ preventScroll: true });
    });
  }

  /**
   * Open the picture with a path among `pictures` ([{path, text}]).
   *
   * @param {Shown[]} pictures
   * @param {string} path
   * @param {HTMLElement | null} opener
   */
  open(pictures, path, opener) {
    this.pictures = pictures;
    this.opener = opener;
    this.at = Math.max(
      0,
      pictures.findIndex((each) => each.path === path),
    );
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.stage.element.focus();
    this.show();
  }

  async show() {
    const { path, text } = this.pictures[this.at];
    fill(this.caption, text || "This picture has no description.");
    this.place.textContent = `${this.at + 1} of ${this.pictures.length}`;
    this.previous.disabled = this.at === 0;
    this.next.disabled = this.at === this.pictures.length - 1;
    this.choose(null);
    this.stage.element.dataset.places = "0";
    const picture = await pictureOf(path);
    const places = CARDS.test(path) ? [] : picture?.places;
    if (this.pictures[this.at].path === path) await this.stage.show({ path, text, ...picture, places });
  }

  /** @param {Wire.Place | null} place */
  choose(place) {
    this.chosen = place;
    this.choice.hidden = !place;
    this.choice.textContent = place ? `${place.name}: show its units and my orders` : "";
    this.stage.mark(place ? { cursor: [place] } : {});
  }

  askHere() {
    const { chosen } = this;
    this.dialog.close();
    if (chosen) this.ask(chosen.name);
  }

  /** @param {number} by */
  step(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.pictures.length) return;
    this.at = to;
    this.show();
  }

  /**
   * Choose a place. A double tap with a finger zooms.
   *
   * @param {Wire.Place | null} place
   * @param {PointerEvent} event
   */
  tapped(place, event) {
    this.choose(place);
    if (event.pointerType !== "touch") return;
    const moment = performance.now();
    const second = moment - this.last < 320;
    this.last = second ? -1000 : moment;
    if (second) this.stage.toggle(event);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -1, PageDown: 1 }[event.key];
    const turns = step && (event.key.startsWith("Page") || !this.stage.zoomed);
    const action = turns ? () => this.step(step) : this.stage.keys(event);
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  }
}
