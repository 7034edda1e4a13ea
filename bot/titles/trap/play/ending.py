"""The End Phase, and how the battle is decided."""

from __future__ import annotations

from bot.kernel.game import Outcome
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.trap import events as ev
from bot.titles.trap.field.battle import scenario
from bot.titles.trap.field.names import points
from bot.titles.trap.field.points import lead
from bot.titles.trap.field.units import awake, of, other
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import LADDER, RUSSIAN, SEATS, WAITING, Status
from bot.titles.trap.play.base import Play


# TRAP-R49, TRAP-R117, TRAP-R147
@case("TRAP-11.0", "TRAP-11.1")
def decide_early(play: Play) -> None:
    """After the activations a side without units in order on the map has lost.

    In the first turn Russians that have not arrived yet are not beaten.
    """
    beaten = [seat for seat in SEATS if not any(awake(unit) for unit in of(play.state, seat))]
    if play.state.turn == scenario(play.state).turns[0] and any(
        unit.hex == WAITING for unit in play.state.units.values()
    ):
        beaten = [seat for seat in beaten if seat != RUSSIAN]
    if len(beaten) == 1:
        seat = beaten[0]
        why = f"The {seat.title()} side has nobody left on the map who can fight."
        play.emit(ev.GameEnded(Outcome((other(seat),), why)))


# TRAP-R12
@case("TRAP-4.4", "TRAP-4.4-1", "TRAP-4.4-2", "TRAP-4.4-3", "TRAP-4.4-4")
def better(status: Status) -> Status:
    """Return the next better status: one step, not more."""
    return LADDER[max(0, LADDER.index(status) - 1)]


# TRAP-R64
@case("TRAP-4.4", "TRAP-4.4-5", "TRAP-4.4-6", "TRAP-4.4-7")
def end_phase(play: Play) -> None:
    """All units recover a step; then the turn ends, or the points decide."""
    state = play.state
    play.emit(
        ev.Recovered({id: better(unit.status) for id, unit in state.units.items() if unit.status != "normal"})
    )
    if state.turn >= scenario(state).turns[1]:
        play.emit(ev.GameEnded(decided(play.state)))
        return
    play.emit(ev.TurnBegan(state.turn + 1))
    if play.state.restricted:
        play.emit(ev.Released("turn"))


# TRAP-R52
@case("TRAP-11.2-14", "TRAP-11.2")
def decided(state: State) -> Outcome:
    """Return the winner on points."""
    ahead, margin = lead(state), scenario(state).margin
    stands = "is level" if not ahead else f"{'leads' if ahead > 0 else 'is behind'} by {points(abs(ahead))}"
    level = f"level points {'were' if ahead >= 0 else 'would have been'} enough"
    need = f"it needed a lead of {margin}" if margin else level
    winner: Seat = RUSSIAN if ahead >= 2 * margin else other(RUSSIAN)
    return Outcome((winner,), f"The Russian side {stands}; {need}.")
