// Links from the bot's words to the map: the names of its places and units.

import { h, marked } from "./dom.js";

/** @import { Handbook } from "./handbook.js" */

/** Elements whose words never become links. */
const NEVER = "a, button, code, pre, summary";
const LINK = ".on-the-map";
/** The name of a unit that has left the map. */
const GONE = ".off-the-map";
/** Elements in which arrow keys move between links. Tab reaches one link of each. */
const GROUPS = ".messages, .hand-words, .board-call";
/** Lines whose places are marked together. */
const LINES = ".text .line, .text > p, .text li";
/** @type {Record<string, number>} */
const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

export class OnMap {
  /**
   * `look(place)` shows a place of the map, and `mark(places)` marks places.
   *
   * @param {Handbook} handbook
   * @param {{look: (place: string) => unknown, mark?: (places: string[]) => unknown}} map
   */
  constructor(handbook, { look, mark = () => {} }) {
    this.handbook = handbook;
    this.look = look;
    this.mark = mark;
    /** The marked places. */
    this.marked = "";
    /**
     * The channel of the map, the places on it, the places by all their names, and a pattern of these names.
     *
     * @type {string | null}
     */
    this.channel = null;
    /** @type {Wire.Place[]} */
    this.shown = [];
    /** @type {Map<string, string>} */
    this.places = new Map();
    /**
     * The full names of everything that has been on the map, by all their names. "" for a name with several meanings.
     *
     * @type {Map<string, string>}
     */
    this.past = new Map();
    /** @type {RegExp | null} */
    this.pattern = null;
    this.waiting = 0;
    document.addEventListener("click", (event) => this.clicked(event));
    for (const name of /** @type {const} */ (["pointerover", "focusin", "click"]))
      document.addEventListener(name, ({ target }) => this.pointAt(target));
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("focusin", ({ target }) => linkAt(target) && this.settle(linkAt(target)));
  }

  /**
   * Use the places of a new map.
   *
   * @param {string | null} channel
   * @param {Wire.Place[]} places
   */
  know(channel, places) {
    if (channel !== this.channel) this.past = new Map(JSON.parse(localStorage.getItem(kept(channel)) ?? "[]"));
    this.channel = channel;
    this.shown = places;
    this.remember();
    this.relink();
  }

  /** Store the names of all units and places on the map, for texts about units that leave it. */
  remember() {
    const before = this.past.size;
    for (const { names } of this.shown)
      for (const name of names) {
        const whole = fullOf(names, name);
        const known = this.past.get(name) ?? whole;
        this.past.set(name, known === whole ? whole : "");
      }
    if (this.past.size > before) localStorage.setItem(kept(this.channel), JSON.stringify([...this.past]));
  }

  /**
   * Return the names of units that have left the map.
   *
   * @returns {string[]}
   */
  gone() {
    if (!this.places.size) return [];
    const here = new Set(this.shown.flatMap(({ names }) => names));
    const title = this.handbook.titleOf(this.channel ?? "");
    return [...this.past.keys()].filter(
      (name) => this.past.get(name) && !here.has(name) && !this.handbook.owns(name, title),
    );
  }

  /** Update the links in all texts. Names become links only when the terms of the rules are known. */
  relink() {
    const known = this.handbook.settled ? this.shown : [];
    this.places = this.called(known, this.handbook.titleOf(this.channel ?? ""));
    const names = [...this.places.keys(), ...this.gone()].sort((a, b) => b.length - a.length);
    this.pattern = names.length ? alone(names.map(literal)) : null;
    for (const text of document.querySelectorAll(".text[data-channel]"))
      if (text instanceof HTMLElement) this.link(text, text.dataset.channel ?? "");
  }

  /**
   * Return the places by their names. A name of several places, or a term of the rules, is left out.
   *
   * @param {Wire.Place[]} places
   * @param {string} title
   */
  called(places, title) {
    /** @type {Map<string, string>} */
    const found = new Map();
    const several = new Set();
    for (const { name, names } of places)
      for (const each of names) {
        if (found.has(each) && found.get(each) !== name) several.add(each);
        found.set(each, name);
      }
    for (const name of several) found.delete(name);
    for (const { name } of places) found.set(name, name);
    for (const name of [...found.keys()]) if (this.handbook.owns(name, title)) found.delete(name);
    return found;
  }

  /**
   * Return the full name of a unit or place. Texts also omit the side of a unit, and begin a list of units with the
   * plural.
   *
   * @param {string} name
   */
  full(name) {
    const at = this.places.get(name);
    const names = this.shown.find((place) => place.name === at)?.names ?? [];
    return at ? fullOf(names, name) : this.past.get(name) || name;
  }

  /**
   * Turn the names in a text into links, and turn links whose unit has left the map back into words.
   *
   * @param {HTMLElement} text
   * @param {string} channel
   */
  link(text, channel) {
    if (channel !== this.channel) return text;
    for (const link of text.querySelectorAll(`${LINK}, ${GONE}`))
      if (link.matches(LINK) !== this.places.has(link.textContent)) unlink(link);
    if (this.pattern) marked(text, `${NEVER}, ${GONE}`, this.pattern, (name) => this.made(name));
    cancelAnimationFrame(this.waiting);
    this.waiting = requestAnimationFrame(() => this.settle());
    return text;
  }

  /**
   * Return a link to a place of the map, or the plain name of a unit that has left it.
   *
   * @param {string} name
   */
  made(name) {
    return this.places.has(name) ? linkTo(name) : h("span", { class: "off-the-map" }, name);
  }

  /**
   * Let Tab reach one link of each group: the focused link, else the link focused last, else the newest.
   *
   * @param {HTMLElement | null} focused
   */
  settle(focused = null) {
    for (const group of document.querySelectorAll(GROUPS)) {
      const links = [...group.querySelectorAll(LINK)].filter((link) => link instanceof HTMLElement);
      const own = focused && group.contains(focused) ? focused : null;
      const reached = own ?? links.find((link) => link.dataset.reached && seen(link)) ?? links.findLast(seen);
      for (const link of links) {
        if (link === own) link.dataset.reached = "yes";
        else if (own) delete link.dataset.reached;
        link.tabIndex = link === reached ? 0 : -1;
      }
    }
  }

  /**
   * Mark the places of a line under the pointer, tapped or reached by keys. A link marks only its own place.
   *
   * @param {EventTarget | null} target
   */
  pointAt(target) {
    const line = target instanceof Element ? (linkAt(target) ?? target.closest(LINES)) : null;
    const links = line?.matches(LINK) ? [line] : [...(line?.querySelectorAll(LINK) ?? [])];
    const places = [...new Set(links.map((link) => this.places.get(link.textContent) ?? "").filter(Boolean))];
    if (places.join(" ") === this.marked) return;
    this.marked = places.join(" ");
    this.mark(places);
  }

  /** @param {MouseEvent} event */
  clicked({ target }) {
    const place = this.places.get(linkAt(target)?.textContent ?? "");
    if (place) this.look(place);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const link = linkAt(event.target);
    const step = STEPS[event.key];
    if (!link || !step || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const links = [...(link.closest(GROUPS)?.querySelectorAll(LINK) ?? [])].filter(seen);
    const next = links[links.indexOf(link) + step];
    if (next instanceof HTMLElement) next.focus();
  }
}

/**
 * Return a pattern of names that are not part of a longer word or number.
 *
 * @param {string[]} names
 */
function alone(names) {
  return new RegExp(`(?<![\\p{L}\\p{N}/-])(?:${names.join("|")})(?![\\p{L}\\p{N}]|[-/]\\p{N})`, "gu");
}

/**
 * Escape a name for a pattern.
 *
 * @param {string} name
 */
function literal(name) {
  return name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/**
 * Return the full name among the names of a place. Texts omit the side of a unit, and begin a list with the plural.
 *
 * @param {string[]} names
 * @param {string} name
 */
function fullOf(names, name) {
  const one = name.replace(/s (?=\d+$)/, " ");
  return names.find((each) => each === one || each.endsWith(` ${one}`)) ?? name;
}

/**
 * Return the storage key for the names of a channel's map.
 *
 * @param {string | null} channel
 */
function kept(channel) {
  return `names:${channel}`;
}

/** @param {string} name */
function linkTo(name) {
  return h("button", { type: "button", class: "on-the-map", tabindex: "-1", title: `See ${name} on the map` }, name);
}

/** @param {Element} link */
function unlink(link) {
  const whole = link.closest(".unbroken") ?? link;
  const { parentNode } = whole;
  whole.replaceWith(whole.textContent);
  parentNode?.normalize();
}

/**
 * True if an element is visible.
 *
 * @param {Element} element
 */
function seen(element) {
  return element.checkVisibility();
}

/** @param {EventTarget | null} target */
function linkAt(target) {
  const found = target instanceof Element ? target.closest(LINK) : null;
  return found instanceof HTMLElement ? found : null;
}
