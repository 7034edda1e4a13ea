"""Draws ground in advance, in a low-priority process.

When a map first needs a block, a helper draws all its other blocks into the folder, so that later pictures are
quick. `python -m render.prepare` is that helper; it reads its task from its input.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bot.kit import data_files
from render import blocks, kept, png
from render.edition import ROOT, code
from render.kept import Folder

WAITING = 8
"""The most maps in the helper's queue; others are drawn on demand."""
KNOWN = 256
"""The number of maps remembered as prepared."""
LEAST = 19
"""The niceness of the helper."""


class Task(NamedTuple):
    """A map to prepare: its cache folder, its code's digest, and the data folders."""

    land: blocks.Land
    folder: Path
    code: str
    data: Sequence[Path]
    parent: int


class Helper:
    """Prepares maps one after another."""

    def __init__(self, folder: Path) -> None:
        """Take the folder of the cache."""
        self._folder = folder
        self._asked: dict[str, None] = {}
        self._tasks: queue.Queue[Task] = queue.Queue(WAITING)
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def ask(self, land: blocks.Land) -> None:
        """Queue a map, unless it was requested before."""
        with self._lock:
            if land.key in self._asked or self._tasks.full():
                return
            self._asked[land.key] = None
            while len(self._asked) > KNOWN:
                del self._asked[next(iter(self._asked))]
            task = Task(land, self._folder, code(), data_files.FOLDERS, os.getpid())
            self._tasks.put_nowait(task)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="preparing", daemon=True)
                self._thread.start()

    def _work(self) -> None:
        folder = Folder(self._folder)
        while True:
            task = self._tasks.get()
            with folder.turn("preparing"):  # Other processes have helpers too, perhaps for the same map.
                if any(key not in folder for key, _ in blocks.all_blocks(task.land)):
                    run(task)
            self._tasks.task_done()

    def finish(self) -> None:
        """Wait until the queue is empty."""
        self._tasks.join()


def run(task: Task) -> None:
    """Prepare a map in its own process; a failed part is drawn on demand."""
    command = (sys.executable, "-m", "render.prepare")
    subprocess.run(command, input=pickle.dumps(task), cwd=ROOT, stderr=subprocess.DEVNULL, check=False)


def prepare(task: Task) -> None:
    """Draw all missing blocks of a map, while the process that asked for it lives."""
    if code() != task.code:
        return
    folder = Folder(task.folder)
    for key, draw in blocks.all_blocks(task.land):
        if os.getppid() != task.parent:
            return
        if key not in folder and not folder.is_being_made(key):
            folder.put(key, png.tiled(draw(), blocks.TILE))


def settle(folder: Path) -> None:
    """Cache drawings in a folder from now on, and prepare maps there."""
    kept.settle(folder)
    blocks.WATCHERS[:] = [Helper(folder).ask]


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(LEAST)
    asked: Task = pickle.load(sys.stdin.buffer)
    data_files.FOLDERS[:] = asked.data
    prepare(asked)
