"""Normalizes typed text, because keyboards write the same letters in many ways.

`tidy` keeps a text readable, and lines of orders are split in this form. `plain` is the form for the comparison of
words. `key` is `plain` without spaces and punctuation. Typed texts and names go through the same function. Texts
for people are never changed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

REMEMBERED = 50_000
"""Number of cached spellings.

The largest map has a thousand places, whose labels change as units move.
"""
SIGNS = str.maketrans({
    "\N{MINUS SIGN}": "-", "\N{RATIO}": ":", "\N{MODIFIER LETTER COLON}": ":", "\N{IDEOGRAPHIC COMMA}": ",",
    "\N{IDEOGRAPHIC FULL STOP}": ".", "\t": " ", "\r": "\n", "\N{LINE SEPARATOR}": "\n",
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE",
})  # fmt: skip
"""Signs that stand for others, and letters that stand for two."""
QUOTES = frozenset('"`\N{ACUTE ACCENT}\N{SINGLE LOW-9 QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}')
"""Quotes that Unicode does not class as quotes. All quotes only wrap a typed text."""
UNSEEN = frozenset(("Cf", "Cc", "Mn", "Me", "Pi", "Pf"))
"""Categories of characters that are left out: controls, stray accents, quotes."""
LOOK_ALIKES = str.maketrans(
    "авекмнорстухіјѕһзԛԝ" + "αβεζηικμνορτυχ" + "łøđı",
    "abekmhopctyxijsh3qw" + "abezhikmnoptyx" + "lodi",
)
"""Small Cyrillic and Greek letters whose capitals look Latin.

Also Latin letters that Unicode does not decompose.
"""
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""How umlauts are typed on keyboards that have none."""


def tidy(text: str) -> str:
    """Return a text with plain spaces, dashes and signs.

    Quotes and invisible characters are removed.
    """
    signs = unicodedata.normalize("NFC", text.translate(SIGNS))
    return re.sub(" +", " ", "".join(map(_sign, signs))).strip()


@lru_cache(1000)
def _sign(sign: str) -> str:
    """Return the plain form of a sign, such as B for a full-width B.

    Fractions and raised numbers stay.
    """
    category = unicodedata.category(sign)
    if sign != "\n" and (category in UNSEEN or sign in QUOTES):
        return ""
    if category[0] == "Z":
        return " "
    return "-" if category == "Pd" else sign if category == "No" else unicodedata.normalize("NFKC", sign)


@lru_cache(REMEMBERED)
def plain(text: str) -> str:
    """Return a tidy text in lower-case Latin letters without accents, of equal length."""
    return "".join(map(_letter, tidy(text)))


@lru_cache(1000)
def _letter(sign: str) -> str:
    if sign.isdecimal():
        return str(unicodedata.decimal(sign))
    base = unicodedata.normalize("NFD", sign)[0]
    small = base.lower()
    return (small if len(small) == 1 else base).translate(LOOK_ALIKES)


@lru_cache(REMEMBERED)
def key(text: str) -> str:
    """Return the letters and digits of a text.

    A dot separates numbers, so that "1/131" is not "11/31".
    """
    apart = re.sub(r"(?<=\d)[\W_]+(?=\d)", "\0", plain(text))
    return re.sub(r"[^\w\0]|_", "", apart).replace("\0", ".")


@lru_cache(REMEMBERED)
def bare(text: str) -> str:
    """Return the key of a text without zeros after a letter: "I02" is also "I2"."""
    return re.sub(r"(?<=[^\W\d_])0+(?=\d)", "", key(text))


@lru_cache(REMEMBERED)
def words(text: str) -> tuple[tuple[str, str], ...]:
    """Return the words of a text, each in its compared and in its written form."""
    small, written = (re.findall(r"[^\W_]+", each) for each in (plain(text), tidy(text)))
    return tuple(zip(small, written, strict=True))
