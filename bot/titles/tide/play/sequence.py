"""The sequence of play, as one readable table."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.sequence import Sequence, Stage
from bot.titles.tide.events import Event, StageBegan
from bot.titles.tide.field import board
from bot.titles.tide.model.state import State
from bot.titles.tide.play import (
    arrival,
    deployment,
    drawing,
    muster,
    op_fire_placing,
    rounds,
    transferring,
)

STAGES: tuple[Stage[State, Event], ...] = (
    Stage("set-up", "muster", muster.begin),
    Stage("set-up", "deployment", deployment.begin),
    Stage("action", "action", rounds.first_turn),
    Stage("command", "control", rounds.control),
    Stage("command", "income", rounds.income),
    Stage("command", "spend", rounds.spending),
    Stage("command", "initiative", rounds.initiative),
    Stage("status", "draw", drawing.begin),
    Stage("status", "tokens", rounds.tokens),
    Stage("status", "op fire", op_fire_placing.begin),
    Stage("status", "transfers", transferring.begin),
    Stage("status", "reinforcements", arrival.begin),
    Stage("status", "round", rounds.next_round),
)


@case("TOI-13.1")
def began(at: int, stage: Stage[State, Event]) -> Event:
    """Return the event that a stage has begun."""
    return StageBegan(at, stage.phase, stage.name)  # type: ignore[arg-type]


@case("TOI-1.1", "TOI-1.3", "TOI-1.4")
def skips(state: State, stage: Stage[State, Event]) -> bool:
    """Skip the stages after the income of the last round, which no longer matter."""
    last = STAGES[state.stage].name == "income" and state.round == board.scenario(state).rounds
    return last and stage.name != "round"


SEQUENCE = Sequence(STAGES, began, again=2, skips=skips)
