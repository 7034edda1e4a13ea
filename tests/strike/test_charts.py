"""The charts and the map agree with all printed numbers and their consequences."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.titles.strike.field import combat
from bot.titles.strike.field.counters import ground
from bot.titles.strike.model.table import GERMAN, RUSSIAN, AreaId, Weather
from bot.titles.strike.play import turn
from bot.titles.strike.printed.ground import Point, point, steps
from bot.titles.strike.printed.records import Ratings
from bot.titles.strike.printed.tables import tables


@pytest.mark.case("1.3")
def test_there_are_nine_charts() -> None:
    charts = {
        "weather", "redeployment", "operations", "objectives", "terrain", "commissar", "partisans", "combat",
        "leader_loss",
    }  # fmt: skip
    assert charts <= set(tables().numbers.__struct_fields__)


@pytest.mark.case("1.1", "3.1.2", "1.3")
def test_fourteen_turns_of_three_weeks() -> None:
    calendar = tables().numbers.calendar.turns
    assert len(calendar) == 14
    assert (calendar[0], calendar[6], calendar[13]) == ("22 June 1941", "26 October 1941", "22 March 1942")
    assert tables().numbers.weather.transition == 7


@pytest.mark.case("3.3", "3.3.1")
def test_an_eight_in_snow_gives_the_russians_twenty_points_and_no_objectives() -> None:
    assert turn.points_of("snow", RUSSIAN, 8) == 20
    assert 8 not in tables().numbers.operations.objectives


@pytest.mark.case("3.3", "1.3")
@pytest.mark.parametrize("weather", ["fair", "rain", "mud", "snow", "heavy snow"])
def test_worse_rolls_never_bring_more(weather: Weather) -> None:
    for seat in (GERMAN, RUSSIAN):
        points = [turn.points_of(weather, seat, roll) for roll in range(2, 13)]
        assert points == sorted(points)


@pytest.mark.case("3.3.2", "13.1.3", "13.3")
def test_four_objectives_for_each_roll_and_all_of_them_are_on_the_map() -> None:
    here, chart = ground("campaign"), tables().numbers.objectives
    assert [len(four) for four in chart.table] == [4] * 11
    assert chart.default == ("Leningrad", "Moscow", "Kiev", "Odessa", "Sevastopol")
    assert all(here.objective(name) for four in (*chart.table, chart.default) for name in four)
    assert all(here[area].record.fortress for name in chart.default for area in here.objective(name))


@pytest.mark.case("13.1.2", "13.1.3")
def test_moscow_is_two_oxes_and_the_edges_are_five_and_four() -> None:
    here = ground("campaign")
    assert here.objective("Moscow") == ("K5", "M5")
    assert here.objective("North edge") == ("G1", "I1", "K1", "M1", "O1")
    assert here.objective("South edge") == ("I11", "K11", "M11", "O11")


@pytest.mark.case("7.1.1", "1.3")
def test_the_columns_of_the_commissar() -> None:
    assert tables().numbers.commissar.columns == (("A", "C"), ("E",), ("G",), ("I",), ("K",), ("M", "O"))


@pytest.mark.case("11.2.2", "11.2.3")
@pytest.mark.parametrize(
    ("differential", "column"), [(-2, -3), (8, 6), (12, 12), (0, 0), (-1, -3), (17, 15), (40, 18), (-12, -12)]
)
def test_the_column_of_a_differential(differential: int, column: int) -> None:
    found = combat.differential_column(differential + 50, 50)
    assert found is not None
    assert tables().numbers.combat.differential[found] == column


@pytest.mark.case("11.3.1", "11.3.2", "11.3.4")
@pytest.mark.parametrize(
    ("attack", "defence", "label"),
    [
        (5, 3, "1:1"), (3, 3, "1:1"), (2, 3, "1:2"), (1, 2, "1:2"), (1, 3, "1:3"), (2, 7, "1:4"), (2, 8, "1:4"),
        (6, 3, "2:1"), (8, 3, "2:1"), (10, 2, "5:1"), (18, 3, "6:1"), (30, 1, "6:1"), (1, 0, "6:1"),
    ],
)  # fmt: skip
def test_the_column_of_odds(attack: int, defence: int, label: str) -> None:
    found = combat.odds_column(attack, defence)
    assert found is not None
    assert tables().numbers.combat.odds[found] == label


@pytest.mark.case("11.2.3", "11.3.4")
def test_below_the_lowest_column_there_is_none() -> None:
    assert combat.differential_column(1, 14) is None
    assert combat.odds_column(1, 5) is None
    assert combat.odds_column(0, 1) is None


@pytest.mark.case("11.9")
def test_the_results_run_down_the_columns_and_the_rolls() -> None:
    columns = range(len(tables().numbers.combat.differential))
    for column in columns:
        ranks = [combat.rank(combat.result(column, roll)) for roll in range(2, 13)]
        assert ranks == sorted(ranks)
        assert sum(combat.distribution(column, 0).values()) == 1
    assert combat.result(0, -5) == combat.result(0, 2)
    assert combat.result(10, 20) == combat.result(10, 12)
    assert combat.distribution(8, 0)["DE"] == Fraction(10, 36)


@pytest.mark.case("11.9.3")
def test_a_four_is_one_ox_and_staying_costs_two_steps_or_three() -> None:
    chart = tables().numbers.withdrawal
    assert chart.distance[4 - 1] == 1
    assert chart.price == (2, 3)


@pytest.mark.case("6.2", "6.2.1")
def test_the_examples_of_terrain_are_right() -> None:
    terrain, here = tables().numbers.terrain, ground("campaign")
    assert (terrain["clear"].infantry, terrain["woods"].infantry) == (1, 2)
    assert (terrain["woods"].armour, terrain["marsh"].armour) == (2, 2)
    assert here[AreaId("E7")].record.terrain == ("clear", "marsh")


@pytest.mark.case("6.1.1")
def test_armies_can_cross_the_two_diamonds_and_continue() -> None:
    here = ground("campaign")
    passes = [id for id, area in here.areas.items() if area.record.armies_pass]
    assert passes == ["F10", "H3"]
    beyond = {to for diamond in passes for to in here[diamond].next}
    assert {here[id].record.terrain for id in (*passes, *beyond - {AreaId("I3")})} == {("clear",)}


@pytest.mark.case("11.4.2")
@pytest.mark.parametrize(("area", "runs"), [("E4", True), ("D7", True), ("G5", False)])
def test_rivers_of_the_example(area: str, runs: bool) -> None:
    found = ground("campaign")[AreaId(area)]
    assert bool(found.rivers) == runs
    assert found.rivers or found.sources


@pytest.mark.case("1.2")
@pytest.mark.parametrize(
    ("unit", "full", "reduced"),
    [
        ("s-a3", (2, 5, 2), (1, 4, 2)), ("s-mc1", (2, 4, 3), (1, 3, 3)), ("s-tc3", (3, 5, 3), (2, 5, 3)),
        ("s-rc44", (1, 3, 2), (0, 2, 2)), ("s-rc31", (2, 3, 2), (1, 2, 2)), ("g-a9", (6, 4, 2), (4, 4, 2)),
        ("g-a11", (5, 4, 2), (3, 4, 2)), ("g-a4", (8, 3, 2), (5, 3, 2)),
    ],
)  # fmt: skip
def test_ratings_of_the_examples(unit: str, full: Ratings, reduced: Ratings) -> None:
    record = tables().units[unit]
    assert (record.full, record.reduced) == (full, reduced)


@pytest.mark.case("1.2", "12.3.3")
def test_the_counter_mix() -> None:
    units = tables().units.values()
    count = {side: sum(unit.side == side for unit in units) for side in ("german", "russian")}
    assert count == {"german": 45, "russian": 48}
    assert tables().units["g-guderian"].full[1] == 10
    assert tables().units["g-guderian"].rating[0] == 4


def beside(at: Point) -> list[Point]:
    """Return the areas next to an area on an endless map.

    Oxes touch four oxes and four diamonds, diamonds four oxes.
    """
    column, row = at
    diamonds = [(column + x, row + y) for x in (-1, 1) for y in (-1, 1)]
    return (
        diamonds
        if column % 2
        else [*diamonds, (column - 2, row), (column + 2, row), (column, row - 2), (column, row + 2)]
    )


@pytest.mark.case("9.1.1", "7.1.3")
@pytest.mark.parametrize("start", ["A5", "E6", "D7", "F10"])
def test_distances_are_those_of_a_walk(start: str) -> None:
    """Counted area by area from one place.

    Detours round lakes and gulfs do not matter.
    """
    far = {point(start): 0}
    for distance in range(1, 9):
        far |= {to: distance for at in [*far] for to in beside(at) if to not in far}
    assert all(steps(point(start), at) == distance for at, distance in far.items())


@pytest.mark.case("1.1")
def test_neighbours_touch_each_other() -> None:
    areas = ground("campaign").areas
    assert all(areas[to].at in beside(area.at) for area in areas.values() for to in area.next)
