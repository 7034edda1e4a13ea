"""Close assault, the clearing of roads, and buildings that collapse on units."""

from __future__ import annotations

from typing import Any

import pytest

from bot.kernel.secret import see
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.field.assault import modifiers
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.steps import Activation, Collapse
from bot.titles.trap.model.table import ELIMINATED, HexId, Level, UnitId
from tests.trap.fights import CHECHEN, RUSSIAN, Fight, chances, enumerated, of


def storm(at: str, *units: str, level: Level = "ground") -> do.Assault:
    return do.Assault(tuple(map(UnitId, units)), HexId(at), level)


def clear(unit: str, at: str, how: Any = "fire") -> do.Clear:
    return do.Clear(UnitId(unit), HexId(at), how)


def street(**fields: Any) -> Fight:
    """Two groups of fighters at 1312, and a platoon at 1313, south of it."""
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1312", facing="S")
    fight.put("c-i2", "1312", facing="S")
    fight.put("81-1-i1", "1313", facing="N", **fields)
    return fight


# The die.


@pytest.mark.case("TRAP-7.2", "TRAP-7.3")
def test_one_side_is_destroyed() -> None:
    fight = street()
    events = fight.do(storm("1313", "c-i1"), 5)
    assert of(events, ev.Assaulted).won
    assert of(events, ev.Assaulted).cf == 5
    assert fight["81-1-i1"].hex == ELIMINATED
    assert fight["c-i1"].hex == "1313"
    assert fight["c-i1"].activated
    fight = street()
    fight.do(storm("1313", "c-i1"), 6)
    assert fight["c-i1"].hex == ELIMINATED
    assert (fight["81-1-i1"].hex, fight["81-1-i1"].activated) == ("1313", True)


@pytest.mark.case("TRAP-7.2")
def test_russians_have_a_combat_factor_of_four() -> None:
    for face, won in ((4, True), (5, False)):
        fight = Fight(RUSSIAN)
        fight.put("81-1-i1", "1313", facing="N")
        fight.put("81-1-i2", "0520")
        fight.put("c-i1", "1312", facing="S")
        assert of(fight.do(storm("1312", "81-1-i1"), face), ev.Assaulted).won == won


def cites(fight: Fight, action: do.Assault) -> dict[str, int]:
    """Return the modifiers that the odds name, by their cases."""
    return {each.cite.removeprefix("TRAP-7.2-"): each.n for each in fight.odds(action).modifiers}


@pytest.mark.case("TRAP-7.2-1")
def test_chechens_have_one_for_each_unit_more() -> None:
    fight = street()
    assert cites(fight, storm("1313", "c-i1")) == {}
    assert cites(fight, storm("1313", "c-i1", "c-i2")) == {"1": -1}
    fight.put("c-rpg1", "1312", facing="S")
    fight.put("c-leader1", "1312")
    assert cites(fight, storm("1313", "c-i1", "c-i2", "c-rpg1", "c-leader1")) == {"1": -2}, (
        "a leader does not count"
    )


@pytest.mark.case("TRAP-7.2-2")
def test_russians_have_one_for_each_unit_more_when_they_attack() -> None:
    fight = Fight(RUSSIAN)
    for n in range(1, 5):
        fight.put(f"81-1-i{n}", "1313", facing="N")
    fight.put("c-i1", "1312", facing="S")
    assert cites(fight, storm("1312", *(f"81-1-i{n}" for n in range(1, 5)))) == {"2": -3}
    assert modifiers(CHECHEN, [fight["c-i1"]], [fight[f"81-1-i{n}"] for n in range(1, 5)], "ground") == ()


@pytest.mark.case("TRAP-7.2-3", "TRAP-7.1")
def test_an_upper_level_is_stormed_from_below() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1312", facing="S")
    fight.put("81-1-i1", "1312", facing="N", level="upper")
    action = storm("1312", "c-i1", level="upper")
    assert cites(fight, action) == {"3": 1}
    fight.do(action, 4)
    assert (fight["c-i1"].hex, fight["c-i1"].level) == ("1312", "upper")
    down = Fight(CHECHEN)
    down.put("c-i1", "1312", facing="S", level="upper")
    down.put("81-1-i1", "1312", facing="N")
    assert cites(down, storm("1312", "c-i1")) == {}, "downstairs it is no harder"


@pytest.mark.case("TRAP-7.2-4")
def test_the_defender_in_the_worst_order_counts_for_the_attackers() -> None:
    for status, n in (("suppressed", -1), ("pinned", -1), ("disrupted", -2), ("inactive", -3)):
        fight = street(status=status)
        fight.put("81-1-i2", "1313", facing="N", status="suppressed")
        assert cites(fight, storm("1313", "c-i1", "c-i2")) == {"4": n}
    assert "4" not in cites(street(), storm("1313", "c-i1"))


@pytest.mark.case("TRAP-7.1", "TRAP-8.9")
def test_a_vehicle_that_is_lost_in_its_assault_burns_where_it_went() -> None:
    fight = street()
    fight.put("c-t1", "1312", facing="S")
    fight.do(storm("1313", "c-t1"), 8)
    assert fight["c-t1"].hex == ELIMINATED
    assert fight.state.wrecks == ("1313",)


@pytest.mark.case("TRAP-7.2-4", "TRAP-7.2")
@pytest.mark.parametrize(("shaken", "aboard"), [("kalin", ""), ("81-1-i2", "81-btr1")])
def test_only_combat_units_that_stand_there_are_shaken_defenders(shaken: str, aboard: str) -> None:
    fight = street()
    fight.put("81-btr1", "1313", facing="N")
    fight.put(shaken, "1313", status="inactive", aboard=UnitId(aboard))
    assert cites(fight, storm("1313", "c-i1")) == {}


@pytest.mark.case("TRAP-7.2", "TRAP-7.3")
@pytest.mark.parametrize("status", ["normal", "pinned", "disrupted", "inactive"])
def test_odds_of_an_assault_are_exact(status: str) -> None:
    fight = street(status=status)
    for units in (("c-i1",), ("c-i1", "c-i2")):
        action = storm("1313", *units)
        won = enumerated(fight, action, lambda state, events: state.units[UnitId("81-1-i1")].hex == ELIMINATED)
        lost = enumerated(fight, action, lambda state, events: state.units[UnitId("c-i1")].hex == ELIMINATED)
        told = chances(fight.odds(action))
        assert told["the defenders are destroyed"] == pytest.approx(float(won))
        assert told["the attackers are destroyed"] == pytest.approx(float(lost))


# The units that may assault.


@pytest.mark.case("TRAP-7.0", "TRAP-7.1", "TRAP-8.8", "TRAP-4.3-4")
def test_only_ready_units_beside_the_enemy_may_assault() -> None:
    def cite(counter: str = "c-i3", hex: str = "1312", **fields: Any) -> str:
        fight = Fight(CHECHEN)
        fight.put("81-1-i1", "1313", facing="N")
        fight.put(counter, hex, **{"facing": "S", **fields})
        return fight.cite(storm("1313", counter))

    assert cite() == ""
    assert cite(status="suppressed") == "TRAP-7.0"
    assert cite("c-leader1") == "TRAP-7.0", "not by himself"
    assert cite("c-sniper1") == "TRAP-8.8"
    assert cite(fired=True) == "TRAP-7.1"
    assert cite(hex="1311") == "TRAP-7.1", "too far"
    assert cite(level="upper") == "TRAP-7.1", "from upstairs one comes down first"
    assert cite("c-t1") == ""
    assert cite("c-t1", "1414") == "TRAP-7.1", "no road joins the hexes"
    few = Fight(CHECHEN, number=1)
    few.put("81-1-i1", "1313", facing="N")
    few.put("c-i1", "1312", facing="S")
    few.put("c-i2", "1312", facing="S")
    assert few.cite(storm("1313", "c-i1")) == ""
    assert few.cite(storm("1313", "c-i1", "c-i2")) == "TRAP-4.3.2", "one unit acts"
    fight = street()
    assert fight.cite(storm("1313", "81-1-i1")) == "TRAP-4.3"
    assert fight.cite(storm("1311", "c-i1")) == "TRAP-7.1", "nobody is there"
    assert fight.cite(storm("1313", "c-i1", level="upper")) == "TRAP-7.1"
    fight.do(do.Move((UnitId("c-i1"),), HexId("1311")))
    fight.do(do.Move((UnitId("c-i1"),), HexId("1312")))
    assert fight.cite(storm("1313", "c-i1")) == "TRAP-7.1", "it takes all movement points"


@pytest.mark.case("TRAP-7.1", "TRAP-8.2")
def test_refusal_after_a_move_names_units_that_could_assault() -> None:
    """An assault takes all movement points.

    Passengers of an APC may still dismount first.
    """
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "1314")
    fight.put("81-btr1", "1315", facing="N")
    fight.put("81-1-i2", "1315", aboard=UnitId("81-btr1"))
    fight.put("c-i1", "1312")
    fight.do(do.Move((UnitId("81-1-i1"),), HexId("1313")))
    found = fight.refusal(storm("1312", "81-1-i1"))
    assert found is not None
    assert found.why == "1st Platoon, 1/81 has moved, and an assault takes all movement points"
    assert found.mend == "choose units that still have all of theirs"
    fight.do(do.Move((UnitId("81-btr1"),), HexId("1313")))
    found = fight.refusal(storm("1312", "81-btr1"))
    assert found is not None
    assert found.mend.startswith("let its passengers dismount, which they still may, or choose units")
    fight.do(do.Unload((UnitId("81-1-i2"),)))
    assert fight.cite(storm("1312", "81-1-i2")) == ""


@pytest.mark.case("TRAP-3.4.2", "TRAP-7.1")
def test_a_vehicle_does_not_turn_round_to_assault_in_a_street() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-t1", "1312", facing="N")
    fight.put("81-1-i1", "1313", facing="N")
    assert fight.cite(storm("1313", "c-t1")) == "TRAP-3.4.2"


@pytest.mark.case("TRAP-3.1", "TRAP-3.1.1", "TRAP-7.1")
def test_attackers_must_have_room() -> None:
    fight = street()
    fight.put("c-i3", "1312", facing="S")
    fight.put("c-i4", "1314", facing="N")
    assert fight.cite(storm("1313", "c-i1", "c-i2", "c-i3")) == ""
    assert fight.cite(storm("1313", "c-i1", "c-i2", "c-i3", "c-i4")) == "TRAP-3.1.1"


@pytest.mark.case("TRAP-8.8", "TRAP-7.1")
def test_nobody_assaults_a_lone_leader() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1312", facing="S")
    fight.put("kalin", "1313")
    assert fight.cite(storm("1313", "c-i1")) == "TRAP-8.8"


@pytest.mark.case("TRAP-4.3.2", "TRAP-10.1.2-5")
def test_assaults_count_against_the_die_and_free_the_columns() -> None:
    fight = street()
    fight.set(steps=(Fight(CHECHEN, number=1).step,), restricted=True)
    assert fight.cite(storm("1313", "c-i1", "c-i2")) == "TRAP-4.3.2"
    fight.do(storm("1313", "c-i1"), 10)
    assert not fight.state.restricted


# Vehicles and passengers.


def mounted() -> Fight:
    """A BMP with a platoon in it at 1314 drives at fighters at 1313."""
    fight = Fight(RUSSIAN, "1/131")
    fight.put("131-bmp1", "1314", facing="N")
    fight.put("131-1-i1", "1314", aboard="131-bmp1")
    fight.put("131-1-i2", "0520")
    fight.put("c-i1", "1313", facing="S")
    return fight


@pytest.mark.case("TRAP-8.2", "TRAP-7.1", "TRAP-5.1.4")
def test_passengers_dismount_to_assault() -> None:
    fight = mounted()
    assert cites(fight, storm("1313", "131-bmp1")) == {}
    assert cites(fight, storm("1313", "131-bmp1", "131-1-i1")) == {"2": -1}
    assert fight.cite(storm("1313", "131-1-i1")) == "TRAP-8.2"
    fight.do(storm("1313", "131-bmp1", "131-1-i1"), 5)
    assert (fight["131-bmp1"].hex, fight["131-1-i1"].hex, fight["131-1-i1"].aboard) == ("1313", "1313", "")
    assert fight["c-i1"].hex == ELIMINATED


@pytest.mark.case("TRAP-8.9", "TRAP-6.4.3-5", "TRAP-7.3")
def test_passengers_inside_die_with_the_vehicle_and_an_even_die_leaves_a_wreck() -> None:
    for face, wrecks in ((8, ("1313",)), (7, ())):
        fight = mounted()
        fight.do(storm("1313", "131-bmp1"), face)
        assert fight["131-bmp1"].hex == fight["131-1-i1"].hex == ELIMINATED
        assert fight.state.wrecks == wrecks


@pytest.mark.case("TRAP-7.3", "TRAP-8.8")
def test_leaders_and_snipers_fall_with_the_others() -> None:
    fight = street()
    fight.put("kalin", "1313")
    fight.do(storm("1313", "c-i1"), 1)
    assert fight["kalin"].hex == ELIMINATED


# Road blocks and wrecks.


def blocked(**fields: Any) -> Fight:
    """A road block at 1310, a T-80 and a platoon two hexes south of it."""
    fight = Fight(RUSSIAN, "1/81")
    fight.put("81-1-h1", "1312", **{"facing": "N", **fields})
    fight.put("81-1-i1", "1311", facing="N")
    fight.put("c-i1", "1305", facing="S")
    fight.set(roadblocked=("1310",))
    return fight


@pytest.mark.case("TRAP-8.4.1", "TRAP-8.4")
def test_heavy_weapons_blast_a_road_block_on_one_to_four() -> None:
    for face in range(1, 11):
        fight = blocked()
        events = fight.do(clear("81-1-h1", "1310"), face)
        assert of(events, ev.BlockFired).cleared == (face in (1, 2, 3, 4))
        assert fight.state.roadblocked == (() if face <= 4 else ("1310",))
        assert fight["81-1-h1"].fired
    action = clear("81-1-h1", "1310")
    free = enumerated(blocked(), action, lambda state, events: not state.roadblocked)
    assert chances(blocked().odds(action)) == {"the road is free": pytest.approx(float(free))}


@pytest.mark.case("TRAP-8.4.1", "TRAP-8.4")
def test_only_heavy_weapons_in_range_and_sight_blast_a_road_block() -> None:
    assert blocked().cite(clear("81-1-i1", "1310")) == "TRAP-8.4.1", "no heavy weapons"
    assert blocked(moved=True).cite(clear("81-1-h1", "1310")) == "TRAP-8.4.1"
    assert blocked(fired=True).cite(clear("81-1-h1", "1310")) == "TRAP-6.0"
    assert blocked(facing="S").cite(clear("81-1-h1", "1310")) == "TRAP-6.2"
    assert blocked().cite(clear("81-1-h1", "1309")) == "TRAP-8.4", "nothing lies there"
    far = blocked()
    far.put("81-1-h2", "1313", facing="N")
    assert far.cite(clear("81-1-h2", "1310")) == "TRAP-8.4.1"


@pytest.mark.case("TRAP-8.4.2", "TRAP-8.9")
def test_foot_units_clear_a_road_by_hand_for_certain() -> None:
    for field, what in (("roadblocked", "road block"), ("wrecks", "wreck")):
        fight = blocked()
        fight.set(**{"roadblocked": (), field: ("1310",)})
        events = fight.do(clear("81-1-i1", "1310", "hand"))
        assert (of(events, ev.Cleared).what, of(events, ev.Cleared).how) == (what, "hand")
        assert fight["81-1-i1"].hex == "1310"
        assert fight.state.roadblocked == fight.state.wrecks == ()
    assert blocked().cite(clear("81-1-h1", "1310", "hand")) == "TRAP-8.4.2", "too far"
    fight = blocked()
    fight.put("c-i2", "1310", facing="S")
    assert fight.cite(clear("81-1-i1", "1310", "hand")) == "TRAP-8.4.2", "enemies are assaulted"


@pytest.mark.case("TRAP-8.4.2")
def test_the_winner_of_an_assault_clears_the_road() -> None:
    for face, left in ((4, ()), (5, ("1310",))):
        fight = blocked()
        fight.put("c-i2", "1310", facing="S")
        fight.do(storm("1310", "81-1-i1"), face)
        assert fight.state.roadblocked == left


# Rubble.


def ruin(*upstairs: str, ground: tuple[str, ...] = ()) -> Fight:
    """A Schmel at 1312 fires at fighters at 1314.

    Others are upstairs and on the ground.
    """
    fight = Fight(RUSSIAN)
    fight.put("schmel1", "1312", facing="S")
    for key in upstairs:
        fight.put(key, "1314", facing="N", level="upper")
    for key in ground:
        fight.put(key, "1314", facing="N")
    return fight


def fell(fight: Fight, target: str) -> None:
    """Let the Schmel bring the building down by a kill."""
    fight.do(do.Fire((UnitId("schmel1"),), UnitId(target)), 10, 1)


@pytest.mark.case("TRAP-8.7", "TRAP-3.1")
def test_a_unit_without_room_in_the_rubble_is_given_up() -> None:
    fight = ruin("c-i1", "c-i2", "c-i3", ground=("c-i4", "c-i5"))
    fell(fight, "c-i1")
    assert isinstance(fight.state.steps[-1], Collapse)
    seen = see(fight.state, CHECHEN)
    offered = {each.unit for each in TITLE.candidates(seen, do.Lose, {}) if isinstance(each, do.Lose)}
    assert offered == {"c-i2", "c-i3", "c-i4", "c-i5"}
    assert TITLE.judge(seen, do.Lose(UnitId("schmel1"))) is not None
    fight.do(do.Lose(UnitId("c-i4")), seat=CHECHEN)
    assert fight["c-i4"].hex == ELIMINATED
    assert isinstance(fight.state.steps[-1], Activation), "three have room"


@pytest.mark.case("TRAP-8.7")
def test_a_unit_that_falls_among_enemies_retreats_or_is_lost() -> None:
    fight = ruin("c-i1", "c-i2", ground=("81-1-i1",))
    fell(fight, "c-i1")
    assert isinstance(fight.state.steps[-1], Collapse)
    seen = see(fight.state, CHECHEN)
    assert TITLE.judge(seen, do.Retreat(UnitId("c-i2"), HexId("1312"))) is not None, "the Schmel is there"
    fight.do(do.Retreat(UnitId("c-i2"), HexId("1315")), seat=CHECHEN)
    assert (fight["c-i2"].hex, fight["c-i2"].level) == ("1315", "ground")
    assert isinstance(fight.state.steps[-1], Activation)
    closed = ruin("c-i1", "c-i2", ground=("81-1-i1",))
    for n, hex in enumerate(("1313", "1315", "1213", "1214", "1413", "1414"), 2):
        closed.put(f"81-1-i{n}", hex, facing="N")
    fell(closed, "c-i1")
    assert closed["c-i2"].hex == ELIMINATED
    assert isinstance(closed.state.steps[-1], Activation)


@pytest.mark.case("TRAP-8.7", "TRAP-8.8")
def test_a_leader_alone_on_the_ground_is_lost_to_units_that_fall_on_him() -> None:
    fight = ruin("c-i1", "c-i2", ground=("kalin",))
    fell(fight, "c-i1")
    assert fight["kalin"].hex == ELIMINATED
    assert (fight["c-i2"].hex, fight["c-i2"].level) == ("1314", "ground")
    assert isinstance(fight.state.steps[-1], Activation)
    helpless = ruin("c-i1", "c-sniper1", ground=("kalin",))
    fell(helpless, "c-i1")
    assert helpless["kalin"].hex == "1314"
    assert isinstance(helpless.state.steps[-1], Collapse), "a sniper does not drive a leader out"


@pytest.mark.case("TRAP-8.7")
def test_a_unit_alone_in_the_rubble_stays() -> None:
    fight = ruin("c-i1", "c-i2")
    fell(fight, "c-i1")
    assert (fight["c-i2"].hex, fight["c-i2"].level) == ("1314", "ground")
    assert isinstance(fight.state.steps[-1], Activation)


@pytest.mark.case("TRAP-7.1")
def test_every_assault_that_is_offered_is_legal_and_none_twice() -> None:
    fight = street()
    fight.put("c-t1", "1314", facing="N")
    fight.put("c-leader1", "1312")
    seen = see(fight.state, CHECHEN)
    offered = list(TITLE.candidates(seen, do.Assault, {}))
    legal = [each for each in offered if TITLE.judge(seen, each) is None]
    assert len(set(offered)) == len(offered)
    assert storm("1313", "c-i1") in legal
    assert storm("1313", "c-i1", "c-i2") in legal
    assert storm("1313", "c-t1", "c-i1", "c-i2") in legal
