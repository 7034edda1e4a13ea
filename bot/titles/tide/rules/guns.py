"""What equipment may do: be moved along, fire where somebody serves it, and nothing else."""

from __future__ import annotations

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.titles.tide.field import guns, units
from bot.titles.tide.model.actions import Advance, Assault, Fatigue, Fire, FireAndMove
from bot.titles.tide.model.state import State
from bot.titles.tide.rules.units import own


@rule("FB-equip-1", "FB-equip-2", "FB-equip-7")
def moved_along(seen: Seen[State], action: Advance) -> Wrong | None:
    """A gun goes one hex with a fresh unit beside it; nobody else names a crew."""
    gun = own(seen, action.unit)
    if gun is None or not units.is_gun(gun):
        return Wrong("only a gun is moved along by others", "leave `crew` out") if action.crew else None
    if action.into or action.via or action.clear:
        return Wrong("a gun goes to the next hex and does nothing else", "leave `into`, `via` and `clear` out")
    mover = guns.mover(seen.state, gun, action.crew)
    return mover if isinstance(mover, Wrong) else guns.way_wrong(seen.state, gun, mover, action.to)


@rule("FB-equip-6")
def no_gun(seen: Seen[State], action: FireAndMove | Assault) -> Wrong | None:
    """Guns neither fire on the move nor assault."""
    unit = own(seen, action.unit)
    if unit is not None and units.is_gun(unit):
        return Wrong(
            "a gun neither fires on the move nor assaults", "let it fire where it stands, or move it along"
        )
    return None


@rule("FB-equip-3", "FB-equip-7", "FB-equip-12")
def served(seen: Seen[State], action: Fire | Fatigue) -> Wrong | None:
    """A gun does nothing without a squad of its hex that is fresh or on Op Fire and can serve it."""
    unit = own(seen, action.unit)
    return guns.unserved(seen.state, unit) if unit is not None else None
