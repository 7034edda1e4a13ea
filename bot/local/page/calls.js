// A sound and a notification when it is one's move and one is looking elsewhere. Both are off until switched on.

const KEY = "calls";
/** Two short notes, in hertz and seconds. */
const NOTES = [
  [660, 0],
  [880, 0.16],
];

export class Calls {
  /** `go(channel)` leads to where somebody is called. */
  constructor(store, go) {
    Object.assign(this, { store, go });
    store.on("message", ({ message, created }) => created && store.calls(message) && this.call(message));
  }

  get on() {
    return localStorage.getItem(KEY) === "on";
  }

  /** Switch them on or off; resolves to what the person should know about it. */
  async turn(on) {
    localStorage.setItem(KEY, on ? "on" : "off");
    if (!on) return "";
    this.sound();
    const granted = "Notification" in window ? await Notification.requestPermission() : "denied";
    return granted === "granted" ? "" : "This browser shows no notifications for this page; there will be a sound.";
  }

  call(message) {
    if (!this.on || (!document.hidden && document.hasFocus())) return;
    this.sound();
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    const channel = this.store.channel(message.channel_id);
    const words = message.content.replace(/^-# .*$/gm, "").replace(/<@!?\d+>/g, "You").replace(/[*_`]/g, "").trim();
    const note = new Notification(channel?.name || "Fieldpost", { body: words.slice(0, 200), tag: message.channel_id });
    note.onclick = () => {
      window.focus();
      this.go(message.channel_id);
      note.close();
    };
  }

  sound() {
    try {
      this.audio ??= new AudioContext();
      for (const [pitch, after] of NOTES) this.note(pitch, this.audio.currentTime + after);
    } catch {
      // A browser without sound stays silent.
    }
  }

  note(pitch, at) {
    const [tone, loudness] = [this.audio.createOscillator(), this.audio.createGain()];
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(0.12, at);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
    tone.connect(loudness).connect(this.audio.destination);
    tone.start(at);
    tone.stop(at + 0.32);
  }
}
