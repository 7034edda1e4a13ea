"""The figures of units and ground, each with its case."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.profile import Figure, Profile
from bot.kernel.secret import Seen
from bot.kit.english import FACES, count
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.shots import SHELTER, WET
from bot.titles.firefight.field.units import at
from bot.titles.firefight.field.units import kind as kind_of
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.printed.hits import hits
from bot.titles.firefight.printed.movement import tolls
from bot.titles.firefight.printed.units import Aspect, Kind

STATES = {"fresh": "COH-1.3b", "used": "COH-1.3c", "spent": "COH-1.4d"}
STATUS = {"fresh": "fresh", "used": "active", "spent": "spent"}


def profiles(seen: Seen[State], place: str) -> Iterator[Profile]:
    """Yield the units in a hex as the seat knows them, then the ground."""
    state, hex = seen.state, HexId(place)
    for piece in at(state, hex):
        yield Profile(names.unit(state, piece.id), tuple(_figures(piece)))
    yield Profile(names.hex(state, hex), tuple(_ground(state, hex)))


def _figures(piece: Unit) -> Iterator[Figure]:
    kind = kind_of(piece)
    if kind.attack:
        yield Figure("Attack", f"costs {count(kind.attack, 'action point')}", "COH-1.3b")
        yield Figure("Range", _range(kind), "COH-3.2a")
        yield Figure("Firepower", f"{kind.red} against soft, {kind.blue} against armoured targets", "COH-2.0a")
    if kind.crewed:
        yield Figure("White field", "a crewed weapon", "COH-2.0b")
    if kind.indirect:
        yield Figure("Indirect fire", f"costs {count(kind.indirect, 'action point')}", "COH-3.3e")
    if kind.turret:
        yield Figure("Turret", "fires all around", "COH-3.2d")
    yield Figure("Move", f"costs {count(kind.move, 'action point')} a hex, {_going(kind)}", "COH-4.1a")
    if kind.wheels or kind.tracks:
        yield Figure("Bonus moves", str(kind.wheels + kind.tracks), "COH-4.3a")
    front, flank = _defence(kind, "front"), _defence(kind, "flank")
    yield Figure("Defence", f"front {front}, flank {flank}", "COH-3.3b")
    if piece.hiding is None:
        yield Figure("Faces", FACES[piece.facing], "COH-3.1c")
    yield Figure("Now", STATUS[piece.status], STATES[piece.status])
    if piece.hit is not None:
        known = piece.hit.marker.known
        name = hits().markers[piece.hit.marker.open()].name.lower() if known else "its owner alone knows which"
        yield Figure("Hit marker", name, "COH-3.5a")


def _range(kind: Kind) -> str:
    """Say how far a unit fires."""
    if not kind.range:
        return "its own hex"
    return (
        f"{kind.minimum} to {kind.range} hexes"
        if kind.minimum
        else f"{kind.range} {'hex' if kind.range == 1 else 'hexes'}"
    )


def _going(kind: Kind) -> str:
    return "on foot" if kind.mode == "foot" else f"on {kind.mode}"


def _defence(kind: Kind, side: Aspect) -> str:
    return f"{kind.defence(side)} {'armoured' if side in kind.armour else 'soft'}"


def _ground(state: State, hex: HexId) -> Iterator[Figure]:
    here = ground(state.field)
    spot = here[hex]
    toll = tolls().terrain[spot.terrain]
    yield Figure("Ground", names.terrain(spot.terrain), "COH-3.3a")
    for who, cost, cite in (
        ("Foot units", toll.foot, "COH-4.2d" if spot.terrain == "water" else "COH-4.2a"),
        ("Wheels", toll.wheels, "COH-4.2c"), ("Tracks", toll.tracks, "COH-4.2c"),
    ):  # fmt: skip
        yield Figure(
            who, "cannot enter" if cost is None else f"pay {cost} more" if cost else "pay nothing more", cite
        )
    if spot.roads:
        yield Figure("Road", "in this hex", "COH-4.1f")
    if spot.terrain in SHELTER:
        yield Figure("Defence", f"{SHELTER[spot.terrain]:+}", "COH-3.3a")
    if spot.terrain == "water":
        yield Figure("Defence", f"{-WET} for foot units", "COH-3.3a")
    yield Figure("Sight", "blocked by it" if here.covered(hex) else "not blocked by it", "COH-4.4a")
    if spot.level:
        yield Figure("Hill", f"level {spot.level}", "COH-3.2c")
    if hex in state.smoke:
        yield Figure("Smoke", state.smoke[hex], "COH-4.4a")
