// The first page: an introduction, the choice of a name, and the way to the first game.

import { existing, fill, h, icon } from "./dom.js";
import { leaves } from "./orders.js";
import { PATIENCE_MS, reason } from "./patience.js";
import { windowOf } from "./room.js";

/** @import { Store } from "./store.js" */

/** @typedef {"computer" | "friend" | "nobody"} Against */
/**
 * The next page: the learning game against the computer, the choice of a battle, or neither.
 *
 * @typedef {"play" | "choose" | "look"} Next
 */

const PLAY = "Play the learning game";
const CHOOSE = "Choose a lesson or a battle";

/**
 * Let a person choose a name before there is a line. `begin(name, next)` continues as that person.
 *
 * @param {HTMLElement} root
 * @param {(name: string, next: Next) => void} begin
 */
export async function chooseSelf(root, begin) {
  let sits;
  try {
    sits = await whoSits();
  } catch (error) {
    const again = h("button", { type: "button", class: "button primary", on: { click: () => location.reload() } });
    again.textContent = "Try again";
    const words = h("p", { class: "failure", role: "alert" }, reason(error));
    fill(root, h("main", { class: "welcome" }, h("div", { class: "card" }, pitch(), words, again)));
    return;
  }
  const { people, offered } = sits;
  const names = [...people, ...offered];
  const other = h("input", {
    type: "text",
    maxlength: 32,
    placeholder: "Another name",
    "aria-label": "Another name",
    autocomplete: "off",
    "aria-describedby": "no-name",
  });
  const failure = h("p", { class: "failure", role: "alert", id: "no-name" });
  const inputs = names.map((name, n) => {
    const input = h("input", { type: "radio", name: "self", value: name });
    input.checked = n === 0;
    input.addEventListener("change", () => (other.value = ""));
    return input;
  });
  const choices = names.map((name, n) =>
    h(
      "label",
      { class: "self-choice" },
      inputs[n],
      h(
        "span",
        { class: "counter", data: { side: String(n % 6) }, "aria-hidden": "true" },
        name.slice(0, 1).toUpperCase(),
      ),
      h("span", {}, name),
    ),
  );
  other.addEventListener("input", () => {
    for (const input of inputs) input.checked = !other.value && input === inputs[0];
  });
  /** @param {Next} next */
  const go = async (next) => {
    const name = other.value.trim() || (inputs.find((input) => input.checked)?.value ?? "");
    try {
      // Another window may have taken this name since the choice was shown.
      const sits = (await whoSits()).people.includes(name);
      begin(sits ? name : await sitDown(name), next);
    } catch (error) {
      failure.textContent = reason(error);
    }
  };
  const form = h(
    "form",
    { class: "card" },
    pitch(),
    h(
      "fieldset",
      {},
      h("legend", {}, "Who are you in this window?"),
      h("div", { class: "self-choices" }, choices),
      other,
      failure,
    ),
    h(
      "div",
      { class: "actions" },
      h("button", { type: "submit", class: "button primary large" }, PLAY),
      h("button", { type: "button", class: "button secondary large", on: { click: () => go("choose") } }, CHOOSE),
      h(
        "button",
        { type: "button", class: "button secondary large", on: { click: () => go("look") } },
        "Just look around",
      ),
    ),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    go("play");
  });
  fill(root, h("main", { class: "welcome" }, form));
}

/**
 * Return the people at the table, and the names it offers: {people, offered}.
 *
 * @returns {Promise<{people: string[], offered: string[]}>}
 */
export async function whoSits() {
  return (await fetched("people")).answer;
}

/**
 * Fetch JSON from the table. Throws an error if the table does not answer in time.
 *
 * @param {string} path
 * @param {RequestInit} options
 */
async function fetched(path, options = {}) {
  try {
    const response = await fetch(path, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
    return { response, answer: await response.json() };
  } catch {
    throw new Error("The table does not answer. Check that it runs and that you are online, and try again.");
  }
}

/**
 * Take a new name at the table. Returns the name, or throws an error that says why it is refused.
 *
 * @param {string} name
 * @returns {Promise<string>}
 */
export async function sitDown(name) {
  const { response, answer } = await fetched("people", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name }),
  });
  if (!response.ok) throw new Error(answer.no);
  return answer.name;
}

function pitch() {
  return h(
    "header",
    { class: "pitch" },
    h("p", { class: "kicker" }, "The table at home"),
    h("h1", {}, "Fieldpost"),
    h(
      "p",
      {},
      "Fieldpost referees wargames of the Eastern Front: it keeps the map, the dice and the rules, and shows each side only what it may see. ",
      "You play by buttons and commands, at once or over days, against a friend or against the computer. ",
      "Nothing leaves this machine, and no rulebook is needed to begin: the learning game gives advice, and short lessons teach each game step by step.",
    ),
  );
}

export class Welcome {
  /**
   * `start(against, title, scenario)` begins a battle. `learn(title)` shows the lessons of a game. `look()` opens the
   * list of tables if it is hidden.
   *
   * @param {Store} store
   * @param {(against: Against, title: string, scenario: string) => Promise<string>} start
   * @param {(title: string) => Promise<string>} learn
   * @param {() => void} look
   */
  constructor(store, start, learn, look) {
    this.store = store;
    this.start = start;
    this.learn = learn;
    this.look = look;
    /** @type {Next} */
    this.next = "look";
    this.failure = "";
    /**
     * The battles of each title. Empty until they have loaded.
     *
     * @type {Wire.Battles[]}
     */
    this.battles = [];
    /** The chosen battle. */
    this.scenario = "first";
    this.element = h("section", { class: "welcome inside", "aria-label": "Welcome" });
    for (const name of /** @type {const} */ (["commands", "people"]))
      store.on(name, () => this.element.isConnected && this.draw());
  }

  /** @param {Next} next */
  show(next) {
    this.next = next;
    this.failure = "";
    this.draw();
    if (this.battles.length) return;
    // Without the list of battles, the learning scenario of each title can still be played.
    fetched("library/battles.json")
      .then(({ response, answer }) => {
        if (!response.ok) return;
        this.battles = answer;
        if (this.element.isConnected) this.draw();
      })
      .catch(() => {});
  }

  /** The titles that can be played, or null while the bot is away. */
  get titles() {
    const command = leaves(this.store.commands.guild).find((leaf) => leaf.path === "game new");
    if (!command || !this.store.bot.online) return null;
    const choices = command.options.find((option) => option.name === "title")?.choices;
    return choices?.length ? choices : [{ name: "Tide of Iron", value: "tide" }];
  }

  /** @param {Next} next */
  open(next) {
    this.next = next;
    this.draw();
    this.element.querySelector(".actions button")?.focus();
  }

  draw() {
    const first = h(
      "div",
      { class: "actions" },
      h(
        "button",
        { type: "button", class: "button primary large", on: { click: () => this.open("play") } },
        PLAY,
      ),
      h(
        "button",
        { type: "button", class: "button secondary large", on: { click: () => this.open("choose") } },
        CHOOSE,
      ),
      h(
        "button",
        { type: "button", class: "button secondary large to-room", on: { click: this.look } },
        "See the tables",
      ),
    );
    fill(
      this.element,
      h(
        "div",
        { class: "card" },
        pitch(),
        this.next === "look" ? first : this.choice(),
        this.failure ? h("p", { class: "failure", role: "alert" }, this.failure) : null,
      ),
    );
    if (this.next === "play" && this.titles) this.play();
  }

  /** Begin the learning game against the computer. If that fails, the choice of battles stays. */
  play() {
    this.next = "choose";
    this.scenario = "first";
    existing("[data-against=computer]", this.element).click();
  }

  choice() {
    const titles = this.titles;
    if (!titles)
      return h(
        "p",
        { class: "thinking", role: "status" },
        `${this.store.bot.name} is still starting. The game opens automatically when it is ready`,
        h("span", { class: "dots", "aria-hidden": "true" }, "…"),
      );
    // The title that was last learned or played is preselected.
    const before = titles.find(({ value }) => value === localStorage.getItem("title"));
    this.title ??= (before ?? titles[0]).value;
    const kinds = titles.map((title) => {
      const input = h("input", { type: "radio", name: "title", value: String(title.value) });
      input.checked = title.value === this.title;
      input.addEventListener("change", () => this.turn(title.value));
      return h("label", { class: "self-choice" }, input, h("span", {}, title.name));
    });
    /** @type {HTMLButtonElement} */
    const learn = h(
      "button",
      {
        type: "button",
        class: "button primary large",
        on: { click: () => this.begin(() => this.learn(String(this.title)), learn) },
      },
      icon("medal"),
      " Learn it step by step",
    );
    /** @param {Against} against */
    const begin = (against) => {
      /** @type {HTMLButtonElement} */
      const button = h(
        "button",
        {
          type: "button",
          class: "button secondary large",
          data: { against },
          on: { click: () => this.begin(() => this.start(against, String(this.title), this.scenario), button) },
        },
        icon(against === "friend" ? "letter" : "table"),
        { computer: " Against the computer", friend: " Against a friend", nobody: " Play alone" }[against],
      );
      return button;
    };
    const known = this.battles.find(({ key }) => key === this.title);
    const battles = known?.scenarios ?? [];
    const chosen = battles.find(({ key }) => key === this.scenario) ?? battles[0];
    return h(
      "div",
      {},
      titles.length > 1
        ? h("fieldset", {}, h("legend", {}, "Which game?"), h("div", { class: "self-choices" }, kinds))
        : null,
      known?.about ? h("p", { class: "about", "aria-live": "polite" }, known.about) : null,
      chosen ? this.gallery(battles, chosen) : null,
      h(
        "div",
        { class: "actions" },
        learn,
        chosen?.players === 1 ? begin("nobody") : [begin("computer"), begin("friend")],
      ),
    );
  }

  /**
   * Show the battles of another title.
   *
   * @param {unknown} title
   */
  turn(title) {
    this.title = title;
    this.scenario = "first";
    this.draw();
    existing("input[name=title]:checked", this.element).focus();
  }

  /**
   * Build the choice of the battles of a title, and the facts about the chosen battle.
   *
   * @param {Wire.Battle[]} battles
   * @param {Wire.Battle} chosen
   */
  gallery(battles, chosen) {
    const cards = battles.map((battle) => {
      const input = h("input", { type: "radio", name: "battle", value: battle.key, class: "unseen" });
      input.checked = battle === chosen;
      input.addEventListener("change", () => {
        this.scenario = battle.key;
        this.draw();
        existing("input[name=battle]:checked", this.element).focus();
      });
      return h(
        "label",
        { class: "battle" },
        input,
        battle.picture ? mapOf(battle.picture) : null,
        h("span", {}, h("b", {}, battle.name), h("small", {}, battle.measures)),
      );
    });
    /** @type {[string, string][]} */
    const facts = [
      ["Victory", chosen.winning],
      ["Balance", chosen.balance],
      ["In the box", chosen.box],
    ];
    return h(
      "div",
      {},
      h("fieldset", {}, h("legend", {}, "Which battle?"), h("div", { class: "battles" }, cards)),
      h(
        "section",
        { class: "battle-facts", "aria-live": "polite" },
        h("h2", {}, chosen.name),
        chosen.battle ? h("p", {}, h("b", {}, chosen.battle)) : null,
        h("p", {}, chosen.text),
        h(
          "dl",
          {},
          facts.filter(([, said]) => said).map(([name, said]) => [h("dt", {}, name), h("dd", {}, said)]),
        ),
        chosen.estimated
          ? h("p", { class: "faint" }, "Length and balance are estimates from games of the computer against itself.")
          : null,
      ),
    );
  }

  /**
   * @param {() => Promise<string>} start
   * @param {HTMLButtonElement} button
   */
  async begin(start, button) {
    for (const each of this.element.querySelectorAll("button")) each.disabled = true;
    button.setAttribute("aria-busy", "true");
    localStorage.setItem("title", String(this.title));
    this.failure = await start();
    if (this.failure) this.draw();
  }
}

/**
 * Build the small map of a battle. It disappears if it has not been drawn yet.
 *
 * @param {string} path
 */
function mapOf(path) {
  const map = h("img", { src: `library/${path}`, alt: "", loading: "lazy" });
  map.addEventListener("error", () => map.remove());
  return map;
}

/**
 * Build the banner above a table that waits for a friend.
 *
 * @param {Store} store
 * @param {string} channel
 * @param {() => void} close
 */
export function friendBanner(store, channel, close) {
  const friend = store.people.find((person) => person.id !== store.me.id && person.link);
  const words = friend
    ? [
        h(
          "p",
          {},
          store.secretLinks
            ? `Your friend plays as ${friend.name}. Send them this link, which is theirs alone. They open it and press Join.`
            : `Your friend plays as ${friend.name}. They open their own window, on this or another device, and press Join.`,
        ),
        h(
          "a",
          { class: "button primary", href: windowOf(friend, `#${channel}`), target: "_blank" },
          "Open your friend's window ↗",
        ),
        h("code", { class: "address" }, windowOf(friend, `#${channel}`)),
      ]
    : [h("p", {}, "Your friend opens their own link and presses Join at this table.")];
  const dismiss = h(
    "button",
    { type: "button", class: "plain round", "aria-label": "Close", on: { click: close } },
    icon("close"),
  );
  return h(
    "aside",
    { class: "banner", "aria-label": "Your friend's way to this table" },
    h("div", { class: "banner-words" }, words),
    dismiss,
  );
}
