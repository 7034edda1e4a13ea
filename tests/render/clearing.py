"""Moments of firefights for pictures.

The cards are half played, a battle is in its second round, and a battle has three maps.
"""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.secret import Seat, private
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    CounterId,
    Edge,
    Facing,
    GeneratorId,
    Half,
    HexId,
    HitId,
    MapId,
    MarkerId,
    OrderId,
    Sheet,
    Side,
    UnitId,
    WorkId,
)
from bot.titles.firefight.model.solo import MINES, NOBODY, Rumour, RumourId, Solo, Tile
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import PlayCard, Turn
from bot.titles.firefight.model.table import (
    DESTROYED,
    HIDDEN,
    ONE,
    TWO,
    WAITING,
    Condition,
    Control,
    Hit,
    Orders,
    Phase,
    Played,
    Player,
    Status,
    Strike,
    Unit,
    Work,
    Zone,
)
from bot.titles.firefight.printed.solo import deck_for

GERMAN, SOVIET = ONE, TWO
FIGHT = HexId("1-F11")
"""A hex with units of both sides."""
AMBUSH = HexId("1-G07")
"""Where a Soviet unit hides."""
CROWD = HexId("1-H10")
RUMOUR = HexId("1-G12")
"""Where a rumour lies in a solo mission."""


def unit(
    counter: str,
    hex: str,
    facing: Facing = "N",
    status: Status = "fresh",
    hit: str = "",
    hidden: bool = False,
    aboard: str = "",
    inside: str = "",
    round: int = 1,
) -> Unit:
    """Return a unit; its hit marker is known to its owner alone."""
    side: Side = "german" if counter[0] == "g" else "soviet"
    owner = GERMAN if side == "german" else SOVIET
    marker = Hit("soft", private(HitId(hit), owner)) if hit else None
    return Unit(
        UnitId(counter), CounterId(counter), owner, side, HIDDEN if hidden else HexId(hex), facing, status, marker,
        private(HexId(hex), owner) if hidden else None, UnitId(aboard), WorkId(inside), round,
    )  # fmt: skip


def units() -> dict[UnitId, Unit]:
    """Return units in every state."""
    some = [
        unit("g01", "1-L04", "N", "spent"),
        unit("g11", "1-K05", "NE", "used"),
        unit("g17", "1-E13", "SW"),
        unit("g18", FIGHT, "SW", "spent"),
        unit("g19", "1-I10", "N", hit="pinned"),
        *(unit(counter, CROWD, "N") for counter in ("g02", "g03", "g04")),
        unit("g39", CROWD, "NW"),
        unit("g05", CROWD, aboard="g39"),
        unit("g48", "1-J14", "NW"),
        unit("g52", WAITING, round=3),
        unit("g23", WAITING),
        unit("g06", DESTROYED),
        unit("s21", "1-D11", "S", inside="w2"),
        unit("s05", FIGHT, "S", hit="suppressed"),
        unit("s18", AMBUSH, "S", hidden=True),
        unit("s41", "1-C08", "SE", "spent"),
        unit("s28", "1-E09", "S", inside="w1"),
        unit("s07", WAITING, round=2),
        unit("s08", WAITING, round=2),
        unit("s06", DESTROYED),
    ]
    return {each.id: each for each in some}


def players(phase: Phase = "turns") -> dict[Seat, Player]:
    """Return two players."""
    hands = (("g03", "g01", "g07"), ("s16", "s02", "s23")) if phase == "generation" else ((), ())
    return {
        GERMAN: player(GERMAN, "german", "south", hands[0], (UnitId("g11"),) if phase == "turns" else ()),
        SOVIET: player(SOVIET, "soviet", "north", hands[1]),
    }


def player(seat: Seat, side: Side, edge: Edge, hand: tuple[str, ...], active: tuple[UnitId, ...] = ()) -> Player:
    """Return a player in the middle of a round."""
    return Player(
        seat, side, 6, 1, 4, edges=(edge,), active=active, ap=5 if active else 0,
        cards=private((CardId("07"), CardId("10")), seat), card_count=2,
        hand=private(tuple(map(GeneratorId, hand)), seat), hand_count=len(hand),
        orders=private(Orders(), seat),
    )  # fmt: skip


def played(card: str, half: Half, zone: Zone, units: tuple[str, ...] = ()) -> Played:
    """Return a card on the record board of its side."""
    return Played(GeneratorId(card), half, GERMAN if card[0] == "g" else SOVIET, zone, tuple(map(UnitId, units)))


def battle() -> State:
    """Return a battle in its second round."""
    works = (
        Work(WorkId("w1"), "bunker", "soviet", SOVIET, HexId("1-E09"), "S"),
        Work(WorkId("w2"), "trench", "soviet", SOVIET, HexId("1-D11")),
        Work(WorkId("w3"), "wire", "soviet", SOVIET, HexId("1-F09")),
        Work(WorkId("w4"), "mines", "soviet", SOVIET, HIDDEN, hiding=private(HexId("1-F08"), SOVIET)),
        Work(WorkId("w5"), "road block", "german", GERMAN, HexId("1-H09")),
        Work(WorkId("w6"), "hasty", "german", GERMAN, HexId("1-K08")),
    )
    return State(
        scenario="first", phase="turns", round=2, rounds=4, turn=9, players=players(), initiative=SOVIET,
        field=(Sheet(MapId("1")),), units=units(), works={each.id: each for each in works},
        smoke={HexId("1-G11"): "heavy", HexId("1-H12"): "light"},
        control={
            MarkerId("m1"): Control(MarkerId("m1"), HexId("1-E09"), "soviet"),
            MarkerId("m2"): Control(MarkerId("m2"), HexId("1-J12"), "german"),
        },
        strikes=(Strike(GERMAN, 2, private(HexId("1-D08"), GERMAN)),),
        guideline="intro", points={"german": 3, "soviet": 5},
        record=(
            played("s03", "bottom", "units"), played("g04", "bottom", "units"), played("s01", "top", "rules"),
            played("g03", "top", "victory"), played("s04", "top", "rules"), played("s02", "top", "victory"),
        ),
        conditions=(Condition(ConditionId("c2"), "top", SOVIET), Condition(ConditionId("c1"), "bottom", SOVIET)),
        steps=(Turn(GERMAN),),
    )  # fmt: skip


def generation() -> State:
    """Return a table on which half of the cards are played."""
    state = battle()
    off = {
        id: replace(unit, hex=WAITING, hit=None, hiding=None, status="fresh", aboard=UnitId(""), inside=WorkId(""))
        for id, unit in state.units.items()
        if id in ("s05", "s06", "s18", "s21", "g17", "g18")
    }
    return replace(
        state, phase="generation", round=0, turn=0, players=players("generation"), units=off, works={}, smoke={},
        strikes=(), points={}, steps=(PlayCard(SOVIET),),
    )  # fmt: skip


def mission() -> State:
    """Return the battle as a solo mission, with all its markers and cards."""
    rumours = (Rumour(RumourId("r1"), HexId("1-D14")), Rumour(RumourId("r2"), RUMOUR, "spent"))
    made = Solo(
        sheet="offense", marker=5, end=16, order=OrderId("18"), used=(OrderId("17"), OrderId("18")),
        orders=deck_for("offense")[6:], lost=(OrderId("55"),), rumour_cup=(MINES, NOBODY, NOBODY),
        tiles=(
            Tile(GeneratorId("s01"), "mission track", 1, 9), Tile(GeneratorId("s04"), "counteraction", 1, 1),
            Tile(GeneratorId("s02"), "mission order", 1, 1),
        ),
        rumours={each.id: each for each in rumours}, rumoured=2,
    )  # fmt: skip
    return replace(battle(), solo=made)
