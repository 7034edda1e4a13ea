"""One order for several units: each acts alone, and the rest wait at a surprise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.fields import fields
from bot.kernel.game import legal
from bot.kernel.plan import Happened
from bot.kernel.secret import Seat, private, see
from bot.kit.plans import NoDice, came_to_light
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.field.danger import watchers
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Activation
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, HexId, MarkerId, UnitId
from bot.titles.trap.play.approach import ends
from bot.titles.trap.play.engage import ENGAGE, firers, meant
from tests.match import Match
from tests.trap.fights import Fight, chances, of


def ids(*names: str) -> tuple[UnitId, ...]:
    """Return ids of units."""
    return tuple(map(UnitId, names))


def moved(events: list[Any]) -> dict[str, str]:
    """Return where units have gone, in the order in which they went."""
    return {id: each.path[-1] for each in events if isinstance(each, ev.Moved) for id in each.units}


def battalion() -> Fight:
    """Return a fight with three platoons and a BTR along Mayakovsky Street."""
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "1317")
    fight.put("81-1-i2", "1316")
    fight.put("81-1-i3", "1219")
    fight.put("81-btr1", "1317", facing="N")
    return fight


@pytest.mark.case("TRAP-4.3", "TRAP-5.1")
def test_units_go_towards_a_hex_each_by_its_own_way_the_nearest_first() -> None:
    fight = battalion()
    went = moved(fight.do(do.Approach(HexId("1312"))))
    assert list(went) == ["81-1-i2", "81-1-i1", "81-btr1", "81-1-i3"]
    before = battalion()
    for id, hex in went.items():
        assert ground().distance(HexId(hex), HexId("1312")) < ground().distance(before[id].hex, HexId("1312"))
    assert set(fight.state.acted) == set(went), "each has acted"
    assert fight.cite(do.Approach(HexId("1312"))) == "TRAP-5.1", "nobody is left who has not moved"


def test_only_landmarks_that_count_in_the_scenario_are_offered_to_go_to() -> None:
    for scenario, offered in (("first", {"station"}), ("historical", set(ground().landmark_of.values()))):
        fight = Fight(RUSSIAN, "1/131", scenario=scenario)
        fight.put("131-1-i1", "1020")
        some = legal(TITLE, see(fight.state, RUSSIAN), do.Approach)
        assert {ground().landmark_of[each.to] for each in some if isinstance(each, do.Approach)} == offered


@pytest.mark.case("TRAP-4.3")
def test_an_approach_takes_all_of_a_part_or_the_named_units_upstairs_if_possible() -> None:
    for order, goes in (
        (do.Approach(HexId("1312"), who="foot"), {"81-1-i1", "81-1-i2", "81-1-i3"}),
        (do.Approach(HexId("1312"), who="vehicles"), {"81-btr1"}),
        (do.Approach(HexId("1312"), ids("81-1-i1", "81-btr1"), who="foot"), {"81-1-i1"}),
    ):
        assert set(moved(battalion().do(order))) == goes
    fight = battalion()
    fight.do(do.Approach(HexId("1316"), ids("81-1-i1"), level="upper"))
    assert (fight["81-1-i1"].hex, fight["81-1-i1"].level) == ("1316", "upper")


@pytest.mark.case("TRAP-3.2")
def test_where_only_vehicles_go_none_would_rather_be_upstairs() -> None:
    vehicles = do.Approach(HexId("1312"), who="vehicles", level="upper")
    assert battalion().cite(vehicles) == "TRAP-3.2"
    assert battalion().cite(do.Approach(HexId("1316"), ids("81-btr1"), level="upper")) == "TRAP-3.2"
    assert not battalion().cite(do.Approach(HexId("1312"), level="upper"))
    seen = see(battalion().state, RUSSIAN)
    some = legal(TITLE, seen, do.Approach, {"to": HexId("1312"), "who": "vehicles"})
    assert {each.level for each in some if isinstance(each, do.Approach)} == {"ground"}


@pytest.mark.case("TRAP-4.3")
def test_a_foot_unit_short_of_its_goal_ends_in_a_nearby_building() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "1108")
    way = moved(fight.do(do.Approach(HexId("0612"))))
    assert way == {"81-1-i1": "0811"}, "0712, a little nearer, is open ground"
    assert (ground().has_levels(HexId("0811")), ground().has_levels(HexId("0712"))) == (True, False)


def open_to_fire(fight: Fight, id: str) -> int:
    """Count the enemies who could fire at a unit where it is."""
    return len(watchers(fight.state, RUSSIAN, fight[id].hex, (fight[id],)))


@pytest.mark.case("TRAP-4.3")
def test_units_do_not_crowd_nor_end_where_the_enemy_could_fire_at_them_if_that_is_about_as_near() -> None:
    went: dict[str, str] = {}
    for foe, first in (("", "1309"), ("1310", "1212")):
        fight = Fight(RUSSIAN)
        for n in (1, 2, 3):
            fight.put(f"81-1-i{n}", "1317")
        if foe:
            fight.put("c-i1", foe)
        went = moved(fight.do(do.Approach(HexId("1307"))))
        assert went["81-1-i1"] == first, "where no enemy is the street leads straight on"
        assert len(set(went.values())) == 3, "a shell hits all who are in a hex"
        assert not any(open_to_fire(fight, id) for id in went)
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "1317")
    fight.put("81-1-i2", "1317")
    fight.put("c-i1", "1310")
    went = moved(fight.do(do.Approach(HexId("1313"))))
    assert went["81-1-i1"] == "1313", "the first one goes where it was told to"
    assert open_to_fire(fight, "81-1-i1") > open_to_fire(fight, "81-1-i2")


@pytest.mark.case("TRAP-4.3")
def test_they_share_out_the_levels_of_a_building_and_no_leader_is_alone_on_the_ground() -> None:
    fight = Fight(RUSSIAN)
    for id in ("81-1-i1", "81-1-i2"):
        fight.put(id, "1316")
    fight.do(do.Approach(HexId("1315")))
    assert [(fight[id].hex, fight[id].level) for id in ("81-1-i1", "81-1-i2")] == [
        ("1315", "ground"), ("1315", "upper"),
    ]  # fmt: skip
    fight = Fight(RUSSIAN)
    fight.put("kalin", "1316")
    fight.do(do.Approach(HexId("1315")))
    assert (fight["kalin"].hex, fight["kalin"].level) == ("1315", "upper"), "the enemy could just walk in"


@pytest.mark.case("TRAP-4.3")
def test_with_several_goals_each_unit_goes_to_a_goal_in_its_reach() -> None:
    fight = Fight(RUSSIAN)
    for id, hex in (("81-1-i1", "1317"), ("81-1-i2", "1317"), ("81-1-i3", "1817")):
        fight.put(id, hex)
    order = do.Approach(HexId("1312"), also=(HexId("1812"), HexId("1314")))
    assert moved(fight.do(order)) == {"81-1-i1": "1314", "81-1-i2": "1312", "81-1-i3": "1812"}
    assert battalion().cite(do.Approach(HexId("1312"), also=(HexId("9999"),))) == "TRAP-2.1"


@pytest.mark.case("TRAP-3.4")
def test_a_foot_unit_then_faces_the_nearest_enemy() -> None:
    for foe, facing in (("1320", "S"), ("1310", "N")):
        fight = battalion()
        fight.put("c-i1", foe)
        fight.do(do.Approach(HexId("1315"), ids("81-1-i2")))
        assert fight["81-1-i2"].facing == facing


@pytest.mark.case("TRAP-4.3.1", "TRAP-4.3", "TRAP-2.2.8")
def test_a_named_unit_acts_with_the_marker() -> None:
    fight = battalion()
    fight.put("81-2-i1", "1318")
    fight.put("c-i1", "1310")
    for order in (do.Approach(HexId("1312"), ids("81-2-i1")), do.Engage(units=ids("81-2-i1"))):
        assert fight.cite(order) == "TRAP-4.3.1"
    assert fight.cite(do.Approach(HexId("1312"), ids("c-i1"))) == "TRAP-4.3"
    assert "81-2-i1" not in moved(fight.do(do.Approach(HexId("1312"))))


@pytest.mark.case("TRAP-4.3", "TRAP-10.1.2", "TRAP-5.0", "TRAP-2.1")
def test_a_named_unit_can_move() -> None:
    fight = battalion()
    fight.put("81-1-i4", "1317", aboard=UnitId("81-btr1"))
    fight.put("81-1-i5", "1317", fired=True)
    fight.put("81-1-i6", "waiting")
    assert fight.cite(do.Approach(HexId("1312"), ids("81-1-i4"))) == "TRAP-8.2"
    assert fight.cite(do.Approach(HexId("1312"), ids("81-1-i5"))) == "TRAP-5.1.3"
    assert fight.cite(do.Approach(HexId("1312"), ids("81-1-i6"))) == "TRAP-10.1.2"
    assert fight.cite(do.Approach(HexId("9999"))) == "TRAP-2.1"
    assert fight.cite(do.Approach(HexId("1316"), ids("81-1-i2"))) == "TRAP-5.1", "it is there"


@pytest.mark.case("TRAP-3.6")
def test_a_revealed_stack_is_news_for_the_enemy_only() -> None:
    """So a list of orders continues when a stack separates in view of the enemy."""
    fight = Fight(CHECHEN, number=2)
    fight.put("81-1-i1", "1310")
    for id in ("c-i1", "c-i2"):
        fight.put(id, "1312")
    under = replace(fight["c-i1"], counter=private(fight["c-i1"].counter.open(), CHECHEN))
    fight.set(units={**fight.state.units, under.id: under})
    before = fight.state
    events = fight.do(do.Move(ids("c-i2"), HexId("1313")))
    assert see(fight.state, RUSSIAN).state.units[under.id].counter.known
    for seat in (CHECHEN, RUSSIAN):
        seen = tuple(see(event, seat).state for event in events)
        happened = Happened(CHECHEN, see(before, seat), seen, see(fight.state, seat))
        assert came_to_light(happened) == (seat == RUSSIAN)


@pytest.mark.case("TRAP-4.3.2")
def test_no_more_counted_units_move_than_the_die_allows() -> None:
    fight = Fight(CHECHEN, number=2)
    for n, hex in enumerate(("1310", "1311", "1312"), 1):
        fight.put(f"c-i{n}", hex)
    assert len(moved(fight.do(do.Approach(HexId("1319"))))) == 2
    assert len(fight.state.acted) == 2


@pytest.mark.case("TRAP-3.6", "TRAP-4.3")
def test_the_rest_wait_when_an_enemy_is_revealed() -> None:
    fight = battalion()
    for id in ("c-i1", "c-i2"):
        fight.put(id, "1312")
    under = replace(fight["c-i1"], counter=private(fight["c-i1"].counter.open(), CHECHEN))
    fight.set(units={**fight.state.units, under.id: under})
    assert not see(fight.state, RUSSIAN).state.units[under.id].counter.known
    events = fight.do(do.Approach(HexId("1313")))
    halted, went = of(events, ev.Halted), moved(events)
    assert len(went) == 1
    assert {*went, *halted.left.open()} == {"81-1-i1", "81-1-i2", "81-1-i3", "81-btr1"}
    told = TITLE.tell(see(fight.state, RUSSIAN), halted)
    assert "Fighters 1 have been found at 1312" in told
    assert "wait" in told
    assert TITLE.tell(see(fight.state, CHECHEN), see(halted, CHECHEN).state) == "", "it is nobody else's business"
    left = [fight[id] for id in halted.left.open()]
    covered = {each.id: replace(each, counter=private(each.counter.open(), RUSSIAN)) for each in left}
    fight.set(units={**fight.state.units, **covered})
    assert "a Russian unit" not in TITLE.tell(see(fight.state, RUSSIAN), halted), "who waits knows who they are"
    assert "Russian units" not in TITLE.tell(see(fight.state, RUSSIAN), halted)


def salvo() -> Fight:
    """Return a fight of two vehicles and a platoon against two fighters."""
    fight = Fight(RUSSIAN)
    fight.put("81-btr1", "1314", facing="N")
    fight.put("81-1-i1", "1313", facing="S")
    fight.put("81-1-h1", "1314", facing="N")
    fight.put("c-i1", "1312")
    fight.put("c-i2", "1311")
    return fight


# TRAP-R153
@pytest.mark.case("TRAP-6.4", "TRAP-6.4.2")
def test_a_unit_that_cannot_hit_does_not_reveal_itself() -> None:
    """A pinned platoon against fighters upstairs: a zero with all modifiers misses."""
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "1313", facing="N", status="pinned")
    fight.put("81-1-i2", "1313", facing="N")
    fight.put("c-i1", "1311", level="upper", facing="S")
    events = fight.do(do.Engage(), 9)
    assert [each.unit for each in events if isinstance(each, ev.Fired)] == ["81-1-i2"]
    assert fight.cite(do.Engage()) == fight.cite(do.Engage(units=ids("81-1-i1"))) == "TRAP-6.2.1"
    assert fight.cite(do.Fire(ids("81-1-i1"), UnitId("c-i1"))) == "", "its shot would make the next one easier"


@pytest.mark.case("TRAP-6.4", "TRAP-4.3-2", "TRAP-3.4")
def test_several_fire_each_at_its_best_target_and_turn_to_it() -> None:
    fight = salvo()
    odds = fight.odds(do.Engage())
    assert sum(name.endswith("eliminated") for name in chances(odds)) >= 1
    assert odds.hope is not None
    events = fight.do(do.Engage(), 10, 1, 10, 1)
    targets = [each.shot.unit for each in events if isinstance(each, ev.Fired)]
    assert sorted(targets) == ["c-i1", "c-i2"], "the second one fires at who is left, the third has nobody left"
    assert len(fight.state.acted) == 2


@pytest.mark.case("TRAP-3.4", "TRAP-4.3-2")
def test_a_unit_turns_to_its_target_first() -> None:
    fight = salvo()
    assert fight.cite(do.Fire(ids("81-1-i1"), UnitId("c-i1"))) == "TRAP-6.2"
    events = fight.do(do.Engage(units=ids("81-1-i1")), 9)
    assert [type(each) for each in events if isinstance(each, ev.Faced | ev.Fired)] == [ev.Faced, ev.Fired]


@pytest.mark.case("TRAP-6.0", "TRAP-6.3", "TRAP-5.1.3", "TRAP-6.4", "TRAP-10.1.2-3")
def test_a_named_unit_can_fire_and_has_a_target() -> None:
    fight = salvo()
    fight.put("81-1-i2", "1313", fired=True)
    assert fight.cite(do.Engage(units=ids("81-1-i2"))) == "TRAP-6.0"
    assert fight.cite(do.Engage(HexId("1319"))) == "TRAP-6.4", "nobody is there"
    assert fight.cite(do.Engage(HexId("9999"))) == "TRAP-2.1"
    fight.put("c-i3", "2010")
    assert fight.cite(do.Engage(HexId("2010"))) == "TRAP-6.2.1", "nobody sees it"
    assert fight.cite(do.Engage(units=ids("81-1-i1"), chance="half")) == "TRAP-6.2.1", "it hits too seldom"
    fight.set(restricted=True)
    assert fight.cite(do.Engage()) == "TRAP-10.1.2-3"


@pytest.mark.case("TRAP-6.4", "TRAP-6.5", "TRAP-8.5")
def test_an_order_without_a_hex_fires_at_a_hex_in_reach() -> None:
    fight = Fight(RUSSIAN)
    fight.put("kalin", "1309")
    fight.put("81-1-h1", "1511", facing="N")
    fight.put("c-i1", "1310", status="pinned")
    assert chances(fight.odds(do.Engage())) == chances(fight.odds(do.Engage(HexId("1310"))))
    assert any("over blocks at 1310" in line for line in ENGAGE.tells(fight.at(), do.Engage()))
    assert meant(fight.at(), do.Engage()).at == "1310", "nobody sees them, but one can reach them over blocks"
    fight = Fight(RUSSIAN)
    fight.put("kalin", "1313", facing="N")
    fight.put("c-i1", "1312")
    assert meant(fight.at(), do.Engage()) == do.Engage(units=ids("kalin")), "nobody else can"
    assert fight.cite(do.Engage(chance="half")) == "TRAP-6.2.1"


@pytest.mark.case("TRAP-8.1", "TRAP-8.5")
def test_schmels_and_leaders_fire_only_when_named() -> None:
    fight = Fight(RUSSIAN)
    fight.put("schmel1", "1313", facing="N")
    fight.put("kalin", "1313")
    fight.put("c-i1", "1312")
    assert fight.cite(do.Engage(units=ids("kalin"))) == ""
    assert [unit.id for unit in firers(fight.at(), do.Engage(HexId("1312")))] == ["schmel1"]
    fight.put("81-1-i1", "1313", facing="N")
    assert [unit.id for unit in firers(fight.at(), meant(fight.at(), do.Engage()))] == ["81-1-i1"]


@pytest.mark.case("TRAP-6.5", "TRAP-8.5.1")
def test_heavy_weapons_shell_a_hex_that_they_do_not_see_one_after_another() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-1-h1", "1410", facing="N")
    fight.put("81-1-h2", "1410", facing="S")
    fight.put("81-1-leader", "1310")
    fight.put("c-i1", "1312", facing="N")
    assert fight.odds(do.Engage(HexId("1312"))).title == "2 units to fire"
    events = fight.do(do.Engage(HexId("1312")), 9, 9)
    assert [each.unit for each in events if isinstance(each, ev.Shelled)] == ["81-1-h1", "81-1-h2"]
    assert fight["81-1-h1"].facing != "N", "who looks away turns first"
    for n in (1, 2):
        fight.put(f"81-1-h{n}", "1410", facing="N")
    fight.put("81-1-i1", "1313", facing="N")
    fight.set(acted=())
    seen = fight.odds(do.Engage())
    assert seen.title == "1 unit to fire", "they shell a hex only if they are told to while others see enemies"


@pytest.mark.case("TRAP-8.4.1")
def test_heavy_weapons_fire_at_a_road_block_until_it_is_gone() -> None:
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1314", "1313", "1315"), 1):
        fight.put(f"81-btr{n}", hex, facing="N")
    fight.set(roadblocked=(HexId("1312"),))
    odds = chances(fight.odds(do.Engage(HexId("1312"))))
    assert odds["the road is free"] == pytest.approx(1 - 0.6**2), "the third one is three hexes off"
    events = fight.do(do.Engage(HexId("1312")), 5, 1)
    assert len([each for each in events if isinstance(each, ev.BlockFired)]) == 2
    assert not fight.state.roadblocked


@pytest.mark.case("TRAP-8.4.1")
@pytest.mark.parametrize(("seat", "unit"), [(RUSSIAN, "81-1-h1"), (CHECHEN, "c-h1")])
def test_chechens_blast_a_road_block_only_by_order(seat: Seat, unit: str) -> None:
    fight = Fight(seat, number=2)
    fight.put(unit, "1313", facing="N")
    fight.set(roadblocked=(HexId("1312"),))
    assert not fight.cite(do.Engage(HexId("1312")))
    assert (fight.cite(do.Engage()) == "") == (seat == RUSSIAN)


@pytest.mark.case("TRAP-8.2")
def test_several_get_in_by_one_order_each_into_an_apc_in_its_hex() -> None:
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1314", "1213"), 1):
        fight.put(f"81-btr{n}", hex, facing="NE")
        fight.put(f"81-1-i{n}", hex)
    fight.put("81-1-i3", "1314")
    fight.put("81-1-i4", "1317")
    assert fight.cite(do.Mount(ids("81-1-i4"))) == "TRAP-8.2", "no APC is there"
    fight.do(do.Mount())
    aboard = {id: unit.aboard for id, unit in fight.state.units.items() if unit.aboard}
    assert aboard == {"81-1-i1": "81-btr1", "81-1-i2": "81-btr2"}, "the third one finds it full"
    assert fight.cite(do.Mount()) == "TRAP-8.2"


@pytest.mark.case("TRAP-8.2", "TRAP-4.3.1")
def test_riders_get_out_of_vehicles_that_stand_apart_by_one_order() -> None:
    fight = Fight(RUSSIAN)
    for n, hex in enumerate(("1314", "1320", "0813"), 1):
        fight.put(f"81-btr{n}", hex, facing="NE")
        fight.put(f"81-1-i{n}", hex, aboard=UnitId(f"81-btr{n}"))
    fight.put("131-bmp1", "0513", facing="NE")
    assert fight.cite(do.Dismount(UnitId("81-btr1"), others=ids("131-bmp1"))) == "TRAP-4.3.1"
    order = do.Dismount(UnitId("81-btr1"), others=ids("81-btr3"))
    offered = legal(TITLE, see(fight.state, RUSSIAN), do.Dismount, {"lead": UnitId("81-btr1")})
    assert order in list(offered)
    fight.do(order)
    assert {id for id, unit in fight.state.units.items() if unit.aboard} == {"81-1-i2"}


def moments() -> Iterator[tuple[Match, Activation]]:
    """Yield the first activations of Russian battalions in a game of computers."""
    options = TITLE.scenarios["first"].usual
    match = Match(TITLE, "first", options, b"series")
    marker = MarkerId("")
    while not match.over:
        (seat,) = match.asked
        step = match.state.steps[-1]
        if isinstance(step, Activation) and seat == RUSSIAN and step.marker != marker:
            marker = step.marker
            yield match, step
        seen = match.seen(seat)
        assert match.act(seat, TITLE.answer(seen) or TITLE.play(seen), "computer") is None


@pytest.mark.case("TRAP-4.3", "TRAP-5.1")
def test_a_preview_shows_the_actual_result() -> None:
    looked = 0
    for match, _ in islice(moments(), 3):
        seen = match.seen(RUSSIAN)
        for order in islice(legal(TITLE, seen, do.Approach), 8):
            assert isinstance(order, do.Approach)
            fight = Fight(RUSSIAN)
            fight.state = match.state
            at = fight.at()
            thought = {unit.id: hex for (hex, _), units in ends(at, order).items() for unit in units}
            events = TITLE.resolve(match.state, RUSSIAN, order, NoDice())
            went = moved(list(events))
            halted = any(isinstance(each, ev.Halted) for each in events)
            assert went == {id: thought[UnitId(id)] for id in went}
            assert halted or len(went) == len(thought)
            looked += len(went)
    assert looked, "somebody went somewhere"


def test_orders_for_several_are_sentences() -> None:
    fight = battalion()
    fight.put("81-btr2", "1318", facing="N")
    fight.put("81-1-h1", "1318")
    fight.put("c-i1", "1312")
    seen = see(fight.state, RUSSIAN)
    two, many = ids("81-1-i1", "81-btr1"), ids("81-1-i1", "81-1-i2", "81-1-i3", "81-btr1", "81-1-h1")
    for order, said in (
        (do.Approach(HexId("1312")), "All that have not moved yet go towards 1312."),
        (do.Approach(HexId("1312"), who="foot", level="upper"),
         "All on foot that have not moved yet go towards 1312, upstairs if they can."),
        (do.Approach(HexId("1312"), two), "1st Platoon of 1/81 and BTR 1 go towards 1312."),
        (do.Approach(HexId("1312"), two, also=(HexId("1219"),)),
         "1st Platoon of 1/81 and BTR 1 go towards 1312 and 1219, each where it comes nearest to one of these."),
        (do.Approach(HexId("1312"), many),
         "3 infantry, 1 heavy weapon and 1 BTR go towards 1312."),
        (do.Engage(), "All units with a target fire, each at its likeliest elimination."),
        (do.Engage(HexId("1312"), two, "half"),
         "1st Platoon of 1/81 and BTR 1 fire at 1312, each at its likeliest elimination; "
         "units with less than a 50 % chance hold fire."),
        (do.Mount(), "All units beside an APC get in."),
        (do.Mount(ids("81-1-h1")), "1st Heavy Weapons of 1/81 get in."),
    ):  # fmt: skip
        assert TITLE.spoken(seen, order) == said
    assert TITLE.beforehand(seen, do.Approach(HexId("1316"), two)) == [
        "1st Platoon of 1/81 to 1316, upstairs; BTR 1 to 1316.", "The enemy could fire at 1316.",
    ]  # fmt: skip
    assert TITLE.beforehand(seen, do.Approach(HexId("1419"), ids("81-btr1"))) == [
        "BTR 1 to 1419.", "No enemy could fire there.",
    ]  # fmt: skip
    assert TITLE.beforehand(seen, do.Mount()) == ["These are 1st Platoon of 1/81 and 1st Heavy Weapons of 1/81."]
    near = TITLE.weigh(seen, do.Approach, {}, fields(do.Approach)[0], ["1312", "1316"])
    assert [each.words for each in near] == ["4 hexes away", "units of yours are there"]
