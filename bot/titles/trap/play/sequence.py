"""The sequence of play, to be read off the page."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kit.sequence import Sequence, Stage
from bot.titles.trap import events as ev
from bot.titles.trap.field.battle import night, scenario
from bot.titles.trap.model.state import State
from bot.titles.trap.play import cup, ending, nightfall, random_events, setup


@case("TRAP-4.0")
def began(at: int, stage: Stage[State, ev.Event]) -> ev.StageBegan:
    """Say that a stage has begun."""
    return ev.StageBegan(at, stage.phase, stage.name)  # type: ignore[arg-type]


@case("TRAP-4.1", "TRAP-9.0", "TRAP-10.4")
def skips(state: State, stage: Stage[State, ev.Event]) -> bool:
    """Events are rolled by day after the first turn; replacements come at nightfall."""
    if stage.name == "nightfall":
        return not night(state)
    if stage.name == "random events":
        first = state.turn == max(scenario(state).turns[0], 1)
        return night(state) or first or not scenario(state).events
    return False


SEQUENCE: Sequence[State, ev.Event] = Sequence(
    (
        Stage("set-up", "set-up", setup.choices),
        Stage("events", "nightfall", nightfall.fall),
        Stage("events", "random events", random_events.roll),
        Stage("initiative", "initiative", cup.initiative),
        Stage("activations", "activations", cup.activations),
        Stage("end", "decision", ending.decide_early),
        Stage("end", "end phase", ending.end_phase),
    ),
    began=began,
    again=1,
    skips=skips,
)
"""After the set-up a turn begins with random events, or at night with nightfall."""
