"""One open page of one person: what it is sent and what it asks, over its socket."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from base64 import b64decode
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec
from aiohttp import WSMsgType, web

from bot.local import wire, wire_messages
from bot.local.bodies import Upload
from bot.local.events import Event
from bot.local.home.premises import Premises
from bot.local.interaction import Interaction
from bot.local.limits import JSON, Refused
from bot.local.objects import Channel, Message
from bot.local.options import NotPossible
from bot.local.people import Person

_log = logging.getLogger(__name__)
_SHOWN_AT_ONCE: Final = 50

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


class Window:
    """One open page of one person: what it is sent and what it asks."""

    def __init__(self, local: Premises, person: Person, socket: web.WebSocketResponse) -> None:
        self.local = local
        self.person = person
        self.socket = socket
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
            self._send(event.name, event.payload if message is None else self._marked(message, event.payload))
        elif event.name in _CHANNELS_CHANGED:
            # The event comes before a channel is gone, so the list is made when the change is complete.
            asyncio.get_running_loop().call_soon(lambda: self._send("CHANNELS", self._channels()))
        elif event.name == "COMMANDS_CHANGED":
            self._send("COMMANDS", self._commands())
        elif event.name in ("PEOPLE_CHANGED", "BOT_STATUS", "GUILD_MEMBER_ADD"):
            self._send("PEOPLE", self._people())

    def _marked(self, message: Message, body: JSON) -> JSON:
        """Return a message as a window gets it: marked where it answers what the page asked for by itself."""
        asked = message.interaction.id if message.interaction is not None else None
        return body | {"quiet": True} if asked in self.person.quiet else body

    def _hello(self) -> JSON:
        return {
            "me": wire.user(self.person.user),
            "life": self.local.life,
            "people": self._people(),
            "channels": self._channels(),
            "commands": self._commands(),
            "secret_links": self.local.secret_links,
            "dms_closed": self.person.dms_closed,
        }

    @property
    def _offers_links(self) -> bool:
        """Whether one may open the windows of others: with secret links only who sat down first."""
        return not self.local.secret_links or self.local.people.is_host(self.person)

    def _people(self) -> JSON:
        local = self.local
        people = [
            {"id": person.id, "name": person.name, "link": local.link(person) if self._offers_links else None}
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
            _log.debug("%s asked nonsense", self.person.name, exc_info=True)
            answer["no"] = "This request makes no sense."
        self._outgoing.put_nowait(answer)
        await self.local.site.history.save()

    def _message(self, ask: JSON) -> Message:
        for message in self.person.sees(str(ask["channel"])):
            if message.id == ask["message"]:
                return message
        raise NotPossible("This message is gone.")

    def _begun(self, interaction: Interaction, ask: JSON) -> JSON:
        """Return the state of an interaction; what answers a quiet one is not shown in the conversation."""
        if ask.get("quiet"):
            self.person.quiet.add(interaction.id)
        return interaction.state()

    async def messages(self, ask: JSON) -> JSON:
        """A stretch of a channel's messages, newest last; `before` a message's id for older ones."""
        shown = self.person.sees(str(ask["channel"]))
        if "before" in ask:
            before = int(ask["before"])
            shown = [message for message in shown if int(message.id) < before]
        stretch = shown[-_SHOWN_AT_ONCE:]
        return {
            "messages": [
                self._marked(message, wire_messages.gateway_message(self.local.world, message))
                for message in stretch
            ],
            "more": len(shown) > len(stretch),
        }

    async def say(self, ask: JSON) -> JSON:
        """Write a message."""
        message = await self.person.say(str(ask["channel"]), str(ask["text"]))
        return {"id": message.id}

    async def slash(self, ask: JSON) -> JSON:
        """Send a slash command."""
        given = {key: _given(value) for key, value in ask["options"].items()}
        return self._begun(await self.person.slash(str(ask["channel"]), str(ask["command"]), **given), ask)

    async def autocomplete(self, ask: JSON) -> JSON:
        """Ask the bot for choices."""
        options = {key: value for key, value in ask["options"].items() if isinstance(value, str | int | float)}
        choices = await self.person.autocomplete(
            str(ask["channel"]), str(ask["command"]), focused=str(ask["focused"]), **options
        )
        return {"choices": [msgspec.to_builtins(choice) for choice in choices]}

    async def context(self, ask: JSON) -> JSON:
        """Use a command of a message's menu."""
        message = self._message(ask)
        return (await self.person.context(str(ask["channel"]), str(ask["command"]), message)).state()

    async def click(self, ask: JSON) -> JSON:
        """Click a button."""
        return self._begun(await self.person.press(self._message(ask), str(ask["custom_id"])), ask)

    async def select(self, ask: JSON) -> JSON:
        """Pick values in a select."""
        interaction = await self.person.select(self._message(ask), str(ask["custom_id"]), *ask["values"])
        return self._begun(interaction, ask)

    async def tap(self, ask: JSON) -> JSON:
        """Tap a place of a message's map, which stands for a component of the message."""
        interaction = await self.person.tap(self._message(ask), str(ask["custom_id"]), str(ask["value"]))
        return self._begun(interaction, ask)

    async def submit(self, ask: JSON) -> JSON:
        """Send a dialog."""
        opened = self.local.site.interactions.by_id.get(str(ask["interaction"]))
        if opened is None:
            raise NotPossible("The dialog is no longer open.")
        values = {key: _given(value) for key, value in ask["values"].items()}
        return (await self.person.submit(opened, values)).state()

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

    async def invite(self, ask: JSON) -> JSON:
        """Make room for one more person, as a game of three or four needs."""
        if not self._offers_links:
            raise NotPossible("Only who sat down first makes room for others.")
        person = self.local.people.add(str(ask["name"]), self.local.guild())
        self.local.person(person.name, manager=not self.local.secret_links)
        return {"name": person.name}

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
        Window.tap,
        Window.submit,
        Window.read,
        Window.dismiss,
        Window.new_table,
        Window.invite,
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
