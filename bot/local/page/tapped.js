// The choices of an option that match a tap on the map.

const MOST_PIECES = 6;

/**
 * Return the bot's choices for a place, or else for the pieces there. `choices(text)` asks the bot.
 *
 * @param {Wire.Place} place
 * @param {(text: string) => Promise<Wire.Choice[]>} choices
 */
export async function choicesAt({ name, pieces }, choices) {
  /** @param {string} text */
  const meant = async (text) => (await choices(text)).filter((choice) => means(choice, text));
  const place = await meant(name);
  if (place.length) return place;
  const found = await Promise.all(pieces.slice(0, MOST_PIECES).map(meant));
  return [...new Map(found.flat().map((choice) => [choice.value, choice])).values()];
}

/**
 * True if a choice matches a name: "C4", or "4th Squad (3 regulars), woods at C4" for "4th Squad".
 *
 * @param {Wire.Choice} choice
 * @param {string} text
 */
function means({ name, value }, text) {
  const wanted = text.toLowerCase();
  const head = String(name).toLowerCase();
  return (
    String(value).toLowerCase() === wanted || (head.startsWith(wanted) && !/^\w/.test(head.slice(wanted.length)))
  );
}
