// How fast files come. On a slow network, pictures are asked for in a smaller encoding, and wait for the map.

/** Fewer bytes in a millisecond are slow. */
const SLOW = 100;
/** The bytes from which a file says something about that. */
const TELLING = 4000;
const RECENT = 8;

/** @type {number[]} */
let rates = [];
/** @type {Promise<unknown> | null} */
let underway = null;

new PerformanceObserver((list) => {
  for (const entry of list.getEntries())
    if (entry instanceof PerformanceResourceTiming && entry.transferSize > TELLING)
      rates.push(entry.transferSize / (entry.responseEnd - entry.requestStart));
  rates = rates.slice(-RECENT);
}).observe({ type: "resource", buffered: true });

/** Whether the best of the last files came slowly. */
export function slow() {
  return rates.length > 0 && Math.max(...rates) < SLOW;
}

/** @type {Map<string, string>} */
const addresses = new Map();
const MOST = 400;

/**
 * The address of a picture, in the encoding that suits the network when it is first wanted.
 *
 * @param {string} path
 */
export function suited(path) {
  const known = addresses.get(path);
  if (known) return known;
  const found = slow() && /\.png\?/.test(path) ? `${path}&format=webp` : path;
  if (addresses.size >= MOST) addresses.clear();
  addresses.set(path, found);
  return found;
}

/**
 * Let other pictures wait for a map, if the network is slow; returns whether it is.
 *
 * @param {Promise<unknown>} map
 */
export function mapFirst(map) {
  if (!slow()) return false;
  underway = map;
  map.then(() => {
    if (underway === map) underway = null;
  });
  return true;
}

/** Resolves as soon as no map is on its way that other pictures wait for. */
export async function free() {
  await underway;
}

/**
 * Set the address of a picture as soon as no map is on its way.
 *
 * @param {HTMLImageElement} image
 * @param {string} path
 */
export function load(image, path) {
  if (underway) underway.then(() => image.setAttribute("src", path));
  else image.setAttribute("src", path);
}
