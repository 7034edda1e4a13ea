"""In a solo game the player places rumoured enemies instead of hidden units."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.english import count
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import effect_of
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field import advantage, names
from bot.titles.firefight.field.boards import played
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.misplaced import beyond_limits, off_the_map, too_near
from bot.titles.firefight.field.placing import rumour_hexes
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.field.units import side_of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId
from bot.titles.firefight.model.solo import Rumour, RumourId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import PlaceRumours
from bot.titles.firefight.printed.effects import Limited, Quarry


def question(at: At[State, PlaceRumours]) -> str:
    """Ask for the hexes."""
    card, left = names.generator_card(at.step.card), count(at.step.left, "Rumored Enemy counter")
    units = names.units(at.state, at.step.units)
    return f"{for_whom(at.state, at.step.seat)}Place {left}, among which may be {units} ({card})."


def to_place(at: At[State, PlaceRumours], fixed: Fixed) -> Iterable[do.PlaceRumour]:
    """Yield the hexes in which the card would hide a unit."""
    return map(do.PlaceRumour, sorted(rumour_hexes(at.state, at.step)))


@rule("G-6.2.soviet08", "G-6.2.german14")
def has_room(at: At[State, PlaceRumours], action: do.PlaceRumour) -> Wrong | None:
    """A rumour is placed alone in a hex in which the card would hide a unit."""
    if action.at in rumour_hexes(at.state, at.step):
        return None
    effect = effect_of(at.step.card, at.step.effect)
    assert isinstance(effect, Limited)
    cite = "G-6.2.german14" if isinstance(effect, Quarry) else ""
    owner = played(at.state, at.step.card).seat
    found = (
        off_the_map(at.state, action.at)
        or beyond_limits(at.state, owner, at.step.seat, effect, action.at)
        or too_near(at.state, side_of(at.state, at.step.seat), action.at)
    )
    if found is not None:
        return Wrong(found.why, found.mend, cite)
    hex = names.hex(at.state, action.at)
    if ground(at.state.field)[action.at].terrain == "water":
        return Wrong(f"{hex} is water", "choose a hex on land", cite)
    return Wrong(f"there is a Rumored Enemy at {hex} already", "choose another hex", cite)


@case("G-6.2.soviet08", "G-6.2.german14")
def place(play: Play, step: PlaceRumours, action: do.PlaceRumour) -> None:
    """Place a rumour."""
    play.emit(ev.RumourPlaced(numbered(play.state, action.at), step.card))
    play.emit(ev.Changed(replace(step, left=step.left - 1)))


def numbered(state: State, hex: HexId) -> Rumour:
    """Return a new rumour for a hex."""
    assert state.solo is not None
    return Rumour(RumourId(f"r{state.solo.rumoured + 1}"), hex)


def go(play: Play, step: PlaceRumours) -> bool:
    """Ask while counters are left and there is room for them."""
    if step.left and rumour_hexes(play.state, step):
        return True
    if step.left:
        play.emit(ev.NothingPlaced("Rumored Enemy", step.left, step.card))
    play.emit(ev.Ended())
    return False


PLACE_RUMOURS: Decision[State, Event, PlaceRumours] = Decision(
    PlaceRumours,
    asked=speaks,
    question=question,
    does="places Rumored Enemies",
    you="you place Rumored Enemies",
    go=go,
    verbs=(
        Verb(
            do.PlaceRumour,
            when="Rumored Enemies are placed in a solo game when a generator card would hide units",
            says="A Rumored Enemy counter is placed at {at}.",
            why=lambda seen, action: advantage.suits(seen, action.at),
            cite="G-6.2.soviet08",
            rules=(has_room,),
            candidates=to_place,
            resolve=place,
        ),
    ),
)
