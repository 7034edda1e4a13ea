// Loads the visible part of the map in more detail, once the map is larger on the screen than its own pixels.

import { ownPath } from "./dom.js";
import { free, suited } from "./network.js";
import { pictureOf } from "./places.js";

/**
 * @import { Quiet } from "./quiet.js"
 * @import { Stage } from "./stage.js"
 */

/**
 * The message of the map on the screen, the id of its list of moments, and the message of the picture laid over it.
 *
 * @typedef {{message: Wire.Message, list: string, over: Wire.Message | undefined}} About
 */

/** Screen pixels per pixel of the map above which the map looks blurred. */
const SOFT = 1.25;
/** Growth of the scale, since the last part was requested, above which a new part shows more. */
const CLOSER = 1.6;
const REST_MS = 250;

export class Enlarged {
  /**
   * `about()` returns the pictures on the stage, or null if no part can be requested.
   *
   * @param {Quiet} quiet
   * @param {Stage} stage
   * @param {() => About | null} about
   */
  constructor(quiet, stage, about) {
    this.quiet = quiet;
    this.stage = stage;
    this.about = about;
    this.turn = 0;
    /** The scale and the places for which the current part was requested. */
    this.scale = 0;
    /** @type {Set<string>} */
    this.names = new Set();
  }

  /** Note a change of the view. A part is requested after a pause. */
  look() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), REST_MS);
  }

  /** Forget the part, because another picture is shown. */
  forget() {
    this.turn += 1;
    this.scale = 0;
    this.names = new Set();
    this.look();
  }

  get soft() {
    return !this.stage.athome && this.stage.zoomed && this.stage.scale * devicePixelRatio > SOFT;
  }

  async ask() {
    const about = this.about();
    const seen = this.soft && about ? this.stage.seen(this.stage.places) : [];
    if (!about || !seen.length) return;
    const known = seen.every(({ name }) => this.names.has(name)) && this.stage.scale < CLOSER * this.scale;
    if (known) return;
    const turn = (this.turn += 1);
    this.scale = this.stage.scale;
    this.names = new Set(seen.map(({ name }) => name));
    await free();
    const picture = turn === this.turn ? await this.fetched(about, ends(seen)) : null;
    if (turn !== this.turn || !picture) return;
    if (await this.stage.detail(picture)) this.names = new Set(picture.places.map(({ name }) => name));
  }

  /**
   * Request the part of the map with these places. The list of moments of the map's message carries the request, as it
   * does for a replay.
   *
   * @param {About} about
   * @param {string[]} places
   * @returns {Promise<Wire.Picture | null>}
   */
  fetched({ message, list, over }, places) {
    const details = { channel: message.channel_id, message: message.id, custom_id: list };
    const value = `near:${over?.interaction_metadata?.id ?? ""}:${places.join(",")}`;
    return new Promise((resolve) => {
      /** @type {Promise<void> | null} */
      let taken = null;
      /** @param {Wire.Message} answer */
      const take = (answer) =>
        (taken ??= drawn(answer).then((picture) => (this.quiet.dismiss(answer), resolve(picture))));
      this.quiet.start("tap", { ...details, value }, take).then(() => taken ?? resolve(null));
    });
  }
}

/**
 * Return the picture of an answer, or null if it has none.
 *
 * @param {Wire.Message} answer
 * @returns {Promise<Wire.Picture | null>}
 */
async function drawn({ attachments: [attached] }) {
  const own = attached && ownPath(attached.url);
  if (!own) return null;
  const path = suited(own);
  const found = await pictureOf(path);
  return found?.places.length ? { path, text: "", ...found } : null;
}

/**
 * Return the names of the outermost places in each direction.
 *
 * @param {Wire.Place[]} places
 */
function ends(places) {
  const [across, down] = [places.toSorted((a, b) => a.x - b.x), places.toSorted((a, b) => a.y - b.y)];
  return [...new Set([across[0], across[across.length - 1], down[0], down[down.length - 1]].map(({ name }) => name))];
}
