"""Cards that change the course of a battle: length, maps, weather and entry."""

from __future__ import annotations

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import ask_card, does, draw_some, then
from bot.titles.firefight.cards.ground import draw_defences
from bot.titles.firefight.cards.supply import cut
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.field.boards import played, with_units
from bot.titles.firefight.field.units import other, side_of
from bot.titles.firefight.model.ids import ConditionId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import CardWork, ChooseCard, ChooseCondition, ChooseEdge, ChooseMap
from bot.titles.firefight.model.table import WAITING, Condition
from bot.titles.firefight.printed.cards import cards, named
from bot.titles.firefight.printed.effects import AddMap, Delay, DrawConditions, MoreEdge, Rounds, SwitchMap
from bot.titles.firefight.printed.maps import maps


@does(Rounds)
@case("G-3.6")
def lengthen(play: Play, step: CardWork, effect: Rounds) -> None:
    """Extend the battle."""
    play.emit(ev.RoundsAdded(effect.number, named(step.card)))


# Maps.


@case("G-3.8", "G-3.8.1")
def spare_maps(state: State) -> tuple[str, ...]:
    """Return the maps that are not in use."""
    return tuple(key for key in maps().maps if key not in {sheet.map for sheet in state.field})


@does(AddMap)
@case("G-3.8")
def add_map(play: Play, step: CardWork, effect: AddMap) -> None:
    """Let the player add a map; the effect lapses if no map is left."""
    if spare_maps(play.state):
        play.emit(ev.Begun(ChooseMap(step.seat, "add")))
    else:
        play.emit(ev.NothingPlaced("map", 1, step.card, "none left"))


@does(SwitchMap)
@case("G-3.8.1")
def switch_map(play: Play, step: CardWork, effect: SwitchMap) -> None:
    """Let the player replace a map."""
    if spare_maps(play.state):
        play.emit(ev.Begun(ChooseMap(step.seat, "switch")))
    else:
        play.emit(ev.NothingPlaced("map", 1, step.card, "none left"))


# Entry rounds and edges.


@does(Delay)
def delay(play: Play, step: CardWork, effect: Delay) -> None:
    """Let the player choose a played enemy card with units that are not on the map."""
    among = with_units(play.state, other(side_of(play.state, step.seat)))
    ask_card(play, step.seat, step, among)


@then(Delay)
@case("G-3.7.1a")
def delay_chosen(play: Play, step: ChooseCard, effect: Delay) -> None:
    """Delay the units of the chosen card that are not on the map."""
    chosen = played(play.state, played(play.state, step.card).chosen)
    rounds = sorted({play.state.units[id].round for id in chosen.units})
    for first in reversed(rounds):
        units = (play.state.units[id] for id in chosen.units)
        late = tuple(unit.id for unit in units if unit.hex == WAITING and unit.round == first)
        if late:
            play.emit(ev.UnitsDelayed(late, first + effect.rounds))


@does(MoreEdge)
@case("G-3.7.1b")
def more_edge(play: Play, step: CardWork, effect: MoreEdge) -> None:
    """Let all units of the player, or those of a chosen card, enter by one more edge."""
    if effect.whose == "all":
        play.emit(ev.Begun(ChooseEdge(step.seat, "all", step.card)))
    else:
        among = with_units(play.state, side_of(play.state, step.seat), step.seat)
        ask_card(play, step.seat, step, among)


@then(MoreEdge)
@case("G-3.7.1b")
def edge_for_card(play: Play, step: ChooseCard, effect: MoreEdge) -> None:
    """Ask for the edge at once, unless it is chosen after all cards have been played."""
    if effect.when == "now":
        play.emit(ev.Begun(ChooseEdge(step.seat, "card", step.card)))


# Condition cards.


# FF-R89
@does(DrawConditions)
@case("G-3.9a", "G-2.1.4")
def draw_conditions(play: Play, step: CardWork, effect: DrawConditions) -> None:
    """Draw two condition cards; a single card that is left is played for its top."""
    drawn, rolls = draw_some(play, "a Condition Card", play.state.undrawn_conditions, 2)
    play.emit(ev.ConditionsDrawn(step.seat, drawn, rolls))
    if len(drawn) == 2:
        play.emit(ev.Begun(ChooseCondition(step.seat, drawn)))
    elif drawn:
        play.emit(ev.ConditionPlayed(Condition(drawn[0], "top", step.seat)))


@case("G-3.9a", "G-3.9b")
def play_conditions(play: Play, seat: Seat, top: ConditionId, bottom: ConditionId) -> None:
    """Play a condition card for its top, for both sides, and another for its bottom."""
    play.emit(
        ev.ConditionPlayed(Condition(top, "top", seat)), ev.ConditionPlayed(Condition(bottom, "bottom", seat))
    )
    record = cards().conditions[bottom]
    gives, name = record.benefit, record.name
    if gives.cap:
        play.emit(ev.BaseChanged(seat, gives.cap, name))
    if gives.enemy_cap:
        cut(play, seat, gives.enemy_cap, name)
    if gives.draw:
        play.emit(ev.DrawsChanged(seat, gives.draw, name, first=True))
    if gives.each_round:
        play.emit(ev.DrawsChanged(seat, gives.each_round, name))
    if gives.defences:
        draw_defences(play, seat, gives.defences)
