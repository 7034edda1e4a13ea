"""Longer answers: help, the log, the dice, odds, standing orders, and undo."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import partial
from itertools import islice
from operator import itemgetter
from typing import Any

from discord import (
    AllowedMentions,
    ButtonStyle,
    HTTPException,
    Interaction,
    Object,
    RateLimited,
    SelectOption,
)

from bot.chat.client import BotClient
from bot.chat.controls.buttons import Pick, Press, view
from bot.chat.desk.answers import no, sentence, to_confirm
from bot.chat.desk.desk import Asked, Done
from bot.chat.desk.draft import RESIGN, Unchanged, Unsure
from bot.chat.desk.names import named, side
from bot.chat.desk.order_text import LONGEST, MOST, AnyGame, AnySeen, Malformed
from bot.chat.desk.table import AnyInstruction, Table
from bot.chat.desk.work import UNREACHABLE, compute
from bot.chat.lobby import TO_END, Said
from bot.chat.panel.page import Page, unbroken
from bot.chat.panel.way import Way
from bot.chat.posts.narrative import remembered, tell
from bot.chat.posts.sending import document
from bot.kernel import VERSION
from bot.kernel.dice import key
from bot.kernel.fields import fields
from bot.kernel.game import kind_of, verb
from bot.kernel.log import after, drawn
from bot.kernel.rule import case
from bot.kernel.secret import PUBLIC, Seat, redact, see
from bot.kit.english import count, percent
from bot.kit.instructions import STANDING
from bot.kit.lessons import SET
from bot.kit.lots import rolls
from bot.store.exports import export, told, verify

log = logging.getLogger(__name__)

SURE = "sure"
"""Marks a button that confirms."""
HELP = """\
## How to play
**Begin:** `/game new` opens a table in a channel. Take a side with the buttons; the computer can take the other.
**Your move:** the bot calls you when it is your move. Press **Your orders** under any post, or `/game play`: \
choose a unit or an action; a green button acts at once. Or type an order: `/{key}`, then an action; every option \
is completed from the legal moves. `/game do` takes several orders.
**Look:** `/game news` tells what happened since your last order. `/game board` is the map, now or after an \
earlier move, or as a film. `/game status` says it in words. `/game show at place:C4` shows a place and all \
orders there.
**Hidden things** reach you by direct message, and by `/game hand` whenever you like. Nobody else sees them.
**Ask before you act:** `/game hint` shows the computer's move for you. `/game odds order:` gives exact chances. \
`/game why-not order:` says why an order is illegal. `/game rule` has the rules and explains words; {asks}.
**Save time:** `/game me orders` sets standing orders, your answers to routine questions. `/game me plan` queues \
orders that are given for you one after another. Nobody else sees either.
**Mistakes:** `/game undo` takes your last action back while no die has fallen and nothing hidden was seen. Past \
that, `/game undo to:` asks the others.
**Dice** can be checked: `/game show dice`, with `file:` the whole game.
**More:** `/game mine` lists your games; with `away:` or `quiet:` nothing calls you for that time. `game:` names \
one of them from anywhere. `/game log` lists past events, `/game me note` keeps notes, `/game me look` changes \
colours and films. `/game resign` gives up, and `/game table` has more.
-# New names: `/game at`, `/game dice` are in `/game show`; `/game orders`, `/game look` in `/game me`; \
`/game rewind`, `/game export` are `/game undo to:`, `/game show dice file:`."""


def help_text(game: AnyGame) -> str:
    """Return how to play a title, in two minutes."""
    asks = ", ".join(f"`/{game.key} ask {verb(kind)}`" for kind in game.questions)
    return HELP.format(key=game.key, asks=f"{asks} answer questions about the map")


PER_PAGE = 8
"""Moves on a page of the log."""
MOST_MOVES = 100
"""How many moves are offered to be taken back; earlier ones may still be named."""


def first_steps(table: Table) -> list[Press]:
    """Return the buttons that help after sitting down."""
    if table.record.status == "lobby":
        return []
    return [
        Press(f"panel:{table.record.id}", "Your orders", ButtonStyle.primary, emoji="🎖️"),
        Press(f"board:{table.record.id}", "Map", emoji="🗺️"),
    ]


async def seated(client: BotClient, interaction: Interaction[Any], table: Table, said: Said) -> None:
    """Report a new seat, and begin the game if it was complete by that."""
    if not isinstance(said, str):
        await client.say(interaction, no(said))
        return
    await client.lobby.start_if_ready(table, interaction.id)
    await client.say(interaction, said, buttons=view(*first_steps(table)))


def log_page(table: Table, seat: Seat, page: int) -> str:
    """Return a page of moves, the newest page first, without undone moves.

    Between the moves a seat reads what it has left with the table.
    """
    left = [each for each in table.log.instructions.get(seat, ()) if remembered(table, each)]
    entries = [(n, 1, partial(_move, table, n, seat)) for n in table.log.moves]
    entries += [(each.entries, 0, partial(_own, table, each)) for each in left]
    entries.sort(key=itemgetter(0, 1))
    pages = -(-len(entries) // PER_PAGE)
    end = len(entries) - (page - 1) * PER_PAGE
    shown = entries[max(0, end - PER_PAGE) : max(0, end)]
    if not shown:
        has = count(len(table.log.moves), "move")
        return f"There is no page {page}: the game has {has}, on {count(pages, 'page')}."
    told = [tells() for _, _, tells in shown]
    further = f"; `/game log page:{page + 1}` goes further back" if page < pages else ""
    return "\n".join(told) + f"\n-# Page {page} of {pages}{further}."


def _move(table: Table, n: int, seat: Seat) -> str:
    """Report a move by its number, and by its source if the seat may know it."""
    entry = table.log[n]
    known = entry.by not in ("plan", "orders") or entry.seat == seat
    by = f" ({entry.by})" if known and entry.by not in ("person", "table") else ""
    head = f"**{n} · {named(table, entry.seat) if entry.seat else 'The table'}{by}**"
    return "\n".join([head, *(tell(table, n, seat).lines or ["Nothing that you can see."])])


def _own(table: Table, left: AnyInstruction) -> str:
    """Tell its owner of something that was left with the table."""
    return "\n".join([f"**🗒️ {named(table, left.seat)}** · only you read this", *remembered(table, left)])


def moves(table: Table, seat: Seat) -> list[tuple[int, str]]:
    """Return the latest moves to go back to, newest first, as the seat may read them."""
    log = table.log
    own = (n for n in log.moves if log[n].by in ("person", "plan", "orders") and log[n].action is not None)
    return [
        (n, f"{n}: {named(table, log[n].seat)}: {next(iter(tell(table, n, seat).lines), '')}".replace("*", ""))
        for n in reversed([*own][-MOST_MOVES:])
    ]


@case("FP-rewind")
async def ask_rewind(client: BotClient, interaction: Interaction[Any], table: Table, to: int) -> None:
    """Ask the other people of a game to go back; alone, one goes back at once."""
    person, moment = interaction.user.id, table.publicly_since
    people = table.people()
    others = await client.desk.still_asked(table, to, [each for each in people if each != person])
    agreed = not await client.desk.still_asked(table, to, [person])
    asks = person in people and others and not agreed
    if asks and not await _put_to_the_vote(client, interaction, table, others, moment, to):
        await client.say(interaction, _cannot_be_asked(table))
        return
    reply = await client.desk.rewind(table, person, to, moment, interaction.id)
    if isinstance(reply, Asked):
        asked = "The others are asked{}. Any move before they agree cancels the question."
        await client.say(interaction, no(Unchanged(asked.format(" already"))) if agreed else asked.format(""))
    else:
        await client.answer(interaction, table, reply)


async def _put_to_the_vote(
    client: BotClient, interaction: Interaction[Any], table: Table, others: Sequence[int], moment: int, to: int
) -> bool:
    """Post the question whether to go back. Says whether the channel took it."""
    text = (
        f"⏪ <@{interaction.user.id}> asks to go back to before move {to}. {{names}}, do you agree? "
        f"Dice keep the results that were rolled. (FP-rewind)\n{to_confirm('I agree', f'game undo to:{to}')}"
    )
    return await _asks(client, interaction, table, others, text, f"rewind:{table.record.id}:{moment}:{to}")


def _cannot_be_asked(table: Table) -> str:
    where = f"<#{table.record.channel}>"
    return f"⚠️ The others cannot be asked: I cannot write in {where} now. Nothing was done."


async def _asks(
    client: BotClient, interaction: Interaction[Any], table: Table, others: Sequence[int], text: str, path: str
) -> bool:
    """Post a question to other players, with a button to agree.

    Returns whether the channel took it.
    """
    try:
        await client.get_partial_messageable(table.record.channel).send(
            text.format(names=" ".join(f"<@{other}>" for other in others)),
            view=view(Press(path, "I agree", ButtonStyle.success)),
            nonce=f"q{interaction.id}",
            allowed_mentions=AllowedMentions(users=[Object(other) for other in others]),
        )
    except (HTTPException, RateLimited, *UNREACHABLE) as error:
        log.warning("game %s: nobody could be asked (%s)", table.record.id, error)
        return False
    return True


def resignation(table: Table) -> Any:
    """Return the order to resign."""
    kind = kind_of(table.game, RESIGN)
    return kind() if kind is not None else Malformed("nobody resigns in this game")


def resigning(table: Table, question: Unsure) -> Page:
    """Ask a player whether they really want to give up, and name what they still have."""
    seat = question.seat
    undone = table.game.undone(table.seen(seat), question.action)
    left = f"{sentence(undone)} " if undone else ""
    label = f"Yes, {side(table, seat)} gives up"
    sure = Press(f"resign:{table.record.id}:{question.moment}", label, ButtonStyle.danger)
    text = f"🏳️ {left}Do you really want to give up this game? (FP-resign)\n{to_confirm(label, 'game resign')}"
    return Page(text, view(sure), asks=question)


async def resign(client: BotClient, interaction: Interaction[Any], table: Table, moment: int) -> None:
    """Give the game up for a person who was asked at this moment."""
    order = resignation(table)
    reply = await client.desk.act(table, interaction.user.id, lambda seen: order, interaction.id, moment)
    await client.answer(interaction, table, reply)


def about_the_end(table: Table) -> Unsure:
    """Return the question whether a game ends without a loser."""
    return Unsure(PUBLIC, TO_END, table.publicly_since)


def ending(table: Table, question: Unsure) -> Page:
    """Ask a player whether they really want to end a game without a loser."""
    sure = Press(f"end:{table.record.id}:{question.moment}:ask", "Yes, end it", ButtonStyle.danger)
    text = "🏳️ End this game without a loser? All players must agree, except for absent players. (FP-absent)"
    return Page(f"{text}\n{to_confirm('Yes, end it', 'game table end')}", view(sure), asks=question)


def about_closing(table: Table) -> Unsure:
    """Return the question whether a lobby closes, as it is at this moment."""
    return Unsure(PUBLIC, f"close at {table.moment}", table.publicly_since)


def closing(table: Table, moment: str) -> Page:
    """Ask a person whether they really want to close a lobby of a moment."""
    sure = Press(f"close:{table.record.id}:{moment}:{SURE}", "Yes, close it", ButtonStyle.danger)
    text = f"Close this table? (FP-lobby)\n{to_confirm('Yes, close it', 'game table close')}"
    return Page(text, view(sure), asks=about_closing(table))


async def end(client: BotClient, interaction: Interaction[Any], table: Table, moment: int, *, asks: bool) -> None:
    """End a game without a loser if all agree; `asks` asks the others by a post."""
    person, manages = interaction.user.id, client.manages(interaction, table.record)
    first = asks and await client.desk.still_asked(table, TO_END, [person])
    others = await client.lobby.asked_to_end(table, person, moment) if first else ()
    text = f"🏳️ <@{person}> asks to end this game without a loser. {{names}}, do you agree? (FP-absent)"
    text += f"\n{to_confirm('I agree', 'game table end')}"
    if others and not await _asks(client, interaction, table, others, text, f"end:{table.record.id}:{moment}"):
        await client.say(interaction, _cannot_be_asked(table))
        return
    said = await client.lobby.end(table, person, interaction.id, manages=manages, at=moment)
    if isinstance(said, Asked):
        still = ", ".join(f"<@{each}>" for each in said.people)
        await client.say(interaction, f"You agree. Still asked: {still}.")
    else:
        await client.say(interaction, said if isinstance(said, str) else no(said))


async def vote(client: BotClient, interaction: Interaction[Any], table: Table, moment: int, to: int) -> None:
    """Agree to go back, and say what came of it."""
    reply = await client.desk.rewind(table, interaction.user.id, to, moment, interaction.id)
    if isinstance(reply, Asked):
        text = f"You agree. Still asked: {', '.join(f'<@{person}>' for person in reply.people)}."
    else:
        text = "⏪ You have agreed: the game goes back." if isinstance(reply, Done) else no(reply)
    await client.say(interaction, text)


async def show_export(client: BotClient, interaction: Interaction[Any], table: Table) -> None:
    """Give the game as a file, as the asker knows it; a finished one whole."""
    over, record = table.record.status == "over", table.record
    if table.lesson is not None:
        await client.say(interaction, dice_page(table, PUBLIC))
        return
    reader = None if over else table.seat_of(interaction.user.id) or PUBLIC
    text = await compute(
        export, table.game, VERSION, record.scenario, record.options, record.seed, table.words, table.log,
        table.log.recorded(), reader, record.start,
    )  # fmt: skip
    whole = "The whole game, with the seed of its dice."
    said = whole if over else "The game as you have seen it. The seed follows when the game is over."
    attached = await compute(document, f"fieldpost-{record.id}.jsonl", text, interaction.filesize_limit)
    await client.say(interaction, said, attached=(attached,))


def odds_text(table: Table, seen: AnySeen, action: Any) -> str:
    """Describe the odds of an order, each modifier with its case, and its legality."""
    odds, refusal = table.game.odds(seen, action), table.game.judge(seen, action)
    if odds is None:
        why = "cannot be derived from your view" if refusal is None else "are known once it can be given"
        lines = [f"🎲 **No dice decide that order**, or its chances {why}."]
    else:
        lines = [f"🎲 **{odds.title}**"]
        lines += (f"- {name}: **{percent(chance)}**" for name, chance in odds.chances if chance > 0)
        lines += (f"-# {part.why} {part.n:+} [{part.cite}]" for part in odds.modifiers)
        lines += (f"-# {sentence(note)}" for note in odds.notes)
    if refusal is not None:
        lines.append(no(refusal, table.game))
    return "\n".join(lines)


@unbroken
def standing_orders(table: Table, seat: Seat) -> Page:
    """Show a seat's standing orders and their alternatives on one page."""
    way = Way(table.record.id, table.since(seat), STANDING)
    text = f"📜 **Your standing orders, {named(table, seat)}**\n{table.game.orders(table.seen(seat))}"
    options = [_option(value, said) for value, said in islice(other_orders(table, seat).items(), MOST)]
    change = [Pick(f"standing:{way.game}:{way.moment}", options, "Change one of them", row=0)] if options else []
    last = Press(way.path("more"), "Word by word", row=1), Press(f"panel:{way.game}", "Your orders", row=1)
    return Page(text, view(*change, *last))


def _option(value: str, said: str) -> SelectOption:
    """Return a list option for a standing order; long sentences continue below."""
    head = said if len(said) <= LONGEST else said[: LONGEST + 1].rpartition(" ")[0]
    return SelectOption(label=head, value=value, description=said[len(head) :].strip()[:LONGEST] or None)


def other_orders(table: Table, seat: Seat) -> dict[str, str]:
    """Return the legal standing orders, such as `retreat=safest`, each as a sentence."""
    game, kind = table.game, kind_of(table.game, STANDING)
    now = game.orders(table.seen(seat)).split("\n")
    found: dict[str, str] = {}
    for field in fields(kind) if kind is not None else ():
        for choice in filter(None, field.choices):
            order = kind(**{field.name: choice}) if kind is not None else None
            if game.judge(table.seen(seat), order) is None:
                state = after(game, table.state, game.resolve(table.state, seat, order, table.dice()))
                new = [line for line in game.orders(see(state, seat)).split("\n") if line not in now]
                found |= {f"{field.name}={choice}": new[0].removeprefix("- ")} if new else {}
    return found


def standing_order(table: Table, text: str) -> Any | Malformed:
    """Read a standing order that was picked from the page."""
    kind = kind_of(table.game, STANDING)
    name, _, choice = text.partition("=")
    if kind is None or not any(field.name == name and choice in field.choices for field in fields(kind)):
        return Malformed("this is no standing order of the game")
    return kind(**{name: choice})


@case("FP-dice")
def dice_page(table: Table, seat: Seat) -> str:
    """Return the commitment, the visible rolls, and at the end the seed and the check."""
    record = table.record
    if table.lesson is not None:
        return f"🎲 **The dice of this lesson are set:** {SET} No seed stands behind them. (FP-lesson)"
    lines = [
        "🎲 **The dice of this game**",
        f"Commitment (SHA-256 of the seed): `{table.commitment}`",
        "Each draw is HMAC-SHA-256 of its number, under the seed, the players' words of luck and the start.",
        *([f"Start: `{record.start}`, the id of the press that began the game."] if record.start else []),
    ]
    given = [f"{named(table, each)}: {'given' if word else 'none'}" for each, word in table.words.items()]
    lines.append(f"Words of luck: {', '.join(given)}. Draws so far: {drawn(table.log)}.")
    over = record.status == "over"
    luck = told(record.seed, table.words, over)
    if over:
        of = (table.game, "", record.scenario, record.options, record.seed, table.words, table.log)
        file = export(*of, table.log.recorded(), start=record.start)
        wrong = verify({table.game.key: table.game}.get, file)
        words = ", ".join(f"{each}={word!r}" for each, word in luck.words.items())
        made = key(record.seed, table.words, record.start).hex()
        lines.append(f"Seed: `{luck.seed}`; words: {words}; key: `{made}`")
        lines.append("✅ Every die and the final state agree." if not wrong else "❌ " + "; ".join(wrong[:5]))
    else:
        lines.append("The seed is posted when the game is over.")
    shown = [roll for entry in table.log[-20:] for roll in rolls(redact(entry.events, seat)) if roll.sides <= 100]
    lines += (
        f"-# draw {roll.draw}: {roll.purpose}: {len(roll.faces)}d{roll.sides} = {' '.join(map(str, roll.faces))}"
        for roll in shown[-25:]
    )
    return "\n".join(lines)
