"""A battle, moment after moment, from its declaration until nobody goes on with it."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.rule import Modifier, case
from bot.kernel.secret import Seat
from bot.titles.strike.field import aircraft, battles, combat, counters, reserves, retreats, supply
from bot.titles.strike.field.commissar import under_commissar
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.steps import Advance, Battle, Combat, Losses, Withdrawal
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Unit, UnitId
from bot.titles.strike.play import commissar, contact, hits
from bot.titles.strike.play.contact import Play
from bot.titles.strike.printed.tables import tables

# Before the dice.


@case("11.1")
def begin(play: Play) -> None:
    """A side may attack wherever both sides stand now."""
    play.emit(ev.Begun(Combat(play.state.seat, counters.shared(play.state))))


def go_combat(play: Play, step: Combat) -> bool:
    """Ask for the next attack as long as there is somewhere to attack."""
    if battles.open_areas(play.state, step.areas):
        return True
    play.emit(ev.Ended())
    return False


@case("11.1.3", "11.1.6", "11.9.1", "11.10.3", "11.10.5")
def attack(play: Play, step: Combat | Battle, action: do.Attack) -> None:
    """Declare a battle, or go on with one, which is a new battle in every way."""
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


@case("9.2.2", "9.2.3", "9.2.4", "11.5.5")
def fly(play: Play, area: AreaId, action: do.Attack | do.Defend) -> tuple[UnitId, ...]:
    """Fly what an order names: bombs fall at once, supply stays for the turn. Returns who supports the battle."""
    if action.bomb:
        bomb(play, play.state.units[action.bomb], (action.air, action.airlift), action.bomber)
    if action.airlift:
        play.emit(ev.Flown(action.airlift, area, "supply", action.supplied))
    return (action.air,) if action.air else ()


@case("9.2.2", "9.1.1", "3.1.1")
def bomb(play: Play, target: Unit, busy: tuple[UnitId, ...], named: UnitId) -> None:
    """Bomb trucks: a die with the modifier of the weather, not above the rating of the air unit."""
    unit = aircraft.bomber(play.state, target, busy, named)
    assert unit is not None
    weather = tables().numbers.conditions[play.state.weather]
    modifiers = (Modifier("9.2.2", weather.name, weather.bombing),) if weather.bombing else ()
    roll = play.dice.roll("bombs", 1)
    need = counters.rating(unit)
    hit = roll.faces[0] + weather.bombing <= need
    play.emit(ev.Bombed(unit.id, target.id, roll, need, hit, modifiers))
    if hit:
        play.emit(ev.Turned(target.id, True, "bombs"))


def pay(play: Play, seat: Seat, points: int, why: str) -> None:
    """Spend operations points; nothing is said of none."""
    if points:
        play.emit(ev.Paid(seat, points, why))  # type: ignore[arg-type]


@case("11.8.2", "11.8.2b", "11.8.2c", "11.10.6")
def defend(play: Play, battle: Battle, action: do.Defend) -> None:
    """Do what the defender has decided: bombs, reserves, air units; supply is paid when all are there.

    Who wants to see how his reserves fare before he decides on the rest is asked again.
    """
    air = fly(play, battle.area, action)
    leader = reserves.caller(play.state, play.seat, battle.area, action.reserves, battle.caller or action.leader)
    for id in action.reserves:
        assert leader is not None
        call_reserve(play, leader, id, battle.area)
    play.emit(
        ev.Changed(
            replace(
                battle,
                air=(*battle.air, *air),
                defender_buys=battle.defender_buys or action.supply,
                caller=leader.id if leader is not None and action.reserves else battle.caller,
                called=battle.called + len(action.reserves),
                moment="defence" if action.more else "roll",
            )
        )
    )
    contact.settle(play)


def call_reserve(play: Play, leader: Unit, id: UnitId, area: AreaId) -> None:
    """A leader calls a unit; it is paid for whether it comes or not."""
    unit = play.state.units[id]
    if counters.price(unit) > play.state.points[unit.side] or counters.size(unit) > counters.room(
        play.state, area, unit.side
    ):
        return
    pay(play, unit.side, counters.price(unit), "reserves")
    roll = play.dice.roll("reserves", 1)
    need = counters.rating(leader)
    play.emit(ev.ReserveCalled(id, leader.id, area, roll, need, roll.faces[0] <= need))


# The moments.


def go_defence(play: Play, battle: Battle) -> bool:
    """Ask the defender where there is something to decide."""
    if battles.means(play.state, battle).any:
        return True
    play.emit(ev.Changed(replace(battle, moment="roll")))
    return False


@case("11.9", "11.4.1", "11.4.3", "11.8.2d", "7.2.1a")
def roll(play: Play, battle: Battle) -> None:
    """Buy supply, find the column anew, add all shifts and modifiers, roll."""
    defender = counters.other(battle.attacker)
    supplied = combat.Supplied(
        _buy(play, battle.attacker, battle.area, wanted=battle.buys),
        _buy(play, defender, battle.area, wanted=battle.defender_buys),
    )
    fight = combat.sides(play.state, battle.area, battle.attacker)
    terms = combat.terms(play.state, fight, battle.method, supplied, battle.air)
    roll = play.dice.roll("combat", 2)
    result = combat.result(terms.column, sum(roll.faces) + terms.modifier)
    ignored = result == "DW" and defender == RUSSIAN and under_commissar(play.state, battle.area)
    withdrawal = play.dice.roll("withdrawal", 1) if result == "DW" and not ignored else None
    attackers = tuple(unit.id for unit in fight.attackers)
    play.emit(
        ev.Fought(
            area=battle.area,
            attacker=battle.attacker,
            attackers=attackers,
            defenders=tuple(unit.id for unit in fight.defenders),
            method=battle.method,
            attack=fight.attack,
            defence=fight.defence,
            base=terms.base,
            shifts=terms.shifts,
            column=terms.column,
            modifiers=terms.modifiers,
            roll=roll,
            result=result,
            chance=float(combat.at_least(terms.results, result)),
            withdrawal=withdrawal,
            air=battle.air,
        )
    )
    fallen = replace(battle, moment="result", result=result, attackers=attackers, distance=_distance(withdrawal))
    play.emit(ev.Changed(fallen))


@case("11.9.3")
def _distance(roll: Roll | None) -> int:
    """Return how far the defenders have to withdraw."""
    return 0 if roll is None else tables().numbers.withdrawal.distance[roll.faces[0] - 1]


@case("11.5", "11.5.4")
def _buy(play: Play, seat: Seat, area: AreaId, *, wanted: bool) -> bool:
    """Say whether all units of a side are supplied, when it pays for those that are not, if it wants and can."""
    lacking = supply.unsupplied(play.state, seat, area)
    price = supply.cost(lacking)
    if not lacking:
        return True
    if not wanted or price > play.state.points[seat]:
        return False
    pay(play, seat, price, "supply")
    return True


class _Toll(NamedTuple):
    """What a result does to one side."""

    losses: int = 0
    goes_back: int = 0
    all_lost: bool = False


def _tolls(battle: Battle, attackers: int, defenders: int) -> tuple[_Toll, _Toll]:
    """Return what a result does to the attacker and to the defender, who have so many steps."""
    none = _Toll()
    match battle.result[0], battle.result[1:]:
        case "A", "E":
            return _Toll(all_lost=True), none
        case "D", "E":
            return none, _Toll(all_lost=True)
        case "E", "X":
            steps = max(1, min(attackers, defenders))
            return _Toll(steps), _Toll(steps)
        case "A", "R":
            return _Toll(goes_back=1), none
        case "D", "W":
            return none, _Toll(goes_back=battle.distance)
        case "A", steps_lost:
            return _Toll(int(steps_lost)), none
        case _, steps_lost:
            return none, _Toll(int(steps_lost))


@case("11.9", "11.9.2", "11.9.3", "11.9.4")
def result(play: Play, battle: Battle) -> None:
    """Let the result fall on both sides; the Commissar knows no withdrawal."""
    play.emit(ev.Changed(replace(battle, moment="leaders")))
    fight = combat.sides(play.state, battle.area, battle.attacker)
    counts = (sum(map(counters.steps, units)) for units in (fight.attackers, fight.defenders))
    tolls = _tolls(battle, *counts)
    units = {battle.attacker: fight.attackers, fight.defender: fight.defenders}
    _air_losses(play, battle, tolls)
    for seat, toll in zip(units, tolls, strict=True):
        if toll.all_lost:
            hits.eliminate_all(play, battle.area, units[seat])
        elif toll.losses:
            play.emit(ev.Begun(Losses(seat, battle.area, toll.losses)))
        elif toll.goes_back:
            there = counters.at(play.state, battle.area, seat)
            goers = tuple(
                unit.id for unit in there if counters.fights(unit) or counters.is_kind(unit, "leader", "trucks")
            )
            step = Withdrawal(seat, battle.area, goers, toll.goes_back, may_hold=seat != battle.attacker)
            play.emit(ev.Begun(step))


@case("9.3.1", "9.3.2", "9.3.3")
def _air_losses(play: Play, battle: Battle, tolls: tuple[_Toll, _Toll]) -> None:
    """Air units that took part are reduced when the Germans suffer; by an exchange only when they lose all."""
    toll = tolls[0] if battle.attacker == GERMAN else tolls[1]
    if battle.result == "EX":
        there = counters.troops(play.state, battle.area, GERMAN)
        suffers = toll.losses >= sum(map(counters.steps, there))
    else:
        suffers = toll != _Toll()
    for id in battle.air if suffers else ():
        if not play.state.units[id].down:
            play.emit(ev.Turned(id, True, "combat"))


@case("11.8.3", "7.1.4", "4.1.4")
def leaders(play: Play, battle: Battle) -> None:
    """Leaders whose troops are gone are tested, trucks among enemies are lost, the Commissar looks elsewhere."""
    play.emit(ev.Changed(replace(battle, moment="advance")))
    contact.settle(play)
    for seat in (battle.attacker, counters.other(battle.attacker)):
        enemies = battle.area in counters.held(play.state, counters.other(seat))
        contact.overrun(play, seat, battle.area, enemies=enemies)
    contact.abandoned(play)
    retreated = battle.result == "AR" and battle.attacker == RUSSIAN
    commissar.after_combat(play, battle.area, retreated=retreated)


@case("11.9.5", "6.1.4")
def pursue(play: Play, battle: Battle) -> None:
    """After a withdrawal or an elimination the attacker may go after the enemy, or further."""
    play.emit(ev.Changed(replace(battle, moment="counter-attack")))
    defender = counters.other(battle.attacker)
    vacated = not counters.troops(play.state, battle.area, defender)
    if vacated and (battle.result == "DE" or (battle.result == "DW" and battle.ways)):
        there = counters.at(play.state, battle.area, battle.attacker)
        able = tuple(unit.id for unit in there if unit.id in battle.attackers or retreats.leads(unit))
        ways = battle.ways if battle.result == "DW" else ()
        play.emit(ev.Begun(Advance(battle.attacker, battle.area, able, ways)))


@case("7.2.1", "7.2.1b-1", "7.2.1b-2")
def go_counter_attack(play: Play, battle: Battle) -> bool:
    """Russians who survive under the Commissar attack at once, once in a combat, if they have any strength."""
    watched = under_commissar(play.state, battle.area) and battle.area in counters.shared(play.state)
    if battle.attacker == GERMAN and watched and not battle.countered:
        if any(map(counters.strength, counters.troops(play.state, battle.area, RUSSIAN))):
            return True
        battle = replace(battle, spared=battle.spared + 1)
        if battle.spared > 1:
            commissar.leave(play)
    play.emit(ev.Changed(replace(battle, moment="press")))
    return False


@case("11.10.2", "11.10.4a")
def go_press(play: Play, battle: Battle) -> bool:
    """Ask the attacker where the battle can go on."""
    if battles.press_areas(play.state, battle):
        return True
    _tell_barred(play, battle, battle.attacker)
    play.emit(ev.Changed(replace(battle, moment="answer")))
    return False


def _tell_barred(play: Play, battle: Battle, seat: Seat) -> None:
    """Tell why a side cannot go on where both still stand."""
    barred = battles.press_barred(play.state, seat, battle.area, battle.attacker)
    if barred is not None and battle.area in counters.shared(play.state):
        play.emit(ev.CannotGoOn(seat, battle.area, barred.why))


@case("11.10.1", "11.10.4b")
def go_answer(play: Play, battle: Battle) -> bool:
    """When the attacker does not go on, the defender may; when neither does, the battle is over."""
    defender = counters.other(battle.attacker)
    if battles.may_press(play.state, defender, battle.area, battle.attacker):
        return True
    _tell_barred(play, battle, defender)
    play.emit(ev.Changed(replace(battle, moment="over")))
    return False


def over(play: Play, battle: Battle) -> None:
    """Leave the battle."""
    play.emit(ev.Ended())


@case("11.10.4a")
def press_on(play: Play, battle: Battle, action: do.Continue) -> None:
    """The defender goes on: he pays for all his units, and the attacker attacks again."""
    pay(play, play.seat, supply.cost(counters.troops(play.state, battle.area, play.seat)), "continuation")
    play.emit(ev.Changed(replace(battle, moment="again")))


def decline(play: Play, battle: Battle, action: do.Done) -> None:
    """Nobody has to go on."""
    play.emit(ev.Changed(replace(battle, moment="answer" if battle.moment == "press" else "over")))
