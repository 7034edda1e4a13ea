"""Equal views give equal bytes in every process.

Caches, the order of sets and the time must not show.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import Any

import pytest

from bot.kernel.game import Sketch
from bot.kernel.secret import PUBLIC, Seen, see
from render import LOOKS
from render.titles import PICTURES
from tests.render import clearing, grozny
from tests.render.fronts import crowd
from tests.render.scenes import SOVIET, battle, worn


def drawn(title: str) -> tuple[Seen[Any], Sketch]:
    """Return a seat's view of a title, and a sketch of it."""
    if title == "tide":
        return see(worn(battle()), SOVIET), Sketch(("I2",), line=("I2", "F4"), path=("H2", "I2"))
    if title == "trap":
        return see(grozny.battle(), PUBLIC), Sketch(("1912",), line=("1912", "2112"), notes=(("1811", "2"),))
    if title == "firefight":
        notes = (("1-H13", "2"), (clearing.FIGHT, "+3"))
        return see(clearing.battle(), clearing.GERMAN), Sketch(("1-H14",), ("1-E13", clearing.FIGHT), notes=notes)
    return see(crowd(), PUBLIC), Sketch(("E5",), path=("E5", "G5"), notes=(("G5", "2"),))


def digest(title: str) -> str:
    """Return the hash of all that is drawn of a title."""
    draw, look = PICTURES[title], LOOKS["dark"]
    seen, sketch = drawn(title)
    pictures = (draw.crop(seen, sketch, look), draw.board(seen, look), draw.hand(seen, look))
    return hashlib.sha256(b"".join(picture.png for picture in pictures if picture is not None)).hexdigest()


@pytest.mark.parametrize("title", ["tide", "strike", "trap", "firefight"])
def test_equal_sights_give_equal_bytes_in_every_process(title: str) -> None:
    program = f"from tests.render.test_every_process import digest; print(digest({title!r}))"
    seed = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{digest(title)}\n"
