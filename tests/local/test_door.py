"""Access: tokens, hosts, origins, secret links, and rates."""

from __future__ import annotations

import asyncio
import logging
import re
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from yarl import URL

from bot.local import Person, Upload
from bot.local.home import LocalDiscord
from bot.local.origin_check import in_the_house
from bot.log_redaction import RedactingFormatter
from tests.local.conftest import PATIENCE, Api
from tests.local.tiny import Tiny, picture


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
    assert len({api.local.token, secret.token, LocalDiscord().token}) == 3, "each start has its own"
    for header in ("", "Bot", "Bot ", "Bot anything", f"Bearer {api.local.token}", f"Bot {secret.token}"):
        status, body = await api.call("GET", "/users/@me", headers={"Authorization": header})
        assert (status, body["code"]) == (401, 0), header
    for local in (api.local, secret):
        headers = {"Authorization": f"Bot {local.token}"}
        async with session.get(f"{local.api_url}/users/@me", headers=headers) as response:
            assert response.status == 200


async def test_nothing_is_read_of_a_request_without_the_token(api: Api, local: LocalDiscord) -> None:
    path = f"/channels/{local.channel('tide').id}/messages"
    status, _ = await api.call("POST", path, {"content": "x"}, headers={"Authorization": "Bot anything"})
    assert (status, local.faults.requests[-1].body) == (401, None)


async def test_the_library_is_open_to_people_alone(session: aiohttp.ClientSession) -> None:
    async def library(path: str) -> tuple[bytes, str] | None:
        return (b"[1]", "application/json") if path == "book.json" else None

    server = LocalDiscord(secret_links=True, library=library)
    await server.start()
    try:
        for base in server.links.values():
            async with session.get(f"{base}library/book.json") as response:
                assert (response.status, await response.json()) == (200, [1])
                assert response.headers["X-Content-Type-Options"] == "nosniff"
            async with session.get(f"{base}library/other.json") as response:
                assert response.status == 404
        async with session.get(f"{server.url}/library/book.json") as response:
            assert response.status == 404
    finally:
        await server.stop()


async def test_content_type_is_exactly_json(api: Api, local: LocalDiscord) -> None:
    headers = {"Authorization": f"Bot {local.token}"}
    async with api.session.get(f"{local.api_url}/users/@me", headers=headers) as response:
        assert response.headers["Content-Type"] == "application/json"


async def ways_in(local: LocalDiscord, anna: Person) -> list[tuple[str, str]]:
    """Return every kind of served address: page, people, sockets, API, attachments."""
    said = await anna.say("headquarters", "Look", Upload("map.png", picture().getvalue()))
    attachment = local.world.shelf.path(said.channel_id, said.attachments[0])
    gets = ("/", "/page/main.js", "/people", "/socket?as=Anna", "/gateway", "/api/v10/gateway/bot", attachment)
    posts = ("/people", "/api/v10/interactions/1/x/callback", "/api/v10/webhooks/1/x")
    return [
        *(("GET", path) for path in gets),
        *(("POST", path) for path in posts),
        ("OPTIONS", "/api/v10/users/@me"),
    ]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "10.0.0.1", "127.0.0.1.evil.example", "0.0.0.0", "["]
)
async def test_foreign_hosts_are_turned_away(
    local: LocalDiscord, anna: Person, session: aiohttp.ClientSession, host: str
) -> None:
    """Such as that of a page whose name has been made to lead to this machine."""
    for method, path in await ways_in(local, anna):
        headers = {"Host": host, "Origin": f"http://{host}", "Authorization": f"Bot {local.token}"}
        async with session.request(method, URL(local.url + path, encoded=True), headers=headers) as response:
            assert response.status == 421, path


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost:{port}", "{s}"]
)
async def test_foreign_pages_are_turned_away(
    local: LocalDiscord, anna: Person, session: aiohttp.ClientSession, origin: str
) -> None:
    headers = {"Origin": origin.format(port=local.port, s=local.url.replace("http:", "https:"))}
    for method, path in await ways_in(local, anna):
        for more in ({}, {"Authorization": f"Bot {local.token}"}):
            where = URL(local.url + path, encoded=True)
            async with session.request(method, where, headers=headers | more) as response:
                assert response.status == 403, path


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_an_anonymous_request_of_a_foreign_page(
    local: LocalDiscord, anna: Person, session: aiohttp.ClientSession, site: str
) -> None:
    """A picture or script of ours in another page has no Origin; links are followed."""
    for mode, dest, status in (
        ("no-cors", "image", 403),
        ("navigate", "iframe", 403),
        ("navigate", "document", 200),
    ):
        headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": dest}
        for path in ("/", (await ways_in(local, anna))[6][1]):
            async with session.get(URL(local.url + path, encoded=True), headers=headers) as response:
                assert response.status == status, (path, mode)


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
        assert (await window.receive_json(timeout=PATIENCE))["event"] == "HELLO"
    async with session.post(f"{local.url}/people", json={"name": "Olga"}, headers=own) as response:
        assert (response.status, await response.json()) == (200, {"name": "Olga"})
    async with session.post(f"{local.url}/people", json={"name": "olga"}, headers=own) as response:
        assert (response.status, await response.json()) == (400, {"no": "Somebody is already called Olga."})


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
            hello = (await window.receive_json(timeout=PATIENCE))["data"]
            assert hello["me"]["id"] == person.id
            assert (anna.user.secret in str(hello)) == (person is anna), "who sat down first is the host"


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


def test_an_address_for_others_in_the_house_is_one_of_this_machine() -> None:
    assert in_the_house("192.168.1.5") == "192.168.1.5"
    found = in_the_house("0.0.0.0")
    if found is None:
        pytest.skip("this machine is in no network")
    assert not found.startswith("127."), "nobody else reaches it by that"
    with socket.create_server((found, 0)) as own:
        assert own.getsockname()[0] == found


async def test_a_link_for_others_in_the_house_works_at_that_address_alone(
    session: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.local.home.membership.in_the_house", lambda host: "127.0.0.2")
    local = LocalDiscord(host="0.0.0.0", secret_links=True)
    await local.start()
    try:
        link = local.links["Viktor"]
        assert link.startswith(f"http://127.0.0.2:{local.port}/")
        for host, status in (("127.0.0.2", 200), ("127.0.0.3", 421), ("0.0.0.0", 421), ("evil.example", 421)):
            async with session.get(link, headers={"Host": f"{host}:{local.port}"}) as response:
                assert response.status == status
        async with session.get(f"http://127.0.0.2:{local.port}/") as response:
            assert response.status == 404
            assert "your own link" in await response.text()
    finally:
        await local.stop()


async def test_only_the_first_person_is_offered_the_links_of_others(
    secret: LocalDiscord, session: aiohttp.ClientSession
) -> None:
    links = secret.links
    for name, offered in (("Anna", links), ("Viktor", {"Anna": None, "Viktor": None})):
        async with session.ws_connect(links[name] + "socket") as window:
            hello = (await window.receive_json(timeout=PATIENCE))["data"]
            assert {person["name"]: person["link"] for person in hello["people"]["people"]} == offered


async def test_the_first_person_makes_room_for_a_third_and_a_fourth(
    secret: LocalDiscord, session: aiohttp.ClientSession
) -> None:
    """A game of four needs more windows than the two that are offered from the first."""
    links = secret.links
    for name, guest, answered in (("Anna", "Lena", {"name": "Lena"}), ("Viktor", "Karl", None)):
        async with session.ws_connect(links[name] + "socket") as window:
            await window.send_json({"ask": 1, "do": "invite", "name": guest})
            heard = await window.receive_json(timeout=PATIENCE)
            while heard.get("answer") != 1:
                heard = await window.receive_json(timeout=PATIENCE)
            assert heard.get("ok") == answered
    assert list(secret.links) == ["Anna", "Viktor", "Lena"]


async def test_a_lone_player_gets_a_link_for_a_friend(tmp_path: Path) -> None:
    alone = LocalDiscord(history=tmp_path / "table.db")
    await alone.start()
    alone.person("Olga")
    await alone.stop()
    open_to_others = LocalDiscord(history=tmp_path / "table.db", secret_links=True)
    await open_to_others.start()
    assert list(open_to_others.links) == ["Olga", "Anna"]
    await open_to_others.stop()


async def test_a_window_hears_only_what_its_person_sees(
    local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny, session: aiohttp.ClientSession
) -> None:
    async with session.ws_connect(f"{local.url}/socket?as=Viktor") as window:
        await (await anna.slash("headquarters", "hand")).done()
        await (await anna.slash("headquarters", "secret")).done()
        thread = local.thread(local.channel("headquarters"), "Staff talk", owner=anna, private=True)
        await anna.say(thread, "Here we are.")
        await anna.say("headquarters", "The end.")
        heard = ""
        while "The end." not in heard:
            heard += (await window.receive(timeout=PATIENCE)).data
        for secret in ("Ambush", "whisper", "password", "Staff talk", "Here we are", "Sent by message"):
            assert secret not in heard
        assert "INTERACTION" not in heard
        for channel in (local.dm(anna).id, thread.id):
            await window.send_json({"ask": 1, "do": "messages", "channel": channel})
            answer = await window.receive_json(timeout=PATIENCE)
            assert answer == {"answer": 1, "no": f"There is no channel {channel}."}


async def test_nonsense_over_a_window_is_answered(
    local: LocalDiscord, anna: Person, session: aiohttp.ClientSession
) -> None:
    async with session.ws_connect(f"{local.url}/socket?as=anna") as window:
        await window.receive_json(timeout=PATIENCE)
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
            answer = await window.receive_json(timeout=PATIENCE)
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
        async with api.session.post(
            path, json={"content": "x"}, headers={"Authorization": f"Bot {local.token}"}
        ) as response:
            assert response.status == 200
            assert int(response.headers["X-RateLimit-Remaining"]) > 0
            assert response.headers["X-RateLimit-Bucket"]


async def test_rate_limits_are_kept_when_switched_on(api: Api, local: LocalDiscord, anna: Person) -> None:
    local.faults.rate_limits = True
    channel = local.channel("tide")
    path = f"/channels/{channel.id}/messages"
    statuses = [(await api.call("POST", path, {"content": "x"}))[0] for _ in range(5)]
    assert statuses == [200] * 5
    headers = {"Authorization": f"Bot {local.token}"}
    async with api.session.post(local.api_url + path, json={"content": "x"}, headers=headers) as response:
        body = await response.json()
        assert response.status == 429
        assert 0 < body["retry_after"] <= 5
        assert (body["global"], response.headers["Via"]) == (False, "1.1 local")
        assert response.headers["X-RateLimit-Scope"] == "user"
    other = f"/channels/{local.channel('other').id}/messages"
    assert (await api.call("POST", other, {"content": "x"}))[0] == 200
    assert len(anna.sees(channel)) == 5


async def test_the_limit_of_a_route_without_its_own(api: Api, local: LocalDiscord) -> None:
    local.faults.rate_limits = True
    answers = [await api.call("GET", "/gateway/bot") for _ in range(31)]
    assert answers[-1][0] == 429


async def test_a_bot_waits_for_the_rate_limit_and_loses_nothing(
    local: LocalDiscord, anna: Person, tiny: Tiny
) -> None:
    local.faults.rate_limits = True
    told = await anna.slash("headquarters", "news", count=7)
    await told.done(timeout=PATIENCE)
    assert [m.content for m in anna.sees("headquarters") if not m.ephemeral] == [f"News {n}." for n in range(7)]
    assert all(each.status == 200 for each in local.faults.made("POST", "/messages"))


HOSTS = [
    "evil.example@127.0.0.1", "evil.example:80@127.0.0.1", "127.0.0.1@evil.example", "127.0.0.1:80:80",
    "127.0.0.1:x", "127.0.0.1:99999", "127.0.0.1.", "localhost.", "127.0.0.1/evil", "127.0.0.1?x",
    "127.0.0.1#x", "127.0.0.1\\evil", "[::1", "::1", "[127.0.0.1]:x", "0x7f.1", "127.1", "2130706433",
    "evil.example", "[::1]evil.example", " ", "%31", "0.0.0.0", "[::]", "127.0.0.1, evil.example",
    "localhost evil.example", "xn--localhost", "LOCALHOST.evil.example",
]  # fmt: skip


@pytest.mark.parametrize("host", HOSTS)
async def test_a_host_that_could_be_read_in_two_ways_is_none(local: LocalDiscord, host: str) -> None:
    assert await asked(local, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n") in (400, 421)


@pytest.mark.parametrize("host", ["127.0.0.1", "LocalHost", "[::1]", "[0:0:0:0:0:0:0:1]", "localhost:80"])
async def test_a_host_is_read_as_browsers_write_it(local: LocalDiscord, host: str) -> None:
    assert await asked(local, f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n") == 200


@pytest.mark.parametrize(
    "request_head",
    [
        "GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET http://127.0.0.1/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET http://evil.example@127.0.0.1/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        "GET / HTTP/1.0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nOrigin: http://evil.example\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example@127.0.0.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: null\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1:1\r\n\r\n",
        "OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    ],
)
async def test_a_request_that_asks_for_two_things_gets_none(local: LocalDiscord, request_head: str) -> None:
    assert await asked(local, request_head) in (400, 403, 404, 405, 421)


async def asked(local: LocalDiscord, head: str) -> int:
    """Send the head of a request as it is; the status of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", local.port)
    writer.write(head.encode())
    async with asyncio.timeout(PATIENCE):
        line = await reader.readline()
    writer.close()
    return int(line.split()[1])


SECRETS = [
    ("POST /api/v10/interactions/1234/{}/callback", "aW50ZXJhY3Rpb24tdG9rZW4"),
    ("<Request POST /api/v10/webhooks/1234/{}/messages/@original >", "c29tZSB0b2tlbi1vZg"),
    ("url='https://discord.com/api/v10/webhooks/1234/{}?wait=true'", "dG9rZW4.x_y-z"),
    ("Authorization: Bot {}", "MTIzNDU2.Nzg5.abcdefghijk"),
    ("GET /{}/socket", "A" * 43),
    ("http://192.168.1.5:8642/?as={}#1", "Anna%20K."),
    ("/attachments/1/2/hand.png?hm={}", "0123456789abcdef"),
    ("the token of this bot is {} here", "known-in-advance"),
]


@pytest.mark.parametrize(("line", "secret"), SECRETS)
def test_a_log_leaves_out_what_is_secret(line: str, secret: str) -> None:
    """In messages, in what is put into them, and in the last line of a traceback."""
    formatter = RedactingFormatter("%(levelname)s %(message)s", ["known-in-advance"])
    logger = logging.getLogger("test")
    said = line.format(secret)
    try:
        raise RuntimeError(said)
    except RuntimeError:
        caught = sys.exc_info()
    for message, given, error in ((said, (), None), ("Look: %s", (said,), None), ("Look", (), caught)):
        record = logger.makeRecord("test", logging.ERROR, "file", 1, message, given, error)
        written = formatter.format(record)
        assert secret not in written
        assert line.partition("{}")[0].rpartition(" ")[2] in written, "the rest can still be read"


async def test_a_request_that_breaks_is_logged_without_its_token(
    local: LocalDiscord, anna: Person, api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(*_: Any) -> None:
        raise RuntimeError("what?")

    begun = local.site.interactions.begin(2, anna.user, anna.channel("headquarters"), {"name": "x", "type": 1})
    monkeypatch.setattr(local.site.interactions, "answer", breaks)
    status, _ = await api.call("POST", f"/interactions/{begun.id}/{begun.token}/callback", {"type": 4})
    assert status == 500
    assert "could not be answered" in caplog.text
    assert begun.token not in caplog.text
