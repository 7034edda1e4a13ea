"""Interdiction, an option: artillery waits for units that enter a hex (6.5.3).

Its neighbours are covered too.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from bot.kernel.game import Odds
from bot.kernel.rule import Modifier, Wrong, case, rule
from bot.kernel.secret import Seen
from bot.kit.decisions import At, Fixed, Verb
from bot.kit.english import count
from bot.titles.trap import events as ev
from bot.titles.trap.field import advantage, names
from bot.titles.trap.field import order_words as say
from bot.titles.trap.field.battle import option
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import hit_chance
from bot.titles.trap.field.indirect import OFF_MAP
from bot.titles.trap.field.units import POSITION, known, of, other, record
from bot.titles.trap.field.view import eyesight, view
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import HexId, UnitId
from bot.titles.trap.play.acting import Anytime, Here, act, has_been_attacked
from bot.titles.trap.play.base import Play, tens
from bot.titles.trap.play.batteries import WITH_MARKER, batteries, has_batteries
from bot.titles.trap.play.spotters import NOBODY, cannot_spot, named, sketch


def not_agreed_on(at: Here, action: do.Interdict) -> Wrong | None:
    """Interdiction is an option."""
    if option(at.state, "interdiction"):
        return None
    return Wrong("there is no interdiction in this game", "bombard enemies instead")


@rule("TRAP-6.5.3")
def may_interdict(at: Here, action: do.Interdict) -> Wrong | None:
    """Interdiction is an option, and ends for the game when a die is too high."""
    if (wrong := not_agreed_on(at, action)) is not None:
        return wrong
    if not at.state.interdiction:
        return Wrong("there is no ammunition left for interdiction", "bombard enemies instead")
    if action.at not in ground():
        return Wrong("that is no hex of the map", "choose a hex")
    return cannot_spot(at, action.spotter, action.at) if action.spotter else None


def interdictions(at: Here, fixed: Fixed) -> Iterator[do.Interdict]:
    """Offer any hex while a battery may fire, with the leaders who see it or without."""
    anywhere = do.Interdict(HexId(""), NOBODY)
    if not at.state.interdiction or any(each.test(at, anywhere) for each in (has_batteries, has_been_attacked)):
        return
    seen = views(at.state, at.step)
    for hex in (fixed["at"],) if "at" in fixed else ground().terrain:
        yield from (do.Interdict(hex, spotter) for spotter, hexes in seen.items() if hex in hexes)
        yield do.Interdict(hex, NOBODY)


@POSITION.keeps
def views(state: State, step: Any) -> dict[UnitId, frozenset[HexId]]:
    """Return the acting side's leaders that can spot, each with the hexes in sight."""
    at = At(step.seat, state, step)
    return {
        unit.id: view(state, unit.hex, eyesight(state, unit))
        for unit in of(state, step.seat)
        if known(unit) and record(unit).kind == "leader" and cannot_spot(at, unit.id, unit.hex) is None
    }


def interdiction_modifiers(state: State, hex: HexId, spotter: UnitId) -> tuple[Modifier, ...]:
    """Return the modifiers of an interdiction's die."""
    mods = []
    if ground().has_levels(hex) and hex not in state.rubble:
        mods.append(Modifier("TRAP-6.5.3", "buildings", 1))
    if not spotter:
        mods.append(Modifier("TRAP-6.5.3", "nobody spots", 2))
    return tuple(mods)


# TRAP-R81
@case("TRAP-6.5.3")
def interdict(play: Play, step: object, action: do.Interdict) -> None:
    """Try to keep a hex under fire.

    A modified die of 10 or more ends all interdiction.
    """
    act(play, named(action.spotter))
    mods = interdiction_modifiers(play.state, action.at, action.spotter)
    roll = play.dice.roll("interdiction", 1, 10)
    number = tens(roll) + sum(each.n for each in mods)
    battery = batteries(play.state)[0].id
    holds, over = number <= OFF_MAP, number >= 10
    play.emit(ev.Interdicted(battery, action.at, OFF_MAP, roll, mods, action.spotter, holds, over))


def interdict_odds(at: Anytime, action: do.Interdict) -> Odds | None:
    """Return how likely an interdiction holds."""
    if action.at not in ground():
        return None
    mods = interdiction_modifiers(at.state, action.at, action.spotter)
    sum_ = sum(each.n for each in mods)
    holds = hit_chance(OFF_MAP, mods)
    over = Fraction(sum(face + sum_ >= 10 for face in range(10)), 10)
    chances = (("holds", float(holds)), ("ends interdiction for the game", float(over)))
    return Odds(f"Interdiction of {action.at}", mods, chances, hope=("to hold", float(holds)))


def says_interdict(seen: Seen[State], action: do.Interdict) -> str:
    """Name the hex and the unit that spots."""
    spots = say.spotted_by(seen, action.spotter)
    return f"artillery keeps {names.place(action.at)} and all around it under fire{spots}."


def why_interdict(seen: Seen[State], action: do.Interdict) -> str:
    """Count the enemies that are near the hex."""
    foes = of(seen.state, other(seen.seat))
    near = sum(ground().distance(foe.hex, action.at) < advantage.NEAR for foe in foes)
    return f"{count(near, 'enemy unit')} near it may come that way" if near else "the enemy may come that way"


INTERDICT = Verb(
    do.Interdict,
    when=WITH_MARKER,
    says=says_interdict,
    why=why_interdict,
    cite="TRAP-6.5.3",
    rules=(has_batteries, has_been_attacked, may_interdict),
    candidates=interdictions,
    resolve=interdict,
    odds=interdict_odds,
    sketch=sketch,
    open=lambda at: option(at.state, "interdiction"),
    closed=not_agreed_on,
)
