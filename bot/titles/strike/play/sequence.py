"""The sequence of play, to be read off the page."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.sequence import Sequence, Stage
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters, victory
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN
from bot.titles.strike.play import Play, arrival, combat, commissar, phase, reorganization, turn


@case("1.1", "13.4")
def next_turn(play: Play) -> None:
    """Advance the turn marker; after the last turn the objectives decide."""
    if play.state.turn < counters.scenario(play.state).turns[1]:
        play.emit(ev.TurnBegan(play.state.turn + 1))
        return
    if play.state.options.get("objectives") == "at the end":
        for side in turn.SEATS:
            turn.objectives(play, side)
    play.emit(ev.GameEnded(victory.outcome(play.state)))


@case("2.0", "1.0")
def began(at: int, stage: Stage[State, ev.Event]) -> ev.StageBegan:
    """Say that a stage has begun."""
    return ev.StageBegan(at, stage.phase, stage.name, stage.seat)  # type: ignore[arg-type]


SEQUENCE: Sequence[State, ev.Event] = Sequence(
    (
        Stage("set-up", "russian set-up", arrival.set_up, RUSSIAN),
        Stage("set-up", "german set-up", arrival.set_up, GERMAN),
        Stage("weather", "weather", turn.weather),
        Stage("redeployment", "redeployment", turn.redeployment),
        Stage("operations", "operations", turn.operations),
        Stage("movement", "german arrivals", arrival.reinforce, GERMAN),
        Stage("movement", "railways and trucks", phase.begin_rails, GERMAN),
        Stage("movement", "german movement", phase.begin_units, GERMAN),
        Stage("combat", "german combat", combat.begin, GERMAN),
        Stage("reorganization", "german reorganization", reorganization.begin, GERMAN),
        Stage("movement", "partisans", arrival.partisans, RUSSIAN),
        Stage("movement", "russian arrivals", arrival.reinforce, RUSSIAN),
        Stage("movement", "russian movement", phase.begin_units, RUSSIAN),
        Stage("movement", "commissar", commissar.place, RUSSIAN),
        Stage("combat", "russian combat", combat.begin, RUSSIAN),
        Stage("reorganization", "russian reorganization", reorganization.begin, RUSSIAN),
        Stage("weather", "next turn", next_turn),
    ),
    began=began,
    again=2,
)
"""After the set-up each turn begins with the weather."""
