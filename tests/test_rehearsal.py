"""The computer plays a user's scenario to its end, or names the reason."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import pytest

from bot import rehearsal
from bot.__main__ import main
from bot.kernel.rule import Refusal
from bot.kit import data_files
from bot.rehearsal import Broken, rehearse
from bot.titles import titles
from bot.titles.tide.model.actions import Stop
from render.titles import PICTURES
from tests.program import ended, running

ROOT = Path(__file__).parents[1]
TIDE = titles()["tide"]


def fails(*_: Any) -> NoReturn:
    raise KeyError("no such word")


@pytest.fixture(autouse=True)
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw only the pictures that a test looks at."""
    monkeypatch.setattr(type(PICTURES["tide"]), "board", lambda *given: None)


async def test_each_scenario_of_a_folder_is_played_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "tide" / "scenarios"
    folder.mkdir(parents=True)
    for name in ("here", "there"):
        (folder / f"{name}.toml").write_bytes((ROOT / "data/tide/scenarios/first.toml").read_bytes())
    async with running("check-data", "--play", FIELDPOST_DATA=str(tmp_path)) as process:
        code, said = await ended(process)
    _, here, there = said.splitlines()
    assert here.startswith("tide here: played, "), said
    assert there.startswith("tide there: played, "), said
    assert code == 0


def test_a_folder_without_a_scenario_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.kit.data_files.FOLDERS", [data_files.PRINTED])
    monkeypatch.setenv("FIELDPOST_DATA", str(tmp_path))
    assert main(["check-data", "--play"]) == 1
    assert "no scenario to play; expected TITLE/scenarios/*.toml" in capsys.readouterr().out


def test_without_a_folder_there_is_nothing_to_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("FIELDPOST_DATA", raising=False)
    assert main(["check-data", "--play"]) == 2
    assert "needs your folder in FIELDPOST_DATA" in capsys.readouterr().err


@pytest.mark.parametrize("hook", ["tell", "scene", "status", "play", "resolve"])
def test_an_exception_is_named_with_its_place(monkeypatch: pytest.MonkeyPatch, hook: str) -> None:
    monkeypatch.setattr(TIDE, hook, fails)
    with pytest.raises(Broken, match=rf"KeyError: 'no such word' \({__file__}:\d+\)"):
        rehearse(TIDE, "first")


def test_a_map_that_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(PICTURES["tide"]), "board", fails)
    with pytest.raises(Broken, match="no such word"):
        rehearse(TIDE, "first")


def test_an_order_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TIDE, "judge", lambda seen, action: Refusal("1.1", "The way is barred.", "Go round."))
    monkeypatch.setattr(TIDE, "play", lambda seen: Stop())
    with pytest.raises(Broken, match=r"order \d+ of \w+ is refused: .* The way is barred\. \(1\.1\)"):
        rehearse(TIDE, "first")


def test_a_battle_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "MOST", 5)
    with pytest.raises(Broken, match="is not over after 5 orders"):
        rehearse(TIDE, "first")


def test_a_log_that_leads_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "fold", lambda title, log: title.blank())
    with pytest.raises(Broken, match="another state"):
        rehearse(TIDE, "first")


def test_a_game_that_asks_no_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "answer", lambda *given: None)
    with pytest.raises(Broken, match="after order 0 no seat is asked"):
        rehearse(TIDE, "first")
