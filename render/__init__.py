"""Pictures of a game as a seat sees it. No other module draws.

The code that draws is imported with the first picture: a bot starts quicker and in less memory without it.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from render.drawings import Drawing
from render.finished import Pick, Picks, Picture
from render.look import LOOKS, Look

if TYPE_CHECKING:
    from render.picture import Pictures

__all__ = [
    "LOOKS",
    "Drawing",
    "Look",
    "Pick",
    "Picks",
    "Picture",
    "draws",
    "paint",
    "pictures_of",
    "settle",
]

T = TypeVar("T")

_FOLDERS: list[Path] = []
"""The folder of the ground, if there is one."""
_FIRST = threading.Lock()


def settle(folder: Path) -> None:
    """Cache ground in a folder, from the first picture on."""
    from render.edition import code

    code()  # Now, so that it matches the running code.
    _FOLDERS[:] = [folder]


def pictures_of(title: str) -> Pictures[Any]:
    """Return the pictures of a title. Raises `KeyError` for a title without any."""
    _begin()
    from render.titles import PICTURES

    return PICTURES[title]


def draws(title: str) -> bool:
    """Return whether there are pictures of a title."""
    from render.titles import PICTURES

    return title in PICTURES


def paint(drawing: Drawing[T]) -> T:
    """Make a drawing."""
    return drawing.draw()


def _begin() -> None:
    """Before the first picture, use the folder of the ground."""
    with _FIRST:
        _begun()


@cache
def _begun() -> None:
    from render import prepare

    for folder in _FOLDERS:
        prepare.settle(folder)
