"""Mines: the units that set them off, and their effects."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from bot.kernel.game import Odds
from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import works
from bot.titles.firefight.field.chances import Rolls, told
from bot.titles.firefight.field.shots import CRITICAL
from bot.titles.firefight.field.surplus import luck
from bot.titles.firefight.field.units import carried, kind, where
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Mined
from bot.titles.firefight.model.table import BOXES, Pile, Unit, Work
from bot.titles.firefight.play import harm
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.revealing import lay_bare
from bot.titles.firefight.printed.units import named

STRENGTH = 8
"""Mines hit on this number."""


@case("COH-6.1h")
def spares(state: State, unit: Unit, walks: bool = False) -> bool:
    """Return true if mines spare a unit.

    Pioneers on foot cross mines safely, even while getting into a vehicle.
    """
    return kind(unit).engineer and (walks or not unit.aboard)


@case("COH-6.1h")
def set_off(play: Play, id: UnitId, walks: bool = False) -> bool:
    """Explode the mines in a unit's hex; return true if they stop the unit.

    A unit that mines spare still reveals them. `walks` is true if the unit entered the hex on foot, even if a
    vehicle carries it now.
    """
    unit = play.state.units[id]
    hex = where(unit)
    work = works.at(play.state, hex) if hex not in BOXES else None
    if work is None or work.kind != "mines":
        return False
    rider = carried(play.state, id)
    victims = [each for each in (rider, unit) if each is not None and not spares(play.state, each, walks)]
    if work.hiding is not None and (victims or work.side != unit.side):
        lay_bare(play, work)
    if not victims:
        return False
    if play.state.players[work.owner].caps:
        # The last step placed is asked first, so passengers are asked before their vehicle.
        play.emit(*(ev.Begun(Mined(work.owner, each.id, work.id)) for each in reversed(victims)))
    else:
        for each in victims:
            explode(play, each.id, play.state.works[work.id], luck(play.state, work.owner))
    return True


# FF-R61
@case("COH-6.1h", "COH-3.1b")
def explode(play: Play, id: UnitId, work: Work, caps: int) -> None:
    """Roll for mines under a unit.

    The owner's CAPs raise the roll against an enemy, and lower it against a friend.
    """
    unit = play.state.units[id]
    if unit.hex in BOXES:
        return
    swing = caps if unit.side != work.side else -caps
    roll = play.dice.roll("mines", 2)
    over = sum(roll.faces) + swing - STRENGTH
    fatal = over >= CRITICAL or (over >= 0 and unit.hit is not None)
    play.emit(
        ev.Attacked(
            "mines", work.side, unit.hex, target=id, roll=roll, need=STRENGTH, caps=swing,
            modifiers=(Modifier("COH-6.1h", "mines", -STRENGTH),), flank=True,
            result="destroyed" if fatal else "hit" if over >= 0 else "missed",
        )
    )  # fmt: skip
    if fatal:
        harm.kill(play, id)
    elif over >= 0:
        harm.wound(play, id, pile_under(unit))
    harm.fill_in(play)


def pile_under(unit: Unit) -> Pile:
    """Return the pile from which mines make a unit draw; they strike its flank."""
    return "soft" if kind(unit).colour("flank") == "red" else "armoured"


def question(at: At[State, Mined]) -> str:
    """Name the unit in the mines, and ask for CAPs."""
    unit = at.state.units[at.step.unit]
    return f"{named(unit.counter)} is in your mines. How many CAPs do you put on the roll?"


@rule("COH-6.1h", "COH-1.5a")
def has_the_caps(at: At[State, Mined], action: do.Detonate) -> Wrong | None:
    """The owner of the mines pays."""
    have = at.state.players[at.seat].caps
    return Wrong(f"you have {count(have, 'CAP')}", "put fewer on it") if action.caps > have else None


@case("COH-6.1h")
def detonate(play: Play, step: Mined, action: do.Detonate) -> None:
    """Pay, and roll."""
    play.emit(ev.Ended())
    if action.caps:
        play.emit(ev.Paid(step.seat, 0, action.caps, "mines"))
    if step.work in play.state.works:
        explode(play, step.unit, play.state.works[step.work], action.caps)


def loads(at: At[State, Mined], fixed: Fixed) -> Iterator[do.Detonate]:
    """Yield zero to two CAPs."""
    return (do.Detonate(caps) for caps in range(3))


@case("COH-6.1h", "COH-1.5a")
def odds(at: At[State, Mined], action: do.Detonate) -> Odds | None:
    """Return the possible results of the mines."""
    if not isinstance(at.step, Mined):
        return None
    unit = at.state.units[at.step.unit]
    own = unit.side == at.state.works[at.step.work].side
    number = STRENGTH + (action.caps if own else -action.caps)
    fate = Rolls(at.state).on({number: Fraction(1)}, unit, pile_under(unit))
    name = named(unit.counter)
    mods = (Modifier("COH-6.1h", "mines", -STRENGTH),)
    return Odds(
        f"Mines under {name}: {STRENGTH} or more to hit", mods, tuple(told(name, fate)), (), fate.hope(own)
    )


def says_detonate(seen: Seen[State], action: do.Detonate) -> str:
    """Return the order as a sentence."""
    return f"Your mines go off{' with ' + count(action.caps, 'CAP') if action.caps else ''}."


MINED: Decision[State, Event, Mined] = Decision(
    Mined,
    question=question,
    does="chooses CAPs for its mines",
    you="you choose CAPs for your mines",
    verbs=(
        Verb(
            do.Detonate,
            when="mines go off when a unit sets them off",
            says=says_detonate,
            why=lambda seen, action: "CAPs do more elsewhere",
            cite="COH-6.1h",
            rules=(has_the_caps,),
            candidates=loads,
            resolve=detonate,
            odds=odds,
        ),
    ),
)
