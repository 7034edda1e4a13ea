"""Events of the AI's turns: order cards, the mission track, rumours."""

from typing import Literal

from bot.kernel.dice import Roll
from bot.kernel.secret import Seat
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import Facing, GeneratorId, HexId, OrderId, UnitId
from bot.titles.firefight.model.solo import LotId, RumourId, RumourStatus


class OrderDrawn(Event, frozen=True, tag="order drawn"):
    """An order card was drawn, for the AI to follow or for the hexes that it names."""

    card: OrderId
    roll: Roll
    why: Literal["order", "hexes"] = "order"


class AiActed(Event, frozen=True, tag="ai acted"):
    """The AI carries out an order of a card, a tile or a space; the results follow."""

    seat: Seat
    source: str
    """Such as "Order Card 23"."""
    text: str
    """The text of the order."""
    units: tuple[UnitId, ...] = ()
    command: bool = False
    """No unit is spent, and spent units may act."""
    rumour: RumourId = RumourId("")
    """The rumoured enemy that acts instead of units."""


class AiHeld(Event, frozen=True, tag="ai held"):
    """A unit of the AI could not finish an order that has several parts."""

    unit: UnitId
    fires: bool = False
    """The unit does not fire; otherwise it moves no farther."""


class AiIdle(Event, frozen=True, tag="ai idle"):
    """No unit could carry out an order card."""

    seat: Seat
    card: OrderId


class MarkerAdvanced(Event, frozen=True, tag="marker advanced"):
    """The Mission Track Marker moved to the next space."""

    space: int
    passed: bool = False
    """The marker does not stop there."""


class TileStepped(Event, frozen=True, tag="tile stepped"):
    """A Mission Tile moved to its next space; 0 after its last space."""

    card: GeneratorId
    space: int = 0


class CommandLost(Event, frozen=True, tag="command lost"):
    """The AI lost a Command Order Card with a unit."""

    card: OrderId
    roll: Roll


class CommandsFound(Event, frozen=True, tag="commands found"):
    """Command Order Cards that were lost came back into the deck."""

    cards: tuple[OrderId, ...]
    rolls: tuple[Roll, ...]


class CupDrawn(Event, frozen=True, tag="cup drawn"):
    """A unit was drawn from the AI's Draw Cup."""

    unit: UnitId
    roll: Roll
    back: bool = False
    """The unit could not enter, and returned to the cup."""


class ShellsFell(Event, frozen=True, tag="shells fell"):
    """Artillery of a tile landed on a hex and its six neighbours."""

    hex: HexId


class RumourMoved(Event, frozen=True, tag="rumour moved"):
    """A rumoured enemy moved."""

    rumour: RumourId
    hex: HexId


class RumourChecked(Event, frozen=True, tag="rumour checked"):
    """A rumoured enemy acted, and an order card decided whether it is spent."""

    rumour: RumourId
    card: OrderId
    roll: Roll
    cost: int
    value: int
    status: RumourStatus


class RumourTurned(Event, frozen=True, tag="rumour turned"):
    """A rumoured enemy was turned up: a lot from the cup decides which unit it is."""

    rumour: RumourId
    lot: LotId
    roll: Roll | None = None
    facing: Facing = "N"
    """The facing of a unit."""
    why: str = ""
    """Such as "it was found by fire"."""


SOLO_EVENTS: tuple[type[Event], ...] = (
    OrderDrawn, AiActed, AiHeld, AiIdle, MarkerAdvanced, TileStepped, CommandLost, CommandsFound, CupDrawn,
    ShellsFell, RumourMoved, RumourChecked, RumourTurned,
)  # fmt: skip
