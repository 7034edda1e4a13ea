"""Spotting: the legal hexes of indirect fire, and the leaders that see them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.kernel.game import Sketch
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Fixed
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.indirect import spots, spotters
from bot.titles.trap.field.movement import obstacle_case, obstacles
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import awake, on_map, other, record, seen_aboard
from bot.titles.trap.field.view import eyesight
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import RUSSIAN, HexId, UnitId
from bot.titles.trap.play.acting import Anytime, Here, idle

NOBODY = UnitId("")


# TRAP-R106
@rule("TRAP-6.5", "TRAP-6.5.1", "TRAP-8.4", "TRAP-8.9")
def is_occupied(at: Here, action: do.Shell | do.Bombard | do.Strike) -> Wrong | None:
    """Indirect fire is aimed at enemies; it removes no road block and no wreck."""
    if action.at not in ground():
        return Wrong("that is no hex of the map", "choose a hex with enemies", "TRAP-2.1")
    if enemies(at.state, at.seat, action.at, None):
        return None
    if action.at in obstacles(at.state):
        return Wrong(
            f"indirect fire does not clear the road at {action.at}",
            "fire directly with heavy weapons from two hexes away at most, or clear it by hand",
            obstacle_case(at.state, action.at),
        )
    return Wrong(f"no enemy is at {action.at}", "choose a hex with enemies")


# TRAP-R79
@rule("TRAP-6.5.1", "TRAP-6.5", "TRAP-8.5.1", "TRAP-8.5.2")
def is_spotted(at: Here, action: do.Shell | do.Bombard | do.Strike) -> Wrong | None:
    """An unmoved leader in sight must spot; only landmarks need none."""
    if action.spotter:
        return cannot_spot(at, action.spotter, action.at)
    if isinstance(action, do.Strike):
        return Wrong("a Buratino needs a leader who spots", "name a leader who sees the hex", "TRAP-8.3")
    if action.at in ground().landmark_of:
        return None
    return Wrong("only landmarks are hit without a leader who spots", "name a leader who sees the hex")


# TRAP-R79
@case("TRAP-8.5", "TRAP-8.5.1", "TRAP-8.5.2", "TRAP-4.3-5")
def cannot_spot(at: Here, id: UnitId, hex: HexId) -> Wrong | None:
    """Return why a leader cannot spot; no marker is needed, only an unused leader."""
    unit = at.state.units.get(id)
    if unit is None or unit.side != at.seat or not on_map(unit) or record(unit).kind != "leader":
        return Wrong("only a leader of yours spots", "name one of your leaders", "TRAP-8.5")
    if unit.activated and id not in at.state.acted and (at.step.marker or idle(at.state, at.step, unit)):
        return Wrong("this leader has acted this turn", "name another leader", "TRAP-8.5")
    if unit.fired:
        return Wrong("a leader who has fired cannot also spot", "name another leader", "TRAP-4.3")
    if unit.moved or unit.got_out:
        return Wrong("a leader who has moved does not spot", "name another leader", _leaders(at.seat))
    if not awake(unit):
        return Wrong(f"this leader is {unit.status} and does not spot", "name another leader", _leaders(at.seat))
    far = eyesight(at.state, unit)
    if hex in ground() and ground().distance(unit.hex, hex) > far:
        why = f"{hex} is {ground().distance(unit.hex, hex)} hexes off, and this leader spots over {far} now"
        return Wrong(why, "name a leader who is nearer", _leaders(at.seat))
    if not spots(at.state, unit, hex):
        return Wrong(
            f"this leader does not see {hex}", "name a leader who sees it and is near enough", _leaders(at.seat)
        )
    return None


def _leaders(seat: Seat) -> str:
    return "TRAP-8.5.1" if seat == RUSSIAN else "TRAP-8.5.2"


def choices(at: Here, hex: HexId, fixed: Fixed) -> Iterator[UnitId]:
    """Yield leaders that could spot a hex, the fittest first; `NOBODY` if unneeded."""
    if "spotter" in fixed:
        yield fixed["spotter"]
        return
    leaders = spotters(at.state, at.seat, hex)
    free = [each for each in leaders if each.id in at.state.acted or not each.activated]
    yield from (each.id for each in sorted(free, key=lambda each: each.status != "normal"))
    if not free and hex in ground().landmark_of:
        yield NOBODY


def targets(at: Here, fixed: Fixed) -> list[HexId]:
    """Return the hexes where enemies are; of those that are asked about, the one."""
    if "at" in fixed:
        return [fixed["at"]] if fixed["at"] in ground() else []
    return list(
        dict.fromkeys(unit.hex for unit in at.state.units.values() if unit.side != at.seat and on_map(unit))
    )


def named(spotter: UnitId) -> tuple[UnitId, ...]:
    """Return the spotter, if there is one."""
    return (spotter,) if spotter else ()


def sketch(at: Anytime, action: Any) -> Sketch | None:
    """Draw the hex, its firer and its spotter."""
    if action.at not in ground():
        return None
    ids = (getattr(action, "unit", NOBODY), action.spotter)
    units = [at.state.units[id] for id in ids if id in at.state.units and on_map(at.state.units[id])]
    notes = tuple((unit.hex, "spots" if unit.id == action.spotter else "fires") for unit in units)
    around = ground().neighbours(action.at) if isinstance(action, (do.Strike, do.Interdict)) else ()
    places = tuple(dict.fromkeys((*(unit.hex for unit in units), action.at, *around)))
    return Sketch(places=places, mark=action.at, notes=notes)


def hits_all(seen: Seen[State], action: do.Shell | do.Bombard | do.Strike) -> str:
    """Say how many enemies a hex holds, because fire from afar hits them all."""
    there = [unit for unit in units_at(seen.state, action.at, seat=other(seen.seat)) if not seen_aboard(unit)]
    return f"{len(there)} units lie there together" if len(there) > 1 else "nobody there can fire back"
