"""The program as its host starts it, in a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from bot.store.server import names_server
from render import kept
from tests.chat.evening import PATIENCE

ROOT = Path(__file__).parents[1]


def _hears_ctrl_c() -> None:
    """Let the program hear Ctrl-C, which background processes of a shell ignore."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def share_ground(database: Path) -> None:
    """Let a program use the map grounds that tests have drawn, and add to them."""
    own = database.with_name(f".{database.name}.ground")
    if kept.SHELF.folder is not None and not own.is_symlink():
        kept.SHELF.folder.path.mkdir(exist_ok=True)
        own.symlink_to(kept.SHELF.folder.path)


@contextlib.asynccontextmanager
async def running(
    *arguments: str, before: Sequence[str] = (), script: str = "", folder: Path | str = ROOT, **variables: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run the program in a folder; both of its outputs are joined.

    `before` is a command that runs it, and `script` runs it otherwise than `python -m bot` does.
    """
    python = ("-c", script) if script else ("-m", "bot")
    environment = os.environ | {"PYTHONPATH": str(ROOT)} | variables
    if "FIELDPOST_DB" in environment and not names_server(environment["FIELDPOST_DB"]):
        share_ground(Path(environment["FIELDPOST_DB"]))
    process = await asyncio.create_subprocess_exec(
        *before, sys.executable, *python, *arguments, cwd=folder, env=environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
        preexec_fn=_hears_ctrl_c,
    )  # fmt: skip
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def line(process: asyncio.subprocess.Process, part: str, before: list[str] | None = None) -> str:
    """Read on to the line that has this in it; adds the lines before it to a list."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        async for each in process.stdout:
            if part in (text := each.decode()):
                return text
            if before is not None:
                before.append(text)
    raise AssertionError(f"{part!r} is never said")


async def ended(process: asyncio.subprocess.Process) -> tuple[int, str]:
    """Wait for the end of a program; returns its exit code and its output."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        said = (await process.stdout.read()).decode()
        return await process.wait(), said


def lives(process: int) -> bool:
    """Return whether a process runs."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def free_port() -> str:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])
