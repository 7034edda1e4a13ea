"""A painter: a process that makes drawings for another one.

`python -m render.painter` reads pickled drawings from its input and writes pickled answers to its output. It ends
with its input, so no painter outlives the process that started it.
"""

from __future__ import annotations

import signal

if __name__ == "__main__":  # The bot stops first, and may need more drawings to do so.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)

import contextlib
import gc
import logging
import os
import pickle
import select
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any, BinaryIO

import render
from bot.kit import data_files
from render import heap
from render.drawings import Drawing
from render.pool import Answer, Failure, Studio

LIKELY = "500"
"""The score by which Linux ends a painter, and not the bot, when memory is short.

It goes from -1000 to 1000.
"""


class Notes(logging.Handler):
    """Collects log records for the next answer."""

    def __init__(self) -> None:
        super().__init__()
        self._found: list[tuple[str, int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Add a record."""
        self._found.append((record.name, record.levelno, record.getMessage()))

    def taken(self) -> tuple[tuple[str, int, str], ...]:
        """Return the records since the last answer."""
        found, self._found = tuple(self._found), []
        return found


def prepare(studio: Studio) -> None:
    """Import and read everything that drawings need, before the first one comes."""
    data_files.FOLDERS[:] = studio.data
    if studio.ground is not None:
        render.settle(studio.ground)
    from bot.titles import titles
    from render import lettering
    from render.titles import PICTURES

    titles()
    for title in PICTURES:
        render.pictures_of(title)
    lettering.font(12, "Bold")
    gc.collect()
    gc.freeze()


def answer(drawing: Drawing[Any]) -> Answer:
    """Make a drawing.

    A process without memory ends instead, because a new one has some.
    """
    try:
        return Answer(drawing.draw())
    except MemoryError:
        os._exit(1)
    except Exception as error:
        return Answer(None, _failure(error))


def _failure(error: Exception) -> Failure:
    places = "".join(traceback.format_tb(error.__traceback__))
    return Failure(type(error).__name__, str(error), places)


def end_with(source: BinaryIO) -> None:
    """End the process with the writer of its input, even while it draws."""
    lost = select.poll()
    lost.register(source, 0)
    lost.poll()
    os._exit(0)


def work(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer drawings until the input ends.

    The first answer is about the preparations.
    """
    notes = Notes()
    logging.getLogger().addHandler(notes)

    def send(answer: Answer) -> None:
        sink.write(pickle.dumps(answer._replace(logged=notes.taken()), pickle.HIGHEST_PROTOCOL))
        sink.flush()

    try:
        prepare(pickle.load(source))
    except Exception as error:
        send(Answer(None, _failure(error)))
        return
    if hasattr(select, "poll"):  # Without it, the process draws to the end of its drawing.
        threading.Thread(target=end_with, args=(source,), daemon=True).start()
    send(Answer(None))
    trimmed = time.monotonic()
    while True:
        send(answer(pickle.load(source)))
        if time.monotonic() >= trimmed + heap.OFTEN:
            heap.trim()
            trimmed = time.monotonic()


if __name__ == "__main__":
    heap.share()
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(LIKELY, encoding="ascii")
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # Nothing that is printed gets between the answers.
    with contextlib.suppress(BrokenPipeError, EOFError):
        work(sys.stdin.buffer, output)
    os._exit(1)
