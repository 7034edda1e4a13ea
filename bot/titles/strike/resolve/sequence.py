"""The sequence of play, to be read off the page, and the engine that goes through it until somebody is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from bot.kernel.game import Outcome
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.strike import forces, victory
from bot.titles.strike.model import events as ev
from bot.titles.strike.model import steps
from bot.titles.strike.model.table import GERMAN, RUSSIAN, Phase
from bot.titles.strike.resolve import battle, commissar, losses, moving, mutual, reorganizing, retreating, setup
from bot.titles.strike.resolve.contact import Play

NOBODY = Seat("")


class Stage(NamedTuple):
    """A stage of a turn: its phase, its name, whose it is, and what begins it."""

    phase: Phase
    name: str
    seat: Seat
    begin: Callable[[Play, Seat], None]


def _mutual(begin: Callable[[Play], None]) -> Callable[[Play, Seat], None]:
    return lambda play, seat: begin(play)


@case("1.1", "13.4")
def next_turn(play: Play, seat: Seat) -> None:
    """Advance the turn marker; after the last turn the objectives decide."""
    if play.state.turn < forces.scenario(play.state).turns[1]:
        play.emit(ev.TurnBegan(play.state.turn + 1))
        return
    if play.state.options.get("objectives") == "at the end":
        for side in mutual.SEATS:
            mutual.objectives(play, side)
    play.emit(ev.GameEnded(victory.outcome(play.state)))


SEQUENCE: tuple[Stage, ...] = (
    Stage("set-up", "russian set-up", RUSSIAN, setup.choices),
    Stage("set-up", "german set-up", GERMAN, setup.choices),
    Stage("weather", "weather", NOBODY, _mutual(mutual.weather)),
    Stage("redeployment", "redeployment", NOBODY, _mutual(mutual.redeployment)),
    Stage("operations", "operations", NOBODY, _mutual(mutual.operations)),
    Stage("movement", "german arrivals", GERMAN, moving.begin),
    Stage("movement", "railways and trucks", GERMAN, moving.rails),
    Stage("movement", "german movement", GERMAN, moving.units),
    Stage("combat", "german combat", GERMAN, battle.begin),
    Stage("reorganization", "german reorganization", GERMAN, reorganizing.begin),
    Stage("movement", "partisans", RUSSIAN, moving.partisans),
    Stage("movement", "russian arrivals", RUSSIAN, moving.begin),
    Stage("movement", "russian movement", RUSSIAN, moving.units),
    Stage("movement", "commissar", RUSSIAN, commissar.place),
    Stage("combat", "russian combat", RUSSIAN, battle.begin),
    Stage("reorganization", "russian reorganization", RUSSIAN, reorganizing.begin),
    Stage("weather", "next turn", NOBODY, next_turn),
)
FIRST_OF_TURN = 2


@case("2.0", "1.0")
def proceed(play: Play) -> None:
    """Go on until a seat must be asked or the game is over."""
    while play.state.outcome is None:
        if play.state.steps:
            step = play.state.steps[-1]
            if _STEPS[type(step)](play, step):
                return
        else:
            after = play.state.stage + 1
            begin(play, after if after < len(SEQUENCE) else FIRST_OF_TURN)


def begin(play: Play, at: int) -> None:
    """Begin a stage of the sequence."""
    stage = SEQUENCE[at]
    play.emit(ev.StageBegan(at, stage.phase, stage.name, stage.seat))
    stage.begin(play, stage.seat)


def _ask(play: Play, step: steps.Step) -> bool:
    return True


_STEPS: dict[type[steps.Step], Callable[[Play, Any], bool]] = {
    steps.Arrival: moving.go_arrival,
    steps.Redeployment: _ask,
    steps.Movement: _ask,
    steps.Combat: battle.go_combat,
    steps.Battle: battle.go,
    steps.Losses: losses.go,
    steps.Withdrawal: retreating.go_withdrawal,
    steps.Advance: retreating.go_advance,
    steps.Tie: _ask,
    steps.Reorganization: _ask,
}
"""What goes on with each kind of step; true when its seat must be asked."""


def resign(play: Play, seat: Seat) -> None:
    """End the game in favour of the other side."""
    winner = forces.other(seat)
    play.emit(ev.GameEnded(Outcome((winner,), f"The {seat.title()} side has given up.")))
