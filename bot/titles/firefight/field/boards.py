"""The record boards: the rules of cards in force, and the cards that gave units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight.field.units import rumoured, side_of
from bot.titles.firefight.model.ids import GeneratorId, Half, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import WAITING, Played, Zone
from bot.titles.firefight.printed.cards import BOARD, Top, cards
from bot.titles.firefight.printed.effects import Artillery, LastingRule

R = TypeVar("R", bound=LastingRule)


@case("G-3.0b", "G-1.1", "G-3.2", "G-3.3a", "G-3.3b")
def zone(card: GeneratorId, half: Half) -> Zone:
    """Return the place of a played card: on the board, or discarded if it acts once."""
    if half == "bottom":
        return "units"
    top = cards().generator[card].top
    return "discarded" if top.once else BOARD[top.kind]


def tops(state: State) -> Iterator[tuple[Played, Top]]:
    """Yield the cards that were played for their top, each with its top."""
    for played in state.record:
        if played.half == "top":
            yield played, cards().generator[played.card].top


def rules(state: State, kind: type[R]) -> Iterator[tuple[Played, R]]:
    """Yield the rules of a kind that cards have brought into force."""
    for played, top in tops(state):
        yield from ((played, each) for each in top.rules if isinstance(each, kind))


# FF-R86
@case("G-3.3a")
def strikes(state: State, seat: Seat) -> int:
    """Return a player's artillery strikes a round: the artillery cards they played."""
    return sum(played.seat == seat for played, _ in rules(state, Artillery))


def played(state: State, card: GeneratorId) -> Played:
    """Return the record of a played card; raises `StopIteration` if it was not played."""
    return next(each for each in state.record if each.card == card)


@case("G-3.7a")
def with_units(state: State, side: Side, seat: Seat | None = None) -> tuple[GeneratorId, ...]:
    """Return a side's or a player's played cards with units that wait off the map."""
    return tuple(
        each.card
        for each in state.record
        if side_of(state, each.seat) == side
        and seat in (None, each.seat)
        and any(state.units[id].hex == WAITING and not rumoured(state, id) for id in each.units)
    )
