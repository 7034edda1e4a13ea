"""Names of people and tables: readable, plain, and distinct from names in use."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from bot.local.options import NotPossible

_LONGEST: Final = 32
_UNSEEN: Final = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
"""Categories of characters that are invisible or change the direction of the text."""
_BLANK: Final = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, *range(0x180B, 0x1810),
              *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
)  # fmt: skip
"""Invisible characters of other categories."""
_EMOJI_JOINERS: Final = re.compile("(?<=[^\\w\\s])(\ufe0f|\u200d(?=[^\\w\\s]))")
"""Invisible characters that are allowed: they join emoji or colour a symbol."""
_FORMATTING: Final = re.compile(r"[@#:<>*~|`\[\]\\/]|(?<![^\W_])_|_(?![^\W_])|^-")
"""Characters that Discord reads as a mention, formatting, an emoji or a link."""
_RESERVED: Final = ("everyone", "here")
_MOST_ACCENTS: Final = 2

_LOOK_ALIKES: Final = {
    **dict(zip("АВЕЅЗІЈКМНОРСТУХҮԚԜЬГ", "ABESZIJKMHOPCTYXYQWbr", strict=True)),
    **dict(zip("авгеѕзіјкмнопрстухүԛԝьѵӏ", "abresziikmhonpctyxyqwbvl", strict=True)),
    **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC", strict=True)),
    **dict(zip("αβγεηικνορστυχωϲ", "abyenikvopotuxwc", strict=True)),
    **dict(zip("օսհոյցզՏՍԼ", "ouhnjgqSUL", strict=True)),
    **dict(zip("ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏚᏞᏟᏢᏦᏴ", "DRTAJEWMHYGZSLCPKB", strict=True)),
    **dict(zip("ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ", "BPDTGKJCZFMNLSRVHWXYAEIOU", strict=True)),
    **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢɑɡɩıłøđħŧ", "abcdefghijklmnoprstuvwyzagiilodht", strict=True)),
    "æ": "ae", "œ": "oe",
}  # fmt: skip
"""Latin look-alikes of letters from other alphabets.

Capitals may have other look-alikes than small letters.
"""
_ALIKE: Final = {**dict.fromkeys("il1", "l"), "0": "o", "5": "s", "3": "z"}
_ALIKE_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def read_name(given: str, *, longest: int = _LONGEST, what: str = "A name") -> str:
    """Return a name as it is shown, with plain spaces.

    Raises `NotPossible` with the reason.
    """
    name = unicodedata.normalize("NFC", " ".join(given.split()))
    if not 1 <= len(name) <= longest:
        raise NotPossible(f"{what} has 1 to {longest} letters.")
    visible = _EMOJI_JOINERS.sub("", name)
    if any(unicodedata.category(sign) in _UNSEEN or sign in _BLANK for sign in visible):
        raise NotPossible(f"{what} can have visible characters only; this one has invisible ones.")
    if found := _FORMATTING.search(visible):
        raise NotPossible(
            f"{what} can't have “{found[0]}” there: in a message it would be read as formatting or as a mention."
        )
    if not any(sign.isalnum() or unicodedata.category(sign) == "So" for sign in visible):
        raise NotPossible(f"{what} needs at least one letter or digit.")
    accents = "".join("^" if unicodedata.category(sign) in ("Mn", "Me") else " " for sign in name)
    if "^" * (_MOST_ACCENTS + 1) in accents:
        raise NotPossible(f"{what} can have at most {_MOST_ACCENTS} accents on a letter.")
    return name


def free_name(given: str, taken: Iterable[str]) -> str:
    """Return a name that is free and resembles no other.

    Raises `NotPossible` with the reason.
    """
    name = read_name(given)
    shape = _shape(name)
    if shape in map(_shape, _RESERVED):
        raise NotPossible(f"You can't be called {name}: a message to @{name} would call everybody.")
    for other in taken:
        if same(name, other):
            raise NotPossible(f"Somebody is already called {other}.")
        if shape == _shape(other):
            raise NotPossible(f"{name} looks like {other}, who is here already.")
    return name


def same(name: str, other: str) -> bool:
    """Return whether two names differ only in capitals, spaces or Unicode composition."""
    one, two = (unicodedata.normalize("NFC", " ".join(each.split())).casefold() for each in (name, other))
    return one == two


def _shape(name: str) -> str:
    """Return the visual shape of a name.

    It consists of plain letters without accents, signs and capitals.
    """
    compatible = unicodedata.normalize("NFKC", name)
    latin = "".join(_LOOK_ALIKES.get(sign, sign) for sign in unicodedata.normalize("NFD", compatible)).casefold()
    signs = (_LOOK_ALIKES.get(sign, sign) for sign in unicodedata.normalize("NFD", latin))
    shown = "".join(
        _ALIKE.get(sign, sign) for sign in signs if sign.isalnum() or unicodedata.category(sign) == "So"
    )
    for pair, letter in _ALIKE_PAIRS:
        shown = shown.replace(pair, letter)
    return shown
