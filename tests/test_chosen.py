"""The tests that `python -m tests` runs for a title, or for a change."""

from __future__ import annotations

import pytest

from bot.titles import titles
from tests import __main__ as checks
from tests.__main__ import LONG, PAGE, ROOT, RUFF, TESTS, chosen, concerned, static


def named(words: list[str]) -> set[str]:
    """Return the tests that pytest gets, below `tests`."""
    return {word.removeprefix(f"{TESTS}/") for word in words if not word.startswith("-")}


@pytest.mark.parametrize("title", titles())
def test_a_title_has_its_own_tests_and_those_of_its_pictures(title: str) -> None:
    words = chosen([title, "-x"])
    assert {title, f"render/test_{title}_pictures.py"} <= named(words) - {"-x"}
    assert words[-1] == "-x"
    assert {f"--ignore={TESTS / name}" for name in LONG} < set(words)


@pytest.mark.parametrize(("words", "all_read"), [(["trap", "-x"], False), (["-x"], True), ([], True)])
def test_a_title_alone_is_read_by_ruff_only(words: list[str], all_read: bool) -> None:
    assert (static(words) != [*RUFF]) is all_read


def test_other_words_are_for_pytest() -> None:
    assert chosen([]) == []
    assert chosen(["-k", "sight"]) == ["-k", "sight"]


@pytest.mark.parametrize(
    ("file", "tests"),
    [
        ("bot/titles/trap/play/fire.py", "trap"),
        ("data/strike/units.toml", "strike"),
        ("render/tide/ground.py", "tide"),
        ("render/film.py", "render"),
        ("bot/store/games.py", "store"),
        ("data/table/cases.tsv", "."),
        ("tests/chat/thumbs.py", "chat"),
        ("tests/test_main.py", "test_main.py"),
    ],
)
def test_a_changed_file_concerns_the_tests_of_its_folder(file: str, tests: str) -> None:
    assert TESTS / tests in concerned(file)


@pytest.mark.parametrize("file", ["bot/signals.py", "bot/titles/__init__.py", "tests/match.py"])
def test_a_file_of_no_folder_concerns_every_test(file: str) -> None:
    assert list(concerned(file)) == [TESTS]


@pytest.mark.parametrize("file", ["README.md", "Dockerfile", ".github/workflows/check.yml"])
def test_a_file_without_tests_concerns_none(file: str) -> None:
    assert (ROOT / file).exists()
    assert list(concerned(file)) == []


@pytest.mark.parametrize(
    ("words", "file", "made"),
    [
        (["--fast"], "bot/local/page/dom.js", True),
        (["--fast"], "tests/page/package-lock.json", True),
        (["--fast"], "bot/local/gateway.py", False),
        (["trap"], "bot/local/page/dom.js", False),
        ([], "bot/local/gateway.py", True),
    ],
)
def test_the_fast_check_reads_the_page_if_it_has_changed(
    monkeypatch: pytest.MonkeyPatch, words: list[str], file: str, made: bool
) -> None:
    monkeypatch.setattr(checks, "changed", lambda: [file])
    assert (PAGE in static(words)) is made
