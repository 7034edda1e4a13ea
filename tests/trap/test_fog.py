"""Hidden stacks: the readers of counters, and their changes."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.secret import EVERYONE, PUBLIC, private, redact, see
from bot.kit.events import evolve
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.steps import Activation, Arrival
from bot.titles.trap.model.table import CHECHEN, HAND, RUSSIAN, SEATS, CounterId, HexId, UnitId
from bot.titles.trap.play.base import Play
from bot.titles.trap.play.revealing import look
from bot.titles.trap.printed.units import counters
from tests.trap.fights import Fight, of
from tests.trap.game import Game

CASE = pytest.mark.case("TRAP-3.6")


def looked(fight: Fight) -> State:
    """Return the state after everybody has looked."""
    play: Any = Play(evolve, fight.state, None)  # type: ignore[arg-type]
    look(play)
    state: State = play.state
    return state


def known(state: State, seat: Any) -> set[str]:
    """Return the units whose counters a seat reads."""
    return {id for id, unit in see(state, seat).state.units.items() if unit.counter.known}


def ambush(*watchers: str, **fields: Any) -> Fight:
    """Return three Chechens in a house on a street, and Russians who may see them."""
    fight = Fight(CHECHEN)
    for unit in ("c-sniper1", "c-rpg1", "c-i1"):
        fight.put(unit, "1412", level="upper")
    fight.put("c-h1", "1412")
    for n, hex in enumerate(watchers, 1):
        fight.put(f"81-1-i{n}", hex, **fields)
    return fight


@CASE
def test_the_top_of_each_level_is_seen_from_anywhere() -> None:
    state = looked(ambush("0305"))
    assert known(state, RUSSIAN) == {"c-i1", "c-h1", "81-1-i1"}
    assert known(state, PUBLIC) == {"c-i1", "c-h1", "81-1-i1"}
    assert known(state, CHECHEN) == set(state.units)


@CASE
def test_a_unit_in_range_and_sight_of_a_stack_sees_all_of_it() -> None:
    for hex, fields, sees in (
        ("1512", {}, True),
        ("1113", {}, True),
        ("1013", {}, True),
        ("0914", {}, False),
        ("1113", {"status": "suppressed"}, False),
        ("1313", {"status": "pinned"}, True),
        ("1313", {"status": "disrupted"}, False),
        ("1410", {}, False),
    ):
        state = looked(ambush(hex, **fields))
        assert ({"c-sniper1", "c-rpg1"} <= known(state, RUSSIAN)) == sees, (hex, fields)
        assert not {"c-sniper1", "c-rpg1"} & known(state, PUBLIC)


@CASE
@pytest.mark.case("TRAP-8.1")
def test_a_lone_schmel_inspects_only_its_fire_range() -> None:
    for hex, sees in (("1512", True), ("1113", True), ("1013", False)):
        fight = ambush()
        fight.put("schmel1", hex)
        assert ({"c-sniper1", "c-rpg1"} <= known(looked(fight), RUSSIAN)) == sees, hex
    fight = ambush()
    fight.put("schmel1", "1013")
    fight.put("kalin", "1013")
    assert "c-rpg1" in known(looked(fight), RUSSIAN), "a leader fires over four hexes"


@CASE
@pytest.mark.case("TRAP-8.6-2")
def test_at_night_one_must_be_beside_it() -> None:
    for hex, sees in (("1512", True), ("1612", False)):
        fight = ambush(hex)
        fight.set(turn=6)
        assert ({"c-rpg1"} <= known(looked(fight), RUSSIAN)) == sees


@CASE
def test_a_stack_that_goes_out_of_view_is_hidden_again() -> None:
    fight = Fight(RUSSIAN)
    fight.put("c-sniper1", "1412")
    fight.put("c-i1", "1412")
    fight.put("81-btr1", "1212", facing="SW")
    fight.state = looked(fight)
    assert "c-sniper1" in known(fight.state, RUSSIAN)
    events = fight.do(do.Move((UnitId("81-btr1"),), HexId("0813")))
    assert any(isinstance(event, ev.Looked) for event in events)
    assert "c-sniper1" not in known(fight.state, RUSSIAN)
    view = redact(fight.state, RUSSIAN)
    for event in events:
        view = evolve(view, redact(event, RUSSIAN))
    assert redact(fight.state, RUSSIAN).units["c-sniper1"] == view.units["c-sniper1"]  # type: ignore[index]


@CASE
def test_an_arriving_unit_is_on_top() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "0305")
    fight.put("81-1-i2", "0306")
    fight.state = looked(fight)
    fight.do(do.Move((UnitId("81-1-i2"),), HexId("0305")))
    assert fight["81-1-i2"].counter.readers == (EVERYONE,)
    assert fight["81-1-i1"].counter.readers == (RUSSIAN,)


@CASE
@pytest.mark.case("TRAP-8.2")
def test_passengers_lie_under_their_vehicle() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-btr1", "0316")
    fight.put("81-1-i1", "0316", aboard=UnitId("81-btr1"))
    fight.put("kalin", "0316", aboard=UnitId("81-btr1"))
    assert known(looked(fight), CHECHEN) == {"81-btr1"}


@CASE
@pytest.mark.case("TRAP-10.1.1")
def test_units_that_are_being_placed_are_seen_only_when_all_stand() -> None:
    game = Game("historical", b"fog")
    game.until(Arrival, why="ambush")
    step = game.state.steps[-1]
    assert isinstance(step, Arrival)
    game.do(do.Place(step.units[:2], HexId("1412")))
    assert isinstance(game.state.steps[-1], Arrival)
    assert known(game.state, RUSSIAN).isdisjoint(step.units)
    game.do(do.Place(step.units[2:], HexId("1410")))
    assert known(game.state, RUSSIAN) >= {step.units[1], step.units[2]}
    assert step.units[0] not in known(game.state, RUSSIAN)


@CASE
@pytest.mark.case("TRAP-10.1")
def test_nobody_reads_the_pool_and_ids_tell_nothing() -> None:
    game = Game("variant", b"pool")
    for seat in (*SEATS, PUBLIC):
        assert not see(game.state, seat).state.pool.known
    hand = [unit for unit in game.state.units.values() if unit.hex == HAND]
    assert hand
    assert not any(unit.id in known(game.state, RUSSIAN) for unit in hand)
    others = {Game("variant", bytes([seed])).state.units[UnitId("r1")].counter.open() for seed in range(8)}
    assert len(others) > 4, "r1 is another counter in every game"


@CASE
def test_an_eliminated_unit_is_open_to_everybody() -> None:
    fight = ambush("1512")
    fight.state = looked(fight)
    event = ev.Eliminated(UnitId("c-sniper1"), CounterId("c-sniper1"), "fire")
    state = evolve(fight.state, event)
    assert "c-sniper1" in known(state, PUBLIC)
    assert state.units[UnitId("c-sniper1")].hex == "eliminated"


@CASE
def test_a_hidden_sniper_slows_a_move_without_being_shown() -> None:
    fight = Fight(RUSSIAN)
    fight.put("c-sniper1", "0310")
    fight.put("c-i1", "0310")
    fight.put("81-1-i1", "0315", facing="N")
    hidden = replace(fight.state.units[UnitId("c-sniper1")], counter=private(CounterId("c-sniper1"), CHECHEN))
    fight.set(units={**fight.state.units, UnitId("c-sniper1"): hidden})
    assert fight.cite(do.Move((UnitId("81-1-i1"),), HexId("0311"))) == "", "as far as one knows it can be paid"
    fight.do(do.Move((UnitId("81-1-i1"),), HexId("0311")))
    assert fight["81-1-i1"].hex == "0313", "each hex in the sniper's sight cost a point more"


@pytest.mark.case("TRAP-3.6", "TRAP-5.1")
def test_the_way_of_a_stack_does_not_tell_what_lies_under_it() -> None:
    ways = {}
    for under, reader in (("c-i2", CHECHEN), ("c-h1", CHECHEN), ("c-i2", EVERYONE)):
        fight = Fight(CHECHEN)
        for unit, seat in ((under, reader), ("c-i1", EVERYONE)):
            at = fight[fight.put(unit, "2021")]
            fight.set(units={**fight.state.units, at.id: replace(at, counter=private(CounterId(unit), seat))})
        events = fight.do(do.Move((UnitId("c-i1"), UnitId(under)), HexId("2121")))
        ways[under, reader] = of(events, ev.Moved).path
    assert ways["c-i2", CHECHEN] == ways["c-h1", CHECHEN], "heavy weapons go straight on"
    assert ways["c-i2", EVERYONE] != ways["c-i2", CHECHEN], "who is known anyway goes the cheapest way"


@pytest.mark.case("TRAP-3.6", "TRAP-5.1.1-7")
def test_a_hidden_unit_goes_upstairs_where_heavy_weapons_could_not() -> None:
    """The direct way takes all its points; heavy weapons go round by street."""
    ways = {}
    for level in ("ground", "upper"):
        fight = Fight(CHECHEN)
        fight.put("81-1-i1", "0305")
        at = fight[fight.put("c-sniper1", "2813", level="upper")]
        hidden = replace(at, counter=private(CounterId("c-sniper1"), CHECHEN))
        fight.set(units={**fight.state.units, at.id: hidden})
        ways[level] = of(fight.do(do.Move((at.id,), HexId("2713"), level=level)), ev.Moved).path
        assert fight[at.id].level == level
    assert len(ways["ground"]) > len(ways["upper"])
    assert ways["upper"] == ("2813", "2713")


@CASE
def test_a_name_of_a_hidden_unit_is_not_told() -> None:
    fight = ambush("0305")
    seen = see(looked(fight), RUSSIAN)
    texts = TITLE.status(seen) + TITLE.hand(seen) + TITLE.held(seen)
    for hidden in ("c-sniper1", "c-rpg1"):
        assert counters().units[CounterId(hidden)].name not in texts


@CASE
def test_the_end_of_an_activation_does_not_reveal_unused_units() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "0305", activated=True)
    fight.put("81-2-i1", "0305")
    assert TITLE.prompts(see(fight.state, RUSSIAN))[RUSSIAN].private
    assert isinstance(fight.state.steps[-1], Activation)
