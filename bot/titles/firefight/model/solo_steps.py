"""Steps of the AI's turns."""

from typing import Annotated

from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED
from bot.titles.firefight.model.bases import Step
from bot.titles.firefight.model.ids import OrderId, UnitId


class AiTurn(Step, frozen=True, tag="ai turn"):
    """The AI takes its turn: an order card is drawn and carried out."""

    seat: Seat
    card: Annotated[OrderId, ADDED] = OrderId("")
    """The order card, if a question interrupts the turn after the draw."""
    came: Annotated[tuple[str, ...], ADDED] = ()
    """The spaces (by number) and tiles (by card) with orders for this turn."""


class AiDeed(Step, frozen=True, tag="ai deed"):
    """The rest of an action of an AI unit."""

    seat: Seat
    unit: UnitId
    to: str
    """The goal of its move, as the order names it."""
    moves: int = 0
    """The hexes that it still moves."""
    fires: bool = False
    """The unit fires at the end."""
    caps: int = 0
    """The CAPs on the attack."""
    low_risk: bool = False
    free: Annotated[bool, ADDED] = False
    """The unit makes no spent check."""


SoloStep = AiTurn | AiDeed
