// Pictures opened large: zoom and pan by wheel, pinch, drag, buttons and keys; from one to the next. On a map a tap
// chooses a place.

import { fill, h, icon } from "./dom.js";
import { placeAt, placesOf } from "./places.js";

const SVG = "http://www.w3.org/2000/svg";

const MOST = 12;
const STEP = 1.4;

export class Viewer {
  /** `ask(place)` asks the bot what can be done at a place of the map; without it, places are not chosen. */
  constructor(ask) {
    this.ask = ask;
    this.places = [];
    this.image = h("img", { draggable: "false", alt: "" });
    this.outline = document.createElementNS(SVG, "svg");
    this.outline.append(document.createElementNS(SVG, "polygon"));
    this.stage = h("div", { class: "stage", tabindex: "-1" }, this.image, this.outline);
    this.choice = h("button", { type: "button", class: "viewer-choice", on: { click: () => this.askHere() } });
    this.caption = h("p", { class: "viewer-words", tabindex: "0" });
    this.place = h("span", { class: "viewer-place" });
    const button = (name, label, action) =>
      h(
        "button",
        { type: "button", class: "round", "aria-label": label, title: label, on: { click: action } },
        icon(name),
      );
    this.previous = button("left", "Previous picture", () => this.step(-1));
    this.next = button("right", "Next picture", () => this.step(1));
    this.bar = h(
      "div",
      { class: "viewer-bar" },
      this.previous,
      this.place,
      this.next,
      h("span", { class: "viewer-space" }),
      button("minus", "Smaller", () => this.zoom(1 / STEP)),
      button("plus", "Larger", () => this.zoom(STEP)),
      button("fit", "Fit to the window", () => this.fit()),
      button("close", "Close", () => this.dialog.close()),
    );
    this.dialog = h(
      "dialog",
      { class: "viewer", "aria-label": "Picture" },
      this.bar,
      this.stage,
      this.choice,
      this.caption,
    );
    this.pointers = new Map();
    this.listen();
  }

  listen() {
    this.stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    this.stage.addEventListener("pointerdown", (event) => this.down(event));
    this.stage.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"])
      this.stage.addEventListener(name, (event) => this.up(event));
    this.stage.addEventListener("dblclick", (event) => this.toggle(event));
    this.image.addEventListener("load", () => this.fit());
    this.dialog.addEventListener("keydown", (event) => this.key(event));
    this.dialog.addEventListener("close", () => {
      this.dialog.remove();
      this.opener?.focus?.({ preventScroll: true });
    });
    addEventListener("resize", () => this.dialog.open && this.fit());
  }

  /** Open on one of `pictures` ([{path, text}]). */
  open(pictures, path, opener) {
    this.pictures = pictures;
    this.opener = opener;
    this.at = Math.max(
      0,
      pictures.findIndex((each) => each.path === path),
    );
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.stage.focus();
    this.show();
  }

  show() {
    const { path, text } = this.pictures[this.at];
    this.image.src = path;
    this.image.alt = text;
    fill(this.caption, text || "This picture has no description.");
    this.place.textContent = `${this.at + 1} of ${this.pictures.length}`;
    this.previous.disabled = this.at === 0;
    this.next.disabled = this.at === this.pictures.length - 1;
    if (this.image.complete) this.fit();
    this.readPlaces(path);
  }

  // Places of a map

  async readPlaces(path) {
    this.places = [];
    this.mark(null);
    const places = this.ask ? await placesOf(path) : [];
    if (this.pictures[this.at].path === path) this.places = places;
    this.stage.dataset.places = String(this.places.length);
  }

  /** Choose the place under a tap or click. */
  choose(event) {
    const [px, py] = this.fromMiddle(event);
    const { naturalWidth, naturalHeight } = this.image;
    const x = (px - this.x) / this.scale + naturalWidth / 2;
    const y = (py - this.y) / this.scale + naturalHeight / 2;
    this.mark(placeAt(this.places, x, y));
  }

  mark(place) {
    this.chosen = place;
    this.outline.style.display = place ? "" : "none";
    this.choice.hidden = !place;
    if (!place) return;
    this.outline.firstChild.setAttribute("points", place.corners.map((corner) => corner.join(",")).join(" "));
    this.choice.textContent = `${place.name}: what is there, and what can I do?`;
    this.draw();
  }

  askHere() {
    const { name } = this.chosen;
    this.dialog.close();
    this.ask(name);
  }

  step(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.pictures.length) return;
    this.at = to;
    this.show();
  }

  // Zoom and place. The picture's middle lies at (x, y) from the stage's middle, `scale` times its own size.

  fit() {
    const { clientWidth, clientHeight } = this.stage;
    const { naturalWidth, naturalHeight } = this.image;
    if (!naturalWidth) return;
    this.least = Math.min(clientWidth / naturalWidth, clientHeight / naturalHeight, 2);
    this.scale = this.least;
    this.x = 0;
    this.y = 0;
    this.draw();
  }

  /** Zoom, keeping the point (px, py) from the stage's middle where it is. */
  zoom(by, px = 0, py = 0) {
    const scale = Math.min(Math.max(this.scale * by, this.least), Math.max(MOST * this.least, 3));
    const real = scale / this.scale;
    this.x = px - (px - this.x) * real;
    this.y = py - (py - this.y) * real;
    this.scale = scale;
    this.draw();
  }

  draw() {
    const roomX = Math.max(0, (this.image.naturalWidth * this.scale - this.stage.clientWidth) / 2);
    const roomY = Math.max(0, (this.image.naturalHeight * this.scale - this.stage.clientHeight) / 2);
    this.x = Math.min(roomX, Math.max(-roomX, this.x));
    this.y = Math.min(roomY, Math.max(-roomY, this.y));
    this.image.style.width = `${this.image.naturalWidth}px`;
    this.image.style.transform = `translate(-50%, -50%) translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.outline.setAttribute("viewBox", `0 0 ${this.image.naturalWidth} ${this.image.naturalHeight}`);
    this.outline.style.width = this.image.style.width;
    this.outline.style.transform = this.image.style.transform;
    this.stage.dataset.zoomed = this.scale > this.least * 1.01 ? "yes" : "no";
    this.dialog.dataset.scale = this.scale.toFixed(3);
  }

  fromMiddle(event) {
    const box = this.stage.getBoundingClientRect();
    return [event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2];
  }

  wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? event.deltaY * 18 : event.deltaY;
    this.zoom(Math.exp(-lines * 0.0022), ...this.fromMiddle(event));
  }

  toggle(event) {
    if (this.scale > this.least * 1.01) this.fit();
    else this.zoom(2.5, ...this.fromMiddle(event));
  }

  down(event) {
    this.stage.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
    this.moved = this.pointers.size > 1;
    this.start = [event.clientX, event.clientY];
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    if (this.pointers.size === 1) {
      this.x += now[0] - before[0];
      this.y += now[1] - before[1];
      this.draw();
    } else {
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
      const spread = ([x, y]) => Math.hypot(x - other[0], y - other[1]) || 1;
      const box = this.stage.getBoundingClientRect();
      const px = (now[0] + other[0]) / 2 - box.left - box.width / 2;
      const py = (now[1] + other[1]) / 2 - box.top - box.height / 2;
      this.x += (now[0] - before[0]) / 2;
      this.y += (now[1] - before[1]) / 2;
      this.zoom(spread(now) / spread(before), px, py);
    }
    this.pointers.set(event.pointerId, now);
  }

  up(event) {
    this.pointers.delete(event.pointerId);
    if (event.type !== "pointerup" || this.moved || this.pointers.size) return;
    const [dx, dy] = [event.clientX - this.start[0], event.clientY - this.start[1]];
    // A swipe over a picture that is not enlarged leads to the next one.
    const still = Math.hypot(dx, dy) < 10;
    if (still) this.choose(event);
    const swipe =
      event.pointerType === "touch" &&
      this.stage.dataset.zoomed === "no" &&
      Math.abs(dx) > 60 &&
      Math.abs(dx) > 2 * Math.abs(dy);
    if (swipe) this.step(dx < 0 ? 1 : -1);
    else if (event.pointerType === "touch" && still) this.tap(event);
  }

  tap(event) {
    const moment = performance.now();
    if (moment - (this.tapped ?? -1000) < 320) {
      this.toggle(event);
      this.tapped = -1000;
    } else {
      this.tapped = moment;
    }
  }

  key(event) {
    const pan = 60;
    const zoomed = this.stage.dataset.zoomed === "yes";
    const actions = {
      "+": () => this.zoom(STEP),
      "=": () => this.zoom(STEP),
      "-": () => this.zoom(1 / STEP),
      0: () => this.fit(),
      ArrowLeft: () => (zoomed ? this.pan(pan, 0) : this.step(-1)),
      ArrowRight: () => (zoomed ? this.pan(-pan, 0) : this.step(1)),
      ArrowUp: () => this.pan(0, pan),
      ArrowDown: () => this.pan(0, -pan),
      PageUp: () => this.step(-1),
      PageDown: () => this.step(1),
    };
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    action();
  }

  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.draw();
  }
}
