// A sound and a notification when it is one's move and one is looking elsewhere. Both are off until switched on.

/** @import { Store } from "./store.js" */

const KEY = "calls";
/** Two short notes, in hertz and seconds. */
const NOTES = [
  [660, 0],
  [880, 0.16],
];

/** The pictures whose dice roll, and the seconds at which they knock against each other. */
const ROLLING = /^dice-\d+\.webp$/;
const KNOCKS = [0, 0.07, 0.13, 0.22, 0.3, 0.42, 0.5, 0.64, 0.8, 0.97];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Calls {
  /**
   * `go(channel)` leads to where somebody is called.
   *
   * @param {Store} store
   * @param {(channel: string) => void} go
   */
  constructor(store, go) {
    this.store = store;
    this.go = go;
    /** @type {AudioContext | undefined} */
    this.audio = undefined;
    store.on("message", ({ message, created }) => {
      if (created && store.calls(message)) this.call(message);
      if (created && message.attachments.some(({ filename }) => ROLLING.test(filename))) this.roll();
    });
  }

  get on() {
    return localStorage.getItem(KEY) === "on";
  }

  /**
   * Switch them on or off; resolves to what the person should know about it.
   *
   * @param {boolean} on
   */
  async turn(on) {
    localStorage.setItem(KEY, on ? "on" : "off");
    if (!on) return "";
    this.sound();
    const granted = "Notification" in window ? await Notification.requestPermission() : "denied";
    return granted === "granted"
      ? ""
      : "This browser shows no notifications for this page; you will hear a sound instead.";
  }

  /** @param {Wire.Message} message */
  call(message) {
    if (!this.on || (!document.hidden && document.hasFocus())) return;
    this.sound();
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const channel = this.store.channel(message.channel_id);
    const words = message.content
      .replace(/^-# .*$/gm, "")
      .replace(/<@!?\d+>/g, "You")
      .replace(/[*_`]/g, "")
      .trim();
    const note = new Notification(channel?.name || "Fieldpost", {
      body: words.slice(0, 200),
      tag: message.channel_id,
    });
    note.onclick = () => {
      window.focus();
      this.go(message.channel_id);
      note.close();
    };
  }

  /** Dice roll in view: they are heard as well. */
  roll() {
    if (this.on && !document.hidden && !STILL.matches)
      this.play(KNOCKS.map((after, n) => [150 + 37 * (n % 4), after]), 0.05);
  }

  sound() {
    this.play(NOTES, 0.3);
  }

  /**
   * Play notes in hertz and seconds, each as long as that.
   *
   * @param {number[][]} notes
   * @param {number} length
   */
  play(notes, length) {
    try {
      this.audio ??= new AudioContext();
      for (const [pitch, after] of notes) this.note(this.audio, pitch, this.audio.currentTime + after, length);
    } catch {
      // A browser without sound stays silent.
    }
  }

  /**
   * @param {AudioContext} audio
   * @param {number} pitch
   * @param {number} at
   * @param {number} length
   */
  note(audio, pitch, at, length) {
    const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loudness).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
