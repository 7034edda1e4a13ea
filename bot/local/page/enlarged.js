// The part of the map that is looked at, in more detail: asked for once the map is enlarged beyond its own pixels.

import { ownPath } from "./dom.js";
import { free, suited } from "./network.js";
import { pictureOf } from "./places.js";

/**
 * @import { Quiet } from "./quiet.js"
 * @import { Stage } from "./stage.js"
 */

/**
 * The map that is shown: its message, the list of moments there, and the message whose picture lies over it.
 *
 * @typedef {{message: Wire.Message, list: string, over: Wire.Message | undefined}} About
 */

/** From so many pixels of the screen to a pixel of the map on, it is soft. */
const SOFT = 1.25;
/** So much larger than when a part was asked for, a new one shows more. */
const CLOSER = 1.6;
const REST_MS = 250;

export class Enlarged {
  /**
   * `about()` says what is shown, null if nothing can be asked about it.
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
    /** The scale for which the part was asked for that is shown or on its way, and its places. */
    this.scale = 0;
    /** @type {Set<string>} */
    this.names = new Set();
  }

  /** The view has changed: look after a while what it needs, once it rests. */
  look() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), REST_MS);
  }

  /** Another picture is shown, of which no part is known. */
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
   * Ask for the part with some places. A list of the map's message takes the question, as it does for a replay.
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
 * The picture of an answer; null if it has none.
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
 * The names of the outermost of some places in each direction.
 *
 * @param {Wire.Place[]} places
 */
function ends(places) {
  const [across, down] = [places.toSorted((a, b) => a.x - b.x), places.toSorted((a, b) => a.y - b.y)];
  return [...new Set([across[0], across[across.length - 1], down[0], down[down.length - 1]].map(({ name }) => name))];
}
