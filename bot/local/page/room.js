// The side bar: the tables, the direct messages, and this person's own settings.

import { fill, h, icon } from "./dom.js";
import { counter } from "./message.js";
import { reason } from "./patience.js";
import { DM, FORUM } from "./store.js";

/**
 * @import { Calls } from "./calls.js"
 * @import { Games } from "./games.js"
 * @import { Line } from "./line.js"
 * @import { Store } from "./store.js"
 */

/**
 * The actions and parts that the page gives to the side bar.
 *
 * @typedef {object} Rooms
 * @property {(channel: string) => void} go
 * @property {(anew?: boolean) => void} welcome
 * @property {(name: string) => void} address
 * @property {Games} games
 * @property {Calls} calls
 */

export class Room {
  /**
   * `go(id)` opens a channel. `welcome()` opens the first page. `games` and `calls` are shown here.
   *
   * @param {Store} store
   * @param {Line} line
   * @param {Rooms} rooms
   */
  constructor(store, line, { go, welcome, address, games, calls }) {
    this.store = store;
    this.line = line;
    this.go = go;
    this.welcome = welcome;
    this.address = address;
    this.games = games;
    this.calls = calls;
    this.tables = h("ul", { class: "channels" });
    this.letters = h("ul", { class: "channels" });
    this.make = h("form", { class: "new-table", hidden: true });
    this.failure = h("p", { class: "failure", role: "alert", hidden: true });
    this.self = h("div", { class: "self" });
    const open = h(
      "button",
      {
        type: "button",
        class: "plain round",
        "aria-label": "Make a new table",
        title: "New table",
        on: { click: () => this.startTable() },
      },
      icon("plus"),
    );
    const home = h(
      "button",
      { type: "button", class: "wordmark", on: { click: () => this.welcome() } },
      h("span", { class: "counter small", data: { side: "bot" }, "aria-hidden": "true" }, icon("letter")),
      h("span", {}, "Fieldpost"),
    );
    this.element = h(
      "nav",
      { class: "room", "aria-label": "Tables and messages" },
      h("div", { class: "room-head" }, home),
      h(
        "div",
        { class: "room-body" },
        games.element,
        h("div", { class: "room-title" }, h("h2", {}, "Tables"), open),
        this.make,
        this.failure,
        this.tables,
        h("div", { class: "room-title" }, h("h2", {}, "Direct messages")),
        this.letters,
      ),
      this.self,
    );
    for (const name of /** @type {const} */ (["channels", "unread", "people"])) store.on(name, () => this.draw());
    store.on("hello", () => this.drawSelf());
    store.on("people", () => this.drawSelf());
  }

  /** @param {string | null} id */
  mark(id) {
    this.current = id;
    this.draw();
  }

  draw() {
    const all = this.store.channels;
    const tops = all.filter((channel) => channel.type !== DM && !channel.parent_id);
    fill(
      this.tables,
      tops.map((channel) => [this.entry(channel), this.threads(all.filter((c) => c.parent_id === channel.id))]),
    );
    const letters = all.filter((channel) => channel.type === DM);
    const none = h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "channel", on: { click: () => this.openLetters() } },
        icon("letter"),
        h("span", { class: "channel-name" }, this.store.bot.name),
      ),
    );
    fill(this.letters, letters.length ? letters.map((channel) => this.entry(channel)) : none);
  }

  /** @param {Wire.Channel[]} threads */
  threads(threads) {
    const live = threads.filter((thread) => !thread.archived);
    const old = threads.filter((thread) => thread.archived);
    if (!threads.length) return null;
    return h(
      "li",
      {},
      h(
        "ul",
        { class: "channels threads" },
        live.map((thread) => this.entry(thread)),
      ),
      old.length
        ? h(
            "details",
            { class: "archive" },
            h("summary", {}, `Archived (${old.length})`),
            h(
              "ul",
              { class: "channels threads" },
              old.map((thread) => this.entry(thread)),
            ),
          )
        : null,
    );
  }

  /** @param {Wire.Channel} channel */
  entry(channel) {
    const dm = channel.type === DM;
    const name = dm ? this.store.bot.name : channel.name;
    const shown = channel.parent_id ? "thread" : dm ? "letter" : "table";
    // The open table shows no counts.
    const { unread, pings } = channel.id === this.current ? { unread: 0, pings: 0 } : channel;
    const news = unread ? `, ${unread} new` : "";
    const calls = pings ? `, ${pings} for you` : "";
    const content = [
      icon(shown),
      h("span", { class: "channel-name" }, name),
      pings
        ? h("span", { class: "badge", "aria-hidden": "true" }, String(pings))
        : unread
          ? h("span", { class: "dot", "aria-hidden": "true" })
          : null,
    ];
    const props = {
      class: unread ? "channel unread" : "channel",
      "aria-label": `${name}${news}${calls}`,
      "aria-current": channel.id === this.current ? "page" : null,
    };
    if (channel.type === FORUM) return h("li", {}, h("p", { ...props, class: "channel forum" }, content));
    return h(
      "li",
      {},
      h("a", { ...props, href: `#${channel.id}`, on: { click: () => this.go(channel.id) } }, content),
    );
  }

  async openLetters() {
    try {
      const { id } = await this.line.ask("open_dm");
      this.go(id);
    } catch (error) {
      this.complain(reason(error));
    }
  }

  /** @param {string} text */
  complain(text) {
    this.failure.hidden = !text;
    this.failure.textContent = text;
  }

  startTable() {
    const name = h("input", {
      type: "text",
      maxlength: 90,
      placeholder: "Name of the table",
      "aria-label": "Name of the new table",
      autocomplete: "off",
    });
    const cancel = () => {
      this.make.hidden = true;
      this.complain("");
    };
    fill(this.make, name, h("button", { type: "submit", class: "button primary" }, "Make"));
    this.make.hidden = false;
    name.addEventListener("keydown", (event) => event.key === "Escape" && cancel());
    this.make.onsubmit = async (event) => {
      event.preventDefault();
      try {
        const { id } = await this.line.ask("new_table", { name: name.value });
        cancel();
        this.go(id);
      } catch (error) {
        this.complain(reason(error));
      }
    };
    name.focus();
  }

  drawSelf() {
    const { me, bot } = this.store;
    const name = this.store.nameOf(me);
    const opener = h(
      "button",
      { type: "button", class: "self-open", "aria-expanded": "false", "aria-label": `You are ${name}. Settings` },
      counter(this.store, me),
      h(
        "span",
        { class: "self-name" },
        h("b", {}, name),
        h("span", { class: "faint" }, bot.online ? `${bot.name} is here` : `${bot.name} is not here yet`),
      ),
      icon("more"),
    );
    const panel = h("div", { class: "self-panel", hidden: true });
    opener.addEventListener("click", () => {
      panel.hidden = !panel.hidden;
      opener.setAttribute("aria-expanded", String(!panel.hidden));
      if (!panel.hidden) this.drawPanel(panel);
    });
    this.self.onkeydown = (event) => {
      if (event.key !== "Escape" || panel.hidden) return;
      panel.hidden = true;
      opener.setAttribute("aria-expanded", "false");
      opener.focus();
    };
    // The panel stays unchanged while its person types in it.
    if (this.self.contains(document.activeElement) && !this.self.querySelector(".self-panel")?.hidden) return;
    fill(this.self, panel, opener);
  }

  /** @param {HTMLElement} panel */
  drawPanel(panel) {
    const { me } = this.store;
    const input = h("input", {
      type: "text",
      maxlength: 32,
      value: this.store.nameOf(me),
      "aria-label": "Your name",
      autocomplete: "off",
    });
    const failure = h("p", { class: "failure", role: "alert" });
    const form = h(
      "form",
      { class: "rename" },
      input,
      h("button", { type: "submit", class: "button secondary" }, "Rename"),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        const { name } = await this.line.ask("rename", { name: input.value });
        this.address(name);
        failure.textContent = "";
      } catch (error) {
        failure.textContent = reason(error);
      }
    });
    const closed = h("input", { type: "checkbox" });
    closed.checked = this.store.dmsClosed;
    closed.addEventListener("change", async () => {
      try {
        this.store.dmsClosed = (await this.line.ask("dms", { closed: closed.checked })).closed;
        failure.textContent = "";
      } catch (error) {
        failure.textContent = reason(error);
      }
      closed.checked = this.store.dmsClosed;
    });
    const called = h("input", { type: "checkbox" });
    called.checked = this.calls.on;
    called.addEventListener("change", async () => (failure.textContent = await this.calls.turn(called.checked)));
    const others = this.store.people.filter((person) => person.id !== me.id && person.link);
    const guest = h("input", {
      type: "text",
      maxlength: 32,
      placeholder: "Name",
      "aria-label": "Name of one more person",
      autocomplete: "off",
    });
    const invite = h(
      "form",
      { class: "rename" },
      guest,
      h("button", { type: "submit", class: "button secondary" }, "One more"),
    );
    invite.addEventListener("submit", async (event) => {
      event.preventDefault();
      try {
        await this.line.ask("invite", { name: guest.value });
        this.drawPanel(panel);
      } catch (error) {
        failure.textContent = reason(error);
      }
    });
    fill(
      panel,
      h("p", { class: "caption" }, "Your name"),
      form,
      failure,
      h("label", { class: "choice" }, closed, h("span", {}, "No direct messages from the bot")),
      h("label", { class: "choice" }, called, h("span", {}, "Sound and notification when it is my move")),
      h(
        "button",
        { type: "button", class: "plain", on: { click: toggleTheme } },
        icon("contrast"),
        " Dark or light paper",
      ),
      others.length ? h("p", { class: "caption" }, "Open a window as") : null,
      h(
        "ul",
        { class: "others" },
        others.map((person) =>
          h("li", {}, h("a", { href: windowOf(person), target: "_blank" }, `${person.name} ↗`)),
        ),
      ),
      this.store.people.some((person) => person.link) ? invite : null,
      this.store.secretLinks
        ? null
        : h(
            "button",
            { type: "button", class: "plain", on: { click: () => this.welcome(true) } },
            "Use another name in this window",
          ),
    );
  }
}

/**
 * Return the address of another person's window at this table. A secret link stays as it is, because it may be for
 * another machine. A link by name uses the host of this page.
 *
 * @param {Wire.Person} person
 * @param {string} channel
 */
export function windowOf(person, channel = location.hash) {
  const link = new URL(person.link ?? location.href);
  return (link.search ? location.origin + link.pathname + link.search : link.href) + channel;
}

/** Switch between dark and light. The browser remembers the choice. */
export function toggleTheme() {
  const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("theme", theme);
}
