// The commands, clicks and forms of this window. Waits for their results and reports failures.

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
     * Unfinished interactions by number, as they began.
     *
     * @type {Map<string, Wire.Interaction>}
     */
    this.open = new Map();
    store.on("interaction", ({ id, finished }) => finished && this.open.delete(id));
    /** Number of connections made so far. */
    this.lines = 0;
    store.on("hello", () => {
      this.lines += 1;
      this.recover();
    });
  }

  /**
   * Start an interaction. Resolves when the bot has answered, to "" or to the reason why it failed. `noted(id)` gets
   * the number of the interaction before any of its answers. If no answer arrives in time, resolves to a note about
   * that, and `late(failed)` gets the outcome later.
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
   * Wait for an outcome, at most for the long time limit.
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
   * Begin an interaction and wait for its answer. Resolves to "" or to the reason why it failed.
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
      // A request that is answered late still ends in an interaction, which `late` reports.
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
   * @param {number} lines the number of connections made before
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
    // The number arrived only after a break, and answers may have been lost in that break.
    if (lines !== this.lines) this.recover();
    this.store.tell("acted", { what, details });
    const state = await this.settled(begun);
    if (state.modal) this.openDialog({ ...state, modal: state.modal }, this);
    return state.failed ?? "";
  }

  /**
   * Wait until the bot has acknowledged an interaction, or it has failed.
   *
   * @param {Wire.Interaction} begun
   */
  settled(begun) {
    return this.until(begun.id, begun, (state) => state.acknowledged || state.failed);
  }

  /**
   * Wait until an interaction is finished.
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

  /** After a break of the line, load the states and answers of unfinished interactions. */
  async recover() {
    for (const [id, begun] of [...this.open]) {
      try {
        const { state, replies } = await this.line.ask("interaction", { interaction: id });
        for (const reply of replies) this.store.put(reply, true);
        this.store.hear({ event: "INTERACTION_STATE", data: state });
      } catch (error) {
        // Without an answer the line has broken again. It recovers them when it is back.
        if (!this.line.up || error instanceof Unanswered) continue;
        const data = { ...begun, failed: reason(error), finished: true };
        this.store.hear({ event: "INTERACTION_STATE", data });
      }
    }
  }
}
