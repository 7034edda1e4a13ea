"""Advice about an order before it is given: a title's own texts, and defaults."""

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
    """A remark about a choice before it is made: one value of a field of an order."""

    order: tuple[float, ...] = ()
    """Sort key: the nearest to the enemy, best chance or shortest path comes first."""
    words: str = ""
    """The remark beside its name: "3 AP, woods, seen by 2", "58 % hits"."""
    mark: str = ""
    """The shortest form, written on the map: "3", "58 %"."""
    place: str = ""
    """Its place on the map; empty if it has none."""
    says: tuple[str, ...] = ()
    """Sentences that `words` already cover, such as the price."""


class Adviser(Game[S, A, E], Protocol[S, A, E]):
    """A title that describes orders before they are given."""

    groups: tuple[Group, ...]
    """The actions whose commands are in groups; all others are below the title's name."""
    knowing: Callable[[Sequence[Any]], Callable[[Seen[Any]], Seen[Any]]]
    """Lets the report of an order name units that its own events reveal."""
    gather: Callable[[list[str]], list[str]]
    """Merges lines of one order that report the same thing."""
    run_on: Callable[[list[str]], list[str]]
    """Merges neighbouring lines of several orders that report similar things."""

    def asked(self, state: S) -> Sequence[Seat]:
        """Return the seats that must act."""

    def is_open(self, seen: Seen[S], seat: Seat, kind: type[A]) -> bool:
        """Return whether a seat is asked for actions of a class."""

    def weigh(
        self, seen: Seen[S], kind: type[A], known: Mapping[str, Any], field: Field, values: Sequence[Any]
    ) -> Sequence[Remark]:
        """Return a remark for each value of a field, given other known fields.

        For a field that takes several values, a value is a single one or a tuple.
        """

    def unplayed(self, seen: Seen[S], place: str) -> str:
        """Return the case that bars a printed place from play; "" if none does."""

    def spoken(self, seen: Seen[S], action: A) -> str:
        """Return an order as a sentence: "LMG 03 goes to F07 by E06"."""

    def beforehand(self, seen: Seen[S], action: A) -> Sequence[str]:
        """Return sentences about the known effects of an action before it is taken.

        They cover the cost of its path, enemies that could fire at it there, and secrets that it reveals.
        """

    def threats(self, seen: Seen[S], piece: Any) -> str:
        """Return a sentence that names the threats to a piece; empty if there are none."""

    def rests(self, seen: Seen[S], piece: Any) -> bool:
        """Return whether a piece has acted, and acts again only for an extra price."""

    def fewer(self, seen: Seen[S], action: A) -> Sequence[A]:
        """Return better versions of an order with fewer pieces, the best first."""

    def option(self, field: Field, value: Any) -> str:
        """Describe an option's value: "+1 on the roll"; empty if its name says it all."""

    def advise(self, seen: Seen[S]) -> A:
        """Return the advised action.

        It follows the computer player, but may combine several orders.
        """

    def why(self, seen: Seen[S], action: A) -> str:
        """Return a sentence with the reason for an action of the computer player."""


@dataclass(frozen=True)
class Advice(Generic[S]):
    """A title's own texts about orders; their fields and odds supply the rest."""

    where: Callable[[Seen[S], Any], str] = lambda seen, piece: ""
    """The place of a piece that orders name; empty if it is not on the map."""
    weigh: Callable[[Seen[S], type[Any], Mapping[str, Any], Field, Sequence[Any]], Sequence[Remark]] = (
        lambda seen, kind, known, field, values: ()
    )
    """Remarks on each value of a field beside its place and its odds, if any."""
    beforehand: Callable[[Seen[S], Any], Sequence[str]] = lambda seen, action: ()
    """The known effects of an action before it is taken, in sentences."""
    threats: Callable[[Seen[S], Any], str] = lambda seen, piece: ""
    """The threats to a piece in its place."""
    option: Callable[[Field, Any], str] = lambda field, value: ""
    """The effect of an option's value in a few words; empty if its name says it all."""
    fewer: Callable[[Seen[S], Any], Sequence[Any]] = lambda seen, action: ()
    """Better versions of an order with fewer pieces, the best first."""
    rests: Callable[[Seen[S], Any], bool] = lambda seen, piece: False
    """Whether a piece has acted, and acts again only for an extra price."""
    fill: Callable[[Seen[S], Field, Any, str, str], str] = lambda seen, field, value, one, more: str(value)
    """A value of a field in a template of an order.

    If there are verbs, the first follows the name of one thing, the second those of several.
    """


NONE: Advice[Any] = Advice()
FAR = 99
"""The distance to the enemy if there is no enemy."""
Where = Callable[[Seen[Any], Any], str]
"""The place of a piece on the map."""


def weighed(
    game: Game[Any, Any, Any],
    where: Where,
    seen: Seen[Any],
    kind: type[Any],
    known: Fixed,
    field: Field,
    values: Sequence[Any],
) -> list[Remark]:
    """Return each value's place on the map, and its odds if it completes the order."""
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
    """Return whether a field optionally names a piece, such as a spotter.

    Without it the odds of an order may be worse.
    """
    return field.is_name and not field.required and not field.many and field.type is not game.place


def _as_offered(game: Game[Any, Any, Any], seen: Seen[Any], action: Any, known: Fixed) -> Any:
    """Return the first legal version of an order; its odds may differ."""
    offered = game.candidates(seen, type(action), known)
    return next((each for each in offered if game.judge(seen, each) is None), action)


def of_odds(odds: Odds | None) -> Remark:
    """Return a remark with the chance of the hoped-for result; the best sorts first."""
    if odds is None or odds.hope is None:
        return Remark()
    what, chance = odds.hope
    return Remark((-chance,), f"{percent(chance)} {what}", percent(chance))


def together(plain: Remark, told: Remark) -> Remark:
    """Merge the remark of the odds with the title's own.

    The best chance sorts first, then the title's order.
    """
    words = ", ".join(filter(None, (plain.words, told.words)))
    order = (*(plain.order or (0.0,)), *told.order)
    return Remark(order, words, told.mark or plain.mark, told.place or plain.place, told.says)


def enemy_away(far: int) -> str:
    """Return the distance of the nearest enemy in words; "" if there is none."""
    return f"enemy {away(far)}" if far < FAR else ""


def completed(kind: type[Any], known: Fixed, field: Field, value: Any) -> Any | None:
    """Return the order that a value completes with default options.

    Returns `None` if the order still lacks a required field.
    """
    said = {**known, field.name: (value,) if field.many and not isinstance(value, tuple) else value}
    if any(each.required and each.name not in said for each in fields(kind)):
        return None
    return kind(**said)


def place_of(game: Game[Any, Any, Any], where: Where, seen: Seen[Any], field: Field, value: Any) -> str:
    """Return the place of a value on the map; for several values, that of the first."""
    one = value[0] if isinstance(value, tuple) and value else value
    if not one or isinstance(one, tuple | bool):
        return ""
    if field.type is game.place:
        return str(one)
    return where(seen, one) if field.is_name else ""


def spoken(game: Game[Any, Any, Any], seen: Seen[Any], action: Any) -> str:
    """Describe an order by its fields.

    `advance unit:2nd Squad to:C6` gives "Advance: 2nd Squad, to C6".
    """
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
    """Return the chance of the hoped-for result: "58 % hits"."""
    return f"{of_odds(odds).words}." if odds is not None and odds.hope is not None else ""
