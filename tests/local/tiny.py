"""A small discord.py bot that uses every part of Discord that a game needs.

It plays no game; tests use it.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections import Counter
from typing import Any, cast

import discord
from discord import app_commands, ui
from PIL import Image

UNITS = ["1st Squad", "2nd Squad", "Panzer IV", "Машинист"]
Interaction = discord.Interaction[discord.Client]


def picture(colour: str = "olive", size: tuple[int, int] = (640, 400)) -> io.BytesIO:
    """A plain PNG."""
    content = io.BytesIO()
    Image.new("RGB", size, colour).save(content, "PNG")
    content.seek(0)
    return content


def map_file(turn: int) -> discord.File:
    colour = ("olive", "darkkhaki", "slategray")[turn % 3]
    return discord.File(picture(colour), f"map{turn}.png", description=f"The map in turn {turn}")


class TurnButton(ui.DynamicItem[ui.Button[Any]], template=r"turn:(?P<game>\w+):(?P<turn>\d+)(?P<slow>:slow)?"):
    """A button that carries the turn it was made for."""

    def __init__(self, game: str, turn: int, slow: bool = False) -> None:
        custom_id = f"turn:{game}:{turn}" + (":slow" if slow else "")
        super().__init__(ui.Button(label="Next turn", custom_id=custom_id, style=discord.ButtonStyle.primary))
        self.game, self.turn = game, turn

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> TurnButton:
        return cls(match["game"], int(match["turn"]))

    async def callback(self, interaction: Interaction) -> None:
        tiny = cast(Tiny, interaction.client)
        tiny.handled["turn"] += 1
        async with tiny.locks.setdefault(self.game, asyncio.Lock()):
            now = tiny.turns.setdefault(self.game, self.turn)
            if self.turn != now:
                await interaction.response.send_message("That board is out of date.", ephemeral=True)
                return
            tiny.turns[self.game] = now + 1
            await interaction.response.edit_message(attachments=[map_file(now + 1)], **board(self.game, now + 1))


class Orders(ui.Modal, title="Orders"):
    """A dialog with a list and a line to write."""

    unit: ui.Label[Any] = ui.Label(
        text="Unit",
        description="Who is to act",
        component=ui.Select(
            custom_id="unit", options=[discord.SelectOption(label=u, value=u.lower()) for u in UNITS]
        ),
    )
    note: ui.Label[Any] = ui.Label(
        text="Note", component=ui.TextInput(custom_id="note", required=False, max_length=200)
    )

    async def on_submit(self, interaction: Interaction) -> None:
        unit = cast(ui.Select[Any], self.unit.component).values
        note = cast(ui.TextInput[Any], self.note.component).value
        text = f"{unit[0]}: {note}"
        await interaction.response.send_message(text, ephemeral=True)


class Choose(ui.View):
    """Buttons and selects of the first kind."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Orders…", custom_id="orders", style=discord.ButtonStyle.secondary)
    async def orders(self, interaction: Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_modal(Orders())

    @ui.button(label="Show my hand", custom_id="hand", style=discord.ButtonStyle.success, emoji="🂡")
    async def hand(self, interaction: Interaction, button: ui.Button[Any]) -> None:
        await interaction.response.send_message(
            f"Secret of {interaction.user.display_name}: Ambush", ephemeral=True
        )

    @ui.button(label="Never", custom_id="never", style=discord.ButtonStyle.danger, disabled=True)
    async def never(self, interaction: Interaction, button: ui.Button[Any]) -> None:
        raise AssertionError("A disabled button was clicked.")

    @ui.button(label="Silence", custom_id="silence")
    async def silence(self, interaction: Interaction, button: ui.Button[Any]) -> None:
        """Never answers."""

    @ui.select(
        custom_id="units",
        placeholder="Units that fire",
        min_values=1,
        max_values=2,
        options=[discord.SelectOption(label=u, description=f"{u} fires") for u in UNITS],
    )
    async def units(self, interaction: Interaction, select: ui.Select[Any]) -> None:
        await interaction.response.send_message(f"Fire: {', '.join(select.values)}")

    @ui.select(
        custom_id="friend",
        placeholder="Who plays along?",
        options=[discord.SelectOption(label=name) for name in ("Anna", "Viktor")],
    )
    async def friend(self, interaction: Interaction, select: ui.Select[Any]) -> None:
        await interaction.response.edit_message(content=f"With {select.values[0]}")


class JoinButton(ui.DynamicItem[ui.Button[Any]], template=r"join:(?P<game>\w+)"):
    def __init__(self, game: str) -> None:
        super().__init__(ui.Button(label="Join", custom_id=f"join:{game}", style=discord.ButtonStyle.success))
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> JoinButton:
        return cls(match["game"])

    async def callback(self, interaction: Interaction) -> None:
        tiny = cast(Tiny, interaction.client)
        await interaction.response.edit_message(
            content=f"{interaction.user.display_name} joins. The game is on.", view=None
        )
        assert isinstance(interaction.channel, discord.TextChannel)
        await tiny.open_board(interaction.channel, self.game, interaction.user)


def board(game: str, turn: int) -> dict[str, Any]:
    """The board as a message: a heading, the map, a button."""
    view = ui.View(timeout=None)
    view.add_item(TurnButton(game, turn))
    return {"content": f"## Game {game}, turn {turn}\n**German** to move", "view": view}


class Tiny(discord.Client):
    """The bot. `turns` is its whole state; `handled` counts what reached its handlers."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            guild_ready_timeout=0.05,
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=30,
            **options,
        )
        self.tree = app_commands.CommandTree(self)
        self.turns: dict[str, int] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        self.handled: Counter[str] = Counter()
        self.errors: list[Exception] = []
        self.resumes = 0
        self.slow = asyncio.Event()
        self.ready = asyncio.Event()
        add_commands(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(TurnButton, JoinButton)
        self.add_view(Choose())
        await self.tree.sync()

    async def on_ready(self) -> None:
        self.ready.set()

    async def on_resumed(self) -> None:
        self.resumes += 1

    async def open_board(
        self, channel: discord.abc.Messageable, game: str, user: discord.abc.User
    ) -> discord.Message:
        self.turns[game] = 1
        message = await channel.send(file=map_file(1), **board(game, 1), nonce=f"g{game}t1")
        await channel.send(
            f"{user.mention}, it is your turn.", allowed_mentions=discord.AllowedMentions(users=[user])
        )
        return message


def add_commands(tiny: Tiny) -> None:
    """Register everything that the tests use."""
    tree = tiny.tree

    @tree.error
    async def keep(interaction: Interaction, error: app_commands.AppCommandError) -> None:
        tiny.errors.append(error)

    group = app_commands.Group(name="game", description="Games at this table")

    @group.command(name="new", description="Start a game")
    @app_commands.describe(
        title="Which game", scenario="Which scenario", side="Your side", against="Who plays the other side"
    )
    @app_commands.choices(
        title=[app_commands.Choice(name="Tide of Iron", value="tide")],
        side=[app_commands.Choice(name=s.title(), value=s) for s in ("any", "german", "soviet")],
        against=[app_commands.Choice(name=a.title(), value=a) for a in ("computer", "friend")],
    )
    async def new(
        interaction: Interaction, title: str, scenario: str, side: str = "any", against: str = "friend"
    ) -> None:
        await interaction.response.defer()
        game = f"{len(tiny.turns) + 1}"
        if against == "computer":
            await interaction.edit_original_response(content=f"{title}/{scenario}: the game is on.")
            assert isinstance(interaction.channel, discord.TextChannel)
            await tiny.open_board(interaction.channel, game, interaction.user)
        else:
            view = ui.View(timeout=None)
            view.add_item(JoinButton(game))
            await interaction.edit_original_response(
                content=f"{title}/{scenario}: waiting for a second player.", view=view
            )

    tree.add_command(group)

    @tree.command(description="Move a unit")
    @app_commands.describe(unit="Which unit", to="Where to", hexes="How far", gun="Which gun", hidden="Unseen?")
    async def advance(
        interaction: Interaction,
        unit: str,
        to: str,
        hexes: app_commands.Range[int, 1, 4] = 1,
        hidden: bool = False,
        gun: str | None = None,
    ) -> None:
        await interaction.response.send_message(f"{unit} to {to} by {hexes} hidden={hidden} gun={gun}")

    @advance.autocomplete("unit")
    async def units(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        tiny.handled["autocomplete"] += 1
        found = [unit for unit in UNITS if current.lower() in unit.lower()]
        return [app_commands.Choice(name=unit, value=unit) for unit in found]

    @tree.command(description="Everything there is to click")
    async def panel(interaction: Interaction) -> None:
        file = discord.File(picture("darkolivegreen"), "situation.png", description="Two hills and a village")
        await interaction.response.send_message("## Situation\nQuiet on the front.", file=file, view=Choose())

    @tree.command(description="Something to click, for you alone")
    async def choose(interaction: Interaction) -> None:
        await interaction.response.send_message("Choose.", view=Choose(), ephemeral=True)

    @tree.command(name="board", description="A board")
    async def show_board(interaction: Interaction, game: str = "x") -> None:
        await interaction.response.defer()
        tiny.turns[game] = 1
        await interaction.edit_original_response(attachments=[map_file(1)], **board(game, 1))

    @tree.command(description="Your hand, for you alone")
    async def hand(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        file = discord.File(picture("maroon"), "hand.png", description="Two cards")
        await interaction.edit_original_response(content="Your hand: Ambush", attachments=[file])
        await interaction.followup.send("And a whisper.", ephemeral=True)

    @tree.command(description="Your secret by direct message")
    async def secret(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            await interaction.user.send("The password is Königsberg.")
        except discord.Forbidden as closed:
            text = f"Your messages are closed ({closed.code}). The password is here."
            await interaction.edit_original_response(content=text)
        else:
            await interaction.edit_original_response(content="Sent by message.")

    @tree.command(description="Answers when it is let")
    async def slow(interaction: Interaction, acks: bool = True) -> None:
        tiny.handled["slow"] += 1
        if acks:
            await interaction.response.defer()
        await tiny.slow.wait()
        try:
            if acks:
                await interaction.edit_original_response(content="At last.")
            else:
                await interaction.response.send_message("At last.")
        except discord.HTTPException as refused:
            tiny.errors.append(refused)

    @tree.command(description="Answers twice")
    async def twice(interaction: Interaction) -> None:
        tiny.handled["twice"] += 1
        try:
            await interaction.response.send_message("Once.")
        except discord.HTTPException as refused:
            tiny.errors.append(refused)

    @tree.command(description="A message in the channel, safe to repeat or not")
    async def news(interaction: Interaction, safe: bool = True, count: int = 1) -> None:
        await interaction.response.defer(ephemeral=True)
        assert isinstance(interaction.channel, discord.TextChannel)
        for n in range(count):
            if safe:
                await interaction.channel.send(f"News {n}.", nonce=f"news{interaction.id}{n}"[-25:])
            else:
                await interaction.channel.send(f"News {n}.")
        await interaction.edit_original_response(content="Told.")
