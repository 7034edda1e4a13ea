"""The sequence of play, to be read off the page."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.sequence import Sequence, Stage
from bot.titles.strike.field import counters, victory
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.table import GERMAN, RUSSIAN
from bot.titles.strike.play import commissar, mutual, setup
from bot.titles.strike.play.contact import Play
from bot.titles.strike.resolve import battle, moving, reorganizing


@case("1.1", "13.4")
def next_turn(play: Play) -> None:
    """Advance the turn marker; after the last turn the objectives decide."""
    if play.state.turn < counters.scenario(play.state).turns[1]:
        play.emit(ev.TurnBegan(play.state.turn + 1))
        return
    if play.state.options.get("objectives") == "at the end":
        for side in mutual.SEATS:
            mutual.objectives(play, side)
    play.emit(ev.GameEnded(victory.outcome(play.state)))


@case("2.0", "1.0")
def began(at: int, stage: Stage[State, ev.Event]) -> ev.StageBegan:
    """Say that a stage has begun."""
    return ev.StageBegan(at, stage.phase, stage.name, stage.seat)  # type: ignore[arg-type]


SEQUENCE: Sequence[State, ev.Event] = Sequence(
    (
        Stage("set-up", "russian set-up", setup.choices, RUSSIAN),
        Stage("set-up", "german set-up", setup.choices, GERMAN),
        Stage("weather", "weather", mutual.weather),
        Stage("redeployment", "redeployment", mutual.redeployment),
        Stage("operations", "operations", mutual.operations),
        Stage("movement", "german arrivals", moving.begin, GERMAN),
        Stage("movement", "railways and trucks", moving.rails, GERMAN),
        Stage("movement", "german movement", moving.units, GERMAN),
        Stage("combat", "german combat", battle.begin, GERMAN),
        Stage("reorganization", "german reorganization", reorganizing.begin, GERMAN),
        Stage("movement", "partisans", moving.partisans, RUSSIAN),
        Stage("movement", "russian arrivals", moving.begin, RUSSIAN),
        Stage("movement", "russian movement", moving.units, RUSSIAN),
        Stage("movement", "commissar", commissar.place, RUSSIAN),
        Stage("combat", "russian combat", battle.begin, RUSSIAN),
        Stage("reorganization", "russian reorganization", reorganizing.begin, RUSSIAN),
        Stage("weather", "next turn", next_turn),
    ),
    began=began,
    again=2,
)
"""After the set-up each turn begins with the weather."""
