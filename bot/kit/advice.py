"""What is worth knowing of an order before it is given: what titles say of it, and what is said by default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from bot.kernel.fields import Field, fields, given
from bot.kernel.game import Game, Odds, verb
from bot.kernel.secret import Seat, Seen
from bot.kit.commands import Group
from bot.kit.decisions import Fixed
from bot.kit.english import away, join, percent, short

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class Remark(Struct, frozen=True):
    """What is worth knowing of a choice before it is made: one value of a field of an order."""

    order: tuple[float, ...] = ()
    """The lower, the earlier it is offered: nearest the enemy, best chance, shortest way first."""
    words: str = ""
    """What matters, beside its name: "3 AP, woods, seen by 2", "58 % hits"."""
    mark: str = ""
    """The shortest form of it, to be written on the map: "3", "58 %"."""
    place: str = ""
    """Where on the map it is; empty for what has no place there."""
    says: tuple[str, ...] = ()
    """Sentences of what to know beforehand that `words` say already, such as the price."""


class Adviser(Game[S, A, E], Protocol[S, A, E]):
    """A title that can say what is worth knowing of orders before they are given."""

    groups: tuple[Group, ...]
    """The actions whose commands stand in groups; all others stand below the name of the title."""
    knowing: Callable[[Sequence[Any]], Callable[[Seen[Any]], Seen[Any]]]
    """Lets the account of an order name at once whom its events bring to light."""
    gather: Callable[[list[str]], list[str]]
    """Tells the lines of one order as fewer, where some say one thing together."""
    run_on: Callable[[list[str]], list[str]]
    """Tells the lines of several orders as fewer, where neighbours tell alike things."""

    def asked(self, state: S) -> Sequence[Seat]:
        """Return the seats that must act."""

    def is_open(self, seen: Seen[S], seat: Seat, kind: type[A]) -> bool:
        """Say whether a seat is asked for actions of a class."""

    def weigh(
        self, seen: Seen[S], kind: type[A], known: Mapping[str, Any], field: Field, values: Sequence[Any]
    ) -> Sequence[Remark]:
        """Say of each value of a field what is worth knowing, where some other fields are known already.

        Of a field that takes several, a value is one of them, or some together.
        """

    def unplayed(self, seen: Seen[S], place: str) -> str:
        """Return the case that keeps a place which is printed from being named; "" where there is none."""

    def spoken(self, seen: Seen[S], action: A) -> str:
        """Say an order as a sentence: "LMG 03 goes to F07 by E06."."""

    def beforehand(self, seen: Seen[S], action: A) -> Sequence[str]:
        """Say in sentences what to know before an action is taken, as far as the seat can know.

        What its way costs, who could fire at it there, what it gives away.
        """

    def threats(self, seen: Seen[S], piece: Any) -> str:
        """Say in a sentence what could fire at a piece where it stands; empty when nothing does, or none can."""

    def rests(self, seen: Seen[S], piece: Any) -> bool:
        """Say whether a piece has done what it could, and acts again only for an extra price."""

    def fewer(self, seen: Seen[S], action: A) -> Sequence[A]:
        """Return the same order by fewer of its pieces where they do better than all, the best first."""

    def option(self, field: Field, value: Any) -> str:
        """Say what a value of an option does: "+1 on the roll"; empty where its name and the value tell that."""

    def advise(self, seen: Seen[S]) -> A:
        """Return what people are advised to do: as the computer player would, but perhaps in fewer orders."""

    def why(self, seen: Seen[S], action: A) -> str:
        """Say in a sentence what speaks for an action that the computer player would take."""


@dataclass(frozen=True)
class Advice(Generic[S]):
    """What a title says of orders of its own; what it leaves out is said by their fields and odds."""

    where: Callable[[Seen[S], Any], str] = lambda seen, piece: ""
    """The place on the map where a piece stands that orders name; empty for what stands in none."""
    weigh: Callable[[Seen[S], type[Any], Mapping[str, Any], Field, Sequence[Any]], Sequence[Remark]] = (
        lambda seen, kind, known, field, values: ()
    )
    """What is worth knowing of each value of a field beside its place and its odds; none where that is all."""
    spoken: Callable[[Seen[S], Any], str] = lambda seen, action: ""
    """An order as a sentence; empty for one that its fields tell by themselves."""
    beforehand: Callable[[Seen[S], Any], Sequence[str]] = lambda seen, action: ()
    """What to know before an action is taken, in sentences."""
    threats: Callable[[Seen[S], Any], str] = lambda seen, piece: ""
    """What could fire at a piece where it stands."""
    why: Callable[[Seen[S], Any], str] = lambda seen, action: ""
    """What speaks for an action that the computer player would take; empty where its odds tell."""
    besides: Callable[[Seen[S], Any], str] = lambda seen, action: ""
    """What speaks for it beside its odds, in a few words that follow them."""
    option: Callable[[Field, Any], str] = lambda field, value: ""
    """What a value of an option does, in a few words; empty where the option and the value tell that."""
    fewer: Callable[[Seen[S], Any], Sequence[Any]] = lambda seen, action: ()
    """The same order by fewer of its pieces, where they do better than all of them, the best first."""
    rests: Callable[[Seen[S], Any], bool] = lambda seen, piece: False
    """Whether a piece has done what it could, and acts again only for an extra price."""


NONE: Advice[Any] = Advice()
FAR = 99
"""The distance of the enemy where there is none."""
Where = Callable[[Seen[Any], Any], str]
"""The place on the map where a piece stands."""


def weighed(
    game: Game[Any, Any, Any],
    where: Where,
    seen: Seen[Any],
    kind: type[Any],
    known: Fixed,
    field: Field,
    values: Sequence[Any],
) -> list[Remark]:
    """Say of each value where it is on the map, and its chance where it makes the order whole."""
    found = []
    helped = any(_names_a_piece(game, each) for each in fields(kind))
    for value in values:
        action = completed(kind, known, field, value)
        remark = of_odds(game.odds(seen, action) if action is not None else None)
        if remark.order and helped:
            remark = of_odds(game.odds(seen, _as_offered(game, seen, action, {**known, field.name: value})))
        found.append(msgspec.structs.replace(remark, place=place_of(game, where, seen, field, value)))
    return found


def _names_a_piece(game: Game[Any, Any, Any], field: Field) -> bool:
    """Say whether it is an option that names one piece, such as who spots; without it an order may be worse."""
    return field.is_name and not field.required and not field.many and field.type is not game.place


def _as_offered(game: Game[Any, Any, Any], seen: Seen[Any], action: Any, known: Fixed) -> Any:
    """Return the order as it is offered first, whose chance may be another than that of the bare one."""
    offered = game.candidates(seen, type(action), known)
    return next((each for each in offered if game.judge(seen, each) is None), action)


def of_odds(odds: Odds | None) -> Remark:
    """Return the chance of the hoped-for result: the best comes first."""
    if odds is None or odds.hope is None:
        return Remark()
    what, chance = odds.hope
    return Remark((-chance,), f"{percent(chance)} {what}", percent(chance))


def together(plain: Remark, told: Remark) -> Remark:
    """Return what odds and a title's own words tell together: the best chance first, then the title's order."""
    words = ", ".join(filter(None, (plain.words, told.words)))
    order = (*(plain.order or (0.0,)), *told.order)
    return Remark(order, words, told.mark or plain.mark, told.place or plain.place, told.says)


def enemy_away(far: int) -> str:
    """Say how many hexes off the nearest enemy is; "" where there is none."""
    return f"enemy {away(far)}" if far < FAR else ""


def completed(kind: type[Any], known: Fixed, field: Field, value: Any) -> Any | None:
    """Return the order that a value makes whole, all options as usual; `None` where it lacks more."""
    said = {**known, field.name: (value,) if field.many and not isinstance(value, tuple) else value}
    if any(each.required and each.name not in said for each in fields(kind)):
        return None
    return kind(**said)


def place_of(game: Game[Any, Any, Any], where: Where, seen: Seen[Any], field: Field, value: Any) -> str:
    """Return where on the map a value of a field is; of several together, where the first one is."""
    one = value[0] if isinstance(value, tuple) and value else value
    if not one or isinstance(one, tuple | bool):
        return ""
    if field.type is game.place:
        return str(one)
    return where(seen, one) if field.is_name else ""


def spoken(game: Game[Any, Any, Any], seen: Seen[Any], action: Any) -> str:
    """Say an order by its fields: "Advance: 2nd Squad, to C6." of `advance unit:2nd Squad to:C6`."""
    named = fields(type(action))
    said = given(action)
    parts = [_said(game, seen, field, said[field.name], n) for n, field in enumerate(named) if field.name in said]
    told = f": {', '.join(parts)}" if parts else ""
    return f"{verb(type(action)).replace('-', ' ').capitalize()}{told}."


def _said(game: Game[Any, Any, Any], seen: Seen[Any], field: Field, value: Any, n: int) -> str:
    name = field.name.replace("_", " ")
    if isinstance(value, bool):
        return name if value else f"no {name}"
    values = value if isinstance(value, tuple) else (value,)
    called = join(short(game.label(seen, field, each)) if field.is_name else str(each) for each in values)
    if not called:
        return f"no {name}"
    return called if n == 0 and field.required else f"{name} {called}"


def hoped(odds: Odds | None) -> str:
    """Say how likely the hoped-for result is: "58 % hits."."""
    return f"{of_odds(odds).words}." if odds is not None and odds.hope is not None else ""
