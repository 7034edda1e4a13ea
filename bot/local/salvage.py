"""Recovery of records from a damaged table file, which is set aside."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import msgspec

from bot.local.objects import Channel, Guild, Message, User
from bot.local.registry import Record
from bot.local.table_file import KINDS, Contents, Key, file

_BESIDE = ("-wal", "-shm", "-journal")
R = TypeVar("R", User, Guild, Channel, Message)


def set_aside(path: Path) -> Path:
    """Rename a file and SQLite's companion files to a free name, and return it."""
    names = (path.with_name(f"{path.name}-damaged-{n}") for n in itertools.count(1))
    aside = next(name for name in names if not name.exists())
    path.rename(aside)
    for ending in _BESIDE:
        besides = path.with_name(path.name + ending)
        if besides.exists():
            besides.rename(aside.with_name(aside.name + ending))
    return aside


def salvaged(path: Path, key: bytes) -> tuple[Contents, dict[str, bytes]]:
    """Return the readable, consistent records of a damaged file, and its attachments.

    The commands are left out, because the bot registers them again. `key` replaces a signing key that is lost.
    """
    place = f"{path.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(place, uri=True, isolation_level=None)) as damaged:
            records = _fitting(
                {each: record for kind in KINDS for each, record in _readable(damaged, kind)}.values()
            )
            messages = [record for record in records if isinstance(record, Message)]
            files = {each.id: _file(damaged, each.id) for message in messages for each in message.attachments}
            key = _key(damaged) or key
    except sqlite3.Error:
        return Contents([], key, True), {}
    return Contents(records, key, True), {each: content for each, content in files.items() if content is not None}


def _readable(damaged: sqlite3.Connection, kind: str) -> Iterator[tuple[Key, Record]]:
    """Yield the readable records of a kind.

    It reads from the first record to a broken page, then from the last record back.
    """
    for direction in ("ASC", "DESC"):
        sql = f"SELECT id, json FROM record WHERE kind = ? ORDER BY id {direction}"
        try:
            for record_id, json in damaged.execute(sql, (kind,)):
                try:
                    yield (kind, record_id), msgspec.json.decode(json, type=KINDS[kind])
                except msgspec.MsgspecError:
                    continue
        except sqlite3.Error:
            continue


def _file(damaged: sqlite3.Connection, attachment_id: str) -> bytes | None:
    try:
        return file(damaged, attachment_id)
    except sqlite3.Error:
        return None


def _key(damaged: sqlite3.Connection) -> bytes | None:
    try:
        row = damaged.execute("SELECT value FROM setting WHERE name = 'file key'").fetchone()
    except sqlite3.Error:
        return None
    return bytes(row[0]) if row is not None else None


def _fitting(found: Iterable[Record]) -> list[Record]:
    """Return the records that refer to no lost user or channel, each kind by id."""
    records = sorted(found, key=lambda record: int(record.id))
    users, channels = _of(records, User), _of(records, Channel)
    bots = {user.id for user in users.values() if user.bot}
    whole = (each for each in _of(records, Guild).values() if each.owner_id in users)
    guilds = {each.id: each for each in whole if bots & each.members.keys()}
    for guild in guilds.values():
        guild.members = {key: member for key, member in guild.members.items() if key in users}
    channels = {each.id: each for each in channels.values() if _stands(each, users, channels)}
    messages = [each for each in _of(records, Message).values() if each.channel_id in channels]
    fitting = [each for each in messages if {each.author_id, *each.mentions, *_people(each)} <= users.keys()]
    return [*users.values(), *guilds.values(), *channels.values(), *fitting]


def _of(records: Iterable[Record], kind: type[R]) -> dict[str, R]:
    return {record.id: record for record in records if isinstance(record, kind)}


def _stands(channel: Channel, users: dict[str, User], channels: dict[str, Channel]) -> bool:
    """Return whether a channel's people and its parent channel exist.

    A missing guild is created again.
    """
    owner = {channel.thread.owner_id} if channel.thread is not None else set()
    above = channel.parent_id is None or channel.parent_id in channels
    return above and {*channel.recipients, *owner} <= users.keys()


def _people(message: Message) -> Iterator[str]:
    """Yield the users whose interactions led to a message."""
    metadata = message.interaction
    while metadata is not None:
        yield metadata.user_id
        metadata = metadata.triggered_by
