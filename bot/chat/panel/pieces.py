"""Orders that begin with pieces of one place: their actions and goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from discord import ButtonStyle
from msgspec import Struct
from msgspec.structs import replace

from bot.chat.controls.buttons import Press
from bot.chat.desk.order_text import AnyGame, AnySeen, spoken
from bot.chat.panel import in_words
from bot.chat.panel.page import Choice
from bot.chat.panel.values import beginnings, first_of, listed, possible, remembered, singles
from bot.chat.panel.walk import ALL, Asked, Walked, led, way_to
from bot.chat.panel.way import Way, picked
from bot.kernel.fields import Field, fields, given
from bot.kernel.game import legal
from bot.kit.advice import Remark, completed
from bot.kit.english import join, short
from bot.kit.pieces import grouped


class Subject(Struct, frozen=True):
    """Pieces of one place that can be given an order together; mostly it is one."""

    pieces: tuple[Any, ...]
    place: str
    words: str = ""
    """Facts for a choice between several, such as the enemy's distance."""


class Begun(NamedTuple):
    """An order with its pieces set: its class, and the state of its way."""

    kind: type[Any]
    to: Walked
    first: str = ""
    """Its beginning if that is not the pieces, such as the card played for them."""

    @property
    def name(self) -> str:
        """Its name for players."""
        return self.first or spoken(self.kind)


# Pieces with possible orders.


def naming_places(game: AnyGame) -> tuple[type[Any], Field] | None:
    """Return a field that names a place, and the class that has it."""
    kinds = (*game.questions, *game.actions)
    fitting = ((kind, field) for kind in kinds for field in fields(kind) if field.type is game.place)
    return next(((kind, field) for kind, field in fitting if not field.many), None)


def naming_pieces(game: AnyGame) -> Field | None:
    """Return a field that names a piece: the first field of most orders, if no place."""
    return _naming_pieces(game.actions, game.place)


@lru_cache(maxsize=32)
def _naming_pieces(actions: tuple[type[Any], ...], place: Any) -> Field | None:
    first = [field for kind in actions if (field := first_of(kind)) and field.is_name]
    known = [field for field in first if field.type is not place]
    return max(known, key=lambda field: sum(each.type is field.type for each in known), default=None)


def beginning(game: AnyGame, kind: type[Any]) -> Field | None:
    """Return the field by which an order begins with a piece, `None` for other orders."""
    pieces, field = naming_pieces(game), first_of(kind)
    return field if pieces is not None and field is not None and field.type is pieces.type else None


def for_pieces(kind: type[Any]) -> Field | None:
    """Return the later field for an order's pieces (`FOR_PIECES`), if there is one."""
    return next((field for field in fields(kind) if field.name == getattr(kind, "FOR_PIECES", "")), None)


def begins_otherwise(game: AnyGame, seen: AnySeen, kind: type[Any], subject: Subject) -> bool:
    """Say whether an order can begin with something else than with these pieces."""
    field = beginning(game, kind)
    if field is None:
        return True
    values = beginnings(game, seen, kind)
    return any(each not in subject.pieces for value in values for each in (value if field.many else (value,)))


def standing(game: AnyGame, seen: AnySeen) -> Mapping[Any, str]:
    """Return the pieces that stand on the map, each with its place."""
    return remembered(seen, ("standing",), lambda: _standing(game, seen))


def _standing(game: AnyGame, seen: AnySeen) -> dict[Any, str]:
    found = naming_places(game)
    places, here = game.values(seen, found[1]) if found is not None else (), game.here
    return {piece: place for place in places if place for piece in here(seen, place)}


def able(game: AnyGame, seen: AnySeen, kinds: Iterable[type[Any]]) -> dict[Any, str]:
    """Return the pieces that can begin an order, with their places, in map order."""
    begins: set[Any] = set()
    for kind in kinds:
        for field in filter(None, (beginning(game, kind), for_pieces(kind))):
            begins |= _named(game, seen, kind, field)
    return {piece: place for piece, place in standing(game, seen).items() if piece in begins}


def _named(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field) -> frozenset[Any]:
    """Return the things that the legal values of a field name, alone or in groups."""

    def named() -> frozenset[Any]:
        values = listed(game, seen, kind, field, {})
        return frozenset(singles(values) if field.many else values)

    return remembered(seen, ("named", kind, field.name), named)


def subjects(game: AnyGame, seen: AnySeen, kinds: Sequence[type[Any]]) -> list[Subject]:
    """Return the starting points on the map: places with a group, or single pieces."""
    places = able(game, seen, kinds)
    found: list[Subject] = []
    for place, pieces in grouped(places, places.__getitem__).items():
        together = len(stacked(game, seen, kinds, pieces, most=2)) > 1
        found += [Subject(pieces, place)] if together else [Subject((each,), place) for each in pieces]
    return _in_order(game, seen, kinds, found)


def same(game: AnyGame, seen: AnySeen, kinds: Iterable[type[Any]], done: Any) -> Subject | None:
    """Return the last order's pieces, if they are together and can get another.

    Pieces that act again for an extra price come later, and so do those that acted with pieces elsewhere.
    """
    field = beginning(game, type(done)) if done is not None else None
    if field is None:
        return None
    named = getattr(done, field.name)
    more = [each for each in fields(type(done)) if each.type is field.type and each.many and each != field]
    if any(getattr(done, each.name) for each in more):
        return None
    pieces, at = named if field.many else (named,), able(game, seen, kinds)
    places = {at.get(piece, "") for piece in pieces}
    goes_on = len(places) == 1 and "" not in places and not any(game.rests(seen, piece) for piece in pieces)
    return Subject(tuple(pieces), places.pop()) if goes_on else None


def last_one(game: AnyGame, seen: AnySeen, kinds: Sequence[type[Any]], done: Any) -> Subject | None:
    """Return the only piece that can still get an order of the last kind."""
    field = beginning(game, type(done)) if type(done) in kinds else None
    at = able(game, seen, [type(done)]) if field is not None else {}
    return next((Subject((piece,), place) for piece, place in at.items()), None) if len(at) == 1 else None


def stacked(
    game: AnyGame, seen: AnySeen, kinds: Iterable[type[Any]], pieces: Sequence[Any], most: int = ALL
) -> tuple[Any, ...]:
    """Return the largest group of a place's pieces that one order can have.

    Pieces are added in turn, up to `most`.
    """
    best: tuple[Any, ...] = ()
    for kind in kinds if len(pieces) > 1 else ():
        field = beginning(game, kind)
        if field is None or not field.many:
            continue
        taken: tuple[Any, ...] = ()
        for piece in filter(_named(game, seen, kind, field).__contains__, pieces):
            more = (*taken, piece)
            if _can_together(game, seen, kind, field, more):
                taken = more
            if len(taken) == most:
                return taken
        best = taken if len(taken) > len(best) else best
    return best


def _can_together(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, pieces: tuple[Any, ...]) -> bool:
    """Return whether an order can begin with these pieces together."""
    offered = pieces in listed(game, seen, kind, field, {})
    return offered or next(legal(game, seen, kind, {field.name: pieces}), None) is not None


def _in_order(game: AnyGame, seen: AnySeen, kinds: Iterable[type[Any]], found: Sequence[Subject]) -> list[Subject]:
    """Sort subjects by the weight of their first order, with the reason in words."""
    known: dict[Any, Remark] = {}
    for kind in kinds:
        field = beginning(game, kind)
        if field is not None and any(each.pieces[0] not in known for each in found):
            begins = _named(game, seen, kind, field)
            new = [s.pieces[0] for s in found if s.pieces[0] in begins and s.pieces[0] not in known]
            remarks = game.weigh(seen, kind, {}, field, new) if new else ()
            known |= zip(new, remarks, strict=True)
    told = [replace(each, words=known.get(each.pieces[0], Remark()).words) for each in found]
    return sorted(told, key=lambda each: (each.pieces[0] not in known, known.get(each.pieces[0], Remark()).order))


# Ways that begin with pieces.


def way_of(game: AnyGame, seen: AnySeen, way: Way, subject: Subject) -> Way:
    """Return the way to the page of some pieces."""
    known = list(standing(game, seen))
    numbers = "+".join(str(known.index(piece)) for piece in subject.pieces)
    return Way(way.game, way.moment, way.purpose, (numbers,))


def subject_of(game: AnyGame, seen: AnySeen, way: Way) -> Subject | None:
    """Return the pieces of a way; `None` if it names none or several places."""
    at = standing(game, seen)
    known = list(at)
    numbers = [int(n) for n in (way.picks[0] if way.picks else "").split("+") if n.isdecimal() and len(n) < 5]
    pieces = tuple(known[n] for n in dict.fromkeys(numbers) if n < len(known))
    places = {at[piece] for piece in pieces}
    return Subject(pieces, places.pop()) if len(places) == 1 else None


def begun(game: AnyGame, seen: AnySeen, way: Way, kinds: Iterable[type[Any]], subject: Subject) -> Iterator[Begun]:
    """Yield the orders that begin with these pieces, with their forced picks."""
    for kind in kinds:
        field = beginning(game, kind)
        value = _value(game, seen, kind, field, subject.pieces) if field is not None else None
        if field is not None and value is not None:
            yield Begun(kind, led(game, seen, way_to(game, seen, way, kind, {field.name: value})))
        yield from _for_them(game, seen, way, kind, subject.pieces)


def _for_them(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any], pieces: tuple[Any, ...]) -> Iterator[Begun]:
    """Yield the orders for these pieces that begin with another thing, once for each."""
    first, field = first_of(kind), for_pieces(kind)
    if first is None or field is None:
        return
    value = pieces if field.many else pieces[0]
    for each in listed(game, seen, kind, first, {field.name: value}):
        to = led(game, seen, way_to(game, seen, way, kind, {first.name: each, field.name: value}))
        yield Begun(kind, to, value_called(game, seen, first, each))


def _value(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, pieces: tuple[Any, ...]) -> Any | None:
    """Return the value of an order's first field that names these pieces, or `None`."""
    values = listed(game, seen, kind, field, {})
    if not field.many:
        return pieces[0] if len(pieces) == 1 and pieces[0] in values else None
    alike = next((value for value in values if set(value) == set(pieces)), None)
    if alike is not None:
        return alike
    named = _named(game, seen, kind, field).issuperset(pieces)
    return pieces if named and _can_together(game, seen, kind, field, pieces) else None


def lone_order(game: AnyGame, seen: AnySeen, way: Way, subject: Subject) -> Way | None:
    """Return the way of a piece's only order, unless one press gives it anyway."""
    found = list(begun(game, seen, way, possible(game, seen), subject)) if len(subject.pieces) == 1 else []
    if len(found) != 1 or (found[0].to.action is not None and at_once(game, seen, found[0].to.action)):
        return None
    best = goals(game, seen, found[0])[:1] if not way.page and found[0].to.asks is not None else []
    return None if best and in_words.green(game, seen, best)[1] else found[0].to.way


def at_once(game: AnyGame, seen: AnySeen, action: Any) -> bool:
    """Return whether an order needs no second look: no goal, no dice, nothing undone."""
    kind = type(action)
    plain = all(field.required and (field.type is not game.place) for field in fields(kind))
    return (
        plain
        and game.judge(seen, action) is None
        and game.odds(seen, action) is None
        and not game.undone(seen, action)
        and not game.beforehand(seen, action)
    )


# Displays.


def weighed(
    game: AnyGame, seen: AnySeen, kind: type[Any], to: Walked, asked: Asked
) -> list[tuple[int, Any, Remark]]:
    """Return a field's choices by usefulness, each with its index and facts."""
    values = [value for _, value in asked.shown]
    remarks = game.weigh(seen, kind, asked.alone(to.known), asked.field, values) if values else ()
    found = [(n, value, remark) for (n, value), remark in zip(asked.shown, remarks, strict=True)]
    return sorted(found, key=lambda each: each[2].order)


def goals(game: AnyGame, seen: AnySeen, order: Begun) -> list[Choice]:
    """Return the places and pieces on the map that can be the next goal."""
    asked = order.to.asks
    if asked is None:
        return _only_goal(game, seen, order)
    if asked.several or not asked.field.is_name:
        return []
    found = []
    for n, value, remark in weighed(game, seen, order.kind, order.to, asked):
        if remark.place:
            way = picked(order.to.way, asked.at, [str(n)])
            called = f"{order.name}: {value_called(game, seen, asked.field, value)}"
            action = completed(order.kind, order.to.known, asked.field, value)
            found.append(by_fewer(game, seen, way, action) or choice(way, called, remark))
    return found


def by_fewer(game: AnyGame, seen: AnySeen, way: Way, action: Any) -> Choice | None:
    """Return the same order by fewer pieces, if that does better than all of them."""
    field = beginning(game, type(action)) if action is not None else None
    if field is None or not field.many or len(getattr(action, field.name)) < 2:
        return None
    better = next((each for each in game.fewer(seen, action) if game.judge(seen, each) is None), None)
    if better is None:
        return None
    named = [each for each in fields(type(better)) if each.required]
    some, last = getattr(better, field.name), named[-1]
    where = place_called(game, seen, standing(game, seen).get(some[0], ""))
    who, aim = names(game, seen, some), value_called(game, seen, last, getattr(better, last.name))
    label = f"{spoken(type(better))}: {aim}, {who.removesuffix(f' at {where}')}"
    way = way_to(game, seen, way, type(better), given(better))
    return choice(way, label, of_last(game, seen, better, named))


def _only_goal(game: AnyGame, seen: AnySeen, order: Begun) -> list[Choice]:
    """Return the goal of an order that has only one, such as a lone target."""
    named = [field for field in fields(order.kind) if field.required]
    if order.to.action is None or len(named) < 2 or not named[-1].is_name:
        return []
    if (better := by_fewer(game, seen, order.to.way, order.to.action)) is not None:
        return [better]
    remark = of_last(game, seen, order.to.action, named)
    aim = value_called(game, seen, named[-1], getattr(order.to.action, named[-1].name))
    return [choice(order.to.way, f"{order.name}: {aim}", remark)] if remark.place else []


def of_last(game: AnyGame, seen: AnySeen, action: Any, named: Sequence[Field]) -> Remark:
    """Return the facts about an order's last named thing, given those before it."""
    said, (*before, last) = given(action), named
    known = {field.name: said[field.name] for field in before}
    (remark,) = game.weigh(seen, type(action), known, last, [said[last.name]])
    return remark


def value_called(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    """Return the players' name for a value; several are joined."""
    if field.many and isinstance(value, tuple):
        return join(short(game.label(seen, field, each)) for each in value)
    return short(game.label(seen, field, value))


def choice(way: Way, label: str, remark: Remark) -> Choice:
    """Return the choice that leads to a way."""
    value = f"{way.verb}:{'.'.join(way.picks)}"
    return Choice(way.path("more"), value, label, remark.words, remark.mark, remark.place, says=remark.says)


def called(game: AnyGame, seen: AnySeen, subject: Subject) -> str:
    """Return the players' names for pieces, and their place."""
    where = place_called(game, seen, subject.place)
    told = names(game, seen, subject.pieces)
    return told if where in told.split() else f"{told}, {where}"


def place_called(game: AnyGame, seen: AnySeen, place: str) -> str:
    """Return the players' name for a place."""
    found = naming_places(game)
    return short(game.label(seen, found[1], place)) if found is not None else place


def names(game: AnyGame, seen: AnySeen, pieces: Sequence[Any]) -> str:
    """Return the names of pieces; of many only how many they are."""
    field = naming_pieces(game)
    assert field is not None
    named = [short(game.label(seen, field, piece)) for piece in pieces[:3]]
    places = {label.rpartition(" at ")[2] for label in named}
    if len(named) > 1 and len(places) == 1 and all(" at " in label for label in named):
        # Where they stand together is said once.
        named[:-1] = [label.rpartition(" at ")[0] for label in named[:-1]]
    return join(named) if len(pieces) <= 3 else f"{named[0]} and {len(pieces) - 1} more"


def rest(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any]) -> Press | None:
    """Return the button that orders the same for all other pieces, if that is enough."""
    field = beginning(game, kind)
    if field is None or len(fields(kind)) != 1:
        return None
    asks = led(game, seen, way.to(kind, ())).asks
    if asks is None:
        return None
    path = way.to(kind, ("+".join(str(n) for n, _ in asks.shown),)).path("rest")
    return Press(path, f"{spoken(kind)}: the rest too ({len(asks.shown)})", ButtonStyle.primary)
