"""The sequence of play, as one readable table."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.sequence import Sequence, Stage
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play import artillery, drawing, ending, generation, initiative, rounds


def began(at: int, stage: Stage[State, Event]) -> ev.StageBegan:
    """Return the event that a stage has begun."""
    return ev.StageBegan(at, stage.phase, stage.name)  # type: ignore[arg-type]


@case("COH-1.1b", "COH-5.2a")
def _sequence() -> Sequence[State, Event]:
    return Sequence(
        (
            Stage("generation", "generation", generation.generate),
            Stage("pre-round", "a round begins", rounds.begin),
            Stage("pre-round", "action cards", drawing.draw_all),
            Stage("pre-round", "artillery is noted", artillery.note),
            Stage("pre-round", "artillery lands", artillery.land),
            Stage("pre-round", "initiative", initiative.begin),
            Stage("turns", "turns", rounds.turns),
            Stage("round end", "round's end", ending.end_round),
        ),
        began=began,
        again=1,
    )


SEQUENCE = _sequence()
"""The generation comes first; then each round begins with its preparation."""
