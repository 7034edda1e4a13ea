// The whole page: the person, the line, the side bar, and the open table.

import { existing, fill, h, icon } from "./dom.js";
import { Board } from "./board.js";
import { Calls } from "./calls.js";
import { Composer } from "./composer.js";
import { openDialog } from "./dialog.js";
import { Games } from "./games.js";
import { Handbook } from "./handbook.js";
import { Interactions } from "./interactions.js";
import { showKeys } from "./keyhelp.js";
import { Keys } from "./keys.js";
import { layout } from "./layout.js";
import { Line } from "./line.js";
import { LogFilter } from "./logfilter.js";
import { News } from "./news.js";
import { LONG_PATIENCE_MS, reason, within } from "./patience.js";
import { OnMap } from "./onmap.js";
import { placesOf } from "./places.js";
import { Quiet } from "./quiet.js";
import { Room, toggleTheme } from "./room.js";
import { DM, EPHEMERAL, Store } from "./store.js";
import { Stream } from "./stream.js";
import { Viewer } from "./viewer.js";
import { Welcome, chooseSelf, friendBanner, sitDown, whoSits } from "./welcome.js";

/** @import { Against, Next } from "./welcome.js" */

const OFFLINE = "You are offline. The connection is broken. Trying again…";

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "dark";
const root = existing("#app");

// A secret link identifies the person by its address. Otherwise each window keeps the name in its address.
const secret = location.pathname !== "/";

function who() {
  return new URLSearchParams(location.search).get("as") ?? sessionStorage.getItem("as");
}

/** @param {string} name */
function become(name) {
  sessionStorage.setItem("as", name);
  history.replaceState(null, "", `${location.pathname}?as=${encodeURIComponent(name)}${location.hash}`);
}

class Page {
  /**
   * @param {string} name
   * @param {Next} next
   */
  constructor(name, next) {
    this.name = name;
    this.next = next;
    this.store = new Store();
    this.store.handbook = new Handbook(this.store);
    this.store.onMap = new OnMap(this.store.handbook, {
      look: (place) => this.lookAt(place),
      mark: (places) => this.board.mark(places),
    });
    /** Storage key of the channel that this person opened last. */
    this.lastAt = `last:${name.toLowerCase()}`;
    /** True if the server has sent its state. */
    this.arrived = false;
    /**
     * The table that waits for a friend.
     *
     * @type {string | null}
     */
    this.waitsForFriend = null;
    const query = secret ? "" : `?as=${encodeURIComponent(name)}`;
    const url = new URL(`socket${query}`, location.origin + location.pathname);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.line = new Line(url, {
      hear: (heard) => this.store.hear(heard),
      status: (up) => this.showLine(up),
      refused: () => this.refused(),
      retired: (why) => (this.lineDown.textContent = `${why} Load this page again to use it.`),
    });
    this.interactions = new Interactions(this.store, this.line, openDialog);
    const quiet = new Quiet(this.store, this.line, this.interactions);
    const seen = () => getComputedStyle(this.room.element).visibility === "visible";
    this.games = new Games(this.store, quiet, (id) => this.visit(id), seen);
    this.room = new Room(this.store, this.line, {
      games: this.games,
      calls: new Calls(this.store, (id) => this.visit(id)),
      go: (id) => this.visit(id),
      welcome: (anew) => (anew ? leaveSelf() : this.showWelcome()),
      address: (newName) => secret || become(newName),
    });
    this.composer = new Composer(this.store, this.line, this.interactions);
    this.board = new Board(this.store, quiet, {
      complete: (place) => this.complete(place),
      leave: () => this.openMap(false),
      byKeys: () => this.keys.on,
      walked: () => this.keys.show(true),
    });
    this.keys = new Keys([this.board.element, this.board.hand.element], () => this.write(), showKeys);
    this.stream = new Stream(this.store, this.line, this.interactions, (...press) => this.board.takes(...press));
    this.filter = new LogFilter(this.stream.list, (named) => this.store.onMap?.full(named) ?? named);
    this.stream.element.prepend(this.filter.element);
    this.news = new News(this.store, quiet, {
      look: (move, place) => this.lookBack(move, place),
      orders: () => this.askOrders(),
    });
    this.talk = h("div", { class: "talk" }, this.news.element, this.stream.element, this.composer.element);
    this.welcome = new Welcome(
      this.store,
      (against, title, scenario) => this.play(against, title, scenario),
      (title) => this.learn(title),
      () => this.openRoom(true),
    );
    this.viewer = new Viewer((place) => this.askAt(place));
    this.build();
    this.listen();
  }

  build() {
    /** @type {HTMLElement} */
    this.heading = h("h1", { class: "table-name" });
    /** @type {HTMLElement} */
    this.topic = h("p", { class: "topic faint" });
    /** @type {HTMLElement} */
    this.lineDown = h("p", { class: "line-down", role: "status", hidden: true }, OFFLINE);
    /** @type {HTMLElement} */
    this.unsaved = h("p", { class: "line-down", role: "status", hidden: true });
    /** @type {HTMLElement} */
    this.botAway = h("p", { class: "bot-away", role: "status", hidden: true });
    /** @type {HTMLElement} */
    this.banner = h("div", { class: "banner-place" });
    /** @type {HTMLElement} */
    this.view = h("div", { class: "view" });
    const open = h(
      "button",
      {
        type: "button",
        class: "plain round to-room",
        "aria-label": "Tables and messages",
        on: { click: () => this.openRoom(true) },
      },
      icon("menu"),
    );
    /** @type {HTMLElement} */
    this.badge = h("span", { class: "badge elsewhere", hidden: true, "aria-hidden": "true" });
    open.append(this.badge);
    const map = h(
      "button",
      { type: "button", class: "button to-map", on: { click: () => this.openMap(true) } },
      icon("map"),
      " Map",
    );
    const theme = h(
      "button",
      {
        type: "button",
        class: "plain round",
        "aria-label": "Dark or light paper",
        title: "Dark or light paper",
        on: { click: toggleTheme },
      },
      icon("contrast"),
    );
    const rules = h(
      "button",
      {
        type: "button",
        class: "plain round",
        "aria-label": "Rules",
        title: "Rules",
        on: { click: () => this.openRules() },
      },
      icon("book"),
    );
    /** @type {HTMLElement} */
    this.curtain = h("div", { class: "curtain", on: { click: () => this.openRoom(false) } });
    this.composer.element.prepend(skip("To the map", "for-map", () => this.toMap()));
    fill(
      root,
      h(
        "nav",
        { "aria-label": "Shortcuts" },
        skip("To the map", "for-map", () => this.toMap()),
        skip("To the orders", "for-map", () => this.toOrders()),
        skip("To the message field", "", () => this.toField()),
      ),
      h(
        "div",
        { class: "page" },
        this.room.element,
        this.curtain,
        h(
          "main",
          { class: "table" },
          h(
            "header",
            { class: "table-head" },
            open,
            h("div", { class: "table-title" }, this.heading, this.topic),
            map,
            rules,
            theme,
          ),
          this.lineDown,
          this.unsaved,
          this.botAway,
          this.banner,
          this.view,
        ),
      ),
    );
    /** @type {HTMLElement} */
    this.page = existing(".page", root);
  }

  listen() {
    this.store.on("hello", () => this.arrive());
    this.store.on("channels", () => this.arrived && this.check());
    this.store.on("people", () => {
      this.showBanner();
      this.showBot();
    });
    this.store.on("history", () => this.showHistory());
    for (const name of /** @type {const} */ (["unread", "channels"])) this.store.on(name, () => this.showTitle());
    addEventListener("hashchange", () => this.follow());
    addEventListener("popstate", ({ state }) => state?.map || this.openMap(false));
    document.addEventListener("visibilitychange", () => document.hidden || (this.stream.read(), this.showTitle()));
    // The first post that mentions a player begins the game with a friend.
    this.store.on("message", ({ message }) => {
      if (message.channel_id !== this.waitsForFriend || !message.mentions.length) return;
      this.waitsForFriend = null;
      this.showBanner();
    });
    document.addEventListener("viewpicture", (event) => this.openPicture(event));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.page.classList.contains("room-open")) this.openRoom(false);
      else if (event.key === "Escape" && !event.defaultPrevented) this.openMap(false);
    });
  }

  // Arriving

  arrive() {
    const first = !this.arrived;
    this.arrived = true;
    if (!first) return;
    const asked = location.hash.slice(1);
    const said = this.store.channels.filter((channel) => channel.last_message_id && channel.type !== DM);
    said.sort((a, b) => (BigInt(a.last_message_id ?? 0) < BigInt(b.last_message_id ?? 0) ? 1 : -1));
    // The first choice is a game that calls this person, then the last open channel, then their newest game. Games of
    // other players are not opened.
    const last = localStorage.getItem(this.lastAt);
    const latest =
      said.find(({ pings }) => pings) ??
      said.find(({ id }) => id === last) ??
      said.find(({ own }) => own);
    if (this.next !== "look") this.showWelcome(this.next);
    else if (asked && this.store.channel(asked)) this.follow();
    else if (latest) this.go(latest.id);
    else this.showWelcome();
  }

  /** Return to the choice of names if the server does not know this name. */
  refused() {
    if (secret || this.arrived) return;
    whoSits()
      .then(({ people }) => people.some((each) => each.toLowerCase() === this.name.toLowerCase()) || leaveSelf())
      .catch(() => {});
  }

  /** Show that the bot is away, unless it is back at once. */
  showBot() {
    const { bot } = this.store;
    clearTimeout(this.botTimer);
    if (bot.online) this.botAway.hidden = true;
    else this.botTimer = setTimeout(() => (this.botAway.hidden = false), 1500);
    this.botAway.textContent = `${bot.name} is not here at the moment. Commands and buttons will work again when it is back.`;
  }

  /** Warn that new messages would be lost if the table were closed. */
  showHistory() {
    const { trouble } = this.store;
    this.unsaved.hidden = !trouble;
    this.unsaved.textContent = `Messages cannot be saved at the moment (${trouble}). They are lost if the table is closed before that works again. Your games are kept elsewhere.`;
  }

  /** @param {boolean} up */
  showLine(up) {
    this.lineDown.hidden = up;
    this.page.classList.toggle("cut", !up);
  }

  // Showing

  /**
   * Open a channel, or show why it cannot be opened.
   *
   * @param {string} id
   */
  visit(id) {
    return this.go(id).catch((error) => this.room.complain(reason(error)));
  }

  /** @param {string} id */
  async go(id) {
    await this.known(id);
    if (location.hash.slice(1) === id) this.follow();
    else location.hash = id;
  }

  follow() {
    const id = location.hash.slice(1);
    const channel = this.store.channel(id);
    this.openRoom(false);
    if (!channel) {
      if (this.arrived && id) this.showWelcome();
      return;
    }
    localStorage.setItem(this.lastAt, id);
    if (this.stream.id === id && this.stream.element.isConnected) return;
    this.heading.textContent = channel.type === DM ? this.store.bot.name : channel.name;
    this.topic.textContent = channel.type === DM ? "Direct messages: nobody else sees them" : "";
    this.showBanner();
    this.page.classList.remove("map-open");
    fill(this.view, this.board.element, this.talk);
    this.news.show(id);
    this.filter.reset();
    this.stream.show(id);
    this.composer.show(id);
    this.board.show(id);
    this.room.mark(id);
    this.showTitle();
    if (matchMedia("(hover: hover)").matches) this.composer.text.focus({ preventScroll: true });
  }

  showBanner() {
    const close = () => {
      this.waitsForFriend = null;
      this.showBanner();
    };
    const table = this.waitsForFriend === location.hash.slice(1) ? this.waitsForFriend : null;
    fill(this.banner, table ? friendBanner(this.store, table, close) : null);
  }

  check() {
    if (this.stream.id && this.stream.element.isConnected && !this.store.channel(this.stream.id))
      this.showWelcome();
    else if (!this.stream.element.isConnected && this.store.channel(location.hash.slice(1))) this.follow();
  }

  /** @param {Next} next */
  showWelcome(next = "look") {
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    this.heading.textContent = "Welcome";
    this.topic.textContent = "";
    fill(this.banner);
    this.stream.id = null;
    this.news.show(null);
    this.board.show(null);
    this.page.classList.remove("map-open");
    this.welcome.show(next);
    fill(this.view, this.welcome.element);
    this.room.mark(null);
    this.openRoom(false);
    this.showTitle();
  }

  /** @param {boolean} open */
  openRoom(open) {
    this.page.classList.toggle("room-open", open);
    if (!open) return;
    existing("a, button", this.room.element).focus();
    this.games.opened();
  }

  showTitle() {
    // Calls in the open channel do not count: this person reads them there.
    const here = document.hidden ? null : this.stream.id;
    const pings = this.store.channels.reduce((sum, { id, pings }) => sum + (id === here ? 0 : pings), 0);
    const others = this.store.channels.some((channel) => channel.unread && channel.id !== this.stream.id);
    this.badge.hidden = !pings && !others;
    this.badge.textContent = pings ? String(pings) : "";
    const name = this.heading.textContent;
    document.title = `${pings ? `(${pings}) ` : ""}${name ? `${name} · ` : ""}Fieldpost`;
  }

  /**
   * Open a picture of orders with places to choose from as the map, and every other picture large.
   *
   * @param {CustomEvent<{path: string}>} event
   */
  async openPicture(event) {
    const { id } = this.stream;
    const { target, detail } = event;
    if (!id || !(target instanceof HTMLElement)) return;
    const shown = this.store.stream(id).messages.get(target.closest(".message")?.dataset.id ?? "");
    if (shown && shown.flags & EPHEMERAL && shown.components.length && (await offers(detail.path))) {
      this.board.hand.adopt(shown);
      this.openMap(true);
    } else {
      this.openLarge(target);
    }
  }

  /** @param {HTMLElement} target */
  openLarge(target) {
    const pictures = [...this.stream.list.querySelectorAll(".picture:not([data-still])")].map((figure) => ({
      path: figure.dataset.path ?? "",
      text: figure.dataset.text ?? "",
    }));
    const seen = new Set();
    const unique = pictures.filter(({ path }) => !seen.has(path) && seen.add(path));
    const { path = "", text = "" } = target.closest(".picture")?.dataset ?? {};
    this.viewer.open(seen.has(path) ? unique : [{ path, text }], path, target);
  }

  // The map

  /**
   * Show or hide the map that covers the conversation in a narrow window.
   *
   * @param {boolean} open
   */
  openMap(open) {
    if (this.page.classList.contains("map-open") === open) return;
    this.page.classList.toggle("map-open", open);
    // The Back button of a phone returns from the map to the conversation.
    if (open) history.pushState({ map: true }, "");
    else if (history.state?.map) history.back();
    if (open) this.board.opened();
    else existing(".to-map", this.page).focus({ preventScroll: true });
  }

  // Shortcuts for keys

  toMap() {
    if (!layout.wide) this.openMap(true);
    this.board.takeKeys();
  }

  toOrders() {
    if (!layout.wide) this.openMap(true);
    this.board.toOrders();
  }

  toField() {
    this.openMap(false);
    this.composer.text.focus();
  }

  /** Move typed letters into the message field, even if the map covers it. */
  write() {
    this.openMap(false);
    this.composer.write();
  }

  /**
   * Show the map after a move of the news.
   *
   * @param {number} move
   * @param {string} place
   */
  lookBack(move, place) {
    if (this.board.element.hidden) return;
    this.openMap(true);
    this.board.visit(move, place);
  }

  /**
   * Show a place on the current map.
   *
   * @param {string} place
   */
  lookAt(place) {
    if (this.board.element.hidden) return;
    this.openMap(true);
    this.board.seek(place);
  }

  /** Press the button for this person's orders under the newest post that has it. */
  askOrders() {
    const post = this.board.posts.findLast(({ components }) => JSON.stringify(components).includes("fp:panel:"));
    const element = post && this.stream.elements.get(post.id)?.element;
    element?.querySelector('[data-custom^="fp:panel:"]')?.click();
  }

  /**
   * Ask the bot for the orders at a place of a map that was opened large.
   *
   * @param {string} place
   */
  askAt(place) {
    this.openMap(true);
    this.board.askAt(place);
  }

  /**
   * Give a tapped place to the option that is being typed. Returns false if there is none.
   *
   * @param {Wire.Place} place
   */
  complete(place) {
    if (!this.composer.takePlace(place)) return false;
    this.openMap(false);
    return true;
  }

  openRules() {
    const { handbook } = this.store;
    handbook?.open(handbook.titleOf(this.stream.id ?? ""));
  }

  // The learning scenario

  /**
   * Make a table and start a battle there. Returns "" or the reason why it failed.
   *
   * @param {Against} against
   * @param {string} title
   * @param {string} scenario
   */
  async play(against, title, scenario) {
    try {
      const { id } = await this.line.ask("new_table", { name: scenario === "first" ? "first steps" : scenario });
      if (against === "friend") {
        if (!secret && this.store.people.length < 2)
          await sitDown(this.store.nameOf(this.store.me) === "Viktor" ? "Anna" : "Viktor");
        this.waitsForFriend = id;
      }
      await this.go(id);
      const options = { title, scenario, side: "any" };
      await this.newGame(id, against === "nobody" ? options : { ...options, against });
      return "";
    } catch (error) {
      return reason(error);
    }
  }

  /**
   * Make a table and show the lessons of a game there. Returns "" or the reason why it failed.
   *
   * @param {string} title
   */
  async learn(title) {
    try {
      const { id } = await this.line.ask("new_table", { name: "lessons" });
      await this.go(id);
      await this.newGame(id, { title, scenario: "lessons" });
      return "";
    } catch (error) {
      return reason(error);
    }
  }

  /**
   * @param {string} channel
   * @param {Record<string, string>} options
   */
  async newGame(channel, options) {
    /** @param {string} failed */
    const late = (failed) => this.composer.say(failed, Boolean(failed));
    const failed = await this.interactions.start("slash", { channel, command: "game new", options }, { late });
    if (failed) this.composer.say(failed, true);
  }

  /**
   * Wait until the page knows a new channel.
   *
   * @param {string} id
   * @returns {Promise<unknown>}
   */
  known(id) {
    if (this.store.channel(id)) return Promise.resolve();
    const arrival = new Promise((resolve) => {
      const ignore = this.store.on("channels", () => {
        if (!this.store.channel(id)) return;
        ignore();
        resolve(undefined);
      });
    });
    return within(
      arrival,
      LONG_PATIENCE_MS,
      () => "This table has not loaded yet. Choose it on the left when it appears.",
    );
  }
}

/**
 * True if a picture has places to choose from.
 *
 * @param {string} path
 */
async function offers(path) {
  return (await placesOf(path)).some(({ picks }) => picks.length);
}

/**
 * Build a link that takes the keyboard focus past the elements between.
 *
 * @param {string} words
 * @param {string} kind
 * @param {() => void} go
 */
function skip(words, kind, go) {
  /** @param {MouseEvent} event */
  const click = (event) => {
    event.preventDefault();
    go();
  };
  return h("a", { class: `skip ${kind}`, href: "#", on: { click } }, words);
}

function leaveSelf() {
  sessionStorage.removeItem("as");
  location.assign(location.pathname);
}

const name = secret ? "" : who();
if (name === null) {
  chooseSelf(root, (chosen, next) => {
    become(chosen);
    new Page(chosen, next);
  });
} else {
  if (!secret) become(name);
  new Page(name, "look");
}
