"""`/health` and `/metrics` of a running bot, for monitoring.

They read what the bot keeps anyway, the records of `bot.chat.desk.activity`, and the errors of the log. Labels
have few values, which the program knows: no name, no id, and no text is in them.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Iterable
from math import nan
from types import MappingProxyType
from typing import Any

import msgspec
from aiohttp import web
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

import render
from bot.chat.client import BotClient
from bot.chat.desk import activity
from bot.chat.desk.work import COMPUTING, DRAWING
from bot.chat.posts.debts import Debts, debts
from bot.chat.posts.refusals import means
from bot.health import Health
from bot.kit.english import join
from bot.settings import Address, BadSetting
from bot.store.database import StoreError

log = logging.getLogger(__name__)

OPEN = (
    "FIELDPOST_METRICS: other machines can read /health and /metrics at {}; these hold no names and no secrets,"
    " but let only your monitoring reach the port"
)
ANSWERS = 5.0
"""Seconds in which the store must answer."""
CLOSES = 0.5
"""Seconds for the last answers when the bot stops."""
STARTING = Health(False, "the bot is starting", False, 0, 0.0, ())
"""The health before the bot uses Discord."""
PROMPT = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds by which acknowledgements are counted; Discord waits for three."""
PATIENT = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
"""The same for orders and pictures."""
AREAS = MappingProxyType(
    {
        "bot.store": "store",
        "bot.chat.posts": "discord",
        "bot.chat.bot": "discord",
        "discord": "discord",
        "bot.chat.desk": "game",
        "bot.kit": "game",
        "bot.chat": "chat",
        "bot.local": "home",
        "bot.library": "picture",
        "render": "picture",
    }
)
"""The kinds of errors by the loggers that report them.

The first name that fits counts.
"""
OTHER = "other"
KINDS = tuple(dict.fromkeys((*AREAS.values(), OTHER)))


class Measures(logging.Handler):
    """The numbers about a bot.

    As a log handler it follows the activity and the errors of the process.
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        disable_created_metrics()  # type: ignore[no-untyped-call]
        registry = self.registry = CollectorRegistry()
        ProcessCollector(registry=registry)

        def histogram(name: str, says: str, buckets: Iterable[float], *labels: str) -> Histogram:
            return Histogram(f"fieldpost_{name}_seconds", says, labels, buckets=tuple(buckets), registry=registry)

        def counter(name: str, says: str, *labels: str) -> Counter:
            return Counter(f"fieldpost_{name}", says, labels, registry=registry)

        def gauge(name: str, says: str, *labels: str) -> Gauge:
            return Gauge(f"fieldpost_{name}", says, labels, registry=registry)

        self.orders = counter("orders", "Orders of people that took effect.", "title")
        self.refusals = counter("refusals", "Orders that were refused.", "title", "kind")
        self.entries = counter("entries", "Entries that were written to the logs of games.", "title")
        self.errors = counter("errors", "Warnings and errors in the log.", "kind")
        self.judging = histogram("order", "From an order to its stored result.", PATIENT, "title")
        self.acknowledging = histogram(
            "acknowledgement", "From an interaction to its accepted acknowledgement, by Discord's clock.", PROMPT
        )
        self.drawing = histogram("picture", "From the request for pictures to their end.", PATIENT, "kind")
        self.connected = gauge("connected", "1 while every shard that the process holds is connected.")
        self.shards = gauge("shards", "Shards of Discord that the process holds.")
        self.shards_connected = gauge("shards_connected", "How many of them are connected.")
        self.shards_in_all = gauge("shards_in_all", "Shards of all processes.")
        self.owed = gauge("owed_messages", "Messages that are due and not sent.")
        self.oldest = gauge("owed_oldest_seconds", "Seconds since the oldest of these messages is owed.")
        self.loaded = gauge("loaded_games", "Games in memory.")
        self.waiting = gauge("jobs_waiting", "Pieces of work that wait for a thread.", "kind")
        self.busy = gauge("jobs_running", "Pieces of work that a thread does now.", "kind")
        self.painters = gauge("painters", "Processes that draw.")
        self.painting = gauge("painters_busy", "Processes that draw something now.")
        self.restarted = counter("painters_restarted", "Processes that died or hung at a drawing.")
        self._restarted = 0

    def begin(self, titles: Iterable[str]) -> None:
        """Begin each number at 0, so that its growth shows at once."""
        for kind in KINDS:
            self.errors.labels(kind)
        for kind in activity.DRAWINGS:
            self.drawing.labels(kind)
        for title in titles:
            for each in (self.orders, self.entries, self.judging):
                each.labels(title)
            for kind in activity.REFUSALS:
                self.refusals.labels(title, kind)

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record of the log."""
        done = getattr(record, activity.ATTRIBUTE, None)
        if done is not None:
            self._count(done)
        elif record.levelno >= logging.WARNING:
            self.errors.labels(kind_of(record)).inc()

    def _count(self, done: activity.Activity) -> None:
        match done:
            case activity.OrderTaken(title=title, orders=orders, duration=duration):
                self.orders.labels(title).inc(orders)
                self.judging.labels(title).observe(duration)
            case activity.OrderRefused(title=title, kind=kind):
                self.refusals.labels(title, kind).inc()
            case activity.EntryWritten(title=title):
                self.entries.labels(title).inc()
            case activity.Acknowledged(duration=duration):
                self.acknowledging.observe(duration)
            case activity.Drawn(kind=kind, duration=duration):
                self.drawing.labels(kind).observe(duration)

    def look(self, client: BotClient, owed: Debts | None) -> None:
        """Read what a client keeps; `owed` is None if the store does not answer."""
        self.connected.set(client.connected)
        self.shards.set(len(client.held))
        self.shards_connected.set(len(client.held) - len(client.missing_shards))
        self.shards_in_all.set(client.shard_count or 0)
        self.loaded.set(client.tables.loaded)
        self.owed.set(owed.number if owed is not None else nan)
        self.oldest.set(owed.oldest if owed is not None else nan)
        for kind, crew in (("computing", COMPUTING), ("drawing", DRAWING)):
            self.waiting.labels(kind).set(crew.waiting)
            self.busy.labels(kind).set(crew.busy)
        if (pool := render.painters()) is not None:
            self.painters.set(pool.running)
            self.painting.set(pool.busy)
            self.restarted.inc(pool.lost - self._restarted)
            self._restarted = pool.lost


def kind_of(record: logging.LogRecord) -> str:
    """Return the kind of an error in the log, one of `KINDS`."""
    error = record.exc_info[1] if record.exc_info else None
    given: tuple[Any, ...] = record.args if isinstance(record.args, tuple) else ()
    for each in (error, *given):
        if isinstance(each, StoreError | sqlite3.Error):
            return "store"
        if isinstance(each, BaseException) and means(each) is not None:
            return "discord"
    named = f"{record.name}."
    area = next((area for name, area in AREAS.items() if named.startswith(f"{name}.")), OTHER)
    return str(getattr(record, "kind", area))


class Watch:
    """A server of `/health` and `/metrics` at an address."""

    def __init__(self) -> None:
        self.measures = Measures()
        self._client: BotClient | None = None
        routes = web.Application()
        routes.add_routes([web.get("/health", self._health), web.get("/metrics", self._metrics)])
        self._runner = web.AppRunner(routes, access_log=None, shutdown_timeout=CLOSES)

    async def start(self, address: Address) -> None:
        """Open the server, and follow the log.

        Raises `BadSetting` for an address that cannot be used.
        """
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, address.host, address.port).start()
        except (OSError, UnicodeError) as error:  # A name with an empty part cannot even be looked up.
            await self._runner.cleanup()
            why = getattr(error, "strerror", None) or error
            raise BadSetting(
                f"FIELDPOST_METRICS: {address.port} cannot be used on {address.host} ({why})"
            ) from error
        if not address.is_loopback:
            log.warning("%s", OPEN.format(address))
        logging.getLogger().addHandler(self.measures)
        activity.follow()

    def follow(self, client: BotClient) -> None:
        """Report about a client from now on."""
        self._client = client
        self.measures.begin(client.tables.titles)

    async def stop(self) -> None:
        """Close the server, and follow the log no longer."""
        logging.getLogger().removeHandler(self.measures)
        await self._runner.cleanup()

    async def _health(self, request: web.Request) -> web.Response:
        found = await health(self._client) if self._client is not None else STARTING
        status = 200 if found.healthy else 503
        return web.Response(body=msgspec.json.encode(found), status=status, content_type="application/json")

    async def _metrics(self, request: web.Request) -> web.Response:
        if self._client is not None:
            owed = await _owed(self._client)
            self.measures.look(self._client, owed if isinstance(owed, Debts) else None)
        body = generate_latest(self.measures.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})


async def health(client: BotClient) -> Health:
    """Return the health of a bot: connection, store and owed messages."""
    found = await _owed(client)
    owed = found if isinstance(found, Debts) else Debts()
    wrong = list(owed.overdue)
    if isinstance(found, str):
        wrong.insert(0, f"the store does not answer ({found})")
    held, missing = len(client.held), client.missing_shards
    if not client.connected:
        some = f"not connected: {'shard' if len(missing) == 1 else 'shards'} {join(map(str, missing))}"
        wrong.insert(0, some if len(missing) < held else "not connected")
    waits = tuple(client.postman.stalled.summary())
    return Health(
        not wrong, "; ".join(wrong), client.connected, owed.number, owed.oldest, waits,
        held, held - len(missing), client.shard_count or 0,
    )  # fmt: skip


async def _owed(client: BotClient) -> Debts | str:
    """Return the due messages, or the reason why the store does not answer."""
    try:
        return await asyncio.wait_for(debts(client.postman), ANSWERS)
    except (StoreError, TimeoutError) as error:
        return str(error) or f"within {ANSWERS:.0f} s"
