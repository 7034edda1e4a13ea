"""Who may come in: tokens, hosts, origins, secret links; and how fast."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import msgspec
import pytest

from bot.local import LocalDiscord, Person
from tests.local.conftest import Api
from tests.local.tiny import Tiny


@pytest.fixture
async def secret() -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord(secret_links=True)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as client:
        yield client


async def test_the_token(api: Api, secret: LocalDiscord, session: aiohttp.ClientSession) -> None:
    assert (await api.call("GET", "/users/@me", headers={"Authorization": "Bot anything"}))[0] == 200
    status, body = await api.call("GET", "/users/@me", headers={"Authorization": ""})
    assert (status, body["code"]) == (401, 0)
    for token, status in (("anything", 401), (secret.token, 200)):
        headers = {"Authorization": f"Bot {token}"}
        async with session.get(f"{secret.api_url}/users/@me", headers=headers) as response:
            assert response.status == status


async def test_content_type_is_exactly_json(api: Api, local: LocalDiscord) -> None:
    headers = {"Authorization": "Bot x"}
    async with api.session.get(f"{local.api_url}/users/@me", headers=headers) as response:
        assert response.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "10.0.0.1", "127.0.0.1.evil.example"])
async def test_foreign_hosts_are_turned_away(
    local: LocalDiscord, session: aiohttp.ClientSession, host: str
) -> None:
    for path in ("/", "/people", "/api/v10/gateway"):
        async with session.get(local.url + path, headers={"Host": host}) as response:
            assert response.status == 421


@pytest.mark.parametrize("host", ["localhost", "localhost:8642", "127.0.0.1:1"])
async def test_own_hosts_are_served(local: LocalDiscord, session: aiohttp.ClientSession, host: str) -> None:
    async with session.get(f"{local.url}/", headers={"Host": host}) as response:
        assert response.status == 200


async def test_other_sites_cannot_act(local: LocalDiscord, anna: Person, session: aiohttp.ClientSession) -> None:
    foreign = {"Origin": "http://evil.example"}
    own = {"Origin": local.url}
    async with session.post(f"{local.url}/people", json={"name": "Eve"}, headers=foreign) as response:
        assert response.status == 403
    async with session.post(f"{local.url}/people", data='{"name": "Eve"}', headers=own) as response:
        assert response.status == 415
    socket = f"{local.url}/socket?as=Anna"
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await session.ws_connect(socket, headers=foreign)
    assert refused.value.status == 403
    async with session.ws_connect(socket, headers=own) as window:
        assert (await window.receive_json(timeout=5))["event"] == "HELLO"
    async with session.post(f"{local.url}/people", json={"name": "Olga"}, headers=own) as response:
        assert (response.status, await response.json()) == (200, {"name": "Olga"})
    async with session.post(f"{local.url}/people", json={"name": "olga"}, headers=own) as response:
        assert (response.status, await response.json()) == (400, {"no": "Somebody is already called olga."})


async def test_secret_links(secret: LocalDiscord, session: aiohttp.ClientSession) -> None:
    anna, viktor = secret.person("Anna"), secret.person("Viktor")
    links = secret.links
    assert set(links) == {"Anna", "Viktor"}
    assert all(re.fullmatch(re.escape(secret.url) + r"/[\w-]{43}/", link) for link in links.values())
    assert links == secret.links
    for path in ("/", "/people", "/socket?as=Anna", "/page/index.html", f"/{'x' * 43}/", f"/{'x' * 43}/socket"):
        async with session.get(secret.url + path) as response:
            assert response.status == 404
    async with session.get(links["Anna"]) as response:
        assert response.status == 200
        assert response.headers["Referrer-Policy"] == "no-referrer"
    for person in (anna, viktor):
        async with session.ws_connect(links[person.name] + "socket") as window:
            hello = (await window.receive_json(timeout=5))["data"]
            assert hello["me"]["id"] == person.id
            shown = str(hello)
            assert person.user.secret not in shown
            assert not any(each.user.secret in shown for each in (anna, viktor))


async def test_at_a_new_table_with_secret_links_two_are_seated(
    secret: LocalDiscord, session: aiohttp.ClientSession
) -> None:
    assert set(secret.links) == {"Anna", "Viktor"}
    async with session.get(secret.links["Viktor"]) as response:
        assert response.status == 200


async def test_an_address_from_elsewhere(session: aiohttp.ClientSession) -> None:
    local = LocalDiscord(secret_links=True, address="http://table.example:8642/")
    await local.start()
    try:
        link = local.links["Anna"]
        assert link.startswith("http://table.example:8642/")
        path = link.removeprefix("http://table.example:8642")
        for host, status in (("table.example:8642", 200), ("other.example:8642", 421)):
            async with session.get(local.url + path, headers={"Host": host}) as response:
                assert response.status == status
    finally:
        await local.stop()


async def test_a_window_hears_only_what_its_person_sees(
    local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny, session: aiohttp.ClientSession
) -> None:
    async with session.ws_connect(f"{local.url}/socket?as=Viktor") as window:
        await (await anna.slash("headquarters", "hand")).done()
        await (await anna.slash("headquarters", "secret")).done()
        await (await anna.slash("headquarters", "thread", private=True)).done()
        await anna.say("headquarters", "The end.")
        heard = ""
        while "The end." not in heard:
            heard += (await window.receive(timeout=5)).data
        for secret in ("Ambush", "whisper", "password", "Staff talk", "Here we are", "Sent by message"):
            assert secret not in heard
        assert "INTERACTION" not in heard
        for channel in (local.dm(anna).id, local.thread(local.channel("headquarters"), "Staff talk").id):
            await window.send_json({"ask": 1, "do": "messages", "channel": channel})
            answer = await window.receive_json(timeout=5)
            assert answer == {"answer": 1, "no": f"There is no channel {channel}."}


async def test_nonsense_over_a_window_is_answered(
    local: LocalDiscord, anna: Person, session: aiohttp.ClientSession
) -> None:
    async with session.ws_connect(f"{local.url}/socket?as=anna") as window:
        await window.receive_json(timeout=5)
        for text in ("", "[]", "{", '{"do": "nothing"}', '{"do": ["say"]}'):
            await window.send_str(text)
        asks: list[dict[str, Any]] = [
            {"do": "say"},
            {"do": "say", "channel": "headquarters", "text": ""},
            {"do": "slash", "channel": "headquarters", "command": "", "options": {}},
            {"do": "slash", "channel": "headquarters", "command": "x", "options": []},
            {"do": "click", "channel": "headquarters", "message": "1", "custom_id": "x"},
            {"do": "select", "channel": "nowhere", "message": "1", "custom_id": "x", "values": 5},
            {"do": "submit", "interaction": "1", "values": {}},
            {"do": "messages", "channel": "headquarters", "before": "x"},
            {"do": "new_table", "name": " "},
            {"do": "rename", "name": "x" * 33},
        ]
        for n, ask in enumerate(asks):
            await window.send_json({"ask": n, **ask})
            answer = await window.receive_json(timeout=5)
            assert answer["answer"] == n
            assert answer["no"]


async def test_page_headers(local: LocalDiscord, session: aiohttp.ClientSession) -> None:
    async with session.get(f"{local.url}/") as response:
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    async with session.get(f"{local.url}/page/../server.py") as response:
        assert response.status == 404
    async with session.get(f"{local.url}/page/%2e%2e%2fserver.py") as response:
        assert response.status == 404


async def test_a_taken_port(local: LocalDiscord) -> None:
    second = LocalDiscord(port=local.port)
    with pytest.raises(OSError, match="address already in use"):
        await second.start()


async def test_rate_limit_headers_are_always_there(api: Api, local: LocalDiscord) -> None:
    path = f"{local.api_url}/channels/{local.channel('tide').id}/messages"
    for _ in range(8):
        async with api.session.post(path, json={"content": "x"}, headers={"Authorization": "Bot x"}) as response:
            assert response.status == 200
            assert int(response.headers["X-RateLimit-Remaining"]) > 0
            assert response.headers["X-RateLimit-Bucket"]


async def test_rate_limits_are_kept_when_switched_on(api: Api, local: LocalDiscord, anna: Person) -> None:
    local.faults.rate_limits = True
    channel = local.channel("tide")
    path = f"/channels/{channel.id}/messages"
    statuses = [(await api.call("POST", path, {"content": "x"}))[0] for _ in range(5)]
    assert statuses == [200] * 5
    headers = {"Authorization": "Bot x"}
    async with api.session.post(local.api_url + path, json={"content": "x"}, headers=headers) as response:
        body = await response.json()
        assert response.status == 429
        assert 0 < body["retry_after"] <= 5
        assert (body["global"], response.headers["Via"]) == (False, "1.1 local")
        assert response.headers["X-RateLimit-Scope"] == "user"
    other = f"/channels/{local.channel('other').id}/messages"
    assert (await api.call("POST", other, {"content": "x"}))[0] == 200
    assert len(anna.sees(channel)) == 5


async def test_the_global_limit(api: Api, local: LocalDiscord) -> None:
    local.faults.rate_limits = True
    found = [await api.call("GET", f"/users/{n}") for n in range(2)]
    assert [status for status, _ in found] == [404, 404]
    local.site.rates.windows.clear()
    answers = [await api.call("GET", "/gateway") for _ in range(31)]
    assert answers[-1][0] == 429


async def test_old_messages_are_edited_rarely(api: Api, local: LocalDiscord) -> None:
    local.faults.rate_limits = True
    channel = local.channel("tide")
    _, sent = await api.call("POST", f"/channels/{channel.id}/messages", {"content": "x"})
    message = local.world.message(channel.id, sent["id"])
    old = msgspec.structs.replace(message, timestamp="2026-01-01T00:00:00+00:00")
    local.world.replace(old)
    path = f"/channels/{channel.id}/messages/{sent['id']}"
    answers = [await api.call("PATCH", path, {"content": str(n)}) for n in range(4)]
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert answers[-1][1]["code"] == 30046
    assert answers[-1][1]["retry_after"] > 0


async def test_a_bot_waits_for_the_rate_limit_and_loses_nothing(
    local: LocalDiscord, anna: Person, tiny: Tiny
) -> None:
    local.faults.rate_limits = True
    told = await anna.slash("headquarters", "news", count=7)
    await told.done(timeout=20)
    assert [m.content for m in anna.sees("headquarters") if not m.ephemeral] == [f"News {n}." for n in range(7)]
    assert all(each.status == 200 for each in local.faults.made("POST", "/messages"))
