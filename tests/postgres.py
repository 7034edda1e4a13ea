"""A PostgreSQL server for the tests, on a socket in a temporary folder.

`python -m tests.postgres` starts one and prints the address of a database in it, until it is interrupted.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

from bot.store.opening import open_database
from bot.store.server import Server

ROLE = "fieldpost"
SECONDS = 60.0
"""Seconds until a server must answer."""
MISSING = "no PostgreSQL here (Debian: apt-get install postgresql)"


def programs() -> Path | None:
    """Return the folder with the programs of the newest PostgreSQL, or None."""
    found = [path for path in Path("/usr/lib/postgresql").glob("*/bin") if (path / "initdb").exists()]
    if found:
        return max(found, key=lambda path: int(path.parent.name))
    there = shutil.which("initdb")
    return Path(there).resolve().parent if there else None


def _unprivileged() -> list[str]:
    """Return the command before a program of PostgreSQL, which refuses to run as root."""
    if os.geteuid() != 0:
        return []
    return ["setpriv", f"--reuid={_owner()}", f"--regid={_owner()}", "--clear-groups"]


def _owner() -> str:
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"


async def _make(server: Server) -> None:
    await (await open_database(server)).close()


class Cluster:
    """A running server with nothing in it."""

    def __init__(self) -> None:
        found = programs()
        assert found is not None, MISSING
        self._programs = found
        self._folder = Path(tempfile.mkdtemp(prefix="fieldpost-pg-", dir="/tmp"))
        self._numbers = count(1)
        if os.geteuid() == 0:
            shutil.chown(self._folder, _owner())
        self._folder.chmod(0o755)
        self._run("initdb", "--pgdata", self._data, "--username", ROLE, "--auth=trust", "--encoding=UTF8",
                  "--locale=C.UTF-8", "--no-sync", "--no-instructions")  # fmt: skip
        self.start()

    @property
    def _data(self) -> str:
        return str(self._folder / "data")

    def _run(self, program: str, *arguments: str) -> None:
        command = [*_unprivileged(), str(self._programs / program), *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=self._folder)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        command = [*_unprivileged(), str(self._programs / "postgres"), "-D", self._data, "-k", str(self._folder)]
        for setting in ("listen_addresses=", "fsync=off", "full_page_writes=off", "shared_buffers=32MB"):
            command += ["-c", setting]
        with (self._folder / "log").open("ab") as log:
            self._server = subprocess.Popen(command, stdout=log, stderr=log, cwd=self._folder)
        end = time.monotonic() + SECONDS
        while self._ask("pg_isready"):
            assert self._server.poll() is None, (self._folder / "log").read_text()
            assert time.monotonic() < end, "the server does not answer"
            time.sleep(0.02)

    def _ask(self, program: str, *arguments: str) -> int:
        command = [
            str(self._programs / program),
            "-h",
            str(self._folder),
            "-U",
            ROLE,
            "-d",
            "postgres",
            *arguments,
        ]
        return subprocess.run(command, capture_output=True, check=False).returncode

    @property
    def process(self) -> int:
        """The id of its process, the parent of all others."""
        return self._server.pid

    def stop(self, sent: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: at once with SIGINT, as by a power cut with SIGQUIT."""
        self._server.send_signal(sent)
        self._server.wait(SECONDS)

    def run(self, sql: str) -> None:
        """Run a statement as the owner of the server."""
        assert self._ask("psql", "-q", "-c", sql) == 0, sql

    @contextmanager
    def database(self, template: str = "template1", options: str = "") -> Iterator[Server]:
        """Make a database for a while."""
        name = f"fieldpost_{next(self._numbers)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} {options}")
        yield self.address(name)
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def ready(self) -> Iterator[Server]:
        """Make a database with our tables for a while."""
        with self.database(self._template()) as server:
            yield server

    @cache  # noqa: B019 - a session has one cluster
    def _template(self) -> str:
        self.run("CREATE DATABASE template_of_fieldpost")
        made = threading.Thread(target=asyncio.run, args=(_make(self.address("template_of_fieldpost")),))
        made.start()  # The caller may have an event loop.
        made.join()
        return "template_of_fieldpost"

    def address(self, name: str, role: str = ROLE) -> Server:
        """Return the address of a database for a role."""
        return Server(f"postgresql://{role}@/{name}?host={self._folder}")

    def remove(self) -> None:
        """Stop the server and delete everything."""
        self.stop()
        shutil.rmtree(self._folder)


if __name__ == "__main__":
    cluster = Cluster()
    try:
        with cluster.database() as server:
            print(server.address, flush=True)
            signal.pause()
    except KeyboardInterrupt:
        pass
    finally:
        cluster.remove()
