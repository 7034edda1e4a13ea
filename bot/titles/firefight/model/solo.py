"""The solo game: the sheet with its tiles, the mission track, order cards and rumours.

Nothing of it is secret. Everybody may know what lies in a cup or a deck, and it is kept sorted; which one comes is
decided by lot when it is drawn.
"""

from typing import Annotated, Literal, NewType

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED
from bot.titles.firefight.model.ids import GeneratorId, HexId, OrderId, UnitId

HUMAN, AI = Seat("one"), Seat("two")
"""The first two seats of the table: the player, and the one whose units order cards and tiles move; there nobody
sits."""

RumourId = NewType("RumourId", str)
"""A rumoured enemy counter of a game, such as "r3"."""
LotId = NewType("LotId", str)
"""What is in the cup of rumoured enemies: a unit by its id, `MINES`, or `NOBODY`."""
NOBODY, MINES = LotId("no enemy"), LotId("mines")

RumourStatus = Literal["fresh", "spent"]
SheetSide = Literal["offense", "defense"]
Track = Literal["counteraction", "mission order", "mission track"]


class Tile(Struct, frozen=True, gc=False):
    """An AI tile on the sheet. What it says is told by the generator card whose number it has."""

    card: GeneratorId
    """Such as "s04": its Soviet side."""
    track: Track
    line: int
    """Its space, 1 to 3; of a tile on the mission track 1 or 2, whose spaces it follows."""
    space: int
    """Where it lies; 0 when it has left the mission track."""


class Rumour(Struct, frozen=True, gc=False):
    """A rumoured enemy of the AI on the map: a counter without a face, which may be a unit, mines, or nobody."""

    id: RumourId
    hex: HexId
    status: RumourStatus = "fresh"


class Solo(Struct, frozen=True, gc=False):
    """What a solo game has besides the battlefield. Added fields are marked `ADDED`."""

    ai: Seat = AI
    sheet: SheetSide | Literal[""] = ""
    """Which side of the sheet lies up; none before the battle is made."""
    marker: int = 1
    """The space of the mission track marker."""
    end: int = 0
    """The space of the end game marker."""
    tiles: tuple[Tile, ...] = ()
    orders: tuple[OrderId, ...] = ()
    """Order cards that were not drawn."""
    used: tuple[OrderId, ...] = ()
    """Order cards that were drawn; they are the deck again when it is empty."""
    lost: tuple[OrderId, ...] = ()
    """Command order cards that left the deck with units that the AI lost."""
    order: OrderId | Literal[""] = ""
    """The order card that the AI follows."""
    rumour_cup: tuple[LotId, ...] = ()
    rumours: dict[RumourId, Rumour] = {}
    rumoured: int = 0
    """How many rumours were ever numbered."""
    truck: UnitId = UnitId("")
    """The truck of Soviet 22, where the AI drives it; it is in no cup."""
    road: tuple[HexId, ...] = ()
    """Its way along the road from edge to edge."""
    swift: Annotated[bool, ADDED] = False
    """The AI takes another action before the player's turn."""
