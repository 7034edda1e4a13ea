"""A player places a control marker or a hidden minefield for a generator card."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import Wrong, case, rule
from bot.kernel.secret import private
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import effect_of
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field import advantage, names, works
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.misplaced import beyond_limits, no_room, off_the_map, too_near
from bot.titles.firefight.field.placing import defence_hexes, marker_hexes, marker_side
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.field.units import side_of
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import MarkerId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import PlaceMarker, PlaceMine
from bot.titles.firefight.model.table import HIDDEN, Control, Work
from bot.titles.firefight.printed.effects import Mark


def _mark(step: PlaceMarker) -> Mark:
    effect = effect_of(step.card, step.effect)
    assert isinstance(effect, Mark)
    return effect


def question(at: At[State, PlaceMarker]) -> str:
    """Ask for the hex of the marker."""
    side = names.side(marker_side(at.step))
    who = for_whom(at.state, at.step.seat)
    card = names.generator_card(at.step.card)
    return f"{who}Where do you place a {side} Control Marker{_how(at.step)}, as {card} says?"


def _how(step: PlaceMarker) -> str:
    effect = _mark(step)
    return f", {effect.distance('the enemy' if effect.edge == 'enemy' else 'your')}" if effect.edge else ""


def to_mark(at: At[State, PlaceMarker], fixed: Fixed) -> Iterable[do.PlaceControl]:
    """Yield the legal hexes of the map."""
    return map(do.PlaceControl, sorted(marker_hexes(at.state, at.step)))


@rule("G-3.7.2")
def is_on_the_map(at: At[State, PlaceMarker], action: do.PlaceControl) -> Wrong | None:
    """The marker is on the map, at the distance from an edge that the card gives."""
    return off_the_map(at.state, action.at) or beyond_limits(
        at.state, at.step.seat, at.step.seat, _mark(at.step), action.at
    )


@rule("G-3.7.2")
def keeps_off(at: At[State, PlaceMarker], action: do.PlaceControl) -> Wrong | None:
    """A marker is not placed in or next to units or markers of its enemy."""
    if (found := too_near(at.state, marker_side(at.step), action.at)) is not None:
        return found
    if action.at not in marker_hexes(at.state, at.step):
        wet = ground(at.state.field)[action.at].terrain == "water"
        why = "no Control Marker lies in water" if wet else "another Control Marker lies there"
        return Wrong(why, "choose another hex")
    return None


@case("G-3.7.2")
def mark(play: Play, step: PlaceMarker, action: do.PlaceControl) -> None:
    """Place the marker."""
    id = MarkerId(f"m{play.state.serial + 1}")
    play.emit(ev.Ended(), ev.MarkerPlaced(Control(id, action.at, marker_side(step), step.card), step.seat))


def go(play: Play, step: PlaceMarker) -> bool:
    """Ask if a legal hex exists."""
    if marker_hexes(play.state, step):
        return True
    play.emit(ev.NothingPlaced("Control Marker", card=step.card), ev.Ended())
    return False


PLACE_MARKER: Decision[State, Event, PlaceMarker] = Decision(
    PlaceMarker,
    asked=speaks,
    question=question,
    does="places a Control Marker",
    you="you place a Control Marker",
    go=go,
    verbs=(
        Verb(
            do.PlaceControl,
            when="Control Markers are placed when a generator card says so",
            says="The control marker is placed at {at}.",
            why=lambda seen, action: advantage.suits(seen, action.at),
            cite="G-3.7.2",
            rules=(is_on_the_map, keeps_off),
            candidates=to_mark,
            resolve=mark,
        ),
    ),
)


def to_mine(at: At[State, PlaceMine], fixed: Fixed) -> Iterable[do.PlaceMine]:
    """Yield the hexes that have room for a Defense Counter."""
    return map(do.PlaceMine, sorted(defence_hexes(at.state, at.step.seat)))


@rule("G-3.7.3b")
def has_room(at: At[State, PlaceMine], action: do.PlaceMine) -> Wrong | None:
    """The hex has room for a Defense Counter."""
    return no_room(at.state, at.step.seat, action.at)


@case("COH-6.1h")
def mine(play: Play, step: PlaceMine, action: do.PlaceMine) -> None:
    """Place the mines; only their owner knows their hex."""
    id = works.unused(play.state)
    side = side_of(play.state, step.seat)
    work = Work(id, "mines", side, step.seat, HIDDEN, hiding=private(action.at, step.seat), card=step.card)
    play.emit(ev.Ended(), ev.DefencePlaced(work))


PLACE_MINE: Decision[State, Event, PlaceMine] = Decision(
    PlaceMine,
    asked=speaks,
    question=lambda at: f"{for_whom(at.state, at.step.seat)}Where do you lay a hidden minefield?",
    does="lays a hidden minefield",
    you="you lay a hidden minefield",
    verbs=(
        Verb(
            do.PlaceMine,
            when="hidden mines are laid when a generator card says so",
            says="The minefield is hidden at {at}.",
            why=lambda seen, action: advantage.suits(seen, action.at),
            cite="G-3.7.3b",
            rules=(has_room,),
            candidates=to_mine,
            resolve=mine,
        ),
    ),
)
