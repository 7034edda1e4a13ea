// Requests of the page to the bot outside the conversation. Each answer reaches only its own request.

import { LOADING } from "./store.js";

/**
 * @import { Interactions } from "./interactions.js"
 * @import { Line } from "./line.js"
 * @import { Store } from "./store.js"
 */

/** @typedef {(message: Wire.Message) => unknown} Taker */

export class Quiet {
  /**
   * @param {Store} store
   * @param {Line} line
   * @param {Interactions} interactions
   */
  constructor(store, line, interactions) {
    this.store = store;
    this.line = line;
    this.interactions = interactions;
    /** @type {Map<string | undefined, Taker>} */
    this.takers = new Map();
    store.on("quiet", (message) => message.flags & LOADING || this.taker(message)?.(message));
  }

  /** @param {Wire.Message} message */
  taker(message) {
    return this.takers.get(message.interaction_metadata?.id);
  }

  /**
   * Start an interaction. `take(message)` gets each message that answers it, and each edit of it. Resolves when all
   * answers have arrived, to "" or to the reason why it failed. After the time limit it resolves to a note about that,
   * and `late(failed)` gets the outcome later.
   *
   * @param {Wire.Begins} what
   * @param {Wire.Details} details
   * @param {Taker} take
   * @param {(failed: string) => unknown} late
   * @returns {Promise<string>}
   */
  start(what, details, take, late = () => {}) {
    return this.interactions.within(this.whole(what, details, take), late);
  }

  /**
   * Start an interaction and wait for all of its answers.
   *
   * @param {Wire.Begins} what
   * @param {Wire.Details} details
   * @param {Taker} take
   * @returns {Promise<string>}
   */
  async whole(what, details, take) {
    let own = "";
    /** @param {string} id */
    const noted = (id) => {
      own = id;
      this.takers.set(id, take);
    };
    const answered = await this.interactions.begin(what, { ...details, quiet: true }, noted);
    if (answered) return answered;
    const { failed } = await this.interactions.finished(own);
    return failed ?? "";
  }

  /**
   * Delete an answer that is no longer shown.
   *
   * @param {Wire.Message} message
   */
  dismiss(message) {
    this.takers.delete(message.interaction_metadata?.id);
    this.line.ask("dismiss", { channel: message.channel_id, message: message.id }).catch(() => {});
  }
}
