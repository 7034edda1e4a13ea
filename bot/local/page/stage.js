// A picture that a player moves and zooms by wheel, pinch, drag and keys. A tap chooses one of its places.

import { h } from "./dom.js";
import { LONG_PATIENCE_MS, within } from "./patience.js";
import { alignment, breadth, nearest, placeAt, placeTowards } from "./places.js";

/**
 * The point of a picture in the middle of the view, and the scale.
 *
 * @typedef {{x: number, y: number, scale: number}} View
 */

/**
 * The edges of a set of places, in pixels of the picture.
 *
 * @typedef {{left: number, right: number, top: number, bottom: number}} Box
 */

/**
 * `tap` reports taps, `swipe` swipes over a whole picture, `drawn` every change of the view, and `changed` every other
 * picture. `rests` reports a finger or mouse that rests on a place and a right click, and null when the mouse leaves.
 *
 * @typedef {object} StageListener
 * @property {(place: Wire.Place | null, event: PointerEvent) => unknown} [tap]
 * @property {(by: 1 | -1) => unknown} [swipe]
 * @property {() => unknown} [drawn]
 * @property {() => unknown} [changed]
 * @property {(place: Wire.Place | null, mouse: boolean) => unknown} [rests]
 */

const SVG = "http://www.w3.org/2000/svg";
const MOST = 12;
const STEP = 1.4;
const PAN = 60;
/** How long a mouse and a finger rest on a place to ask about it, and the pixels that a resting finger may move. */
const HOVER_MS = 900;
const PRESS_MS = 550;
const STILL = 10;
/** Least width of a place on the screen in pixels, so that a thumb or a mouse can choose it. */
const THUMB = 40;
const MOUSE = 24;
/** Height on the screen, in pixels, below the places that is only their margin and holds no words. */
const MARGIN = 40;
/** Least scale, relative to the usual, at which a map may shrink to show the words below it whole. */
const LITTLE = 0.85;
/** Part of the width of a place, on each side of its middle, that its pieces take. */
const AROUND = 0.3;
/** Least scale, relative to the current, at which a map may shrink to show all of several distant places. */
const APART = 0.6;

export class Stage {
  /**
   * @param {StageListener} listener
   * @param {{legible?: number}} how `legible`: least width of a place on the screen, in pixels, if it is a text that begins
   *   at the top; 0 for a map
   */
  constructor(
    { tap = () => {}, swipe = () => {}, drawn = () => {}, changed = () => {}, rests = () => {} } = {},
    { legible = 0 } = {},
  ) {
    this.legible = legible;
    this.tap = tap;
    this.swipe = swipe;
    this.drawn = drawn;
    this.changed = changed;
    this.rests = rests;
    /**
     * The place under the mouse.
     *
     * @type {Wire.Place | null}
     */
    this.hovered = null;
    /** @type {Wire.Place[]} */
    this.places = [];
    /**
     * The place that stays in view when the stage shrinks.
     *
     * @type {Wire.Place | null}
     */
    this.held = null;
    /** The scale and position of the picture. The scale is 0 while there is no picture. */
    this.scale = 0;
    this.x = 0;
    this.y = 0;
    /** The smallest scale, which shows the whole picture. */
    this.least = 0;
    /** True if the places are fitted into the stage. */
    this.athome = false;
    this.image = h("img", { draggable: "false", alt: "Map" });
    this.marks = document.createElementNS(SVG, "svg");
    this.sheet = h("div", { class: "stage-sheet" }, this.image, this.marks);
    this.element = h("div", { class: "stage", tabindex: "-1" }, this.sheet);
    /** @type {Map<number, Wire.Point>} */
    this.pointers = new Map();
    /** @type {Wire.Point} */
    this.start = [0, 0];
    /**
     * The place that was touched. The map under a finger may change or move before the finger is lifted.
     *
     * @type {Wire.Place | null}
     */
    this.touched = null;
    this.moved = false;
    /** @type {HTMLImageElement | null} */
    this.layer = null;
    /**
     * A part of the picture in more detail.
     *
     * @type {HTMLImageElement | null}
     */
    this.part = null;
    this.shown = 0;
    this.laid = 0;
    this.listen();
  }

  listen() {
    /**
     * @template {keyof HTMLElementEventMap} Name
     * @param {Name} name
     * @param {(event: HTMLElementEventMap[Name]) => unknown} listener
     */
    const on = (name, listener) => this.element.addEventListener(name, listener, { passive: false });
    on("wheel", (event) => this.wheel(event));
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) on(name, (event) => this.up(event));
    on("pointerleave", (event) => event.pointerType === "mouse" && this.hover(null));
    on("contextmenu", (event) => this.menu(event));
    new ResizeObserver(() => this.resized()).observe(this.element);
  }

  /**
   * Wait for a mouse to rest on a place with pieces.
   *
   * @param {Wire.Place | null} place
   */
  hover(place) {
    if (place === this.hovered) return;
    clearTimeout(this.resting);
    if (this.hovered) this.rests(null, true);
    this.hovered = place;
    if (place?.pieces.length) this.resting = setTimeout(() => this.rests(place, true), HOVER_MS);
  }

  /**
   * Wait for a finger to rest on a place. A finger that has rested no longer taps.
   *
   * @param {PointerEvent} event
   */
  press(event) {
    const place = this.touched;
    clearTimeout(this.resting);
    if (event.pointerType === "mouse" || !place || this.pointers.size > 1) return;
    this.resting = setTimeout(() => {
      if (this.moved) return;
      this.moved = true;
      this.rests(place, false);
    }, PRESS_MS);
  }

  /** @param {MouseEvent} event */
  menu(event) {
    const place = this.under(event);
    if (!place) return;
    event.preventDefault();
    clearTimeout(this.resting);
    if (event.button === 2 && !this.pointers.size) this.rests(place, false);
  }

  // The picture

  /**
   * Show a picture with its places. The old one stays until the new one can be drawn.
   *
   * @param {{path: string, text?: string, places?: Wire.Place[], file?: Blob}} picture
   * @param {{keep?: boolean}} how
   * @returns {Promise<boolean>}
   */
  async show({ path, text = "", places = [], file }, { keep = false } = {}) {
    const asked = (this.shown += 1);
    const image = await drawable({ path, text, file });
    if (asked !== this.shown) return false;
    const view = keep ? this.carried(places) : null;
    this.image.replaceWith(image);
    this.image = image;
    this.places = places;
    this.element.dataset.places = String(places.length);
    this.lay(null);
    this.mark({});
    if (!keep) this.fit();
    else if (view) this.look(view);
    else this.home();
    return true;
  }

  /** Remove the picture. */
  clear() {
    this.shown += 1;
    this.image.replaceWith((this.image = h("img", { draggable: "false", alt: "Map" })));
    this.places = [];
    this.lay(null);
    this.mark({});
  }

  /**
   * Return the view of a new picture of the same map that keeps the place in the middle where it is.
   *
   * @param {Wire.Place[]} places
   * @returns {View | null}
   */
  carried(places) {
    const way = !this.athome && this.image.naturalWidth && alignment(this.places, places);
    if (!way) return null;
    const [x, y] = this.toPicture(0, 0);
    return { x: way.scale * x + way.dx, y: way.scale * y + way.dy, scale: this.scale / way.scale };
  }

  /**
   * Lay another picture of the map over this one, place on place, if they share a place. Null removes the layer.
   *
   * @param {Wire.Picture | null} other
   * @returns {Promise<boolean>}
   */
  async lay(other) {
    const way = other ? alignment(other.places, this.places) : null;
    const asked = (this.laid += 1);
    const image = other && way ? await drawable(other) : null;
    if (asked !== this.laid) return false;
    if (other && way && image) this.put(image, way, other.places);
    this.layer?.remove();
    this.layer = image;
    this.part?.remove();
    this.part = null;
    this.changed();
    return Boolean(image);
  }

  /**
   * Lay a part of the picture over it in more detail, until another picture is shown.
   *
   * @param {Wire.Picture} part
   */
  async detail(part) {
    const way = alignment(part.places, this.places);
    const before = [this.shown, this.laid];
    const image = await drawable(part);
    if (!way || !image.naturalWidth || before[0] !== this.shown || before[1] !== this.laid) return false;
    image.classList.add("detail");
    this.put(image, way, part.places);
    this.part?.remove();
    this.part = image;
    return true;
  }

  /**
   * @param {HTMLImageElement} image
   * @param {{scale: number, dx: number, dy: number}} way
   * @param {Wire.Place[]} places
   */
  put(image, way, places) {
    image.classList.add("layer");
    image.style.left = `${way.dx}px`;
    image.style.top = `${way.dy}px`;
    image.style.width = `${image.naturalWidth * way.scale}px`;
    if (image.naturalWidth !== this.image.naturalWidth) image.style.clipPath = clip(image, places);
    this.marks.before(image);
  }

  /**
   * Mark places: {class: [place, ...]}.
   *
   * @param {Record<string, Wire.Place[]>} kinds
   */
  mark(kinds) {
    /**
     * @param {string} kind
     * @param {Wire.Place} place
     */
    const outline = (kind, { corners }) => {
      const polygon = document.createElementNS(SVG, "polygon");
      polygon.setAttribute("class", kind);
      polygon.setAttribute("points", corners.map((corner) => corner.join(",")).join(" "));
      return polygon;
    };
    const { naturalWidth, naturalHeight } = this.image;
    this.marks.setAttribute("viewBox", `0 0 ${naturalWidth || 1} ${naturalHeight || 1}`);
    const all = Object.entries(kinds).flatMap(([kind, places]) => places.map((place) => outline(kind, place)));
    this.marks.replaceChildren(...all);
  }

  // Zoom and place. The picture's middle lies at (x, y) from the stage's middle, `scale` times its own size.

  fit() {
    const { clientWidth, clientHeight } = this.element;
    const { naturalWidth, naturalHeight } = this.image;
    if (!naturalWidth || !clientWidth) return;
    this.least = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight, 2);
    this.scale = this.least;
    this.x = 0;
    this.y = 0;
    this.draw();
  }

  /**
   * Fit the places into the stage, without the margin of the picture. If they would be too small for a tap, or if a
   * phone would cut the words beside them, fill the stage with the places that hold pieces.
   */
  home() {
    this.fit();
    if (!this.places.length || !this.scale) return;
    const box = bounds(this.places);
    const across = this.element.clientWidth / (box.right - box.left);
    const down = this.element.clientHeight / (box.bottom - box.top);
    const [whole, filled] = [Math.min(across, down), Math.max(across, down)];
    const broad = (this.legible || this.finger) / Math.min(...this.places.map(breadth));
    let scale = Math.min(Math.max(whole, Math.min(broad, filled)), 2);
    if (this.legible) {
      this.lookWithin({ x: box.left, y: box.top }, scale);
      this.athome = true;
      return;
    }
    if (this.finger === THUMB && scale < filled && this.cuts(box, scale)) scale = Math.min(filled, 2);
    // Beside a conversation, a slightly smaller map is better than words that are cut.
    const breadthwise = this.element.clientWidth / this.image.naturalWidth;
    const shrinks = breadthwise < scale && breadthwise > Math.max(broad, LITTLE * scale);
    if (this.finger === MOUSE && shrinks && this.cuts(box, scale)) scale = breadthwise;
    const manned = this.places.filter(({ pieces }) => pieces.length);
    const middle = scale > whole && manned.length ? this.among(manned, scale) : centre(box);
    this.lookWithin(middle, scale);
    this.athome = true;
  }

  /**
   * Look at a point, but show as little as possible beside the places.
   *
   * @param {{x: number, y: number}} point
   * @param {number} scale
   */
  lookWithin({ x, y }, scale) {
    const { left, right, top, bottom } = bounds(this.places);
    /**
     * @param {number} at
     * @param {number} low
     * @param {number} high
     * @param {number} room
     */
    const within = (at, low, high, room) =>
      high - low < room ? (low + high) / 2 : Math.min(high - room / 2, Math.max(low + room / 2, at));
    this.look({
      x: within(x, left, right, this.element.clientWidth / scale),
      y: within(y, top, bottom, this.element.clientHeight / scale),
      scale,
    });
  }

  /**
   * Return the middle of the places, or of the crowded part if not all of them fit into the view.
   *
   * @param {Wire.Place[]} places
   * @param {number} scale
   */
  among(places, scale) {
    const across = fullest(places, (corner) => corner[0], this.element.clientWidth / scale);
    const down = fullest(across.places, (corner) => corner[1], this.element.clientHeight / scale);
    return { x: across.middle, y: down.middle };
  }

  /**
   * True if the view would show the words below the places, but not whole.
   *
   * @param {Box} box
   * @param {number} scale
   */
  cuts({ bottom }, scale) {
    const { clientWidth } = this.element;
    const { naturalWidth, naturalHeight } = this.image;
    return naturalWidth * scale > clientWidth + 1 && (naturalHeight - bottom) * scale > MARGIN;
  }

  get finger() {
    return matchMedia("(pointer: coarse)").matches ? THUMB : MOUSE;
  }

  /**
   * Show all goals if some are out of view. Otherwise switch between the whole picture and its places.
   *
   * @param {Wire.Place[]} goals
   */
  overview(goals) {
    if (this.seen(goals).length < goals.length) this.reveal(goals);
    else if (this.athome) this.fit();
    else this.home();
  }

  /**
   * Keep the held place or the place of a lesson in view when the stage changes its size. A picture that was fitted is
   * fitted again.
   */
  resized() {
    if (!this.image.naturalWidth || !this.element.clientWidth) return;
    this.refitted();
    const held = this.held && this.places.includes(this.held);
    this.reveal(held && this.held ? [this.held] : this.places.filter(({ pointed }) => pointed));
  }

  refitted() {
    if (this.athome) return this.home();
    if (!this.zoomed) return this.fit();
    const [x, y] = this.toPicture(0, 0);
    const { scale } = this;
    this.fit();
    this.look({ x, y, scale });
  }

  /**
   * Center the view on a point of the picture.
   *
   * @param {View} view
   */
  look({ x, y, scale }) {
    const { naturalWidth, naturalHeight } = this.image;
    this.scale = Math.min(Math.max(scale, this.least), this.most);
    this.x = (naturalWidth / 2 - x) * this.scale;
    this.y = (naturalHeight / 2 - y) * this.scale;
    this.draw();
  }

  get most() {
    return Math.max(MOST * this.least, 3);
  }

  /**
   * Zoom, and keep the point (px, py) from the stage's middle where it is. Does nothing without a picture.
   *
   * @param {number} by
   * @param {number} px
   * @param {number} py
   */
  zoom(by, px = 0, py = 0) {
    if (!this.scale) return;
    const scale = Math.min(Math.max(this.scale * by, this.least), this.most);
    const real = scale / this.scale;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.scale = scale;
    this.draw();
  }

  /**
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    if (!this.scale) return;
    this.x += dx;
    this.y += dy;
    this.draw();
  }

  draw() {
    this.athome = false;
    const { naturalWidth, naturalHeight } = this.image;
    const roomX = Math.max(0, (naturalWidth * this.scale - this.element.clientWidth) / 2);
    const roomY = Math.max(0, (naturalHeight * this.scale - this.element.clientHeight) / 2);
    this.x = Math.min(roomX, Math.max(-roomX, this.x));
    this.y = Math.min(roomY, Math.max(-roomY, this.y));
    this.sheet.style.width = `${naturalWidth}px`;
    this.sheet.style.height = `${naturalHeight}px`;
    this.sheet.style.transform = `translate(-50%, -50%) translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.element.dataset.zoomed = this.zoomed ? "yes" : "no";
    this.drawn();
  }

  get zoomed() {
    return this.scale > this.least * 1.01;
  }

  /**
   * Return the point of the picture that is (px, py) from the stage's middle.
   *
   * @param {number} px
   * @param {number} py
   * @returns {Wire.Point}
   */
  toPicture(px, py) {
    const { naturalWidth, naturalHeight } = this.image;
    return [(px - this.x) / this.scale + naturalWidth / 2, (py - this.y) / this.scale + naturalHeight / 2];
  }

  /**
   * Bring places into view, wide enough for a thumb; with `pieces`, also what stands around their middle. If they are
   * too far apart and some are in view already, `near` leaves the map where it is.
   *
   * @param {Wire.Place[]} places
   * @param {{near?: boolean, pieces?: boolean}} how
   */
  reveal(places, { near = false, pieces = false } = {}) {
    if (!places.length || !this.scale) return;
    const [left, right] = extent(places.map((place) => place.x));
    const [top, bottom] = extent(places.map((place) => place.y));
    const broad = Math.min(...places.map(breadth));
    const { clientWidth, clientHeight } = this.element;
    const room = Math.min(clientWidth / (right - left + 1.6 * broad), clientHeight / (bottom - top + 1.6 * broad));
    const seen = this.seen(places, pieces ? AROUND : 0);
    if (near && room < APART * this.scale && seen.length) return;
    const scale = Math.min(room, Math.max(this.scale, this.finger / broad));
    if (seen.length < places.length || scale > this.scale * 1.05)
      this.lookWithin({ x: (left + right) / 2, y: (top + bottom) / 2 }, scale);
  }

  /**
   * Return the places whose middle is in view, with this part of their width on each side.
   *
   * @param {Wire.Place[]} places
   * @param {number} part
   */
  seen(places, part = 0) {
    const { clientWidth, clientHeight } = this.element;
    const [x1, y1] = this.toPicture(-clientWidth / 2, -clientHeight / 2);
    const [x2, y2] = this.toPicture(clientWidth / 2, clientHeight / 2);
    return places.filter((place) => {
      const { x, y } = place;
      const around = part * breadth(place);
      return x1 <= x - around && x + around <= x2 && y1 <= y - around && y + around <= y2;
    });
  }

  // Places

  /**
   * Return the place under a tap or click.
   *
   * @param {MouseEvent} event
   */
  under(event) {
    return placeAt(this.places, ...this.toPicture(...this.fromMiddle(event)));
  }

  /**
   * Return the next place in a direction. Without a start, return the place of `some`, or of all, that is nearest to
   * the middle of the view.
   *
   * @param {Wire.Place | null} place
   * @param {Wire.Point} direction
   * @param {Wire.Place | null} line
   * @param {Wire.Place[]} some
   */
  towards(place, direction, line, some) {
    if (!place) return nearest(some.length ? some : this.places, ...this.toPicture(0, 0));
    return placeTowards(this.places, place, direction, line ?? place);
  }

  /**
   * @param {{clientX: number, clientY: number}} event
   * @returns {Wire.Point}
   */
  fromMiddle(event) {
    const box = this.element.getBoundingClientRect();
    return [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  }

  // Wheel and fingers

  /** @param {WheelEvent} event */
  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
    if (this.legible && !event.ctrlKey) this.pan(0, -lines);
    else this.zoom(Math.exp(-lines * 0.0022), ...this.fromMiddle(event));
  }

  /**
   * Zoom in at a point, or show the whole picture again.
   *
   * @param {MouseEvent} event
   */
  toggle(event) {
    if (this.zoomed) this.fit();
    else this.zoom(2.5, ...this.fromMiddle(event));
  }

  /** @param {PointerEvent} event */
  down(event) {
    this.element.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.moved = this.pointers.size > 1;
    this.start = [event.clientX, event.clientY];
    this.touched = this.under(event);
    this.press(event);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return event.pointerType === "mouse" ? this.hover(this.under(event)) : undefined;
    if (Math.hypot(event.clientX - this.start[0], event.clientY - this.start[1]) > STILL) clearTimeout(this.resting);
    /** @type {Wire.Point} */
    const now = [event.clientX, event.clientY];
    if (this.pointers.size === 1) this.pan(now[0] - before[0], now[1] - before[1]);
    else this.pinch(event.pointerId, before, now);
    this.pointers.set(event.pointerId, now);
  }

  /**
   * @param {number} id
   * @param {Wire.Point} before
   * @param {Wire.Point} now
   */
  pinch(id, before, now) {
    const [, other] = [...this.pointers].find(([each]) => each !== id) ?? [id, before];
    /** @param {Wire.Point} point */
    const spread = ([x, y]) => Math.hypot(x - other[0], y - other[1]) || 1;
    const middle = { clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 };
    this.x += (now[0] - before[0]) / 2;
    this.y += (now[1] - before[1]) / 2;
    this.zoom(spread(now) / spread(before), ...this.fromMiddle(middle));
  }

  /** @param {PointerEvent} event */
  up(event) {
    const pressed = this.pointers.delete(event.pointerId);
    clearTimeout(this.resting);
    if (!pressed || event.type !== "pointerup" || this.moved || this.pointers.size) return;
    const [dx, dy] = [event.clientX - this.start[0], event.clientY - this.start[1]];
    const swipe = event.pointerType === "touch" && !this.zoomed && Math.abs(dx) > Math.max(60, 2 * Math.abs(dy));
    if (Math.hypot(dx, dy) < 10) this.tap(this.touched, event);
    else if (swipe) this.swipe(dx < 0 ? 1 : -1);
  }

  /**
   * Return the action of a key on the picture, or null or undefined.
   *
   * @param {KeyboardEvent} event
   * @returns {(() => void) | null | undefined}
   */
  keys(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    return {
      "+": () => this.zoom(STEP),
      "=": () => this.zoom(STEP),
      "-": () => this.zoom(1 / STEP),
      0: () => this.fit(),
      ArrowLeft: () => this.pan(PAN, 0),
      ArrowRight: () => this.pan(-PAN, 0),
      ArrowUp: () => this.pan(0, PAN),
      ArrowDown: () => this.pan(0, -PAN),
    }[event.key];
  }

  larger() {
    this.zoom(STEP);
  }

  smaller() {
    this.zoom(1 / STEP);
  }
}

/**
 * Return a picture as an image, from its file if that has been downloaded. Waits until it can be drawn, but not longer
 * than the time limit.
 *
 * @param {{path: string, text: string, file?: Blob}} picture
 */
async function drawable({ path, text, file }) {
  const source = file ? URL.createObjectURL(file) : path;
  const image = h("img", { src: source, alt: text, draggable: "false", data: { path } });
  await within(image.decode(), LONG_PATIENCE_MS, () => "").catch(() => {});
  if (file) URL.revokeObjectURL(source);
  return image;
}

/**
 * Return the clip path that keeps the places of a partial map, and cuts off the words around them.
 *
 * @param {HTMLImageElement} image
 * @param {Wire.Place[]} places
 */
function clip({ naturalWidth, naturalHeight }, places) {
  const { left, right, top, bottom } = bounds(places);
  const inside = [top / naturalHeight, 1 - right / naturalWidth, 1 - bottom / naturalHeight, left / naturalWidth];
  return `inset(${inside.map((part) => `${Math.max(0, 100 * part)}%`).join(" ")})`;
}

/**
 * @param {Wire.Place[]} places
 * @returns {Box}
 */
function bounds(places) {
  const corners = places.flatMap((place) => place.corners);
  const [left, right] = extent(corners.map(([x]) => x));
  const [top, bottom] = extent(corners.map(([, y]) => y));
  return { left, right, top, bottom };
}

/**
 * Return the stretch of a given length along one axis that holds most pieces: its middle and its places.
 *
 * @param {Wire.Place[]} places
 * @param {(corner: Wire.Point) => number} along
 * @param {number} room
 */
function fullest(places, along, room) {
  const spans = places.map((place) => ({ place, span: extent(place.corners.map(along)) }));
  const stretches = spans.map((first) => {
    const [from] = first.span;
    /** @param {typeof first} each */
    const fits = (each) => each === first || (each.span[0] >= from && each.span[1] <= from + room);
    const within = spans.filter(fits);
    const middle = (from + Math.max(...within.map(({ span: [, high] }) => high))) / 2;
    return { middle, places: within.map(({ place }) => place) };
  });
  /** @param {{places: Wire.Place[]}} stretch */
  const pieces = (stretch) => stretch.places.reduce((sum, place) => sum + place.pieces.length, 0);
  return stretches.reduce((best, each) => (pieces(each) > pieces(best) ? each : best));
}

/** @param {Box} box */
function centre({ left, right, top, bottom }) {
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/**
 * @param {number[]} numbers
 * @returns {[number, number]}
 */
function extent(numbers) {
  return [Math.min(...numbers), Math.max(...numbers)];
}
