"""Companions: pieces that can join an order in progress by one press."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.chat.panel.page import A_ROW, Choice
from bot.chat.panel.pieces import beginning, choice, standing
from bot.chat.panel.values import first_of, index_of, listed, of_one, one_for_each
from bot.chat.panel.walk import Walked, leads_on, led, way_to
from bot.chat.panel.way import EACH, Way, padded
from bot.kernel.fields import Field, fields
from bot.kernel.game import kind_of, legal
from bot.kit.advice import Remark
from bot.kit.decisions import Fixed
from bot.kit.english import short

MOST_TRIED = 12
"""The pieces tried; a row of buttons shows the first that can join."""


def along(game: AnyGame, seen: AnySeen, to: Walked) -> list[Choice]:
    """Return pieces that can join; without a goal, only those in the same place.

    Pieces that would go to another place are asked for it.
    """
    kind = kind_of(game, to.way.name)
    field = beginning(game, kind) if kind is not None else None
    if kind is None or field is None or not field.many or field.name not in to.known:
        return []
    alone = [value[0] for value in listed(game, seen, kind, field, {}) if len(value) == 1]
    own, at = to.known[field.name], standing(game, seen)
    if not set(own) <= set(alone):
        return []
    there = {at.get(piece, "") for piece in own}
    others = [piece for piece in _in_order(game, seen, kind, field, alone) if piece not in own]
    tried = [each for each in others if at.get(each, "") in there]
    if to.action is not None:
        tried += [each for each in others if each not in tried]
    found = (_with(game, seen, to, field, piece, at.get(piece, "")) for piece in tried[:MOST_TRIED])
    return list(islice(filter(None, found), A_ROW))


def _with(game: AnyGame, seen: AnySeen, to: Walked, field: Field, piece: Any, place: str) -> Choice | None:
    """Return the choice that adds a piece, with the same goal or one of its own."""
    name, remark = f"+ {short(game.label(seen, field, piece))}", Remark(place=place)
    way = joined(game, seen, to, piece)
    if way is not None and _is_so(game, seen, to, way, field.name, (*to.known[field.name], piece)):
        return choice(way, name, remark)
    way = beside(game, seen, to, piece)
    return choice(way, f"{name} …", remark) if way is not None else None


def _is_so(game: AnyGame, seen: AnySeen, to: Walked, way: Any, name: str, pieces: tuple[Any, ...]) -> bool:
    """Return whether a way gets as far with the new piece as without it."""
    there = led(game, seen, way)
    return there.known.get(name) == pieces and (there.action is None) == (to.action is None)


def _in_order(game: AnyGame, seen: AnySeen, kind: type[Any], field: Any, alone: Sequence[Any]) -> list[Any]:
    """Return pieces in the order of their use."""
    remarks = game.weigh(seen, kind, {}, field, alone) if alone else ()
    found = sorted(zip(remarks, alone, strict=True), key=lambda each: each[0].order)
    return [piece for _, piece in found]


def joined(game: AnyGame, seen: AnySeen, to: Walked, piece: Any) -> Way | None:
    """Return the way with a piece added to the order's pieces; `None` if illegal."""
    kind = kind_of(game, to.way.name)
    first = first_of(kind) if kind is not None else None
    if kind is None or first is None or piece in to.known.get(first.name, (piece,)):
        return None
    known = {**to.known, first.name: (*to.known[first.name], piece)}
    required = {field.name: known[field.name] for field in fields(kind) if field.required and field.name in known}
    if to.action is not None:
        fits = game.judge(seen, msgspec.structs.replace(to.action, **{first.name: known[first.name]})) is None
    else:
        fits = next(legal(game, seen, kind, required), None) is not None
    return way_to(game, seen, to.way, kind, known) if fits else None


def beside(game: AnyGame, seen: AnySeen, to: Walked, piece: Any) -> Way | None:
    """Return the way on which a piece joins with its own goal, which is asked next.

    `None` if no goal fits, or if picked options would be lost.
    """
    kind = kind_of(game, to.way.name)
    first = first_of(kind) if kind is not None else None
    field = _for_each_of(kind, first) if kind is not None and first is not None else None
    if kind is None or first is None or field is None or to.action is None or piece in to.known[first.name]:
        return None
    own, places = to.known[first.name], to.known[field.name]
    places = places * len(own) if len(places) == 1 else places
    if len(to.known) > len((first, field)) or not _has_room(
        game, seen, kind, {first.name: (*own, piece)}, field, places
    ):
        return None
    alone = [of_one(listed(game, seen, kind, field, {first.name: (each,)})) for each in own]
    numbers = [index_of(values, (place,), ticked=False) for values, place in zip(alone, places, strict=True)]
    picks = way_to(game, seen, to.way, kind, {first.name: (*own, piece)}).picks
    at = fields(kind).index(field)
    return to.way.to(kind, [*padded(picks, at), EACH + "+".join(numbers)]) if all(numbers) else None


def _for_each_of(kind: type[Any], group: Field) -> Field | None:
    """Return the field in which each piece of a group can have its own value."""
    return next((each for each in fields(kind) if one_for_each(kind).get(each.name) == group.name), None)


def _has_room(
    game: AnyGame, seen: AnySeen, kind: type[Any], known: Fixed, field: Field, places: tuple[Any, ...]
) -> bool:
    """Return whether the last of several pieces finds a place beside the others."""
    (group,) = known
    values = of_one(listed(game, seen, kind, field, {group: known[group][-1:]}))
    return any(leads_on(game, seen, kind, known, field, (*places, *value)) for value in values)
