"""A foreign page in a real browser gets nothing from the table."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from playwright.async_api import Browser

from bot.local import Person, Upload
from bot.local.home import LocalDiscord
from tests.local.conftest import ELSEWHERE
from tests.local.tiny import Tiny, picture

pytestmark = pytest.mark.browser

TRY_EVERYTHING = """async ({url, gateway, picture}) => {
    const socket = (address, first) => new Promise((done) => {
        const line = new WebSocket(address);
        line.onopen = () => first && line.send(JSON.stringify(first));
        line.onmessage = (frame) => done(frame.data);
        line.onclose = () => done("refused");
    });
    const read = (path, options) =>
        fetch(url + path, options).then((answer) => (answer.ok ? answer.text() : "refused"), () => "refused");
    const shown = (path) => new Promise((done) => {
        const image = new Image();
        image.onload = () => done("shown");
        image.onerror = () => done("refused");
        image.src = url + path;
    });
    const simple = {method: "POST", mode: "no-cors", body: '{"name": "Eve"}'};
    return {
        gateway: await socket(gateway, {op: 2, d: {token: "any", intents: 1}}),
        window: await socket(url.replace("http", "ws") + "/socket?as=Anna"),
        people: await read("/people"),
        eve: await read("/people", {...simple, headers: {"Content-Type": "text/plain"}}),
        api: await read("/api/v10/gateway"),
        me: await read("/api/v10/users/@me", {headers: {Authorization: "Bot any"}}),
        page: await read("/"),
        picture: await shown(picture),
    };
}"""


@pytest.fixture
async def elsewhere() -> AsyncIterator[int]:
    """Another web server on this machine, with an empty page; its port."""

    async def empty(request: web.Request) -> web.Response:
        return web.Response(text="<!doctype html><title>Elsewhere</title>", content_type="text/html")

    app = web.Application()
    app.router.add_get("/", empty)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    yield int(runner.addresses[0][1])
    await runner.cleanup()


async def everything(local: LocalDiscord, anna: Person, browser: Browser, page_url: str, url: str) -> Any:
    """Return the results of a page at `page_url` that takes the table to be at `url`."""
    said = await anna.say("headquarters", "Look", Upload("map.png", picture().getvalue()))
    page = await browser.new_page()

    async def lure(route: Any) -> None:
        await route.fulfill(body="<!doctype html><title>Lure</title>", content_type="text/html")

    await page.route("**/lure", lure)
    await page.goto(page_url)
    at = {
        "url": url,
        "gateway": url.replace("http", "ws") + "/gateway",
        "picture": local.world.shelf.path(said.channel_id, said.attachments[0]),
    }
    return await page.evaluate(TRY_EVERYTHING, at)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", ELSEWHERE])
async def test_a_page_from_elsewhere_gets_nothing(
    local: LocalDiscord, anna: Person, tiny: Tiny, browser: Browser, elsewhere: int, host: str
) -> None:
    for url in (local.url, local.url.replace("127.0.0.1", "localhost")):
        got = await everything(local, anna, browser, f"http://{host}:{elsewhere}/", url)
        assert set(got.values()) == {"refused"}, got
    assert [person.name for person in local.people.all()] == ["Anna"]


async def test_a_name_that_is_made_to_lead_here_gets_nothing(
    local: LocalDiscord, anna: Person, tiny: Tiny, browser: Browser
) -> None:
    """The page came from another machine.

    Now its name leads here, as in DNS rebinding.
    """
    url = f"http://{ELSEWHERE}:{local.port}"
    got = await everything(local, anna, browser, f"{url}/lure", url)
    assert set(got.values()) == {"refused"}, got


async def test_the_page_of_the_table_receives_its_data(
    local: LocalDiscord, anna: Person, tiny: Tiny, browser: Browser
) -> None:
    """The same attempts show that they work; but none gets in as the bot."""
    got = await everything(local, anna, browser, f"{local.url}/", local.url)
    assert "HELLO" in got["window"]
    assert "Anna" in got["people"]
    assert "Fieldpost" in got["page"]
    assert got["picture"] == "shown"
    assert (got["me"], got["eve"]) == ("refused", "refused")
    assert local.site.gateway.online
    assert len(local.site.gateway.sessions) == 1, "only the bot has identified"
