"""Why the computer player would give an order: what speaks for it, in a sentence that a player would say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bot.kernel.rule import Modifier
from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.english import FACES, away, count, join
from bot.kit.reasons import Reasons
from bot.titles.trap.field import assault, fire, names
from bot.titles.trap.field.battle import counts
from bot.titles.trap.field.danger import watchers
from bot.titles.trap.field.fire import modifiers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.stacking import enemies
from bot.titles.trap.field.units import at as units_at
from bot.titles.trap.field.units import awake, known, of, on_map, other, seen_aboard
from bot.titles.trap.field.view import firing_range
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ARTILLERY, CHECHENS, RUSSIAN, HexId, Unit, UnitId
from bot.titles.trap.words import remarks

HELPS = {
    "TRAP-6.4.2-11": "it has given itself away",
    "TRAP-6.4.2-12": "it is under fire already",
    "TRAP-6.4.2-13": "it lies in the open",
    "TRAP-6.4.2-14": "it is fired at from above",
    "TRAP-6.4.2-16": "it shows its rear",
    "TRAP-6.4.2-18": "a tank gun breaks walls",
    "TRAP-6.4.2-20": "it sits in the open",
    "TRAP-7.2-1": "you are more than they",
    "TRAP-7.2-2": "you are more than they",
    "TRAP-7.2-4": "they are shaken",
}
"""What is said of modifiers that help."""
NEAR = 4
"""How near an enemy must be to be reckoned with at once."""

WHY: Reasons[State] = Reasons()
BESIDE: Reasons[State] = Reasons()
"""What speaks for an order beside its odds."""


# Ways and places.


@WHY.on(do.Move, do.March, do.Place)
def _of_way(seen: Seen[State], action: do.Move | do.March | do.Place) -> str:
    """Say which building a way leads to, whom one could fire at from there, and who could fire back."""
    to = action.at if isinstance(action, do.Place) else action.to
    if to not in ground():
        return ""
    units = remarks.units_of(seen, getattr(action, "units", ()) or (getattr(action, "lead", UnitId("")),))
    start = units[0].hex if units and units[0].hex in ground() else None
    reasons = [*_towards(seen, start, to), *_shelter(seen, units, start, to)]
    far = remarks.nearest(seen.state, seen.seat, to)
    if not reasons and far < FAR:
        reasons = [f"the enemy is then {away(far)}"]
    return join(reasons)


def _shelter(seen: Seen[State], units: Sequence[Unit], start: HexId | None, to: HexId) -> list[str]:
    """Say that fewer enemies see a place than the one that is left, or none."""
    there = len(watchers(seen.state, seen.seat, to, units))
    if not there:
        return ["no enemy could fire at it there"]
    here = len(watchers(seen.state, seen.seat, start, units)) if start is not None else 0
    return ["fewer enemies could fire at it there"] if there < here else []


def _towards(seen: Seen[State], start: HexId | None, to: HexId) -> list[str]:
    """Say to which building that counts a move leads, or whither it comes nearer."""
    best: tuple[int, str] | None = None
    for hex in _buildings(seen.state):
        far = ground().distance(to, hex)
        nearer = start is None or far < ground().distance(start, hex)
        if nearer and (best is None or far < best[0]):
            best = far, names.place(hex)
    if best is None or (start is None and best[0]):
        return []
    there = "contests" if units_at(seen.state, to, seat=other(seen.seat)) else "holds"
    return [f"it {'comes nearer to' if best[0] else there} {best[1]}"]


@WHY.on(do.Approach)
def _approach(seen: Seen[State], action: do.Approach) -> str:
    """Say to which building several come, or to which they come nearer."""
    units = [unit for unit in remarks.units_of(seen, action.units) if unit.hex in ground()]
    hexes = [hex for hex in (action.to, *action.also) if hex in ground()]
    far = ground().distance
    ways = [(min(far(hex, goal) for hex in hexes), goal) for goal in _buildings(seen.state)] if hexes else []
    if not ways or not units:
        return "each comes as near as it can"
    near, goal = min(ways)
    if not near:
        return f"they go for {names.place(goal)}"
    nearer = all(far(unit.hex, goal) > near for unit in units)
    return f"they come nearer to {names.place(goal)}" if nearer else "each of them stands better there"


@WHY.on(do.Mount)
def _mount(seen: Seen[State], action: do.Mount) -> str:
    return "who rides comes farther"


@WHY.on(do.Enter)
def _enter(seen: Seen[State], action: do.Enter) -> str:
    return f"from {names.place(action.at)} their way is shortest" if action.at in ground() else ""


@WHY.on(do.Block)
def _block(seen: Seen[State], action: do.Block) -> str:
    ahead = [unit for unit in of(seen.state, RUSSIAN) if ground().distance(unit.hex, action.at) <= 2 * NEAR]
    return "the columns come that way" if ahead else "it closes a way into the city"


@WHY.on(do.Clear)
def _clear(seen: Seen[State], action: do.Clear) -> str:
    return "no vehicle gets past as long as it lies there"


@WHY.on(do.Turn)
def _turn(seen: Seen[State], action: do.Turn) -> str:
    units = remarks.units_of(seen, action.units)
    turned = [replace(unit, facing=action.facing) for unit in units if unit.counter.known and on_map(unit)]
    foes = [foe for foe in of(seen.state, other(seen.seat)) if _bears(seen.state, turned, foe)]
    if foes:
        return f"{names.unit(foes[0])} at {names.place(foes[0].hex)} is then before {_it(units)}"
    return f"from there the enemy is in the {FACES[action.facing]}, and turning costs nothing"


def _bears(state: State, turned: Sequence[Unit], foe: Unit) -> bool:
    return any(fire.facing_towards(state, unit, foe.hex) and _sees(state, unit, foe) for unit in turned)


def _sees(state: State, unit: Unit, foe: Unit) -> bool:
    near = ground().distance(unit.hex, foe.hex) <= firing_range(state, unit)
    return near and fire.fire_line(state, unit, foe.hex).clear


def _it(units: Sequence[Unit]) -> str:
    return "them" if len(units) > 1 or names.plural(units) else "it"


# Vehicles.


@WHY.on(do.Unload)
def _unload(seen: Seen[State], action: do.Unload) -> str:
    units = remarks.units_of(seen, action.units)
    return _out(seen, units[0].hex) if units else ""


@WHY.on(do.Dismount)
def _dismount(seen: Seen[State], action: do.Dismount) -> str:
    units = remarks.units_of(seen, (action.lead,))
    return _out(seen, units[0].hex) if units else ""


def _out(seen: Seen[State], hex: HexId) -> str:
    """Say why riders get out: who stays aboard is lost with the vehicle."""
    if hex not in ground():
        return ""
    far = remarks.nearest(seen.state, seen.seat, hex)
    building = [names.place(goal) for goal in _buildings(seen.state) if ground().distance(goal, hex) <= 1]
    if far > NEAR and building:
        return f"only who stands on the ground holds {building[0]}"
    return f"the enemy is {away(far)}, and who rides is lost with the vehicle" if far < FAR else ""


def _buildings(state: State) -> list[HexId]:
    """Return the hexes of the buildings that count."""
    keys = ("palace", "station", "security", "parliament")
    return [hex for key in keys if counts(state, key) for hex in ground().building(key)]


# Fire and assault.


def _helps(mods: Iterable[Modifier]) -> list[str]:
    """Say what helps most, two things at the most."""
    good = sorted((mod for mod in mods if mod.n < 0), key=lambda mod: mod.n)
    return list(dict.fromkeys(HELPS[mod.cite] for mod in good if mod.cite in HELPS))[:2]


@BESIDE.on(do.Fire)
def _fire(seen: Seen[State], action: do.Fire) -> str:
    units, foe = remarks.units_of(seen, action.units), seen.state.units.get(action.target)
    if foe is None or not foe.counter.known or not units or not on_map(foe) or not units[0].counter.known:
        return ""
    what, whom = known(units[0]), known(foe)
    mods = modifiers(fire.aim(seen.state, units[0], foe, units[0].id))
    reasons = _helps(mods)
    if any(mod.cite == "TRAP-6.4.2-15" for mod in mods) and whom is not None:
        reasons = [f"it shows its {'flank' if whom.vehicle else 'back'}", *reasons][:2]
    if whom is not None and whom.kind == "leader" and what is not None and what.kind == "sniper":
        reasons = ["without their leader nobody spots for their guns"]
    return join(reasons)


@BESIDE.on(do.Assault)
def _assault(seen: Seen[State], action: do.Assault) -> str:
    units = remarks.units_of(seen, action.units)
    there = enemies(seen.state, seen.seat, action.at, action.level) if action.at in ground() else ()
    mods = assault.modifiers(seen.seat, units, there, action.level)
    building = [names.place(action.at)] if action.at in _buildings(seen.state) else []
    return join([*_helps(mods), *(f"it takes {name}" for name in building)])


@BESIDE.on(do.Shell, do.Bombard, do.Strike)
def _of_shells(seen: Seen[State], action: do.Shell | do.Bombard | do.Strike) -> str:
    """Say how many enemies a hex holds, whom fire from afar all hits at once."""
    there = [unit for unit in units_at(seen.state, action.at, seat=other(seen.seat)) if not seen_aboard(unit)]
    lie = "lie" if len(there) > 1 else "lies"
    return f"{count(len(there), 'unit')} {lie} there together" if len(there) > 1 else "nobody there can fire back"


@WHY.on(do.Interdict)
def _interdict(seen: Seen[State], action: do.Interdict) -> str:
    near = [foe for foe in of(seen.state, other(seen.seat)) if ground().distance(foe.hex, action.at) <= NEAR - 1]
    return f"{count(len(near), 'enemy unit')} near it may come that way" if near else "the enemy may come that way"


# Markers, and being done.


@WHY.on(do.Hold)
def _hold(seen: Seen[State], action: do.Hold) -> str:
    if action.marker == CHECHENS:
        return "whoever fires first shoots at an enemy who has not deployed"
    if action.marker == ARTILLERY:
        return "the guns fire before your units are too near their targets"
    mine = [unit for unit in of(seen.state, seen.seat) if _belongs(unit, str(action.marker))]
    near = sum(remarks.nearest(seen.state, seen.seat, unit.hex) <= NEAR for unit in mine)
    if near:
        has = "have" if near > 1 else "has"
        return f"{count(near, 'unit')} of {names.marker(action.marker)} {has} the enemy near"
    return f"{names.marker(action.marker)} can still drive on while no enemy is near"


def _belongs(unit: Unit, marker: str) -> bool:
    what = known(unit)
    return what is not None and what.formation == marker


@WHY.on(do.Add)
def _add(seen: Seen[State], action: do.Add) -> str:
    return "its units wait to come in"


@WHY.on(do.Done)
def _done(seen: Seen[State], action: do.Done) -> str:
    mine = [unit for unit in of(seen.state, seen.seat) if not (unit.aboard or unit.activated)]
    if seen.state.steps and getattr(seen.state.steps[-1], "marker", "") == ARTILLERY:
        return "no battery that is left has a target that is worth it"
    if not any(awake(unit) for unit in mine):
        return "everybody has acted"
    return "nobody who could still act has a better place to go, or a target worth firing at"
