// What this window has started: commands, clicks, dialogs. It waits for their end and says when they failed.

export class Interactions {
  constructor(store, line, openDialog) {
    this.store = store;
    this.line = line;
    this.openDialog = openDialog;
  }

  /**
   * Start one; resolves when the bot has answered: to "" or to why it failed, in words for the person.
   * `noted(id)` is told its number before anything that answers it can come.
   */
  async start(what, details, noted = () => {}) {
    let begun;
    try {
      begun = await this.line.ask(what, details);
    } catch (error) {
      return error.message;
    }
    noted(begun.id);
    this.store.tell("acted", { what, details });
    const state = await this.settled(begun);
    if (state.modal) this.openDialog(state, this);
    return state.failed ?? "";
  }

  /** Wait until an interaction is acknowledged or has failed. */
  settled(begun) {
    const over = (state) => state.acknowledged || state.failed;
    const known = this.store.interactions.get(begun.id) ?? begun;
    if (over(known)) return Promise.resolve(known);
    return new Promise((resolve) => {
      const look = (event) => {
        const state = event.detail;
        if (state.id !== begun.id || !over(state)) return;
        done(state);
      };
      const broken = () =>
        done({ ...begun, failed: "The connection broke while this was waiting for its answer." });
      const done = (state) => {
        this.store.removeEventListener("interaction", look);
        this.store.removeEventListener("hello", broken);
        resolve(state);
      };
      this.store.addEventListener("interaction", look);
      this.store.addEventListener("hello", broken);
    });
  }
}
