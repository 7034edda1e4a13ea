"""Everybody in a column gets out by one order: vehicle after vehicle, as if each had been told by itself."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Refusal, Wrong, case, judge, rule
from bot.kernel.secret import see
from bot.kit.decisions import At, Fixed, Verb
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import on_map, record, riders
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import HexId, Unit
from bot.titles.trap.play.acting import Here, able, may_act, on_the_map
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.carrying import UNLOAD, reached, unload
from bot.titles.trap.play.moves import off_course

ALL = do.Dismount.__struct_defaults__[-1]
"""As many vehicles as there are."""


# TRAP-R135
@case("TRAP-8.2")
def column(state: State, step: Activation, lead: Unit) -> list[Unit]:
    """Return the vehicles that may act, from the first on, each beside one before it."""
    near = {unit.hex: unit for unit in able(state, step) if on_map(unit) and record(unit).vehicle}
    found = {lead.hex: lead}
    queue = [lead.hex]
    for hex in queue:
        for to in ground().neighbours(hex):
            if to in near and to not in found:
                found[to] = near[to]
                queue.append(to)
    return list(found.values())


def exits(state: State, vehicle: Unit) -> list[HexId]:
    """Return where those who ride in a vehicle look for cover, the best place first.

    Cover is better than the open, a place off the streets better than one in them, an empty one than a full one.
    """

    def order(hex: HexId) -> tuple[bool, bool, int]:
        bare = ground().terrain[hex] == "clear" and hex not in state.rubble
        return bare, ground().has_road(hex), len(units_at(state, hex))

    return sorted((*reached(state, vehicle), vehicle.hex), key=order)


def way_out(at: Here, vehicle: Unit, where: str) -> do.Unload | Refusal:
    """Return how everybody in a vehicle gets out, or why they cannot."""
    inside = tuple(rider.id for rider in riders(at.state, vehicle.id))
    refused: Refusal | None = None
    for hex in exits(at.state, vehicle) if where == "cover" else (vehicle.hex,):
        action = do.Unload(inside, hex)
        found = judge(UNLOAD.rules, at, action)
        if found is None:
            return action
        refused = refused or found
    assert refused is not None
    return refused


def loaded(state: State, step: Activation, lead: Unit) -> list[Unit]:
    """Return the vehicles of a column in which somebody rides."""
    return [unit for unit in column(state, step, lead) if riders(state, unit.id)]


@rule("TRAP-8.2")
def somebody_gets_out(at: Here, action: do.Dismount) -> Wrong | None:
    """In the column somebody rides who can get out."""
    lead = at.state.units[action.lead]
    if not record(lead).vehicle:
        return Wrong("that is no vehicle", "name a vehicle of the column")
    refused: Refusal | None = None
    for unit in loaded(at.state, at.step, lead)[: action.vehicles]:
        way = way_out(at, unit, action.where)
        if isinstance(way, do.Unload):
            return None
        refused = refused or way
    if refused is None:
        return Wrong("nobody rides in this column", "choose a column with somebody aboard")
    return Wrong(refused.why, refused.mend, refused.cite)


def to_dismount(at: Here, fixed: Fixed) -> Iterator[do.Dismount]:
    """Offer each vehicle with somebody aboard that has another one like it in its column."""
    for unit in able(at.state, at.step):
        if not on_map(unit) or not riders(at.state, unit.id) or fixed.get("lead", unit.id) != unit.id:
            continue
        many = len(loaded(at.state, at.step, unit))
        for vehicles in (ALL, *range(2, many)) if many > 1 else ():
            yield do.Dismount(unit.id, "cover", vehicles)
            yield do.Dismount(unit.id, "here", vehicles)


def dismount(play: Play, step: Activation, action: do.Dismount) -> None:
    """Let them get out, vehicle after vehicle; who cannot stays aboard."""
    for unit in loaded(play.state, step, play.state.units[action.lead])[: action.vehicles]:
        way = way_out(At(play.seat, see(play.state, play.seat).state, step), unit, action.where)
        if isinstance(way, do.Unload):
            unload(play, step, way)


DISMOUNT = Verb(
    do.Dismount,
    when="units get out of vehicles when these are activated",
    cite="TRAP-8.2",
    rules=(may_act, on_the_map, off_course, somebody_gets_out),
    candidates=to_dismount,
    resolve=dismount,
)
