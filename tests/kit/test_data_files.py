from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest
from msgspec import Struct

from bot.kit import data_files
from bot.kit.data_files import Problem

Lay = Callable[..., Path]


class Gun(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    range: int
    crew: dict[Literal["loader", "layer"], int] = {}
    shells: tuple[str, ...] = ()


class Battery(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    guns: dict[str, Gun] = {}
    shots: tuple[Gun, ...] = ()


class Note(Struct, frozen=True):
    id: str
    text: str
    waived: str = ""


@pytest.fixture
def lay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lay:
    """Write a file into the lower folder, or into the one that lies over it."""
    monkeypatch.setattr(data_files, "FOLDERS", [tmp_path / "data", tmp_path / "own"])

    def write(path: str, content: str | bytes, folder: str = "data") -> Path:
        file = tmp_path / folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return write


def read(path: str) -> tuple[dict[str, Gun], list[Problem]]:
    problems: list[Problem] = []
    return data_files.tables(path, {"guns": Gun}, problems)["guns"], problems


def test_a_broken_record_is_left_out_and_the_others_are_read(lay: Lay) -> None:
    file = lay("guns.toml", '[guns.a]\nname = "A"\nrange = 4\n\n[guns.b]\nname = "B"\nrange = "far"\n')
    guns, problems = read("guns.toml")
    assert guns == {"a": Gun("A", 4)}
    assert problems == [Problem(str(file), 7, "guns.b.range", "Expected `int`, got `str`")]
    assert str(problems[0]) == f"{file}:7: guns.b.range: Expected `int`, got `str`"


@pytest.mark.parametrize(
    ("text", "line", "field", "reason"),
    [
        ('[guns.a]\nname = "A"\n', 1, "guns.a.range", "Object missing required field `range`"),
        ('[guns.a]\nname = "A"\nrange = 4\nrnage = 3\n', 4, "guns.a.rnage", "unknown field `rnage`"),
        ('[guns.a]\nname = "A"\nrange = 4\ncrew = { cook = 1 }\n', 4, "guns.a.crew.cook", "'cook'"),
        (
            '[guns.a]\nname = "A"\nrange = 4\n[guns.a.crew]\nlayer = 1\nloader = "x"\n',
            6,
            "guns.a.crew.loader",
            "`str`",
        ),
        (
            '[guns."a.b"]\nname = "A"\nrange = 4\nshells = [\n  "x",\n  7,\n]\n',
            6,
            "guns.a.b.shells.1",
            "got `int`",
        ),
        ("[guns]\na = 3\n", 2, "guns.a", "Expected `object`, got `int`"),
        ("guns = 3\n", 1, "guns", "expected one of the tables guns"),
        ("[gnus.a]\n", 1, "gnus", "expected one of the tables guns"),
        ('[guns.a]\nname = "A\n', 2, "", "Illegal character '\\n'"),
        ('[guns.a]\nname = "A"\nname = "B"\n', 3, "", "Cannot overwrite a value"),
        ('[guns.a]\nname = """A\n', 3, "", "Unterminated string"),
        ("x = " + "[" * 5000, 0, "", "is nested too deeply"),
    ],
)
def test_errors_have_their_place(lay: Lay, text: str, line: int, field: str, reason: str) -> None:
    lay("guns.toml", text)
    guns, [problem] = read("guns.toml")
    assert not guns
    assert (problem.line, problem.field) == (line, field)
    assert reason in problem.reason


def test_a_file_of_other_bytes_than_text(lay: Lay) -> None:
    file = lay("guns.toml", b'[guns.a]\nname = "\xff"\n')
    assert read("guns.toml") == ({}, [Problem(str(file), 0, "", "is not UTF-8 text (byte 17)")])


def test_a_file_that_an_editor_began_with_a_byte_order_mark(lay: Lay) -> None:
    lay("guns.toml", b'\xef\xbb\xbf[guns.a]\r\nname = "A"\r\nrange = 4\r\n')
    assert read("guns.toml") == ({"a": Gun("A", 4)}, [])


def test_a_missing_file_is_reported() -> None:
    assert read("no-such-guns.toml") == ({}, [Problem("no-such-guns.toml", 0, "", "is missing")])


def test_a_later_folder_lies_over_an_earlier_one_record_by_record(lay: Lay) -> None:
    lay(
        "guns.toml",
        '[guns.a]\nname = "A"\nrange = 4\n[guns.b]\nname = "B"\nrange = 5\n[guns.c]\nname = "C"\nrange = 6\n',
    )
    own = lay("guns.toml", '[guns.b]\nname = "B"\nrange = 9\n[guns.c]\nname = 3\nrange = 1\n', "own")
    guns, problems = read("guns.toml")
    assert {key: gun.range for key, gun in guns.items()} == {"a": 4, "b": 9, "c": 6}
    assert problems == [Problem(str(own), 5, "guns.c.name", "Expected `str`, got `int`")]


def test_a_single_record_is_laid_over_table_by_table(lay: Lay) -> None:
    lay("one.toml", 'name = "N"\n[guns.a]\nname = "A"\nrange = 4\n')
    problems: list[Problem] = []
    assert data_files.one("one.toml", Battery, problems) == Battery("N", {"a": Gun("A", 4)})
    own = lay("one.toml", "[guns.a]\nrange = 5\n", "own")
    assert data_files.one("one.toml", Battery, problems) == Battery("N", {"a": Gun("A", 4)})
    assert problems == [Problem(str(own), 1, "guns.a.name", "Object missing required field `name`")]
    lay("one.toml", 'name = "M"\n', "own")
    assert data_files.one("one.toml", Battery, []) == Battery("M", {"a": Gun("A", 4)})


def test_a_broken_file_of_a_folder_is_left_out(lay: Lay) -> None:
    lay("guns/good.toml", 'name = "Good"\nrange = 3\n')
    lay("guns/also.json", '{"name": "Also", "range": 3}')
    lay("guns/readme.txt", "not a record")
    files = [
        lay("guns/a.json", '{\n  "name": A,\n  "range": 3\n}\n'),
        lay("guns/b.json", '{\n  "name": "B",\n  "name": "C"\n}\n'),
        lay("guns/c.json", "[3]"),
        lay("guns/d.json", '{\n  "name": "D", "range": 3,\n  "crew": {"layer": 1,\n    "loader": {"x": []}}\n}\n'),
        lay("guns/e.json", b"\xff"),
        lay("guns/f.json", "[" * 100_000),
        lay("guns/g.json", '{"range": ' + "9" * 5000 + "}"),
    ]
    problems: list[Problem] = []
    guns = data_files.folder("guns", Gun, problems)
    assert sorted(guns) == ["also", "good"]
    assert [problem.file for problem in problems] == [str(file) for file in files]
    told = [(problem.line, problem.field, problem.reason) for problem in problems]
    assert told[0][0] == 2
    assert told[1] == (0, "", "'name' is defined twice")
    assert told[2] == (1, "", "expected a table of names and values")
    assert told[3] == (4, "crew.loader", "Expected `int`, got `object`")
    assert told[4] == (0, "", "is not UTF-8 text (byte 0)")
    assert told[5] == (0, "", "is nested too deeply")
    assert "integer" in told[6][2]


def test_a_broken_file_of_the_own_folder_leaves_the_one_below_it(lay: Lay) -> None:
    lay("guns/a.toml", 'name = "A"\nrange = 3\n')
    lay("guns/a.json", '{"name": "B"}', "own")
    problems: list[Problem] = []
    assert data_files.folder("guns", Gun, problems) == {"a": Gun("A", 3)}
    assert [problem.field for problem in problems] == ["range"]


def test_rows_without_their_last_cells_take_the_defaults(lay: Lay) -> None:
    lay("notes.tsv", 'id\ttext\twaived\nA-1\tone\tbecause\nA-2\ttwo\n\nA-3\t"three"\t\n')
    problems: list[Problem] = []
    notes = data_files.rows("notes.tsv", Note, problems)
    assert notes == [Note("A-1", "one", "because"), Note("A-2", "two"), Note("A-3", '"three"')]
    assert not problems


@pytest.mark.parametrize(
    ("text", "line", "field", "reason"),
    [
        ("id\ttext\nA-1\n", 2, "text", "Object missing required field `text`"),
        ("id\ttext\nA-1\tone\ttwo\n", 2, "", "Expected 2 cells, got 3"),
        ("id\ttext\twavied\n", 1, "wavied", "is not one of the columns id, text, waived"),
    ],
)
def test_errors_in_a_row(lay: Lay, text: str, line: int, field: str, reason: str) -> None:
    file = lay("notes.tsv", text)
    problems: list[Problem] = []
    assert data_files.rows("notes.tsv", Note, problems) == []
    assert problems == [Problem(str(file), line, field, reason)]


def test_rows_that_are_not_text(lay: Lay) -> None:
    file = lay("notes.tsv", b"id\ttext\n\xff\t\n")
    problems: list[Problem] = []
    assert data_files.rows("notes.tsv", Note, problems) == []
    assert problems == [Problem(str(file), 0, "", "is not UTF-8 text (byte 8)")]


BATTERY = '''\
name = """\\
The "first" battery [of two]"""  # not {a} table
shots = [
  { name = "A", range = 1 },  # [
  { name = 'B"', range = 2, shells = ["he", "ap"] },
  { name = "C", range = 3 },
]

[guns.a]
name = "A"
range = 4

[[more]]
name = "x"

[[more]]
name = "y"
'''


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("name", 1),
        ("shots.1", 5),
        ("shots.1.shells.1", 5),
        ("guns", 9),
        ("guns.a.range", 11),
        ("guns.a.crew.layer", 9),
        ("more.1.name", 17),
        ("more.0.name", 14),
        ("nothing", 0),
        ("", 0),
    ],
)
def test_a_check_across_records_points_at_the_line(lay: Lay, keys: str, line: int) -> None:
    file = lay("one.toml", BATTERY)
    found = data_files.problem("one", filter(None, keys.split(".")), "is odd")
    assert found == Problem(str(file), line, keys, "is odd")


def test_a_check_across_records_points_at_the_folder_that_has_the_record(lay: Lay) -> None:
    lower = lay("guns.toml", '[guns.a]\nname = "A"\n\n[guns.b]\nname = "B"\n')
    upper = lay("guns.toml", '[guns.b]\nname = "B"\n', "own")
    assert data_files.problem("guns.toml", ("guns", "a", "name"), "").file == str(lower)
    assert data_files.problem("guns.toml", ("guns", "b", "name"), "") == Problem(str(upper), 2, "guns.b.name", "")
    assert data_files.problem("nowhere", ("a",), "odd") == Problem("nowhere", 0, "a", "odd")
