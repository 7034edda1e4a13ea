"""Special actions: actions of specialists, and actions with fire or against it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bot.kernel.game import Odds
from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import Fixed, Verb
from bot.kit.english import in_dice
from bot.titles.tide import events as ev
from bot.titles.tide.cards import targets
from bot.titles.tide.combat import kindling, shock, throwing
from bot.titles.tide.combat.works import build
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, molotovs, names, phrases, units, whose, works
from bot.titles.tide.field.board import is_hex
from bot.titles.tide.field.exposure import shooters
from bot.titles.tide.field.names import for_reader
from bot.titles.tide.field.units import own
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Special
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import HexId, ShelterId, Squad, Vehicle
from bot.titles.tide.play import activation, sketches
from bot.titles.tide.play.activation import ACTIVATED, InTurn, takes_an_action
from bot.titles.tide.play.choices import fresh
from bot.titles.tide.printed.effects import FrozenGround, LaySmoke
from bot.titles.tide.printed.tables import tables

NEEDS = {
    "dig": (),
    "heal": ("patient",),
    "smoke": ("hex",),
    "quench": ("hex", "helper"),
    "molotov": ("hex",),
}
"""The fields that each special action needs besides the unit."""
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
            return Wrong(f"{NOUNS[action.deed]} needs no {name}", f"leave `{name}` out")
    return None


@rule("TOI-4.8", "TOI-2.4b", "TOI-2.4c", "TOI-10.4", "FI-quench-1", "FI-quench-2", "FI-molotov-1")
def can_do(seen: Seen[State], action: Special) -> Wrong | None:
    """Engineers dig and, with a card, lay smoke; medics heal; any squad fights fires."""
    unit = own(seen, action.unit)
    return None if unit is None else _CAN[action.deed](seen, action, unit)


def _can_dig(seen: Seen[State], action: Special, unit: units.AnyUnit) -> Wrong | None:
    if wrong := _no_engineer(unit):
        return wrong
    if getattr(unit, "within", ""):
        return Wrong("the squad is already inside of something", "let it come out first", "TOI-2.4b")
    frozen = [name for seat in seen.state.hq for name, _ in board.standing(seen.state, seat, FrozenGround)]
    if frozen and board.snow_trait(seen.state, unit.hex):
        return Wrong(f"{frozen[0]}: nobody digs in snow", "dig in a hex without snow", "TOI-10.4")
    return works.fort_wrong(seen.state, unit.hex)


def _no_engineer(unit: units.AnyUnit) -> Wrong | None:
    if units.is_special(unit, "engineer"):
        return None
    return Wrong("only engineers do that", "choose a squad of engineers", "TOI-2.4b")


def _can_heal(seen: Seen[State], action: Special, unit: units.AnyUnit) -> Wrong | None:
    if not units.is_special(unit, "medic"):
        return Wrong("only a medic heals", "choose a squad with a medic", "TOI-2.4c")
    if action.hex:
        return Wrong("a medic heals in its own hex", "leave `hex` out")
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
    if not board.standing(seen.state, seen.seat, LaySmoke):
        return Wrong("your side has no operations card Lay Smoke", "choose another action", "TOI-10.4")
    here = board.map_of(seen.state)
    if not action.hex:
        return Wrong("no hex is named", "name the `hex` where the smoke goes", "TOI-10.4")
    if not is_hex(seen.state, action.hex) or here.distance(unit.hex, action.hex) > 1:
        return Wrong("smoke goes into the engineers' own or an adjacent hex", "choose such a hex", "TOI-10.4")
    return works.smoke_wrong(seen.state, action.hex)


def _can_quench(seen: Seen[State], action: Special, unit: units.AnyUnit) -> Wrong | None:
    if not isinstance(unit, Squad):
        return Wrong("only squads fight fires", "choose a squad", "FI-quench-1")
    hex = action.hex or unit.hex
    fire = board.fire_at(seen.state, hex)
    if fire is None:
        return Wrong(f"nothing burns at {hex}", "name the hex of a fire", "FI-quench-1")
    if fire.kind == board.STRONG:
        return _can_fight(seen, action, unit, hex)
    if unit.hex != hex:
        return Wrong("a weak fire is put out by a squad in its hex", "choose a squad there", "FI-quench-1")
    if action.helper:
        return Wrong("one squad puts out a weak fire", "leave `helper` out", "FI-quench-1")
    return None


def _can_fight(seen: Seen[State], action: Special, unit: Squad, hex: HexId) -> Wrong | None:
    """A strong fire takes two fresh squads in or next to its hex."""
    here, helper = board.map_of(seen.state), own(seen, action.helper)
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
    thrown = molotovs.throw(seen.state, unit, action.hex)
    return thrown if isinstance(thrown, Wrong) else None


_CAN: dict[str, Callable[[Seen[State], Special, units.AnyUnit], Wrong | None]] = {
    "dig": _can_dig,
    "heal": _can_heal,
    "smoke": _can_lay_smoke,
    "quench": _can_quench,
    "molotov": _can_throw,
}


def specials(seen: Seen[State], fixed: Fixed) -> Iterator[do.Special]:
    """Yield the special actions of specialists, and actions with fire."""
    here = board.map_of(seen.state)
    for unit in fresh(seen, fixed):
        if units.is_special(unit, "engineer"):
            yield do.Special(unit.id, "dig")
            if board.standing(seen.state, seen.seat, LaySmoke):
                for hex in (unit.hex, *here.neighbours[unit.hex]):
                    yield do.Special(unit.id, "smoke", hex=hex)
        if units.is_special(unit, "medic"):
            for patient in units.at(seen.state, unit.hex):
                yield do.Special(unit.id, "heal", patient.id)
        if isinstance(unit, Squad):
            yield from _flames(seen, unit)


def _flames(seen: Seen[State], unit: Squad) -> Iterator[do.Special]:
    """Yield fires that a squad could fight, and hexes that it could set on fire."""
    state, near = seen.state, board.map_of(seen.state).neighbours[unit.hex]
    for hex in (unit.hex, *near):
        burning = board.fire_at(state, hex)
        if burning is not None and burning.kind == board.WEAK and hex == unit.hex:
            yield do.Special(unit.id, "quench", hex=hex)
        elif burning is not None:
            helpers = (u for u in units.of(state, seen.seat) if isinstance(u, Squad) and u.id != unit.id)
            yield from (do.Special(unit.id, "quench", hex=hex, helper=helper.id) for helper in helpers)
    if units.molotovs(state, seen.seat):
        yield from (do.Special(unit.id, "molotov", hex=hex) for hex in near)


HEALS = 4
"""The lowest face at which a medic returns a figure."""


@case("TOI-4.8", "TOI-2.4b", "TOI-2.4c", "TOI-10.4")
def special(play: Play, action: do.Special) -> None:
    """Carry out a special action."""
    play.emit(ev.Activated(action.unit, action.deed))
    workers = (action.unit, action.helper) if action.helper else (action.unit,)
    shock.reveal(play, *workers)
    play.emit(ev.Marked(workers, "fatigued"))
    unit = play.state.units[action.unit]
    if action.deed == "quench":
        kindling.quench(play, action.hex or unit.hex)
    elif action.deed == "molotov":
        throwing.throw(play, unit, action.hex)
        throwing.use_up(play, play.seat)
    elif action.deed == "dig":
        fort = build(play, "entrenchment", unit.hex)
        if isinstance(unit, Squad) and not unit.within:
            play.emit(ev.Sheltered(unit.id, ShelterId(fort)))
    elif action.deed == "smoke":
        build(play, "smoke", action.hex)
    else:
        roll = play.dice.roll("heal", 1)
        figure = "regular" if roll.faces[0] >= HEALS else ""
        play.emit(ev.Healed(action.patient, figure, roll))  # type: ignore[arg-type]


def of_molotovs(seen: Seen[State], action: do.Special) -> Odds | None:
    """Give the odds of Molotov cocktails; no other special action has any."""
    if action.deed != "molotov":
        return None
    unit = units.unit_at(seen.state, action.unit)
    thrown = molotovs.throw(seen.state, unit, action.hex) if unit is not None else None
    if not isinstance(thrown, molotovs.Throw):
        return None
    weak, strong = molotovs.fires(thrown)
    return Odds(
        f"Molotov cocktails on {action.hex}: {in_dice(thrown.dice)} against {thrown.cover}, "
        f"{tables().numbers.molotov.face} or better to hit",
        (*thrown.attack, *(Modifier(part.cite, f"defence: {part.why}", part.n) for part in thrown.defence)),
        (("no fire", float(1 - weak - strong)), ("a weak fire", float(weak)), ("a strong fire", float(strong))),
        hope=("to set it on fire", float(weak + strong)),
    )


DEEDS = {
    "dig": "digs in",
    "heal": "heals",
    "smoke": "lays smoke",
    "quench": "puts out the fire",
    "molotov": "throws Molotov cocktails",
}


def says_special(seen: Seen[State], action: do.Special) -> str:
    """Return the order as a sentence."""
    helped = phrases.supported(seen, filter(None, (action.helper,)))
    aim = f" at {action.hex}" if action.hex else ""
    aim = f" {for_reader(seen, action.patient)}" if action.patient else aim
    return f"{for_reader(seen, action.unit)}{helped} {DEEDS[action.deed]}{aim}."


def why_special(seen: Seen[State], action: do.Special) -> str:
    """Return the reason for a special action."""
    eyes = {
        foe
        for id in (action.unit, action.patient)
        if (unit := units.unit_at(seen.state, id)) is not None
        for foe in shooters(seen.state, unit.side, unit.hex, armoured=isinstance(unit, Vehicle))
    }
    under_fire = f"{len(eyes)} of the enemy could fire there" if eyes else "the enemy may come into sight"
    return {
        "dig": f"{under_fire}, and a hole is cover",
        "smoke": f"{under_fire}, and smoke blocks the view",
        "heal": "a healed squad fights better",
        "quench": "a fire that is left alone may grow",
        "molotov": "bottles hurt armour that rifles do not",
    }[action.deed]


SPECIAL: InTurn[do.Special] = Verb(
    do.Special,
    when="a special action takes place in your turn of the Action Phase",
    says=says_special,
    why=why_special,
    cite="TOI-1.2a",
    rules=(
        *ACTIVATED,
        activation.steady,
        activation.not_aboard,
        names_what_it_needs,
        can_do,
    ),
    candidates=specials,
    resolve=takes_an_action(special),
    odds=of_molotovs,
    sketch=sketches.place,
)
