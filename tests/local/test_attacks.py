"""Greedy clients wait or are dropped, and the others are served.

Counted, not timed.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import re
import sys
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.local import Person, Upload, bodies, gateway
from bot.local.api.door import PREFIX, ROUTES
from bot.local.bodies import Body
from bot.local.home import LocalDiscord, connections, membership, outgoing, page, share
from bot.local.home.requests import Requests
from bot.local.home.share import Share
from tests.local.conftest import PATIENCE, eventually
from tests.local.test_requests import Connect, connect
from tests.local.tiny import Tiny

__all__ = ["connect"]
ROOT = Path(__file__).parents[2]
HALF = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half"


class Raw:
    """A bare connection, for requests that no client would make."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, content: bytes) -> None:
        self.writer.write(content)
        await self.writer.drain()

    async def status(self) -> int:
        """Read the status of an answer, 0 if the connection ends without."""
        async with asyncio.timeout(PATIENCE):
            line = await self.reader.readline()
        return int(line.split()[1]) if line else 0

    async def ended(self) -> bool:
        """Wait for the end of the connection; true if nothing came before."""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionError):
                return await self.reader.read() == b""
        return True


class Line:
    """Opens bare connections to a port, and closes them at the end."""

    def __init__(self) -> None:
        self.opened: list[Raw] = []

    async def __call__(self, port: int, content: bytes = b"") -> Raw:
        raw = Raw(*await asyncio.open_connection("127.0.0.1", port))
        self.opened.append(raw)
        await raw.send(content)
        return raw


@pytest.fixture
async def raw() -> AsyncIterator[Line]:
    line = Line()
    yield line
    for each in line.opened:
        each.writer.transport.abort()


def head(method: str, path: str, length: int, *more: str) -> bytes:
    lines = (f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {length}", *more, "", "")
    return "\r\n".join(lines).encode()


# Connections.


async def test_half_open_requests_make_room_for_others(
    local: LocalDiscord, anna: Person, tiny: Tiny, connect: Connect, raw: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest of them go, but never a window, the bot or a loading page."""
    monkeypatch.setattr(connections, "_MOST_HERE", 24)
    window = await connect(local)
    async with aiohttp.ClientSession() as session:
        half = []
        for n in range(60):
            half.append(await raw(local.port, HALF))
            if n % 10 == 9:
                async with session.get(f"{local.url}/") as response:
                    assert response.status == 200
    assert len(local.connections.open) <= 24
    assert await half[0].ended()
    assert "ok" in await window.ask("open_dm")
    assert (await (await anna.slash("headquarters", "board")).done()).replies


async def test_the_table_has_time_between_new_connections(
    local: LocalDiscord, raw: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_PAUSE_SECONDS", 3600)
    await raw(local.port, HALF)
    await eventually(lambda: len(local.connections.open) == 1)
    await raw(local.port, HALF)
    for _ in range(50):
        await asyncio.sleep(0)
    assert len(local.connections.open) == 1


async def test_a_client_that_leaves_before_its_turn_is_no_error(
    local: LocalDiscord, raw: Line, caplog: pytest.LogCaptureFixture
) -> None:
    """A laptop that wakes up drops the connections that it had begun."""
    keys = (
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {'A' * 22}==",
        "Sec-WebSocket-Version: 13",
    )
    async with local._strangers:
        before = len(local.connections.open)
        hasty = await raw(local.port, head("GET", "/gateway/?encoding=json", 0, *keys))
        await eventually(lambda: len(local._strangers._waiters or ()) == 1)
        hasty.writer.transport.abort()
        await eventually(lambda: len(local.connections.open) == before)
    assert await (await raw(local.port, head("GET", "/", 0))).status() == 200
    assert not [record for record in caplog.records if record.name == "aiohttp.server"]


async def test_an_address_elsewhere_has_fewer_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    assert connections._most_from("192.168.1.7") < connections._most_from("127.0.0.1")
    assert connections._most_from("::ffff:127.0.0.1") == connections._most_from("::1")
    assert connections._most_from("fe80::1%eth0") == connections._most_from("192.168.1.7")


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, (160, 160))
from bot.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


async def test_the_program_never_runs_out_of_descriptors(tmp_path: Path, free: str, raw: Line) -> None:
    """With more half-open requests than file descriptors, a page still opens quietly."""
    environment = {"FIELDPOST_DB": str(tmp_path / "games.db"), "FIELDPOST_PORT": free, "PATH": ""}
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", LIMITED, cwd=ROOT, env=environment,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            while b"open at" not in await process.stdout.readline():
                pass
        for _ in range(300):
            await raw(int(free), HALF)
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{free}/") as response:
            assert response.status == 200
    finally:
        process.kill()
        said = (await process.stdout.read()).decode()
        await process.wait()
    assert "Traceback" not in said, said
    assert "Too many open files" not in said


async def test_a_head_that_does_not_come_ends_the_connection(
    local: LocalDiscord, raw: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether nothing comes, or a letter now and then."""
    monkeypatch.setattr(connections, "_SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(connections, "_HEAD_SECONDS", 0.05)
    for content in (b"", HALF):
        assert await (await raw(local.port, content)).ended()
    slow = await raw(local.port)
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while not slow.reader.at_eof():
                await slow.send(b"x")
                await asyncio.sleep(0.01)
    await eventually(lambda: not local.connections.open)


async def test_a_client_that_reads_no_answer_is_cut_off(
    local: LocalDiscord, anna: Person, raw: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(connections, "_UNREAD_SECONDS", 0.1)
    said = await anna.say("headquarters", "Look", Upload("large.txt", bytes(9 << 20)))
    path = local.world.shelf.path(said.channel_id, said.attachments[0])
    deaf = await raw(local.port)
    assert isinstance(deaf.writer.transport, asyncio.Transport)
    deaf.writer.transport.pause_reading()
    await deaf.send(head("GET", path, 0))
    await eventually(lambda: any(each.unread[0] for each in local.connections.open.values()))
    await eventually(lambda: not local.connections.open)


async def test_a_bot_that_does_not_identify_is_cut_off(
    local: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "_IDENTIFY_SECONDS", 0.05)
    async with aiohttp.ClientSession() as session, session.ws_connect(local.gateway_url) as wire:
        with contextlib.suppress(ConnectionError):
            for _ in range(50):
                await wire.send_json({"op": 1, "d": None})
        async with asyncio.timeout(PATIENCE):
            async for _ in wire:
                pass
        assert wire.close_code == 4009


# Bodies.

HUGE = 24 << 20
UNKNOWN = {"guild": "1", "channel": "1", "message": "1", "interaction": "1", "token": "x", "application": "1"}


@pytest.mark.parametrize(("method", "path"), sorted({(m, p) for m, p, _ in ROUTES}))
async def test_a_request_without_the_token_is_refused_before_its_body_arrives(
    local: LocalDiscord, raw: Line, method: str, path: str
) -> None:
    """The answer comes on the head alone; it does not say whether the thing exists."""
    asked = PREFIX + re.sub(r"{(\w+)}", lambda found: UNKNOWN.get(found[1], "1"), path)
    wrong = "Authorization: Bot wrong"
    status = await (await raw(local.port, head(method, asked, HUGE, wrong))).status()
    expected = {"/gateway": 200}.get(path, 404 if path.startswith(("/interactions", "/webhooks")) else 401)
    assert status == expected


async def test_a_refused_body_of_a_stranger_is_not_received(local: LocalDiscord, raw: Line) -> None:
    """Its connection ends after the answer, long before all of it was sent."""
    line = await raw(local.port, head("POST", PREFIX + "/interactions/1/x/callback", HUGE, "X-None: 1"))
    assert await line.status() == 404
    sent = 0
    with contextlib.suppress(ConnectionError):
        while sent < HUGE:
            await line.send(bytes(1 << 16))
            sent += 1 << 16
    assert sent < HUGE


async def test_bodies_are_as_large_as_they_need_be(local: LocalDiscord, raw: Line) -> None:
    """Only uploads are large; other large bodies are refused by their headers."""
    token = f"Authorization: Bot {local.token}"
    channel = local.channel("headquarters").id
    multipart = "Content-Type: multipart/form-data; boundary=x"
    for path, more, length, expected in (
        (f"/channels/{channel}/messages", "", 3 << 20, 413),
        (f"/channels/{channel}/messages", multipart, 26 << 20, 413),
        ("/users/@me/channels", "", 3 << 20, 413),
        ("/users/@me/channels", multipart, 24 << 20, 400),
    ):
        sent = head("POST", PREFIX + path, length, token, more or "X-None: 1")
        assert await (await raw(local.port, sent)).status() == expected, path
    assert (
        await (await raw(local.port, head("POST", "/people", 3 << 20, "Content-Type: application/json"))).status()
        == 413
    )


async def test_a_stream_of_unknown_length_ends_at_the_limit(
    local: LocalDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single file, or any number of small parts."""
    monkeypatch.setattr(bodies, "REQUEST_BYTES", 1 << 20)
    monkeypatch.setattr(bodies, "FILE_BYTES", 1 << 18)
    path = f"{local.api_url}/channels/{local.channel('headquarters').id}/messages"
    parts = {
        "one": b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="a"\r\n\r\n' + bytes(1 << 20),
        "many": b'--x\r\nContent-Disposition: form-data; name="y"\r\n\r\n\r\n' * 2000,
    }
    for part in parts.values():

        async def chunks(content: bytes = part) -> AsyncIterator[bytes]:
            yield content
            yield b"\r\n--x--\r\n"

        headers = {"Authorization": f"Bot {local.token}", "Content-Type": "multipart/form-data; boundary=x"}
        async with (
            aiohttp.ClientSession() as session,
            session.post(path, data=chunks(), headers=headers) as response,
        ):
            assert response.status == 413
    assert local.world.messages[local.channel("headquarters").id] == {}


async def test_a_body_that_does_not_come_is_answered(
    local: LocalDiscord, raw: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "BODY_SECONDS", 0.05)
    channel = local.channel("headquarters").id
    for path, more in (
        (f"{PREFIX}/channels/{channel}/messages", (f"Authorization: Bot {local.token}",)),
        ("/people", ("Content-Type: application/json",)),
    ):
        sent = head("POST", path, 100, *more) + b'{"name": '
        assert await (await raw(local.port, sent)).status() == 408


async def test_nothing_is_unpacked(local: LocalDiscord) -> None:
    """A small body could become a very large one."""
    path = f"{local.api_url}/channels/{local.channel('headquarters').id}/messages"
    headers = {"Authorization": f"Bot {local.token}", "Content-Encoding": "gzip"}
    packed = gzip.compress(b'{"content": "x"}')
    async with aiohttp.ClientSession() as session, session.post(path, data=packed, headers=headers) as response:
        assert response.status == 400


# Windows.


async def test_simultaneous_requests_of_a_person_delay_no_other_person(
    local: LocalDiscord, anna: Person, viktor: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot is silent.

    Anna's autocompletes wait for it, and Viktor's arrives at once.
    """
    option = {"type": 3, "name": "unit", "description": "Which", "autocomplete": True, "required": True}
    local.site.register.put([{"name": "move", "description": "Move", "options": [option]}])
    asked: Counter[str] = Counter()
    begin = local.site.interactions.begin

    def counted(kind: int, user: Any, *more: Any, **named: Any) -> Any:
        asked[user.name] += 1
        return begin(kind, user, *more, **named)

    monkeypatch.setattr(local.site.interactions, "begin", counted)
    monkeypatch.setattr(local.site.interactions, "ack_seconds", PATIENCE)
    windows = [await connect(local, "Anna") for _ in range(3)]
    details = {"channel": "headquarters", "command": "move", "focused": "unit", "options": {}}
    for n in range(300):
        await windows[n % 3].socket.send_json({"ask": f"a{n}", "do": "autocomplete", **details})
    await eventually(lambda: asked["Anna"] == share._AT_ONCE)
    other = await connect(local, "Viktor")
    await other.socket.send_json({"ask": "v", "do": "autocomplete", **details})
    await eventually(lambda: asked["Viktor"] == 1)
    assert asked["Anna"] == share._AT_ONCE


async def test_haste_is_spread_over_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a burst each request waits a twentieth of a second, and large ones longer."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(round(seconds, 2))

    monkeypatch.setattr(share, "monotonic", lambda: 1000.0)
    monkeypatch.setattr(share, "sleep", sleep)
    one = Share()
    for _ in range(62):
        await one.wait(0)
        one.release()
    await one.wait(16 << 20)
    assert waited == [0.0] * 60 + [0.05, 0.1, 12.95]


async def deafened(local: LocalDiscord, anna: Person, connect: Connect) -> Any:
    """Return the socket of a window of Anna's that reads nothing any more."""
    window = await connect(local, "Anna")
    await window.ask("open_dm")
    transport = window.socket.get_extra_info("socket")
    assert transport is not None
    connection = window.socket._response.connection
    assert connection is not None
    assert connection.transport is not None
    connection.transport.pause_reading()
    return window.socket


async def test_a_window_that_reads_nothing_is_not_read_either(
    local: LocalDiscord, anna: Person, viktor: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its requests stop at a few that are in work; others are answered meanwhile."""
    for _ in range(50):
        local.site.messages.post(anna.channel("headquarters"), local.world.bot, Body({"content": "x" * 2000}))
    in_work = most = 0
    begin = Requests.begin

    def counted(own: Requests, ask: Any) -> Any:
        nonlocal in_work, most
        in_work += own.person is anna
        most = max(most, in_work)
        return begin(own, ask)

    release = Share.release

    def released(own: Share) -> None:
        nonlocal in_work
        in_work -= 1
        release(own)

    deaf = await deafened(local, anna, connect)
    other = await connect(local, "Viktor")
    monkeypatch.setattr(Requests, "begin", counted)
    monkeypatch.setattr(Share, "release", released)
    monkeypatch.setattr(share, "_BURST", 10_000.0)
    for n in range(200):
        await deaf.send_json({"ask": f"d{n}", "do": "messages", "channel": "headquarters"})
    await eventually(lambda: in_work == share._AT_ONCE)
    in_work -= 1
    assert "ok" in await other.ask("messages", channel="headquarters")
    assert most <= share._AT_ONCE + 1


async def test_a_window_that_reads_nothing_is_cut_off_before_much_waits_for_it(
    local: LocalDiscord, anna: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It can return, and then gets everything."""
    monkeypatch.setattr(outgoing, "_MOST_BYTES", 1 << 18)
    most = 0
    put = outgoing.Outgoing._put

    def counted(own: outgoing.Outgoing, frame: Any) -> bool:
        nonlocal most
        most = max(most, own.waiting)
        return put(own, frame)

    monkeypatch.setattr(outgoing.Outgoing, "_put", counted)
    await deafened(local, anna, connect)
    channel = anna.channel("headquarters")
    for n in range(6000):
        if not anna.windows:
            break
        local.site.messages.post(channel, local.world.bot, Body({"content": f"{n} " + "x" * 1900}))
        await asyncio.sleep(0)
    await eventually(lambda: not anna.windows)
    assert most < 2 * outgoing._MOST_BYTES
    again = await connect(local, "Anna")
    told = await again.ask("messages", channel="headquarters")
    assert [message["id"] for message in told["ok"]["messages"]] == [m.id for m in anna.sees(channel)[-50:]]


async def test_an_unread_frame_closes_the_window(
    local: LocalDiscord, anna: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "_FRAME_SECONDS", 0.05)
    await deafened(local, anna, connect)
    for n in range(4000):
        if not anna.windows:
            break
        local.site.messages.post(
            anna.channel("headquarters"), local.world.bot, Body({"content": f"{n} " + "x" * 1900})
        )
        await asyncio.sleep(0)
    await eventually(lambda: not anna.windows)


async def test_a_new_window_takes_the_place_of_the_oldest_of_too_many(
    local: LocalDiscord, anna: Person, viktor: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The person's own oldest window goes, or the greediest person's."""
    monkeypatch.setattr(page, "_MOST_EACH", 4)
    monkeypatch.setattr(page, "_MOST_WINDOWS", 5)
    windows = [await connect(local, "Anna") for _ in range(5)]
    async with asyncio.timeout(PATIENCE):
        async for _ in windows[0].socket:
            pass
    assert windows[0].socket.close_code == 4001
    others = [await connect(local, "Viktor") for _ in range(2)]
    async with asyncio.timeout(PATIENCE):
        async for _ in windows[1].socket:
            pass
    for window in (*windows[2:], *others):
        assert "ok" in await window.ask("open_dm")


async def test_a_table_has_a_limit_of_people(
    local: LocalDiscord, anna: Person, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(membership, "_MOST_PEOPLE", 3)
    window = await connect(local)
    assert [("ok" in await window.ask("invite", name=name)) for name in ("Boris", "Vera", "Olga")] == [
        True,
        True,
        False,
    ]
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{local.url}/people", json={"name": "Olga"}) as response,
    ):
        assert response.status == 400
    assert len(local.people.all()) == 3


async def test_finished_requests_are_forgotten(
    local: LocalDiscord, anna: Person, tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Autocompletes leave nothing; others remain while their tokens are valid."""
    monkeypatch.setattr(local.site.interactions, "ack_seconds", 3.0)
    for _ in range(20):
        await anna.autocomplete("headquarters", "advance", focused="unit", unit="panz")
    await eventually(lambda: not local.site.interactions.by_id)
    assert not local.site.interactions._by_token
