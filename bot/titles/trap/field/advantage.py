"""The advantages of a place or a target, in clauses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.kernel.rule import Modifier
from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.english import away, join
from bot.titles.trap.field import names
from bot.titles.trap.field.battle import counts
from bot.titles.trap.field.danger import nearest, watchers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.order_words import units_of
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import other
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, Unit, UnitId

HELPS = {
    "TRAP-6.4.2-11": "it has given itself away",
    "TRAP-6.4.2-12": "it is under fire already",
    "TRAP-6.4.2-13": "it lies in the open",
    "TRAP-6.4.2-14": "it is fired at from above",
    "TRAP-6.4.2-16": "it shows its rear",
    "TRAP-6.4.2-18": "a tank gun breaks walls",
    "TRAP-6.4.2-20": "it sits in the open",
    "TRAP-7.2-1": "you outnumber them",
    "TRAP-7.2-2": "you outnumber them",
    "TRAP-7.2-4": "they are shaken",
}
"""Clauses for helpful modifiers."""
NEAR = 4
"""The distance within which an enemy matters at once."""


def helps(mods: Iterable[Modifier]) -> list[str]:
    """Name the modifiers that help most, two at most."""
    good = sorted((mod for mod in mods if mod.n < 0), key=lambda mod: mod.n)
    return list(dict.fromkeys(HELPS[mod.cite] for mod in good if mod.cite in HELPS))[:2]


def of_place(seen: Seen[State], ids: Sequence[UnitId], to: HexId) -> str:
    """Name the building that a way leads to, the targets there and the danger."""
    if to not in ground():
        return ""
    units = units_of(seen, ids)
    start = units[0].hex if units and units[0].hex in ground() else None
    reasons = [*_towards(seen, start, to), *_shelter(seen, units, start, to)]
    far = nearest(seen.state, seen.seat, to)
    if not reasons and far < FAR:
        reasons = [f"the enemy is then {away(far)}"]
    return join(reasons)


def _shelter(seen: Seen[State], units: Sequence[Unit], start: HexId | None, to: HexId) -> list[str]:
    """Say that fewer enemies see a place than the hex that is left, or none."""
    there = len(watchers(seen.state, seen.seat, to, units))
    if not there:
        return ["no enemy could fire at it there"]
    here = len(watchers(seen.state, seen.seat, start, units)) if start is not None else 0
    return ["fewer enemies could fire at it there"] if there < here else []


def _towards(seen: Seen[State], start: HexId | None, to: HexId) -> list[str]:
    """Name the building that counts to which a move leads or comes nearer."""
    best: tuple[int, str] | None = None
    for hex in buildings(seen.state):
        far = ground().distance(to, hex)
        nearer = start is None or far < ground().distance(start, hex)
        if nearer and (best is None or far < best[0]):
            best = far, names.place(hex)
    if best is None or (start is None and best[0]):
        return []
    there = "contests" if units_at(seen.state, to, seat=other(seen.seat)) else "holds"
    return [f"it {'comes nearer to' if best[0] else there} {best[1]}"]


def buildings(state: State) -> list[HexId]:
    """Return the hexes of the buildings that count."""
    keys = ("palace", "station", "security", "parliament")
    return [hex for key in keys if counts(state, key) for hex in ground().building(key)]
