"""An open page of a person: its events and its requests, over its socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any, Final

import msgspec
from aiohttp import WSCloseCode, WSMsgType, web

from bot.local import wire
from bot.local.events import Event
from bot.local.home.outgoing import Outgoing
from bot.local.home.requests import Requests, marked, offers_links
from bot.local.limits import JSON
from bot.local.objects import Channel

_log = logging.getLogger(__name__)
_SETTLING_SECONDS: Final = 30.0
_CLOSING_SECONDS: Final = 2.0
_RETIRED: Final = 4001

_CHANNELS_CHANGED: Final = (
    "CHANNEL_CREATE",
    "CHANNEL_UPDATE",
    "CHANNEL_DELETE",
    "THREAD_CREATE",
    "THREAD_UPDATE",
    "THREAD_DELETE",
)
_AS_THEY_ARE: Final = (
    "MESSAGE_CREATE",
    "MESSAGE_UPDATE",
    "MESSAGE_DELETE",
    "INTERACTION_STATE",
)


class Window:
    """An open page of a person: its events and its requests.

    page: the number that the page gave itself. It stays the same when the page reconnects.
    """

    def __init__(
        self,
        requests: Requests,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport,
        page: str,
    ) -> None:
        self.local = requests.local
        self.person = requests.person
        self.requests = requests
        self.socket = socket
        self.page = page
        self._transport = transport
        self._outgoing = Outgoing(socket)
        self._left = False

    async def run(self) -> None:
        """Serve the window until its socket closes."""
        self.person.windows.append(self._hear)
        self._send("HELLO", self._hello())
        writer = asyncio.create_task(self._write())
        try:
            async for frame in self.socket:
                if frame.type == WSMsgType.TEXT and not self._left:
                    await self.requests.share.wait(len(frame.data))
                    self._take(frame.data)
        finally:
            self.person.leave(self._hear, time.time())
            writer.cancel()
            self._left = True
            asyncio.get_running_loop().call_later(_CLOSING_SECONDS, self._transport.abort)

    async def leave(self) -> None:
        """Close the window: the server is stopping."""
        await self._close(WSCloseCode.GOING_AWAY)

    async def retire(self, why: str) -> None:
        """Close the window for another; its page shows why and does not reconnect."""
        await self._close(_RETIRED, why)

    async def _close(self, code: int, why: str = "") -> None:
        self._left = True
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.socket.close(code=code, message=why.encode()), _CLOSING_SECONDS)
        self.cut()

    def cut(self) -> None:
        """Break the connection, even if the page reads nothing; it can reconnect."""
        self._left = True
        self._transport.abort()

    async def _write(self) -> None:
        try:
            await self._outgoing.write()
        except (ConnectionError, RuntimeError, TimeoutError):
            self.cut()
        except Exception:
            _log.exception("a window of person %s cannot be written to", self.person.id)
            self.cut()

    def _send(self, name: str, data: Any) -> None:
        if not self._left and not self._outgoing.put({"event": name, "data": data}):
            _log.warning("a window of person %s is closed, since it reads nothing", self.person.id)
            self.cut()

    # Events for a window.

    def _hear(self, event: Event) -> None:
        if event.guild_id not in (None, self.person.guild.id):
            return  # The page shows one guild.
        if event.name in _AS_THEY_ARE:
            message = event.message
            if message is not None and event.name != "MESSAGE_DELETE" and not self.person.may_see(message):
                return
            self._send(
                event.name, event.payload if message is None else marked(self.person, message, event.payload)
            )
        elif event.name in _CHANNELS_CHANGED:
            # The event comes before a channel is gone, so the list is built when the change is complete.
            asyncio.get_running_loop().call_soon(lambda: self._send("CHANNELS", self._channels()))
        elif event.name == "COMMANDS_CHANGED":
            self._send("COMMANDS", self._commands())
        elif event.name in ("PEOPLE_CHANGED", "BOT_STATUS", "GUILD_MEMBER_ADD", "GUILD_MEMBER_REMOVE"):
            self._send("PEOPLE", self._people())
        elif event.name == "HISTORY_STATUS":
            self._send("HISTORY", self._history())

    def _hello(self) -> JSON:
        return {
            "me": wire.user(self.person.user),
            "life": self.local.life,
            "people": self._people(),
            "channels": self._channels(),
            "commands": self._commands(),
            "secret_links": self.local.secret_links,
            "history": self._history(),
            "dms_closed": self.person.dms_closed,
        }

    def _people(self) -> JSON:
        local = self.local
        people = [
            {
                "id": person.id,
                "name": person.name,
                "link": local.link(person) if offers_links(local, self.person) else None,
            }
            for person in local.people.all()
        ]
        bot = local.world.bot
        return {
            "people": people,
            "bot": {"id": bot.id, "name": bot.name, "online": local.site.gateway.online},
        }

    def _history(self) -> JSON:
        return {"trouble": self.local.site.history.trouble}

    def _channels(self) -> list[JSON]:
        return [self._channel(channel) for channel in self.person.channels()]

    def _channel(self, channel: Channel) -> JSON:
        new, pings = self.person.unread(channel)
        archived = channel.thread is not None and channel.thread.archived
        return {
            "id": channel.id,
            "type": int(channel.type),
            "name": channel.name,
            "parent_id": channel.parent_id,
            "last_message_id": channel.last_message_id,
            "archived": archived,
            "unread": new,
            "pings": pings,
            "own": self.person.takes_part(channel),
        }

    def _commands(self) -> JSON:
        """The available commands, in tables ("guild") and in direct messages ("dm")."""
        tables = [channel for channel in self.person.channels() if channel.guild_id]
        offered = {
            "guild": self.person.commands(tables[0]) if tables else [],
            "dm": self.local.site.register.all(),
        }
        return {key: [wire.command(self.local.world, each) for each in found] for key, found in offered.items()}

    # Requests of a window.

    def _take(self, text: str) -> None:
        try:
            ask = msgspec.json.decode(text, type=dict[str, Any])
        except msgspec.DecodeError:
            ask = {}
        # Without a number it cannot be answered, and a page with another connection uses that.
        if self._left or "ask" not in ask:
            self.requests.share.release()
            return
        self.requests.track(asyncio.get_running_loop().create_task(self._serve(ask)))

    async def _serve(self, ask: JSON) -> None:
        """Carry out a request.

        It runs until its answer is sent and the bot has answered the interaction that it began.
        """
        try:
            answer = await self.requests.begin(ask)
            if not self._left and not await self._outgoing.sent(answer):
                self.cut()
            await self._settled(answer)
        finally:
            self.requests.share.release()

    async def _settled(self, answer: JSON) -> None:
        """Wait a limited time until the interaction of an answer is finished."""
        begun = answer.get("ok", {}).get("id")
        interaction = self.local.site.interactions.by_id.get(str(begun))
        if interaction is not None:
            with contextlib.suppress(TimeoutError):
                await interaction.done(_SETTLING_SECONDS)
