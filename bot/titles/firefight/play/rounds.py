"""The course of a round: preparation, turns and end."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.decisions import Work
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field.conditions import wind
from bot.titles.firefight.field.economy import ceiling
from bot.titles.firefight.field.solo import is_ai
from bot.titles.firefight.field.turns import over, rotation
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import AiTurn, Turn, Turns
from bot.titles.firefight.model.table import Smoke
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.control import take_control
from bot.titles.firefight.play.revealing import uncover


@case("COH-1.1a", "COH-1.1b", "COH-1.1c", "COH-6.2a")
def begin(play: Play) -> None:
    """Begin a round: units are fresh, CAPs are restored, and smoke thins."""
    state = play.state
    fresh = tuple(unit.id for unit in state.units.values() if unit.status != "fresh")
    caps = {seat: ceiling(state, seat) for seat in state.players}
    play.emit(ev.RoundBegan(state.round + 1, fresh, caps, thinner(state)))


@case("COH-6.2a")
def thinner(state: State) -> dict[HexId, Smoke]:
    """Return the smoke left when a round begins: heavy becomes light, light vanishes.

    In wind all smoke vanishes. Smoke placed before the first round stays for that round, even in wind.
    """
    if not state.round:
        return state.smoke
    return {} if wind(state) else {hex: "light" for hex, smoke in state.smoke.items() if smoke == "heavy"}


def turns(play: Play) -> None:
    """Let the players take turns; the side with the initiative is first."""
    assert play.state.leader is not None
    play.emit(ev.Begun(Turns(rotation(play.state, play.state.leader))))


@case("COH-1.3a", "COH-1.3i", "COH-1.7b", "COH-6.4b", "COH-5.3a")
def go(play: Play, step: Turns) -> None:
    """Give the next player a turn, or end the round if it is over.

    Units exposed by the last turn are revealed first. Control markers also flip for events outside any turn, such
    as artillery that destroys a holder.
    """
    uncover(play)
    if not isinstance(play.state.steps[-1], Turns):
        return
    take_control(play)
    if over(play.state):
        play.emit(ev.RoundEnded(play.state.round), ev.Ended())
        return
    again = next((seat for seat, player in play.state.players.items() if player.again), None)
    seat = again or step.order[step.next]
    follows = step.next if again else (step.next + 1) % len(step.order)
    play.emit(ev.TurnBegan(seat, play.state.turn + 1), ev.Changed(Turns(step.order, follows)))
    play.emit(ev.Begun(AiTurn(seat) if is_ai(play.state, seat) else Turn(seat)))


TURNS: Work[State, Event, Turns] = Work(Turns, go)
