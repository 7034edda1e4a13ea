"""A player places units on the map as a generator card says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import Seen, private
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import hexes
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import effect_of
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field import advantage, names, phrases
from bot.titles.firefight.field.boards import played
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.hiding import found_at
from bot.titles.firefight.field.misplaced import beyond_limits, off_the_map, too_near
from bot.titles.firefight.field.placing import (
    hidden_units,
    open_to,
    places,
    refuges,
    settles,
    stands,
    toward_enemy,
)
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.field.units import other, side_of, team
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, Side, UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import PlaceUnits
from bot.titles.firefight.play.base import done
from bot.titles.firefight.printed.cards import side_of as deck_side
from bot.titles.firefight.printed.effects import Limited, Place


def hides(step: PlaceUnits) -> bool:
    """Return true if the units are placed hidden."""
    effect = effect_of(step.card, step.effect)
    return effect.hidden if isinstance(effect, Place) else True


def must(state: State, step: PlaceUnits) -> bool:
    """Return true if the card requires every unit with a legal hex to be placed."""
    effect = effect_of(step.card, step.effect)
    return not isinstance(effect, Place) or effect.all


def question(at: At[State, PlaceUnits]) -> str:
    """Ask for the hexes of the units."""
    units = names.units(at.state, at.step.units)
    hidden = " hidden" if hides(at.step) else ""
    may = "Place" if must(at.state, at.step) else "You may place"
    where = words(at.state, at.step)
    who = for_whom(at.state, at.step.seat)
    return f"{who}{may} {units}{hidden}, {where}, as {names.generator_card(at.step.card)} says."


def words(state: State, step: PlaceUnits) -> str:
    """Describe the hexes that the card allows, apart from the distance to enemies."""
    effect = effect_of(step.card, step.effect)
    assert isinstance(effect, Limited)
    said = []
    if effect.edge:
        enemy = (effect.edge == "enemy") == (side_of(state, step.seat) == deck_side(step.card))
        said.append(effect.distance("the enemy" if enemy else "your"))
    said.append(near_what(effect, "each other"))
    return " and ".join(filter(None, said)) or "anywhere on the map"


def near_what(effect: Limited, others: str) -> str:
    """Describe the pieces that the card keeps the units near, if any.

    `others` is the name for the other units of the card.
    """
    if not isinstance(effect, Place) or not effect.of:
        return ""
    what = {"marker": "the Control Marker", "each other": others, "defences": "the Defense Counters"}[effect.of]
    return f"within {hexes(effect.within)} of {what}"


def to_place(at: At[State, PlaceUnits], fixed: Fixed) -> Iterator[do.Place]:
    """Yield each unit in each open hex; it faces the enemy's entry edge by default."""
    for units in (fixed["units"],) if fixed.get("units") else ((unit,) for unit in at.step.units):
        for hex in sorted(open_to(at.state, at.step)):
            if fixed.get("at", hex) == hex:
                yield do.Place(units, hex, fixed.get("facing", ""))


@rule("G-3.7a", "G-4.2b")
def is_to_be_placed(at: At[State, PlaceUnits], action: do.Place) -> Wrong | None:
    """Only the units of the card are placed, each once."""
    units = action.units
    if not units or len(set(units)) < len(units) or any(unit not in at.step.units for unit in units):
        return Wrong("that is not a unit of the card", f"choose among {names.units(at.state, at.step.units)}")
    return off_the_map(at.state, action.at)


@rule("G-3.7b")
def keeps_off(at: At[State, PlaceUnits], action: do.Place) -> Wrong | None:
    """Units are not placed in or next to an enemy unit or an enemy control marker."""
    return too_near(at.state, at.state.units[action.units[0]].side, action.at)


@rule("G-3.7a")
def is_where_the_card_says(at: At[State, PlaceUnits], action: do.Place) -> Wrong | None:
    """The card limits the hexes in which units are placed."""
    if action.at in open_to(at.state, at.step):
        return None
    effect = effect_of(at.step.card, at.step.effect)
    assert isinstance(effect, Limited)
    owner = played(at.state, at.step.card).seat
    if (found := beyond_limits(at.state, owner, at.step.seat, effect, action.at)) is not None:
        return found
    said = near_what(effect, "the units that are placed already")
    return Wrong(f"{names.hex(at.state, action.at)} is not {said}", f"choose a hex {said}")


@rule("G-3.7a")
def finds_ground(at: At[State, PlaceUnits], action: do.Place) -> Wrong | None:
    """Units are not placed in water; wheels also avoid rough terrain without a road."""
    for unit in action.units:
        if not stands(at.state, unit, action.at):
            hex = names.place(at.state, action.at)
            return Wrong(f"{names.unit(at.state, unit)} cannot stand at {hex}", "choose another hex")
    return None


# FF-R168
@rule("COH-6.4a")
def hides_alone(at: At[State, PlaceUnits], action: do.Place) -> Wrong | None:
    """Hidden units are placed singly and without a facing, so that groups stay secret."""
    if not hides(at.step):
        return None
    if len(action.units) > 1:
        return Wrong("units placed together would be known to hide together", "place hidden units one by one")
    if action.facing:
        return Wrong("a hidden unit faces no way until it is shown", "leave the facing out")
    return None


@case("G-3.7a", "G-3.7.3c")
def place(play: Play, step: PlaceUnits, action: do.Place) -> None:
    """Put units on the map, and into fortifications of the hex that admit them.

    Only the owner sees the hexes of hidden units.
    """
    side = play.state.units[action.units[0]].side
    if hides(step):
        (unit,) = action.units
        play.emit(ev.UnitHid(unit, private(action.at, play.state.units[unit].owner)))
    else:
        facing = action.facing or toward_enemy(play.state, side, action.at)
        inside = dict(shelters(play.state, action.units, action.at))
        play.emit(ev.UnitsPlaced(action.units, action.at, facing, inside))
        make_way(play, side, action.at)
    left = tuple(unit for unit in step.units if unit not in action.units)
    play.emit(ev.Changed(replace(step, units=left, placed=(*step.placed, *action.units))))


@case("COH-6.4b")
def found_at_once(at: At[State, PlaceUnits], action: do.Place) -> Iterator[str]:
    """Warn if a hidden unit will be revealed as soon as the battle begins."""
    if not hides(at.step) or action.at not in ground(at.state.field):
        return
    for id in action.units:
        unit = at.state.units[id]
        if why := found_at(at.state, unit, action.at):
            yield f"{names.unit(at.state, id)} is revealed as soon as the battle begins: {why}."


def shelters(state: State, units: Iterable[UnitId], hex: HexId) -> Iterator[tuple[UnitId, WorkId]]:
    """Yield the units that fortifications of a hex take in.

    A hasty defence has room for one.
    """
    for work in state.works.values():
        if work.hex == hex:
            fit = [unit for unit in units if settles(state, state.units[unit], work.kind)]
            room = max(0, 1 - bool(work.digger)) if work.kind == "hasty" else len(fit)
            yield from ((unit, work.id) for unit in fit[:room])


# FF-R87
@case("G-3.7b")
def make_way(play: Play, side: Side, hex: HexId) -> None:
    """Move hidden enemies out of a hex where units were placed.

    Only their owners learn of it.
    """
    for seat in team(play.state, other(side)):
        hidden = hidden_units(play.state, seat)
        hexes = {id: unit.hiding.open() for id, unit in hidden.items() if unit.hiding is not None}
        there = [id for id, at in hexes.items() if at == hex]
        moved = {id: refuges(play.state, hidden[id], hex)[0] for id in there}
        before = {id: unit.fled.open() for id, unit in hidden.items() if unit.fled is not None}
        fled = before | dict.fromkeys(there, hex)
        if hidden:
            play.emit(
                ev.HiddenMoved(
                    seat,
                    units={id: private(moved.get(id, at), seat) for id, at in hexes.items()},
                    fled={id: private(fled.get(id, HexId("")), seat) for id in hidden},
                    works={},
                )
            )


def go(play: Play, step: PlaceUnits) -> bool:
    """Ask while a unit with a legal hex is left."""
    if any(places(play.state, step, unit) for unit in step.units):
        return True
    if step.units:
        play.emit(ev.NothingPlaced("unit", len(step.units), step.card))
    play.emit(ev.Ended())
    return False


@rule("G-3.7a")
def may_leave(at: At[State, PlaceUnits], action: do.Done) -> Wrong | None:
    """Some cards let units enter by the edge instead; others do not."""
    if must(at.state, at.step):
        return Wrong("this card places all of its units", f"place {names.units(at.state, at.step.units)}")
    return None


def leave(play: Play, step: PlaceUnits, action: do.Done) -> None:
    """Let the other units enter by the edge."""
    play.emit(ev.NothingPlaced("unit", len(step.units), step.card, "not wanted"), ev.Ended())


def says_place(seen: Seen[State], action: do.Place) -> str:
    """Return the order as a sentence; the step decides if the units hide."""
    step = seen.state.steps[-1] if seen.state.steps else None
    covert = isinstance(step, PlaceUnits) and hides(step)
    does = ("hides", "hide") if covert else ("is placed", "are placed")
    where = names.place(seen.state, action.at)
    return f"{phrases.does(seen, action.units, *does)} at {where}{phrases.faces(action.facing)}."


def why_place(seen: Seen[State], action: do.Place) -> str:
    """Return the reason for the hex of own or enemy units."""
    mine = all(unit.owner == seen.seat for unit in advantage.known(seen, action.units))
    return advantage.suits(seen, action.at, mine=mine)


PLACE_UNITS: Decision[State, Event, PlaceUnits] = Decision(
    PlaceUnits,
    asked=speaks,
    question=question,
    does="places units",
    you="you place units",
    go=go,
    verbs=(
        Verb(
            do.Place,
            when="units are placed when a generator card says so",
            says=says_place,
            why=why_place,
            cite="G-3.7a",
            rules=(is_to_be_placed, keeps_off, is_where_the_card_says, finds_ground, hides_alone),
            candidates=to_place,
            resolve=place,
            tells=found_at_once,
        ),
        done(leave, cite="G-3.7a", rules=(may_leave,)),
    ),
)
