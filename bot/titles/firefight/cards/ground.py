"""Cards that place units, control markers and defence counters."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import ask_card, does, draw_some, lapse, then
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.field.boards import played, with_units
from bot.titles.firefight.field.units import on_map, other, rumoured, side_of, team
from bot.titles.firefight.model.ids import GeneratorId, UnitId
from bot.titles.firefight.model.solo import NOBODY, LotId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import (
    CardWork,
    ChooseCard,
    ChooseQuarry,
    PlaceDefences,
    PlaceMarker,
    PlaceMine,
    PlaceRumours,
    PlaceUnits,
)
from bot.titles.firefight.model.table import WAITING
from bot.titles.firefight.printed.effects import Defences, Mark, Mine, Place, Quarry

NO_CARD = GeneratorId("")


def foes(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the players of the other side."""
    return team(state, other(side_of(state, seat)))


# FF-R85
@does(Place)
@case("G-3.7a", "G-4.2b")
def place(play: Play, step: CardWork, effect: Place) -> None:
    """Let units of a played card be placed.

    Own cards are chosen by their player, and enemy cards by the enemy.
    """
    if effect.cards == "own":
        among = with_units(play.state, side_of(play.state, step.seat), step.seat)
        ask_card(play, step.seat, step, among)
        return
    for foe in foes(play.state, step.seat):
        among = with_units(play.state, side_of(play.state, foe), foe)
        if among:
            ask_card(play, foe if effect.by == "enemy" else step.seat, step, among)
            return
    lapse(play, step)


@then(Place)
def place_chosen(play: Play, step: ChooseCard, effect: Place) -> None:
    """Let the units of the chosen card be placed, by the player that the card names."""
    owner = played(play.state, step.card).seat
    chosen = played(play.state, played(play.state, step.card).chosen)
    waiting = tuple(
        id for id in chosen.units if play.state.units[id].hex == WAITING and not rumoured(play.state, id)
    )
    if effect.hidden and play.state.solo is not None:
        spread(play, step, chosen.seat, waiting, len(waiting), 2 * len(waiting))
        return
    foreign = effect.by == "enemy" and effect.cards == "own"
    seat = foes(play.state, owner)[0] if foreign else chosen.seat
    play.emit(ev.Begun(PlaceUnits(seat, step.card, step.effect, waiting)))


@does(Quarry)
def choose_quarry(play: Play, step: CardWork, effect: Quarry) -> None:
    """Let an enemy unit of a played card be chosen that is not on the map.

    The effect lapses if there is no such unit.
    """
    among = tuple(quarries(play.state, step.seat))
    if among:
        play.emit(ev.Begun(ChooseQuarry(step.seat, step.card, step.next - 1, among)))
    else:
        lapse(play, step)


def quarries(state: State, seat: Seat) -> Iterator[UnitId]:
    """Yield the enemy units that may be hunted."""
    enemy = other(side_of(state, seat))
    return (
        unit.id
        for unit in state.units.values()
        if unit.side == enemy and not on_map(unit) and not rumoured(state, unit.id)
    )


@case("G-6.2.soviet08", "G-6.2.german14")
def spread(
    play: Play, step: ChooseCard | ChooseQuarry, seat: Seat, units: tuple[UnitId, ...], empty: int, rumours: int
) -> None:
    """Put units and empty counters into the cup of a solo game, and place rumours."""
    play.emit(ev.CupFilled((*map(LotId, units), *(NOBODY,) * empty), step.card))
    play.emit(ev.Begun(PlaceRumours(seat, step.card, step.effect, units, rumours)))


@does(Mark)
@case("G-3.7.2")
def mark(play: Play, step: CardWork, effect: Mark) -> None:
    """Let the player place control markers."""
    for _ in range(effect.number):
        play.emit(ev.Begun(PlaceMarker(step.seat, step.card, step.next - 1)))


@does(Defences)
def draw_for_card(play: Play, step: CardWork, effect: Defences) -> None:
    """Draw the defence counters of a card."""
    draw_defences(play, step.seat, effect.number, step.card)


@case("G-3.7.3a")
def draw_defences(play: Play, seat: Seat, number: int, card: GeneratorId = NO_CARD) -> None:
    """Draw defence counters at random, at most all, and let the player place them."""
    drawn, rolls = draw_some(play, "a Defense Counter", play.state.cup, number)
    if drawn:
        play.emit(ev.DefencesDrawn(seat, drawn, rolls), ev.Begun(PlaceDefences(seat, drawn, card)))
    else:
        play.emit(ev.NothingPlaced("Defense Counter", number, card, "none left"))


@does(Mine)
def lay_mine(play: Play, step: CardWork, effect: Mine) -> None:
    """Let the player place a hidden minefield."""
    play.emit(ev.Begun(PlaceMine(step.seat, step.card)))
