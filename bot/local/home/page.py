"""The server side of the page: its files, the attachments, and a socket a window.

A window sends its requests and receives its events over the same socket, in order, so that nothing is lost or
shown twice. Everything passes through `Person`.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import mimetypes
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Final

from aiohttp import web

from bot.local.bodies import read_body
from bot.local.home.membership import Membership
from bot.local.home.requests import Requests
from bot.local.home.smaller import Smaller, digest
from bot.local.home.window import Window
from bot.local.limits import Refused
from bot.local.options import NotPossible
from bot.local.people import Person

_log = logging.getLogger(__name__)
_PAGE: Final = Path(__file__).parents[1] / "page"
OFFERED: Final = ("Anna", "Viktor")
_MOST_WINDOWS: Final = 96
_MOST_EACH: Final = 16
"""The most windows that a person may have open."""
_SAFE_TYPES: Final = ("image/png", "image/jpeg", "image/gif", "image/webp", "text/plain; charset=utf-8")
_FOREVER: Final = "private, max-age=31536000, immutable"
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self' {socket}; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


Library = Callable[[str], Awaitable[tuple[bytes, str] | None]]
"""Returns the public document with a path: its bytes and its media type."""


class Page:
    """The page of a local Discord."""

    def __init__(self, local: Membership, library: Library | None = None) -> None:
        self.local = local
        self._library = library
        self.windows: list[Window] = []
        self._requests: dict[str, Requests] = {}
        self._smaller = Smaller()

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the page's routes; with secret links, below a person's secret."""
        base = "/{secret:[A-Za-z0-9_-]{43}}" if self.local.secret_links else ""
        router.add_get("/attachments/{channel}/{attachment}/{name}", self._attachment)
        router.add_get(base + "/", self._index)
        router.add_get(base + "/page/{name}", self._file)
        router.add_get(base + "/library/{path:[\\w./-]+}", self._document)
        router.add_get(base + "/socket", self._socket)
        if self.local.secret_links:
            router.add_get("/", self._closed)
        else:
            router.add_get("/people", self._people)
            router.add_post("/people", self._new_person)

    async def close(self) -> None:
        """Close all windows' sockets: the server is stopping."""
        await asyncio.gather(*(window.leave() for window in tuple(self.windows)))
        for requests in self._requests.values():
            requests.close()

    # Identifying the person.

    def _who(self, request: web.Request) -> Person:
        """Return the person of a request: by secret, or by the name in its query.

        Raises 404.
        """
        if self.local.secret_links:
            given = request.match_info["secret"].encode()
            found = None
            for person in self.local.people.all():
                if person.user.secret and secrets.compare_digest(person.user.secret.encode(), given):
                    found = person
            if found is None:
                raise web.HTTPNotFound
            return found
        named = self.local.people.find(request.query.get("as", ""))
        if named is None:
            raise web.HTTPNotFound(text="No person of this name is at the table.")
        return named

    # Plain requests

    async def _closed(self, request: web.Request) -> web.StreamResponse:
        raise web.HTTPNotFound(text="Here you need your own link; the host of this table has it for you.")

    async def _index(self, request: web.Request) -> web.StreamResponse:
        if self.local.secret_links:
            self._who(request)
        return self._page_file("index.html", request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        if self.local.secret_links:
            self._who(request)
        return self._page_file(request.match_info["name"], request)

    def _page_file(self, name: str, request: web.Request) -> web.Response:
        body = _page_files().get(name)
        if body is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        kind = "text/javascript" if name.endswith(".js") else kind
        headers = _HEADERS | {
            "Content-Security-Policy": _CSP.format(socket=f"ws://{request.host}"),
            "Cache-Control": "no-cache",
            "Vary": "Accept-Encoding",
        }
        if "gzip" in request.headers.get("Accept-Encoding", ""):
            body, headers = _packed_files()[name], headers | {"Content-Encoding": "gzip"}
        charset = None if kind.startswith("image/") else "utf-8"
        return web.Response(body=body, content_type=kind, charset=charset, headers=headers)

    async def _document(self, request: web.Request) -> web.StreamResponse:
        """Serve a public document, compressed if it is text."""
        if self.local.secret_links:
            self._who(request)
        found = await self._library(request.match_info["path"]) if self._library is not None else None
        if found is None:
            raise web.HTTPNotFound
        body, kind = found
        headers = _HEADERS | {"Cache-Control": "private, max-age=3600"}
        response = web.Response(body=body, content_type=kind, headers=headers)
        if kind == "application/json":
            response.enable_compression()
        return response

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        attachment_id = request.match_info["attachment"]
        content = await self._content(request, attachment_id, request.query.get("hm", ""))
        if content is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(request.match_info["name"])[0] or ""
        kind = f"{kind}; charset=utf-8" if kind == "text/plain" else kind
        told = {}
        if kind == "image/png":
            told["Fieldpost-File"] = digest(content)
        if kind == "image/png" and request.query.get("format") == "webp":
            if (base := await self._base(request)) and (patch := await self._smaller.since(base, content)):
                content, *place = patch
                kind, told["Fieldpost-Patch"] = "image/webp", " ".join(map(str, place))
            else:
                content, kind = await self._smaller.of(attachment_id, content)
        headers = (
            _HEADERS
            | told
            | {
                "Cache-Control": _FOREVER,
                "Content-Security-Policy": "default-src 'none'; sandbox",
                "Content-Type": kind or "application/octet-stream",
            }
        )
        if kind not in _SAFE_TYPES:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=content, headers=headers)

    async def _content(self, request: web.Request, attachment_id: str, signature: str) -> bytes | None:
        """Return a file of the request's channel, `None` if the signature is wrong."""
        shelf = self.local.world.shelf
        signed = shelf.signed(request.match_info["channel"], attachment_id, signature)
        return await shelf.get(attachment_id) if signed else None

    async def _base(self, request: web.Request) -> bytes | None:
        """Return the picture to which the window wants a patch.

        It needs the signature of that picture too, and its hash, so a patch never applies to another file.
        """
        attachment_id, _, rest = request.query.get("since", "").partition(".")
        signature, _, held = rest.partition(".")
        base = await self._content(request, attachment_id, signature)
        return base if base is not None and digest(base) == held else None

    async def _people(self, request: web.Request) -> web.StreamResponse:
        names = [person.name for person in self.local.people.all()]
        offered = [name for name in OFFERED if name not in names][: max(0, 2 - len(names))]
        return web.json_response({"people": names, "offered": offered}, headers=_HEADERS)

    async def _new_person(self, request: web.Request) -> web.StreamResponse:
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            body = (await read_body(request, uploads=False)).object
            person = self.local.welcome(str(body.get("name", "")), manager=True)
        except (Refused, NotPossible) as no:
            status, why = (no.status, no.message) if isinstance(no, Refused) else (400, str(no))
            return web.json_response({"no": why}, status=status, headers=_HEADERS)
        await self.local.site.history.save()
        return web.json_response({"name": person.name}, headers=_HEADERS)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        person = self._who(request)
        socket = web.WebSocketResponse(heartbeat=25.0, max_msg_size=16 << 20)
        await socket.prepare(request)
        assert request.transport is not None
        self.local.connections.trust(request.transport)
        requests = self._requests.setdefault(person.id, Requests(self.local, person))
        window = Window(requests, socket, request.transport, request.query.get("page", ""))
        await self._make_way(window)
        self.windows.append(window)
        try:
            await window.run()
        finally:
            self.windows.remove(window)
        return socket

    async def _make_way(self, window: Window) -> None:
        """Close a page's former connection, and the oldest window above the limit."""
        for former in self.windows:
            if window.page and former.page == window.page and former.person is window.person:
                former.cut()
        own = [each for each in self.windows if each.person is window.person]
        if len(own) >= _MOST_EACH:
            await own[0].retire(f"You have {_MOST_EACH} newer windows open at this table.")
        elif len(self.windows) >= _MOST_WINDOWS:
            counted = Counter(each.person.id for each in self.windows)
            most, _ = counted.most_common(1)[0]
            oldest = next(each for each in self.windows if each.person.id == most)
            await oldest.retire(f"{_MOST_WINDOWS} newer windows are open at this table.")


@cache
def _page_files() -> dict[str, bytes]:
    """Return the files of the page by name."""
    return {path.name: path.read_bytes() for path in _PAGE.iterdir() if path.is_file()}


@cache
def _packed_files() -> dict[str, bytes]:
    """Return the files of the page, compressed for slow networks."""
    return {name: gzip.compress(body, mtime=0) for name, body in _page_files().items()}
