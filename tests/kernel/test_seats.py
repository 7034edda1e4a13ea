"""Seats that are players: the laws hold for one to four of them.

They join their sides in the course of play.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.kernel.game import decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC
from tests.laws import COURSES, MOMENTS, Law
from tests.match import Match, moment, play
from tests.toys.muster import MUSTER, SEATS, Choose, MusterHooks, Resign

HOOKS = MusterHooks()


@pytest.mark.parametrize("law", [*MOMENTS, *COURSES], ids=lambda law: law.__name__)
@pytest.mark.parametrize("scenario", MUSTER.scenarios)
def test_the_laws_hold_for_any_number_of_players(scenario: str, law: Law) -> None:
    for number in range(4):
        rnd = Random(f"{scenario} {number}")
        match = Match(MUSTER, scenario, {}, rnd.randbytes(4))
        computers = [seat for seat in match.seats if rnd.random() < 0.5]
        match = moment(match, rnd, computers, rnd.randint(0, HOOKS.usual[scenario]) if number else 0)
        law(match.cut(len(match.log)), HOOKS, Random(f"{law.__name__} {number}"))


def chosen(scenario: str) -> Match:
    """Return a game in which the highest die has chosen the red side."""
    match = Match(MUSTER, scenario, {}, b"sides")
    assert match.act(match.asked[0], Choose("red")) is None
    return match


def test_the_highest_die_chooses_a_side_and_of_three_is_alone() -> None:
    for scenario, red in (("alone", 1), ("two", 1), ("three", 1), ("four", 2)):
        match = chosen(scenario)
        sides = [MUSTER.fights(match.state, seat) for seat in match.state.order]
        assert sides.count("Red") == red
        assert sides[0] == "Red"
        assert MUSTER.fights(Match(MUSTER, scenario, {}, b"").state, SEATS[0]) == ""


def test_mates_do_not_see_each_others_secrets() -> None:
    match = chosen("four")
    one, two, mate, four = match.state.order
    for seat in (PUBLIC, two, mate, four):
        seen = match.seen(seat).state
        assert not seen.hands[one].known
        assert not seen.mines[one].known
    assert match.seen(one).state.mines[one].known


def test_one_of_a_team_gives_up_and_the_others_play_on() -> None:
    match = chosen("four")
    one, two, mate, four = match.state.order
    assert match.act(mate, Resign()) is None
    assert not match.over
    again = decide(MUSTER, match.state, mate, Resign(), match.dice)
    assert isinstance(again, Refusal)
    assert match.act(one, Resign()) is None
    assert MUSTER.outcome(match.state).winners == (two, four)  # type: ignore[union-attr]


def test_computers_play_every_seat() -> None:
    for scenario in MUSTER.scenarios:
        match = Match(MUSTER, scenario, {}, b"computers")
        play(match, Random(1), match.seats, moves=HOOKS.longest)
        assert match.over
