"""Every line of the transcripts reads like English with the players' names."""

from __future__ import annotations

import re

import pytest

from bot.titles.strike.printed.tables import tables
from tests.strike.test_transcripts import TRANSCRIPTS
from tests.transcripts import SMALL, printed_again

FAULTS = {
    "one of several": r"(?<![.\d-])\b1 (units|corps stand|steps|points|areas|columns|oxes|movement points)\b",
    "several of one": r"(?<![.\d-])\b([02-9]|\d\d) (unit|step|point|area|column|ox|movement point)\b",
    "a before a vowel": r"\ba (army|ox|area|operations|undisrupted)\b",
    "an before a consonant": r"\ban (corps|panzer|diamond|railhead)\b",
    "an id": rf"(?<!\w)({'|'.join(tables().units)})(?!\w)",
    "two spaces": r"\S  +\S",
    "something of the program": r"\bNone\b|\{|\}|<|Secret|UNSET|: True|: False",
    "two full stops": r"\.\.(?!\.)",
    "a small letter at the beginning": r"^von ",
    "a list without its end": r" by \w\d+[^.]*, [A-O]\d+( [A-Z]\w+)? to [A-O]\d",
    "a space before a stop": r" [.,;:!?](?!\.\.)",
    "hexes, which are not on this map": r"\bhex",
}
LINES = [line for transcript in TRANSCRIPTS for line in transcript.said()]


@pytest.mark.parametrize("fault", FAULTS)
def test_no_line_has_this_fault(fault: str) -> None:
    assert len(LINES) > 800
    assert [line for line in LINES if re.search(FAULTS[fault], line)] == []


def test_sentences_end_like_sentences() -> None:
    ends = re.compile(r"([.!?]|\*\*)$")
    others = ("refused", "malformed", "unclear", "nobody attained")
    assert [line for line in LINES if not ends.search(line) and not line.startswith(others)] == []


def test_refusals_quote_a_case_a_reason_and_a_remedy() -> None:
    refusals = [line for line in LINES if line.startswith("refused: ")]
    assert len(refusals) > 200
    known = {*tables().cases, "FP-over", "FP-seat"}
    for line in refusals:
        found = re.fullmatch(r"refused: (\S+) \S[^;]*; \S.*[^.]", line)
        assert found, line
        assert found[1] in known, line


def test_small_print_quotes_the_case_of_each_number() -> None:
    small = [line for line in LINES if line.startswith(SMALL + "Column")]
    assert len(small) > 60
    for line in small:
        numbers = re.findall(r" (?:[+-]\d+|\d[LR])(?: \[[\w.-]+\])?(?=[,.])", line.partition("Shifts:")[2])
        assert all("[" in number for number in numbers), line


def test_no_roll_is_printed_twice() -> None:
    assert list(printed_again(TRANSCRIPTS)) == []
