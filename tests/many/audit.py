"""Compares the database after a war with messages and confirmed orders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, json

from bot.chat.desk.desk import Letter, Recipe
from bot.chat.desk.table import Table, Tables
from bot.chat.panel.walk import led
from bot.chat.panel.way import Way
from bot.chat.posts.posts import map_mark
from bot.kernel.secret import see
from bot.local import Message
from bot.store.database import Database
from bot.store.games import Games
from bot.titles import titles
from tests.chat import mail
from tests.many.crowd import Given, Soldier
from tests.many.judged import judge
from tests.sql import Sql

if TYPE_CHECKING:
    from tests.many.kill import War

PLANTED = 1 << 40
"""Ids of interactions up to this one are those of planted games."""
MARKED = re.compile(r"-# Game \d+ · .*")


class Audited(Struct, frozen=True):
    """The counts of an audit."""

    games: int
    entries: int
    posts: int
    letters: int

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.entries} entries; {self.posts} posts and {self.letters} letters, each once"
        )


async def audit(war: War, database: Database) -> Audited:
    """Audit all games. Raises `AssertionError` if anything is missing or doubled."""
    tables, sql = Tables(Games(database), dict(titles())), Sql(database)
    entries = posts = letters = 0
    for game, first in war.planted.items():
        table = await tables.table(game)
        assert table is not None
        judge(table, first)
        await _audit_orders(table, first, sql, [each for each in war.given if each.game == game])
        players = [each for each in war.soldiers if each.game == game]
        posts += _audit_posts(table, first, players[0])
        letters += await _audit_letters(table, sql, players)
        entries += len(table.log) - first
    done = {row["id"] for row in await sql.rows("SELECT id FROM interactions")}
    lost = [each for each in war.given if each.interaction not in done]
    assert not lost, f"was confirmed and is not written down: {lost}"
    return Audited(len(war.planted), entries, posts, letters)


async def _audit_orders(table: Table, first: int, sql: Sql, given: Sequence[Given]) -> None:
    """See that each interaction and each confirmed order has one entry."""
    log, game = table.log, table.record.id
    left = [each for each in log.recorded() if each.by == "person" and each.entries >= first]
    by_people = [n for n in range(first, len(log)) if log[n].by == "person"]
    rows = await sql.rows("SELECT id FROM interactions WHERE game = ? AND id > ?", (game, PLANTED))
    assert len(rows) == len(by_people) + len(left), (
        f"game {game}: {len(rows)} interactions, {len(by_people)} entries and {len(left)} standing orders"
    )
    free = set(by_people)
    for each in sorted(given, key=lambda each: each.interaction):
        if (n := _entry_of(table, each, free)) is not None:
            free.remove(n)
        else:
            assert any(each.order == one.action for one in left), f"game {game}: {each} is not in the log"


def _entry_of(table: Table, given: Given, free: set[int]) -> int | None:
    """Return the first free entry that a confirmed order can have made."""
    for n in sorted(free):
        entry = table.log[n]
        if n < given.moment or entry.seat != given.seat or entry.back_to is not None:
            continue
        action = given.order
        if isinstance(action, Way):
            action = led(table.game, see(table.log.after(n), given.seat), action).action
        if action == entry.action:
            return n
    return None


def _audit_posts(table: Table, first: int, watcher: Soldier) -> int:
    posts = [m for m in watcher.person.sees(watcher.place) if not m.ephemeral]
    mail.assert_told_once(table, posts, first)
    _assert_once(posts, f"channel of game {table.record.id}")
    if mail.moves_told(posts, table.record.id):
        maps = [post.content for post in posts if post.content.endswith(map_mark(table))]
        assert len(maps) == 1, f"game {table.record.id} has {len(maps)} map messages"
    return len(posts)


def _assert_once(messages: Sequence[Message], where: str) -> None:
    """See that no two messages have the same mark."""
    marks = Counter(line for m in messages if MARKED.fullmatch(line := m.content.rpartition("\n")[2]))
    twice = {mark: times for mark, times in marks.items() if times > 1}
    assert not twice, f"{where}: {twice}"


async def _audit_letters(table: Table, sql: Sql, players: Sequence[Soldier]) -> int:
    """See that each seat has its letters once and in order."""
    game = table.record.id
    rows = await sql.rows("SELECT recipe, message FROM outbox WHERE game = ?", (game,))
    recipes = [(json.decode(row["recipe"], type=Recipe), row["message"]) for row in rows]
    total = 0
    for player in players:
        mark = f"-# Game {game} · {player.seat.title()} · move "
        inbox = [m for m in player.person.inbox() if not m.ephemeral]
        letters = [m for m in inbox if m.content.rpartition("\n")[2].startswith(mark)]
        known = {id for recipe, id in recipes if isinstance(recipe, Letter) and recipe.seat == player.seat and id}
        assert {int(m.id) for m in letters} == known, f"letters of {player.seat} in game {game}"
        moves = [int(m.content.rpartition(" ")[2]) for m in letters]
        assert moves == sorted(set(moves)), f"letters of {player.seat} in game {game} are out of order: {moves}"
        _assert_once(inbox, f"inbox of {player.seat} in game {game}")
        total += len(letters)
    return total
