// This person's games in the side bar: whose move it is, since when, and the opponents. The bot lists them line by
// line.

import { fill, h, icon } from "./dom.js";
import { inline } from "./markdown.js";
import { DM, FORUM } from "./store.js";

/**
 * @import { Quiet } from "./quiet.js"
 * @import { Store } from "./store.js"
 */

const PAUSE_MS = 700;
const LINE = /\*\*(.+?)\*\* .*?<#(\d+)>: (.+)$/;
const MARK = /^-# Game \d+/m;

export class Games {
  /**
   * `seen()` is true if the side bar is visible. Otherwise nothing is requested.
   *
   * @param {Store} store
   * @param {Quiet} quiet
   * @param {(channel: string) => void} go
   * @param {() => boolean} seen
   */
  constructor(store, quiet, go, seen) {
    this.store = store;
    this.quiet = quiet;
    this.go = go;
    this.seen = seen;
    this.list = h("ul", { class: "channels" });
    this.element = h(
      "section",
      { "aria-label": "Your games", hidden: true },
      h("h2", {}, "Your games"),
      this.list,
    );
    store.on("hello", () => this.soon());
    store.on("commands", () => this.soon());
    store.on("message", ({ message }) => MARK.test(message.content) && this.soon());
    document.addEventListener("visibilitychange", () => this.missed && this.soon());
  }

  /** The channel in which the bot can be asked for the list, or null. */
  get channel() {
    /** @param {Wire.Command} command */
    const knows = (command) =>
      command.name === "game" && command.options?.some((option) => option.name === "mine");
    if (!this.store.commands.guild.some(knows)) return null;
    return this.store.channels.find(({ type, archived }) => type !== DM && type !== FORUM && !archived) ?? null;
  }

  /** Update the list when the side bar opens. */
  opened() {
    if (this.missed) this.ask();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), PAUSE_MS);
  }

  ask() {
    this.missed = document.hidden || !this.seen();
    if (this.missed || !this.channel) return;
    this.quiet.start("slash", { channel: this.channel.id, command: "game mine", options: {} }, (message) => {
      this.draw(message.content);
      this.quiet.dismiss(message);
    });
  }

  /** @param {string} text */
  draw(text) {
    const games = text
      .split("\n")
      .map((line) => LINE.exec(line))
      .filter((found) => found !== null);
    this.element.hidden = !games.length;
    fill(
      this.list,
      games.map(([, name, id, state]) => this.entry(name, id, state)),
    );
  }

  /**
   * @param {string} name
   * @param {string} id
   * @param {string} state
   */
  entry(name, id, state) {
    const mine = state.includes("**your move**");
    return h(
      "li",
      {},
      h(
        "a",
        { class: mine ? "channel game waits" : "channel game", href: `#${id}`, on: { click: () => this.go(id) } },
        icon(mine ? "medal" : "table"),
        h(
          "span",
          { class: "game-words" },
          h("b", {}, name),
          h("span", { class: "faint" }, inline(state, this.store)),
        ),
      ),
    );
  }
}
