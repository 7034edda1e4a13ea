"""A bot with a map of four places, on which taps move one squad."""

from __future__ import annotations

import asyncio
import io
import json
import re
from typing import Any

import discord
from discord import app_commands, ui
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from render.finished import Pick
from render.places import KEYWORD, Place, written
from tests.local.tiny import Interaction, Tiny

PLACES = ("A1", "B1", "C1", "D1")
BREADTH, HEIGHT = 160, 400
GOAL = "fs:pick:1:{moment}:advance"


def picture(squad: str, picks: dict[str, list[Pick]] | None = None, name: str = "map.png") -> discord.File:
    """Draw four places in a row, with the squad in one and its enemy in the last."""
    half, tall = BREADTH // 2, HEIGHT // 2
    shape = (-half, -tall, half, -tall, half, tall, -half, tall)
    pieces = {squad: ("1st Squad",), "D1": ("Guards",)}
    places = [
        Place(place, half + n * BREADTH, tall, shape, pieces.get(place, ()), tuple((picks or {}).get(place, ())))
        for n, place in enumerate(PLACES)
    ]
    body = io.BytesIO()
    info = PngInfo()
    info.add(b"iTXt", written(places))
    image = Image.new("RGB", (BREADTH * 4, HEIGHT), "olive" if picks is None else "darkkhaki")
    image.paste("maroon", (PLACES.index(squad) * BREADTH, 0, PLACES.index(squad) * BREADTH + 20, 20))
    image.save(body, "PNG", pnginfo=info)
    assert KEYWORD.encode() in body.getvalue()
    body.seek(0)
    return discord.File(body, name, description=f"Map with the squad at {squad}")


def still(squad: str) -> io.BytesIO:
    """Draw the map with the squad in a place, as a change of the whole map."""
    body = io.BytesIO()
    image = Image.new("RGB", (BREADTH * 4, HEIGHT), "olive")
    image.paste("maroon", (PLACES.index(squad) * BREADTH, 0, PLACES.index(squad) * BREADTH + 20, 20))
    image.save(body, "WEBP")
    body.seek(0)
    return body


class Mapped(Tiny):
    """The bot.

    `squads` holds the squad's place after each move; `asked` holds the taps.

    `told` precedes the squad's options, `barred` are closed places, and `given` are orders with green buttons.
    When the game is `over`, the map can show what was hidden. While it `waits`, a request for orders says that the
    game waits for others. While it `answers`, a place is described with its orders, and a march
    is acknowledged. If it `replays`, a request for
    a replay brings stills; `replayed` holds these requests.
    """

    def __init__(self) -> None:
        super().__init__()
        self.squads = ["A1"]
        self.asked: list[str] = []
        self.told = ""
        self.barred: set[str] = set()
        self.given: tuple[str, ...] = ()
        self.over = False
        self.waits = False
        self.replays = False
        self.replayed: list[str] = []
        self.answers = asyncio.Event()
        self.answers.set()
        group = self.tree.get_command("game")
        assert isinstance(group, app_commands.Group)
        group.command(name="board", description="The map as you see it")(self.board)
        group.command(name="at", description="All that you may know of a place")(self.at)
        group.command(name="mine", description="Your games")(self.mine)
        march: app_commands.Command[Any, ..., None] = app_commands.Command(
            name="march", description="Go", callback=self.march
        )
        march.autocomplete("to")(self.places)
        self.tree.add_command(march)

    @property
    def moment(self) -> int:
        return len(self.squads)

    async def post(self, channel: discord.abc.Messageable, text: str) -> None:
        """Tell everybody what has happened, with the buttons."""
        orders = button("Your orders", "fp:panel:1", discord.ButtonStyle.primary)
        there = button("Map", "fp:board:1")
        await channel.send(f"{text}\n-# Game 1 · move {self.moment - 1}", view=shown(orders, there))

    async def board(self, interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await interaction.edit_original_response(**self.map_of(self.moment - 1))

    def map_of(self, moment: int, *, unveiled: bool = False) -> dict[str, Any]:
        """Make the map of a moment, with the list of moments, and revealed at the end."""
        last = self.moment - 1
        options = [discord.SelectOption(label=f"Move {last}", value=str(last))]
        moments: ui.Select[Any] = ui.Select(custom_id=f"fs:moments:1:{moment}:{last}", options=options)
        text = "" if moment == last else f"Move {moment} of {last}: the squad stood at {self.squads[moment]}."
        if unveiled:
            text = f"Move {moment}: the enemy had mines at C1."
        label = "As you saw it" if unveiled else "Reveal everything"
        veil = [button(label, f"fp:moment:1:{moment}:veil::{'' if unveiled else 'all'}")] if self.over else []
        return {"content": text, "attachments": [picture(self.squads[moment])], "view": shown(moments, *veil)}

    async def at(self, interaction: Interaction, place: str) -> None:
        self.asked.append(place)
        await interaction.response.defer(ephemeral=True, thinking=True)
        await self.answers.wait()
        if place != self.squads[-1]:
            await interaction.edit_original_response(content=f"**{place}**: nothing of yours.")
            return
        further = [button(each, f"fp:{each}:1:{self.moment}") for each in ("Rest", "Wait", "Hide")]
        green = discord.ButtonStyle.success
        given = [button(each, f"fp:act:1:{self.moment}:{n}", green) for n, each in enumerate(self.given)]
        await interaction.edit_original_response(
            content=f"{self.told}**{place}**: 1st Squad.",
            attachments=[self.goals()],
            view=self.verbs(*(given or further if self.told else [])),
        )

    def verbs(self, *more: ui.Item[Any]) -> ui.View:
        goal = GOAL.format(moment=self.moment)
        options = [discord.SelectOption(label="B1", value="B1")]
        select: ui.Select[Any] = ui.Select(custom_id=goal, placeholder="Where to?", options=options)
        return shown(select, button("Dig in", f"fp:dig:1:{self.moment}"), *more)

    def goals(self, act: Pick | None = None, there: str = "") -> discord.File:
        """Draw the squad's goals; a tap on the chosen goal gives the order."""
        goal = GOAL.format(moment=self.moment)
        goals = [place for place in PLACES if place not in {self.squads[-1], *self.barred}]
        picks = {place: [Pick(goal, place, f"Advance to {place}")] for place in goals}
        if "C1" in goals:
            picks["C1"].append(Pick(f"fp:dig:1:{self.moment}", "", "Dig in before C1"))
        if act is not None:
            picks[there] = [act]
        return picture(self.squads[-1], picks, "goals.png")

    async def mine(self, interaction: Interaction) -> None:
        told = f"**Your games: 1**\n🎖️ **The Ford** (Mapped) in <#{interaction.channel_id}>: **your move** for Red"
        await interaction.response.send_message(told, ephemeral=True)

    async def call(self, person: str, channel_id: str, text: str) -> None:
        """Call somebody."""
        channel = self.get_channel(int(channel_id))
        assert isinstance(channel, discord.TextChannel)
        people = discord.AllowedMentions(users=True)
        await channel.send(f"<@{person}> {text}\n-# Game 1 · move {self.moment - 1}", allowed_mentions=people)

    async def march(self, interaction: Interaction, to: str) -> None:
        self.asked.append(f"march {to}")
        await self.answers.wait()
        await interaction.response.send_message("Noted.", ephemeral=True)

    async def places(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        fitting = [
            place for place in (*PLACES, "1st Squad (4 regulars) at A1") if current.lower() in place.lower()
        ]
        return [app_commands.Choice(name=place, value=place) for place in fitting]

    async def replay(self, interaction: Interaction, wanted: str) -> None:
        """Answer with the moves since a move, four pictures at a time."""
        self.replayed.append(wanted)
        since, last, begin = map(int, re.split(r"[-.]", wanted.replace("lately", "0")))
        moves = range(since + 1, last + 1) if self.replays else range(0)
        stills = [
            {"move": n, "words": f"1st Squad goes to {self.squads[n]}.", "way": self.squads[n - 1 : n + 1]}
            for n in moves
        ]
        numbers = range(begin, min(begin + 4, len(moves) + 1)) if moves else range(0)
        changes = [{"file": f"{n}.webp"} for n in numbers]
        script = {
            "since": since, "last": last, "size": [BREADTH * 4, HEIGHT], "stills": stills, "begin": begin,
            "changes": changes,
        }  # fmt: skip
        pictures = [discord.File(still(self.squads[since + n]), f"{n}.webp") for n in numbers]
        words = discord.File(io.BytesIO(json.dumps(script).encode()), "moments.json")
        await interaction.response.send_message(files=[words, *pictures], ephemeral=True)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer what is pressed and picked."""
        data: Any = interaction.data or {}
        custom, values = str(data.get("custom_id", "")), data.get("values", [])
        if not custom.startswith(("fp:", "fs:")):
            return
        if custom.startswith("fs:moments") and "-" in values[0]:
            await self.replay(interaction, values[0])
            return
        self.asked.append(f"{custom} {' '.join(values)}".strip())
        if custom == "fp:panel:1" and self.waits:
            refresh = shown(button("Refresh", "fp:panel:1"))
            await interaction.response.send_message("It is not your move.", view=refresh, ephemeral=True)
        elif custom == "fp:panel:1":
            await interaction.response.send_message(
                "**Your orders**", file=self.goals(), view=self.verbs(), ephemeral=True
            )
        elif custom.startswith("fp:moment"):
            unveiled = custom.endswith("all")
            await interaction.response.edit_message(**self.map_of(int(custom.split(":")[3]), unveiled=unveiled))
        elif custom.startswith("fs:moments"):
            await interaction.response.edit_message(**self.map_of(int(values[0])))
        elif custom.startswith("fs:pick") and custom != GOAL.format(moment=self.moment):
            await interaction.response.edit_message(
                content="The game has moved on. (FP-moved)", attachments=[], view=None
            )
        elif custom.startswith("fs:pick"):
            act = button("Do it", f"fp:act:1:{self.moment}:{values[0]}", discord.ButtonStyle.success)
            await interaction.response.edit_message(
                content=f"1st Squad goes to {values[0]}.",
                attachments=[self.goals(Pick(act.custom_id or "", "", "Do it"), values[0])],
                view=self.verbs(act),
            )
        elif custom.startswith("fp:act"):
            self.squads.append(custom.rpartition(":")[2])
            said = f"{self.told}\n**Your orders**\nWhat now?" if self.told else "Done."
            await interaction.response.edit_message(
                content=said, attachments=[], view=shown(button("Again", f"fp:again:1:{self.moment}"))
            )
            assert isinstance(interaction.channel, discord.TextChannel)
            await self.post(interaction.channel, f"1st Squad goes to {self.squads[-1]}.")
        else:
            await interaction.response.edit_message(content="Dug in.", attachments=[], view=None)


def button(
    label: str, custom_id: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ui.Button[Any]:
    return ui.Button(label=label, custom_id=custom_id, style=style)


def shown(*items: ui.Item[Any]) -> ui.View:
    view = ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view
