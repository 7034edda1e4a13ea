// The rulebooks: links in the bot's texts, a card with the explanation of a word, and the book itself.

import { announce, fill, h, icon, marked } from "./dom.js";
import { inline } from "./markdown.js";
import { PATIENCE_MS } from "./patience.js";

/** @import { Store } from "./store.js" */

/** @typedef {{kind: "case" | "term", key: string, title: string}} Entry */

/** Milliseconds that the pointer rests on a word before its card appears. */
const REST_MS = 250;
/** Elements whose words never become links. */
const NEVER = "a, button, code, pre, summary, h3, h4, h5";
/** A term that looks like a place of a map, for example the result A3. */
const LIKE_A_PLACE = /^[A-Z]\d+$/;
/** The end of a text after which a capitalised word is part of a name. */
const NAMED = /[\p{Lu}\d][\p{L}\d]* $/u;
/** Most results of a search. */
const MOST_FOUND = 60;

/**
 * Fetch a document of the library. Throws an error if it cannot be read.
 *
 * @param {string} path
 */
async function fetched(path) {
  const response = await fetch(`library/${path}`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error("The rules cannot be read at the moment. Try again.");
  return response.json();
}

export class Handbook {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Wire.Index[]} */
    this.index = [];
    /** True if the terms have loaded, or cannot be loaded. */
    this.settled = false;
    /** @type {Map<string, Promise<Wire.Book>>} */
    this.books = new Map();
    /**
     * The known titles of channels.
     *
     * @type {Map<string, string>}
     */
    this.titles = new Map();
    /** @type {HTMLElement} */
    this.card = h("div", { class: "card-of-rules", role: "tooltip", id: "card-of-rules", hidden: true });
    document.body.append(this.card);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.resting = undefined;
    for (const name of /** @type {const} */ (["pointerover", "focusin"]))
      document.addEventListener(name, (event) => this.over(event));
    for (const name of /** @type {const} */ (["pointerout", "focusout"]))
      document.addEventListener(name, () => this.hide());
    document.addEventListener("click", (event) => this.clicked(event));
    fetched("index.json")
      .then((index) => this.arrive(index))
      .catch(() => {})
      .finally(() => this.ready());
  }

  ready() {
    this.settled = true;
    this.store.onMap?.relink();
  }

  /** @param {Wire.Index[]} index */
  arrive(index) {
    this.index = index;
    this.patterns = new Map(index.map((each) => [each.key, pattern(each, index)]));
    for (const text of document.querySelectorAll(".text[data-channel]"))
      if (text instanceof HTMLElement) this.link(text, text.dataset.channel ?? "");
  }

  /**
   * Return the game title that a channel plays, found by its name in the messages, or "".
   *
   * @param {string} channel
   */
  titleOf(channel) {
    const known = this.titles.get(channel);
    if (known || !channel) return known ?? "";
    for (const { content } of this.store.stream(channel).messages.values()) {
      const found = this.index.find(({ key, name }) =>
        [`${name}:`, `## ${name}\n`, `/${key} `].some((words) => content.includes(words)),
      );
      if (!found) continue;
      this.titles.set(channel, found.key);
      return found.key;
    }
    return "";
  }

  /**
   * Turn rule numbers and terms of the game in a text into links.
   *
   * @param {HTMLElement} text
   * @param {string} channel
   */
  link(text, channel) {
    text.dataset.channel = channel;
    const title = this.titleOf(channel);
    this.mark(text, title);
    return text;
  }

  /**
   * @param {HTMLElement} element
   * @param {string} title
   * @param {Set<string>} said
   */
  mark(element, title, said = new Set()) {
    const found = this.patterns?.get(title || (this.index[0]?.key ?? ""));
    if (!found) return;
    marked(element, NEVER, found, (words, text, index) => {
      if (LIKE_A_PLACE.test(words) && !isExplained(words, text, index)) return null;
      if (NAMED.test(text.data.slice(0, index)) && this.isCapitalised(words, title)) return null;
      const entry = this.entryOf(words, title);
      // A term becomes a link once in a text. Each rule number is a link.
      if (!entry || (entry.kind === "term" && said.has(entry.key))) return null;
      said.add(entry.key);
      return linkTo(entry, words);
    });
  }

  /**
   * True if a term is capitalised although no form of it in the rules is, as in "4th Panzer Group".
   *
   * @param {string} words
   * @param {string} title
   */
  isCapitalised(words, title) {
    const own = this.index.find(({ key }) => key === title);
    return /^\p{Lu}/u.test(words) && this.entryOf(words, title)?.kind === "term" && !(own && words in own.terms);
  }

  /**
   * True if a name belongs to the rules everywhere.
   *
   * @param {string} name
   * @param {string} title
   */
  owns(name, title) {
    return !LIKE_A_PLACE.test(name) && this.entryOf(name, title) !== null;
  }

  /**
   * @param {string} text
   * @param {string} title
   * @returns {Entry | null}
   */
  entryOf(text, title) {
    const own = this.index.find(({ key }) => key === title);
    const home = own?.cases.includes(text) ? own : this.index.find(({ cases }) => cases.includes(text));
    if (home) return { kind: "case", key: text, title: home.key };
    const key = own && Object.entries(own.terms).find(([form]) => form.toLowerCase() === text.toLowerCase())?.[1];
    return key ? { kind: "term", key, title } : null;
  }

  /**
   * @param {string} title
   * @returns {Promise<Wire.Book>}
   */
  book(title) {
    const known = this.books.get(title);
    if (known) return known;
    const coming = fetched(`${title}/book.json`);
    this.books.set(title, coming);
    coming.catch(() => this.books.delete(title));
    return coming;
  }

  // The card beside a word

  /** @param {Event} event */
  over(event) {
    const link = linkAt(event);
    if (!link || (event instanceof PointerEvent && event.pointerType !== "mouse")) return;
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.show(link), REST_MS);
  }

  /** @param {HTMLElement} link */
  async show(link) {
    const { kind, key, title } = entryIn(link);
    const book = await this.book(title).catch(() => null);
    const entry = book && (kind === "case" ? book.cases[key] : book.terms[key]);
    if (!entry || !link.isConnected || !link.matches(":hover, :focus")) return;
    const name = "title" in entry ? `${key}: ${entry.title}` : entry.name;
    fill(this.card, h("b", {}, name), h("p", {}, inline(entry.text, this.store)));
    this.card.hidden = false;
    link.setAttribute("aria-describedby", this.card.id);
    const place = link.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = this.card;
    const below = place.bottom + offsetHeight + 8 < innerHeight;
    this.card.style.left = `${Math.max(8, Math.min(place.left, innerWidth - offsetWidth - 8))}px`;
    this.card.style.top = `${below ? place.bottom + 6 : Math.max(8, place.top - offsetHeight - 6)}px`;
  }

  hide() {
    clearTimeout(this.resting);
    this.card.hidden = true;
  }

  // The book

  /** @param {Event} event */
  clicked(event) {
    const link = linkAt(event);
    if (!link) return;
    event.preventDefault();
    event.stopPropagation();
    this.hide();
    const { kind, key, title } = entryIn(link);
    this.open(title, (reader) => (kind === "case" ? reader.case(key) : reader.term(key)));
  }

  /**
   * Open the book of a title at a page. Without a title, open the choice of titles.
   *
   * @param {string} title
   * @param {(reader: Reader) => void} [at]
   */
  async open(title, at) {
    const shown = document.querySelector("dialog.handbook");
    if (shown instanceof HTMLDialogElement && !this.reader?.element.isConnected) shown.close();
    if (!this.reader?.element.isConnected) this.reader = new Reader(this);
    const { reader } = this;
    try {
      await reader.take(title);
      if (title && at) at(reader);
      else reader.contents();
    } catch (error) {
      reader.fail(error instanceof Error ? error.message : "");
    }
  }
}

/** The dialog that shows the rules. */
class Reader {
  /** @param {Handbook} handbook */
  constructor(handbook) {
    this.handbook = handbook;
    this.title = "";
    /** @type {Wire.Book} */
    this.book = { name: "", chapters: [], cases: {}, terms: {} };
    /**
     * Functions that show the pages opened so far again.
     *
     * @type {(() => void)[]}
     */
    this.before = [];
    this.heading = h("h2", { id: "handbook-title" }, "Rules");
    this.body = h("div", { class: "handbook-body", tabindex: "-1" });
    this.words = h("input", {
      type: "search",
      placeholder: "Search by any word or number",
      "aria-label": "Search the rules",
      autocomplete: "off",
    });
    this.words.addEventListener("input", () => (this.words.value.trim() ? this.search() : this.contents()));
    this.back = h(
      "button",
      { type: "button", class: "button secondary", on: { click: () => this.goBack() } },
      icon("left"),
      " Back",
    );
    const contents = h(
      "button",
      { type: "button", class: "button secondary", on: { click: () => this.contents() } },
      "Contents",
    );
    const close = h(
      "button",
      { type: "button", class: "plain round", "aria-label": "Close", on: { click: () => this.element.close() } },
      icon("close"),
    );
    /** @type {HTMLDialogElement} */
    this.element = h(
      "dialog",
      { class: "sheet handbook", "aria-labelledby": "handbook-title" },
      h("header", {}, this.heading, close),
      h("div", { class: "handbook-ways" }, this.back, contents, this.words),
      this.body,
    );
    this.element.addEventListener("close", () => this.element.remove());
    document.body.append(this.element);
    this.element.showModal();
  }

  /** @param {string} title */
  async take(title) {
    if (title === this.title) return;
    fill(this.body, h("p", { class: "thinking", role: "status" }, "The rules are being opened…"));
    this.title = title;
    this.book = title ? await this.handbook.book(title) : { name: "", chapters: [], cases: {}, terms: {} };
    this.heading.textContent = title ? `Rules of ${this.book.name}` : "Rules";
  }

  /** @param {string} words */
  fail(words) {
    fill(this.body, h("p", { class: "failure", role: "alert" }, words));
  }

  /**
   * Show a page, and keep it for the Back button.
   *
   * @param {() => void} again
   * @param {...import("./dom.js").Child} children
   */
  page(again, ...children) {
    this.before.push(again);
    this.back.hidden = this.before.length < 2;
    fill(this.body, ...children);
    this.handbook.mark(this.body, this.title);
    this.body.scrollTop = 0;
  }

  goBack() {
    this.before.pop();
    this.before.pop()?.();
  }

  contents() {
    this.before = [];
    this.words.value = "";
    if (!this.title) return this.choice();
    const chapters = this.book.chapters.map((chapter) =>
      h("li", {}, to(chapter.name, () => this.chapter(chapter.key))),
    );
    const words = to("The words of the game, explained", () => this.glossary());
    const others = to("The rules of another game", () => this.handbook.open(""));
    this.page(() => this.contents(), h("ol", { class: "handbook-list" }, chapters), h("p", {}, words), h("p", {}, others));
  }

  choice() {
    const titles = this.handbook.index.map(({ key, name }) => h("li", {}, to(name, () => this.handbook.open(key))));
    this.page(() => this.choice(), h("ul", { class: "handbook-list" }, titles));
  }

  /**
   * @param {string} key
   * @param {string} [from] the case to show first
   */
  chapter(key, from) {
    const at = this.book.chapters.findIndex((each) => each.key === key);
    const chapter = this.book.chapters[at];
    const next = this.book.chapters[at + 1];
    const drawn = chapter.drawing
      ? h(
          "figure",
          { class: "handbook-drawing" },
          h("img", { src: `library/${this.title}/${key}.png`, alt: chapter.drawing, loading: "lazy" }),
          h("figcaption", {}, chapter.drawing),
        )
      : null;
    this.page(
      () => this.chapter(key, from),
      h("h3", {}, chapter.name),
      h("p", {}, chapter.text),
      drawn,
      chapter.cases.map((id) => this.paragraph(id)),
      next ? h("p", {}, to(`Next: ${next.name}`, () => this.chapter(next.key))) : null,
    );
    announce(chapter.name);
    if (from) this.body.querySelector(`[data-case="${CSS.escape(from)}"]`)?.scrollIntoView();
  }

  /** @param {string} id */
  paragraph(id) {
    const { title, text } = this.book.cases[id];
    return h("section", { data: { case: id } }, h("h4", {}, `${title} `, h("small", {}, id)), this.said(text));
  }

  /** @param {string} id */
  case(id) {
    const chapter = this.book.chapters.find(({ cases }) => cases.includes(id));
    const whole = chapter && to(`Chapter: ${chapter.name}`, () => this.chapter(chapter.key, id));
    this.page(() => this.case(id), this.paragraph(id), whole ? h("p", {}, whole) : null);
    announce(this.book.cases[id].title);
  }

  /** @param {string} text */
  said(text) {
    return h("p", {}, inline(text, this.handbook.store));
  }

  /** @param {string} key */
  term(key) {
    const { name, text, cases } = this.book.terms[key];
    const said = h("section", {}, h("h3", {}, capital(name)), this.said(text));
    const all = to("All words of the game", () => this.glossary());
    this.page(() => this.term(key), said, cases.map((id) => this.paragraph(id)), h("p", {}, all));
    announce(name);
  }

  glossary() {
    const terms = Object.entries(this.book.terms).sort(([, a], [, b]) => a.name.localeCompare(b.name));
    const entries = terms.map(([key, { name, text }]) => [
      h("dt", {}, to(capital(name), () => this.term(key))),
      h("dd", {}, inline(text, this.handbook.store)),
    ]);
    this.page(() => this.glossary(), h("h3", {}, "The words of the game"), h("dl", { class: "handbook-words" }, entries));
  }

  search() {
    const said = this.words.value.trim();
    const words = said.split(/\s+/).map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, "iu"));
    /** @param {string} text */
    const fits = (text) => words.every((word) => word.test(text));
    const terms = Object.entries(this.book.terms).filter(([, { name, text }]) => fits(`${name} ${text}`));
    const cases = Object.entries(this.book.cases).filter(([id, { title, text }]) => fits(`${id} ${title} ${text}`));
    /** @param {[string, {title: string}]} entry */
    const named = ([id, { title }]) => Number(fits(`${id} ${title}`));
    cases.sort((a, b) => named(b) - named(a));
    const found = [
      ...terms.map(([key, { name, text }]) => result(capital(name), this.said(text), () => this.term(key))),
      ...cases.map(([id, { title, text }]) => result(`${title} (${id})`, this.said(text), () => this.case(id))),
    ];
    const count = found.length === 1 ? "1 place" : `${found.length} places`;
    // New search words replace the results of the search before.
    if (this.before.at(-1) === this.results) this.before.pop();
    this.results = () => {
      this.words.value = said;
      this.search();
    };
    this.page(
      this.results,
      h("p", { role: "status" }, this.title ? `${count} for “${said}”` : "Choose a game first."),
      h("ul", { class: "handbook-found" }, found.slice(0, MOST_FOUND)),
    );
  }
}

/**
 * @param {string} name
 * @param {HTMLElement} text
 * @param {() => void} go
 */
function result(name, text, go) {
  return h("li", {}, to(name, go), text);
}

/**
 * @param {string} words
 * @param {() => unknown} go
 */
function to(words, go) {
  return h("button", { type: "button", class: "handbook-to", on: { click: go } }, words);
}

/** @param {string} text */
function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&");
}

/**
 * Build the pattern of all links in texts of a title. A number without letters is a link only in brackets or in a list
 * there.
 *
 * @param {Wire.Index} own
 * @param {Wire.Index[]} all
 */
function pattern(own, all) {
  const cases = all.flatMap((each) => each.cases);
  const lettered = cases.filter((id) => /^[A-Z]/.test(id));
  const bare = own.cases.filter((id) => /^\d/.test(id));
  const terms = Object.keys(own.terms);
  const parts = [
    `(?<![\\w.-])(?:${any(lettered)})(?![\\w-]|\\.\\w)`,
    ...(bare.length ? [`(?<=[([·] ?|, |; )(?:${any(bare)})(?=[)\\],;:]|\\s|$)`] : []),
    // "Step 2 of 5" counts the steps of a lesson. It is no term of the rules.
    ...(terms.length ? [`(?<![\\w-])(?:${any(terms)})(?![\\w-]| \\d+ of \\d)`] : []),
  ];
  return new RegExp(parts.join("|"), "gi");
}

/**
 * True if a text explains a word that looks like a place: the word is alone in bold, or before a colon.
 *
 * @param {string} words
 * @param {Text} text
 * @param {number} index
 */
function isExplained(words, text, index) {
  return text.parentElement?.textContent === words || text.data[index + words.length] === ":";
}

/** @param {string[]} words */
function any(words) {
  return [...new Set(words)]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join("|");
}

/**
 * @param {Entry} entry
 * @param {string} text
 */
function linkTo({ kind, key, title }, text) {
  return h(
    "button",
    { type: "button", class: kind === "case" ? "of-rules case" : "of-rules term", data: { kind, key, title } },
    text,
  );
}

/** @param {HTMLElement} link */
function entryIn({ dataset }) {
  return { kind: dataset.kind ?? "", key: dataset.key ?? "", title: dataset.title ?? "" };
}

/** @param {Event} event */
function linkAt({ target }) {
  const found = target instanceof Element ? target.closest(".of-rules") : null;
  return found instanceof HTMLElement ? found : null;
}
