"""Records of sabotage cards, and their effects on the side that turns them over."""

from __future__ import annotations

from bot.titles.tide.printed.record import CardEffect, LooseCardRecord, Some


class Leak(CardEffect, frozen=True, tag="leak"):
    """Lose command from the pool."""

    command: Some


class Burn(CardEffect, frozen=True, tag="burn"):
    """Draw no more cards in this Status Phase."""


class Mislead(CardEffect, frozen=True, tag="mislead"):
    """Have fewer actions in the first turn of the next round; at least one is left."""

    actions: Some


class Sugar(CardEffect, frozen=True, tag="sugar"):
    """Vehicles have fewer movement points in the next round."""

    points: Some


class Raid(CardEffect, frozen=True, tag="raid"):
    """Discard cards of the HQ by lot."""

    cards: Some


class Sleepless(CardEffect, frozen=True, tag="sleepless"):
    """Put no units on Op Fire in this Status Phase."""


class Jam(CardEffect, frozen=True, tag="jam"):
    """Contact rolls are reduced next round, and command leaves the initiative card."""

    contact: Some
    command: Some


Sprung = Leak | Burn | Mislead | Sugar | Raid | Sleepless | Jam
"""The effects of sabotage on the side that turns it over."""


class SabotageRecord(LooseCardRecord, frozen=True, kw_only=True):
    """A sabotage card."""

    effect: Sprung
