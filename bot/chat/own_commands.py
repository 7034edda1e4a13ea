"""The `/game me` commands, for things that only the player sees or wants."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from discord import Interaction, app_commands

from bot.chat import guide, suggestions, viewing
from bot.chat.command_group import CommandGroup, of_game
from bot.chat.desk import notes
from bot.chat.desk.answers import no
from bot.chat.desk.desk import Stranger
from bot.chat.desk.draft import Unchanged
from bot.chat.desk.table import Table
from bot.chat.panel import plan as planning

Palette = Literal["standard", "colour-blind", "dark"]
Films = Literal["WebP", "GIF"]
NAMES: dict[str, Films] = {"webp": "WebP", "gif": "GIF"}
"""The kinds of films by the endings of their files."""


class OwnCommands(CommandGroup):
    """Standing orders, plans, notes and colours."""

    @app_commands.command()
    @of_game
    async def orders(self, interaction: Interaction[Any]) -> None:
        """Your standing orders, so that the game need not wait for you."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_orders(self.client, interaction, table, guide.standing_orders)

    @app_commands.command()
    @app_commands.describe(
        then="orders as you would type them, separated by ;, given for you when you are asked next",
        until="the event that ends the plan before that, such as: until another player acts",
        times="how many times each order is given",
        drop="drop the whole plan",
    )
    @app_commands.autocomplete(then=suggestions.planned_orders, until=suggestions.conditions)
    @of_game
    async def plan(
        self,
        interaction: Interaction[Any],
        then: str = "",
        until: str = "",
        times: app_commands.Range[int, 1, 20] = 1,
        drop: bool = False,
    ) -> None:
        """Orders that are given for you one after another; nobody else sees them."""
        table = await self._running(interaction)
        if table is not None:
            change = planning.nothing if drop else planning.adds(table, then, until, times)
            await viewing.change_plan(self.client, interaction, table, change if then or until or drop else None)

    @app_commands.command()
    @app_commands.describe(
        text="a note for your next move; without it your notes are shown",
        drop="the number of a note that you need no longer",
    )
    @app_commands.autocomplete(drop=suggestions.notes)
    @of_game
    async def note(self, interaction: Interaction[Any], text: str = "", drop: int | None = None) -> None:
        """Your private notes, shown to you when it is your move."""
        table = await self._running(interaction)
        if table is not None:
            await viewing.show_notes(self.client, interaction, table, notes.changes(text, drop))

    @app_commands.command()
    @app_commands.describe(
        palette="which colours",
        of="your own pictures, or the public ones of this game",
        film="how your films are sent: GIF only for an app that does not play WebP",
    )
    @of_game
    async def look(
        self,
        interaction: Interaction[Any],
        palette: Palette | None = None,
        of: Literal["me", "game"] = "me",
        film: Films | None = None,
    ) -> None:
        """Choose the colours of pictures and the kind of films, or see your choice."""
        if of == "me" or palette is None:
            if await self.client.acknowledge(interaction):
                await self.client.say(interaction, await self._choose_own(interaction.user.id, palette, film))
            return
        table = await self._table(interaction)
        if table is None:
            return
        if not table.seats_of(interaction.user.id) and interaction.user.id != table.record.host:
            await self.client.say(interaction, no(Stranger()))
            return
        said = await self._paint_public(table, palette)
        if film is not None:
            said = f"{said}\n{await self._choose_own(interaction.user.id, None, film)}"
        await self.client.say(interaction, said)

    async def _choose_own(self, person: int, palette: Palette | None, film: Films | None) -> str:
        """Choose the colours of a person's own pictures, and the kind of their films."""
        known = await self.client.games.person(person)
        chosen = {what: to for what, to in (("Your own pictures", palette), ("Your films", film)) if to}
        if not chosen:
            return f"🎨 Your own pictures are {known.look}, and your films are {NAMES[known.film]}."
        ending = film.lower() if film else known.film
        wanted = msgspec.structs.replace(known, look=palette or known.look, film=ending)
        if wanted == known:
            return no(Unchanged(" ".join(f"{what} are {to} already." for what, to in chosen.items())))
        await self.client.games.keep_person(wanted)
        return f"🎨 {' '.join(f'{what} are now {to}.' for what, to in chosen.items())}"

    async def _paint_public(self, table: Table, palette: Palette) -> str:
        """Choose the colours of the public pictures of a game."""
        if table.record.look == palette:
            return no(Unchanged(f"The public pictures of this game are {palette} already."))
        await self.client.games.paint(table.record.id, palette)
        table.record = msgspec.structs.replace(table.record, look=palette)
        self.client.postman.wake(table.record.id)
        return f"🎨 The public pictures of this game are now {palette}."
