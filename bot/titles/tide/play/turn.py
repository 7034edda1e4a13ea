"""A turn of the Action Phase: actions of fresh units, cards, and the early end."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Decision, Fixed, Verb, just
from bot.kit.english import count
from bot.titles.tide import events as ev
from bot.titles.tide.cards.strategy import playable
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, crews, fire, units
from bot.titles.tide.field.munitions import hides
from bot.titles.tide.field.units import own, rallied
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Fatigue, Stop
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Step, Turn
from bot.titles.tide.model.table import Squad
from bot.titles.tide.play import activation, rounds, sketches
from bot.titles.tide.play.activation import ACTIVATED, InTurn, takes_an_action
from bot.titles.tide.play.advance import ADVANCE
from bot.titles.tide.play.assault import ASSAULT
from bot.titles.tide.play.card import CARD
from bot.titles.tide.play.choices import fresh, ours
from bot.titles.tide.play.concentrated_fire import FIRE
from bot.titles.tide.play.fire_and_movement import FIRE_AND_MOVE
from bot.titles.tide.play.op_fire_placing import OP_FIRE
from bot.titles.tide.play.special import SPECIAL


def left_fresh(seen: Seen[State], action: do.Stop) -> str:
    """Say how many units could still act."""
    own = list(units.of(seen.state, seen.seat))
    fresh = sum(crews.ready(seen.state, unit) for unit in own)
    are = "is" if fresh == 1 else "are"
    return f"{fresh} of your {count(len(own), 'unit')} {are} fresh" if fresh else ""


@case("TOI-1.2a", "TOI-1.2b", "TOI-1.2c", "TOI-1.2d")
def go(play: Play, step: Turn) -> bool:
    """Continue the turn of a side; return true if it has an action to choose.

    A side that cannot complete the actions of its turn is out of the phase; the other side continues alone.
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
        rounds.begin_turn(play, following)
    return False


@case("TOI-1.2d", "TOI-4.9")
def can_act(state: State, seat: Seat) -> bool:
    """Return true if a side has any action: a fresh unit, a rally, or a playable card."""
    if any(crews.ready(state, unit) for unit in units.of(state, seat)):
        return True
    shaken = any(_may_stand_by(state, unit) for unit in units.of(state, seat))
    rallies = any(_can_rally(state, unit) for unit in units.of(state, seat))
    return shaken or rallies or playable(state, seat, "action")


def _may_stand_by(state: State, unit: units.AnyUnit) -> bool:
    """Return whether an action may fatigue a fresh squad that is pinned or disrupted."""
    agreed = state.options.get("shaken") == "yes"
    return agreed and unit.activity == "fresh" and units.is_suppressed(unit)


@case("TOI-2.3d")
def _can_rally(state: State, unit: units.AnyUnit) -> bool:
    """Return true if a rallied squad has a target for concentrated fire.

    A fresh pinned squad with an officer in its hex counts as rallied.
    """
    if not rallied(state, unit):
        return False
    if any(
        fire.spotted(state, unit.side, enemy.hex)
        and not isinstance(fire.mortar_plan(state, unit, enemy.hex, "normal"), Wrong)
        for enemy in units.against(state, unit.side)
    ):
        return True
    return any(
        board.sees(state, unit.hex, enemy.hex)
        and not isinstance(fire.plan(state, unit, enemy, "normal"), Wrong)
        and not (isinstance(enemy, Squad) and enemy.concealed)
        and units.aboard(state, enemy) is None
        for enemy in units.against(state, unit.side)
    )


@rule("TOI-1.2c")
def may_stop(seen: Seen[State], action: Stop) -> Wrong | None:
    """The scenario's options decide whether a side may stop early."""
    if seen.state.options.get("stop") == "refused":
        return Wrong("the players agreed that no side stops early", "take an action, such as /tide fatigue")
    return None


@rule("TOI-4.7", "TOI-5.4d", "TOI-5.4e")
def may_stand_by(seen: Seen[State], action: Fatigue) -> Wrong | None:
    """A pinned or disrupted squad stands by only if the players agreed so."""
    unit = own(seen, action.unit)
    if unit is None or not units.is_suppressed(unit) or _may_stand_by(seen.state, unit):
        return None
    return activation.suppressed(unit)


def fatigues(seen: Seen[State], fixed: Fixed) -> Iterator[do.Fatigue]:
    """Yield the units that could stand by."""
    shaken = (unit for unit in ours(seen, fixed) if _may_stand_by(seen.state, unit))
    return (do.Fatigue(unit.id) for unit in (*fresh(seen, fixed), *shaken))


@case("TOI-4.7")
def fatigue(play: Play, action: do.Fatigue) -> None:
    """Spend an action on a unit that does nothing."""
    play.emit(ev.Marked((action.unit,), "fatigued", "nothing"))


@case("TOI-1.2c")
def stop(play: Play, step: Step, action: do.Stop) -> None:
    """Take no more actions in this phase."""
    play.emit(ev.OutOfActions(play.seat, chosen=True))


FATIGUE: InTurn[do.Fatigue] = Verb(
    do.Fatigue,
    when="a unit stands by in your turn of the Action Phase",
    says="{unit} does nothing and is fatigued.",
    why=lambda seen, action: "this turn asks for an action, and none is worth more",
    cite="TOI-1.2a",
    rules=(*ACTIVATED, may_stand_by, activation.served),
    candidates=fatigues,
    resolve=takes_an_action(fatigue),
    sketch=sketches.place,
)
STOP: InTurn[do.Stop] = Verb(
    do.Stop,
    when="you can stop in your own turn of the Action Phase",
    says="Take no more actions in this Action Phase.",
    why=lambda seen, action: "nothing else is worth doing in this Action Phase",
    cite="TOI-1.2c",
    rules=(may_stop,),
    candidates=just(do.Stop()),
    resolve=stop,
    warns=left_fresh,
)
TURN: Decision[State, Event, Turn] = Decision(
    Turn,
    question=lambda at: f"{count(at.step.left, 'action')} left in your turn.",
    does="has its turn",
    you="it is your turn of the Action Phase",
    go=go,
    private=hides,
    verbs=(ADVANCE, FIRE, ASSAULT, FIRE_AND_MOVE, OP_FIRE, CARD, SPECIAL, FATIGUE, STOP),
)
