"""A legal action becomes what happens: one function for each class of action."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.dice import Dice
from bot.kernel.game import Options
from bot.kernel.secret import Seat, private
from bot.titles.strike import forces
from bot.titles.strike.evolve import evolve
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Advance, Arrival, Battle, Losses, Movement, Redeployment, Tie
from bot.titles.strike.model.table import Orders, UnitId
from bot.titles.strike.resolve import (
    battle,
    commissar,
    contact,
    losses,
    moving,
    reorganizing,
    retreating,
    sequence,
    setup,
)
from bot.titles.strike.resolve.contact import Play


def open_game(scenario: str, options: Options, dice: Dice) -> Sequence[ev.Event]:
    """Lay the table out and go on to the first question."""
    play = setup.lay_out(scenario, options, dice)
    sequence.begin(play, 0)
    sequence.proceed(play)
    return play.events


def resolve(state: State, seat: Seat, action: do.Action, dice: Dice) -> Sequence[ev.Event]:
    """Turn a legal action into what happens, up to the next question."""
    play: Play = Play(evolve, state, dice)
    _RESOLVE[type(action)](play, seat, action)
    if not isinstance(action, do.Order):
        sequence.proceed(play)
    return play.events


def _lose(play: Play, seat: Seat, action: do.Lose) -> None:
    """Take a step loss, or give up what is too much in an area."""
    if isinstance(play.state.steps[-1], Losses):
        losses.take(play, action.unit, action.corps)
    else:
        play.emit(ev.Eliminated(action.unit, "stacking"))
        contact.settle(play)


def _choose(play: Play, seat: Seat, action: do.Choose) -> None:
    step = play.state.steps[-1]
    assert isinstance(step, Tie)
    play.emit(ev.Ended())
    if forces.is_kind(play.state.units[step.unit], "commissar"):
        commissar.choose(play, step.unit, action.area)
    else:
        contact.relocate(play, step.unit, action.area)


def _done(play: Play, seat: Seat, action: do.Done) -> None:
    step = play.state.steps[-1]
    if isinstance(step, Arrival) and step.why == "set-up":
        setup.place_rest(play, step)
    elif isinstance(step, Battle):
        battle.decline(play, step)
    elif isinstance(step, Advance):
        retreating.end_advance(play, step)
    else:
        play.emit(ev.Ended())
        if isinstance(step, Movement | Redeployment):
            contact.abandoned(play)


def _order(play: Play, seat: Seat, action: do.Order) -> None:
    """Fields that were left out keep what was ordered before; new orders for reserves forget the leader."""
    given = {name: value for name in Orders.__struct_fields__ if (value := getattr(action, name)) not in ("", 0)}
    before = forces.orders(play.state, seat)
    if action.leader and not action.reserves:
        given["reserves"] = "best"
    elif action.reserves:
        given.setdefault("leader", UnitId(""))
    play.emit(ev.OrdersGiven(seat, private(replace(before, **given), seat)))


_RESOLVE: dict[type[do.Action], Callable[[Play, Seat, Any], None]] = {
    do.Place: lambda play, seat, action: moving.arrive(play, action.unit, action.at),
    do.Move: lambda play, seat, action: moving.move(play, action.units, action.to, action.via),
    do.Rail: lambda play, seat, action: moving.rail(play, action.unit, action.to, action.leader),
    do.Convert: lambda play, seat, action: moving.convert(play, action.railhead, action.to),
    do.Fly: lambda play, seat, action: moving.fly(play, action.unit, action.to),
    do.Break: lambda play, seat, action: moving.break_down(play, action.unit, action.into),
    do.Combine: lambda play, seat, action: moving.combine(play, action.units, action.into),
    do.Attack: battle.attack,
    do.Defend: battle.defend,
    do.Lose: _lose,
    do.Hold: lambda play, seat, action: retreating.hold(play),
    do.Withdraw: lambda play, seat, action: retreating.withdraw(play, action.to, action.units, action.via),
    do.Advance: lambda play, seat, action: retreating.advance(play, action.units, action.to, action.via),
    do.Continue: lambda play, seat, action: battle.press_on(play, seat),
    do.Choose: _choose,
    do.Recover: lambda play, seat, action: reorganizing.recover(play, action.unit),
    do.Swap: lambda play, seat, action: reorganizing.swap(play, action.army, action.corps),
    do.Replace: reorganizing.replace_unit,
    do.Rebuild: lambda play, seat, action: reorganizing.rebuild(play, action.unit),
    do.Done: _done,
    do.Order: _order,
    do.Resign: lambda play, seat, action: sequence.resign(play, seat),
}
