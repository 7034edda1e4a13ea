// Slash commands as a flat list, and commands read from one line.

/** @import { Store } from "./store.js" */

/**
 * A command that can be sent, by its whole path.
 *
 * @typedef {{path: string, description: string, options: Wire.Option[]}} Leaf
 */

const SUBCOMMAND = 1;
const GROUP = 2;

/**
 * Return all commands that can be sent, subcommands by their whole path: {path, description, options}.
 *
 * @param {Wire.Command[]} commands
 */
export function leaves(commands) {
  /** @type {Leaf[]} */
  const found = [];
  /**
   * @param {string} path
   * @param {string} description
   * @param {Wire.Option[]} options
   */
  const walk = (path, description, options) => {
    const below = options.filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
    if (!below.length) found.push({ path, description, options });
    for (const option of below) walk(`${path} ${option.name}`, option.description, option.options ?? []);
  };
  for (const command of commands.filter((each) => each.type === 1))
    walk(command.name, command.description, command.options ?? []);
  return found.sort((a, b) => a.path.localeCompare(b.path));
}

/**
 * Characters of phone keyboards. Unicode normalization covers full-width characters.
 *
 * @type {Record<string, string>}
 */
const SIGNS = { "∶": ":", "꞉": ":", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"' };

/**
 * Return a line in lower case with plain characters, each at its old index.
 *
 * @param {string} line
 */
export function plain(line) {
  const signs = Array.from(line, (sign) => {
    const found = (SIGNS[sign] ?? sign.normalize("NFKC")).toLowerCase();
    return found.length === sign.length ? found : sign;
  });
  return signs.join("");
}

/**
 * True if a line is a command, and not a message to others.
 *
 * @param {string} line
 */
export function isCommand(line) {
  return plain(line).startsWith("/");
}

/**
 * Return the commands that match the words typed after the "/", best match first.
 *
 * @param {Leaf[]} all
 * @param {string} typed
 */
export function matching(all, typed) {
  const wanted = plain(typed).split(/\s+/).filter(Boolean);
  /** @param {Leaf} leaf */
  const rank = (leaf) => {
    const words = leaf.path.split(" ");
    if (wanted.every((word, n) => words[n]?.startsWith(word))) return 0;
    if (wanted.every((word) => words.some((each) => each.startsWith(word)))) return 1;
    return wanted.every((word) => `${leaf.path} ${leaf.description}`.toLowerCase().includes(word)) ? 2 : 3;
  };
  return all
    .map((leaf) => ({ leaf, place: rank(leaf) }))
    .filter(({ place }) => place < 3)
    .sort((a, b) => a.place - b.place)
    .map(({ leaf }) => leaf);
}

/**
 * Return the path of a subcommand without its group: "game me note" is also "game note".
 *
 * @param {Leaf} leaf
 */
const withoutGroup = ({ path }) => path.replace(/^(\S+) \S+ (?=\S+$)/, "$1 ");

/**
 * Return the command at the start of a line and the rest of the line, or null if none or several match.
 *
 * @param {Leaf[]} all
 * @param {string} line
 */
export function begins(all, line) {
  const text = line.slice(plain(line).length - plain(line).replace(/^\/?\s*/, "").length);
  const typed = plain(text);
  /** @param {string} path */
  const fits = (path) => typed === path || typed.startsWith(`${path} `);
  /**
   * @param {Leaf} leaf
   * @param {string} path
   */
  const read = (leaf, path) => ({ leaf, rest: text.slice(path.length).trim() });
  const leaf = all.filter(({ path }) => fits(path)).sort((a, b) => b.path.length - a.path.length)[0];
  if (leaf) return read(leaf, leaf.path);
  const grouped = all.filter((each) => fits(withoutGroup(each)));
  return grouped.length === 1 ? read(grouped[0], withoutGroup(grouped[0])) : null;
}

/**
 * Read the values in "unit:2nd Squad to:C6". Each value ends at the next known option. Returns {values, stray}; stray
 * is text that belongs to no option.
 *
 * @param {Wire.Option[]} options
 * @param {string} rest
 */
export function parseOptions(options, rest) {
  const names = options.map((option) => option.name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length) return { values: {}, stray: rest };
  const known = new RegExp(`(?:^|\\s)(${names.join("|")}):`, "gu");
  const marks = [...plain(rest).matchAll(known)];
  /** @type {Record<string, string>} */
  const values = {};
  marks.forEach((mark, n) => {
    const value = rest.slice(mark.index + mark[0].length, marks[n + 1]?.index).trim();
    values[mark[1]] = /^".*"$/s.test(plain(value)) ? value.slice(1, -1) : value;
  });
  return { values, stray: rest.slice(0, marks[0]?.index ?? rest.length).trim() };
}

const BOOLEAN = 5;

/**
 * Return the fixed choices of an option as [{name, value}], or null if it takes any text.
 *
 * @param {Wire.Option} option
 * @returns {Wire.Choice[] | null}
 */
export function fixedChoices(option) {
  if (option.choices) return option.choices;
  if (option.type === BOOLEAN)
    return [
      { name: "Yes", value: true },
      { name: "No", value: false },
    ];
  return null;
}

/**
 * Return the problem of a value in words, or "".
 *
 * @param {Wire.Option} option
 * @param {unknown} value
 */
export function problem(option, value) {
  const empty = value === "" || value === undefined || value === null;
  if (empty) return option.required ? `${option.name} is required: ${option.description}` : "";
  const fixed = fixedChoices(option);
  if (fixed && !fixed.some((choice) => choice.value === value)) return `${option.name}: choose one from the list.`;
  if (option.type === 4 && !/^-?\d+$/.test(String(value))) return `${option.name} must be a whole number.`;
  if (option.type === 10 && Number.isNaN(Number(value))) return `${option.name} must be a number.`;
  if (option.min_value !== undefined && Number(value) < option.min_value)
    return `${option.name} must be at least ${option.min_value}.`;
  if (option.max_value !== undefined && Number(value) > option.max_value)
    return `${option.name} must be at most ${option.max_value}.`;
  if (option.min_length && String(value).length < option.min_length)
    return `${option.name} needs at least ${option.min_length} characters.`;
  if (option.max_length && String(value).length > option.max_length)
    return `${option.name} has at most ${option.max_length} characters.`;
  return "";
}

/**
 * Return the choice with a typed name, or else with a typed value, or undefined.
 *
 * @param {Wire.Option} option
 * @param {string} text
 */
export function choiceOf(option, text) {
  const fixed = fixedChoices(option) ?? [];
  /** @param {unknown} each */
  const plain = (each) => String(each).toLowerCase().replace(/^[@#]/, "");
  /** @param {"name" | "value"} key */
  const by = (key) => fixed.find((choice) => plain(choice[key]) === plain(text));
  return by("name") ?? by("value");
}
