"""Every line of the transcripts reads like English with the players' names."""

from __future__ import annotations

import re

import pytest

from tests.tide.test_transcripts import TRANSCRIPTS
from tests.transcripts import SMALL, printed_again

FAULTS = {
    "one of several": r"(?<![.\d])1 (hits|regulars|elites|officers|MGs|actions|units|cards|points|hexes)\b",
    "a before a vowel": r"\ba (elite|officer|MG|entrenchment)\b",
    "an before a consonant": r"\ban (regular|mortar|pillbox|minefield|tank trap)\b",
    "an id": r"\b([gs][vr]?\d+|w\d+|[a-z]+(-[a-z]+)+\.\d)\b",
    "a key of the data": r"\b(panzer-iv|t34-76|sdkfz-251|command-1|morale-1)\b",
    "two spaces": r"\S  +\S",
    "something of the program": r"\bNone\b|\{|\}|<|Secret|UNSET|: True|: False",
    "two full stops": r"\.\.(?!\.)",
    "words that no player would say": r"\bthe clear\b|sets foot|in the line of|(action|point)s? less\b",
    "words of a ledger": r"has -\d+ (action|point|command)|s an? [\w ]+ ×\d",
    "a space before a stop": r" [.,;:!?](?!\.\.)",
}


@pytest.mark.parametrize("fault", FAULTS)
def test_no_line_has_this_fault(fault: str) -> None:
    lines = [line for transcript in TRANSCRIPTS for line in transcript.said()]
    assert len(lines) > 500
    assert [line for line in lines if re.search(FAULTS[fault], line)] == []


def test_sentences_end_like_sentences() -> None:
    lines = [line for transcript in TRANSCRIPTS for line in transcript.said()]
    ends = re.compile(r"([.!?]”?|\*\*|\.\*\*)$")
    loose = [
        line
        for line in lines
        if not ends.search(line) and not line.startswith(("refused", "malformed", "unclear"))
    ]
    assert loose == []


def test_refusals_quote_a_case_a_reason_and_a_remedy() -> None:
    refusals = [line for each in TRANSCRIPTS for line in each.said() if line.startswith("refused: ")]
    assert len(refusals) > 150
    for line in refusals:
        assert re.fullmatch(r"refused: (TOI|FB|FI|FP)-[\w.-]+ \S[^;]*; \S.*[^.]", line), line


def test_small_print_quotes_the_case_of_each_number() -> None:
    small = [line for each in TRANSCRIPTS for line in each.said() if line.startswith(SMALL)]
    assert len(small) > 50
    for line in small:
        numbers = re.findall(r" [+-]\d+(?: \[[\w.-]+\])?", line)
        assert all("[" in number for number in numbers), line


def test_no_roll_is_printed_twice() -> None:
    assert list(printed_again(TRANSCRIPTS)) == []
