"""`/health` and `/metrics` of a bot with games, and the log of its activity."""

from __future__ import annotations

import asyncio
import json
import logging
import math
import re
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, NoReturn

import aiohttp
import pytest
import pytest_asyncio
from prometheus_client.parser import text_string_to_metric_families

from bot.chat.bot import _beat
from bot.chat.client import BotClient
from bot.chat.desk import activity, work
from bot.chat.posts import postman
from bot.chat.posts.debts import LATEST
from bot.chat.posts.refusals import HOUR
from bot.json_log import JsonFormatter
from bot.local import Channel
from bot.log_redaction import RedactingFormatter
from bot.operate import Watch
from bot.settings import Address
from bot.store.database import StoreError
from tests.chat.evening import DONE, PATIENCE, Evening, until
from tests.program import ROOT, free_port

pytestmark = pytest.mark.asyncio(loop_scope="session")
NAMES = ("Anastasia", "Borislav", "Vsevolod")
WORDS = {NAMES[0]: "kingfisher", NAMES[1]: "nightjar"}
OLD = 2 * LATEST
NOTE = "feint at the windmill"

Numbers = Callable[..., float]


class Monitor:
    """A program that watches a bot."""

    def __init__(self, watch: Watch, address: Address) -> None:
        self.watch = watch
        self.url = f"http://{address}"

    async def text(self) -> str:
        """Return the metrics as they are sent."""
        async with aiohttp.ClientSession() as session, session.get(f"{self.url}/metrics") as found:
            assert found.status == 200
            assert found.headers["Content-Type"].startswith("text/plain; version=0.0.4")
            return await found.text()

    async def numbers(self) -> Numbers:
        """Return a function from the name of a sample and its labels to the number."""
        samples = [each for family in text_string_to_metric_families(await self.text()) for each in family.samples]
        known = {(each.name, *sorted(each.labels.items())): each.value for each in samples}
        assert len(known) == len(samples)
        return lambda name, **labels: known[(f"fieldpost_{name}", *sorted(labels.items()))]

    async def health(self) -> tuple[int, dict[str, Any]]:
        """Return the status and the body of the answer."""
        async with aiohttp.ClientSession() as session, session.get(f"{self.url}/health") as found:
            assert found.content_type == "application/json"
            return found.status, await found.json()


@pytest_asyncio.fixture(loop_scope="session")
async def monitor(own: Evening) -> AsyncIterator[Monitor]:
    address = Address("127.0.0.1", int(free_port()))
    watch = Watch()
    await watch.start(address)
    watch.follow(own.client)
    await own.client.wait_until_ready()
    yield Monitor(watch, address)
    await watch.stop()
    activity.log.setLevel(logging.NOTSET)


@pytest.fixture
def table(own: Evening) -> Channel:
    return own.local.channel("headquarters")


async def count(evening: Evening, sql: str) -> int:
    row = await evening.database.row(f"SELECT count(*) FROM {sql}")
    assert row is not None
    return int(row[0])


async def test_every_number_is_right_and_nothing_secret_is_among_them(
    own: Evening, monitor: Monitor, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[float] = []
    real = work.DRAWING.do

    async def do(job: Callable[[], Any], patience: float) -> Any:
        made = await real(job, patience)
        drawn.append(patience)
        return made

    monkeypatch.setattr(work.DRAWING, "do", do)
    # The scenario hides the contents of squads.
    game, (anna, boris) = await own.game(table, *NAMES[:2], words=WORDS)
    stranger = own.player(NAMES[2], table)
    await anna.types("game note", text=NOTE)
    await boris.types("tide order", op_fire="hold")
    assert (await anna.types("tide stop")).content.startswith(DONE)
    assert (await boris.types("tide stop")).content.startswith(DONE)
    for player, command, options in (
        (stranger, "tide stop", {}), (anna, "tide fatigue", {"unit": "nothing of that name"}),
        (anna, "tide advance", {"unit": "1st Squad", "to": "Z99"}), (boris, "tide stop", {}),
    ):  # fmt: skip
        assert not (await player.types(command, **options)).content.startswith(DONE)
    await anna.types("game board")
    assert "Strike the Bear" in (await stranger.types("game new")).content
    await own.settled()
    await until(lambda: not work.DRAWING.waiting and not work.DRAWING.busy)

    found = await monitor.numbers()
    acknowledged = own.local.faults.made("POST", "/callback")
    assert found("acknowledgement_seconds_count") == len(acknowledged)
    assert 0 < found("acknowledgement_seconds_sum") < 60 * len(acknowledged)
    assert found("orders_total", title="tide") == 2 == sum(entry.by == "person" for entry in game.log)
    assert found("order_seconds_count", title="tide") == 2
    assert found("entries_total", title="tide") == await count(own, "entries") == len(game.log)
    assert found("refusals_total", title="tide", kind="stranger") == 1
    assert found("refusals_total", title="tide", kind="misread") == 2
    assert found("refusals_total", title="tide", kind="rule") == 1
    assert found("orders_total", title="trap") == 0
    kinds = {"message": work.WAITING, "replay": work.REPLAYS, "map": work.MAPS, "later": work.FILMS}
    counted = {kind: found("picture_seconds_count", kind=kind) for kind in activity.DRAWINGS}
    assert counted == {kind: drawn.count(patience) for kind, patience in kinds.items()}
    assert counted["message"] > 3
    assert found("loaded_games") == await count(own, "games") == 1
    assert (found("connected"), found("shards"), found("shards_connected"), found("shards_in_all")) == (1, 1, 1, 1)
    assert (found("owed_messages"), found("owed_oldest_seconds")) == (0, 0)
    assert found("jobs_waiting", kind="drawing") == found("jobs_running", kind="drawing") == 0
    assert {
        kind: found("errors_total", kind=kind) for kind in ("store", "discord", "game", "other")
    } == dict.fromkeys(("store", "discord", "game", "other"), 0)
    ids = [str(each) for each in (anna.id, boris.id, stranger.id, table.id, table.guild_id)]
    said = (await monitor.text()).lower()
    secrets = [
        *NAMES,
        *WORDS.values(),
        NOTE,
        *ids,
        *game.state.units,
        own.local.token,
        game.commitment[:8],
    ]
    assert [each for each in secrets if each.lower() in said] == []


async def test_owed_messages_and_their_age(
    own: Evening, monitor: Monitor, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pauses in ("PATIENCE", "BARRED"):
        monkeypatch.setattr(postman, pauses, (HOUR,))
    _, (anna, _) = await own.game(table, *NAMES[:2])
    assert (await monitor.health())[0] == 200
    own.local.faults.fail("POST", f"/channels/{table.id}/messages", times=10**6, status=403, code=50013)
    await anna.types("tide stop")
    await until(lambda: own.client.postman.stalled.summary())
    await own.database.run("UPDATE outbox SET since = since - ? WHERE message IS NULL", (OLD,))
    found = await monitor.numbers()
    assert found("owed_messages") == await count(own, "outbox WHERE message IS NULL") > 0
    assert OLD <= found("owed_oldest_seconds") < OLD + PATIENCE
    assert found("errors_total", kind="discord") >= 1

    status, health = await monitor.health()
    assert (status, health["reason"], health["owed"]) == (200, "", found("owed_messages")), "a retry is set"
    assert "its posts wait, since Discord does not let the bot write" in health["waits"][0]
    await own.database.run("UPDATE games SET parked = 'away'")
    assert (await monitor.numbers())("owed_messages") == 0, "nothing can be sent before it has a place"


async def test_a_message_that_is_not_even_tried_is_no_health(
    own: Evening, monitor: Monitor, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, _ = await own.game(table, *NAMES[:2])
    monkeypatch.setattr(own.client.postman.rounds, "set_out", lambda way: None)
    await own.client.desk.tell(record, "Something happens.")
    assert (await monitor.health())[0] == 200
    await own.database.run("UPDATE outbox SET since = since - ? WHERE message IS NULL", (LATEST + 1,))
    status, health = await monitor.health()
    assert (status, health["healthy"]) == (503, False)
    assert health["reason"] == f"game {record.record.id}: its posts are overdue"


async def test_calls_of_resting_players_are_not_due(
    own: Evening, monitor: Monitor, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    record, (_, boris) = await own.game(table, *NAMES[:2])
    monkeypatch.setattr(own.client.postman.rounds, "set_out", lambda way: None)
    await own.client.tables.games.owe(record.record.id, b'{"type":"call","person":%d}' % boris.id)
    assert (await monitor.numbers())("owed_messages") == 1
    person = await own.client.tables.games.person(boris.id)
    await own.database.run("INSERT INTO people (id, away) VALUES (?, ?)", (person.id, int(time.time()) + 10_000))
    assert (await monitor.numbers())("owed_messages") == 0


async def test_a_lost_connection_is_no_health(own: Evening, monitor: Monitor) -> None:
    assert (await monitor.health())[0] == 200
    connection = own.client.held[0].socket
    assert connection is not None
    await connection.socket.close()
    status, health = await monitor.health()
    assert (status, health["reason"], health["connected"]) == (503, "not connected", False)
    await until(lambda: own.client.connected)
    assert (await monitor.health())[0] == 200, "the client connects again"


async def test_the_pulse_stops_with_the_connection(
    own: Evening, monitor: Monitor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulse = tmp_path / "pulse"
    looks: list[bool] = []

    def connected(client: BotClient) -> bool:
        looks.append(len(looks) == 2)
        return looks[-1]

    monkeypatch.setattr(BotClient, "connected", property(connected))
    monkeypatch.setattr("bot.chat.bot.BEAT", 0.01)
    beating = asyncio.create_task(_beat(own.client, pulse))
    await until(lambda: len(looks) == 2)
    assert not pulse.exists()
    await until(pulse.exists)
    beating.cancel()
    await asyncio.wait([beating])


async def test_a_store_that_fails_is_no_health(
    own: Evening, monitor: Monitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> NoReturn:
        raise StoreError("disk I/O error")

    for name in ("read", "rows"):
        monkeypatch.setattr(own.store, name, fails)
    status, health = await monitor.health()
    assert (status, health["reason"]) == (503, "the store does not answer (disk I/O error)")
    assert math.isnan((await monitor.numbers())("owed_messages"))


async def test_errors_are_counted_by_kind(
    own: Evening, monitor: Monitor, table: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await monitor.numbers()

    async def breaks(*_: object) -> NoReturn:
        raise StoreError("disk I/O error")

    anna = own.player(NAMES[0], table)
    monkeypatch.setattr(BotClient, "table_of", breaks)
    await anna.types("game status")
    monkeypatch.undo()
    _, (anna, _) = await own.game(table, *NAMES[:2])
    monkeypatch.setattr("bot.chat.desk.guard.paint", lambda drawing: 1 // 0)
    await anna.clicks(anna.last(), "Your orders")
    after = await monitor.numbers()
    grown = {kind: after("errors_total", kind=kind) - before("errors_total", kind=kind)
             for kind in ("store", "picture", "discord", "chat", "other")}  # fmt: skip
    assert grown.pop("store") == 1
    assert grown.pop("picture") >= 1
    assert set(grown.values()) == {0}


async def test_the_readme_lists_every_number() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(fieldpost_\w+)`", readme))
    families = Watch().measures.registry.collect()
    served = {f"{each.name}_total" if each.type == "counter" else each.name for each in families}
    assert listed == {name for name in served if name.startswith("fieldpost_")}


async def test_a_bot_that_starts_is_not_healthy_yet() -> None:
    address, watch = Address("127.0.0.1", int(free_port())), Watch()
    await watch.start(address)
    try:
        status, health = await Monitor(watch, address).health()
    finally:
        await watch.stop()
        activity.log.setLevel(logging.NOTSET)
    assert (status, health["reason"]) == (503, "the bot is starting")


async def test_the_log_in_json_has_a_line_for_each_entry_and_order(own: Evening, table: Channel) -> None:
    lines: list[str] = []
    handler = logging.Handler()
    handler.setFormatter(JsonFormatter())
    handler.emit = lambda record: lines.append(handler.format(record))  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    activity.follow()
    try:
        game, (anna, _) = await own.game(table, *NAMES[:2], words=WORDS)
        await anna.types("game note", text=NOTE)
        await anna.types("tide stop")
        await own.settled()
    finally:
        logging.getLogger().removeHandler(handler)
        activity.log.setLevel(logging.NOTSET)
    assert all("\n" not in line for line in lines)
    read = [json.loads(line) for line in lines]
    written = [each for each in read if each["message"] == activity.SAYS[activity.EntryWritten]]
    assert [(each["game"], each["entry"]) for each in written] == [
        (game.record.id, n) for n in range(len(game.log))
    ]
    (order,) = [each for each in read if each["message"] == activity.SAYS[activity.OrderTaken]]
    last = max(n for n, entry in enumerate(game.log))
    assert (order["game"], order["entry"], order["shard"], order["title"]) == (game.record.id, last, 0, "tide")
    assert 0 < order["duration"] < 60
    said = "\n".join(lines)
    assert [each for each in (*NAMES, *WORDS.values(), NOTE, own.local.token) if each in said] == []


def player_text(kind: type[Exception]) -> logging.LogRecord:
    """Return a record about an error that quotes a player."""
    try:
        try:
            raise KeyError(NOTE)
        except KeyError as error:
            raise kind(f"cannot read {NOTE!r}") from error
    except kind as error:
        caught = (kind, error, error.__traceback__)
    return logging.getLogger("bot").makeRecord(
        "bot.chat", logging.ERROR, "f", 1, "game %s: an order\nfails (%s)", (7, caught[1]), caught
    )


@pytest.mark.parametrize("kind", [ValueError, RuntimeError])
async def test_a_traceback_in_json_has_places_and_no_text_of_players(kind: type[Exception]) -> None:
    line = JsonFormatter().format(player_text(kind))
    read = json.loads(line)
    assert "\n" not in line
    assert (read["game"], read["level"]) == (7, "ERROR")
    assert read["message"] == f"game 7: an order · fails ({kind.__name__})"
    assert "in player_text" in read["traceback"]
    assert read["traceback"].splitlines()[-1] == kind.__name__
    assert "KeyError" in read["traceback"]
    source = [each for each in read["traceback"].splitlines() if "raise" not in each]
    assert NOTE not in "".join(source)


async def test_the_message_of_a_system_error_stays_in_json() -> None:
    record = player_text(ValueError)
    record.args, record.exc_info = (7, OSError(28, "No space left on device")), None
    read = json.loads(JsonFormatter().format(record))
    assert read["message"].endswith("(OSError: [Errno 28] No space left on device)")
    assert "traceback" not in read


async def test_the_log_for_people_has_a_line_for_each_event_and_tracebacks_below() -> None:
    said = RedactingFormatter("%(levelname)s %(name)s: %(message)s").format(player_text(ValueError)).splitlines()
    assert said[0].startswith("ERROR bot.chat: game 7: an order · fails (cannot read ")
    assert all(line.startswith("    ") for line in said[1:] if line)
    assert said[1].strip() == "Traceback (most recent call last):"


async def test_servers_belong_to_shards_as_discord_divides_them(
    own: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (own.client.shard_count, own.client.shard_of(5 << 22)) == (1, 0)
    monkeypatch.setattr(own.client, "shard_count", 4)
    assert [own.client.shard_of(guild) for guild in (None, 5 << 22, (7 << 22) + 99)] == [0, 1, 3]
