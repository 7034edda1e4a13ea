"""Before the battle begins each player may turn the units that were placed on the map."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import At, Decision, Fixed, Verb, just
from bot.titles.firefight.field import names
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.field.units import of
from bot.titles.firefight.model import generator_actions as do
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.events import Ended, Faced
from bot.titles.firefight.model.generator_steps import Reface
from bot.titles.firefight.model.ids import FACINGS, UnitId
from bot.titles.firefight.model.play import Play
from bot.titles.firefight.model.state import State


def to_turn(at: At[State, Reface], fixed: Fixed) -> Iterator[do.Reface]:
    """Offer each own unit on the map, to every side."""
    mine = (unit.id for unit in of(at.state, at.step.seat) if unit.hiding is None)
    for units in (fixed["units"],) if fixed.get("units") else ((unit,) for unit in mine):
        yield from (do.Reface(units, facing) for facing in FACINGS)


@rule("G-4.0.3")
def is_placed(at: At[State, Reface], action: do.Reface) -> Wrong | None:
    """Only own units on the map are turned, and who is in a bunker faces as it does."""
    mine = {unit.id for unit in of(at.state, at.step.seat) if unit.hiding is None}
    if not action.units or not mine.issuperset(action.units):
        return Wrong("that is none of your units on the map", f"choose among {names.units(at.state, mine)}")
    inside = [unit for unit in action.units if _in_bunker(at.state, unit)]
    if inside:
        what = names.units(at.state, inside)
        return Wrong(f"{what}: in a bunker one faces as it does", "choose other units", "COH-6.1d")
    if all(at.state.units[unit].facing == action.facing for unit in action.units):
        return Wrong("it faces that way already", "choose another side")
    return None


def _in_bunker(state: State, unit: UnitId) -> bool:
    work = state.works.get(state.units[unit].inside)
    return work is not None and work.kind == "bunker"


@case("G-4.0.3")
def turn(play: Play, step: Reface, action: do.Reface) -> None:
    """Turn the units."""
    play.emit(Faced(action.units, action.facing))


def leave(play: Play, step: Reface, action: do.Done) -> None:
    """Leave the others as they are."""
    play.emit(Ended())


REFACE: Decision[State, Event, Reface] = Decision(
    Reface,
    asked=speaks,
    question=lambda at: (
        f"{for_whom(at.state, at.step.seat)}Do you turn any of your units on the map before the battle begins?"
    ),
    does="may turn the units on the map",
    you="you may turn your units on the map",
    verbs=(
        Verb(
            do.Reface,
            when="units are turned for nothing when all generator cards have been played",
            cite="G-4.0.3",
            rules=(is_placed,),
            candidates=to_turn,
            resolve=turn,
        ),
        Verb(
            do.Done,
            when="done is said where something may be left as it is",
            cite="G-4.0.3",
            candidates=just(do.Done()),
            resolve=leave,
        ),
    ),
)
