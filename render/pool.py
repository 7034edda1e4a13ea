"""A pool of painters: processes that make drawings.

A painter that dies or hangs costs a second attempt with another one, and no drawing waits without end.
"""

from __future__ import annotations

import logging
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeVar, cast

from render.drawings import Drawing
from render.edition import ROOT

log = logging.getLogger(__name__)
T = TypeVar("T")

STARTING = 60.0
"""Seconds in which a painter must start."""
TRIES = 2
"""The painters that a drawing may cost."""
WIDE = 1 << 20
"""The bytes that a pipe holds; Linux allows no more to most users."""
PAUSE = 10.0
"""Seconds before a further painter is started again after one could not be."""


class Studio(NamedTuple):
    """The folders that drawings need: the cache of the ground, and the data."""

    ground: Path | None
    data: Sequence[Path]


class Failure(NamedTuple):
    """An error of a drawing: its class, its message, and the lines of its traceback."""

    kind: str
    message: str
    places: str


class Answer(NamedTuple):
    """The result of a drawing or the reason for its failure, and log records."""

    made: Any
    failure: Failure | None = None
    logged: tuple[tuple[str, int, str], ...] = ()
    """The logger, the level and the message of each record."""


class Unpainted(Exception):
    """A drawing cannot be made: it failed, or no painter was left to make it."""


class InPainter(Exception):
    """The places in a painter's code that led to an error, and its class."""


class Stopped(BaseException):
    """The pool was closed, and nobody waits for its drawings any more."""


class Lost(Exception):
    """A painter has ended. The message says how."""


class Deadlines:
    """Kills processes that are late. Its thread sleeps until the next deadline."""

    def __init__(self) -> None:
        self._due: dict[subprocess.Popen[bytes], float] = {}
        self._changed = threading.Condition()
        self._watched = False
        self._next = 0.0

    @contextmanager
    def within(self, seconds: float, process: subprocess.Popen[bytes]) -> Iterator[None]:
        """Kill a process if the block takes longer than this."""
        with self._changed:
            due = self._due[process] = time.monotonic() + seconds
            if not self._watched:
                self._watched = True
                threading.Thread(target=self._watch, name="deadlines", daemon=True).start()
            elif due < self._next:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                del self._due[process]

    def _watch(self) -> None:
        """Watch until nothing is due; most deadlines have been met when they come."""
        with self._changed:
            while self._due:
                now = time.monotonic()
                for process in [process for process, due in self._due.items() if due <= now]:
                    process.kill()
                self._next = min((due for due in self._due.values() if due > now), default=now + STARTING)
                self._changed.wait(self._next - now)
            self._watched = False


DEADLINES = Deadlines()


class Painter:
    """A running painter, ready for drawings.

    Raises `Lost` or `Unpainted` if it cannot start.
    """

    def __init__(self, studio: Studio) -> None:
        self._process = subprocess.Popen(
            (sys.executable, "-m", "render.painter"), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, cwd=ROOT, start_new_session=True,
        )  # fmt: skip
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            _widen(pipe)
        try:
            _result(self._asked(studio, STARTING))
        except BaseException:
            self.end()
            raise

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def paint(self, drawing: Drawing[Any]) -> Answer:
        """Return its answer to a drawing.

        Raises `Lost` if the process ends or must be ended.
        """
        return self._asked(drawing, drawing.longest)

    def _asked(self, question: object, longest: float) -> Answer:
        source, sink = self._process.stdout, self._process.stdin
        assert source is not None
        assert sink is not None
        body = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
        begun = time.monotonic()
        try:
            with DEADLINES.within(longest, self._process):
                sink.write(body)
                sink.flush()
                return cast(Answer, pickle.load(source))
        except (OSError, EOFError, pickle.UnpicklingError) as error:
            self.end()
            how = (
                f"no answer in {longest:g} s"
                if time.monotonic() >= begun + longest
                else f"exit code {self._process.returncode}"
            )
            raise Lost(how) from error

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except OSError:  # Half a drawing was in its buffer.
                continue


class Pool:
    """Painters, at most a number of them. Each is started when all others are at work.

    The painter that has drawn last draws next, because its caches are the warmest.
    """

    def __init__(self, most: int, studio: Studio) -> None:
        """Take the most painters, which is at least 1."""
        self.most, self.lost = most, 0
        self._studio = studio
        self._all: set[Painter] = set()
        self._free: list[Painter] = []
        self._changed = threading.Condition()
        self._starting = self._closed = False
        self._failed, self._reason, self._again = 0, "", 0.0

    @property
    def running(self) -> int:
        """The number of painters."""
        return len(self._all)

    @property
    def busy(self) -> int:
        """The number of painters that draw now."""
        return len(self._all) - len(self._free)

    @property
    def pids(self) -> list[int]:
        """The numbers of their processes."""
        return [painter.pid for painter in self._all]

    def begin(self) -> None:
        """Start a painter in the background, unless there is one."""
        with self._changed:
            if not self._all:
                self._start()

    def paint(self, drawing: Drawing[T]) -> T:
        """Let a painter make a drawing, and return the result.

        Raises `Unpainted` if the drawing fails, ends two painters, or no painter can be started.
        """
        ends = []
        for _ in range(TRIES):
            painter = self._take()
            try:
                made = painter.paint(drawing)
            except Lost as error:
                self._drop(painter)
                log.warning("a painter is lost at a drawing, %s (%s)", type(drawing).__name__, error)
                ends.append(str(error))
            except BaseException:
                self._return(painter)
                raise
            else:
                self._return(painter)
                return cast(T, _result(made))
        raise Unpainted(f"painters are lost at it: {'; '.join(ends)}")

    def close(self) -> None:
        """End all painters."""
        with self._changed:
            self._closed = True
            painters = tuple(self._all)
            self._changed.notify_all()
        for painter in painters:
            painter.end()

    def _take(self) -> Painter:
        """Return a free painter, and wait for it if necessary."""
        with self._changed:
            failed = self._failed
            while not self._free and not self._closed:
                if not self._all and self._failed > failed:
                    raise Unpainted(f"no painter can be started: {self._reason}")
                if len(self._all) < self.most and (not self._all or time.monotonic() >= self._again):
                    self._start()
                self._changed.wait()
            if self._closed:
                raise Stopped
            return self._free.pop()

    def _return(self, painter: Painter) -> None:
        with self._changed:
            self._free.append(painter)
            self._changed.notify_all()

    def _drop(self, painter: Painter) -> None:
        with self._changed:
            if self._closed:
                raise Stopped
            self._all.discard(painter)
            self.lost += 1
            self._changed.notify_all()

    def _start(self) -> None:
        if not self._starting and not self._closed:
            self._starting = True
            threading.Thread(target=self._started, name="painter", daemon=True).start()

    def _started(self) -> None:
        """Start a painter, and wake the threads that wait for one."""
        painter = None
        try:
            painter = Painter(self._studio)
        except (Lost, Unpainted, OSError) as error:
            log.error("a painter cannot be started", exc_info=error)
            self._reason = str(error)
        with self._changed:
            self._starting = False
            if painter is None:
                self._failed += 1
                self._again = time.monotonic() + PAUSE
            elif self._closed:
                painter.end()
            else:
                self._all.add(painter)
                self._free.append(painter)
            self._changed.notify_all()


def _result(answer: Answer) -> Any:
    """Return the result of an answer, after writing its records to the log."""
    for name, level, message in answer.logged:
        logging.getLogger(name).log(level, "%s", message)
    if answer.failure is not None:
        raise Unpainted(answer.failure.message) from _cause(answer.failure)
    return answer.made


def _widen(pipe: IO[bytes]) -> None:
    """Let a pipe hold a whole picture.

    Its writer and its reader need not take turns then.
    """
    if sys.platform == "linux":
        import fcntl

        with suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, WIDE)


def _cause(failure: Failure) -> InPainter:
    return InPainter(f"in a painter\n{failure.places}{failure.kind}")
