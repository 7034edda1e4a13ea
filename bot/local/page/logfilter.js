// A filter for the log: only events of a unit, a place or a turn, or only fights. It hides loaded lines and requests
// nothing.

import { announce, fill, h } from "./dom.js";

/** Public messages of the bot and of people. Private messages always stay. */
const MESSAGES = ".message:not(.ephemeral)";
/** The parts of a text that are separate lines. */
const LINES = ".text .line, .text > p:not(:has(> .line)), .text li, .text > :is(h1, h2, h3, blockquote)";
const NAMED = ":is(.on-the-map, .off-the-map)";
/** The start of a line of dice. Such a line belongs to the line before. */
const CONTINUES = /^(?:🎲|🛡)/u;
/** Rule numbers in the small print about dice. */
const CITES = /\[[A-Z]+-/;
/** The mark of a post: game and move. */
const MARK = /^Game \d+ · move \d+/;
const DICE = "🎲";
/** The signs of an attack, even if its place or unit has left the map. */
const ATTACK = /⚔|💥|💣|🔥|🎯|🛡/u;
const TURN = /^((?:Round|Turn) \d+)\b(?: of|,)/;

/**
 * The lines of an event, and its turn, as in "Round 2".
 *
 * @typedef {{lines: Element[], turn: string}} Told
 */

export class LogFilter {
  /**
   * @param {HTMLElement} list the list of messages
   * @param {(name: string) => string} full returns the full name of a link's unit or place
   */
  constructor(list, full) {
    this.list = list;
    this.full = full;
    this.waiting = 0;
    /** @param {string} label */
    const select = (label) => h("select", { "aria-label": label, on: { change: () => this.apply(true) } });
    this.names = select("Only events of a unit or place");
    this.turns = select("Only events of a turn");
    this.fights = h("input", { type: "checkbox", on: { change: () => this.apply(true) } });
    this.all = h("button", { type: "button", class: "button", on: { click: () => this.clear() } }, "Show all");
    this.summary = h("summary", {}, "Filter");
    this.element = h(
      "details",
      { class: "log-filter", hidden: true },
      this.summary,
      h(
        "div",
        { class: "log-filter-choices" },
        this.names,
        this.turns,
        h("label", {}, this.fights, "Fights only"),
        this.all,
      ),
    );
    new MutationObserver(() => this.later()).observe(list, { childList: true, subtree: true });
    this.element.addEventListener("toggle", () => this.element.open && this.offer());
  }

  get on() {
    return Boolean(this.names.value || this.turns.value || this.fights.checked);
  }

  clear() {
    this.reset();
    this.apply(true);
    this.summary.focus();
  }

  /** Show all events again, for example for another table. */
  reset() {
    for (const select of [this.names, this.turns]) fill(select);
    this.fights.checked = false;
    this.element.open = false;
  }

  later() {
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.apply());
  }

  /** The events of the log, in order. */
  get told() {
    /** @type {Told[]} */
    const found = [];
    let turn = "";
    for (const message of this.list.querySelectorAll(MESSAGES)) {
      let fresh = true;
      for (const line of message.querySelectorAll(LINES)) {
        const words = line.textContent.trim();
        turn = TURN.exec(words)?.[1] ?? turn;
        if (MARK.test(words)) continue;
        if (!fresh && goesOn(line, words)) found[found.length - 1].lines.push(line);
        else found.push({ lines: [line], turn });
        fresh = false;
      }
    }
    return found;
  }

  /** @param {Iterable<Element>} links */
  named(links) {
    return [...links].map((link) => this.full(link.textContent));
  }

  /** Offer the names and turns of the log. */
  offer() {
    const names = new Set(this.named(this.list.querySelectorAll(`${MESSAGES} ${NAMED}`)));
    const turns = new Set(this.told.map(({ turn }) => turn));
    const sorted = [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
    offered(this.names, "All units and places", sorted);
    offered(this.turns, "All turns", [...turns].filter(Boolean));
  }

  /**
   * Hide the lines that the filter excludes.
   *
   * @param {boolean} [anew] true if the person has changed the filter
   */
  apply(anew = false) {
    const { told, on } = this;
    this.element.hidden = !on && !this.list.querySelector(`${MESSAGES} :is(${NAMED}, .line)`);
    this.list.classList.toggle("filtered", on);
    const wanted = on ? told.filter((each) => this.wants(each)) : told;
    const shown = new Set(wanted.flatMap(({ lines }) => lines));
    for (const line of this.list.querySelectorAll(`${MESSAGES} :is(${LINES})`))
      line.classList.toggle("filtered-out", !shown.has(line));
    for (const message of this.list.querySelectorAll(MESSAGES))
      message.classList.toggle("filtered-out", on && !message.querySelector(`:is(${LINES}):not(.filtered-out)`));
    const chosen = [this.names.value, this.turns.value, this.fights.checked && "fights"].filter(Boolean).join(" · ");
    const summary = chosen ? `Filter: ${chosen}` : "Filter";
    if (this.summary.textContent !== summary) this.summary.textContent = summary;
    this.all.hidden = !on;
    if (anew) announce(on ? `${wanted.length} ${wanted.length === 1 ? "event" : "events"}.` : "All events.");
  }

  /** @param {Told} event */
  wants({ lines, turn }) {
    const name = this.names.value;
    const links = lines.flatMap((line) => [...line.querySelectorAll(NAMED)]);
    const words = lines.map((line) => line.textContent).join("\n");
    if (this.turns.value && turn !== this.turns.value) return false;
    if (name && !this.named(links).includes(name)) return false;
    return !this.fights.checked || (words.includes(DICE) && (links.length > 0 || ATTACK.test(words)));
  }
}

/**
 * True if a line continues the event of the line before: dice, and small print about them.
 *
 * @param {Element} line
 * @param {string} words
 */
function goesOn(line, words) {
  return line.classList.contains("subtext") ? CITES.test(words) : CONTINUES.test(words);
}

/**
 * Offer values in a list, and keep the chosen value.
 *
 * @param {HTMLSelectElement} select
 * @param {string} all
 * @param {string[]} values
 */
function offered(select, all, values) {
  const { value } = select;
  const options = values.includes(value) || !value ? values : [value, ...values];
  fill(select, h("option", { value: "" }, all), options.map((each) => h("option", { value: each }, each)));
  select.value = value;
}
