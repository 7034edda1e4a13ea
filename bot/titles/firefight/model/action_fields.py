"""The fields that many actions share."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from bot.titles.firefight.model.ids import CardId


def says(text: str) -> Meta:
    """Describe a field as players read it in Discord."""
    return Meta(description=text)


Turned = Literal["", "N", "NE", "SE", "S", "SW", "NW"]
"""A facing, or none, where whoever acts need not say one."""


How = Literal["", "activation", "opportunity", "command", "card"]
"""How an action is paid for: by the unit that is active or becomes it, by a fresh unit that is spent by it, or
wholly in CAPs, or by a Command Action card. Left out, the active unit and fresh ones pay as active units, all
others in CAPs. With spent checks there is but one way besides the card, and it is left out."""


By = Annotated[How, says("how to pay for it")]


Caps = Annotated[int, Meta(description="CAPs that lower its cost, with spent checks", ge=0, le=20)]


Aim = Annotated[
    tuple[int, ...], says("CAPs for each roll in their order, two at most; below 0 they lower the roll")
]


Also = Annotated[tuple[CardId, ...], says("more bonus cards that are played with it")]


def bonus_cards(action: Any) -> tuple[CardId, ...]:
    """Return the cards that are played with an action of units."""
    return tuple(card for card in (action.card, *action.also) if card)
