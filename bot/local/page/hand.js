// The hand: the bot's answer to a tap on the map, with its orders as buttons and stacks that unfold.

import { announce, fill, h, icon } from "./dom.js";
import { layout } from "./layout.js";
import { content } from "./message.js";
import { mapFile } from "./mapfile.js";
import { free } from "./network.js";

/**
 * @import { Press } from "./components.js"
 * @import { Child } from "./dom.js"
 * @import { Quiet } from "./quiet.js"
 * @import { Store } from "./store.js"
 */

/**
 * Where the picture of the hand is: on the map, place on place, before the map as faces of cards, or not shown there.
 *
 * @typedef {"map" | "cards" | ""} Laid
 */

/**
 * `below()` returns the file of the map on the screen. `lay(picture)` puts a picture over the map and resolves to its
 * position there. `free(held)` runs when the hand is cleared; `held` is true if it had the keyboard focus. `again()`
 * asks again for the orders at the tapped place.
 *
 * @typedef {object} HandListener
 * @property {() => import("./mapfile.js").MapFile | null} below
 * @property {(picture: Wire.Picture | null) => Promise<Laid>} lay
 * @property {(held: boolean) => void} free
 * @property {() => void} again
 */

/** Label of the button that gives the order as shown. Other green buttons act at once as well. */
const ORDER = /^do it$/i;
/** Labels of buttons that give the order, as shown or with a change. */
const GIVES = /^do it\b/i;
/**
 * The button that lists all orders. It follows an answer without orders, or a note that it is another player's move.
 */
const PANEL = /^fp:panel:\d+$/;
/** The button of an unfinished order. */
const BACK = /Start again$/;
/** Labels of buttons that give no order now. They come last and may need scrolling. */
const ASIDE = /(Start again|Standing orders|Plan|Refresh)$/;
/** Share of the height that a long text keeps, and the pixels that a shorter text keeps. */
const SHARE = 0.52;
const LEAST = 90;
/** A label with more letters needs three lines at half the width of a row. */
const HALF = 54;
/** How the bot begins a question, or names the winner. */
const ASKS = /^(Your orders|The game is over|➜)/;
/** How a step of a lesson begins that names a unit first. */
const CHOOSES = /^➜ Choose “/;
/** How a step of a lesson begins. The whole step stays visible. */
const STEP = /^Step \d+ of \d/;
/** Height in pixels above which a text is long, so that a few lines of it are not enough. */
const LONG = 144;
/** The lines of a text. */
const LINES = ".line, p:not(:has(> .line))";
/** The bot's mark for a tap that belongs to an earlier moment. */
const OVERTAKEN = "(FP-moved)";
/** The ids of picks that continue an order. Picks of a list show this in their value instead. */
const BEGUN = /^f[ps]:(?!goal:)\w+:\d+:\d+:[^:]/;
/** Ids of buttons that only open or show something. All others give an order or change something. */
const LEADS = /^f[ps]:(more|panel|orders|plan|board|hand|status|hint|goal|pick|some|rest|moment|moments|film):/;
const MOMENT = /^f[ps]:\w+:\d+:(\d+)/;

export class Hand {
  /**
   * @param {Store} store
   * @param {Quiet} quiet
   * @param {HandListener} listener
   */
  constructor(store, quiet, { below, lay, free, again }) {
    this.store = store;
    this.quiet = quiet;
    this.below = below;
    this.lay = lay;
    this.free = free;
    this.again = again;
    /** @type {Map<string, Wire.Message>} */
    this.messages = new Map();
    /**
     * The message of the conversation that is shown in the hand, and the message with the picture.
     *
     * @type {string | null}
     */
    this.adopted = null;
    /** @type {Wire.Message | undefined} */
    this.pictured = undefined;
    /** True if the answer is about a place, if it replaces the contents, and if a button or pick was used. */
    this.ofPlace = false;
    this.fresh = false;
    this.picked = false;
    store.on("forgotten", () => this.empty || this.clear());
    store.on("message", ({ message }) => this.adopted === message.id && this.take(message));
    store.on("message", () => requestAnimationFrame(() => this.unrepeat()));
    /** @type {Wire.Place[]} */
    this.places = [];
    /** @type {Set<Promise<unknown>>} */
    this.running = new Set();
    this.owed = 0;
    this.asked = 0;
    this.turn = 0;
    /** Aborts the download of a picture. */
    this.wanted = new AbortController();
    /**
     * Letter keys of buttons, by their verbs.
     *
     * @type {Map<string, string>}
     */
    this.letters = new Map();
    this.latest = 0;
    this.since = 0;
    this.words = h("div", { class: "hand-words" });
    this.unfolded = h("div", { class: "row unfolded", role: "group", hidden: true });
    this.failure = h("p", { class: "failure", role: "alert", hidden: true });
    this.element = h(
      "section",
      { class: "hand", "aria-label": "In hand", hidden: true, tabindex: "-1" },
      h(
        "button",
        {
          type: "button",
          class: "plain round hand-close",
          "aria-label": "Close",
          title: "Close (Escape)",
          on: { click: () => this.clear() },
        },
        icon("close"),
      ),
      this.unfolded,
      this.words,
      this.failure,
    );
    new ResizeObserver(() => this.makeRoom()).observe(this.element);
  }

  get empty() {
    return this.element.hidden;
  }

  /** Wait until every request has been answered and shown. */
  async settled() {
    while (this.running.size) await Promise.allSettled([...this.running]);
  }

  /**
   * @template Result
   * @param {Promise<Result>} work
   * @returns {Promise<Result>}
   */
  track(work) {
    this.running.add(work);
    work.finally(() => this.running.delete(work));
    return work;
  }

  /**
   * Send a request. Its answer replaces the contents of the hand.
   *
   * @param {Wire.Begins} what
   * @param {Wire.Details} details
   */
  ask(what, details) {
    return this.track(this.asks(what, details));
  }

  /**
   * @param {Wire.Begins} what
   * @param {Wire.Details} details
   */
  async asks(what, details) {
    const asked = (this.asked += 1);
    this.ofPlace = details.command === "game at";
    this.begin();
    /** @param {Wire.Message} message */
    const take = (message) => {
      if (asked !== this.asked) return this.quiet.dismiss(message);
      if (this.fresh) this.forget();
      this.fresh = false;
      this.take(message);
    };
    const failed = await this.quiet.start(what, details, take, (late) => asked === this.asked && this.say(late));
    if (asked === this.asked) this.end(failed);
  }

  /** Start a request. The old contents stay until the answer arrives. */
  begin() {
    this.fresh = true;
    this.picked = false;
    this.owe();
  }

  /** Note that an answer is expected. */
  owe() {
    this.owed += 1;
    this.unfold(null);
    this.element.setAttribute("aria-busy", "true");
  }

  /** @param {string} failed */
  end(failed) {
    this.owed = Math.max(0, this.owed - 1);
    this.element.removeAttribute("aria-busy");
    this.say(failed);
  }

  /** @param {string} failed */
  say(failed) {
    this.failure.hidden = !failed;
    this.failure.textContent = failed;
    if (failed) this.element.hidden = false;
  }

  /**
   * Use a button or a place of the picture in a message of the hand.
   *
   * @param {Wire.Begins} what
   * @param {Wire.Message} message
   * @param {Wire.Details} details
   */
  use(what, message, details) {
    return this.track(this.uses(what, message, details));
  }

  /**
   * @param {Wire.Begins} what
   * @param {Wire.Message} message
   * @param {Wire.Details} details
   */
  async uses(what, message, details) {
    const asked = this.asked;
    this.picked = true;
    /** @param {Wire.Message} answer */
    const same = (answer) => (asked === this.asked ? this.take(answer) : this.quiet.dismiss(answer));
    this.owe();
    const at = { channel: message.channel_id, message: message.id };
    /** @param {string} failed */
    const late = (failed) => asked === this.asked && this.say(failed);
    const failed = await this.quiet.start(what, { ...at, ...details }, same, late);
    if (asked === this.asked) this.end(failed);
  }

  /**
   * Show a message of the conversation in the hand. It also stays in the conversation.
   *
   * @param {Wire.Message} message
   */
  adopt(message) {
    this.asked += 1;
    this.forget();
    this.adopted = message.id;
    this.take(message);
  }

  /**
   * Use a place of the picture. If the game has moved on meanwhile, ask for the current orders.
   *
   * @param {Wire.Pick} pick
   */
  async tap(pick) {
    if (!this.pictured) return;
    await this.use("tap", this.pictured, { custom_id: pick.id, value: pick.value });
    if (this.overtaken) this.again();
  }

  // Contents

  /** @param {Wire.Message} message */
  take(message) {
    const known = this.messages.get(message.id);
    this.messages.set(message.id, message);
    this.since = this.latest;
    this.draw();
    const said = [...this.words.querySelectorAll(".text")].map((part) => part.innerText).join(" ");
    if (known?.content !== message.content) announce(said);
  }

  draw() {
    /**
     * @param {Wire.Message} message
     * @returns {Press}
     */
    const act = (message) => ({
      click: (custom_id) => this.use("click", message, { custom_id }),
      select: (custom_id, values) => this.use("select", message, { custom_id, values }),
    });
    this.element.hidden = false;
    this.refill([...this.messages.values()].map((message) => content(message, this.store, act(message))));
    // A picture stays hidden until it is known whether it fits over the map.
    for (const gallery of this.words.querySelectorAll(".gallery")) gallery.hidden = true;
    gather(this.words);
    setApart(this.words);
    this.element.classList.toggle("light", this.light);
    this.unrepeat();
    this.element.scrollTop = 0;
    this.makeRoom();
    this.letter();
    this.layPicture();
  }

  /** Hide the step of a lesson in the newest post beside it, while it is in hand. */
  unrepeat() {
    for (const line of document.querySelectorAll(".messages .in-hand")) line.classList.remove("in-hand");
    const step = this.empty ? null : this.words.querySelector(".question.step");
    if (!layout.wide || !step) return;
    const post = [...document.querySelectorAll(".messages .message:not(.ephemeral) .text")].at(-1);
    const said = [...step.querySelectorAll(LINES)].map((line) => plain(line.textContent));
    for (const line of post?.querySelectorAll(LINES) ?? [])
      line.classList.toggle("in-hand", said.includes(plain(line.textContent)));
  }

  /** Abort the download of a picture. */
  defer() {
    delete this.element.dataset.laying;
    this.wanted.abort();
    this.wanted = new AbortController();
    return (this.turn += 1);
  }

  /** Lay the first picture that is a map over the map, and hide it here. */
  layPicture() {
    const laid = this.track(this.laying());
    const { turn } = this;
    this.element.dataset.laying = "yes";
    return laid.finally(() => turn === this.turn && delete this.element.dataset.laying);
  }

  async laying() {
    const turn = this.defer();
    const figures = [...this.words.querySelectorAll(".picture")];
    /** @type {Wire.Picture | null} */
    let picture = null;
    let found = null;
    for (const figure of figures) {
      const { path = "", text = "" } = figure.dataset;
      const { signal } = this.wanted;
      await free();
      const read = await mapFile(path, this.below(), { signal });
      if (turn !== this.turn) return;
      if (!read?.places.length) continue;
      picture = { ...read, text };
      found = figure;
      break;
    }
    this.pictured = [...this.messages.values()].find(({ attachments }) => attachments.length);
    this.places = picture?.places ?? [];
    const laid = await this.lay(picture);
    if (turn !== this.turn) return;
    for (const gallery of this.words.querySelectorAll(".gallery")) gallery.hidden = false;
    if (found) (found.closest(".gallery") ?? found).hidden = Boolean(laid);
    this.element.classList.toggle("faces", laid === "cards");
    this.arrange(laid === "map");
  }

  /**
   * Put buttons that the map offers as well behind the others: goals that are alone in their place, and all units while
   * no order has begun, because a stack unfolds.
   *
   * @param {boolean} laid
   */
  arrange(laid) {
    const offered = laid ? this.pickable.filter(({ picks }) => picks.length === 1 || !this.begun) : [];
    const tapped = new Set(offered.flatMap(({ picks }) => picks.map(({ id }) => id)));
    for (const row of this.words.querySelectorAll(".row")) {
      const ids = [...row.querySelectorAll("[data-custom]")].map(({ dataset }) => dataset.custom ?? "");
      row.classList.toggle("on-map", ids.length > 0 && ids.every((id) => tapped.has(id)));
    }
    const next = wanted(this.words);
    for (const button of this.words.querySelectorAll(".gathered > .button")) {
      button.classList.toggle("wanted", button === next);
      button.classList.toggle("on-map", button !== next && tapped.has(button.dataset.custom ?? ""));
    }
    this.makeRoom();
  }

  /** Share the height between texts and buttons. A text that scrolls gets keyboard focus. */
  makeRoom() {
    this.shareRoom();
    for (const text of this.words.querySelectorAll(":scope > .text")) {
      if (text.scrollHeight > text.clientHeight + 1) text.tabIndex = 0;
      else text.removeAttribute("tabindex");
    }
  }

  /**
   * Limit a long text to the height that the buttons leave. If the map covers the conversation, buttons that the map
   * offers as well may be out of sight.
   */
  shareRoom() {
    const texts = [...this.words.querySelectorAll(":scope > .text:not(.question)")];
    const [text] = texts.sort((a, b) => b.scrollHeight - a.scrollHeight);
    for (const name of ["--room", "--kept"]) this.words.style.removeProperty(name);
    this.words.classList.toggle("long", (text?.scrollHeight ?? 0) > LONG);
    if (!text || this.empty) return;
    if (layout.wide) {
      const share = SHARE * this.element.clientHeight;
      const kept = text.scrollHeight > share ? share : Math.min(text.scrollHeight, LEAST);
      this.words.style.setProperty("--kept", `${kept}px`);
      return;
    }
    const seen =
      ":scope > .row:not(.gathered, .on-map), :scope > .gathered > .button:is(.gives, :not(.on-map, .aside))";
    const bottoms = [...this.words.querySelectorAll(seen)].map((part) => part.getBoundingClientRect().bottom);
    const end =
      this.element.getBoundingClientRect().bottom - parseFloat(getComputedStyle(this.element).paddingBottom);
    const over = Math.max(...bottoms, text.getBoundingClientRect().bottom) + this.element.scrollTop - end;
    this.words.style.setProperty("--room", `${text.offsetHeight - over}px`);
  }

  /** True if the game had moved on before the tap. */
  get overtaken() {
    return [...this.messages.values()].some(({ content }) => content.includes(OVERTAKEN));
  }

  /**
   * True if the answer describes a place without orders and asks nothing, so that the question stays visible below.
   */
  get light() {
    return this.ofPlace && this.ids.every((id) => PANEL.test(id)) && !this.words.querySelector(".question");
  }

  /** The ids of its buttons and selects. */
  get ids() {
    return [...this.words.querySelectorAll("[data-custom]")].map(({ dataset }) => dataset.custom ?? "");
  }

  /** @param {string} name */
  picksAt(name) {
    return this.places.find((place) => place.name === name)?.picks ?? [];
  }

  get pickable() {
    return this.places.filter((place) => place.picks.length);
  }

  /** The names of the places whose tap gives the current order. */
  get given() {
    /** @param {Wire.Pick} pick */
    const gives = ({ id }) => id.startsWith("fp:act:");
    return new Set(this.pickable.filter(({ picks }) => picks.some(gives)).map(({ name }) => name));
  }

  /** True if an order has begun and the picture tints its goals. Otherwise the places are units to choose from. */
  get begun() {
    /** @param {Wire.Pick} pick */
    const leads = ({ id, value }) => BEGUN.test(id) || (id.startsWith("fs:goal:") && !value.startsWith(":"));
    return this.places.some(({ picks }) => picks.some(leads));
  }

  /**
   * Offer the different meanings of a tap on a place.
   *
   * @param {Wire.Place | null} place
   * @param {Wire.Pick[]} picks
   */
  unfold(place, picks = []) {
    const held = this.unfolded.contains(document.activeElement);
    this.unfolded.hidden = !place;
    if (!place && held) this.element.focus({ preventScroll: true });
    if (!place) return;
    this.element.hidden = false;
    this.element.scrollTop = 0;
    /** @param {Wire.Pick} pick */
    const button = (pick) =>
      h(
        "button",
        { type: "button", class: "button", data: { picks: pick.id }, on: { click: () => this.tap(pick) } },
        pick.label,
      );
    fill(this.unfolded, h("p", { class: "caption" }, "Which of these?"), picks.map(button));
    const offered = [...this.unfolded.querySelectorAll(".button")];
    firstOf(quoted(this.words), offered)?.classList.add("wanted");
    offered.forEach((each, n) => this.keyed(each, String(n + 1)));
    announce(`Which of these? ${picks.map((pick) => pick.label).join(", ")}`);
  }

  /** The move for which the answer was made, read from the ids of its buttons, or null. */
  get moment() {
    const found = this.ids.map((id) => MOMENT.exec(id)).filter((match) => match !== null);
    const moments = found.map(([, moment]) => Number(moment));
    return moments.length ? Math.max(...moments) : null;
  }

  /** True if the answer holds an unfinished order. */
  get composed() {
    return [...this.words.querySelectorAll(".button")].some(({ textContent }) => BACK.test(textContent.trim()));
  }

  /**
   * Clear an answer that a move has made obsolete, unless another answer is expected. A note that it is another
   * player's move also disappears when a later move calls this player. An unfinished order stays: the bot checks it
   * when it is given.
   *
   * @param {number} move
   * @param {boolean} called
   */
  passed(move, called) {
    // On a phone the step of a lesson stays above its button. Beside the conversation, a post shows it.
    const asks = !layout.wide && this.words.querySelector(".question.step") !== null;
    const waited = called && !asks && move > this.since && this.ids.some((id) => PANEL.test(id));
    const made = this.moment;
    const over = made === null ? waited : made <= move && !this.composed;
    if (!this.empty && !this.owed && over) this.clear();
    this.latest = move;
    this.unrepeat();
  }

  clear() {
    const held = this.element.contains(document.activeElement);
    this.asked += 1;
    this.owed = 0;
    this.forget();
    this.defer();
    this.lay(null);
    this.element.hidden = true;
    this.unrepeat();
    this.element.removeAttribute("aria-busy");
    this.say("");
    this.free(held);
  }

  forget() {
    for (const message of this.messages.values()) message.id === this.adopted || this.quiet.dismiss(message);
    this.adopted = null;
    this.messages.clear();
    this.places = [];
    this.unfold(null);
    this.refill([]);
  }

  /**
   * Replace the contents. If a button had the keyboard focus, the hand gets it.
   *
   * @param {Child} words
   */
  refill(words) {
    const held = this.words.contains(document.activeElement);
    fill(this.words, words);
    if (held) this.element.focus({ preventScroll: true });
  }

  // Keys

  /**
   * Give each button a letter of its name as its key, and Enter to an order made by taps. A verb keeps its first
   * letter.
   */
  letter() {
    const taken = new Set();
    const rest = [];
    for (const button of this.words.querySelectorAll(".button:not(:disabled)")) {
      const order = this.picked && button.classList.contains("success") && ORDER.test(button.textContent);
      const key = order ? "Enter" : this.letters.get(verb(button));
      if (!key || taken.has(key)) {
        rest.push(button);
        continue;
      }
      taken.add(key);
      this.keyed(button, key);
    }
    for (const button of rest) {
      const key = mnemonics(button.textContent).find((each) => !taken.has(each));
      if (!key) continue;
      taken.add(key);
      if (!this.letters.has(verb(button))) this.letters.set(verb(button), key);
      this.keyed(button, key);
    }
  }

  /**
   * Assign a key to a button. The button shows it while the map is played by keys.
   *
   * @param {HTMLElement} button
   * @param {string} key
   */
  keyed(button, key) {
    button.dataset.key = key;
    button.dataset.shown = leads(button) || key === "Enter" ? key : `${key} ↵`;
    button.setAttribute("aria-keyshortcuts", key);
  }

  /**
   * Return the button of a key.
   *
   * @param {string} key
   */
  button(key) {
    const wanted = `[data-key="${key === "Enter" ? key : CSS.escape(key.toLowerCase())}"]`;
    const parts = [this.unfolded, this.words].filter((part) => !part.hidden);
    return parts.map((part) => part.querySelector(wanted)).find(Boolean);
  }

  /**
   * Return the action of a key, or null. Enter gives the order that is shown. A letter presses a button that only opens
   * or shows something, and focuses a button that gives an order.
   *
   * @param {string} key
   */
  pressed(key) {
    const button = this.button(key);
    if (!button) return null;
    return key === "Enter" || leads(button) ? () => button.click() : () => this.pointAt(key);
  }

  /**
   * Focus the button of a key, so that Enter presses it.
   *
   * @param {string} key
   */
  pointAt(key) {
    const button = this.button(key);
    button?.focus();
    if (button) announce(`${button.textContent}: Enter presses it.`);
  }
}

/**
 * True if a button only opens or shows something.
 *
 * @param {HTMLElement} button
 */
function leads({ dataset }) {
  return LEADS.test(dataset.picks ?? dataset.custom ?? "");
}

/**
 * Return the action of a button without place and facts: "Fire" for "Fire: E5 · 42 %".
 *
 * @param {Element} button
 */
function verb({ textContent }) {
  return textContent.split(/[:·…]/)[0].trim();
}

/**
 * Return the letters of a label, easiest to remember first: the first letters of its words, then all others.
 *
 * @param {string} label
 */
function mnemonics(label) {
  const words = label.toLowerCase().match(/\p{L}+/gu) ?? [];
  return [...words.map(([first]) => first), ...words.join("")];
}

/**
 * Move the question into a text of its own, which stays visible below the scrolling events.
 *
 * @param {HTMLElement} words
 */
function setApart(words) {
  /** @param {Element} part */
  const asks = (part) => part.matches("p") && ASKS.test(part.textContent);
  for (const text of words.querySelectorAll(":scope > .text")) {
    const parts = [...text.children];
    const asked = parts.findLastIndex(asks);
    const from = STEP.test(parts[asked - 1]?.textContent ?? "") ? asked - 1 : asked;
    const kind = from < asked ? "text question step" : "text question";
    if (from > 0) text.after(h("div", { class: kind }, parts.slice(from)));
  }
}

/**
 * Return the button that a step of a lesson asks for next: the first that it quotes, with orders before units. If
 * several buttons begin with the quoted name, the quoted goal decides, then the exact name.
 *
 * @param {HTMLElement} words
 */
function wanted(words) {
  const names = quoted(words);
  const open = [...words.querySelectorAll(".gathered > .button:not(:disabled)")];
  const units = open.filter((each) => each.classList.contains("primary"));
  const orders = open.filter((each) => !units.includes(each));
  const order = firstOf(names, orders);
  return (order && someOf(names, units, order)) ?? order ?? firstOf(names, open);
}

/**
 * Return the names that a step of a lesson quotes; none if the orders are for another unit than the first name.
 *
 * @param {HTMLElement} words
 */
function quoted(words) {
  const asks = [...words.querySelectorAll(".text > p")].findLast((part) => part.textContent.startsWith("➜"));
  const ask = asks?.textContent ?? "";
  const names = [...ask.matchAll(/“([^”]+)”/g)].map(([, name]) => name);
  const others = words.textContent.replace(ask, "");
  return CHOOSES.test(ask) && !others.includes(names[0] ?? "") ? [] : names;
}

/**
 * The unit to choose first: the order is one of all units of a stack, and the step asks for some of them.
 *
 * @param {string[]} quoted
 * @param {Element[]} units
 * @param {Element} order
 */
function someOf(quoted, units, order) {
  const some = units.filter(({ textContent }) => quoted.includes(textContent.trim()));
  const named = some.some(({ textContent }) => order.textContent.includes(textContent.trim()));
  return named || some.length === units.length ? null : some[0];
}

/**
 * @param {string[]} quoted
 * @param {Element[]} open
 */
function firstOf(quoted, open) {
  /** @param {Element} button */
  const label = ({ textContent }) => textContent.trim();
  for (const name of quoted) {
    const alike = open.filter((each) => begins(label(each), name));
    /** @param {Element} each */
    const goal = (each) => label(each).startsWith(`${name}:`) && quoted.some((goal) => label(each).includes(`: ${goal}`));
    const found = alike.find(goal) ?? alike.find((each) => label(each) === name) ?? alike[0];
    if (found) return found;
  }
  return null;
}

/**
 * True if a label begins with a whole name.
 *
 * @param {string} label
 * @param {string} name
 */
function begins(label, name) {
  return label.startsWith(name) && !/^[\p{L}\p{N}]/u.test(label.slice(name.length));
}

/**
 * Put all buttons into one row that wraps, so that most of them need no scrolling. Mark the buttons that give the
 * order, which come first.
 *
 * @param {HTMLElement} words
 */
function gather(words) {
  const rows = [...words.querySelectorAll(":scope > .row")].filter((row) => row.querySelector(":scope > .button"));
  const [first, ...others] = rows;
  if (!first) return;
  first.classList.add("gathered");
  for (const row of others) {
    first.append(...row.children);
    row.remove();
  }
  for (const button of first.children) {
    const label = button.textContent.trim();
    button.classList.toggle("gives", GIVES.test(label));
    button.classList.toggle("aside", ASIDE.test(label));
    button.classList.toggle("lengthy", label.length > HALF);
  }
}

/**
 * Return words without line breaks and repeated spaces.
 *
 * @param {string} words
 */
function plain(words) {
  return words.replace(/\s+/g, " ").trim();
}
