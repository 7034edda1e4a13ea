"""A rout: the losers of an assault leave their hex one by one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.tide import events as ev
from bot.titles.tide.combat import hits, shock
from bot.titles.tide.combat.footing import set_foot
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, movement, units
from bot.titles.tide.field.retreats import cannot_flee, refuges, safest_retreat
from bot.titles.tide.field.units import own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Retreat
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Rout
from bot.titles.tide.model.table import HexId, Squad
from bot.titles.tide.play import sketches


@case("TOI-6.2f")
def go(play: Play, step: Rout) -> bool:
    """Let the losers of an assault retreat; return true if their owner has a choice."""
    for each in step.units:
        unit = play.state.units.get(each)
        if unit is None:
            continue
        if cannot_flee(play.state, unit):
            hits.destroy(play, each, "could not retreat")
        else:
            return True
    play.emit(ev.Ended())
    return False


@case("TOI-6.2f", "TOI-9.4")
def retreat(play: Play, step: Rout, action: do.Retreat) -> None:
    """Retreat one unit: it grows less steady, and mines do not spare it."""
    target, to = action.unit, action.to
    play.emit(ev.Changed(replace(step, units=tuple(unit for unit in step.units if unit != target))))
    unit = play.state.units[target]
    if isinstance(unit, Squad) and unit.within:
        play.emit(ev.Sheltered(target))
    play.emit(ev.Moved(target, to))
    if isinstance(unit, Squad):
        shock.shake(play, unit, "disrupted" if unit.morale == "pinned" else "pinned", "retreat")
    set_foot(play, target, unit.hex, to)


@rule("TOI-6.2f")
def can_retreat_there(at: At[State, Rout], action: Retreat) -> Wrong | None:
    """A loser retreats to an adjacent open hex, with room and without enemies."""
    step = at.step
    unit = own(at, action.unit)
    if unit is None or action.unit not in step.units:
        return Wrong("that unit does not have to retreat", "choose one that lost the assault")
    if action.to in refuges(at.state, unit):
        return None
    return _no_refuge(at.state, unit, action.to)


@case("TOI-6.2f", "TOI-12.2a")
def _no_refuge(state: State, unit: units.AnyUnit, to: HexId) -> Wrong:
    """Return why a unit cannot retreat to a hex."""
    if to not in board.map_of(state).neighbours[unit.hex]:
        return Wrong(f"{to or 'that'} is not next to {unit.hex}", "choose an adjacent hex")
    cost = movement.step_cost(state, unit, unit.hex, unit.hex, to)
    if isinstance(cost, Wrong):
        return Wrong(cost.why, "choose another adjacent hex", cost.cite)
    if units.holders(state, to, unit.side):
        return Wrong(f"there are enemies at {to}", "choose another adjacent hex", "TOI-12.2b")
    return Wrong(f"{to} already holds three units", "choose another adjacent hex", "TOI-12.2a")


def retreats(at: At[State, Rout], fixed: Fixed) -> Iterator[do.Retreat]:
    """Yield the hexes that losers of an assault could go to."""
    step = at.step
    for each in step.units:
        unit = at.state.units.get(each)
        if unit is not None:
            yield from (do.Retreat(each, to) for to in refuges(at.state, unit))


def ordered(at: At[State, Rout]) -> do.Retreat | None:
    """Retreat to the safest hex."""
    return safest_retreat(at.state, at.step) if units.orders(at.state, at.seat).retreat == "safest" else None


ROUT: Decision[State, Event, Rout] = Decision(
    Rout,
    question=lambda at: f"The assault on {at.step.hex} drives your units out: choose where they retreat.",
    does="retreats",
    you="your units have to retreat",
    go=go,
    standing=ordered,
    verbs=(
        Verb(
            do.Retreat,
            when="a unit retreats when it has lost an assault",
            says="{unit} retreats to {to}.",
            why=lambda seen, action: "this is the safest hex it can reach",
            cite="TOI-6.2f",
            rules=(can_retreat_there,),
            candidates=retreats,
            resolve=retreat,
            sketch=sketches.place,
        ),
    ),
)
