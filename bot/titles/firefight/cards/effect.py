"""The registry of effects of generator cards, and their common parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.lots import draw
from bot.kit.pieces import without
from bot.titles.firefight import events as ev
from bot.titles.firefight.events.base import Play
from bot.titles.firefight.model.ids import GeneratorId
from bot.titles.firefight.model.steps import CardWork, ChooseCard
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.effects import AnyEffect, Effect

E = TypeVar("E", bound=Effect)
T = TypeVar("T")
Deed = Callable[[Play, CardWork, E], None]
Then = Callable[[Play, ChooseCard, E], None]

DEEDS: dict[type[Effect], Deed[Any]] = {}
"""The function that carries out each effect."""
THEN: dict[type[Effect], Then[Any]] = {}
"""The function that continues an effect after a card is chosen."""


def does(kind: type[E]) -> Callable[[Deed[E]], Deed[E]]:
    """Register the function below for an effect."""

    def note(deed: Deed[E]) -> Deed[E]:
        DEEDS[kind] = deed
        return deed

    return note


def then(kind: type[E]) -> Callable[[Then[E]], Then[E]]:
    """Register the function below to continue an effect after a card is chosen."""

    def note(deed: Then[E]) -> Then[E]:
        THEN[kind] = deed
        return deed

    return note


def effect_of(card: GeneratorId, number: int) -> AnyEffect:
    """Return an effect of a card that was played for its top."""
    return cards().generator[card].top.effects[number]


def ask_card(play: Play, seat: Seat, step: CardWork, among: tuple[GeneratorId, ...]) -> None:
    """Let a player choose one of several cards.

    A single card needs no choice; without a card the effect lapses.
    """
    asked = ChooseCard(seat, step.card, step.next - 1, among)
    if len(among) > 1:
        play.emit(ev.Begun(asked))
    elif among:
        choose(play, asked, among[0])
    else:
        lapse(play, step)


@case("G-3.7a")
def lapse(play: Play, step: CardWork) -> None:
    """Report that an effect lapses, because no played card has units for it."""
    play.emit(ev.NothingPlaced("unit", 0, step.card))


def choose(play: Play, step: ChooseCard, card: GeneratorId) -> None:
    """Continue an effect with the chosen card."""
    effect = effect_of(step.card, step.effect)
    play.emit(ev.CardChosen(step.card, card))
    THEN[type(effect)](play, step, effect)


def draw_some(play: Play, purpose: str, pile: Sequence[T], most: int) -> tuple[tuple[T, ...], tuple[Roll, ...]]:
    """Draw several items at random, at most all of them. Returns them with the rolls."""
    drawn: list[T] = []
    rolls: list[Roll] = []
    while pile and len(drawn) < most:
        one, roll = draw(play.dice, purpose, pile)
        pile = without(pile, one)
        drawn.append(one)
        rolls.append(roll)
    return tuple(drawn), tuple(rolls)
