"""A side attacks, one battle after another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import join
from bot.titles.strike import events as ev
from bot.titles.strike.field import battles, combat, commissar, counters, names, supply
from bot.titles.strike.field.battles import may_press
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Battle, Combat
from bot.titles.strike.model.table import AreaId
from bot.titles.strike.play import Play, odds, sketch, support
from bot.titles.strike.play.done import done
from bot.titles.strike.play.named import no_area
from bot.titles.strike.play.points import pay
from bot.titles.strike.play.support import fly, sorties, supply_choices, too_dear

METHODS: tuple[Literal["best", "differential", "odds"], ...] = ("best", "differential", "odds")


@case("11.10.1")
def press_areas(state: State, battle: Battle) -> tuple[AreaId, ...]:
    """Return the areas where the attacker may continue: the same, or new thrusts."""
    return tuple(
        area
        for area in dict.fromkeys((battle.area, *battle.thrusts))
        if may_press(state, battle.attacker, area, battle.attacker)
    )


def attack_areas(at: At[State, Combat | Battle]) -> tuple[AreaId, ...]:
    """Return where the side that is asked may attack now."""
    return _attack_areas(at.state, at.step)


@counters.NOW.keeps
def _attack_areas(state: State, step: Combat | Battle) -> tuple[AreaId, ...]:
    if isinstance(step, Combat):
        return battles.open_areas(state, step.areas)
    return press_areas(state, step) if step.moment == "press" else (step.area,)


def is_forced(at: At[State, Combat | Battle], area: AreaId) -> bool:
    """Return whether the Commissar or the enemy's continuation forces an attack."""
    if isinstance(at.step, Combat):
        return commissar.must_attack(at.state, (area,)) is not None
    return at.step.moment != "press"


# Attacks.


@rule("11.1.3", "11.1.4", "11.10.1", "11.10.2", "11.10.4a")
def can_attack_there(at: At[State, Combat | Battle], action: do.Attack) -> Wrong | None:
    """An attack needs both sides in the area, once a phase.

    A continuation needs means.
    """
    if action.area in attack_areas(at):
        return None
    if wrong := no_area(at, action.area):
        return wrong
    if isinstance(at.step, Battle):
        return _cannot_go_on(at, at.step, action.area)
    return _no_attack(at, action.area)


def _cannot_go_on(at: At[State, Any], battle: Battle, area: AreaId) -> Wrong:
    """Return why a battle cannot continue in an area, and where it can."""
    where = ", ".join(attack_areas(at))
    mend = f"you can continue the battle at: {where}"
    if battle.moment != "press":
        return Wrong(f"the battle is at {battle.area}, not at {area}", mend, "11.10.1")
    if area not in (battle.area, *battle.thrusts):
        why = f"{area} is neither where the battle was nor where your armour has advanced into enemies"
        return Wrong(why, mend, "11.10.1")
    barred = battles.press_barred(at.state, battle.attacker, area, battle.attacker)
    return Wrong(barred.why, mend, barred.cite) if barred else Wrong("the battle cannot continue there", mend)


def _no_attack(seen: Seen[State], area: AreaId) -> Wrong:
    """Say why no attack can begin in an area in this phase."""
    state = seen.state
    if area in state.fought:
        return Wrong(f"{area} has been fought for in this phase", "attack elsewhere", "11.1.4")
    mend = "attack in an area that has units of both sides"
    for seat, why in (
        (seen.seat, f"you have no troops at {area}"),
        (counters.other(seen.seat), f"there are no enemies at {area}"),
    ):
        if area not in counters.held(state, seat):
            return Wrong(why, mend)
    return Wrong(
        f"you share {area} only since this phase began", "attack there in your next combat phase", "11.1.4"
    )


@rule("11.2.3", "11.3.4", "11.1.6", "11.3.3")
def is_strong_enough(at: At[State, Combat | Battle], action: do.Attack) -> Wrong | None:
    """An attack below the lowest column cannot be made unless it has to be."""
    fight = combat.sides(at.state, action.area, at.seat)
    methods = combat.METHODS if action.method == "best" else (action.method,)
    columns = [combat.column(method, fight.attack, fight.defence) for method in methods]
    if is_forced(at, action.area) or any(column is not None for column in columns):
        return None
    cite = "11.3.4" if action.method == "odds" else "11.2.3"
    strengths = f"{fight.attack} against {fight.defence}"
    if combat.best_column(fight.attack, fight.defence) is not None:
        other = next(method for method in combat.METHODS if method != action.method)
        return Wrong(f"{strengths} is below the lowest column by {action.method}", f"attack by {other}", cite)
    return Wrong(f"{strengths} is below the lowest column", "bring more strength", cite)


@rule("11.5.4")
def can_pay_supply(at: At[State, Combat | Battle], action: do.Attack) -> Wrong | None:
    """Supply is paid for all units that lack it, from the remaining points."""
    if not action.supply:
        return None
    state, step = at.state, at.step
    spent = 0
    if isinstance(step, Battle) and step.moment == "press":
        spent = supply.cost(counters.troops(state, action.area, at.seat))
    lacking = supply.unsupplied(state, at.seat, action.area, flights=bool(action.airlift), named=action.supplied)
    return too_dear(state, at.seat, supply.cost(lacking), spent)


def attacks(at: At[State, Combat | Battle], fixed: Fixed) -> Iterator[do.Attack]:
    """Yield attacks wherever one may attack, with and without supply, by every method."""
    for area in attack_areas(at):
        if fixed.get("area", area) != area:
            continue
        for buys, flights in product(supply_choices(at, area, fixed), sorties(at, area, fixed)):
            yield from (do.Attack(area, method, buys, *flights) for method in METHODS)


@case("11.1.3", "11.1.6", "11.9.1", "11.10.3", "11.10.5")
def attack(play: Play, step: Combat | Battle, action: do.Attack) -> None:
    """Declare a battle, or continue one, which makes it a new battle."""
    seat = play.seat
    why, former = "attack", step if isinstance(step, Battle) else None
    if former is not None and former.moment == "counter-attack":
        why = "counter-attack"
        play.emit(ev.Changed(replace(former, moment="press", countered=True)))
    elif former is not None and former.moment == "press":
        why = "continuation" if action.area == former.area else "thrust"
        pay(play, seat, supply.cost(counters.troops(play.state, action.area, seat)), "continuation")
    elif former is not None:
        why = "continuation"
    fight = combat.sides(play.state, action.area, seat)
    method = action.method if action.method != "best" else combat.best_method(fight.attack, fight.defence)
    play.emit(ev.Declared(action.area, seat, method, why))  # type: ignore[arg-type]
    air = fly(play, action.area, action)
    battle = Battle(action.area, seat, method, buys=action.supply, air=air)
    if former is None or why == "counter-attack":
        play.emit(ev.Begun(battle))
    else:
        same = action.area == former.area
        battle = replace(battle, countered=same and former.countered, spared=former.spared if same else 0)
        play.emit(ev.Changed(battle))


def says_attack(seen: Seen[State], action: do.Attack) -> str:
    """Say where a side attacks, with which support and by which method."""
    brings = support.brought(seen, action)
    method = f", by {action.method}" if action.method != "best" else ""
    where = names.place(seen.state, action.area)
    return f"Attack at {where}{f' with {join(brings)}' if brings else ''}{method}."


ATTACK: Verb[State, ev.Event, Any, do.Attack] = Verb(
    do.Attack,
    when="attacks are made in your combat phase",
    says=says_attack,
    cite="11.1",
    rules=(
        can_attack_there,
        is_strong_enough,
        support.air_can_help,
        support.can_bomb,
        can_pay_supply,
    ),
    candidates=attacks,
    resolve=attack,
    odds=odds.of_attack,
    sketch=sketch.area_named,
)


# The combat phase.


@case("11.1")
def begin(play: Play) -> None:
    """A side may attack wherever both sides stand now."""
    play.emit(ev.Begun(Combat(play.state.seat, counters.shared(play.state))))


def go(play: Play, step: Combat) -> bool:
    """Ask for the next attack as long as there is somewhere to attack."""
    if battles.open_areas(play.state, step.areas):
        return True
    play.emit(ev.Ended())
    return False


@rule("7.2.2a", "11.1.2", "7.2.2b")
def has_obeyed(at: At[State, Combat], action: do.Done) -> Wrong | None:
    """Russian combat does not end before the Commissar's attack."""
    must = commissar.must_attack(at.state, battles.open_areas(at.state, at.step.areas))
    if must is None:
        return None
    return Wrong(f"the Commissar is at {must}: you have to attack there", "use /strike attack", "7.2.2a")


def still_open(at: At[State, Combat]) -> str:
    """List the areas still open to attack."""
    return join(names.place(at.state, area) for area in battles.open_areas(at.state, at.step.areas))


def unfought(at: At[State, Combat], action: do.Done) -> str:
    """Name the areas without an attack."""
    areas = still_open(at)
    return f"you have not attacked at {areas}" if areas else ""


COMBAT: Decision[State, ev.Event, Combat] = Decision(
    Combat,
    question=lambda at: f"You may attack at {still_open(at)}. Press Done to end your attacks.",
    does="attacks are chosen",
    go=go,
    verbs=(ATTACK, done(rules=(has_obeyed,), warns=unfought)),
)
