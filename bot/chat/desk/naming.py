"""Finds the things that a typed text names, and guesses at its meaning.

Orders need an exact name. These names are exact, in this order, for texts compared by `spelling.key`:

1. an id, a name, or a label up to any of its marks: `g3`, "3rd Squad", "3rd Squad (4 regulars), woods at B7".
   Zeros before a number may be left out: "I2" is I02;
2. the beginning of one name alone: "3rd" of "3rd Squad", "Opel" of "Opel Blitz 1";
3. the beginnings of words of one name alone, in their order, three letters of each: "Konigs" of "A3 Königsberg";
   a number alone is not enough.

An abbreviation is unique among everything that could be named, legal now or not. It never cuts a number short:
"B" is not B4, "1" is not 10, and "XL" is not XLI. Everything else is a guess, which is only suggested. Guesses use
other words of a label, such as "woods" or the unit in a hex, and names with a similar spelling.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import Generic, TypeVar

from bot.chat.desk.spelling import REMEMBERED, UMLAUTS, bare, key, tidy, words
from bot.kit.english import short

V = TypeVar("V")
MARK = re.compile(r" \(|\)|, |: |; |$")
"""The end of a part of a label."""
ROMAN = re.compile(r"[IVXLCDM]+")
ALIKE = 0.5
"""Least similarity, from 0 to 1, of spellings that are suggested for each other."""
LEAST = 3
"""Least number of typed letters of a word within a name, unless the word is whole.

It is also the least number of letters of the whole text.
"""
FEW = 3
"""How many things are suggested for a name of nothing."""


class Names(Generic[V]):
    """The names of all values that a text can mean. A label begins with its name."""

    def __init__(self, labels: Mapping[V, str]) -> None:
        self.labels = labels

    def _spelled(self, text: str) -> list[V]:
        """Return the things with a name of this key.

        An index would not pay, because most texts are looked up once.
        """
        return [value for value, label in self.labels.items() if text in _keys(str(value), label)]

    def _spelled_without_zeros(self, text: str) -> list[V]:
        keys = ((value, _keys(str(value), label)) for value, label in self.labels.items())
        return [value for value, spelled in keys if text in map(bare, spelled)]

    @cached_property
    def _names(self) -> list[tuple[V, tuple[str, ...]]]:
        return [(value, _forms(short(label))) for value, label in self.labels.items()]

    def named(self, text: str) -> list[V]:
        """Return the thing that a text names exactly; several if it could be each of them."""
        if not key(text):
            return []
        if called := self._called(text):
            return called
        found = self._abbreviated(text)
        whole = [value for value in found if any(_are_whole(form, text) for form in self._forms(value))]
        found = whole if len(whole) == 1 else found
        return [] if len(found) == 1 and not self._is_cut_well(found[0], text) else found

    def is_label(self, text: str) -> bool:
        """Say whether a text is a label, or one up to one of its marks."""
        return bool(self._spelled(key(text)))

    def nearly(self, text: str) -> list[V]:
        """Return the likely meanings of a text that names nothing, most likely first."""
        if not key(text):
            return []
        fitting = [v for v, label in self.labels.items() if fits(label, text)] if not _is_number(text) else []
        return self._abbreviated(text) or fitting or self._alike(text)

    def _called(self, text: str) -> list[V]:
        """Return the things with this name. Names that are spelled as shown win."""
        found = self._spelled(key(text)) or self._numbered(text) or self._spelled_without_zeros(bare(text))
        shown = [value for value in found if short(self.labels[value]) == tidy(text)]
        return shown or found

    def _numbered(self, text: str) -> list[V]:
        """Return the things with this number, which may have spaces, as in "15 09"."""
        if not _is_number(text):
            return []
        number = key(text).replace(".", "")
        return [value for value in self._spelled(number) if key(short(self.labels[value])) == number]

    def _abbreviated(self, text: str) -> list[V]:
        """Return the things whose names begin with a text, or else whose words do."""
        found = [value for value, forms in self._names if any(_begins(form, text) for form in forms)]
        return found or [v for v, forms in self._names if any(_pairs(form, text) for form in forms)]

    def _forms(self, value: V) -> tuple[str, ...]:
        return _forms(short(self.labels[value]))

    def _is_cut_well(self, value: V, text: str) -> bool:
        forms = self._forms(value)
        begins = any({key(text), bare(text)} & _beginnings(form) for form in forms)
        within = len(key(text)) >= LEAST and not _is_number(text)
        return begins or (within and any(_are_cut_well(_pairs(form, text)) for form in forms))

    def _alike(self, text: str) -> list[V]:
        """Return the few things whose names are spelled most like a text."""
        near = [(_likeness(key(text), key(forms[0])), n) for n, (_, forms) in enumerate(self._names)]
        best = sorted((likeness, n) for likeness, n in near if likeness is not None)
        return [self._names[n][0] for _, n in best[:FEW]]


@lru_cache(REMEMBERED)
def _keys(value: str, label: str) -> tuple[str, ...]:
    """Return the keys of an id and of its label, each once."""
    return tuple({key(value), *_spellings(label)} - {""})


def _spellings(label: str) -> tuple[str, ...]:
    """Return the keys of a label, whole and up to each of its marks."""
    parts = dict.fromkeys(label[: mark.start()] for mark in MARK.finditer(label))
    return tuple(dict.fromkeys(key(form) for part in parts if part for form in _forms(part)))


def _forms(name: str) -> tuple[str, ...]:
    """Return a name, and as it is typed without umlauts."""
    return tuple(dict.fromkeys((name, name.translate(UMLAUTS))))


def _is_number(text: str) -> bool:
    return key(text).replace(".", "").isdigit()


def _begins(name: str, text: str) -> bool:
    """Say whether a name begins so; numbers may lack their zeros if they are whole."""
    typed, shown = bare(text), bare(name)
    whole = shown.startswith(typed) and not shown[len(typed) : len(typed) + 1].isdigit()
    return whole or key(name).startswith(key(text))


@lru_cache(REMEMBERED)
def _beginnings(name: str) -> frozenset[str]:
    """Return the keys of the beginnings of a name that cut no number short."""
    name = tidy(name)
    at = {(word.start(), word.end()) for word in re.finditer(r"[^\W_]+", name)}
    cuts = [n for start, end in at for n in range(start + 1, end + 1) if _may_end(name[start:end], n - start)]
    return frozenset(spelled(name[:cut]) for cut in cuts for spelled in (key, bare))


def _may_end(word: str, cut: int) -> bool:
    """Return whether a word may be cut at a place.

    "2" may stand for "2nd", but "B" not for "B4", and "XL" not for "XLI".
    """
    return cut == len(word) or not (ROMAN.fullmatch(word) or re.search(r"\d", word[cut:]))


def _pairs(name: str, text: str) -> list[tuple[str, int]]:
    """Return the words of a name that the words of a text begin, in order.

    Each has the length of its typed part. The list is empty unless each word of the text begins a word of the
    name.
    """
    shown = iter(words(name))
    found = []
    for typed, _ in words(text):
        word = next((word for small, word in shown if small.startswith(typed)), None)
        if word is None:
            return []
        found.append((word, len(typed)))
    return found


def _are_whole(name: str, text: str) -> bool:
    """Say whether all words of a text are words of a name, in their order."""
    shown = iter(words(name))
    return all(any(small == typed for small, _ in shown) for typed, _ in words(text))


def _are_cut_well(pairs: list[tuple[str, int]]) -> bool:
    """Say whether words within a name are cut well; of "2nd" the number is enough."""
    enough = (cut >= min(LEAST, len(word)) or word[:cut].isdigit() for word, cut in pairs)
    return bool(pairs) and all(enough) and all(_may_end(word, cut) for word, cut in pairs)


def _likeness(typed: str, spelled: str) -> tuple[float, int, int, int] | None:
    """Return a distance of two spellings, or None if they are not alike.

    Equal beginnings, first letters and last numbers break ties, so that near places come first.
    """
    from difflib import SequenceMatcher  # Large, and rarely needed.

    matcher = SequenceMatcher(None, spelled, typed)
    if matcher.quick_ratio() < ALIKE or (ratio := matcher.ratio()) < ALIKE:
        return None
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(typed, spelled, strict=False)))
    numbers = [int((re.findall(r"\d+", each) or ["0"])[-1][:9]) for each in (typed, spelled)]
    return -ratio, -same, abs(ord(typed[0]) - ord(spelled[0])), abs(numbers[0] - numbers[1])


def fits(label: str, typed: str) -> bool:
    """Return whether a label may be suggested, because each typed word begins a word."""
    return any(_begins(form, typed) or _each_begins_a_word(form, typed) for form in _forms(label))


def _each_begins_a_word(label: str, typed: str) -> bool:
    return all(any(word.startswith(part) for word, _ in words(label)) for part, _ in words(typed))
