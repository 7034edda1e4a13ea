"""The requests that a window may send, by name.

All of them act through the person of the window.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final

import msgspec

from bot.local import wire_messages
from bot.local.home.membership import Membership
from bot.local.home.share import Share
from bot.local.interaction import Interaction
from bot.local.limits import JSON, Refused
from bot.local.names import read_name
from bot.local.objects import Message
from bot.local.options import NotPossible
from bot.local.people import Person

_log = logging.getLogger(__name__)
_SHOWN_AT_ONCE: Final = 50
_REMEMBERED: Final = 100
"""The number of a person's requests that are remembered.

After a broken connection, a page learns their results.
"""
_MOST_TABLES: Final = 200
_BROKE: Final = "Something broke here; the table's log says what. {}"
_DONE: Final = "Your request was carried out anyway; look before you repeat it."
_NOT_DONE: Final = "Nothing was done."
_NONSENSE: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""Errors that malformed requests raise before they have any effect."""

Act = Callable[["Requests", JSON], Awaitable[JSON]]
_ACTS: Final[dict[str, Act]] = {}
_LOOKS: Final[set[str]] = set()


def act(method: Act) -> Act:
    """Register a method as a request of windows."""
    _ACTS[method.__name__] = method
    return method


def look(method: Act) -> Act:
    """Register a read-only request; its answer need not be remembered."""
    _LOOKS.add(method.__name__)
    return act(method)


class Requests:
    """The requests of a person, from all windows."""

    def __init__(self, local: Membership, person: Person) -> None:
        self.local = local
        self.person = person
        self.share = Share()
        self._remembered: OrderedDict[str, asyncio.Task[JSON]] = OrderedDict()
        self._in_work: set[asyncio.Task[Any]] = set()

    def track(self, work: asyncio.Task[Any]) -> asyncio.Task[Any]:
        """Keep a task until it ends, even after its window is closed."""
        self._in_work.add(work)
        work.add_done_callback(self._in_work.discard)
        return work

    def close(self) -> None:
        """Cancel all running requests: the server is stopping."""
        for work in self._in_work:
            work.cancel()

    def begin(self, ask: JSON) -> asyncio.Task[JSON]:
        """Carry out a request; the task's result is the whole answer.

        A request with a known number is not repeated.
        """
        number, name = ask.get("ask"), str(ask.get("do"))
        if isinstance(number, str) and number in self._remembered:
            return self._remembered[number]
        task = self.track(asyncio.get_running_loop().create_task(self._answer(number, name, ask)))
        if isinstance(number, str) and name not in _LOOKS:
            self._remembered[number] = task
            if len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
        return task

    async def _answer(self, number: Any, name: str, ask: JSON) -> JSON:
        """Carry out a request and return its result, even after an error."""
        answer: JSON = {"answer": number}
        told = self.local.world.told
        try:
            answer["ok"] = await _ACTS[name](self, ask)
        except NotPossible as no:
            answer["no"] = str(no)
        except Refused as no:
            answer["no"] = no.message
        except Exception as error:
            nonsense = isinstance(error, _NONSENSE) and told == self.local.world.told
            answer["no"] = "This request makes no sense." if nonsense else self._broken(name, error, told)
        if name not in _LOOKS:
            await self.local.site.history.save()
        return answer

    def _broken(self, name: str, error: Exception, told: int) -> str:
        """Log an unforeseen error, and report whether the request had an effect.

        A request that changes the world awaits nothing before it announces the change.
        """
        _log.error("%s of person %s could not be carried out", name, self.person.id, exc_info=error)
        return _BROKE.format(_NOT_DONE if name in _LOOKS or told == self.local.world.told else _DONE)

    def _message(self, ask: JSON) -> Message:
        for message in self.person.sees(str(ask["channel"])):
            if message.id == ask["message"]:
                return message
        raise NotPossible("This message is gone.")

    def _begun(self, interaction: Interaction, ask: JSON) -> JSON:
        """Return an interaction's state; the answers to a quiet interaction stay hidden."""
        if ask.get("quiet"):
            self.person.quiet.add(interaction.id)
        return interaction.state()

    @look
    async def messages(self, ask: JSON) -> JSON:
        """Return a page of a channel's messages, newest last.

        `before` is the id of a message, for older ones.
        """
        shown = self.person.sees(str(ask["channel"]))
        if "before" in ask:
            before = int(ask["before"])
            shown = [message for message in shown if int(message.id) < before]
        stretch = shown[-_SHOWN_AT_ONCE:]
        return {
            "messages": [
                marked(self.person, message, wire_messages.gateway_message(self.local.world, message))
                for message in stretch
            ],
            "more": len(shown) > len(stretch),
        }

    @act
    async def say(self, ask: JSON) -> JSON:
        """Write a message."""
        message = await self.person.say(str(ask["channel"]), str(ask["text"]))
        return {"id": message.id}

    @act
    async def slash(self, ask: JSON) -> JSON:
        """Send a slash command."""
        interaction = await self.person.slash(str(ask["channel"]), str(ask["command"]), **ask["options"])
        return self._begun(interaction, ask)

    @look
    async def autocomplete(self, ask: JSON) -> JSON:
        """Ask the bot for choices."""
        options = {key: value for key, value in ask["options"].items() if isinstance(value, str | int | float)}
        choices = await self.person.autocomplete(
            str(ask["channel"]), str(ask["command"]), focused=str(ask["focused"]), **options
        )
        return {"choices": [msgspec.to_builtins(choice) for choice in choices]}

    @act
    async def click(self, ask: JSON) -> JSON:
        """Click a button."""
        return self._begun(await self.person.press(self._message(ask), str(ask["custom_id"])), ask)

    @act
    async def select(self, ask: JSON) -> JSON:
        """Pick values in a select."""
        interaction = await self.person.select(self._message(ask), str(ask["custom_id"]), *ask["values"])
        return self._begun(interaction, ask)

    @act
    async def tap(self, ask: JSON) -> JSON:
        """Tap a place on a message's map, which stands for a component of the message."""
        interaction = await self.person.tap(self._message(ask), str(ask["custom_id"]), str(ask["value"]))
        return self._begun(interaction, ask)

    @act
    async def submit(self, ask: JSON) -> JSON:
        """Send a dialog."""
        opened = self.local.site.interactions.by_id.get(str(ask["interaction"]))
        if opened is None:
            raise NotPossible("The dialog is no longer open.")
        return (await self.person.submit(opened, ask["values"])).state()

    @look
    async def read(self, ask: JSON) -> JSON:
        """Note a channel as read."""
        self.person.read(str(ask["channel"]))
        return {}

    @act
    async def dismiss(self, ask: JSON) -> JSON:
        """Put an ephemeral message away."""
        self.person.dismiss(self._message(ask))
        return {}

    @act
    async def new_table(self, ask: JSON) -> JSON:
        """Create a text channel; a taken name gets a number."""
        name = read_name(str(ask["name"]), longest=90, what="A table's name")
        taken = {channel.name for channel in self.local.world.channels_of(self.person.guild)}
        if len(taken) >= _MOST_TABLES:
            raise NotPossible(f"There are {_MOST_TABLES} tables here; play at one of them.")
        tried = self.local.world.free_channel_name(name, taken)
        return {"id": self.local.world.add_channel(self.person.guild, tried).id}

    @act
    async def invite(self, ask: JSON) -> JSON:
        """Add a person, as a game of three or four needs."""
        if not offers_links(self.local, self.person):
            raise NotPossible("Only the person who sat down first can make room for others.")
        return {"name": self.local.welcome(str(ask["name"]), manager=not self.local.secret_links).name}

    @act
    async def rename(self, ask: JSON) -> JSON:
        """Take another name."""
        self.local.people.rename(self.person, str(ask["name"]))
        return {"name": self.person.name}

    @act
    async def open_dm(self, ask: JSON) -> JSON:
        """Open the person's direct messages with the bot."""
        return {"id": self.local.world.dm(self.person.user).id}

    @act
    async def dms(self, ask: JSON) -> JSON:
        """Close or open the person's direct messages."""
        self.person.dms_closed = bool(ask["closed"])
        return {"closed": self.person.dms_closed}

    @look
    async def interaction(self, ask: JSON) -> JSON:
        """Return the state of an interaction and its answers, after a broken connection."""
        found = self.local.site.interactions.by_id.get(str(ask["interaction"]))
        if found is None or found.user is not self.person.user:
            raise NotPossible("The table no longer remembers this; the map shows whether it was done.")
        shown = [reply for reply in found.replies if self.person.may_see(reply)]
        replies = [
            marked(self.person, each, wire_messages.gateway_message(self.local.world, each)) for each in shown
        ]
        return {"state": found.state(), "replies": replies}

    @look
    async def recall(self, ask: JSON) -> JSON:
        """Return the answers to a page's earlier requests, after a broken connection."""
        tasks = [self._remembered[number] for number in map(str, ask["asked"]) if number in self._remembered]
        return {"answers": [await asyncio.shield(task) for task in tasks]}


def marked(person: Person, message: Message, body: JSON) -> JSON:
    """Return a message for a window, marked if it answers an automatic request."""
    asked = message.interaction.id if message.interaction is not None else None
    return body | {"quiet": True} if asked in person.quiet else body


def offers_links(local: Membership, person: Person) -> bool:
    """Return whether a person may open others' windows.

    With secret links, only the host may.
    """
    return not local.secret_links or local.people.is_host(person)
