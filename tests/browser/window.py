"""A window at the table: its person's actions, and everything it received."""

from __future__ import annotations

import asyncio

from playwright.async_api import Error, Locator, Page, Response, WebSocket, expect

POSTS = ".message:not(.ephemeral) .text"
"""The texts that everybody at the table sees."""


class Window:
    """One person's browser.

    `heard` holds the socket's messages, `bodies` the fetched files by address. The page's own files are left out:
    they are the same for everybody.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.heard: list[str] = []
        self.bodies: dict[str, bytes] = {}
        self.wrong: list[str] = []
        self._reading: set[asyncio.Task[None]] = set()
        page.set_default_timeout(180_000)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("response", self._fetched)
        page.on("websocket", self._connected)

    def _connected(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(str(frame)))

    def _fetched(self, response: Response) -> None:
        if "/page/" in response.url:
            return
        reading = asyncio.ensure_future(self._read(response))
        self._reading.add(reading)
        reading.add_done_callback(self._reading.discard)

    async def _read(self, response: Response) -> None:
        try:
            self.bodies[response.url] = await response.body()
        except Error:
            self.bodies[response.url] = b""  # A response that the browser has dropped was not shown.

    async def everything(self) -> str:
        """Return all text received by this window, and its present page with markup."""
        await asyncio.gather(*self._reading)
        fetched = [body.decode(errors="ignore") for body in self.bodies.values()]
        return "\n".join([*self.heard, *fetched, await self.page.content()])

    def pictures(self) -> dict[str, bytes]:
        """The pictures that came, by their names and addresses."""
        return {url: body for url, body in self.bodies.items() if body.startswith(b"\x89PNG")}

    # The person's actions.

    async def go(self, table: str) -> None:
        """Go to a table by its name."""
        await self.page.locator(f'.room a[aria-label^="{table}"]').first.click()

    async def order(self, line: str) -> None:
        """Type a whole line and send it."""
        field = self.page.get_by_role("textbox", name="Write a message")
        await field.fill(line)
        await field.press("Enter")

    def said(self, text: str) -> Locator:
        """Return a text in the messages of the shown table."""
        return self.page.get_by_role("log").get_by_text(text)

    async def posts(self) -> list[str]:
        """Read all public texts at once, because a redrawn message is another element."""
        texts: list[str] = await self.page.evaluate(
            f"[...document.querySelectorAll('{POSTS}')].map(e => e.innerText)"
        )
        return texts

    @property
    def private(self) -> Locator:
        """The last message that only this person sees."""
        return self.page.locator(".message.ephemeral").last

    async def answered(self, line: str) -> Locator:
        """Type a whole line, and wait for its private answer."""
        private = self.page.locator(".message.ephemeral")
        before = await private.count()
        await self.order(line)
        await expect(private.nth(before)).to_be_attached()
        await expect(private.locator(".thinking")).to_have_count(0)
        return self.private

    async def panel(self, verb: str) -> None:
        """Give an order by panel: a verb, then the first choice on each page."""
        private = self.page.locator(".message.ephemeral")
        before = await private.count()
        await self.page.locator(".message:not(.ephemeral)").get_by_role("button", name="Your orders").last.click()
        await expect(private.nth(before).get_by_role("button", name=verb, exact=True)).to_be_visible()
        await self._presses(self.private.get_by_role("button", name=verb, exact=True))
        do_it = self.private.get_by_role("button", name="Do it", exact=True)
        first = self.private.locator("[data-custom^='fp:more'], [data-custom^='fp:act']").first
        while not (await self.private.locator(".text").inner_text()).startswith("✅"):
            await self._presses(do_it if await do_it.count() else first)

    async def _presses(self, button: Locator) -> None:
        """Press a button of the panel, and wait for the next page."""
        text = self.private.locator(".text")
        before = await text.inner_text()
        await button.click()
        await expect(text).not_to_have_text(before, use_inner_text=True)
