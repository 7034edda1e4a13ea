"""The computer player: it beats whoever plays by lot, and fires, rallies and closes in when that is worth most."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from bot.kernel.secret import see
from bot.titles import titles
from bot.titles.firefight.model import fight_actions as fight
from bot.titles.firefight.model.actions import Move, Pass
from bot.titles.firefight.model.bases import Action
from bot.titles.firefight.model.table import ONE, TWO
from tests.firefight.fights import Fight
from tests.match import Match, play

GAME = titles()["firefight"]


def choice(fight: Fight) -> Action:
    action: Action = GAME.play(see(fight.state, fight.seat))
    assert GAME.judge(see(fight.state, fight.seat), action) is None
    return action


def test_it_fires_at_an_enemy_in_the_open_before_it() -> None:
    field = Fight()
    rifles = field.put("g03", "J09", "N")
    enemy = field.put("s03", "I09", "S")
    action = choice(field)
    assert isinstance(action, fight.Fire)
    assert action.units == (rifles,)
    assert action.at == field.state.units[enemy].hex


def test_it_closes_in_where_nobody_is_in_sight() -> None:
    field = Fight()
    rifles = field.put("g03", "L04", "N")
    field.put("s03", "B16", "S")
    action = choice(field)
    assert isinstance(action, Move)
    assert action.units == (rifles,)


def test_it_passes_where_nothing_is_left_to_be_done() -> None:
    field = Fight()
    field.put("g03", "L04", "N", status="spent")
    field.put("s03", "B16", "S")
    none = replace(field.state.players[field.seat], caps=0)
    field.set(players={**field.state.players, field.seat: none})
    assert choice(field) == Pass()


@pytest.mark.parametrize("economy", ["action points", "spent checks"])
def test_it_beats_whoever_plays_by_lot(economy: str) -> None:
    for number, seat in enumerate((ONE, TWO)):
        match = Match(GAME, "first", {"economy": economy}, b"duel %d" % number)
        play(match, Random(number), [seat], moves=1500)
        outcome = GAME.outcome(match.state)
        assert outcome is not None
        assert outcome.winners == (seat,)


@pytest.mark.parametrize("scenario", ["intro", "three-players", "four-players"])
def test_it_plays_every_seat_from_the_first_card_to_the_last_round(scenario: str) -> None:
    match = Match(GAME, scenario, {}, b"all seats")
    play(match, Random(1), match.seats, moves=3000)
    assert match.over
