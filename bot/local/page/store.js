// What the page knows: the people, the channels, the messages that were loaded, the commands at hand.

export const TEXT = 0;
export const DM = 1;
export const FORUM = 15;
export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const HAS_THREAD = 1 << 5;

export class Store extends EventTarget {
  constructor() {
    super();
    this.me = null;
    this.people = [];
    this.roles = [];
    this.bot = { id: "", name: "", online: false };
    this.channels = [];
    this.commands = { guild: [], dm: [] };
    this.streams = new Map();
    this.interactions = new Map();
    this.secretLinks = false;
    this.dmsClosed = false;
    /** Why what is said cannot be saved at the moment, "" if it can. */
    this.trouble = "";
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  on(name, listener) {
    this.addEventListener(name, (event) => listener(event.detail));
  }

  /** Take in what came over the line. */
  hear(event, data) {
    const takers = {
      HELLO: () => this.hello(data),
      PEOPLE: () => this.takePeople(data),
      CHANNELS: () => this.takeChannels(data),
      COMMANDS: () => {
        this.commands = data;
        this.tell("commands");
      },
      MESSAGE_CREATE: () => this.put(data, true),
      MESSAGE_UPDATE: () => this.put(data, false),
      MESSAGE_DELETE: () => this.drop(data.channel_id, data.id),
      INTERACTION_STATE: () => {
        this.interactions.set(data.id, data);
        this.tell("interaction", data);
      },
      TYPING_START: () => this.tell("typing", data),
      HISTORY: () => this.takeHistory(data),
    };
    takers[event]?.();
  }

  hello(data) {
    this.me = data.me;
    this.secretLinks = data.secret_links;
    this.dmsClosed = data.dms_closed;
    this.commands = data.commands;
    this.takeHistory(data.history);
    this.takePeople(data.people);
    this.takeChannels(data.channels);
    // What was loaded before the line broke may be out of date: whoever shows it asks again.
    for (const stream of this.streams.values()) stream.stale = true;
    if (this.life !== undefined && this.life !== data.life) this.forgetPrivate();
    this.life = data.life;
    this.tell("commands");
    this.tell("hello");
  }

  /** The home was started anew, and has forgotten what it had said to single people. */
  forgetPrivate() {
    for (const [channelId, { messages }] of this.streams)
      for (const { id, flags } of [...messages.values()]) if (flags & EPHEMERAL) this.drop(channelId, id);
    this.tell("forgotten");
  }

  takeHistory({ trouble }) {
    this.trouble = trouble;
    this.tell("history");
  }

  takePeople(data) {
    this.people = data.people;
    this.roles = data.roles;
    this.bot = data.bot;
    const own = this.people.find((person) => person.id === this.me?.id);
    if (own) this.me.global_name = own.name;
    this.tell("people");
  }

  takeChannels(channels) {
    this.channels = channels;
    for (const id of this.streams.keys()) if (!this.channel(id)) this.streams.delete(id);
    this.tell("channels");
  }

  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /** The loaded messages of a channel by id, in order, and whether there are older ones. */
  stream(id) {
    if (!this.streams.has(id)) this.streams.set(id, { messages: new Map(), more: true, stale: true });
    return this.streams.get(id);
  }

  /** Take in a stretch of messages: the newest ones, or those before the oldest that is loaded. */
  takeStretch(id, { messages, more }, older) {
    const stream = this.stream(id);
    messages = messages.filter((message) => !message.quiet);
    const known = older ? [...stream.messages.values()] : [];
    const kept = older ? [] : overlapping(stream.messages, messages);
    stream.more = older || !kept.length ? more : stream.more;
    stream.messages = new Map([...kept, ...messages, ...known].map((message) => [message.id, message]));
    stream.stale = false;
    this.tell("stream", { id });
  }

  put(message, created) {
    // What answers the page's own questions stands beside the conversation and not in it.
    if (message.quiet) return this.tell("quiet", message);
    const stream = this.stream(message.channel_id);
    const known = stream.messages.has(message.id);
    if (!known && !created) return;
    if (!stream.stale || known) stream.messages.set(message.id, message);
    const channel = this.channel(message.channel_id);
    const counts = created && !known && channel && !(message.flags & EPHEMERAL);
    if (counts) {
      channel.last_message_id = message.id;
      channel.unread += message.author.id === this.me.id ? 0 : 1;
      channel.pings += this.pings(message) ? 1 : 0;
    }
    this.tell("message", { message, created: created && !known });
    if (counts) this.tell("unread", { channel, message });
  }

  drop(channelId, id) {
    this.stream(channelId).messages.delete(id);
    this.tell("gone", { channelId, id });
  }

  /** Whether a message calls this person. */
  pings(message) {
    if (message.author.id === this.me.id) return false;
    const channel = this.channel(message.channel_id);
    return (
      channel?.type === DM || message.mention_everyone || message.mentions.some((user) => user.id === this.me.id)
    );
  }

  /** Whether a message names this person. */
  calls(message) {
    return message.author.id !== this.me.id && message.mentions.some((user) => user.id === this.me.id);
  }

  readAll(channel) {
    if (!channel.unread && !channel.pings) return false;
    channel.unread = 0;
    channel.pings = 0;
    this.tell("unread", { channel });
    return true;
  }

  /** The name of a user, as the people list has it now. */
  nameOf(user) {
    if (user.id === this.bot.id) return this.bot.name;
    const person = this.people.find((each) => each.id === user.id);
    return person?.name ?? user.global_name ?? user.username ?? "somebody";
  }

  commandsIn(channel) {
    return this.commands[channel?.type === DM ? "dm" : "guild"];
  }
}

/** The loaded messages before a newly loaded stretch, if it joins on to them without a gap. */
function overlapping(loaded, stretch) {
  if (!stretch.length || !loaded.has(stretch[0].id)) return [];
  const before = [];
  for (const message of loaded.values()) {
    if (message.id === stretch[0].id) break;
    before.push(message);
  }
  return before;
}
