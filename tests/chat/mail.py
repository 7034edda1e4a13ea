"""The bot's messages, read from the log of its requests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.chat.desk.table import Table
from bot.chat.posts.narrative import narrative
from bot.chat.posts.posts import compose
from bot.local import Exchange, Message
from tests.chat.evening import Evening

Body = dict[str, Any]


def is_public(tonight: Evening, exchange: Exchange) -> bool:
    """Say whether a request shows something to everybody in a channel of a guild."""
    parts = exchange.path.split("/")
    if exchange.method not in ("POST", "PATCH") or parts[1] != "channels" or exchange.status >= 300:
        return False
    channel = tonight.local.world.channels.get(parts[2])
    return channel is not None and channel.guild_id is not None and "messages" in parts


def public(tonight: Evening, exchanges: Sequence[Exchange]) -> list[Exchange]:
    """Return the requests that show something to everybody."""
    return [exchange for exchange in exchanges if is_public(tonight, exchange)]


def called(body: Body) -> list[int]:
    """Return the people a message may ping.

    Anything but a list of people would ping more.
    """
    allowed = body["allowed_mentions"]
    assert allowed.get("parse", []) == [], allowed
    assert not allowed.get("roles"), allowed
    assert not allowed.get("replied_user"), allowed
    return [int(person) for person in allowed.get("users", [])]


def messages_in(body: Any) -> Iterator[Body]:
    """Yield the message that a request carries, if it carries one."""
    if isinstance(body, dict):
        inner = body.get("data", body)
        if isinstance(inner, dict) and ("content" in inner or "embeds" in inner):
            yield inner


def moves_told(posts: Sequence[Message], game: int) -> list[int]:
    """Return the last reported move of each post of a game, in channel order."""
    marks = []
    for post in posts:
        start, _, number = post.content.rpartition("\n")[2].rpartition(" · move ")
        if start == f"-# Game {game}" and number.isdecimal():
            marks.append(int(number))
    return marks


def assert_told_once(table: Table, posts: Sequence[Message], first: int = 0) -> None:
    """Assert that every move from `first` on is reported once, in the log's words."""
    mark = f"-# Game {table.record.id} · move "
    told = [post for post in posts if mark in post.content]
    expected: list[str] = []
    for last in moves_told(posts, table.record.id):
        assert last >= first, f"move {last} is told twice"
        expected += [post.text for post in compose(table, first, last)]
        first = last + 1
    rest = compose(table, first, len(table.log) - 1) if first < len(table.log) else []
    assert not rest, f"the moves from {first} on are not told; the log has {len(table.log)}"
    assert [post.content for post in told] == expected


def story(table: Table, first: int, last: int) -> str:
    """Return the public report of a range of the log."""
    return "\n".join(narrative(table, first, last).lines)
