"""Stalling and passing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import Fixed, Verb, just
from bot.kit.english import count
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import names
from bot.titles.firefight.field.economy import checks, present
from bot.titles.firefight.field.turns import over
from bot.titles.firefight.field.units import of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import How
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Settle
from bot.titles.firefight.model.table import Player
from bot.titles.firefight.play.acting import TURN, Bill, bill, pay, settling
from bot.titles.firefight.play.base import Here, Play, TurnVerb

STALLING = 1
"""The cost of a stall."""


def by_point(player: Player, action: do.Stall) -> bool:
    """Return true if an action point pays for a stall, the default if there is one."""
    return action.pay == "ap" or (action.pay == "" and player.ap > 0)


# FF-R181
@rule("COH-1.3h", "COH-1.4e")
def can_stall(at: Here, action: do.Stall) -> Wrong | None:
    """An action point of the active unit or a CAP pays for a stall.

    With spent checks a unit stalls.
    """
    player = at.state.players[at.seat]
    if not any(present(at.state, at.seat)):
        return Wrong("you have no unit that could act later", "pass instead")
    if checks(at.state):
        return _unit_stalls(at, action)
    if action.unit or action.caps:
        return Wrong("no unit is named for this payment", "choose pay:ap or pay:cap alone")
    if by_point(player, action):
        if not player.ap:
            return Wrong("no unit of yours is active", "pay with a CAP, or pass")
    elif not player.caps:
        return Wrong("you have no CAPs left", "pass instead")
    return None


def _unit_stalls(at: Here, action: do.Stall) -> Wrong | None:
    """With spent checks a unit stalls, and CAPs lower its cost.

    A stall without a unit costs a CAP.
    """
    if action.pay:
        return Wrong("with spent checks a unit stalls, and CAPs lower its cost", "leave `pay` out", "COH-1.4e")
    found = staller(at.state, at.seat, action)
    if isinstance(found, Wrong):
        return found
    due = bill(at.state, at.seat, found, STALLING)
    return due if isinstance(due, Wrong) else None


class Stalling(NamedTuple):
    """A stall as an action of units."""

    units: tuple[UnitId, ...]
    caps: int
    by: How = ""


def staller(state: State, seat: Seat, action: do.Stall) -> Stalling | Wrong:
    """Return the unit and the CAPs of a stall.

    If no unit is named, the player uses a CAP, or else the first fresh unit.
    """
    units = {unit.id: unit for unit in of(state, seat)}
    if action.unit:
        known = action.unit in units
        return Stalling((action.unit,), action.caps) if known else Wrong("that is no unit of yours", NAME)
    if state.players[seat].caps:
        return Stalling((), STALLING)
    fresh = next((id for id, unit in units.items() if unit.status == "fresh"), None)
    return Stalling((fresh,), 0) if fresh is not None else Wrong("you have no CAPs left", "pass instead")


NAME = "name a unit of yours on the map"


@case("COH-1.3h", "COH-1.4e")
def stall(play: Play, step: object, action: do.Stall) -> None:
    """Pay, and do nothing."""
    if checks(play.state):
        unit = staller(play.state, play.seat, action)
        assert isinstance(unit, Stalling)
        found = bill(play.state, play.seat, unit, STALLING)
        assert isinstance(found, Bill)
        pay(play, found, "stall")
        play.emit(ev.Ended(), ev.Begun(settling(found)))
        return
    points = by_point(play.state.players[play.seat], action)
    play.emit(ev.Paid(play.seat, int(points), int(not points), "stall"), ev.Ended())
    play.emit(ev.Begun(Settle(play.seat, (), "activation" if points else "command")))


def to_stall(at: Here, fixed: Fixed) -> Iterator[do.Stall]:
    """Yield the default payment and other payments.

    With action points, the other payment is a CAP. With spent checks, each unit may stall.
    """
    if checks(at.state):
        yield do.Stall()
        for unit in of(at.state, at.seat):
            yield do.Stall(unit=unit.id)
            yield do.Stall(unit=unit.id, caps=1)
        return
    yield do.Stall()
    if at.state.players[at.seat].ap:
        yield do.Stall("cap")


def says_stall(seen: Seen[State], action: do.Stall) -> str:
    """Return the order as a sentence, with its usual payment."""
    player = seen.state.players.get(seen.seat)
    usual = "one action point" if player is not None and player.active and player.ap else "one CAP"
    pays = {"cap": "one CAP", "ap": "one action point"}.get(action.pay, usual)
    return f"Stall: wait a turn, for {pays}."


STALL: TurnVerb[do.Stall] = Verb(
    do.Stall,
    when="players stall in their turn",
    says=says_stall,
    cite=TURN,
    rules=(can_stall,),
    candidates=to_stall,
    resolve=stall,
)


@case("COH-1.3i", "COH-1.3c", "COH-1.4b")
def let_pass(play: Play, step: object, action: do.Pass) -> None:
    """Pass: the active unit is spent, stress ends, and the turn is over."""
    player = play.state.players[play.seat]
    if player.active:
        play.emit(ev.Spent(play.seat, player.active, "passed"))
    play.emit(ev.TurnEnded(play.seat, (), passed=True, turn=play.state.turn), ev.Ended())


def given_away(at: Here, action: do.Pass) -> str:
    """Warn about action points and fresh units that a pass wastes."""
    player = at.state.players[at.seat]
    has = names.does(player.active, "unit still has", "units still have")
    becomes = names.does(player.active, "becomes", "become")
    active = f"your active {has} {count(player.ap, 'action point')}, and {becomes} spent" if player.ap else ""
    fresh = sum(unit.status == "fresh" for unit in of(at.state, at.seat))
    if not fresh or not over(replace(at.state, passed=(*at.state.passed, at.seat))):
        return active
    ends = f"the round ends with it, and {count(fresh, 'fresh unit')} of yours will not act"
    return "; ".join(filter(None, [active, ends]))


def why_pass(seen: Seen[State], action: do.Pass) -> str:
    """Return the reason for a pass: the units that are left."""
    mine = list(of(seen.state, seen.seat))
    if all(unit.status == "spent" for unit in mine):
        return "all your units are spent" if mine else "none of your units is on the map"
    return "nothing else is worth its price now"


PASS: TurnVerb[do.Pass] = Verb(
    do.Pass,
    when="players pass in their turn",
    says="Pass.",
    why=why_pass,
    cite=TURN,
    candidates=just(do.Pass()),
    resolve=let_pass,
    warns=given_away,
)
