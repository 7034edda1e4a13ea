"""Standing orders: offered and changed one by one, and shown with all choices."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec import Struct

from bot.kit.standing import Report, changed, given, offers


class Orders(Struct, frozen=True):
    fire: Literal["ask", "hold", "fire"] = "ask"
    within: int = 6


class Order(Struct, frozen=True):
    fire: Literal["", "ask", "hold", "fire"] = ""
    within: int = 0


SAYS = {"fire": {"ask": "You are asked.", "hold": "Units hold.", "fire": "Units fire within {within} hexes."}}


def test_an_omitted_order_stays_unchanged() -> None:
    before = Orders("hold", 4)
    assert changed(before, Order("fire")) == Orders("fire", 4)
    assert changed(before, Order(within=2)) == Orders("hold", 2)
    assert changed(before, Order()) == before
    assert given(Orders, Order("ask", 3)) == {"fire": "ask", "within": 3}


def test_an_offer_changes_one_more_of_the_orders() -> None:
    assert list(offers(Order, {}, lambda field: (2, 4))) == [
        Order(), Order("ask"), Order("hold"), Order("fire"), Order(within=2), Order(within=4),
    ]  # fmt: skip
    assert list(offers(Order, {"fire": "fire"}, lambda field: (2,))) == [Order("fire"), Order("fire", 2)]


def test_a_report_says_a_sentence_for_each_order() -> None:
    report = Report(Orders, SAYS)
    assert report.tell(Orders("fire", 3), within=3) == "- Units fire within 3 hexes."
    assert report.tell(Orders(), within=6) == "- You are asked."


@pytest.mark.parametrize(
    ("sentences", "astray"),
    [({"ask": "", "hold": ""}, "'fire'"), ({"ask": "", "hold": "", "fire": "", "flee": ""}, "'flee'")],
)
def test_a_choice_without_a_sentence_and_a_sentence_without_a_choice_are_found(
    sentences: dict[str, str], astray: str
) -> None:
    with pytest.raises(ValueError, match=f"fire: {astray}"):
        Report(Orders, {"fire": sentences})
