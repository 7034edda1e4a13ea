"""The measure of plain English, and that the whole project keeps to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import prose, voice

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
    "but for except": ("Nobody digs here, but by a card.", "Nobody digs here except by a card."),
    "for nothing": ("The unit moves for nothing.", "The plus counts for nothing."),
    "inverted": ("Of a hand the owner sees all.", "The owner sees the whole hand."),
    "long sentence": ("word " * 31, "word " * 30),
}


def sentence(text: str) -> prose.Sentence:
    return prose.Sentence("file.py", 1, text)


def written(folder: Path, name: str, text: str) -> list[tuple[int, str]]:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return [(each.line, each.text) for each in prose.sentences(file)]


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
        "Who are you in this window?",
        "Units on the ice cannot go on Op Fire.",
        "The engineer lays smoke.",
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


def test_strings_of_the_program_are_read_without_names_and_queries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    source = (
        'SAID = f"First {1} is here.\\nSecond is here."\nKEY = "third_name"\n'
        'QUERY = "SELECT a line from this"\nWHY = "whoever is in the hex"\n'
    )
    for folder, read in (
        ("bot", ["First {…} is here.", "Second is here.", "… whoever is in the hex"]),
        ("tests", []),
    ):
        (tmp_path / folder).mkdir()
        assert [text for _, text in written(tmp_path / folder, "sample.py", source)] == read


def test_data_is_read_without_names_figures_and_maps(tmp_path: Path) -> None:
    text = (
        '# First\n# line. Second.\nname = "Two words"\n'
        'text = """\\\nThird line \\\ncontinues. Fourth is \\"here\\"."""\n'
        'hexes = { near = "A10 B10 C10", says = "fifth is after this" } # Sixth.\n'
        'map = """\n..wood..\n..hill.."""\n'
    )
    assert written(tmp_path, "sample.toml", text) == [
        (1, "First line."),
        (2, "Second."),
        (5, "Third line continues."),
        (6, 'Fourth is "here".'),
        (7, "… fifth is after this"),
        (7, "Sixth."),
    ]


def test_tables_are_read_without_their_keys(tmp_path: Path) -> None:
    text = "id\ttitle\ttext\nTOI-1.1\tA short title\tFirst is here. Second is here.\n"
    assert written(tmp_path, "sample.tsv", text) == [
        (2, "A short title"),
        (2, "First is here."),
        (2, "Second is here."),
    ]


def test_the_page_is_read_without_its_code(tmp_path: Path) -> None:
    script = (
        'h("p", { class: "plain round" }, /"/, "First is here.");\n'
        "say(`${player.name} sees the second. Third is here.`);\n"
    )
    assert written(tmp_path, "sample.js", script) == [
        (1, "First is here."),
        (2, "{…} sees the second."),
        (2, "Third is here."),
    ]
    page = (
        '<script>let none = "None of this."</script>\n<p title="First is here.">Second\nis here.</p>\n'
        "<p>Third is here.</p>\n"
    )
    assert written(tmp_path, "sample.html", page) == [
        (2, "First is here."),
        (2, "Second is here."),
        (4, "Third is here."),
    ]


def test_comments_of_scripts_are_read_without_their_tags_and_types(tmp_path: Path) -> None:
    script = (
        '/** @import {Place} from "./places.js" */\n\n'
        '/**\n * First "quoted\n * line". Second.\n *\n * @template {Element} Parent\n'
        " * @param {{near: {x: number},\n *   far: Place}} [place] third\n"
        " * @returns {string} fourth: {x, y}\n */\n"
        'at("/*"); // Fifth\n// goes here.\n/** @type {Map<string, Place>} */\n/* Sixth. */\n'
    )
    assert written(tmp_path, "sample.js", script) == [
        (4, 'First "quoted line".'),
        (5, "Second."),
        (9, "third"),
        (10, "fourth: {x, y}"),
        (12, "Fifth goes here."),
        (15, "Sixth."),
    ]


def test_comments_of_style_sheets_are_read(tmp_path: Path) -> None:
    text = '/* First\n   line. Second. */\nb::after { content: "none of this"; /* Third. */ }\n'
    assert written(tmp_path, "sample.css", text) == [(1, "First line."), (2, "Second."), (3, "Third.")]


def test_tables_of_the_tests_are_code() -> None:
    assert prose.is_read(prose.ROOT / "data/trap/cases.tsv")
    assert not prose.is_read(prose.ROOT / "tests/trap/teeth.tsv")


def test_the_first_line_of_a_docstring_has_at_most_80_characters(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    for length, rules in ((80, []), (81, ["long first line"])):
        file.write_text(f'"""{"w" * length}\n\n{"x" * 90}"""\n', encoding="utf-8")
        assert [each.construction for each in voice.findings(prose.sentences(file))] == rules


def test_a_sentence_on_the_allow_list_is_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = sentence("The game goes on.")
    assert [str(each) for each in voice.findings([bad])] == ["file.py:1: goes on: The game goes on."]
    monkeypatch.setattr(voice, "allowed", lambda: frozenset({("file.py", "goes on", bad.text)}))
    assert voice.findings([bad]) == []


@pytest.mark.parametrize("folder", voice.ROOMS)
def test_a_folder_has_no_finding(folder: str) -> None:
    found = voice.folders([folder])[folder]
    assert found
    assert [str(each) for each in voice.findings(found)] == []


def test_the_table_has_a_row_for_each_folder(capsys: pytest.CaptureFixture[str]) -> None:
    some = [".github", "README.md"]
    assert voice.main(["--list", *some]) == 0
    assert [row.split()[0] for row in capsys.readouterr().out.splitlines()] == ["folder", *some, "all"]
