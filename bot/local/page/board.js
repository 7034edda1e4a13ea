// The map: always visible beside the conversation in a wide window, one tap away on a phone. It shows the newest map
// that its player may see, and the place that was tapped.

import { Coming } from "./coming.js";
import { announce, fill, h, icon, ownPath } from "./dom.js";
import { Enlarged } from "./enlarged.js";
import { Figures } from "./figures.js";
import { Hand } from "./hand.js";
import { isLetter } from "./keys.js";
import { layout } from "./layout.js";
import { mapFile } from "./mapfile.js";
import { content } from "./message.js";
import { Moments } from "./moments.js";
import { mapFirst, slow, suited } from "./network.js";
import { changed, placesOf, standings } from "./places.js";
import { Replay } from "./replay.js";
import { Stage } from "./stage.js";
import { ENDS, EPHEMERAL } from "./store.js";

/**
 * @import { Press } from "./components.js"
 * @import { Quiet } from "./quiet.js"
 * @import { Action, Store } from "./store.js"
 */

/**
 * The map on the screen, with the message that brought it.
 *
 * @typedef {Wire.Picture & {message: Wire.Message, move: number}} ShownMap
 */

/**
 * `complete(place)` may take a tap for an option that is being typed. `leave()` returns to the conversation. `byKeys()`
 * is true if the map is played by keys, and `walked()` notes that it is.
 *
 * @typedef {object} BoardListener
 * @property {(place: Wire.Place) => boolean} complete
 * @property {() => void} leave
 * @property {() => boolean} byKeys
 * @property {() => void} walked
 */

/** @type {Record<string, Wire.Point>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const PAUSE_MS = 80;
const AGAIN_MS = 2000;
const SELDOM_MS = 60_000;
/** Least width of the face of a card on the screen, in pixels, so that its text can be read. */
const LEGIBLE = 230;
const MARK = /^-# Game (\d+) · move (\d+)/m;
/** Buttons that give orders. The changes they make stay marked until the next order. */
const ORDERS = /^fp:act:/;
const PANEL = /^fp:panel:\d+$/;

export class Board {
  /**
   * @param {Store} store
   * @param {Quiet} quiet
   * @param {BoardListener} listener
   */
  constructor(store, quiet, { complete, leave, byKeys, walked }) {
    this.store = store;
    this.quiet = quiet;
    this.complete = complete;
    this.leave = leave;
    this.byKeys = byKeys;
    this.nowByKeys = walked;
    /**
     * The channel whose map is shown.
     *
     * @type {string | null}
     */
    this.id = null;
    /** @type {ShownMap | null} */
    this.map = null;
    /**
     * The chosen place.
     *
     * @type {Wire.Place | null}
     */
    this.chosen = null;
    /** The place that a link chose last. The next order clears it. */
    this.linked = "";
    /**
     * Game, move and newest post, as "game move id"; `drawnFor` is the state for which a map was requested.
     *
     * @type {string | null}
     */
    this.told = null;
    /** @type {string | null} */
    this.drawnFor = null;
    /**
     * The channel whose names were loaded before its map was opened.
     *
     * @type {string | null}
     */
    this.learnt = null;
    /** Pause before the next attempt to get a map, in milliseconds. */
    this.pause = AGAIN_MS;
    /**
     * The newest map that the bot sent, even if its file has not arrived yet.
     *
     * @type {ShownMap | null}
     */
    this.taken = null;
    /**
     * The file of the map on the screen, and the controller that aborts the download of the next one.
     *
     * @type {import("./mapfile.js").MapFile | null}
     */
    this.file = null;
    this.fetching = new AbortController();
    /**
     * The move and place that a link asked for, until the map of that move has loaded.
     *
     * @type {{move: number, place: string} | null}
     */
    this.visiting = null;
    /** @type {string | null} */
    this.shownFor = null;
    /**
     * Places in the line of the conversation under the pointer.
     *
     * @type {string[]}
     */
    this.pointedAt = [];
    /** The place to show when the first map has loaded. */
    this.sought = "";
    /** Number of pictures laid over the map so far. */
    this.laying = 0;
    this.game = "";
    this.move = 0;
    /** True if the latest events ended the game. */
    this.over = false;
    /**
     * The place where a walk by arrow keys began, and whether the walk is horizontal.
     *
     * @type {Wire.Place | null}
     */
    this.line = null;
    this.across = false;
    /** True if the arrow keys reached the chosen place. */
    this.walked = false;
    this.stage = new Stage({
      tap: (place) => place && this.tapped(place),
      drawn: () => this.enlarged.look(),
      changed: () => this.enlarged.forget(),
      rests: (place, mouse) => (place ? this.explain(place, mouse) : this.figures.left()),
    });
    /** The faces of cards to choose from, which cover the map. */
    this.cards = new Stage({ tap: (place) => place && this.tapped(place) }, { legible: LEGIBLE });
    this.cards.element.classList.add("cards");
    this.cards.element.tabIndex = 0;
    this.cards.element.setAttribute("role", "group");
    this.cards.element.setAttribute("aria-label", "Cards to choose from");
    /** Switches between the cards and the map behind them. */
    this.behind = h("button", {
      type: "button",
      class: "button secondary cards-turn",
      hidden: true,
      on: { click: () => this.showCards(this.front === this.stage) },
    });
    this.figures = new Figures(store, quiet);
    this.enlarged = new Enlarged(quiet, this.stage, () => this.about);
    this.hand = new Hand(store, quiet, {
      below: () => this.file,
      lay: (picture) => this.lay(picture),
      free: (held) => (this.settle(), held && this.takeKeys()),
      again: () => this.askAgain(),
    });
    this.coming = new Coming();
    this.replay = new Replay(store, quiet, this.stage);
    this.moments = new Moments(store, (id, moment) => this.goTo(id, moment));
    this.build();
    layout.on(() => (this.putHand(), this.refresh()));
    document.addEventListener("visibilitychange", () => this.refresh());
    store.on("message", ({ message }) => this.hears(message));
    store.on("stream", ({ id }) => id === this.id && this.look());
    for (const name of /** @type {const} */ (["commands", "people"])) store.on(name, () => this.look());
    store.on("hello", () => (this.drawnFor = null));
    store.on("acted", (action) => this.noted(action));
  }

  build() {
    /**
     * @param {string} name
     * @param {string} label
     * @param {() => void} action
     */
    const button = (name, label, action) =>
      h(
        "button",
        { type: "button", class: "plain round", "aria-label": label, title: label, on: { click: action } },
        icon(name),
      );
    this.back = h(
      "button",
      {
        type: "button",
        class: "plain round board-back",
        "aria-label": "Conversation",
        on: { click: () => this.leave() },
      },
      icon("left"),
    );
    /** @type {HTMLElement} */
    this.call = h("section", { class: "board-call", "aria-label": "Latest events" });
    new ResizeObserver(() => this.showCall()).observe(this.call);
    /** @type {HTMLElement} */
    this.element = h(
      "section",
      { class: "board", "aria-label": "The map", hidden: true },
      h(
        "header",
        { class: "board-head" },
        this.back,
        this.behind,
        this.moments.element,
        this.replay.bar,
        h("span", { class: "board-space" }),
        this.replay.button,
        button("minus", "Smaller", () => this.front.smaller()),
        button("plus", "Larger", () => this.front.larger()),
        button("fit", "The whole map", () => this.front.overview(this.goals)),
      ),
      h(
        "div",
        { class: "board-stage" },
        this.stage.element,
        this.moments.caption,
        this.replay.caption,
        this.coming.element,
        this.figures.element,
      ),
      h("div", { class: "board-foot" }, this.hand.element, this.call),
    );
    const { element } = this.stage;
    element.tabIndex = 0;
    element.setAttribute("role", "application");
    element.setAttribute("aria-label", "Map: arrow keys move from place to place, Enter chooses");
    /** @param {MouseEvent} event */
    const given = ({ target }) => target instanceof Element && target.closest("button") && this.replay.skip();
    this.hand.element.addEventListener("click", given, true);
    for (const part of [this.element, this.hand.element])
      part.addEventListener("keydown", (event) => event.defaultPrevented || this.key(event));
  }

  // Which table

  /**
   * Show the map of a channel, or no map for null.
   *
   * @param {string | null} id
   */
  show(id) {
    if (this.id === id) return;
    if (!this.hand.empty) this.hand.clear();
    this.id = id;
    this.game = "";
    this.leaveMap();
    this.element.hidden = true;
    this.putHand();
    this.look();
  }

  /** Remove the map, until the first map of another table or another game arrives. */
  leaveMap() {
    if (this.map) this.quiet.dismiss(this.map.message);
    this.map = null;
    this.taken = null;
    this.file = null;
    this.sought = "";
    this.chosen = null;
    this.told = null;
    this.drawnFor = null;
    this.visiting = null;
    this.shownFor = null;
    this.store.onMap?.know(this.id, []);
    this.moments.reset();
    this.coming.end();
    this.replay.leave();
    this.figures.hide();
    this.stage.clear();
  }

  /** True if the map is visible, so that the newest map is requested. */
  get open() {
    return !document.hidden && (layout.wide || document.querySelector(".map-open") !== null);
  }

  /** Put the hand beside the map in a wide window, so that the map never changes its size. */
  putHand() {
    if (layout.wide) this.element.parentElement?.querySelector(".composer")?.before(this.hand.element);
    else this.call.before(this.hand.element);
  }

  /** Note that the map now covers the conversation. */
  opened() {
    this.showCall();
    this.refresh();
    this.takeKeys();
  }

  /** Give the keyboard focus to the map. */
  takeKeys() {
    this.stage.element.focus({ preventScroll: true });
  }

  /** Focus the first order in the hand, or the button that asks for all orders. */
  toOrders() {
    const asks = document.querySelectorAll('[data-custom^="fp:panel:"]');
    const orders = this.hand.element.querySelectorAll(".hand-words .button");
    const [first] = this.hand.empty ? [...asks].reverse().filter((each) => each.offsetParent) : orders;
    if (first) first.focus();
    else announce("There are no orders to give now.");
  }

  /**
   * Answer a press of the orders button in the conversation beside the map, if the map is there.
   *
   * @param {Wire.Begins} what
   * @param {Wire.Details} details
   * @param {Wire.Message} message
   * @returns {Promise<string> | null}
   */
  takes(what, details, { flags }) {
    if (!layout.wide || this.element.hidden || !PANEL.test(details.custom_id ?? "")) return null;
    const { channel } = details;
    this.takeKeys();
    const typed = { channel, command: "game play", options: {} };
    const asked = flags & EPHEMERAL ? this.hand.ask("slash", typed) : this.hand.ask(what, details);
    return asked.then(() => "");
  }

  /** Public messages of the bot in this channel. */
  get posts() {
    const posts = this.id ? [...this.store.stream(this.id).messages.values()] : [];
    return posts.filter((post) => post.author.id === this.store.bot.id && !(post.flags & EPHEMERAL));
  }

  /** @param {Wire.Message} message */
  hears(message) {
    if (message.channel_id !== this.id || message.author.id !== this.store.bot.id) return;
    if (message.flags & EPHEMERAL) return;
    if (this.open && this.can && !this.moments.past && MARK.test(message.content)) this.expect();
    this.look();
  }

  /** Note that a map is on its way. On a slow network, the picture of the hand loads after it. */
  expect() {
    this.coming.begin();
    if (mapFirst(this.coming.arrival)) this.hand.layPicture();
  }

  /** Read the newest posts of the game, and refresh the map if it is out of date. */
  look() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const told = this.posts.filter((post) => MARK.test(post.content));
      const newest = told.at(-1);
      if (!newest) return;
      const marks = told.map((post) => MARK.exec(post.content)).filter((mark) => mark !== null);
      const [, game] = marks[marks.length - 1];
      this.move = Math.max(...marks.filter((mark) => mark[1] === game).map((mark) => Number(mark[2])));
      if (this.game && this.game !== game) this.leaveMap();
      this.game = game;
      this.told = `${game} ${this.move} ${newest.id}`;
      this.element.hidden = !this.can;
      this.hand.passed(this.move, this.store.calls(newest));
      this.drawCall();
      this.refresh();
      this.learn();
    }, PAUSE_MS);
  }

  /**
   * The pictures on the stage whose parts can be loaded in more detail, or null if that is impossible now.
   *
   * @returns {import("./enlarged.js").About | null}
   */
  get about() {
    const over = this.stage.layer ? this.hand.pictured : undefined;
    const known = !this.stage.layer || over?.interaction_metadata;
    if (!this.map || !this.moments.list || !known || this.replay.running || !this.store.bot.online) return null;
    return { message: this.map.message, list: this.moments.list, over };
  }

  // The newest map

  get can() {
    const game = this.store.commandsIn(this.store.channel(this.id)).find((command) => command.name === "game");
    return Boolean(game?.options?.some((option) => option.name === "board"));
  }

  /** Request the current map, unless it is shown already. */
  refresh() {
    const wanted = this.told && this.told !== this.drawnFor && !this.moments.past;
    const { told, id: channel, move } = this;
    if (told === this.shownFor || !this.open) this.coming.end();
    if (!wanted || !channel || !this.open || !this.can || !this.store.bot.online) return;
    this.drawnFor = told;
    this.moments.reset();
    this.expect();
    let come = false;
    const asked = this.quiet.start("slash", { channel, command: "game board", options: {} }, async (message) => {
      const [file] = message.attachments;
      if (channel !== this.id || told !== this.drawnFor || !file) return this.quiet.dismiss(message);
      come = true;
      this.pause = AGAIN_MS;
      const path = suited(ownPath(file.url) ?? "");
      const text = file.description ?? "Map";
      await this.take({ message, move, path, text, places: [] });
      if (told !== this.drawnFor) return;
      this.shownFor = told;
      this.coming.end();
    });
    asked.then((failed) => (failed || !come) && told === this.drawnFor && this.later());
  }

  /**
   * Load the names of places and units for links in texts, before the map is first opened on a phone. A slow network
   * loads only the map.
   */
  learn() {
    const { id: channel } = this;
    if (this.map || this.open || this.learnt === channel || document.hidden || slow()) return;
    if (!channel || !this.can || !this.store.bot.online) return;
    this.learnt = channel;
    this.quiet.start("slash", { channel, command: "game board", options: {} }, async (message) => {
      const [file] = message.attachments;
      const path = file && ownPath(file.url);
      const places = path ? await placesOf(path) : [];
      this.quiet.dismiss(message);
      if (channel === this.id && !this.map) this.store.onMap?.know(channel, places);
    });
  }

  /** Try again after a while, for example because the bot has just started. */
  later() {
    this.drawnFor = null;
    setTimeout(() => this.refresh(), this.pause);
    this.pause = Math.min(2 * this.pause, SELDOM_MS);
  }

  /**
   * Show a map, unless a newer one is taken before its file has loaded.
   *
   * @param {ShownMap} map
   */
  async take(map) {
    this.taken = map;
    this.fetching.abort();
    this.fetching = new AbortController();
    const replay = this.replay.before(map.message);
    const loaded = (/** @type {number} */ share) => map === this.taken && this.coming.loaded(share);
    const file = await mapFile(map.path, this.file, { loaded, signal: this.fetching.signal });
    const replays = await replay;
    if (map !== this.taken) {
      if (map.message.id !== this.taken?.message.id) this.quiet.dismiss(map.message);
      return;
    }
    const before = this.map;
    this.map = map;
    this.file = file;
    map.places = file?.places ?? [];
    map.file = file?.file;
    this.moments.take(map.message);
    const there = await this.stage.show(map, { keep: true });
    if (before && before.message.id !== map.message.id) this.quiet.dismiss(before.message);
    if (!there) return;
    this.store.onMap?.know(this.id, map.places);
    replays();
    this.hand.layPicture();
    this.settle();
    this.stage.reveal(this.stage.places.filter((place) => place.pointed));
    this.showTap();
    this.refresh();
    this.element.dataset.move = String(map.move);
    this.arriveThere();
    if (this.sought) this.seek(this.sought);
  }

  /**
   * Show a place after a move. The map may still be loading.
   *
   * @param {number} move
   * @param {string} place
   */
  visit(move, place) {
    this.visiting = { move, place };
    if (this.map) this.arriveThere();
  }

  /**
   * Show a place of the map, at once or when the map has loaded.
   *
   * @param {string} name
   */
  seek(name) {
    const [place] = named(this.stage, new Set([name]));
    this.sought = this.stage.places.length ? "" : name;
    if (!place) return;
    this.replay.skip();
    this.choose(place);
    this.linked = place.name;
    announce(described(place));
  }

  /** Request the moment of a link, and choose its place when the map shows that moment. */
  arriveThere() {
    if (!this.visiting) return;
    const { move, place } = this.visiting;
    if (this.moments.shown !== move) {
      this.moments.visit(move);
      return;
    }
    this.visiting = null;
    const [at] = named(this.stage, new Set([place]));
    if (at) this.choose(at);
  }

  /**
   * Go to a moment of the game, by the list below the map or by a button there.
   *
   * @param {string | undefined} id
   * @param {number} [moment]
   * @returns {Promise<string>}
   */
  goTo(id, moment) {
    if (!this.map) return Promise.resolve("");
    const { message } = this.map;
    this.replay.skip();
    this.hand.clear();
    const at = { channel: message.channel_id, message: message.id };
    if (moment === undefined) return this.quiet.start("click", { ...at, custom_id: id }, () => {});
    return this.quiet.start("tap", { ...at, custom_id: id, value: String(moment) }, () => {});
  }

  // Changes since the player's last order

  get memory() {
    return `standings ${this.id} ${this.game}`;
  }

  /** @param {Action} action */
  noted({ what, details }) {
    const typed = what === "slash" && !/^game (?!do\b)/.test(details.command ?? "");
    if (details.channel !== this.id || !this.map) return;
    if (!typed && !ORDERS.test(details.custom_id ?? "")) return;
    this.replay.skip();
    if (this.chosen?.name === this.linked) this.chosen = null;
    this.settle();
    sessionStorage.setItem(this.memory, JSON.stringify(standings(this.map.places)));
  }

  get news() {
    const kept = sessionStorage.getItem(this.memory);
    return kept ? changed(this.stage.places, JSON.parse(kept)) : [];
  }

  // Touch

  /**
   * Explain the figures at a place. If a mouse only rests there, the figures disappear when it moves away.
   *
   * @param {Wire.Place} place
   * @param {boolean} passing
   */
  explain({ name }, passing) {
    if (!this.id || !this.can || this.moments.past || this.replay.running) return;
    this.figures.show(this.id, name, { passing, down: this.stage.pointers.size > 0 });
  }

  /** Mark the chosen place, the goals, places named in the conversation, and changes since the last order. */
  settle() {
    const place = this.stage.places.find(({ name }) => name === this.chosen?.name);
    const { goals } = this;
    const pointed = this.moments.past ? [] : this.stage.places.filter((each) => each.pointed);
    const news = this.moments.past || pointed.length ? [] : this.news;
    const told = named(this.stage, new Set(this.pointedAt));
    this.stage.mark({ news, goal: goals, told, pointed, cursor: place ? [place] : [] });
    this.element.dataset.told = told.map(({ name }) => name).join(" ");
    this.element.dataset.pointed = pointed.map(({ name }) => name).join(" ");
    this.element.dataset.goals = String(goals.length);
    this.element.dataset.at = place?.name ?? "";
    this.stage.held = place ?? null;
  }

  /**
   * Mark the places in the line of the conversation under the pointer.
   *
   * @param {string[]} places
   */
  mark(places) {
    this.pointedAt = places;
    if (this.map) this.settle();
  }

  /** The places that a tap can pick. */
  get goals() {
    return named(this.stage, new Set(this.hand.pickable.map(({ name }) => name)));
  }

  /** The stage in front: the faces of cards, or the map. */
  get front() {
    return this.cards.element.isConnected && !this.cards.element.hidden ? this.cards : this.stage;
  }

  /**
   * Put the cards or the map in front.
   *
   * @param {boolean} cards
   */
  showCards(cards) {
    this.cards.element.hidden = !cards;
    this.figures.hide();
    this.behind.textContent = cards ? "Map" : "Cards";
    this.behind.setAttribute("aria-label", cards ? "See the map" : "Back to the cards");
  }

  /**
   * Lay a picture over the map: place on place, or the faces of cards over the whole map.
   *
   * @param {Wire.Picture | null} picture
   * @returns {Promise<import("./hand.js").Laid>}
   */
  async lay(picture) {
    const turn = (this.laying += 1);
    const laid = await this.stage.lay(picture);
    if (turn !== this.laying) return "";
    if (await this.layCards(laid ? null : picture, turn)) return "cards";
    this.settle();
    if (!laid) return "";
    const { goals } = this;
    // A picture of an order may show only a part of the map: show that part if it has no goals.
    const places = picture?.places ?? [];
    const part = !goals.length && places.length < this.stage.places.length ? places : [];
    this.stage.reveal(goals, { near: this.hand.begun });
    this.stage.reveal(named(this.stage, new Set(part.map(({ name }) => name))));
    this.stage.reveal(named(this.stage, this.hand.given));
    return "map";
  }

  /**
   * Show the faces of cards in front of the map, or only the map if the picture has no cards.
   *
   * @param {Wire.Picture | null} picture
   * @param {number} turn
   * @returns {Promise<boolean>}
   */
  async layCards(picture, turn) {
    if (!this.map || !picture?.places.some(({ picks }) => picks.length)) {
      this.cards.element.remove();
      this.behind.hidden = true;
      return false;
    }
    if (!(await this.cards.show(picture)) || turn !== this.laying) return false;
    this.stage.element.after(this.cards.element);
    this.showCards(true);
    this.behind.hidden = false;
    this.cards.home();
    this.settle();
    return true;
  }

  /** @param {Wire.Place} place */
  choose(place) {
    this.chosen = place;
    this.settle();
    this.stage.reveal([place]);
  }

  /**
   * Take a tap on a place: for an option that is being typed, else for the question in the hand, else ask the bot. A
   * tap on an empty place that is no goal keeps the chosen unit. While cards are to be chosen, the map only explains
   * its places.
   *
   * @param {Wire.Place} place
   */
  async tapped(place) {
    const { chosen: before, walked } = this;
    this.chosen = place;
    this.walked = false;
    this.replay.skip();
    this.figures.hide();
    this.settle();
    if (this.complete(place) || this.moments.past) return;
    if (!this.behind.hidden && this.front === this.stage) return this.explain(place, false);
    // A tap before the answer has arrived is meant for the choices of that answer.
    await this.hand.settled();
    if (this.chosen !== place) return;
    const picks = this.hand.picksAt(place.name);
    if (picks.length === 1) this.hand.tap(picks[0]);
    else if (picks.length) this.hand.unfold(place, picks);
    else if (!walked && this.hand.begun && !place.pieces.length) this.keep(before, place);
    else this.askAt(place.name);
  }

  /**
   * @param {Wire.Place | null} chosen
   * @param {Wire.Place} beside
   */
  keep(chosen, beside) {
    this.chosen = chosen;
    this.settle();
    announce(`${beside.name} is not one of the goals.`);
  }

  /** Ask for the orders at the chosen place, or for all orders if the map has no such place. */
  askAgain() {
    const { chosen, id: channel } = this;
    if (chosen && named(this.stage, new Set([chosen.name])).length) this.askAt(chosen.name);
    else if (chosen && channel) this.hand.ask("slash", { channel, command: "game play", options: {} });
  }

  /** @param {string} place */
  askAt(place) {
    if (this.id) this.hand.ask("slash", { channel: this.id, command: "game at", options: { place } });
  }

  // Keys

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.matches("input, textarea")) return;
    const inStage = event.target === this.stage.element;
    const inCards = event.target === this.cards.element && this.cards.keys(event);
    const action = inCards || (inStage && this.keyInStage(event)) || this.keyAnywhere(event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {(() => void) | null | undefined}
   */
  keyInStage(event) {
    if (ARROWS[event.key]) return () => this.walk(ARROWS[event.key]);
    if (event.key === "Enter" || event.key === " ") return () => this.enter();
    if (event.key === ".") return () => this.chosen && this.explain(this.chosen, false);
    return isLetter(event.key) && !this.byKeys() ? null : this.stage.keys(event);
  }

  /**
   * @param {KeyboardEvent} event
   * @returns {(() => void) | null}
   */
  keyAnywhere(event) {
    if (event.key === "Escape") {
      if (this.figures.open) return () => this.figures.hide();
      if (!this.hand.empty) return () => this.hand.clear();
      return layout.wide ? null : () => this.leave();
    }
    return this.byKeys() && isLetter(event.key) ? this.hand.pressed(event.key) : null;
  }

  /**
   * Move to the next place in a direction. Enter then chooses that place instead of giving the order in the hand.
   *
   * @param {Wire.Point} direction
   */
  walk(direction) {
    const across = direction[0] !== 0;
    if (!this.walked || across !== this.across) this.line = this.chosen;
    this.across = across;
    this.nowByKeys();
    const place = this.stage.towards(this.chosen, direction, this.line, this.goals);
    if (!place) return;
    this.line ??= place;
    this.walked = true;
    this.choose(place);
    announce(described(place));
  }

  /**
   * Choose the place that the arrow keys reached, or else give the order in the hand. If the order was made by taps,
   * only focus its button first.
   */
  async enter() {
    const { walked } = this;
    await this.hand.settled();
    if (!this.byKeys()) return this.hand.pointAt("Enter");
    const press = walked ? null : this.hand.pressed("Enter");
    if (press) press();
    else if (this.chosen) this.tapped(this.chosen);
  }

  // The latest events, when the map covers the conversation

  drawCall() {
    const post = this.posts.filter((each) => each.components.length).at(-1);
    /**
     * @param {Wire.Message} message
     * @returns {Press}
     */
    const act = (message) => ({
      click: (custom_id) =>
        this.hand.ask("click", { channel: message.channel_id, message: message.id, custom_id }),
      select: (custom_id, values) =>
        this.hand.ask("select", { channel: message.channel_id, message: message.id, custom_id, values }),
    });
    const asks = new RegExp(`▶[^\n]*<@!?${this.store.me.id}>`).test(post?.content ?? "");
    const tap = asks
      ? h("p", { class: "faint tap-units" }, "Tap a place on the map to see its units and your orders.")
      : null;
    const words = post?.content.replace(/\n?^-# Game .*$/m, "") ?? "";
    this.over = ENDS.test(words);
    fill(
      this.call,
      post ? [content({ ...post, attachments: [], content: words }, this.store, act(post)), tap] : null,
    );
    this.showTap();
  }

  /** Hide the hint about tapping while the map has no units. */
  showTap() {
    const tap = this.call.querySelector(".tap-units");
    if (tap) tap.hidden = !this.map?.places.some(({ pieces }) => pieces.length);
    this.showCall();
  }

  /** Scroll to the question at the end, or to the headline at the start if the game is over. */
  showCall() {
    this.call.scrollTop = this.over ? 0 : this.call.scrollHeight;
  }
}

/**
 * Return the places of a stage with these names.
 *
 * @param {{places: Wire.Place[]}} stage
 * @param {Set<string>} names
 */
function named({ places }, names) {
  return places.filter(({ name }) => names.has(name));
}

/**
 * Describe a place and its pieces in words.
 *
 * @param {Wire.Place} place
 */
function described({ name, pieces, told }) {
  if (told) return told.startsWith(name) ? told : `${name}: ${told}`;
  const many = `${pieces.length} ${pieces.length === 1 ? "piece" : "pieces"}`;
  return pieces.length ? `${name}, ${many}` : name;
}
