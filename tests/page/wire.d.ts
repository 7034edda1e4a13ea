/**
 * The types that cross the wire between the table and its page, for `tsc` alone.
 *
 * `bot/local/home/window.py` and `home/requests.py` send these shapes, `bot/local/wire.py` and `wire_messages.py` build
 * Discord's JSON in them. The page uses only the fields listed here. Ids are strings of digits.
 */
declare namespace Wire {
  interface User {
    id: string;
    username: string;
    global_name: string | null;
    bot: boolean;
  }

  /** A battle to choose: its facts in words, "" if they are unknown. */
  interface Battle {
    key: string;
    name: string;
    battle: string;
    text: string;
    players: number;
    measures: string;
    winning: string;
    balance: string;
    box: string;
    estimated: boolean;
    /** The path of its small map in the library, "" if its map is made in play. */
    picture: string;
  }

  interface Battles {
    key: string;
    about: string;
    scenarios: Battle[];
  }

  /** The words of a title that link to its rules: numbers of cases, and forms of terms with their keys. */
  interface Index {
    key: string;
    name: string;
    cases: string[];
    terms: Record<string, string>;
  }

  /** The rules of a title. A drawing is its description, "" if the chapter has none. */
  interface Book {
    name: string;
    chapters: { key: string; name: string; text: string; drawing: string; cases: string[] }[];
    cases: Record<string, { title: string; text: string }>;
    terms: Record<string, { name: string; text: string; cases: string[] }>;
  }

  interface Person {
    id: string;
    name: string;
    /** The address of this person's window, if this page may open it. */
    link: string | null;
  }

  interface Bot {
    id: string;
    name: string;
    online: boolean;
  }

  interface People {
    people: Person[];
    bot: Bot;
  }

  /** A text channel (0), direct messages (1), a thread (11, 12) or a forum (15). */
  interface Channel {
    id: string;
    type: 0 | 1 | 11 | 12 | 15;
    name: string;
    parent_id: string | null;
    last_message_id: string | null;
    archived: boolean;
    unread: number;
    pings: number;
    own: boolean;
  }

  // Commands

  interface Choice {
    name: string;
    value: string | number | boolean;
  }

  /** An option of a command, a subcommand (1) or a group (2). */
  interface Option {
    type: number;
    name: string;
    description: string;
    required?: boolean;
    autocomplete?: boolean;
    choices?: Choice[];
    options?: Option[];
    min_value?: number;
    max_value?: number;
    min_length?: number;
    max_length?: number;
  }

  /** A slash command (1). */
  interface Command {
    id: string;
    type: number;
    name: string;
    description: string;
    options?: Option[];
  }

  interface Commands {
    guild: Command[];
    dm: Command[];
  }

  /** The value of an option as it is sent. */
  type Value = Choice["value"];

  // Messages

  interface Media {
    url: string;
    width?: number;
    height?: number;
    description?: string;
    content_type?: string;
  }

  interface Attachment extends Media {
    id: string;
    filename: string;
    size: number;
  }

  interface Emoji {
    name?: string | null;
  }

  interface Message {
    id: string;
    channel_id: string;
    type: number;
    author: User;
    content: string;
    timestamp: string;
    edited_timestamp: string | null;
    mention_everyone: boolean;
    mentions: User[];
    attachments: Attachment[];
    components: Component[];
    flags: number;
    /** The interaction that the message answers. */
    interaction_metadata?: { id: string };
    /** The command that the message answers. */
    interaction?: { id: string; name: string; user: User };
    /** Set on the answers to requests that the page makes automatically. */
    quiet?: boolean;
  }

  interface Stretch {
    messages: Message[];
    more: boolean;
  }

  // Components

  interface Row {
    type: 1;
    components: (Button | Select | TextInput)[];
  }

  interface Button {
    type: 2;
    style: 1 | 2 | 3 | 4;
    label?: string;
    emoji?: Emoji;
    custom_id?: string;
    disabled?: boolean;
  }

  interface SelectOption {
    label: string;
    value: string;
    description?: string;
    emoji?: Emoji;
    default?: boolean;
  }

  interface Select {
    type: 3;
    custom_id: string;
    placeholder?: string;
    options: SelectOption[];
    min_values: number;
    max_values: number;
    disabled?: boolean;
    required?: boolean;
  }

  /** A picture with its description. */
  interface MediaItem {
    media: Media;
    description?: string | null;
    spoiler?: boolean;
  }

  type Component = Row | Button | Select | TextInput;

  // Dialogs

  interface TextInput {
    type: 4;
    custom_id: string;
    style: 1 | 2;
    label?: string;
    value?: string;
    placeholder?: string;
    min_length: number;
    max_length: number;
    required: boolean;
  }

  type Input = TextInput | Select;

  interface Label {
    type: 18;
    label: string;
    description?: string;
    component: Input;
  }

  interface Modal {
    title: string;
    components: (Label | { type: 1; components: TextInput[] })[];
  }

  // Interactions

  interface Interaction {
    id: string;
    channel_id: string;
    message_id: string | null;
    acknowledged: boolean;
    finished: boolean;
    failed: string | null;
    modal: Modal | null;
  }

  // Requests and their answers

  /** Requests that begin an interaction. */
  type Begins = "slash" | "click" | "select" | "tap" | "submit";

  interface Details {
    channel?: string;
    message?: string;
    custom_id?: string;
    value?: string;
    values?: string[] | Record<string, unknown>;
    command?: string;
    options?: Record<string, Value | undefined>;
    interaction?: string;
    quiet?: boolean;
  }

  type Answers = Record<Begins, Interaction> & {
    messages: Stretch;
    say: { id: string };
    autocomplete: { choices: Choice[] };
    read: object;
    dismiss: object;
    new_table: { id: string };
    invite: { name: string };
    rename: { name: string };
    open_dm: { id: string };
    dms: { closed: boolean };
    interaction: { state: Interaction; replies: Message[] };
    recall: { answers: Answer[] };
  };

  /** The answer to the request with a number: a result, or why there is none. */
  type Answer = { answer: string; ok: unknown } | { answer: string; no: string };

  // Events

  interface History {
    /** Why messages cannot be saved now, "" if they can. */
    trouble: string;
  }

  interface Hello {
    me: User;
    life: string;
    people: People;
    channels: Channel[];
    commands: Commands;
    secret_links: boolean;
    history: History;
    dms_closed: boolean;
  }

  interface Events {
    HELLO: Hello;
    PEOPLE: People;
    CHANNELS: Channel[];
    COMMANDS: Commands;
    MESSAGE_CREATE: Message;
    MESSAGE_UPDATE: Message;
    MESSAGE_DELETE: { channel_id: string; id: string };
    INTERACTION_STATE: Interaction;
    HISTORY: History;
    TICK: undefined;
  }

  type Event = { [Name in keyof Events]: { event: Name; data: Events[Name] } }[keyof Events];

  // The places of a map, which `render/places.py` writes into the file of its picture

  type Point = [x: number, y: number];

  /** A meaning of a tap on a place: the component that the tap stands for, its value and its label. */
  interface Pick {
    id: string;
    value: string;
    label: string;
  }

  interface Place {
    name: string;
    x: number;
    y: number;
    corners: Point[];
    pieces: string[];
    /** Words about the pieces, "" in a file without them. */
    told: string;
    /** Other names of the place and its pieces in texts. */
    names: string[];
    picks: Pick[];
    pointed: boolean;
  }

  interface Places {
    version: number;
    shapes: number[][];
    places: Record<string, [x: number, y: number, shape: number, ...pieces: string[]]>;
    picks?: Record<string, [id: string, value: string, label: string][]>;
    points?: string[];
    told?: Record<string, string>;
    names?: Record<string, string[]>;
  }

  // A replay, whose script `bot/chat/replay.py` writes

  /** A roll: its purpose, its faces, and the lowest face that counts. */
  interface Throw {
    title: string;
    sides: number;
    faces: number[];
    least?: number;
  }

  interface Still {
    move: number;
    words: string;
    places?: string[];
    way?: string[];
    line?: [from: string, to: string];
    dice?: Throw[];
    chance?: string;
  }

  /** A change of the map: file and position. A fresh one is made from the present map; a bare one has no picture. */
  interface Change {
    file?: string;
    x?: number;
    y?: number;
    fresh?: boolean;
    bare?: boolean;
  }

  interface Replay {
    since: number;
    last: number;
    size: [width: number, height: number];
    stills: Still[];
    begin: number;
    changes: Change[];
    earlier?: number;
  }

  /** A picture of a map with its places, and its file if that has loaded. */
  interface Picture {
    path: string;
    text: string;
    places: Place[];
    file?: Blob;
  }
}

/** The page's selectors name HTML elements only: no selector finds the parts of its drawings. */
interface ParentNode {
  querySelector<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): HTMLElementTagNameMap[Tag] | null;
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll<Tag extends keyof HTMLElementTagNameMap>(selectors: Tag): NodeListOf<HTMLElementTagNameMap[Tag]>;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

interface Element {
  closest(selectors: string): HTMLElement | null;
}

/** A picture in a message was pressed to open it. */
interface DocumentEventMap {
  viewpicture: CustomEvent<{ path: string }>;
}
