"""The Action Phase: who has the turn, how many actions are left in it, and who is out."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.titles.tide.cards.strategy import playable
from bot.titles.tide.field import fire, guns, units
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Turn
from bot.titles.tide.model.table import Squad
from bot.titles.tide.resolve.hits import Play


@case("TOI-1.2a")
def begin(play: Play) -> None:
    """The holder of initiative has the first turn of the round."""
    if play.state.round == 0:
        play.emit(ev.RoundBegan(1))
    _begin_turn(play, play.state.initiative)


@case("TOI-1.2b")
def _begin_turn(play: Play, seat: Seat) -> None:
    actions = units.side(play.state, seat).actions
    taken = tuple(b for b in play.state.boons if b.kind == "actions" and b.side == seat)
    if taken:
        play.emit(ev.Used(taken))
        actions = max(1, actions + sum(boon.n for boon in taken))
    play.emit(ev.Begun(Turn(seat, actions)))


@case("TOI-1.2a", "TOI-1.2b", "TOI-1.2c", "TOI-1.2d")
def go(play: Play, step: Turn) -> bool:
    """Go on with the turn of a side; say whether it has an action to choose.

    Who cannot complete the actions of his turn is out of the phase; the other side goes on alone.
    """
    out = play.state.hq[step.seat].out
    if step.left and not out:
        if can_act(play.state, step.seat):
            return True
        play.emit(ev.OutOfActions(step.seat))
    play.emit(ev.Ended())
    enemy = units.other(play.state, step.seat)
    following = enemy if not play.state.hq[enemy].out else step.seat
    if not play.state.hq[following].out:
        _begin_turn(play, following)
    return False


@case("TOI-1.2d", "TOI-4.9")
def can_act(state: State, seat: Seat) -> bool:
    """Say whether a side has any action at all: a fresh unit, a rally, or a card that it can play."""
    if any(guns.ready(state, unit) for unit in units.of(state, seat)):
        return True
    return any(_can_rally(state, unit) for unit in units.of(state, seat)) or playable(state, seat, "action")


@case("TOI-2.3d")
def _can_rally(state: State, unit: units.AnyUnit) -> bool:
    """A fresh pinned squad beside an officer can still concentrate its fire, if it has a target."""
    if not rallied(state, unit):
        return False
    if any(
        fire.spotted(state, unit.side, enemy.hex)
        and not isinstance(fire.mortar_plan(state, unit, enemy.hex, "normal"), Wrong)
        for enemy in units.against(state, unit.side)
    ):
        return True
    return any(
        units.sees(state, unit.hex, enemy.hex)
        and not isinstance(fire.plan(state, unit, enemy, "normal"), Wrong)
        and not (isinstance(enemy, Squad) and enemy.concealed)
        and units.aboard(state, enemy) is None
        for enemy in units.against(state, unit.side)
    )


@case("TOI-2.3d")
def rallied(state: State, unit: units.AnyUnit) -> bool:
    """Say whether a squad is fresh and pinned, and an officer in its hex lets it fire nevertheless."""
    return (
        isinstance(unit, Squad)
        and unit.activity == "fresh"
        and unit.morale == "pinned"
        and units.aboard(state, unit) is None
        and units.officer_at(state, unit.hex, unit.side)
    )


def spend_action(play: Play) -> None:
    """Count one action of the turn."""
    step = play.state.steps[-1]
    assert isinstance(step, Turn)
    play.emit(ev.Changed(replace(step, left=step.left - 1)))
