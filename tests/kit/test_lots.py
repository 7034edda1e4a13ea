"""Lots beside drawing them one by one, as from a cup."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from bot.kernel.dice import SeededDice
from bot.kit.lots import SHUFFLE, draw, shuffle
from tests.scripted import ScriptedDice

PILE = ("a", "b", "c", "d")


def test_each_face_draws_another() -> None:
    dice = ScriptedDice([(face,) for face in (1, 2, 3, 4)])
    drawn = [draw(dice, "card", PILE) for _ in PILE]
    assert [each for each, _ in drawn] == list(PILE)
    assert [(roll.purpose, roll.sides, roll.draw) for _, roll in drawn] == [("card", 4, n) for n in range(4)]


def test_the_last_one_is_drawn_too() -> None:
    assert draw(SeededDice(b"key"), "card", ["a"])[0] == "a"


@given(st.lists(st.integers(1, SHUFFLE), max_size=8))
def test_a_shuffle_places_the_lowest_card_again_and_again(faces: list[int]) -> None:
    pile = list(range(len(faces)))
    order, roll = shuffle(ScriptedDice([tuple(faces)]), "deal", pile)
    left, expected = dict(zip(pile, faces, strict=True)), []
    while left:
        lowest = min(left, key=lambda each: (left[each], each))
        expected.append(lowest)
        del left[lowest]
    assert (list(order), roll.faces) == (expected, tuple(faces))


def test_every_order_is_equally_likely() -> None:
    dice = SeededDice(b"key")
    orders = Counter(shuffle(dice, "deal", PILE)[0] for _ in range(2400))
    assert set(orders) == set(permutations(PILE))
    assert all(60 <= n <= 140 for n in orders.values())
