"""Plain English, measured: `python -m tests.voice [--list] [FOLDER ...]`.

Checks each sentence of docstrings, comments, test names, Markdown, data and the strings that players read against
constructions that a reader has to decode. Prints for each folder how many sentences break a rule; `--list` prints
the sentences.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tests.prose import ROOT, Sentence, is_read, sentences

ROOMS = ("bot", "render", "tests", "data", ".github", "README.md")
ALLOWED = Path(__file__).with_suffix(".tsv")
MOST_WORDS = 30

_NO_NOUN = (
    "of|to|for|by|with|from|at|on|in|into|and|or|but|than|as|that|if|when|because|is|are|not|all|those|"
    "say|says|tell|tells|show|shows|return|returns|know|knows|name|names|see|sees|let|lets|ask|asks|decide|decides"
)
_FOR_WHOM = "and|or|but|than|say|says|return|returns|know|knows|note|notes|noted|those|again"
_DOES = (
    "is|was|has|had|can|cannot|may|could|would|must|will|does|did|sees|knows|ends|fires|stands|moves|wants|needs"
)
CONSTRUCTIONS = {
    "who without a noun": rf"(^|[:;(] )(\w+ )?who(ever|m)?\b(?!.*\?)|\bwhoever\b|\b({_NO_NOUN}) who\b"
    rf"|\b({_FOR_WHOM}) (for |of |to |by |with )?whom\b",
    "what as a noun": r"^What\b(?!.*\?)|\b(Returns?|with|by|of|from|for|than|and|all|but|let) what\b|[:;] what\b",
    "that as a noun": r"^That (an?|the|one|who|nobody|nothing)\b|\bthat which\b",
    "one for a person": r"\bone's\b|\boneself\b"
    rf"|(^|[,:;] |\b(if|when|that|what|where|or|and|than|as) )one ({_DOES})\b",
    "one for a thing": r"(^|[,:;(] |\b(of|or|and|with|by|for|to|than|is|as|if) )one (that|which|who|whose|whom)\b",
    "so many": r"\bso (many|much|few)\b|\b(as|so) far as\b|\bso far the\b",
    "of which": r"\bof which\b|\bof these of\b",
    "at the most": r"\bat the (most|least)\b",
    "idiom": r"\bas things stand\b|\ball the same\b|\banew\b|\bby (it|him|her|them)sel(f|ves)\b|\bwhat there is\b",
    "nobody": r"\bnobody (of|is|are)\b|\b(that|whom|which) nobody\b",
    "is told": r"\b(is|are|was|were|be|being|been) told\b|\b(tell(s|ing)?|told) of\b",
    "goes on": r"\b(go|goes|going|went|gone) on\b(?! (the|an?|its|your|their|top|board|to|Op)\b)",
    "comes to": r"\b(comes?|came|coming) to\b",
    "lays": r"\blays\b(?! (smoke|a hidden minefield)\b)",
    "stands in": r"\b(stands?|stood|standing) in\b",
    "where for if": r"\bwhere (there|none|nothing|nobody|anything|not|neither|both|no|any)\b"
    rf"|\bwhere (it|that|this|they|he) ({_DOES}|are|goes)\b(?![,.:;])"
    r"|\b(None|False|True|0|\"\"|Raises `?\w+`?) where\b",
    "say for press": r"\bsays? (done|pass|press)\b",
    "but for except": r"\bbut (for|along|by)\b",
    "for nothing": r"\b(moves?|turns?|turned|units|dig|digs|rall(y|ies)|actions?|reached),? for nothing\b",
    "inverted": r"^Of (an?|the|all|these|those|its|their|what|two|several)\b|^So much\b",
}
PATTERNS = {name: re.compile(pattern, re.IGNORECASE) for name, pattern in CONSTRUCTIONS.items()}


class Finding(NamedTuple):
    """A sentence that breaks a rule."""

    sentence: Sentence
    construction: str

    def __str__(self) -> str:
        return f"{self.sentence.file}:{self.sentence.line}: {self.construction}: {self.sentence.text}"


def broken(sentence: Sentence) -> list[str]:
    """Return the names of the rules that a sentence breaks."""
    names = [name for name, pattern in PATTERNS.items() if pattern.search(sentence.text)]
    names += ["long sentence"] * (len(sentence.text.split()) > MOST_WORDS)
    return names + ["long first line"] * sentence.long_line


@cache
def allowed() -> frozenset[tuple[str, str, str]]:
    """Return the file, construction and text of each sentence on the allow-list."""
    with ALLOWED.open(encoding="utf-8", newline="") as rows:
        return frozenset(
            (row["file"], row["construction"], row["sentence"]) for row in csv.DictReader(rows, delimiter="\t")
        )


def findings(found: list[Sentence]) -> list[Finding]:
    """Return a finding for each rule that a sentence breaks, without allowed ones."""
    every = (Finding(sentence, rule) for sentence in found for rule in broken(sentence))
    return [each for each in every if (each.sentence.file, each.construction, each.sentence.text) not in allowed()]


def folders(names: list[str]) -> dict[str, list[Sentence]]:
    """Return the sentences of these folders or files, or of all second-level folders."""
    found: defaultdict[str, list[Sentence]] = defaultdict(list)
    for room in names or ROOMS:
        whole = ROOT / room
        files = [whole] if whole.is_file() else sorted(filter(is_read, whole.rglob("*")))
        files = [file for file in files if "node_modules" not in file.parts]
        for file in files:
            parts = file.relative_to(ROOT).parts
            found[room.rstrip("/") if names else "/".join(parts[:-1][:2]) or parts[0]] += sentences(file)
    return found


def main(arguments: list[str]) -> int:
    """Print a row for each folder, and with `--list` each sentence that breaks a rule."""
    total, bad = 0, 0
    print(f"{'folder':<28}{'sentences':>10}{'break a rule':>14}{'share':>9}")
    for folder, found in folders([each for each in arguments if each != "--list"]).items():
        listed = findings(found)
        count = len({each.sentence for each in listed})
        total, bad = total + len(found), bad + count
        print(_row(folder, len(found), count))
        for each in listed if "--list" in arguments else ():
            print(each)
    print(_row("all", total, bad))
    return 0


def _row(name: str, total: int, bad: int) -> str:
    return f"{name:<28}{total:>10}{bad:>14}{100 * bad / max(total, 1):>8.1f}%"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
