"""A record beyond the limits of the game or of Discord is left out and reported.

The others stay.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.kit.data_limits import Drawing, Text


class Crew(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    men: int = 1


class Gun(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    text: Text = ""
    map: Drawing = ""
    range: int = 0
    crews: tuple[Crew, ...] = ()
    count: dict[str, int] = {}
    shells: tuple[str, ...] | None = None


GOOD = '[guns.good]\nname = "Good"\nrange = 4\n\n'


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "own").mkdir()
    monkeypatch.setattr(data_files, "FOLDERS", [tmp_path / "data", tmp_path / "own"])
    monkeypatch.setattr(data_files, "_read_from", {})


def read(tmp_path: Path, text: str) -> tuple[dict[str, Gun], list[Problem]]:
    problems: list[Problem] = []
    (tmp_path / "own" / "guns.toml").write_text(GOOD + text)
    return data_files.tables("guns.toml", {"guns": Gun}, problems)["guns"], problems


@pytest.mark.parametrize(
    ("text", "line", "field", "reason"),
    [
        ('[guns.a]\nname = ""\n', 6, "guns.a.name", "is empty"),
        ('[guns.a]\nname = "  "\n', 6, "guns.a.name", "is empty"),
        (f'[guns.a]\nname = "{"x" * 81}"\n', 6, "guns.a.name", "has 81 characters, and at most 80"),
        (f'[guns.a]\nname = "A"\ntext = "{"x" * 1701}"\n', 7, "guns.a.text", "<= 1000"),
        (f'[guns.a]\nname = "A"\nmap = "{"x" * 20_001}"\n', 7, "guns.a.map", "<= 20000"),
        ('[guns.a]\nname = "A"\nrange = 1000000000\n', 7, "guns.a.range", "is 1000000000, and numbers go"),
        ('[guns.a]\nname = "A"\nrange = -100\n', 7, "guns.a.range", "is -100"),
        ('[guns.a]\nname = "A"\ncount = { german = 100 }\n', 7, "guns.a.count.german", "is 100"),
        (f'[guns.a]\nname = "A"\ncount = {{ {"x" * 81} = 1 }}\n', 7, f"guns.a.count.{'x' * 81}", "81 characters"),
        ('[guns.a]\nname = "A"\n[[guns.a.crews]]\nname = "B"\nmen = 100\n', 9, "guns.a.crews.0.men", "is 100"),
        (f'[guns.a]\nname = "A"\nshells = ["{"x" * 99}"]\n', 7, "guns.a.shells.0", "99 characters"),
        (f'[guns.a]\nname = "A"\nshells = {["x"] * 1001}\n', 7, "guns.a.shells", "has 1001 items"),
    ],
)  # fmt: skip
def test_too_long_or_too_large_values_are_reported_and_the_others_are_read(
    tmp_path: Path, text: str, line: int, field: str, reason: str
) -> None:
    guns, [problem] = read(tmp_path, text)
    assert list(guns) == ["good"]
    assert (problem.line, problem.field) == (line, field)
    assert reason in problem.reason


def test_a_field_with_its_own_limit_keeps_it(tmp_path: Path) -> None:
    guns, problems = read(tmp_path, f'[guns.a]\nname = "{"x" * 80}"\ntext = "{"x" * 1000}"\nrange = 99\n')
    assert (sorted(guns), problems) == (["a", "good"], [])


@pytest.mark.parametrize("file", ["gun/a.toml", "guns/a.TOML", "guns/a.tml", "guns/a.toml.txt", "units.toml"])
def test_an_unread_file_is_reported(tmp_path: Path, file: str) -> None:
    for path in ("guns/good.toml", "guns/notes.md", ".cache/x.toml", file):
        (tmp_path / "own" / path).parent.mkdir(exist_ok=True)
        (tmp_path / "own" / path).write_text('name = "Good"\n')
    problems: list[Problem] = []
    assert list(data_files.folder("guns", Gun, problems)) == ["good"]
    [problem] = data_files.unread()
    assert problem.file == str(tmp_path / "own" / file)
    assert "nothing reads this file; expected " in problem.reason


def test_a_file_with_a_name_that_no_list_can_hold_is_reported(tmp_path: Path) -> None:
    (tmp_path / "own" / "guns").mkdir()
    for name in ("good", "x" * 101):
        (tmp_path / "own" / "guns" / f"{name}.toml").write_text('name = "Good"\n')
    problems: list[Problem] = []
    assert list(data_files.folder("guns", Gun, problems)) == ["good"]
    assert [problem.reason for problem in problems] == ["has a name of more than 80 characters"]
