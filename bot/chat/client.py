"""The bot in Discord: it acknowledges interactions, calls the desk, and answers."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Any, cast

import discord
import msgspec
from discord import AllowedMentions, Intents, Interaction, app_commands
from discord.ui import View

import render
from bot.chat.confirmations import Confirmations
from bot.chat.controls import derive, game_option
from bot.chat.controls.buttons import Pick, Press, is_ours, view
from bot.chat.controls.command_tree import Tree
from bot.chat.controls.completion import Typing
from bot.chat.controls.lessons import in_order, with_request
from bot.chat.controls.rules_button import with_rules
from bot.chat.desk import activity
from bot.chat.desk.answers import chunks, fit, no, with_news
from bot.chat.desk.desk import Desk, Done, Reply
from bot.chat.desk.draft import Stale, Unsure
from bot.chat.desk.guard import painted
from bot.chat.desk.names import meant
from bot.chat.desk.order_completion import suggest
from bot.chat.desk.order_reading import read
from bot.chat.desk.order_text import AnyGame, AnySeen, Choice, Malformed, Misread
from bot.chat.desk.table import Table, Tables, Unplayable
from bot.chat.desk.work import UNREACHABLE, Underway, complete, compute, draw
from bot.chat.enlargements import Enlargements
from bot.chat.gateway.division import Division
from bot.chat.gateway.sharded import ShardedClient
from bot.chat.lobby import Lobby
from bot.chat.panel import aside, panel
from bot.chat.panel.page import Page
from bot.chat.panel.way import Way
from bot.chat.posts import ending
from bot.chat.posts.doors import Doors
from bot.chat.posts.narrative import narrative
from bot.chat.posts.postman import Postman
from bot.chat.posts.posts import MISSING
from bot.chat.posts.refusals import brief, means
from bot.chat.posts.replies import acknowledged, answered
from bot.chat.posts.sending import TOO_LARGE, Upload, files, fitting
from bot.chat.which_game import WhichGame
from bot.kernel.fields import given
from bot.kernel.game import Sketch, verb
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import PUBLIC, Seat, see
from bot.store.database import InDoubt, StoreError
from bot.store.games import GameRecord, Games, Repeated
from render import LOOKS, Drawing, Look, Picture
from render.drawings import Board, Cards, Crop

log = logging.getLogger(__name__)

NEEDED = ("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history")
LACKING = "⚠️ In this channel I lack: **{lacking}**. Please grant that, then try again."
REMEMBERED = 10_000
"""The interactions remembered, so that a repeated delivery is ignored."""
REGISTERING = (5, 60, 300, 3600)
"""Seconds between attempts to register the commands, the last for ever after."""
ROUND = 3600
"""Seconds between cleanup runs, which also remind absent players."""
TAKING_OVER = 5.0
"""Seconds between two looks for the work of processes that have ended."""
MOST_PARTS = 5
"""How many more messages a long answer may take."""
WAITING = 2.0
"""Seconds an answer waits for the computer's moves, to include them."""
FINISHING = 5.0
"""Seconds in which a bot that stops finishes the orders that it has acknowledged."""
SENDING = 1.5
"""Seconds for sending owed messages then; the rest is sent after the next start."""
SETTLING = 2.0
"""Seconds from the connection to the start of the first painter.

A start takes a second of processor time. An earlier drawing starts a painter at once.
"""
STOPPING = "⚠️ The bot is being stopped. Nothing was done; please try again when it is back."


class BotClient(Doors, ShardedClient):
    """The client.

    It has minimal intents, and mentions only the people that a post calls.
    """

    def __init__(self, games: Games, titles: dict[str, AnyGame], **options: Any) -> None:
        super().__init__(
            intents=Intents(guilds=True),
            allowed_mentions=AllowedMentions.none(),
            max_ratelimit_timeout=60.0,
            holder=Division(games.database.duties) if games.database.shared else None,
            **options,
        )
        self.games = games
        self.whole_maps = False
        """Whether pages show the whole map.

        At home the map is beside them; in Discord it would be too small.
        """
        self.tables = Tables(games, titles)
        self.postman = Postman(self, self.tables, self.knows)
        self.desk = Desk(self.tables, self.postman.wake)
        self.postman.desk = self.desk
        self.lobby = Lobby(self.tables, self.desk, self.postman)
        self.which = WhichGame(self, self.tables)
        self.typing = Typing()
        self.confirmations = Confirmations()
        self.enlargements = Enlargements()
        self.tree: app_commands.CommandTree[discord.Client] = Tree(self, self.typing, self.refuse)
        self.tree.error(self._on_command_error)
        self.filming = asyncio.Lock()
        self.stops: dict[tuple[int, int], asyncio.Event] = {}
        """Set to stop a film that is being made, by its asker and interaction."""
        self.routes: dict[str, Callable[..., Awaitable[None]]] = {}
        self._rounds: list[asyncio.Task[None]] = []
        self._registering: asyncio.Task[None] | None = None
        self._taken: OrderedDict[int, bool] = OrderedDict()
        self._underway = Underway()
        self._newest: OrderedDict[int, int] = OrderedDict()
        """The newest interaction by message; answers to earlier ones come too late."""

    def furnish(
        self, commands: app_commands.Group, routes: Mapping[str, Callable[..., Awaitable[None]]],
        games: game_option.Complete,
    ) -> None:  # fmt: skip
        """Take the hand-written commands, derive the others, and take button handlers.

        `games` suggests own games while a person types.
        """
        self.tree.add_command(commands)
        for game in self.tables.titles.values():
            self.tree.add_command(derive.group(game, self.act, self.suggest, games))
        self.routes.update(routes)

    async def setup_hook(self) -> None:
        """Register changed commands, and continue the last process's work."""
        self.add_dynamic_items(Press, Pick)
        if not await self._is_registered(0):
            self._registering = asyncio.create_task(self._register_later(), name="registering commands")
        if not self.games.database.shared:
            await self.postman.resume()
            await self.lobby.settle()
        self._rounds.append(asyncio.create_task(_ever(self._go_round, ROUND), name="rounds of the house"))
        if self.games.database.shared:
            self._rounds.append(asyncio.create_task(_ever(self._take_over, TAKING_OVER), name="taking over"))

    async def _go_round(self) -> None:
        """Clear old data, call absent players, and send waiting messages."""
        async with self.games.database.duties.on_duty("rounds") as on_duty:
            if on_duty:
                await self.games.clear(time.time())
                await self.postman.call_again(time.time())
                await self.lobby.absentees.settle()
                await self.lobby.absentees.warn()
        if not self.games.database.shared:
            await self.lobby.settle()
            await self.postman.try_again()
        await self.postman.look_after()

    async def _take_over(self) -> None:
        """Do what other processes have left undone in the servers of this one."""
        await self.postman.take_over(self.serves)
        await self.lobby.settle(self.serves)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Park the games that have lost their place while nobody heard of their servers."""
        await super().on_shard_ready(shard_id)
        asyncio.get_running_loop().call_later(SETTLING, _let_paint)
        await self.postman.look_after(lambda guild: self.shard_of(guild) == shard_id)

    async def finish(self) -> None:
        """Take no more orders, finish acknowledged ones, and send owed messages if quick."""
        await self._underway.finish(FINISHING)
        await self.desk.stop()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.postman.idle(), SENDING)

    async def close(self) -> None:
        """Stop posting, and leave."""
        for task in (*self._rounds, self._registering):
            if task is not None:
                task.cancel()
        await self.postman.stop()
        await super().close()

    async def _register_later(self) -> None:
        """Register the commands while games continue with the old ones."""
        for failures in count(1):
            await asyncio.sleep(REGISTERING[min(failures, len(REGISTERING)) - 1])
            if await self._is_registered(failures):
                return

    async def _is_registered(self, failures: int) -> bool:
        """Register the commands; says whether Discord has taken them."""
        try:
            async with self.games.database.duties.on_duty("commands") as on_duty:
                if on_duty:
                    await self._register()
                return on_duty
        except Exception as error:
            if means(error) is None:
                raise
            log.warning("the commands cannot be registered now, attempt %s (%s)", failures + 1, brief(error))
            return False

    async def _register(self) -> None:
        """Tell Discord our commands, but only when they are not those that it knows."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        wanted = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        scope = f"global/{self.application_id}"
        known = {command.name for command in await self.tree.fetch_commands()}
        if await self.games.commands(scope) != wanted or known != {command["name"] for command in payload}:
            await self.tree.sync()
            await self.games.registered(scope, wanted)

    # Acknowledging and answering.

    async def acknowledge(self, interaction: Interaction[Any]) -> bool:
        """Acknowledge at once, visible only to the asker.

        Returns whether to continue: without an acknowledgement nothing is done.

        A press in a message that only the asker sees is answered in that message. An interaction that is delivered
        twice is taken once.
        """
        if interaction.id in self._taken:
            return False
        self._taken[interaction.id] = False
        if not self._underway.begin():
            await self._turn_away(interaction)
            return False
        for remembered in (self._taken, self._newest):
            while len(remembered) > REMEMBERED:
                remembered.popitem(last=False)
        if _is_private(interaction):
            self._newest[cast(discord.Message, interaction.message).id] = interaction.id
        accepted = self._taken[interaction.id] = await acknowledged(lambda: self._defer(interaction))
        if accepted:
            activity.note(activity.Acknowledged(max(0.0, time.time() - interaction.created_at.timestamp())))
        return accepted

    async def _turn_away(self, interaction: Interaction[Any]) -> None:
        """Say that the bot is about to stop, and that an order was not taken."""
        try:
            await interaction.response.send_message(STOPPING, ephemeral=True)
        except (discord.HTTPException, *UNREACHABLE) as error:
            log.warning("an interaction came while the bot stops, and nothing is done (%s)", error)

    async def _defer(self, interaction: Interaction[Any]) -> None:
        if _is_private(interaction):
            await interaction.response.defer()
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)

    async def say(
        self,
        interaction: Interaction[Any],
        text: str,
        pictures: Sequence[Picture | None] = (),
        buttons: View | None = None,
        attached: Sequence[Upload] = (),
    ) -> None:
        """Answer the asker in place of the page before; long texts take several messages.

        A picture that is `None` could not be drawn, and a line says so. No file is larger than the place accepts.
        """
        limit = interaction.filesize_limit
        painted = [picture for picture in await fitting(pictures, limit) if picture is not None]
        sent = [each for each in attached if len(each.body) <= limit]
        remarks = [each.remark for each in sent if each.remark] + [TOO_LARGE] * (len(sent) < len(attached))
        text = "\n".join(filter(None, [text, *remarks]))
        if len(painted) < len(pictures):
            text = f"{text}\n{MISSING}".lstrip()
        first, *rest = chunks(text)
        below = with_rules(text, buttons)
        outdated = self._is_outdated(interaction)

        async def change(bare: bool = False) -> None:
            shown = [] if bare else files([*painted, *sent])
            said = f"{first}\n{MISSING}".lstrip() if bare else first
            await interaction.edit_original_response(content=said, attachments=shown, view=below)

        try:
            await answered(interaction, change, outdated)
        except discord.HTTPException:
            if not painted:
                raise
            await answered(interaction, partial(change, bare=True), outdated)
        for part in rest[:MOST_PARTS]:
            await answered(interaction, partial(interaction.followup.send, part, ephemeral=True), outdated)

    def _is_outdated(self, interaction: Interaction[Any]) -> Callable[[], bool]:
        """Return a check for newer presses in the message of an answer."""
        message = cast(discord.Message, interaction.message).id if _is_private(interaction) else 0
        return lambda: self._newest.get(message, interaction.id) != interaction.id

    async def show(self, interaction: Interaction[Any], table: Table, page: Page, before: str = "") -> None:
        """Show a page of the panel with its map, after the text `before`.

        In a lesson the step's request is the last line of every page, and nothing is ordered for later.
        """
        pictures = await self.painted(interaction, table, page)
        await self.say(
            interaction, f"{before}{with_request(table, page.text)}", pictures, in_order(table, page.view)
        )
        self.confirmations.ask(interaction, table, page.asks)

    async def painted(self, interaction: Interaction[Any], table: Table, page: Page) -> tuple[Picture | None, ...]:
        """Draw a page's places on a crop of the map, or on the whole map if there is room.

        A page that asks about cards instead of places shows their faces.
        """
        shown, title = page.shown, table.record.title
        if page.faces and (shown is None or not shown.sketch.places):
            cards = Cards(title, tuple(page.faces), await self.look_of(interaction.user.id), dict(page.faces))
            return (await draw(painted, cards),)
        if shown is None:
            return ()
        look = await self.look_of(interaction.user.id)
        picks = dict(shown.picks)
        drawing: Drawing[Picture] = (
            Board(title, shown.seen, look, shown.sketch, picks)
            if self.whole_maps
            else Crop(title, shown.seen, shown.sketch, look, picks=picks)
        )
        if self.whole_maps:
            self.enlargements.note(interaction, shown)
        return (await draw(painted, drawing),)

    async def refuse(self, interaction: Interaction[Any], wrong: Malformed) -> None:
        """Say why what arrived is no command."""
        if await self.acknowledge(interaction):
            await self.say(interaction, no(wrong))

    async def _on_command_error(self, interaction: Interaction[Any], error: app_commands.AppCommandError) -> None:
        await self.failed(interaction, error.__cause__ or error)

    async def failed(self, interaction: Interaction[Any], error: BaseException) -> None:
        """Report the error if somebody waits for an answer."""
        if isinstance(error, Repeated):
            return
        if isinstance(error, Unplayable):
            text = f"⚠️ {error}"
        elif isinstance(error, InDoubt):
            log.error("the database failed", exc_info=error)
            text = (
                f"⚠️ The connection to the database broke ({error}). Nobody knows yet whether this was saved;"
                " `/game log` shows it once the database is back."
            )
        elif isinstance(error, StoreError):
            log.error("the database failed", exc_info=error)
            text = f"⚠️ The bot cannot save anything now ({error}). Nothing was done; please try again later."
        else:
            log.error("an interaction failed", exc_info=error)
            text = (
                "⚠️ Something broke here. `/game log` shows whether your order still counted; the host finds the"
                " reason in the bot's log."
            )
        if self._taken.get(interaction.id) or await self.acknowledge(interaction):
            await self.say(interaction, text)

    # Finding the table that somebody means.

    async def table_of(self, interaction: Interaction[Any], title: str = "") -> Table | None:
        """Return the table that somebody means, and ask which if several could be meant.

        Orders of a title mean a game of that title.
        """
        found = await self.which.find(interaction, title)
        if isinstance(found, Table):
            return found
        if isinstance(found, Refusal):
            await self.say(interaction, no(found))
            return None
        page = await self.which.asks(interaction, found)
        await self.say(interaction, page.text, buttons=page.view)
        return None

    async def table_to_complete(self, interaction: Interaction[Any], title: str = "") -> Table | None:
        """Return the table for an autocomplete; an unplayable game offers nothing."""
        try:
            found = await self.which.find(interaction, title)
        except Unplayable:
            return None
        return found if isinstance(found, Table) else None

    def manages(self, interaction: Interaction[Any], record: GameRecord) -> bool:
        """Return whether a person may manage the channel of a game, asked from there."""
        here = interaction.guild_id is not None and interaction.channel_id == record.channel
        return here and interaction.permissions.manage_channels

    def missing(self, interaction: Interaction[Any]) -> str:
        """Name the permissions that the bot lacks in a channel; "" when it has them all."""
        if interaction.guild_id is None:
            return ""
        wanted = list(NEEDED)
        if isinstance(interaction.channel, discord.Thread):
            wanted[1] = "send_messages_in_threads"
        lacking = [name for name in wanted if not getattr(interaction.app_permissions, name)]
        return ", ".join(name.replace("_", " ").title() for name in lacking)

    async def may_play(self, interaction: Interaction[Any]) -> bool:
        """Return whether the bot may run a game in a channel; if not, name what it lacks."""
        lacking = self.missing(interaction)
        if lacking:
            await self.say(interaction, LACKING.format(lacking=lacking))
        return not lacking

    def why_silent(self, interaction: Interaction[Any], table: Table) -> str:
        """Say why a game's posts wait, and when they are retried; "" if nothing is wrong."""
        record, here = table.record, interaction.channel_id == table.record.channel
        if record.parked and not here:
            return f"🪑 **Game {record.id} is parked:** {record.parked}."
        return self.postman.stalled.why(record.id, self.missing(interaction) if here else "")

    async def look_of(self, person: int) -> Look:
        """Return the palette of a person's private pictures."""
        return LOOKS.get((await self.games.person(person)).look, LOOKS["standard"])

    # Derived commands.

    async def act(self, interaction: Interaction[Any], title: str, kind: type[Any], texts: dict[str, str]) -> None:
        """Take an order that was typed."""
        if not await self.acknowledge(interaction):
            return
        table = await self.table_of(interaction, title)
        if table is None:
            return
        if table.record.title != title:
            use = f"`/{table.record.title}`"
            await self.say(interaction, f"🗺️ Game {table.record.id} is {table.game.name}: use {use}.")
            return
        if table.record.status == "lobby":
            await self.say(interaction, self.lobby.waits(table))
            return
        if kind in table.game.questions:
            await self._tell(interaction, table, kind, texts)
            return
        reply = await self.desk.act(
            table,
            interaction.user.id,
            lambda seen: read(table.game, seen, kind, texts),
            interaction.id,
            sure=False,
            asked=self.confirmations.asked(interaction, table),
        )
        await self.answer(interaction, table, reply)

    async def _tell(
        self, interaction: Interaction[Any], table: Table, kind: type[Any], texts: dict[str, str]
    ) -> None:
        """Answer a question, which changes nothing."""
        seen = table.seen(table.seat_of(interaction.user.id) or PUBLIC)
        question = await compute(read, table.game, seen, kind, texts)
        if isinstance(question, Misread):
            await self.say(interaction, no(question))
            return
        told = await compute(table.game.ask, seen, question)
        pictures = await self.sketched(interaction, table, seen, told.sketch)
        if told.card:
            look = await self.look_of(interaction.user.id)
            pictures = (await draw(painted, Cards(table.record.title, (told.card,), look)),)
        await self.say(interaction, told.text, pictures)

    async def sketched(
        self, interaction: Interaction[Any], table: Table, seen: AnySeen, sketch: Sketch | None
    ) -> tuple[Picture | None, ...]:
        """Draw a sketch on a map crop in the asker's palette; `None` if that fails."""
        if sketch is None:
            return ()
        look = await self.look_of(interaction.user.id)
        return (await draw(painted, Crop(table.record.title, seen, sketch, look)),)

    async def answer(self, interaction: Interaction[Any], table: Table, reply: Reply, besides: str = "") -> None:
        """Answer an order with its result or refusal, further news, and the next question."""
        if isinstance(reply, Done):
            await self.desk.until_idle(table.record.id, WAITING)
            lacking = self.missing(interaction) if interaction.channel_id == table.record.channel else ""
            page = await self._after(table, interaction.user.id, reply, lacking, besides)
            await self.show(interaction, table, page)
            return
        if isinstance(reply, Unsure):
            way = Way(table.record.id, reply.moment, verb(type(reply.action)))
            await self.show(interaction, table, await compute(panel.walk, table, reply.seat, way))
            return
        orders = Press(f"panel:{table.record.id}", "Your orders", discord.ButtonStyle.primary)
        again = view(orders) if table.outcome() is None else None
        await self.say(interaction, "\n".join(filter(None, [no(reply, table.game), besides])), buttons=again)

    async def _after(self, table: Table, person: int, done: Done, lacking: str, besides: str) -> Page:
        closed = (await self.games.person(person)).closed
        note = "\n-# Your direct messages are closed: `/game hand` shows your secrets." if closed else ""
        if lacking:
            note += f"\n-# In this channel I lack: {lacking}. The others may not see what happens."
        return await compute(page_after, table, person, done, note, besides)

    async def suggest(
        self,
        interaction: Interaction[Any],
        title: str,
        kind: type[Any],
        name: str,
        typed: str,
        texts: dict[str, str],
    ) -> list[Choice]:
        """Complete an option from the asker's legal actions; anybody may ask a question."""
        table = await self.table_to_complete(interaction, title)
        if table is None or table.record.title != title or table.record.status != "live":
            return []
        seat = table.seat_of(interaction.user.id)
        if seat is None and kind not in table.game.questions:
            return []
        return await complete(suggest, table.game, table.seen(seat or PUBLIC), kind, name, typed, texts)

    # Buttons and selects.

    async def route(self, interaction: Interaction[Any], path: str, values: list[str]) -> None:
        """Hand a press or a choice to the handler of its first word."""
        what, _, rest = path.partition(":")
        try:
            if what not in self.routes:
                await self.refuse(interaction, Malformed("this button is not known here"))
                return
            await self.routes[what](interaction, rest.split(":") if rest else [], values)
        except Exception as error:
            await self.failed(interaction, error)

    async def pressed_table(self, interaction: Interaction[Any], parts: Sequence[str]) -> Table | None:
        """Return the table that a button belongs to, or say that there is none."""
        id = int(parts[0]) if parts and parts[0].isdecimal() and len(parts[0]) < 15 else 0
        table = await self.tables.table(id) if id else None
        if table is None or table.record.status == "closed":
            await self.say(interaction, "🗺️ That table no longer exists. (FP-channel)")
            return None
        return table

    async def on_interaction(self, interaction: Interaction[Any]) -> None:
        """Answer presses of unknown buttons, and send waiting messages of the channel."""
        if interaction.type is not discord.InteractionType.autocomplete:
            await self.postman.knock(interaction.channel_id or 0, person=interaction.user.id)
        data = cast(dict[str, Any], interaction.data or {})
        pressed = interaction.type is discord.InteractionType.component
        if pressed and not is_ours(str(data.get("custom_id"))):
            await self.route(interaction, "", [])

    @case("FP-moved")
    async def walk(
        self, interaction: Interaction[Any], parts: list[str], go: Callable[[Table, Seat, Way], Page]
    ) -> None:
        """Continue with a panel, if its moment is still current."""
        if not await self.acknowledge(interaction):
            return
        table = await self.pressed_table(interaction, parts)
        if table is None:
            return
        seat = table.seat_of(interaction.user.id)
        way = Way.read(parts[:5])
        if way is None or seat is None:
            await self.say(interaction, no(Malformed("this button is not known here")))
        elif not aside.is_of_now(table, seat, way):
            page = await compute(panel.panel, table, seat)
            await self.show(interaction, table, page, f"{no(Stale())}\n\n")
        else:
            await self.show(interaction, table, await compute(go, table, seat, way))


async def _ever(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Do work again and again, with pauses; an error does not end it."""
    while True:
        try:
            await work()
        except StoreError as error:
            log.warning("the rounds were not finished (%s)", error)
        except Exception:
            log.exception("the rounds were not finished")
        await asyncio.sleep(seconds)


def apart(interaction: Interaction[Any]) -> None:
    """Let a press in a private message be answered in a message of its own."""
    interaction.extras["apart"] = True


def _is_private(interaction: Interaction[Any]) -> bool:
    """Return whether a press is answered in its message, which only the asker sees."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and "apart" not in interaction.extras


def seat_named(seats: Sequence[Seat], text: str) -> Seat | Refusal:
    """Return the seat that a typed text means."""
    found = meant(seats, text)
    if len(found) == 1:
        return found[0]
    known = ", ".join(seat.title() for seat in seats)
    return Refusal("FP-seat", f"there is no side {text!r}", f"choose one of: {known}")


def page_after(table: Table, person: int, done: Done, note: str, besides: str) -> Page:
    """Return the page that tells the result of an order, and asks for the next one."""
    told = narrative(table, done.first, len(table.log) - 1, done.seat)
    moved = done.first <= done.last and not told.turns  # Another phase needs another order.
    again = table.log[done.first].action if moved else None
    seat = table.seat_of(person) or done.seat
    page = panel.panel(table, seat, again) if table.lesson is None else panel.after_step(table, seat)
    orders = "\n\n".join(filter(None, [besides, f"{page.text}{note}"]))
    outcome = table.outcome() if table.lesson is None else None
    if outcome is not None:  # The end comes first, and the last events after it.
        parts = [f"✅ {ending.told(table, outcome)}", told.outcome, told.news, besides, note.strip()]
        text = fit("\n\n".join(filter(None, parts)))
        return msgspec.structs.replace(page, text=text, view=view(*ending.buttons(table)))
    news = "\n".join(filter(None, [told.outcome, told.news])) or _quoted(table, done)
    text = with_news(f"✅ {news}", orders)
    return msgspec.structs.replace(page, text=text)


def _quoted(table: Table, done: Done) -> str:
    """Quote an accepted order that has no report."""
    if done.said:
        return f"Noted. {done.said}"
    action = table.log[done.first].action
    if action is None or not given(action):
        return "Done."
    return f"Noted. {table.game.spoken(see(table.log.after(done.first), done.seat), action)}"


def _let_paint() -> None:
    if (pool := render.painters()) is not None:
        pool.begin()
