"""After a battle: the beaten withdraw or pay for holding out, those who beat them advance."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from bot.kernel.rule import case
from bot.titles.strike.field import counters, retreats
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.steps import Advance, Battle, Losses, Withdrawal
from bot.titles.strike.model.table import AreaId, Unit
from bot.titles.strike.play import contact
from bot.titles.strike.play.contact import Play
from bot.titles.strike.resolve.battle import pay


@case("11.9.3")
def go_withdrawal(play: Play, step: Withdrawal) -> bool:
    """Ask as long as somebody can go; who cannot stays and pays for the whole distance."""
    troops = tuple(unit for id in step.units if counters.fights(unit := play.state.units[id]))
    if troops and retreats.can_go(play.state, step):
        return True
    end_withdrawal(play, step)
    if troops:
        stay_and_pay(play, step, troops, step.distance)
    return False


def end_withdrawal(play: Play, step: Withdrawal) -> None:
    """Leave the withdrawal; the battle remembers the ways that were taken."""
    play.emit(ev.Ended())
    battle = play.state.steps[-1]
    assert isinstance(battle, Battle)
    if step.ways:
        play.emit(ev.Changed(replace(battle, ways=step.ways)))
    contact.settle(play)


def stay_and_pay(play: Play, step: Withdrawal, units: Sequence[Unit], missing: int) -> None:
    """Let units pay in steps for the areas that they did not go."""
    price = retreats.holding_price(missing)
    area = play.state.units[units[0].id].place
    ids = tuple(unit.id for unit in units)
    play.emit(ev.Begun(Losses(step.seat, area, price, in_corps=True, units=ids)))


@case("11.9.3")
def hold(play: Play, step: Withdrawal, action: do.Hold) -> None:
    """Stay and pay."""
    troops = counters.troops(play.state, step.area, step.seat)
    end_withdrawal(play, step)
    stay_and_pay(play, step, troops, step.distance)


@case("11.9.3")
def withdraw(play: Play, step: Withdrawal, action: do.Withdraw) -> None:
    """Go back; who cannot get as far as they should pays for what is missing."""
    to = action.to
    gone = [play.state.units[id] for id in action.units or retreats.groups_back(play.state, step)[to]]
    ways: dict[tuple[AreaId, ...], list[Unit]] = {}
    for unit in gone:
        back = retreats.ways_back(play.state, unit, step.area, step.distance, action.via)
        ways.setdefault(back[to], []).append(unit)
    retreat = any(isinstance(each, Battle) and each.attacker == step.seat for each in play.state.steps)
    for path, together in ways.items():
        play.emit(ev.Withdrew(tuple(unit.id for unit in together), path, retreat))
    left = tuple(id for id in step.units if id not in {unit.id for unit in gone})
    taken = tuple(dict.fromkeys((*step.ways, *ways)))
    play.emit(ev.Changed(replace(step, units=left, ways=taken, may_hold=False)))
    for path, together in ways.items():
        troops = [unit for unit in together if counters.fights(unit)]
        missing = step.distance - (len(path) - 1)
        if missing and troops:
            stay_and_pay(play, step, troops, missing)


# Advance.


def go_advance(play: Play, step: Advance) -> bool:
    """Ask as long as somebody can advance."""
    if any(can_advance(play, step, play.state.units[id]) for id in step.units):
        return True
    end_advance(play, step)
    return False


def can_advance(play: Play, step: Advance, unit: Unit) -> bool:
    """Say whether a unit has somewhere to go and the means for it; leaders go only with others."""
    goals = retreats.pursuit(play.state, step, unit)
    affordable = retreats.advance_price(step, (unit,)) <= play.state.points[step.seat]
    return counters.fights(unit) and bool(goals) and affordable


def stop(play: Play, step: Advance, action: do.Done) -> None:
    """Advance no further."""
    end_advance(play, step)


def end_advance(play: Play, step: Advance) -> None:
    """Leave the advance; the battle remembers where armour has broken in."""
    play.emit(ev.Ended())
    battle = play.state.steps[-1]
    assert isinstance(battle, Battle)
    if step.thrusts:
        play.emit(ev.Changed(replace(battle, thrusts=step.thrusts)))


@case("11.9.5", "11.10.1")
def advance(play: Play, step: Advance, action: do.Advance) -> None:
    """Advance, each unit by its own way; armour that meets enemies may go on with the battle there."""
    units, to = action.units, action.to
    gone = [play.state.units[id] for id in units]
    pay(play, step.seat, retreats.advance_price(step, tuple(gone)), "advance")
    ways: dict[tuple[AreaId, ...], list[Unit]] = {}
    for unit in sorted(gone, key=lambda unit: not counters.fights(unit)):
        ways.setdefault(retreats.pursuit(play.state, step, unit, action.via)[to], []).append(unit)
    met = to in counters.held(play.state, counters.other(step.seat))
    thrusts = dict.fromkeys((*step.thrusts, *((to,) if met and any(map(counters.is_armour, gone)) else ())))
    left = tuple(id for id in step.units if id not in units)
    play.emit(ev.Changed(replace(step, units=left, thrusts=tuple(thrusts))))
    for path, together in ways.items():
        play.emit(ev.Advanced(tuple(unit.id for unit in together), path))
        contact.come_through(play, together, path)
    contact.settle(play)
