"""A process that dies just before a line of one of our files, as in a power cut."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

Trace = Callable[[FrameType, str, Any], Any]


def dies(n: int, file: str, work: Callable[[], object]) -> bool:
    """Run some work in its own process, which dies at the n-th new line in a file.

    Returns False if the work ends before that.
    """
    child = os.fork()
    if not child:
        code = 1
        try:
            sys.settrace(_counting(n, file))
            work()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, -signal.SIGKILL), f"the work failed before line {n}"
    return code != 0


def _counting(n: int, file: str) -> Trace:
    known: set[int] = set()

    def step(frame: FrameType, event: str, _: Any) -> Trace | None:
        if not frame.f_code.co_filename.endswith(file):
            return None
        if event == "line":
            known.add(frame.f_lineno)
            if len(known) == n:
                os.kill(os.getpid(), signal.SIGKILL)
        return step

    return step
