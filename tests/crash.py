"""The bot in a process that kills itself around its n-th commit or request.

`python -m tests.crash` reads the lives that it shall start from its standard input, one after another. Each is a
process of its own, forked from this one, which has imported everything; its id is printed, and at its end how it
ended. A life is an environment with CRASH="commit before 3" or "send after 7"; without CRASH it lives until it is
killed. At its death it writes to the end of the file CRASHES what it was about to do, or had just done.

`python -m tests.crash server` starts bots that use a server; CRASH may then be "lock before 2". They draw nothing:
each of their pictures is one grey pixel.
"""

from __future__ import annotations

import base64
import os
import signal
import sqlite3
import sys
import traceback
from collections.abc import Awaitable, Callable
from importlib import import_module
from itertools import count
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter
from msgspec import Struct

import render
from bot.__main__ import main
from bot.signals import interrupt
from bot.store.server import names_server
from bot.titles import titles
from render import Picture

Method = Callable[..., Awaitable[Any]]


class Life(Struct):
    """The start of a bot: its environment, and the file for its output."""

    environment: dict[str, str]
    log: str


class Crash:
    """A plan: it follows all calls, and kills the process at a given point."""

    def __init__(self, when: str, at: int, deaths: str) -> None:
        self.when = when
        self.at = at
        self.deaths = deaths
        self.numbers = count(1)

    def begin(self, what: str) -> int:
        """Hear that something is about to be done; returns its number."""
        number = next(self.numbers)
        self._perhaps("before", number, what)
        return number

    def end(self, number: int, what: str) -> None:
        """Hear that it was done."""
        self._perhaps("after", number, what)

    def _perhaps(self, when: str, number: int, what: str) -> None:
        if (when, number) == (self.when, self.at):
            with open(self.deaths, "a", encoding="utf-8") as file:
                file.write(f"{when} {what}\n")
            os.kill(os.getpid(), signal.SIGKILL)  # as a power cut would


def arm_commits(crash: Crash) -> None:
    """Let the process die at a commit of the database."""

    class Deadly(sqlite3.Connection):
        first = ""

        def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
            if sql == "COMMIT":
                return self._commit(super().execute, sql)
            self._begin(sql)
            return super().execute(sql, *given)

        def executemany(self, sql: str, given: Any) -> sqlite3.Cursor:
            self._begin(sql)
            return super().executemany(sql, given)

        def executescript(self, sql: str) -> sqlite3.Cursor:
            self.first = "the schema"
            return self._commit(super().executescript, sql)

        def _begin(self, sql: str) -> None:
            """Remember the first statement of a transaction, which names it."""
            self.first = "" if sql.startswith("BEGIN") else self.first or " ".join(sql.split()[:3])

        def _commit(self, method: Callable[[str], sqlite3.Cursor], sql: str) -> sqlite3.Cursor:
            what = f"commit of {self.first}"
            number = crash.begin(what)
            done = method(sql)
            crash.end(number, what)
            return done

    connect = sqlite3.connect
    sqlite3.connect = lambda path, **options: connect(path, factory=Deadly, **options)  # type: ignore[assignment]


def arm_server(crash: Crash, kind: str) -> None:
    """Let the process die at a commit on a server, or at a statement about its locks."""
    from sqlalchemy import Connection  # Bots on a file do without it.

    execute, begun = Connection.exec_driver_sql, WeakKeyDictionary[Connection, str]()

    def deadly(self: Any, statement: str, *given: Any, **options: Any) -> Any:
        if statement == "BEGIN":
            begun[self] = ""
        elif statement != "COMMIT" and not statement.startswith("SELECT"):
            begun[self] = begun.get(self) or " ".join(statement.split()[:3])
        locks = "advisory_lock(" in statement or "advisory_unlock(" in statement
        if not (locks if kind == "lock" else statement == "COMMIT"):
            return execute(self, statement, *given, **options)
        what = " ".join(statement.split()[:2]) if locks else f"commit of {begun.get(self)}"
        number = crash.begin(what)
        done = execute(self, statement, *given, **options)
        crash.end(number, what)
        return done

    setattr(Connection, "exec_driver_sql", deadly)  # noqa: B010 - as below


def arm_requests(crash: Crash) -> None:
    """Let the process die at a request to Discord, its own or an answer."""
    for owner in (HTTPClient, AsyncWebhookAdapter):
        setattr(owner, "request", _armed(owner.request, crash))  # noqa: B010 - no type checker allows the other way


def _armed(method: Method, crash: Crash) -> Method:
    async def deadly(self: Any, route: Any, *arguments: Any, **options: Any) -> Any:
        what = f"{route.method} {route.path}"
        number = crash.begin(what)
        done = await method(self, route, *arguments, **options)
        crash.end(number, what)
        return done

    return deadly


ARMS = {"commit": arm_commits, "send": arm_requests}
GREY = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
)
"""The file of a picture of one grey pixel."""


def grey(drawing: object) -> Picture:
    """Return a picture instead of a drawing."""
    return Picture(GREY, 1, 1, "nothing", "grey.png")


def live(life: Life) -> int:
    """Be the bot; returns its exit code."""
    os.environ.update(life.environment)
    log = os.open(life.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(log, sys.stdout.fileno())
    os.dup2(log, sys.stderr.fileno())
    if planned := life.environment["CRASH"]:
        kind, when, at = planned.split()
        crash = Crash(when, int(at), life.environment["CRASHES"])
        if kind != "send" and names_server(life.environment["FIELDPOST_DB"]):
            arm_server(crash, kind)
        else:
            ARMS[kind](crash)
    return main([])


def start(life: Life) -> None:
    """Let a bot live in a copy of this process, and tell its id and its exit code."""
    child = os.fork()
    if not child:
        code = 1
        try:
            code = live(life)
        except KeyboardInterrupt:
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    print(child, flush=True)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)


def import_server() -> None:
    """Read everything that a bot on a server needs, so that it starts at once."""
    render.paint = grey  # type: ignore[assignment]
    for name in ("bot.running", "bot.store.postgres"):
        import_module(name)


if __name__ == "__main__":
    interrupt()  # A bot hears a signal from its first line on.
    if "server" in sys.argv:
        import_server()
    titles()
    for line in sys.stdin:
        start(msgspec.json.decode(line, type=Life))
