// The places of a map. The picture's file lists them in a text chunk that `render/places.py` describes.

import { LONG_PATIENCE_MS } from "./patience.js";

const KEYWORD = "fieldpost-places";
const VERSION = 1;

/**
 * Read the places of a picture: [{name, x, y, corners, pieces, told, names, picks, pointed}], or [] if it has none. A
 * pick is an action of a tap on the place: {id, value, label}. `names` are the words for the place and its units in
 * texts. A lesson points at pointed places.
 *
 * @param {string} path
 * @returns {Promise<Wire.Place[]>}
 */
export async function placesOf(path) {
  return (await pictureOf(path))?.places ?? [];
}

/**
 * Fetch a picture with its places, or null if there is none.
 *
 * @param {string} path
 * @param {AbortSignal} [signal]
 * @returns {Promise<{file: Blob, places: Wire.Place[]} | null>}
 */
export async function pictureOf(path, signal) {
  const answer = await fetched(path, () => {}, signal);
  return answer && { file: answer.file, places: placesIn(answer.bytes) };
}

/**
 * Fetch a file, or null if there is none.
 *
 * @param {string} path
 * @param {(share: number) => unknown} loaded gets the share of the file that has loaded
 * @param {AbortSignal} signal
 * @returns {Promise<{bytes: Uint8Array<ArrayBuffer>, file: Blob, headers: Headers} | null>}
 */
export async function fetched(path, loaded, signal = new AbortController().signal) {
  try {
    const patience = AbortSignal.timeout(LONG_PATIENCE_MS);
    const response = await fetch(path, { signal: AbortSignal.any([patience, signal]) });
    if (!response.ok) return null;
    const { headers } = response;
    const bytes = await whole(response, loaded);
    return { bytes, file: new Blob([bytes], { type: headers.get("Content-Type") ?? "" }), headers };
  } catch {
    return null;
  }
}

/**
 * @param {Response} response
 * @param {(share: number) => unknown} loaded
 */
async function whole(response, loaded) {
  const size = Number(response.headers.get("Content-Length"));
  if (!size || !response.body) return new Uint8Array(await response.arrayBuffer());
  const file = new Uint8Array(size);
  const reader = response.body.getReader();
  let at = 0;
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    file.set(part.value, at);
    at += part.value.length;
    loaded(at / size);
  }
  return file;
}

/**
 * Return the places in a PNG file, or in its WebP copy, which holds the same text as other metadata.
 *
 * @param {Uint8Array} file
 * @returns {Wire.Place[]}
 */
export function placesIn(file) {
  const view = new DataView(file.buffer);
  /**
   * @param {number} from
   * @param {number} to
   */
  const latin = (from, to) => String.fromCharCode(...file.subarray(from, to));
  const webp = latin(0, 4) === "RIFF";
  for (let at = webp ? 12 : 8; at + 8 <= file.length; ) {
    const name = webp ? at : at + 4;
    const size = view.getUint32(webp ? at + 4 : at, webp);
    const [start, end] = [at + 8, at + 8 + size];
    at = webp ? end + (size % 2) : end + 4;
    if (latin(name, name + 4) !== (webp ? "XMP " : "iTXt")) continue;
    if (latin(start, start + KEYWORD.length) !== KEYWORD) continue;
    // Five zero bytes follow the keyword: not compressed, no language, no translation.
    /** @type {Wire.Places} */
    const told = JSON.parse(new TextDecoder().decode(file.subarray(start + KEYWORD.length + 5, end)));
    return told.version === VERSION
      ? Object.entries(told.places).map(([name, placed]) => place(told, name, placed))
      : [];
  }
  return [];
}

/**
 * @param {Wire.Places} told
 * @param {string} name
 * @param {Wire.Places["places"][string]} placed
 * @returns {Wire.Place}
 */
function place({ shapes, picks = {}, points = [], told = {}, names = {} }, name, [x, y, shape, ...pieces]) {
  return {
    name,
    x,
    y,
    pieces,
    told: told[name] ?? "",
    names: names[name] ?? [],
    corners: pairs(shapes[shape]).map(([dx, dy]) => [x + dx, y + dy]),
    picks: (picks[name] ?? []).map(([id, value, label]) => ({ id, value, label })),
    pointed: points.includes(name),
  };
}

/**
 * @param {number[]} numbers
 * @returns {Wire.Point[]}
 */
function pairs(numbers) {
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
}

/**
 * Return the place at a point of the picture, or null.
 *
 * @param {Wire.Place[]} places
 * @param {number} x
 * @param {number} y
 */
export function placeAt(places, x, y) {
  return places.find(({ corners }) => inside(corners, x, y)) ?? null;
}

/**
 * True if a point is inside an outline: a ray from it crosses an odd number of sides.
 *
 * @param {Wire.Point[]} corners
 * @param {number} x
 * @param {number} y
 */
function inside(corners, x, y) {
  let odd = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}

/**
 * Return the nearest place in a direction from a place, more ahead than aside of the walked line, or null.
 *
 * A small place between two others, such as a diamond between octagons, comes before the second if it is to the right.
 * So each arrow leads to another of four diamonds. A diamond to the left comes after it, because a walk would otherwise
 * move in circles.
 *
 * @param {Wire.Place[]} places
 * @param {Wire.Place} from
 * @param {Wire.Point} direction
 * @param {Wire.Place} line
 */
export function placeTowards(places, from, [dx, dy], line) {
  /** @param {Wire.Place} place */
  const ahead = (place) => (place.x - from.x) * dx + (place.y - from.y) * dy;
  /**
   * @param {Wire.Place} place
   * @param {Wire.Place} start
   */
  const right = (place, start) => (place.y - start.y) * dx - (place.x - start.x) * dy;
  /** @param {Wire.Place} place */
  const way = (place) => ahead(place) + Math.abs(right(place, line)) - 0.05 * right(place, from);
  const found = places.filter((place) => ahead(place) > 1 && Math.abs(right(place, from)) < 1.8 * ahead(place));
  return found.sort((a, b) => way(a) - way(b))[0] ?? null;
}

/**
 * Return the place whose middle is nearest to a point, or null.
 *
 * @param {Wire.Place[]} places
 * @param {number} x
 * @param {number} y
 */
export function nearest(places, x, y) {
  /** @param {Wire.Place} place */
  const far = (place) => Math.hypot(place.x - x, place.y - y);
  return places.length ? places.reduce((best, place) => (far(place) < far(best) ? place : best)) : null;
}

/**
 * Return how a picture of a map fits on another: point p is at scale * p + (dx, dy). Null if they share no place.
 *
 * @param {Wire.Place[]} places
 * @param {Wire.Place[]} others
 */
export function alignment(places, others) {
  const there = new Map(others.map((place) => [place.name, place]));
  const common = places.filter((place) => there.has(place.name));
  if (!common.length) return null;
  const [first] = common;
  const far = common.reduce((a, b) => (apart(first, b) > apart(first, a) ? b : a));
  const [one, two] = [there.get(first.name) ?? first, there.get(far.name) ?? far];
  const scale = far === first ? breadth(one) / breadth(first) : apart(one, two) / apart(first, far);
  // The middles are rounded to whole pixels. The average of all shared places removes the error.
  /** @param {"x" | "y"} axis */
  const shift = (axis) =>
    common.reduce((sum, place) => sum + (there.get(place.name) ?? place)[axis] - scale * place[axis], 0) /
    common.length;
  return { scale, dx: shift("x"), dy: shift("y") };
}

/**
 * @param {Wire.Place} one
 * @param {Wire.Place} other
 */
function apart(one, other) {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

/**
 * Return the width of a place, in pixels of its picture.
 *
 * @param {Wire.Place} place
 */
export function breadth({ corners }) {
  const across = corners.map(([x]) => x);
  return Math.max(1, Math.max(...across) - Math.min(...across));
}

/**
 * Return the places whose pieces have changed. `before` has the pieces of places by name.
 *
 * @param {Wire.Place[]} places
 * @param {Record<string, string>} before
 */
export function changed(places, before) {
  return places.filter(({ name, pieces }) => standing(pieces) !== (before[name] ?? ""));
}

/**
 * Return the pieces of places by name, for a later comparison.
 *
 * @param {Wire.Place[]} places
 * @returns {Record<string, string>}
 */
export function standings(places) {
  const manned = places.filter(({ pieces }) => pieces.length);
  return Object.fromEntries(manned.map(({ name, pieces }) => [name, standing(pieces)]));
}

/** @param {string[]} pieces */
function standing(pieces) {
  return [...pieces].sort().join("\n");
}
