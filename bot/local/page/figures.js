// The figures of a place, explained: the bot's answer, which covers a corner of the map.

import { announce, fill, h, icon } from "./dom.js";
import { content } from "./message.js";

/**
 * @import { Quiet } from "./quiet.js"
 * @import { Store } from "./store.js"
 */

/** How long a mouse may take to move from a place to its explanation. */
const LINGER_MS = 500;
/** How long after a finger is lifted its click may arrive. */
const LIFTED_MS = 80;

export class Figures {
  /**
   * @param {Store} store
   * @param {Quiet} quiet
   */
  constructor(store, quiet) {
    this.store = store;
    this.quiet = quiet;
    /** The place that is explained, or "". */
    this.place = "";
    /** True if the explanation disappears when the mouse leaves. */
    this.passing = false;
    this.asked = 0;
    /** @type {Wire.Message | null} */
    this.message = null;
    /** @type {HTMLElement | null} */
    this.opener = null;
    this.body = h("div", { class: "figures-body" });
    const label = "Close the explanation";
    const close = h(
      "button",
      { type: "button", class: "plain round", "aria-label": label, title: label, on: { click: () => this.hide() } },
      icon("close"),
    );
    /** @type {HTMLElement} */
    this.element = h(
      "section",
      { class: "figures", "aria-label": "Figures explained", tabindex: "-1", hidden: true },
      close,
      this.body,
    );
    this.element.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.element.addEventListener("pointerleave", () => this.left());
    this.element.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.hide();
    });
  }

  get open() {
    return !this.element.hidden;
  }

  /**
   * Explain the units and the terrain of a place. A passing explanation disappears when the mouse leaves. Any other one
   * takes the keyboard focus. A finger that is still `down` presses nothing in the explanation that opens under it.
   *
   * @param {string} channel
   * @param {string} place
   * @param {{passing?: boolean, down?: boolean}} how
   */
  async show(channel, place, { passing = false, down = false } = {}) {
    clearTimeout(this.timer);
    if (this.open && this.place === place) return;
    this.hide();
    this.element.classList.toggle("untouched", down);
    const lifted = () => setTimeout(() => this.element.classList.remove("untouched"), LIFTED_MS);
    if (down) for (const name of ["pointerup", "pointercancel"]) addEventListener(name, lifted, { once: true });
    this.place = place;
    this.passing = passing;
    const asked = (this.asked += 1);
    const details = { channel, command: "game show figures", options: { place } };
    await this.quiet.start("slash", details, (message) => this.take(asked, message));
  }

  /**
   * @param {number} asked
   * @param {Wire.Message} message
   */
  take(asked, message) {
    if (asked !== this.asked) return this.quiet.dismiss(message);
    this.message = message;
    /** @type {import("./components.js").Press} */
    const act = {
      click: async () => "",
      select: (custom_id, values) =>
        this.quiet.start(
          "select",
          { channel: message.channel_id, message: message.id, custom_id, values },
          (answer) => this.take(asked, answer),
        ),
    };
    fill(this.body, content(message, this.store, act));
    const before = this.open;
    this.element.hidden = false;
    this.element.dataset.place = this.place;
    this.element.scrollTop = 0;
    announce(this.body.innerText);
    if (this.passing || before) return;
    const { activeElement } = document;
    this.opener = activeElement instanceof HTMLElement ? activeElement : null;
    this.element.focus({ preventScroll: true });
  }

  /** Note that the mouse has left the place or the explanation. */
  left() {
    clearTimeout(this.timer);
    if (this.passing) this.timer = setTimeout(() => this.hide(), LINGER_MS);
  }

  hide() {
    clearTimeout(this.timer);
    this.asked += 1;
    this.place = "";
    if (this.message) this.quiet.dismiss(this.message);
    this.message = null;
    const held = this.element.contains(document.activeElement);
    this.element.hidden = true;
    fill(this.body, null);
    if (held) this.opener?.focus({ preventScroll: true });
    this.opener = null;
  }
}
