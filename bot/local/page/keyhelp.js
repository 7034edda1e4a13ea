// A list of all keys, for players who press "?".

import { h, icon } from "./dom.js";

/** @type {[string, [string, string][]][]} */
const KEYS = [
  [
    "On the map",
    [
      ["Arrows", "go to the next place"],
      ["Enter", "choose the place, then give the order that is shown"],
      ["Letter", "press the button that shows it; a letter with ↵ goes to the button, and Enter presses it"],
      ["Escape", "put down the unit in hand, then leave the map"],
      ["+ and −", "enlarge and reduce"],
      ["0", "show the whole map"],
      [".", "explain each figure of the units and the ground at the chosen place"],
    ],
  ],
  [
    "In the message field",
    [
      ["/", "begin a command"],
      ["Tab or Enter", "take the suggestion"],
      ["Up", "bring back the last line in an empty field"],
      ["Escape", "leave the command"],
    ],
  ],
  [
    "On a name in a message",
    [
      ["Left or Right", "go to the name before or after it"],
      ["Enter", "show the place or the unit on the map"],
    ],
  ],
  [
    "Everywhere",
    [
      ["Tab", "go to the next button"],
      ["?", "show these keys"],
    ],
  ],
];

export function showKeys() {
  const close = h(
    "button",
    { type: "button", class: "plain round", "aria-label": "Close", on: { click: () => dialog.close() } },
    icon("close"),
  );
  const parts = KEYS.map(([name, keys]) => [
    h("h3", {}, name),
    h(
      "dl",
      {},
      keys.map(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]),
    ),
  ]);
  /** @type {HTMLDialogElement} */
  const dialog = h(
    "dialog",
    { class: "sheet keys", "aria-labelledby": "keys-title" },
    h("header", {}, h("h2", { id: "keys-title" }, "Keys"), close),
    h("div", { class: "keys-body" }, parts),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
