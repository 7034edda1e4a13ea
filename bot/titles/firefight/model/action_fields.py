"""The fields that many actions share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from bot.titles.firefight.model.ids import CardId


def says(text: str) -> Meta:
    """Describe a field as players read it in Discord."""
    return Meta(description=text)


Turned = Literal["", "N", "NE", "SE", "S", "SW", "NW"]
"""A facing, or "" for the default."""


How = Literal["", "activation", "opportunity", "command", "card"]
"""The payment of an action: action points, an opportunity, CAPs or a card.

The default is action points for active and fresh units, and CAPs for all others. With spent checks a Command
Action card is the only other way.
"""


By = Annotated[How, says("how to pay for it")]


Caps = Annotated[int, Meta(description="CAPs that lower its cost, with spent checks", ge=0, le=20)]


Aim = Annotated[
    tuple[int, ...], says("CAPs for each roll in their order, two at most; below 0 they lower the roll")
]


Also = Annotated[tuple[CardId, ...], says("more bonus cards that are played with it")]


def bonus_cards(action: Any) -> tuple[CardId, ...]:
    """Return the cards that are played with an action of units."""
    return tuple(card for card in (action.card, *action.also) if card)
