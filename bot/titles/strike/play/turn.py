"""The mutual phases: weather, redeployment, operations points."""

from __future__ import annotations

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN, Weather
from bot.titles.strike.play import Play
from bot.titles.strike.play.phase import ask_redeployment
from bot.titles.strike.printed.tables import tables

SEATS = (GERMAN, RUSSIAN)


@case("3.1", "3.1.2", "3.1.3")
def weather(play: Play) -> None:
    """Roll for the weather, again while the result is too early."""
    preset = counters.scenario(play.state).weather
    if (at := _turns_gone(play.state)) < len(preset):
        play.emit(ev.WeatherCame(preset[at]))
        return
    chart = tables().numbers.weather
    rolls: list[Roll] = []
    while True:
        rolls.append(play.dice.roll("weather", 1))
        came = weather_of(play.state.turn, rolls[-1].faces[0])
        if play.state.turn >= chart.transition or came in chart.early:
            break
    play.emit(ev.WeatherCame(came, tuple(rolls)))


def weather_of(turn: int, die: int) -> Weather:
    """Return the weather that a die brings; from the transition on it counts one more."""
    chart = tables().numbers.weather
    later = turn >= chart.transition
    return chart.table[min(die + later, len(chart.table)) - 1]


def _turns_gone(state: State) -> int:
    """Count the turns that have been played."""
    return state.turn - counters.scenario(state).turns[0]


@case("3.2", "3.2.1", "3.2.3")
def redeployment(play: Play) -> None:
    """Roll for redeployment; the higher roll goes first, and ties are rerolled."""
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
        ask_redeployment(play, seat, units[seat])


def redeploys(state: State) -> bool:
    """Return whether units redeploy this turn; turn 1 needs an agreement."""
    if "redeployment" in counters.scenario(state).without:
        return False
    return state.turn > 1 or state.options.get("redeployment") == "in turn 1"


@case("3.3", "3.3.1", "3.3.3", "3.3.4")
def operations(play: Play) -> None:
    """Give each side its points: the scenario's, or a roll's.

    Remaining points are lost, or half saved.
    """
    for seat in SEATS:
        preset, saved = counters.side(play.state, seat).points, saving(play.state, seat)
        if (at := _turns_gone(play.state)) < len(preset):
            play.emit(ev.PointsCame(seat, preset[at] + saved, saved))
            continue
        roll = play.dice.roll(f"{seat} operations", 2)
        points = points_of(play.state.weather, seat, sum(roll.faces))
        play.emit(ev.PointsCame(seat, points + saved, saved, roll))
        if sum(roll.faces) in tables().numbers.operations.objectives and rolls_objectives(play.state):
            objectives(play, seat)


@case("3.3.5")
def saving(state: State, seat: Seat) -> int:
    """Return half of a side's remaining points, if the players agreed on saving."""
    return state.points[seat] // 2 if state.options.get("saving") == "half" else 0


@case("3.3", "3.1.1")
def points_of(weather: Weather, seat: Seat, roll: int) -> int:
    """Return the points that a roll brings in a kind of weather."""
    chart = tables().numbers.operations
    return (chart.german if seat == GERMAN else chart.russian)[weather][roll - 2]


def rolls_objectives(state: State) -> bool:
    """Say whether objectives come up during play."""
    if "objectives" in counters.scenario(state).without:
        return False
    return state.options.get("objectives") != "at the end"


@case("3.3.2", "13.2", "13.4")
def objectives(play: Play, seat: Seat) -> None:
    """Roll the objectives of a side; they replace those that it had."""
    roll = play.dice.roll(f"{seat} objectives", 2)
    play.emit(ev.ObjectivesCame(seat, tables().numbers.objectives.table[sum(roll.faces) - 2], roll))
