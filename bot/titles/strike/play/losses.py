"""An owner chooses what to lose in an area, step after step."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count
from bot.titles.strike import events as ev
from bot.titles.strike.field import counters, names, value
from bot.titles.strike.field.counters import orders
from bot.titles.strike.model import actions as do
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Losses
from bot.titles.strike.model.table import NOBODY
from bot.titles.strike.play import Play, sketch
from bot.titles.strike.play.crowds import GIVE_UP
from bot.titles.strike.play.hits import eliminate, left_of, losers, take, whole
from bot.titles.strike.play.named import no_unit, own


def question(at: At[State, Losses]) -> str:
    """Ask for the unit of the next step, or for the corps that remains of it."""
    state, step = at.state, at.step
    owed = f"{count(step.left, 'step')} to lose at {names.place(state, step.area)}"
    units = losers(state, step)
    if len(units) == 1:
        left = ", ".join(names.unit(state.units[id]) for id in left_of(state, step, units[0]))
        return f"{owed}: choose the corps that is left of {names.unit(units[0])}, one of {left}."
    return f"{owed}: choose a unit."


def ordered(at: At[State, Losses]) -> do.Lose | None:
    """Lose the cheapest unit, if that is ordered."""
    if orders(at.state, at.seat).losses != "cheapest":
        return None
    return do.Lose(value.cheapest(at.step, losers(at.state, at.step)).id)


@case("11.9.2", "11.9.3")
def go(play: Play, step: Losses) -> bool:
    """Take what nobody has to choose; ask for the rest."""
    units = losers(play.state, step)
    if step.left <= 0 or not units:
        play.emit(ev.Ended())
        return False
    if step.left >= whole(step, units):
        play.emit(ev.Ended())
        for unit in units:
            eliminate(play, unit, step)
        return False
    if len(units) == 1 and len(left_of(play.state, step, units[0])) < 2:
        take(play, step, units[0].id)
        return False
    return True


@rule("11.9.2")
def can_be_lost(at: At[State, Losses], action: do.Lose) -> Wrong | None:
    """A loss is taken by a unit in the battle."""
    if action.unit in {unit.id for unit in losers(at.state, at.step)}:
        return _leaves_corps(at.state, at.step, action)
    return _takes_no_loss(at, at.step, action)


def _takes_no_loss(seen: Seen[State], step: Losses, action: do.Lose) -> Wrong:
    """Say why a unit takes none of the losses that are asked for."""
    unit, mend = own(seen, action.unit), f"choose one of your troops at {step.area}"
    if unit is None:
        return no_unit(seen, action.unit)
    name = counters.record(unit).name
    if unit.place != step.area:
        return Wrong(f"{name} is at {unit.place}, not in the battle", mend)
    if not counters.fights(unit):
        return Wrong(f"{name} takes no step losses", mend)
    return Wrong(f"{name} does not pay for this", mend, "11.9.3")


def _leaves_corps(state: State, step: Losses, action: do.Lose) -> Wrong | None:
    """Say why the corps that is named cannot be what is left of an army."""
    if not action.corps:
        return None
    army = state.units[action.unit]
    left = left_of(state, step, army)
    if not left:
        return Wrong(f"no corps is left of {counters.record(army).name} here", "leave `corps` out")
    if action.corps in left:
        return None
    name = counters.record(state.units[action.corps]).name if action.corps in state.units else action.corps
    able = ", ".join(counters.record(state.units[id]).name for id in left)
    return Wrong(f"{name} cannot be what is left of {counters.record(army).name}", f"choose one of {able}")


def choices(at: At[State, Losses], fixed: Fixed) -> Iterator[do.Lose]:
    """Yield the units that can take the next step, and their possible remainders."""
    for unit in losers(at.state, at.step):
        yield from (do.Lose(unit.id, corps) for corps in (NOBODY, *left_of(at.state, at.step, unit)))


def lose(play: Play, step: Losses, action: do.Lose) -> None:
    """Let a unit take the next step."""
    take(play, step, action.unit, action.corps)


LOSSES: Decision[State, ev.Event, Losses] = Decision(
    Losses,
    question=question,
    does="losses are chosen",
    go=go,
    standing=ordered,
    verbs=(
        Verb(
            do.Lose,
            when=GIVE_UP.when,
            cite=GIVE_UP.cite,
            rules=(can_be_lost,),
            candidates=choices,
            resolve=lose,
            sketch=sketch.unit_named,
        ),
    ),
)
