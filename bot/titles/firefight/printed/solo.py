"""The solo game's cards, tiles and Solo Mission Sheet, from `data/firefight/solo`."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from bot.kernel.rule import case
from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.kit.data_names import Names, dangling, ref
from bot.kit.data_shape import below
from bot.kit.english import count
from bot.titles.firefight.model.ids import GeneratorId, OrderId
from bot.titles.firefight.model.solo import SheetSide, Track
from bot.titles.firefight.printed.cards import Count, Generator, Record, cards
from bot.titles.firefight.printed.maps import FULL

FOLDER = "firefight/solo"
FACES = (7, 1, 1, 2, 3, 3, 4, 5, 5, 6)
"""The value of an order card in a spent check, by the last digit of its number.

These are the ten faces of the die.
"""

Trait = Literal["hit", "unhit", "fresh", "beside", "in the open", "foot", "vehicle", "chosen"]
Goal = Literal[
    "unit", "hit unit", "spent unit", "spent crewed unit", "foot unit", "vehicle", "quarry", "truck",
    "own marker", "held marker", "german marker", "soviet marker", "objective", "edge",
]  # fmt: skip
Deed = Literal[
    "fire", "move", "cover", "rally", "face", "dig", "reinforce",
    "command", "swift", "surplus", "confuse", "experience", "rumour", "artillery",
]  # fmt: skip
Condition = Literal["", "cup", "fewer than 2 CAPs", "fewer than 3 CAPs"]

GOALS: dict[Goal, str] = {
    "unit": "a Unit", "hit unit": "a hit Unit", "spent unit": "a spent Unit",
    "spent crewed unit": "a spent, crewed Unit", "foot unit": "a foot Unit", "vehicle": "a vehicle",
    "quarry": "the hunted Unit", "truck": "its Truck", "own marker": "a Control Marker of its own",
    "held marker": "a Control Marker of the player", "german marker": "a German Control Marker",
    "soviet marker": "a Soviet Control Marker", "objective": "a Mission Objective or a Unit",
    "edge": "the player's map edge",
}  # fmt: skip
WHO: dict[Trait, str] = {
    "hit": "hit", "unhit": "unhit", "fresh": "fresh", "foot": "foot", "vehicle": "vehicle",
}  # fmt: skip
"""The traits that come before "AI"; the others follow it."""
AFTER: dict[Trait, str] = {"beside": "beside a Unit", "in the open": "in the open", "chosen": "of the chosen card"}
WHEN: dict[Condition, str] = {
    "cup": "If an AI is in the Draw Cup",
    "fewer than 2 CAPs": "If the player has fewer than 2 CAPs",
    "fewer than 3 CAPs": "If the player has fewer than 3 CAPs",
}
ALONE: dict[Deed, str] = {
    "reinforce": "Draw an AI from the Draw Cup, and move it onto the map hex closest to",
    "command": "Carry out the current Order Card as if it were a Command Order Card",
    "swift": "The AI acts twice in a row, with a new Order Card for the second action",
    "surplus": "While the marker is here, the AI adds 1 to all of its die rolls",
    "confuse": "The fresh Unit with the highest FP that is closest to an AI is spent",
    "experience": "Shuffle 2 Command Order Cards that were lost, drawn by lot, back into the deck",
    "rumour": "Draw an Order Card, and place a Rumored Enemy on the first hex that it names",
    "artillery": "Draw 2 Order Cards: artillery lands on the hex of theirs that serves the AI best",
}
"""The texts of orders for which no AI unit is chosen."""


class Order(Record, frozen=True, kw_only=True):
    """An order of a card, a tile or a space of the track for the AI."""

    when: Condition = ""
    who: tuple[Trait, ...] = ()
    first: Literal["closest", "farthest", "firepower"] = "closest"
    to: Goal = "unit"
    do: Deed
    at: Literal["", "goal", "hit unit", "vehicle", "foot unit"] = ""
    """The target of its fire, if limited; "goal" is the Unit nearest to the goal."""
    hexes: Annotated[int, Meta(ge=1, le=3)] = 1
    then: Literal["", "fire"] = ""
    caps: Annotated[int, Meta(ge=0, le=4)] = 0
    no_check: bool = False
    low_risk: bool = False

    @property
    def text(self) -> str:
        """Return the text as printed.

        For example "Unhit AI closest to a Unit: move 2 hexes towards (no spent check)".
        """
        head = f"{WHEN[self.when]}: " if self.when else ""
        if self.do in ALONE:
            goal = f" {GOALS[self.to]}" if self.do == "reinforce" else ""
            said = f"{ALONE[self.do]}{goal}"
            return f"{head}{said[:1].lower()}{said[1:]}" if head else said
        return f"{head}{self._who()}: {self._deed()}{self._notes()}"

    def _who(self) -> str:
        words = ["highest FP"] if self.first == "firepower" else []
        words += [WHO[trait] for trait in self.who if trait in WHO] + ["AI"]
        words += [AFTER[trait] for trait in self.who if trait in AFTER]
        near = "farthest from" if self.first == "farthest" else "closest to"
        found = " ".join(words if "beside" in self.who else (*words, near, GOALS[self.to]))
        return found if self.when else found[:1].upper() + found[1:]

    def _deed(self) -> str:
        said = {
            "fire": "fire", "rally": "rally", "dig": "dig in", "face": "turn to face it",
            "cover": "move towards cover", "move": "move towards",
        }[self.do]  # fmt: skip
        if self.do == "move" and self.hexes > 1:
            said = f"move {self.hexes} hexes towards"
        if self.at:
            named = "the Control Marker" if self.to.endswith("marker") else GOALS[self.to]
            near = "it" if self.to == "quarry" else f"the Unit closest to {named}"
            said += f" at {near if self.at == 'goal' else GOALS[self.at]}"
        return f"{said} and then fire" if self.then else said

    def _notes(self) -> str:
        notes = [f"+{count(self.caps, 'CAP')}"] * bool(self.caps) + ["no spent check"] * self.no_check
        notes += ["low risk"] * self.low_risk
        return f" ({', '.join(notes)})" if notes else ""


Line = Annotated[str, ref("order")]
Full = Annotated[str, ref("full hex")]
"""A hex that is the same on every map."""


class OrderCard(Record, frozen=True, kw_only=True):
    """An order card."""

    command: bool = False
    advance: Annotated[int, Meta(ge=0, le=2)] = 0
    """The advance of the Mission Track Marker when the card is drawn as an order."""
    when: Literal["", "fewer", "more"] = ""
    """The marker advances only if the AI has fewer, or more, units on the map."""
    priority: tuple[Line, ...]
    tactical: tuple[Line, ...]
    hexes: tuple[Full, Full]


COUNTERACTIONS, MISSION_ORDERS = "counteractions", "mission orders"
"""The lines of order cards that refer to orders on the Solo Mission Sheet."""


class Tile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One side of an AI tile."""

    track: Track
    symbol: SheetSide
    says: Order
    careful: bool = False
    yellow: bool = False


class Space(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A space of the Mission Track."""

    name: str
    tile: str = ""
    end: Count = 0
    says: Order | None = None
    yellow: bool = False


class Sheet(Record, frozen=True, kw_only=True):
    """A side of the Solo Mission Sheet. Its orders are the defaults on space 3."""

    counteraction: Order
    mission_order: Order
    spaces: tuple[Space, ...]

    @case("G-5.5.1")
    def end(self, rounds: int) -> int:
        """Return the space that ends a mission, by its rounds."""
        ends = {space.end: n for n, space in enumerate(self.spaces, 1) if space.end}
        return ends.get(rounds) or (min(ends.values()) if rounds < min(ends) else max(ends.values()))

    @case("G-5.5a")
    def places(self, row: int) -> tuple[int, ...]:
        """Return the spaces that the first or the second Mission Tile follows."""
        return tuple(n for n, space in enumerate(self.spaces, 1) if space.tile[:1] == str(row))


class Sheets(Struct, frozen=True, forbid_unknown_fields=True):
    """Both sides of the sheet."""

    offense: Sheet
    defense: Sheet


Cards = dict[OrderId, OrderCard]
Tiles = dict[Generator, Tile]


class Solo(Struct, frozen=True, kw_only=True):
    """All solo data, and the problems of the files."""

    orders: dict[str, Order]
    cards: Cards
    tiles: Tiles
    sheets: dict[SheetSide, Sheet]
    problems: tuple[Problem, ...] = ()

    def lines(self, card: OrderId) -> tuple[str, ...]:
        """Return the text of an order card, line by line."""
        record = self.cards[card]
        named = {COUNTERACTIONS: "Counteractions", MISSION_ORDERS: "Mission Orders"}
        return tuple(named.get(key) or self.orders[key].text for key in (*record.priority, *record.tactical))


# FF-R140
@case("COH-1.4g")
def check_value(card: OrderId) -> int:
    """Return the value of an order card that replaces the die of a spent check."""
    return FACES[int(card) % 10]


@case("G-5.4a")
def deck_for(sheet: SheetSide) -> tuple[OrderId, ...]:
    """Return the order cards at the start: 05 to 43 in defence, 13 to 51 in attack."""
    first, last = (5, 43) if sheet == "defense" else (13, 51)
    return tuple(card for card in solo().cards if first <= int(card) <= last)


@cache
def solo() -> Solo:
    """Read `data/firefight/solo` and its overlays."""
    problems: list[Problem] = []
    read = data_files.tables(f"{FOLDER}/orders.toml", {"orders": Order, "cards": OrderCard}, problems)
    tiles = data_files.tables(f"{FOLDER}/tiles.toml", {"tiles": Tile}, problems)["tiles"]
    nameless = [key for key in read["cards"] if not key.isdecimal()]
    why = "an order card is named by its number, such as 04"
    problems += data_files.told(f"{FOLDER}/orders.toml", ((("cards", key), why) for key in nameless))
    sheets = data_files.one(f"{FOLDER}/sheets.toml", Sheets, problems)
    found = Solo(
        orders=read["orders"],
        cards={OrderId(key): card for key, card in read["cards"].items() if key not in nameless},
        tiles={GeneratorId(key): tile for key, tile in tiles.items()},
        sheets={"offense": sheets.offense, "defense": sheets.defense} if sheets is not None else {},
    )
    known = names(found)
    unknown = below("cards", dangling(found.cards, Cards, known))
    problems += data_files.told(f"{FOLDER}/orders.toml", unknown)
    problems += data_files.told(f"{FOLDER}/tiles.toml", below("tiles", dangling(found.tiles, Tiles, known)))
    return Solo(
        orders=found.orders, cards=found.cards, tiles=found.tiles, sheets=found.sheets, problems=tuple(problems)
    )


def names(found: Solo) -> Names:
    """Return the names that the files of the solo game may use."""
    return {
        "full hex": FULL,
        "generator card": cards().generator,
        "order": {*found.orders, COUNTERACTIONS, MISSION_ORDERS},
    }
