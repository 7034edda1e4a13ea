"""What one may know of a place, and every order that begins or ends there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from discord import SelectOption

from bot.chat.buttons import Pick, Press, view
from bot.chat.order_text import (
    LONGEST,
    MOST,
    AnyGame,
    AnySeen,
    Malformed,
    called,
    known_fields,
    split,
    spoken,
    typed,
)
from bot.chat.panel import Page, Way, panel, walk, way_to
from bot.chat.table import Table
from bot.kernel.fields import Field, fields, given
from bot.kernel.game import kind_of, legal, open_kinds
from bot.kernel.secret import Seat
from render.titles import PICTURES


class Start(NamedTuple):
    """An order that could begin with a piece: its class, the field that names the piece, and the piece."""

    kind: type[Any]
    field: Field
    piece: Any


def page(table: Table, seen: AnySeen, place: str) -> Page:
    """Say what is known of a place; whoever is asked for orders can pick one that has to do with it."""
    told = PICTURES[table.record.title].standing(seen, (place,)) if table.record.title in PICTURES else ()
    text = "\n".join([f"🗺️ **{place}**", *(told or ["Nothing is known of it."])])
    if seen.seat not in table.game.prompts(seen):
        return Page(text, view())
    way = Way(table.record.id, len(table.log))
    selects = [
        Pick(way.path("at") + f":{name}", options, placeholder, row=row)
        for row, (name, placeholder, options) in enumerate((
            ("from", "An order of what stands here", _starting(table.game, seen, place)),
            ("to", "An order that leads here", _ending(table.game, seen, place)),
        ))
        if options
    ]  # fmt: skip
    if not selects:
        text += "\n-# No order of yours begins or ends here now."
    return Page(text, view(*selects, Press(f"panel:{way.game}", "All orders", row=4)))


def go_on(table: Table, seat: Seat, way: Way, text: str) -> Page:
    """Go on in the panel with an order of which so much is typed."""
    name, _, rest = text.partition(" ")
    seen, kind = table.seen(seat), kind_of(table.game, name)
    texts = split(kind, rest) if kind is not None else {}
    if kind is None or isinstance(texts, Malformed):
        return panel(table, seat)
    known = known_fields(table.game, seen, kind, texts, but="")
    return walk(table, seat, way_to(table.game, seen, way, kind, known))


def starts(game: AnyGame, seen: AnySeen, place: str) -> Iterator[Start]:
    """Yield the orders that one of the pieces in a place could be given."""
    pieces = list(game.here(seen, place))
    for kind in open_kinds(game, seen):
        field = next((each for each in fields(kind) if each.required), None)
        if field is None:
            continue
        able = set(game.values(seen, field)).intersection(pieces)
        for piece in (piece for piece in pieces if piece in able):
            fixed = {field.name: (piece,) if field.many else piece}
            if next(legal(game, seen, kind, fixed), None) is not None:
                yield Start(kind, field, piece)


def ends(game: AnyGame, seen: AnySeen, place: str) -> Iterator[Any]:
    """Yield orders that lead to a place or to a piece there, one for each first thing that they name."""
    pieces = set(game.here(seen, place))
    for kind in open_kinds(game, seen):
        named = [field for field in fields(kind) if field.required]
        for field in (field for field in named if field is not named[0] or field.type is game.place):
            is_place = field.type is game.place
            for aim in [place] if is_place else [each for each in game.values(seen, field) if each in pieces]:
                fixed = {field.name: (aim,) if field.many else aim}
                found = {getattr(action, named[0].name): action for action in legal(game, seen, kind, fixed)}
                yield from found.values()


def _starting(game: AnyGame, seen: AnySeen, place: str) -> list[SelectOption]:
    return [
        SelectOption(
            label=f"{spoken(start.kind)}: {game.label(seen, start.field, start.piece)}"[:LONGEST],
            value=typed(start.kind, {start.field.name: start.piece}),
        )
        for start in islice(starts(game, seen, place), MOST)
    ]


def _ending(game: AnyGame, seen: AnySeen, place: str) -> list[SelectOption]:
    found = {}
    for action in islice(ends(game, seen, place), MOST):
        said = given(action)
        named = [field for field in fields(type(action)) if field.name in said]
        words = " · ".join(called(game, seen, field, said[field.name]) for field in named)
        value = typed(type(action), said)
        if len(value) <= LONGEST:
            found[value] = f"{spoken(type(action))} · {words}"[:LONGEST]
    return [SelectOption(label=label, value=value) for value, label in found.items()]
