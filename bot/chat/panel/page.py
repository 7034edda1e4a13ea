"""A page of orders: words, buttons, lists, and places on the map."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from types import MappingProxyType
from typing import NamedTuple, ParamSpec

from discord import ButtonStyle, SelectOption
from discord.ui import View
from msgspec import Struct

from bot.chat.controls.buttons import LONGEST_ID, Pick, Press, view
from bot.chat.desk.draft import Unsure
from bot.chat.desk.order_text import LONGEST, MOST, AnySeen
from bot.kernel.game import Sketch
from render import Pick as Tap
from render import Picks

P = ParamSpec("P")
log = logging.getLogger(__name__)

ROWS = 5
"""How many rows of buttons and lists Discord shows."""
A_ROW = 5
"""The buttons in a row."""
BUTTON = 80
"""The longest label of a button."""


UNSHOWN = """\
⚠️ **Something broke here: your orders cannot be shown as buttons.** The host finds the reason in the bot's log.
➜ You may type an order, go back with `/game undo` or `/game undo to:`, or give up with `/game resign`.\
"""


class Shown(Struct, frozen=True):
    """A view of the map with tinted places, and the meaning of a tap on each."""

    seen: AnySeen
    sketch: Sketch
    picks: Picks = MappingProxyType({})


class Page(Struct, frozen=True):
    """The next page of the panel."""

    text: str
    view: View
    shown: Shown | None = None
    asks: Unsure | None = None
    """The order that the page asks about, which the same command confirms."""
    faces: Picks = MappingProxyType({})
    """The meaning of a tap on each card to choose from.

    It is keyed by the cards' faces.
    """


class Choice(NamedTuple):
    """A choice: the path of its button, its label, and its place on the map."""

    path: str
    """The path of its button."""
    value: str
    """Its value in a list."""
    label: str
    words: str = ""
    """Facts worth knowing about it."""
    mark: str = ""
    """The shortest form of that."""
    place: str = ""
    at_once: bool = False
    """Whether the button gives the order, and asks no more."""
    says: tuple[str, ...] = ()
    """Sentences of facts that its words already say."""
    ends: bool = False
    """Whether it only ends a step while other orders remain; it does not stand out."""
    face: str = ""
    """The face of the card that it names."""

    @property
    def told(self) -> str:
        """Its name with facts worth knowing."""
        return f"{self.label} · {self.besides}" if self.besides else self.label

    @property
    def besides(self) -> str:
        """Its facts without those in its name, such as the terrain."""
        return ", ".join(part for part in self.words.split(", ") if part not in self.label)


def unbroken(page: Callable[P, Page]) -> Callable[P, Page]:
    """Let a page say so if it cannot be shown, and name the ways that are left."""

    @wraps(page)
    def shown(*args: P.args, **kwargs: P.kwargs) -> Page:
        try:
            return page(*args, **kwargs)
        except Exception:
            log.exception("a page of orders cannot be shown: %s", page.__name__)
            return Page(UNSHOWN, laid())

    return shown


def button(choice: Choice) -> Press:
    """Make the button of a choice, green if it acts at once and is no mere end."""
    style = ButtonStyle.success if choice.at_once and not choice.ends else ButtonStyle.secondary
    return Press(choice.path, _shortened(choice, BUTTON), style)


def buttons(choices: Iterable[Choice]) -> list[Press]:
    """Make the buttons of choices."""
    return [button(choice) for choice in choices]


def select(path: str, choices: Sequence[Choice], placeholder: str) -> Pick:
    """Make a list of choices; Discord shows the first ones."""
    options = [
        SelectOption(
            label=_cut(choice.label, LONGEST),
            value=choice.value,
            description=_cut(choice.besides, LONGEST) or None,
        )
        for choice in choices[:MOST]
    ]
    return Pick(path, options, placeholder)


def taps(choices: Iterable[Choice], listed: str = "", as_buttons: Sequence[Choice] = ()) -> Picks:
    """Return the meaning of a tap on each place, by buttons and by the list's path."""
    return _meant(((choice.place, choice) for choice in choices), listed, as_buttons)


def faces(choices: Iterable[Choice], listed: str = "", as_buttons: Sequence[Choice] = ()) -> Picks:
    """Return the meaning of a tap on each card's face, in the order of the choices.

    Copies of a card share a face, and choices that read the same mean the same.
    """
    found = _meant(((choice.face, choice) for choice in choices), listed, as_buttons)
    return {face: [*{tap.label: tap for tap in reversed(some)}.values()][::-1] for face, some in found.items()}


def _meant(choices: Iterable[tuple[str, Choice]], listed: str, as_buttons: Sequence[Choice]) -> Picks:
    pressed = {choice.path for choice in as_buttons}
    found: dict[str, list[Tap]] = {}
    for place, choice in choices:
        if place and choice.path in pressed:
            found.setdefault(place, []).append(Tap(f"fp:{choice.path}", "", choice.told))
        elif place and listed:
            found.setdefault(place, []).append(Tap(f"fs:{listed}", choice.value, choice.told))
    return found


def tinted(choices: Iterable[Choice], mark: str | None = None) -> Sketch:
    """Tint the places of choices, each with the shortest form of its facts.

    If several orders end there, a chance is shown before a cost, and the best chance first.
    """
    notes: dict[str, str] = {}
    for choice in sorted(choices, key=lambda each: -_chance(each.mark)):
        if choice.place and not notes.get(choice.place):
            notes[choice.place] = choice.mark
    places = dict.fromkeys([*([mark] if mark else []), *notes])
    return Sketch(tuple(places), mark=mark, notes=tuple(notes.items()))


def goal_of(sketch: Sketch) -> str:
    """Return the end of a drawn way or line; "" if there is none.

    A way to an assault ends beside the place in question.
    """
    way = sketch.path or sketch.line
    if not way:
        return ""
    return sketch.mark if sketch.mark and sketch.mark != way[0] else way[-1]


def _chance(mark: str) -> float:
    """Return the chance in a mark; a cost counts as lower than any chance."""
    number = next((word for word in mark.split() if word.isdecimal()), "")
    return float(number) if number and mark.endswith("%") else -1.0


def laid(*groups: Sequence[Press | Pick]) -> View:
    """Arrange buttons and lists in rows: each group and each list starts a row.

    Items beyond the room, with too long or repeated ids, are left out.
    """
    known: set[str] = set()
    rows: list[Sequence[Press | Pick]] = []
    for group in groups:
        fresh = [item for item in group if _is_new(item, known)]
        lists = [item for item in fresh if isinstance(item, Pick)]
        rows += [[item] for item in lists]
        presses = [item for item in fresh if not isinstance(item, Pick)]
        rows += [presses[n : n + A_ROW] for n in range(0, len(presses), A_ROW)]
    rows = rows[:ROWS]
    for n, row in enumerate(rows):
        for item in row:
            item.row = n
    return view(*(item for row in rows for item in row))


def rows_of(*groups: Sequence[object]) -> int:
    """Return how many rows groups of buttons take."""
    return sum(-(-len(group) // A_ROW) for group in groups)


def _is_new(item: Press | Pick, known: set[str]) -> bool:
    new = item.custom_id not in known and len(item.custom_id) <= LONGEST_ID
    known.add(item.custom_id)
    return new


def _shortened(choice: Choice, most: int) -> str:
    """Return its name with its facts.

    Of too many facts the last are left out; a long name is cut at its end.
    """
    facts = choice.besides
    while len(facts) + 3 > most // 2 and len(choice.label) + 3 + len(facts) > most and ", " in facts:
        facts = facts.rpartition(", ")[0]
    besides = f" · {facts}" if facts else ""
    room = most - len(besides)
    return f"{_cut(choice.label, room)}{besides}" if room >= most // 2 else _cut(f"{choice.label}{besides}", most)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
