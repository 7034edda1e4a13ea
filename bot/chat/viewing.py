"""Displays on request: orders, the situation, the map, the hand."""

from __future__ import annotations

import asyncio
import contextlib
import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from discord import ButtonStyle, Interaction
from discord.ui import View

from bot.chat import enlargements, replay
from bot.chat.client import BotClient
from bot.chat.controls.buttons import Press, view
from bot.chat.desk.answers import fit, no, sentence
from bot.chat.desk.desk import Done, Stranger
from bot.chat.desk.draft import MakePlan
from bot.chat.desk.guard import drawn, painted
from bot.chat.desk.naming import Names, fits
from bot.chat.desk.notes import Change
from bot.chat.desk.order_reading import names, read_field
from bot.chat.desk.order_text import MOST, AnyGame, AnySeen, Choice, Malformed, Misread
from bot.chat.desk.table import Table
from bot.chat.desk.work import FILMS, REPLAYS, compute, draw, draw_later, think
from bot.chat.panel import aside, at, figures, hint, noted, panel
from bot.chat.panel import plan as planning
from bot.chat.panel.eyes import eyes
from bot.chat.panel.page import Page
from bot.chat.panel.pieces import naming_places
from bot.chat.panel.way import Way
from bot.chat.posts import ending, film, moments, news
from bot.chat.posts.narrative import narrative
from bot.chat.posts.posts import MISSING, drawn_hand
from bot.chat.posts.refusals import TROUBLE
from bot.kernel.game import Sketch
from bot.kernel.rule import case
from bot.kernel.secret import PUBLIC, Seat, see
from render import Drawing, Picture, draws, pictures_of
from render.drawings import Board, Closeup, Crop, Enlarged, Front

PROGRESS = 2.0
"""Seconds between two reports on a film that is being made."""


async def seat_at(client: BotClient, interaction: Interaction[Any], table: Table) -> Seat | None:
    """Return the seat that the asker speaks for, or say that they have none."""
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        await client.say(interaction, no(Stranger()))
    return seat


@case("FP-over")
async def show_orders(
    client: BotClient, interaction: Interaction[Any], table: Table, page: Callable[[Table, Seat], Page]
) -> None:
    """Show a page of orders to a seated player; after the game, its result."""
    outcome = table.outcome()
    if outcome is not None:
        text = f"🏁 **The game is over.** {sentence(outcome.why)} Begin another with `/game new`. (FP-over)"
        await client.say(interaction, text, buttons=view(*ending.buttons(table)))
        return
    seat = await seat_at(client, interaction, table)
    if seat is not None:
        await client.show(interaction, table, await compute(page, table, seat))


async def change_plan(
    client: BotClient, interaction: Interaction[Any], table: Table, change: MakePlan | None, way: Way | None = None
) -> None:
    """Change a player's plan if they want that, and show it with its first results.

    `way` is that of the pressed button.
    """
    if change is None:
        await show_orders(client, interaction, table, planning.page)
        return
    shown = (way.moment, way.number) if way is not None else (None, None)
    reply = await client.desk.plan(table, interaction.user.id, change, interaction.id, *shown)
    if not isinstance(reply, Done):
        await client.answer(interaction, table, reply)
        return
    done = await compute(narrative, table, reply.first, reply.last, reply.seat)
    page = await compute(planning.page, table, reply.seat)
    head = fit("✅ " + (done.news or "Noted."), 1000)
    await client.say(interaction, f"{head}\n\n{page.text}", buttons=page.view)


async def show_notes(
    client: BotClient, interaction: Interaction[Any], table: Table, change: Change | None
) -> None:
    """Change what a player has noted where they want that, and show it."""
    seat = await seat_at(client, interaction, table)
    wrong = await client.desk.note(table, interaction.user.id, change, interaction.id) if seat and change else None
    if wrong is not None:
        await client.answer(interaction, table, wrong)
    elif seat is not None:
        await client.show(interaction, table, noted.page(table, seat))


def victory(table: Table) -> str:
    """Return the line that says how one wins the scenario; "" for a lesson."""
    winning = table.game.scenarios[table.record.scenario].facts.winning
    return f"**Victory:** {winning}" if winning and table.lesson is None else ""


async def show_status(client: BotClient, interaction: Interaction[Any], table: Table) -> None:
    """Tell the whole situation as the asker knows it."""
    seen = table.seen(table.seat_of(interaction.user.id) or PUBLIC)
    waits = client.why_silent(interaction, table)
    text = await compute(table.game.status, seen)
    await client.say(interaction, "\n\n".join(filter(None, [waits, text, victory(table)])))


async def show_board(
    client: BotClient, interaction: Interaction[Any], table: Table, at: str = "", move: int | None = None,
    *, unveiled: bool = False, from_news: bool = False,
) -> None:  # fmt: skip
    """Show the map or a part of it to the asker, now or after a move.

    After the game it can be `unveiled` to show all that was hidden. `from_news` adds a button back to the news.
    """
    seat = table.seat_of(interaction.user.id) or PUBLIC
    moment = moments.found(table, move)
    seen = table.seen(seat) if move is None else see(table.log.after(moment.move + 1), seat)
    whole = table.unveiled(moment.move + 1) if unveiled else None
    seen = seen if whole is None else whole
    title = table.record.title
    fronts = await compute(drawn, lambda: pictures_of(title).fronts(seen)) or {}
    front = _front_meant(list(fronts), at)
    place = front or (await _place_meant(client, interaction, table, seen, at) if at else "")
    if place is None:
        return
    look = await client.look_of(interaction.user.id)
    step = table.step() if move is None and whole is None else None
    drawing: Drawing[Picture] = Board(title, seen, look, points=tuple(step.at) if step is not None else ())
    if front:
        drawing = Front(title, seen, front, look)
    elif place:
        drawing = Crop(title, seen, Sketch((place,)), look)
    picture = await draw(painted, drawing)
    text = ""
    if move is not None or whole is not None:
        text = await compute(moments.words, table, moment, seat, unveiled=whole is not None)
    controls = await compute(moments.controls, table, moment, place, list(fronts), unveiled=whole is not None)
    if from_news:
        controls.add_item(Press(f"news:{table.record.id}", "Back to the news", emoji="📰", row=4))
    await client.say(interaction, text, (picture,), buttons=controls)


async def show_news(client: BotClient, interaction: Interaction[Any], table: Table) -> None:
    """Tell the events since the asker's last order, with a list to see each."""
    seat, game = table.seat_of(interaction.user.id) or PUBLIC, table.record.id
    found = await compute(news.news, table, seat)
    orders = [Press(f"panel:{game}", "Your orders", ButtonStyle.primary, emoji="🎖️")]
    shown = [Press(f"film:{game}:lately", "Film", emoji="🎞️")]
    buttons = view(*news.choices(game, found.leading), *(orders if seat in table.asked() else []), *shown)
    await client.say(interaction, news.told(found), buttons=buttons)


async def show_line_of_news(
    client: BotClient, interaction: Interaction[Any], table: Table, move: int, place: str
) -> None:
    """Show the map after a move, near a place if it is on the map."""
    seen = table.seen(table.seat_of(interaction.user.id) or PUBLIC)
    near = await compute(_place, table.game, seen, place) if place else ""
    at = "" if isinstance(near, Misread) else near
    await show_board(client, interaction, table, at, move, from_news=True)


async def show_film(client: BotClient, interaction: Interaction[Any], table: Table, *, whole: bool) -> None:
    """Show recent or all moves as a film, in the asker's view.

    A whole film ends with everything revealed.

    One film is made at a time, frame by frame, to keep other pictures fast. The answer shows the progress, and the
    asker can stop it.
    """
    person, game = interaction.user.id, table.record.id
    seat, look = table.seat_of(person) or PUBLIC, await client.look_of(person)
    ending = (await client.games.person(person)).film
    shoot = await compute(film.Shoot, table, seat, look, ending, whole=whole)
    stop = client.stops[person, interaction.id] = asyncio.Event()
    try:
        async with client.filming:
            complete = await _shoot(
                interaction, shoot, stop, view(Press(f"film:{game}:stop:{interaction.id}", "Stop"))
            )
            made = await draw_later(FILMS, drawn, shoot.finished, interaction.filesize_limit) if complete else None
    finally:
        del client.stops[person, interaction.id]
    others = {"lately": "Recent events", "whole": "The whole game"}
    if stop.is_set():
        await client.say(interaction, "🎞️ The film was stopped.", buttons=_films(game, others))
        return
    del others["whole" if whole else "lately"]
    said = f"🎞️ **Moves {shoot.moves[0]} to {shoot.moves[-1]}, as you saw them.**" if made is not None else MISSING
    await client.say(interaction, said, attached=(made,) if made else (), buttons=_films(game, others))


async def show_replay(
    client: BotClient, interaction: Interaction[Any], table: Table, wanted: replay.Asked
) -> None:
    """Send a part of a replay to the page, as the asker saw it."""
    person = interaction.user.id
    seat, look = table.seat_of(person) or PUBLIC, await client.look_of(person)
    made = await draw_later(REPLAYS, drawn, replay.answer, table, seat, look, wanted)
    await client.say(interaction, "" if made is not None else MISSING, attached=made or ())


async def show_enlarged(
    client: BotClient, interaction: Interaction[Any], table: Table, wanted: enlargements.Asked,
    *, move: int, unveiled: bool,
) -> None:  # fmt: skip
    """Send a part of the map after a move in more detail.

    If a page of orders lies over the map, this is a part of the map of that page.
    """
    seat, look = table.seat_of(interaction.user.id) or PUBLIC, await client.look_of(interaction.user.id)
    picture: Picture | None = None
    if wanted.over:
        shown = client.enlargements.found(interaction.user.id, wanted.over)
        seen, sketch = (shown.seen, shown.sketch) if shown is not None else (None, Sketch(()))
    else:
        moment = moments.found(table, move)
        open_ = table.unveiled(moment.move + 1) if unveiled else None
        seen, sketch = open_ or see(table.log.after(moment.move + 1), seat), Sketch(())
    if seen is not None:
        drawing = Enlarged(table.record.title, seen, wanted.places, sketch, look)
        picture = await draw_later(REPLAYS, painted, drawing)
    await client.say(
        interaction, "" if picture is not None else MISSING, (picture,) if picture is not None else ()
    )


def _films(game: int, offered: Mapping[str, str]) -> View:
    """Offer films of a game."""
    return view(*(Press(f"film:{game}:{key}", label, emoji="🎞️") for key, label in offered.items()))


async def _shoot(interaction: Interaction[Any], shoot: film.Shoot, stop: asyncio.Event, stopping: View) -> bool:
    """Draw the frames of a film and show the progress. Returns False if it is stopped."""
    said = time.monotonic()
    for n in range(shoot.count):
        if time.monotonic() - said >= PROGRESS:
            text = f"🎞️ The film is being made: {n} of {shoot.count} pictures."
            with contextlib.suppress(*TROUBLE):  # The film itself is shown with more patience.
                await interaction.edit_original_response(content=text, attachments=[], view=stopping)
            said = time.monotonic()
        if stop.is_set():
            return False
        await draw_later(FILMS, drawn, shoot.add, n)
    return not stop.is_set()


async def stop_film(client: BotClient, interaction: Interaction[Any], table: Table, begun: str) -> None:
    """Stop a film of the asker's, which the interaction of this number began."""
    stop = client.stops.get((interaction.user.id, int(begun))) if begun.isdecimal() else None
    if stop is not None:
        stop.set()  # The answer to the first interaction says so.
        return
    buttons = _films(table.record.id, {"lately": "Recent events", "whole": "The whole game"})
    await client.say(interaction, "🎞️ This film is not being made any more.", buttons=buttons)


def _front_meant(fronts: Sequence[str], at: str) -> str:
    """Return the part of a large map with this name or unique words; "" for a place."""
    found = Names({name: name for name in fronts}).named(at) if len(at) > 2 else []
    return found[0] if len(found) == 1 else ""


async def show_place(client: BotClient, interaction: Interaction[Any], table: Table, named: str) -> None:
    """Show a place, say what stands there, and offer what can be done about it."""
    seat = table.seat_of(interaction.user.id) or PUBLIC
    way = aside.begun(table, seat)
    seen = await compute(eyes, table, seat, way)
    place = await _place_meant(client, interaction, table, seen, named)
    if place is None:
        return
    step = table.step()
    wanted = {*step.at} - {place} if step is not None else set[str]()
    await client.show(interaction, table, await compute(at.page, table.game, seen, way, place, wanted))


async def show_figures(
    client: BotClient, interaction: Interaction[Any], table: Table, named: str, number: int = 0
) -> None:
    """Explain each figure of a unit in a place, or of its ground."""
    seen = table.seen(table.seat_of(interaction.user.id) or PUBLIC)
    place = await _place_meant(client, interaction, table, seen, named)
    if place is None:
        return
    page = await compute(figures.page, table.game, seen, table.record.id, place, number)
    closeup = Closeup(table.record.title, seen, place, await client.look_of(interaction.user.id))
    picture = await draw(painted, closeup) if draws(table.game.key) else None
    await client.say(interaction, page.text, (picture,) if picture is not None else (), page.view)


@case("FP-hint")
async def show_hint(client: BotClient, interaction: Interaction[Any], table: Table) -> None:
    """Show the computer's order for the asker, unless the players ruled hints out."""
    seat = await seat_at(client, interaction, table)
    if seat is None:
        return
    way, seen = Way(table.record.id, table.since(seat)), table.seen(seat)
    if table.step() is not None:
        await show_orders(client, interaction, table, panel.panel)
        return
    if not table.hints:
        await client.say(interaction, no(hint.RULED_OUT))
    elif seat not in table.asked():
        await show_orders(client, interaction, table, panel.panel)
    else:
        await client.show(interaction, table, await think(hint.page, table.game, seen, way))


async def _place_meant(
    client: BotClient, interaction: Interaction[Any], table: Table, seen: AnySeen, text: str
) -> str | None:
    """Return the place that a text means; if unreadable, say so and return `None`."""
    place = await compute(_place, table.game, seen, text)
    if isinstance(place, Misread):
        await client.say(interaction, no(place))
        return None
    return place


def places(game: AnyGame, seen: AnySeen, typed: str) -> list[Choice]:
    """Suggest places of the map."""
    found = naming_places(game)
    if found is None:
        return []
    _, field = found
    named = ((value, game.label(seen, field, value)) for value in game.values(seen, field) if value)
    return [Choice(label[:100], str(value)) for value, label in named if fits(label, typed)][:MOST]


def parts(game: AnyGame, seen: AnySeen, typed: str) -> list[Choice]:
    """Suggest parts of a large map, and places."""
    fronts = [
        Choice(name, name) for name in drawn(lambda: pictures_of(game.key).fronts(seen)) or () if fits(name, typed)
    ]
    return [*fronts, *places(game, seen, typed)][:MOST]


def _place(game: AnyGame, seen: AnySeen, text: str) -> str | Misread:
    found = naming_places(game)
    if found is None:
        return Malformed(f"{game.name} has no map")
    kind, field = found
    place: str | Misread = read_field(game, seen, kind, field, text, {})
    if isinstance(place, Misread) and not re.search(r"\d", text):  # To look is not to order: other words will do.
        labels = names(game, seen, field).labels
        fitting = [value for value, label in labels.items() if fits(label, text)]
        return fitting[0] if len(fitting) == 1 else place
    return place


@case("FP-secret")
async def show_hand(client: BotClient, interaction: Interaction[Any], table: Table) -> None:
    """Show the seat's secrets, and its open cards and units."""
    seat = table.seat_of(interaction.user.id)
    if seat is None:
        await client.say(interaction, "👀 You have no seat in this game, so you have no secrets.")
        return
    look = await client.look_of(interaction.user.id)
    seen = table.seen(seat)
    picture, lacking = await draw(drawn_hand, table, seen, look)
    hidden = table.game.hand(seen) or "You have nothing hidden now."
    hidden += f"\n{MISSING}" if lacking else ""
    text = "\n\n".join(filter(None, [hidden, table.game.held(seen), planning.in_hand(table, seat)]))
    await client.say(interaction, text, (picture,) if picture is not None else ())
