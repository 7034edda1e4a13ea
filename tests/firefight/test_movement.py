"""Movement: steps and their costs, bonus moves, withdrawal, entry to the map."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.rule import Wrong
from bot.kernel.secret import redact
from bot.kit.events import evolve
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import entry, movement
from bot.titles.firefight.field.arcs import behind, toward
from bot.titles.firefight.field.ground import Ground, ground
from bot.titles.firefight.field.memo import POSITION
from bot.titles.firefight.field.movement import Way, climb, crossing, fare, ways
from bot.titles.firefight.field.units import kind
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.steps import Turn, Turns
from bot.titles.firefight.model.table import HIDDEN, WAITING
from bot.titles.firefight.printed.units import Kind, units
from tests.firefight.fights import GERMAN, SOVIET, Fight, of

FOOT, HEAVY, GUN, TRUCK, TANK = "g03", "g19", "g28", "g36", "g52"


def move(unit: str, to: str, **fields: Any) -> do.Move:
    return do.Move((UnitId(unit),), (HexId(to if "-" in to else f"1-{to}"),), **fields)


def enter(unit: str, at: str) -> do.Enter:
    return do.Enter((UnitId(unit),), (HexId(f"1-{at}"),))


def what(counter: str) -> Kind:
    return units().counters[counter]  # type: ignore[index]


def pair(maps: str, wanted: Callable[[Ground, HexId, HexId], bool]) -> tuple[Fight, HexId, HexId]:
    """Return a battlefield with two hexes side by side that are as a test wants them."""
    fight = Fight(maps=maps)
    here = ground(fight.state.field)
    return next((fight, a, b) for a in here.places for b in here.neighbours[a] if wanted(here, a, b))


def plain(here: Ground, a: HexId, b: HexId) -> bool:
    return here[a].level == here[b].level and not here.by_road(a, b) and not here.wall(a, b)


def into(terrain: str) -> Callable[[Ground, HexId, HexId], bool]:
    return lambda here, a, b: plain(here, a, b) and here[b].terrain == terrain


@pytest.mark.case("COH-4.1a", "COH-4.1b")
def test_a_move_is_one_hex_and_turning_comes_after_it() -> None:
    fight = Fight()
    fight.put(FOOT, "K02", "N")
    assert fight.cite(move(FOOT, "I02")) == "COH-4.1a"
    assert fight.cite(move(FOOT, "K02")) == "COH-4.1a"
    fight.do(move(FOOT, "J02", facing="SE"))
    assert (fight[FOOT].hex, fight[FOOT].facing) == ("1-J02", "SE")
    assert fight.state.players[GERMAN].ap == 6, "turning after the move is free"
    fight.turn(GERMAN)
    fight.do(do.Pivot((UnitId(FOOT),), "N"))
    assert (fight[FOOT].facing, fight.state.players[GERMAN].ap) == ("N", 5)


@pytest.mark.case("COH-4.1c")
def test_a_move_into_a_flank_hex_costs_one_more() -> None:
    fight = Fight()
    fight.put(FOOT, "D08", "N")
    back = behind(fight.state.field, HexId("1-D08"), "N")
    assert len(back) == 3
    costs = {to: way.cost for to, way in ways(fight.state, UnitId(FOOT)).items()}
    assert {cost for to, cost in costs.items() if to in back} == {2}
    assert {cost for to, cost in costs.items() if to not in back} == {1}


@pytest.mark.case("COH-4.1d", "COH-3.4a")
def test_any_number_of_both_sides_share_a_hex_and_entering_is_only_a_move() -> None:
    fight = Fight()
    for counter in ("g03", "g04", "g05"):
        fight.put(counter, "K02", "N")
    for counter in ("s05", "s06"):
        fight.put(counter, "J02", "S")
    for counter in ("g03", "g04", "g05"):
        fight.turn(GERMAN)
        assert not of(fight.do(move(counter, "J02", by="opportunity")), ev.Scored)
    assert sum(unit.hex == "1-J02" for unit in fight.state.units.values()) == 5
    assert len(fight.state.intrusions) == 3


@pytest.mark.case("COH-3.4d", "COH-6.4b")
def test_a_unit_entered_while_hidden_cannot_withdraw_that_way_and_everybody_can_tell() -> None:
    """The intruder could not know it yet, and can follow the game anyway."""
    fight = Fight()
    fight.put("g03", "E08", "N")
    fight.hide("s05", "D08")
    fight.set(steps=(Turns((GERMAN, SOVIET), 1), Turn(GERMAN)))
    follows = redact(fight.state, GERMAN)
    for event in fight.do(move("g03", "D08")):
        follows = evolve(follows, redact(event, GERMAN))
    assert redact(follows, GERMAN) == redact(fight.state, GERMAN)
    fight.set(steps=(Turns((GERMAN, SOVIET), 1), Turn(SOVIET)))
    assert fight.cite(move("s05", "E08")) == "COH-3.4d"


@pytest.mark.case("COH-3.4d")
def test_a_unit_just_entered_cannot_withdraw_the_way_the_intruder_came() -> None:
    fight = Fight()
    fight.put("g03", "E08", "N")
    fight.put("s05", "D08", "S")
    fight.set(steps=(Turns((GERMAN, SOVIET), 1), Turn(GERMAN)))
    fight.do(move("g03", "D08"))
    assert fight.seat == SOVIET
    here = ground(fight.state.field)
    barred = {to for to in here.neighbours[HexId("1-D08")] if fight.cite(move("s05", to)) == "COH-3.4d"}
    assert barred == {to for to in here.neighbours[HexId("1-D08")] if here.distance(to, HexId("1-E08")) <= 1}
    assert len(barred) == 3
    fight.turn(GERMAN)
    fight.turn(SOVIET)
    assert fight.cite(move("s05", "E08")) == "COH-3.4d", "the enemy has acted twice"
    fight.do(do.Stall("cap"))
    fight.turn(SOVIET)
    assert fight.cite(move("s05", "E08")) == "", "it holds for one turn alone"


# FF-R22
@pytest.mark.case("COH-3.4d")
def test_bonus_moves_and_vehicles_are_no_way_out_either() -> None:
    fight = Fight()
    fight.put("g03", "E08", "N")
    fight.put("s41", "D08", "S")
    fight.put("s05", "D08", "S")
    fight.put("s42", "E08", "S")
    fight.set(steps=(Turns((GERMAN, SOVIET), 1), Turn(GERMAN)))
    fight.do(move("g03", "D08"))
    assert fight.cite(move("s41", "F08", via=(HexId("1-E08"),))) == "COH-3.4d"
    assert "1-F08" not in ways(fight.state, UnitId("s41"))
    assert fight.cite(do.Load(UnitId("s05"), UnitId("s42"))) == "COH-3.4d"
    assert fight.cite(move("s41", "C08")) == ""


# FF-R23
@pytest.mark.case("COH-4.5a", "COH-4.3a")
def test_a_vehicle_drives_on_by_its_bonus_moves_when_it_comes_in() -> None:
    fight = Fight()
    fight.put("g39", "L04")
    fight.set(units={UnitId("g39"): replace(fight["g39"], hex=WAITING)})
    assert fight.cite(enter("g39", "I04")) == "COH-4.5a", "two icons, and a hex of the edge"
    assert enter("g39", "J04") in fight.offered(do.Enter)
    events = fight.do(enter("g39", "J04"))
    assert (fight["g39"].hex, fight["g39"].facing) == ("1-J04", "N")
    assert [each.how for each in of(events, ev.Moved)] == ["bonus", "bonus"]
    assert fight.state.players[GERMAN].ap == 6
    fight = Fight()
    for counter in ("g39", "g40"):
        fight.put(counter, "L04")
    fight.set(units={id: replace(unit, hex=WAITING) for id, unit in fight.state.units.items()})
    both = do.Enter((UnitId("g39"), UnitId("g40")), (HexId("1-K04"),))
    assert fight.cite(both) == "COH-4.5a", "a group comes in at the edge"


@pytest.mark.case("COH-4.5a", "G-3.7.1b")
def test_a_unit_free_in_its_edge_faces_away_from_the_edge_it_enters_by() -> None:
    fight = Fight(SOVIET)
    fight.put("s07", "L04")
    away = replace(fight["s07"], hex=WAITING, edges=("north", "east", "south", "west"))
    fight.set(units={UnitId("s07"): away})
    fight.do(enter("s07", "L04"))
    assert fight["s07"].facing == "N"


@pytest.mark.case("COH-4.1e")
def test_half_hexes_at_the_rim_are_no_place_to_go() -> None:
    fight = Fight()
    fight.put(FOOT, "B03", "N")
    assert fight.cite(move(FOOT, "A03")) == "COH-4.1e"


@pytest.mark.case("COH-4.1f")
def test_along_a_road_terrain_costs_nothing_and_opens_what_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = Fight()
    here, a, b = copy(ground(fight.state.field)), HexId("1-K10"), HexId("1-J10")
    here.spots = {**here.spots, b: replace(here[b], terrain="heavy woods")}
    monkeypatch.setattr(movement, "ground", lambda field: here)
    for counter in (FOOT, TRUCK, GUN):
        assert crossing(fight.state, what(counter), a, b) == 0
    assert crossing(fight.state, what(FOOT), HexId("1-K09"), b) == 1
    closed = crossing(fight.state, what(TRUCK), HexId("1-K09"), b)
    assert isinstance(closed, Wrong)


FEET = {"open": 0, "plowed": 0, "light woods": 0, "heavy woods": 1, "wood building": 1, "stone building": 1}
WHEELS = {
    "open": 0,
    "light woods": 2,
    "wood building": 2,
    "stone building": 3,
    "plowed": None,
    "heavy woods": None,
}
TRACKS = {"open": 0, "light woods": 1, "wood building": 1, "stone building": 2, "plowed": 0, "heavy woods": 2}


@pytest.mark.case("COH-4.2a", "COH-4.2c")
@pytest.mark.parametrize(("counter", "costs"), [(FOOT, FEET), (TRUCK, WHEELS), (GUN, WHEELS), (TANK, TRACKS)])
def test_terrain_costs_feet_wheels_and_tracks(counter: str, costs: dict[str, int | None]) -> None:
    for terrain, cost in {"heavy woods": None, **costs}.items():
        fight, a, b = pair("1234", into(terrain))
        found = crossing(fight.state, what(counter), a, b)
        assert (found.cite if isinstance(found, Wrong) else found) == ("COH-4.2c" if cost is None else cost)


@pytest.mark.case("COH-4.2a", "COH-4.2c")
def test_a_wall_costs_feet_one_and_stops_wheels() -> None:
    fight, a, b = pair("24", lambda here, a, b: here.wall(a, b) and here[b].terrain == "open")
    assert [crossing(fight.state, what(counter), a, b) for counter in (FOOT, TANK)] == [1, 0]
    stopped = crossing(fight.state, what(TRUCK), a, b)
    assert isinstance(stopped, Wrong)
    assert stopped.cite == "COH-4.2c"


@pytest.mark.case("COH-4.2b")
def test_slopes_cost_feet_and_guns_and_steep_slopes_stop_vehicles() -> None:
    fight, low, high = pair("3", lambda here, a, b: here[b].level - here[a].level == 1)
    here = ground(fight.state.field)
    assert [climb(here, what(counter), low, high) for counter in (FOOT, GUN, TANK)] == [1, 1, 0]
    assert [climb(here, what(counter), high, low) for counter in (FOOT, GUN, TANK)] == [0, 0, 0]
    fight, low, high = pair("34", lambda here, a, b: here[b].level - here[a].level == 2)
    here = ground(fight.state.field)
    for a, b in ((low, high), (high, low)):
        assert [climb(here, what(counter), a, b) for counter in (FOOT, GUN, TANK)] == [2, 2, None]
    tank = fight.put(TANK, low, toward(fight.state.field, low, high))
    steep = fare(fight.state, tank, low, high)
    assert isinstance(steep, Wrong)
    assert steep.cite == "COH-4.2b"


@pytest.mark.case("COH-4.2d")
@pytest.mark.parametrize(("economy", "cost"), [("action points", 5), ("spent checks", 6)])
def test_unburdened_foot_wade_and_nobody_else(economy: str, cost: int) -> None:
    fight, a, b = pair("5", into("water"))
    fight.set(options={"economy": economy})
    for counter in (FOOT, "g23", GUN, TANK):
        fight.put(counter, a, toward(fight.state.field, a, b))
    found = [fare(fight.state, UnitId(counter), a, b) for counter in (FOOT, "g23", GUN, TANK)]
    assert found[0] == cost
    assert [each.cite for each in found[1:] if isinstance(each, Wrong)] == ["COH-4.2d"] * 3


# Bonus moves.


@pytest.mark.case("COH-4.3a", "COH-4.3b")
def test_tracks_continue_over_open_ground_and_wheels_along_roads() -> None:
    fight = Fight()
    fight.put(TANK, "K02", "N")
    fight.put(TRUCK, "K10", "N")
    assert ways(fight.state, UnitId(TANK))[HexId("1-I02")].cost == 1
    assert HexId("1-H02") not in ways(fight.state, UnitId(TANK)), "it has one icon"
    assert ways(fight.state, UnitId(TRUCK))[HexId("1-H10")].cost == 1, "two wheels: three hexes of road"
    assert HexId("1-J09") not in ways(fight.state, UnitId(TRUCK)), "its icons keep to the road"
    fight.put(TANK, "I10")
    assert HexId("1-H10") not in ways(fight.state, UnitId(TRUCK)), "a vehicle stands on the road"


@pytest.mark.case("COH-4.1a")
def test_a_refusal_for_a_foot_unit_is_about_a_single_hex_and_not_about_wheels() -> None:
    fight = Fight()
    fight.put("g03", "K13")
    refused = fight.refusal(do.Move((UnitId("g03"),), (fight.hex("I13"),), via=(fight.hex("J13"),)))
    assert refused is not None
    assert (refused.cite, refused.why) == ("COH-4.1a", "a move is one hex")


@pytest.mark.case("COH-4.3b")
def test_hard_ground_or_a_move_backwards_ends_bonus_moves() -> None:
    fight = Fight()
    fight.put(TANK, "D05", "N")
    reached = ways(fight.state, UnitId(TANK))
    assert reached[HexId("1-C05")].cost == 2, "light woods"
    assert HexId("1-B05") not in reached
    assert HexId("1-F05") not in reached, "backwards"
    fight = Fight()
    fight.put(TANK, "K02", "N")
    fight.smoke("J02")
    assert HexId("1-I02") not in ways(fight.state, UnitId(TANK))


@pytest.mark.case("COH-4.3b")
@pytest.mark.parametrize("counter", [TANK, "s41"])
def test_no_bonus_move_goes_backwards(counter: str) -> None:
    fight = Fight(SOVIET if counter[0] == "s" else GERMAN)
    fight.put(counter, "I02", "N")
    here = ground(fight.state.field)
    for to, found in ways(fight.state, UnitId(counter)).items():
        steps = list(pairwise(found.path))
        back = [to in behind(fight.state.field, start, "N") for start, to in steps]
        assert not any(back[1:]), to
        assert back[0] <= (len(steps) == 1), "a move backwards is one hex"
    side = fight.hex("J03")
    assert side in here.neighbours[fight.hex("I02")]
    assert ways(fight.state, UnitId(counter))[side] == Way((fight.hex("I02"), side), what(counter).move + 1)
    through = move(counter, "J03", via=(fight.hex("J02"),))
    assert fight.cite(through) == "COH-4.3b"


@pytest.mark.case("COH-4.3b", "COH-4.5a")
def test_a_vehicle_that_comes_in_does_not_drive_backwards(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = Fight()
    fight.put("g39", "L04")
    fight.set(units={UnitId("g39"): replace(fight["g39"], hex=WAITING)})
    headings = entry.headings(fight.state, fight["g39"], fight.hex("L04"))
    assert headings == ("N", "NE", "SE", "SW", "NW"), "it comes in from the south"
    driven = entry.drives(fight.state, UnitId("g39"))
    for found in driven.values():
        steps = list(pairwise(found.path))
        kept = (
            all(to not in behind(fight.state.field, start, facing) for start, to in steps) for facing in headings
        )
        assert any(kept), found
    POSITION.forget()
    monkeypatch.setattr(entry, "headings", lambda state, unit, door: ("S",))
    assert fight.hex("J04") in driven
    assert fight.hex("J04") not in entry.drives(fight.state, UnitId("g39")), "backwards all the way"


@pytest.mark.case("COH-4.3a")
def test_a_player_may_name_the_hexes_that_a_vehicle_passes() -> None:
    fight = Fight()
    fight.put(TANK, "K02", "N")
    assert fight.cite(move(TANK, "I02", via=(HexId("1-K03"),))) != "", "they do not lie side by side"
    fight.do(move(TANK, "I02", via=(HexId("1-J02"),)))
    assert fight[TANK].hex == "1-I02"


# Onto the map.


@pytest.mark.case("COH-4.5a", "G-2.1.6", "G-3.1a")
def test_units_enter_at_full_hexes_of_their_edge_for_the_price_of_a_move() -> None:
    fight = Fight()
    for counter in ("g03", "g11", "g16"):
        fight.put(counter, "K02")
        fight.set(units={**fight.state.units, UnitId(counter): replace(fight[counter], hex=WAITING)})
    three = (UnitId("g03"), UnitId("g16"), UnitId("g11"))
    assert fight.cite(do.Enter(three[:1], (HexId("1-K06"),))) == "COH-4.5a"
    assert fight.cite(do.Enter(three[:1], (HexId("1-A04"),))) == "COH-4.5a"
    fight.do(do.Enter(three, (HexId("1-L04"), HexId("1-L05"), HexId("1-L06")), by="command"))
    assert [fight[unit].hex for unit in three] == ["1-L04", "1-L05", "1-L06"]
    assert (fight.state.players[GERMAN].caps, fight["g03"].facing) == (6, "N"), "as in the example: one CAP"


@pytest.mark.case("COH-4.5a", "G-3.7.1a")
def test_a_later_arrival_cannot_enter_early_and_may_be_held_back() -> None:
    fight = Fight()
    fight.put("g03", "K02")
    fight.put("g04", "K04")
    fight.set(units={**fight.state.units, UnitId("g03"): replace(fight["g03"], hex=WAITING, round=2)})
    enter = do.Enter((UnitId("g03"),), (HexId("1-L04"),))
    assert fight.cite(enter) == "G-3.7.1a"
    fight.set(round=3)
    assert fight.cite(enter) == ""
    assert fight.cite(do.Enter((UnitId("g04"),), (HexId("1-L04"),))) == "COH-4.5a", "it is on the map"


@pytest.mark.case("COH-4.5b")
def test_when_enemies_hold_the_whole_edge_one_enters_near_it() -> None:
    fight = Fight()
    fight.put("g03", "K02")
    fight.set(units={**fight.state.units, UnitId("g03"): replace(fight["g03"], hex=WAITING)})
    enter = do.Enter((UnitId("g03"),), (HexId("1-J04"),))
    assert fight.cite(enter) == "COH-4.5a"
    rim = ground(fight.state.field).rim("south")
    enemy = fight["g03"]
    held = {
        UnitId(f"s{n:02}"): replace(
            enemy, id=UnitId(f"s{n:02}"), counter="s05", owner=SOVIET, side="soviet", hex=hex
        )
        for n, hex in enumerate(rim, 1)
    }
    fight.set(units={**fight.state.units, **held})
    assert fight.cite(enter) == ""
    assert fight.cite(do.Enter((UnitId("g03"),), (rim[0],))) == "COH-4.5b"
    assert fight.cite(do.Enter((UnitId("g03"),), (HexId("1-H04"),))) == "COH-4.5b"


@pytest.mark.case("COH-4.1e")
def test_no_unit_leaves_the_map_without_a_card() -> None:
    fight = Fight()
    fight.put("g03", "A02")
    assert fight.cite(do.Leave(UnitId("g03"))) == "COH-4.1e"


def test_a_hidden_unit_is_offered_moves_from_its_hex() -> None:
    fight = Fight()
    fight.hide("g03", "K02")
    assert fight["g03"].hex == HIDDEN
    assert kind(fight["g03"]).foot
    assert any(action.to == (HexId("1-J02"),) for action in fight.offered(do.Move))
