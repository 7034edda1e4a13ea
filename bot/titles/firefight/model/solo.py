"""The solo game: the sheet with tiles, the mission track, order cards and rumours.

None of it is secret. The contents of a cup or a deck are public and kept sorted; a roll decides which card or lot
is drawn.
"""

from typing import Annotated, Literal, NewType

from msgspec import Struct

from bot.kernel.secret import Seat
from bot.kit.fingerprint import ADDED
from bot.titles.firefight.model.ids import GeneratorId, HexId, OrderId, UnitId

HUMAN, AI = Seat("one"), Seat("two")
"""The first two seats: the player and the AI.

Order cards and tiles move the AI's units.
"""

RumourId = NewType("RumourId", str)
"""A rumoured enemy counter of a game, such as "r3"."""
LotId = NewType("LotId", str)
"""A lot in the cup of rumoured enemies: a unit's id, `MINES` or `NOBODY`."""
NOBODY, MINES = LotId("no enemy"), LotId("mines")

RumourStatus = Literal["fresh", "spent"]
SheetSide = Literal["offense", "defense"]
Track = Literal["counteraction", "mission order", "mission track"]


class Tile(Struct, frozen=True, gc=False):
    """An AI tile on the sheet, by the generator card with the same number."""

    card: GeneratorId
    """Such as "s04": its Soviet side."""
    track: Track
    line: int
    """Its space, 1 to 3. On the mission track 1 or 2, the line that it follows."""
    space: int
    """The space with the tile; 0 when it has left the mission track."""


class Rumour(Struct, frozen=True, gc=False):
    """A rumoured enemy of the AI on the map: a unit, mines, or nothing."""

    id: RumourId
    hex: HexId
    status: RumourStatus = "fresh"


class Solo(Struct, frozen=True, gc=False):
    """The solo game's own state. Added fields are marked `ADDED`."""

    ai: Seat = AI
    sheet: SheetSide | Literal[""] = ""
    """The side of the sheet that is face up; "" before the battle is made."""
    marker: int = 1
    """The space of the mission track marker."""
    end: int = 0
    """The space of the end game marker."""
    tiles: tuple[Tile, ...] = ()
    orders: tuple[OrderId, ...] = ()
    """The order cards that were not drawn."""
    used: tuple[OrderId, ...] = ()
    """The order cards that were drawn; they are the deck again when it is empty."""
    lost: tuple[OrderId, ...] = ()
    """The command order cards that left the deck with lost units of the AI."""
    order: OrderId | Literal[""] = ""
    """The order card that the AI follows."""
    rumour_cup: tuple[LotId, ...] = ()
    rumours: dict[RumourId, Rumour] = {}
    rumoured: int = 0
    """The number of rumours numbered so far."""
    truck: UnitId = UnitId("")
    """The truck of Soviet 22, if the AI drives it; it is in no cup."""
    road: tuple[HexId, ...] = ()
    """The truck's road from edge to edge."""
    swift: Annotated[bool, ADDED] = False
    """The AI takes another action before the player's turn."""
