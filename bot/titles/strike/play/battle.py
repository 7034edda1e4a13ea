"""A battle, moment by moment, from its declaration to its end."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.decisions import Work
from bot.titles.strike import events as ev
from bot.titles.strike.field import combat, counters, retreats, supply
from bot.titles.strike.field.combat import Sides
from bot.titles.strike.field.commissar import under_commissar
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance, Battle, Withdrawal
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId
from bot.titles.strike.play import Play, commissar, contact, hits
from bot.titles.strike.play.points import pay
from bot.titles.strike.printed.tables import tables


@case("11.9", "11.4.1", "11.4.3", "11.8.2d", "7.2.1a")
def roll(play: Play, battle: Battle) -> None:
    """Buy supply, find the column again, apply shifts and modifiers, and roll."""
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
    """Return whether all units of a side are supplied, after possible payment."""
    lacking = supply.unsupplied(play.state, seat, area)
    price = supply.cost(lacking)
    if not lacking:
        return True
    if not wanted or price > play.state.points[seat]:
        return False
    pay(play, seat, price, "supply")
    return True


class _Toll(NamedTuple):
    """The effect of a result on a side."""

    losses: int = 0
    goes_back: int = 0
    all_lost: bool = False


def _tolls(battle: Battle, fight: Sides) -> tuple[_Toll, _Toll]:
    """Return the effects of a result on attacker and defender."""
    none = _Toll()
    match battle.result[0], battle.result[1:]:
        case "A", "E":
            return _Toll(all_lost=True), none
        case "D", "E":
            return none, _Toll(all_lost=True)
        case "E", "X":
            steps = combat.exchanged(fight.attackers, fight.defenders)
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
    tolls = _tolls(battle, fight)
    units = {battle.attacker: fight.attackers, fight.defender: fight.defenders}
    _air_losses(play, battle, tolls)
    for seat, toll in zip(units, tolls, strict=True):
        if toll.all_lost:
            hits.eliminate_all(play, battle.area, units[seat])
        elif toll.losses:
            hits.ask_losses(play, seat, battle.area, toll.losses)
        elif toll.goes_back:
            there = counters.at(play.state, battle.area, seat)
            goers = tuple(
                unit.id for unit in there if counters.fights(unit) or counters.is_kind(unit, "leader", "trucks")
            )
            step = Withdrawal(seat, battle.area, goers, toll.goes_back, may_hold=seat != battle.attacker)
            play.emit(ev.Begun(step))


@case("9.3.1", "9.3.2", "9.3.3")
def _air_losses(play: Play, battle: Battle, tolls: tuple[_Toll, _Toll]) -> None:
    """Reduce air units if the Germans suffer; in an exchange only if they lose all."""
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
    """Test leaders without troops, remove trucks among enemies, move the Commissar."""
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
    """After a withdrawal or an elimination the attacker may advance."""
    play.emit(ev.Changed(replace(battle, moment="counter-attack")))
    defender = counters.other(battle.attacker)
    vacated = not counters.troops(play.state, battle.area, defender)
    if vacated and (battle.result == "DE" or (battle.result == "DW" and battle.ways)):
        there = counters.at(play.state, battle.area, battle.attacker)
        able = tuple(unit.id for unit in there if unit.id in battle.attackers or retreats.leads(unit))
        ways = battle.ways if battle.result == "DW" else ()
        play.emit(ev.Begun(Advance(battle.attacker, battle.area, able, ways)))


def over(play: Play, battle: Battle) -> None:
    """Leave the battle."""
    play.emit(ev.Ended())


DICE: tuple[Work[State, ev.Event, Battle], ...] = (
    Work(Battle, roll, "roll"),
    Work(Battle, result, "result"),
    Work(Battle, leaders, "leaders"),
    Work(Battle, pursue, "advance"),
    Work(Battle, over, "over"),
)
"""The others, from the roll to the end."""
