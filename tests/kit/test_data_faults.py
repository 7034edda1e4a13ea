"""A broken record reports all its faults at once, with lines and allowed values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from bot.kit import data_files
from bot.kit.data_files import Problem
from bot.kit.data_names import Names, dangling, ref

Calibre = Annotated[int, Meta(ge=20, le=203)]


class Shell(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="shell"):
    calibre: Calibre


class Smoke(Struct, frozen=True, forbid_unknown_fields=True, tag_field="does", tag="smoke"):
    hexes: tuple[int, int]


class Gun(Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "class"}):
    name: str
    kind: Literal["field", "mortar"]
    rounds: tuple[Shell | Smoke, ...] = ()
    crew: Annotated[tuple[str, ...], Meta(min_length=2)] = ("layer", "loader")
    range: Annotated[int, Meta(ge=1)] | None = None
    at: dict[Literal["hill", "wood"], Annotated[str, Meta(pattern=r"^\d{4}$")]] = {}


BAD = """\
name = " "
class = "howitzer"
crew = ["layer"]
range = 0
tint = "grey"

[at]
hil = "0304"
wood = "E3"

[[rounds]]
does = "shell"
calibre = 800

[[rounds]]
does = "smoke"
hexes = [1, 2, 3]

[[rounds]]
does = "shell"
calibre = "large"
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(data_files, "FOLDERS", [tmp_path])
    monkeypatch.setattr(data_files, "_read_from", {})
    (tmp_path / "guns").mkdir()
    return tmp_path / "guns"


def read(folder: Path, text: str) -> list[Problem]:
    (folder / "bad.toml").write_text(text)
    problems: list[Problem] = []
    assert data_files.folder("guns", Gun, problems) == {}
    return problems


def test_every_fault_of_a_file_is_reported_at_once_with_its_line(folder: Path) -> None:
    assert [(each.line, each.field, each.reason) for each in read(folder, BAD)] == [
        (5, "tint", "Object contains unknown field `tint`; expected one of at, class, crew, name, range, rounds"),
        (2, "class", "Invalid enum value 'howitzer'; expected one of field, mortar"),
        (13, "rounds.0.calibre", "is 800; expected 20 to 203"),
        (17, "rounds.1.hexes", "has 3 items, and needs 2"),
        (21, "rounds.2.calibre", "Expected `int`, got `str`"),
        (3, "crew", "has 1 items, and needs at least 2"),
        (4, "range", "is 0; expected at least 1"),
        (8, "at.hil", "Invalid enum value 'hil'; did you mean 'hill'?"),
        (9, "at.wood", "'E3' does not match '^\\\\d{4}$'"),
        (1, "name", "is empty, and people read it in lists"),
    ]  # fmt: skip


def test_a_misspelt_field_is_reported_with_the_nearest_known_field(folder: Path) -> None:
    told = {each.field: each.reason for each in read(folder, 'name = "A"\nclas = "field"\n')}
    assert told == {
        "clas": "Object contains unknown field `clas`; did you mean 'class'?",
        "class": "Object missing required field `class`",
    }


@pytest.mark.parametrize("wrong", ['"near"', "true", "[3]"])
def test_a_value_of_another_type_is_reported_with_the_expected_type(folder: Path, wrong: str) -> None:
    [problem] = read(folder, f'name = "A"\nclass = "field"\nrange = {wrong}\n')
    assert (problem.line, problem.field) == (3, "range")
    assert problem.reason.startswith("Expected `int | null`, got ")


def test_an_effect_of_an_unknown_kind_is_reported_with_its_line(folder: Path) -> None:
    [problem] = read(folder, 'name = "A"\nclass = "field"\n[[rounds]]\ndoes = "gas"\n')
    assert (problem.line, problem.field) == (4, "rounds.0.does")
    assert problem.reason == "Invalid value 'gas'; expected one of shell, smoke"


class Battery(Struct, frozen=True, forbid_unknown_fields=True):
    guns: tuple[Annotated[str, ref("gun")], ...]
    towns: dict[Annotated[str, ref("town", patterns=True)], Calibre] = {}
    spare: Annotated[str, ref("gun")] = ""
    pair: tuple[Annotated[str, ref("gun")], int] | None = None
    next: Annotated[str, ref("unlisted kind")] = "?"


KNOWN = {"gun": ["zis-3", "pak-40"], "town": ["Rzhev"]}


@pytest.mark.parametrize("broken", [False, True])
def test_unknown_names_are_found_in_records_and_in_broken_ones(broken: bool) -> None:
    raw = {
        "guns": ["zis-3", "zis-4"],
        "towns": {"Rz*": 20, "Kal*": 30},
        "pair": ["ml-20", 2],
        "next": "anything",
        "spare": "",
    }
    value = raw if broken else msgspec.convert(raw, Battery)
    assert list(dangling(value, Battery, KNOWN)) == [
        (("guns", "1"), "there is no gun 'zis-4'; did you mean 'zis-3'?"),
        (("towns", "Kal*"), "there is no town 'Kal*'; expected one of Rzhev"),
        (("pair", "0"), "there is no gun 'ml-20'; expected one of pak-40, zis-3"),
    ]


def test_names_are_gathered_only_for_broken_records(folder: Path) -> None:
    asked = []

    def names() -> Names:
        asked.append(1)
        return KNOWN

    problems: list[Problem] = []
    (folder / "own.toml").write_text('guns = ["zis-4"]')
    data_files.folder("guns", Battery, problems)
    assert data_files.misnamed("guns", names) == []
    assert asked == []
    (folder / "own.toml").write_text('guns = ["zis-4"]\ncrew = 3')
    data_files.folder("guns", Battery, problems)
    [problem] = data_files.misnamed("guns", names)
    assert (problem.line, problem.field) == (1, "guns.0")
    assert asked == [1]
