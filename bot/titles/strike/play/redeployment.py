"""A side redeploys: as many units as the dice allow move between the phases of battle."""

from __future__ import annotations

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kit.decisions import Decision
from bot.kit.words import count
from bot.titles.strike.field import counters
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Redeployment
from bot.titles.strike.model.table import GERMAN, RUSSIAN
from bot.titles.strike.play import Play, movement
from bot.titles.strike.play.crowds import GIVE_UP, leaves_no_crowd
from bot.titles.strike.play.done import done
from bot.titles.strike.play.flights import FLY
from bot.titles.strike.play.formations import BREAK, COMBINE
from bot.titles.strike.play.march import MOVE
from bot.titles.strike.play.trains import RAIL
from bot.titles.strike.play.turn import SEATS
from bot.titles.strike.printed.tables import tables


@case("3.2", "3.2.1", "3.2.3")
def begin(play: Play) -> None:
    """Roll for redeployment; the higher roll goes first, and ties are rolled again for the order alone."""
    if not redeploys(play.state):
        return
    chart = tables().numbers.redeployment
    rolls = {seat: play.dice.roll(f"{seat} redeployment", 1) for seat in SEATS}
    german, russian = (rolls[seat].faces[0] for seat in SEATS)
    units = {GERMAN: chart.german[german - 1], RUSSIAN: chart.russian[russian - 1]}
    again: list[tuple[Roll, Roll]] = []
    while german == russian:
        again.append((play.dice.roll("german order", 1), play.dice.roll("russian order", 1)))
        german, russian = (roll.faces[0] for roll in again[-1])
    first = GERMAN if german > russian else RUSSIAN
    play.emit(ev.RedeploymentRolled(rolls, units, first, tuple(again)))
    for seat in SEATS:
        play.emit(ev.Readied(seat))
    for seat in (counters.other(first), first):
        play.emit(ev.Begun(Redeployment(seat, units[seat])))


def redeploys(state: State) -> bool:
    """Say whether units redeploy this turn; for the first turn of the campaign the players may agree otherwise."""
    if "redeployment" in counters.scenario(state).without:
        return False
    return state.turn > 1 or state.options.get("redeployment") == "in turn 1"


REDEPLOYMENT: Decision[State, ev.Event, Redeployment] = Decision(
    Redeployment,
    question=lambda at: (
        f"Redeployment: {count(at.step.left, 'more unit')} may move. Say done when you have moved."
    ),
    does="units redeploy",
    verbs=(MOVE, RAIL, FLY, BREAK, COMBINE, GIVE_UP, done(movement.end, rules=(leaves_no_crowd,))),
)
