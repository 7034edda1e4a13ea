"""Editors check data files by the schemas that `check-data --schema` writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import tomli
from jsonschema import Draft202012Validator as Validator  # type: ignore[import-untyped,unused-ignore]

from bot.__main__ import main
from bot.kit import data_files, data_schema


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mine")
    assert main(["check-data", "--schema", str(folder)]) == 0
    return folder


def rules(folder: Path) -> dict[str, dict[str, Any]]:
    """Return the schemas by the files that editors check with them."""
    listed = tomli.loads((folder / data_schema.ASSOCIATIONS).read_text())["rule"]
    return {
        rule["include"][0].removeprefix("**/"): json.loads((folder / rule["schema"]["path"]).read_text())
        for rule in listed
    }


def shipped() -> Iterator[tuple[str, Any]]:
    """Yield the shipped data files with their content."""
    for file in sorted(data_files.PRINTED.rglob("*.toml")):
        yield file.relative_to(data_files.PRINTED).as_posix(), tomli.loads(file.read_text(encoding="utf-8"))


def faults(schema: dict[str, Any], content: Any) -> list[str]:
    return [error.json_path for error in Validator(schema).iter_errors(content)]


def test_every_shipped_file_has_a_schema_that_it_follows(written: Path) -> None:
    schemas = rules(written)
    for schema in schemas.values():
        Validator.check_schema(schema)
    unmatched, wrong = [], {}
    for name, content in shipped():
        found = [schema for files, schema in schemas.items() if Path(name).match(files)]
        if len(found) != 1:
            unmatched.append(name)
        elif amiss := faults(found[0], content):
            wrong[name] = amiss
    assert (unmatched, wrong) == ([], {})


KINDS = {
    "tide/scenarios/first.toml": ("tide/scenarios/*.toml", ("rounds",)),
    "tide/units.toml": ("tide/units.toml", ("figures", "regular", "spaces")),
    "tide/cards.toml": ("tide/cards.toml", ("decks", "morale-1", "name")),
    "strike/map.toml": ("strike/map.toml", ("areas", "A3", "next")),
    "strike/scenarios/first.toml": ("strike/scenarios/*.toml", ("turns",)),
    "trap/tables.toml": ("trap/tables.toml", ("costs", "road")),
    "trap/scenarios/first.toml": ("trap/scenarios/*.toml", ("russian", "batteries")),
    "firefight/maps/1.toml": ("firefight/maps/*.toml", ("terrain",)),
    "firefight/units.toml": ("firefight/units.toml", ("kinds", "german-rifle", "flank")),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_schema_refuses_a_wrong_type_a_large_number_and_an_unknown_field(written: Path, name: str) -> None:
    files, keys = KINDS[name]
    schema, content = rules(written)[files], dict(shipped())[name]
    for bad in (1000, {"odd": 1}, [[["x"]]]):
        changed = deepcopy(content)
        inner = changed
        for key in keys[:-1]:
            inner = inner[key]
        inner[keys[-1]] = bad
        assert faults(schema, changed), bad
    assert faults(schema, {**content, "odd": 1})


NAMED: tuple[tuple[str, str, tuple[str | int, ...]], ...] = (
    ("tide/scenarios/first.toml", "tide/scenarios/*.toml", ("initiative",)),
    ("tide/scenarios/first.toml", "tide/scenarios/*.toml", ("map", 0, 0)),
    ("tide/scenarios/first.toml", "tide/scenarios/*.toml", ("objectives", 0, "hex")),
    ("tide/scenarios/first.toml", "tide/scenarios/*.toml", ("sides", "soviet", "decks", 0)),
    ("tide/scenarios/kalach.toml", "tide/scenarios/*.toml", ("works", 0, "kind")),
    ("tide/cards.toml", "tide/cards.toml", ("cards", "rapid-mobilization", "deck")),
    ("strike/scenarios/first.toml", "strike/scenarios/*.toml", ("converted", 0)),
    ("trap/scenarios/first.toml", "trap/scenarios/*.toml", ("russian", "markers", 0)),
    ("firefight/scenarios/first.toml", "firefight/scenarios/*.toml", ("guideline",)),
    ("firefight/scenarios/first.toml", "firefight/scenarios/*.toml", ("ready", "players", 0, "placed", 0, "hex")),
    ("firefight/scenarios/first.toml", "firefight/scenarios/*.toml", ("ready", "record", 0, "card")),
    ("firefight/guidelines.toml", "firefight/guidelines.toml", ("guidelines", "intro", "actions", 0)),
    ("firefight/solo/orders.toml", "firefight/solo/orders.toml", ("cards", "01", "priority", 0)),
)


@pytest.mark.parametrize(("name", "files", "keys"), NAMED)
def test_a_schema_refuses_an_unknown_name(
    written: Path, name: str, files: str, keys: tuple[str | int, ...]
) -> None:
    schema, content = rules(written)[files], dict(shipped())[name]
    inner: Any = content
    for key in keys[:-1]:
        inner = inner[key]
    assert isinstance(inner[keys[-1]], str)
    inner[keys[-1]] = "no such thing"
    assert faults(schema, content)


def test_pairs_of_numbers_are_checked_by_keywords_that_editors_know(written: Path) -> None:
    schema, content = rules(written)["trap/scenarios/*.toml"], dict(shipped())["trap/scenarios/first.toml"]
    assert "prefixItems" not in json.dumps(schema)
    for bad in ([1], [1, 2, 3], [1, "two"]):
        assert faults(schema, {**content, "turns": bad}), bad


def test_a_layer_over_the_charts_may_leave_out_tables(written: Path) -> None:
    charts = dict(shipped())["trap/tables.toml"]
    assert faults(rules(written)["trap/tables.toml"], {"costs": charts["costs"]}) == []


def test_schemas_go_into_the_folder_of_ones_own_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(data_files, "FOLDERS", [*data_files.FOLDERS])
    monkeypatch.setenv("FIELDPOST_DATA", str(tmp_path))
    assert main(["check-data", "--schema"]) == 0, "what it writes there is no data of the user's"
    assert f"{tmp_path}: " in capsys.readouterr().out
    assert (tmp_path / ".schema" / "tide" / "scenarios.json").is_file()


def test_schemas_are_for_check_data_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["health", "--schema"]) == 2
    assert "--schema belongs to check-data" in capsys.readouterr().err
