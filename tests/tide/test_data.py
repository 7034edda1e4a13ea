"""The shipped data is complete, and no user file keeps it from being played."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterable
from itertools import product
from pathlib import Path
from typing import get_args

import pytest

from bot.kernel.game import Case
from bot.kit import data_files, hexes
from bot.kit.data_files import Problem, Unreadable
from bot.titles.tide.field.board import of_scenario
from bot.titles.tide.model.table import HexId, Speciality
from bot.titles.tide.printed.check import check, sound
from bot.titles.tide.printed.ground import COLUMNS, ROWS, Ground, assemble
from bot.titles.tide.printed.records import Division, Reinforcement, ScenarioRecord, Stage
from bot.titles.tide.printed.tables import Tables, tables
from tests.tide.conftest import Lay

DATA = data_files.FOLDERS[0]
BOARDS = tuple(f"{number}{face}" for number, face in product(range(1, 10), "AB"))
SUMMER = ("1A", "1B", "2A", "2B", "3A", "3B", "4A", "5A", "6A")
SCENARIOS = {path.stem for path in (DATA / "tide" / "scenarios").glob("*.toml")}
FURY = {"kryukovo", "ugra", "bukrin", "mtsensk", "barrikady", "korsun"}
NATIONS = {"german", "soviet"}
OPEN_WATER = {"stream", "deep-stream", "flooded-stream", "frozen-stream", "pond", "swamp"}
LIES = tuple(f"{board}{turned}" for board, turned in product(BOARDS, ("", " turned")))
GATES = {"0004", "1004", "0500", "0509"}


@pytest.fixture
def bare(unread: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Read a copy of the data and nothing else."""
    shutil.copytree(DATA / "tide", tmp_path / "tide")
    monkeypatch.setattr(data_files, "FOLDERS", [tmp_path])
    return tmp_path


def loaded() -> tuple[Tables, list[Problem]]:
    """Read the data as the title does, with everything that is wrong."""
    read = tables()
    kept, problems = sound(read)
    return kept, [*read.problems, *problems]


def test_the_shipped_data_has_no_problem() -> None:
    kept, problems = loaded()
    assert problems == []
    assert check(tables()) == []
    assert set(kept.scenarios) == SCENARIOS
    assert set(kept.boards) == set(BOARDS)
    assert len(kept.overlays) == 10


@pytest.mark.parametrize("path", ["units.toml", "ground.toml", "tables.toml", "cards.toml"])
def test_no_value_is_taken_without_its_source(lay: Lay, path: str) -> None:
    text = (DATA / "tide" / path).read_text(encoding="utf-8")
    at = text.index("source = ")
    file = lay(path, text[:at] + text[text.index("\n", at) + 1 :])
    [problem] = loaded()[1]
    assert problem.file == str(file)
    assert problem.field.endswith(".source")
    assert problem.reason == "Object missing required field `source`"


def test_every_case_is_listed_once_in_full() -> None:
    lines = (DATA / "tide" / "cases.tsv").read_text(encoding="utf-8").splitlines()
    cases = tables().cases
    assert len(cases) == len(lines) - 1
    for case in cases.values():
        assert re.fullmatch(r"(TOI|FB|FI)-[a-z0-9.-]+", case.id)
        assert 0 < len(case.title) <= 60
        assert case.text.endswith(".")
        assert not case.title.endswith(".")
    assert all(not case.waived for key, case in cases.items() if key.startswith("TOI-"))
    told = {named for case in cases.values() for named in re.findall(r"(?:TOI|FB|FI)-[\w.-]*\w", case.text)}
    assert told <= set(cases)


def test_the_house_rules_of_the_table_are_listed() -> None:
    problems: list[Problem] = []
    told = {case.id for case in data_files.rows("table/cases.tsv", Case, problems)}
    assert problems == []
    kinds = "undo rewind seat dice start channel secret moved over resign plan hint note call"
    later = "absent lobby place broken orders lesson"
    assert told == {f"FP-{kind}" for kind in (*kinds.split(), *later.split())}


def rim(digits: str) -> bool:
    column, row = int(digits[:2]), int(digits[2:])
    return column in (0, COLUMNS) or row == ROWS or (row == 0 and column & 1 == 1)


@pytest.mark.parametrize("key", BOARDS)
def test_roads_leave_a_board_at_the_four_gates_alone(key: str) -> None:
    board = tables().boards[key]
    assert {digits for road in board.roads for digits in road if rim(digits)} == GATES
    assert all(rim(digits) <= (digits in (road[0], road[-1])) for road in board.roads for digits in road)


@pytest.mark.parametrize("key", BOARDS)
def test_the_rim_of_a_board_bears_nothing_but_woods_and_roads(key: str) -> None:
    board = tables().boards[key]
    assert {kind for digits, kind in board.terrain.items() if rim(digits)} <= {"woods"}
    assert not any(rim(digits) for digits in board.levels)
    assert not GATES & set(board.terrain)


@pytest.mark.parametrize("key", BOARDS)
def test_a_third_to_a_half_of_a_board_bears_something(key: str) -> None:
    board = tables().boards[key]
    full = {digits for digits in (*board.terrain, *board.levels) if not rim(digits)}
    assert 0.30 <= len(full) / 76 <= 0.45
    assert board.text
    assert board.snow == (key not in SUMMER)


@pytest.mark.parametrize("key", BOARDS)
def test_board_files_are_laid_out_for_people(key: str) -> None:
    lines = (DATA / "tide" / "boards" / f"{key}.json").read_text(encoding="utf-8").splitlines()
    assert max(map(len, lines)) <= 110


@pytest.mark.parametrize("first", LIES)
def test_every_board_joins_every_other_on_every_edge(first: str) -> None:
    for second in LIES:
        for place, gate in (
            (assemble(tables(), ((first, second),)), hexes.from_grid(COLUMNS, 4)),
            (assemble(tables(), ((first,), (second,))), hexes.from_grid(5, ROWS)),
        ):
            seam = place[HexId(hexes.name(gate))]
            assert len(seam.roads) == 2
            assert seam.terrain == "clear"
            assert_roads_are_whole(place)


def assert_roads_are_whole(place: Ground) -> None:
    """All roads of a map connect; they avoid water except by bridge, and cliffs."""
    on_roads = {name for name, spot in place.spots.items() if spot.roads}
    assert reached(next(iter(on_roads)), lambda name: place[name].roads) == on_roads
    for name in on_roads:
        spot = place[name]
        assert spot.terrain not in OPEN_WATER
        assert all(abs(place[to].level - spot.level) <= 1 for to in spot.roads)
    bridges = [spot for spot in place.spots.values() if spot.terrain == "bridge"]
    assert all(len(bridge.roads) >= 2 for bridge in bridges)


def reached(start: HexId, ways: Callable[[HexId], Iterable[HexId]]) -> set[HexId]:
    """Return every hex that ways lead to, the start included."""
    found, todo = {start}, [start]
    while todo:
        new = set(ways(todo.pop())) - found
        found |= new
        todo += new
    return found


@pytest.mark.parametrize("key", BOARDS)
def test_the_terrain_of_a_rim_does_not_depend_on_the_order_of_boards(key: str) -> None:
    for other in LIES:
        west_east = assemble(tables(), ((key, other),))
        turned = assemble(tables(), ((turn(other), turn(key)),))
        assert {mirror(west_east, name): spot.terrain for name, spot in west_east.spots.items()} == {
            name: spot.terrain for name, spot in turned.spots.items()
        }


def turn(board: str) -> str:
    return board.removesuffix(" turned") if board.endswith(" turned") else f"{board} turned"


def mirror(place: Ground, name: str) -> str:
    """Return the name of a hex when the whole map is turned by half a circle."""
    column, row = hexes.grid(place.spots[HexId(name)].at)
    across, down = COLUMNS * place.shape[0], ROWS * place.shape[1]
    return hexes.name(hexes.from_grid(across - column, down - 1 + (column & 1) - row))


@pytest.mark.parametrize("key", BOARDS)
def test_no_field_is_cut_off_by_water_or_cliffs(key: str) -> None:
    assert_nothing_is_cut_off(assemble(tables(), ((key,),)))


def assert_nothing_is_cut_off(place: Ground) -> None:
    """From every field squads can walk to every other."""
    walkable = {name for name, spot in place.spots.items() if tables().terrain[spot.terrain].squads is not None}

    def steps(name: HexId) -> set[HexId]:
        level = place[name].level
        return {to for to in place.neighbours[name] if to in walkable and abs(place[to].level - level) <= 1}

    assert reached(next(iter(walkable)), steps) == walkable


@pytest.mark.parametrize("key", sorted(SCENARIOS))
def test_overlays_leave_the_roads_and_the_fields_of_a_map_whole(key: str) -> None:
    place = of_scenario(key)
    assert_roads_are_whole(place)
    assert_nothing_is_cut_off(place)


def test_something_is_played_with_everything_that_is_printed() -> None:
    printed = tables()
    records = list(printed.scenarios.values())
    sides = [side for record in records for side in record.sides.values()]
    divisions = [division for side in sides for division in side.divisions]
    troops: list[Division | Reinforcement] = [*divisions]
    troops += (arrivals for record in records for arrivals in record.reinforcements)
    vehicles = [vehicle.kind for some in troops for vehicle in some.vehicles]
    squads = [squad for some in troops for squad in some.squads]
    decks = {deck for record in records for deck in record.shared_decks}
    boards = {board.split()[0] for record in records for row in record.map for board in row}
    assert boards == set(printed.boards)
    assert {covering.tile for record in records for covering in record.overlays} == set(printed.overlays)
    assert decks | {deck for side in sides for deck in side.decks} == set(printed.decks)
    assert {card for side in sides for card in side.operations} == set(printed.operations)
    assert set(vehicles) == {key for key, kind in printed.vehicles.items() if NATIONS & set(kind.nations)}
    assert {figure for squad in squads for figure in squad.figures} == {
        key.partition(".")[0] for key in printed.figures
    }
    assert {squad.special for squad in squads} == {*get_args(Speciality)}
    assert {work.kind for record in records for work in record.works} == {
        key for key, work in printed.works.items() if work.type in ("fortification", "obstacle")
    } - {"fougasse"}


def test_the_scenarios_of_the_expansion_are_of_every_size_and_ask_for_every_rule() -> None:
    records = {key: tables().scenarios[key] for key in FURY}
    sizes = {key: sum(map(len, record.map)) for key, record in records.items()}
    assert {min(sizes.values()), max(sizes.values())} == {2, 6}
    assert all(5 <= record.rounds <= 10 for record in records.values())
    assert {record.streams for record in records.values()} == {"shallow", "deep", "flooded", "frozen"}
    assert {record.munitions for record in records.values()} == {"by agreement", "used", "forbidden"}
    assert {seat for record in records.values() for seat in saboteurs(record)} == NATIONS
    assert all(set(record.sides) == NATIONS for record in records.values())


@pytest.mark.parametrize(("key", "taught"), [("kryukovo", "ice"), ("bukrin", "gun"), ("ugra", "Sabotage card")])
def test_three_scenarios_of_the_expansion_teach_it(key: str, taught: str) -> None:
    """The subject of a lesson's first tip is in play from round 1.

    Further tips are in order.
    """
    record = tables().scenarios[key]
    assert sum(map(len, record.map)) == 2
    assert taught in lessons(record)
    first, *later = record.tips
    assert (first.round, first.stage) == (1, "round")
    assert taught in first.text
    for side in NATIONS:
        own = [(tip.round, tip.stage) for tip in record.tips if tip.side in ("", side)]
        assert len({*own}) == len(own), "no two at the same moment, since only one is shown"
    assert [tip.round for tip in later] == sorted(tip.round for tip in later)


def lessons(record: ScenarioRecord) -> set[str]:
    """Return the subjects of the expansion that a scenario has on the map or in hand."""
    forces = [division for side in record.sides.values() for division in side.divisions]
    kinds = {tables().vehicles[vehicle.kind].type for division in forces for vehicle in division.vehicles}
    spots = assemble(tables(), record.map, record.overlays, record.streams).spots.values()
    found = {
        "ice": any(spot.terrain == "frozen-stream" for spot in spots),
        "gun": "equipment" in kinds,
        "Sabotage card": bool(saboteurs(record)),
    }
    return {lesson for lesson, there in found.items() if there}


def saboteurs(record: ScenarioRecord) -> set[str]:
    return {seat for seat, side in record.sides.items() if "saboteur" in side.specialities}


def test_the_learning_scenario_is_small() -> None:
    record = tables().scenarios["first"]
    assert record.fixed
    assert record.rounds == 3
    assert record.map == (("1A",),)
    assert {tip.stage for tip in record.tips} == set(get_args(Stage))
    assert {tip.round for tip in record.tips} == {1, 2}
    for side in record.sides.values():
        squads = [squad for division in side.divisions for squad in division.squads]
        figures = {figure for squad in squads for figure in squad.figures}
        assert 5 <= len(squads) <= 6
        assert {"officer", "mg"} <= figures
        assert sum(squad.concealed for squad in squads) == side.concealed == 2
        assert len(side.decks) == 1


def test_sides_begin_within_reach_of_each_other_and_in_cover() -> None:
    record, place = tables().scenarios["first"], of_scenario("first")
    hexes_of = {
        seat: [HexId(squad.hex) for division in side.divisions for squad in division.squads]
        for seat, side in record.sides.items()
    }
    nearest = min(place.distance(a, b) for a in hexes_of["german"] for b in hexes_of["soviet"])
    assert 5 <= nearest <= 7
    assert all(tables().terrain[place[name].terrain].cover for names in hexes_of.values() for name in names)


def test_the_full_scenario_has_everything() -> None:
    record = tables().scenarios["kalach"]
    assert [len(row) for row in record.map] == [2, 2]
    assert {work.kind for work in record.works} == {"entrenchment", "pillbox", "mines", "wire", "trap"}
    assert {objective.kind for objective in record.objectives} == {"command", "victory"}
    assert {objective.nation for objective in record.objectives} == {"", "german", "soviet"}
    assert record.shared_decks == ("supply-1", "combined-air-support-1")
    assert {arrivals.side for arrivals in record.reinforcements} == {"german", "soviet"}
    specials, kinds = [], set()
    for side in record.sides.values():
        squads = [squad for division in side.divisions for squad in division.squads]
        assert 11 <= len(squads) <= 14
        assert side.concealed
        assert side.operations
        assert all(division.start for division in side.divisions)
        specials.append({squad.special for squad in squads} - {""})
        kinds |= {tables().vehicles[unit.kind].type for division in side.divisions for unit in division.vehicles}
    assert specials[0] | specials[1] == {"engineer", "medic", "flamethrower", "anti-tank", "expert", "saboteur"}
    assert specials[0] != specials[1]
    assert kinds == {"tank", "half-track", "truck"}


@pytest.mark.parametrize(
    ("content", "line", "field", "reason"),
    [
        ("name = \n", 1, "", "Invalid value"),
        ('name = "a"\nname = "b"\n', 2, "", "Cannot overwrite a value"),
        (b'name = "\xff"', 0, "", "is not UTF-8 text (byte 8)"),
        ("", 0, "name", "Object missing required field `name`"),
        ("#rounds", 0, "name", "Object missing required field `name`"),
    ],
)
def test_a_scenario_file_that_cannot_be_read_leaves_the_shipped_one(
    lay: Lay, content: str | bytes, line: int, field: str, reason: str
) -> None:
    file = lay("scenarios/first.toml", content)
    kept, problems = loaded()
    problem = next(each for each in problems if each.field == field)
    assert (problem.file, problem.line) == (str(file), line)
    assert reason in problem.reason
    assert set(kept.scenarios) == SCENARIOS


@pytest.mark.parametrize(
    ("line", "changed", "field", "reason"),
    [
        ("rounds = 3", 'rounds = "three"', "rounds", "Expected `int`, got `str`"),
        ("rounds = 3", "turns = 3", "turns", "unknown field `turns`"),
        ('text = """\\', 'text = 3\nwhy = """\\', "text", "Expected `str`, got `int`"),
        ('decks = ["morale-1"]', "decks = [3]", "sides.soviet.decks.0", "Expected `str`, got `int`"),
        (
            "figures = { regular = 15, elite = 2, officer = 1, mg = 1 }",
            "figures = { regular = 13, spy = 1 }",
            "sides.soviet.divisions.0.figures.spy",
            "Invalid enum value 'spy'",
        ),
        (
            '  { figures = ["mg", "regular", "regular"], hex = "B4" },',
            '  { figures = ["mg", "dog"], hex = "B4" },',
            "sides.german.divisions.0.squads.1.figures.1",
            "Invalid enum value 'dog'",
        ),
        (
            '  { side = "soviet", holds = ["B5", "E5", "H5"], count = 2 },',
            '  { sid = "soviet", holds = ["B5", "E5", "H5"], count = 2 },',
            "victory.conditions.1.sid",
            "unknown field `sid`",
        ),
        (
            '  { hex = "E5", name = "Church", kind = "command", value = 2, the = true },',
            '  { hex = "E5", kind = "command", value = 2, the = true },',
            "objectives.1.name",
            "missing required field `name`",
        ),
    ],
)
def test_a_scenario_with_a_wrong_field(lay: Lay, line: str, changed: str, field: str, reason: str) -> None:
    lines = (DATA / "tide/scenarios/first.toml").read_text(encoding="utf-8").splitlines()
    at = lines.index(line)
    file = lay("scenarios/own.toml", "\n".join([*lines[:at], changed, *lines[at + 1 :]]))
    kept, problems = loaded()
    problem = next(each for each in problems if each.field == field)
    assert (problem.file, problem.line) == (str(file), at + 1)
    assert reason in problem.reason
    assert set(kept.scenarios) == SCENARIOS


@pytest.mark.parametrize(
    "path",
    [
        "units.toml",
        "cards.toml",
        "ground.toml",
        "tables.toml",
        "cases.tsv",
        "boards/1A.json",
        "overlays/hill.json",
    ],
)
@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"{", b"[[[", b"x\ty\nz\n", b"[]"])
def test_nothing_that_a_user_writes_keeps_the_shipped_game_from_being_played(
    lay: Lay, path: str, content: bytes
) -> None:
    file = lay(path, content)
    kept, problems = loaded()
    assert problems
    assert {problem.file for problem in problems} == {str(file)}
    assert set(kept.scenarios) == SCENARIOS


def test_the_title_says_so_when_the_numbers_of_the_rules_are_broken(bare: Path) -> None:
    file = bare / "tide" / "tables.toml"
    file.write_text(file.read_text(encoding="utf-8").replace("close = 4", 'close = "four"'), encoding="utf-8")
    with pytest.raises(Unreadable) as caught:
        tables()
    assert str(caught.value) == f"{file}:4: hit.close: Expected `int`, got `str`"


def test_the_title_says_so_when_the_numbers_of_the_rules_are_missing(bare: Path) -> None:
    (bare / "tide" / "tables.toml").unlink()
    with pytest.raises(Unreadable, match=r"tide/tables\.toml: is missing"):
        tables()


@pytest.mark.parametrize("lost", ["units.toml", "cards.toml", "ground.toml", "boards"])
def test_without_a_part_of_the_data_no_scenario_is_played_and_nothing_crashes(bare: Path, lost: str) -> None:
    (bare / "tide" / lost).rename(bare / "lost")
    kept, problems = loaded()
    assert problems
    assert kept.scenarios == {}


def test_an_own_board_is_played_on(lay: Lay) -> None:
    board = {"name": "Own", "source": "ours", "terrain": {"0204": "woods", "0804": "woods"}}
    lay("boards/1A.json", json.dumps(board))
    assert loaded()[1] == []
    assert of_scenario("first")[HexId("B5")].terrain == "woods"
