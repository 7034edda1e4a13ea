"""The rules of a title as a book: chapters of cases, and a glossary.

The chapters are in `data/<title>/chapters.toml` and the glossary is in `data/<title>/terms.toml`. Both are checked
against the cases of the title: every case is in one chapter.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Struct

from bot.kernel.game import Case
from bot.kit import data_files
from bot.kit.data_files import Finding, Problem
from bot.kit.data_limits import Text
from bot.kit.data_names import dangling, ref

Source = Literal["printed", "ours"]
Beginning = Annotated[str, ref("beginning of a case")]


class Drawing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a scenario's map at its start, with a sketch on it."""

    text: Text
    """The drawing in words."""
    scenario: str = "first"
    places: tuple[str, ...] = ()
    line: tuple[str, str] | None = None
    path: tuple[str, ...] = ()
    mark: str = ""
    notes: dict[str, str] = {}
    """A short word on a tinted place, such as a cost."""


class Chapter(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A chapter of the rules."""

    name: str
    text: Text
    """The chapter in a few sentences."""
    cases: tuple[Beginning, ...]
    """The beginnings of the numbers of its cases."""
    drawing: Drawing | None = None
    source: Source = "ours"


class Term(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A word of the game, explained."""

    name: str
    text: Text
    also: tuple[str, ...] = ()
    """Other forms of the word that texts use."""
    cases: tuple[Annotated[str, ref("case")], ...] = ()
    source: Source = "ours"


class Found(Struct, frozen=True):
    """An entry that a search finds: a "term" or a "case", with its key and its name."""

    kind: Literal["term", "case"]
    key: str
    name: str


class Handbook(Struct, frozen=True, dict=True):
    """The chapters, the cases and the glossary of a title."""

    chapters: Mapping[str, Chapter] = {}
    terms: Mapping[str, Term] = {}
    cases: Mapping[str, Case] = {}

    @cached_property
    def pages(self) -> Mapping[str, tuple[Case, ...]]:
        """The cases of each chapter, in the order of the rulebook."""
        pages: dict[str, list[Case]] = {key: [] for key in self.chapters}
        for case in self.cases.values():
            if key := chapter_of(self.chapters, case.id):
                pages[key].append(case)
        return {key: tuple(cases) for key, cases in pages.items()}

    def chapter_of(self, id: str) -> str:
        """Return the key of the chapter with a case; "" if there is none."""
        return chapter_of(self.chapters, id)

    @cached_property
    def _forms(self) -> Mapping[str, str]:
        return {form.casefold(): key for key, term in self.terms.items() for form in (term.name, *term.also)}

    @cached_property
    def _words(self) -> re.Pattern[str]:
        forms = sorted(self._forms, key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, forms))})(?![\w-])", re.IGNORECASE)

    def term(self, text: str) -> str:
        """Return the key of the term with this name or form; "" if there is none."""
        return self._forms.get(text.strip().casefold(), "")

    def terms_in(self, text: str) -> tuple[str, ...]:
        """Return the keys of the terms that a text uses, in order."""
        if not self.terms:
            return ()
        return tuple(dict.fromkeys(self._forms[found[0].casefold()] for found in self._words.finditer(text)))

    def cases_in(self, text: str) -> tuple[str, ...]:
        """Return the numbers of cases that a text names, in order."""
        return cited(self.cases, text)

    def search(self, text: str) -> tuple[Found, ...]:
        """Return the entries that contain the beginnings of all these words.

        Names come before texts, and terms before cases.
        """
        words = [re.compile(rf"(?<!\w){re.escape(word)}", re.IGNORECASE) for word in text.split()]
        entries = [
            *((Found("term", key, term.name), " ".join((term.name, *term.also)), term.text)
              for key, term in self.terms.items()),
            *((Found("case", id, case.title), f"{id} {case.title}", case.text) for id, case in self.cases.items()),
        ]  # fmt: skip
        named = [each for each, name, _ in entries if all(word.search(name) for word in words)]
        told = [each for each, name, said in entries if all(word.search(f"{name} {said}") for word in words)]
        return tuple(dict.fromkeys([*named, *told])) if words else ()


def cited(known: Mapping[str, object], text: str) -> tuple[str, ...]:
    """Return the numbers of known cases in a text, in order.

    A number without letters, such as 11.3, is a case only in brackets, after a mark or beside another case.
    """
    found = (match["lettered"] or match["bare"] for match in NUMBER.finditer(text))
    return tuple(dict.fromkeys(each for each in found if each in known))


NUMBER = re.compile(
    r"(?<![\w.-])(?P<lettered>[A-Z]+(?:-[a-z]+)?-\w+(?:[.-]\w+)*)"
    r"|(?:[(\[·]|case:|rule|rules|and|,|;)\s?`?(?P<bare>\d{1,2}(?:\.\d{1,2}\w?){1,2}(?:-\d)?)(?=[\])\s,;:.`]|$)"
)
"""The number of a case in a text: "TOI-5.6a", or "11.3" in "(11.3)"."""


def chapter_of(chapters: Mapping[str, Chapter], id: str) -> str:
    """Return the key of the chapter with the longest beginning of a case's number."""
    fits = ((len(each), key) for key, chapter in chapters.items() for each in chapter.cases if begins(id, each))
    return max(fits, default=(0, ""))[1]


def begins(id: str, beginning: str) -> bool:
    """Return whether a number begins with these parts: 1.1 begins 1.1a, not 1.10."""
    rest = id.removeprefix(beginning)
    return id.startswith(beginning) and not (rest[:1].isdigit() and beginning[-1:].isdigit())


def read(title: str, cases: Mapping[str, Case], scenarios: Iterable[str]) -> tuple[Handbook, list[Problem]]:
    """Read the chapters and the glossary of a title, and return their problems."""
    problems: list[Problem] = []
    chapters = data_files.tables(f"{title}/chapters.toml", {"chapters": Chapter}, problems)["chapters"]
    terms = data_files.tables(f"{title}/terms.toml", {"terms": Term}, problems)["terms"]
    problems += data_files.told(f"{title}/chapters.toml", _amiss(chapters, cases, frozenset(scenarios)))
    problems += data_files.told(f"{title}/terms.toml", _misnamed(terms, cases))
    return Handbook(chapters, terms, cases), problems


def _amiss(
    chapters: Mapping[str, Chapter], cases: Mapping[str, Case], scenarios: frozenset[str]
) -> Iterator[Finding]:
    """Yield the cases without a chapter, and the beginnings and drawings of nothing."""
    for key, chapter in chapters.items():
        for n, beginning in enumerate(chapter.cases):
            if not any(begins(id, beginning) for id in cases):
                yield ("chapters", key, "cases", str(n)), f"no case begins with {beginning}"
        if chapter.drawing is not None and chapter.drawing.scenario not in scenarios:
            yield ("chapters", key, "drawing", "scenario"), f"there is no scenario {chapter.drawing.scenario}"
    for id in cases:
        if not chapter_of(chapters, id):
            yield (), f"case {id} is in no chapter"


def _misnamed(terms: Mapping[str, Term], cases: Mapping[str, Case]) -> Iterator[Finding]:
    """Yield the unknown cases of terms, and words with two meanings."""
    known: dict[str, str] = {}
    for key, term in terms.items():
        for found, reason in dangling(term, Term, {"case": cases}):
            yield ("terms", key, *found), reason
        for form in (term.name, *term.also):
            if known.setdefault(form.casefold(), key) != key:
                yield ("terms", key), f"{form!r} is also a form of {known[form.casefold()]}"
