// The replay of the events since this person last looked, still by still on the map. The server sends the changed parts
// of the map, which are laid over each other. The page draws paths, shots and dice.

import { announce, fill, h, icon, ownPath } from "./dom.js";
import { slow } from "./network.js";
import { breadth } from "./places.js";

/**
 * @import { Quiet } from "./quiet.js"
 * @import { Stage, View } from "./stage.js"
 * @import { Store } from "./store.js"
 */

/**
 * The map on the screen: its message, the id of its list of moments, the game, and its last move.
 *
 * @typedef {{message: Wire.Message, list: string, game: string, last: number}} At
 */

/**
 * A change of the map with its loaded picture, which is a layer over the map.
 *
 * @typedef {Wire.Change & {layer: HTMLElement | null}} Loaded
 */

/**
 * A replay whose pictures load as they are needed.
 *
 * @typedef {{at: At, script: Wire.Replay, changes: Loaded[]}} Reel
 */

const SVG = "http://www.w3.org/2000/svg";
const MOMENTS = /^fs:moments:(\d+):(\d+):(\d+)$/;
const SCRIPT = "moments.json";
const SPEEDS = [0.5, 1, 2];
/** How long a new map waits for its replay, so that it is not shown before. */
const HOLD_MS = 350;
/** Time for a still: at least, for each letter of its words, for dice, and at most. */
const STILL_MS = 700;
const LETTER_MS = 9;
const DICE_MS = 400;
const MOST_MS = 2400;
const BEGIN_MS = 300;
const GLIDE_MS = 550;
/** The pips of each face of a die, as digits for the cells of a grid with three rows. */
const PIPS = ["", "4", "08", "048", "0268", "02468", "023568"];
const STILLS = matchMedia("(prefers-reduced-motion: reduce)");

export class Replay {
  /**
   * @param {Store} store
   * @param {Quiet} quiet
   * @param {Stage} stage
   */
  constructor(store, quiet, stage) {
    this.store = store;
    this.quiet = quiet;
    this.stage = stage;
    /**
     * The map on the screen.
     *
     * @type {At | null}
     */
    this.at = null;
    /** @type {Reel | null} */
    this.reel = null;
    /** The number of the current still. 0 is the map before the first still. */
    this.n = 0;
    this.playing = false;
    /** The number of the latest turn. Work for an earlier turn is dropped. */
    this.turn = 0;
    /**
     * The view before the replay moved the map, or null if the person has moved it, or if nothing has.
     *
     * @type {(View & {athome: boolean}) | null}
     */
    this.view = null;
    this.held = false;
    /**
     * The request for more pictures, and a replay that arrived later than its map.
     *
     * @type {Promise<void> | null}
     */
    this.loading = null;
    /** @type {Reel | null} */
    this.late = null;
    this.layers = h("div", { class: "replay-layers", hidden: true });
    this.marks = document.createElementNS(SVG, "svg");
    this.marks.setAttribute("class", "replay-marks");
    stage.sheet.append(this.layers, this.marks);
    this.build();
    for (const name of /** @type {const} */ (["pointerdown", "wheel"]))
      stage.element.addEventListener(name, () => this.hold(), { passive: true });
    document.addEventListener("keydown", (event) => this.escape(event), true);
    this.bar.addEventListener("keydown", (event) => this.key(event));
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
    /** @type {HTMLButtonElement} */
    this.button = button("again", "Replay the latest events", () => this.open());
    this.button.classList.add("replay-open");
    this.button.hidden = true;
    /** @type {HTMLButtonElement} */
    this.back = button("first", "One step back", () => this.step(-1));
    /** @type {HTMLButtonElement} */
    this.toggle = button("pause", "Pause", () => (this.playing ? this.pause() : this.play()));
    /** @type {HTMLButtonElement} */
    this.forward = button("last", "One step forward", () => this.step(1));
    /** @type {HTMLButtonElement} */
    this.pace = h("button", { type: "button", class: "plain replay-pace", on: { click: () => this.faster() } });
    /** @type {HTMLButtonElement} */
    this.auto = h(
      "button",
      { type: "button", class: "plain replay-auto", on: { click: () => this.keep("auto", this.plays ? "no" : "yes") } },
      "Auto",
    );
    /** @type {HTMLButtonElement} */
    this.skipper = h(
      "button",
      { type: "button", class: "button replay-skip", title: "Skip to now (Escape)", on: { click: () => this.skip() } },
      "Now",
    );
    this.skipper.setAttribute("aria-label", "Skip to now");
    /** @type {HTMLElement} */
    this.count = h("span", { class: "replay-count faint" });
    /** @type {HTMLElement} */
    this.bar = h(
      "div",
      { class: "replay-bar", role: "group", "aria-label": "Replay", hidden: true },
      this.back,
      this.toggle,
      this.forward,
      this.count,
      this.pace,
      this.auto,
      this.skipper,
    );
    /** @type {HTMLElement} */
    this.words = h("p", { class: "replay-words", role: "status" });
    /** @type {HTMLElement} */
    this.dice = h("div", { class: "replay-dice" });
    /** @type {HTMLElement} */
    this.caption = h("div", { class: "replay-caption", hidden: true }, this.words, this.dice);
  }

  // Preferences of each person, and the last move they have seen

  /** @param {string} name */
  kept(name) {
    return localStorage.getItem(`replay ${this.store.me.id} ${name}`);
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  keep(name, value) {
    localStorage.setItem(`replay ${this.store.me.id} ${name}`, value);
    this.showBar();
  }

  /** True if a replay begins automatically. */
  get plays() {
    return !STILLS.matches && this.kept("auto") !== "no";
  }

  get speed() {
    return SPEEDS.find((speed) => speed === Number(this.kept("speed"))) ?? 1;
  }

  get running() {
    return this.reel !== null;
  }

  /** The stills. The first has number 1. */
  get stills() {
    return this.reel?.script.stills ?? [];
  }

  // A new map

  /**
   * Request the replay of a new map, so that it can begin together with the map. Waits only briefly: a later replay
   * begins later. Returns a function to call when the map is on the screen.
   *
   * @param {Wire.Message} message
   * @returns {Promise<() => void>}
   */
  async before(message) {
    const at = whereabouts(message);
    const since = this.running && this.at?.game === at?.game ? this.shownUntil : this.seen(at);
    const turn = (this.turn += 1);
    this.playing = false;
    if (!at || !this.plays) return () => this.changed(at, since);
    if ((since ?? 0) >= at.last) return () => (this.changed(at, since), this.note(at));
    /** @param {Reel | null} reel */
    const begin = (reel) => turn === this.turn && reel && this.begin(reel);
    // On a slow network the map loads first.
    if (slow()) return () => (this.changed(at, since), void this.load(at, since).then(begin));
    const loading = this.load(at, since);
    let waits = true;
    const pause = new Promise((resolve) => setTimeout(resolve, since === null ? 0 : HOLD_MS));
    const reel = await Promise.race([loading, pause.then(() => null)]);
    if (!reel) loading.then((late) => (waits ? (this.late = late) : begin(late)));
    return () => {
      waits = false;
      this.changed(at, since);
      begin(reel ?? this.late ?? null);
      this.late = null;
    };
  }

  /**
   * Note that another map is on the screen, and remove the layers of the old one.
   *
   * @param {At | null} at
   * @param {number | null} since
   */
  changed(at, since) {
    this.clear();
    this.at = at;
    this.button.hidden = !at || at.last < 1;
    this.button.dataset.news = at && !this.plays && (since ?? 0) < at.last ? "yes" : "no";
  }

  /**
   * Return the last move that this person has seen on the map of a game, or null.
   *
   * @param {At | null} at
   */
  seen(at) {
    const kept = at && this.kept(`seen ${at.game}`);
    return kept ? Number(kept) : null;
  }

  /** The last move that has been shown completely. */
  get shownUntil() {
    const [now, next] = [this.stills[this.n - 1], this.stills[this.n]];
    if (!next) return this.reel?.at.last ?? null;
    if (!now) return this.reel?.script.since ?? null;
    return next.move === now.move ? now.move - 1 : now.move;
  }

  // Loading

  /**
   * @param {At} at
   * @param {number | null} since
   * @returns {Promise<Reel | null>}
   */
  async load(at, since) {
    const part = await this.ask(at, since === null ? "lately" : String(since), 0);
    if (!part) return null;
    return { at, script: part.script, changes: part.changes };
  }

  /**
   * Request the pictures of a range of moves, from the still with a number on.
   *
   * @param {At} at
   * @param {string} since
   * @param {number} begin
   * @returns {Promise<{script: Wire.Replay, changes: Loaded[]} | null>}
   */
  ask({ message, list, last }, since, begin) {
    const details = { channel: message.channel_id, message: message.id, custom_id: list };
    const value = `${since}-${last}.${begin}`;
    return new Promise((resolve) => {
      let come = false;
      /** @param {Wire.Message} answer */
      const take = (answer) => {
        if (come) return;
        come = true;
        unpacked(answer)
          .catch(() => null)
          .then((part) => (this.quiet.dismiss(answer), resolve(part)));
      };
      this.quiet.start("tap", { ...details, value }, take).then(() => come || resolve(null));
    });
  }

  /**
   * Wait until the pictures of a still have loaded, and request the next ones in advance.
   *
   * @param {Reel} reel
   * @param {number} n
   * @returns {Promise<boolean>}
   */
  async ready(reel, n) {
    const { changes, script, at } = reel;
    while (changes.length <= n && changes.length <= script.stills.length) {
      const before = changes.length;
      this.loading ??= this.ask(at, String(script.since), before).then((part) => {
        if (part && changes.length === before) changes.push(...part.changes);
        this.loading = null;
      });
      await this.loading;
      if (changes.length === before) return false;
    }
    return changes.length > n;
  }

  // Running

  /** Replay the events since the last order again. */
  async open() {
    if (!this.at || this.running) return;
    const turn = (this.turn += 1);
    this.button.setAttribute("aria-busy", "true");
    const reel = await this.load(this.at, null);
    this.button.removeAttribute("aria-busy");
    if (turn !== this.turn || !reel) return;
    this.note(this.at);
    if (!reel.script.stills.length) return announce("There is nothing to replay.");
    const held = document.activeElement === this.button;
    this.begin(reel);
    if (held) this.toggle.focus({ preventScroll: true });
  }

  /** @param {Reel} reel */
  begin(reel) {
    if (!reel.script.stills.length) return this.note(reel.at);
    this.reel = reel;
    this.held = false;
    this.view = null;
    const { naturalWidth, naturalHeight } = this.stage.image;
    this.marks.setAttribute("viewBox", `0 0 ${naturalWidth || 1} ${naturalHeight || 1}`);
    fill(this.layers);
    this.layers.hidden = false;
    this.stage.sheet.classList.add("replaying");
    this.bar.hidden = false;
    this.caption.hidden = false;
    this.button.hidden = true;
    this.loading = null;
    if (STILLS.matches) {
      this.show(1);
    } else {
      this.show(0);
      this.play();
    }
  }

  play() {
    if (!this.reel) return;
    if (this.n >= this.stills.length) this.show(0);
    this.playing = true;
    this.showBar();
    this.go(this.reel, (this.turn += 1));
  }

  pause() {
    this.playing = false;
    this.turn += 1;
    this.showBar();
  }

  /**
   * Show still after still until somebody stops the replay.
   *
   * @param {Reel} reel
   * @param {number} turn
   */
  async go(reel, turn) {
    const goes = () => turn === this.turn && this.playing && reel === this.reel;
    while (goes()) {
      const next = this.n + 1;
      const began = performance.now();
      if (next <= this.stills.length && !(await this.ready(reel, next))) break;
      await passed(this.duration - (performance.now() - began));
      if (!goes()) return;
      if (next > this.stills.length) break;
      this.show(next);
    }
    if (goes()) this.skip();
  }

  /** Time for the current still, in milliseconds. */
  get duration() {
    const still = this.stills[this.n - 1];
    if (!still) return BEGIN_MS / this.speed;
    const long = STILL_MS + LETTER_MS * still.words.length + (still.dice ? DICE_MS : 0);
    return Math.min(long, MOST_MS) / this.speed;
  }

  /** @param {-1 | 1} by */
  async step(by) {
    const { reel } = this;
    if (!reel) return;
    this.pause();
    const { turn } = this;
    const to = this.n + by;
    if (to > this.stills.length) return this.skip();
    if (to < (STILLS.matches ? 1 : 0) || !(await this.ready(reel, to)) || turn !== this.turn) return;
    this.show(to);
  }

  /** End the replay and show the current map. */
  skip() {
    this.turn += 1;
    if (!this.reel) return;
    this.note(this.reel.at);
    const held = this.bar.contains(document.activeElement);
    this.clear();
    this.button.hidden = false;
    if (held) this.stage.element.focus({ preventScroll: true });
  }

  /** Forget the map, because another table or none is open. */
  leave() {
    this.turn += 1;
    this.clear();
    this.at = null;
    this.button.hidden = true;
  }

  clear() {
    const { view } = this;
    if (!this.reel) return;
    this.reel = null;
    this.playing = false;
    this.n = 0;
    this.bar.hidden = true;
    this.caption.hidden = true;
    this.layers.hidden = true;
    fill(this.layers);
    this.marks.replaceChildren();
    this.stage.sheet.classList.remove("replaying", "gliding");
    if (view?.athome) this.stage.home();
    else if (view) this.stage.look(view);
    this.view = null;
  }

  /**
   * Note that this person has seen everything up to the last move of a map.
   *
   * @param {At} at
   */
  note({ game, last }) {
    this.keep(`seen ${game}`, String(last));
    this.button.dataset.news = "no";
  }

  // Stills

  /** @param {number} n */
  show(n) {
    const { reel } = this;
    if (!reel) return;
    const onward = n === this.n + 1 && !STILLS.matches;
    this.n = n;
    const still = this.stills[n - 1];
    this.showLayers(reel, n, onward && Boolean(still?.way || still?.line));
    this.showMarks(still, onward);
    this.showWords(still, reel.script.earlier ?? 0);
    this.showBar();
    if (still) this.reveal(still);
    if (n < this.stills.length) this.ready(reel, n + 1);
  }

  /**
   * Show the layers of a still: all changes since the last fresh one. Its own change waits for a path or shot to end.
   *
   * @param {Reel} reel
   * @param {number} n
   * @param {boolean} waits
   */
  showLayers({ changes }, n, waits) {
    const upto = changes.slice(0, n + 1);
    const from = upto.findLastIndex(({ fresh, bare }) => fresh || bare);
    changes.forEach(({ layer, bare }, k) => {
      if (!layer || bare) return;
      if (!layer.isConnected) this.layers.append(layer);
      layer.style.transitionDelay = waits && k === n ? `${GLIDE_MS / this.speed}ms` : "0ms";
      // The browser must lay out a new layer before the layer can fade in.
      if (k === n && waits) layer.getBoundingClientRect();
      layer.classList.toggle("shown", k <= n && k >= from);
    });
  }

  /**
   * Draw the path, the shot and the places of a still.
   *
   * @param {Wire.Still | undefined} still
   * @param {boolean} moves
   */
  showMarks(still, moves) {
    /** @param {string[]} names */
    const found = (names = []) =>
      names.flatMap((name) => this.stage.places.find((place) => place.name === name) ?? []);
    const [way, line, places] = [found(still?.way), found(still?.line), found(still?.places)];
    const time = moves ? GLIDE_MS / this.speed : 0;
    const pixel = 1 / (this.stage.scale || 1);
    this.marks.style.setProperty("--pixel", `${pixel}px`);
    const parts = [
      ...(way.length > 1 ? arrow("way", way, time, pixel) : []),
      ...(line.length > 1 ? arrow("shot", line, time, pixel) : []),
      ...(way.length > 1 || line.length > 1 ? [] : places.map(outline)),
    ];
    this.marks.replaceChildren(...parts);
  }

  /**
   * @param {Wire.Still | undefined} still
   * @param {number} earlier
   */
  showWords(still, earlier) {
    const left = earlier === 1 ? "1 earlier move is left out." : `${earlier} earlier moves are left out.`;
    this.words.textContent = still?.words ?? (earlier ? left : "The map before these events.");
    fill(this.dice, (still?.dice ?? []).map(thrown), still?.chance ? h("span", {}, still.chance) : null);
    const mean = still && middle(this.stage, still);
    this.caption.classList.toggle("below", Boolean(mean && mean.y < 0));
  }

  showBar() {
    const label = this.playing ? "Pause" : "Play";
    this.toggle.setAttribute("aria-label", label);
    this.toggle.title = label;
    fill(this.toggle, icon(this.playing ? "pause" : "play"));
    this.count.textContent = `${this.n}/${this.stills.length}`;
    this.pace.textContent = `${this.speed}×`.replace("0.5", "½");
    this.pace.setAttribute("aria-label", `Speed: ${this.pace.textContent}`);
    this.pace.title = "Speed";
    const automatic = this.kept("auto") !== "no";
    this.auto.setAttribute("aria-pressed", String(automatic));
    this.auto.setAttribute("aria-label", "Auto: replays begin without being asked for");
    this.auto.title = automatic ? "Replays begin without being asked for" : "Replays wait until you ask for them";
    this.back.disabled = this.n <= (STILLS.matches ? 1 : 0);
  }

  faster() {
    this.keep("speed", String(SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]));
  }

  /**
   * Bring the places of a still into view, unless the person has moved the map.
   *
   * @param {Wire.Still} still
   */
  reveal(still) {
    if (this.held) return;
    const { stage } = this;
    const names = named(still);
    const [x, y] = stage.toPicture(0, 0);
    this.view ??= { x, y, scale: stage.scale, athome: stage.athome };
    stage.sheet.classList.toggle("gliding", !STILLS.matches);
    stage.reveal(stage.places.filter(({ name }) => names.has(name)), { pieces: true });
  }

  /** Keep the view, because the person has touched the map. */
  hold() {
    this.stage.sheet.classList.remove("gliding");
    this.held = true;
    this.view = null;
  }

  // Keys

  /** @param {KeyboardEvent} event */
  escape(event) {
    if (event.key !== "Escape" || !this.running || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    event.stopPropagation();
    this.skip();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(by < 0 ? -1 : 1);
  }
}

/**
 * Return the game and last move of a map, or null for a map of an earlier moment or without a list of moments.
 *
 * @param {Wire.Message} message
 * @returns {At | null}
 */
function whereabouts(message) {
  const parts = message.components.flatMap((row) => ("components" in row ? row.components : []));
  const ids = parts.map((part) => ("custom_id" in part && part.custom_id) || "");
  const list = ids.find((id) => MOMENTS.test(id)) ?? "";
  const [, game, shown, last] = MOMENTS.exec(list) ?? [];
  return list && shown === last ? { message, list, game, last: Number(last) } : null;
}

/**
 * Load the parts of an answer: its script, and the pictures of its changes.
 *
 * @param {Wire.Message} message
 */
async function unpacked({ attachments }) {
  const paths = new Map(attachments.map(({ filename, url }) => [filename, ownPath(url) ?? ""]));
  /** @param {string} name */
  const fetched = async (name) => {
    const response = await fetch(paths.get(name) ?? "");
    if (!response.ok) throw new Error(response.statusText);
    return response;
  };
  /** @type {Wire.Replay} */
  const script = await (await fetched(SCRIPT)).json();
  /** @type {Loaded[]} */
  const changes = await Promise.all(
    script.changes.map(async (change) => {
      const { file, x = 0, y = 0 } = change;
      const layer = file ? await drawn(await (await fetched(file)).blob(), x, y) : null;
      return { ...change, layer };
    }),
  );
  return { script, changes };
}

/**
 * Return a picture as a layer of the map. It does not need the file, which is deleted with its message.
 *
 * @param {Blob} file
 * @param {number} x
 * @param {number} y
 */
async function drawn(file, x, y) {
  const picture = await createImageBitmap(file);
  const canvas = h("canvas", { width: picture.width, height: picture.height });
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(picture);
  canvas.style.left = `${x}px`;
  canvas.style.top = `${y}px`;
  return canvas;
}

/** @param {number} ms */
function passed(ms) {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}

/**
 * Build an element of a drawing.
 *
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 */
function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/**
 * Draw an arrow through places in a time, with a head that moves along.
 *
 * @param {string} kind
 * @param {Wire.Place[]} places
 * @param {number} ms
 * @param {number} pixel
 */
function arrow(kind, places, ms, pixel) {
  const size = Math.max(breadth(places[0]) * 0.14, 9 * pixel);
  const [before, last] = places.slice(-2);
  const [dx, dy] = [last.x - before.x, last.y - before.y];
  // The arrow ends before the counter at its target.
  const short = Math.min(0.5, (0.3 * breadth(last)) / Math.hypot(dx, dy));
  const end = kind === "way" ? { x: last.x - short * dx, y: last.y - short * dy } : last;
  const points = [...places.slice(0, -1), end].map(({ x, y }) => `${x},${y}`).join(" ");
  const lines = [`${kind} edge`, kind].map((name) =>
    svg("polyline", { class: `replay-line ${name}`, points, pathLength: 1 }),
  );
  const turn = (Math.atan2(dy, dx) * 180) / Math.PI;
  const head = svg("path", {
    class: `replay-head ${kind}`,
    d: kind === "shot" ? ring(size * 1.6) : `M${size},0 L${-size},${size} L${-size / 2},0 L${-size},${-size} Z`,
    transform: `translate(${end.x} ${end.y}) rotate(${turn})`,
  });
  if (!ms) return [...lines, head];
  const timing = { duration: ms, easing: "ease-in-out", fill: /** @type {const} */ ("both") };
  for (const line of lines) line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], timing);
  head.animate([{ opacity: 0 }, { opacity: 0, offset: 0.8 }, { opacity: 1 }], timing);
  return [...lines, head];
}

/** @param {number} radius */
function ring(radius) {
  return `M${-radius},0 a${radius},${radius} 0 1,0 ${2 * radius},0 a${radius},${radius} 0 1,0 ${-2 * radius},0`;
}

/** @param {Wire.Place} place */
function outline({ corners }) {
  return svg("polygon", { class: "replay-place", points: corners.map((corner) => corner.join(",")).join(" ") });
}

/**
 * Build the dice of a roll. Successes are gold.
 *
 * @param {Wire.Throw} roll
 */
function thrown({ title, sides, faces, least = 0 }) {
  const counts = faces.filter((face) => least && face >= least).length;
  const label = `${title}: ${faces.join(", ")}${least ? `; ${counts} of ${faces.length} at ${least} or more` : ""}`;
  const dice = faces.map((face) => die(face, sides, least ? face >= least : null));
  return h(
    "span",
    { class: "replay-throw", role: "img", "aria-label": label },
    h("span", { class: "replay-throw-title" }, title),
    dice,
  );
}

/**
 * @param {number} face
 * @param {number} sides
 * @param {boolean | null} counts
 */
function die(face, sides, counts) {
  const kind = counts === null ? "" : counts ? " counts" : " fails";
  const element = svg("svg", { class: `replay-die${kind}`, viewBox: "0 0 24 24" });
  element.append(svg("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5 }));
  if (sides === 6) {
    for (const place of PIPS[face])
      element.append(svg("circle", { cx: 6 + 6 * (Number(place) % 3), cy: 6 + 6 * Math.floor(Number(place) / 3), r: 2.1 }));
  } else {
    const number = svg("text", { x: 12, y: 17, "text-anchor": "middle" });
    number.textContent = String(face);
    element.append(number);
  }
  return element;
}

/**
 * Return how far the middle of a still is below the middle of the view, as {y} in pixels of the picture, or null.
 *
 * @param {Stage} stage
 * @param {Wire.Still} still
 */
function middle(stage, still) {
  const names = named(still);
  const found = stage.places.filter(({ name }) => names.has(name));
  if (!found.length) return null;
  const y = found.reduce((sum, place) => sum + place.y, 0) / found.length;
  const [, centre] = stage.toPicture(0, 0);
  return { y: y - centre };
}

/**
 * Return the names of all places of a still.
 *
 * @param {Wire.Still} still
 */
function named({ places, way, line }) {
  return new Set([...(places ?? []), ...(way ?? []), ...(line ?? [])]);
}
