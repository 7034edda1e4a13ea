"""Units, ground, cards, boards and scenarios, read once from `data/tide`."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

from msgspec import Struct

from bot.kernel.game import Case
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit import data_files
from bot.kit.data_files import Problem, Unreadable
from bot.titles.tide.model.table import CardId, CardKey, DeckId, Figure
from bot.titles.tide.printed.effects import CardRecord, DeckRecord, OperationRecord
from bot.titles.tide.printed.numbers import Numbers
from bot.titles.tide.printed.record import LooseCardRecord
from bot.titles.tide.printed.records import (
    FigureRecord,
    Overlay,
    ScenarioRecord,
    TerrainRecord,
    Tile,
    VehicleRecord,
    WorkRecord,
)
from bot.titles.tide.printed.sabotage import SabotageRecord

T = TypeVar("T", bound=Struct)


class Tables(Struct, frozen=True, kw_only=True):
    """All records, and the problems of their files."""

    figures: dict[str, FigureRecord]
    vehicles: dict[str, VehicleRecord]
    terrain: dict[str, TerrainRecord]
    works: dict[str, WorkRecord]
    numbers: Numbers
    decks: dict[str, DeckRecord]
    cards: dict[str, CardRecord]
    sabotage: dict[str, SabotageRecord]
    operations: dict[str, OperationRecord]
    initiative: dict[str, LooseCardRecord]
    boards: dict[str, Tile]
    overlays: dict[str, Overlay]
    scenarios: dict[str, ScenarioRecord]
    cases: dict[str, Case]
    problems: tuple[Problem, ...] = ()


@cache
def tables() -> Tables:
    """Read `data/tide`, with the overlay folder.

    Raises `Unreadable` without the numbers of the rules.
    """
    problems: list[Problem] = []
    units = data_files.tables("tide/units.toml", {"figures": FigureRecord, "vehicles": VehicleRecord}, problems)
    ground = data_files.tables("tide/ground.toml", {"terrain": TerrainRecord, "works": WorkRecord}, problems)
    cards = data_files.tables(
        "tide/cards.toml",
        {
            "decks": DeckRecord,
            "cards": CardRecord,
            "sabotage": SabotageRecord,
            "operations": OperationRecord,
            "initiative": LooseCardRecord,
        },
        problems,
    )
    numbers = data_files.one("tide/tables.toml", Numbers, problems)
    if numbers is None:
        raise Unreadable(problems)
    return Tables(
        figures=units["figures"],
        vehicles=units["vehicles"],
        terrain=ground["terrain"],
        works=ground["works"],
        numbers=numbers,
        decks=cards["decks"],
        cards=cards["cards"],
        sabotage=cards["sabotage"],
        operations=cards["operations"],
        initiative=cards["initiative"],
        boards=data_files.folder("tide/boards", Tile, problems),
        overlays=data_files.folder("tide/overlays", Overlay, problems),
        scenarios=data_files.folder("tide/scenarios", ScenarioRecord, problems),
        cases={case.id: case for case in data_files.rows("tide/cases.tsv", Case, problems)},
        problems=tuple(problems),
    )


@case("FB-soviet-1")
def figure(kind: Figure, side: Seat) -> FigureRecord:
    """Return the record of a figure as its nation has it."""
    printed = tables().figures
    return printed.get(f"{kind}.{side}") or printed[kind]


def spaces(figures: tuple[Figure, ...]) -> int:
    """Count the spaces of a base that figures take (TOI-2.1a)."""
    printed = tables().figures
    return sum(printed[kind].spaces for kind in figures)


def key_of(card: CardId) -> CardKey:
    """Return the key of a strategy card; copies are numbered, as "smoke-mission.2"."""
    return CardKey(card.rpartition(".")[0])


def card(card: CardId) -> CardRecord:
    """Return the record of a strategy card."""
    return tables().cards[key_of(card)]


def as_printed(key: str) -> CardRecord | LooseCardRecord:
    """Return the printed card with this key. Raises `KeyError` for an unknown key."""
    printed = tables()
    found = printed.cards.get(key) or printed.sabotage.get(key) or printed.operations.get(key)
    return found or printed.initiative[key.removeprefix("initiative.")]


def deck_list(deck: DeckId) -> tuple[CardId, ...]:
    """Return every card of a full deck, in the order of the file."""
    return tuple(
        CardId(f"{key}.{copy}")
        for key, record in tables().cards.items()
        if record.deck == deck
        for copy in range(1, record.copies + 1)
    )
