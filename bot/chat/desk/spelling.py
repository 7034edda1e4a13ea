"""Typed text made comparable: phones and other keyboards write the same letters in many ways.

`tidy` keeps a text readable; lines of orders are cut up in this form. `plain` is the form in which words are
compared, and `key` is `plain` without spaces and punctuation. What is typed goes through the same function as what
it is compared with. Texts for people are never changed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

REMEMBERED = 50_000
"""How many spellings are kept; the largest map has a thousand places, whose labels change as units move."""
SIGNS = str.maketrans({
    "\N{MINUS SIGN}": "-", "\N{RATIO}": ":", "\N{MODIFIER LETTER COLON}": ":", "\N{IDEOGRAPHIC COMMA}": ",",
    "\N{IDEOGRAPHIC FULL STOP}": ".", "\t": " ", "\r": "\n", "\N{LINE SEPARATOR}": "\n",
    "ß": "ss", "ẞ": "SS", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE",
})  # fmt: skip
"""Signs that stand for others, and letters that stand for two."""
QUOTES = frozenset('"`\N{ACUTE ACCENT}\N{SINGLE LOW-9 QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}')
"""Quotes that Unicode does not class as such; like the others they only wrap what is typed."""
UNSEEN = frozenset(("Cf", "Cc", "Mn", "Me", "Pi", "Pf"))
"""Categories of characters that are left out: controls, stray accents, quotes."""
LOOK_ALIKES = str.maketrans(
    "авекмнорстухіјѕһзԛԝ" + "αβεζηικμνορτυχ" + "łøđı",
    "abekmhopctyxijsh3qw" + "abezhikmnoptyx" + "lodi",
)
"""Small Cyrillic and Greek letters whose capitals look Latin, and Latin ones that Unicode does not take apart."""
UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue"})
"""How umlauts are typed on keyboards that have none."""


def tidy(text: str) -> str:
    """Return a text with plain spaces, dashes and signs, without quotes and without unseen characters."""
    signs = unicodedata.normalize("NFC", text.translate(SIGNS))
    return re.sub(" +", " ", "".join(map(_sign, signs))).strip()


@lru_cache(1000)
def _sign(sign: str) -> str:
    """Return the plain form of a sign, such as B for a full-width one. Fractions and raised numbers stay."""
    category = unicodedata.category(sign)
    if sign != "\n" and (category in UNSEEN or sign in QUOTES):
        return ""
    if category[0] == "Z":
        return " "
    return "-" if category == "Pd" else sign if category == "No" else unicodedata.normalize("NFKC", sign)


@lru_cache(REMEMBERED)
def plain(text: str) -> str:
    """Return a tidy text in small Latin letters without accents, character for character."""
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
    """Return the letters and digits of a text. A dot keeps numbers apart: "1/131" is not "11/31"."""
    apart = re.sub(r"(?<=\d)[\W_]+(?=\d)", "\0", plain(text))
    return re.sub(r"[^\w\0]|_", "", apart).replace("\0", ".")


@lru_cache(REMEMBERED)
def bare(text: str) -> str:
    """Return the key of a text without the zeros before numbers that follow a letter: "I02" is also "I2"."""
    return re.sub(r"(?<=[^\W\d_])0+(?=\d)", "", key(text))


@lru_cache(REMEMBERED)
def words(text: str) -> tuple[tuple[str, str], ...]:
    """Return the words of a text, of letters and digits: each as it is compared, and as it is written."""
    small, written = (re.findall(r"[^\W_]+", each) for each in (plain(text), tidy(text)))
    return tuple(zip(small, written, strict=True))
