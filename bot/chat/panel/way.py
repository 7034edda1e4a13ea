"""How far somebody has come with an order: a verb, and what they have picked of its fields.

The whole way is in a custom id: `<game>:<moment>:<verb>:<picks>:<page>`, each pick an index into the legal
values at that moment. Another moment is answered "the game has moved on".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from bot.chat.desk.draft import APART
from bot.chat.desk.order_offers import legal_values, needed
from bot.chat.desk.order_text import AnyGame, AnySeen
from bot.chat.desk.table import Table
from bot.kernel.fields import Field, fields
from bot.kernel.game import kind_of, legal, open_kinds, verb
from bot.kernel.plan import Plan
from bot.kernel.secret import Seat
from bot.kit.advice import completed
from bot.kit.decisions import Fixed
from bot.kit.memo import Memo

T = TypeVar("T")

OWN = 100
"""From a page of this times n on, the way pages through the n-th field alone, which has more values than fit."""
CAREFUL = 50
"""From a page of this number on, what is chosen is shown before it is given, with its options."""
EACH = "x"
"""Stands before what is picked of a field for each of several pieces by itself."""
PLANNED = "+"
"""Stands before the verb of a way: the order is not given now, but added to a plan."""
LISTED = "-"
"""Stands before the verb of a way, with the length of the list: the order is laid aside, to go with others."""
LEGAL: Memo[Any] = Memo()
"""What is legal in a position, field by field, and what else has been found out about it."""
MOST_TRIED = 400
"""How many values of an option are tried where no candidate names any."""
NUMBERS = ((1,), (2,))
"""What is tried of an option that takes several numbers, such as what is paid for each roll."""


class Way(Struct, frozen=True):
    """How far somebody has come: a verb, and for each field the index of its value, "" for the default.

    A way without a verb has come to pieces on the map: its only pick names them.
    """

    game: int
    moment: int
    verb: str = ""
    picks: tuple[str, ...] = ()
    page: int = 0

    @property
    def planned(self) -> bool:
        """Whether the order is for a plan."""
        return self.verb.startswith(PLANNED)

    @property
    def listed(self) -> bool:
        """Whether the order is laid aside."""
        return self.verb.startswith(LISTED)

    @property
    def purpose(self) -> str:
        """What the order is for, where it is not given now."""
        found = re.match(rf"{re.escape(PLANNED)}|{LISTED}\d+", self.verb)
        return found[0] if found else ""

    @property
    def careful(self) -> Way:
        """The same way, on which an order is shown with its options before it is given."""
        return msgspec.structs.replace(self, page=CAREFUL)

    @property
    def name(self) -> str:
        """The verb by itself."""
        return self.verb.removeprefix(self.purpose)

    def path(self, what: str) -> str:
        """Write the way into a custom id."""
        return f"{what}:{self.game}:{self.moment}:{self.verb}:{'.'.join(self.picks)}:{self.page}"

    def to(self, kind: type[Any], picks: Sequence[str]) -> Way:
        """Return the way to other picks of another verb, for the same purpose."""
        return Way(self.game, self.moment, f"{self.purpose}{verb(kind)}", tuple(picks))

    @classmethod
    def read(cls, parts: Sequence[str]) -> Way | None:
        """Read a way back; `None` for what is not one."""
        if len(parts) != 5 or not (parts[0].isdecimal() and parts[1].isdecimal() and parts[4].isdecimal()):
            return None
        picks = tuple(parts[3].split(".")) if parts[3] else ()
        return cls(int(parts[0]), int(parts[1]), parts[2], picks, int(parts[4]))


class Asked(NamedTuple):
    """A field that somebody can fill in: its number, and what they can pick, each with its index."""

    at: int
    field: Field
    shown: list[tuple[int, Any]]
    ticked: bool
    """Whether any number of them can be ticked."""
    now: tuple[int, ...] = ()
    """What stands there."""
    most: int = 1
    """How many of them can be ticked together."""
    instead: tuple[int, ...] = ()
    """Those that can only take the place of what stands there."""
    group: str = ""
    """The field of several pieces of which each can have one of its own."""
    own: tuple[Any, ...] | None = None
    """What has been picked for the first ones of them, each by itself."""

    @property
    def several(self) -> bool:
        """Whether more than one of them can be ticked."""
        return self.ticked and self.most > 1

    def alone(self, known: Fixed) -> Fixed:
        """Return what is known of the one piece that is asked about, where it is one of several."""
        return known if self.own is None else {**known, self.group: known[self.group][len(self.own) :][:1]}


class Walked(NamedTuple):
    """Where a way has led to: what is asked next, or else the whole action and what could be changed in it."""

    way: Way
    known: dict[str, Any]
    asks: Asked | None = None
    action: Any = None
    more: tuple[Asked, ...] = ()


def listed(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: Mapping[str, Any]
) -> tuple[Any, ...]:
    """Return the legal values of a field that agree with what is known, remembered for some positions."""
    key = (kind, field.name, tuple(known.items()))
    return remembered(seen, key, lambda: tuple(legal_values(game, seen, kind, field, known)))


def remembered(seen: AnySeen, key: tuple[Any, ...], found: Callable[[], T]) -> T:
    """Return what has been found out about a position before, or find it out now."""
    book = LEGAL.book(seen.state)
    whole = (seen.seat, *key)
    if whole not in book:
        book[whole] = found()
    known: T = book[whole]
    return known


def untold(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field) -> tuple[Any, ...]:
    """Return what an option could be of which no candidate says anything.

    What is a matter of taste, such as a facing, would make too many candidates of each order. Of some options each
    value that makes a difference stands in a candidate (`ALL_OFFERED`).
    """
    if field.name in getattr(kind, "ALL_OFFERED", ()):
        return ()
    if field.many:
        return NUMBERS if field.type is int else ()
    return tuple(islice(game.values(seen, field), MOST_TRIED)) if field.type not in (int, bool) else ()


def open_to(game: AnyGame, seen: AnySeen) -> list[type[Any]]:
    """Return the actions that the seat is asked for, and those that it may take though it is not asked.

    Standing orders and giving up have buttons and commands of their own.
    """
    anytime = (kind for kind in game.anytime if verb(kind) not in APART)
    return list(dict.fromkeys((*open_kinds(game, seen), *anytime)))


def possible(game: AnyGame, seen: AnySeen) -> list[type[Any]]:
    """Return the actions of these of which at least one is legal."""
    found = remembered(seen, ("possible",), lambda: tuple(k for k in open_to(game, seen) if _any(game, seen, k)))
    return list(found)


def _any(game: AnyGame, seen: AnySeen, kind: type[Any]) -> bool:
    first = first_of(kind)
    if first is not None:
        return bool(listed(game, seen, kind, first, {}))
    return next(legal(game, seen, kind), None) is not None


def first_of(kind: type[Any]) -> Field | None:
    """Return the first field of an action that must be filled in."""
    return next((field for field in fields(kind) if field.required), None)


def foreseen(table: Table, seat: Seat) -> AnySeen:
    """Return how the table will stand, as far as a seat can know, when its plan has been carried out."""
    plan = table.log.plans.get(seat, Plan())
    actions = [intent.action for intent in plan.intents for _ in range(intent.times)] if plan.next else []
    return table.game.foresee(table.seen(seat), actions)


def eyes(table: Table, seat: Seat, way: Way) -> AnySeen:
    """Return the table as it is when the order of a way is given: now, or after the plan or the list."""
    if way.listed:
        return after_list(table, seat)
    return foreseen(table, seat) if way.planned else table.seen(seat)


def after_list(table: Table, seat: Seat) -> AnySeen:
    """Return how the table will stand, as far as a seat can know, when what it has laid aside is done."""
    laid = [action for action, _ in table.laid_aside(seat)]
    return table.game.foresee(table.seen(seat), laid) if laid else table.seen(seat)


def walked(game: AnyGame, seen: AnySeen, way: Way) -> Walked:
    """Follow a way through the fields of a verb that exists.

    What must be named is asked for; an option that nobody has picked is as usual, or where that is not legal with
    the rest, as it is in the first action that is.
    """
    to, lists = _led(game, seen, way)
    if to.asks is not None:
        return to
    more = (_changes(game, seen, to.action, to.known, at, values) for at, values in lists.items())
    return to._replace(more=tuple(each for each in more if len(each.shown) > (not each.ticked)))


def led(game: AnyGame, seen: AnySeen, way: Way) -> Walked:
    """Follow a way, and leave what could be changed in the whole action alone."""
    return _led(game, seen, way)[0]


def begun(game: AnyGame, seen: AnySeen, way: Way) -> Walked:
    """Follow a way through what must be named, and no further."""
    kind = kind_of(game, way.name)
    assert kind is not None
    known: dict[str, Any] = {}
    picks = [*_padded(way.picks, len(fields(kind)))]
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
    """Return the pick of a field that must be named, and what that names, or else what is asked."""
    field = fields(kind)[at]
    values, group = listed(game, seen, kind, field, known), grouped(kind, field, known)
    if group:
        values = _alone(values)
        if pick.startswith(EACH) or not values:
            return _named_for_each(game, seen, kind, at, known, pick)
    ticked = not group and _ticked(field, values)
    things = _things(values, ticked=ticked)
    if not pick and len(things) == 1 and not group:
        pick = "0"
    value = _picked(values, pick, ticked=ticked)
    if value is not None:
        return pick, value
    key = ("most", kind, field.name, tuple(known.items()))
    most = remembered(seen, key, lambda: _most(game, seen, kind, field, known, values)) if ticked else 1
    return "", Asked(at, field, things, ticked, most=most, group=group)


def _named_for_each(
    game: AnyGame, seen: AnySeen, kind: type[Any], at: int, known: dict[str, Any], pick: str
) -> tuple[str, Any]:
    """Return what is picked for each of several pieces by itself, or what is asked for the next of them."""
    field = fields(kind)[at]
    group = grouped(kind, field, known)
    numbers = pick.removeprefix(EACH).split("+")
    own: list[Any] = []
    for piece in known[group]:
        values = _alone(listed(game, seen, kind, field, {**known, group: (piece,)}))
        value = _picked(values, numbers[len(own)] if len(own) < len(numbers) else "", ticked=False)
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
    """Return what the next of several pieces can be given: what fits beside those before it.

    Where nothing does, it is all there is: those who come after it may make that good.
    """
    things, group = _things(values, ticked=False), grouped(kind, field, known)
    some = {**known, group: known[group][: len(own) + 1]}
    fits = [thing for thing in things if own and _fits(game, seen, kind, some, field, (*own, *thing[1]))]
    return fits or things


def _fits(game: AnyGame, seen: AnySeen, kind: type[Any], known: Fixed, field: Field, value: Any) -> bool:
    """Say whether a value makes a legal order, or leaves more to be asked."""
    action = completed(kind, known, field, value)
    return action is None or game.judge(seen, action) is None


def grouped(kind: type[Any], field: Field, known: Fixed) -> str:
    """Return the field of several pieces each of which can have its own value of this one; "" where none does."""
    group = one_for_each(kind).get(field.name, "")
    return group if len(known.get(group, ())) > 1 else ""


def _alone(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(value for value in values if len(value) == 1)


def _led(game: AnyGame, seen: AnySeen, way: Way) -> tuple[Walked, dict[int, list[Any]]]:
    """Follow a way to the whole action, and return what its options could be."""
    to = begun(game, seen, way)
    kind = kind_of(game, way.name)
    if to.asks is not None or kind is None:
        return to, {}
    known = dict(to.known)
    lists: dict[int, list[Any]] = {}
    for _ in range(2):  # Some values of an option are legal only with others that are picked as well.
        for at, field in enumerate(fields(kind)):
            if not field.required:
                lists[at] = _values(game, seen, kind, field, to.known, known)
                value = _picked(lists[at], to.way.picks[at], ticked=_several(field))
                if value is not None:
                    known[field.name] = value
    action = _whole(game, seen, kind, known) or _made(kind, known)
    return Walked(to.way, known, None, action), lists


def orders(game: AnyGame, seen: AnySeen, way: Way) -> Iterator[Walked]:
    """Yield the whole orders that a way can still become, as to what must be named; of a list each one alone."""
    to = led(game, seen, way)
    if to.asks is None:
        yield to
        return
    for n, _ in to.asks.shown:
        yield from orders(game, seen, picked(to.way, to.asks.at, [str(n)]))


def _padded(picks: Sequence[str], length: int) -> tuple[str, ...]:
    return tuple([*picks, *[""] * length][:length])


def _made(kind: type[Any], known: dict[str, Any]) -> Any:
    return msgspec.convert(msgspec.to_builtins(known), kind)


def _whole(game: AnyGame, seen: AnySeen, kind: type[Any], known: dict[str, Any]) -> Any | None:
    """Return a legal action with what is known and as much as possible as usual."""
    plain = _made(kind, known)
    if game.judge(seen, plain) is None:
        return plain
    found = next(legal(game, seen, kind, known), None)
    return found and needed(game, seen, found, {field.name for field in fields(kind)} - known.keys())


def _values(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, named: Fixed, known: Fixed) -> list[Any]:
    """Return the legal values of an option with what must be named, its default first.

    At the end come those that are legal only with the other options that are known as well.
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
    """Return what an option of an action could be with all that has been picked."""
    kind = type(action)
    field = fields(kind)[at]
    ticked, now = _several(field), getattr(action, field.name)
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

    things = _things(values, ticked=ticked)
    standing = tuple(n for n, thing in things if (thing in now if ticked else thing == now))
    fit = [(n, thing) for n, thing in things if fits(thing)]
    one = ticked and len(standing) == 1
    other = [(n, thing) for n, thing in things if one and n not in standing and not stands((*now, thing))]
    instead = tuple(n for n, thing in other if stands((thing,)))
    shown = [(n, thing) for n, thing in things if n in instead or (n, thing) in fit]
    return Asked(at, field, shown, ticked, standing, len(shown), instead)


def _several(field: Field) -> bool:
    """Say whether an option takes any number of named things, to be ticked one by one."""
    return field.many and field.is_name


def _ticked(field: Field, values: Sequence[Any]) -> bool:
    """Say whether several things are ticked one by one, as each can go alone; else whole groups are picked."""
    alone = {value for value in values if _several(field) and len(value) == 1}
    return _several(field) and all((each,) in alone for each in _singles(values))


def _singles(values: Sequence[Any]) -> list[Any]:
    return list(dict.fromkeys(each for value in values for each in value))


def _most(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: dict[str, Any], values: Sequence[Any]
) -> int:
    """Return how many things of a list an action takes together, when they are added one by one."""
    taken: tuple[Any, ...] = ()
    left, now = _singles(values), -1
    while now < len(taken):  # Who joins a chain may make a place in it for one before them.
        now = len(taken)
        for each in left:
            more = (*taken, each)
            if each not in taken and next(legal(game, seen, kind, {**known, field.name: more}), None) is not None:
                taken = more
    return max([len(taken), *map(len, values)])


def _things(values: Sequence[Any], *, ticked: bool) -> list[tuple[int, Any]]:
    return list(enumerate(_singles(values) if ticked else values))


def _picked(values: Sequence[Any], pick: str, *, ticked: bool) -> Any:
    """Return the value that an index names; several are joined by "+". Nonsense names nothing."""
    things = dict(_things(values, ticked=ticked))
    numbers = [int(part) for part in pick.split("+") if part.isdecimal()]
    if not numbers:
        return None
    return tuple(things[n] for n in numbers if n in things) if ticked else things.get(numbers[0])


def way_to(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any], known: Mapping[str, Any]) -> Way:
    """Return the way on which some fields of an action are picked already.

    What must be named is picked up to the first field that is not known; further ones need its choice.
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
            picks[at] = _pick(values, known[field.name], ticked=_several(field))
    return way.to(kind, picks)


def _pick_of(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, named: Fixed, value: Any) -> str:
    """Return the pick of what must be named."""
    group = grouped(kind, field, named)
    if not group:
        things = listed(game, seen, kind, field, named)
        return _pick(things, value, ticked=_ticked(field, things))
    if len(value) == 1:
        return _pick(_alone(listed(game, seen, kind, field, named)), value, ticked=False)
    alone = (_alone(listed(game, seen, kind, field, {**named, group: (piece,)})) for piece in named[group])
    return EACH + "+".join(_pick(each, (own,), ticked=False) for each, own in zip(alone, value, strict=False))


def _pick(values: Sequence[Any], value: Any, *, ticked: bool) -> str:
    """Return the index that names a value, "" for one that is not there."""
    things = _singles(values) if ticked else list(values)
    wanted = value if ticked else (value,)
    return "+".join(str(things.index(each)) for each in wanted if each in things)


def picked(way: Way, at: int, values: Sequence[str]) -> Way:
    """Return the way after something was picked in a select."""
    if "more" in values or "earlier" in values:
        asked = at >= len(way.picks) or way.picks[at].startswith(EACH)
        page = way.page if asked or way.page >= OWN else OWN * (at + 1)
        return msgspec.structs.replace(way, page=max(0, page + (1 if "more" in values else -1)))
    numbers = "+".join(value for value in values if value.isdecimal())
    picks = [*_padded(way.picks, max(at + 1, len(way.picks)))]
    if EACH in values:
        picks[at] = EACH
    elif picks[at].startswith(EACH) and numbers:  # It is picked for the next piece.
        picks[at] = EACH + "+".join(filter(None, [picks[at].removeprefix(EACH), numbers]))
    else:
        picks[at] = numbers
    return msgspec.structs.replace(way, picks=tuple(picks), page=0)


def joined(game: AnyGame, seen: AnySeen, to: Walked, piece: Any) -> Way | None:
    """Return the way on which a piece goes along with those that an order begins with; `None` where it cannot."""
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
    """Return the way on which a piece goes along to a place of its own, which it then asks for.

    `None` where none fits, or options have been picked, which would not be kept.
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
    alone = [_alone(listed(game, seen, kind, field, {first.name: (each,)})) for each in own]
    numbers = [_pick(values, (place,), ticked=False) for values, place in zip(alone, places, strict=True)]
    picks = way_to(game, seen, to.way, kind, {first.name: (*own, piece)}).picks
    at = fields(kind).index(field)
    return to.way.to(kind, [*_padded(picks, at), EACH + "+".join(numbers)]) if all(numbers) else None


def _for_each_of(kind: type[Any], group: Field) -> Field | None:
    """Return the field of which each piece of a group can have its own value."""
    return next((each for each in fields(kind) if one_for_each(kind).get(each.name) == group.name), None)


def _has_room(
    game: AnyGame, seen: AnySeen, kind: type[Any], known: Fixed, field: Field, places: tuple[Any, ...]
) -> bool:
    """Say whether the last of several pieces has a place of its own beside those of the others."""
    (group,) = known
    values = _alone(listed(game, seen, kind, field, {group: known[group][-1:]}))
    return any(_fits(game, seen, kind, known, field, (*places, *value)) for value in values)


def chosen(game: AnyGame, seen: AnySeen, way: Way) -> Any | None:
    """Return the action that a whole way stands for, `None` where it leads nowhere."""
    return led(game, seen, way).action if kind_of(game, way.name) is not None else None


def one_for_each(kind: type[Any]) -> Mapping[str, str]:
    """Return the fields of which one value counts for all pieces of another field, or each piece has its own."""
    found: Mapping[str, str] = getattr(kind, "ONE_FOR_EACH", {})
    return found
