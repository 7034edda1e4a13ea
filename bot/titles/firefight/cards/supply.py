"""Gains and losses by cards: units, CAPs, action cards and weapons."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.kernel.secret import Seat, private
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.effect import does
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.field.units import other, side_of, team
from bot.titles.firefight.model.ids import CardId, CounterId, Edge, GeneratorId, Half, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import CardWork
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.printed.cards import cards, counters_of, named
from bot.titles.firefight.printed.effects import Bring, Draw, MoreCards, Weapon
from bot.titles.firefight.printed.units import units

ANY: tuple[Edge, ...] = ("north", "east", "south", "west")


@case("G-3.1a", "G-4.2b")
def give(
    play: Play, seat: Seat, card: GeneratorId, half: Half, first: int = 1, edges: tuple[Edge, ...] = ()
) -> None:
    """Give an option's units to the player of the card; they wait off the map."""
    side = side_of(play.state, seat)
    found = tuple(
        Unit(id=UnitId(counter), counter=counter, owner=seat, side=side, round=first, edges=edges, card=card)
        for counter in supplied(play.state, counters_of(card, half))
    )
    if found:
        play.emit(ev.UnitsGiven(card, found))


@case("G-3.1b", "G-3.1c")
def supplied(state: State, wanted: tuple[CounterId, ...]) -> Iterator[CounterId]:
    """Yield counters from the supply.

    A counter in play is replaced by another counter of the same name.
    """
    taken = {unit.counter for unit in state.units.values()}
    kinds = units().counters
    for counter in wanted:
        alike = (each for each in reversed(kinds) if kinds[each] is kinds[counter] and each not in taken)
        found = counter if counter not in taken else next(alike, None)
        if found is not None:
            taken.add(found)
            yield found


# FF-R81
@case("G-3.4", "G-4.2a")
def count_caps(play: Play, seat: Seat, card: GeneratorId, half: Half) -> None:
    """Change the CAPs of the card's player and of the enemy, as the card says."""
    option = cards().generator[card].option(half)
    if option.cap:
        play.emit(ev.BaseChanged(seat, option.cap, named(card)))
    if option.enemy_cap:
        cut(play, seat, option.enemy_cap, named(card))


# FF-R7
@case("G-3.4", "COH-5.1b")
def cut(play: Play, seat: Seat, by: int, why: str) -> None:
    """Take CAPs from the enemy, never below 0; of two players the richer one loses."""
    foes = team(play.state, other(side_of(play.state, seat)))
    foe = max(foes, key=lambda each: play.state.players[each].base)
    play.emit(ev.BaseChanged(foe, max(by, -play.state.players[foe].base), why))


@case("G-3.3a", "G-3.5", "G-4.2a")
def bring_into_force(play: Play, seat: Seat, card: GeneratorId) -> None:
    """Apply lasting rules that change the draws of a side."""
    for rule in cards().generator[card].top.rules:
        if isinstance(rule, MoreCards):
            for each in team(play.state, side_of(play.state, seat)):
                play.emit(ev.DrawsChanged(each, rule.cards, named(card)))


@does(Bring)
@case("G-3.7.1a", "G-3.7.1b")
def bring(play: Play, step: CardWork, effect: Bring) -> None:
    """Give the units of the top; they may enter later, or by any edge."""
    give(play, step.seat, step.card, "top", effect.round, ANY if effect.edges == "any" else ())


@does(Draw)
@case("G-3.5")
def draw(play: Play, step: CardWork, effect: Draw) -> None:
    """Let the player draw more action cards before the first round."""
    play.emit(ev.DrawsChanged(step.seat, effect.cards, named(step.card), first=True))


@does(Weapon)
def take_weapon(play: Play, step: CardWork, effect: Weapon) -> None:
    """Add a weapon card to the player's hand."""
    hand = (*play.state.players[step.seat].cards.open(), CardId(effect.card))
    play.emit(ev.WeaponTaken(step.seat, CardId(effect.card), private(hand, step.seat)))
