"""Orders that begin with a piece on the map, or with several of one place: what they can do, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from discord import ButtonStyle, SelectOption
from msgspec import Struct

from bot.chat.controls.buttons import Pick, Press
from bot.chat.desk.order_text import LONGEST, MOST, AnyGame, AnySeen, spoken
from bot.chat.panel.page import A_ROW, ROWS, Choice, Page, Shown, buttons, laid, rows_of, select, taps, tinted
from bot.chat.panel.way import (
    Asked,
    Walked,
    Way,
    first_of,
    led,
    listed,
    one_for_each,
    picked,
    possible,
    remembered,
    walked,
    way_to,
)
from bot.kernel.fields import Field, fields
from bot.kernel.game import legal
from bot.kit.advice import Remark, of_odds
from bot.kit.english import join, short

BEST = 10
"""So many goals are buttons at the most where other pieces could act as well."""


class Subject(Struct, frozen=True):
    """Pieces of one place that can be given an order together; mostly it is one."""

    pieces: tuple[Any, ...]
    place: str


class Begun(NamedTuple):
    """An order of which the pieces are known: its class, and where that has led."""

    kind: type[Any]
    to: Walked


# Who can do something.


def naming_places(game: AnyGame) -> tuple[type[Any], Field] | None:
    """Return a field that names a place, and the class that has it."""
    kinds = (*game.questions, *game.actions)
    fitting = ((kind, field) for kind in kinds for field in fields(kind) if field.type is game.place)
    return next(((kind, field) for kind, field in fitting if not field.many), None)


def naming_pieces(game: AnyGame) -> Field | None:
    """Return a field that names a piece: of the type by which most orders begin, unless that is a place."""
    first = [field for kind in game.actions if (field := first_of(kind)) and field.is_name]
    known = [field for field in first if field.type is not game.place]
    return max(known, key=lambda field: sum(each.type is field.type for each in known), default=None)


def beginning(game: AnyGame, kind: type[Any]) -> Field | None:
    """Return the field by which an order begins with a piece, `None` where it begins with something else."""
    pieces, field = naming_pieces(game), first_of(kind)
    return field if pieces is not None and field is not None and field.type is pieces.type else None


def begins_otherwise(game: AnyGame, seen: AnySeen, kind: type[Any], subject: Subject) -> bool:
    """Say whether an order can begin with something else than with these pieces."""
    field = beginning(game, kind)
    values = listed(game, seen, kind, field, {}) if field is not None else ()
    return field is None or not {each for v in values for each in (v if field.many else (v,))} <= {*subject.pieces}


def standing(game: AnyGame, seen: AnySeen) -> Mapping[Any, str]:
    """Return the pieces that stand on the map, each with its place."""
    return remembered(seen, ("standing",), lambda: _standing(game, seen))


def _standing(game: AnyGame, seen: AnySeen) -> dict[Any, str]:
    found = naming_places(game)
    places = game.values(seen, found[1]) if found is not None else ()
    return {piece: place for place in places if place for piece in game.here(seen, place)}


def able(game: AnyGame, seen: AnySeen, kinds: Iterable[type[Any]]) -> dict[Any, str]:
    """Return the pieces on the map with which an order can begin, each with its place, by the order of the map."""
    begins: set[Any] = set()
    for kind in kinds:
        field = beginning(game, kind)
        if field is not None:
            for value in listed(game, seen, kind, field, {}):
                begins.update(value if field.many else (value,))
    return {piece: place for piece, place in standing(game, seen).items() if piece in begins}


def subjects(game: AnyGame, seen: AnySeen, kinds: Sequence[type[Any]]) -> list[Subject]:
    """Return with what one can begin on the map: a place from which several can go together, or one by one."""
    there: dict[str, list[Any]] = {}
    for piece, place in able(game, seen, kinds).items():
        there.setdefault(place, []).append(piece)
    found: list[Subject] = []
    for place, pieces in there.items():
        together = len(stacked(game, seen, kinds, pieces)) > 1
        found += [Subject(tuple(pieces), place)] if together else [Subject((each,), place) for each in pieces]
    return _in_order(game, seen, kinds, found)


def same(game: AnyGame, seen: AnySeen, kinds: Iterable[type[Any]], done: Any) -> Subject | None:
    """Return the pieces to which an order was given, if they stand together and can all be given another one."""
    field = beginning(game, type(done)) if done is not None else None
    if field is None:
        return None
    named = getattr(done, field.name)
    pieces, at = named if field.many else (named,), able(game, seen, kinds)
    places = {at.get(piece, "") for piece in pieces}
    return Subject(tuple(pieces), places.pop()) if len(places) == 1 and "" not in places else None


def stacked(game: AnyGame, seen: AnySeen, kinds: Iterable[type[Any]], pieces: Sequence[Any]) -> tuple[Any, ...]:
    """Return as many of the pieces of a place as can be given one order, when they are added one by one."""
    best: tuple[Any, ...] = ()
    for kind in kinds if len(pieces) > 1 else ():
        field = beginning(game, kind)
        if field is None or not field.many:
            continue
        taken: tuple[Any, ...] = ()
        for piece in pieces:
            if next(legal(game, seen, kind, {field.name: (*taken, piece)}), None) is not None:
                taken = (*taken, piece)
        best = taken if len(taken) > len(best) else best
    return best


def _in_order(game: AnyGame, seen: AnySeen, kinds: Iterable[type[Any]], found: Sequence[Subject]) -> list[Subject]:
    """Put first what is to be asked first, as its first order is weighed."""
    order: dict[Any, tuple[float, ...]] = {}
    for kind in kinds:
        field = beginning(game, kind)
        if field is not None:
            values = listed(game, seen, kind, field, {})
            known = {each for value in values for each in (value if field.many else (value,))}
            new = [s.pieces[0] for s in found if s.pieces[0] in known and s.pieces[0] not in order]
            remarks = game.weigh(seen, kind, {}, field, new) if new else ()
            order |= {piece: remark.order for piece, remark in zip(new, remarks, strict=True)}
    return sorted(found, key=lambda subject: order.get(subject.pieces[0], ()))


# Ways that begin with pieces.


def way_of(game: AnyGame, seen: AnySeen, way: Way, subject: Subject) -> Way:
    """Return the way to the page of some pieces."""
    known = list(standing(game, seen))
    numbers = "+".join(str(known.index(piece)) for piece in subject.pieces)
    return Way(way.game, way.moment, way.purpose, (numbers,))


def subject_of(game: AnyGame, seen: AnySeen, way: Way) -> Subject | None:
    """Return the pieces to which a way has come; `None` where it names none, or some of several places."""
    at = standing(game, seen)
    known = list(at)
    numbers = [int(n) for n in (way.picks[0] if way.picks else "").split("+") if n.isdecimal() and len(n) < 5]
    pieces = tuple(known[n] for n in dict.fromkeys(numbers) if n < len(known))
    places = {at[piece] for piece in pieces}
    return Subject(pieces, places.pop()) if len(places) == 1 else None


def begun(game: AnyGame, seen: AnySeen, way: Way, kinds: Iterable[type[Any]], subject: Subject) -> Iterator[Begun]:
    """Yield the orders that begin with these pieces, as far as they lead by themselves."""
    for kind in kinds:
        field = beginning(game, kind)
        value = _value(game, seen, kind, field, subject.pieces) if field is not None else None
        if field is not None and value is not None:
            yield Begun(kind, led(game, seen, way_to(game, seen, way, kind, {field.name: value})))


def _value(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, pieces: tuple[Any, ...]) -> Any | None:
    """Return the value that names these pieces in the first field of an order, `None` where none does."""
    values = listed(game, seen, kind, field, {})
    if not field.many:
        return pieces[0] if len(pieces) == 1 and pieces[0] in values else None
    alike = next((value for value in values if set(value) == set(pieces)), None)
    if alike is not None:
        return alike
    singles = {each for value in values for each in value}
    possible = singles.issuperset(pieces) and next(legal(game, seen, kind, {field.name: pieces}), None) is not None
    return pieces if possible else None


def lone_order(game: AnyGame, seen: AnySeen, way: Way, subject: Subject) -> Way | None:
    """Return the way of the only order that a piece can be given, unless that is one to be given at once."""
    found = list(begun(game, seen, way, possible(game, seen), subject)) if len(subject.pieces) == 1 else []
    if len(found) != 1 or (found[0].to.action is not None and at_once(game, seen, found[0].to.action)):
        return None
    return found[0].to.way


def at_once(game: AnyGame, seen: AnySeen, action: Any) -> bool:
    """Say whether an order needs no second look: it goes nowhere, without dice, and leaves nothing undone."""
    kind = type(action)
    plain = all(field.required and (field.type is not game.place) for field in fields(kind))
    return (
        plain
        and game.judge(seen, action) is None
        and game.odds(seen, action) is None
        and not game.undone(seen, action)
        and not game.beforehand(seen, action)
    )


# What is shown.


def weighed(
    game: AnyGame, seen: AnySeen, kind: type[Any], to: Walked, asked: Asked
) -> list[tuple[int, Any, Remark]]:
    """Return the choices of a field in the order of their use, each with its index and what is worth knowing."""
    values = [value for _, value in asked.shown]
    remarks = game.weigh(seen, kind, asked.alone(to.known), asked.field, values) if values else ()
    found = [(n, value, remark) for (n, value), remark in zip(asked.shown, remarks, strict=True)]
    return sorted(found, key=lambda each: each[2].order)


def goals(game: AnyGame, seen: AnySeen, order: Begun) -> list[Choice]:
    """Return the places and pieces on the map with which an order of some pieces can go on."""
    asked = order.to.asks
    if asked is None or asked.several or not asked.field.is_name:
        return []
    found = []
    for n, value, remark in weighed(game, seen, order.kind, order.to, asked):
        if remark.place:
            way = picked(order.to.way, asked.at, [str(n)])
            called = f"{spoken(order.kind)}: {value_called(game, seen, asked.field, value)}"
            found.append(choice(way, called, remark))
    return found


def _spelled(game: AnyGame, seen: AnySeen, order: Begun) -> list[Choice]:
    """Return each of a few choices that lie nowhere on the map, such as where to turn, where no more is asked."""
    asked, named = order.to.asks, [field for field in fields(order.kind) if field.required]
    if asked is None or asked.several or asked.field != named[-1] or len(asked.shown) > A_ROW:
        return []
    found = weighed(game, seen, order.kind, order.to, asked)
    if any(remark.place for _, _, remark in found):
        return []
    return [
        choice(picked(order.to.way, asked.at, [str(n)]),
               f"{spoken(order.kind)}: {value_called(game, seen, asked.field, value)}", remark)
        for n, value, remark in found
    ]  # fmt: skip


def value_called(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    """Return what people call a value, several joined."""
    if field.many and isinstance(value, tuple):
        return join(short(game.label(seen, field, each)) for each in value)
    return short(game.label(seen, field, value))


def choice(way: Way, label: str, remark: Remark) -> Choice:
    """Return the choice that leads to a way."""
    value = f"{way.verb}:{'.'.join(way.picks)}"
    return Choice(way.path("more"), value, label, remark.words, remark.mark, remark.place)


def called(game: AnyGame, seen: AnySeen, subject: Subject) -> str:
    """Return what people call some pieces, and where they stand."""
    where = place_called(game, seen, subject.place)
    told = names(game, seen, subject.pieces)
    return told if where in told.split() else f"{told}, {where}"


def place_called(game: AnyGame, seen: AnySeen, place: str) -> str:
    """Return what people call a place."""
    found = naming_places(game)
    return short(game.label(seen, found[1], place)) if found is not None else place


def names(game: AnyGame, seen: AnySeen, pieces: Sequence[Any]) -> str:
    """Return the names of pieces; of many only how many they are."""
    field = naming_pieces(game)
    assert field is not None
    named = [short(game.label(seen, field, piece)) for piece in pieces[:3]]
    return join(named) if len(pieces) <= 3 else f"{named[0]} and {len(pieces) - 1} more"


def page(
    game: AnyGame, seen: AnySeen, way: Way, subject: Subject, head: str = "",
    besides: Sequence[Pick] = (), others: Sequence[Press] = (), rest: Sequence[Choice] = (),
) -> Page:  # fmt: skip
    """Show what some pieces can do: verbs and the best goals as buttons, the others in a list and on the map.

    Of several pieces it is what they can do together, and each of them by itself. `rest` are other pieces with
    which one can begin: buttons as far as there is room, and else in a list.
    """
    kinds = possible(game, seen)
    several = len(subject.pieces) > 1
    together = stacked(game, seen, kinds, subject.pieces) if several else subject.pieces
    begins = list(begun(game, seen, way, kinds, Subject(together, subject.place))) if together else []
    aims = [goals(game, seen, order) for order in begins]
    ranked = _ranked(begins, aims)
    chances = [_chance(game, seen, order) for order in begins]
    needed = [
        (order, chance)
        for order, shown, chance in zip(begins, aims, chances, strict=True)
        if not _says_all(order, shown, len(ranked))
    ]
    verbs = _verbs(game, seen, needed)
    ones = [*(_ones(game, seen, way, subject) if several else []), *_and(game, seen, way, kinds, subject)]
    last = [*buttons(verbs), *others, Press(f"panel:{way.game}", "All orders")]
    rows = max(0, ROWS - rows_of(ones, last) - len(besides))
    shown, near = _as_buttons(ranked, rest, rows)
    left = [*ranked[len(shown) :], *rest[len(near) :]] if rows else []
    caption = "Another goal, or another of your units" if len(near) < len(rest) else "Where to, or at whom?"
    further = [select(way_of(game, seen, way, subject).path("goal"), left, caption)] if left else []
    danger = [said for piece in subject.pieces for said in [game.threats(seen, piece)] if said]
    nothing = "" if begins or several else "Nothing can be ordered here now."
    fights = [(order.to.action, chance) for order, chance in zip(begins, chances, strict=True) if chance]
    orders = [f"- {told(game, seen, action, chance)}" for action, chance in fights]
    lines = [head or f"**{called(game, seen, subject)}**", *dict.fromkeys(danger), *orders, nothing]
    view = laid(buttons(shown), ones, buttons(near), further, besides, last)
    path = further[0].path if further else ""
    picks = {**taps(rest, path, near), **taps(ranked, path, shown)}
    return Page("\n".join(filter(None, lines)), view, Shown(seen, tinted(ranked, subject.place), picks))


def _verbs(game: AnyGame, seen: AnySeen, begins: Sequence[tuple[Begun, str]]) -> list[Choice]:
    """Return the choices of verbs, each with its chance: those that are a word first, then those spelled out."""
    spelled = [_spelled(game, seen, order) for order, _ in begins]
    words = [_verb(game, seen, *each) for each, whole in zip(begins, spelled, strict=True) if not whole]
    return [each for choices in (*words, *spelled) for each in choices]


def _as_buttons(
    goals: Sequence[Choice], rest: Sequence[Choice], rows: int
) -> tuple[Sequence[Choice], Sequence[Choice]]:
    """Return which goals and which other pieces are buttons in so many rows; one row is a list of those left."""
    if rows_of(goals, rest) <= rows:
        return goals, rest
    free = max(0, rows - 1)
    shown = goals[: min(A_ROW * free, BEST) if rest else A_ROW * free]
    return shown, rest[: A_ROW * (free - rows_of(shown))]


def rest(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any]) -> Press | None:
    """Return the button that gives the other pieces the same order, where naming them is all that it needs."""
    field = beginning(game, kind)
    if field is None or len(fields(kind)) != 1:
        return None
    asks = led(game, seen, way.to(kind, ())).asks
    if asks is None:
        return None
    path = way.to(kind, ("+".join(str(n) for n, _ in asks.shown),)).path("rest")
    return Press(path, f"The rest too ({len(asks.shown)})", ButtonStyle.primary)


def _ranked(begins: Sequence[Begun], aims: Sequence[list[Choice]]) -> list[Choice]:
    """Return the goals of orders by turns, those first that make an order whole."""
    found: dict[bool, list[list[Choice]]] = {True: [], False: []}
    for order, shown in zip(begins, aims, strict=True):
        asks, named = order.to.asks, [field for field in fields(order.kind) if field.required]
        found[asks is not None and asks.field == named[-1]].append(shown)
    return [each for lists in found.values() for row in zip_longest(*lists) for each in row if each is not None]


def _says_all(order: Begun, aims: Sequence[Choice], shown: int) -> bool:
    """Say whether the goals of an order are all that its verb could lead to, so that it needs no button.

    What several can do, each in a place of its own, begins with its verb.
    """
    asks = order.to.asks
    whole = asks is not None and len(aims) == len(asks.shown) > 0 and shown <= MOST
    return whole and not one_for_each(order.kind)


def _verb(game: AnyGame, seen: AnySeen, order: Begun, chance: str) -> list[Choice]:
    """Return the choice of a verb; one that is whole with these pieces is done at once where it can be.

    Where the page tells the order with its chance, another button leads to its options.
    """
    way, action = order.to.way, order.to.action
    name = spoken(order.kind)
    if not chance:
        done = action is not None and not way.purpose and at_once(game, seen, action)
        return [Choice(way.path("act" if done else "more"), "", name, at_once=done)]
    return [
        Choice(way.path("act"), "", name, chance, at_once=True),
        *([Choice(way.path("more"), "", f"{name} …")] if walked(game, seen, way).more else []),
    ]


def _chance(game: AnyGame, seen: AnySeen, order: Begun) -> str:
    """Return the chance that the page tells of an order: of one that is whole with these pieces and has dice."""
    action = order.to.action
    if action is None or order.to.way.purpose or game.judge(seen, action) is not None:
        return ""
    return "" if game.undone(seen, action) else of_odds(game.odds(seen, action)).words


def told(game: AnyGame, seen: AnySeen, action: Any, chance: str) -> str:
    """Tell an order with its chance, and what to know before it is given."""
    said = [game.spoken(seen, action), f"{chance}." if chance else "", *game.beforehand(seen, action)]
    return " ".join(filter(None, said))


def _and(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], subject: Subject
) -> list[Press | Pick]:
    """Return buttons that take another piece of the same place along."""
    there = [piece for piece, place in able(game, seen, kinds).items() if place == subject.place]
    found = []
    for piece in [each for each in there if each not in subject.pieces][:A_ROW]:
        more = Subject((*subject.pieces, piece), subject.place)
        if len(stacked(game, seen, kinds, more.pieces)) == len(more.pieces):
            to = way_of(game, seen, way, more)
            found.append(Press(to.path("more"), f"+ {names(game, seen, (piece,))}", ButtonStyle.primary))
    return [*found]


def _ones(game: AnyGame, seen: AnySeen, way: Way, subject: Subject) -> list[Press | Pick]:
    """Return a button for each of a few pieces by itself; of more there is a list in which some are ticked."""
    singles = [Subject((piece,), subject.place) for piece in subject.pieces]
    ways = [way_of(game, seen, way, one) for one in singles]
    told = [names(game, seen, one.pieces) for one in singles]
    if len(singles) <= A_ROW:
        return [Press(to.path("more"), each, ButtonStyle.primary) for to, each in zip(ways, told, strict=True)]
    options = [
        SelectOption(label=each[:LONGEST], value=to.picks[0]) for to, each in zip(ways[:MOST], told, strict=False)
    ]
    return [
        Pick(way_of(game, seen, way, singles[0]).path("some"), options, "Only some of them", most=len(options))
    ]
