"""The pulse of a bot for health checks: a file that it touches while connected."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

BEAT = 15
"""Seconds between two signs of life."""
MISSED = 4
"""Beats after which a bot no longer counts as connected."""


def beat(pulse: Path, waits: Sequence[str]) -> None:
    """Touch the file, and write the waiting work into it."""
    pulse.write_text("".join(f"{line}\n" for line in waits), encoding="utf-8")
    pulse.touch()


def is_alive(pulse: Path) -> bool:
    """Return whether the file was touched lately."""
    return pulse.exists() and time.time() - pulse.stat().st_mtime < MISSED * BEAT


def waits(pulse: Path) -> str:
    """Return the waiting work, one line each."""
    return pulse.read_text(encoding="utf-8")
