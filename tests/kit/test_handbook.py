"""The rules as a book: chapters by numbers of cases, terms in texts, the search."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.kernel.game import Case
from bot.kit import data_files
from bot.kit.handbook import Chapter, Handbook, Term, begins, cited, read

CASES = {
    id: Case(id, title, text)
    for id, title, text in (
        ("1.1", "Moving", "A unit moves."),
        ("1.10", "Rafts", "A raft carries a pinned unit."),
        ("T-2a", "Firing", "A unit fires."),
    )
}
BOOK = Handbook(
    {
        "move": Chapter(name="Movement", text="To move.", cases=("1.1",)),
        "rafts": Chapter(name="Rafts", text="On water.", cases=("1.10",)),
        "fire": Chapter(name="Fire", text="To fire.", cases=("T-2",)),
    },
    {
        "pinned": Term(name="pinned", text="It stays.", also=("pin",), cases=("1.10",)),
        "fire": Term(name="fire", text="A shot."),
    },
    CASES,
)


@pytest.mark.parametrize(
    ("id", "beginning", "does"),
    [
        ("1.1a", "1.1", True), ("1.10", "1.1", False), ("1.1-2", "1.1", True), ("11.1", "1", False),
        ("T-2a", "T", True), ("FB-balka-1", "FB-balka", True),
    ],
)  # fmt: skip
def test_a_number_begins_with_whole_parts(id: str, beginning: str, does: bool) -> None:
    assert begins(id, beginning) is does


def test_each_case_is_on_the_page_of_the_longest_beginning() -> None:
    assert {key: [case.id for case in page] for key, page in BOOK.pages.items()} == {
        "move": ["1.1"], "rafts": ["1.10"], "fire": ["T-2a"],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Refused · T-2a", ("T-2a",)), ("see (1.10) and [1.1, 1.10]", ("1.10", "1.1")), ("costs 1.1 points", ()),
        ("T-2ab (1.100)", ()), ("`/game rule case:1.1`", ("1.1",)),
    ],
)  # fmt: skip
def test_the_cases_of_a_text_are_found(text: str, found: tuple[str, ...]) -> None:
    assert cited(CASES, text) == found


def test_the_terms_of_a_text_are_found_in_their_order_as_whole_words() -> None:
    assert BOOK.terms_in("Fire! They PIN a squad, and campfires pinning nothing") == ("fire", "pinned")
    assert BOOK.term(" Pin ") == "pinned"
    assert BOOK.term("pi") == ""


def test_a_search_finds_the_beginnings_of_all_words_and_names_first() -> None:
    assert [found.key for found in BOOK.search("pin")] == ["pinned", "1.10"]
    assert [found.key for found in BOOK.search("unit mov")] == ["1.1"]
    assert [found.key for found in BOOK.search("fir")] == ["fire", "T-2a"]
    assert BOOK.search("") == ()


def test_a_faulty_book_is_reported_with_its_fields(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_files, "FOLDERS", [tmp_path])
    (tmp_path / "toy").mkdir()
    (tmp_path / "toy/chapters.toml").write_text(
        '[chapters.move]\nname = "Movement"\ntext = "."\ncases = ["1.1", "9"]\n\n'
        '[chapters.move.drawing]\ntext = "A hill."\nscenario = "none"\n'
    )
    (tmp_path / "toy/terms.toml").write_text(
        '[terms.a]\nname = "a"\ntext = "."\ncases = ["3.3"]\n[terms.b]\nname = "A"\ntext = "."\n'
    )
    _, problems = read("toy", CASES, ["first"])
    assert [(each.line, each.field, each.reason) for each in problems] == [
        (4, "chapters.move.cases.1", "no case begins with 9"),
        (8, "chapters.move.drawing.scenario", "there is no scenario none"),
        (0, "", "case 1.10 is in no chapter"),
        (0, "", "case T-2a is in no chapter"),
        (4, "terms.a.cases.0", "there is no case '3.3'; expected one of 1.1, 1.10, T-2a"),
        (5, "terms.b", "'A' is also a form of a"),
    ]
