// The messages of the open channel: in order, each in its place, without jumps.

import { announce, fill, h } from "./dom.js";
import { layout } from "./layout.js";
import { STARTED_THREAD, messageElement } from "./message.js";
import { reason } from "./patience.js";
import { bridge } from "./pictures.js";
import { DM, ENDS, EPHEMERAL, HAS_THREAD, LOADING } from "./store.js";

/**
 * @import { Interactions } from "./interactions.js"
 * @import { Line } from "./line.js"
 * @import { Acts } from "./message.js"
 * @import { Action, Store } from "./store.js"
 */

/**
 * The element of a message, the message that it shows, and the divider above it.
 *
 * @typedef {{element: HTMLElement, text: string, together: boolean, divider: HTMLElement | null}} Kept
 */

/**
 * May handle a press in a message. Returns null if it does not.
 *
 * @typedef {(what: Wire.Begins, details: Wire.Details, message: Wire.Message) => Promise<string> | null} Elsewhere
 */

const TOGETHER_MS = 5 * 60_000;
/** How long a private message stays below the posts that arrive with it, such as the result of its order. */
const SETTLING_MS = 6000;
const AGAIN_MS = 3000;
const NEAR_END = 60;
/** How many later posts the bot has sent after a folded post, and how many characters that post has at least. */
const RECENT = 3;
const LONG = 500;
/** A step of a lesson: its number, and its words. */
const STEP = /^\W*Step \d+ of \d+\W*\n+(.+)/m;
/** Commands that the page sends automatically. */
const LOOKS = /^game (board|mine)$/;
const MARGIN = 8;
const day = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

export class Stream {
  /**
   * `elsewhere(what, details, message)` may handle a press in a message, or returns null.
   *
   * @param {Store} store
   * @param {Line} line
   * @param {Interactions} interactions
   * @param {Elsewhere} elsewhere
   */
  constructor(store, line, interactions, elsewhere = () => null) {
    this.store = store;
    this.line = line;
    this.interactions = interactions;
    this.elsewhere = elsewhere;
    /**
     * The open channel.
     *
     * @type {string | null}
     */
    this.id = null;
    /** @type {Map<string, Kept>} */
    this.elements = new Map();
    /** @type {Set<string>} */
    this.asking = new Set();
    /** @type {Set<string>} */
    this.thinking = new Set();
    /**
     * The message at whose start the view rests, and the first new message.
     *
     * @type {string | null}
     */
    this.from = null;
    /** @type {string | null} */
    this.newFrom = null;
    /**
     * The last call to this person in a channel without unread messages. The view shows its buttons.
     *
     * @type {string | null}
     */
    this.waits = null;
    this.unread = 0;
    /** True if messages have arrived out of view. */
    this.behind = false;
    /**
     * The newest message when this person last acted.
     *
     * @type {bigint | undefined}
     */
    this.done = undefined;
    /** The width of the list when it last grew. */
    this.width = 0;
    this.list = h("div", { class: "messages", role: "log", "aria-label": "Messages", "aria-live": "off" });
    this.older = h(
      "button",
      { type: "button", class: "plain older", on: { click: () => this.loadOlder() } },
      "Earlier messages",
    );
    this.nothing = h("p", { class: "faint" });
    this.begin = h(
      "button",
      { type: "button", class: "button", on: { click: () => store.tell("compose", { text: "/game new " }) } },
      "Begin a game",
    );
    this.empty = h("div", { class: "empty" }, this.nothing, this.begin);
    this.latest = h(
      "button",
      {
        type: "button",
        class: "to-latest",
        "aria-label": "To the newest",
        hidden: true,
        on: { click: () => this.toEnd() },
      },
      h("span", {}, "To the newest "),
      "↓",
    );
    this.scroller = h("div", { class: "stream", tabindex: "-1" }, this.older, this.empty, this.list);
    this.element = h("div", { class: "stream-box" }, this.scroller, this.latest);
    this.scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    // If the view is at the end, it stays there when the list grows, unless the list has the keyboard focus.
    const grown = new ResizeObserver(() => {
      const { clientWidth } = this.scroller;
      const otherWidth = this.width !== clientWidth;
      this.width = clientWidth;
      if (otherWidth && !this.away) this.rest();
      else if (this.pinned && !this.list.contains(document.activeElement)) this.toEnd();
    });
    grown.observe(this.scroller);
    grown.observe(this.list);
    this.pinned = true;
    /** True if the reader has scrolled back to earlier messages. */
    this.away = false;
    /**
     * The private message in which this person last pressed something, or which answered their press.
     *
     * @type {string | null}
     */
    this.hand = null;
    /** True if the next post is the result of this person's last order. */
    this.goesOn = false;
    this.top = 0;
    this.height = 0;
    store.on("stream", ({ id }) => id === this.id && this.redraw());
    store.on("message", (detail) => detail.message.channel_id === this.id && this.arrived(detail));
    store.on("gone", ({ channelId, id }) => channelId === this.id && this.keepPlace(() => this.remove(id)));
    store.on("acted", (action) => this.acted(action));
    layout.on(() => this.redraw());
    store.on("people", () => this.redrawAll());
    store.on("channels", () => this.redrawLinks());
    store.on("hello", () => {
      if (!this.id) return;
      this.asking.delete(this.id);
      this.load();
    });
  }

  get channel() {
    return this.store.channel(this.id);
  }

  /**
   * Show a channel.
   *
   * @param {string} id
   */
  show(id) {
    this.id = id;
    this.pinned = true;
    this.away = false;
    this.from = null;
    this.done = undefined;
    this.elements.clear();
    fill(this.list);
    this.unread = this.channel?.unread ?? 0;
    this.newFrom = null;
    this.waits = null;
    this.opening = true;
    this.redraw();
    if (this.store.stream(id).stale) this.load();
    this.read();
  }

  async load() {
    const { id } = this;
    if (!id || this.asking.has(id)) return;
    this.asking.add(id);
    this.store.expect(id);
    try {
      this.store.takeStretch(id, await this.line.ask("messages", { channel: id }), false);
    } catch {
      this.loadAgain(id);
    } finally {
      this.asking.delete(id);
    }
  }

  /**
   * Try again after a pause. When a broken line is back, the messages load at once.
   *
   * @param {string} id
   */
  loadAgain(id) {
    if (id !== this.id) return;
    this.nothing.textContent = "The messages have not loaded yet. Trying again…";
    clearTimeout(this.again);
    this.again = setTimeout(() => id === this.id && this.store.stream(id).stale && this.load(), AGAIN_MS);
  }

  async loadOlder() {
    const { id } = this;
    if (!id || this.asking.has(id)) return;
    const first = this.store.stream(id).messages.keys().next().value;
    if (!first) return;
    this.asking.add(id);
    try {
      const stretch = await this.line.ask("messages", { channel: id, before: first });
      this.keepPlace(() => this.store.takeStretch(id, stretch, true));
    } catch (error) {
      announce(reason(error));
    } finally {
      this.asking.delete(id);
    }
  }

  /** Update the list. Elements of unchanged messages stay. */
  redraw() {
    if (!this.id) return;
    const stream = this.store.stream(this.id);
    this.keepPlace(() => {
      const messages = [...stream.messages.values()].sort((a, b) => moment(a) - moment(b));
      if (!stream.stale) this.arrive(messages.filter((message) => !(message.flags & EPHEMERAL)));
      for (const id of [...this.elements.keys()]) if (!stream.messages.has(id)) this.remove(id);
      /** @type {HTMLElement | null} */
      let place = null;
      for (const [n, message] of messages.entries()) {
        const { element, divider } = this.element_of(message, messages[n - 1]);
        for (const node of [divider, element]) {
          if (!node) continue;
          if ((place ? place.nextSibling : this.list.firstChild) !== node)
            this.list.insertBefore(node, place ? place.nextSibling : this.list.firstChild);
          place = node;
        }
      }
      this.putAway(messages);
      this.foldOld(messages);
      this.older.hidden = !stream.more || stream.stale;
      this.empty.hidden = messages.length > 0;
      this.begin.hidden = stream.stale || this.channel?.type === DM;
      this.nothing.textContent = stream.stale
        ? "Loading the messages…"
        : "There are no messages here yet. Type / to see all commands.";
    });
  }

  /**
   * Choose the first position in a channel that has just been opened: its first new message, or a call that waits.
   *
   * @param {Wire.Message[]} posts
   */
  arrive(posts) {
    if (this.unread) {
      this.newFrom = posts.at(-this.unread)?.id ?? null;
      this.from = this.newFrom;
    } else if (this.opening) {
      const last = posts.at(-1);
      this.waits = last && this.store.calls(last) ? last.id : null;
      this.from = this.waits;
    }
    this.opening = false;
    this.unread = 0;
  }

  /**
   * Hide controls that a later message repeats, private panels that a later panel replaces, and beside a map a private
   * step of a lesson that a post says.
   *
   * @param {Wire.Message[]} messages
   */
  putAway(messages) {
    const later = new Set();
    let replaced = false;
    const posts = layout.wide ? messages.filter(({ flags }) => !(flags & EPHEMERAL)) : [];
    /** @param {string} step */
    const posted = (step) => posts.some(({ content }) => content.includes(step));
    for (const message of messages.toReversed()) {
      const element = this.elements.get(message.id)?.element;
      if (!element) continue;
      const rows = [...element.querySelectorAll(".body > .row")];
      if (message.flags & EPHEMERAL) {
        const step = STEP.exec(message.content)?.[1];
        const over = replaced || (step !== undefined && posted(step));
        element.classList.toggle("past", over && rows.length > 0 && !element.dataset.wanted);
        replaced ||= rows.length > 0;
        continue;
      }
      for (const row of rows) {
        const names = [...row.querySelectorAll("[data-custom]")].map((each) => each.dataset.custom ?? "");
        row.hidden = names.some((name) => later.has(name));
        for (const name of names) later.add(name);
      }
    }
  }

  /**
   * Fold long posts from before this person's last action, if enough posts have followed.
   *
   * @param {Wire.Message[]} messages
   */
  foldOld(messages) {
    let later = 0;
    for (const message of messages.toReversed()) {
      if (message.author.id !== this.store.bot.id || message.flags & EPHEMERAL) continue;
      const used = this.done !== undefined && BigInt(message.id) <= this.done;
      const element = this.elements.get(message.id)?.element;
      if (element) fold(element, used && later >= RECENT && message.content.length > LONG);
      later += 1;
    }
  }

  /**
   * Note an action of this person: they have read all earlier posts and follow the result.
   *
   * @param {Action} action
   */
  acted({ details }) {
    const last = this.channel?.last_message_id;
    if (details.channel !== this.id || !last || LOOKS.test(details.command ?? "")) return;
    this.done = BigInt(last);
    this.goesOn = !this.away;
  }

  /** Redraw messages that name a thread after the threads have changed. */
  redrawLinks() {
    if (!this.id) return;
    for (const [id, message] of this.store.stream(this.id).messages) {
      const kept = this.elements.get(id);
      if (
        kept &&
        (message.type === STARTED_THREAD || message.flags & HAS_THREAD || /<#\d+>/.test(message.content))
      )
        kept.text = "";
    }
    this.redraw();
  }

  redrawAll() {
    if (!this.id) return;
    for (const kept of this.elements.values()) kept.text = "";
    this.redraw();
  }

  /**
   * Return the current element of a message. Builds a new one only if something about it has changed.
   *
   * @param {Wire.Message} message
   * @param {Wire.Message | undefined} before
   * @returns {Kept}
   */
  element_of(message, before) {
    const text = JSON.stringify(message);
    const isNew = message.id === this.newFrom && before !== undefined;
    const together = follows(message, before) && !isNew;
    const known = this.elements.get(message.id);
    const newDay =
      !before || new Date(before.timestamp).toDateString() !== new Date(message.timestamp).toDateString();
    const words = [newDay && day.format(new Date(message.timestamp)), isNew && "New"].filter(Boolean).join(" · ");
    let line = known?.divider ?? null;
    if ((line?.textContent ?? "") !== words) {
      line?.remove();
      line = words ? divider(words, isNew) : null;
    }
    if (known && known.text === text && known.together === together) {
      known.divider = line;
      return known;
    }
    const element = messageElement(message, this.store, this.acts(message), together);
    const kept = { element, text, together, divider: line };
    if (known) {
      this.carryOver(known.element, element);
      known.element.replaceWith(element);
    }
    this.elements.set(message.id, kept);
    return kept;
  }

  /**
   * Keep the pictures, the focus and the failure of an old element in the new one.
   *
   * @param {HTMLElement} before
   * @param {HTMLElement} after
   */
  carryOver(before, after) {
    bridge(before, after);
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !before.contains(focused)) return;
    const custom = focused.dataset.custom;
    queueMicrotask(() => {
      const same = custom && after.querySelector(`[data-custom="${CSS.escape(custom)}"]:not(:disabled)`);
      (same || after).focus({ preventScroll: true });
    });
  }

  /** @param {{message: Wire.Message, created: boolean}} told */
  arrived({ message, created }) {
    const unseen = created && (document.hidden || !this.pinned) && message.author.id !== this.store.me.id;
    if (unseen && !this.behind && !(message.flags & EPHEMERAL)) {
      this.behind = true;
      this.newFrom = message.id;
    }
    // A player who acts has read all earlier posts, and the view moves to the result.
    const told =
      !(message.flags & EPHEMERAL) &&
      message.author.id !== this.store.me.id &&
      (created || (message.id === this.channel?.last_message_id && !this.inView(this.hand)));
    const goesOn = told && this.goesOn && !this.away;
    if (told) this.goesOn = false;
    const followed = this.pinned || goesOn;
    const goesOnBelow = created && !(message.flags & EPHEMERAL) && !ENDS.test(message.content);
    const called = created && !this.away && !document.hidden && this.store.calls(message);
    // Beside a map, orders are given there, so a call is read at once, even after a private answer.
    const atHand = !(called && layout.wide) && this.inView(this.hand);
    const held = goesOnBelow && atHand ? this.hand : null;
    if (created && message.flags & EPHEMERAL && !message.interaction) this.hand = message.id;
    if ((created && (followed || called)) || goesOn) this.from = document.hidden ? this.newFrom : message.id;
    if (!created && message.flags & EPHEMERAL) this.underTheHand(message.id, () => this.redraw());
    else this.redraw();
    if (!created) {
      if (goesOn) this.rest();
      if (message.flags & EPHEMERAL || this.thinking.has(message.id)) this.announce(message);
      return;
    }
    this.announce(message);
    if (message.author.id === this.store.me.id || message.flags & EPHEMERAL) {
      this.from = message.id;
      this.rest();
    } else if (held || called || goesOn) {
      this.from = held ?? message.id;
      this.rest();
    }
    this.read(followed || called);
  }

  /**
   * Announce a message to screen readers. An answer that is still loading is not announced.
   *
   * @param {Wire.Message} message
   */
  announce(message) {
    if (message.flags & LOADING) {
      this.thinking.add(message.id);
      return;
    }
    this.thinking.delete(message.id);
    const element = this.elements.get(message.id)?.element;
    const said = [...(element?.querySelectorAll(".body > .text") ?? [])];
    const words = said.map((part) => part.innerText).join(" ");
    if (words) announce(`${this.store.nameOf(message.author)}: ${words}`);
  }

  /** @param {string} id */
  remove(id) {
    const kept = this.elements.get(id);
    kept?.divider?.remove();
    kept?.element.remove();
    this.elements.delete(id);
  }

  /**
   * Change the list without moving the text in view. At the end, stay at the end.
   *
   * @param {() => void} change
   */
  keepPlace(change) {
    if (this.pinned) {
      change();
      this.rest();
      return;
    }
    const top = this.scroller.getBoundingClientRect().top;
    const anchor = [...this.elements].find(([, kept]) => kept.element.getBoundingClientRect().bottom > top);
    const before = anchor?.[1].element.getBoundingClientRect().top;
    change();
    const after = anchor && this.elements.get(anchor[0])?.element.getBoundingClientRect().top;
    if (after !== undefined && before !== undefined) this.scroller.scrollTop += after - before;
    this.top = this.scroller.scrollTop;
  }

  /**
   * Change the private message of the last press. It stays in view, a tall message from its start.
   *
   * @param {string} id
   * @param {() => void} change
   */
  underTheHand(id, change) {
    const top = () => this.elements.get(id)?.element.getBoundingClientRect().top ?? 0;
    const before = top();
    const seen = this.inView(id);
    const atEnd = this.pinned && this.from === null;
    const above = () => top() - this.scroller.getBoundingClientRect().top - MARGIN;
    change();
    if (!seen || (atEnd && above() >= 0)) return;
    this.from = id;
    this.scrollTo(this.scroller.scrollTop + top() - before);
    this.elements.get(id)?.element.scrollIntoView({ block: "nearest" });
    this.scrollTo(this.scroller.scrollTop + Math.min(0, above()));
  }

  /**
   * True if a part of a message is in view.
   *
   * @param {string | null} id
   */
  inView(id) {
    const view = this.scroller.getBoundingClientRect();
    const place = this.elements.get(id ?? "")?.element.getBoundingClientRect();
    return place !== undefined && place.bottom > view.top && place.top < view.bottom;
  }

  /** Scroll to the end, or to the start of new messages that are higher than the view. */
  rest() {
    const kept = this.elements.get(this.from ?? "");
    const begin = kept?.divider ?? kept?.element;
    if (!begin) {
      this.scrollTo(this.scroller.scrollHeight);
      return;
    }
    const view = this.scroller.getBoundingClientRect();
    const above = begin.getBoundingClientRect().top - view.top - MARGIN;
    const row = this.waits === this.from ? kept?.element.querySelector(".body > .row:not([hidden])") : null;
    const below = row ? row.getBoundingClientRect().bottom - view.bottom + MARGIN : above;
    this.scrollTo(this.scroller.scrollTop + Math.max(above, below));
  }

  toEnd() {
    this.scrollTo(this.scroller.scrollHeight);
    this.read();
  }

  /** @param {number} top */
  scrollTo(top) {
    this.away = false;
    this.scroller.scrollTop = top;
    this.top = this.scroller.scrollTop;
    this.pinned = this.left < NEAR_END;
    this.latest.hidden = this.pinned;
  }

  /** The height below the view, in pixels. */
  get left() {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  scrolled() {
    const { scrollTop, clientHeight } = this.scroller;
    // A reader who scrolls to the end wants to stay there.
    if (this.left < NEAR_END && scrollTop !== this.top) this.from = null;
    // A view that changes its height, for example for a phone's keyboard, has not been scrolled by its reader.
    if (this.left < NEAR_END) {
      this.pinned = true;
      this.away = false;
    } else if (scrollTop < this.top && clientHeight === this.height) {
      this.pinned = false;
      this.away = true;
    }
    this.top = scrollTop;
    this.height = clientHeight;
    this.latest.hidden = this.pinned;
    if (this.pinned) this.read();
    if (this.scroller.scrollTop < 40 && !this.pinned && this.id && this.store.stream(this.id).more)
      this.loadOlder();
  }

  /**
   * Mark the channel as read, if its end is in view.
   *
   * @param {boolean} seen
   */
  read(seen = this.pinned) {
    const channel = this.channel;
    if (!channel || document.hidden || !seen) return;
    this.behind = false;
    if (this.store.readAll(channel)) this.line.ask("read", { channel: this.id }).catch(() => {});
  }

  /**
   * Return the actions of a message.
   *
   * @param {Wire.Message} message
   * @returns {Acts}
   */
  acts(message) {
    const at = { channel: message.channel_id, message: message.id };
    /**
     * @param {Wire.Begins} what
     * @param {Wire.Details} details
     */
    const tryOut = async (what, details) => {
      if (message.flags & EPHEMERAL) this.hand = message.id;
      this.fail(message.id, "");
      const taken = this.elsewhere(what, { ...at, ...details }, message);
      /** @param {string} failed */
      const late = (failed) => this.fail(message.id, failed);
      const failed = await (taken ?? this.interactions.start(what, { ...at, ...details }, { late }));
      if (failed) this.fail(message.id, failed);
    };
    return {
      click: (custom_id) => tryOut("click", { custom_id }),
      select: (custom_id, values) => tryOut("select", { custom_id, values }),
      dismiss: async () => {
        try {
          await this.line.ask("dismiss", at);
          this.store.drop(message.channel_id, message.id);
        } catch (error) {
          this.fail(message.id, reason(error));
        }
      },
      copy: () =>
        navigator.clipboard?.writeText(
          this.elements.get(message.id)?.element.querySelector(".body")?.innerText ?? "",
        ),
    };
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  fail(id, text) {
    const place = this.elements.get(id)?.element.querySelector(".failure");
    if (!place) return;
    place.hidden = !text;
    place.textContent = text;
    if (text && this.pinned) this.rest();
  }
}

/**
 * Fold the words of a message to their start, or unfold them. A message that a reader has unfolded stays so.
 *
 * @param {HTMLElement} element
 * @param {boolean} folded
 */
function fold(element, folded) {
  if (element.dataset.unfolded || element.classList.contains("folded") === folded) return;
  element.classList.toggle("folded", folded);
  element.querySelector(".unfold")?.remove();
  if (!folded) return;
  const unfold = () => {
    element.dataset.unfolded = "yes";
    element.classList.remove("folded");
    more.remove();
  };
  const more = h("button", { type: "button", class: "plain unfold", on: { click: unfold } }, "Show all");
  element.querySelector(".body > .text")?.after(more);
}

/**
 * @param {Wire.Message} message
 * @param {Wire.Message | undefined} before
 */
function follows(message, before) {
  return (
    before !== undefined &&
    before.author.id === message.author.id &&
    before.type === 0 &&
    message.type === 0 &&
    (before.flags & EPHEMERAL) === (message.flags & EPHEMERAL) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS
  );
}

/**
 * @param {string} words
 * @param {boolean} isNew
 */
function divider(words, isNew) {
  return h("div", { class: isNew ? "divider new" : "divider", role: "separator" }, h("span", {}, words));
}

/**
 * Return the position of a message in the order, in milliseconds. A private message moves when it is edited.
 *
 * @param {Wire.Message} message
 */
function moment(message) {
  if (!(message.flags & EPHEMERAL)) return Date.parse(message.timestamp);
  return Date.parse(message.edited_timestamp ?? message.timestamp) + SETTLING_MS;
}
