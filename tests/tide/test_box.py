"""The contents of the boxes: values, limits of scenarios, tokens, instant mines."""

from __future__ import annotations

import pytest

from bot.kernel.secret import Seat
from bot.titles.tide.field import board, units, works
from bot.titles.tide.field.hazards import passage
from bot.titles.tide.model.table import HexId, WorkId
from bot.titles.tide.printed.check import sound
from bot.titles.tide.printed.tables import figure, tables
from tests.tide.conftest import Field, Lay
from tests.tide.test_data import DATA

SOVIETS = {"kv-1": 4, "t34-76": 14, "su-122": 4, "cckw-353": 4, "m3a1": 4, "zis-3": 4}
KALACH = (DATA / "tide/scenarios/kalach.toml").read_text(encoding="utf-8")


@pytest.mark.case("FB-soviet-1")
@pytest.mark.parametrize("kind", ["regular", "elite", "officer", "mg", "mortar"])
def test_soviet_figures_are_as_good_as_american_ones(kind: str) -> None:
    assert figure(kind, Seat("soviet")) == figure(kind, Seat("american"))  # type: ignore[arg-type]


@pytest.mark.case("FB-soviet-2")
def test_the_soviets_have_their_tanks_their_gun_and_american_supplies() -> None:
    own = {key: kind.count["soviet"] for key, kind in tables().vehicles.items() if "soviet" in kind.nations}
    assert own == SOVIETS


@pytest.mark.case("FB-german-1")
@pytest.mark.parametrize(("key", "count"), [("panther", 8), ("pak-40", 4)])
def test_the_germans_have_panthers_and_guns(key: str, count: int) -> None:
    kind = tables().vehicles[key]
    assert kind.nations == ("german",)
    assert kind.count == {"german": count}


@pytest.mark.case("FB-soviet-2", "FB-german-1", "FB-soviet-1")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("regular = 17", "regular = 18", "it has 37 of 'regular', there are 36 in the box"),
        ("elite = 1, officer = 2", "elite = 1, officer = 5", "it has 6 of 'officer', there are 4 in the box"),
        (
            '{ kind = "kv-1", hex = "J13" },',
            '{ kind = "zis-3", hex = "J13" },' * 5,
            "it has 5 of 'zis-3', there are 4 in the box",
        ),
    ],
)
def test_a_scenario_has_no_more_than_there_is_in_the_box(lay: Lay, old: str, new: str, reason: str) -> None:
    assert KALACH.count(old) == 1
    lay("scenarios/kalach.toml", KALACH.replace(old, new))
    problems = [problem for problem in sound(tables())[1] if problem.field == "sides.soviet.divisions"]
    assert reason in [problem.reason for problem in problems]


@pytest.mark.case("FB-soviet-2", "FB-german-1")
@pytest.mark.parametrize(
    ("kind", "reason"),
    [("panther", "the soviet side has no Panther"), ("pak-40", "the soviet side has no PaK 40")],
)
def test_a_side_has_the_vehicles_and_guns_of_its_own_nation(lay: Lay, kind: str, reason: str) -> None:
    lay("scenarios/kalach.toml", KALACH.replace('{ kind = "kv-1",', f'{{ kind = "{kind}",', 1))
    assert reason in [problem.reason for problem in sound(tables())[1]]


@pytest.mark.case("FB-winter-1", "FB-trench-2")
@pytest.mark.parametrize(
    ("laid", "field", "reason"),
    [
        (["trench D3", "trench D3"], "works.15.hex", "there is more than one trench at D3"),
        (["trench C1", "trench D1", "trench E2", "trench F1", "trench G1", "trench H1", "trench I1", "trench J1"],
         "works", "there are 7 summer tokens of trench"),
    ],
)  # fmt: skip
def test_works_of_a_scenario_are_counted(lay: Lay, laid: list[str], field: str, reason: str) -> None:
    lines = [f'{{ kind = "{kind}", hex = "{hex}" }},' for kind, hex in map(str.split, laid)]
    last = '  { kind = "trap", hex = "J5" },\n'
    lay("scenarios/kalach.toml", KALACH.replace(last, last + "\n".join(lines)))
    problems = {problem.field: problem.reason for problem in sound(tables())[1]}
    assert problems[field] == reason


@pytest.mark.case("FB-winter-1")
def test_a_summer_entrenchment_leaves_the_winter_tokens_alone(field: Field) -> None:
    state = field("entrenchment at A1, A2, B3, B4, B5, C4, D4, E4")
    assert works.none_left(state, "pillbox", HexId("E5")) is None


@pytest.mark.case("FB-mines-4", "FB-mines-3")
@pytest.mark.parametrize(
    ("lines", "need"),
    [
        ("road along B3, C3, D4", 3), ("bridge at C3", 3), ("", 4), ("level 1 at C3", 5), ("rough at C3", 5),
        ("woods at C3", 5), ("swamp at C3", 6), ("winter", 6), ("winter\nbridge at C3", 6), ("balka at C3", 4),
        ("level 1 at C3\nroad along B3, C3", 3), ("level 1 at C3\nswamp at C3", 6), ("shallow stream at C3", 5),
    ],
)  # fmt: skip
def test_the_ground_decides_how_squads_come_through_instant_mines(field: Field, lines: str, need: int) -> None:
    state = field(f"{lines}\nGerman 1st Squad (4 regulars), B3\nGerman Panzer IV 1, B3")
    squad, tank = units.at(state, HexId("B3"))
    assert passage(state, squad, HexId("C3")) == need
    assert passage(state, tank, HexId("C3")) == 6


@pytest.mark.case("FB-trench-4", "FB-snow-1")
def test_a_trench_has_the_snow_trait_on_a_winter_board_alone(field: Field) -> None:
    winter = field("winter\ntrench at C3")
    assert winter.works[WorkId("w1")].kind == "trench"
    assert board.snow_trait(winter, HexId("C3"))
    assert not board.snow_trait(field("trench at C3"), HexId("C3"))
