"""A user's own scenario is playable.

A broken file is reported by line and left out.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.titles.trap import TITLE
from bot.titles.trap.play.sequence import SEQUENCE
from bot.titles.trap.printed import check, laid_out
from bot.titles.trap.printed.tables import ScenarioRecord, tables
from bot.titles.trap.printed.units import counters
from tests.match import Match
from tests.trap.conftest import Lay

OWN = """\
name = "The Depot"
text = "What is left of two companies goes for the station in the evening, and through the night."
source = "ours"
rules = "variant"
turns = [5, 7]
margin = 2
objectives = ["station"]
without = ["hotels"]
agreed = ["riders"]

[russian]
markers = ["1/131", "3/131", "artillery"]
later = { "2/131" = 7 }
batteries = 2

[[russian.start]]
hex = "1320"
facing = "NE"
units = ["131-t1"]
riders = ["131-1-i1", "lubyenko"]

[[russian.start]]
hex = "1620"
level = "upper"
units = ["131-1-h1", "131-1-i2", "schmel1"]

[[russian.waves]]
turn = 6
units = ["131-t2", "131-bmp1", "131-1-i3"]
entries = ["0426", "west"]
objective = "station"

[chechen]
pool = ["c-*", "dudayev"]
markers = 1
more = [6]
roadblocks = 5
start = ["c-h1", "dudayev", "c-t1"]
draws = { turns = [6, 7], dice = 1, sides = 10 }

[[tips]]
turn = 5
at = "3/131"
text = "Get down before you fire."
"""


def read(lay: Lay, text: str) -> tuple[bool, list[str]]:
    """Say whether a scenario can be played, and everything that is wrong with it."""
    lay("scenarios/own.toml", text)
    problems: list[Problem] = []
    found = data_files.folder("trap/scenarios", ScenarioRecord, problems)
    sound, amiss = check.sound(replace(tables(), scenarios=found))
    assert {"first", "historical", "relief", "variant"} <= set(sound.scenarios), "the rest is played on"
    return "own" in sound.scenarios, [str(each) for each in (*problems, *amiss)]


def test_a_scenario_of_ones_own_is_sound(lay: Lay) -> None:
    assert read(lay, OWN) == (True, [])


BROKEN = (
    ("turns = [5, 7]", "turns = [5, 12]", "turns: turns go from 1 to 11, the first one first"),
    (
        '"2/131" = 7',
        '"2/131" = 8',
        "russian.later.2/131: the battle ends with turn 7, and there is no turn 8 in it",
    ),
    ("more = [6]", "more = [0]", "chechen.more: the battle ends with turn 7, and there is no turn 0 in it"),
    ("turn = 5\n", "turn = 9\n", "tips.0.turn: the battle ends with turn 7, and there is no turn 9 in it"),
    (
        '"131-t2"',
        '"131-t99"',
        "russian.waves.0.units.0: there is no Russian counter '131-t99'; did you mean",
    ),
    ('"131-t2"', '"c-t1"', "russian.waves.0.units.0: there is no Russian counter 'c-t1'; "),
    (
        '"131-1-i3"',
        '"131-1-*"',
        "russian.waves.0.units: 131-1-i1: there is one such counter, and it is named twice",
    ),
    ('["c-*", "dudayev"]', '["c-*"]', "chechen.start: dudayev: it is not in the pool"),
    ('"artillery"]', '"artilery"]', "russian.markers.2: there is no marker 'artilery'; did you mean 'artillery'?"),
    ('"artillery"]', '"2/131"]', "russian.markers: 2/131: there is one such marker, and it is named twice"),
    ("markers = 1", "markers = 0", "chechen.markers: is 0; expected at least 1"),
    ("batteries = 2", "batteries = 10", "russian.batteries: is 10; expected 0 to 9"),
    ("roadblocks = 5", "roadblocks = -1", "chechen.roadblocks: is -1; expected at least 0"),
    ("sides = 10", "sides = 8", "chechen.draws.sides: Invalid enum value 8; expected one of 10, 6"),
    ('"1320"', '"4120"', "russian.start.0.hex: there is no hex '4120'; did you mean '"),
    ('"0426"', '"0525"', "russian.waves.0.entries.0: there is no hex at the edge '0525'; did you mean '"),
    ('["station"]', '["statoin"]', "objectives.0: there is no landmark 'statoin'; did you mean 'station'?"),
    ('["hotels"]', '["hotel"]', "without.0: there is no option 'hotel'; did you mean 'hotels'?"),
    (
        '["hotels"]',
        '["riders"]',
        "agreed.0: there is no option in play 'riders'; expected one of buratino, ",
    ),
    ('at = "3/131"', 'at = "dawn"', "tips.0.at: there is no moment for a tip 'dawn'; expected one of 1/131, "),
    ('"1620"', '"0517"', "russian.start.1.hex: there is no upper level at 0517"),
    ('"131-1-h1"', '"131-bmp2"', "russian.start.1.hex: vehicles stand on the ground"),
    ('"1320"', '"1321"', "russian.start.0.hex: no road leads to 1321 for a vehicle"),
    ('"schmel1"', '"schmel*", "131-1-i4"', "russian.start.1.units: more than 4 units stand on one level of 1620"),
    ('["131-t1"]', '["131-t1", "131-t3"]', "russian.start.0.units: more than one vehicle stands at 1320"),
    ('["131-t1"]', '["131-1-i5"]', "russian.start.0.riders: they ride in the first of the units, which must be a"),
    ('"lubyenko"', '"131-1-i6"', "russian.start.0.riders: one unit on foot and one leader find room in a vehicle"),
    (
        'agreed = ["riders"]',
        "",
        "russian.start.0.riders: nobody rides on a tank unless the scenario agrees on riders",
    ),
)


@pytest.mark.parametrize(("old", "new", "reason"), BROKEN, ids=[each[2] for each in BROKEN])
def test_an_error_in_a_scenario_is_reported_with_its_field(lay: Lay, old: str, new: str, reason: str) -> None:
    assert old in OWN
    plays, problems = read(lay, OWN.replace(old, new, 1))
    assert not plays
    assert any(f"own.toml:{line}: {reason}" in each for each in problems for line in range(1, 60)), problems


def test_a_scenario_reports_all_its_faults_at_once(lay: Lay) -> None:
    """Wrong types, limits and unknown names are reported together."""
    text = OWN
    for old, new in (
        ("margin = 2", 'margin = "two"'),
        ("batteries = 2", "batteries = 10"),
        ('"1320"', '"4120"'),
        ('"131-t2"', '"131-t99"'),
        ('["station"]', '["statoin"]'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    plays, problems = read(lay, text)
    assert not plays
    lines = {each.rpartition("own.toml:")[2].partition(": ")[0] for each in problems}
    assert lines == {
        str(text[: text.index(word)].count("\n") + 1) for word in ('"two"', "= 10", "4120", "t99", "oin")
    }


def test_a_pattern_names_counters_of_one_side(lay: Lay) -> None:
    _, problems = read(lay, OWN.replace('"131-1-i3"', '"*"', 1))
    assert any("*: not every counter with such a key is russian" in each for each in problems)


def test_a_broken_record_of_a_unit_leaves_the_shipped_one(lay: Lay) -> None:
    """The file is reported, and nothing else is lost."""
    broken = 'side = "chechen", kind = "infantry", name = "F", cf = 4, mp = 0, source = "ours"'
    lay("units.toml", f"[units]\nc-i1 = {{ {broken} }}")
    read_again = counters.__wrapped__()
    assert read_again.units == counters().units
    (problem,) = read_again.problems
    assert "units.toml:2: units.c-i1.mp: " in str(problem)
    assert set(check.sound(tables())[0].scenarios) >= {"first", "historical"}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("night = 6", "night = 12", "track.night: the track has the turns 1 to 11, and one of them is night"),
        ("woods = 4, built-up = 4,", "", "costs.foot: it is not said what woods, built-up costs"),
        ("road = 1", "road = -1", "costs.road: is -1; expected at least 0"),
        ("chechen = 3", "chechen = 0", "stacking.chechen: is 0; expected at least 1"),
    ],
)
def test_charts_of_ones_own_are_checked(lay: Lay, old: str, new: str, reason: str) -> None:
    text = (data_files.FOLDERS[0] / "trap" / "tables.toml").read_text(encoding="utf-8")
    assert old in text
    lay("tables.toml", text.replace(old, new, 1))
    read_again = tables.__wrapped__()
    found = [str(each) for each in (*read_again.problems, *check.sound(read_again)[1])]
    assert [each.partition(": ")[2] for each in found] == [reason]


def test_tips_come_at_stages_that_there_are() -> None:
    assert tuple(stage.name for stage in SEQUENCE.stages) == laid_out.STAGES


@pytest.fixture
def own(lay: Lay) -> Iterator[str]:
    """Put the scenario over the title's data for the length of the test."""
    lay("scenarios/own.toml", OWN)
    for forget in (tables.cache_clear, TITLE.forget):
        forget()
    yield "own"
    for forget in (tables.cache_clear, TITLE.forget):
        forget()


def test_it_is_played_to_its_end(own: str) -> None:
    assert TITLE.problems == ()
    options = TITLE.scenarios[own].usual
    assert options["riders"] == "yes", "the scenario agrees on it"
    match = Match(TITLE, own, options, b"own")
    while not match.over:
        (seat,) = match.asked
        seen = match.seen(seat)
        assert match.act(seat, TITLE.answer(seen) or TITLE.play(seen), "computer") is None
    assert 5 <= match.state.turn <= 7
