"""Stalling and passing."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import Fixed, Verb, just
from bot.titles.firefight.field.economy import checks
from bot.titles.firefight.field.units import of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model import events as ev
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Settle, Turn
from bot.titles.firefight.model.table import Player
from bot.titles.firefight.play.acting import bill, pay, settling
from bot.titles.firefight.play.base import Here, Play

STALLING = 1
"""What a stall costs."""


def by_point(player: Player, action: do.Stall) -> bool:
    """Say whether a stall is paid with an action point, as it is where there is one and nobody says otherwise."""
    return action.pay == "ap" or (action.pay == "" and player.ap > 0)


@rule("COH-1.3h", "COH-1.4e")
def can_stall(at: Here, action: do.Stall) -> Wrong | None:
    """A stall takes an action point of the active unit, or a CAP; with spent checks a unit stalls."""
    player = at.state.players[at.seat]
    if checks(at.state):
        return _unit_stalls(at, action)
    if action.unit or action.caps:
        return Wrong("nobody in particular stalls", "say pay:ap or pay:cap alone")
    if by_point(player, action):
        if not player.ap:
            return Wrong("no unit of yours is active", "pay with a CAP, or pass")
    elif not player.caps:
        return Wrong("you have no CAPs left", "pass instead")
    return None


def _unit_stalls(at: Here, action: do.Stall) -> Wrong | None:
    unit = at.state.units.get(action.unit)
    if action.pay:
        return Wrong("with spent checks a unit stalls, and CAPs lower its cost", "name the unit", "COH-1.4e")
    if unit is None or unit not in tuple(of(at.state, at.seat)):
        return Wrong("with spent checks a unit on the map stalls", "name a unit of yours", "COH-1.4e")
    found = bill(at.state, at.seat, _Stalling(action), STALLING)
    return found if isinstance(found, Wrong) else None


class _Stalling:
    """A stall as an action of a unit."""

    def __init__(self, action: do.Stall) -> None:
        self.units, self.by, self.caps = (action.unit,), "", action.caps


@case("COH-1.3h", "COH-1.4e")
def stall(play: Play, step: Turn, action: do.Stall) -> None:
    """Pay, and do nothing."""
    if checks(play.state):
        found = bill(play.state, play.seat, _Stalling(action), STALLING)
        assert not isinstance(found, Wrong)
        pay(play, found, "stall")
        play.emit(ev.Ended(), ev.Begun(settling(found)))
        return
    points = by_point(play.state.players[play.seat], action)
    play.emit(ev.Paid(play.seat, int(points), int(not points), "stall"), ev.Ended())
    play.emit(ev.Begun(Settle(play.seat, (), "activation" if points else "command")))


def to_stall(at: Here, fixed: Fixed) -> Iterator[do.Stall]:
    """Offer both ways to pay for a stall, or each unit."""
    if checks(at.state):
        for unit in of(at.state, at.seat):
            yield do.Stall(unit=unit.id)
            yield do.Stall(unit=unit.id, caps=1)
        return
    yield from (do.Stall(), do.Stall("ap"), do.Stall("cap"))


STALL: Verb[State, Event, Turn, do.Stall] = Verb(
    do.Stall,
    when="one stalls in one's turn",
    cite="COH-1.3h",
    rules=(can_stall,),
    candidates=to_stall,
    resolve=stall,
)


@case("COH-1.3i", "COH-1.3c", "COH-1.4b")
def let_pass(play: Play, step: Turn, action: do.Pass) -> None:
    """Pass: the active unit is spent, stress is gone, and the turn is over."""
    player = play.state.players[play.seat]
    if player.active:
        play.emit(ev.Spent(play.seat, player.active, "passed"))
    play.emit(ev.TurnEnded(play.seat, (), passed=True), ev.Ended())


def given_away(at: Here, action: do.Pass) -> str:
    """Say what the active unit loses by a pass."""
    ap = at.state.players[at.seat].ap
    points = "action point" if ap == 1 else "action points"
    return f"your active unit still has {ap} {points}, and becomes spent" if ap else ""


PASS: Verb[State, Event, Turn, do.Pass] = Verb(
    do.Pass,
    when="one passes in one's turn",
    cite="COH-1.3i",
    candidates=just(do.Pass()),
    resolve=let_pass,
    warns=given_away,
)
