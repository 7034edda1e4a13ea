"""The model: every event makes a state, and every secret has its readers."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from bot.kernel.secret import declared
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.events import EVENTS
from bot.titles.trap.field.battle import hour, night
from bot.titles.trap.field.units import awake
from bot.titles.trap.model.actions import ACTIONS
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, LADDER
from bot.titles.trap.printed.tables import tables
from bot.titles.trap.printed.units import counters
from tests.trap.fights import RUSSIAN, Fight
from tests.trap.game import Game


def test_every_event_changes_the_state_but_those_that_only_report() -> None:
    idle = {kind for kind in EVENTS if kind.apply is ev.Event.apply}
    assert idle == {ev.InitiativeRolled, ev.Halted, ev.Harassed}


def test_secrets_are_declared_with_their_readers() -> None:
    found = {each.field: each.readers for each in declared(State, *EVENTS, *ACTIONS)}
    assert all(found.values())
    assert {"Unit.counter", "State.pool", "State.spent", "State.orders"} <= set(found)


@pytest.mark.case("TRAP-2.0", "TRAP-2.2", "TRAP-2.2.2")
def test_the_counters_are_those_of_the_manifest() -> None:
    read = counters()
    assert not read.problems
    values = Counter((each.side, each.model or each.kind, each.cf, each.mp) for each in read.units.values())
    assert values == {
        ("russian", "infantry", 3, 4): 45,
        ("russian", "heavy", 5, 3): 10,
        ("russian", "BTR", 4, 5): 16,
        ("russian", "BMP", 5, 5): 12,
        ("russian", "T-80", 7, 5): 10,
        ("russian", "schmel", 6, 4): 3,
        ("russian", "leader", 1, 5): 7,
        ("chechen", "infantry", 4, 5): 24,
        ("chechen", "rpg", 5, 5): 12,
        ("chechen", "heavy", 5, 4): 8,
        ("chechen", "sniper", 7, 4): 6,
        ("chechen", "leader", 3, 4): 1,
        ("chechen", "leader", 4, 5): 4,
        ("chechen", "T-62", 5, 5): 3,
    }
    platoons = (each for each in read.units.values() if each.kind == "infantry" and each.formation)
    infantry = Counter(each.formation for each in platoons)
    assert infantry == dict.fromkeys(("1/81", "2/81", "3/81", "1/131", "2/131"), 9)


@pytest.mark.case("TRAP-2.2", "TRAP-2.2.2")
def test_vehicles_schmels_rpgs_and_heavy_weapons_are_heavy() -> None:
    heavy = {each.kind for each in counters().units.values() if each.heavy}
    assert heavy == {"heavy", "rpg", "schmel", "tank", "apc"}
    assert {each.kind for each in counters().units.values() if each.vehicle} == {"tank", "apc"}


@pytest.mark.case("TRAP-2.3")
def test_markers_of_status_form_a_ladder() -> None:
    fight = Fight(RUSSIAN)
    for status in LADDER:
        fight.put("81-1-i1", "0305", status=status)
        assert awake(fight["81-1-i1"]) == (status not in ("disrupted", "inactive"))


@pytest.mark.case("TRAP-2.1.2", "TRAP-2.5")
def test_the_track_has_eleven_turns_and_one_night() -> None:
    tables.cache_clear()
    track = tables().charts.track
    assert len(track.turns) == 11
    state = Fight(RUSSIAN).state
    assert [turn for turn in range(1, 12) if night(replace(state, turn=turn))] == [6]
    assert hour(8) == "1 January, 1000"


@pytest.mark.case("TRAP-2.0")
@pytest.mark.parametrize(("scenario", "chechens"), [("historical", 53), ("variant", 35)])
def test_a_game_begins_with_all_counters_of_its_scenario(scenario: str, chechens: int) -> None:
    game = Game(scenario)
    drawn = [unit for unit in game.state.units.values() if unit.side == CHECHEN]
    assert len(game.state.units) - len(drawn) == 103
    assert game.state.undrawn + len(drawn) == chechens
    assert not TITLE.problems
