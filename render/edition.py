"""The digest of the drawing code, without importing it."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

import PIL

ROOT = Path(__file__).parents[1]
CODE = ("render", "bot/kit", "bot/titles/*/printed")
"""The folders whose code determines the look of the ground."""


@cache
def code() -> str:
    """Return a digest of the drawing code and its libraries."""
    found = hashlib.sha256(PIL.__version__.encode())
    for file in sorted(file for folder in CODE for file in ROOT.glob(f"{folder}/**/*.py")):
        found.update(file.read_bytes())
    return found.hexdigest()
