"""Drawings that go wrong, for tests of painters. A painter imports this module."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import ClassVar

from msgspec import Struct

from render import kept


class Trial(Struct, frozen=True):
    """A drawing that notes each attempt in a file, and goes wrong the first times."""

    notes: Path
    times: int
    longest: ClassVar[float] = 60.0

    def draw(self) -> str:
        """Note the attempt; returns "done" from the attempt on that goes well."""
        with self.notes.open("a") as file:
            file.write(f"{os.getpid()}\n")
        if len(attempts(self.notes)) <= self.times:
            self.fail()
        return "done"

    def fail(self) -> None:
        """Go wrong."""
        raise ValueError(f"the {self.notes.name} of Anna")


class Killed(Trial, frozen=True):
    """A drawing during which the painter is killed."""

    def fail(self) -> None:
        """Kill this process."""
        os.kill(os.getpid(), signal.SIGKILL)


class TooLarge(Trial, frozen=True):
    """A drawing for which there is no memory."""

    def fail(self) -> None:
        """Run out of memory."""
        raise MemoryError


class Endless(Trial, frozen=True):
    """A drawing that takes forever, with a short deadline."""

    longest: ClassVar[float] = 2.0

    def fail(self) -> None:
        """Hang."""
        while True:
            time.sleep(60)


class Hung(Endless, frozen=True):
    """A drawing that takes forever, with a long deadline."""

    longest: ClassVar[float] = 600.0


class Held(Trial, frozen=True):
    """A drawing that waits until there is a file."""

    until: Path = Path()

    def fail(self) -> None:
        """Wait for the file."""
        while not self.until.exists():
            time.sleep(0.005)


class Ground(Held, frozen=True):
    """A drawing whose ground is made slowly, and noted when it is made."""

    folder: Path = Path()

    def draw(self) -> str:
        """Return the ground."""
        kept.SHELF.folder = kept.Folder(self.folder)
        return kept.SHELF.body("a ground", self._made).decode()

    def _made(self) -> bytes:
        super().draw()
        return b"ground"


def attempts(notes: Path) -> list[int]:
    """Return the processes that have begun a drawing with these notes."""
    return [int(line) for line in notes.read_text().splitlines()] if notes.exists() else []
