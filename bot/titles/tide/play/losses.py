"""Losses: an owner chooses what the hits cost."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count, join
from bot.titles.tide.combat import hits
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import names, units, values
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Remove
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Keeping, Losses
from bot.titles.tide.model.table import UnitId, Vehicle
from bot.titles.tide.play import sketches


def question(at: At[State, Losses]) -> str:
    """Name the hit units and the number of hits."""
    struck = [names.unit(unit) for each in at.step.units if (unit := at.state.units.get(each)) is not None]
    return f"{count(at.step.left, 'hit')} to take on {join(struck)}: choose what you lose."


@rule("TOI-5.4a", "TOI-6.2e")
def can_be_lost(at: At[State, Losses], action: Remove) -> Wrong | None:
    """A hit costs a figure, or damages a vehicle, of the units that were hit."""
    step = at.step
    if (action.unit, action.figure) in hits.loss_choices(at.state, step):
        return None
    unit = at.state.units.get(action.unit)
    if unit is None or action.unit not in step.units:
        return Wrong("that unit was not hit", "choose a figure of a squad, or a vehicle, that was hit")
    if isinstance(unit, Vehicle):
        if action.figure:
            return Wrong("a vehicle has no figures", "leave `figure` out")
        return Wrong("the hits that the vehicle has taken destroy it already", "choose something else")
    if not action.figure:
        return Wrong("no figure is named", "name the `figure` that the squad loses")
    return Wrong(f"the squad has no {names.SINGULARS[action.figure]}", "choose a figure that it has")


def losses(at: At[State, Losses], fixed: Fixed) -> Iterator[do.Remove]:
    """Yield the possible losses, the least valuable of each unit first."""
    choices = hits.loss_choices(at.state, at.step)
    order = list(dict.fromkeys(unit for unit, _ in choices))
    for unit, figure in sorted(choices, key=lambda each: (order.index(each[0]), values.FIGURES.get(each[1], 0))):
        yield do.Remove(unit, figure)  # type: ignore[arg-type]


@case("TOI-5.4a", "TOI-6.2e")
def lose(play: Play, step: Losses, action: do.Remove) -> None:
    """Apply a hit where the owner wants it."""
    hits.take(play, step, action.unit, action.figure)


def cheapest_loss(state: State, step: Losses) -> do.Remove:
    """Return the loss of the least valuable figure, from the largest squad.

    Vehicles come last.
    """

    def price(choice: tuple[UnitId, str]) -> tuple[float, int, str]:
        unit = state.units[choice[0]]
        if isinstance(unit, Vehicle):
            return (values.of_unit(unit), 0, unit.id)
        return (values.FIGURES[choice[1]], -len(units.figures(unit)), unit.id)

    unit, figure = min(hits.loss_choices(state, step), key=price)
    return do.Remove(unit, figure)  # type: ignore[arg-type]


def ordered(at: At[State, Losses]) -> do.Remove | None:
    """Choose the least valuable loss."""
    return cheapest_loss(at.state, at.step) if units.orders(at.state, at.seat).casualties == "cheapest" else None


def says_remove(seen: Seen[State], action: do.Remove) -> str:
    """Return the order as a sentence."""
    unit = names.for_reader(seen, action.unit)
    if action.figure:
        return f"{unit} loses {names.article(names.SINGULARS[action.figure])}."
    kept = isinstance(seen.state.steps[-1], Keeping)
    return f"{unit} {'gives up its special round' if kept else 'takes the hit'}."


LOSSES: Decision[State, Event, Losses] = Decision(
    Losses,
    question=question,
    does="chooses its losses",
    go=hits.settle_losses,
    standing=ordered,
    verbs=(
        Verb(
            do.Remove,
            when="losses are chosen when your units have been hit, and unused munitions discarded at the end of a "
            "round",
            says=says_remove,
            why=lambda seen, action: "it is the least valuable possible loss",
            cite="TOI-5.4a",
            rules=(can_be_lost,),
            candidates=losses,
            resolve=lose,
            sketch=sketches.place,
        ),
    ),
)
