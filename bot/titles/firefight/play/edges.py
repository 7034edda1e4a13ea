"""A player chooses an entry edge for units."""

from __future__ import annotations

from collections.abc import Iterable

from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.pieces import grouped
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Event, Play
from bot.titles.firefight.field.boards import played
from bot.titles.firefight.field.ground import EDGES, LONG
from bot.titles.firefight.field.names import edges as named
from bot.titles.firefight.field.names import generator_card
from bot.titles.firefight.field.solo import for_whom, speaks
from bot.titles.firefight.field.terms import terms
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import Edge
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import ChooseEdge
from bot.titles.firefight.model.table import WAITING
from bot.titles.firefight.play.base import alike

OPPOSITE: dict[Edge, Edge] = {"north": "south", "south": "north", "east": "west", "west": "east"}


def question(at: At[State, ChooseEdge]) -> str:
    """Ask for an edge."""
    return for_whom(at.state, at.step.seat) + _ask(at)


def _ask(at: At[State, ChooseEdge]) -> str:
    match at.step.why:
        case "entry":
            return "By which edge do your units enter? The enemy enters by the opposite edge."
        case "third":
            return "By which of the other two edges do your units enter?"
        case "card":
            chosen = generator_card(played(at.state, at.step.card).chosen)
            return f"By which other edge may the units of {chosen} enter as well?"
        case _:
            return "By which other edge may all your units enter as well?"


@rule("G-guide-1", "G-2.1.x")
def is_long(at: At[State, ChooseEdge], action: do.EnterBy) -> Wrong | None:
    """Some guidelines allow only the long edges of the first map."""
    if at.step.why == "entry" and terms(at.state).edges == "long" and action.edge not in LONG:
        return Wrong("units enter by a long edge", f"choose {' or '.join(LONG)}")
    return None


@rule("G-guide-7")
def is_nobodys(at: At[State, ChooseEdge], action: do.EnterBy) -> Wrong | None:
    """The third player chooses an edge that no other player has."""
    taken = {edge for player in at.state.players.values() for edge in player.edges}
    if at.step.why == "third" and action.edge in taken:
        free = [edge for edge in EDGES if edge not in taken]
        return Wrong("units of another player enter there", f"choose {' or '.join(free)}")
    return None


@rule("G-3.7.1b")
def is_another(at: At[State, ChooseEdge], action: do.EnterBy) -> Wrong | None:
    """An additional edge differs from the edges that the player already has."""
    if at.step.why in ("card", "all") and action.edge in at.state.players[at.step.seat].edges:
        return Wrong(f"your units enter by {named((action.edge,))} anyway", "choose another edge")
    return None


@case("G-2.1.6", "G-3.7.1b")
def enter_by(play: Play, step: ChooseEdge, action: do.EnterBy) -> None:
    """Give the edge to all units of both sides, to a third player, or by a card."""
    own = play.state.players[step.seat]
    match step.why:
        case "entry":
            for seat, player in play.state.players.items():
                edge = action.edge if player.side == own.side else OPPOSITE[action.edge]
                if terms(play.state).edges != "three" or seat == step.seat or player.side != own.side:
                    play.emit(ev.EdgeChosen(seat, (edge,)))
        case "third":
            play.emit(ev.EdgeChosen(step.seat, (action.edge,)))
        case "all":
            play.emit(ev.EdgeChosen(step.seat, (*own.edges, action.edge)))
        case _:
            give_edge(play, step, action.edge)
    play.emit(ev.Ended())


def give_edge(play: Play, step: ChooseEdge, edge: Edge) -> None:
    """Add the edge to the units of the chosen card that are not on the map."""
    units = played(play.state, played(play.state, step.card).chosen).units
    waiting = tuple(id for id in units if play.state.units[id].hex == WAITING)
    own = play.state.players[step.seat].edges
    groups = grouped((play.state.units[id] for id in waiting), lambda unit: unit.edges or own)
    for had, those in groups.items():
        if edge not in had:
            play.emit(ev.EdgesGiven(tuple(unit.id for unit in those), (*had, edge)))


def to_enter_by(at: At[State, ChooseEdge], fixed: Fixed) -> Iterable[do.EnterBy]:
    """Yield all four edges."""
    return (do.EnterBy(edge) for edge in EDGES)


CHOOSE_EDGE: Decision[State, Event, ChooseEdge] = Decision(
    ChooseEdge,
    asked=speaks,
    question=question,
    does="chooses an entry edge",
    you="you choose an entry edge",
    verbs=(
        Verb(
            do.EnterBy,
            when="entry edges are chosen before cards are dealt, and when a generator card says so",
            says="Your units enter by the {edge} edge.",
            why=alike,
            cite="G-2.1.6",
            rules=(is_long, is_nobodys, is_another),
            candidates=to_enter_by,
            resolve=enter_by,
        ),
    ),
)
