"""Indirect fire: heavy weapons over blocks, artillery and Buratinos from off the map, interdiction."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from bot.kernel.dice import Roll
from bot.kernel.game import Odds, Sketch
from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seat
from bot.kit.decisions import Fixed, Verb
from bot.titles.trap.field import fire
from bot.titles.trap.field.battle import night, option
from bot.titles.trap.field.fire import Aim
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.sight import sight
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import known, of, on_map, record, riders
from bot.titles.trap.field.view import eyesight
from bot.titles.trap.model import actions as do
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import ARTILLERY, RUSSIAN, Battery, BatteryId, CounterId, HexId, Unit, UnitId
from bot.titles.trap.play.acting import Here, able, act, may_act, on_the_map
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.fire import enough, has_been_attacked
from bot.titles.trap.play.looking import show
from bot.titles.trap.play.results import attacks, bring_down, die_of, eliminate, set_back, suffer

NOBODY = UnitId("")
NO_COUNTER = CounterId("")
DISTANCE, BURATINO_DISTANCE = 2, 3
"""How far from the nearest Russian unit artillery and Buratinos may strike."""


# Targets and spotters.


@rule("TRAP-6.5", "TRAP-6.5.1")
def is_occupied(at: Here, action: do.Shell | do.Bombard | do.Strike) -> Wrong | None:
    """One fires at hexes where enemies are."""
    if action.at not in ground():
        return Wrong("that is no hex of the map", "choose a hex with enemies")
    if not enemies(at.state, at.seat, action.at, None):
        return Wrong(f"no enemy is at {action.at}", "choose a hex with enemies")
    return None


# TRAP-R79
@rule("TRAP-6.5.1", "TRAP-6.5", "TRAP-8.5.1", "TRAP-8.5.2")
def is_spotted(at: Here, action: do.Shell | do.Bombard | do.Strike) -> Wrong | None:
    """A leader spots who sees the hex and has not moved; only landmarks can be hit without one."""
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
    """Return why a unit cannot spot; he needs no marker of his own, but must not have acted with another."""
    unit = at.state.units.get(id)
    if unit is None or unit.side != at.seat or not on_map(unit) or record(unit).kind != "leader":
        return Wrong("only a leader of yours spots", "name one of your leaders", "TRAP-8.5")
    if unit.activated and id not in at.state.acted:
        return Wrong("this leader has acted this turn", "name another leader", "TRAP-8.5")
    if unit.moved:
        return Wrong("a leader who has moved does not spot", "name another leader", _leaders(at.seat))
    if not fire.spots(at.state, unit, hex):
        return Wrong(f"this leader does not see {hex}", "name one who sees it within range", _leaders(at.seat))
    return None


def _leaders(seat: Seat) -> str:
    return "TRAP-8.5.1" if seat == RUSSIAN else "TRAP-8.5.2"


def choices(at: Here, hex: HexId, fixed: Fixed) -> Iterator[UnitId]:
    """Yield who could spot for a hex, those in good order first; nobody, where none is needed."""
    if "spotter" in fixed:
        yield fixed["spotter"]
        return
    leaders = fire.spotters(at.state, at.seat, hex)
    free = [each for each in leaders if each.id in at.state.acted or not each.activated]
    yield from (each.id for each in sorted(free, key=lambda each: each.status != "normal"))
    if not free and hex in ground().landmark_of:
        yield NOBODY


def _targets(at: Here, fixed: Fixed) -> list[HexId]:
    if "at" in fixed:
        return [fixed["at"]] if fixed["at"] in ground() else []
    return list(
        dict.fromkeys(unit.hex for unit in at.state.units.values() if unit.side != at.seat and on_map(unit))
    )


# Heavy weapons on the map.


# TRAP-R60
@rule("TRAP-6.5")
def has_heavy_weapons(at: Here, action: do.Shell) -> Wrong | None:
    """Heavy weapons in good order fire indirectly that have neither moved nor fired, but no Schmels."""
    unit = at.state.units[action.unit]
    what = record(unit)
    if what.kind == "schmel":
        return Wrong("a Schmel fires directly only", "choose heavy weapons", "TRAP-8.1")
    if not what.heavy:
        return Wrong("only heavy weapons fire indirectly", "choose heavy weapons")
    if unit.status != "normal" or unit.moved:
        return Wrong("only units in good order that have not moved fire indirectly", "choose another unit")
    if unit.fired:
        return Wrong("this unit has fired this turn", "choose another unit", "TRAP-6.0")
    if what.kind == "tank" and riders(at.state, unit.id):
        return Wrong("a tank with riders does not fire", "let them get down first", "TRAP-8.10")
    return None


# TRAP-R61
@rule("TRAP-6.1", "TRAP-6.0", "TRAP-6.2.1-2")
def is_over_blocks(at: Here, action: do.Shell) -> Wrong | None:
    """They fire over blocks, as far as directly, and at what they do not see themselves."""
    unit = at.state.units[action.unit]
    far = fire.indirect_reach(at.state)
    if ground().distance(unit.hex, action.at) > far:
        why = f"{action.at} is {ground().distance(unit.hex, action.at)} hexes off, and they reach {far}"
        return Wrong(why, "choose a nearer hex", "TRAP-8.6-2" if night(at.state) else "TRAP-6.1")
    if fire.fire_line(at.state, unit, action.at).clear:
        return Wrong(f"this unit sees {action.at} itself", "fire directly", "TRAP-6.0")
    return None


@rule("TRAP-4.3.2")
def are_enough(at: Here, action: do.Shell) -> Wrong | None:
    """Who fires and who spots are counted against the die."""
    return enough(at, (action.unit, action.spotter))


def shells(at: Here, fixed: Fixed) -> Iterator[do.Shell]:
    """Offer each unit with heavy weapons, at each hex of enemies in reach."""
    far = fire.indirect_reach(at.state)
    hexes = _targets(at, fixed)
    for unit in able(at.state, at.step):
        if fixed.get("unit", unit.id) != unit.id or not on_map(unit) or not record(unit).heavy:
            continue
        for hex in hexes:
            if hex in ground() and ground().distance(unit.hex, hex) <= far:
                for spotter in choices(at, hex, fixed):
                    yield do.Shell(unit.id, hex, spotter)


def shell(play: Play, step: Activation, action: do.Shell) -> None:
    """Fire heavy weapons indirectly."""
    attacks(play, play.seat)
    act(play, [action.unit, *_named(action.spotter)])
    barrage(play, action.at, action.spotter, firer=play.state.units[action.unit])


def _named(spotter: UnitId) -> tuple[UnitId, ...]:
    return (spotter,) if spotter else ()


# TRAP-R82
@case("TRAP-6.5.1", "TRAP-6.5.2")
def barrage(
    play: Play, hex: HexId, spotter: UnitId, *, firer: Unit | None = None, battery: Battery | None = None
) -> None:
    """Roll whether the fire scatters, then for every unit in the hex; rubble comes when all is rolled."""
    scatter = None
    if not fire.holds(play.state.units.get(spotter)):
        scatter = play.dice.roll("scatter", 1, 10)
    scattered = scatter is not None and 1 <= tens(scatter) <= 7
    cf = fire.OFF_MAP if firer is None else fire.HEAVY_INDIRECT
    aims = [] if scattered else [indirect(play.state, unit, firer) for unit in fire.exposed(play.state, hex)]
    shots = tuple(_shot(play, aim, cf) for aim in aims)
    seat = RUSSIAN if firer is None else firer.side
    show(play, [shot.unit for shot in shots] + ([] if firer is None else [firer.id]))
    play.emit(
        ev.Shelled(
            seat,
            hex,
            cf,
            unit=NOBODY if firer is None else firer.id,
            counter=NO_COUNTER if firer is None else firer.counter.open(),
            battery=BatteryId("") if battery is None else battery.id,
            spotter=spotter,
            scatter=scatter,
            scattered=scattered,
            shots=shots,
        )
    )
    for shot in shots:
        if on_map(play.state.units[shot.unit]):
            suffer(play, shot, "indirect fire", heavy=True)
    if any(shot.result == "eliminated" for shot in shots):
        bring_down(play, hex, seat)


def indirect(state: State, target: Unit, firer: Unit | None) -> Aim:
    """Return how indirect fire falls on a unit."""
    what = None if firer is None else record(firer)
    return Aim(state, target, record(target), firer, what, direct=False)


def _shot(play: Play, aim: Aim, cf: int) -> ev.Shot:
    mods = fire.modifiers(aim)
    roll = play.dice.roll("indirect fire", 1, 10)
    unit = aim.target
    if tens(roll) + sum(each.n for each in mods) > cf:
        return ev.Shot(unit.id, unit.counter.open(), roll, mods)
    die, done = die_of(play, unit, heavy=True)
    return ev.Shot(unit.id, unit.counter.open(), roll, mods, True, die, done)


# Artillery off the map.


@rule("TRAP-4.3.1-3", "TRAP-6.5", "TRAP-8.6-1", "TRAP-2.2.8")
def has_batteries(at: Here, action: do.Bombard | do.Strike | do.Interdict) -> Wrong | None:
    """Batteries fire with the Artillery marker, once a turn by day."""
    if at.step.marker != ARTILLERY:
        return Wrong("batteries off the map fire with the Artillery marker", "wait for it", "TRAP-4.3.1-3")
    if night(at.state):
        return Wrong("artillery off the map does not fire at night", "wait for the day", "TRAP-8.6-1")
    if isinstance(action, do.Strike) and not option(at.state, "buratino"):
        return Wrong("there are no Buratinos in this game", "use artillery", "TRAP-8.3")
    left = len(batteries(at.state, buratino=isinstance(action, do.Strike)))
    wanted = action.batteries if isinstance(action, do.Bombard) else 1
    if wanted > left:
        return Wrong(f"{left} batteries have not fired this turn", "use as many at most")
    return None


def batteries(state: State, *, buratino: bool = False) -> list[Battery]:
    """Return the batteries that have not fired this turn."""
    return [each for each in state.batteries.values() if each.buratino == buratino and not each.used]


# TRAP-R80, TRAP-R23
@rule("TRAP-6.5.2", "TRAP-6.5", "TRAP-8.3")
def is_safe(at: Here, action: do.Bombard | do.Strike) -> Wrong | None:
    """No battery fires at or beside a Russian unit; a Buratino keeps three hexes off."""
    buratino = isinstance(action, do.Strike)
    near = fire.too_near(at.state, action.at, BURATINO_DISTANCE if buratino else DISTANCE)
    if near is None:
        return None
    why = f"a unit of yours at {near.hex} is too near to {action.at}"
    return Wrong(why, "choose a hex farther off", "TRAP-8.3" if buratino else "TRAP-6.5.2")


def bombardments(at: Here, fixed: Fixed) -> Iterator[do.Bombard]:
    """Offer each hex of enemies that a leader spots, and landmarks, with any number of batteries."""
    for hex in _targets(at, fixed):
        for spotter in choices(at, hex, fixed):
            for number in range(1, len(batteries(at.state)) + 1):
                yield do.Bombard(hex, spotter, number)


@case("TRAP-6.5", "TRAP-8.4.1")
def bombard(play: Play, step: Activation, action: do.Bombard) -> None:
    """Fire batteries one after another; the rest hold their fire when nobody is left, or a building comes down."""
    act(play, _named(action.spotter))
    for battery in batteries(play.state)[: action.batteries]:
        if play.state.steps[-1] != step or not enemies(play.state, play.seat, action.at, None):
            return
        barrage(play, action.at, action.spotter, battery=battery)


# Buratinos.


def strikes(at: Here, fixed: Fixed) -> Iterator[do.Strike]:
    """Offer each hex of enemies that a leader spots."""
    for hex in _targets(at, fixed):
        for spotter in choices(at, hex, fixed):
            if spotter:
                yield do.Strike(hex, spotter)


# TRAP-R22, TRAP-R84
@case("TRAP-8.3", "TRAP-8.7-2", "TRAP-6.5.2")
def strike(play: Play, step: Activation, action: do.Strike) -> None:
    """Fire a Buratino: whatever is in the hex is destroyed, who is beside it stunned."""
    act(play, [action.spotter])
    around = [hex for hex in ground().neighbours(action.at) if units_at(play.state, hex)]
    blasts = [_blast(play, hex, impact=hex == action.at) for hex in (action.at, *around)]
    show(play, [id for blast in blasts for id in blast.units])
    play.emit(ev.Struck(batteries(play.state, buratino=True)[0].id, action.at, action.spotter, tuple(blasts)))
    for blast in blasts[1:]:
        for id in blast.units:
            set_back(play, play.state.units[id], "inactive")
    for id in blasts[0].units:
        if on_map(play.state.units[id]):
            eliminate(play, id, "buratino", even=blasts[0].roll.faces[0] % 2 == 0)
    if blasts[0].hit:
        bring_down(play, action.at, play.seat)


def _blast(play: Play, hex: HexId, impact: bool) -> ev.Blast:
    cf = fire.BURATINO_IMPACT if impact else fire.BURATINO_AROUND
    mods = fire.blast_modifiers(play.state, hex)
    roll = play.dice.roll("Buratino", 1, 10)
    hit = tens(roll) + sum(each.n for each in mods) <= cf
    die: Roll | None = None
    if hit and not impact:
        die = play.dice.roll("blast", 1, 10)
    hurt = units_at(play.state, hex) if hit and (die is None or tens(die) % 2 == 0) else ()
    ids, counters = tuple(unit.id for unit in hurt), tuple(unit.counter.open() for unit in hurt)
    return ev.Blast(hex, cf, roll, mods, hit, die, ids, counters)


# Interdiction.


@rule("TRAP-6.5.3")
def may_interdict(at: Here, action: do.Interdict) -> Wrong | None:
    """Interdiction is an option, and ends for the game when a die is too high."""
    if not option(at.state, "interdiction"):
        return Wrong("there is no interdiction in this game", "bombard enemies instead")
    if not at.state.interdiction:
        return Wrong("there is no ammunition left for interdiction", "bombard enemies instead")
    if action.at not in ground():
        return Wrong("that is no hex of the map", "choose a hex")
    return cannot_spot(at, action.spotter, action.at) if action.spotter else None


def interdictions(at: Here, fixed: Fixed) -> Iterator[do.Interdict]:
    """Offer any hex, with the leaders who see it, or without one."""
    seen: dict[HexId, list[UnitId]] = {}
    for unit in of(at.state, at.seat):
        if known(unit) and record(unit).kind == "leader" and cannot_spot(at, unit.id, unit.hex) is None:
            for hex in sight().seen_from(unit.hex, eyesight(at.state, unit), at.state.rubble):
                seen.setdefault(hex, []).append(unit.id)
    for hex in (fixed["at"],) if "at" in fixed else ground().terrain:
        for spotter in (*seen.get(hex, ()), NOBODY):
            yield do.Interdict(hex, spotter)


def interdiction_modifiers(state: State, hex: HexId, spotter: UnitId) -> tuple[Modifier, ...]:
    """Return the modifiers of an interdiction's die."""
    mods = []
    if ground().has_levels(hex) and hex not in state.rubble:
        mods.append(Modifier("TRAP-6.5.3", "buildings", 1))
    if not spotter:
        mods.append(Modifier("TRAP-6.5.3", "nobody spots", 2))
    return tuple(mods)


# TRAP-R81
@case("TRAP-6.5.3")
def interdict(play: Play, step: Activation, action: do.Interdict) -> None:
    """Try to keep a hex under fire. A modified die of 10 or more ends all interdiction."""
    act(play, _named(action.spotter))
    mods = interdiction_modifiers(play.state, action.at, action.spotter)
    roll = play.dice.roll("interdiction", 1, 10)
    number = tens(roll) + sum(each.n for each in mods)
    battery = batteries(play.state)[0].id
    holds, over = number <= fire.OFF_MAP, number >= 10
    play.emit(ev.Interdicted(battery, action.at, fire.OFF_MAP, roll, mods, action.spotter, holds, over))


# Odds and sketches.


def barrage_odds(at: Here, hex: HexId, spotter: UnitId, firer: Unit | None) -> Odds | None:
    """Return what indirect fire at a hex is worth, unit by unit as far as one knows them."""
    if hex not in ground():
        return None
    lands = Fraction(1) if fire.holds(at.state.units.get(spotter)) else 1 - fire.SCATTER
    units = fire.exposed(at.state, hex)
    seen = [unit for unit in units if unit.counter.known]
    chances: list[tuple[str, float]] = [("does not scatter", float(lands))]
    mods: tuple[Modifier, ...] = ()
    for unit in seen:
        these = fire.modifiers(indirect(at.state, unit, firer))
        mods = mods or these
        hit = lands * fire.hit_chance(fire.OFF_MAP if firer is None else fire.HEAVY_INDIRECT, these)
        each = fire.results(True, False, record(unit), unit.status)
        name = record(unit).name
        chances.append((f"{name} hit", float(hit)))
        chances.append((f"{name} eliminated", float(hit * each.get("eliminated", Fraction(0)))))
    notes = [] if len(seen) == len(units) else ["there are units that nobody sees"]
    if ground().has_levels(hex) and hex not in at.state.rubble:
        notes.append("where a unit is eliminated the building comes down")
    return Odds(f"Indirect fire at {hex}", mods, tuple(chances), tuple(notes))


def shell_odds(at: Here, action: do.Shell) -> Odds | None:
    """Return what heavy weapons do to a hex."""
    firer = at.state.units.get(action.unit)
    if firer is None or not firer.counter.known or not on_map(firer):
        return None
    return barrage_odds(at, action.at, action.spotter, firer)


def bombard_odds(at: Here, action: do.Bombard) -> Odds | None:
    """Return what one battery does to a hex."""
    found = barrage_odds(at, action.at, action.spotter, None)
    if found is None or action.batteries == 1:
        return found
    return Odds(found.title, found.modifiers, found.chances, (*found.notes, "these are the odds of one battery"))


def strike_odds(at: Here, action: do.Strike) -> Odds | None:
    """Return what a Buratino does to a hex and to those beside it."""
    if action.at not in ground():
        return None
    mods = fire.blast_modifiers(at.state, action.at)
    chances = [("everything there destroyed", float(fire.hit_chance(fire.BURATINO_IMPACT, mods)))]
    for hex in ground().neighbours(action.at):
        if units_at(at.state, hex):
            around = fire.hit_chance(fire.BURATINO_AROUND, fire.blast_modifiers(at.state, hex))
            chances.append((f"{hex} inactive", float(around / 2)))
    return Odds(f"Buratino at {action.at}", mods, tuple(chances))


def interdict_odds(at: Here, action: do.Interdict) -> Odds | None:
    """Return how likely an interdiction holds."""
    if action.at not in ground():
        return None
    mods = interdiction_modifiers(at.state, action.at, action.spotter)
    sum_ = sum(each.n for each in mods)
    holds = fire.hit_chance(fire.OFF_MAP, mods)
    over = Fraction(sum(face + sum_ >= 10 for face in range(10)), 10)
    chances = (("holds", float(holds)), ("ends interdiction for the game", float(over)))
    return Odds(f"Interdiction of {action.at}", mods, chances)


def sketch(at: Here, action: Any) -> Sketch | None:
    """Draw the hex, who fires at it and who spots."""
    if action.at not in ground():
        return None
    named = (getattr(action, "unit", NOBODY), action.spotter)
    units = [at.state.units[id] for id in named if id in at.state.units and on_map(at.state.units[id])]
    notes = tuple((unit.hex, "spots" if unit.id == action.spotter else "fires") for unit in units)
    around = ground().neighbours(action.at) if isinstance(action, (do.Strike, do.Interdict)) else ()
    places = tuple(dict.fromkeys((*(unit.hex for unit in units), action.at, *around)))
    return Sketch(places=places, mark=action.at, notes=notes)


WITH_MARKER = "batteries fire when the Artillery marker is drawn"
VERBS = (
    Verb(
        do.Shell,
        when="units fire when their side acts",
        cite="TRAP-6.5",
        rules=(
            may_act, on_the_map, has_been_attacked, has_heavy_weapons, is_occupied, is_over_blocks, is_spotted,
            are_enough,
        ),
        candidates=shells,
        resolve=shell,
        odds=shell_odds,
        sketch=sketch,
    ),
    Verb(
        do.Bombard,
        when=WITH_MARKER,
        cite="TRAP-4.3.1-3",
        rules=(has_batteries, has_been_attacked, is_occupied, is_safe, is_spotted),
        candidates=bombardments,
        resolve=bombard,
        odds=bombard_odds,
        sketch=sketch,
    ),
    Verb(
        do.Strike,
        when=WITH_MARKER,
        cite="TRAP-8.3",
        rules=(has_batteries, has_been_attacked, is_occupied, is_safe, is_spotted),
        candidates=strikes,
        resolve=strike,
        odds=strike_odds,
        sketch=sketch,
        open=lambda at: option(at.state, "buratino"),
    ),
    Verb(
        do.Interdict,
        when=WITH_MARKER,
        cite="TRAP-6.5.3",
        rules=(has_batteries, has_been_attacked, may_interdict),
        candidates=interdictions,
        resolve=interdict,
        odds=interdict_odds,
        sketch=sketch,
        open=lambda at: option(at.state, "interdiction"),
    ),
)  # fmt: skip
