"""The order cards, the AI tiles and the Solo Mission Sheet, as they are printed."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.titles.firefight.model.ids import GeneratorId, OrderId
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.solo import check_value, deck_for, solo


def test_there_are_55_order_cards_and_a_tile_for_every_generator_card() -> None:
    assert not solo().problems
    assert [int(card) for card in solo().cards] == list(range(1, 56))
    assert solo().tiles.keys() == cards().generator.keys()


@pytest.mark.case("G-5.4a")
def test_the_deck_to_defend_has_the_cards_05_to_43_and_the_deck_to_attack_13_to_51() -> None:
    assert (deck_for("defense")[0], deck_for("defense")[-1], len(deck_for("defense"))) == ("05", "43", 39)
    assert (deck_for("offense")[0], deck_for("offense")[-1], len(deck_for("offense"))) == ("13", "51", 39)


@pytest.mark.case("COH-1.4g")
def test_ten_order_cards_in_a_row_count_as_the_ten_faces_of_the_die() -> None:
    faces = Counter(check_value(OrderId(f"{n:02}")) for n in range(21, 31))
    assert sorted(faces.elements()) == [1, 1, 2, 3, 3, 4, 5, 5, 6, 7]


def test_low_cards_dig_in_where_high_cards_go_forward() -> None:
    orders = {n: {*card.priority, *card.tactical} for n, card in solo().cards.items()}
    digs = [int(n) for n, said in orders.items() if said & {"dig", "cover", "hold"}]
    storms = [int(n) for n, said in orders.items() if said & {"advance", "advance-far", "storm", "take"}]
    assert sum(digs) / len(digs) < 15 < 30 < sum(storms) / len(storms)


def test_an_order_has_the_words_of_its_card() -> None:
    tiles = solo().tiles
    assert tiles[GeneratorId("s03")].says.text == (
        "If the player has fewer than 2 CAPs: AI closest to a spent, crewed Unit: move towards"
    )
    assert tiles[GeneratorId("s02")].says.text == (
        "Highest FP AI closest to a Soviet Control Marker: "
        "fire at the Unit closest to the Control Marker (+2 CAPs)"
    )
    assert solo().lines(OrderId("18"))[:2] == (solo().orders["reinforce"].text, solo().orders["open-fire"].text)


@pytest.mark.case("G-5.5a")
def test_a_mission_tile_has_five_spaces_of_its_own() -> None:
    assert solo().sheets["offense"].places(1) == (2, 5, 9, 14, 17)
    assert solo().sheets["offense"].places(2) == (4, 7, 11, 15, 19)


@pytest.mark.case("G-5.5.1")
def test_a_mission_of_five_rounds_or_more_ends_on_the_last_space() -> None:
    sheet = solo().sheets["offense"]
    assert [sheet.end(rounds) for rounds in (3, 4, 5, 8)] == [12, 16, 20, 20]
