"""What is seen on the battlefield as it lies now: with its smoke, and with the weather."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.memo import POSITION
from bot.titles.firefight.field.sight import Look
from bot.titles.firefight.field.sight import look as along
from bot.titles.firefight.field.units import of_side, other, where
from bot.titles.firefight.model.ids import HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.cards import Weather, cards


@case("G-1.2", "G-3.9a")
def weather(state: State) -> Iterator[Weather]:
    """Yield the conditions that hold for both sides in this round."""
    for played in state.conditions:
        condition = cards().conditions[played.card].weather
        if played.half == "top" and state.round >= condition.since:
            yield condition


def eyesight(state: State) -> int:
    """Return how far one sees in this weather, 0 where there is no limit."""
    return min((each.sight for each in weather(state) if each.sight), default=0)


def look(state: State, a: HexId, b: HexId) -> Look:
    """Look from one hex into another."""
    far = eyesight(state)
    if far and ground(state.field).distance(a, b) > far:
        return Look(b, "G-1.2", f"in this weather nobody sees farther than {far} hexes")
    return along(state.field, a, b, state.smoke)


def sees(state: State, a: HexId, b: HexId) -> bool:
    """Say whether one sees from a hex into another."""
    return look(state, a, b).clear


def seen_by(state: State, side: Side, hex: HexId) -> bool:
    """Say whether a unit of a side, as far as one knows where it is, sees a hex."""
    return any(sees(state, where(unit), hex) for unit in of_side(state, side))


@POSITION.keeps
def watched(state: State, side: Side) -> frozenset[HexId]:
    """Return the hexes that the enemies of a side see."""
    eyes = {where(unit) for unit in of_side(state, other(side))}
    return frozenset(hex for hex in ground(state.field).places if any(sees(state, eye, hex) for eye in eyes))
