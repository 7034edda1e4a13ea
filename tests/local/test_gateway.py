"""The gateway: sessions that resume, and clients that misbehave."""

from __future__ import annotations

import asyncio
import zlib
from typing import Any

import aiohttp
import msgspec
import pytest

from bot.local import Person
from bot.local.home import LocalDiscord
from tests.local.conftest import PATIENCE, Wire, eventually
from tests.local.tiny import Tiny


async def test_a_command_during_a_cut_is_replayed(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    await local.faults.drop_gateway()
    interaction = await anna.slash("headquarters", "twice")
    await interaction.done()
    assert [message.content for message in interaction.replies] == ["Once."]
    assert tiny.handled["twice"] == 1
    await eventually(lambda: tiny.resumes)


async def test_a_request_to_reconnect(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    await local.faults.ask_for_reconnect()
    await eventually(lambda: tiny.resumes)
    assert (await (await anna.slash("headquarters", "twice")).done()).replies


async def test_an_invalid_session_is_restarted(
    local: LocalDiscord, anna: Person, tiny: Tiny, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(*args: Any, **options: Any) -> None:
        """Replaces discord.py's wait of five seconds before it identifies again."""

    monkeypatch.setattr(tiny, "before_identify_hook", at_once)
    tiny.ready.clear()
    await local.faults.invalidate_session()
    await asyncio.wait_for(tiny.ready.wait(), PATIENCE)
    assert tiny.resumes == 0
    assert (await (await anna.slash("headquarters", "twice")).done()).replies


@pytest.fixture
async def wire(local: LocalDiscord) -> Any:
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(local.gateway_url + "?v=10&encoding=json") as socket,
    ):
        yield Wire(socket, local)


async def test_ready_brings_the_guilds(wire: Wire, local: LocalDiscord) -> None:
    ready = await wire.identify()
    assert ready["t"] == "READY"
    assert ready["d"]["resume_gateway_url"] == local.gateway_url
    guild = await wire.receive()
    assert (guild["t"], guild["s"], guild["d"]["name"]) == ("GUILD_CREATE", 2, "The table at home")
    assert [channel["name"] for channel in guild["d"]["channels"]] == ["headquarters"]
    await wire.send(1, 2)
    assert (await wire.receive())["op"] == 11


async def test_a_heartbeat_is_answered_after_its_sender_has_noted_the_time(
    wire: Wire, local: LocalDiscord
) -> None:
    """discord.py takes an immediate answer for the heartbeat before, and warns of lag."""
    await wire.identify()
    await wire.receive()
    (connection,) = local.site.gateway._connections
    local.site.gateway._handle(connection, 1, 2)
    local.channel("meanwhile")
    assert (await wire.receive())["t"] == "CHANNEL_CREATE"
    assert (await wire.receive())["op"] == 11


async def test_events_of_the_guild_are_heard(wire: Wire, local: LocalDiscord, anna: Person) -> None:
    await wire.identify()
    await wire.receive()
    channel = local.channel("tide")
    thread = local.thread(channel, "Talk")
    local.world.set_archived(thread, True)
    local.deny(channel, "attach_files")
    local.world.remove_channel(channel)
    heard = [(await wire.receive())["t"] for _ in range(6)]
    assert heard == [
        "CHANNEL_CREATE",
        "THREAD_CREATE",
        "THREAD_UPDATE",
        "CHANNEL_UPDATE",
        "THREAD_DELETE",
        "CHANNEL_DELETE",
    ]


async def test_resume_replays_what_was_missed(wire: Wire, local: LocalDiscord) -> None:
    session_id = (await wire.identify())["d"]["session_id"]
    await wire.receive()
    await local.faults.drop_gateway()
    await wire.closed_with()
    local.channel("while-you-were-away")
    async with aiohttp.ClientSession() as client, client.ws_connect(local.gateway_url) as socket:
        again = Wire(socket, local)
        await again.receive()
        await again.send(6, {"token": local.token, "session_id": session_id, "seq": 2})
        missed = await again.receive()
        assert (missed["t"], missed["s"]) == ("CHANNEL_CREATE", 3)
        assert (await again.receive())["t"] == "RESUMED"


async def test_an_unknown_session_is_invalid(wire: Wire) -> None:
    await wire.receive()
    await wire.send(6, {"token": wire.local.token, "session_id": "nonsense", "seq": 2})
    assert await wire.receive() == {"op": 9, "s": None, "t": None, "d": False}


@pytest.mark.parametrize(
    ("payload", "code"),
    [
        ("nonsense", 4002),
        ("[]", 4002),
        ('{"op": 1, "d": "%s"}' % ("x" * 5000), 4002),
        ('{"op": 3, "d": {}}', 4003),
        ('{"op": 2, "d": {"token": "", "intents": 1}}', 4004),
        ('{"op": 2, "d": {"token": "any", "intents": 1}}', 4004),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": "all"}}', 4013),
        ('{"op": 2, "d": {"token": "TOKEN", "intents": 513}}', 4014),
        ('{"op": 6, "d": {"token": ""}}', 4004),
        ('{"op": 6, "d": {"token": "any", "session_id": "x", "seq": 1}}', 4004),
    ],
)
async def test_close_codes(wire: Wire, payload: str, code: int) -> None:
    await wire.receive()
    await wire.socket.send_str(payload.replace("TOKEN", wire.local.token))
    assert await wire.closed_with() == code


async def test_an_opcode_out_of_place_closes_the_connection(wire: Wire) -> None:
    await wire.identify()
    await wire.send(77, None)
    assert await wire.closed_with() == 4001


async def test_too_many_payloads(wire: Wire) -> None:
    await wire.receive()
    for n in range(121):
        await wire.send(1, n)
    assert await wire.closed_with() == 4008


async def test_messages_are_not_heard(wire: Wire, local: LocalDiscord) -> None:
    await wire.identify(intents=1)
    await wire.receive()
    anna = local.person("Anna")
    await anna.say("headquarters", "The bot has no intent for messages.")
    local.channel("next")
    assert (await wire.receive())["t"] == "CHANNEL_CREATE"


async def test_zlib_stream(local: LocalDiscord) -> None:
    url = local.gateway_url + "?v=10&encoding=json&compress=zlib-stream"
    async with aiohttp.ClientSession() as client, client.ws_connect(url) as socket:
        stream = zlib.decompressobj()
        raw = (await socket.receive(timeout=PATIENCE)).data
        assert raw.endswith(b"\x00\x00\xff\xff")
        assert msgspec.json.decode(stream.decompress(raw))["op"] == 10


async def test_zstd_stream(local: LocalDiscord) -> None:
    zstandard = pytest.importorskip("zstandard", reason="zstandard is not installed; discord.py asks for zlib")
    url = local.gateway_url + "?v=10&encoding=json&compress=zstd-stream"
    async with aiohttp.ClientSession() as client, client.ws_connect(url) as socket:
        stream = zstandard.ZstdDecompressor().decompressobj()
        raw = (await socket.receive(timeout=PATIENCE)).data
        assert msgspec.json.decode(stream.decompress(raw))["op"] == 10


@pytest.mark.parametrize("query", ["encoding=etf", "compress=brotli"])
async def test_unsupported_encodings_are_refused(local: LocalDiscord, query: str) -> None:
    async with aiohttp.ClientSession() as client:
        url = local.gateway_url.replace("ws:", "http:") + "?" + query
        async with client.get(url) as response:
            assert response.status == 400


async def test_a_silent_client_is_cut() -> None:
    local = LocalDiscord(heartbeat_seconds=0.1)
    await local.start()
    try:
        async with aiohttp.ClientSession() as client, client.ws_connect(local.gateway_url) as socket:
            assert await Wire(socket, local).closed_with() == 4009
    finally:
        await local.stop()
