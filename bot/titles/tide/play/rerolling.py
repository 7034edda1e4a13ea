"""Experts have thrown Molotov cocktails, and may roll dice again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seat
from bot.kit import odds
from bot.kit.decisions import At, Decision, Verb
from bot.titles.tide.combat.fires import kindle
from bot.titles.tide.field import molotovs, units
from bot.titles.tide.field.molotovs import Throw
from bot.titles.tide.field.units import AnyUnit
from bot.titles.tide.model import actions as do
from bot.titles.tide.model import events as ev
from bot.titles.tide.model.actions import Reroll
from bot.titles.tide.model.events import Event
from bot.titles.tide.model.play import Play
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Rerolling
from bot.titles.tide.model.table import Face, HexId, UnitId
from bot.titles.tide.play.choices import Fixed
from bot.titles.tide.printed.tables import tables


def question(at: At[State, Rerolling]) -> str:
    """Say what has fallen."""
    step = at.step
    shown = ", ".join(map(str, step.faces))
    return f"Your experts threw {shown} at {step.hex}: which dice do they roll again, {step.most} at most?"


@case("FI-molotov-1", "FI-molotov-3", "FB-expert-1")
def throw(play: Play, unit: AnyUnit, hex: HexId) -> None:
    """Throw Molotov cocktails. Experts may roll dice again before these take effect: a fire can be too strong."""
    thrown = molotovs.throw(play.state, unit, hex)
    assert not isinstance(thrown, Wrong)
    roll = play.dice.roll("Molotov cocktails", thrown.dice)
    if most := min(thrown.rerolls, len(roll.faces)):
        play.emit(
            ev.Thrown(unit.id, hex, roll, tables().numbers.molotov.face),
            ev.Begun(Rerolling(unit.side, unit.id, hex, roll.faces, most)),
        )
    else:
        _set_on_fire(play, unit, thrown, roll, ())


@case("FB-expert-1")
def throw_again(play: Play, step: Rerolling, dice: tuple[Face, ...]) -> None:
    """Roll these dice of a throw again and let it take effect; the others stay as they fell."""
    unit = play.state.units[step.unit]
    thrown = molotovs.throw(play.state, unit, step.hex)
    assert not isinstance(thrown, Wrong)
    kept = Counter(step.faces) - Counter(molotovs.FACES.index(face) + 1 for face in dice)
    again = play.dice.roll("expert reroll", len(dice))
    _set_on_fire(play, unit, thrown, again, tuple(kept.elements()))


@case("FI-molotov-1", "FI-molotov-3")
def _set_on_fire(play: Play, unit: AnyUnit, thrown: Throw, roll: Roll, kept: tuple[int, ...]) -> None:
    """Let a throw take effect: what gets through sets the hex on fire and costs nobody a figure."""
    numbers = tables().numbers.molotov
    faces = (*kept, *roll.faces)
    made = sum(face >= numbers.face for face in faces)
    shelter = play.dice.roll("defence", thrown.cover) if made and thrown.cover else None
    net = max(0, made - (shelter.count(tables().numbers.defence.face) if shelter else 0))
    play.emit(
        ev.Attacked(
            how="molotov", side=unit.side, by=(unit.id,), hex=thrown.hex, mode="normal", band="close",
            hit=numbers.face, roll=roll, modifiers=thrown.attack, hits=made, chance=_chance(thrown, net),
            kept=kept,
            defences=(ev.Defence(UnitId(""), thrown.defence, shelter, thrown.cover, False, net),),
        )
    )  # fmt: skip
    if net:
        kindle(play, thrown.hex, strong=any(face >= numbers.strong for face in faces))


@case("FI-molotov-1")
def use_up(play: Play, seat: Seat) -> None:
    """Count one throw of a side's Molotov cocktails."""
    boon = units.molotovs(play.state, seat)
    assert boon is not None
    play.emit(ev.Used((boon,)))
    if boon.n > 1:
        play.emit(ev.Given(replace(boon, n=boon.n - 1)))


def _chance(thrown: Throw, net: int) -> float:
    left = molotovs.hits_left(thrown)
    return float(odds.at_least(left, net) if net else left[0])


@rule("FB-expert-1")
def can_be_rolled_again(at: At[State, Rerolling], action: Reroll) -> Wrong | None:
    """Experts roll dice again that have fallen, each once, one for each of their figures."""
    step = at.step
    if len(action.dice) > step.most:
        return Wrong(f"they may roll {step.most} of their dice again", "name fewer dice")
    shown = Counter(molotovs.FACES[face - 1] for face in step.faces)
    if missing := Counter(action.dice) - shown:
        return Wrong(f"no die more shows a {next(iter(missing))}", "name dice by what they show, or none")
    return None


def rerolls(at: At[State, Rerolling], fixed: Fixed) -> Iterator[do.Reroll]:
    """Yield which dice experts could roll again: every choice, in the order of the faces."""
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
    """Roll as many misses again as one may."""
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
            cite="FB-expert-1",
            rules=(can_be_rolled_again,),
            candidates=rerolls,
            resolve=reroll,
        ),
    ),
)
