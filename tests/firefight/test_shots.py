"""The numbers of attacks: worked examples of the rules, then single cases."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.kernel.secret import see
from bot.titles.firefight.field import chances, works
from bot.titles.firefight.field.rolls import at_least
from bot.titles.firefight.field.shots import FLAME, Shot, against_work, modifiers, need, pile_of, struck
from bot.titles.firefight.model.solo import Solo
from tests.firefight.fights import SOVIET, Fight


def shot(fight: Fight, leader: str, hex: str, **fields: object) -> Shot:
    unit = fight[leader]
    eye = fields.pop("eye", None)
    kind = "close combat" if unit.hex == fight.hex(hex) else "fire"
    seen = fight.hex(str(eye)) if eye else unit.hex
    return Shot(kind, unit.side, fight.hex(hex), unit, eye=seen, **fields)._replace()  # type: ignore[arg-type]


def number(fight: Fight, leader: str, target: str, **fields: object) -> int:
    unit = fight[target]
    return need(modifiers(fight.state, shot(fight, leader, unit.hex, **fields), unit))


def why(fight: Fight, leader: str, target: str, **fields: object) -> dict[str, int]:
    unit = fight[target]
    return {each.why: each.n for each in modifiers(fight.state, shot(fight, leader, unit.hex, **fields), unit)}


@pytest.mark.case("COH-3.1a", "COH-3.3a")
def test_a_machine_gun_fires_at_riflemen_in_light_woods() -> None:
    fight = Fight()
    fight.put("g09", "H08")
    fight.put("s05", "F11", "SW")
    assert number(fight, "g09", "s05") == 9


@pytest.mark.case("COH-3.2a", "COH-3.3b")
def test_riflemen_beside_the_flank_of_a_gun_in_a_wooden_building() -> None:
    fight = Fight(maps="2")
    fight.put("g30", "E09", "N")
    fight.put("s05", "F09")
    assert number(fight, "s05", "g30") == 5
    assert "adjacent" in why(fight, "s05", "g30")


@pytest.mark.case("COH-3.1d", "COH-3.3b")
def test_each_target_of_a_hex_has_its_own_number() -> None:
    fight = Fight()
    fight.put("s05", "H02", "N")
    fight.put("g03", "E02", "N")
    fight.put("g09", "E02", "S")
    assert number(fight, "s05", "g03") == 11 - 3
    assert number(fight, "s05", "g09") == 12 - 3


@pytest.mark.case("COH-3.2b", "COH-3.4c")
def test_close_combat_strikes_the_flank_and_crewed_weapons_fight_it_badly() -> None:
    fight = Fight()
    fight.put("s05", "F11")
    fight.put("g19", "F11", "S")
    assert number(fight, "s05", "g19") == 10 + 1 - (3 + 4)
    assert number(fight, "g19", "s05") == 11 + 1 - (5 - 2)


@pytest.mark.case("COH-1.6b", "COH-3.1b")
def test_supporters_add_one_each() -> None:
    fight = Fight()
    fight.put("g19", "H02", "N")
    fight.put("s05", "E02", "S")
    assert number(fight, "g19", "s05", supporters=2) == 5


@pytest.mark.case("COH-6.1d", "COH-3.2c")
def test_a_bunker_on_a_hill_may_need_more_than_twelve() -> None:
    fight = Fight(maps="3")
    fight.put("g19", "E02", "N")
    fight.put("s17", "B03", "S")
    fight.work("bunker", "B03", SOVIET, "s17", facing="S")
    assert number(fight, "g19", "s17") == 12 + 5 + 1 - 5


@pytest.mark.case("COH-6.1d", "COH-6.1f")
def test_a_tank_behind_a_bunker() -> None:
    fight = Fight()
    fight.put("g53", "H02", "N")
    fight.put("s17", "G02", "N")
    work = fight.work("bunker", "G02", SOVIET, "s17", facing="N")
    assert number(fight, "g53", "s17") == 10 + 3 - (5 + 3)
    against = against_work(fight.state, shot(fight, "g53", "G02"), fight.state.works[work])
    assert need(against) == 16 - 8


@pytest.mark.case("COH-3.3e", "COH-6.3a", "COH-3.2c")
def test_a_mortar_with_a_spotter_on_higher_ground() -> None:
    fight = Fight(maps="3")
    fight.put("s25", "F02", "N")
    fight.put("g19", "C02", "S")
    assert number(fight, "s25", "g19", eye="D03") == 10 - (3 + 1)
    assert number(fight, "s25", "g19") == 10 - 3


@pytest.mark.case("COH-3.3e")
def test_shells_burst_in_the_crowns_of_heavy_woods() -> None:
    fight = Fight()
    fight.put("s25", "H08", "N")
    fight.put("g03", "D11", "S")
    assert "heavy woods" not in why(fight, "s25", "g03")
    fight.put("s17", "H11", "N")
    assert why(fight, "s17", "g03")["heavy woods"] == -2


@pytest.mark.case("COH-3.3e")
def test_an_open_top_is_soft_under_shells_and_at_close_quarters() -> None:
    fight = Fight()
    fight.put("g44", "E02", "N")
    fight.put("s25", "H02", "N")
    assert why(fight, "s25", "g44")["red firepower"] == 3
    fight.put("s05", "E02", "N")
    assert why(fight, "s05", "g44")["red firepower"] == 3
    fight.put("s28", "H03", "N")
    assert why(fight, "s28", "g44")["blue firepower"] == 6


@pytest.mark.case("COH-3.3e")
def test_at_close_quarters_an_open_top_is_armoured_to_an_attacker_with_more_blue_firepower() -> None:
    fight = Fight()
    fight.put("g44", "E02", "N")
    fight.put("s45", "E02", "N")
    assert why(fight, "s45", "g44")["blue firepower"] == 6
    assert number(fight, "s45", "g44") == 13 - (6 + 4)
    assert pile_of(shot(fight, "s45", "E02"), fight["g44"], fight.state) == "armoured"


@pytest.mark.case("COH-3.3e")
def test_heavy_woods_help_an_open_top_no_more_than_a_soft_flank_against_shells() -> None:
    fight = Fight()
    fight.put("s25", "H08", "N")
    fight.put("g44", "D11", "S")
    assert "heavy woods" not in why(fight, "s25", "g44")
    fight.put("g52", "D11", "S")
    assert why(fight, "s25", "g52")["heavy woods"] == -2, "armour all round"


@pytest.mark.case("COH-3.4c", "COH-3.3e")
def test_the_crew_of_a_mortar_lobs_no_shells_in_its_own_hex() -> None:
    fight = Fight()
    fight.put("s25", "D11", "N")
    fight.put("g03", "D11", "S")
    assert why(fight, "s25", "g03")["heavy woods"] == -2


@pytest.mark.case("COH-3.3f")
def test_flames_ignore_everything_but_smoke() -> None:
    fight = Fight(maps="2")
    fight.put("g16", "H10", "N")
    fight.put("s27", "H11", "S")
    burning = {"kind": "flamethrower", "red": FLAME, "blue": FLAME}
    flames = shot(fight, "g16", "H11")._replace(**burning)  # type: ignore[arg-type]
    assert need(modifiers(fight.state, flames, fight["s27"])) == 10 - (3 + 3)
    fight.smoke("H11", "light")
    assert need(modifiers(fight.state, flames, fight["s27"])) == 10 + 1 - (3 + 3)


@pytest.mark.case("COH-3.3f", "COH-3.2c")
def test_flames_thrown_down_are_stronger_and_a_higher_target_has_nothing_of_it() -> None:
    fight = Fight(maps="3")
    fight.put("s05", "C02", "S")
    fight.put("g16", "C03", "N")
    burning = {"kind": "flamethrower", "red": FLAME, "blue": FLAME}
    down = shot(fight, "g16", "C02")._replace(**burning)  # type: ignore[arg-type]
    assert need(modifiers(fight.state, down, fight["s05"])) == 11 - (3 + 3 + 1)
    fight.put("g16", "C02", "N")
    fight.put("s05", "C03", "S")
    up = shot(fight, "g16", "C03")._replace(**burning)  # type: ignore[arg-type]
    assert need(modifiers(fight.state, up, fight["s05"])) == 11 - (3 + 3)


@pytest.mark.case("COH-3.5d")
def test_suppressed_riflemen_fire_two_weaker() -> None:
    fight = Fight()
    fight.put("s05", "H02", "N", hit="suppressed")
    fight.put("g03", "E02", "S")
    assert number(fight, "s05", "g03") == 12 - (3 - 2)


@pytest.mark.case("COH-3.2a")
def test_beyond_its_range_a_unit_is_two_weaker() -> None:
    fight = Fight()
    fight.put("s05", "L02", "N")
    fight.put("g03", "F02", "S")
    assert why(fight, "s05", "g03")["long range"] == -2
    fight.put("s06", "K02", "N")
    assert "long range" not in why(fight, "s06", "g03")


@pytest.mark.case("COH-3.5g", "COH-3.5h")
def test_cowering_and_berserk_units_see_but_one_hex_far() -> None:
    fight = Fight()
    fight.put("s05", "G02", "N", hit="cowering")
    fight.put("g03", "E02", "S")
    assert why(fight, "s05", "g03")["long range"] == -2
    assert why(fight, "g03", "s05")["cowering"] == -1
    fight.put("s06", "G02", "N", hit="berserk")
    assert why(fight, "s06", "g03")["berserk"] == 1


@pytest.mark.case("COH-3.5f")
def test_panicked_units_show_a_weak_front() -> None:
    fight = Fight()
    fight.put("s05", "G02", "N", hit="panicked")
    fight.put("g03", "E02", "S")
    fight.put("g04", "I02", "N")
    assert why(fight, "g03", "s05")["panicked"] == 2
    assert why(fight, "g04", "s05")["panicked"] == -1


@pytest.mark.case("COH-3.6a", "COH-3.6b", "COH-3.6c")
def test_markers_of_vehicles() -> None:
    fight = Fight()
    fight.put("s45", "G02", "N", hit="immobilised")
    fight.put("g03", "E02", "S")
    fight.put("g52", "I02", "N", hit="shaken")
    assert why(fight, "g03", "s45")["immobilised"] == 1
    assert why(fight, "g52", "s45")["immobilised"] == -1
    assert why(fight, "g52", "s45")["suppressed"] == -5
    fight.put("s46", "H02", "N", hit="terrified")
    assert why(fight, "g03", "s46")["panicked"] == 4


# FF-R45
@pytest.mark.case("COH-3.5h")
def test_with_spent_checks_a_berserk_front_is_better_by_two() -> None:
    for economy, n in (("action points", -1), ("spent checks", -2)):
        fight = Fight(economy=economy)
        fight.put("s05", "G02", "N", hit="berserk!")
        fight.put("g03", "E02", "S")
        assert why(fight, "g03", "s05")["berserk"] == n
    fight.set(options={}, solo=Solo())
    assert why(fight, "g03", "s05")["berserk"] == -2, "a solo game has spent checks too"


def test_each_modifier_has_the_case_of_its_own_marker_or_work() -> None:
    fight = Fight()
    fight.put("g52", "I02", "N", hit="shaken")
    fight.put("s45", "G02", "N", hit="immobilised")
    fight.put("g03", "E02", "S")
    cites = {each.cite for each in modifiers(fight.state, shot(fight, "g52", "G02"), fight["s45"])}
    assert {"COH-3.6a", "COH-3.6b"} <= cites
    fight.put("s05", "E05", "S")
    fight.work("trench", "E05", SOVIET, "s05")
    cites = {each.cite for each in modifiers(fight.state, shot(fight, "g03", "E05"), fight["s05"])}
    assert "COH-6.1c" in cites


@pytest.mark.case("COH-3.2c")
def test_height_helps_the_firer_above_and_the_target_above() -> None:
    fight = Fight(maps="3")
    fight.put("s05", "B03", "S")
    fight.put("g03", "D02", "N")
    assert why(fight, "s05", "g03")["from higher ground"] == 1
    assert why(fight, "g03", "s05")["target higher"] == -1


@pytest.mark.case("COH-3.3a")
def test_in_water_one_is_easier_to_hit() -> None:
    fight = Fight(maps="5")
    fight.put("g03", "C15", "S")
    fight.put("s05", "E15", "N")
    assert why(fight, "s05", "g03")["in water"] == 1


# FF-R49
@pytest.mark.case("COH-3.3c")
def test_a_wall_on_the_targets_own_hexside_helps_against_direct_fire() -> None:
    fight = Fight(maps="4")
    fight.put("g03", "F08", "S")
    fight.put("s05", "H08", "N")
    fight.put("s25", "J08", "N")
    assert why(fight, "s05", "g03")["behind a wall"] == -1
    assert "behind a wall" not in why(fight, "g03", "s05"), "it is not on the hex of the target"
    assert "behind a wall" not in why(fight, "s25", "g03")
    fight.put("s06", "F10", "N")
    assert "behind a wall" not in why(fight, "s06", "g03"), "the line crosses another hexside"


# FF-R51
@pytest.mark.case("COH-3.3d")
def test_a_vehicle_shelters_who_walks_beside_it_and_a_shield_who_rides() -> None:
    fight = Fight()
    fight.put("s05", "H02", "N")
    fight.put("g03", "E02", "S")
    assert "beside a vehicle" not in why(fight, "s05", "g03")
    fight.put("g39", "E02", "S")
    assert why(fight, "s05", "g03")["beside a vehicle"] == -1
    fight.put("g03", "E02", "S", aboard="g39")
    assert why(fight, "s05", "g03")["behind the shield"] == -2
    assert "beside a vehicle" not in why(fight, "s05", "g03")


@pytest.mark.case("COH-6.1b", "COH-6.1c")
def test_holes_and_trenches_help_all_round() -> None:
    for kind, n in (("hasty", -1), ("trench", -2)):
        fight = Fight()
        fight.put("s05", "E02", "N")
        fight.put("g03", "H02", "N")
        fight.put("s06", "E02", "N")
        fight.work(kind, "E02", SOVIET, "s05")
        assert why(fight, "g03", "s05")[f"in a {works.NAMES[kind]}"] == n  # type: ignore[index]
        assert len(why(fight, "g03", "s06")) == len(why(fight, "g03", "s05")) - 1


# FF-R52
@pytest.mark.case("COH-6.2b", "COH-6.2c")
def test_smoke_at_each_end_and_between() -> None:
    fight = Fight()
    fight.put("s05", "E02", "S")
    fight.put("g03", "H02", "N")
    fight.smoke("F02", "light")
    assert why(fight, "g03", "s05")["smoke"] == -1
    fight.smoke("E02", "heavy")
    assert why(fight, "g03", "s05")["smoke"] == -2, "all smoke together gives two at the most"
    fight.smoke("H02", "heavy")
    assert why(fight, "g03", "s05")["out of heavy smoke"] == -2
    fight.smoke("H02", "light")
    assert why(fight, "g03", "s05")["out of light smoke"] == -1


@pytest.mark.case("COH-3.4c")
def test_at_close_quarters_vehicles_have_no_terrain() -> None:
    fight = Fight()
    fight.put("s05", "F11", "S")
    fight.put("g52", "F11", "S")
    fight.put("g28", "F11", "S")
    assert "light woods" not in why(fight, "s05", "g52")
    assert why(fight, "s05", "g28")["light woods"] == -1


@pytest.mark.case("COH-3.1d", "COH-3.4e", "COH-6.5b")
def test_everybody_in_the_hex_is_struck_riders_first_and_the_hidden_not() -> None:
    fight = Fight()
    fight.put("s05", "E02")
    fight.put("g39", "E02")
    fight.put("g03", "E02", aboard="g39")
    fight.hide("s06", "E02")
    fight.put("g09", "H02")
    hit = struck(fight.state, shot(fight, "g09", "E02"))
    assert [unit.id for unit in hit] == ["s05", "g03", "g39"]


# FF-R48
def test_a_truck_fights_in_its_own_hex_with_its_small_firepower() -> None:
    fight = Fight()
    fight.put("s35", "E02")
    fight.put("g03", "E02")
    assert number(fight, "s35", "g03") == 11 - (-2 + 4)


# Chances.


@pytest.mark.case("COH-3.1a", "COH-3.1b")
def test_chances_of_a_shot_are_exact() -> None:
    fight = Fight()
    fight.put("s05", "H02", "N")
    fight.put("g03", "E02", "N")
    worth = chances.on_unit(fight.state, shot(fight, "s05", "E02"), fight["g03"])
    hit, kill = Fraction(15, 36), Fraction(1, 36)
    assert worth.missed == 1 - hit
    assert worth.destroyed == kill + (hit - kill) / 20, "one soft marker of twenty is fatal"
    assert worth.draws["pinned"] == (hit - kill) * Fraction(5, 20)  # type: ignore[index]
    assert sum(worth.draws.values()) == worth.hit


@pytest.mark.case("COH-3.1b")
def test_a_second_hit_destroys() -> None:
    fight = Fight()
    fight.put("s05", "H02", "N")
    fight.put("g03", "E02", "N", hit="pinned!")
    worth = chances.on_unit(fight.state, shot(fight, "s05", "E02"), fight["g03"])
    assert worth.hit == 0
    assert worth.destroyed == Fraction(15, 36)


@pytest.mark.case("COH-3.5a")
def test_a_marker_that_lies_face_down_is_guessed_at() -> None:
    fight = Fight()
    fight.put("s05", "H02", "N")
    fight.put("g03", "E02", "S", hit="panicked")
    seen = see(fight.state, SOVIET).state
    worth = chances.on_unit(seen, shot(fight, "s05", "E02"), seen.units[fight["g03"].id])
    plain, weak, strong = at_least(9), at_least(7), at_least(10)
    assert worth.destroyed == (14 * plain + 2 * weak + 3 * strong) / 19
    own = chances.on_unit(fight.state, shot(fight, "s05", "E02"), fight["g03"])
    assert own.destroyed == weak, "its owner knows better"
