"""Joined boards: halves at the rim, halves that meet, and overlays on top."""

from __future__ import annotations

import pytest

from bot.titles.tide.field.movement import POINT, ground_cost
from bot.titles.tide.model.table import HexId
from bot.titles.tide.printed.ground import Ground, Misprint, assemble
from bot.titles.tide.printed.records import Covering
from bot.titles.tide.printed.tables import tables
from tests.tide.conftest import Field


def lies(tile: str, hex: str, turn: int = 0) -> Covering:
    return Covering(tile=tile, hex=hex, turn=turn)


@pytest.mark.case("TOI-8.2")
def test_half_hexes_are_none_at_the_rim_and_full_ones_where_boards_meet() -> None:
    one, beside, below = (assemble(tables(), rows) for rows in ((("1A",),), (("1A", "1B"),), (("1A",), ("1B",))))
    assert len(one.spots) == 5 * 8 + 4 * 9
    assert "J1" not in one
    assert {HexId(f"J{row}") for row in range(1, 10)} <= set(beside.spots)
    assert "A9" not in one
    assert "A9" in below
    for here in (one, beside, below):
        assert all(len(near) < 6 for hex, near in here.neighbours.items() if hex.startswith("A"))


@pytest.mark.case("TOI-8.3", "FB-overlay-1")
def test_an_overlay_replaces_ground_and_roads() -> None:
    printed = assemble(tables(), (("1A",),))
    crossing = HexId("D5")
    assert printed[crossing].roads
    laid = assemble(tables(), (("1A",),), [lies("pond", crossing)])
    covered = below("pond", printed, crossing)
    assert {laid[hex].terrain for hex in covered} == {"pond", "swamp"}
    assert not any(laid[hex].roads for hex in covered)
    for hex in set(laid.spots) - covered:
        assert laid[hex].terrain == printed[hex].terrain
        assert laid[hex].roads == printed[hex].roads - covered


@pytest.mark.case("TOI-8.3", "FB-overlay-1")
@pytest.mark.parametrize("turn", range(6))
def test_a_hill_lifts_the_ground_and_is_turned_by_sixths(turn: int) -> None:
    rows = (("1A", "1B"), ("2A", "2B"))
    printed, laid = assemble(tables(), rows), assemble(tables(), rows, [lies("hill", "J9", turn)])
    covered = below("hill", printed, HexId("J9"), turn)
    for hex in laid.spots:
        assert laid[hex].level == (1 if hex in covered else printed[hex].level)


def below(tile: str, here: Ground, first: HexId, turn: int = 0) -> set[HexId]:
    """Return the hexes that an overlay covers, walked one by one."""
    covered = set()
    for walk in tables().overlays[tile].terrain:
        at = first
        for direction in filter(None, walk.split("-")):
            at = here.beyond(at, (int(direction) - 1 + turn) % 6 + 1, 1) or at
        covered.add(at)
    return covered


@pytest.mark.case("TOI-8.3", "TOI-8.1")
def test_a_unit_moves_over_the_top_layer(field: Field) -> None:
    state = field("""
        | overlays = [{ tile = "woods", hex = "C4" }]
        pond at C4
        road along B4, C4, D4
    """)
    assert ground_cost(state.scenario, True, False, HexId("B4"), HexId("C4")) == 2 * POINT


@pytest.mark.case("TOI-8.3")
@pytest.mark.parametrize(("tile", "hex"), [("sea", "C4"), ("woods", "44"), ("woods", "C"), ("woods", "Ж4")])
def test_overlays_that_do_not_fit_are_misprints(tile: str, hex: str) -> None:
    with pytest.raises(Misprint):
        assemble(tables(), (("1A",),), [lies(tile, hex)])
