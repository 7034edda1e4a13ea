// The places of a map: a picture's file tells where they lie, in a text chunk that `render/places.py` describes.

const KEYWORD = "fieldpost-places";
const VERSION = 1;

/** Read the places of a picture: [{name, corners: [[x, y], ...], pieces}], none for a picture that tells of none. */
export async function placesOf(path) {
  try {
    const response = await fetch(path);
    return response.ok ? placesIn(new Uint8Array(await response.arrayBuffer())) : [];
  } catch {
    return [];
  }
}

function placesIn(file) {
  const view = new DataView(file.buffer);
  const latin = (from, to) => String.fromCharCode(...file.subarray(from, to));
  for (let at = 8; at + 12 <= file.length; at += view.getUint32(at) + 12) {
    const [start, end] = [at + 8, at + 8 + view.getUint32(at)];
    if (latin(at + 4, start) !== "iTXt" || latin(start, start + KEYWORD.length) !== KEYWORD) continue;
    // After the keyword stand five zeros: not compressed, of no language, not translated.
    const told = JSON.parse(new TextDecoder().decode(file.subarray(start + KEYWORD.length + 5, end)));
    if (told.version !== VERSION) return [];
    return Object.entries(told.places).map(([name, [x, y, shape, ...pieces]]) => ({
      name,
      pieces,
      corners: pairs(told.shapes[shape]).map(([dx, dy]) => [x + dx, y + dy]),
    }));
  }
  return [];
}

function pairs(numbers) {
  return Array.from({ length: numbers.length / 2 }, (_, i) => numbers.slice(2 * i, 2 * i + 2));
}

/** The place that a point of the picture lies in, null for none. */
export function placeAt(places, x, y) {
  return places.find(({ corners }) => inside(corners, x, y)) ?? null;
}

/** Whether a point lies within an outline: a ray from it crosses an odd number of sides. */
function inside(corners, x, y) {
  let odd = false;
  corners.forEach(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % corners.length];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  });
  return odd;
}
