"""The computer player in the card game that makes a battle."""

from __future__ import annotations

from typing import Any

from bot.kit.decisions import At
from bot.titles.firefight.cards.effect import effect_of
from bot.titles.firefight.field.boards import played
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.placing import entry_edges, ranks
from bot.titles.firefight.field.scoring import is_victim, promises
from bot.titles.firefight.field.units import at as units_at
from bot.titles.firefight.field.units import kind
from bot.titles.firefight.field.units import side_of as unit_side
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import Action
from bot.titles.firefight.model.ids import GeneratorId, HexId, Side
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import (
    ChooseCard,
    ChooseCondition,
    ChooseEdge,
    ChooseMap,
    ChooseQuarry,
    ChooseRoad,
    ChooseSide,
    PlaceDefences,
    PlaceMarker,
    PlaceMine,
    PlaceRumours,
    PlaceUnits,
    PlayCard,
    Reface,
)
from bot.titles.firefight.model.table import WAITING
from bot.titles.firefight.printed.cards import cards, side_of
from bot.titles.firefight.printed.effects import (
    AddMap,
    Alive,
    AnyScore,
    Convoy,
    DrawConditions,
    Kills,
    Leaves,
    Mark,
    Markers,
    MoreEdge,
    QuarryDown,
    Reach,
    Rounds,
    SwitchMap,
    ThisMarker,
)
from bot.titles.firefight.printed.units import Kind

TOPS = {"victory": 3.0, "rule": 2.5, "event": 2.0}
"""The value of a top without points, in units."""
IDLE, LITTLE = (AddMap, SwitchMap, DrawConditions, MoreEdge, Rounds), 0.5
"""Effects of little use to the computer, and the value of a top without others."""
LIKELY: dict[type[AnyScore], float] = {
    Kills: 0.4, Markers: 0.8, ThisMarker: 0.5, Alive: 0.3, QuarryDown: 0.8, Reach: 0.7, Leaves: 1.1, Convoy: 0.3,
}  # fmt: skip
"""The chance that a goal is met, for losses per unit.

A point is worth about a unit.
"""
NEEDED = 6.0
"""The value of more units while there are few; good tops wait for that."""
ENOUGH = 0.6
"""The share of the cards that bring units."""
AHEAD = 4
"""The best distance of markers and defences from the own edge."""
FRAIL = 20
"""The most flank plus front defence of a unit that hardly survives a firefight."""


def sides(at: At[State, ChooseSide]) -> Action:
    """Take the first side that is open."""
    return next(at.legal())


def maps(at: At[State, ChooseMap]) -> Action:
    """Choose the first open map; never switch maps."""
    return do.Done() if at.step.part == "switch" else next(at.legal())


def edges(at: At[State, ChooseEdge]) -> Action:
    """Enter by the first edge."""
    return next(at.legal())


def plays(at: At[State, PlayCard]) -> Action:
    """Bring units first, then play tops, each time the card that is worth most."""
    mine = [each for each in at.state.record if each.seat == at.step.seat]
    bottoms = sum(each.half == "bottom" for each in mine)
    hand = at.state.players[at.step.seat].hand.open()
    short = bottoms < ENOUGH * (len(mine) + len(hand))
    choices: list[tuple[float, Action]] = [
        *((_bottom(card) + short * (NEEDED - worth_of_top(at.state, card)), do.PlayBottom(card)) for card in hand),
        *((worth_of_top(at.state, card), do.PlayTop(card)) for card in hand),
    ]
    chosen = at.best(choices)
    assert chosen is not None
    return chosen


def _bottom(card: GeneratorId) -> float:
    option = cards().generator[card].bottom
    return len(option.units) + option.cap / 2


def worth_of_top(state: State, card: GeneratorId) -> float:
    """Return the value of a card's top, in units."""
    option = cards().generator[card].top
    side = side_of(card)
    laid = sum(each.number for each in option.effects if isinstance(each, Mark))
    promised = sum(_promised(state, side, score, laid) for score in option.scores)
    idle = option.kind == "event" and all(isinstance(each, IDLE) for each in option.effects)
    least = 0.0 if option.units or option.scores else LITTLE if idle else TOPS[option.kind]
    given = sum(each.number for each in option.effects if isinstance(each, Mark) and each.side == "enemy")
    helped = given * sum(_a_marker(state, score) for theirs, _, score in promises(state) if theirs != side)
    return max(promised, least) + len(option.units) + (option.cap - option.enemy_cap) / 2 - helped


def _a_marker(state: State, score: AnyScore) -> float:
    """Return the value of each control marker for a goal."""
    if not isinstance(score, Markers):
        return 0.0
    return score.vp * LIKELY[Markers] * (state.rounds if score.when == "round" else 1)


def _promised(state: State, side: Side, score: AnyScore, laid: int) -> float:
    """Return the expected points of a goal; `laid` counts the card's markers."""
    times = laid if isinstance(score, ThisMarker) else 1
    if isinstance(score, Markers):
        lying = sum(marker.side == side for marker in state.control.values())
        return (1 + lying) * _a_marker(state, score)
    if isinstance(score, Kills):
        times = sum(unit.side != side and is_victim(unit, score.of) for unit in state.units.values())
    return score.vp * LIKELY[type(score)] * times


def chooses(at: At[State, ChooseCard]) -> Action:
    """Choose the card with most waiting units, or the sturdiest for a survival goal."""
    scores = cards().generator[at.step.card].top.scores
    rank = _sturdy if any(isinstance(score, Alive) for score in scores) else _waiting
    return max(at.legal(do.Choose), key=lambda each: rank(at.state, each.card))


def _sturdy(state: State, card: GeneratorId) -> int:
    """Return the total resistance of a card's units."""
    here = (kind(state.units[id]) for id in played(state, card).units)
    return sum(max(0, each.flank + each.front - FRAIL) for each in here)


def _waiting(state: State, card: GeneratorId) -> int:
    return sum(state.units[id].hex == WAITING for id in played(state, card).units)


def hunts(at: At[State, ChooseQuarry]) -> Action:
    """Hunt the weakest unit; ties go to the slowest."""
    return min(at.legal(do.Hunt), key=lambda each: _hardiness(kind(at.state.units[each.unit])))


def _hardiness(quarry: Kind) -> tuple[int, int]:
    return quarry.flank + quarry.front, -quarry.move


def _strength(at: At[State, Any], hex: HexId) -> float:
    """Return a hex's value for own pieces: cover, some way from the own edge."""
    far = ranks(at.state.field, entry_edges(at.state, at.step.seat, "own"))[hex]
    return ground(at.state.field).covered(hex) - abs(far - AHEAD) / 4


def _weakness(at: At[State, Any], hex: HexId) -> float:
    """Return a hex's value for enemy pieces: open, some way from the own edge."""
    return _strength(at, hex) - 2 * ground(at.state.field).covered(hex)


def places(at: At[State, PlaceUnits]) -> Action:
    """Place own units in cover and apart, and enemy units in the open and together."""
    legal = at.legal(do.Place)
    theirs = at.state.units[at.step.units[0]].side != unit_side(at.state, at.step.seat)
    rank = _weakness if theirs else _strength
    crowd = 0.5 if theirs else -0.5
    choices = ((rank(at, each.at) + crowd * len(units_at(at.state, each.at)), each) for each in legal)
    return at.best(choices) or do.Done()


def marks(at: At[State, PlaceMarker]) -> Action:
    """Place an own marker in a strong hex, and an enemy marker in a weak hex."""
    effect = effect_of(at.step.card, at.step.effect)
    rank = _weakness if isinstance(effect, Mark) and effect.side == "enemy" else _strength
    choices = ((rank(at, each.at), each) for each in at.legal(do.PlaceControl))
    return max(choices, key=lambda choice: choice[0])[1]


def defends(at: At[State, PlaceDefences]) -> Action:
    """Place defence counters in front of the own edge."""
    choices = ((_strength(at, each.at), each) for each in at.legal(do.PlaceDefence))
    return max(choices, key=lambda choice: choice[0])[1]


def mines(at: At[State, PlaceMine]) -> Action:
    """Place mines in front of the own edge."""
    choices = ((_strength(at, each.at), each) for each in at.legal(do.PlaceMine))
    return max(choices, key=lambda choice: choice[0])[1]


def rumours(at: At[State, PlaceRumours]) -> Action:
    """Place rumours in cover."""
    choices = ((_strength(at, each.at), each) for each in at.legal(do.PlaceRumour))
    return max(choices, key=lambda choice: choice[0])[1]


def roads(at: At[State, ChooseRoad]) -> Action:
    """Take the first road."""
    return next(at.legal())


def conditions(at: At[State, ChooseCondition]) -> Action:
    """Let the first card hold for both."""
    return next(at.legal())


def faces(at: At[State, Reface]) -> Action:
    """Leave all units as they are."""
    return next(at.legal(do.Regroup, do.Done))


GENERATING = (
    sides, maps, edges, plays, chooses, hunts, places, marks, defends, mines, conditions, faces,
    rumours, roads,
)  # fmt: skip
