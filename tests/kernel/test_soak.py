"""A small soak: some of everything that `python -m tests.soak` does at length.

Every scenario goes through the same laws in `test_laws.py`; here they look at games played to their ends.
"""

from __future__ import annotations

from argparse import Namespace

import pytest

from bot.titles import titles
from tests.soak import jobs, soak, weak

NOTHING = {"games": 0, "full": 0, "duels": 0, "forgeries": 0, "pairs": 0, "presses": 0, "seed": 1}
FEWER = {"firefight": 10}
"""The duels of a title whose games are long."""


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize(
    "some", [{"games": 1, "full": 1}, {"forgeries": 1000}, {"pairs": 4}], ids=["self-play", "forgeries", "pairs"]
)
def test_nothing_breaks(title: str, some: dict[str, int]) -> None:
    total = soak(list(jobs(titles()[title], Namespace(**{**NOTHING, **some}))))
    assert not [line for found in total.values() for line in found.broken]


@pytest.mark.parametrize("title", titles())
def test_the_computer_beats_chance(title: str) -> None:
    total = soak(list(jobs(titles()[title], Namespace(**{**NOTHING, "duels": FEWER.get(title, 20)}))))
    assert not total["duel"].broken
    assert not weak(total["duel"])
