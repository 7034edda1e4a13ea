"""Special actions: those of specialists, and those against fire and with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.titles.tide.cards import barrage, targets
from bot.titles.tide.field import flames, names, units, whose
from bot.titles.tide.model.actions import Reroll, Special
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Rerolling
from bot.titles.tide.model.table import HexId, Squad
from bot.titles.tide.printed.effects import FrozenGround, LaySmoke
from bot.titles.tide.rules.units import is_hex, own

NEEDS = {
    "dig": (),
    "heal": ("patient",),
    "smoke": ("hex",),
    "quench": ("hex", "helper"),
    "molotov": ("hex",),
}
"""What each special action names beside the unit."""
NOUNS = {
    "dig": "digging in",
    "heal": "healing",
    "smoke": "laying smoke",
    "quench": "fighting a fire",
    "molotov": "throwing Molotov cocktails",
}


@rule("TOI-4.8")
def names_what_it_needs(seen: Seen[State], action: Special) -> Wrong | None:
    """A special action names what it needs and nothing else."""
    for name in ("patient", "hex", "helper"):
        if getattr(action, name) and name not in NEEDS[action.deed]:
            return Wrong(f"{NOUNS[action.deed]} names no {name}", f"leave `{name}` out")
    return None


@rule("TOI-4.8", "TOI-2.4b", "TOI-2.4c", "TOI-10.4", "FI-quench-1", "FI-quench-2", "FI-molotov-1")
def can_do(seen: Seen[State], action: Special) -> Wrong | None:
    """Engineers dig, and lay smoke where a card allows it; medics heal; any squad fights fires."""
    unit = own(seen, action.unit)
    return None if unit is None else _CAN[action.deed](seen, action, unit)


def _can_dig(seen: Seen[State], action: Special, unit: units.AnyUnit) -> Wrong | None:
    if wrong := _no_engineer(unit):
        return wrong
    if getattr(unit, "within", ""):
        return Wrong("the squad is already inside of something", "let it come out first", "TOI-2.4b")
    frozen = [name for seat in seen.state.hq for name, _ in units.standing(seen.state, seat, FrozenGround)]
    if frozen and units.snow_trait(seen.state, unit.hex):
        return Wrong(f"{frozen[0]}: nobody digs in snow", "dig in a hex without snow", "TOI-10.4")
    return targets.fort_wrong(seen.state, unit.hex)


def _no_engineer(unit: units.AnyUnit) -> Wrong | None:
    if units.is_special(unit, "engineer"):
        return None
    return Wrong("only engineers do that", "choose a squad of engineers", "TOI-2.4b")


def _can_heal(seen: Seen[State], action: Special, unit: units.AnyUnit) -> Wrong | None:
    if not units.is_special(unit, "medic"):
        return Wrong("only a medic heals", "choose a squad with a medic", "TOI-2.4c")
    if action.hex:
        return Wrong("a medic heals where he is", "leave `hex` out")
    patient = own(seen, action.patient)
    if not action.patient:
        return Wrong("no patient is named", "name the squad that is healed as `patient`", "TOI-2.4c")
    if patient is None:
        return whose.not_yours(seen.state, seen.seat, action.patient)
    if not isinstance(patient, Squad):
        return Wrong(f"{names.unit(patient)} is no squad", "choose a squad in the medic's hex", "TOI-2.4c")
    if patient.hex != unit.hex:
        why = f"{names.unit(patient)} is not in the medic's hex"
        return Wrong(why, "choose a squad that is", "TOI-2.4c")
    if units.aboard(seen.state, patient):
        return Wrong(f"{names.unit(patient)} sits in a transport", "choose a squad on the ground", "TOI-3.6c")
    return targets.has_room("regular")(seen.state, seen.seat, action.patient)


def _can_lay_smoke(seen: Seen[State], action: Special, unit: units.AnyUnit) -> Wrong | None:
    if wrong := _no_engineer(unit):
        return wrong
    if not units.standing(seen.state, seen.seat, LaySmoke):
        return Wrong("your side has no operations card Lay Smoke", "choose another action", "TOI-10.4")
    here = units.map_of(seen.state)
    if not action.hex:
        return Wrong("no hex is named", "name the `hex` where the smoke goes", "TOI-10.4")
    if not is_hex(seen.state, action.hex) or here.distance(unit.hex, action.hex) > 1:
        return Wrong("smoke goes into the engineers' own or an adjacent hex", "choose such a hex", "TOI-10.4")
    return barrage.smoke_wrong(seen.state, action.hex)


def _can_quench(seen: Seen[State], action: Special, unit: units.AnyUnit) -> Wrong | None:
    if not isinstance(unit, Squad):
        return Wrong("only squads fight fires", "choose a squad", "FI-quench-1")
    hex = action.hex or unit.hex
    fire = flames.fire_at(seen.state, hex)
    if fire is None:
        return Wrong(f"nothing burns at {hex}", "name the hex of a fire", "FI-quench-1")
    if fire.kind == flames.STRONG:
        return _can_fight(seen, action, unit, hex)
    if unit.hex != hex:
        return Wrong("a weak fire is put out by a squad in its hex", "choose a squad there", "FI-quench-1")
    if action.helper:
        return Wrong("one squad puts out a weak fire", "leave `helper` out", "FI-quench-1")
    return None


def _can_fight(seen: Seen[State], action: Special, unit: Squad, hex: HexId) -> Wrong | None:
    """A strong fire takes two fresh squads in or next to its hex."""
    here, helper = units.map_of(seen.state), own(seen, action.helper)
    if not action.helper or action.helper == unit.id:
        return Wrong("a strong fire takes two squads", "name another squad as `helper`", "FI-quench-2")
    if helper is None:
        return whose.not_yours(seen.state, seen.seat, action.helper)
    if not isinstance(helper, Squad):
        return Wrong(f"{names.unit(helper)} is no squad", "name a squad as `helper`", "FI-quench-2")
    for squad in (unit, helper):
        if here.distance(squad.hex, hex) > 1:
            why = f"{names.unit(squad)} is too far from the fire"
            return Wrong(why, "choose squads in or next to its hex", "FI-quench-2")
    if state := _unready(seen.state, helper):
        return Wrong(f"{names.unit(helper)} {state}", "choose another helper", "FI-quench-2")
    return None


def _unready(state: State, squad: Squad) -> str:
    """Say why a squad cannot help now, "" when it can."""
    if squad.morale:
        return f"is {squad.morale}"
    if units.aboard(state, squad) is not None:
        return "sits in a transport"
    return {"fresh": "", "op fire": "is on Op Fire", "fatigued": "is fatigued"}[squad.activity]


def _can_throw(seen: Seen[State], action: Special, unit: units.AnyUnit) -> Wrong | None:
    if not units.molotovs(seen.state, seen.seat):
        return Wrong("your side has no Molotov cocktails", "play their card first", "FI-molotov-1")
    thrown = flames.throw(seen.state, unit, action.hex)
    return thrown if isinstance(thrown, Wrong) else None


_CAN: dict[str, Callable[[Seen[State], Special, units.AnyUnit], Wrong | None]] = {
    "dig": _can_dig,
    "heal": _can_heal,
    "smoke": _can_lay_smoke,
    "quench": _can_quench,
    "molotov": _can_throw,
}


@rule("FB-expert-1")
def can_be_rolled_again(at: At[State, Rerolling], action: Reroll) -> Wrong | None:
    """Experts roll dice again that have fallen, each once, one for each of their figures."""
    step = at.step
    if len(action.dice) > step.most:
        return Wrong(f"they may roll {step.most} of their dice again", "name fewer dice")
    shown = Counter(flames.FACES[face - 1] for face in step.faces)
    if missing := Counter(action.dice) - shown:
        return Wrong(f"no die more shows a {next(iter(missing))}", "name dice by what they show, or none")
    return None
