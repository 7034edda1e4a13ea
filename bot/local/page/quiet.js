// What the page asks of the bot beside the conversation: the answers come to whoever asked, and to nobody else.

import { LOADING } from "./store.js";

export class Quiet {
  constructor(store, line, interactions) {
    Object.assign(this, { store, line, interactions });
    this.takers = new Map();
    store.on("quiet", (message) => message.flags & LOADING || this.taker(message)?.(message));
  }

  taker(message) {
    return this.takers.get(message.interaction_metadata?.id);
  }

  /**
   * Start an interaction; `take(message)` gets each message that answers it, and again when it is edited.
   * Resolves when nothing more is owed: to "" or to why it failed.
   */
  async start(what, details, take) {
    let own = null;
    const failed = await this.interactions.start(what, { ...details, quiet: true }, (id) => {
      own = id;
      this.takers.set(id, take);
    });
    if (!failed) await this.finished(own);
    return failed;
  }

  finished(id) {
    const { store } = this;
    if (store.interactions.get(id)?.finished) return Promise.resolve();
    return new Promise((resolve) => {
      const look = ({ type }) => {
        // After the line broke nobody tells whether it is finished.
        if (type !== "hello" && !store.interactions.get(id)?.finished) return;
        for (const name of ["interaction", "hello"]) store.removeEventListener(name, look);
        resolve();
      };
      for (const name of ["interaction", "hello"]) store.addEventListener(name, look);
    });
  }

  /** Put an answer away that is no longer shown. */
  dismiss(message) {
    this.takers.delete(message.interaction_metadata?.id);
    this.line.ask("dismiss", { channel: message.channel_id, message: message.id }).catch(() => {});
  }
}
