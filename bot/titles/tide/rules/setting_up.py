"""Bases, specializations, starting hexes, transfers."""

from __future__ import annotations

from collections import Counter

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.kit.words import join
from bot.titles.tide.field import flames, names, units, whose
from bot.titles.tide.model.actions import Build, Place, Stop, Transfer
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Muster
from bot.titles.tide.model.table import HEAVY_WEAPONS, Base, Figure, HexId, Squad, UnitId
from bot.titles.tide.printed.tables import spaces
from bot.titles.tide.resolve import setup, status
from bot.titles.tide.resolve.marching import shelter_wrong
from bot.titles.tide.rules.units import own


def _bases(at: At[State, Muster]) -> tuple[Base, ...]:
    return at.step.lists[at.seat].open()


@rule("TOI-2.1b")
def is_slot(at: At[State, Muster], action: Build) -> Wrong | None:
    """Each side has as many bases as its scenario gives it."""
    count = len(_bases(at))
    if action.slot.isdecimal() and 1 <= int(action.slot) <= count:
        return None
    why = f"there is no base {action.slot}" if action.slot else "no base is named"
    return Wrong(why, f"choose one from 1 to {count}")


@rule("TOI-2.1a", "TOI-2.1d")
def fits_base(at: At[State, Muster], action: Build) -> Wrong | None:
    """A base has four spaces, and at least one figure."""
    if not action.figures:
        return Wrong("a squad needs at least one figure", "name its figures")
    needs = spaces(action.figures)
    if needs > 4:
        return Wrong(f"these figures take {needs} spaces, a base has 4", "leave some out")
    return None


@rule("TOI-2.1b", "TOI-2.1c")
def figures_at_hand(seen: At[State, Muster], action: Build) -> Wrong | None:
    """A squad is built from the figures of its own division."""
    bases = list(_bases(seen))
    at = int(action.slot) - 1
    name = bases[at].division
    bases[at] = Base(name, action.figures)
    division = next(d for d in units.side(seen.state, seen.seat).divisions if d.name == name)
    used = Counter(kind for base in bases if base.division == name for kind in base.figures)
    for kind, n in used.items():
        if n > (has := division.figures.get(kind, 0)):
            return _short_of(seen, name, kind, n, has)
    return None


@case("TOI-2.1b", "TOI-2.1c")
def _short_of(seen: Seen[State], division: str, kind: Figure, wanted: int, has: int) -> Wrong:
    """Say that a division lacks figures; those of another division are no help before the battle."""
    noun = names.SINGULARS[kind]
    divisions = units.side(seen.state, seen.seat).divisions
    others = [each.name for each in divisions if each.figures.get(kind) and each.name != division]
    if others and not has:
        return Wrong(
            f"the {names.PLURALS[kind]} belong to {join(others)}, and divisions do not mix in a base",
            f"take figures of {division}; squads in one hex may exchange figures later",
            "TOI-2.1c",
        )
    mend = "take the figure out of another base first" if has else "choose figures that it has"
    return Wrong(f"{division} has {has} × {noun}, you would use {wanted}", mend)


@rule("TOI-2.4a", "TOI-2.3f")
def special_at_hand(at: At[State, Muster], action: Build) -> Wrong | None:
    """A squad carries at most one specialization, none with a heavy weapon, and only what the side has."""
    if not action.special:
        return None
    if not HEAVY_WEAPONS.isdisjoint(action.figures):
        return Wrong("a squad with a heavy weapon carries no specialization", "leave one of them out", "TOI-2.3f")
    taken = [base.special for n, base in enumerate(_bases(at), start=1) if str(n) != action.slot]
    has = units.side(at.state, at.seat).specialities.count(action.special)
    if taken.count(action.special) < has:
        return None
    mend = "take it from another squad first" if has else "choose a specialization that you have, or none"
    return Wrong(f"you have {has} × {action.special} to give", mend)


@rule("TOI-13.1", "TOI-11.4", "FB-scenario-1")
def can_be_placed(seen: Seen[State], action: Place) -> Wrong | None:
    """A unit is placed on a starting or entry hex that it can enter and that has room."""
    unit = seen.state.units.get(action.unit)
    if unit is None or unit.side != seen.seat:
        return Wrong("that is not one of your units beside the map", "choose a unit that waits to be placed")
    if unit.hex:
        return Wrong(f"{names.unit(unit)} stands at {unit.hex} already", "choose a unit beside the map")
    if unit.arrives > seen.state.round:
        return Wrong(f"{names.unit(unit)} comes in round {unit.arrives}", "wait for it", "TOI-11.4")
    zone = setup.start_hexes(seen.state, unit)
    if action.hex not in zone:
        return Wrong(f"{action.hex} is not one of its starting hexes", f"choose one of {', '.join(zone)}")
    enters = UnitId(action.into) in seen.state.units
    if not enters and not setup.may_stand(seen.state, unit, action.hex):
        return _no_footing(seen.state, unit, action.hex)
    if action.into:
        return shelter_wrong(seen.state, unit, action.hex, action.into)
    return None


@case("TOI-13.1", "TOI-12.2a", "TOI-12.2b", "TOI-8.1")
def _no_footing(state: State, unit: units.AnyUnit, hex: HexId) -> Wrong:
    """Return why a unit cannot be set down on one of its starting hexes."""
    if burns := flames.closed(state, hex):
        return burns
    if units.holders(state, hex, unit.side):
        return Wrong(f"there are enemies at {hex}", "choose another hex", "TOI-12.2b")
    if not units.has_room(state, hex, unit):
        return Wrong(f"{hex} already holds three units", "choose another hex", "TOI-12.2a")
    who = "squads" if isinstance(unit, Squad) else "vehicles"
    return Wrong(f"{who} cannot stand {names.inside(state, hex)}", "choose another hex", "TOI-8.1")


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
    giver, taker = own(seen, action.giver), own(seen, action.taker)
    for id, unit in ((action.giver, giver), (action.taker, taker)):
        if wrong := _takes_no_part(seen, id, unit):
            return wrong
    assert giver is not None and taker is not None
    if wrong := _not_together(seen.state, giver, taker):
        return wrong
    if not action.figures:
        return Wrong("no figure is named", "name the figures that change squads")
    for unit, figures in ((giver, action.figures), (taker, action.back)):
        if missing := Counter(figures) - Counter(units.figures(unit)):
            what = names.figures(tuple(missing.elements()))
            return Wrong(f"{names.unit(unit)} lacks {what}", "name figures that it has")
    bases = status.after_transfer(units.known_base(giver), units.known_base(taker), action.figures, action.back)
    if bases is None:
        return Wrong("a base would hold more than 4 spaces", "move fewer figures, or some `back`", "TOI-2.1a")
    return _keeps_rules(bases)


@case("TOI-11.3")
def _takes_no_part(seen: Seen[State], id: UnitId, unit: units.AnyUnit | None) -> Wrong | None:
    """Return why a unit exchanges figures with nobody: whose it is, what it is, how it is."""
    if unit is None:
        return whose.not_yours(seen.state, seen.seat, id)
    if not isinstance(unit, Squad):
        return Wrong(f"{names.unit(unit)} is no squad", "choose two squads")
    if unit.morale:
        return Wrong(f"{names.unit(unit)} is {unit.morale}", "choose two steady squads")
    return None


@case("TOI-11.3")
def _not_together(state: State, giver: units.AnyUnit, taker: units.AnyUnit) -> Wrong | None:
    """Return what parts two squads of one side; one sits in a transport only with the other."""
    if giver.id == taker.id:
        return Wrong("a squad exchanges figures with another one", "name two squads")
    if giver.hex != taker.hex:
        return Wrong(
            f"{names.unit(giver)} is at {giver.hex}, {names.unit(taker)} at {taker.hex}",
            "choose two squads in one hex",
        )
    if units.aboard(state, giver) != units.aboard(state, taker):
        rider = giver if units.aboard(state, giver) is not None else taker
        return Wrong(f"{names.unit(rider)} sits in a transport without the other", "choose two together")
    return None


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
