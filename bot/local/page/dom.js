// Making elements. Whatever comes from the server goes in as text, never as HTML.

/** An element with properties and children. Properties: class, on (listeners), data (dataset), the rest attributes. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "on")
      for (const [name, listener] of Object.entries(value)) element.addEventListener(name, listener);
    else if (key === "data") Object.assign(element.dataset, value);
    else if (key === "value") element.value = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

function nodes(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** Put new children in the place of all old ones. */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  down: "M6 9l6 6 6-6",
  send: "M4 12h14M13 6l6 6-6 6",
  eye: "M2 12s4-6.5 10-6.5S22 12 22 12s-4 6.5-10 6.5S2 12 2 12z M12 9.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  letter: "M3 6h18v12H3z M3 6l9 7 9-7",
  lamp: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2V16h5v-.1c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  file: "M6 3h8l4 4v14H6z M14 3v4h4",
  thread: "M6 4v8a3 3 0 0 0 3 3h9M14 11l4 4-4 4",
  table: "M12 3l8 4.5v9L12 21l-8-4.5v-9z",
};

/** A small line drawing; it says nothing that text beside it does not say. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** Tell something to those who hear the page. */
export function announce(text) {
  const place = document.getElementById("news");
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = text));
}

/** The part of an address of our own server that follows its host; null for every other address. */
export function ownPath(url) {
  try {
    const parsed = new URL(url, location.href);
    return parsed.pathname.startsWith("/attachments/") ? parsed.pathname + parsed.search : null;
  } catch {
    return null;
  }
}
