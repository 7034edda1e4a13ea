// The events since this person's last order, in a few lines. Each line leads to its moment and place on the map.

import { fill, h, icon } from "./dom.js";
import { inline } from "./markdown.js";

/**
 * @import { Quiet } from "./quiet.js"
 * @import { Action, Store } from "./store.js"
 */

/**
 * `look(move, place)` shows the map after a move. `orders()` asks for the orders.
 *
 * @typedef {object} NewsListener
 * @property {(move: number, place: string) => unknown} look
 * @property {() => unknown} orders
 */

/** How long a window must be hidden before its person counts as away. */
const AWAY_MS = 60_000;
const LINES = /^fs:news:/;
const PANEL = /^fp:panel:/;
const MARK = /^-# Game \d+ · move \d+/m;
/** Buttons that give orders. A player who gives an order has read the news. */
const ORDERS = /^fp:act:/;

export class News {
  /**
   * @param {Store} store
   * @param {Quiet} quiet
   * @param {NewsListener} listener
   */
  constructor(store, quiet, { look, orders }) {
    this.store = store;
    this.quiet = quiet;
    this.look = look;
    this.orders = orders;
    /**
     * The open channel.
     *
     * @type {string | null}
     */
    this.id = null;
    /** True if the news should be requested. */
    this.wanted = false;
    /** When the window was hidden, and whether it has missed a post since. */
    this.left = 0;
    this.missed = false;
    this.list = h("ul", { class: "news-lines" });
    this.heading = h("h2", { class: "news-head" });
    this.element = h(
      "section",
      { class: "news", "aria-label": "News since your last order", hidden: true },
      this.heading,
      h(
        "button",
        {
          type: "button",
          class: "plain round news-close",
          "aria-label": "Close the news",
          title: "Close the news",
          on: { click: () => this.close() },
        },
        icon("close"),
      ),
      this.list,
    );
    store.on("message", ({ message, created }) => {
      if (!created || message.channel_id !== this.id || !MARK.test(message.content)) return;
      this.missed ||= document.hidden;
      this.list.querySelector(".news-now")?.remove();
    });
    store.on("acted", (action) => this.acted(action));
    for (const name of /** @type {const} */ (["commands", "people"])) store.on(name, () => this.ask());
    document.addEventListener("visibilitychange", () => this.turned());
  }

  /**
   * Switch to a channel. Its news are requested if it has unread messages.
   *
   * @param {string | null} id
   */
  show(id) {
    this.id = id;
    this.close();
    this.wanted = Boolean(this.store.channel(id)?.unread);
    this.missed = false;
    this.ask();
  }

  close() {
    this.element.hidden = true;
    fill(this.list);
  }

  /** Note that the window was hidden, or is visible again. */
  turned() {
    if (document.hidden) {
      this.left = Date.now();
      return;
    }
    this.wanted ||= this.missed && Date.now() - this.left >= AWAY_MS;
    this.missed = false;
    this.ask();
  }

  /** @param {Action} action */
  acted({ what, details }) {
    const typed = what === "slash" && !/^game (?!do\b)/.test(details.command ?? "");
    if (details.channel === this.id && (typed || ORDERS.test(details.custom_id ?? ""))) this.close();
  }

  /** True if the bot can be asked for news here. */
  get can() {
    const game = this.store.commandsIn(this.store.channel(this.id)).find(({ name }) => name === "game");
    return this.store.bot.online && Boolean(game?.options?.some(({ name }) => name === "news"));
  }

  ask() {
    if (!this.wanted || !this.id || document.hidden || !this.can) return;
    const { id: channel } = this;
    this.wanted = false;
    this.quiet.start("slash", { channel, command: "game news", options: {} }, (message) => {
      if (channel === this.id) this.draw(message);
      this.quiet.dismiss(message);
    });
  }

  /** @param {Wire.Message} message */
  draw({ content, components }) {
    const parts = components.flatMap((row) => ("components" in row ? row.components : []));
    const named = parts.flatMap((part) => ("custom_id" in part ? [part] : []));
    const select = named.find(({ custom_id }) => LINES.test(custom_id ?? ""));
    const options = select && "options" in select ? [...(select.options ?? [])] : [];
    const asked = named.some(({ custom_id }) => PANEL.test(custom_id ?? ""));
    const [head, ...lines] = content.split("\n");
    this.element.hidden = !options.length;
    fill(this.heading, inline(head, this.store));
    fill(
      this.list,
      lines.map((line) => {
        const text = line.replace(/^- /, "");
        const own = options[0] && text.startsWith(options[0].label.replace(/…$/, ""));
        const to = own ? options.shift()?.value : undefined;
        if (to) return h("li", {}, this.leads(text, to));
        // The line about the player to move disappears with the next post.
        const now = text.startsWith("▶");
        const button = asked && now ? this.button() : null;
        return h(
          "li",
          { class: now ? "news-plain news-now" : "news-plain" },
          h("span", {}, inline(text, this.store)),
          button,
        );
      }),
    );
  }

  /**
   * Build a line that leads to its moment.
   *
   * @param {string} text
   * @param {string} value
   */
  leads(text, value) {
    const [, move, place] = value.split(":");
    return h(
      "button",
      {
        type: "button",
        class: "plain news-line",
        title: place ? `See ${place} after move ${move}` : `See the map after move ${move}`,
        on: { click: () => this.look(Number(move), place) },
      },
      h("span", {}, inline(text, this.store)),
      icon("map"),
    );
  }

  button() {
    return h("button", { type: "button", class: "button", on: { click: () => this.orders() } }, "Your orders");
  }
}
