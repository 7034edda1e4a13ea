"""A user's own scenario as the README describes it: files in a folder, no code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.kernel.secret import PUBLIC, Seat, see
from bot.kit.advice import Adviser
from bot.titles.tide import TITLE
from bot.titles.tide import events as ev
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.table import CardId, HexId
from render.look import STANDARD
from render.tide import TidePictures
from tests.match import Match, play
from tests.scripted import ScriptedDice
from tests.tide.conftest import Field, Lay

ROOT = Path(__file__).resolve().parents[2]
FILES = {
    "units.toml": """\
[vehicles.bt-7]
name = "BT-7"
nations = ["soviet"]
type = "tank"
heavy = true
move = 8
armour = 2
infantry = [5, 5]
vehicles = [5, 6]
abilities = ["overrun"]
count = { soviet = 6 }
source = "ours"
""",
    "boards/ford.toml": """\
name = "Ford"
source = "ours"
roads = [["0104", "0204", "0305", "0405"]]
[terrain]
"0304" = "woods"
"0503" = "stream"
"0504" = "bridge"
"0505" = "stream"
""",
    "cards.toml": """\
[decks.katyusha]
name = "Katyushas"
nation = "soviet"
source = "ours"

[cards.salvo]
deck = "katyusha"
name = "Salvo"
phase = "action"
cost = 0
copies = 3
effect = { does = "air attack", dice = 9, mode = "suppressive", hit = 4 }
text = "Suppressive area attack with 9 dice on a hex that you see, hits on 4 and more."
source = "ours"
""",
    "scenarios/ford.toml": """\
name = "The Ford"
text = "Two patrols, one ford."
source = "ours"
rounds = 3
initiative = "soviet"
map = [["ford", "1A"]]
streams = "deep"
objectives = [{ hex = "E5", name = "Ford", kind = "victory", value = 2 }]
works = [{ kind = "trench", hex = "F5" }]

[victory]
text = "Who has the ford at the end has won."
conditions = [
  { side = "soviet", holds = ["E5"], count = 1 },
  { side = "german", holds = ["E5"], count = 1 },
]

[sides.soviet]
name = "Patrol of the 9th Tank Brigade"
actions = 2
command = 2
decks = ["katyusha"]
cards = ["salvo"]
start = ["A4", "A5", "B4", "B5"]
[[sides.soviet.divisions]]
name = "9th Tank Brigade"
figures = { regular = 8 }
squads = [
  { figures = ["regular", "regular", "regular", "regular"], hex = "A4" },
  { figures = ["regular", "regular", "regular", "regular"], hex = "A5" },
]
vehicles = [{ kind = "bt-7", hex = "B4" }]

[sides.german]
name = "Patrol of the 9th Army"
actions = 2
start = ["F5", "G4", "H4", "H5"]
[[sides.german.divisions]]
name = "9th Army"
figures = { regular = 8 }
squads = [
  { figures = ["regular", "regular", "regular", "regular"], hex = "F5", into = "trench" },
  { figures = ["regular", "regular", "regular", "regular"], hex = "G4" },
]
vehicles = [{ kind = "pak-40", hex = "G4" }]
""",
}
BROKEN = [
    ("units.toml", 'type = "tank"', 'type = "tanks"', "vehicles.bt-7.type: Invalid enum value 'tanks'"),
    ("units.toml", "move = 8", "move = -8", "vehicles.bt-7.move: is -8; expected 0 to 99"),
    ("units.toml", "heavy = true", "heavvy = true", "vehicles.bt-7.heavvy: Object contains unknown field"),
    ("boards/ford.toml", '"0503" = "stream"', '"0503" = "steam"', "terrain.0503: there is no terrain 'steam'"),
    ("boards/ford.toml", '"0304" = "woods"', '"1304" = "woods"', "terrain.1304: there is no board hex '1304'; "),
    ("cards.toml", 'does = "air attack"', 'does = "miracle"', "cards.salvo.effect.does: Invalid value 'miracle'"),
    ("cards.toml", "dice = 9, ", "", "cards.salvo.effect.dice: Object missing required field"),
    ("cards.toml", 'deck = "katyusha"', 'deck = "katyushas"', "cards.salvo.deck: there is no deck 'katyushas'"),
    ("scenarios/ford.toml", 'map = [["ford"', 'map = [["fort"', "map.0.0: there is no board 'fort'; did you mean"),
    ("scenarios/ford.toml", 'kind = "bt-7"', 'kind = "bt-5"',
     "sides.soviet.divisions.0.vehicles.0.kind: there is no vehicle 'bt-5'"),
    ("scenarios/ford.toml", 'streams = "deep"', 'streams = "dry"', "streams: Invalid enum value 'dry'"),
]  # fmt: skip


def check_data(folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "FIELDPOST_DATA": str(folder)}
    command = [sys.executable, "-m", "bot", "check-data"]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def own(lay: Lay) -> Adviser[Any, Any, Any]:
    for name, text in FILES.items():
        lay(name, text)
    return TITLE


def test_check_data_finds_nothing_wrong_with_it(own: Adviser[Any, Any, Any], tmp_path: Path) -> None:
    done = check_data(tmp_path)
    assert done.stdout.endswith(", 0 problems.\n"), done.stdout + done.stderr
    assert done.returncode == 0


def test_check_data_tells_all_that_is_wrong_with_it(own: Adviser[Any, Any, Any], tmp_path: Path) -> None:
    file = tmp_path / "tide/scenarios/ford.toml"
    file.write_text(FILES["scenarios/ford.toml"].replace('"bt-7"', '"bt-5"').replace("rounds = 3", "rounds = 0"))
    done = check_data(tmp_path)
    assert f"{file}:4: rounds: is 0; expected 1 to 99" in done.stdout + done.stderr
    assert (
        "sides.soviet.divisions.0.vehicles.0.kind: there is no vehicle 'bt-5'; did you"
        in done.stdout + done.stderr
    )
    assert done.returncode == 1


@pytest.mark.parametrize(("name", "old", "new", "told"), BROKEN, ids=[told for *_, told in BROKEN])
def test_an_error_has_file_line_field_and_reason(
    lay: Lay, tmp_path: Path, name: str, old: str, new: str, told: str
) -> None:
    assert FILES[name].count(old) == 1
    for other, text in FILES.items():
        lay(other, text.replace(old, new) if other == name else text)
    line = FILES[name].partition(old)[0].count("\n") + 1
    problems = [str(problem) for problem in TITLE.problems]
    assert any(each.startswith(f"{tmp_path}/tide/{name}:{line}: {told}") for each in problems), problems


def test_it_is_played_to_its_end(own: Adviser[Any, Any, Any]) -> None:
    match = Match(own, "ford", {}, b"ford")
    play(match, Random(1), match.seats, moves=1000)
    assert match.over
    assert any(isinstance(event, ev.CardPlayed) for entry in match.log for event in entry.events)


def test_its_card_does_what_its_record_says(own: Adviser[Any, Any, Any], field: Field) -> None:
    extra = "| [sides.german]\n| decks = ['katyusha']\nGerman cards: Salvo\nGerman 1st Squad (4 regulars), B4"
    state = field(f"{extra}\nSoviet 1st Squad (4 regulars), C4")
    dice = ScriptedDice([(4, 4, 4, 1, 1, 1, 1, 1, 1)])
    events = TITLE.resolve(state, Seat("german"), do.PlayCard(CardId("salvo.1"), HexId("C4")), dice)
    attack = next(event for event in events if isinstance(event, ev.Attacked))
    assert (attack.mode, attack.hit, attack.hits) == ("suppressive", 4, 3)
    assert any(isinstance(event, ev.Suppressed) and event.morale == "disrupted" for event in events)


def test_its_unit_and_board_are_drawn(own: Adviser[Any, Any, Any]) -> None:
    match = Match(own, "ford", {}, b"ford")
    play(match, Random(2), match.seats, moves=5)
    picture = TidePictures().board(see(match.state, PUBLIC), STANDARD)
    assert picture.alt.startswith("Map of The Ford, round 1 of 3")
    assert "vehicles at B4" in picture.alt
