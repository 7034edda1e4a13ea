"""The Breakdown and Eliminated Boxes: exchanges of armies and corps, and losses."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.titles.strike.field import counters
from bot.titles.strike.field.counters import at, fights, stacked
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, NOBODY, RUSSIAN, AreaId, Unit, UnitId


def boxed(state: State, seat: Seat, box: AreaId) -> tuple[Unit, ...]:
    """Return the combat units of a side in a box."""
    return tuple(unit for unit in at(state, box, seat) if fights(unit))


@case("12.5")
def in_boxes(state: State, seat: Seat) -> int:
    """Count the corps, or as much, in the Breakdown and Eliminated Boxes of a side."""
    return stacked(boxed(state, seat, BREAKDOWN)) + stacked(boxed(state, seat, ELIMINATED))


def full_strength(unit: Unit) -> int:
    """Return the combat strength on the front of a counter."""
    return counters.record(unit).full[0]


@case("10.1.2", "10.1.3", "10.1.6", "10.1.7", "10.3", "10.3.1", "10.3.2")
def exchanges(whole: Unit, part: Unit) -> bool:
    """Return whether a corps can be half of an army or panzer group.

    It has the same arm, and is no militia, garrison or Finn.

    Russian mechanized and tank corps belong to no army; Rumanian armies exchange with German corps.
    """
    formation, corps = counters.record(whole), counters.record(part)
    return (
        whole.side == part.side
        and formation.kind in ("army", "group")
        and corps.kind == "corps"
        and corps.nation in ("german", "soviet")
        and corps.trait != "parachute"
        and corps.arm == formation.arm
    )


NEVER_HALVES = {
    "militia": ("militia does not combine", "10.1.6"),
    "garrison": ("the garrison does not combine", "10.1.6"),
    "army": ("armies do not combine: corps do", "10.1.2"),
    "group": ("panzer groups do not combine: corps do", "10.1.2"),
}
"""Why a kind of troops is never half of an army or panzer group."""


@case("10.1.2", "10.1.3", "10.1.6", "10.3.2")
def no_half(whole: Unit, part: Unit) -> Wrong | None:
    """Say why a unit can never be half of an army or panzer group, whatever it is."""
    record, mend = counters.record(part), "choose two corps of its arm"
    if exchanges(whole, part):
        return None
    if record.nation in ("finnish", "hungarian"):
        return Wrong(f"{record.name}: Finns and Hungarians are never exchanged", mend, "10.3.2")
    if record.arm == "mechanized" or (part.side == RUSSIAN and record.arm == "armour"):
        return Wrong(f"{record.name}: Russian mechanized and tank corps are never exchanged", mend, "10.1.1")
    if record.kind in NEVER_HALVES:
        why, cite = NEVER_HALVES[record.kind]
        return Wrong(why, mend, cite)
    if record.kind != "corps" or record.trait == "parachute":
        return Wrong(f"{record.name} cannot combine", mend, "10.1.2")
    if counters.size(whole) < 2:
        return Wrong(f"{counters.record(whole).name} is no army or panzer group", "choose one", "10.1.1")
    arms = (counters.record(whole).name, counters.record(whole).arm, record.name, record.arm)
    return Wrong("{} is {}, and {} is {}".format(*arms), mend, "10.1.3")


def _parts(state: State, whole: Unit, box: AreaId) -> list[Unit]:
    found = [unit for unit in boxed(state, whole.side, box) if exchanges(whole, unit)]
    return sorted(found, key=lambda unit: (counters.record(unit).trait != "", -counters.strength(unit), unit.id))


# Losses.


@case("11.9.2")
def corps_lost_with(state: State, army: Unit) -> UnitId:
    """Return the corps that is eliminated when an army is reduced, or "".

    Its strength equals the loss of the army, or is the next lower one.
    """
    record = counters.record(army)
    if counters.size(army) < 2 or record.reduced is None:
        return NOBODY
    loss = record.full[0] - record.reduced[0]
    parts = [unit for unit in _parts(state, army, BREAKDOWN) if counters.strength(unit) <= loss]
    return parts[0].id if parts else NOBODY


@case("11.9.4")
def corps_won_with(state: State, army: Unit) -> UnitId:
    """Return the corps that returns to the Breakdown Box when a reduced army dies."""
    record = counters.record(army)
    if not army.down or counters.size(army) < 2 or record.reduced is None:
        return NOBODY
    loss = record.full[0] - record.reduced[0]
    parts = _parts(state, army, ELIMINATED)
    best = min(parts, key=lambda unit: (abs(loss - counters.strength(unit)), unit.id), default=None)
    return best.id if best is not None else NOBODY


@case("11.9.2", "11.9.3")
def remnants(state: State, army: Unit, gone: UnitId = NOBODY) -> dict[UnitId, bool]:
    """Return the corps that may remain of a reduced army, and whether on its back.

    The army has paid a step of a corps.

    The remainder shows a point less than the army, or else the next lower strength. The corps comes from either
    box, but only while the Breakdown Box has one of its arm besides one that has `gone` from it. The best for its
    owner is first.
    """
    broken, printed = _parts(state, army, BREAKDOWN), counters.record(army).reduced
    if printed is None or all(corps.id == gone for corps in broken):
        return {}
    shown: list[tuple[int, bool, Unit]] = []
    for corps in (*broken, *_parts(state, army, ELIMINATED)):
        record = counters.record(corps)
        shown.append((record.full[0], False, corps))
        if record.reduced is not None:
            shown.append((record.reduced[0], True, corps))
    weaker = [each for each in shown if each[0] < printed[0]]
    most = max((strength for strength, _, _ in weaker), default=0)
    best = sorted(
        (down, corps.place != BREAKDOWN, corps.id) for strength, down, corps in weaker if strength == most
    )
    return {id: down for down, _, id in best}


# Breaking down and combining.


def whole_in_boxes(state: State, seat: Seat) -> list[Unit]:
    """Return the armies and panzer groups of a side that are in its boxes."""
    units = (unit for box in (BREAKDOWN, ELIMINATED) for unit in boxed(state, seat, box))
    return [unit for unit in units if counters.size(unit) > 1]


@case("10.1.1", "10.1.4", "10.2.2")
def breaks_into(state: State, army: Unit, parts: Iterable[Unit]) -> Wrong | None:
    """Return why an army or panzer group cannot break down into these corps."""
    some = tuple(parts)
    if counters.size(army) < 2 or army.down:
        return Wrong("only armies and panzer groups at full strength break down", "choose another unit", "10.1.1")
    if len(some) != 2 or some[0].id == some[1].id or not all(exchanges(army, part) for part in some):
        return Wrong("it breaks down into two corps of its own arm", "choose two corps from one box", "10.1.3")
    if some[0].place != some[1].place or some[0].place not in (BREAKDOWN, ELIMINATED):
        return Wrong("both corps come from the same box", "choose two from one box", "10.2.2")
    if sum(map(counters.strength, some)) > counters.strength(army):
        return Wrong("an exchange never gains strength", "choose weaker corps", "10.1.4")
    return None


@case("10.1.4", "10.1.5", "10.2.1")
def combines_into(state: State, parts: Iterable[Unit], army: Unit) -> Wrong | None:
    """Return why corps cannot combine; reduced corps may, if strong enough."""
    some = tuple(parts)
    if len(some) != 2 or some[0].id == some[1].id or some[0].place != some[1].place:
        return Wrong("two corps of one area combine", "choose two that stand together", "10.2.1")
    if army.place not in (BREAKDOWN, ELIMINATED):
        why = f"{counters.record(army).name} is in neither of your boxes"
        return Wrong(why, "choose an army or panzer group that is", "10.2.1")
    if not all(exchanges(army, part) for part in some):
        return Wrong("they become an army or panzer group of their arm from a box", "choose another", "10.1.3")
    if sum(map(counters.strength, some)) < full_strength(army):
        return Wrong(
            f"together they have {sum(map(counters.strength, some))}, it has {full_strength(army)}",
            "choose a weaker one, or stronger corps",
            "10.1.4",
        )
    if not counters.may_stand(state, army, some[0].place):
        return Wrong("an army does not fit into a diamond", "move them into an ox first", "6.1.1")
    return None


def breakdowns(state: State, army: Unit) -> list[tuple[UnitId, UnitId]]:
    """Return the pairs of corps that an army or panzer group breaks into."""
    return _pairs(state, army, lambda pair: breaks_into(state, army, pair) is None)


def swaps(state: State, army: Unit) -> list[tuple[UnitId, UnitId]]:
    """Return the pairs of corps that can be swapped for an army or group in a box."""
    return _pairs(state, army, lambda pair: swap_wrong(army, pair) is None)


def _pairs(state: State, army: Unit, fits: Callable[[tuple[Unit, Unit]], bool]) -> list[tuple[UnitId, UnitId]]:
    found: dict[object, tuple[UnitId, UnitId]] = {}
    for box in (BREAKDOWN, ELIMINATED):
        for pair in combinations(_parts(state, army, box), 2):
            make = (box, *sorted((counters.ratings(unit), counters.record(unit).trait) for unit in pair))
            if make not in found and fits(pair):
                found[make] = (pair[0].id, pair[1].id)
    return list(found.values())


# Reorganization.


@case("12.2.2", "12.2.3")
def swap_wrong(army: Unit, parts: Iterable[Unit]) -> Wrong | None:
    """Return why an army or group in a box cannot be swapped for corps in the other."""
    some = tuple(parts)
    if army.place not in (BREAKDOWN, ELIMINATED) or counters.size(army) < 2:
        return Wrong("that is no army or panzer group in one of your boxes", "choose one that is", "12.2.2")
    other = ELIMINATED if army.place == BREAKDOWN else BREAKDOWN
    if len(some) != 2 or some[0].id == some[1].id or not all(exchanges(army, unit) for unit in some):
        return Wrong("it is swapped for two corps of its arm", "choose two corps", "12.2.2")
    if any(unit.place != other for unit in some):
        return Wrong("both corps must be in the other box", "choose two from there", "12.2.2")
    together, whole = sum(map(counters.strength, some)), full_strength(army)
    if army.place == BREAKDOWN and together < whole:
        return Wrong(f"together they have {together}, it has {whole}", "choose stronger corps", "12.2.2")
    if army.place == ELIMINATED and together > whole:
        return Wrong(f"together they have {together}, it has only {whole}", "choose weaker corps", "12.2.3")
    return None


@case("12.3.4")
def replacement_price(unit: Unit, *, full: bool) -> int:
    """Return a unit's price: its reduced side, plus its front at full strength."""
    record = counters.record(unit)
    if record.reduced is None:
        return record.full[1]
    return record.reduced[1] + (record.full[1] if full else 0)


@case("12.3.3", "12.5")
def keeps_minimum(state: State, unit: Unit) -> bool:
    """Say whether the boxes keep what they must when a unit leaves them."""
    return in_boxes(state, unit.side) - counters.size(unit) >= counters.side(state, unit.side).minimum


def purchasable(state: State, seat: Seat) -> list[Unit]:
    """Return the units a side can buy back: eliminated units and reduced air units."""
    units = [unit for unit in state.units.values() if unit.side == seat]
    return [
        unit
        for unit in units
        if unit.place == ELIMINATED
        or (counters.is_kind(unit, "luftwaffe") and counters.on_map(unit) and unit.down)
    ]
