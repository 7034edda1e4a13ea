"""Rules that many actions share: whose move it is, whose unit, which area."""

from __future__ import annotations

from typing import Protocol

from bot.kernel.game import verb
from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.words import count
from bot.titles.strike import asks, forces
from bot.titles.strike.model.actions import Action
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Redeployment
from bot.titles.strike.model.table import BREAKDOWN, ELIMINATED, REMOVED, WAITING, AreaId, Unit, UnitId
from bot.titles.strike.rules import moments


class WithUnit(Protocol):
    """An action that names a unit."""

    @property
    def unit(self) -> UnitId:
        """The unit."""


@rule("2.0")
def your_move(seen: Seen[State], action: Action) -> Wrong | None:
    """Only who is asked may act, and only with what is open to him."""
    if seen.state.outcome is not None:
        return Wrong(
            "the campaign is over", "look at it with /game board, or begin a new one with /game new", "FP-over"
        )
    waited_for = asks.asked(seen.state)
    when, cite = moments.WHEN[verb(type(action))]
    if seen.seat not in waited_for:
        names = " and ".join(f"the {seat.title()} side" for seat in waited_for)
        why = f"it is not your move: {when}; {moments.now(seen.state)}"
        return Wrong(why, f"wait for {names or 'the table'}", cite)
    open_now = asks.verbs(seen.state, seen.seat)
    if verb(type(action)) not in open_now:
        general = (f"not now: {when}; {moments.now(seen.state)}", cite)
        why, cite = moments.particular(seen.state, verb(type(action))) or general
        return Wrong(why, f"open now: {', '.join(open_now)}", cite)
    return None


@rule("FP-over")
def game_goes_on(seen: Seen[State], action: Action) -> Wrong | None:
    """What can be said at any time needs a seat and a game that is not over."""
    if seen.state.outcome is not None:
        return Wrong("the campaign is over", "begin a new one with /game new")
    if seen.seat not in seen.state.orders:
        return Wrong("you have no seat in this campaign", "take one with /game join", "FP-seat")
    return None


@rule("2.0")
def own_unit(seen: Seen[State], action: WithUnit) -> Wrong | None:
    """A player acts with his own units on the map."""
    return no_unit(seen, action.unit) if own(seen, action.unit) is None else None


def no_unit(seen: Seen[State], id: UnitId) -> Wrong:
    """Say why something is not one of the seat's units on the map: it is the enemy's, or in a box, or lost."""
    unit, mend = seen.state.units.get(id), "choose one of your units on the map"
    if unit is None or unit.side != seen.seat:
        whose = "nothing on this table" if unit is None else "a unit of the enemy"
        return Wrong(f"that is {whose}", mend, "2.0")
    why, cite = AWAY.get(unit.place, ("is not on the map", "2.0"))
    return Wrong(f"{forces.record(unit).name} {why}", mend, cite)


AWAY = {
    BREAKDOWN: ("is in the Breakdown Box", "10.2.2"),
    ELIMINATED: ("is in the Eliminated Box", "12.3.1"),
    WAITING: ("is not in the game yet", "14.0"),
    REMOVED: ("is out of the game", "11.8.3"),
}
"""Why a unit cannot act that is not on the map."""


def own(seen: Seen[State], unit: UnitId) -> Unit | None:
    """Return one of the seat's own units on the map."""
    return forces.own(seen.state, seen.seat, unit)


def listed(seen: Seen[State], unit: UnitId) -> Unit | None:
    """Return one of the seat's own units wherever it is."""
    found = seen.state.units.get(unit)
    return found if found is not None and found.side == seen.seat else None


def no_area(seen: Seen[State], *areas: AreaId) -> Wrong | None:
    """Say which of some areas is not on the map."""
    for area in areas:
        if area not in forces.map_of(seen.state):
            return Wrong(
                f"there is no area {area!r} on this map", "choose an octagon or a diamond, such as E5 or F5"
            )
    return None


def too_many_redeploy(seen: Seen[State], units: tuple[Unit, ...]) -> Wrong | None:
    """Say why so many units cannot redeploy; those that have moved already are counted."""
    step = seen.state.steps[-1]
    new = sum(not unit.trail for unit in units)
    if isinstance(step, Redeployment) and new > step.left:
        return Wrong(
            f"{count(step.left, 'more unit')} may redeploy this turn",
            "go on with units that have moved, or be done",
            "3.2.1",
        )
    return None
