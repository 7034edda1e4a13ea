"""Checks across records report each error with file, line, field and reason."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.titles.tide.printed.check import check, sound
from bot.titles.tide.printed.tables import tables
from tests.tide.conftest import Lay

DATA = data_files.FOLDERS[0] / "tide"

CHANGES = r"""
    ["1B", "2A"],  =>  ["1B", "9Z"],
    map.0: there is no board '9Z'

    ["1B", "2A"],  =>  ["1B", "2A upside-down"],
    map.0: a board can be turned, but not 'upside-down'

    ["2B", "3A"],  =>  ["2B"],
    map.1: every row of a map has as many boards as the others

    rounds = 8  =>  rounds = 0
    rounds: a battle lasts at least one round

    initiative = "german"  =>  initiative = "finnish"
    initiative: there is no side 'finnish'

    "E3", name  =>  "T3", name
    objectives.0.hex: 'T3' is not a hex of this map

    "E3", name  =>  "P5", name
    objectives.0.hex: P5 is an objective 2 times

    "Ridge Farm", kind = "victory", value = 2  =>  "Ridge Farm", kind = "victory", value = 0
    objectives.9.value: an objective is worth at least 1

    value = 1 },  =>  value = 1, nation = "polish" },
    objectives.8.nation: there is no side 'polish'

    value = 1 },  =>  value = 1, holder = "polish" },
    objectives.8.holder: there is no side 'polish'

    "pillbox", hex = "M5"  =>  "bunker", hex = "M5"
    works.5.kind: there is no fortification or obstacle 'bunker'

    "pillbox", hex = "M5"  =>  "pillbox", hex = "N13"
    works.5.hex: there is no fortification in deep stream

    "pillbox", hex = "M5"  =>  "pillbox", hex = "M55"
    works.5.hex: 'M55' is not a hex of this map

    "wire", hex = "L5"  =>  "wire", hex = "F2"
    works.11.hex: there is more than one razor wire at F2

    ["supply-1",  =>  ["supply-2",
    shared_decks: there is no deck 'supply-2'

    ["supply-1",  =>  ["supply-1", "morale-1",
    shared_decks: the deck 'morale-1' is given 2 times

    "command-1", "artillery-1"  =>  "soviet-reinforcements-1"
    sides.german.decks: the deck 'soviet-reinforcements-1' belongs to the soviet side

    "command-1", "artillery-1"  =>  "combined-air-support-1"
    sides.german.decks: the combined deck 'combined-air-support-1' can only be shared

    command = 5  =>  command = -5
    sides.german.command: this is never negative

    draws = 2\noperations = ["tank  =>  draws = 40\noperations = ["tank
    sides.german.draws: its decks hold fewer cards

    operations = ["tank-ace"]  =>  operations = ["tank-aces"]
    sides.german.operations: there is no operations card 'tank-aces'

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
    sides.german.divisions.0.squads.6.hex: 'B88' is not a hex of this map

    hex = "B8" },  =>  hex = "A4", into = "sdkfz-251" },
    sides.german.divisions.0.squads.6.into: there is no room in a 'sdkfz-251' at A4

    hex = "M5", into = "pillbox"  =>  hex = "M4", into = "pillbox"
    sides.soviet.divisions.0.squads.5.into: there is no room in a 'pillbox' at M4

    "t34-76", hex = "M7"  =>  "t34-76", hex = "F4"
    sides.soviet.divisions.0.vehicles.1.hex: vehicles cannot enter building at F4

    "t34-76", hex = "M7"  =>  "tiger", hex = "M7"
    sides.soviet.divisions.0.vehicles.1.kind: the soviet side has no Tiger I

    "kv-1", hex = "J13"  =>  "kv-2", hex = "J13"
    sides.soviet.divisions.1.vehicles.0.kind: there is no vehicle 'kv-2'

    start = [\n  "S1",  =>  start = [\n  "S0",
    sides.soviet.start: 'S0' is not a hex of this map

    start = [\n  "F10",  =>  start = [\n  "F0",
    sides.soviet.divisions.1.start: 'F0' is not a hex of this map

    round = 3  =>  round = 8
    reinforcements.1.round: reinforcements come at the end of a round before the last one

    side = "soviet"\nentry  =>  side = "red"\nentry
    reinforcements.1.side: there is no side 'red'

    ["S5", "S13"]  =>  ["S5", "S18"]
    reinforcements.1.entry: 'S18' is not a hex of this map

    ["S5", "S13"]  =>  ["S5", "S16"]
    reinforcements.1.entry: vehicles cannot enter pond at S16

    ["S5", "S13"]  =>  []
    reinforcements.1.entry: there is no hex to come in by

    division = "229th Rifle Division"  =>  division = "230th"
    reinforcements.1.division: there is no division '230th'

    regular"], into = "cckw-353"  =>  regular"], into = "m3a1"
    reinforcements.1.squads.0.into: there is no room in a 'm3a1'

    default = "soviet"  =>  default = "nobody"
    victory.default: there is no side 'nobody'

    "O13"], count = 3  =>  "G15"], count = 3
    victory.conditions.1.holds: there is no objective at 'G15'

    "O13"], count = 4  =>  "O13"], count = 5
    victory.conditions.2.count: of 4 hexes 5 cannot be asked for

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
    file = lay("scenarios/kalach.toml", text.replace(old, new))
    kept, problems = sound(tables())
    field, reason = told.strip().split(": ", 1)
    found = {problem.field: problem for problem in problems}
    assert found[field].reason == reason
    assert found[field].file == str(file)
    assert abs(found[field].line - text[: text.index(old)].count("\n") - 1) <= new.count("\n")
    assert set(kept.scenarios) == set(tables().scenarios) - {"kalach"}


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
        ('tile = "lake", hex = "C4"', ".tile", "there is no overlay 'lake'"),
        ('tile = "pond", hex = "4C"', ".hex", "'4C' is not a hex"),
        ('tile = "pond", hex = "D9"', "", "the overlay reaches beyond the map by its walk '4'"),
    ],
)
def test_an_overlay_that_does_not_lie_on_the_map(lay: Lay, overlay: str, field: str, reason: str) -> None:
    text = first_with(**{"fixed = true\n": f"fixed = true\noverlays = [{{ {overlay} }}]\n"})
    file = lay("scenarios/first.toml", text)
    line = text[: text.index("overlays")].count("\n") + 1
    assert Problem(str(file), line, f"overlays.0{field}", reason) in check(tables())


def test_a_turned_overlay_lies_on_the_map(lay: Lay) -> None:
    lay(
        "scenarios/first.toml",
        first_with(**{"fixed = true\n": 'fixed = true\noverlays = [{ tile = "pond", hex = "D9", turn = 3 }]\n'}),
    )
    assert check(tables()) == []


def test_tips_at_impossible_times_or_of_excessive_length_are_errors(lay: Lay) -> None:
    text = first_with() + f'\n[[tips]]\nround = 4\nstage = "lunch"\ntext = "{"x" * 201}"\n'
    file = lay("scenarios/first.toml", text)
    last = text.count("\n")
    assert check(tables()) == [
        Problem(str(file), last - 2, "tips.10.round", "the battle has rounds 1 to 3"),
        Problem(str(file), last - 1, "tips.10.stage", "a stage is one of round, action, spend, draw, op fire"),
        Problem(str(file), last, "tips.10.text", "a tip has 1 to 200 characters, not 201"),
    ]


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
        ({"terrain": {"0310": "woods"}}, 5, "terrain.0310", "'0310' is not a hex of a board; write column"),
        ({"levels": {"D4": 1}}, 5, "levels.D4", "'D4' is not a hex of a board; write column"),
        ({"levels": {"0404": 3}}, 5, "levels.0404", "a level is 0, 1 or 2"),
        ({"roads": [["0004", "0105"], ["0404", "0606"]]}, 9, "roads.1", "the road jumps from 0404 to 0606"),
        ({"roads": [["0004", "west"]]}, 5, "roads.0", "'west' is not a hex of a board; write column"),
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
    assert (second.field, second.reason) == ("map.0", "board '10A' is not in order")
    assert set(kept.scenarios) == set(tables().scenarios) - {"first"}


@pytest.mark.parametrize(
    ("changes", "line", "field", "reason"),
    [
        ({"terrain": {"": "woods", "2-7": "woods"}}, 6, "terrain.2-7", "'2-7' is not a walk; write directions"),
        ({"terrain": {"north": "woods"}}, 5, "terrain.north", "'north' is not a walk; write directions"),
        ({"terrain": {"3": "forest"}}, 5, "terrain.3", "there is no terrain 'forest'"),
        ({"terrain": {"": "clear"}, "level": 4}, 7, "level", "a level is 0, 1 or 2"),
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
    assert check(tables()) == [
        Problem(str(file), 6, "cards.hurrah.deck", "there is no deck 'moral-1'"),
        Problem(str(file), 12, "cards.hurrah.copies", "a deck holds at least one copy"),
        Problem(str(file), 9, "cards.hurrah.cost", "a cost is never negative"),
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
        ('{ does = "arrive", vehicle = "maus" }', "effect", "there is no vehicle 'maus'"),
        ('{ does = "arrive" }', "effect", "either figures arrive or a vehicle"),
        ('{ does = "arrive", figures = ["mg", "mg", "mg"] }', "effect", "a squad takes at most 4 spaces"),
        ('{ does = "lay", work = "pillbox", within = 1 }', "effect", "there is no obstacle 'pillbox' to lay"),
        ('{ does = "dig", work = "wire" }', "effect", "there is no fortification 'wire' to dig"),
        ('{ does = "discard", decks = ["artillery-9"] }', "effect", "there is no deck 'artillery-9'"),
        ('{ does = "spread", terrain = ["straw"] }', "effect", "there is no terrain 'straw'"),
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
