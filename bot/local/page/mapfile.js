// The file of a map, fetched once for its picture and its places. On a slow network the page fetches only the part that
// differs from the current map, and draws it over that.

import { slow } from "./network.js";
import { fetched, placesIn } from "./places.js";

/** Headers with the hash of the file, and with the position of a patch: x, y, width and height of the whole picture. */
const FILE = "Fieldpost-File";
const PATCH = "Fieldpost-Patch";

/**
 * The address of a map's attachment, the server's hash of it, the picture, and its places.
 *
 * @typedef {{path: string, digest: string, file: Blob, places: Wire.Place[]}} MapFile
 */

/**
 * Fetch a map, or null if there is none. Falls back to the whole map if there is no patch.
 *
 * @param {string} path
 * @param {MapFile | null} before the current map, whose message still exists
 * @param {{loaded?: (share: number) => unknown, signal: AbortSignal}} way `loaded` gets the share that has loaded
 * @returns {Promise<MapFile | null>}
 */
export async function mapFile(path, before, { loaded = () => {}, signal }) {
  const base = slow() && /[?&]format=webp/.test(path) ? before : null;
  const answer = await fetched(base ? `${path}&since=${name(base)}` : path, loaded, signal);
  if (!answer) return null;
  const { bytes, file, headers } = answer;
  const digest = headers.get(FILE) ?? "";
  const patch = headers.get(PATCH);
  const places = placesIn(bytes);
  if (!patch || !base) return { path, digest, file, places };
  try {
    const [x, y, width, height] = patch.split(" ").map(Number);
    return { path, digest, file: await patched(base.file, file, { x, y, width, height }), places };
  } catch {
    return mapFile(path, null, { loaded, signal }); // This browser cannot draw it.
  }
}

/**
 * Return the name of the current map for the server: its attachment, the signature of that, and its hash.
 *
 * @param {MapFile} held
 */
function name({ path, digest }) {
  const { pathname, searchParams } = new URL(path, location.href);
  return [pathname.split("/")[3], searchParams.get("hm"), digest].join(".");
}

/**
 * Draw a patch over a map.
 *
 * @param {Blob} base
 * @param {Blob} patch
 * @param {{x: number, y: number, width: number, height: number}} place
 */
async function patched(base, patch, { x, y, width, height }) {
  const [whole, part] = await Promise.all([base, patch].map((file) => createImageBitmap(file)));
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext("2d");
  if (!drawing) throw new Error("There is nothing to draw on.");
  drawing.drawImage(whole, 0, 0);
  drawing.drawImage(part, x, y);
  return canvas.convertToBlob();
}
