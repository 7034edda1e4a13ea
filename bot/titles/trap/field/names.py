"""Names: known units, hexes and streets, markers, points and dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Effect, EffectKind
from bot.kernel.rule import Modifier
from bot.kernel.secret import Seat, Secret, Seen
from bot.kit.english import count, join, listed
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.units import at, known, riders, seen_aboard
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import (
    ARTILLERY,
    BOXES,
    CHECHENS,
    CounterId,
    HexId,
    Level,
    MarkerId,
    Unit,
    UnitId,
)
from bot.titles.trap.printed.units import CounterRecord, counters

SIDES = {"russian": "Russian", "chechen": "Chechen"}
BOX = {
    "waiting": "off the map",
    "hand": "to be placed",
    "eliminated": "eliminated",
    "exited": "out of the city",
    "removed": "out of the game",
}


def side(seat: Seat | str) -> str:
    """Name a side: "Russian"."""
    return SIDES.get(seat, str(seat))


def the_side(seat: Seat) -> str:
    """Name a side within a sentence."""
    return f"the {side(seat)} side"


def side_first(seat: Seat) -> str:
    """Name a side at the beginning of a sentence."""
    return f"The {side(seat)} side"


def called(what: CounterRecord) -> str:
    """Name a counter for use in a list: "1st Platoon of 1/81"."""
    return what.name.replace(", ", " of ")


def counter(key: CounterId) -> str:
    """Name a counter by its key."""
    return called(counters().units[key])


def unit(unit: Unit) -> str:
    """Name a unit; an unknown unit is named by its side only."""
    what = known(unit)
    return called(what) if what is not None else f"a {side(unit.side)} unit"


def units(some: Iterable[Unit]) -> str:
    """Name units; those that cannot be known are counted."""
    those = list(some)
    named = [called(what) for each in those if (what := known(each)) is not None]
    for seat in dict.fromkeys(each.side for each in those):
        covered = sum(known(each) is None for each in those if each.side == seat)
        if covered:
            named.append(f"a {side(seat)} unit" if covered == 1 else f"{covered} {side(seat)} units")
    return join(named)


def plural(some: Sequence[Unit]) -> bool:
    """Say whether the name of units is in the plural."""
    if len(some) != 1:
        return True
    what = known(some[0])
    return what is not None and what.kind in ("infantry", "heavy") and "Platoon" not in what.name


def where_they_stand(some: Iterable[Unit]) -> str:
    """Name at most three units with their hexes."""
    return listed(f"{unit(each)} at {place(each.hex)}" for each in some)


def does(some: Sequence[Unit], one: str, more: str) -> str:
    """Return the verb that goes with units."""
    return more if plural(some) else one


def place(hex: HexId) -> str:
    """Name a hex with the landmark that stands there, or a box beside the map."""
    return BOX[hex] if hex in BOXES else ground().name(hex) if hex in ground() else str(hex)


def spot(hex: HexId, level: Level) -> str:
    """Name a level of a hex."""
    return f"{place(hex)}, upstairs" if level == "upper" else place(hex)


def way(path: Sequence[HexId]) -> str:
    """Say by which streets a way leads, "" where it follows none, or more than two."""
    here = ground()
    streets: list[str] = []
    for a, b in pairwise(path):
        shared = [key for key in here.streets_of.get(a, ()) if key in here.streets_of.get(b, ())]
        shared = [key for key in shared if here.road_joins(a, b)]
        if not shared:
            return ""
        if not streets or streets[-1] not in shared:
            streets.append(shared[0])
    named = list(dict.fromkeys(here.streets[key].name.split(",")[0] for key in streets))
    return join(named) if 0 < len(named) <= 2 else ""


def marker(key: MarkerId) -> str:
    """Name an activation marker within a sentence."""
    if key == ARTILLERY:
        return "the artillery"
    return "the Chechens" if key == CHECHENS else f"the {key}"


def formation(key: str) -> str:
    """Name a battalion, or the regiment of vehicles and leaders: "1/81"."""
    return key if "/" in key else f"{key}st Regiment"


def markers(keys: Iterable[MarkerId]) -> str:
    """Name markers in an order that tells nothing; equal ones are counted."""
    those = list(keys)
    named = [marker(key) for key in sorted(set(those) - {CHECHENS})]
    chechen = those.count(CHECHENS)
    return join([*named, *([count(chechen, "Chechen marker")] if chechen else [])])


def halves(number: int) -> str:
    """Write half points as points."""
    whole = number // 2
    return f"{whole or ''}½" if number % 2 else str(whole)


def points(number: int) -> str:
    """Write half points with their noun."""
    return f"{halves(number)} point{'' if number in (1, 2) else 's'}"


def tens(roll: Roll) -> str:
    """Write ten-sided dice, whose tens are noughts."""
    return " ".join(str(face % 10) for face in roll.faces)


def dice(roll: Roll) -> str:
    """Write dice."""
    return " ".join(map(str, roll.faces))


def faces(roll: Roll) -> str:
    """Write dice as this game reads them: the ten of ten-sided ones is a nought."""
    return tens(roll) if roll.sides == 10 else dice(roll)


def modifiers(some: Iterable[Modifier]) -> str:
    """List modifiers, each with its case."""
    return ", ".join(f"{each.why} {each.n:+} [{each.cite}]" for each in some) or "none"


# TRAP-R98
def condition(state: State, unit: Unit) -> list[str]:
    """Describe the condition of a unit; a covered unit shows only its status."""
    words = [] if unit.status == "normal" else [str(unit.status)]
    if known(unit) is None:
        return words
    if unit.aboard:
        carrier = state.units.get(unit.aboard)
        what = known(carrier) if carrier is not None else None
        words.append(f"aboard {called(what)}" if what is not None else "aboard")
    inside = [rider for rider in riders(state, unit.id) if known(rider) is not None]
    if inside:
        words.append(f"carries {units(inside)}")
    if unit.activated:
        words.append("has acted")
    if unit.shot_at:
        words.append("has been fired at")
    return words


def label(state: State, id: UnitId) -> str:
    """Return a unit with its ratings, where it is, how it faces and how it is."""
    found = state.units.get(id)
    if found is None:
        return str(id)
    what = known(found)
    rated = f" ({what.cf}-{what.mp})" if what is not None else f" {id}"
    name = called(what) if what is not None else f"{side(found.side)} unit"
    where = [] if found.hex == "hand" else [spot(found.hex, found.level)]
    return ", ".join([f"{name}{rated}", *where, *facing(found), *condition(state, found)])


# TRAP-R98
def facing(unit: Unit) -> list[str]:
    """Say which way a unit on the map faces, if it has a facing and it can be seen."""
    what = known(unit)
    faces = what is not None and what.kind != "leader" and not unit.aboard and unit.hex not in BOXES
    return [f"facing {unit.facing}"] if faces else []


def label_hex(state: State, hex: HexId) -> str:
    """Label a hex with its units and terrain; streets come last for short buttons."""
    printed = ground().printed.get(hex)
    if printed is None:
        return str(hex)
    name, kind, streets = printed
    if hex in state.rubble:
        kind = "rubble"
    notes = [*([] if kind == "landmark" else [kind]), *streets]
    notes += ["road block"] * (hex in state.roadblocked) + ["wreck"] * (hex in state.wrecks)
    there = [each for each in at(state, hex) if not seen_aboard(each)]
    return f"{name}: {f'{units(there)}; ' if there else ''}{', '.join(notes)}"


def rank(unit: Unit) -> int:
    """Return the place of a counter on its sheet; unknown counters come last."""
    sheet = _sheet()
    return sheet[unit.counter.open()] if unit.counter.known else len(sheet)


@cache
def _sheet() -> Mapping[CounterId, int]:
    return {key: n for n, key in enumerate(counters().units)}


def sorts(units: Iterable[Unit]) -> str:
    """Count units by type in a fixed order; leaders are named."""
    counted: Counter[str] = Counter()
    leaders = []
    for unit in sorted(units, key=_kind):
        what = known(unit)
        if what is None:
            counted["unit"] += 1
        elif what.kind == "leader":
            leaders.append(called(what))
        else:
            counted[what.model or KINDS[what.kind]] += 1
    named = (f"{n} {sort}" if sort in UNCOUNTED else count(n, sort) for sort, n in counted.items())
    return join([*named, *leaders])


def named_or_counted(some: Sequence[Unit], most: int) -> str:
    """Name units, or count them by type if there are more than `most`."""
    return units(some) if len(some) <= most else sorts(some)


def _kind(unit: Unit) -> int:
    what = known(unit)
    return list(KINDS).index(what.kind) if what is not None and what.kind in KINDS else len(KINDS)


KINDS = {
    "infantry": "infantry", "heavy": "heavy weapon", "rpg": "RPG", "schmel": "Schmel", "sniper": "sniper",
    "tank": "tank", "apc": "APC",
}  # fmt: skip
UNCOUNTED = ("infantry",)
"""Types without a plural."""


def turn(state: State, number: int) -> str:
    """Name a turn; a battle that begins late says how many turns follow."""
    first, last = scenario(state).turns
    if first <= 1:
        return f"turn {number} of {last}"
    return f"turn {number}, the last" if number == last else f"turn {number}, with {last - number} more to come"


# In accounts of past events.


def shown(seen: Seen[State], ids: Iterable[UnitId], own: bool = True) -> list[Unit]:
    """Return units as an account names them: by name if everybody can read them.

    `own` lets a side also read the names of its own units, in the account of its own orders. A counter that only
    one side inspects is shown on its map alone, because the account is the same for everybody.
    """
    found = (seen.state.units[id] for id in ids if id in seen.state.units)
    return [each if each.counter.out or (own and each.side == seen.seat) else _covered(each) for each in found]


def _covered(unit: Unit) -> Unit:
    return replace(unit, counter=Secret(unit.counter.readers))


def shown_as(seen: Seen[State], id: UnitId) -> str:
    """Name a unit as an account does; "" if there is none."""
    return units(shown(seen, [id]))


def is_many(key: CounterId) -> bool:
    """Return whether the name of a counter is in the plural."""
    return "Fighters" in counter(key) or "Heavy" in counter(key)


def thrown(roll: Roll, some: Iterable[Modifier]) -> str:
    """Write a ten-sided die with the sum of its modifiers: "4 -2 = 2"."""
    face, more = roll.faces[0] % 10, sum(each.n for each in some)
    return f"{face} {more:+} = {face + more}" if more else str(face)


def small_print(some: Sequence[Modifier]) -> str:
    """List modifiers on a line of their own, if there are any."""
    return f"\n-# Modifiers: {modifiers(some)}." if some else ""


def needed(cf: int, some: Iterable[Modifier]) -> str:
    """Write the roll that succeeds, with the sum of its modifiers: "5 or less, -2"."""
    more = sum(each.n for each in some)
    return f"{cf} or less, {more:+}" if more else f"{cf} or less"


def effects_on(
    seen: Seen[State], ids: Iterable[UnitId], kind: EffectKind, what: str = "", open: CounterId | None = None
) -> list[Effect]:
    """Return the same effect on each of some units.

    `open` is a counter that everybody reads now.
    """
    found = []
    for id in ids:
        for mine, other in zip(shown(seen, [id]), shown(seen, [id], own=False), strict=True):
            name, full = (counter(open), counter(open)) if open else (unit(mine), unit(other))
            found.append(Effect(kind, what, side(mine.side), name, full, id, many=plural([mine])))
    return found
