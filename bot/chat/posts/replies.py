"""Acknowledgements and answers to people, with retries while Discord accepts them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import discord

from bot.chat.posts.refusals import Means, brief, means, pause

log = logging.getLogger(__name__)

PROMPTLY = (0.1, 0.4, 1.0)
"""Seconds between attempts to acknowledge; Discord waits for three in all."""
PATIENTLY = (1, 2, 5, 15, 60)
"""Seconds between attempts to answer, the last until the interaction has ended."""
ACKNOWLEDGED = 40060
"""Discord's code for an interaction that has been acknowledged."""
OBSTINATE = 3
"""Number of tries for an answer that fails, unless the reason is temporary."""


async def acknowledged(defer: Callable[[], Awaitable[object]]) -> bool:
    """Acknowledge an interaction. Returns whether Discord has accepted it.

    An interaction that Discord no longer knows is dropped.
    """
    for failures in count():
        try:
            await defer()
            return True
        except Exception as error:
            if means(error) is None:
                raise
            if isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED:
                return True
            gone = isinstance(error, discord.NotFound) or failures >= len(PROMPTLY)
            log.warning(
                "an interaction could not be acknowledged%s (%s)", gone * "; nothing is done", brief(error)
            )
            if gone:
                return False
            await asyncio.sleep(PROMPTLY[failures])
    raise AssertionError


async def answered(
    interaction: discord.Interaction[Any], say: Callable[[], Awaitable[object]], outdated: Callable[[], bool]
) -> None:
    """Answer a person, unless a newer answer is already in the same place.

    Raises `discord.HTTPException` if Discord refuses the form of the answer twice.
    """
    for failures in count():
        try:
            await say()
            return
        except Exception as error:
            meaning = means(error)
            if meaning is None or (meaning is Means.WRONG and failures):
                raise
            log.warning("an answer could not be shown (%s)", brief(error))
            hopeless = meaning is not Means.AGAIN and failures + 1 >= OBSTINATE
            if hopeless or interaction.is_expired():
                return
            await asyncio.sleep(pause(PATIENTLY, failures, error))
            if outdated():
                return
