"""The program's start: its environment, and one clear line if that is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import aiohttp
import pytest
from yarl import URL

from bot.__main__ import main
from bot.kernel.secret import Opaque
from bot.kit.data_files import Problem, Unreadable
from bot.local.home import LocalDiscord
from bot.local.origin_check import in_the_house
from bot.running import history_of
from bot.settings import settings
from bot.store.opening import open_database
from bot.store.pulse import BEAT
from bot.titles import titles
from tests.chat.evening import PATIENCE, answer, until
from tests.program import ended, free_port, line, running

ROOT = Path(__file__).parents[1]
VARIABLES = (
    "DISCORD_TOKEN", "DISCORD_API_URL", "FIELDPOST_PORT", "FIELDPOST_DB", "FIELDPOST_DATA", "FIELDPOST_METRICS",
    "FIELDPOST_LOG", "FIELDPOST_SHARDS", "FIELDPOST_PAINTERS",
)  # fmt: skip
Complaint = Callable[..., str]


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An environment in which nothing is set but the database."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FIELDPOST_DB", str(tmp_path / "games.db"))


@pytest.fixture
def complaint(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Complaint:
    """Start the program, which refuses; returns the one line that it says."""

    def refused(*arguments: str, **variables: str) -> str:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert main(arguments) == 2
        said = capsys.readouterr()
        assert said.out == ""
        lines = [line for line in said.err.splitlines() if " WARNING " not in line]
        assert len(lines) == 1, said.err
        assert lines[0].startswith("fieldpost: ")
        return lines[0].removeprefix("fieldpost: ")

    return refused


@pytest.fixture
def busy() -> Iterator[int]:
    """A port that somebody else listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


# Settings.


def test_help_tells_everything(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    told = capsys.readouterr().out
    commands = "verify FILE", "check-data", "secrets TITLE", "backup FILE", "restore FILE", "health"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [name for name in VARIABLES if f"| `{name}` |" not in readme] == []
    for word in (*VARIABLES, *commands, "--schema", "--host", "--address", "8642", "fieldpost.db"):
        assert word in told, word


@pytest.mark.parametrize("port", ["abc", "0", "-1", "65536", "80.5", " 80", "٨٦٤٢", "9" * 5000])
def test_a_wrong_port(complaint: Complaint, port: str) -> None:
    assert complaint(FIELDPOST_PORT=port).startswith("FIELDPOST_PORT: ")


@pytest.mark.parametrize(
    "address", ["nonsense", "ftp://x/api", "http://", "http://[", "http://127.0.0.1:99999/api", "://", "http:"]
)
def test_a_wrong_address_of_the_api(complaint: Complaint, address: str) -> None:
    assert complaint(DISCORD_API_URL=address, DISCORD_TOKEN="x").startswith("DISCORD_API_URL: ")


def test_an_api_without_a_token(complaint: Complaint) -> None:
    assert "DISCORD_TOKEN" in complaint(DISCORD_API_URL="http://127.0.0.1:9/api/v10")


@pytest.mark.parametrize("token", ["two words", "a\nb", "тайна"])
def test_an_invalid_token_is_refused(complaint: Complaint, token: str) -> None:
    said = complaint(DISCORD_TOKEN=token)
    assert said.startswith("DISCORD_TOKEN: ")
    assert token not in said, "it is not written down anywhere"


@pytest.mark.parametrize("file", [".", "missing/games.db"])
def test_an_impossible_place_for_a_database_is_refused(complaint: Complaint, tmp_path: Path, file: str) -> None:
    assert complaint(FIELDPOST_DB=str(tmp_path / file)).startswith("FIELDPOST_DB: ")


@pytest.mark.parametrize(
    "address",
    ["postgresql://", "postgresql://host", "postgresql://a:secret@host:x/games", "postgres://a:secret@h/../games"],
)
def test_a_wrong_address_of_a_server(complaint: Complaint, address: str) -> None:
    said = complaint(FIELDPOST_DB=address)
    assert said == "FIELDPOST_DB: is not an address such as postgresql://role:password@host/database"


@pytest.mark.parametrize("command", ["run", "backup", "restore"])
def test_a_server_that_cannot_be_reached(
    complaint: Complaint, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    asyncio.run(_made(tmp_path / "old.db"))
    before = sorted(os.listdir())
    file = {"run": [], "backup": ["new.db"], "restore": ["old.db"]}[command]
    said = complaint(command, *file, FIELDPOST_DB="postgresql://anna:secret@127.0.0.1:1/games")
    assert said.startswith("postgresql://anna@127.0.0.1:1/games: cannot be reached (")
    assert sorted(os.listdir()) == before


async def _made(database: Path) -> None:
    await (await open_database(database)).close()


def test_files_beside_a_server_are_named_after_its_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = settings({"FIELDPOST_DB": "postgresql://anna:secret@host/games", "DISCORD_TOKEN": "token"})
    assert found.files == tmp_path / "games.db"
    assert found.secrets == ["token", "secret"]


@pytest.mark.parametrize("folder", ["missing", "games.db"])
def test_data_that_are_not_there(complaint: Complaint, tmp_path: Path, folder: str) -> None:
    (tmp_path / "games.db").touch()
    assert complaint(FIELDPOST_DATA=str(tmp_path / folder)).startswith("FIELDPOST_DATA: ")


def test_a_port_that_somebody_else_uses(complaint: Complaint, busy: int) -> None:
    said = complaint(FIELDPOST_PORT=str(busy))
    assert f"{busy} cannot be used on 127.0.0.1" in said


def test_a_host_that_is_not_this_machine(complaint: Complaint) -> None:
    assert "cannot be used on 192.0.2.1" in complaint("--host", "192.0.2.1", FIELDPOST_PORT="18642")


@pytest.mark.parametrize(
    "address", ["abc", ":", "0", "65536", "127.0.0.1", "127.0.0.1:", "a b:9464", "[::1:9464", "::1:9464", "x:y"]
)
def test_a_wrong_address_for_metrics(complaint: Complaint, address: str) -> None:
    for arguments in ((), ("health",)):
        assert complaint(*arguments, FIELDPOST_METRICS=address).startswith(
            f"FIELDPOST_METRICS: {address!r} is not "
        )


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("9464", ("127.0.0.1", 9464)),
        (":9464", ("127.0.0.1", 9464)),
        ("localhost:1", ("localhost", 1)),
        ("[::1]:65535", ("::1", 65535)),
        ("0.0.0.0:9464", ("0.0.0.0", 9464)),
    ],
)
def test_an_address_for_metrics(tmp_path: Path, text: str, address: tuple[str, int]) -> None:
    found = settings({"FIELDPOST_DB": str(tmp_path / "games.db"), "FIELDPOST_METRICS": text}).metrics
    assert found == address
    assert found.is_loopback == (address[0] != "0.0.0.0")


def test_a_port_for_metrics_that_somebody_else_uses(complaint: Complaint, busy: int, tmp_path: Path) -> None:
    said = complaint(FIELDPOST_METRICS=f"127.0.0.1:{busy}")
    assert said.startswith(f"FIELDPOST_METRICS: {busy} cannot be used on 127.0.0.1 (")
    assert os.listdir(tmp_path) == [], "nothing has begun"


@pytest.mark.parametrize("host", ["192.0.2.1", "a..b", "nowhere.invalid"])
def test_a_host_for_metrics_that_is_not_this_machine(complaint: Complaint, host: str) -> None:
    assert f"9464 cannot be used on {host} (" in complaint(FIELDPOST_METRICS=f"{host}:9464")


@pytest.mark.parametrize("kind", ["xml", "JSON", " "])
def test_an_unknown_kind_of_log(complaint: Complaint, kind: str) -> None:
    assert complaint(FIELDPOST_LOG=kind) == f"FIELDPOST_LOG: {kind!r} is not a kind of log; use text or json"


@pytest.mark.parametrize("number", ["0", "-1", "some", "1.5", "10000", "AUTO", "٣", " 3"])
def test_a_wrong_number_of_shards(complaint: Complaint, number: str) -> None:
    for arguments in ((), ("health",)):
        assert complaint(*arguments, FIELDPOST_SHARDS=number) == (
            f"FIELDPOST_SHARDS: {number!r} is not auto or a number from 1 to 9999"
        )


@pytest.mark.parametrize(("text", "number"), [("", None), ("auto", None), ("1", 1), ("9999", 9999)])
def test_a_number_of_shards(tmp_path: Path, text: str, number: int | None) -> None:
    assert settings({"FIELDPOST_DB": str(tmp_path / "games.db"), "FIELDPOST_SHARDS": text}).shards == number


@pytest.mark.parametrize(
    ("cores", "text", "number"), [(1, "", 1), (2, "", 1), (8, "", 7), (8, "0", 0), (2, "64", 64)]
)
def test_a_number_of_painters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cores: int, text: str, number: int
) -> None:
    monkeypatch.setattr("bot.settings._cores", lambda: cores)
    found = settings({"FIELDPOST_DB": str(tmp_path / "games.db"), "FIELDPOST_PAINTERS": text})
    assert found.painters == number


@pytest.mark.parametrize("number", ["-1", "two", "1.5", "65", "1000", " "])
def test_a_wrong_number_of_painters(complaint: Complaint, number: str) -> None:
    said = complaint(FIELDPOST_PAINTERS=number)
    assert said == f"FIELDPOST_PAINTERS: {number!r} is not a number of processes; use a number from 0 to 64"


def test_an_address_that_is_none(complaint: Complaint) -> None:
    assert complaint("--host", "0.0.0.0", "--address", "here").startswith("--address: ")


@pytest.mark.parametrize("arguments", [["dance"], ["--what"], ["run", "file", "more"]])
def test_an_unknown_command_is_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


# The database.


NO_DATABASE = [b"not a database" * 100, b"SQLite format 3\x00" + b"\x00" * 4096]


@pytest.mark.parametrize("content", NO_DATABASE)
def test_a_file_that_is_no_database_stays_as_it_is(complaint: Complaint, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(content)
    assert "games.db" in complaint(FIELDPOST_PORT="18642")
    assert file.read_bytes() == content


def test_a_database_that_another_bot_uses_stays_as_it_is(complaint: Complaint, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("CREATE TABLE anything (a)")
    other.execute("BEGIN EXCLUSIVE")
    before = file.read_bytes()
    assert "is in use by another process" in complaint()
    assert file.read_bytes() == before
    other.close()


def test_a_file_of_another_program_stays_as_it_is(complaint: Complaint, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("CREATE TABLE games (id, name)")
    before = file.read_bytes()
    for arguments in ([], ["backup", str(tmp_path / "copy.db")]):
        assert complaint(*arguments) == f"{file}: is not a database of Fieldpost"
    assert file.read_bytes() == before
    assert os.listdir(tmp_path) == ["games.db"]


def test_files_in_a_folder_share_nothing_that_stands_beside_them(tmp_path: Path) -> None:
    """That includes names that differ only in the suffix; a link shares with its file."""
    (tmp_path / "link.db").symlink_to("games.sqlite")
    names = [settings({"FIELDPOST_DB": str(tmp_path / name)}).files.name
             for name in ("games.db", "games.sqlite", "link.db")]  # fmt: skip
    assert names == ["games.db", "games.sqlite", "games.sqlite"]


def test_messages_of_an_older_release_are_found_under_the_new_name(tmp_path: Path) -> None:
    former, other = tmp_path / "games.table.db", tmp_path / "music.table.db"
    for file, table in ((former, "record"), (other, "songs")):
        with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as made:
            made.executescript(
                f"PRAGMA journal_mode = WAL; CREATE TABLE {table} (a); INSERT INTO {table} VALUES (7)"
            )
    found = history_of(tmp_path / "games.db")
    assert found == tmp_path / "games.db.table.db"
    with contextlib.closing(sqlite3.connect(found)) as read:
        assert read.execute("SELECT a FROM record").fetchall() == [(7,)]
    history_of(tmp_path / "games.sqlite")
    history_of(tmp_path / "music.db")
    assert sorted(os.listdir(tmp_path)) == ["games.db.table.db", "music.table.db"]


# The other commands.


@pytest.mark.parametrize("file", [[], ["missing.jsonl"], ["."]])
def test_a_check_of_nothing(complaint: Complaint, file: list[str]) -> None:
    assert complaint("verify", *file) == "verify needs the file of an exported game"


def test_a_check_of_garbage(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.jsonl"
    file.write_bytes(bytes(range(256)))
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().out.startswith("wrong: line 1: not the heading of a Fieldpost game")


def test_whether_it_is_alive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pulse = tmp_path / "games.db.alive"
    assert main(["health"]) == 1
    pulse.touch()
    assert main(["health"]) == 0
    pulse.write_text("game 5: its posts wait\n")
    assert main(["health"]) == 0
    long_ago = time.time() - 100 * BEAT
    os.utime(pulse, (long_ago, long_ago))
    assert main(["health"]) == 1
    said = ["not connected", "connected", "connected", "game 5: its posts wait", "not connected"]
    assert capsys.readouterr().out.splitlines() == said


def test_whether_the_data_are_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-data"]) == 0
    assert capsys.readouterr().out.endswith("0 problems.\n")


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_a_backup_without_a_file(complaint: Complaint, command: str) -> None:
    assert complaint(command).startswith(f"{command} needs ")


# Secrets.


@pytest.mark.parametrize("title", sorted(titles()))
def test_every_secret_is_listed_with_its_readers(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["secrets", title]) == 0
    told = capsys.readouterr().out
    assert told.startswith(titles()[title].name)
    assert "orders (Orders)\n    read by: the " in told
    assert "read by: \n" not in told, "of each secret somebody says who may read it"


def test_secrets_in_several_places_are_listed_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["secrets", "tide"]) == 0
    told = capsys.readouterr().out
    assert told.count("Squad.base (Base)") == 1
    assert "lies in: State.units.base, Mustered.squads.base, Reinforced.units.base\n" in told


@pytest.mark.parametrize("title", [[], ["chess"]])
def test_secrets_of_no_title(complaint: Complaint, title: list[str]) -> None:
    assert complaint("secrets", *title) == "secrets needs a title: firefight, strike, tide or trap"


def test_a_field_that_could_hide_a_secret_stops_the_start(
    complaint: Complaint, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unsafe() -> NoReturn:
        raise Opaque(("State.pool.cards: object",), "tide")

    monkeypatch.setattr("bot.titles.titles", unsafe)
    assert complaint() == "tide: State.pool.cards: object could hold a secret that would not be kept"


# In a process of its own.


@pytest.fixture
def free() -> str:
    """A free port."""
    return free_port()


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGINT])
async def test_the_table_at_home_opens_and_closes(free: str, tmp_path: Path, sent: signal.Signals) -> None:
    async with running(FIELDPOST_PORT=free) as process, aiohttp.ClientSession() as browser:
        url = f"http://127.0.0.1:{free}"
        assert (await line(process, "open at")).strip() == f"Fieldpost is open at {url}"
        async with browser.get(url) as page:
            assert page.status == 200
            assert "Fieldpost" in await page.text()
        await line(process, "connected to Gateway")
        process.send_signal(sent)
        code, rest = await ended(process)
        assert (code, "Traceback" in rest) == (0, False)
    left = sorted(name for name in os.listdir(tmp_path) if not name.endswith(".ground"))
    assert left == ["games.db", "games.db-lock", "games.db.table.db"]


async def test_games_are_backed_up_while_the_bot_runs_and_restored_when_it_is_gone(
    free: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "backup.db"
    async with running(FIELDPOST_PORT=free) as bot:
        await line(bot, "connected to Gateway")
        async with running("backup", str(file)) as process:
            assert "Done: " in await line(process, "all of them load")
            assert await process.wait() == 0
        async with running("restore", str(file)) as process:
            assert "is in use by another process" in await line(process, "fieldpost: ")
            assert await process.wait() == 2
        assert bot.returncode is None
    assert await asyncio.to_thread(main, ["restore", str(file)]) == 0
    assert capsys.readouterr().out.startswith("Done: ")


@pytest.mark.parametrize("name", ["games.db.table.db", "games.table.db"])
@pytest.mark.parametrize("content", NO_DATABASE)
async def test_damaged_messages_are_set_aside_and_the_table_opens(
    free: str, tmp_path: Path, name: str, content: bytes
) -> None:
    await asyncio.to_thread((tmp_path / name).write_bytes, content)
    async with running(FIELDPOST_PORT=free) as process:
        assert "it is kept as games.db.table.db-damaged-1" in await line(process, "is damaged")
        await line(process, "connected to Gateway")
    assert await asyncio.to_thread((tmp_path / "games.db.table.db-damaged-1").read_bytes) == content


@pytest.mark.parametrize("arguments", [("--host", "0.0.0.0"), ()])
async def test_a_table_for_others_warns_and_gives_each_their_link(free: str, arguments: tuple[str, ...]) -> None:
    """An address alone is enough, since others then come through a local server."""
    home = "http://table.example:8642"
    async with running(*arguments, "--address", home, FIELDPOST_PORT=free) as process:
        await line(process, "Warning: this table can be reached from other machines")
        links = [(await line(process, ": ")).strip() for _ in range(2)]
        assert all(f": {home}/" in link and len(link) > 60 for link in links), links
        assert "Anna (you)" in links[0]


async def test_a_link_for_others_in_the_house_leads_to_this_machine(free: str) -> None:
    house = in_the_house("0.0.0.0") or "127.0.0.1"
    async with running("--host", "0.0.0.0", FIELDPOST_PORT=free) as process, aiohttp.ClientSession() as browser:
        await line(process, "Warning: ")
        for _ in range(2):
            link = (await line(process, ": ")).strip().partition(": ")[2]
            assert link.startswith(f"http://{house}:{free}/")
            async with browser.get(link) as page:
                assert page.status == 200


async def test_a_table_on_all_addresses_serves_both_families(free: str) -> None:
    async with running("--host", "::", FIELDPOST_PORT=free) as process, aiohttp.ClientSession() as browser:
        await line(process, "Warning: ")
        link = (await line(process, ": ")).strip().partition(": ")[2]
        path = URL(link).path
        for host in ("127.0.0.1", "[::1]"):
            async with browser.get(f"http://{host}:{free}{path}") as page:
                assert page.status == 200
        async with browser.get(link) as page:
            assert page.status == 200, "and the link leads to one of them"


async def test_a_bot_says_how_it_is_and_its_log_is_json(
    free: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = f"127.0.0.1:{free_port()}"
    monkeypatch.setenv("FIELDPOST_METRICS", watched)

    def health() -> tuple[int, list[str]]:
        code = main(["health"])
        return code, capsys.readouterr().out.splitlines()

    code, said = await asyncio.to_thread(health)
    assert (code, len(said)) == (1, 1)
    assert said[0].startswith(f"not healthy: no bot answers at FIELDPOST_METRICS={watched} (")
    async with running(FIELDPOST_PORT=free, FIELDPOST_LOG="json") as process, aiohttp.ClientSession() as browser:
        record = json.loads(await line(process, "connected to Gateway"))
        assert (record["level"], record["logger"]) == ("INFO", "discord.gateway")
        async with asyncio.timeout(PATIENCE):
            while (await asyncio.to_thread(health))[0]:  # noqa: ASYNC110 - another process
                await asyncio.sleep(0.1)
        assert await asyncio.to_thread(health) == (0, ["connected and healthy", "0 messages owed"])
        async with browser.get(f"http://{watched}/metrics") as page:
            assert "fieldpost_connected 1.0" in await page.text()
        process.send_signal(signal.SIGTERM)
        code, rest = await ended(process)
        assert code == 0
        assert [json.loads(each)["level"] for each in rest.splitlines()] == ["INFO"] * len(rest.splitlines())


@pytest.mark.parametrize(("kind", "told"), [("text", 0), ("json", 1)])
async def test_activity_is_in_the_metrics_and_only_in_a_log_in_json(kind: str, told: int) -> None:
    local, watched = LocalDiscord(token="a.right.token"), f"127.0.0.1:{free_port()}"
    await local.start()
    try:
        async with (
            running(
                DISCORD_TOKEN=local.token, DISCORD_API_URL=local.api_url, FIELDPOST_METRICS=watched,
                FIELDPOST_LOG=kind,
            ) as process,
            aiohttp.ClientSession() as browser,
        ):  # fmt: skip
            await until(lambda: local.site.gateway.online)
            await (await local.person("Anna").slash(local.channel("table"), "game mine")).done(PATIENCE)
            async with browser.get(f"http://{watched}/metrics") as page:
                assert "fieldpost_acknowledgement_seconds_count 1.0" in await page.text()
            process.send_signal(signal.SIGTERM)
            assert (await ended(process))[1].count("an interaction was acknowledged") == told
    finally:
        await local.stop()


async def test_something_else_at_the_address_is_no_bot(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def greet(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ESMTP\r\n")
        writer.close()

    async with await asyncio.start_server(greet, "127.0.0.1") as other:
        port = other.sockets[0].getsockname()[1]
        monkeypatch.setenv("FIELDPOST_METRICS", str(port))
        assert await asyncio.to_thread(main, ["health"]) == 1
    assert capsys.readouterr().out == (
        f"not healthy: what answers at FIELDPOST_METRICS=127.0.0.1:{port} is no bot of Fieldpost\n"
    )


async def test_metrics_for_other_machines_are_warned_about_once(free: str) -> None:
    async with running(FIELDPOST_PORT=free, FIELDPOST_METRICS=f"0.0.0.0:{free_port()}") as process:
        warned: list[str] = []
        await line(process, "connected to Gateway", warned)
        assert sum("other machines can read /health and /metrics at 0.0.0.0:" in each for each in warned) == 1


async def test_another_api_is_used_from_its_gateway_to_its_answers(tmp_path: Path) -> None:
    local = LocalDiscord(token="a.right.token")
    await local.start()
    try:
        async with running(DISCORD_TOKEN="a.right.token", DISCORD_API_URL=local.api_url + "/"):
            await until(lambda: local.site.gateway.online)
            assert local.faults.requests[0].path == "/gateway/bot"
            anna, place = local.person("Anna"), local.channel("elsewhere")
            said = answer(
                await (await anna.slash(place, "game new", title="tide", scenario="first")).done(PATIENCE)
            )
            assert "is open" in said.content
            await until(lambda: main(["health"]) == 0)
    finally:
        await local.stop()


async def test_a_token_that_is_not_accepted() -> None:
    local = LocalDiscord(token="a.right.token")
    await local.start()
    try:
        async with running(DISCORD_TOKEN="a.wrong.token", DISCORD_API_URL=local.api_url) as process:
            assert await line(process, "") == (
                "fieldpost: DISCORD_TOKEN is not accepted; copy it again from the developer portal\n"
            )
            assert await process.wait() == 2
        async with running(DISCORD_TOKEN="a.right.token", DISCORD_API_URL=local.url) as process:
            assert "DISCORD_API_URL: " in await line(process, "not as Discord does")
            assert await process.wait() == 2
    finally:
        await local.stop()


async def test_an_api_that_is_not_there_is_asked_again(free: str) -> None:
    url = f"http://127.0.0.1:{free}/api/v10"
    async with running(DISCORD_TOKEN="a.right.token", DISCORD_API_URL=url) as process:
        assert "trying again in 1 s" in await line(process, "cannot be reached")
        local = LocalDiscord(port=int(free), token="a.right.token")
        await local.start()
        try:
            await until(lambda: local.site.gateway.online)
        finally:
            await local.stop()


# Own data.


def overlay(folder: Path, name: str, old: str, new: str) -> int:
    """Copy a data file with a changed place to a folder.

    Returns the line of the place.
    """
    text = (ROOT / "data" / name).read_text(encoding="utf-8")
    before, found, after = text.partition(old)
    assert found, f"{name} has no {old!r}"
    file = folder / name
    file.parent.mkdir(parents=True)
    file.write_text(before + new + after, encoding="utf-8")
    return before.count("\n") + 1


async def test_a_broken_scenario_is_left_out_and_the_reason_told(tmp_path: Path, free: str) -> None:
    name = "tide/scenarios/kalach.toml"
    mine = tmp_path / "mine"
    at = overlay(mine, name, "rounds = ", "rounds = 'many' # ")
    data = str(mine)
    async with running(FIELDPOST_DATA=data, FIELDPOST_PORT=free) as process, aiohttp.ClientSession() as browser:
        said = await line(process, "kalach.toml")
        assert f"kalach.toml:{at}: " in said, said
        assert "rounds: " in said, said
        await line(process, "is open at")
        async with browser.get(f"http://127.0.0.1:{free}") as page:
            assert page.status == 200
    async with running("check-data", FIELDPOST_DATA=data) as process:
        assert f"kalach.toml:{at}: " in await line(process, "kalach.toml")
        assert (await line(process, "can be played")).endswith(" 1 problem.\n")
        assert await process.wait() == 1


async def test_every_file_of_a_title_is_looked_through(tmp_path: Path) -> None:
    at = overlay(tmp_path, "firefight/hits.toml", "copies = 5", "copies = 50")
    async with running("check-data", FIELDPOST_DATA=str(tmp_path)) as process:
        assert f"hits.toml:{at}: hits.pinned.copies: " in await line(process, "hits.toml")
        assert await process.wait() == 1


async def test_a_record_of_ones_own_replaces_the_shipped_one(tmp_path: Path) -> None:
    overlay(tmp_path, "tide/scenarios/first.toml", 'name = "', 'name = "Own ')
    async with running("check-data", FIELDPOST_DATA=str(tmp_path)) as process:
        assert " 0 problems." in await line(process, "can be played")
        assert await process.wait() == 0


async def test_a_file_that_cannot_be_read_counts_for_nothing(tmp_path: Path) -> None:
    at = overlay(tmp_path, "tide/tables.toml", "[", "[[[")
    async with running("check-data", FIELDPOST_DATA=str(tmp_path)) as process:
        assert (await line(process, "tables.toml")).startswith(f"{tmp_path}/tide/tables.toml:{at}: ")
        assert not (await line(process, "can be played")).startswith("0 ")
        assert await process.wait() == 1


def test_a_title_that_cannot_be_played_at_all(complaint: Complaint, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable() -> NoReturn:
        raise Unreadable([Problem("tide/tables.toml", 7, "dice", "is missing")])

    monkeypatch.setattr("bot.titles.titles", unreadable)
    assert complaint() == "tide/tables.toml:7: dice: is missing"


def test_nothing_is_read_before_the_folder_of_ones_own_lies_over_it() -> None:
    code = "from bot.kit import data_files; data_files._read = lambda *_: 1 / 0; import bot.__main__, bot.running"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("started", "spared"),
    [
        (
            "bot.running",
            {"PIL", "bot.local", "bot.operate", "prometheus_client", "bot.json_log", "sqlalchemy", "asyncpg"},
        ),
        ("bot.__main__", {"discord", "aiohttp", "bot.titles", "http.client", "sqlalchemy"}),
    ],
)
def test_a_start_imports_only_what_it_needs(started: str, spared: set[str]) -> None:
    """A start leaves pictures and the local Discord to their first use."""
    code = f"import sys, {started}; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not spared & {".".join(name.split(".")[:n]) for name in done.stdout.split() for n in (1, 2)}
