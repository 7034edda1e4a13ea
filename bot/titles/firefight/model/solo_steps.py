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
    """The order card, once it was drawn and something has come between on the marker's way."""
    came: Annotated[tuple[str, ...], ADDED] = ()
    """Spaces of the Mission Track by their number and tiles by their card, that say something in this turn."""


class AiDeed(Step, frozen=True, tag="ai deed"):
    """What a unit of the AI still does in its action."""

    seat: Seat
    unit: UnitId
    to: str
    """What it goes to, as the order says."""
    moves: int = 0
    """How many hexes it still moves."""
    fires: bool = False
    """It fires in the end."""
    caps: int = 0
    """What CAPs add to that."""
    low_risk: bool = False
    free: Annotated[bool, ADDED] = False
    """Nobody is spent by it."""


SoloStep = AiTurn | AiDeed
