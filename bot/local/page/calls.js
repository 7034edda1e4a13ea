// A sound and a notification when this person's move begins while they look elsewhere. Off by default.

/** @import { Store } from "./store.js" */

const KEY = "calls";
/** Two short notes, each as [hertz, start in seconds]. */
const NOTES = [
  [660, 0],
  [880, 0.16],
];

/** File names of pictures with rolling dice, and the seconds at which these dice collide. */
const ROLLING = /^dice-\d+\.webp$/;
const KNOCKS = [0, 0.07, 0.13, 0.22, 0.3, 0.42, 0.5, 0.64, 0.8, 0.97];
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Calls {
  /**
   * `go(channel)` opens the channel of a call.
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
   * Switch calls on or off. Resolves to a note for the person, or "".
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

  /** Play the sound of dice that roll in view. */
  roll() {
    if (this.on && !document.hidden && !STILL.matches)
      this.play(KNOCKS.map((after, n) => [150 + 37 * (n % 4), after]), 0.05);
  }

  sound() {
    this.play(NOTES, 0.3);
  }

  /**
   * Play notes, each given as [hertz, start in seconds], for a length in seconds.
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
