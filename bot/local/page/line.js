// The connection to the server: a web socket for requests, answers and events, which reconnects automatically. Every
// request ends with its answer, or after a time limit with an error. The error's `late` brings the outcome later.

import { NO_ANSWER, PATIENCE_MS, within } from "./patience.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Time without any sign after which the line is given up. The server sends a sign every 15 seconds. */
const SILENCE_MS = 40_000;
/** Time limit for a new connection. */
const CONNECTING_MS = 10_000;
const MAYBE_DONE = "No answer yet. This may still happen; check before you repeat it.";
const NOTHING_YET = "No answer yet. Try again in a moment.";
const OFFLINE =
  "You are offline. Nothing was sent; try again when the connection is back.";
const CUT =
  "You are offline. When the connection is back, the page tells you whether this arrived.";
const NOT_ARRIVED = "The connection broke before this arrived: nothing was done. Send it again.";
const RESTARTED =
  "The table was restarted before it answered: check whether this was done before you repeat it.";
/** Requests that change nothing and can be repeated. */
const LOOKS = new Set(["messages", "autocomplete", "read", "dismiss", "interaction"]);
/** Requests that may give an order. */
const ORDERS = new Set(["slash", "click", "select", "tap", "submit"]);
/** Code of a socket that the server closes because newer windows replace it. */
const RETIRED = 4001;

/**
 * Callbacks: `hear` for every event, `status` when the line breaks or is back, `refused` if no connection has ever
 * opened, and `retired` when the server closes the line for good.
 *
 * @typedef {object} Listener
 * @property {(heard: Wire.Event) => void} hear
 * @property {(up: boolean) => void} status
 * @property {() => void} [refused]
 * @property {(why: string) => void} [retired]
 */

/** @typedef {{resolve: (ok: unknown) => void, reject: (error: Error) => void}} Asked */

export class Line {
  /**
   * @param {URL} url
   * @param {Listener} listener
   */
  constructor(url, { hear, status, refused, retired }) {
    this.url = url;
    this.hear = hear;
    this.status = status;
    this.refused = refused;
    this.retired = retired;
    // This id tells the server after a break which page has reconnected.
    this.page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(36)).join("");
    this.url.searchParams.set("page", this.page);
    /** @type {Map<string, Asked>} */
    this.asked = new Map();
    this.count = 0;
    this.wait = FIRST_WAIT;
    this.opened = false;
    this.connect();
    addEventListener("online", () => this.retry());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  connect() {
    const socket = new WebSocket(this.url);
    /** @type {WebSocket} */
    this.socket = socket;
    this.watch(CONNECTING_MS);
    socket.addEventListener("message", (frame) => socket === this.socket && this.take(JSON.parse(frame.data)));
    socket.addEventListener("open", () => {
      this.opened = true;
      this.wait = FIRST_WAIT;
      this.watch(SILENCE_MS);
    });
    socket.addEventListener("close", ({ code, reason }) => this.lost(socket, code, reason));
  }

  get up() {
    return this.socket.readyState === WebSocket.OPEN;
  }

  /**
   * Give up a silent line, because a lost network does not always close it.
   *
   * @param {number} ms
   */
  watch(ms) {
    const { socket } = this;
    clearTimeout(this.watching);
    this.watching = setTimeout(() => {
      this.lost(socket);
      socket.close();
    }, ms);
  }

  /** @param {Wire.Event | Wire.Answer} frame */
  take(frame) {
    this.watch(SILENCE_MS);
    if ("answer" in frame) {
      this.answered(frame);
      return;
    }
    if (frame.event === "TICK") return;
    if (frame.event === "HELLO") {
      this.status(true);
      this.recall(frame.data.life);
    }
    this.hear(frame);
  }

  /** @param {Wire.Answer} frame */
  answered(frame) {
    const asked = this.asked.get(frame.answer);
    this.asked.delete(frame.answer);
    if ("no" in frame) asked?.reject(new Error(frame.no));
    else asked?.resolve(frame.ok);
  }

  /**
   * Send a request. Rejects with words for the person, or with `Unanswered` if no answer arrives in time.
   *
   * @template {keyof Wire.Answers} What
   * @param {What} what
   * @param {object} details
   * @returns {Promise<Wire.Answers[What]>}
   */
  ask(what, details = {}) {
    if (!this.up) return Promise.reject(new Error(OFFLINE));
    const answer = this.send(what, details);
    return within(answer, PATIENCE_MS, () => this.unanswered(what));
  }

  /**
   * Return the error text of a request without an answer.
   *
   * @param {string} what
   */
  unanswered(what) {
    if (LOOKS.has(what)) return NOTHING_YET;
    if (!this.up) return CUT;
    return ORDERS.has(what) ? NO_ANSWER : MAYBE_DONE;
  }

  /**
   * @template {keyof Wire.Answers} What
   * @param {What} what
   * @param {object} details
   * @returns {Promise<Wire.Answers[What]>}
   */
  send(what, details) {
    this.count += 1;
    const ask = `${this.page}-${this.count}`;
    return new Promise((resolve, reject) => {
      this.asked.set(ask, { resolve: (ok) => resolve(/** @type {Wire.Answers[What]} */ (ok)), reject });
      this.socket.send(JSON.stringify({ ask, do: what, ...details }));
    });
  }

  /**
   * After a break, recall the answers of waiting requests. A new `life` means a restarted server, which has none.
   *
   * @param {string} life
   */
  async recall(life) {
    const restarted = this.life !== undefined && this.life !== life;
    /** @type {string | undefined} */
    this.life = life;
    const waiting = [...this.asked];
    if (!waiting.length) return;
    try {
      const asked = restarted ? [] : waiting.map(([ask]) => ask);
      const { answers } = asked.length ? await this.send("recall", { asked }) : { answers: [] };
      for (const answer of answers) this.answered(answer);
      for (const [ask, { reject }] of waiting) {
        if (this.asked.delete(ask)) reject(new Error(restarted ? RESTARTED : NOT_ARRIVED));
      }
    } catch {
      // The line has broken again. The requests are recalled when it is back.
    }
  }

  /**
   * @param {WebSocket} socket
   * @param {number} [code]
   * @param {string} [reason]
   */
  lost(socket, code, reason) {
    if (socket !== this.socket || this.gone === socket) return;
    /** @type {WebSocket | undefined} */
    this.gone = socket;
    clearTimeout(this.watching);
    this.status(false);
    if (code === RETIRED) return this.retired?.(reason ?? "");
    if (!this.opened) this.refused?.();
    this.timer = setTimeout(() => this.connect(), this.wait * (0.8 + 0.4 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.8);
  }

  /** Reconnect at once. */
  retry() {
    if (this.gone !== this.socket) return;
    clearTimeout(this.timer);
    this.wait = FIRST_WAIT;
    this.connect();
  }
}
