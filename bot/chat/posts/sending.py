"""What all that is sent to Discord has in common: files, and what a refusal means."""

from __future__ import annotations

import io
from collections.abc import Sequence

import discord
from discord import File

from render import Picture

LOCKED = {50083, 160005}
"""Discord's codes for a thread that is closed."""


def files(pictures: Sequence[Picture]) -> list[File]:
    """Wrap pictures for Discord, each with its alternative text."""
    return [File(io.BytesIO(p.png), filename=p.name, description=p.alt[:1024]) for p in pictures]


def passes(error: discord.HTTPException) -> bool:
    """Say whether Discord may take later what it refuses now."""
    return error.status == 429 or error.status >= 500


def is_closed(error: discord.HTTPException) -> bool:
    """Say whether a channel is closed to us, as long as nobody opens it."""
    return error.status in (401, 403) or error.code in LOCKED
