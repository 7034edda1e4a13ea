// The page's copy of the server's state: people, channels, loaded messages and commands.

export const TEXT = 0;
export const DM = 1;
export const FORUM = 15;
export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
/** How the post that ends a game begins. */
export const ENDS = /^🏁/u;
export const HAS_THREAD = 1 << 5;

/**
 * The loaded messages of a channel by id, whether older ones exist, and whether they may be out of date. While the
 * newest messages load, `changed` collects changes; null marks a deleted message.
 *
 * @typedef {{
 *   messages: Map<string, Wire.Message>,
 *   more: boolean,
 *   stale: boolean,
 *   changed?: Map<string, Wire.Message | null>,
 * }} Stream
 */

/**
 * A user, or only the id of a user.
 *
 * @typedef {{id: string, global_name?: string | null, username?: string}} Named
 */

/**
 * A command, click or form that this window has started.
 *
 * @typedef {{what: Wire.Begins, details: Wire.Details}} Action
 */

/**
 * The events of the store, by name.
 *
 * @typedef {object} Told
 * @property {void} hello
 * @property {void} people
 * @property {void} channels
 * @property {void} commands
 * @property {void} history
 * @property {void} forgotten
 * @property {{id: string}} stream
 * @property {{message: Wire.Message, created: boolean}} message
 * @property {{channel: Wire.Channel, message?: Wire.Message}} unread
 * @property {{channelId: string, id: string}} gone
 * @property {Wire.Message} quiet
 * @property {Wire.Interaction} interaction
 * @property {{text: string}} compose
 * @property {Action} acted
 */

export class Store extends EventTarget {
  constructor() {
    super();
    /** @type {Wire.User} */
    this.me = { id: "", username: "", global_name: null, bot: false };
    /** @type {Wire.Person[]} */
    this.people = [];
    this.bot = { id: "", name: "", online: false };
    /** @type {Wire.Channel[]} */
    this.channels = [];
    /** @type {Wire.Commands} */
    this.commands = { guild: [], dm: [] };
    /** @type {Map<string, Stream>} */
    this.streams = new Map();
    /** @type {Map<string, Wire.Interaction>} */
    this.interactions = new Map();
    /**
     * The number of the server's current run.
     *
     * @type {string | undefined}
     */
    this.life = undefined;
    this.secretLinks = false;
    this.dmsClosed = false;
    /**
     * The rulebooks, which links in texts open.
     *
     * @type {import("./handbook.js").Handbook | null}
     */
    this.handbook = null;
    /**
     * The links from words to the map.
     *
     * @type {import("./onmap.js").OnMap | null}
     */
    this.onMap = null;
    /** Why messages cannot be saved now, or "" if they can. */
    this.trouble = "";
  }

  /**
   * @template {keyof Told} Name
   * @param {Name} name
   * @param {Told[Name]} [detail]
   */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  /**
   * Call a listener at every event of a name. Returns a function that ends this.
   *
   * @template {keyof Told} Name
   * @param {Name} name
   * @param {(detail: Told[Name]) => unknown} listener
   */
  on(name, listener) {
    /** @param {Event} event */
    const heard = (event) => event instanceof CustomEvent && listener(event.detail);
    this.addEventListener(name, heard);
    return () => this.removeEventListener(name, heard);
  }

  /**
   * Apply an event of the server.
   *
   * @param {Wire.Event} heard
   */
  hear({ event, data }) {
    if (event === "HELLO") this.hello(data);
    else if (event === "PEOPLE") this.takePeople(data);
    else if (event === "CHANNELS") this.takeChannels(data);
    else if (event === "COMMANDS") this.takeCommands(data);
    else if (event === "MESSAGE_CREATE") this.put(data, true);
    else if (event === "MESSAGE_UPDATE") this.put(data, false);
    else if (event === "MESSAGE_DELETE") this.drop(data.channel_id, data.id);
    else if (event === "INTERACTION_STATE") this.takeInteraction(data);
    else if (event === "HISTORY") this.takeHistory(data);
  }

  /** @param {Wire.Commands} commands */
  takeCommands(commands) {
    this.commands = commands;
    this.tell("commands");
  }

  /** @param {Wire.Interaction} state */
  takeInteraction(state) {
    this.interactions.set(state.id, state);
    this.tell("interaction", state);
  }

  /** @param {Wire.Hello} data */
  hello(data) {
    this.me = data.me;
    this.secretLinks = data.secret_links;
    this.dmsClosed = data.dms_closed;
    this.commands = data.commands;
    this.takeHistory(data.history);
    this.takePeople(data.people);
    this.takeChannels(data.channels);
    // Messages loaded before a broken line may be out of date. Their view loads them again.
    for (const stream of this.streams.values()) stream.stale = true;
    if (this.life !== undefined && this.life !== data.life) this.forgetPrivate();
    this.life = data.life;
    this.tell("commands");
    this.tell("hello");
  }

  /** Remove private messages, because a restarted server has forgotten them. */
  forgetPrivate() {
    for (const [channelId, { messages }] of this.streams)
      for (const { id, flags } of [...messages.values()]) if (flags & EPHEMERAL) this.drop(channelId, id);
    this.tell("forgotten");
  }

  /** @param {Wire.History} history */
  takeHistory({ trouble }) {
    this.trouble = trouble;
    this.tell("history");
  }

  /** @param {Wire.People} data */
  takePeople(data) {
    this.people = data.people;
    this.bot = data.bot;
    const own = this.people.find((person) => person.id === this.me.id);
    if (own) this.me.global_name = own.name;
    this.tell("people");
  }

  /** @param {Wire.Channel[]} channels */
  takeChannels(channels) {
    this.channels = channels;
    for (const id of this.streams.keys()) if (!this.channel(id)) this.streams.delete(id);
    this.tell("channels");
  }

  /** @param {string | null | undefined} id */
  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /**
   * Return the loaded messages of a channel by id, in order, and whether older ones exist.
   *
   * @param {string} id
   * @returns {Stream}
   */
  stream(id) {
    const known = this.streams.get(id);
    if (known) return known;
    const stream = { messages: new Map(), more: true, stale: true };
    this.streams.set(id, stream);
    return stream;
  }

  /**
   * Collect the changes of a channel while its newest messages load, because the answer may be older than these
   * changes.
   *
   * @param {string} id
   */
  expect(id) {
    this.stream(id).changed = new Map();
  }

  /**
   * Add loaded messages: the newest ones, or those before the oldest loaded one.
   *
   * @param {string} id
   * @param {Wire.Stretch} stretch
   * @param {boolean} older
   */
  takeStretch(id, { messages, more }, older) {
    const stream = this.stream(id);
    messages = messages.filter((message) => !message.quiet);
    const known = older ? [...stream.messages.values()] : [];
    const kept = older ? [] : overlapping(stream.messages, messages);
    stream.more = older || !kept.length ? more : stream.more;
    stream.messages = new Map([...kept, ...messages, ...known].map((message) => [message.id, message]));
    if (!older) takeChanges(stream, messages.at(-1)?.id ?? "0");
    stream.stale = false;
    this.tell("stream", { id });
  }

  /**
   * @param {Wire.Message} message
   * @param {boolean} created
   */
  put(message, created) {
    // Answers to the page's own requests are not shown in the conversation.
    if (message.quiet) return this.tell("quiet", message);
    const stream = this.stream(message.channel_id);
    stream.changed?.set(message.id, message);
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

  /**
   * @param {string} channelId
   * @param {string} id
   */
  drop(channelId, id) {
    const stream = this.stream(channelId);
    stream.changed?.set(id, null);
    stream.messages.delete(id);
    this.tell("gone", { channelId, id });
  }

  /**
   * True if a message calls this person.
   *
   * @param {Wire.Message} message
   */
  pings(message) {
    if (message.author.id === this.me.id) return false;
    const channel = this.channel(message.channel_id);
    return (
      channel?.type === DM || message.mention_everyone || message.mentions.some((user) => user.id === this.me.id)
    );
  }

  /**
   * True if a message mentions this person.
   *
   * @param {Wire.Message} message
   */
  calls(message) {
    return message.author.id !== this.me.id && message.mentions.some((user) => user.id === this.me.id);
  }

  /** @param {Wire.Channel} channel */
  readAll(channel) {
    if (!channel.unread && !channel.pings) return false;
    channel.unread = 0;
    channel.pings = 0;
    this.tell("unread", { channel });
    return true;
  }

  /**
   * Return the current name of a user from the list of people.
   *
   * @param {Named} user
   */
  nameOf(user) {
    if (user.id === this.bot.id) return this.bot.name;
    const person = this.people.find((each) => each.id === user.id);
    return person?.name ?? user.global_name ?? user.username ?? "somebody";
  }

  /** @param {Wire.Channel | undefined} channel */
  commandsIn(channel) {
    return this.commands[channel?.type === DM ? "dm" : "guild"];
  }
}

/**
 * Apply the changes collected while messages loaded: to these messages, and to later ones.
 *
 * @param {Stream} stream
 * @param {string} last
 */
function takeChanges(stream, last) {
  for (const [id, message] of stream.changed ?? []) {
    if (!message) stream.messages.delete(id);
    else if (stream.messages.has(id) || BigInt(id) > BigInt(last)) stream.messages.set(id, message);
  }
  stream.changed = undefined;
}

/**
 * Return the loaded messages before newly loaded ones, if no gap separates them.
 *
 * @param {Map<string, Wire.Message>} loaded
 * @param {Wire.Message[]} stretch
 * @returns {Wire.Message[]}
 */
function overlapping(loaded, stretch) {
  if (!stretch.length || !loaded.has(stretch[0].id)) return [];
  const before = [];
  for (const message of loaded.values()) {
    if (message.id === stretch[0].id) break;
    before.push(message);
  }
  return before;
}
