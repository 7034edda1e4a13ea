/**
 * The types that cross the wire between the table and its page, for `tsc` alone.
 *
 * `bot/local/home/window.py` and `home/requests.py` send these shapes, `bot/local/wire.py` and `wire_messages.py` build
 * Discord's JSON in them. The page uses only the fields that stand here. Ids are strings of digits.
 */
declare namespace Wire {
  interface User {
    id: string;
    username: string;
    global_name: string | null;
    bot: boolean;
  }

  interface Person {
    id: string;
    name: string;
    /** The address of this person's window, if this page may open it. */
    link: string | null;
  }

  interface Role {
    id: string;
    name: string;
  }

  interface Bot {
    id: string;
    name: string;
    online: boolean;
  }

  interface People {
    people: Person[];
    roles: Role[];
    bot: Bot;
  }

  /** A text channel (0), direct messages (1), a thread (11, 12) or a forum (15). */
  interface Channel {
    id: string;
    type: 0 | 1 | 11 | 12 | 15;
    name: string;
    topic: string | null;
    parent_id: string | null;
    last_message_id: string | null;
    archived: boolean;
    unread: number;
    pings: number;
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

  /** A slash command (1) or a command in the menu of a message (3). */
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

  interface File {
    filename: string;
    base64: string;
  }

  /** The value of an option as it is sent. */
  type Value = Choice["value"] | File;

  // Messages

  interface Media {
    url: string;
    width?: number;
    height?: number;
    description?: string;
  }

  interface Attachment extends Media {
    id: string;
    filename: string;
    size: number;
    content_type?: string;
  }

  interface Embed {
    title?: string;
    url?: string;
    description?: string;
    timestamp?: string;
    color?: number;
    author?: { name?: string };
    footer?: { text?: string };
    fields?: { name: string; value: string; inline?: boolean }[];
    thumbnail?: Media;
    image?: Media;
  }

  interface Emoji {
    id?: string | null;
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
    embeds: Embed[];
    components: Component[];
    flags: number;
    reactions?: { emoji: Emoji; count: number }[];
    referenced_message?: Message | null;
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
    style: 1 | 2 | 3 | 4 | 5 | 6;
    label?: string;
    emoji?: Emoji;
    custom_id?: string;
    url?: string;
    disabled?: boolean;
  }

  interface SelectOption {
    label: string;
    value: string;
    description?: string;
    emoji?: Emoji;
    default?: boolean;
  }

  interface SelectBase {
    custom_id: string;
    placeholder?: string;
    min_values: number;
    max_values: number;
    disabled?: boolean;
    required?: boolean;
    default_values?: { id: string }[];
  }

  interface StringSelect extends SelectBase {
    type: 3;
    options: SelectOption[];
  }

  /** A select of users (5), roles (6), both (7) or channels (8). */
  interface EntitySelect extends SelectBase {
    type: 5 | 6 | 7 | 8;
  }

  type Select = StringSelect | EntitySelect;

  interface Section {
    type: 9;
    components: Component[];
    accessory: Component;
  }

  interface TextDisplay {
    type: 10;
    content: string;
  }

  interface MediaItem {
    media: Media;
    description?: string | null;
    spoiler?: boolean;
  }

  interface Thumbnail extends MediaItem {
    type: 11;
  }

  interface Gallery {
    type: 12;
    items: MediaItem[];
  }

  interface FilePart {
    type: 13;
    name?: string | null;
    size?: number | null;
    file: Media;
  }

  interface Separator {
    type: 14;
    spacing: 1 | 2;
    divider: boolean;
  }

  interface Container {
    type: 17;
    accent_color: number | null;
    spoiler: boolean;
    components: Component[];
  }

  type Component =
    | Row
    | Button
    | Select
    | TextInput
    | Section
    | TextDisplay
    | Thumbnail
    | Gallery
    | FilePart
    | Separator
    | Container;

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

  interface FileInput {
    type: 19;
    custom_id: string;
    min_values: number;
    max_values: number;
    required: boolean;
  }

  interface Radio {
    type: 21;
    custom_id: string;
    options: SelectOption[];
    required: boolean;
  }

  interface Checkboxes {
    type: 22;
    custom_id: string;
    options: SelectOption[];
    min_values: number;
    max_values: number;
    required: boolean;
  }

  interface Checkbox {
    type: 23;
    custom_id: string;
    default: boolean;
  }

  type Input = TextInput | Select | FileInput | Radio | Checkboxes | Checkbox;

  interface Label {
    type: 18;
    label: string;
    description?: string;
    component: Input;
  }

  interface Modal {
    title: string;
    components: (TextDisplay | Label | { type: 1; components: TextInput[] })[];
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
  type Begins = "slash" | "context" | "click" | "select" | "tap" | "submit";

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
    /** Why messages cannot be saved at the moment, "" if they can. */
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
    TYPING_START: { channel_id: string };
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
    picks: Pick[];
  }

  interface Places {
    version: number;
    shapes: number[][];
    places: Record<string, [x: number, y: number, shape: number, ...pieces: string[]]>;
    picks?: Record<string, [id: string, value: string, label: string][]>;
  }

  /** A picture of a map with its places. */
  interface Picture {
    path: string;
    text: string;
    places: Place[];
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

/** A picture in a message was pressed, to be opened. */
interface DocumentEventMap {
  viewpicture: CustomEvent<{ path: string }>;
}
