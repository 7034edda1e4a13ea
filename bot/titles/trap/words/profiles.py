"""The figures of units and ground, each with its case."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.profile import Figure, Profile
from bot.kernel.secret import Seen
from bot.kit.english import count
from bot.titles.trap.field import names
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import at, known
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Unit
from bot.titles.trap.printed.tables import tables

KINDS = {"sniper": "TRAP-8.8", "schmel": "TRAP-8.1", "apc": "TRAP-8.2"}
"""The cases of special units."""
COSTS = {
    "clear": "TRAP-5.1.1-1", "woods": "TRAP-5.1.1-2", "built-up": "TRAP-5.1.1-3", "landmark": "TRAP-5.1.1-3",
    "rubble": "TRAP-5.1.1-5",
}  # fmt: skip


def profiles(seen: Seen[State], place: str) -> Iterator[Profile]:
    """Yield the units in a hex as the seat knows them, then the ground."""
    state, hex = seen.state, HexId(place)
    for piece in at(state, hex):
        name = names.unit(piece)
        yield Profile(f"{name[:1].upper()}{name[1:]}", tuple(_figures(piece)))
    yield Profile(names.place(hex), tuple(_ground(state, hex)))


def _figures(piece: Unit) -> Iterator[Figure]:
    record = known(piece)
    if record is None:
        yield Figure("Covered", "you do not see it", "TRAP-3.6")
    else:
        leader = "TRAP-8.5.1" if record.side == "russian" else "TRAP-8.5.2"
        kind = leader if record.kind == "leader" else KINDS.get(record.kind, "TRAP-2.2.2")
        yield Figure("Type", record.model or record.kind, kind)
        if record.formation:
            yield Figure("Formation", names.formation(record.formation), "TRAP-2.2.3")
        yield Figure("Combat factor", f"hits with {record.cf} or less on a ten-sided die", "TRAP-6.4")
        yield Figure("Movement", count(record.mp, "point"), "TRAP-2.2.4")
        if record.heavy:
            yield Figure("Weapons", "heavy", "TRAP-2.2")
        if record.kind != "leader":
            yield Figure("Faces", piece.facing, "TRAP-3.4.2" if record.vehicle else "TRAP-3.4.1")
    if piece.status != "normal":
        yield Figure("Now", piece.status, "TRAP-5.1.2")
    if piece.level == "upper":
        yield Figure("Level", "upper", "TRAP-3.2")


def _ground(state: State, hex: HexId) -> Iterator[Figure]:
    where, costs = ground(), tables().charts.costs
    kind = "rubble" if hex in state.rubble else "landmark" if hex in where.landmark_of else where.terrain[hex]
    for name, table in (("Foot units enter", costs.foot), ("Heavy weapons on foot enter", costs.heavy)):
        yield Figure(name, f"for {names.points(table[kind])}", COSTS[kind])
    if hex in state.rubble:
        yield Figure("Rubble", "no way for vehicles", "TRAP-8.7")
    else:
        yield Figure("Vehicles enter", f"for {names.points(costs.vehicle)}", "TRAP-5.1.1")
    if where.has_road(hex):
        yield Figure("Road", f"{names.points(costs.road)} along it", "TRAP-5.1.1-9")
    if where.has_levels(hex) and hex not in state.rubble:
        yield Figure("Levels", "a ground level and an upper level", "TRAP-3.2")
    yield Figure("Sight", "blocked by it" if where.blocks(hex) else "not blocked by it", "TRAP-6.2.1-1")
    for what, hexes, cite in (
        ("Road block", state.roadblocked, "TRAP-8.4"), ("Wreck", state.wrecks, "TRAP-8.9"),
    ):  # fmt: skip
        if hex in hexes:
            yield Figure(what, "in this hex", cite)
