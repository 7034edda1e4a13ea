"""Shelters of squads: fortifications and transports."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.titles.tide.field import units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, Squad, Vehicle, Work
from bot.titles.tide.printed.tables import tables


@case("TOI-3.6a", "TOI-3.2h", "TOI-9.1", "TOI-9.2", "TOI-9.8")
def shelter_wrong(state: State, squad: AnyUnit, hex: HexId, into: ShelterId) -> Wrong | None:
    """Return why a squad cannot enter a shelter in its hex, or `None` if it can."""
    if not isinstance(squad, Squad):
        return Wrong("only squads go into fortifications and transports", "leave `into` out", "TOI-9.1")
    work = next((work for work in state.works.values() if ShelterId(work.id) == into), None)
    if work is not None:
        return _fort_wrong(state, squad, hex, work)
    transport = units.unit_at(state, into)
    if not isinstance(transport, Vehicle) or transport.side != squad.side or transport.hex != hex:
        return Wrong(
            f"there is no such shelter at {hex}", "choose a fortification or a transport of that hex", "TOI-3.6a"
        )
    room = units.kind(transport).transport - len(units.passengers(state, transport))
    if room < 1 and squad.within != into:
        return Wrong(f"{units.kind(transport).name} has no room left", "choose another transport", "TOI-3.2h")
    return None


@case("TOI-9.1", "FB-trench-2")
def _fort_wrong(state: State, squad: Squad, hex: HexId, work: Work) -> Wrong | None:
    if work.hex != hex or tables().works[work.kind].type != "fortification":
        return Wrong(f"there is no such fortification at {hex}", "choose one of that hex", "TOI-9.1")
    if any(other.id != squad.id for other in units.inside(state, ShelterId(work.id))):
        return Wrong("that fortification already holds a squad", "choose another one", "TOI-9.1")
    return None
