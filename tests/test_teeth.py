"""Teeth: changes are found, made and noticed, and unnoticed ones are reported."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bot.titles import titles
from tests.teeth import ROOT, Later, Tooth, Unfit, _differing, change, read, sample

FILES = {
    "bot/titles/chess/field/units.py": "def strength() -> int:\n    return 5\n",
    "bot/titles/chess/rules/units.py": "def may_move() -> bool:\n    return True\n",
    "bot/kit/lines.py": "WIDTH = 3\n",
    "data/chess/units.toml": "[rook]\nstrength = 5\n[queen]\nstrength = 9\nrange = 5\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "found"),
    [
        ("units.py", "return 5", "bot/titles/chess/field/units.py"),
        ("units.py", "return True", "bot/titles/chess/rules/units.py"),
        ("field/units.py", "return 5", "bot/titles/chess/field/units.py"),
        ("units.toml", "strength = 9", "data/chess/units.toml"),
        ("units.toml", "9\nrange", "data/chess/units.toml"),
        ("lines.py", "3", "bot/kit/lines.py"),
    ],
)
def test_a_text_is_found_in_whatever_folder_its_file_lies(root: Path, file: str, old: str, found: str) -> None:
    made = change("chess", Tooth("1.1", file, old, "?"), root)
    assert made.file == root / found
    assert made.text == FILES[found].replace(old, "?")


@pytest.mark.parametrize(
    ("file", "old", "why"),
    [
        ("units.toml", "strength", "stands 2 times"),
        ("units.py", "return", "stands 2 times"),
        ("units.py", "return 6", "stands nowhere"),
        ("nits.py", "return 5", "stands nowhere"),
    ],
)
def test_a_text_in_several_places_is_reported(root: Path, file: str, old: str, why: str) -> None:
    with pytest.raises(Unfit, match=why):
        change("chess", Tooth("1.1", file, old, "?"), root)


MODULE = """
LIMIT = 3
class Unit:
    size = 2
    def room(self, n=1):
        return n < LIMIT
def outer(x):
    def inner(y):
        return x + y
    return inner
CHECKS = (lambda n: n > 1, lambda n: n > 2)
"""


@pytest.mark.parametrize(
    ("old", "new", "functions"),
    [
        ("n < LIMIT", "n <= LIMIT", ["Unit.room"]),
        ("x + y", "x - y", ["outer.<locals>.inner", "outer"]),
        ("n > 2", "n > 9", ["<lambda>"]),
        ("\n    return inner", "\n    x = 1\n    return inner", ["outer"]),
        ("LIMIT = 3", "LIMIT = 4", None),
        ("size = 2", "size = 1", None),
        ("n=1", "n=0", None),
    ],
)
def test_only_what_functions_do_is_changed_in_a_process_that_is_running(
    old: str, new: str, functions: list[str] | None
) -> None:
    codes = [compile(text, "module.py", "exec") for text in (MODULE, MODULE.replace(old, new))]
    if functions is None:
        with pytest.raises(Later):
            list(_differing(*codes))
    else:
        assert [before.co_qualname for before, _ in _differing(*codes)] == functions


def test_a_sample_is_drawn_by_lot_and_keeps_the_order() -> None:
    teeth = [Tooth(str(n), "", "", "") for n in range(100)]
    drawn = sample(teeth, 40, seed=1)
    assert len(drawn) == 40
    assert drawn == sorted(drawn, key=teeth.index) == sample(teeth, 40, seed=1) != sample(teeth, 40, seed=2)
    assert sample(teeth[:3], 40, seed=1) == teeth[:3]


TEETH = {
    "code": (Tooth("11.4.1", "combat.py", "column + sum(", "column - sum("), ""),
    "data": (Tooth("3.2.1", "tables.toml", "german = [2, 3, 3, 4, 5, 6]", "german = [9, 9, 9, 9, 9, 9]"), ""),
    "a constant": (Tooth("6.1.3", "ground.py", 'GERMAN: "west"', 'GERMAN: "east"'), ""),
    "nothing": (Tooth("3.2.1", "tables.toml", "[2, 3, 3, 4, 5, 6]", "[2, 3, 3, 4, 5, 6,]"), "no test notices it"),
    "nonsense": (Tooth("6.1.3", "ground.py", "EDGES = {", "EDGES = {{"), "nothing runs with it"),
    "no test": (Tooth("99", "combat.py", "column + sum(", "column - sum("), "no test names the case"),
}


def test_a_tooth_bites_when_a_test_that_names_its_case_fails_with_it() -> None:
    program = (
        "import json, sys; from tests import cases, teeth; some = json.loads(sys.argv[1]); "
        "print(json.dumps(cases.bitten('strike', [teeth.Tooth(*each) for each in some])))"
    )
    teeth = json.dumps([tooth for tooth, _ in TEETH.values()])
    done = subprocess.run(
        [sys.executable, "-c", program, teeth], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [f"{tooth}: {why}" for tooth, why in TEETH.values() if why]


@pytest.mark.parametrize("key", ["table", *titles()])
def test_every_tooth_still_finds_what_it_changes(key: str) -> None:
    """The check tries a sample of the teeth; the others must not grow blunt unnoticed."""
    for tooth in read(key):
        assert change(key, tooth).text
