"""The end of a round, and how the battle is decided."""

from __future__ import annotations

from bot.kernel.game import Outcome
from bot.kernel.rule import case
from bot.kit.english import count
from bot.titles.firefight import events as ev
from bot.titles.firefight.field.scoring import at_end, at_round_end
from bot.titles.firefight.field.units import other, team
from bot.titles.firefight.model.ids import SIDES, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.points import give


# FF-R155
@case("COH-5.2a", "G-3.6")
def end_round(play: Play) -> None:
    """Score the round; after the last round, score the end and decide the battle.

    A solo mission also ends then, unless its marker has reached the end of the track earlier.
    """
    give(play, at_round_end(play.state))
    if play.state.round >= play.state.rounds:
        finish(play)


def finish(play: Play) -> None:
    """Score the end of the battle and decide it."""
    give(play, at_end(play.state))
    play.emit(ev.GameEnded(decided(play.state)))


# FF-R11
@case("COH-5.2a")
def decided(state: State) -> Outcome:
    """Return the outcome: the side with more points wins; equal points are a draw."""
    german, soviet = (state.points.get(side, 0) for side in SIDES)
    if german == soviet:
        return Outcome((), f"Both sides have {count(german, 'victory point')}: a draw.")
    ahead: Side = "german" if german > soviet else "soviet"
    most, fewer = count(max(german, soviet), "victory point"), min(german, soviet)
    why = f"The {ahead.title()} side has {most}, the {other(ahead).title()} side has {fewer}."
    return Outcome(team(state, ahead), why)
