"""Before the battle begins, each player may turn the units placed on the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen, private
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count, join
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field import names
from bot.titles.firefight.field.placing import hidden_units, refuges
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.field.units import of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import FACINGS, HexId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Reface
from bot.titles.firefight.play.base import done


def to_turn(at: At[State, Reface], fixed: Fixed) -> Iterator[do.Reface]:
    """Yield each own unit on the map, in every facing."""
    mine = (unit.id for unit in of(at.state, at.step.seat) if unit.hiding is None)
    for units in (fixed["units"],) if fixed.get("units") else ((unit,) for unit in mine):
        yield from (do.Reface(units, facing) for facing in FACINGS)


@rule("G-4.0.3")
def is_placed(at: At[State, Reface], action: do.Reface) -> Wrong | None:
    """Only own units on the map turn; a unit in a bunker faces as the bunker does."""
    mine = {unit.id for unit in of(at.state, at.step.seat) if unit.hiding is None}
    if not action.units or not mine.issuperset(action.units):
        return Wrong("that is none of your units on the map", f"choose among {names.units(at.state, mine)}")
    inside = [unit for unit in action.units if _in_bunker(at.state, unit)]
    if inside:
        what = names.units(at.state, inside)
        return Wrong(f"{what}: a unit in a bunker faces as the bunker does", "choose other units", "COH-6.1d")
    if all(at.state.units[unit].facing == action.facing for unit in action.units):
        return Wrong("it faces that way already", "choose another side")
    return None


def _in_bunker(state: State, unit: UnitId) -> bool:
    work = state.works.get(state.units[unit].inside)
    return work is not None and work.kind == "bunker"


@case("G-4.0.3")
def turn(play: Play, step: Reface, action: do.Reface) -> None:
    """Turn the units."""
    play.emit(ev.Faced(action.units, action.facing))


def leave(play: Play, step: Reface, action: do.Done) -> None:
    """Leave the other units as they are."""
    play.emit(ev.Ended())


# Hidden units that made way. Each player with hidden units decides, so that the question reveals nothing.


def has_hidden(at: At[State, Reface]) -> bool:
    """Return true if a player has hidden units."""
    return bool(hidden_units(at.state, at.step.seat))


def made_way(at: At[State, Reface]) -> dict[UnitId, tuple[HexId, ...]]:
    """Return the hidden units known to have made way, with the hexes open to each."""
    hidden = hidden_units(at.state, at.step.seat).values()
    fled = {unit.id: unit.fled.open() for unit in hidden if unit.fled is not None and unit.fled.known}
    return {id: refuges(at.state, at.state.units[id], hex) for id, hex in fled.items() if hex}


@rule("G-3.7b")
def regroups_near(at: At[State, Reface], action: do.Regroup) -> Wrong | None:
    """A unit that made way moves to a nearest hex that is free of enemies."""
    moved = made_way(at)
    if action.to and len(action.to) != len(moved):
        return Wrong(f"{count(len(moved), 'unit')} made way", "name one hex for each, or none to leave them there")
    for (id, open), hex in zip(moved.items(), action.to, strict=False):
        if hex not in open:
            where = join([names.hex(at.state, each) for each in open], "or")
            return Wrong(
                f"{names.unit(at.state, id)} made way, and may go only to the nearest hexes", f"choose {where}"
            )
    return None


def to_regroup(at: At[State, Reface], fixed: Fixed) -> Iterator[do.Regroup]:
    """Yield the choice to leave units where they went, then all other hexes."""
    yield do.Regroup()
    if moved := made_way(at):
        yield from map(do.Regroup, product(*moved.values()))


# FF-R87
@case("G-3.7b")
def regroup(play: Play, step: Reface, action: do.Regroup) -> None:
    """Put the units that made way in the hexes that their owner chose."""
    hidden = hidden_units(play.state, step.seat)
    moved = [id for id, unit in hidden.items() if unit.fled is not None and unit.fled.open()]
    chosen = dict(zip(moved, action.to, strict=False))
    hexes = {id: unit.hiding.open() for id, unit in hidden.items() if unit.hiding is not None}
    play.emit(
        ev.HiddenMoved(
            step.seat,
            units={id: private(chosen.get(id, at), step.seat) for id, at in hexes.items()},
            fled={id: private(HexId(""), step.seat) for id in hidden},
            works={},
        ),
        ev.Ended(),
    )


def question(at: At[State, Reface]) -> str:
    """Ask for facings; name the other hexes for units that made way."""
    asks = f"{for_whom(at.state, at.step.seat)}Do you turn any of your units on the map before the battle begins?"
    for id, open in made_way(at).items():
        where = join([names.hex(at.state, each) for each in open], "or")
        asks += f" {names.unit(at.state, id)} made way for the enemy: it may be at {where}."
    return asks


def says_regroup(seen: Seen[State], action: do.Regroup) -> str:
    """Return the order as a sentence, with the hexes of the units that made way."""
    where = join([names.place(seen.state, hex) for hex in action.to])
    return f"You are ready{f'; the displaced units go to {where}' if where else ''}."


REFACE: Decision[State, Event, Reface] = Decision(
    Reface,
    asked=speaks,
    question=question,
    private=has_hidden,
    does="may turn the units on the map",
    you="you may turn your units on the map",
    verbs=(
        Verb(
            do.Reface,
            when="units are turned at no cost when all generator cards have been played",
            says="{units:turns|turn} to face {facing}.",
            cite="G-4.0.3",
            rules=(is_placed,),
            candidates=to_turn,
            resolve=turn,
        ),
        done(leave, cite="G-4.0.3", open=lambda at: not has_hidden(at)),
        Verb(
            do.Regroup,
            when="hidden units regroup when all generator cards have been played",
            says=says_regroup,
            cite="G-3.7b",
            rules=(regroups_near,),
            candidates=to_regroup,
            resolve=regroup,
            open=has_hidden,
        ),
    ),
)
