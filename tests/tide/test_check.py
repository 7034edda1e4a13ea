"""Checks across records report each error with file, line, field and reason."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.titles.tide.printed.check import check, sound
from bot.titles.tide.printed.tables import Tables, tables
from tests.tide.conftest import Lay

DATA = data_files.FOLDERS[0] / "tide"
SCENARIOS = {path.stem for path in (DATA / "scenarios").glob("*.toml")}
BOARDS = sorted(path.stem for path in (DATA / "boards").glob("*.json"))
LISTED = {
    "OBJECTIVES": "A14, A4, D6, E3, G14, L3, N14, O13, P5, R7",
    "BOARDS": ", ".join(name for board in BOARDS for name in (board, f"{board} turned")),
    "SHELTERS": "cckw-353, entrenchment, m3a1, opel-blitz, pillbox, sdkfz-251, trench",
    "WORKS": "entrenchment, fougasse, instant-mines, mines, pillbox, smoke, strong-fire, trap, trench, weak-fire, "
    "wire",
}
"""Lists of names in the reports."""

CHANGES = r"""
    ["1B", "2A"],  =>  ["1B", "9Z"],
    map.0.1: there is no board '9Z'; expected one of BOARDS

    ["1B", "2A"],  =>  ["1B", "2A upside-down"],
    map.0.1: there is no board '2A upside-down'; expected one of BOARDS

    ["2B", "3A"],  =>  ["2B"],
    map.1: every row of a map has as many boards as the others

    rounds = 8  =>  rounds = 0
    rounds: is 0; expected 1 to 99

    initiative = "german"  =>  initiative = "finnish"
    initiative: there is no side 'finnish'; expected one of german, soviet

    "E3", name  =>  "T3", name
    objectives.0.hex: there is no hex 'T3'; expected one such as 'A1'

    "E3", name  =>  "P5", name
    objectives.0.hex: P5 is an objective 2 times

    "Ridge Farm", kind = "victory", value = 2  =>  "Ridge Farm", kind = "victory", value = 0
    objectives.9.value: is 0; expected 1 to 99

    value = 1, the = true },  =>  value = 1, nation = "polish" },
    objectives.8.nation: there is no side 'polish'; expected one of german, soviet

    value = 1, the = true },  =>  value = 1, holder = "polish" },
    objectives.8.holder: there is no side 'polish'; expected one of german, soviet

    "pillbox", hex = "M5"  =>  "bunker", hex = "M5"
    works.5.kind: there is no work 'bunker'; expected one of WORKS

    "pillbox", hex = "M5"  =>  "pillbox", hex = "N13"
    works.5.hex: there is no fortification in deep stream

    "pillbox", hex = "M5"  =>  "pillbox", hex = "M55"
    works.5.hex: there is no hex 'M55'; did you mean 'M5'?

    "wire", hex = "L5"  =>  "wire", hex = "F2"
    works.11.hex: there is more than one razor wire at F2

    ["supply-1",  =>  ["supply-2",
    shared_decks.0: there is no deck 'supply-2'; did you mean 'supply-1'?

    ["supply-1",  =>  ["supply-1", "morale-1",
    shared_decks: the deck 'morale-1' is given 2 times

    "command-1", "artillery-1"  =>  "soviet-reinforcements-1"
    sides.german.decks: the deck 'soviet-reinforcements-1' belongs to the soviet side

    "command-1", "artillery-1"  =>  "combined-air-support-1"
    sides.german.decks: the combined deck 'combined-air-support-1' can only be shared

    command = 5  =>  command = -5
    sides.german.command: is -5; expected 0 to 99

    draws = 2\noperations = ["tank  =>  draws = 40\noperations = ["tank
    sides.german.draws: its decks hold fewer cards

    operations = ["tank-ace"]  =>  operations = ["tank-aces"]
    sides.german.operations.0: there is no operations card 'tank-aces'; did you mean 'tank-ace'?

    operations = ["tank-ace"]  =>  cards = ["hurrah"]
    sides.german.cards: there is no card 'hurrah' in its decks

    "flamethrower", "medic", "anti-tank"]  =>  "flamethrower", "anti-tank"]
    sides.german.specialities: its squads suggest 1 more of 'medic' than it has

    concealed = 3  =>  concealed = 2
    sides.german.concealed: its squads suggest 3 concealed ones

    regular = 21  =>  regular = 20
    sides.german.divisions.0.figures: its squads suggest 1 more of 'regular' than it has

    "elite", "elite", "elite"]  =>  "elite", "elite", "elite", "elite"]
    sides.german.divisions.1.squads.0.figures: they take 5 spaces; a squad takes 1 to 4

    figures = ["officer", "elite", "elite", "elite"]  =>  figures = []
    sides.german.divisions.1.squads.0.figures: they take 0 spaces; a squad takes 1 to 4

    ["mortar", "regular", "regular"], hex = "A2"  =>  ["mortar", "regular"], special = "medic", hex = "A2"
    sides.german.divisions.0.squads.2.special: a squad with a heavy weapon has no specialization

    , hex = "B8" },  =>  },
    sides.german.divisions.0.squads.6: no hex is suggested

    hex = "B8" },  =>  hex = "C8" },
    sides.german.divisions.0.squads.6.hex: C8 lies outside the starting hexes

    hex = "B8" },  =>  hex = "B88" },
    sides.german.divisions.0.squads.6.hex: there is no hex 'B88'; did you mean 'B8'?

    hex = "B8" },  =>  hex = "A4", into = "sdkfz-251" },
    sides.german.divisions.0.squads.6.into: there is no room in a 'sdkfz-251' at A4

    hex = "M5", into = "pillbox"  =>  hex = "M4", into = "pillbox"
    sides.soviet.divisions.0.squads.5.into: there is no room in a 'pillbox' at M4

    "t34-76", hex = "M7"  =>  "t34-76", hex = "F4"
    sides.soviet.divisions.0.vehicles.1.hex: vehicles cannot enter building at F4

    "t34-76", hex = "M7"  =>  "tiger", hex = "M7"
    sides.soviet.divisions.0.vehicles.1.kind: the soviet side has no Tiger I

    "kv-1", hex = "J13"  =>  "kv-2", hex = "J13"
    sides.soviet.divisions.1.vehicles.0.kind: there is no vehicle 'kv-2'; did you mean 'kv-1'?

    start = [\n  "S1",  =>  start = [\n  "S0",
    sides.soviet.start.0: there is no hex 'S0'; did you mean 'S10'?

    start = [\n  "F10",  =>  start = [\n  "F0",
    sides.soviet.divisions.1.start.0: there is no hex 'F0'; did you mean 'F10'?

    round = 3  =>  round = 8
    reinforcements.1.round: reinforcements come at the end of a round before the last one

    side = "soviet"\nentry  =>  side = "red"\nentry
    reinforcements.1.side: there is no side 'red'; expected one of german, soviet

    ["S5", "S13"]  =>  ["S5", "S18"]
    reinforcements.1.entry.1: there is no hex 'S18'; did you mean 'S8'?

    ["S5", "S13"]  =>  ["S5", "S16"]
    reinforcements.1.entry: vehicles cannot enter pond at S16

    ["S5", "S13"]  =>  []
    reinforcements.1.entry: has 0 items, and needs at least 1

    division = "229th Rifle Division"  =>  division = "230th"
    reinforcements.1.division: there is no division '230th'

    regular"], into = "cckw-353"  =>  regular"], into = "m3a1"
    reinforcements.1.squads.0.into: there is no room in a 'm3a1'

    default = "soviet"  =>  default = "nobody"
    victory.default: there is no side 'nobody'; expected one of german, soviet

    "O13"], count = 3  =>  "G15"], count = 3
    victory.conditions.1.holds.3: there is no objective hex 'G15'; expected one of OBJECTIVES

    "O13"], count = 4  =>  "O13"], count = 5
    victory.conditions.2.count: of 4 hexes 5 cannot be asked for

    hex = "M5", into = "pillbox"  =>  hex = "M5", into = "bunker"
    sides.soviet.divisions.0.squads.5.into: there is no shelter 'bunker'; expected one of SHELTERS

    holds = ["A4", "A14"], count = 2  =>  holds = []
    victory.conditions.3: a condition names hexes to hold, or points
"""


@pytest.mark.parametrize(
    "change", re.split(r"\n\s*\n", CHANGES.strip()), ids=lambda change: change.split("\n")[-1].strip()
)
def test_a_scenario_that_cannot_be_played_is_left_out(lay: Lay, change: str) -> None:
    edit, told = change.strip().replace("\\n", "\n").rsplit("\n", 1)
    old, new = edit.strip().split("  =>  ")
    text = (DATA / "scenarios/kalach.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1, "the change must hit one place"
    file = lay("scenarios/own.toml", text.replace(old, new))
    kept, problems = loaded()
    field, reason = told.strip().split(": ", 1)
    for listed, names in LISTED.items():
        reason = reason.replace(listed, names)
    found = {problem.field: problem for problem in problems}
    assert found[field].reason == reason
    assert found[field].file == str(file)
    assert abs(found[field].line - text[: text.index(old)].count("\n") - 1) <= new.count("\n")
    assert set(kept.scenarios) == SCENARIOS


def test_a_scenario_reports_all_its_faults_at_once(lay: Lay) -> None:
    """Wrong types, limits and unknown names are reported together, with known names."""
    text = (DATA / "scenarios/kalach.toml").read_text(encoding="utf-8")
    for old, new in (
        ("rounds = 8", 'rounds = "eight"'),
        ("command = 5", "command = -5"),
        ('["1B", "2A"]', '["1B", "9Z"]'),
        ('"pillbox", hex = "M5"', '"pilbox", hex = "M5"'),
        ('"tank-ace"', '"tank-acer"'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    file = lay("scenarios/own.toml", text)
    lines = {
        word: text[: text.index(word)].count("\n") + 1 for word in ('"eight"', "= -5", "9Z", "pilbox", "acer")
    }
    kept, problems = loaded()
    assert set(kept.scenarios) == SCENARIOS
    assert {(problem.line, problem.field): problem.reason for problem in problems} == {
        (lines['"eight"'], "rounds"): "Expected `int`, got `str`",
        (lines["= -5"], "sides.german.command"): "is -5; expected 0 to 99",
        (lines["9Z"], "map.0.1"): f"there is no board '9Z'; expected one of {LISTED['BOARDS']}",
        (lines["pilbox"], "works.5.kind"): "there is no work 'pilbox'; did you mean 'pillbox'?",
        (lines["acer"], "sides.german.operations.0"): "there is no operations card 'tank-acer'; did you mean "
        "'tank-ace'?",
    }
    assert {problem.file for problem in problems} == {str(file)}


def test_without_its_map_a_scenario_still_reports_three_wrong_names_and_more(lay: Lay) -> None:
    text = (DATA / "scenarios/kalach.toml").read_text(encoding="utf-8")
    for old, new in (
        ('["1B", "2A"]', '["1B", "9Z"]'),
        ('"kv-1", hex = "J13"', '"kv-2", hex = "J13"'),
        ('["supply-1"', '["suply-1"'),
        ("concealed = 3", "concealed = 2"),
        ('"O13"], count = 4', '"O13"], count = 5'),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    lay("scenarios/own.toml", text)
    assert {problem.field: problem.reason.partition("; ")[2] for problem in loaded()[1]} == {
        "map.0.1": f"expected one of {LISTED['BOARDS']}",
        "sides.soviet.divisions.1.vehicles.0.kind": "did you mean 'kv-1'?",
        "shared_decks.0": "did you mean 'supply-1'?",
        "sides.german.concealed": "",
        "victory.conditions.2.count": "",
    }


def loaded() -> tuple[Tables, list[Problem]]:
    """Read the data as the title does, with everything that is wrong."""
    read = tables()
    kept, problems = sound(read)
    return kept, [*read.problems, *problems]


def first_with(**changes: str) -> str:
    """Write the learning scenario with some words changed; each must be there once."""
    text = (DATA / "scenarios/first.toml").read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    return text


def test_too_many_units_in_a_hex_and_enemies_in_one(lay: Lay) -> None:
    crowd = {f'hex = "{name}" }},': 'hex = "B5" },' for name in ("B4", "A3", "H3")}
    text = first_with(**crowd, **{'hex = "B3", concealed': 'hex = "B5", concealed', '"I7"]': '"I7", "B5"]'})
    file = lay("scenarios/first.toml", text)
    lines = text.splitlines()
    german, soviet = (lines.index(f"[[sides.{seat}.divisions]]") + 1 for seat in ("german", "soviet"))
    assert check(tables()) == [
        Problem(str(file), german, "sides.german.divisions", "4 units would stand at B5"),
        Problem(str(file), soviet, "sides.soviet.divisions", "units of both sides would stand at B5"),
    ]


@pytest.mark.parametrize(
    ("overlay", "field", "reason"),
    [
        ('tile = "lake", hex = "C4"', ".tile", "there is no overlay 'lake'; expected one of OVERLAYS"),
        ('tile = "pond", hex = "4C"', ".hex", "'4C' is not a hex"),
        ('tile = "pond", hex = "D9"', "", "the overlay reaches beyond the map by its walk '4'"),
    ],
)
def test_an_overlay_that_does_not_lie_on_the_map(lay: Lay, overlay: str, field: str, reason: str) -> None:
    text = first_with(**{"fixed = true\n": f"fixed = true\noverlays = [{{ {overlay} }}]\n"})
    file = lay("scenarios/first.toml", text)
    line = text[: text.index("overlays")].count("\n") + 1
    reason = reason.replace("OVERLAYS", ", ".join(sorted(path.stem for path in (DATA / "overlays").iterdir())))
    assert Problem(str(file), line, f"overlays.0{field}", reason) in check(tables())


def test_a_turned_overlay_lies_on_the_map(lay: Lay) -> None:
    lay(
        "scenarios/first.toml",
        first_with(**{"fixed = true\n": 'fixed = true\noverlays = [{ tile = "pond", hex = "D9", turn = 3 }]\n'}),
    )
    assert check(tables()) == []


@pytest.mark.parametrize(("size", "reason"), [(0, "length >= 1"), (201, "length <= 200")])
def test_tips_at_impossible_times_or_of_excessive_length_are_errors(lay: Lay, size: int, reason: str) -> None:
    text = first_with() + f'\n[[tips]]\nround = 0\nstage = "lunch"\ntext = "{"x" * size}"\n'
    file = lay("scenarios/own.toml", text)
    last = text.count("\n")
    stages = "action, draw, op fire, round, spend"
    assert loaded()[1] == [
        Problem(str(file), last - 2, "tips.10.round", "is 0; expected 1 to 99"),
        Problem(str(file), last - 1, "tips.10.stage", f"Invalid enum value 'lunch'; expected one of {stages}"),
        Problem(str(file), last, "tips.10.text", f"Expected `str` of {reason}"),
    ]


def test_tips_after_the_battle_are_errors(lay: Lay) -> None:
    text = first_with() + '\n[[tips]]\nround = 4\nstage = "round"\ntext = "Late."\n'
    file = lay("scenarios/first.toml", text)
    line = text.count("\n") - 2
    assert check(tables()) == [Problem(str(file), line, "tips.10.round", "the battle has rounds 1 to 3")]


def test_a_scenario_for_three(lay: Lay) -> None:
    text = first_with()
    third = text[text.index("[sides.soviet]") : text.index("[[tips]]")].replace("sides.soviet", "sides.italian")
    file = lay("scenarios/first.toml", f"{text}\n{third}")
    line = text[: text.index("[sides.german]")].count("\n") + 1
    assert check(tables()) == [Problem(str(file), line, "sides", "a scenario has two sides")]


def record(**changes: Any) -> str:
    """Write a board or an overlay, one entry a line; its own fields begin in line 4."""
    return json.dumps({"name": "Own", "source": "ours"} | changes, indent=1)


@pytest.mark.parametrize(
    ("changes", "line", "field", "reason"),
    [
        ({"terrain": {"0304": "woods", "0305": "wods"}}, 6, "terrain.0305", "there is no terrain 'wods'"),
        ({"terrain": {"0310": "woods"}}, 5, "terrain.0310", "there is no board hex '0310'; did you mean '"),
        ({"levels": {"D4": 1}}, 5, "levels.D4", "there is no board hex 'D4'; expected one such as '0000'"),
        ({"roads": [["0004", "0105"], ["0404", "0606"]]}, 9, "roads.1", "the road jumps from 0404 to 0606"),
        ({"roads": [["0004", "west"]]}, 7, "roads.0.1", "there is no board hex 'west'; "),
    ],
)
def test_a_board_that_is_not_in_order(
    lay: Lay, changes: dict[str, Any], line: int, field: str, reason: str
) -> None:
    board = lay("boards/10A.json", record(**changes))
    lay("scenarios/first.toml", first_with(**{'[["1A"]]': '[["10A"]]'}))
    kept, [first, second] = sound(tables())
    assert (first.file, first.line, first.field) == (str(board), line, field)
    assert first.reason.startswith(reason)
    assert (second.field, second.reason) == ("map.0.0", "board '10A' is not in order")
    assert set(kept.scenarios) == set(tables().scenarios) - {"first"}


def test_a_level_that_no_board_or_overlay_has(lay: Lay) -> None:
    board = lay("boards/10A.json", record(levels={"0404": 3}))
    overlay = lay("overlays/own.json", record(terrain={"": "clear"}, level=4))
    changes = {
        '[["1A"]]': '[["10A"]]',
        "fixed = true\n": 'fixed = true\noverlays = [{ tile = "own", hex = "C4" }]\n',
    }
    lay("scenarios/first.toml", first_with(**changes))
    kept, [first, second, *others] = loaded()
    assert first == Problem(str(board), 5, "levels.0404", "is 3; expected 0 to 2")
    assert second == Problem(str(overlay), 7, "level", "is 4; expected 0 to 2")
    assert [each.reason.partition(";")[0] for each in others] == [
        "there is no board '10A'", "there is no overlay 'own'",
    ]  # fmt: skip
    assert set(kept.scenarios) == set(tables().scenarios) - {"first"}


@pytest.mark.parametrize(
    ("changes", "line", "field", "reason"),
    [
        ({"terrain": {"": "woods", "2-7": "woods"}}, 6, "terrain.2-7", "'2-7' is not a walk; write directions"),
        ({"terrain": {"north": "woods"}}, 5, "terrain.north", "'north' is not a walk; write directions"),
        ({"terrain": {"3": "forest"}}, 5, "terrain.3", "there is no terrain 'forest'"),
    ],
)
def test_an_overlay_that_is_not_in_order(
    lay: Lay, changes: dict[str, Any], line: int, field: str, reason: str
) -> None:
    overlay = lay("overlays/own.json", record(**changes))
    lay(
        "scenarios/first.toml",
        first_with(**{"fixed = true\n": 'fixed = true\noverlays = [{ tile = "own", hex = "C4" }]\n'}),
    )
    kept, [first, second] = sound(tables())
    assert (first.file, first.line, first.field) == (str(overlay), line, field)
    assert first.reason.startswith(reason)
    assert (second.field, second.reason) == ("overlays.0.tile", "overlay 'own' is not in order")
    assert set(kept.scenarios) == set(tables().scenarios) - {"first"}


def test_a_work_on_the_back_of_an_unknown_token_is_reported(lay: Lay) -> None:
    text = (DATA / "ground.toml").read_text(encoding="utf-8")
    assert text.count('back_of = "trap"') == 1
    text = text.replace('back_of = "trap"', 'back_of = "tarp"').replace("cover = 6", "cover = 600")
    file = lay("ground.toml", text)
    kept, problems = loaded()
    assert [(each.file, each.field, each.reason) for each in problems] == [
        (str(file), "works.pillbox.cover", "is 600, and numbers go from -99 to 99"),
        (str(file), "works.wire.back_of", "there is no front of a token 'tarp'; did you mean 'trap'?"),
    ]
    assert set(kept.scenarios) == SCENARIOS


def test_cards_that_lie_in_no_deck_and_decks_without_cards(lay: Lay) -> None:
    file = lay(
        "cards.toml",
        """\
[decks.winter-1]
name = "Winter I"
source = "ours"

[cards.hurrah]
deck = "moral-1"
name = "Hurrah!"
phase = "action"
cost = -1
effect = { does = "steady" }
text = "Shout."
copies = 0
source = "ours"

[cards.shaken]
deck = "morale-1"
name = "Shaken"
phase = "action"
cost = 2
nation = "german"
effect = { does = "shake" }
text = "Shake."
source = "ours"
""",
    )
    assert loaded()[1] == [
        Problem(str(file), 9, "cards.hurrah.cost", "is -1; expected 0 to 99"),
        Problem(str(file), 12, "cards.hurrah.copies", "is 0; expected 1 to 99"),
        Problem(str(file), 6, "cards.hurrah.deck", "there is no deck 'moral-1'; did you mean 'morale-1'?"),
        Problem(str(file), 20, "cards.shaken.nation", "only cards of a combined deck belong to one nation"),
        Problem(str(file), 1, "decks.winter-1", "no card lies in this deck"),
    ]


EFFECT = """\
[cards.hurrah]
deck = "morale-1"
name = "Hurrah!"
phase = "command"
cost = 1
effect = {effect}
text = "Shout."
source = "ours"
"""


@pytest.mark.parametrize(
    ("effect", "field", "reason"),
    [
        (
            '{ does = "arrive", vehicle = "maus" }',
            "effect.vehicle",
            "there is no vehicle 'maus'; expected one of VEHICLES",
        ),
        ('{ does = "arrive" }', "effect", "either figures arrive or a vehicle"),
        ('{ does = "arrive", figures = ["mg", "mg", "mg"] }', "effect", "a squad takes at most 4 spaces"),
        (
            '{ does = "lay", work = "pillbox", within = 1 }',
            "effect.work",
            "there is no obstacle to lay 'pillbox'; expected one of instant-mines, mines, trap, wire",
        ),
        (
            '{ does = "lay", work = "fougasse", within = 1 }',
            "effect.work",
            "there is no obstacle to lay 'fougasse'; expected one of instant-mines, mines, trap, wire",
        ),
        (
            '{ does = "dig", work = "wire" }',
            "effect.work",
            "there is no fortification to dig 'wire'; expected one of entrenchment, pillbox, trench",
        ),
        (
            '{ does = "discard", decks = ["morale-1", "artillery-9"] }',
            "effect.decks.1",
            "there is no deck 'artillery-9'; did you mean 'artillery-1'?",
        ),
        (
            '{ does = "spread", terrain = ["straw"] }',
            "effect.terrain.0",
            "there is no terrain 'straw'; did you mean 'stream'?",
        ),
        ('{ does = "income", command = 1 }', "stays", "what it does lasts: the card stays in play"),
        (
            '{ does = "more actions", actions = 1 }',
            "phase",
            "only in the Action Phase there is a turn to lengthen",
        ),
    ],
)
def test_effects_with_unknown_names_are_errors(lay: Lay, effect: str, field: str, reason: str) -> None:
    file = lay("cards.toml", EFFECT.format(effect=effect))
    [problem] = check(tables())
    reason = reason.replace("VEHICLES", ", ".join(sorted(tables().vehicles)))
    assert (problem.file, problem.field, problem.reason) == (str(file), f"cards.hurrah.{field}", reason)


@pytest.mark.parametrize(
    ("effect", "field", "reason"),
    [
        ('{ does = "sing" }', "cards.hurrah.effect.does", "Invalid value 'sing'; expected one of "),
        ('{ does = "gain", gold = 1 }', "cards.hurrah.effect.gold", "Object contains unknown field `gold`"),
        ('{ does = "gain" }', "cards.hurrah.effect.command", "Object missing required field `command`"),
        ('{ does = "gain", command = 0 }', "cards.hurrah.effect.command", "is 0; expected 1 to 99"),
        ('{ does = "flak", face = 7 }', "cards.hurrah.effect.face", "is 7; expected 1 to 6"),
        ('{ does = "gain", command = "much" }', "cards.hurrah.effect.command", "Expected `int`, got `str`"),
    ],
)
def test_effects_that_cannot_be_read(lay: Lay, effect: str, field: str, reason: str) -> None:
    file = lay("cards.toml", EFFECT.format(effect=effect))
    problem = next(each for each in tables().problems if each.field == field)
    assert (problem.file, problem.line) == (str(file), 6)
    assert problem.reason.startswith(reason)


def test_cards_of_a_nation_bring_its_own_vehicles(lay: Lay) -> None:
    card = EFFECT.format(effect='{ does = "arrive", vehicle = "tiger" }')
    file = lay("cards.toml", card.replace("morale-1", "soviet-reinforcements-1"))
    [problem] = check(tables())
    assert (problem.file, problem.reason) == (str(file), "the soviet side has no Tiger I")


def test_a_deck_without_cards_cannot_be_given(lay: Lay) -> None:
    lay("cards.toml", '[decks.winter-1]\nname = "Winter I"\nsource = "ours"\n')
    lay("scenarios/first.toml", first_with(**{'["morale-1"]': '["morale-1", "winter-1"]'}))
    kept, problems = sound(tables())
    assert [problem.reason for problem in problems] == [
        "no card lies in this deck",
        "no card lies in the deck 'winter-1'",
    ]
    assert set(kept.scenarios) == set(tables().scenarios) - {"first"}
