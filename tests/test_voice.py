"""The measure of plain English, and the folders that keep to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import voice

CLEAN: tuple[str, ...] = (
    ".github",
    "README.md",
    "data",
    "tests/kernel/test_codec.py",
    "tests/kernel/test_declared.py",
    "tests/kernel/test_dice.py",
    "tests/kernel/test_fields.py",
    "tests/kernel/test_game.py",
    "tests/kernel/test_log.py",
    "tests/kernel/test_rule.py",
    "tests/kernel/test_seats.py",
    "tests/kernel/test_secret.py",
    "tests/kernel/test_teeth.py",
    "tests/kit",
    "tests/store",
    "tests/render",
    "bot/chat/absentees.py",
    "bot/chat/command_group.py",
    "bot/chat/controls",
    "bot/chat/desk",
    "bot/chat/mine.py",
    "bot/chat/posts/doors.py",
    "bot/chat/posts/lobby_post.py",
    "bot/chat/posts/outbox.py",
    "bot/chat/posts/parking.py",
    "bot/chat/posts/refusals.py",
    "bot/chat/posts/replies.py",
    "bot/chat/posts/sending.py",
    "bot/chat/together.py",
    "bot/kernel",
    "bot/kit",
    "bot/local",
    "render",
    "bot/store",
    "bot/titles/firefight",
    "bot/titles/tide/cards",
    "bot/titles/tide/combat",
    "bot/titles/tide/computer",
    "bot/titles/tide/events",
    "bot/titles/tide/field",
    "bot/titles/tide/play",
    "tests/test_voice.py",
    "tests/voice.py",
)
"""Folders and files without a finding."""

SAMPLES = {
    "who without a noun": ("Return whom a vehicle carries.", "Return the units that a vehicle carries."),
    "what as a noun": ("What was agreed is void.", "The agreement is void."),
    "that as a noun": ("That a player waits is known.", "The page shows that a player waits."),
    "one for a person": ("Say how likely one is lost, or one is hit.", "Return the chance that the unit is lost."),
    "one for a thing": ("A unit, or one that hides.", "A unit, or a hidden unit."),
    "so many": ("So many points are left.", "Action points that are left."),
    "of which": ("Units of which one is fresh.", "Units that include a fresh unit."),
    "at the most": ("Takes two at the most.", "Takes at most two."),
    "idiom": ("The thread ends by itself.", "The thread ends automatically."),
    "nobody": ("A pile that nobody reads.", "A hidden pile."),
    "is told": ("The result is told at the end.", "The result appears at the end."),
    "goes on": ("The game goes on.", "The counter goes on the map."),
    "comes to": ("The unit comes to the hex.", "The unit reaches the hex."),
    "lays": ("The unit lays its marker back.", "The unit returns its marker."),
    "stands in": ("The unit stands in the hex.", "The unit is in the hex."),
    "where for if": ("None where there is none.", "Returns the hex where it is."),
    "say for press": ("Say done at the end.", "Press Done at the end."),
    "inverted": ("Of a hand the owner sees all.", "The owner sees the whole hand."),
    "long sentence": ("word " * 31, "word " * 30),
}


def sentence(text: str) -> voice.Sentence:
    return voice.Sentence("file.py", 1, text)


def written(folder: Path, name: str, text: str) -> list[tuple[int, str]]:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return [(each.line, each.text) for each in voice.sentences(file)]


def test_every_construction_has_a_sample() -> None:
    assert SAMPLES.keys() == {*voice.CONSTRUCTIONS, "long sentence"}


@pytest.mark.parametrize("construction", SAMPLES)
def test_a_construction_is_found_and_plain_english_is_spared(construction: str) -> None:
    bad, good = SAMPLES[construction]
    assert construction in voice.broken(sentence(bad))
    assert not voice.broken(sentence(good))


@pytest.mark.parametrize(
    "text",
    [
        "Return the players for whom a game waits.",
        "A player who has resigned gives no orders.",
        "Units that cannot assault fire instead.",
        "Explains what the button does.",
        "Returns the place where the file is, and its name.",
    ],
)
def test_a_plain_sentence_breaks_no_rule(text: str) -> None:
    assert not voice.broken(sentence(text))


def test_docstrings_comments_and_test_names_are_read_with_their_lines(tmp_path: Path) -> None:
    source = (
        '"""First. Second\n\nthird."""\nSIZE = 3  # Fourth.\n"""Fifth."""\n'
        "# Sixth\n# goes here. Seventh.\n# fmt: off\ndef test_eighth_name(): ...\n"
    )
    assert sorted(written(tmp_path, "sample.py", source)) == [
        (1, "First."),
        (1, "Second"),
        (3, "third."),
        (4, "Fourth."),
        (5, "Fifth."),
        (6, "Sixth goes here."),
        (7, "Seventh."),
        (9, "eighth name"),
    ]


def test_markdown_is_read_without_its_code(tmp_path: Path) -> None:
    text = "# Head\n\nFirst\nline. Second.\n\n```sh\nwhoever\n```\n\n- Item.\n"
    assert written(tmp_path, "sample.md", text) == [(1, "Head"), (3, "First line."), (4, "Second."), (10, "Item.")]


def test_the_first_line_of_a_docstring_has_at_most_80_characters(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    for length, rules in ((80, []), (81, ["long first line"])):
        file.write_text(f'"""{"w" * length}\n\n{"x" * 90}"""\n', encoding="utf-8")
        assert [each.construction for each in voice.findings(voice.sentences(file))] == rules


def test_a_sentence_on_the_allow_list_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = sentence("The game goes on.")
    assert [str(each) for each in voice.findings([bad])] == ["file.py:1: goes on: The game goes on."]
    monkeypatch.setattr(voice, "allowed", lambda: frozenset({("file.py", "goes on", bad.text)}))
    assert voice.findings([bad]) == []


@pytest.mark.parametrize("folder", CLEAN)
def test_a_clean_folder_has_no_finding(folder: str) -> None:
    found = voice.folders([folder])[folder]
    assert found
    assert [str(each) for each in voice.findings(found)] == []


def test_the_table_has_a_row_for_each_folder(capsys: pytest.CaptureFixture[str]) -> None:
    some = CLEAN[:3]
    assert voice.main(["--list", *some]) == 0
    assert [row.split()[0] for row in capsys.readouterr().out.splitlines()] == ["folder", *some, "all"]
