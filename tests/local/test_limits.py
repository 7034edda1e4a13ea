"""Discord's limits of messages and components, and its errors."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from yarl import URL

from bot.local import Person
from bot.local.home import LocalDiscord
from tests.local.conftest import Api, eventually
from tests.local.tiny import picture

PNG = picture(size=(3, 2)).getvalue()


def button(n: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": f"Button {n}", "custom_id": f"b{n}", **more}


def row(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(parts)}


def select(**more: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "s", "options": [{"label": "A", "value": "a"}], **more}


async def send(api: Api, body: Any, files: dict[str, bytes] | None = None) -> tuple[int, Any]:
    channel = api.local.channel("tide")
    return await api.call("POST", f"/channels/{channel.id}/messages", body, files=files)


def faults_at(errors: Any, path: str = "") -> dict[str, str]:
    """Each fault's code by its path."""
    found: dict[str, str] = {}
    for key, value in errors.items():
        if key == "_errors":
            found[path] = value[0]["code"]
        else:
            found |= faults_at(value, f"{path}.{key}".lstrip("."))
    return found


@pytest.mark.parametrize(
    ("body", "path", "code"),
    [
        ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
        ({"content": 5}, "content", "STRING_TYPE_CONVERT"),
        ({"content": "x", "embeds": [{"title": "x"}]}, "embeds", "BASE_TYPE_CHOICES"),
        ({"content": "x", "nonce": "n" * 26}, "nonce", "BASE_TYPE_MAX_LENGTH"),
        (
            {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
            "allowed_mentions.users",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
        ),
        (
            {"content": "x", "message_reference": {"message_id": "1"}},
            "message_reference",
            "BASE_TYPE_CHOICES",
        ),
        ({"content": "x", "attachments": [{"id": 0}]}, "attachments.0.id", "ATTACHMENT_NOT_FOUND"),
        ({"content": "x", "sticker_ids": ["1"]}, "sticker_ids", "BASE_TYPE_CHOICES"),
        ({"content": "x", "components": [row(button())] * 6}, "components", "BASE_TYPE_MAX_LENGTH"),
        (
            {"content": "x", "components": [{"type": 10, "content": "x"}]},
            "components.0.type",
            "UNION_TYPE_CHOICES",
        ),
        ({"content": "x", "components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH"),
        (
            {"content": "x", "components": [row(*map(button, range(6)))]},
            "components.0.components",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            {"content": "x", "components": [row(button(), select())]},
            "components.0.components",
            "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
        ),
        (
            {"content": "x", "components": [row(button(), button())]},
            "components.0.components.1.custom_id",
            "COMPONENT_CUSTOM_ID_DUPLICATED",
        ),
        (
            {"content": "x", "components": [row(button(label="x" * 81))]},
            "components.0.components.0.label",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            {"content": "x", "components": [row(button(custom_id="x" * 101))]},
            "components.0.components.0.custom_id",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            {"content": "x", "components": [row(button(label=""))]},
            "components.0.components.0.label",
            "BUTTON_COMPONENT_INVALID_LABEL",
        ),
        (
            {"content": "x", "components": [row(button(style=7))]},
            "components.0.components.0.style",
            "BASE_TYPE_CHOICES",
        ),
        (
            {"content": "x", "components": [row(button(emoji={"name": "x"}))]},
            "components.0.components.0.emoji.name",
            "BUTTON_COMPONENT_INVALID_EMOJI",
        ),
        (
            {"content": "x", "components": [row(select(options=[]))]},
            "components.0.components.0.options",
            "BASE_TYPE_BAD_LENGTH",
        ),
        (
            {"content": "x", "components": [row(select(options=[{"label": "A", "value": "a"}] * 2))]},
            "components.0.components.0.options.1.value",
            "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
        ),
        (
            {"content": "x", "components": [row(select(max_values=2))]},
            "components.0.components.0.max_values",
            "NUMBER_TYPE_MAX",
        ),
        (
            {"content": "x", "components": [row(select(placeholder="x" * 151))]},
            "components.0.components.0.placeholder",
            "BASE_TYPE_MAX_LENGTH",
        ),
    ],
)
async def test_invalid_form_bodies(api: Api, anna: Person, body: Any, path: str, code: str) -> None:
    status, answer = await send(api, body)
    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    assert faults_at(answer["errors"]).get(path) == code
    assert anna.sees("tide") == []


@pytest.mark.parametrize(
    "body",
    [{}, {"content": ""}, {"content": "  \n"}, {"components": [row(button())]}],
)
async def test_empty_messages(api: Api, body: Any) -> None:
    status, answer = await send(api, body)
    assert (status, answer["code"]) == (400, 50006)


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"content": "Дота" * 500},
        {"content": "x", "components": [row(*map(button, range(i, i + 5))) for i in range(0, 25, 5)]},
        {"content": "x", "components": [row(select(options=[{"label": "x" * 100, "value": "y" * 100}]))]},
    ],
)
async def test_a_message_at_the_limit_fits(api: Api, body: Any) -> None:
    assert (await send(api, body))[0] == 200


async def test_bodies_that_are_no_json(api: Api, local: LocalDiscord) -> None:
    path = f"{local.api_url}/channels/{local.channel('tide').id}/messages"
    headers = {"Authorization": f"Bot {local.token}", "Content-Type": "application/json"}
    async with api.session.post(path, data=b"{", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50109)
    async with api.session.post(path, data=b"[]", headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 50035)
    multipart = headers | {"Content-Type": "multipart/form-data"}
    async with api.session.post(path, data=b"nonsense", headers=multipart) as response:
        assert response.status == 400


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=x", "application/json"])
@pytest.mark.parametrize("how", ["abort", "close"])
async def test_a_body_that_breaks_off_is_no_fault_of_ours(
    local: LocalDiscord, caplog: pytest.LogCaptureFixture, kind: str, how: str
) -> None:
    """A bot that dies during an upload leaves nothing behind, and nothing in the log."""
    place, api = local.channel("tide"), URL(local.api_url)
    assert api.host is not None
    _, writer = await asyncio.open_connection(api.host, api.port)
    headers = {
        "Host": api.authority, "Authorization": f"Bot {local.token}",
        "Content-Type": kind, "Content-Length": "1000",
    }  # fmt: skip
    head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    writer.write(f"POST {api.path}/channels/{place.id}/messages HTTP/1.1\r\n{head}\r\n".encode())
    writer.write(b'--x\r\nContent-Disposition: form-data; name="files[0]"; filename="map.png"\r\n\r\nPNG')
    await writer.drain()
    await eventually(lambda: local.faults.requests)
    getattr(writer.transport, how)()
    await eventually(lambda: local.faults.requests[-1].status)
    assert local.faults.requests[-1].status == 400
    assert not caplog.records


async def test_files(api: Api, anna: Person, local: LocalDiscord) -> None:
    body = {"attachments": [{"id": 0, "description": "Three by two"}, {"id": 1, "filename": "a b/c.txt"}]}
    status, answer = await send(api, body, {"map.png": PNG, "x.bin": b"12345"})
    assert status == 200
    first, second = answer["attachments"]
    assert (first["width"], first["height"], first["description"]) == (3, 2, "Three by two")
    assert (first["content_type"], first["size"]) == ("image/png", len(PNG))
    assert (second["filename"], "width" in second) == ("a_bc.txt", False)
    async with api.session.get(first["url"]) as response:
        assert (response.status, await response.read()) == (200, PNG)
        assert response.headers["Content-Type"] == "image/png"
        assert response.headers["X-Content-Type-Options"] == "nosniff"
    unsigned = first["url"].partition("?")[0]
    async with api.session.get(unsigned) as response:
        assert response.status == 404
    async with api.session.get(f"{unsigned}?hm={'0' * 64}") as response:
        assert response.status == 404


async def test_files_that_are_too_large(api: Api) -> None:
    status, answer = await send(api, {"content": "x"}, {"big.bin": b"0" * (10 * 1024 * 1024 + 1)})
    assert (status, answer["code"]) == (413, 40005)
    three = {f"{n}.bin": b"0" * (9 * 1024 * 1024) for n in range(3)}
    status, answer = await send(api, {"content": "x"}, three)
    assert (status, answer["code"]) == (413, 40005)


async def test_an_edit_replaces_files_and_keeps_what_it_does_not_name(api: Api, anna: Person) -> None:
    _, sent = await send(api, {"content": "Old", "components": [row(button())]}, {"old.png": PNG})
    message = f"/channels/{sent['channel_id']}/messages/{sent['id']}"
    _, edited = await api.call("PATCH", message, {"content": "New"})
    assert [each["filename"] for each in edited["attachments"]] == ["old.png"]
    old_url = edited["attachments"][0]["url"]
    _, edited = await api.call("PATCH", message, {"attachments": [{"id": 0}]}, files={"new.png": PNG})
    assert [each["filename"] for each in edited["attachments"]] == ["new.png"]
    assert (edited["content"], len(edited["components"])) == ("New", 1)
    assert edited["edited_timestamp"]
    async with api.session.get(old_url) as response:
        assert response.status == 404
    _, edited = await api.call("PATCH", message, {"attachments": [], "components": None})
    assert (edited["attachments"], edited["components"]) == ([], [])
    status, answer = await api.call("PATCH", message, {"content": None})
    assert (status, answer["code"]) == (400, 50006)


async def test_mentions(api: Api, anna: Person, viktor: Person, local: LocalDiscord) -> None:
    text = f"{anna.mention} and {viktor.mention} @everyone"
    await send(api, {"content": text, "allowed_mentions": {"parse": [], "users": [anna.id]}})
    await send(api, {"content": text, "allowed_mentions": {"parse": []}})
    await send(api, {"content": text})
    await send(api, {"content": text, "flags": 1 << 12})
    pings = [message.pings for message in anna.sees("tide")]
    assert pings == [(anna.id,), (), (anna.id, viktor.id), ()]
    local.allow(local.channel("tide"), "mention_everyone")
    await send(api, {"content": "@everyone"})
    everybody = anna.sees("tide")[-1].pings
    assert set(everybody) >= {anna.id, viktor.id}
    assert local.world.bot.id not in everybody


async def test_edits_do_not_ping(api: Api, anna: Person) -> None:
    _, sent = await send(api, {"content": "Nobody yet"})
    message = f"/channels/{sent['channel_id']}/messages/{sent['id']}"
    _, edited = await api.call("PATCH", message, {"content": anna.mention})
    assert [user["id"] for user in edited["mentions"]] == [anna.id]
    assert anna.sees("tide")[0].pings == ()


async def test_the_same_nonce_posts_once(api: Api, anna: Person) -> None:
    body = {"content": "Turn 3", "nonce": "g1t3", "enforce_nonce": True}
    first = await send(api, body)
    second = await send(api, body | {"content": "Turn 3 again"})
    assert second[1]["id"] == first[1]["id"]
    await send(api, {"content": "Loose", "nonce": "g1t3"})
    assert [message.content for message in anna.sees("tide")] == ["Turn 3", "Loose"]


async def test_reading_the_channel(api: Api, local: LocalDiscord) -> None:
    ids = [(await send(api, {"content": str(n)}))[1]["id"] for n in range(6)]
    channel = f"/channels/{local.channel('tide').id}/messages"

    async def read(query: str) -> list[str]:
        status, messages = await api.call("GET", f"{channel}?{query}")
        assert status == 200
        return [message["content"] for message in messages]

    assert await read("limit=2") == ["5", "4"]
    assert await read(f"before={ids[2]}") == ["1", "0"]
    assert await read(f"after={ids[2]}&limit=2") == ["4", "3"]
    assert (await api.call("GET", f"{channel}?limit=101"))[0] == 400
    assert (await api.call("GET", f"{channel}?limit=many"))[0] == 400


async def test_others_messages(api: Api, anna: Person, local: LocalDiscord) -> None:
    said = await anna.say(local.channel("tide"), "Mine.")
    message = f"/channels/{said.channel_id}/messages/{said.id}"
    assert (await api.call("PATCH", message, {"content": "Yours."}))[1]["code"] == 50005
    local.world.remove(said)
    assert (await api.call("PATCH", message, {"content": "Yours."}))[1]["code"] == 10008


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/channels/1", 10003),
        ("GET", "/channels/1/messages", 10003),
        ("GET", "/applications/1/commands", 10002),
        ("POST", "/webhooks/1/token", 10015),
        ("POST", "/interactions/1/token/callback", 10062),
        ("GET", "/nowhere", 0),
        ("DELETE", "/users/@me", 0),
    ],
)
async def test_unknown_things(api: Api, method: str, path: str, code: int) -> None:
    status, answer = await api.call(method, path)
    assert (status, answer["code"]) == (404, code)
