"""The computer player plays whole games by the rules, and better than chance."""

from __future__ import annotations

from random import Random

import pytest

from bot.kernel.secret import Seat
from bot.titles.trap import TITLE
from bot.titles.trap.model import actions as do
from bot.titles.trap.model import events as ev
from bot.titles.trap.model.table import CHECHEN, RUSSIAN
from tests.match import Match, step

LONGEST = 800


def played(seed: int, *seats: Seat) -> Match:
    """Play the learning game with the computer in some seats and chance in the others."""
    match, rnd = Match(TITLE, "first", {}, seed.to_bytes(4, "big")), Random(seed)
    while not match.over and len(match.log) < LONGEST:
        step(match, rnd, seats)
    assert match.over
    return match


@pytest.mark.parametrize("seat", [RUSSIAN, CHECHEN])
def test_it_beats_chance(seat: Seat) -> None:
    won = 0
    for seed in range(8):
        outcome = played(seed, seat).state.outcome
        assert outcome is not None
        won += outcome.winners == (seat,)
    assert won >= 7


def test_it_fights_moves_and_gets_out_of_its_vehicles() -> None:
    done = {type(entry.action) for seed in range(4) for entry in played(seed, RUSSIAN, CHECHEN).log}
    assert {do.Fire, do.Move, do.Unload, do.Place, do.Hold} <= done


def test_it_fires_to_good_effect() -> None:
    """Of the shots that both sides choose, a good part hits: they are chosen by their odds."""
    shots = [
        event.shot.hit
        for seed in range(6)
        for entry in played(seed, RUSSIAN, CHECHEN).log
        for event in entry.events
        if isinstance(event, ev.Fired)
    ]
    assert len(shots) > 40
    assert sum(shots) / len(shots) > 0.45
