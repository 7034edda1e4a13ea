"""The hit markers."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from bot.kernel.secret import see
from bot.titles.firefight.field import hits as field
from bot.titles.firefight.model.ids import HitId
from bot.titles.firefight.printed.hits import HitRecord, hits
from tests.firefight.fights import GERMAN, SOVIET, Fight


def record(key: str) -> HitRecord:
    return hits().markers[HitId(key)]


@pytest.mark.case("COH-3.6d")
def test_each_pile_has_twenty_markers() -> None:
    assert hits().problems == ()
    soft = Counter(hits().pile("soft"))
    assert soft == {
        "pinned": 5, "suppressed": 5, "stunned": 2, "unnerved": 2, "panicked": 2, "cowering": 2, "berserk": 1,
        "destroyed": 1,
    }  # fmt: skip
    armoured = Counter(hits().pile("armoured"))
    assert armoured == {
        "immobilised": 5, "shaken": 5, "light-damage": 4, "dazed": 2, "gun-damaged": 2, "terrified": 1,
        "wrecked": 1,
    }  # fmt: skip
    assert soft.total() == armoured.total() == 20


@pytest.mark.case("COH-3.5c", "COH-3.5e", "COH-3.5f", "COH-3.5g", "COH-3.5h", "COH-3.6a", "COH-3.6b", "COH-3.6c")
def test_each_marker_has_its_rally_number() -> None:
    sevens = ("pinned", "suppressed", "stunned", "unnerved")
    assert {record(key).rally for key in sevens} == {7}
    assert {record(key).rally for key in ("panicked", "cowering", "berserk", "shaken")} == {8}
    assert {record(key).rally for key in ("dazed", "terrified")} == {9}
    assert {record(key).rally for key in ("immobilised", "light-damage", "gun-damaged")} == {0}


@pytest.mark.case("COH-3.5c", "COH-3.5e", "COH-3.5f", "COH-3.6a", "COH-3.6c")
def test_markers_limit_moves_and_attacks() -> None:
    still = {key for key, each in hits().markers.items() if not each.moves and not each.fatal}
    assert still == {"pinned", "stunned", "immobilised", "dazed"}
    mute = {key for key, each in hits().markers.items() if not each.attacks and not each.fatal}
    assert mute == {"stunned", "panicked", "dazed", "gun-damaged", "terrified"}


@pytest.mark.case("COH-3.5d", "COH-3.5g", "COH-3.5h", "COH-3.6b")
def test_markers_change_the_cost_of_attacks_and_moves() -> None:
    fight = Fight()
    costs = {"suppressed": (1, 0), "cowering": (2, 1), "berserk": (-1, 0), "pinned": (0, 0)}
    for key, cost in costs.items():
        fight.put("g03", "H02", hit=key)
        assert (field.attack_cost(fight["g03"]), field.move_cost(fight["g03"])) == cost
    fight.put("g52", "H02", hit="shaken")
    assert field.attack_cost(fight["g52"]) == 1


@pytest.mark.case("COH-3.5a")
def test_the_enemy_sees_that_a_unit_is_hit_and_not_how() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="pinned")
    assert not field.moves(see(fight.state, GERMAN).state.units[fight["g03"].id])
    seen = see(fight.state, SOVIET).state.units[fight["g03"].id]
    assert seen.hit is not None
    assert field.moves(seen)
    assert field.face_down(seen)


@pytest.mark.case("COH-3.5a")
def test_the_pile_left_to_draw_excludes_markers_on_units() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="pinned")
    fight.put("s05", "E02", hit="berserk!")
    known = field.lying(see(fight.state, GERMAN).state, "soft")
    assert (known.number, known.fatal) == (18, 1)
    assert known.lasting[HitId("pinned")] == Fraction(4, 17)
    assert HitId("berserk") not in known.lasting
    guessed = field.lying(see(fight.state, SOVIET).state, "soft")
    assert (guessed.number, guessed.fatal) == (18, 1)
    assert guessed.lasting[HitId("pinned")] == Fraction(5, 18)
    assert sum(guessed.lasting.values()) == sum(known.lasting.values()) == 1
    enemy = see(fight.state, SOVIET).state
    assert field.borne(enemy, enemy.units[fight["g03"].id])[HitId("pinned")] == Fraction(5, 18)
