"""Absent players, who are warned twice before their seats may be given away."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime

from bot.chat.desk.absence import APART, DAY, WARNINGS, Rests, due_at, vacant_at
from bot.chat.desk.desk import Personal, Recipe, Word
from bot.chat.desk.names import side
from bot.chat.desk.rest import rests_until
from bot.chat.desk.table import Table, Tables, Unplayable
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import Seat
from bot.kit.codec import encode
from bot.store.waits import Wait

log = logging.getLogger(__name__)

MAY = "the others may give {side} to the computer or to another player, or end the game without a loser"
WARNED = """\
🪑 <@{person}>, this game has waited for you since <t:{since}:D>. Unless you act before <t:{vacant}:f>, {may}.
➜ `/game play` shows your orders. Days on which you are away do not count: `/game mine away:`. (FP-absent)\
"""
VACANT = """\
🪑 <@{person}> has not answered for {days} days. {others}: {may}, with \
`/game table seat side:{seat} computer:True`, `/game table unseat side:{seat}` or `/game table end`. (FP-absent)\
"""


class Absentees:
    """Warns absent players, and finds the seats that may be given away.

    Everything follows from stored times.
    """

    def __init__(self, tables: Tables, wake: Callable[[int], None]) -> None:
        """`wake` is called with a game's number when something is owed for it."""
        self.tables = tables
        self.waits = tables.games.waits
        self.clock: Callable[[], float] = time.time
        self._wake = wake

    async def settle(self) -> None:
        """Note the waits of games whose last move was stored by an earlier version."""
        for game in await self.waits.unnoted(self.clock() - WARNINGS[0] + DAY):
            try:
                table = await self.tables.table(game)
                if table is not None:
                    await self.waits.note(game, table.asked())
            except Unplayable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("game %s: cannot find the players that it waits for", game)

    async def warn(self) -> None:
        """Owe the warnings that are due. A person in quiet hours is warned later."""
        now = self.clock()
        for wait in await self.waits.long(now - WARNINGS[0], len(WARNINGS)):
            person = await self.tables.games.person(wait.person)
            resting = rests_until(person, datetime.fromtimestamp(now, UTC)) is not None
            if resting or due_at(wait, await self._rests(wait)) > now:
                continue
            try:
                await self._warn(wait, now)
            except Unplayable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("game %s: its absent player is not warned", wait.game)

    async def _warn(self, wait: Wait, now: float) -> None:
        table = await self.tables.table(wait.game)
        if table is None:
            return
        may = MAY.format(side=side(table, wait.seat))
        if wait.warned < len(WARNINGS) - 1:
            warned = Wait(wait.game, wait.seat, wait.person, wait.since, wait.warned + 1, int(now))
            vacant = vacant_at(warned, await self._rests(wait), now + APART)
            text = WARNED.format(person=wait.person, since=wait.since, vacant=int(vacant), may=may)
            owed: list[Recipe] = [Word(text, (wait.person,)), Personal(wait.person, text)]
        else:
            present = tuple(each for each in table.people() if each != wait.person)
            names = ", ".join(f"<@{each}>" for each in present) or "Members with permission to manage the channel"
            days = WARNINGS[-1] // DAY
            may = may.replace("the others may", "you may" if present else "they may")
            text = VACANT.format(person=wait.person, days=days, others=names, may=may, seat=wait.seat)
            owed = [Word(text, present)]
        if await self.waits.warn(wait, now, map(encode, owed)):
            self._wake(wait.game)

    async def _rests(self, wait: Wait) -> Rests:
        person = await self.tables.games.person(wait.person)
        return Rests(person, await self.waits.absences(wait.person))

    @case("FP-absent")
    async def barred(self, table: Table, seat: Seat) -> Refusal | None:
        """Say why the seat of a person cannot be given away; `None` if it can."""
        person, now = table.person_at(seat), self.clock()
        waits = [wait for wait in await self.waits.of_game(table.record.id) if wait.person == person]
        times = [vacant_at(wait, await self._rests(wait), now) for wait in waits]
        why = f"{side(table, seat)} is taken"
        if not times:
            return Refusal("FP-absent", f"{why}, and the game does not wait for it", "its player must leave first")
        if min(times) > now:
            mend = f"if <@{person}> does not answer, you may do that from <t:{int(min(times))}:f> on"
            return Refusal("FP-absent", why, mend)
        return None

    @case("FP-absent")
    async def present(self, table: Table) -> tuple[int, ...]:
        """Return the people of a table who must be asked, without long absent people."""
        waits = await self.waits.of_game(table.record.id)
        now = self.clock()
        absent = {wait.person for wait in waits if vacant_at(wait, await self._rests(wait), now) <= now}
        return tuple(person for person in table.people() if person not in absent)
