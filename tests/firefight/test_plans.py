"""Plans in a firefight: their conditions, and events their players cannot foresee."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.plan import Happened, Intent, Plan
from bot.kernel.secret import redact, see
from bot.titles import titles
from bot.titles.firefight import events as ev
from bot.titles.firefight.model.actions import Move, Pass
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.table import ONE
from tests.firefight.fights import GERMAN, SOVIET, Fight
from tests.firefight.handovers import handovers
from tests.match import Match

GAME = titles()["firefight"]
SHOT = "it was set to run until one of its units is shot at, which has now happened"


def why(field: Fight, before: Any, *events: Any, until: tuple[str, ...] = (), action: Any = None) -> str:
    """Say why a plan of the Germans stops when this has happened."""
    shown = tuple(redact(event, GERMAN) for event in events)
    happened = Happened(SOVIET, see(before, GERMAN), shown, see(field.state, GERMAN))
    return GAME.stops(happened, Plan((Intent(action or Pass(), until),)))


def goes(field: Fight, unit: UnitId, to: str) -> Any:
    """Let a unit stand elsewhere; returns how the battle stood before."""
    before = field.state
    field.set(units={**before.units, unit: replace(before.units[unit], hex=field.hex(to))})
    return before


def test_a_plan_continues_until_another_enemy_is_seen() -> None:
    field = Fight()
    field.put("g03", "L04")
    enemy = field.put("s03", "A06", "S")
    found = [why(field, goes(field, enemy, to), until=("seen",)) for to in ("B05", "K04", "K03")]
    assert found == ["", "it was set to run until one of its units sees another enemy, which has now happened", ""]


def test_a_plan_continues_until_an_enemy_is_near() -> None:
    field = Fight()
    rifles, other = field.put("g03", "L04"), field.put("g04", "L14")
    enemy = field.put("s03", "A04", "S")
    march = Move((other,), (HexId("1-K14"),))
    assert why(field, goes(field, enemy, "G04"), until=("near 4",)) == ""
    assert "within 4 hexes" in why(field, goes(field, enemy, "H04"), until=("near 4",))
    assert why(field, field.state, until=("near 4",), action=march) == "", "that unit is far from it"
    assert "within 4 hexes" in why(field, field.state, until=("near 4",), action=Move((rifles,), ()))


@pytest.mark.parametrize(("until", "stopped"), [((), ""), (("shot",), SHOT)])
def test_a_shot_that_misses_stops_only_a_plan_that_says_so(until: tuple[str, ...], stopped: str) -> None:
    field = Fight()
    rifles, enemy = field.put("g03", "L04"), field.put("s03", "J04", "S")
    shot = ev.Attacked("fire", "soviet", field.hex("L04"), (enemy,), rifles, roll=Roll("fire", 6, (1, 1), 0))
    assert why(field, field.state, shot, until=until) == stopped


def test_a_plan_stops_when_a_unit_is_lost_and_at_ones_own_attack() -> None:
    field = Fight()
    rifles, enemy = field.put("g03", "L04"), field.put("s03", "J04", "S")
    roll = Roll("fire", 6, (1, 1), 0)
    own = ev.Attacked("fire", "german", field.hex("J04"), (rifles,), enemy, roll=roll)
    assert why(field, field.state, own) == "your attack has been rolled for"
    assert why(field, field.state, ev.Destroyed(rifles)).endswith("is destroyed")
    assert why(field, field.state, ev.Destroyed(enemy)) == ""
    check = ev.Checked(GERMAN, (rifles,), 3, Roll("spent check", 10, (9,), 0), 6)
    assert why(field, field.state, check) == "", "who stays fresh goes on, and the rules bar who does not"


def test_one_foresees_a_march_of_several_turns() -> None:
    match = Match(GAME, "first", {}, b"march")
    while match.asked[0] != ONE or not isinstance(GAME.play(match.seen(ONE)), Move):
        seat = match.asked[0]
        assert match.act(seat, GAME.play(match.seen(seat))) is None
    first = GAME.play(match.seen(ONE))
    ahead = GAME.foresee(match.seen(ONE), [first])
    assert ONE in GAME.prompts(ahead)
    assert ahead.state.units[first.units[0]].hex == first.to[0]


def test_one_foresees_ones_own_turn_past_that_of_a_hidden_unit_which_is_active(
    caplog: pytest.LogCaptureFixture,
) -> None:
    field = Fight(SOVIET)
    rifles, hidden = field.put("g03", "L04"), field.hide("s03", "A06")
    field.set(players={**field.state.players, SOVIET: replace(field.state.players[SOVIET], active=(hidden,))})
    ahead = GAME.foresee(see(field.state, GERMAN), [Move((rifles,), (field.hex("K04"),))])
    assert ahead.state.units[rifles].hex == field.hex("K04")
    assert not caplog.records


def test_the_conditions_of_a_plan_read_like_english() -> None:
    field = Fight()
    known = GAME.conditions(see(field.state, GERMAN))
    assert (known["near 1"], known["near 5"]) == (
        "until an enemy is within 1 hex of one of its units",
        "until an enemy is within 5 hexes of one of its units",
    )


def test_with_plans_a_battle_waits_less_often() -> None:
    assert handovers(0, plans=True)[0] < handovers(0, plans=False)[0]
