"""A side chooses among equally near areas, for the Commissar or a leader."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import join
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters, names, value
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Tie
from bot.titles.strike.model.table import AreaId
from bot.titles.strike.play import Play, contact, sketch


def question(at: At[State, Tie]) -> str:
    """Name the areas and the unit that goes to one of them."""
    unit = at.state.units[at.step.unit]
    who = f"{'the ' * counters.is_kind(unit, 'commissar')}{names.full(unit)}"
    return (
        f"Choose where {who} goes: {join(names.place(at.state, area) for area in at.step.areas)} are equally near."
    )


@rule("7.1.3a", "11.8.3")
def can_choose(at: At[State, Tie], action: do.Choose) -> Wrong | None:
    """One chooses among the areas that are equally near."""
    step = at.step
    if action.area in step.areas:
        return None
    cite = "7.1.3a" if counters.is_kind(at.state.units[step.unit], "commissar") else "11.8.3"
    return Wrong(f"{action.area} is not one of the nearest", f"choose one of {', '.join(step.areas)}", cite)


def choices(at: At[State, Tie], fixed: Fixed) -> Iterator[do.Choose]:
    """Yield the areas that are equally near."""
    step = at.step
    yield from (do.Choose(area) for area in step.areas)


def choose(play: Play, step: Tie, action: do.Choose) -> None:
    """The Commissar comes where the Germans want him, a leader where their owner does."""
    play.emit(ev.Ended())
    if counters.is_kind(play.state.units[step.unit], "commissar"):
        play.emit(ev.Placed(step.unit, action.area, "commissar"))
    else:
        contact.relocate(play, step.unit, action.area)


def best_of(state: State, step: Tie) -> AreaId:
    """Return the best of equally near areas: a leader's safest, or the least harmful."""
    unit = state.units[step.unit]
    if counters.is_kind(unit, "commissar"):
        return min(step.areas, key=lambda area: (value.threat(state, step.seat, area), area))
    return max(step.areas, key=lambda area: (counters.map_of(state).nearness(step.seat, area), area))


def ordered(at: At[State, Tie]) -> do.Choose | None:
    """Choose the best area, if that is ordered."""
    first = counters.orders(at.state, at.seat).ties == "first"
    return do.Choose(best_of(at.state, at.step)) if first else None


def says_choose(seen: Seen[State], action: do.Choose) -> str:
    """Say where the Commissar or the leader goes."""
    to = names.place(seen.state, action.area)
    going = [step.unit for step in seen.state.steps[-1:] if isinstance(step, Tie)]
    return f"{names.called(seen, going)} goes to {to}." if going else f"Choose {to}."


TIE: Decision[State, ev.Event, Tie] = Decision(
    Tie,
    question=question,
    does="one of several areas is chosen",
    standing=ordered,
    verbs=(
        Verb(
            do.Choose,
            when="a side chooses among areas that are equally near for the Commissar or for a leader",
            says=says_choose,
            why=lambda seen, action: "it is the best of the equally near places",
            cite="7.1.3a",
            rules=(can_choose,),
            candidates=choices,
            resolve=choose,
            sketch=sketch.area_named,
        ),
    ),
)
