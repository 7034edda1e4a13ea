"""When the computer stops, and when it pays for a longer turn by a card."""

from __future__ import annotations

import pytest

from bot.kernel.secret import Seat, see
from bot.titles.tide import TITLE
from bot.titles.tide.cards import strategy
from bot.titles.tide.field import units
from bot.titles.tide.model import actions as do
from tests.tide.conftest import Field

GERMAN = Seat("german")
TIRED = """\
    German 1st Squad (4 regulars), C4, fatigued
    German 2nd Squad (4 regulars), C4, fatigued
    Soviet 1st Squad (4 regulars), I8
    German: 5 command"""


@pytest.mark.parametrize("card", ["Breakthrough", "Hurrah!", "Conflicting Orders"])
def test_the_computer_stops_when_no_unit_is_fresh_and_no_card_is_worth_its_price(field: Field, card: str) -> None:
    state = field(f"{TIRED}\nGerman cards: {card}\nGerman turn: 2 actions")
    assert TITLE.play(see(state, GERMAN)) == do.Stop()


def test_the_computer_plays_a_card_that_still_does_good_when_no_unit_is_fresh(field: Field) -> None:
    state = field(f"""
        {TIRED}
        German 3rd Squad (officer, 3 regulars), B5, fatigued
        German cards: Inspiring Leader
        German turn: 2 actions
    """)
    assert isinstance(TITLE.play(see(state, GERMAN)), do.PlayCard)


@pytest.mark.parametrize(("fresh", "worth"), [(0, 0.0), (1, 0.0), (2, 0.4), (3, 0.8), (5, 0.8)])
def test_more_actions_are_worth_what_fresh_units_are_left_for_them(field: Field, fresh: int, worth: float) -> None:
    squads = "\n".join(f"German {n + 3}th Squad (4 regulars), B{n + 2}" for n in range(fresh))
    state = field(f"{TIRED}\n{squads or 'woods at A1'}\nGerman cards: Breakthrough\nGerman turn: 2 actions")
    (card,) = units.open_cards(state, GERMAN)
    assert strategy.effect(card).value(see(state, GERMAN), "") == pytest.approx(worth)
