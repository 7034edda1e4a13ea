"""Membership of the local Discord: people, guilds, channels and their addresses."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from urllib.parse import quote

import msgspec

from bot.local.api.door import PREFIX
from bot.local.home.connections import Connections
from bot.local.objects import Channel, ChannelType, Guild, Overwrite, text_channel_name
from bot.local.options import NotPossible
from bot.local.origin_check import EVERYWHERE, in_the_house
from bot.local.people import People, Person
from bot.local.permissions import named
from bot.local.site import Site

_MOST_PEOPLE = 32


class Played(msgspec.Struct, frozen=True):
    """A game at this table, with the names and ids of its people.

    It also has the ids of its guild and its channel.
    """

    guild: str
    channel: str
    name: str
    people: Mapping[str, str]


class Membership:
    """The people and channels of a local Discord, by name."""

    def __init__(
        self,
        site: Site,
        token: str | None,
        guild_name: str,
        host: str,
        port: int,
        address: str | None,
        secret_links: bool,
    ) -> None:
        self.site = site
        self.world = site.world
        self.faults = site.faults
        self.people = People(site)
        self.connections = Connections()
        site.gateway.trust = self.connections.trust
        self.host = host
        self.port = port
        self.secret_links = secret_links
        self.token = token or secrets.token_urlsafe(32)
        self.life = secrets.token_hex(8)
        """A new value after each start; it tells a page that private messages are lost."""
        self.started = False
        self._address = address
        self._house = in_the_house(host)
        self._guild_name = guild_name

    def accepts(self, token: str) -> bool:
        """Whether a bot with this token may work here."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    # Addresses

    @property
    def url(self) -> str:
        """The address of the page, without a slash at its end."""
        return f"http://{self._netloc}"

    @property
    def address(self) -> str:
        """The address that the links to the page begin with."""
        house = f"http://{self._at(self._house)}" if self._house is not None else self.url
        return (self._address or house).rstrip("/")

    @property
    def api_url(self) -> str:
        """The address of the HTTP API."""
        return self.url + PREFIX

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return self.site.gateway.url

    @property
    def _netloc(self) -> str:
        here = "::1" if self.host == "::" else "127.0.0.1"
        return self._at(here if self.host in EVERYWHERE else self.host)

    def _at(self, host: str) -> str:
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    def link(self, person: Person) -> str:
        """Return the address of the page for a person."""
        if self.secret_links:
            if not person.user.secret:
                person.user.secret = secrets.token_urlsafe(32)
                self.world.keep(person.user)
            return f"{self.address}/{person.user.secret}/"
        return f"{self.address}/?as={quote(person.name)}"

    @property
    def links(self) -> Mapping[str, str]:
        """The address of the page for each person, by name."""
        return {person.name: self.link(person) for person in self.people.all()}

    # People and places

    def welcome(self, name: str, *, manager: bool) -> Person:
        """Add a person under a new name. Raises `NotPossible`."""
        if len(self.people.all()) >= _MOST_PEOPLE:
            raise NotPossible(f"There are {_MOST_PEOPLE} people at this table already.")
        person = self.people.add(name, self.guild())
        return self.person(person.name, manager=manager)

    def person(self, name: str, *, manager: bool = False) -> Person:
        """Return the person with a name, who joins the default guild on first use.

        manager: may manage the guild, and so use commands for managers.
        """
        person = self.people.find(name) or self.people.add(name, self.guild())
        if manager:
            guild = self.guild()
            role = next(role for role in guild.roles.values() if role.name == "Managers")
            member = guild.members[person.id]
            if role.id not in member.roles:
                member.roles.append(role.id)
                self.world.keep(guild)
        return person

    def guild(self, name: str | None = None) -> Guild:
        """Return the guild with a name, created on first use.

        Without a name, it is the default guild, with its first channel.
        """
        if not self.started and self.site.history.path is not None and not self.world.guilds:
            raise RuntimeError("A local Discord with a history knows nobody before it is started.")
        return self.ready_guild(name)

    def ready_guild(self, name: str | None = None) -> Guild:
        """Return the guild with a name, also while the history is being read."""
        wanted = name or self._guild_name
        for guild in self.world.guilds.values():
            if guild.name == wanted:
                return guild
        guild = self.world.add_guild(wanted)
        if name is None:
            self.world.add_channel(guild, "headquarters")
        return guild

    def set_up(self, played: Iterable[Played]) -> None:
        """Restore a table whose file is lost in part, or whose games come from elsewhere.

        The guild, channels and people of unknown games are created with their former ids.
        """
        used = {each.guild_id for each in self.world.channels.values() if each.guild_id}
        for guild_id in sorted(used - self.world.guilds.keys(), key=int):
            is_default = all(each.name != self._guild_name for each in self.world.guilds.values())
            self._gather(self.world.add_guild(self._guild_name if is_default else f"Guild {guild_id}", guild_id))
        for game in sorted(played, key=lambda game: int(game.channel)):
            for known in (game.guild, game.channel, *game.people):
                self.world.seen_id(known)
            if not self.world.guilds:
                self.world.add_guild(self._guild_name, game.guild)
            guild = self.world.guilds.get(game.guild) or self.ready_guild()
            self._gather(guild)
            if game.channel not in self.world.channels:
                self.world.add_channel(guild, game.name, channel_id=game.channel)
            for user_id in sorted(game.people.keys() - self.world.users.keys(), key=int):
                try:
                    self.people.add(game.people[user_id], guild, user_id)
                except NotPossible:  # The name is taken; the person can change this one.
                    self.people.add(f"Player {user_id}", guild, user_id)
        self._gather(self.ready_guild())

    def _gather(self, guild: Guild) -> None:
        """Add people without a guild to this guild; remove its former owner."""
        for user in list(self.world.users.values()):
            if user.bot or any(user.id in each.members for each in self.world.guilds.values()):
                continue
            if user.name == f"{self._guild_name} owner":
                del self.world.users[user.id]
                self.world.forget(user)
            else:
                self.world.join(guild, user)

    def channel(self, name: str, *, guild: Guild | None = None, forum: bool = False) -> Channel:
        """Return the text channel (or forum) with a name, created on first use."""
        home = guild or self.guild()
        kind = ChannelType.FORUM if forum else ChannelType.TEXT
        wanted = name if forum else text_channel_name(name)
        for channel in self.world.channels_of(home):
            if channel.name == wanted and channel.type == kind:
                return channel
        return self.world.add_channel(home, name, type=kind)

    def thread(self, parent: Channel, name: str, *, owner: Person | None = None, private: bool = False) -> Channel:
        """Return the thread (or forum post) with a name below a channel.

        `owner` (by default the bot) starts it on first use.
        """
        for channel in self.world.channels.values():
            if channel.parent_id == parent.id and channel.name == name:
                return channel
        user = owner.user if owner is not None else self.world.bot
        return self.world.add_thread(parent, name, user, private=private)

    def dm(self, person: Person) -> Channel:
        """Return the direct-message channel between a person and the bot."""
        return self.world.dm(person.user)

    def deny(self, channel: Channel, *permissions: str, person: Person | None = None) -> None:
        """Deny the bot (or a person) permissions such as "send_messages" in a channel."""
        self._overwrite(channel, permissions, person, deny=True)

    def allow(self, channel: Channel, *permissions: str, person: Person | None = None) -> None:
        """Allow the bot (or a person) permissions in a channel, overriding a denial."""
        self._overwrite(channel, permissions, person, deny=False)

    def _overwrite(
        self, channel: Channel, permissions: tuple[str, ...], person: Person | None, *, deny: bool
    ) -> None:
        user_id = person.id if person is not None else self.world.bot.id
        bits = 0
        for permission in permissions:
            bits |= int(named(permission))
        old = channel.overwrites.get(user_id, Overwrite(id=user_id))
        allow, denied = old.allow & ~bits, old.deny & ~bits
        new = Overwrite(id=user_id, allow=allow | (0 if deny else bits), deny=denied | (bits if deny else 0))
        self.world.overwrite(channel, new)
