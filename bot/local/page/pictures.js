// Pictures in messages: shown in the stream with their text, opened large by a click.

import { h, icon, ownPath } from "./dom.js";
import { load, suited } from "./network.js";

/** The kinds of pictures that move. */
const MOVING = ["image/webp", "image/gif"];
/** A picture of the whole map, or the part of it to which a lesson points. */
const MAP = /\/(?:map|step)\.png\?/;
/** Dice that roll once. They are no film: they lie still for people who want no motion. */
const ROLLING = /\/dice-\d+\.webp/;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * A picture that opens in the viewer. `media` has url, width, height; `text` is what it shows, in words.
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
  // The place of a picture is kept free from the first moment, so that nothing moves when it arrives.
  if (media.width && media.height) {
    figure.style.setProperty("--width", `${media.width}px`);
    figure.style.setProperty("--ratio", String(media.width / media.height));
  }
  if (spoiler) figure.dataset.hidden = "yes";
  if (text) figure.append(description(text));
  return figure;
}

/**
 * The last picture of a film, for people who want no motion until they play it.
 *
 * A browser that cannot take a film apart shows its first picture.
 *
 * @param {string} path
 * @param {Wire.Media} media
 * @param {boolean} dice
 */
function still(path, media, dice) {
  const canvas = h("canvas", { width: media.width, height: media.height });
  lastOf(path, media.content_type ?? "").then(
    (shown) => canvas.getContext("2d")?.drawImage(shown, 0, 0, canvas.width, canvas.height),
    () => {}, // It can still be played.
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
 * A picture on another server is not fetched: only its address is shown.
 *
 * @param {string} url
 * @param {string | null | undefined} text
 */
function elsewhere(url, text) {
  if (!/^https?:/.test(url)) return h("p", { class: "subtext" }, text || "Missing picture");
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text || url);
}

/**
 * Several pictures beside and below each other.
 *
 * @param {Wire.MediaItem[]} items
 */
export function gallery(items) {
  const shown = items.map((item) => picture(item.media, item.description, item));
  return h("div", { class: "gallery", data: { count: String(Math.min(shown.length, 4)) } }, shown);
}

/**
 * A file to be saved.
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
 * A picture that stays is not drawn again, and an old one stands behind a new one until that can be drawn.
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
