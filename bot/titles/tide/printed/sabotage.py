"""What sabotage cards do to whoever turns them over, and their records."""

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
    """Discard so many cards of the HQ, drawn by lot."""

    cards: Some


class Sleepless(CardEffect, frozen=True, tag="sleepless"):
    """Put no units on Op Fire in this Status Phase."""


class Jam(CardEffect, frozen=True, tag="jam"):
    """Contact rolls count less in the next round, and command leaves the initiative card."""

    contact: Some
    command: Some


Sprung = Leak | Burn | Mislead | Sugar | Raid | Sleepless | Jam
"""What sabotage does to whoever turns it over."""


class SabotageRecord(LooseCardRecord, frozen=True, kw_only=True):
    """A sabotage card."""

    effect: Sprung
