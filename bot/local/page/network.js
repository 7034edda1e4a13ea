// The speed of the network. If it is slow, pictures use a smaller encoding and wait for the map.

/** Fewer bytes per millisecond are slow. */
const SLOW = 100;
/** Least size, in bytes, of a file whose speed counts. */
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

/** True if even the fastest of the last files was slow. */
export function slow() {
  return rates.length > 0 && Math.max(...rates) < SLOW;
}

/** @type {Map<string, string>} */
const addresses = new Map();
const MOST = 400;

/**
 * Return the address of a picture in the encoding that suits the network at its first use.
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
 * On a slow network, let other pictures wait for a map. Returns true if the network is slow.
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

/** Resolves when no map is loading that other pictures wait for. */
export async function free() {
  await underway;
}

/**
 * Set the address of a picture when no map is loading.
 *
 * @param {HTMLImageElement} image
 * @param {string} path
 */
export function load(image, path) {
  if (underway) underway.then(() => image.setAttribute("src", path));
  else image.setAttribute("src", path);
}
