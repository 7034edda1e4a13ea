"""The page's side of the server: its files, the attachments, and one socket for each window.

A window asks and acts over its socket and hears there what its person sees, all in one order, so that nothing
is lost or shown twice. Everything goes through `Person`.
"""

from __future__ import annotations

import asyncio
import contextlib
import mimetypes
import secrets
from base64 import b64decode
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote, urlsplit

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from bot.local import wire
from bot.local.bodies import Upload
from bot.local.interactions import Interaction
from bot.local.limits import JSON, Refused
from bot.local.options import NotPossible
from bot.local.people import Person
from bot.local.records import Channel, Message
from bot.local.world import Event

if TYPE_CHECKING:
    from bot.local.server import LocalDiscord

_PAGE: Final = Path(__file__).parent / "page"
_OFFERED: Final = ("Anna", "Viktor")
_SHOWN_AT_ONCE: Final = 50
_SAFE_TYPES: Final = ("image/png", "image/jpeg", "image/gif", "image/webp", "text/plain; charset=utf-8")
_FOREVER: Final = "private, max-age=31536000, immutable"
_HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_CSP: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' {socket}; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

_CHANNELS_CHANGED: Final = (
    "CHANNEL_CREATE",
    "CHANNEL_UPDATE",
    "CHANNEL_DELETE",
    "THREAD_CREATE",
    "THREAD_UPDATE",
    "THREAD_DELETE",
    "THREAD_MEMBERS_UPDATE",
)
_AS_THEY_ARE: Final = (
    "MESSAGE_CREATE",
    "MESSAGE_UPDATE",
    "MESSAGE_DELETE",
    "INTERACTION_STATE",
    "TYPING_START",
)


class Table:
    """The page of a local Discord."""

    def __init__(self, local: LocalDiscord) -> None:
        self.local = local
        self.windows: set[Window] = set()

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Put the page's routes up; with secret links all of them lie below a person's secret."""
        base = "/{secret:[A-Za-z0-9_-]{43}}" if self.local.secret_links else ""
        router.add_get("/attachments/{channel}/{attachment}/{name}", self._attachment)
        router.add_get(base + "/", self._index)
        router.add_get(base + "/page/{name}", self._file)
        router.add_get(base + "/socket", self._socket)
        if not self.local.secret_links:
            router.add_get("/people", self._people)
            router.add_post("/people", self._new_person)

    def link(self, person: Person) -> str:
        """The address of the page for a person."""
        if self.local.secret_links:
            if not person.user.secret:
                person.user.secret = secrets.token_urlsafe(32)
                self.local.world.keep(person.user)
            return f"{self.local.url}/{person.user.secret}/"
        return f"{self.local.url}/?as={quote(person.name)}"

    async def close(self) -> None:
        """Close all windows' sockets: the server is going away."""
        for window in tuple(self.windows):
            await window.socket.close(code=WSCloseCode.GOING_AWAY)

    # Who is asking

    def _who(self, request: web.Request) -> Person:
        """The person of a request: by secret, or by the name in its query. Raises 404, 403."""
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="This page is not served to other sites.")
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
            raise web.HTTPNotFound(text="Nobody of this name sits at the table.")
        return named

    # Plain requests

    async def _index(self, request: web.Request) -> web.StreamResponse:
        if self.local.secret_links:
            self._who(request)
        return self._page_file("index.html", request)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        if self.local.secret_links:
            self._who(request)
        return self._page_file(request.match_info["name"], request)

    def _page_file(self, name: str, request: web.Request) -> web.Response:
        if name not in _page_files():
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        kind = "text/javascript" if name.endswith(".js") else kind
        headers = _HEADERS | {
            "Content-Security-Policy": _CSP.format(socket=f"ws://{request.host}"),
            "Cache-Control": "no-cache",
        }
        body = (_PAGE / name).read_bytes()
        charset = None if kind.startswith("image/") else "utf-8"
        return web.Response(body=body, content_type=kind, charset=charset, headers=headers)

    async def _attachment(self, request: web.Request) -> web.StreamResponse:
        channel_id, attachment_id = request.match_info["channel"], request.match_info["attachment"]
        shelf = self.local.world.shelf
        if not shelf.signed(channel_id, attachment_id, request.query.get("hm", "")):
            raise web.HTTPNotFound
        content = await shelf.get(attachment_id)
        if content is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(request.match_info["name"])[0] or ""
        kind = f"{kind}; charset=utf-8" if kind == "text/plain" else kind
        headers = _HEADERS | {
            "Cache-Control": _FOREVER,
            "Content-Security-Policy": "default-src 'none'; sandbox",
            "Content-Type": kind or "application/octet-stream",
        }
        if kind not in _SAFE_TYPES:
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=content, headers=headers)

    async def _people(self, request: web.Request) -> web.StreamResponse:
        names = [person.name for person in self.local.people.all()]
        offered = [name for name in _OFFERED if name not in names][: max(0, 2 - len(names))]
        return web.json_response({"people": names, "offered": offered}, headers=_HEADERS)

    async def _new_person(self, request: web.Request) -> web.StreamResponse:
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise web.HTTPForbidden(text="This page is not served to other sites.")
        if request.content_type != "application/json":
            raise web.HTTPUnsupportedMediaType
        try:
            body = msgspec.json.decode(await request.read(), type=dict[str, Any])
            person = self.local.people.add(str(body.get("name", "")), self.local.guild())
            self.local.person(person.name, manager=True)
        except (msgspec.DecodeError, NotPossible) as no:
            return web.json_response({"no": str(no)}, status=400, headers=_HEADERS)
        await self.local.site.history.save()
        return web.json_response({"name": person.name}, headers=_HEADERS)

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        person = self._who(request)
        socket = web.WebSocketResponse(heartbeat=25.0, max_msg_size=16 << 20)
        await socket.prepare(request)
        window = Window(self.local, person, socket)
        self.windows.add(window)
        try:
            await window.run()
        finally:
            self.windows.discard(window)
        return socket


class Window:
    """One open page of one person: what it is sent and what it asks."""

    def __init__(self, local: LocalDiscord, person: Person, socket: web.WebSocketResponse) -> None:
        self.local = local
        self.person = person
        self.socket = socket
        self.interactions: dict[str, Interaction] = {}
        self._outgoing: asyncio.Queue[JSON] = asyncio.Queue()
        self._acting: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Serve the window until its socket closes."""
        self.person.windows.append(self._hear)
        self._send("HELLO", self._hello())
        writer = asyncio.create_task(self._write())
        try:
            async for frame in self.socket:
                if frame.type == WSMsgType.TEXT:
                    self._take(frame.data)
        finally:
            self.person.windows.remove(self._hear)
            writer.cancel()
            for task in self._acting:
                task.cancel()

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError, RuntimeError):
            while True:
                payload = await self._outgoing.get()
                await self.socket.send_str(msgspec.json.encode(payload).decode())

    def _send(self, name: str, data: Any) -> None:
        self._outgoing.put_nowait({"event": name, "data": data})

    # What a window hears

    def _hear(self, event: Event) -> None:
        if event.name in _AS_THEY_ARE:
            message = event.message
            if message is not None and event.name != "MESSAGE_DELETE" and not self.person.may_see(message):
                return
            self._send(event.name, event.payload)
        elif event.name in _CHANNELS_CHANGED:
            # The event comes before a channel is gone, so the list is made when the change is complete.
            asyncio.get_running_loop().call_soon(lambda: self._send("CHANNELS", self._channels()))
        elif event.name == "COMMANDS_CHANGED":
            self._send("COMMANDS", self._commands())
        elif event.name in ("PEOPLE_CHANGED", "BOT_STATUS", "GUILD_MEMBER_ADD"):
            self._send("PEOPLE", self._people())

    def _hello(self) -> JSON:
        return {
            "me": wire.user(self.person.user),
            "people": self._people(),
            "channels": self._channels(),
            "commands": self._commands(),
            "secret_links": self.local.secret_links,
            "dms_closed": self.person.dms_closed,
        }

    def _people(self) -> JSON:
        local = self.local
        people = [
            {
                "id": person.id,
                "name": person.name,
                "link": None if local.secret_links else local.table.link(person),
            }
            for person in local.people.all()
        ]
        bot = local.world.bot
        roles = [{"id": role.id, "name": role.name} for role in self.person.guild.roles.values()]
        return {
            "people": people,
            "roles": roles,
            "bot": {"id": bot.id, "name": bot.name, "online": local.site.gateway.online},
        }

    def _channels(self) -> list[JSON]:
        return [self._channel(channel) for channel in self.person.channels()]

    def _channel(self, channel: Channel) -> JSON:
        new, pings = self.person.unread(channel)
        archived = channel.thread is not None and channel.thread.archived
        return {
            "id": channel.id,
            "type": int(channel.type),
            "name": channel.name,
            "topic": channel.topic,
            "parent_id": channel.parent_id,
            "last_message_id": channel.last_message_id,
            "archived": archived,
            "unread": new,
            "pings": pings,
        }

    def _commands(self) -> JSON:
        """The commands at hand, in tables ("guild") and in direct messages ("dm")."""
        tables = [channel for channel in self.person.channels() if channel.guild_id]
        offered = {
            "guild": self.person.commands(tables[0]) if tables else [],
            "dm": list(self.local.site.register.offered(None)),
        }
        return {key: [wire.command(self.local.world, each) for each in found] for key, found in offered.items()}

    # What a window asks

    def _take(self, text: str) -> None:
        try:
            ask = msgspec.json.decode(text, type=dict[str, Any])
            act = _ACTS[str(ask.get("do"))]
        except (msgspec.DecodeError, KeyError):
            return
        task = asyncio.get_running_loop().create_task(self._act(act, ask))
        self._acting.add(task)
        task.add_done_callback(self._acting.discard)

    async def _act(self, act: Act, ask: JSON) -> None:
        answer: JSON = {"answer": ask.get("ask")}
        try:
            answer["ok"] = await act(self, ask)
        except (NotPossible, Refused) as no:
            answer["no"] = no.message if isinstance(no, Refused) else str(no)
        except (KeyError, TypeError, ValueError, AttributeError):
            answer["no"] = "This request makes no sense."
        self._outgoing.put_nowait(answer)
        await self.local.site.history.save()

    def _message(self, ask: JSON) -> Message:
        for message in self.person.sees(str(ask["channel"])):
            if message.id == ask["message"]:
                return message
        raise NotPossible("This message is gone.")

    def _started(self, interaction: Interaction) -> JSON:
        self.interactions[interaction.id] = interaction
        return interaction.state()

    async def messages(self, ask: JSON) -> JSON:
        """A stretch of a channel's messages, newest last; `before` a message's id for older ones."""
        shown = self.person.sees(str(ask["channel"]))
        if "before" in ask:
            before = int(ask["before"])
            shown = [message for message in shown if int(message.id) < before]
        stretch = shown[-_SHOWN_AT_ONCE:]
        return {
            "messages": [wire.message(self.local.world, message) for message in stretch],
            "more": len(shown) > len(stretch),
        }

    async def say(self, ask: JSON) -> JSON:
        """Write a message."""
        message = await self.person.say(str(ask["channel"]), str(ask["text"]))
        return {"id": message.id}

    async def slash(self, ask: JSON) -> JSON:
        """Send a slash command."""
        given = {key: _given(value) for key, value in ask["options"].items()}
        return self._started(await self.person.slash(str(ask["channel"]), str(ask["command"]), **given))

    async def autocomplete(self, ask: JSON) -> JSON:
        """Ask the bot for choices."""
        options = {key: value for key, value in ask["options"].items() if isinstance(value, str | int | float)}
        choices = await self.person.autocomplete(
            str(ask["channel"]), str(ask["command"]), focused=str(ask["focused"]), **options
        )
        return {"choices": choices}

    async def context(self, ask: JSON) -> JSON:
        """Use a command of a message's menu."""
        message = self._message(ask)
        return self._started(await self.person.context(str(ask["channel"]), str(ask["command"]), message))

    async def click(self, ask: JSON) -> JSON:
        """Click a button."""
        return self._started(await self.person.click(self._message(ask), str(ask["custom_id"])))

    async def select(self, ask: JSON) -> JSON:
        """Pick values in a select."""
        interaction = await self.person.select(self._message(ask), str(ask["custom_id"]), *ask["values"])
        return self._started(interaction)

    async def submit(self, ask: JSON) -> JSON:
        """Send a dialog."""
        opened = self.interactions.get(str(ask["interaction"]))
        if opened is None:
            raise NotPossible("The dialog is no longer open.")
        values = {key: _given(value) for key, value in ask["values"].items()}
        return self._started(await self.person.submit(opened, values))

    async def read(self, ask: JSON) -> JSON:
        """Note a channel as read."""
        self.person.read(str(ask["channel"]))
        return {}

    async def dismiss(self, ask: JSON) -> JSON:
        """Put an ephemeral message away."""
        self.person.dismiss(self._message(ask))
        return {}

    async def new_table(self, ask: JSON) -> JSON:
        """Make a new text channel; a number is added to a name that is taken."""
        name = " ".join(str(ask["name"]).split())
        if not 1 <= len(name) <= 90:
            raise NotPossible("A table's name has 1 to 90 letters.")
        taken = {channel.name for channel in self.local.world.channels_of(self.person.guild)}
        tried = self.local.world.free_channel_name(name, taken)
        return {"id": self.local.world.add_channel(self.person.guild, tried).id}

    async def rename(self, ask: JSON) -> JSON:
        """Take another name."""
        self.local.people.rename(self.person, str(ask["name"]))
        return {"name": self.person.name}

    async def open_dm(self, ask: JSON) -> JSON:
        """Open one's direct messages with the bot."""
        return {"id": self.local.world.dm(self.person.user).id}

    async def dms(self, ask: JSON) -> JSON:
        """Close or open one's direct messages."""
        self.person.dms_closed = bool(ask["closed"])
        return {"closed": self.person.dms_closed}


Act = Callable[[Window, JSON], Awaitable[JSON]]
_ACTS: Final[dict[str, Act]] = {
    act.__name__: act
    for act in (
        Window.messages,
        Window.say,
        Window.slash,
        Window.autocomplete,
        Window.context,
        Window.click,
        Window.select,
        Window.submit,
        Window.read,
        Window.dismiss,
        Window.new_table,
        Window.rename,
        Window.open_dm,
        Window.dms,
    )
}


def _given(value: Any) -> Any:
    """A value that a window gives; a file comes as {"filename", "base64"}."""
    if isinstance(value, dict):
        return Upload(str(value["filename"]), b64decode(str(value["base64"]), validate=True))
    if isinstance(value, list):
        return [_given(each) for each in value]
    return value


def _page_files() -> set[str]:
    return {path.name for path in _PAGE.iterdir() if path.is_file()}
