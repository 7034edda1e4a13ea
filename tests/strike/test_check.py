"""Inconsistent files are reported: each fault with its file, field and reason."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from bot.kit import data_files
from bot.titles.strike.model.table import StageName
from bot.titles.strike.play.sequence import SEQUENCE
from bot.titles.strike.printed.check import check, printed
from bot.titles.strike.printed.tables import tables
from tests.strike.conftest import Lay

DATA = data_files.FOLDERS[0] / "strike"

CHANGES = r"""
map.toml: next = ["A4", "B4", "C3"]  =>  next = ["B4", "C3"]
areas.A4.next: a unit can go from A4 to A3, but not back

map.toml: next = ["A4", "B4", "C3"]  =>  next = ["A4", "B4", "C3", "E3"]
areas.A3.next: a unit can go from A3 to E3, but not back

map.toml: next = ["A4", "B4", "C3"]  =>  next = ["A4", "B4", "C3", "Q3"]
areas.A3.next.3: there is no area 'Q3'

map.toml: A3 = { terrain = ["clear"]  =>  A3 = { terrain = ["tundra"]
areas.A3.terrain.0: there is no terrain 'tundra'

map.toml: A3 = { terrain = ["clear"]  =>  A3 = { terrain = []
areas.A3.terrain: has 0 items, and needs at least 1

map.toml: line = ["E8", "E7"]  =>  line = ["E8", "Z9"]
railways.vinnitsa-zhitomir.line.1: there is no area 'Z9'

map.toml: line = ["E8", "E7"]  =>  line = ["E8", "E3"]
railways.vinnitsa-zhitomir.line: the railway jumps from E8 to E3

map.toml: line = ["E8", "E7"]  =>  line = ["E8"]
railways.vinnitsa-zhitomir.line: has 1 items, and needs at least 2

map.toml: course = ["I3", "J3", "K2"]  =>  course = ["I3", "K2"]
rivers.volkhov.course: the river jumps from I3 to K2

map.toml: within = ["I3", "K2"]  =>  within = ["I3", "K3"]
rivers.volkhov.within: the river does not reach K3

map.toml: areas = ["G1", "I1"]  =>  areas = ["G1", "H1"]
regions.finland.areas.1: there is no area 'H1'

units.toml: name = "Guderian"  =>  name = "von Leeb"
units.g-leeb.name: g-guderian is called 'von Leeb' too

units.toml: full = [8, 3, 2], reduced = [5, 3, 2]  =>  full = [4, 3, 2], reduced = [5, 3, 2]
units.g-a4.reduced: a reduced unit is not stronger

tables.toml: table = ["fair", "fair", "rain", "mud", "snow", "heavy snow"]  =>  table = ["fair", "rain"]
weather.table: has 2 items, and needs 6

tables.toml: "Leningrad", "Vologda", "Moscow"  =>  "Petrograd", "Vologda", "Moscow"
objectives.table.0.1: there is no city or region 'Petrograd'

tables.toml: "AE", "AE", "A3", "A3"  =>  "AE", "AE", "A4", "A3"
combat.results.2: Invalid enum value 'A4'

tables.toml: price = [2, 3]  =>  price = [2]
withdrawal.price: every distance has its price

scenarios/first.toml: A3 = ["g-trucks1", "g-rail1"]  =>  A3 = ["g-trucks1", "g-a18"]
sides: 'g-a18' stands there 2 times

scenarios/first.toml: A3 = ["g-trucks1", "g-rail1"]  =>  A3 = ["g-trucks1", "s-konev"]
sides.german.start.A3: Konev belongs to the russian side

scenarios/first.toml: A3 = ["g-trucks1", "g-rail1"]  =>  A3 = ["g-trucks1", "g-model"]
sides.german.start.A3.1: there is no counter 'g-model'

scenarios/first.toml: A4 = ["g-a9", "g-rail2"]  =>  B4 = ["g-a9"]
sides.german.start.B4: 9th Army does not fit into a diamond

scenarios/first.toml: A4 = ["g-a9", "g-rail2"]  =>  C5 = ["g-a9", "g-rail2"]
sides.german.start.C5: there is no area 'C5'

scenarios/first.toml: converted = ["A3", "A4"]  =>  converted = ["A3", "B4"]
converted: no railway reaches B4

scenarios/first.toml: turns = [1, 3]  =>  turns = [3, 1]
turns: turns run from 1 to 14, the first one before the last

scenarios/first.toml: exits = ["A3", "A4"]  =>  exits = []
sides.german.exits: its edge of the map is not in play; name another one

scenarios/first.toml: minimum = 5  =>  minimum = 6
sides.german.minimum: its boxes begin with 5 corps, and should never fall below 6
"""
"""The file, the old text, the new text, and the report."""


@pytest.mark.parametrize("change", CHANGES.strip().split("\n\n"), ids=lambda change: change.splitlines()[1][:40])
def test_a_fault_is_reported(change: str, lay: Lay) -> None:
    first, told = change.splitlines()
    file, old, new = re.split(r": |  =>  ", first, maxsplit=2)
    text = (DATA / file).read_text(encoding="utf-8")
    assert old in text
    lay(file, text.replace(old, new, 1))
    read = tables()
    found = [f"{problem.field}: {problem.reason}" for problem in (*read.problems, *check(read))]
    assert any(each.startswith(told) for each in found), found


def test_a_scenario_reports_all_its_faults_at_once(lay: Lay) -> None:
    text = (DATA / "scenarios/first.toml").read_text(encoding="utf-8")
    for old, new in (("minimum = 5", 'minimum = "five"'), ('"g-rail1"', '"g-rail9"'), ("A4 = [", "Z9 = [")):
        assert old in text
        text = text.replace(old, new, 1)
    lay("scenarios/first.toml", text)
    read = tables()
    problems = (*read.problems, *check(read))
    assert {problem.field: problem.line for problem in problems} == {
        "sides.german.minimum": text[: text.index('"five"')].count("\n") + 1,
        "sides.german.start.A3.1": text[: text.index('"g-rail9"')].count("\n") + 1,
        "sides.german.start.Z9": text[: text.index("Z9 = [")].count("\n") + 1,
    }


def test_a_scenario_with_a_fault_is_left_out_and_the_others_are_played(lay: Lay) -> None:
    text = (DATA / "scenarios/first.toml").read_text(encoding="utf-8")
    lay("scenarios/first.toml", text.replace("turns = [1, 3]", "turns = [0, 3]"))
    game = printed()
    assert set(game.scenarios) == {"autumn", "campaign"}
    assert len(game.problems) == 1


def test_without_a_sound_map_nothing_is_played(lay: Lay) -> None:
    text = (DATA / "map.toml").read_text(encoding="utf-8")
    lay("map.toml", text.replace('line = ["E8", "E7"]', 'line = ["E8", "Nowhere"]'))
    game = printed()
    assert game.scenarios == {}
    assert "Nowhere" in "\n".join(map(str, game.problems))


def test_an_unknown_key_is_refused_with_file_and_line(lay: Lay) -> None:
    text = (DATA / "map.toml").read_text(encoding="utf-8")
    lay("map.toml", text.replace('city = "Königsberg"', 'town = "Königsberg"', 1))
    [problem, *_] = tables().problems
    assert re.search(r"map\.toml:\d+: areas\.A3.*town", str(problem)), problem


def test_the_files_as_they_come_are_sound() -> None:
    assert check(tables()) == []
    assert tables().problems == ()


def test_the_stages_of_the_sequence_are_those_that_tips_and_reports_name() -> None:
    assert tuple(stage.name for stage in SEQUENCE.stages) == get_args(StageName)
