"""Bases, specializations, starting hexes, transfers."""

from __future__ import annotations

from collections import Counter

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.titles.tide import forces
from bot.titles.tide.model.actions import Build, Place, Stop, Transfer
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Muster
from bot.titles.tide.model.table import HEAVY_WEAPONS, Base, Squad, UnitId
from bot.titles.tide.resolve import setup, status
from bot.titles.tide.resolve.marching import shelter_wrong
from bot.titles.tide.rules.units import own
from bot.titles.tide.tables import spaces


def _bases(seen: Seen[State]) -> tuple[Base, ...]:
    step = seen.state.steps[-1]
    assert isinstance(step, Muster)
    return step.lists[seen.seat].open()


@rule("TOI-2.1b")
def is_slot(seen: Seen[State], action: Build) -> Wrong | None:
    """Each side has as many bases as its scenario gives it."""
    count = len(_bases(seen))
    if action.slot.isdecimal() and 1 <= int(action.slot) <= count:
        return None
    return Wrong(f"there is no base {action.slot}", f"choose one from 1 to {count}")


@rule("TOI-2.1a", "TOI-2.1d")
def fits_base(seen: Seen[State], action: Build) -> Wrong | None:
    """A base has four spaces, and at least one figure."""
    if not action.figures:
        return Wrong("a squad needs at least one figure", "name its figures")
    needs = spaces(action.figures)
    if needs > 4:
        return Wrong(f"these figures take {needs} spaces, a base has 4", "leave some out")
    return None


@rule("TOI-2.1b", "TOI-2.1c")
def figures_at_hand(seen: Seen[State], action: Build) -> Wrong | None:
    """A squad is built from the figures of its own division."""
    bases = list(_bases(seen))
    at = int(action.slot) - 1
    name = bases[at].division
    bases[at] = Base(name, action.figures)
    division = next(d for d in forces.side(seen.state, seen.seat).divisions if d.name == name)
    used = Counter(kind for base in bases if base.division == name for kind in base.figures)
    for kind, n in used.items():
        if n > division.figures.get(kind, 0):
            return Wrong(
                f"{name} has {division.figures.get(kind, 0)} × {kind}, you would use {n}",
                "take the figure out of another base first",
            )
    return None


@rule("TOI-2.4a", "TOI-2.3f")
def special_at_hand(seen: Seen[State], action: Build) -> Wrong | None:
    """A squad carries at most one specialization, none with a heavy weapon, and only what the side has."""
    if not action.special:
        return None
    if not HEAVY_WEAPONS.isdisjoint(action.figures):
        return Wrong("a squad with a heavy weapon carries no specialization", "leave one of them out", "TOI-2.3f")
    taken = [base.special for n, base in enumerate(_bases(seen), start=1) if str(n) != action.slot]
    has = forces.side(seen.state, seen.seat).specialities.count(action.special)
    if taken.count(action.special) < has:
        return None
    return Wrong(f"you have {has} × {action.special} to give", "take it from another squad first")


@rule("TOI-13.1", "TOI-11.4", "FB-scenario-1")
def can_be_placed(seen: Seen[State], action: Place) -> Wrong | None:
    """A unit is placed on a starting or entry hex that it can enter and that has room."""
    unit = seen.state.units.get(action.unit)
    if unit is None or unit.side != seen.seat or unit.hex:
        return Wrong("that is not one of your units beside the map", "choose a unit that waits to be placed")
    zone = setup.start_hexes(seen.state, unit)
    if action.hex not in zone:
        return Wrong(f"{action.hex} is not one of its starting hexes", f"choose one of {', '.join(zone)}")
    enters = UnitId(action.into) in seen.state.units
    if not enters and not setup.may_stand(seen.state, unit, action.hex):
        return Wrong(f"the unit cannot stand at {action.hex}", "choose ground that it can enter, with room")
    if action.into:
        return shelter_wrong(seen.state, unit, action.hex, action.into)
    return None


@rule("TOI-12.1a")
def can_be_concealed(seen: Seen[State], action: Place) -> Wrong | None:
    """Squads begin concealed while there are markers for them."""
    if not action.concealed:
        return None
    if not isinstance(seen.state.units.get(action.unit), Squad):
        return Wrong("only squads are concealed", "leave `concealed` out")
    if seen.state.phase != "set-up":
        return Wrong("reinforcements do not arrive concealed", "leave `concealed` out")
    if setup.markers_left(seen.state, seen.seat) < 1:
        return Wrong("you have no concealed squad marker left", "leave `concealed` out")
    return None


@rule("TOI-11.3")
def can_transfer(seen: Seen[State], action: Transfer) -> Wrong | None:
    """Steady squads of one hex exchange figures, four spaces to a base."""
    pair = (own(seen, action.giver), own(seen, action.taker))
    if pair not in list(status.pairs(seen.state, seen.seat)):
        return Wrong(
            "those are not two steady squads of yours in one hex", "choose two squads that stand together"
        )
    if not action.figures:
        return Wrong("no figure is named", "name the figures that change squads")
    giver, taker = pair
    assert giver is not None and taker is not None
    bases = status.after_transfer(forces.known_base(giver), forces.known_base(taker), action.figures, action.back)
    if bases is None:
        return Wrong("the figures are not there, or a base would hold more than 4 spaces", "move fewer figures")
    return _keeps_rules(bases)


def _keeps_rules(bases: tuple[Base, Base]) -> Wrong | None:
    for base in bases:
        if base.special and not HEAVY_WEAPONS.isdisjoint(base.figures):
            return Wrong("a squad with a specialization takes no heavy weapon", "move other figures", "TOI-2.4a")
    if not bases[0].figures and bases[0].special:
        return Wrong("the specialization would be lost with its base", "leave it a figure", "TOI-2.4a")
    return None


@rule("TOI-1.2c")
def may_stop(seen: Seen[State], action: Stop) -> Wrong | None:
    """Whether a side may stop early is an option of the scenario."""
    if seen.state.options.get("stop") == "refused":
        return Wrong("the players agreed that nobody stops early", "take an action, such as /tide fatigue")
    return None
