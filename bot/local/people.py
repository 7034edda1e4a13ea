"""The actions and views of people; used by the page and by tests.

A `Person` acts through the same checks as Discord's own client and sees exactly what that client would show.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from itertools import takewhile
from typing import Any, TypeVar

from bot.local import options
from bot.local.bodies import Body, Upload
from bot.local.commands import CHAT_INPUT, GROUP, SUBCOMMAND
from bot.local.components import STRING_SELECT
from bot.local.events import Event, pass_on
from bot.local.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from bot.local.limits import JSON
from bot.local.names import free_name, same
from bot.local.objects import Channel, ChannelType, Choice, Command, Guild, Message, User, text_channel_name
from bot.local.options import NotPossible
from bot.local.permissions import Permission, in_channel
from bot.local.site import Site
from bot.local.times import unix

T = TypeVar("T")
Place = Channel | str
"""A channel: itself, its id or its name."""

_NOT_FOR_PEOPLE = ("INTERACTION_CREATE", "CHANNEL_PINS_UPDATE")
_FOR_ALL = ("COMMANDS_CHANGED", "BOT_STATUS", "PEOPLE_CHANGED", "HISTORY_STATUS")
_AWAY_SECONDS = 600
"""Seconds that private messages are kept for a person without a window.

A broken connection returns sooner.
"""
_PRIVATE_MESSAGES = 300
"""The most private messages that are kept for a person."""


class Person:
    """A person at the table.

    `guild` is the guild that the page shows: the first that this person joined. `windows` are called with every
    new event that this person sees.
    """

    def __init__(self, site: Site, user: User, guild: Guild) -> None:
        self.site = site
        self.user = user
        self.guild = guild
        self.windows: list[Callable[[Event], None]] = []
        self._left: float | None = None
        self._dismissed: set[str] = set()
        self.quiet: set[str] = set()
        """The interactions that a page began itself.

        Their answers are not in the conversation.
        """
        self._waiting: list[asyncio.Future[None]] = []

    def __repr__(self) -> str:
        return f"<Person {self.name}>"

    @property
    def id(self) -> str:
        """The user's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name that others see."""
        return self.user.name

    @property
    def mention(self) -> str:
        """A mention of this person in a message."""
        return f"<@{self.id}>"

    @property
    def dms_closed(self) -> bool:
        """Whether this person takes no direct messages from the bot."""
        return self.user.dms_closed

    @dms_closed.setter
    def dms_closed(self, closed: bool) -> None:
        self.user.dms_closed = closed
        self.site.world.keep(self.user)

    # Seeing

    def sees(self, channel: Place) -> list[Message]:
        """Return the visible messages of a channel, oldest first.

        They include the person's own ephemeral messages, never others'.
        """
        place = self.channel(channel)
        if not in_channel(self.site.world, place, self.id) & Permission.READ_MESSAGE_HISTORY:
            return []
        return [each for each in self.site.world.messages[place.id].values() if self.may_see(each)]

    def may_see(self, message: Message) -> bool:
        """Return whether this person sees a message in a visible channel."""
        return message.only_for in (None, self.id) and message.id not in self._dismissed

    def inbox(self) -> list[Message]:
        """The direct messages with the bot, oldest first."""
        return self.sees(self.site.world.dm(self.user))

    @property
    def guilds(self) -> list[Guild]:
        """All guilds that this person is in, the one that the page shows first."""
        others = [guild for guild in self.site.world.guilds.values() if guild is not self.guild]
        return [self.guild, *(guild for guild in others if self.id in guild.members)]

    def channels(self, guild: Guild | None = None) -> list[Channel]:
        """All channels and threads of a guild that this person sees, direct messages last.

        Without a guild, it is the one that the page shows.
        """
        world, shown = self.site.world, guild or self.guild
        own = [*world.channels_of(shown)]
        others = (c for c in world.channels.values() if c.is_thread or c.type == ChannelType.DM)
        own += [channel for channel in others if channel.guild_id in (None, shown.id)]
        return [channel for channel in own if world.sees(self.id, channel)]

    def channel(self, place: Place) -> Channel:
        """A channel that this person sees, in any guild. Raises `NotPossible`."""
        if isinstance(place, str):
            names = (place, text_channel_name(place))
            seen = {channel.id: channel for guild in self.guilds for channel in self.channels(guild)}
            found = seen.get(place) or next((each for each in seen.values() if each.name in names), None)
            if found is None:
                raise NotPossible(f"There is no channel {place}.")
            return found
        if not self.site.world.sees(self.id, place):
            raise NotPossible("You do not see this channel.")
        return place

    def commands(self, place: Place) -> list[Command]:
        """The commands available to this person in a channel."""
        allowed = in_channel(self.site.world, self.channel(place), self.id)
        return self.site.register.all() if allowed & Permission.USE_APPLICATION_COMMANDS else []

    async def changed(self) -> None:
        """Wait for the next event for this person."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        await waiter

    async def changes(self) -> AsyncIterator[None]:
        """Yield once for each new event."""
        while True:
            await self.changed()
            yield

    async def until(self, condition: Callable[[], T], timeout: float = 60.0) -> T:  # noqa: ASYNC109
        """Wait until `condition` returns a true value, and return it. Raises TimeoutError."""
        async with asyncio.timeout(timeout):
            while not (value := condition()):
                await self.changed()
        return value

    def hear(self, event: Event) -> None:
        """Pass on an event, if this person sees it."""
        if event.name in _NOT_FOR_PEOPLE or event.only_for not in (None, self.id):
            return
        if event.name not in _FOR_ALL:
            if event.channel is not None and not self.site.world.sees(self.id, event.channel):
                return
            if event.channel is None and event.guild_id not in (None, *(guild.id for guild in self.guilds)):
                return
        for waiter in self._waiting:
            if not waiter.done():
                waiter.set_result(None)
        self._waiting.clear()
        pass_on(event, self.windows)

    def leave(self, window: Callable[[Event], None], moment: float) -> None:
        """Close a window, at a moment in Unix seconds."""
        self.windows.remove(window)
        self._left = moment

    def tidy(self, moment: float) -> None:
        """Delete private messages that this person will not see again, with their files.

        These are dismissed messages that the bot can no longer change, and all beyond the newest. If the person
        left a while ago, they are all messages. `moment` is the present, in Unix seconds.
        """
        world = self.site.world
        own = [m for sent in world.messages.values() for m in sent.values() if m.only_for == self.id]
        own.sort(key=lambda message: int(message.id))
        gone = self._left is not None and not self.windows and moment - self._left > _AWAY_SECONDS
        most = _PRIVATE_MESSAGES if self.windows else len(own)
        oldest = moment - self.site.interactions.token_seconds
        for n, message in enumerate(own):
            dismissed = message.id in self._dismissed and unix(message.timestamp) < oldest
            if gone or dismissed or n < len(own) - most:
                world.remove(message)
        if gone:
            world.shelf.forget(self.id)
        present = {message.id for message in own if message.id in world.messages.get(message.channel_id, {})}
        self._dismissed &= present
        self.quiet &= self.site.interactions.by_id.keys() | {m.interaction.id for m in own if m.interaction}

    # Acting

    async def say(self, channel: Place, text: str, *files: Upload) -> Message:
        """Write a message.

        Raises `Refused` as Discord does, `NotPossible` without the channel.
        """
        body = Body({"content": text}, dict(enumerate(files)))
        message = self.site.messages.send(self.channel(channel), self.user, body)
        await self.site.history.save()
        return message

    async def slash(self, channel: Place, command: str, /, **given: Any) -> Interaction:
        """Send a slash command ("game new") with its options by name.

        Raises `NotPossible`.
        """
        place = self.channel(channel)
        data = self._command_data(place, command, given)
        return self.site.interactions.begin(COMMAND, self.user, place, data)

    async def autocomplete(self, channel: Place, command: str, /, *, focused: str, **given: Any) -> list[Choice]:
        """Return the bot's choices while the option `focused` is being typed.

        Raises `NotPossible` if the bot does not answer.
        """
        place = self.channel(channel)
        data = self._command_data(place, command, {focused: "", **given}, focused=focused)
        interaction = self.site.interactions.begin(AUTOCOMPLETE, self.user, place, data)
        await interaction.done(self.site.interactions.ack_seconds + 1)
        if interaction.failed:
            raise NotPossible(interaction.failed)
        return [Choice(**choice) for choice in interaction.choices]

    async def press(self, message: Message, custom_id: str) -> Interaction:
        """Press a button, named by its custom_id. Raises `NotPossible`."""
        if not any(button.custom_id == custom_id and not button.disabled for button in message.buttons):
            seen = ", ".join(message.labels) or "none"
            raise NotPossible(f"There is no button {custom_id} to press; there are: {seen}.")
        return self._use(message, custom_id, {"component_type": 2, "custom_id": custom_id})

    async def click(self, message: Message, button: str) -> Interaction:
        """Press a button by its label; if there is none, by its custom_id."""
        called = [b.custom_id for b in message.buttons if b.label == button and b.custom_id and not b.disabled]
        return await self.press(message, called[0] if called else button)

    async def pick(self, message: Message, custom_id: str, *labels: str) -> Interaction:
        """Pick entries of a list by their labels.

        Raises `NotPossible`, also for an ambiguous label.
        """
        part = self._list(message, custom_id)
        return await self.select(message, custom_id, *(options.value_of(part, label) for label in labels))

    async def select(self, message: Message, custom_id: str, *values: Any) -> Interaction:
        """Pick entries of a list by value."""
        picked = options.select(self._list(message, custom_id), values)
        return self._pick(message, custom_id, picked)

    async def tap(self, message: Message, custom_id: str, value: str) -> Interaction:
        """Tap a place on a message's map; it stands for a button or a list's value.

        The value may be on another page of the list. Raises `NotPossible`.
        """
        if not value:
            return await self.press(message, custom_id)
        self._list(message, custom_id)
        return self._pick(message, custom_id, [value])

    async def submit(
        self, interaction: Interaction, values: Mapping[str, Any] | None = None, /, **named: Any
    ) -> Interaction:
        """Send the dialog that an interaction has opened, inputs named by custom_id."""
        modal = interaction.modal
        if modal is None or interaction.user.id != self.id:
            raise NotPossible("There is no dialog open.")
        answered = options.answer_modal(modal, {**(values or {}), **named})
        data: JSON = {"custom_id": modal["custom_id"], "components": answered}
        message = interaction.message
        return self.site.interactions.begin(
            MODAL_SUBMIT, self.user, interaction.channel, data, message=message, parent=interaction
        )

    def dismiss(self, message: Message) -> None:
        """Delete an own ephemeral message, with its files."""
        if not message.ephemeral:
            raise NotPossible("Only messages that you alone see can be dismissed.")
        for attachment in message.attachments:
            self.site.world.shelf.drop(attachment.id)
        self._dismissed.add(message.id)

    def read(self, channel: Place) -> None:
        """Note that everything in a channel has been seen."""
        place = self.channel(channel)
        if place.last_message_id and self.user.read.get(place.id) != place.last_message_id:
            self.user.read[place.id] = place.last_message_id
            self.site.world.keep(self.user)

    def unread(self, channel: Channel) -> tuple[int, int]:
        """Return the number of new messages in a channel, and of new mentions."""
        seen = int(self.user.read.get(channel.id, "0"))
        latest_first = reversed(self.site.world.messages[channel.id].values())
        unseen = takewhile(lambda message: int(message.id) > seen, latest_first)
        new = [each for each in unseen if each.only_for is None and each.author_id != self.id]
        pings = [m for m in new if self.id in m.pings or channel.type == ChannelType.DM]
        return len(new), len(pings)

    def takes_part(self, channel: Channel) -> bool:
        """Return whether they wrote, were named or gave a command in a channel."""
        said = reversed(self.site.world.messages[channel.id].values())
        return any(
            self.id in (each.author_id, each.only_for, *each.mentions)
            or (each.interaction is not None and each.interaction.user_id == self.id)
            for each in said
        )

    # Within

    def _command_data(
        self, channel: Channel, command: str, given: Mapping[str, Any], *, focused: str | None = None
    ) -> JSON:
        if channel.thread is not None and channel.thread.archived:
            raise NotPossible("This thread is archived; write something in it to open it again.")
        first, *path = command.removeprefix("/").split()
        found = next((each for each in self.commands(channel) if each.name == first), None)
        if found is None:
            raise NotPossible(f"There is no command /{first} here.")
        path = options.whole_path(found, path)
        leaf = options.find(found, path)
        filled = options.fill(leaf["options"], given, focused=focused)
        for depth, word in reversed(list(enumerate(path))):
            kind = SUBCOMMAND if depth == len(path) - 1 else GROUP
            filled = [{"type": kind, "name": word, "options": filled}]
        return {"id": found.id, "name": found.name, "type": CHAT_INPUT, "options": filled}

    def _list(self, message: Message, custom_id: str) -> JSON:
        part = options.part_named(message.components, custom_id)
        if part is None or part["type"] != STRING_SELECT:
            raise NotPossible(f"There is no list {custom_id}.")
        return part

    def _pick(self, message: Message, custom_id: str, values: list[str]) -> Interaction:
        data: JSON = {"component_type": STRING_SELECT, "custom_id": custom_id, "values": values}
        return self._use(message, custom_id, data)

    def _use(self, message: Message, custom_id: str, data: JSON) -> Interaction:
        """Use a component of a message; fails at once if the bot has removed it."""
        channel = self.channel(message.channel_id)
        current = self._current(message)
        part = options.part_named(current.components, custom_id)
        if part is None or part.get("disabled"):
            return self.site.interactions.stillborn(COMPONENT, self.user, channel, current)
        if channel.thread is not None and channel.thread.archived and not self._reopen(channel):
            return self.site.interactions.stillborn(COMPONENT, self.user, channel, current)
        data = data | {"id": part["id"]}
        return self.site.interactions.begin(COMPONENT, self.user, channel, data, message=current)

    def _reopen(self, channel: Channel) -> bool:
        """Open an archived thread; false if the person may not.

        A client does so when a component in it is used.
        """
        allowed = in_channel(self.site.world, channel, self.id)
        assert channel.thread is not None
        if channel.thread.locked or not allowed & Permission.SEND_MESSAGES_IN_THREADS:
            return False
        self.site.world.set_archived(channel, False)
        return True

    def _current(self, message: Message) -> Message:
        current = self.site.world.messages.get(message.channel_id, {}).get(message.id)
        if current is None or not self.may_see(current):
            raise NotPossible("This message is gone.")
        return current


class People:
    """Everybody at the table, by name."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self._persons: dict[str, Person] = {}
        site.world.listeners.append(self.hear)

    def hear(self, event: Event) -> None:
        """Pass an event on to everybody who sees it."""
        pass_on(event, [person.hear for person in self._persons.values()])

    def tidy(self, moment: float) -> None:
        """Delete private messages that cannot be seen again.

        `moment` is the present, in Unix seconds.
        """
        for person in self._persons.values():
            person.tidy(moment)

    def all(self) -> list[Person]:
        """All people in the order of arrival, without the bot and the guild's owner."""
        owners = {guild.owner_id for guild in self.site.world.guilds.values()}
        users = [u for u in self.site.world.users.values() if not u.bot and u.id not in owners]
        return [self._person(user) for user in users]

    def is_host(self, person: Person) -> bool:
        """Return whether this person hosts the table: the first to sit down."""
        return self.all()[0].id == person.id

    def find(self, name: str) -> Person | None:
        """Return the person with a name (in any case), or `None`."""
        return next((person for person in self.all() if same(person.name, name)), None)

    def add(self, name: str, guild: Guild, user_id: str = "") -> Person:
        """Add a person to a guild.

        Raises `NotPossible` for a name that is taken or too long.
        """
        clean = self._free_name(name)
        user = self.site.world.add_user(clean, user_id=user_id)
        self.site.world.join(guild, user)
        person = self._person(user)
        self.site.world.tell(Event("PEOPLE_CHANGED", dict))
        return person

    def rename(self, person: Person, name: str) -> None:
        """Give a person another name. Raises `NotPossible`."""
        person.user.global_name = self._free_name(name, person)
        self.site.world.keep(person.user)
        self.site.world.tell(Event("PEOPLE_CHANGED", dict))

    def _free_name(self, name: str, own: Person | None = None) -> str:
        others = (person.name for person in self.all() if person is not own)
        return free_name(name, (self.site.world.bot.name, *others))

    def _person(self, user: User) -> Person:
        if user.id not in self._persons:
            guilds = [g for g in self.site.world.guilds.values() if user.id in g.members]
            first = min(guilds, key=lambda guild: unix(guild.members[user.id].joined_at))
            self._persons[user.id] = Person(self.site, user, first)
        return self._persons[user.id]
