"""The figures of units and ground, each with its case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from bot.kernel.profile import Figure, Profile
from bot.kernel.secret import Seen
from bot.kit.english import count, in_dice
from bot.titles.tide.field import board, defence, movement, names, units
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, Squad, Vehicle
from bot.titles.tide.printed.records import FigureRecord, VehicleRecord, Weapon
from bot.titles.tide.printed.tables import tables

SPECIALITIES = {
    "engineer": "TOI-2.4b", "medic": "TOI-2.4c", "flamethrower": "TOI-2.4d", "anti-tank": "TOI-2.4e",
    "expert": "TOI-2.4a", "saboteur": "TOI-2.4a",
}  # fmt: skip
ABILITIES = {
    "sturdy": "TOI-3.2a", "concussive": "TOI-3.2b", "overrun": "TOI-3.2c", "thick armour": "TOI-3.2e",
    "fragile": "TOI-3.2f", "road": "TOI-3.2g",
}  # fmt: skip
STATES = {
    "op fire": "TOI-6.1a", "fatigued": "TOI-4.9", "pinned": "TOI-5.4d", "disrupted": "TOI-5.4e",
    "light": "TOI-3.5b", "heavy": "TOI-3.5c",
}  # fmt: skip
WORKS = {
    "entrenchment": "TOI-9.1", "pillbox": "TOI-9.2", "trench": "FB-trench-3", "mines": "TOI-9.4",
    "instant-mines": "FB-mines-1", "wire": "TOI-9.5", "trap": "TOI-9.6", "smoke": "TOI-9.7",
}  # fmt: skip
GROUND = {
    "woods": "FB-woods-1", "building": "FB-building-1", "swamp": "FB-swamp-1", "bridge": "FB-bridge-1",
    "balka": "FB-balka-1", "balka-entrance": "FB-balka-5",
}  # fmt: skip
"""The cases of kinds of ground; all others are in 8.1."""


def profiles(seen: Seen[State], place: str) -> Iterator[Profile]:
    """Yield the units in a hex as the seat knows them, then the ground."""
    state, hex = seen.state, HexId(place)
    for piece in units.at(state, hex):
        yield Profile(names.full(piece), tuple(_figures(state, piece)))
    yield Profile(names.place(state, hex), tuple(_ground(state, hex)))


def _figures(state: State, piece: AnyUnit) -> Iterator[Figure]:
    known = isinstance(piece, Vehicle) or piece.base.known
    if not known:
        yield Figure("Concealed", "its figures are hidden", "TOI-12.1a")
        return
    yield from _vehicle(piece) if isinstance(piece, Vehicle) else _squad(piece)
    points, parts = movement.allowance(state, piece, "advance")
    cite = parts[0].cite if parts else "TOI-2.2c"
    yield Figure("Movement", count(points // movement.POINT, "point"), cite)
    for part in defence.of(state, piece, "normal"):
        yield Figure("Defence dice", f"{part.n:+} {part.why}", part.cite)
    signs = [piece.activity, piece.damage if isinstance(piece, Vehicle) else piece.morale]
    for sign in signs:
        if sign in STATES:
            yield Figure("Now", "on Op Fire" if sign == "op fire" else sign, STATES[sign])
    if isinstance(piece, Squad) and piece.concealed:
        yield Figure("Concealed", "only you know its figures", "TOI-12.1a")


def _squad(piece: Squad) -> Iterator[Figure]:
    base = piece.base.open()
    for kind, number in Counter(base.figures).items():
        record = tables().figures[kind]
        yield Figure(f"{number} × {record.name}", _weapons(record), "TOI-2.2a")
        if kind == "officer":
            yield Figure("Officer", "steadies the squads of its hex", "TOI-2.3c")
        if kind == "elite":
            yield Figure("Elite", "harder to suppress", "TOI-2.3a")
    if base.special:
        yield Figure("Specialization", base.special, SPECIALITIES[base.special])


def _vehicle(piece: Vehicle) -> Iterator[Figure]:
    record = units.kind(piece)
    yield Figure("Type", f"{'heavy' if record.heavy else 'light'} {record.type}", "TOI-3.1a")
    yield Figure("Firepower", _weapons(record), "TOI-5.3a")
    for ability in record.abilities:
        yield Figure("Ability", ability, ABILITIES[ability])
    if record.transport:
        yield Figure("Carries", count(record.transport, "squad"), "TOI-3.2h")


def _weapons(record: FigureRecord | VehicleRecord) -> str:
    """Say how many dice a weapon rolls, and how far it reaches."""
    said = [
        f"{_weapon(weapon)} at {target}"
        for weapon, target in ((record.infantry, "squads"), (record.vehicles, "vehicles"))
        if weapon[1]
    ]
    return "; ".join(said) or "no weapon"


def _weapon(weapon: Weapon) -> str:
    return f"{in_dice(weapon[1])} to range {weapon[0]}"


def _ground(state: State, hex: HexId) -> Iterator[Figure]:
    spot = board.map_of(state)[hex]
    record = tables().terrain[spot.terrain]
    cite = GROUND.get(spot.terrain, "TOI-8.1")
    for who, cost in (("Squads", record.squads), ("Vehicles", record.vehicles)):
        yield Figure(f"{who} enter", f"for {count(cost, 'point')}" if cost else "not at all", cite)
    if spot.roads:
        yield Figure("Road", "to a hex that the road leads to", "FB-road-1")
    yield Figure("Cover", f"+{record.cover} defence dice" if record.cover else "none", cite)
    yield Figure("Sight", "blocked by it" if record.blocks else "not blocked by it", "TOI-7.2")
    if spot.level:
        yield Figure("Hill", f"level {spot.level}", "TOI-5.1b")
    for work in state.works.values():
        if work.hex == hex and work.kind in WORKS:
            kind = tables().works[work.kind]
            cover = f", +{kind.cover} defence dice" if kind.cover else ""
            yield Figure("Lies here", f"{kind.name}{cover}", WORKS[work.kind])
