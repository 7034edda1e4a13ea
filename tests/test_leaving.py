"""A stopped program finishes acknowledged work, closes the database, and exits."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from bot.local.home import LocalDiscord
from tests.bench.tables import children
from tests.chat.evening import DONE, PATIENCE, Player, until
from tests.program import ROOT, ended, free_port, line, lives, running

TOKEN = "a.right.token"
SIGNALS = [signal.SIGTERM, signal.SIGINT]
PATIENT = f"""
import runpy
from bot import signals
from bot.chat import client
signals.LONGEST = client.FINISHING = {PATIENCE}
runpy.run_module("bot", run_name="__main__")
"""
"""The program with a long patience, because the machine may be busy."""
STOPPED = "The bot is being stopped. Nothing was done"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A database for the test, and a free port."""
    monkeypatch.setenv("FIELDPOST_DB", str(tmp_path / "games.db"))
    monkeypatch.setenv("FIELDPOST_PORT", free_port())


@pytest.fixture
async def local() -> AsyncIterator[LocalDiscord]:
    """Another Discord, to which a bot in a process of its own comes."""
    there = LocalDiscord(token=TOKEN, ack_seconds=PATIENCE)
    await there.start()
    yield there
    await there.stop()


async def at_table(local: LocalDiscord) -> tuple[Player, Player]:
    """Let two people begin a game."""
    await until(lambda: local.site.gateway.online)
    place = local.channel("table")
    anna, boris = Player(local.person("Anna"), place), Player(local.person("Boris"), place)
    await anna.types("game new", title="tide", scenario="first", side="german")
    await boris.types("game join", side="soviet")
    await until(lambda: any("Your orders" in post.labels for post in anna.posts()))
    return anna, boris


def alone(database: Path, folder: Path) -> list[str]:
    """Return the log of the only game in a copy of a database, without its side files."""
    copy = shutil.copy(database, folder / "alone.db")
    with closing(sqlite3.connect(copy)) as read:
        return [row[0] for row in read.execute("SELECT line FROM entries ORDER BY n")]


@pytest.mark.parametrize("sent", SIGNALS)
async def test_an_order_that_was_acknowledged_is_finished_and_no_other_is_taken(
    local: LocalDiscord, tmp_path: Path, sent: signal.Signals
) -> None:
    database = tmp_path / "games.db"
    async with running(script=PATIENT, DISCORD_TOKEN=TOKEN, DISCORD_API_URL=local.api_url) as process:
        anna, boris = await at_table(local)
        page = await anna.clicks(await anna.clicks(anna.last(), "Your orders"), "Fatigue")
        local.faults.hang("POST", "/callback", after=True)
        began = len(local.faults.made("POST", "/callback"))
        ordering = asyncio.create_task(anna.clicks(page, page.labels[0]))
        await until(lambda: len(local.faults.made("POST", "/callback")) > began)
        process.send_signal(sent)
        while STOPPED not in (await boris.types("game status")).content:
            assert process.returncode is None
        local.faults.release()
        assert (await ordering).content.startswith(DONE)
        assert (await ended(process))[0] == 0
    assert f"{database.name}-wal" not in os.listdir(tmp_path)
    assert len(alone(database, tmp_path)) == 2, "the game has begun, and the order was given"


@pytest.mark.parametrize("sent", SIGNALS)
async def test_an_order_confirmed_during_the_stop_is_in_the_file(
    local: LocalDiscord, tmp_path: Path, sent: signal.Signals
) -> None:
    database = tmp_path / "games.db"
    confirmed = [0]

    async def write(player: Player) -> None:
        for n in count(1):
            said = await player.types("game note", text=f"note {n}", **({"drop": n - 1} if n > 1 else {}))
            if STOPPED in said.content:
                return
            confirmed.append(n)

    async with running(DISCORD_TOKEN=TOKEN, DISCORD_API_URL=local.api_url) as process:
        anna, _ = await at_table(local)
        writing = asyncio.create_task(write(anna))
        await until(lambda: len(confirmed) > 3 or writing.done())
        process.send_signal(sent)
        code, said = await ended(process)
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing
    assert (code, "Traceback" in said) == (0, False)
    assert f"{database.name}-wal" not in os.listdir(tmp_path)
    with closing(sqlite3.connect(shutil.copy(database, tmp_path / "alone.db"))) as read:
        [(last,)] = read.execute("SELECT n FROM notes").fetchall()
    assert last in (confirmed[-1], confirmed[-1] + 1), "the last may be written down and not yet confirmed"


async def test_a_bot_that_waits_for_an_answer_of_discord_leaves_as_well(local: LocalDiscord) -> None:
    async with running(DISCORD_TOKEN=TOKEN, DISCORD_API_URL=local.api_url) as process:
        anna, _ = await at_table(local)
        local.faults.hang("POST", "/callback", times=100)
        began = len(local.faults.made("POST", "/callback"))
        asking = asyncio.create_task(anna.types("game status"))
        await until(lambda: len(local.faults.made("POST", "/callback")) > began)
        process.send_signal(signal.SIGTERM)
        assert (await ended(process))[0] == 0
        asking.cancel()


async def test_a_bot_that_cannot_reach_discord_leaves_as_well() -> None:
    url = f"http://127.0.0.1:{free_port()}/api/v10"
    async with running(DISCORD_TOKEN=TOKEN, DISCORD_API_URL=url) as process:
        await line(process, "trying again")
        process.send_signal(signal.SIGTERM)
        assert (await ended(process))[0] == 0


@pytest.mark.parametrize(
    ("arguments", "library", "code"),
    [((), "tomli", 0), ((), "discord", 0), (("backup", "games.copy"), "tomli", 130)],
)
async def test_a_program_that_is_still_being_read_leaves_at_once(
    tmp_path: Path, arguments: tuple[str, ...], library: str, code: int
) -> None:
    """A slow library delays the start. The work was not done."""
    (tmp_path / f"{library}.py").write_text("import signal; print('reading', flush=True); signal.pause()")
    async with running(*arguments, PYTHONPATH=str(tmp_path)) as process:
        await line(process, "reading")
        process.send_signal(signal.SIGTERM)
        assert (await ended(process))[0] == code


async def test_the_image_sends_a_signal_at_which_the_bot_leaves() -> None:
    """A shell between the container and the bot would keep the signal for itself."""
    lines = dict(line.split(maxsplit=1) for line in (ROOT / "Dockerfile").read_text().splitlines() if line)
    assert signal.Signals[lines["STOPSIGNAL"]] in SIGNALS
    assert json.loads(lines["ENTRYPOINT"])[0] == "python"


@pytest.mark.parametrize("sent", [*SIGNALS, signal.SIGKILL])
async def test_painters_end_with_the_bot(local: LocalDiscord, sent: signal.Signals) -> None:
    async with running(DISCORD_TOKEN=TOKEN, DISCORD_API_URL=local.api_url, FIELDPOST_PAINTERS="1") as process:
        await at_table(local)
        painters = children(process.pid)
        assert len(painters) == 1
        process.send_signal(sent)
        assert (await ended(process))[0] == (-sent if sent == signal.SIGKILL else 0)
        await until(lambda: not any(map(lives, painters)))


async def test_a_game_continues_when_its_painter_is_killed(local: LocalDiscord) -> None:
    metrics = free_port()
    async with running(
        DISCORD_TOKEN=TOKEN, DISCORD_API_URL=local.api_url, FIELDPOST_PAINTERS="1", FIELDPOST_METRICS=metrics
    ) as process:
        anna, _ = await at_table(local)
        (painter,) = children(process.pid)
        os.kill(painter, signal.SIGKILL)
        assert len((await anna.types("game board")).attachments) == 1
        async with aiohttp.ClientSession() as browser:
            numbers = await (await browser.get(f"http://127.0.0.1:{metrics}/metrics")).text()
        assert {"fieldpost_painters 1.0", "fieldpost_painters_restarted_total 1.0"} <= set(numbers.splitlines())
        assert children(process.pid) not in ([], [painter])


IN_A_CONTAINER = ("unshare", "--pid", "--fork")
"""Runs a program as the first process, which ignores unhandled signals."""


def has_containers() -> bool:
    try:
        return subprocess.run([*IN_A_CONTAINER, "true"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def child_of(process: int) -> int:
    return int(Path(f"/proc/{process}/task/{process}/children").read_text().split()[0])


@pytest.mark.skipif(not has_containers(), reason="needs the right to make namespaces")
@pytest.mark.parametrize("sent", SIGNALS)
async def test_the_first_process_of_a_container_leaves_as_well(sent: signal.Signals) -> None:
    async with running(before=IN_A_CONTAINER) as container:
        await line(container, "connected to Gateway")
        os.kill(child_of(container.pid), sent)
        assert (await ended(container))[0] == 0
