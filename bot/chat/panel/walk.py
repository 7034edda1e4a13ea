"""The result of a way: the next question, or the whole order and its options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from bot.chat.desk.order_offers import needed
from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.chat.panel.values import (
    are_ticked,
    grouped,
    index_of,
    listed,
    named_by,
    numbered,
    of_one,
    remembered,
    singles,
    takes_several,
    untold,
)
from bot.chat.panel.way import EACH, Way, padded, picked
from bot.kernel.fields import Field, fields
from bot.kernel.game import kind_of, legal
from bot.kit.advice import completed
from bot.kit.decisions import Fixed

ALL = 1_000_000
"""A limit beyond every list."""


def _single(limit: int) -> int:
    """Return the count for a list in which a single thing can be picked."""
    return 1


class Asked(NamedTuple):
    """A field to fill in: its number, and its choices with their indexes."""

    at: int
    field: Field
    shown: list[tuple[int, Any]]
    ticked: bool
    """Whether any number of them can be ticked."""
    now: tuple[int, ...] = ()
    """Its present value."""
    together: Callable[[int], int] = _single
    """Counts how many of them can be ticked together, at most up to a limit."""
    instead: tuple[int, ...] = ()
    """Choices that can only replace the present value."""
    group: str = ""
    """The field of the pieces that can each have a value."""
    own: tuple[Any, ...] | None = None
    """The values picked for the first of them."""

    @property
    def several(self) -> bool:
        """Whether more than one of them can be ticked."""
        return self.ticked and self.together(2) > 1

    @property
    def most(self) -> int:
        """How many of them can be ticked together."""
        return self.together(ALL)

    def alone(self, known: Fixed) -> Fixed:
        """Return the known fields for the piece in question, if it is one of several."""
        return known if self.own is None else {**known, self.group: known[self.group][len(self.own) :][:1]}


class Walked(NamedTuple):
    """The result of a way: the next question, or the whole action and its options."""

    way: Way
    known: dict[str, Any]
    asks: Asked | None = None
    action: Any = None
    more: tuple[Asked, ...] = ()


def walked(game: AnyGame, seen: AnySeen, way: Way) -> Walked:
    """Follow a way through the fields of a verb that exists.

    Required fields are asked for. Unset options take their default, or the first legal value if the default is
    illegal.
    """
    to, lists = _led(game, seen, way)
    if to.asks is not None:
        return to
    more = (_changes(game, seen, to.action, to.known, at, values) for at, values in lists.items())
    return to._replace(more=tuple(each for each in more if len(each.shown) > (not each.ticked)))


def led(game: AnyGame, seen: AnySeen, way: Way) -> Walked:
    """Follow a way, and leave what could be changed in the whole action alone."""
    return _led(game, seen, way)[0]


def chosen(game: AnyGame, seen: AnySeen, way: Way) -> Any | None:
    """Return the action that a whole way stands for, `None` where it leads nowhere."""
    return led(game, seen, way).action if kind_of(game, way.name) is not None else None


def orders(game: AnyGame, seen: AnySeen, way: Way) -> Iterator[Walked]:
    """Yield the whole orders that a way can become, with single picks from lists."""
    to = led(game, seen, way)
    if to.asks is None:
        yield to
        return
    for n, _ in to.asks.shown:
        yield from orders(game, seen, picked(to.way, to.asks.at, [str(n)]))


def begun(game: AnyGame, seen: AnySeen, way: Way) -> Walked:
    """Follow a way through what must be named, and no further."""
    kind = kind_of(game, way.name)
    assert kind is not None
    known: dict[str, Any] = {}
    picks = [*padded(way.picks, len(fields(kind)))]
    for at, field in enumerate(fields(kind)):
        if field.required:
            pick, found = _named(game, seen, kind, at, known, picks[at])
            if isinstance(found, Asked):
                here = (*picks[:at], pick) if pick else picks[:at]
                return Walked(msgspec.structs.replace(way, picks=tuple(here)), known, found)
            picks[at], known[field.name] = pick, found
    return Walked(msgspec.structs.replace(way, picks=tuple(picks)), known)


def _named(
    game: AnyGame, seen: AnySeen, kind: type[Any], at: int, known: dict[str, Any], pick: str
) -> tuple[str, Any]:
    """Return the pick of a required field and its value, or the question for it."""
    field = fields(kind)[at]
    values, group = listed(game, seen, kind, field, known), grouped(kind, field, known)
    if group:
        values = of_one(values)
        if pick.startswith(EACH) or not values:
            return _named_for_each(game, seen, kind, at, known, pick)
    ticked = not group and are_ticked(field, values)
    things = numbered(values, ticked=ticked)
    if not pick and len(things) == 1 and not group:
        pick = "0"
    value = named_by(values, pick, ticked=ticked)
    if value is not None:
        return pick, value
    key = ("most", kind, field.name, tuple(known.items()))
    fixed = dict(known)

    def together(limit: int) -> int:
        return remembered(seen, (*key, limit), lambda: _most(game, seen, kind, field, fixed, values, limit))

    return "", Asked(at, field, things, ticked, together=together if ticked else _single, group=group)


def _named_for_each(
    game: AnyGame, seen: AnySeen, kind: type[Any], at: int, known: dict[str, Any], pick: str
) -> tuple[str, Any]:
    """Return the picks for each of several pieces, or the question for the next."""
    field = fields(kind)[at]
    group = grouped(kind, field, known)
    numbers = pick.removeprefix(EACH).split("+")
    own: list[Any] = []
    for piece in known[group]:
        values = of_one(listed(game, seen, kind, field, {**known, group: (piece,)}))
        value = named_by(values, numbers[len(own)] if len(own) < len(numbers) else "", ticked=False)
        if value is None:
            shown = _fitting(game, seen, kind, field, known, tuple(own), values)
            asked = Asked(at, field, shown, ticked=False, group=group, own=tuple(own))
            return EACH + "+".join(numbers[: len(own)]), asked
        own += value
    return pick, tuple(own)


def _fitting(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: Fixed, own: tuple[Any, ...],
    values: Sequence[Any],
) -> list[tuple[int, Any]]:  # fmt: skip
    """Return the choices of the next piece that fit beside the pieces before it.

    If none fits, it returns all: later pieces may make room.
    """
    things, group = numbered(values, ticked=False), grouped(kind, field, known)
    some = {**known, group: known[group][: len(own) + 1]}
    fits = [thing for thing in things if own and leads_on(game, seen, kind, some, field, (*own, *thing[1]))]
    return fits or things


def leads_on(game: AnyGame, seen: AnySeen, kind: type[Any], known: Fixed, field: Field, value: Any) -> bool:
    """Say whether a value makes a legal order, or leaves more to be asked."""
    action = completed(kind, known, field, value)
    return action is None or game.judge(seen, action) is None


def _led(game: AnyGame, seen: AnySeen, way: Way) -> tuple[Walked, dict[int, list[Any]]]:
    """Follow a way to the whole action, and return the values of its options."""
    to = begun(game, seen, way)
    kind = kind_of(game, way.name)
    if to.asks is not None or kind is None:
        return to, {}
    known = dict(to.known)
    lists: dict[int, list[Any]] = {}
    for _ in range(2):  # Some values of an option are legal only with other picked options.
        for at, field in enumerate(fields(kind)):
            if not field.required:
                lists[at] = _values(game, seen, kind, field, to.known, known)
                value = named_by(lists[at], to.way.picks[at], ticked=takes_several(field))
                if value is not None:
                    known[field.name] = value
    action = _whole(game, seen, kind, known) or _made(kind, known)
    return Walked(to.way, known, None, action), lists


def _made(kind: type[Any], known: dict[str, Any]) -> Any:
    return msgspec.convert(msgspec.to_builtins(known), kind)


def _whole(game: AnyGame, seen: AnySeen, kind: type[Any], known: dict[str, Any]) -> Any | None:
    """Return a legal action with the known fields and otherwise default options."""
    plain = _made(kind, known)
    if game.judge(seen, plain) is None:
        return plain
    found = next(legal(game, seen, kind, known), None)
    if found is None:
        return _with_taste(game, seen, kind, known)
    return needed(game, seen, found, {field.name for field in fields(kind)} - known.keys())


def _with_taste(game: AnyGame, seen: AnySeen, kind: type[Any], known: dict[str, Any]) -> Any | None:
    """Return a legal action with known options that no candidate has, such as CAPs."""
    options = [field for field in fields(kind) if not field.required and field.name in known]
    taste = {each.name for each in options if known[each.name] in untold(game, seen, kind, each)}
    usual = _whole(game, seen, kind, {n: value for n, value in known.items() if n not in taste}) if taste else None
    whole = usual and msgspec.structs.replace(usual, **{name: known[name] for name in taste})
    return whole if whole is not None and game.judge(seen, whole) is None else None


def _values(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, named: Fixed, known: Fixed) -> list[Any]:
    """Return the legal values of an option with the required fields, default first.

    At the end come values that are legal only with the other known options.
    """
    values = dict.fromkeys([field.default, *listed(game, seen, kind, field, named)])
    if len(values) == 1:
        values |= dict.fromkeys(untold(game, seen, kind, field))
    others = {name: value for name, value in known.items() if name != field.name}
    if len(others) > len(named):
        values |= dict.fromkeys(listed(game, seen, kind, field, others))
    return list(values)


def _changes(
    game: AnyGame, seen: AnySeen, action: Any, known: dict[str, Any], at: int, values: list[Any]
) -> Asked:
    """Return the choices of an action's option with all other picks."""
    kind = type(action)
    field = fields(kind)[at]
    ticked, now = takes_several(field), getattr(action, field.name)
    named = {each.name: known[each.name] for each in fields(kind) if each.required}
    others = {name: value for name, value in known.items() if name != field.name}
    taste = set(untold(game, seen, kind, field)) - set(listed(game, seen, kind, field, named))

    def fits(thing: Any) -> bool:
        if thing in now if ticked else thing == now:
            return True
        if thing in taste:
            return game.judge(seen, msgspec.structs.replace(action, **{field.name: thing})) is None
        return stands((thing,) if ticked and field.name not in known else (*now, thing) if ticked else thing)

    def stands(value: Any) -> bool:
        return _whole(game, seen, kind, {**others, field.name: value}) is not None

    things = numbered(values, ticked=ticked)
    standing = tuple(n for n, thing in things if (thing in now if ticked else thing == now))
    fit = [(n, thing) for n, thing in things if fits(thing)]
    one = ticked and len(standing) == 1
    other = [(n, thing) for n, thing in things if one and n not in standing and not stands((*now, thing))]
    instead = tuple(n for n, thing in other if stands((thing,)))
    shown = [(n, thing) for n, thing in things if n in instead or (n, thing) in fit]
    return Asked(at, field, shown, ticked, standing, lambda limit: len(shown), instead)


def _most(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: dict[str, Any], values: Sequence[Any],
    limit: int,
) -> int:  # fmt: skip
    """Return the greatest number of things, up to a limit, that an action takes.

    They are added in turn.
    """
    longest = max(map(len, values), default=0)
    if longest >= limit:
        return longest
    taken: tuple[Any, ...] = ()
    left, now = singles(values), -1
    while now < len(taken):  # A joining piece may make a place in a chain for an earlier one.
        now = len(taken)
        for each in left:
            more = (*taken, each)
            if each not in taken and next(legal(game, seen, kind, {**known, field.name: more}), None) is not None:
                taken = more
            if len(taken) >= limit:
                return len(taken)
    return max(len(taken), longest)


def way_to(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any], known: Mapping[str, Any]) -> Way:
    """Return the way on which some fields of an action are picked already.

    Required fields are picked up to the first unknown field, because later ones depend on it.
    """
    picks: list[str] = []
    named: dict[str, Any] = {}
    for field in fields(kind):
        if not field.required:
            picks.append("")
        elif field.name in known:
            picks.append(_pick_of(game, seen, kind, field, named, known[field.name]))
            named[field.name] = known[field.name]
        else:
            break
    differ = [field for field in fields(kind) if known.get(field.name, field.default) != field.default]
    wanted = {**named, **{field.name: known[field.name] for field in differ if not field.required}}
    for at, field in enumerate(fields(kind)[: len(picks)]):
        if not field.required and field in differ:
            values = _values(game, seen, kind, field, named, wanted)
            picks[at] = index_of(values, known[field.name], ticked=takes_several(field))
    return way.to(kind, picks)


def _pick_of(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, named: Fixed, value: Any) -> str:
    """Return the pick of a required field."""
    group = grouped(kind, field, named)
    if not group:
        things = listed(game, seen, kind, field, named)
        return index_of(things, value, ticked=are_ticked(field, things))
    if len(value) == 1:
        return index_of(of_one(listed(game, seen, kind, field, named)), value, ticked=False)
    alone = (of_one(listed(game, seen, kind, field, {**named, group: (piece,)})) for piece in named[group])
    return EACH + "+".join(index_of(each, (own,), ticked=False) for each, own in zip(alone, value, strict=False))
