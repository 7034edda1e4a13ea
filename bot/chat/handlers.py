"""Handlers of buttons and selects, by the first word of their paths."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from discord import Interaction, SelectOption

from bot.chat import chooser, enlargements, guide, learning, mine, replay, rules, together, viewing
from bot.chat.client import BotClient, apart
from bot.chat.controls.buttons import Pick, Press, view
from bot.chat.desk.answers import no
from bot.chat.desk.desk import Done
from bot.chat.desk.draft import MakePlan, Stale
from bot.chat.desk.notes import drops
from bot.chat.desk.order_text import Malformed
from bot.chat.desk.table import Orders, Table
from bot.chat.desk.work import compute
from bot.chat.panel import aside, hint, panel
from bot.chat.panel import plan as planning
from bot.chat.panel.walk import chosen
from bot.chat.panel.way import Way, picked
from bot.chat.posts.ending import AGAIN
from bot.kernel.game import kind_of
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import PUBLIC, Seat

Handler = Callable[["Interaction[Any]", list[str], list[str]], Awaitable[None]]
OPTIONS = 4
"""The options on a page of a scenario.

Discord shows 5 rows, and the last has the button to the next page.
"""
NONSENSE = Malformed("this button is not known here")


def presses(client: BotClient) -> dict[str, Handler]:
    """Return the handlers of all buttons and selects."""
    buttons = Buttons(client)
    return {
        "join": buttons.join, "computer": buttons.computer, "leave": buttons.leave, "agree": buttons.agree,
        "close": buttons.close, "unseat": buttons.unseat, "end": buttons.end,
        "options": buttons.options, "option": buttons.option, "panel": buttons.panel,
        "orders": buttons.orders, "board": buttons.board, "moment": buttons.moment,
        "moments": buttons.moments, "unveil": buttons.unveil, "film": buttons.film, "hand": buttons.hand,
        "status": buttons.status, "undo": buttons.undo, "standing": buttons.standing, "plan": buttons.plan,
        "until": buttons.until, "drop": buttons.drop, "resume": buttons.resume, "note": buttons.note,
        "pick": buttons.pick, "more": buttons.more, "goal": buttons.goal, "some": buttons.some,
        "rest": buttons.rest, "together": buttons.together, "lay": buttons.lay, "list": buttons.rearrange,
        "doall": buttons.doall, "hint": buttons.hint, "hinted": buttons.hinted, "act": buttons.act,
        "again": buttons.again, "log": buttons.log,
        "rewind": buttons.rewind, "resign": buttons.resign, "which": buttons.which, "mine": buttons.mine,
        "rule": buttons.rule, "learn": buttons.learn, "new": buttons.new, "open": buttons.open,
        "news": buttons.news, "figures": buttons.figures,
    }  # fmt: skip


class Buttons:
    """Each handler gets untrusted input: the rest of the path and the picks."""

    def __init__(self, client: BotClient) -> None:
        self.client = client

    async def _table(self, interaction: Interaction[Any], parts: list[str], *, begun: bool = True) -> Table | None:
        """Acknowledge, and return the table of a button."""
        if not await self.client.acknowledge(interaction):
            return None
        table = await self.client.pressed_table(interaction, parts)
        if table is not None and begun and not table.log:
            await self.client.say(interaction, self.client.lobby.waits(table))
            return None
        return table

    # Several games.

    async def which(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Run a command for the game that was chosen for it."""
        game, asked = (*parts, "", "")[:2]
        run = self.client.which.chosen(interaction, game, asked)
        if isinstance(run, Malformed):
            await self.client.refuse(interaction, run)
        else:
            await run()

    async def mine(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show a page of the presser's games."""
        number = parts[0] if parts and parts[0].isdecimal() and len(parts[0]) < 5 else "0"
        if await self.client.acknowledge(interaction):
            page = await mine.page(self.client, interaction.user.id, int(number))
            await self.client.say(interaction, page.text, buttons=page.view)

    async def new(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the battles of a title, or the picked battle."""
        title, scenario, number = (*parts, "", "", "")[:3]
        page = int(number) if number.isdecimal() and len(number) < 3 else 0
        if await self.client.acknowledge(interaction):
            await chooser.show(self.client, interaction, title, values[0] if values else scenario, page)

    async def open(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Open a table for a battle; with a side, against the computer."""
        title, scenario, side = (*parts, "", "", "")[:3]
        if await self.client.acknowledge(interaction):
            against = "computer" if side else None
            await chooser.begin(self.client, interaction, title, scenario, side or None, against)

    async def rule(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Turn to a page of the rules."""
        await rules.turn(self.client, interaction, parts, values)

    @case("FP-lesson")
    async def learn(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the lessons of a title, or begin one."""
        title, key = (*parts, "", "")[:2]
        if not await self.client.acknowledge(interaction):
            return
        if key:
            await learning.begin(self.client, interaction, title, key)
        else:
            await learning.show(self.client, interaction, title)

    # The lobby.

    async def join(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Take a side."""
        table = await self._table(interaction, parts, begun=False)
        if table is not None:
            said = await self.client.lobby.join(table, interaction.user.id, _seat(parts), "", _at(parts))
            await guide.seated(self.client, interaction, table, said)

    async def computer(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Let the computer play a side."""
        table = await self._table(interaction, parts, begun=False)
        if table is not None:
            said = await self.client.lobby.computer(table, interaction.user.id, _seat(parts), True, _at(parts))
            await guide.seated(self.client, interaction, table, said)

    async def leave(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Stand up."""
        table = await self._table(interaction, parts, begun=False)
        if table is not None:
            said = await self.client.lobby.leave(table, interaction.user.id, _at(parts))
            await self.client.say(interaction, said if isinstance(said, str) else no(said))

    async def close(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Close a lobby, once the presser has confirmed it."""
        table = await self._table(interaction, parts, begun=False)
        if table is None:
            return
        if parts[2:] != [guide.SURE]:
            await self.client.show(interaction, table, guide.closing(table, _at(parts)))
            return
        said = await self.client.lobby.close(
            table, interaction.user.id, manages=self.client.manages(interaction, table.record), at=_at(parts)
        )
        await self.client.say(interaction, said if isinstance(said, str) else no(said))

    async def unseat(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Free the seat of a player who has not agreed."""
        table = await self._table(interaction, parts, begun=False)
        if table is not None:
            manages = self.client.manages(interaction, table.record)
            said = await self.client.lobby.unseat(
                table, interaction.user.id, _seat(parts), manages=manages, at=_at(parts)
            )
            await self.client.say(interaction, said if isinstance(said, str) else no(said))

    async def agree(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Agree to the options."""
        table = await self._table(interaction, parts, begun=False)
        if table is not None:
            said = await self.client.lobby.agree(table, interaction.user.id, _at(parts))
            await guide.seated(self.client, interaction, table, said)

    async def options(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show a page of the options of the scenario, a select each."""
        table = await self._table(interaction, parts, begun=False)
        if table is not None:
            text = "⚙️ **Options.** Players who have joined must agree to each change."
            page = int(parts[1]) if len(parts) > 1 and parts[1].isdecimal() and len(parts[1]) < 3 else 0
            await self._show_options(interaction, table, text, page)

    async def option(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Set an option."""
        table = await self._table(interaction, parts, begun=False)
        if table is None:
            return
        if len(parts) < 3 or not values:
            await self.client.say(interaction, no(NONSENSE))
            return
        name = parts[2]
        said = await self.client.lobby.choose(table, interaction.user.id, name, values[0], _at(parts))
        text = f"⚙️ {said}" if isinstance(said, str) else no(said)
        names = [option.name for option in table.options]
        page = names.index(name) // OPTIONS if name in names else 0
        await self._show_options(interaction, table, text, page)

    async def _show_options(self, interaction: Interaction[Any], table: Table, text: str, page: int) -> None:
        options = table.options
        pages = max(1, -(-len(options) // OPTIONS))
        items: list[Pick | Press] = []
        for row, option in enumerate(options[page * OPTIONS : (page + 1) * OPTIONS]):
            now = table.record.options.get(option.name, option.values[0])
            choices = [SelectOption(label=f"{option.name}: {v}", value=v, default=v == now) for v in option.values]
            path = f"option:{table.record.id}:{table.moment}:{option.name}"
            items.append(Pick(path, choices, option.text, row=row))
        if pages > 1:
            further = f"options:{table.record.id}:{(page + 1) % pages}"
            items.append(Press(further, f"More options ({page + 1}/{pages})", row=OPTIONS))
        await self.client.say(interaction, text, buttons=view(*items))

    async def again(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Open a table for another game of the same players."""
        client, how = self.client, parts[1] if len(parts) > 1 else ""
        table = await self._table(interaction, parts)
        if table is None:
            return
        if how not in AGAIN:
            await client.say(interaction, no(NONSENSE))
            return
        if not await client.may_play(interaction):
            return
        channel, guild = interaction.channel_id or 0, interaction.guild_id or 0
        new = await client.lobby.again(table, interaction.user.id, how, guild, channel, interaction.id)
        if isinstance(new, Refusal):
            await client.say(interaction, no(new))
            return
        begun = await client.lobby.start_if_ready(new, interaction.id)
        said = [f"Table {new.record.id} is open.", viewing.victory(new) if begun else client.lobby.waits(new)]
        await client.say(interaction, "\n".join(filter(None, said)), buttons=view(*guide.first_steps(new)))

    # Looking.

    async def log(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the last events, move by move."""
        table = await self._table(interaction, parts)
        if table is not None:
            seat = table.seat_of(interaction.user.id) or PUBLIC
            await self.client.say(interaction, await compute(guide.log_page, table, seat, 1))

    async def board(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the map."""
        table = await self._table(interaction, parts)
        if table is not None:
            await viewing.show_board(self.client, interaction, table)

    async def moment(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the map as it was after a move."""
        table = await self._table(interaction, parts)
        if table is not None:
            place, unveiled = parts[3] if len(parts) > 3 else "", len(parts) > 4
            move = max(0, _moment(parts))
            await viewing.show_board(self.client, interaction, table, place, move, unveiled=unveiled)

    async def moments(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the map as it was after the move that was picked.

        The page also asks here for the replay of a stretch, and for a part of the map in more detail.
        """
        wanted = replay.asked(values[0]) if values else None
        closer = enlargements.asked(values[0]) if values else None
        if wanted is not None or closer is not None:
            apart(interaction)  # The map stays, and the answer comes beside it.
            table = await self._table(interaction, parts)
            if table is not None and wanted is not None:
                await viewing.show_replay(self.client, interaction, table, wanted)
            elif table is not None and closer is not None:
                move, unveiled = max(0, _moment(parts)), len(parts) > 4
                await viewing.show_enlarged(self.client, interaction, table, closer, move=move, unveiled=unveiled)
            return
        await self.moment(interaction, [*parts[:1], *values[:1], *parts[2:]], values)

    async def unveil(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show what was hidden, when the game is over."""
        table = await self._table(interaction, parts)
        if table is not None:
            await viewing.show_board(self.client, interaction, table, unveiled=True)

    async def film(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show what has happened as a film, or stop making one."""
        table = await self._table(interaction, parts)
        if table is not None and parts[1:2] == ["stop"]:
            await viewing.stop_film(self.client, interaction, table, parts[2] if len(parts) > 2 else "")
        elif table is not None:
            await viewing.show_film(self.client, interaction, table, whole=parts[1:2] == ["whole"])

    async def hand(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show what only the presser knows."""
        table = await self._table(interaction, parts)
        if table is not None:
            await viewing.show_hand(self.client, interaction, table)

    async def status(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Tell the situation in words."""
        table = await self._table(interaction, parts)
        if table is not None:
            await viewing.show_status(self.client, interaction, table)

    async def figures(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Explain the figures of a unit in a place, or of its ground."""
        table = await self._table(interaction, parts)
        picked = values[0] if values else "0"
        number = int(picked) if picked.isdecimal() and len(picked) < 4 else 0
        if table is not None:
            await viewing.show_figures(self.client, interaction, table, parts[1] if len(parts) > 1 else "", number)

    async def news(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the news, or the moment and the place of a line."""
        table = await self._table(interaction, parts)
        if table is None:
            return
        _, move, place = (*(values[0] if values else "").split(":", 2), "", "", "")[:3]
        if move.isdecimal() and len(move) < 10:
            await viewing.show_line_of_news(self.client, interaction, table, int(move), place)
        else:
            await viewing.show_news(self.client, interaction, table)

    # Orders.

    async def panel(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the presser's prompt and possible orders."""
        table = await self._table(interaction, parts)
        if table is not None:
            await viewing.show_orders(self.client, interaction, table, panel.opened)

    async def orders(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the standing orders."""
        table = await self._table(interaction, parts)
        if table is not None:
            await viewing.show_orders(self.client, interaction, table, guide.standing_orders)

    async def standing(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Give a standing order, and show them all as they are now."""
        table = await self._table(interaction, parts)
        if table is None:
            return
        text = values[0] if values else ""
        reply = await self.client.desk.act(
            table,
            interaction.user.id,
            lambda seen: guide.standing_order(table, text),
            interaction.id,
            _moment(parts),
        )
        if isinstance(reply, Done):
            await viewing.show_orders(self.client, interaction, table, guide.standing_orders)
        else:
            await self.client.answer(interaction, table, reply)

    async def plan(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the plan."""
        table = await self._table(interaction, parts)
        if table is not None:
            await viewing.change_plan(self.client, interaction, table, None)

    async def until(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Choose what stops the plan."""
        await self._change(interaction, parts, planning.stops_at(values))

    async def drop(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Drop the plan."""
        await self._change(interaction, parts, planning.nothing)

    async def resume(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Resume a stopped plan."""
        await self._change(interaction, parts, planning.again)

    async def note(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Drop a note."""
        table = await self._table(interaction, parts)
        n = int(values[0]) if values and values[0].isdecimal() and len(values[0]) < 10 else 0
        if table is not None:
            own = table.seat_of(interaction.user.id) == parts[-1]
            await viewing.show_notes(self.client, interaction, table, drops(n) if own else None)

    async def _change(self, interaction: Interaction[Any], parts: list[str], change: MakePlan) -> None:
        table, way = await self._table(interaction, parts), Way.read(parts[:5])
        if table is not None and way is not None:
            await viewing.change_plan(self.client, interaction, table, change, way)
        elif table is not None:  # A button of an earlier release.
            await self.client.answer(interaction, table, Stale())

    async def pick(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Fill in a field of an order."""
        n = int(parts[5]) if len(parts) > 5 and parts[5].isdecimal() and len(parts[5]) < 3 else 0
        await self._walk(interaction, parts, lambda way: picked(way, n, values))

    async def _walk(self, interaction: Interaction[Any], parts: list[str], go: Callable[[Way], Way]) -> None:
        await self.client.walk(interaction, parts, lambda table, seat, way: panel.walk(table, seat, go(way)))

    async def more(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show further options of an order."""
        await self._walk(interaction, parts, lambda way: way)

    async def goal(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Continue with a pick from a list of goals, each a verb with the picks of a way."""
        name, _, picks = (values[0] if values else "").partition(":")
        goal = tuple(picks.split(".")) if picks else ()
        await self._walk(interaction, parts, lambda way: Way(way.game, way.moment, name, goal))

    async def some(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Continue with some of the pieces of a place."""
        await self._walk(interaction, parts, lambda way: msgspec.structs.replace(way, picks=("+".join(values),)))

    async def rest(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Show the same order for the other pieces, before it is given to all of them."""
        await self.client.walk(
            interaction, parts, lambda table, seat, way: together.page(table, table.seen(seat), way)
        )

    async def together(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Give the orders of a page one after another."""
        table = await self._table(interaction, parts)
        way = Way.read(parts[:5])
        if table is not None and way is not None:
            await together.give(self.client, interaction, table, way)
        elif table is not None:
            await self.client.say(interaction, no(NONSENSE))

    async def lay(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Lay the order that the panel shows aside, to be given with others."""

        async def added(table: Table, seat: Seat, way: Way, orders: Orders) -> Orders:
            order = await compute(aside.order, table, seat, way)
            return orders if order is None or len(orders) >= aside.MOST else (*orders, order)

        await self._listed(interaction, parts, added)

    async def rearrange(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Take an order off the list, or move it up."""

        async def changed(table: Table, seat: Seat, way: Way, orders: Orders) -> Orders:
            return aside.changed(orders, values[0] if values else "")

        await self._listed(interaction, parts, changed)

    async def _listed(
        self, interaction: Interaction[Any], parts: list[str],
        change: Callable[[Table, Seat, Way, Orders], Awaitable[Orders]],
    ) -> None:  # fmt: skip
        """Change the list of a seat, if it is still the one that was shown, and show it."""
        table, way = await self._table(interaction, parts), Way.read(parts[:5])
        seat = await viewing.seat_at(self.client, interaction, table) if table is not None else None
        if table is None or seat is None:
            return
        if way is None or not way.listed:
            await self.client.say(interaction, no(NONSENSE))
            return
        if aside.is_of_now(table, seat, way):
            orders = await change(table, seat, way, table.laid_aside(seat))
            await self.client.desk.lay_aside(table, seat, orders)
        await viewing.show_orders(self.client, interaction, table, panel.panel)

    async def doall(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Give the orders of the list one after another."""
        table = await self._table(interaction, parts)
        seat = await viewing.seat_at(self.client, interaction, table) if table is not None else None
        way = Way.read(parts[:5])
        if table is not None and seat is not None:
            known = way is not None and way.listed and aside.is_of_now(table, seat, way)
            seq = way.moment if way is not None and known else -1
            await together.give_list(self.client, interaction, table, table.laid_aside(seat), seq)

    async def hint(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Say what the computer would do."""
        table = await self._table(interaction, parts)
        if table is not None:
            await viewing.show_hint(self.client, interaction, table)

    @case("FP-hint")
    async def hinted(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Give the order the computer suggested."""
        table = await self._table(interaction, parts)
        if table is None:
            return
        if not table.hints:
            await self.client.say(interaction, no(hint.RULED_OUT))
            return
        reply = await self.client.desk.act(
            table, interaction.user.id, table.game.advise, interaction.id, _moment(parts)
        )
        await self.client.answer(interaction, table, reply)

    async def act(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Give the order that the panel shows."""
        table = await self._table(interaction, parts)
        way = Way.read(parts[:5])
        if table is None:
            return
        if way is None or kind_of(table.game, way.name) is None:
            await self.client.say(interaction, no(NONSENSE))
            return
        if way.planned:
            change = planning.adds_way(table, way)
            await viewing.change_plan(self.client, interaction, table, change, way)
            return
        reply = await self.client.desk.act(
            table,
            interaction.user.id,
            lambda seen: chosen(table.game, seen, way) or NONSENSE,
            interaction.id,
            way.moment,
        )
        await self.client.answer(interaction, table, reply)

    async def undo(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Take the last action back."""
        table = await self._table(interaction, parts)
        if table is not None:
            moment = _moment(parts)
            reply = await self.client.desk.take_back(table, interaction.user.id, interaction.id, moment)
            await self.client.answer(interaction, table, reply)

    @case("FP-rewind")
    async def rewind(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Agree to go back; the last one to agree makes it so."""
        table = await self._table(interaction, parts)
        if table is None:
            return
        if len(parts) != 3 or not all(part.isdecimal() and len(part) < 10 for part in parts):
            await self.client.say(interaction, no(NONSENSE))
            return
        await guide.vote(self.client, interaction, table, int(parts[1]), int(parts[2]))

    @case("FP-absent")
    async def end(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Agree to end the game without a loser."""
        table = await self._table(interaction, parts)
        if table is not None:
            await guide.end(self.client, interaction, table, _moment(parts), asks=parts[2:] == ["ask"])

    @case("FP-resign")
    async def resign(self, interaction: Interaction[Any], parts: list[str], values: list[str]) -> None:
        """Give the game up for good."""
        table = await self._table(interaction, parts)
        if table is None:
            return
        await guide.resign(self.client, interaction, table, _moment(parts))


def _at(parts: list[str]) -> str:
    """Return the moment that a button of the lobby was made for."""
    return parts[1] if len(parts) > 1 else ""


def _seat(parts: list[str]) -> Seat:
    return Seat(parts[2] if len(parts) > 2 else "")


def _moment(parts: list[str]) -> int:
    """Return the moment that a button was made for; -1, long ago, if it names none."""
    return int(parts[1]) if len(parts) > 1 and parts[1].isdecimal() and len(parts[1]) < 10 else -1
