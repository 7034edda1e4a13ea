"""Experts that threw Molotov cocktails may reroll dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.tide import events as ev
from bot.titles.tide.combat.throwing import throw_again
from bot.titles.tide.events import Event
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import molotovs, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.actions import Reroll
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Rerolling
from bot.titles.tide.printed.tables import tables


def question(at: At[State, Rerolling]) -> str:
    """Name the dice that were rolled."""
    step = at.step
    shown = ", ".join(map(str, step.faces))
    return f"Your experts threw {shown} at {step.hex}: which dice do they roll again, {step.most} at most?"


@rule("FB-expert-1")
def can_be_rolled_again(at: At[State, Rerolling], action: Reroll) -> Wrong | None:
    """Experts reroll rolled dice, each once and at most one a figure."""
    step = at.step
    if len(action.dice) > step.most:
        return Wrong(f"they may roll {step.most} of their dice again", "name fewer dice")
    shown = Counter(molotovs.FACES[face - 1] for face in step.faces)
    if missing := Counter(action.dice) - shown:
        return Wrong(f"no die more shows a {next(iter(missing))}", "name dice by the numbers they show, or none")
    return None


def rerolls(at: At[State, Rerolling], fixed: Fixed) -> Iterator[do.Reroll]:
    """Yield the dice that experts could reroll: every choice, in order of the faces."""
    step = at.step
    shown = sorted(step.faces)
    for size in range(step.most + 1):
        for some in dict.fromkeys(combinations(shown, size)):
            yield do.Reroll(tuple(molotovs.FACES[face - 1] for face in some))


@case("FB-expert-1")
def reroll(play: Play, step: Rerolling, action: do.Reroll) -> None:
    """Roll dice again."""
    play.emit(ev.Ended())
    throw_again(play, step, action.dice)


def misses(step: Rerolling) -> do.Reroll:
    """Reroll the most misses that the step allows."""
    missed = sorted(face for face in step.faces if face < tables().numbers.molotov.face)
    return do.Reroll(tuple(molotovs.FACES[face - 1] for face in missed[: step.most]))


def ordered(at: At[State, Rerolling]) -> do.Reroll | None:
    """Roll the misses again, or nothing."""
    does = units.orders(at.state, at.seat).reroll
    return None if does == "ask" else misses(at.step) if does == "misses" else do.Reroll()


REROLLING: Decision[State, Event, Rerolling] = Decision(
    Rerolling,
    question=question,
    does="may roll dice again",
    standing=ordered,
    verbs=(
        Verb(
            do.Reroll,
            when="dice are rolled again when your experts have thrown Molotov cocktails",
            why=lambda seen, action: "a miss cannot become worse",
            cite="FB-expert-1",
            rules=(can_be_rolled_again,),
            candidates=rerolls,
            resolve=reroll,
        ),
    ),
)
