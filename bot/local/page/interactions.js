// What this window has started: commands, clicks, dialogs. It waits for their end and says when they failed.

import { LONG_PATIENCE_MS, NO_ANSWER, Unanswered, within } from "./patience.js";

export class Interactions {
  constructor(store, line, openDialog) {
    this.store = store;
    this.line = line;
    this.openDialog = openDialog;
    /** Those that are not finished, by number, as they were begun. */
    this.open = new Map();
    store.on("interaction", ({ id, finished }) => finished && this.open.delete(id));
    store.on("hello", () => this.recover());
  }

  /**
   * Start one; resolves when the bot has answered: to "" or to why it failed, in words for the person.
   * `noted(id)` is told its number before anything that answers it can come. If no answer comes in time, the person is
   * told so, and `late(failed)` is told what became of it after all.
   */
  start(what, details, { noted = () => {}, late = () => {} } = {}) {
    return this.within(this.begin(what, details, noted), late);
  }

  /** Wait for "" or a failure no longer than a person would. */
  async within(outcome, late) {
    try {
      return await within(outcome, LONG_PATIENCE_MS, () => NO_ANSWER);
    } catch (error) {
      if (error instanceof Unanswered) error.late.then(late);
      return error.message;
    }
  }

  /** Begin one and wait until it is answered; resolves to "" or to why it failed. */
  async begin(what, details, noted) {
    let begun;
    try {
      begun = await this.line.ask(what, details);
    } catch (error) {
      // What is begun after all is waited for like any other, as long as somebody listens.
      if (!(error instanceof Unanswered)) return error.message;
      throw new Unanswered(error.message, this.settles(error.late, what, details, noted));
    }
    return this.settles(Promise.resolve(begun), what, details, noted);
  }

  async settles(beginning, what, details, noted) {
    let begun;
    try {
      begun = await beginning;
    } catch (error) {
      return error.message;
    }
    noted(begun.id);
    if (!begun.finished) this.open.set(begun.id, begun);
    this.store.tell("acted", { what, details });
    const state = await this.settled(begun);
    if (state.modal) this.openDialog(state, this);
    return state.failed ?? "";
  }

  /** Wait until an interaction is acknowledged or has failed. */
  settled(begun) {
    return this.until(begun, (state) => state.acknowledged || state.failed);
  }

  /** Wait until nothing more of an interaction is to come. */
  finished(begun) {
    return this.until(begun, (state) => state.finished);
  }

  until(begun, over) {
    const known = this.store.interactions.get(begun.id) ?? begun;
    if (over(known)) return Promise.resolve(known);
    return new Promise((resolve) => {
      const look = ({ detail }) => {
        if (detail.id !== begun.id || !over(detail)) return;
        this.store.removeEventListener("interaction", look);
        resolve(detail);
      };
      this.store.addEventListener("interaction", look);
    });
  }

  /** After the line broke, learn how the unfinished ones stand, and what has answered them meanwhile. */
  async recover() {
    for (const [id, begun] of [...this.open]) {
      try {
        const { state, replies } = await this.line.ask("interaction", { interaction: id });
        for (const reply of replies) this.store.put(reply, true);
        this.store.hear("INTERACTION_STATE", state);
      } catch (error) {
        // Without an answer the line has broken again, and they are asked for again when it is back.
        if (this.line.up && !(error instanceof Unanswered))
          this.store.hear("INTERACTION_STATE", { ...begun, failed: error.message, finished: true });
      }
    }
  }
}
