// Pictures in messages: in the stream with their text, and large after a click.

import { h, icon, ownPath } from "./dom.js";
import { load, suited } from "./network.js";

/** Types of pictures that may move. */
const MOVING = ["image/webp", "image/gif"];
/** A picture of the whole map, or of the part that a lesson points at. */
const MAP = /\/(?:map|step)\.png\?/;
/** Dice that roll once. With reduced motion they lie still, without a button to play them. */
const ROLLING = /\/dice-\d+\.webp/;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Build a picture that opens in the viewer. `media` has url, width and height. `text` describes the picture.
 *
 * @param {Wire.Media} media
 * @param {string | null | undefined} text
 * @param {{spoiler?: boolean}} look
 */
export function picture(media, text, { spoiler = false } = {}) {
  const own = ownPath(media.url);
  if (!own) return elsewhere(media.url, text);
  const path = suited(own);
  const image = h("img", {
    alt: text || "Picture without a description",
    width: media.width,
    height: media.height,
    decoding: "async",
    loading: "lazy",
    draggable: "false",
  });
  load(image, path);
  const label = `Open large: ${text || "picture without a description"}`;
  const map = MAP.test(path);
  const instead = map ? h("span", { class: "picture-name" }, icon("map"), " Open large") : null;
  const open = h("button", { type: "button", class: "picture-open", "aria-label": label }, image, instead);
  open.addEventListener("click", () => {
    if (figure.dataset.hidden) {
      delete figure.dataset.hidden;
      return;
    }
    if (held?.isConnected && !dice) {
      play();
      return;
    }
    open.dispatchEvent(new CustomEvent("viewpicture", { bubbles: true, detail: { path } }));
  });
  const figure = h(
    "figure",
    { class: map ? "picture map" : "picture", data: { path, text: text || "" } },
    open,
  );
  const dice = ROLLING.test(path);
  const held = MOVING.includes(media.content_type ?? "") && STILL.matches ? still(path, media, dice) : null;
  const play = () => {
    held?.replaceWith(image);
    open.setAttribute("aria-label", label);
    delete figure.dataset.still;
  };
  if (held) {
    image.replaceWith(held);
    if (!dice) open.setAttribute("aria-label", `Play: ${text || "film without a description"}`);
    if (!dice) figure.dataset.still = "yes";
  }
  // Reserve the space of the picture, so that nothing moves when it loads.
  if (media.width && media.height) {
    figure.style.setProperty("--width", `${media.width}px`);
    figure.style.setProperty("--ratio", String(media.width / media.height));
  }
  if (spoiler) figure.dataset.hidden = "yes";
  if (text) figure.append(description(text));
  return figure;
}

/**
 * Build a still of the last frame of a film, for people with reduced motion.
 *
 * A browser that cannot decode films shows the first frame.
 *
 * @param {string} path
 * @param {Wire.Media} media
 * @param {boolean} dice
 */
function still(path, media, dice) {
  const canvas = h("canvas", { width: media.width, height: media.height });
  lastOf(path, media.content_type ?? "").then(
    (shown) => canvas.getContext("2d")?.drawImage(shown, 0, 0, canvas.width, canvas.height),
    () => {}, // The film can still be played.
  );
  if (dice) return h("span", { class: "still" }, canvas);
  return h("span", { class: "still" }, canvas, h("span", { class: "still-play" }, icon("film"), "Play the film"));
}

/**
 * @param {string} path
 * @param {string} type
 * @returns {Promise<CanvasImageSource>}
 */
async function lastOf(path, type) {
  const file = await (await fetch(path)).blob();
  if (!("ImageDecoder" in window)) return createImageBitmap(file);
  const decoder = new ImageDecoder({ data: await file.arrayBuffer(), type });
  await Promise.all([decoder.tracks.ready, decoder.completed]);
  const frames = decoder.tracks.selectedTrack?.frameCount ?? 1;
  return (await decoder.decode({ frameIndex: frames - 1 })).image;
}

/** @param {string} text */
function description(text) {
  return h(
    "details",
    { class: "alt" },
    h("summary", { title: "Description of the picture" }, "In words"),
    h("p", {}, text),
  );
}

/**
 * Build a link to a picture on another server, which is never fetched.
 *
 * @param {string} url
 * @param {string | null | undefined} text
 */
function elsewhere(url, text) {
  if (!/^https?:/.test(url)) return h("p", { class: "subtext" }, text || "Missing picture");
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text || url);
}

/**
 * Build a gallery of pictures.
 *
 * @param {Wire.MediaItem[]} items
 */
export function gallery(items) {
  const shown = items.map((item) => picture(item.media, item.description, item));
  return h("div", { class: "gallery", data: { count: String(Math.min(shown.length, 4)) } }, shown);
}

/**
 * Build a link that saves a file.
 *
 * @param {string} name
 * @param {number | null | undefined} size
 * @param {string} url
 */
export function fileCard(name, size, url) {
  const path = ownPath(url);
  return h(
    "a",
    { class: "file", href: path ?? "#", download: name },
    icon("file"),
    h("span", { class: "file-name" }, name),
    h("span", { class: "faint" }, bytes(size)),
  );
}

/** @param {number | null | undefined} size */
function bytes(size) {
  if (!size) return "";
  const units = ["B", "KB", "MB"];
  const power = Math.min(2, Math.floor(Math.log2(size) / 10));
  return `${(size / 1024 ** power).toFixed(power ? 1 : 0)} ${units[power]}`;
}

/** @param {Element} element */
function imagesIn(element) {
  return [...element.querySelectorAll("img")].filter((image) => image.matches(".picture img"));
}

/**
 * Keep the element of an unchanged picture. Behind a changed one, show the old picture until the new one can be drawn.
 *
 * @param {Element} before
 * @param {Element} after
 */
export function bridge(before, after) {
  const old = imagesIn(before);
  imagesIn(after).forEach((image, n) => {
    if (!old[n]) return;
    const [path, next] = [old[n], image].map((each) => each.closest("figure")?.dataset.path ?? "");
    if (path === next) {
      image.replaceWith(old[n]);
      return;
    }
    image.style.backgroundImage = `url("${CSS.escape(path).replaceAll("\\", "")}")`;
    image.style.backgroundSize = "100% 100%";
    const shown = () => image.style.removeProperty("background-image");
    image.decode().then(shown, shown);
  });
}
