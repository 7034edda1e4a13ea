"""Attacks as they are played."""

from __future__ import annotations

import pytest

from bot.kernel.game import legal
from bot.kernel.secret import see
from bot.titles.firefight import TITLE
from bot.titles.firefight import events as ev
from bot.titles.firefight.field import hits
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import HexId, UnitId, WorkId
from bot.titles.firefight.model.table import DESTROYED
from tests.firefight.fights import GERMAN, SOVIET, Fight, of

SAFE = 1
"""A face with which a hit does not destroy."""
PINNED, BERSERK, FATAL = 1, 19, 20
"""Places in the soft pile."""


def fire(*units: str, at: str, map: str = "1", **fields: object) -> do.Fire:
    for name, kind in (("target", UnitId), ("spotter", HexId), ("work", WorkId)):
        if name in fields:
            fields[name] = kind(str(fields[name]))
    return do.Fire(tuple(map_units(units)), HexId(f"{map}-{at}"), **fields)  # type: ignore[arg-type]


def offers(fight: Fight, **fixed: object) -> list[do.Fire]:
    found = legal(TITLE, see(fight.state, GERMAN), do.Fire, fixed)
    return [each for each in found if isinstance(each, do.Fire)]


def map_units(units: tuple[str, ...]) -> tuple[UnitId, ...]:
    return tuple(UnitId(unit) for unit in units)


def duel() -> Fight:
    """A German machine gun four hexes from Soviet riflemen, in the open, face to face."""
    fight = Fight()
    fight.put("g09", "I02", "N")
    fight.put("s05", "E02", "S")
    return fight


@pytest.mark.case("COH-3.1a")
def test_the_hit_number_hits_and_one_less_misses() -> None:
    fight = duel()
    (missed,) = of(fight.do(fire("g09", at="E02"), (3, 4)), ev.Attacked)
    assert (missed.need, missed.result) == (8, "missed")
    fight = duel()
    (hit,) = of(fight.do(fire("g09", at="E02"), (4, 4), SAFE, PINNED), ev.Attacked)
    assert hit.result == "hit"
    assert hits.marker(fight["s05"]).name == "Pinned"


@pytest.mark.case("COH-3.1b")
def test_four_above_the_hit_number_destroys() -> None:
    fight = duel()
    fight.do(fire("g09", at="E02"), (6, 6))
    assert fight["s05"].hex == DESTROYED
    assert fight.state.points["german"] == 1


@pytest.mark.case("COH-3.1b")
def test_a_second_hit_destroys() -> None:
    fight = duel()
    fight.put("s05", "E02", "S", hit="unnerved")
    fight.do(fire("g09", at="E02"), (4, 4))
    assert fight["s05"].hex == DESTROYED
    assert len(fight.state.piles["soft"].open()) == 20, "its marker lies in the pile again"


@pytest.mark.case("COH-3.5a", "COH-3.6d")
def test_the_marker_is_drawn_blind_and_its_owner_alone_sees_it() -> None:
    fight = duel()
    events = fight.do(fire("g09", at="E02"), (4, 4), SAFE, BERSERK)
    (drawn,) = of(events, ev.HitDrawn)
    assert drawn.marker.readers == (SOVIET,)
    seen = see(fight.state, GERMAN).state
    assert hits.marker(seen.units[UnitId("s05")]).name == ""
    assert hits.marker(see(fight.state, SOVIET).state.units[UnitId("s05")]).name == "Berserk"
    assert "berserk" not in fight.state.piles["soft"].open()


@pytest.mark.case("COH-3.5i")
def test_the_soft_destroyed_marker_kills_on_the_draw() -> None:
    fight = duel()
    events = fight.do(fire("g09", at="E02"), (4, 4), FATAL)
    assert fight["s05"].hex == DESTROYED
    assert of(events, ev.HitShown)
    assert len(fight.state.piles["soft"].open()) == 20


# FF-R53
def test_a_hit_without_a_marker_left_destroys() -> None:
    fight = duel()
    fight.set(piles={**fight.state.piles, "soft": fight.state.piles["soft"].__class__((), ())})
    fight.do(fire("g09", at="E02"), (4, 4))
    assert fight["s05"].hex == DESTROYED


@pytest.mark.case("COH-3.1c")
def test_a_target_is_in_arc_in_sight_and_in_range() -> None:
    fight = duel()
    fight.put("g03", "I02", "S")
    assert fight.cite(fire("g03", at="E02")) == "COH-3.1c", "behind its back"
    fight.put("g04", "L02", "N")
    fight.put("s06", "A02", "S")
    assert fight.cite(fire("g04", at="A02")) == "COH-3.1c", "eleven hexes are too far for a range of five"
    assert fight.cite(fire("g09", at="A02")) == ""
    fight.put("s07", "C11", "S")
    fight.put("g05", "E11", "N")
    assert fight.cite(fire("g05", at="C11")) == "COH-4.4a"


@pytest.mark.case("COH-6.4c")
def test_nobody_fires_into_a_hex_without_a_known_enemy() -> None:
    fight = duel()
    fight.hide("s06", "F02")
    assert fight.cite(fire("g09", at="F02")) == "COH-6.4c"
    assert fight.cite(fire("g09", at="G02")) == "COH-6.4c"


@pytest.mark.case("COH-3.3f", "COH-6.4c")
def test_flames_find_who_hides_in_the_next_hex() -> None:
    fight = Fight()
    fight.put("g16", "H02", "N")
    assert fight.cite(fire("g16", at="G02", weapon="flamethrower")) == "COH-6.4c", "nobody hides at all"
    fight.hide("s06", "G02")
    assert fight.cite(fire("g16", at="G02")) == "COH-6.4c"
    events = fight.do(fire("g16", at="G02", weapon="flamethrower"), (1, 1))
    assert (fight["s06"].hex, fight["s06"].facing) == ("1-G02", "S")
    assert [each.target for each in of(events, ev.Attacked)] == ["s06"]
    fight = Fight()
    fight.put("g16", "H02", "N")
    fight.hide("s06", "F02")
    assert not of(fight.do(fire("g16", at="G02", weapon="flamethrower")), ev.Attacked), "nobody was there"


@pytest.mark.case("COH-1.5a")
def test_caps_lower_the_roll_against_ones_own_unit() -> None:
    fight = duel()
    fight.put("g03", "E02", "S")
    shot = fire("g09", at="E02", aim=(0, -2))
    assert fight.cite(fire("g09", at="E02", aim=(0, -3))) == "COH-1.5a"
    chance = fight.odds(shot)["Rifle 03 is hit and survives"]
    assert chance < fight.odds(fire("g09", at="E02"))["Rifle 03 is hit and survives"]
    events = fight.do(shot, (1, 1), (4, 5))
    rolls = {each.target: (each.caps, each.result) for each in of(events, ev.Attacked)}
    assert rolls == {"s05": (0, "missed"), "g03": (-2, "missed")}
    assert fight.state.players[GERMAN].caps == 7 - 2


@pytest.mark.case("COH-2.0c")
def test_trucks_attack_in_their_own_hex_and_wagons_never() -> None:
    fight = duel()
    fight.put("g36", "F02", "N")
    fight.put("g33", "F02", "N")
    assert fight.cite(fire("g36", at="E02")) == "COH-2.0c"
    assert fight.cite(fire("g33", at="E02")) == "COH-2.0c"
    fight.put("s06", "F02")
    assert fight.cite(fire("g36", at="F02")) == ""
    assert fight.cite(fire("g33", at="F02")) == "COH-2.0c"


@pytest.mark.case("COH-3.5e", "COH-3.5f", "COH-3.6c")
def test_markers_that_keep_units_from_attacking() -> None:
    for counter, hit, cite in (
        ("g09", "stunned", "COH-3.5e"), ("g09", "panicked", "COH-3.5f"), ("g52", "dazed", "COH-3.6c"),
        ("g52", "terrified", "COH-3.6c"), ("g52", "gun-damaged", "COH-3.6c"), ("g09", "pinned", ""),
        ("g09", "unnerved", ""), ("g52", "light-damage", ""), ("g52", "immobilised", ""),
    ):  # fmt: skip
        fight = duel()
        fight.put(counter, "I02", "N", hit=hit)
        assert fight.cite(fire(counter, at="E02")) == cite


@pytest.mark.case("COH-4.2d")
def test_nobody_attacks_out_of_the_water() -> None:
    fight = Fight(maps="5")
    fight.put("g03", "C13", "S")
    fight.put("s05", "D13", "N")
    assert fight.cite(fire("g03", at="D13", map="5")) == "COH-4.2d"


@pytest.mark.case("COH-3.2d")
def test_a_turret_fires_to_the_side_for_two_more() -> None:
    fight = duel()
    fight.put("g52", "I02", "S")
    fight.put("g44", "I02", "S")
    assert fight.cite(fire("g44", at="E02")) == "COH-3.1c"
    events = fight.do(fire("g52", at="E02"), (1, 1))
    assert of(events, ev.Paid)[0].ap == 3 + 2


@pytest.mark.case("COH-4.4f")
def test_a_tank_does_not_fire_down_a_cliff() -> None:
    fight = Fight(maps="3")
    fight.put("g52", "B05", "N")
    fight.put("g03", "B05", "N")
    fight.put("s05", "A06", "S")
    assert fight.cite(fire("g52", at="A06", map="3")) == "COH-4.4f"
    assert fight.cite(fire("g03", at="A06", map="3")) == ""


@pytest.mark.case("COH-3.5d", "COH-3.5g", "COH-3.5h", "COH-3.6b")
def test_markers_change_the_cost_of_an_attack_and_are_revealed() -> None:
    for counter, hit, cost in (
        ("g09", "suppressed", 3), ("g09", "cowering", 4), ("g09", "berserk", 1), ("g52", "shaken", 4),
        ("g09", "pinned", 2),
    ):  # fmt: skip
        fight = duel()
        fight.put(counter, "F02", "N", hit=hit)
        events = fight.do(fire(counter, at="E02"), (1, 1))
        assert of(events, ev.Paid)[0].ap == cost
        shown = [each.unit for each in of(events, ev.HitShown)]
        assert shown == ([] if hit == "pinned" else [counter])


@pytest.mark.case("COH-3.5b")
def test_a_targets_marker_is_shown_when_it_changes_the_number() -> None:
    fight = duel()
    fight.put("s05", "E02", "S", hit="panicked")
    events = fight.do(fire("g09", at="E02"), (1, 2))
    assert [each.marker for each in of(events, ev.HitShown)] == ["panicked"]
    assert of(events, ev.Attacked)[0].need == 6
    fight.turn(GERMAN)
    assert fight["s05"].hit is not None
    assert fight["s05"].hit.marker.out, "and stays open"
    fight = duel()
    fight.put("s05", "E02", "S", hit="pinned")
    assert not of(fight.do(fire("g09", at="E02"), (1, 2)), ev.HitShown)


@pytest.mark.case("COH-3.1d", "COH-1.5a")
def test_everybody_in_the_hex_is_rolled_for_with_caps_of_their_own() -> None:
    fight = duel()
    fight.put("s06", "E02", "S")
    fight.put("g03", "E02", "N")
    events = fight.do(fire("g09", at="E02", aim=(2, 0, 1)), (1, 1), (1, 1), (1, 1))
    assert [each.target for each in of(events, ev.Attacked)] == ["s05", "s06", "g03"]
    assert [each.caps for each in of(events, ev.Attacked)] == [2, 0, 1]
    assert [each.last for each in of(events, ev.Attacked)] == [False, False, True]
    assert sum(paid.caps for paid in of(events, ev.Paid)) == 3
    fight.turn(GERMAN)
    assert fight.cite(fire("g09", at="E02", aim=(0, 0, 0, 1))) == "COH-1.5a"
    assert fight.cite(fire("g09", at="E02", aim=(3,))) == "COH-1.5a"


@pytest.mark.case("COH-1.5a")
def test_caps_lift_a_roll() -> None:
    fight = duel()
    (hit,) = of(fight.do(fire("g09", at="E02", aim=(2,)), (3, 3), SAFE, PINNED), ev.Attacked)
    assert (hit.caps, hit.result) == (2, "hit")


@pytest.mark.case("COH-1.6b", "COH-1.6c")
def test_supporters_stand_by_the_leader_and_could_fire_themselves() -> None:
    fight = duel()
    fight.put("g03", "H02", "N")
    fight.put("g04", "I02", "N")
    events = fight.do(fire("g09", "g03", "g04", at="E02"), (1, 1))
    assert of(events, ev.Attacked)[0].need == 12 - 4 - 2
    assert of(events, ev.Paid)[0].ap == 2, "it costs what the leader costs"
    for hex, facing, hit in (("H02", "S", ""), ("H02", "N", "suppressed")):
        fight = duel()
        fight.put("g05", hex, facing, hit=hit)
        assert fight.cite(fire("g09", "g05", at="E02")) == "COH-1.6c", (hex, facing, hit)
    fight = duel()
    fight.put("g05", "G02", "N")
    fight.put("g06", "H02", "N")
    assert fight.cite(fire("g09", "g06", "g05", at="E02")) == "COH-1.6c", "two hexes from the leader"
    fight = duel()
    fight.put("g05", "J02", "N")
    assert fight.cite(fire("g09", "g05", at="E02")) == "", "right behind it, and still in range"
    fight = duel()
    fight.put("g09", "J02", "N")
    fight.put("g05", "K02", "N")
    assert fight.cite(fire("g09", "g05", at="E02")) == "COH-1.6c", "six hexes are long range for riflemen"


@pytest.mark.case("COH-3.4b", "COH-3.4a")
def test_at_close_quarters_one_enemy_is_attacked_and_nobody_outside() -> None:
    fight = duel()
    fight.put("g03", "G02", "N")
    fight.put("s06", "G02", "S")
    fight.put("s07", "G02", "S")
    assert fight.cite(fire("g03", at="E02")) == "COH-3.4b"
    assert fight.cite(fire("g03", at="G02")) == "COH-3.4b", "two enemies, and none is named"
    events = fight.do(fire("g03", at="G02", target="s07"), (1, 1))
    assert [each.target for each in of(events, ev.Attacked)] == ["s07"]
    assert of(events, ev.Attacked)[0].kind == "close combat"
    assert of(events, ev.Paid)[0].ap == 3, "the normal cost of an attack"
    fight.turn(GERMAN)
    assert fight.cite(fire("g09", at="G02", target="s06")) == "COH-3.1d", "from outside nobody is picked out"


@pytest.mark.case("COH-1.6c", "COH-3.4b")
def test_support_at_close_quarters_comes_from_the_same_hex() -> None:
    fight = duel()
    fight.put("s05", "H02")
    fight.put("g03", "H02", "N")
    fight.put("g04", "H02", "S")
    fight.put("g09", "I02", "N")
    assert fight.cite(fire("g03", "g04", at="H02")) == ""
    assert fight.cite(fire("g03", "g09", at="H02")) == "COH-1.6c"


@pytest.mark.case("COH-3.4e")
def test_fire_from_outside_into_a_close_combat_strikes_everybody() -> None:
    fight = duel()
    fight.put("g03", "E02", "N")
    events = fight.do(fire("g09", at="E02"), (1, 1), (6, 6))
    assert [each.flank for each in of(events, ev.Attacked)] == [False, True]
    assert fight["g03"].hex == DESTROYED


@pytest.mark.case("COH-5.2b")
def test_destroying_an_own_unit_gives_the_points_to_the_enemy() -> None:
    fight = duel()
    fight.put("g03", "E02", "N")
    fight.do(fire("g09", at="E02"), (1, 1), (6, 6))
    assert fight.state.points == {"german": 0, "soviet": 1}


@pytest.mark.case("COH-3.3f")
def test_flamethrowers() -> None:
    fight = Fight()
    fight.put("g16", "G08", "NW")
    fight.put("s05", "G07", "SE")
    assert fight.cite(fire("g16", at="G07", weapon="flamethrower")) == ""
    (burned,) = of(fight.do(fire("g16", at="G07", weapon="flamethrower"), (1, 1)), ev.Attacked)
    assert burned.need == 11 - 3 - 3
    assert burned.kind == "flamethrower"
    fight.turn(GERMAN)
    fight.put("g03", "G08", "NW")
    assert fight.cite(fire("g03", at="G07", weapon="flamethrower")) == "COH-3.3f"
    fight.put("g17", "G09", "NW")
    assert fight.cite(fire("g17", at="G07", weapon="flamethrower")) == "COH-3.3f", "two hexes are too far"


# FF-R72
@pytest.mark.case("COH-3.3f", "COH-3.2d")
def test_the_turret_of_a_flame_tank_turns_and_pioneers_do() -> None:
    fight = Fight(SOVIET)
    fight.put("s39", "H02", "S")
    fight.put("g03", "G02", "S")
    events = fight.do(fire("s39", at="G02", weapon="flamethrower"), (1, 1))
    assert of(events, ev.Paid)[0].ap == 5 + 2
    fight = Fight()
    fight.put("g16", "H02", "S")
    fight.put("s05", "G02", "S")
    assert fight.cite(fire("g16", at="G02", weapon="flamethrower")) == "COH-3.1c"


@pytest.mark.case("COH-6.3a")
def test_a_mortar_has_a_shortest_range_and_a_spotter_near_it() -> None:
    fight = Fight()
    fight.put("g23", "H08", "NW")
    fight.put("s05", "F05", "S")
    fight.put("s06", "G07", "S")
    assert fight.cite(fire("g23", at="G07")) == "COH-6.3a", "the next hex is too near"
    assert fight.cite(fire("g23", at="F05")) == "COH-4.4a"
    assert fight.cite(fire("g23", at="F05", spotter="1-G08")) == "COH-4.4a", "who spots must see the target"
    assert fight.cite(fire("g23", at="F05", spotter="1-I05")) == "COH-6.3a", "three hexes from the mortar"
    assert fight.cite(fire("g23", at="F05", spotter="1-F07")) == "COH-6.3a", "out of its sight"
    assert fight.cite(fire("g23", at="F05", spotter="1-I06")) == ""
    events = fight.do(fire("g23", at="F05", spotter="1-I06"), (1, 1))
    assert of(events, ev.Paid)[0].ap == 4
    assert of(events, ev.Attacked)[0].kind == "indirect"
    fight.turn(GERMAN)
    fight.put("g21", "H08", "NW")
    assert fight.cite(fire("g21", at="F05", spotter="1-I06")) == "COH-6.3a", "it has no indirect fire"


def test_a_hex_out_of_a_mortars_sight_is_offered_with_a_spotting_hex() -> None:
    fight = Fight()
    fight.put("g23", "H08", "NW")
    fight.put("s05", "F05", "S")
    offered = offers(fight)
    assert {each.at for each in offered} == {"1-F05"}
    named = offers(fight, units=offered[0].units, at=offered[0].at)
    assert {"1-I06", offered[0].spotter} <= {each.spotter for each in named}
    assert len(named) == len(set(named)), "each is offered once"
    assert "1-F05" in {each.at for each in offers(fight, spotter=offered[0].spotter)}, (
        "also from the hex that spots on"
    )


@pytest.mark.case("COH-6.3a")
def test_a_unit_without_indirect_fire_cannot_spot_for_itself_to_fire_at_no_cost() -> None:
    fight = duel()
    assert fight.cite(fire("g09", at="E02", spotter="1-I02")) == "COH-6.3a"
    fight.put("s06", "I02")
    assert fight.cite(fire("g09", at="I02", target="s06", spotter="1-I02")) == "COH-6.3a"
    assert fight.cite(fire("g09", at="I02", target="s06")) == ""


@pytest.mark.case("COH-6.1f")
def test_ranged_fire_rolls_for_the_units_and_then_for_the_work() -> None:
    fight = duel()
    work = fight.work("trench", "E02", SOVIET, "s05")
    events = fight.do(fire("g09", at="E02"), (1, 1), (6, 6))
    assert [each.target or each.work for each in of(events, ev.Attacked)] == ["s05", work]
    assert of(events, ev.Attacked)[1].need == 16 - 4
    assert work not in fight.state.works
    assert fight["s05"].inside == ""


@pytest.mark.case("COH-6.1f")
def test_at_close_quarters_a_unit_or_the_work_is_the_target() -> None:
    fight = duel()
    fight.put("g03", "E02", "N")
    work = fight.work("bunker", "E02", SOVIET, "s05", facing="S")
    assert fight.cite(fire("g03", at="E02", target="s05", work=work)) == "COH-6.1f"
    events = fight.do(fire("g03", at="E02", work=work), (6, 5))
    assert [each.work for each in of(events, ev.Attacked)] == [work]
    assert of(events, ev.Attacked)[0].need == 16 - 2 - 4


@pytest.mark.case("COH-6.1d")
def test_out_of_a_bunker_one_fires_in_its_arc_and_no_mortars() -> None:
    fight = duel()
    fight.put("g09", "I02", "S")
    fight.put("g21", "I02", "N")
    fight.work("bunker", "I02", GERMAN, "g09", "g21", facing="N")
    assert fight.cite(fire("g09", at="E02")) == "", "it faces as the bunker does"
    assert fight.cite(fire("g21", at="E02")) == "COH-6.1d"
    fight.put("s06", "K02")
    assert fight.cite(fire("g09", at="K02")) == "COH-6.1d"


@pytest.mark.case("COH-6.5b")
def test_a_loaded_vehicle_is_attacked_rider_first_and_when_lost_sets_it_down() -> None:
    fight = Fight(SOVIET)
    fight.put("g39", "E02", "S")
    fight.put("g03", "E02", "S", aboard="g39")
    fight.put("s28", "H02", "N")
    events = fight.do(fire("s28", at="E02"), (1, 1), (6, 6))
    assert [each.target for each in of(events, ev.Attacked)] == ["g03", "g39"]
    assert fight["g39"].hex == DESTROYED
    assert (fight["g03"].aboard, fight["g03"].hex) == ("", "1-E02")


@pytest.mark.case("COH-6.4b")
def test_a_hidden_unit_that_attacks_is_shown_facing_its_target() -> None:
    fight = Fight()
    fight.hide("g03", "D11")
    fight.put("s05", "E11", "N")
    events = fight.do(fire("g03", at="E11"), (1, 1))
    (shown,) = of(events, ev.Shown)
    assert (shown.unit, shown.hex, shown.facing) == ("g03", "1-D11", "S")
    assert fight["g03"].hex == "1-D11"


def test_targets_in_reach_are_offered() -> None:
    fight = duel()
    fight.put("g03", "I02", "S")
    fight.put("g04", "I02", "N")
    offers = {(action.units, action.at) for action in fight.offered(do.Fire)}
    assert offers == {
        (("g09",), "1-E02"),
        (("g04",), "1-E02"),
        (("g09", "g04"), "1-E02"),
        (("g04", "g09"), "1-E02"),
    }


def test_odds_of_a_shot_name_every_marker() -> None:
    fight = duel()
    odds = fight.odds(fire("g09", at="E02"))
    assert odds["Rifle 05 is hit and survives"] == pytest.approx(14 / 36 * 19 / 20)
    assert odds["Rifle 05 is destroyed"] == pytest.approx(1 / 36 + 14 / 36 / 20)
    assert odds["pinned"] == pytest.approx(14 / 36 / 4)
    aimed = fight.odds(fire("g09", at="E02", aim=(2,)))
    assert aimed["Rifle 05 is destroyed"] == pytest.approx(6 / 36 + 20 / 36 / 20)


# FF-R56
@pytest.mark.case("COH-6.1b", "COH-6.1f")
def test_a_hole_is_rolled_for_and_is_gone_with_its_digger() -> None:
    fight = duel()
    fight.put("s05", "E02", "S", hit="unnerved")
    work = fight.work("hasty", "E02", SOVIET, "s05", digger="s05")
    events = fight.do(fire("g09", at="E02"), (6, 6), (1, 1))
    assert [each.target or each.work for each in of(events, ev.Attacked)] == ["s05", work]
    assert [each.work for each in of(events, ev.WorkGone)] == [work]
    assert work not in fight.state.works
