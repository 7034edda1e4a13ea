"""The local Discord as a whole: put together, started, stopped."""

from __future__ import annotations

import asyncio
import hmac
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from aiohttp import web
from yarl import URL

from bot.local.api.door import PREFIX, Door
from bot.local.commands import Register
from bot.local.faults import Faults
from bot.local.gateway import Gateway
from bot.local.history import History
from bot.local.interactions import Interactions
from bot.local.limits import REQUEST_BYTES
from bot.local.messages import Messages
from bot.local.people import People, Person
from bot.local.permissions import named
from bot.local.rates import Rates
from bot.local.records import Channel, ChannelType, Guild, Overwrite, text_channel_name
from bot.local.shelf import Shelf
from bot.local.site import Site
from bot.local.strangers import EVERYWHERE, asks_for, in_the_house, is_of_another_page
from bot.local.table import OFFERED, Table
from bot.local.world import World


class LocalDiscord:
    """A Discord on this machine: for a bot an HTTP API and a gateway, for people a page.

    history: the SQLite file that survives a restart; None keeps everything in memory.
    port: 0 takes any free one.
    address: under which people reach the page from elsewhere, such as "http://192.168.1.5:8642", if that is not
    where it is bound; where it is bound to all addresses, the one by which other devices in the house reach it.
    token: the only one that a bot is let in with; a new one for each start where none is given.
    secret_links: every person has an address that nobody can guess, and nothing works without it; where fewer
    than two sit at the table, two are seated, with names that they can change.
    ack_seconds, token_seconds, heartbeat_seconds: Discord's own times, shorter ones for tests.
    recording: keep a log of all requests and dispatches in `faults`; as a rule only without a history.
    privileged_intents: those that the bot has been granted, as a bit set.
    """

    def __init__(
        self,
        *,
        history: Path | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        address: str | None = None,
        secret_links: bool = False,
        token: str | None = None,
        bot_name: str = "Fieldpost",
        guild_name: str = "The table at home",
        ack_seconds: float = 3.0,
        token_seconds: float = 900.0,
        heartbeat_seconds: float = 41.25,
        recording: bool | None = None,
        privileged_intents: int = 0,
    ) -> None:
        self.host = host
        self.port = port
        self._address = address
        self._house = in_the_house(host)
        self.secret_links = secret_links
        self.token = token or secrets.token_urlsafe(32)
        self._guild_name = guild_name
        self.faults = Faults(recording=history is None if recording is None else recording)
        self.world = World(Shelf(), bot_name=bot_name)
        messages = Messages(self.world)
        self.site = Site(
            world=self.world,
            messages=messages,
            register=Register(self.world),
            interactions=Interactions(self.world, messages, ack_seconds=ack_seconds, token_seconds=token_seconds),
            gateway=Gateway(
                self.world,
                self.faults,
                self._accepts,
                heartbeat_seconds=heartbeat_seconds,
                privileged_intents=privileged_intents,
            ),
            rates=Rates(),
            faults=self.faults,
            history=History(self.world, history),
        )
        self.people = People(self.site)
        self.table = Table(self)
        self._runner: web.AppRunner | None = None
        self._archiving: asyncio.Task[None] | None = None
        if history is None:
            self.guild()

    # Life

    async def start(self) -> None:
        """Read the history, bind and serve. Raises OSError where the port is taken."""
        await self.site.history.open()
        self._guild()
        app = web.Application(client_max_size=REQUEST_BYTES + 1, middlewares=[self._guard])
        Door(self.site, self._accepts).add_to(app.router)
        app.router.add_get("/gateway", self.site.gateway.serve)
        app.router.add_get("/gateway/", self.site.gateway.serve)
        self.table.add_to(app.router)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
        except OSError:
            await runner.cleanup()
            await self.site.history.close()
            raise
        self._runner = runner
        self._archiving = asyncio.create_task(self._archive())
        self.port = int(runner.addresses[0][1])
        self.world.shelf.origin = self.url
        self.site.gateway.url = f"ws://{self._netloc}/gateway"
        if self.secret_links:
            names = [person.name for person in self.people.all()]
            for name in [name for name in OFFERED if name not in names][: max(0, 2 - len(names))]:
                self.person(name)
        await self.site.history.save()

    async def stop(self) -> None:
        """Say goodbye to everybody, write what is left and free the port."""
        if self._runner is None:
            return
        self.faults.release()
        if self._archiving is not None:
            self._archiving.cancel()
        self.site.interactions.close()
        await self.site.gateway.close()
        await self.table.close()
        await self._runner.cleanup()
        self._runner = None
        await self.site.history.close()

    async def _archive(self) -> None:
        """Once a minute, archive the threads that have long been silent."""
        while True:
            self.world.archive_idle(time.time())
            await self.site.history.save()
            await asyncio.sleep(60)

    @property
    def url(self) -> str:
        """The address of the page, without a slash at its end."""
        return f"http://{self._netloc}"

    @property
    def address(self) -> str:
        """What the links to the page begin with."""
        house = f"http://{self._at(self._house)}" if self._house is not None else self.url
        return (self._address or house).rstrip("/")

    @property
    def api_url(self) -> str:
        """Where a bot finds the HTTP API."""
        return self.url + PREFIX

    @property
    def gateway_url(self) -> str:
        """Where a bot finds the gateway."""
        return self.site.gateway.url

    @property
    def _netloc(self) -> str:
        here = "::1" if self.host == "::" else "127.0.0.1"
        return self._at(here if self.host in EVERYWHERE else self.host)

    def _at(self, host: str) -> str:
        return f"[{host}]:{self.port}" if ":" in host else f"{host}:{self.port}"

    # People and places

    def person(self, name: str, *, manager: bool = False) -> Person:
        """The person of a name, who comes to the default guild on first use.

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
        """The guild of a name, made on first use; without a name the default one, with its first channel."""
        if self._runner is None and self.site.history.path is not None and not self.world.guilds:
            raise RuntimeError("A local Discord with a history knows nobody before it is started.")
        return self._guild(name)

    def _guild(self, name: str | None = None) -> Guild:
        wanted = name or self._guild_name
        for guild in self.world.guilds.values():
            if guild.name == wanted:
                return guild
        guild = self.world.add_guild(wanted)
        if name is None:
            self.world.add_channel(guild, "headquarters")
        self.site.gateway.guild_added(guild)
        return guild

    def channel(self, name: str, *, guild: Guild | None = None, forum: bool = False) -> Channel:
        """The text channel (or forum) of a name, made on first use."""
        home = guild or self.guild()
        kind = ChannelType.FORUM if forum else ChannelType.TEXT
        wanted = name if forum else text_channel_name(name)
        for channel in self.world.channels_of(home):
            if channel.name == wanted and channel.type == kind:
                return channel
        return self.world.add_channel(home, name, type=kind)

    def thread(self, parent: Channel, name: str, *, owner: Person | None = None, private: bool = False) -> Channel:
        """The thread (or forum post) of a name below a channel, started by `owner` (the bot) on first use."""
        for channel in self.world.channels.values():
            if channel.parent_id == parent.id and channel.name == name:
                return channel
        user = owner.user if owner is not None else self.world.bot
        return self.world.add_thread(parent, name, user, private=private)

    def dm(self, person: Person) -> Channel:
        """The direct-message channel between a person and the bot."""
        return self.world.dm(person.user)

    def deny(self, channel: Channel, *permissions: str, person: Person | None = None) -> None:
        """Deny the bot (or a person) permissions such as "send_messages" in a channel."""
        self._overwrite(channel, permissions, person, deny=True)

    def allow(self, channel: Channel, *permissions: str, person: Person | None = None) -> None:
        """Allow the bot (or a person) permissions in a channel, whatever was denied before."""
        self._overwrite(channel, permissions, person, deny=False)

    def _overwrite(
        self, channel: Channel, permissions: tuple[str, ...], person: Person | None, *, deny: bool
    ) -> None:
        user_id = person.id if person is not None else self.world.bot.id
        bits = 0
        for permission in permissions:
            bits |= int(named(permission))
        old = channel.overwrites.get(user_id, Overwrite(id=user_id, type=1))
        allow, denied = old.allow & ~bits, old.deny & ~bits
        new = Overwrite(
            id=user_id, type=1, allow=allow | (0 if deny else bits), deny=denied | (bits if deny else 0)
        )
        self.world.overwrite(channel, new)

    @property
    def links(self) -> Mapping[str, str]:
        """The address of the page for each person, by name."""
        return {person.name: self.table.link(person) for person in self.people.all()}

    # Who may come in

    def _accepts(self, token: str) -> bool:
        """Whether a bot with this token may work here."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    @web.middleware
    async def _guard(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Turn away requests that a foreign web page could have made a browser send."""
        if not asks_for(request, (self.host, URL(self.address).host)):
            return web.Response(status=421, text="This address is not served here.")
        if is_of_another_page(request, URL(self.address)):
            return web.Response(status=403, text="This is not served to other pages.")
        return await handler(request)
