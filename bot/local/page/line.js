// The line to the server: one socket, over which the page asks and hears, and which mends itself.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class Line {
  /** `hear(event, data)` is called with everything that comes; `status(up)` when the line breaks or is back. */
  constructor(url, { hear, status, refused }) {
    this.url = url;
    this.hear = hear;
    this.status = status;
    this.refused = refused;
    this.asked = new Map();
    this.count = 0;
    this.wait = FIRST_WAIT;
    this.opened = false;
    this.connect();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  connect() {
    const socket = (this.socket = new WebSocket(this.url));
    socket.addEventListener("message", (frame) => this.take(JSON.parse(frame.data)));
    socket.addEventListener("open", () => {
      this.opened = true;
      this.wait = FIRST_WAIT;
      this.status(true);
    });
    socket.addEventListener("close", () => this.lost(socket));
  }

  take(frame) {
    if (!("answer" in frame)) return this.hear(frame.event, frame.data);
    const asked = this.asked.get(frame.answer);
    this.asked.delete(frame.answer);
    if (!asked) return;
    if ("no" in frame) asked.reject(new Error(frame.no));
    else asked.resolve(frame.ok);
  }

  /** Ask the server to do something. Rejects with words for the person. */
  ask(what, details = {}) {
    return new Promise((resolve, reject) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        reject(new Error("There is no connection at the moment. Try again when it is back."));
        return;
      }
      this.count += 1;
      this.asked.set(this.count, { resolve, reject });
      this.socket.send(JSON.stringify({ ask: this.count, do: what, ...details }));
    });
  }

  lost(socket) {
    if (socket !== this.socket) return;
    for (const asked of this.asked.values()) {
      asked.reject(new Error("The connection broke; look whether it arrived before you repeat it."));
    }
    this.asked.clear();
    this.status(false);
    if (!this.opened) this.refused?.();
    this.timer = setTimeout(() => this.connect(), this.wait * (0.8 + 0.4 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.8);
  }

  /** Try again now and not later. */
  retry() {
    if (this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.connect();
  }
}
