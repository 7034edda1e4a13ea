"""SIGTERM and SIGINT: finish acknowledged work, close everything, exit with 0.

Both have handlers from the first line on, because the first process of a container ignores a signal without one.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from threading import Timer

SIGNALS = (signal.SIGTERM, signal.SIGINT)
LONGEST = 9.0
"""Seconds from a signal to the forced end; a container is killed after ten."""
THREADS = 0.5
"""Seconds for threads to end after closing, such as a computer player's."""


def leave_during_imports() -> None:
    """Leave at once at a signal, since nothing is open yet.

    Only commands other than `run` have then failed.
    """
    first = "".join(sys.argv[1:2])
    code = 0 if first in ("", "run") or first.startswith("-") else 130
    for number in SIGNALS:
        signal.signal(number, lambda *_: os._exit(code))


def interrupt() -> None:
    """Let both signals raise `KeyboardInterrupt`, as Ctrl-C does."""
    for number in SIGNALS:
        signal.signal(number, signal.default_int_handler)


def asked_to_leave() -> asyncio.Event:
    """Return the event that the first signal sets.

    From then on the process has `LONGEST` to end in order.
    """
    stop, loop = asyncio.Event(), asyncio.get_running_loop()

    def leave() -> None:
        if not stop.is_set():
            stop.set()
            _end_after(LONGEST, 1)

    for number in SIGNALS:
        try:
            loop.add_signal_handler(number, leave)
        except NotImplementedError:  # on Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(leave))
    return stop


def end_soon() -> None:
    """End the process with code 0 after closing, without a long wait for threads."""
    _end_after(THREADS, 0)


def _end_after(seconds: float, code: int) -> None:
    timer = Timer(seconds, _end, (code,))
    timer.daemon = True
    timer.start()


def _end(code: int) -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
