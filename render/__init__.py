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
    from render.pool import Pool

__all__ = [
    "LOOKS",
    "Drawing",
    "Look",
    "Pick",
    "Picks",
    "Picture",
    "draws",
    "employ",
    "paint",
    "painters",
    "pictures_of",
    "settle",
]

T = TypeVar("T")

_FOLDERS: list[Path] = []
"""The folder of the ground, if there is one."""
_POOLS: list[Pool] = []
"""The processes that draw, if there are any."""
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


def employ(most: int) -> Pool | None:
    """Let at most this number of processes draw from now on, or this one for 0.

    Call it after `settle`. Returns the pool of these processes.
    """
    for each in _POOLS:
        each.close()
    _POOLS.clear()
    if most:
        from bot.kit import data_files
        from render.pool import Pool, Studio

        _POOLS.append(Pool(most, Studio(next(iter(_FOLDERS), None), tuple(data_files.FOLDERS))))
    return painters()


def painters() -> Pool | None:
    """Return the processes that draw, if there are any."""
    return next(iter(_POOLS), None)


def paint(drawing: Drawing[T]) -> T:
    """Make a drawing. Raises an error of the drawing, or `render.pool.Unpainted`."""
    return _POOLS[0].paint(drawing) if _POOLS else drawing.draw()


def _begin() -> None:
    """Before the first picture, use the folder of the ground."""
    with _FIRST:
        _begun()


@cache
def _begun() -> None:
    from render import prepare

    for folder in _FOLDERS:
        prepare.settle(folder)
