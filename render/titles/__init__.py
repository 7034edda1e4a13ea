"""The drawing class of each title, by its key. This is the only list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from render.firefight import FirefightPictures
from render.picture import Pictures
from render.strike import StrikePictures
from render.tide import TidePictures
from render.trap import TrapPictures

PICTURES: Mapping[str, Pictures[Any]] = {
    "tide": TidePictures(),
    "strike": StrikePictures(),
    "trap": TrapPictures(),
    "firefight": FirefightPictures(),
}
