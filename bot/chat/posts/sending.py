"""Pictures as the files of a message."""

from __future__ import annotations

import io
from collections.abc import Sequence

from discord import File

from render import Picture


def files(pictures: Sequence[Picture]) -> list[File]:
    """Wrap pictures for Discord, each with its alternative text."""
    return [File(io.BytesIO(p.png), filename=p.name, description=p.alt[:1024]) for p in pictures]
