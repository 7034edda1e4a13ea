"""Rules of targets, for all actions that choose a target."""

from __future__ import annotations

from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seen
from bot.titles.tide.field import smoke_rounds
from bot.titles.tide.field.attack import BANDS
from bot.titles.tide.field.board import is_hex
from bot.titles.tide.field.units import own
from bot.titles.tide.field.whose import target_wrong
from bot.titles.tide.model.actions import Fire, FireAndMove
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Band, HexId, Vehicle


@rule("TOI-5.1a", "TOI-12.1a", "TOI-3.6c")
def can_be_target(seen: Seen[State], action: Fire | FireAndMove) -> Wrong | None:
    """Direct fire needs an enemy unit that can be aimed at; hexes are for mortars."""
    shells = isinstance(action, Fire) or isinstance(own(seen, action.unit), Vehicle)
    if is_hex(seen.state, HexId(action.target)):
        return None if shells else Wrong("a squad on the move fires at a unit, not at a hex", "name an enemy unit")
    return target_wrong(seen.state, seen.seat, action.target)


@case("FB-munition-9")
def round_wrong(
    state: State, unit: Vehicle, action: Fire | FireAndMove, allowed: tuple[Band, ...] = BANDS, *half: Modifier
) -> Wrong | None:
    """Return why a unit cannot fire a smoke round in this way, or `None` if it can."""
    if action.mode != "normal" or action.using:
        return Wrong("a smoke round neither kills nor suppresses", "leave `mode` and `using` out", "FB-munition-9")
    plan = smoke_rounds.plan(state, unit, HexId(action.target), allowed, half)
    return plan if isinstance(plan, Wrong) else None
