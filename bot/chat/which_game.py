"""The game a command means: by number, name or channel, or by asking the player."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

import discord
from discord import Interaction, app_commands

from bot.chat.controls.buttons import Press, view
from bot.chat.desk.names import side
from bot.chat.desk.naming import fits
from bot.chat.desk.order_text import MOST, Malformed, clip
from bot.chat.desk.recent import remember
from bot.chat.desk.table import Table, Tables, Unplayable
from bot.chat.panel.page import BUTTON, Page
from bot.kernel.rule import Refusal, case
from bot.store.games import GameRecord

GAME = "game"
"""The option of a command that names a game."""
REMEMBERED = 1000
"""Most commands that wait at once for their game to be chosen."""
NONE_HERE = "🗺️ **There is no game in this channel.**"


class Waiting(NamedTuple):
    """A command whose game is not chosen yet."""

    person: int
    run: Callable[[Interaction[Any]], Awaitable[None]]


class OwnGame(NamedTuple):
    """A person's game in words: "The Church at Berezovka · #tide · your move"."""

    record: GameRecord
    words: str
    waits: bool
    """True if it waits for this person."""
    named: str
    """Its words in full, as somebody may type some of them."""


class WhichGame:
    """Finds the game that an interaction means.

    A player reaches their own games by number from anywhere.
    """

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self.client = client
        self.tables = tables
        self._waiting: OrderedDict[int, Waiting] = OrderedDict()

    @case("FP-channel")
    async def find(self, interaction: Interaction[Any], title: str = "") -> Table | Refusal | list[GameRecord]:
        """Return the table that is meant, or the games it could be.

        A title narrows them.

        Raises `Unplayable` if the game that is meant cannot be loaded.
        """
        asked = interaction.extras.get(GAME) or getattr(interaction.namespace, GAME, None)
        if asked:
            return await self._named(interaction, str(asked).strip())
        here = await self.tables.games.last_in(interaction.channel_id or 0)
        direct = interaction.guild_id is None
        if here is not None and not (direct and here.status == "over"):
            return await self._table(here)
        own = await self.tables.games.own(interaction.user.id)
        own += [here] if here is not None else []
        fitting = [record for record in own if record.title == title] or own
        return await self._table(fitting[0]) if direct and len(fitting) == 1 else fitting

    async def _named(self, interaction: Interaction[Any], asked: str) -> Table | Refusal | list[GameRecord]:
        """Return the game of a number, or the own games that a name fits."""
        if asked.isdecimal() and len(asked) < 15:
            record = await self.tables.games.game(int(asked))
            found = [record] if record is not None and await self._may_name(interaction, record) else []
        else:
            own = await self.own(interaction.user.id)
            found = [each.record for each in own if fits(each.named, asked)]
        if len(found) == 1:
            return await self._table(found[0])
        return found or Refusal(
            "FP-channel", f"you play no game {asked!r}", "choose one of those that game: suggests"
        )

    async def _may_name(self, interaction: Interaction[Any], record: GameRecord) -> bool:
        """Return whether a person may name a game: in this channel, or their own."""
        person = interaction.user.id
        if record.status == "closed":
            return False
        if person == record.host or record.channel == interaction.channel_id:
            return True
        seats = await self.tables.games.seats(record.id)
        return any(seat.person == person for seat in seats) or bool(await self.tables.games.sat(record.id, person))

    async def _table(self, record: GameRecord) -> Table:
        table = await self.tables.table(record.id)
        assert table is not None
        return table

    async def own(self, person: int, title: str = "") -> list[OwnGame]:
        """Return a person's unfinished games; those that wait for them come first."""
        records = await self.tables.games.own(person)
        fitting = [record for record in records if title in ("", record.title)]
        return sorted(
            [await self.in_words(each, person) for each in fitting[:MOST]], key=lambda own: not own.waits
        )

    async def in_words(self, record: GameRecord, person: int) -> OwnGame:
        """Describe a game to a person in a few words."""
        name, state, waits = record.scenario, "cannot be read", False
        place = self._place(record)
        try:
            table = await self._table(record)
        except Unplayable:
            pass
        else:
            name = table.name
            state, waits = _state(table, person)
        ending = f"{clip(place, 20)} · {state} · game {record.id}"
        words = f"{clip(name, BUTTON - len(ending) - 3)} · {ending}"
        return OwnGame(record, words, waits, f"{name} {place} {place.replace('-', ' ')} {state} game {record.id}")

    def _place(self, record: GameRecord) -> str:
        """Name the channel of a game."""
        name = getattr(self.client.get_channel(record.channel), "name", None)
        return f"#{name}" if name else ("elsewhere" if record.guild else "direct message")

    # Asking.

    async def asks(self, interaction: Interaction[Any], games: Sequence[GameRecord]) -> Page:
        """Ask which of these games a command means; its buttons run it."""
        own = [await self.in_words(record, interaction.user.id) for record in games]
        if not own:
            return Page(f"{NONE_HERE} Begin one with `/game new`. (FP-channel)", view())
        self._remember(interaction)
        shown = sorted(own, key=lambda each: not each.waits)[:MOST]
        buttons = [
            Press(f"which:{each.record.id}:{interaction.id}", each.words, row=n // 5)
            for n, each in enumerate(shown)
        ]
        head = "" if interaction.guild_id is None else f"{NONE_HERE} "
        places = ", ".join(f"game {each.record.id} in <#{each.record.channel}>" for each in shown)
        more = "; `game:` names any other one" if len(own) > len(shown) else ""
        text = f"{head}**Which game do you mean?** (FP-channel)\n-# Your games: {places}{more}."
        return Page(text, view(*buttons))

    def _remember(self, interaction: Interaction[Any]) -> None:
        command = interaction.command
        assert isinstance(command, app_commands.Command)
        options = {name: value for name, value in interaction.namespace if name != GAME}
        bound = () if command.binding is None else (command.binding,)

        async def run(chosen: Interaction[Any]) -> None:
            await command.callback(*bound, chosen, **options)

        remember(self._waiting, interaction.id, Waiting(interaction.user.id, run), REMEMBERED)

    def chosen(
        self, interaction: Interaction[Any], game: str, asked: str
    ) -> Callable[[], Awaitable[None]] | Malformed:
        """Return the command that has waited for this game, ready to run; it runs once."""
        id = int(asked) if asked.isdecimal() and len(asked) < 25 else 0
        waiting = self._waiting.get(id)
        if waiting is None or waiting.person != interaction.user.id:
            return Malformed(f"that question has been answered; give the command again, with game:{game}")
        del self._waiting[id]
        interaction.extras[GAME] = game
        return partial(waiting.run, interaction)


def _state(table: Table, person: int) -> tuple[str, bool]:
    """Say how a game stands for a person, and whether it waits for them."""
    if table.record.parked:
        return "parked", False
    if table.record.status != "live":
        return ("over", False) if table.record.status == "over" else ("not begun", False)
    asked = table.asked()
    if any(table.person_at(seat) == person for seat in asked):
        return "your move", True
    return f"waits for {side(table, *asked)}", False
