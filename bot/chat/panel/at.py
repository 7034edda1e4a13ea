"""The known facts about a place, and all orders that begin or end there."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice, zip_longest
from typing import Any

from bot.chat.controls.buttons import Press
from bot.chat.desk.guard import drawn
from bot.chat.desk.order_offers import offers
from bot.chat.desk.order_text import MOST, AnyGame, AnySeen, spoken
from bot.chat.panel import piece_page, pieces
from bot.chat.panel.page import Choice, Page, Shown, buttons, laid, select, unbroken
from bot.chat.panel.pieces import Subject, choice, of_last, value_called
from bot.chat.panel.values import possible
from bot.chat.panel.walk import way_to
from bot.chat.panel.way import Way
from bot.kernel.fields import Field, fields, given
from bot.kernel.game import Sketch, open_kinds
from render import draws, pictures_of

BEST = 10
"""How many of the orders that lead to a place are buttons."""


@unbroken
def page(game: AnyGame, seen: AnySeen, way: Way, place: str, wanted: Collection[str] = ()) -> Page:
    """Describe a place; a player who may give orders can pick one that involves it.

    Orders to `wanted` places come first.
    """
    told = drawn(lambda: [*pictures_of(game.key).standing(seen, (place,))]) if draws(game.key) else ()
    name = pieces.place_called(game, seen, place)
    first, *more = told or ["Nothing is known of it."]
    known = (
        first.removeprefix(name)
        if first.startswith(tuple(f"{name}{mark}" for mark in (":", ",", " (")))
        else f"\n{first}"
    )
    text = "\n".join([f"🗺️ **{name}**{known}", *more])
    plain = Shown(seen, Sketch((place,), mark=place))
    if seen.seat not in game.prompts(seen):
        return Page(text, laid(), plain)
    there = here(game, seen, place)
    leading = list(islice(leads(game, seen, way, place), MOST))
    path = f"{way.path('goal')}:to"
    further = [select(path, leading, "Orders that end here")] if leading else []
    if there is not None:
        return piece_page.page(game, seen, way, there, text, further, wanted=wanted)
    if not leading:
        text += "\n-# You have no order that begins or ends here now."
    last = [Press(f"panel:{way.game}", "All orders")]
    return Page(text, laid(buttons(leading[:BEST]), further if leading[BEST:] else [], last), plain)


def here(game: AnyGame, seen: AnySeen, place: str) -> Subject | None:
    """Return the pieces of a place with which an order can begin."""
    able = pieces.able(game, seen, possible(game, seen))
    there = tuple(piece for piece, at in able.items() if at == place)
    return Subject(there, place) if there else None


def leads(game: AnyGame, seen: AnySeen, way: Way, place: str) -> Iterator[Choice]:
    """Yield the choices of the orders that lead to a place."""
    for action in ends(game, seen, place):
        kind, said = type(action), given(action)
        named = _named(game, kind)
        first, last = named[0], named[-1]
        label = f"{spoken(kind)}: {value_called(game, seen, first, said[first.name])}"
        if first is not last and last.type is not game.place and len(_aims(game, seen, last, place)) > 1:
            label += f" – {value_called(game, seen, last, said[last.name])}"
        remark = of_last(game, seen, action, named)
        yield choice(way_to(game, seen, way, kind, said), label, remark)


def ends(game: AnyGame, seen: AnySeen, place: str) -> Iterator[Any]:
    """Yield orders that end at a place or its pieces: one a class, then a second, …"""
    of_each = [_ends(game, seen, place, kind) for kind in open_kinds(game, seen)]
    return (action for some in zip_longest(*of_each) for action in some if action is not None)


def _ends(game: AnyGame, seen: AnySeen, place: str, kind: type[Any]) -> Iterator[Any]:
    """Yield orders of a class that end there, one for each first named thing."""
    named = _named(game, kind)
    for field in (field for field in named if field is not named[0] or field.type is game.place):
        for aim in _aims(game, seen, field, place):
            fixed = {field.name: (aim,) if field.many else aim}
            yield from offers(game, seen, kind, named[0], fixed)


def _named(game: AnyGame, kind: type[Any]) -> list[Field]:
    """Return the fields an order must name, or else its field for the place."""
    must = [field for field in fields(kind) if field.required]
    return must or [field for field in fields(kind) if field.type is game.place and not field.many][:1]


def _aims(game: AnyGame, seen: AnySeen, field: Field, place: str) -> list[Any]:
    """Return the values of an option there: the place, or the pieces in it."""
    if field.type is game.place:
        return [place]
    there = set(game.here(seen, place))
    return [each for each in game.values(seen, field) if each in there]
