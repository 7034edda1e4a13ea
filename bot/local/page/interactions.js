// What this window has started: commands, clicks, dialogs. It waits for their end and says when they failed.

import { LONG_PATIENCE_MS, NO_ANSWER, Unanswered, reason, within } from "./patience.js";

/**
 * @import { Line } from "./line.js"
 * @import { Store } from "./store.js"
 */

/** @typedef {Wire.Interaction & {modal: Wire.Modal}} Opened */

export class Interactions {
  /**
   * @param {Store} store
   * @param {Line} line
   * @param {(state: Opened, interactions: Interactions) => void} openDialog
   */
  constructor(store, line, openDialog) {
    this.store = store;
    this.line = line;
    this.openDialog = openDialog;
    /**
     * Those that are not finished, by number, as they were begun.
     *
     * @type {Map<string, Wire.Interaction>}
     */
    this.open = new Map();
    store.on("interaction", ({ id, finished }) => finished && this.open.delete(id));
    /** How often the line has been made. */
    this.lines = 0;
    store.on("hello", () => {
      this.lines += 1;
      this.recover();
    });
  }

  /**
   * Start one; resolves when the bot has answered: to "" or to why it failed, in words for the person.
   * `noted(id)` is told its number before anything that answers it can come. If no answer comes in time, the person is
   * told so, and `late(failed)` is told what became of it after all.
   *
   * @param {Wire.Begins} what
   * @param {Wire.Details} details
   * @param {{noted?: (id: string) => void, late?: (failed: string) => unknown}} listeners
   * @returns {Promise<string>}
   */
  start(what, details, { noted = () => {}, late = () => {} } = {}) {
    return this.within(this.begin(what, details, noted), late);
  }

  /**
   * Wait for "" or a failure no longer than a person would.
   *
   * @param {Promise<string>} outcome
   * @param {(failed: string) => unknown} late
   * @returns {Promise<string>}
   */
  async within(outcome, late) {
    try {
      return await within(outcome, LONG_PATIENCE_MS, () => NO_ANSWER);
    } catch (error) {
      if (error instanceof Unanswered) error.late.then(late);
      return reason(error);
    }
  }

  /**
   * Begin one and wait until it is answered; resolves to "" or to why it failed.
   *
   * @param {Wire.Begins} what
   * @param {Wire.Details} details
   * @param {(id: string) => void} noted
   * @returns {Promise<string>}
   */
  async begin(what, details, noted) {
    const { lines } = this;
    /** @param {Promise<Wire.Interaction>} beginning */
    const settles = (beginning) => this.settles(beginning, what, details, noted, lines);
    let begun;
    try {
      begun = await this.line.ask(what, details);
    } catch (error) {
      // What is begun after all is waited for like any other, as long as somebody listens.
      if (!(error instanceof Unanswered)) return reason(error);
      throw new Unanswered(error.message, settles(error.late));
    }
    return settles(Promise.resolve(begun));
  }

  /**
   * @param {Promise<Wire.Interaction>} beginning
   * @param {Wire.Begins} what
   * @param {Wire.Details} details
   * @param {(id: string) => void} noted
   * @param {number} lines is how often the line had been made before
   * @returns {Promise<string>}
   */
  async settles(beginning, what, details, noted, lines) {
    let begun;
    try {
      begun = await beginning;
    } catch (error) {
      return reason(error);
    }
    noted(begun.id);
    if (!begun.finished) this.open.set(begun.id, begun);
    // Its number has come only after a break, in which answers may have come.
    if (lines !== this.lines) this.recover();
    this.store.tell("acted", { what, details });
    const state = await this.settled(begun);
    if (state.modal) this.openDialog({ ...state, modal: state.modal }, this);
    return state.failed ?? "";
  }

  /**
   * Wait until an interaction is acknowledged or has failed.
   *
   * @param {Wire.Interaction} begun
   */
  settled(begun) {
    return this.until(begun.id, begun, (state) => state.acknowledged || state.failed);
  }

  /**
   * Wait until nothing more of an interaction is to come.
   *
   * @param {string} id
   */
  finished(id) {
    return this.until(id, undefined, (state) => state.finished);
  }

  /**
   * @param {string} id
   * @param {Wire.Interaction | undefined} begun
   * @param {(state: Wire.Interaction) => unknown} over
   * @returns {Promise<Wire.Interaction>}
   */
  until(id, begun, over) {
    const known = this.store.interactions.get(id) ?? begun;
    if (known && over(known)) return Promise.resolve(known);
    return new Promise((resolve) => {
      const ignore = this.store.on("interaction", (state) => {
        if (state.id !== id || !over(state)) return;
        ignore();
        resolve(state);
      });
    });
  }

  /** After the line broke, learn how the unfinished ones stand, and what has answered them meanwhile. */
  async recover() {
    for (const [id, begun] of [...this.open]) {
      try {
        const { state, replies } = await this.line.ask("interaction", { interaction: id });
        for (const reply of replies) this.store.put(reply, true);
        this.store.hear({ event: "INTERACTION_STATE", data: state });
      } catch (error) {
        // Without an answer the line has broken again, and they are asked for again when it is back.
        if (!this.line.up || error instanceof Unanswered) continue;
        const data = { ...begun, failed: reason(error), finished: true };
        this.store.hear({ event: "INTERACTION_STATE", data });
      }
    }
  }
}
