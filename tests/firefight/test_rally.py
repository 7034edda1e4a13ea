"""Rallying."""

from __future__ import annotations

import pytest

from bot.titles.firefight import events as ev
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import UnitId
from tests.firefight.fights import GERMAN, SOVIET, Fight, of


def rally(*units: str, **fields: object) -> do.Rally:
    return do.Rally(tuple(map(UnitId, units)), **fields)  # type: ignore[arg-type]


@pytest.mark.case("COH-3.7a")
def test_a_rally_that_reaches_the_number_returns_the_marker() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="pinned")
    events = fight.do(rally("g03"), (3, 4))
    assert fight["g03"].hit is None
    assert len(fight.state.piles["soft"].open()) == 20
    assert of(events, ev.Paid)[0].ap == 5
    assert of(events, ev.Rallied)[0].marker == "pinned"


@pytest.mark.case("COH-3.7a")
def test_a_failed_rally_reveals_no_marker() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="pinned")
    (failed,) = of(fight.do(rally("g03"), (3, 3)), ev.Rallied)
    assert not failed.rallied
    assert failed.marker == ""
    assert fight["g03"].hit is not None
    assert fight["g03"].hit.marker.readers == (GERMAN,)


@pytest.mark.case("COH-3.7a", "COH-3.5e")
def test_stunned_units_rally_in_light_woods_with_a_cap_on_five() -> None:
    fight = Fight()
    fight.put("g03", "F11", hit="stunned")
    (done,) = of(fight.do(rally("g03", aim=(1,)), (2, 3)), ev.Rallied)
    assert done.rallied
    assert [each.why for each in done.modifiers] == ["in cover"]


# FF-R57
@pytest.mark.case("COH-3.7b")
def test_leaders_friends_and_cover_make_a_rally_easier() -> None:
    def needs(hex: str, *friends: str, map: str = "1", smoke: bool = False, work: bool = False) -> int:
        fight = Fight(maps=map)
        fight.put("g03", hex, hit="pinned")
        for friend in friends:
            fight.put(friend.removesuffix("!"), hex, hit="pinned" if friend.endswith("!") else "")
        if smoke:
            fight.smoke(hex)
        if work:
            fight.work("trench", hex, GERMAN, "g03")
        odds = fight.odds(rally("g03"))["Rifle 03 rallies"]
        chances = {21 / 36: 7, 26 / 36: 6, 30 / 36: 5, 33 / 36: 4}
        return next(need for chance, need in chances.items() if abs(chance - odds) < 1e-9)

    assert needs("H02") == 7
    assert needs("D11") == 6
    assert needs("F11") == 6
    assert needs("H02", smoke=True) == 6
    assert needs("H02", work=True) == 6
    assert needs("E09", map="4") == 6, "a building and walls are one cover"
    assert needs("D10", map="4") == 7
    assert needs("D12", map="4") == 6, "behind a wall"
    assert needs("H02", "g04") == 6
    assert needs("H02", "g04", "g05", "g06!") == 5, "who is hit does not help"


@pytest.mark.case("COH-3.7c")
def test_nobody_rallies_beside_an_enemy_or_from_a_marker_without_a_number() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="pinned")
    fight.put("s05", "H02")
    assert fight.cite(rally("g03")) == "COH-3.7c"
    for hit, cite in (("light-damage", "COH-3.7c"), ("immobilised", "COH-3.7c"), ("gun-damaged", "COH-3.7c"),
                      ("dazed", "")):  # fmt: skip
        fight.put("g52", "E02", hit=hit)
        assert fight.cite(rally("g52")) == cite
    fight.put("g04", "E02")
    assert fight.cite(rally("g04")) == "COH-3.7a"


@pytest.mark.case("COH-1.6d")
def test_a_group_rallies_for_five_points_and_each_rolls() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="pinned")
    fight.put("g04", "I02", hit="cowering")
    events = fight.do(rally("g03", "g04", aim=(1, 2)), (3, 3), (3, 2))
    assert [each.rallied for each in of(events, ev.Rallied)] == [True, False]
    paid = of(events, ev.Paid)[0]
    assert (paid.ap, paid.caps) == (5, 3)


@pytest.mark.case("COH-6.5a")
def test_riders_rally() -> None:
    fight = Fight()
    fight.put("g39", "H02")
    fight.put("g03", "H02", aboard="g39", hit="pinned")
    assert fight.cite(rally("g03")) == ""


def test_each_unit_that_is_hit_is_offered() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="pinned")
    fight.put("g04", "H02", hit="pinned")
    fight.put("g05", "H02")
    fight.put("s05", "E02", hit="pinned")
    assert {action.units for action in fight.offered(do.Rally)} == {("g03",), ("g04",)}
    assert fight.offered(do.Rally, units=("g03", "g04"))
    fight.turn(SOVIET)
    assert {action.units for action in fight.offered(do.Rally)} == {("s05",)}
