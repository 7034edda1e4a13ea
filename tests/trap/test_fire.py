"""Direct fire: firers and targets, effects of hits, and odds against all dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.kernel.secret import see
from bot.titles.trap import TITLE
from bot.titles.trap import events as ev
from bot.titles.trap.field.ground import ground
from bot.titles.trap.field.hits import hit_chance, result, results
from bot.titles.trap.model import actions as do
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import ELIMINATED, LADDER, CounterId, HexId, UnitId
from bot.titles.trap.printed.units import CounterRecord, counters
from tests.trap.fights import CHECHEN, RUSSIAN, Fight, chances, enumerated, of


def shot(target: str, *units: str, sniper: str = "") -> do.Fire:
    return do.Fire(tuple(map(UnitId, units)), UnitId(target), UnitId(sniper))


def ambush(**fields: Any) -> Fight:
    """RPGs upstairs at 1310 face a BTR with a platoon, which drives north on a street."""
    fight = Fight(CHECHEN)
    fight.put("c-rpg1", "1310", level="upper", facing="S")
    fight.put("c-i1", "1310", level="upper", facing="S")
    fight.put("81-btr1", "1312", facing="N", **fields)
    fight.put("81-1-i1", "1312", aboard="81-btr1", **fields)
    return fight


def counter(key: str) -> CounterRecord:
    return counters().units[CounterId(key)]


# Results.


@pytest.mark.case("TRAP-6.4.3", "TRAP-6.4.3-1")
def test_results_of_light_weapons() -> None:
    kinds = {
        "81-1-i1": 3,
        "kalin": 3,
        "c-i1": 2,
        "c-rpg1": 2,
        "c-sniper1": 2,
        "81-btr1": 1,
        "131-t1": 1,
        "c-t1": 1,
    }
    for key, deadly in kinds.items():
        found = [result(False, False, counter(key), "normal", face) for face in range(1, 7)]
        assert found == ["eliminated"] * deadly + ["suppressed"] * (6 - deadly), key


@pytest.mark.case("TRAP-6.4.3", "TRAP-6.4.3-2", "TRAP-8.1", "TRAP-8.8")
def test_results_of_heavy_weapons() -> None:
    kinds = {"81-1-i1": 4, "81-btr1": 4, "131-t1": 4, "c-i1": 3, "c-t1": 3, "c-leader1": 3}
    for key, deadly in kinds.items():
        found = [result(True, False, counter(key), "normal", face) for face in range(1, 7)]
        assert found == ["eliminated"] * deadly + ["disrupted"] * (6 - deadly), key
        schmel = [result(True, True, counter(key), "normal", face) for face in range(1, 7)]
        assert schmel == ["eliminated"] * (deadly + 1) + ["disrupted"] * (5 - deadly), key
    assert {result(True, False, counter("c-sniper1"), "normal", face) for face in range(1, 7)} == {"eliminated"}


@pytest.mark.case("TRAP-6.4.3-3", "TRAP-6.4.3-4")
def test_a_second_hit_is_worse_by_a_step() -> None:
    def survived(heavy: bool) -> dict[str, str]:
        return {status: result(heavy, False, counter("81-1-i1"), status, 6) for status in LADDER}

    assert survived(heavy=False) == {
        "normal": "suppressed", "suppressed": "pinned", "pinned": "none", "disrupted": "none", "inactive": "none",
    }  # fmt: skip
    assert survived(heavy=True) == {
        "normal": "disrupted", "suppressed": "disrupted", "pinned": "disrupted", "disrupted": "inactive",
        "inactive": "none",
    }  # fmt: skip


@pytest.mark.case("TRAP-6.4", "TRAP-2.4")
def test_a_hit_is_a_die_of_the_combat_factor_or_less_with_zero_as_zero() -> None:
    assert hit_chance(5, ()) == Fraction(6, 10)
    fight = Fight(CHECHEN)
    fight.put("c-i1", "0520")
    fight.put("81-1-i1", "0518", facing="S")
    for face, hit in ((10, True), (4, True), (5, False), (9, False)):
        again = Fight(CHECHEN)
        again.state = fight.state
        events = again.do(shot("81-1-i1", "c-i1"), face, *([6] if hit else []))
        assert of(events, ev.Fired).shot.hit == hit
    assert sum(results(True, False, counter("c-i1"), "normal").values()) == 1


# Effects of fire.


@pytest.mark.case("TRAP-6.4.3-5", "TRAP-8.2", "TRAP-8.9")
def test_passengers_die_with_their_apc_and_an_even_die_leaves_a_wreck() -> None:
    for face, wrecks in ((4, ("1312",)), (3, ())):
        fight = ambush()
        fight.do(shot("81-btr1", "c-rpg1"), 1, face)
        assert fight["81-btr1"].hex == fight["81-1-i1"].hex == ELIMINATED
        assert fight.state.wrecks == wrecks


@pytest.mark.case("TRAP-6.4.3-5")
def test_passengers_are_disrupted_with_their_apc() -> None:
    fight = ambush()
    fight.do(shot("81-btr1", "c-rpg1"), 1, 5)
    assert fight["81-btr1"].status == fight["81-1-i1"].status == "disrupted"
    fight = ambush(status="disrupted")
    fight.do(shot("81-btr1", "c-rpg1"), 1, 5)
    assert fight["81-btr1"].status == fight["81-1-i1"].status == "inactive"


@pytest.mark.case("TRAP-8.9", "TRAP-8.1")
def test_a_tank_that_a_schmel_burns_in_a_street_leaves_rubble_and_a_wreck() -> None:
    fight = Fight(RUSSIAN)
    fight.put("schmel1", "1312", facing="N")
    fight.put("c-t1", "1310", facing="S")
    fight.do(shot("c-t1", "schmel1"), 1, 4)
    assert fight.state.rubble == fight.state.wrecks == ("1310",)


@pytest.mark.case("TRAP-8.9")
def test_in_the_open_no_wreck_blocks_the_way() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-rpg1", "0520")
    fight.put("81-btr1", "0518", facing="S")
    fight.do(shot("81-btr1", "c-rpg1"), 1, 4)
    assert fight["81-btr1"].hex == ELIMINATED
    assert fight.state.wrecks == ()


@pytest.mark.case("TRAP-6.0", "TRAP-4.3.3", "TRAP-4.3-2", "TRAP-6.4.2-12")
def test_a_unit_that_fires_is_turned_over_and_fires_once_a_turn() -> None:
    fight = ambush()
    fight.do(shot("81-btr1", "c-rpg1"), 9)
    assert fight["c-rpg1"].fired
    assert fight["c-rpg1"].activated
    assert fight["81-btr1"].shot_at
    assert fight.cite(shot("81-btr1", "c-rpg1")) == "TRAP-6.0"


@pytest.mark.case("TRAP-6.4")
def test_several_fire_one_after_another_until_the_target_is_gone() -> None:
    fight = ambush()
    events = fight.do(shot("81-btr1", "c-i1", "c-rpg1"), 1, 1)
    assert of(events, ev.Fired).unit == "c-i1"
    assert not fight["c-rpg1"].fired
    fight = ambush()
    events = fight.do(shot("81-btr1", "c-i1", "c-rpg1"), 1, 6, 1, 6)
    assert fight["81-btr1"].status == "disrupted"
    second = [each for each in events if isinstance(each, ev.Fired)][1]
    assert "TRAP-6.4.2-12" in {each.cite for each in second.shot.modifiers}


@pytest.mark.case("TRAP-10.1.2-3", "TRAP-10.1.2-5")
def test_no_russian_fires_before_the_chechens_have_attacked() -> None:
    fight = Fight(RUSSIAN, turn=1)
    fight.put("81-1-i1", "0520")
    fight.put("c-i1", "0518", facing="S")
    fight.set(restricted=True)
    assert fight.cite(shot("c-i1", "81-1-i1")) == "TRAP-10.1.2-3"
    fight = ambush()
    fight.set(restricted=True)
    events = fight.do(shot("81-btr1", "c-rpg1"), 9)
    assert of(events, ev.Released).why == "attack"
    assert not fight.state.restricted


@pytest.mark.case("TRAP-5.1.3", "TRAP-4.3-3", "TRAP-6.3")
def test_a_unit_may_fire_after_half_its_movement() -> None:
    def cite(*way: str, status: str = "normal") -> str:
        fight = Fight(CHECHEN)
        fight.put("c-i1", "0520", status=status)
        fight.put("81-1-i1", "0516", facing="S")
        for hex in way:
            fight.do(do.Move((UnitId("c-i1"),), HexId(hex), facing="N"))
        return fight.cite(shot("81-1-i1", "c-i1"))

    assert cite("0519", "0518", "0517") == "", "three of five points"
    assert cite("0519", "0518", "0519", "0518") == "TRAP-5.1.3"
    assert cite("0519", "0518", status="suppressed") == "TRAP-5.1.3", "only in good order"


# Special units.


@pytest.mark.case("TRAP-8.1", "TRAP-8.7-1", "TRAP-8.7")
def test_a_kill_by_a_schmel_brings_the_building_down() -> None:
    fight = Fight(RUSSIAN)
    fight.put("schmel1", "1312", facing="S")
    fight.put("c-i1", "1314", facing="N", level="upper")
    fight.put("c-i2", "1314", facing="N", level="upper")
    events = fight.do(shot("c-i1", "schmel1"), 1, 4)
    assert fight["c-i1"].hex == ELIMINATED, "4 less 1 is 3"
    assert of(events, ev.Rubbled).down == ("c-i2",)
    assert fight["c-i2"].level == "ground"
    assert fight.state.rubble == ("1314",)
    fight = Fight(RUSSIAN)
    fight.put("schmel1", "1312", facing="S")
    fight.put("c-i1", "1314", facing="N")
    fight.do(shot("c-i1", "schmel1"), 1, 6)
    assert fight["c-i1"].status == "disrupted"
    assert fight.state.rubble == ()


@pytest.mark.case("TRAP-8.1")
def test_a_schmel_reaches_three_hexes() -> None:
    fight = Fight(RUSSIAN)
    fight.put("schmel1", "1310", facing="S")
    fight.put("c-i1", "1314", facing="N")
    fight.put("c-i2", "1313", facing="N")
    assert fight.cite(shot("c-i1", "schmel1")) == "TRAP-8.1"
    assert fight.cite(shot("c-i2", "schmel1")) == ""


@pytest.mark.case("TRAP-8.8")
def test_a_sniper_fires_at_leaders_alone_and_an_even_die_kills() -> None:
    for face, where in ((2, ELIMINATED), (3, "0518")):
        fight = Fight(CHECHEN)
        fight.put("c-sniper1", "0520")
        fight.put("kalin", "0518")
        fight.put("81-1-i1", "0518", facing="S")
        assert fight.cite(shot("81-1-i1", "c-sniper1")) == "TRAP-8.8"
        fight.do(shot("kalin", "c-sniper1"), 7, face)
        assert fight["kalin"].hex == where
    assert fight["kalin"].status == "suppressed"


@pytest.mark.case("TRAP-8.8", "TRAP-6.4.3-3")
def test_a_suppressed_leader_whom_a_sniper_hits_is_pinned() -> None:
    """A sniper is no heavy weapon, and his odd die suppresses as any light hit does."""
    for before, after in (("suppressed", "pinned"), ("pinned", "pinned"), ("disrupted", "disrupted")):
        fight = Fight(CHECHEN)
        fight.put("c-sniper1", "0520")
        fight.put("kalin", "0518", status=before)
        action = shot("kalin", "c-sniper1")
        assert chances(fight.odds(action))[after] > 0
        fight.do(action, 7, 3)
        assert fight["kalin"].status == after


@pytest.mark.case("TRAP-8.8", "TRAP-4.3.2")
def test_a_sniper_called_to_help_acts_with_the_firer() -> None:
    fight = Fight(CHECHEN, number=2)
    fight.put("c-i1", "0520")
    fight.put("c-sniper1", "0619", facing="N")
    fight.put("81-1-i1", "0518", facing="S")
    events = fight.do(shot("81-1-i1", "c-i1", sniper="c-sniper1"), 5, 6)
    assert of(events, ev.Fired).sniper == "c-sniper1"
    assert fight.state.acted == ("c-sniper1", "c-i1")
    fight = Fight(CHECHEN, number=1)
    fight.put("c-i1", "0520")
    fight.put("c-sniper1", "0619", facing="N")
    fight.put("81-1-i1", "0518", facing="S")
    assert fight.cite(shot("81-1-i1", "c-i1", sniper="c-sniper1")) == "TRAP-4.3.2"
    assert fight.cite(shot("81-1-i1", "c-i1", sniper="c-i1")) == "TRAP-8.8"
    fight = Fight(CHECHEN)
    fight.put("c-i1", "0520")
    fight.put("c-sniper1", "0619", facing="N")
    fight.put("81-btr1", "0518", facing="S")
    assert fight.cite(shot("81-btr1", "c-i1", sniper="c-sniper1")) == "TRAP-8.8", "he helps against people alone"
    assert fight.cite(shot("81-btr1", "c-i1")) == ""


@pytest.mark.case("TRAP-8.5", "TRAP-6.4")
def test_a_leader_is_fired_at_when_he_is_alone() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "0520")
    fight.put("kalin", "0518")
    assert fight.cite(shot("kalin", "c-i1")) == ""
    fight.put("81-1-i1", "0518", facing="S")
    assert fight.cite(shot("kalin", "c-i1")) == "TRAP-8.5"


@pytest.mark.case("TRAP-11.2-02")
def test_the_russians_score_a_die_for_dudayev() -> None:
    fight = Fight(RUSSIAN)
    fight.put("81-1-i1", "0520")
    fight.put("dudayev", "0518")
    fight.do(shot("dudayev", "81-1-i1"), 1, 1, 8)
    (award,) = fight.state.awards
    assert (award.seat, award.halves) == (RUSSIAN, 16)


@pytest.mark.case("TRAP-11.3", "TRAP-11.2-09")
def test_correspondents_report_of_ruins_near_their_hotel() -> None:
    for face, halves in ((4, 4), (5, 2), (3, 0)):
        fight = Fight(RUSSIAN)
        fight.options(hotels="yes")
        fight.put("schmel1", "1314", facing="NE")
        fight.put("c-i1", "1413", facing="SW")
        assert min(_hotels("1413")) == 4
        fight.do(shot("c-i1", "schmel1"), 1, 1, face)
        assert sum(each.halves for each in fight.state.awards if each.seat == CHECHEN) == halves
    fight = Fight(RUSSIAN)
    fight.put("schmel1", "1314", facing="NE")
    fight.put("c-i1", "1413", facing="SW")
    fight.do(shot("c-i1", "schmel1"), 1, 1)
    assert fight.state.awards == (), "an option"


def _hotels(hex: str) -> list[int]:
    return [ground().distance(hotel, HexId(hex)) for hotel in ground().hotels]


@pytest.mark.case("TRAP-11.3")
def test_the_ruin_of_a_named_building_is_heard_of_four_hexes_farther() -> None:
    fight = Fight(RUSSIAN)
    fight.options(hotels="yes")
    fight.put("schmel1", "2010", facing="N")
    fight.put("c-i1", "2009", facing="S")
    assert min(_hotels("2009")) == 4
    fight.do(shot("c-i1", "schmel1"), 1, 1, 10)
    assert [each.halves for each in fight.state.awards] == [4]


@pytest.mark.case("TRAP-8.10")
def test_a_tank_with_riders_does_not_fire_and_riders_share_its_fate() -> None:
    fight = Fight(RUSSIAN, "3/131")
    fight.put("131-t1", "0520", facing="N")
    fight.put("131-2-i1", "0520", aboard="131-t1")
    fight.put("c-i1", "0518", facing="S")
    assert fight.cite(shot("c-i1", "131-t1")) == "TRAP-8.10"
    assert fight.cite(shot("c-i1", "131-2-i1")) != ""
    other = Fight(CHECHEN)
    other.state = Fight(CHECHEN).state
    other.put("131-t1", "1312", facing="N")
    other.put("131-2-i1", "1312", aboard="131-t1")
    other.put("c-rpg1", "1310", facing="S")
    other.do(shot("131-2-i1", "c-rpg1"), 5, 4)
    assert other["131-2-i1"].hex == ELIMINATED
    assert other["131-t1"].hex == "1312"
    other.put("131-2-i2", "1312", aboard="131-t1")
    other.put("c-rpg2", "1310", facing="S")
    other.do(shot("131-t1", "c-rpg2"), 1, 4)
    assert other["131-t1"].hex == other["131-2-i2"].hex == ELIMINATED


# Refusals.


@pytest.mark.case("TRAP-6.1", "TRAP-6.2.1", "TRAP-8.6-2", "TRAP-8.6", "TRAP-2.2.7")
def test_range_by_day_by_status_and_by_night() -> None:
    def cite(distance: int, **fields: Any) -> str:
        fight = Fight(CHECHEN, turn=fields.pop("turn", 2))
        fight.put("c-i1", "0520", **fields)
        fight.put("81-1-i1", f"05{20 - distance}", facing="S")
        return fight.cite(shot("81-1-i1", "c-i1"))

    assert (cite(4), cite(5)) == ("", "TRAP-6.1")
    assert (cite(2, status="pinned"), cite(3, status="pinned")) == ("", "TRAP-6.2.1")
    assert cite(3, status="suppressed") == "TRAP-6.2.1"
    assert (cite(1, turn=6), cite(2, turn=6)) == ("", "TRAP-8.6-2")


@pytest.mark.case("TRAP-6.2.1", "TRAP-6.2.1-1", "TRAP-6.2.1-3")
def test_units_fire_at_enemies_in_sight() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1304", facing="SE")
    fight.put("81-1-i1", "1404")
    assert fight.cite(shot("81-1-i1", "c-i1")) == "TRAP-6.2.1-3"
    fight = Fight(CHECHEN)
    fight.put("c-i1", "0103", facing="SE")
    fight.put("81-1-i1", "0503", facing="NW")
    assert fight.cite(shot("81-1-i1", "c-i1")) == "TRAP-6.2.1-1"


@pytest.mark.case("TRAP-6.2", "TRAP-3.4.1", "TRAP-3.4.2")
def test_foot_units_fire_to_their_front_and_vehicles_all_round() -> None:
    for facing in ("N", "NE", "NW", "S", "SE", "SW"):
        fight = Fight(CHECHEN)
        fight.put("c-i1", "0520", facing=facing)
        fight.put("c-t1", "0520", facing=facing)
        fight.put("c-leader1", "0520", facing=facing)
        fight.put("81-1-i1", "0518", facing="S")
        assert fight.cite(shot("81-1-i1", "c-i1")) == ("" if facing.startswith("N") else "TRAP-6.2")
        assert fight.cite(shot("81-1-i1", "c-t1")) == fight.cite(shot("81-1-i1", "c-leader1")) == ""


@pytest.mark.case("TRAP-6.3", "TRAP-5.1.2")
def test_disrupted_and_inactive_units_cannot_fire() -> None:
    for status in ("disrupted", "inactive"):
        fight = Fight(CHECHEN)
        fight.put("c-i1", "0520", status=status)
        fight.put("c-i2", "0520")
        fight.put("81-1-i1", "0518", facing="S")
        assert fight.cite(shot("81-1-i1", "c-i1")) == "TRAP-6.3"


@pytest.mark.case("TRAP-8.2", "TRAP-6.4")
def test_passengers_and_friends_are_no_targets() -> None:
    fight = ambush()
    assert fight.cite(shot("81-1-i1", "c-rpg1")) == "TRAP-8.2"
    assert fight.cite(shot("c-i1", "c-rpg1")) == "TRAP-6.4"
    assert fight.cite(shot("nobody", "c-rpg1")) == "TRAP-6.4"


@pytest.mark.case("TRAP-4.3.2")
def test_no_more_fire_than_may_act() -> None:
    fight = ambush()
    fight.set(steps=(Fight(CHECHEN, number=1).step,))
    assert fight.cite(shot("81-btr1", "c-i1", "c-rpg1")) == "TRAP-4.3.2"
    assert fight.cite(shot("81-btr1", "c-rpg1")) == ""


@pytest.mark.case("TRAP-6.1")
def test_within_a_hex_one_fires_from_level_to_level() -> None:
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1312", level="upper", facing="N")
    fight.put("81-1-i1", "1312", facing="N")
    assert fight.cite(shot("81-1-i1", "c-i1")) == ""
    assert of(fight.do(shot("81-1-i1", "c-i1"), 9), ev.Fired).shot.modifiers[0].cite == "TRAP-6.4.2-10"


# Odds.


def ends(target: str, status: str) -> Any:
    def holds(state: State, events: list[ev.Event]) -> bool:
        unit = state.units[UnitId(target)]
        return (
            unit.hex == ELIMINATED if status == "eliminated" else unit.hex != ELIMINATED and unit.status == status
        )

    return holds


@pytest.mark.case("TRAP-6.4", "TRAP-6.4.3")
@pytest.mark.parametrize("firer", ["c-i1", "c-rpg1", "c-h1", "c-t1", "c-leader1"])
@pytest.mark.parametrize("target", ["81-1-i1", "81-btr1", "131-t1", "kalin"])
@pytest.mark.parametrize("status", ["normal", "suppressed", "disrupted"])
def test_odds_of_one_shot_are_exact(firer: str, target: str, status: str) -> None:
    fight = Fight(CHECHEN)
    fight.put(firer, "0520")
    fight.put(target, "0519", facing="SE", status=status)
    exactly(fight, shot(target, firer), target)


def exactly(fight: Fight, action: do.Fire, target: str) -> None:
    """Compare every chance with all falls of the dice."""
    told = chances(fight.odds(action))
    if "hit" in told:
        hit = enumerated(fight, action, lambda state, events: any(_hits(each) for each in events))
        assert told.pop("hit") == pytest.approx(float(hit))
    assert sum(told.values()) == pytest.approx(1)
    for name, chance in told.items():
        status = "normal" if name == "in good order" else name
        assert chance == pytest.approx(float(enumerated(fight, action, ends(target, status)))), name


def _hits(event: ev.Event) -> bool:
    return isinstance(event, ev.Fired) and event.shot.hit


@pytest.mark.case("TRAP-6.4", "TRAP-8.1", "TRAP-8.8")
def test_odds_of_a_schmel_a_sniper_and_a_t80_are_exact() -> None:
    fight = Fight(RUSSIAN)
    fight.put("schmel1", "1312", facing="S")
    fight.put("c-i1", "1313", facing="N", level="upper")
    exactly(fight, shot("c-i1", "schmel1"), "c-i1")
    fight = Fight(CHECHEN)
    fight.put("c-sniper1", "0520")
    fight.put("kalin", "0518", status="suppressed")
    exactly(fight, shot("kalin", "c-sniper1"), "kalin")
    fight = Fight(RUSSIAN, "3/131")
    fight.put("131-t1", "1312", facing="S")
    fight.put("c-sniper1", "1314", facing="N")
    exactly(fight, shot("c-sniper1", "131-t1"), "c-sniper1")


@pytest.mark.case("TRAP-6.4", "TRAP-6.4.3-5", "TRAP-8.10")
def test_odds_of_several_shots_passengers_and_riders_are_exact() -> None:
    fight = ambush()
    action = shot("81-btr1", "c-i1", "c-rpg1")
    exactly(fight, action, "81-btr1")
    gone = enumerated(fight, action, ends("81-1-i1", "eliminated"))
    assert chances(fight.odds(action))["eliminated"] == pytest.approx(float(gone)), "its passengers share it"
    fight = Fight(CHECHEN)
    fight.put("c-i1", "1310", facing="S")
    fight.put("c-i2", "1310", facing="S")
    fight.put("131-t1", "1312", facing="N")
    fight.put("131-1-i1", "1312", aboard="131-t1")
    exactly(fight, shot("131-1-i1", "c-i1", "c-i2"), "131-1-i1")


def test_the_line_of_fire_is_drawn_along_its_street() -> None:
    fight = ambush()
    drawn = TITLE.sketch(see(fight.state, CHECHEN), shot("81-btr1", "c-rpg1"))
    assert drawn is not None
    assert drawn.path == ("1310", "1311", "1312")
    assert drawn.mark == "1312"


@pytest.mark.case("TRAP-6.4")
def test_every_shot_that_is_offered_is_legal_and_none_twice() -> None:
    fight = ambush()
    fight.put("c-sniper1", "1310", level="upper", facing="S")
    fight.put("81-1-i2", "1313", facing="N")
    seen = see(fight.state, CHECHEN)
    offered = list(TITLE.candidates(seen, do.Fire, {}))
    legal = [each for each in offered if TITLE.judge(seen, each) is None]
    assert len(set(legal)) == len(legal)
    assert shot("81-btr1", "c-rpg1", "c-i1") in legal
    assert shot("81-1-i2", "c-i1", sniper="c-sniper1") in legal
    assert all(isinstance(each, do.Fire) and each.target in ("81-btr1", "81-1-i2") for each in legal)
