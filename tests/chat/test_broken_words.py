"""A title with a broken sentence or rule is playable, and every exit is open."""

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest
from PIL import Image

from bot.chat.desk import desk, guard
from bot.chat.desk.guard import RULES, UNTOLD, WORDS
from bot.chat.desk.order_text import write
from bot.chat.desk.table import Table
from bot.chat.panel import page as pages
from bot.chat.posts.narrative import narrative
from bot.kernel.game import legal, open_kinds
from bot.kernel.log import drawn
from bot.kernel.secret import PUBLIC, Seat
from bot.kit.advice import Adviser
from bot.kit.codec import encode
from bot.local import Channel
from bot.titles import titles
from bot.titles.tide import TITLE
from bot.titles.tide import events as ev
from bot.titles.tide.model import actions as do
from render import Picture
from render.titles import PICTURES
from tests.chat import mail
from tests.chat.evening import DONE, Evening, Player
from tests.match import Match

pytestmark = pytest.mark.asyncio(loop_scope="session")

BROKEN = "shows whether your order still counted"
"""The answer to a command that failed."""
DECIDE = {"blank", "open", "evolve", "resolve", "outcome", "call_off", "play"}
"""The parts of a title that decide what happens.

All others describe or offer something.
"""
MOVES = 3
"""How many orders are given while something is broken."""


@pytest.fixture(autouse=True)
def afresh(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let each test log what breaks, and let computers try again at once."""
    guard._reported.clear()
    monkeypatch.setattr(desk, "AGAIN", (0.0, 0.0))
    yield
    guard._reported.clear()


def breaks(*asked: Any) -> Any:
    raise KeyError("a name that is not there")


async def mover(tonight: Evening, table: Table, players: list[Player]) -> Player:
    await tonight.settled()
    return next(each for each in players if each.id == table.person_at(table.asked()[0]))


async def plays(
    tonight: Evening, table: Table, players: list[Player], moves: int = MOVES, *, named: bool = True
) -> None:
    """Give the computer's order for the player in turn, or an order without names."""
    for _ in range(moves):
        player = await mover(tonight, table, players)
        order = TITLE.play(table.seen(table.asked()[0])) if named else do.Stop()
        said = await player.orders(order)
        assert said.content.startswith(DONE), said.content
    await tonight.settled()


async def looks_everywhere(tonight: Evening, table: Table, players: list[Player]) -> None:
    """Ask for every view of a player, and use the exits up to the end of the game."""
    player = await mover(tonight, table, players)
    order = "advance unit:1st Squad to:C4"
    for command, options in (
        ("game play", {}), ("game status", {}), ("game hand", {}), ("game log", {}), ("game board", {}),
        ("game me orders", {}), ("game me plan", {}), ("game mine", {}), ("game show at", {"place": "C4"}),
        ("game show figures", {"place": "C4"}), ("game odds", {"order": order}),
        ("game why-not", {"order": order}), ("game hint", {}), ("game show dice", {}),
        ("game show dice", {"file": True}), ("game undo", {}), ("tide ask sight", {"hex": "C4"}),
    ):  # fmt: skip
        said = await player.types(command, **options)
        assert BROKEN not in said.content, f"/{command} {options}: {said.content}"
        assert said.content != pages.UNSHOWN, command
    await player.offered("tide advance", "unit", unit="")
    assert "Do you really want to give up this game?" in (said := await player.types("game resign")).content
    assert BROKEN not in (await player.clicks(said, said.labels[0])).content
    await tonight.settled()
    assert table.outcome() is not None


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace each picture by a dot, because these tests draw often."""
    dot = io.BytesIO()
    Image.new("RGB", (1, 1)).save(dot, "PNG")
    picture = Picture(dot.getvalue(), 1, 1, "A dot.", "map.png")
    for painter, name in product(map(type, PICTURES.values()), ("board", "crop", "hand", "cards")):
        monkeypatch.setattr(painter, name, lambda *asked, **named: picture)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("hook", sorted(WORDS.keys() - {"known", "asked", "is_open"}))
async def test_a_game_is_played_on_whatever_cannot_be_said(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, hook: str
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    with monkeypatch.context() as broken:
        broken.setattr(TITLE, hook, breaks)
        posted = len(players[0].posts())
        named = hook != "values"  # Without them no name can be read.
        await plays(tonight, table, players, MOVES if named else 2, named=named)
        assert len(table.log) > 2
        assert len(players[0].posts()) > posted, "the others read what has happened"
        assert f"move {len(table.log) - 1}" in players[0].last().content
        assert await tonight.client.games.owed(table.record.id) == []
        await looks_everywhere(tonight, table, players)
    assert await tonight.client.games.owed(table.record.id) == []
    told = mail.moves_told(players[0].posts(), table.record.id)
    assert told == sorted(set(told)), "each move once"
    assert told[-1] == len(table.log) - 1


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("title", titles())
async def test_every_title_is_played_on_with_all_its_words_broken(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, title: str
) -> None:
    game = titles()[title]
    match = Match(game, next(iter(game.scenarios)), {}, b"broken")
    table, players = await tonight.plant(place, match, *("Anna", "Boris", "Vera", "Grigori")[: len(match.seats)])
    for hook in WORDS.keys() - {"known", "asked", "is_open", "values"}:
        monkeypatch.setattr(game, hook, breaks)
    for _ in range(MOVES):
        player = await mover(tonight, table, players)
        said = await player.clicks(await player.types("game hint"), "Do it")
        assert said.content.startswith(DONE), said.content
    await tonight.settled()
    assert f"move {len(table.log) - 1}" in player.last().content
    assert f"Move {len(table.log) - 1} cannot be described" in player.posts()[-1].content
    assert await tonight.client.games.owed(table.record.id) == []
    for command, options in (
        ("game play", {}), ("game status", {}), ("game log", {}), ("game show dice", {"file": True}),
        ("game undo", {}),
    ):  # fmt: skip
        said = await player.types(command, **options)
        assert BROKEN not in said.content, f"/{command} {options}: {said.content}"
    said = await player.types("game resign")
    assert BROKEN not in (await player.clicks(said, said.labels[0])).content
    assert "resign" in encode(table.log[-1]).decode()


@pytest.mark.usefixtures("small")
async def test_a_move_that_cannot_be_described_is_posted_and_logged_once(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    told = TITLE.tell
    monkeypatch.setattr(TITLE, "tell", lambda seen, event: breaks() if is_a_step(event) else told(seen, event))
    await plays(tonight, table, players, 6)
    posts = [post.content for post in players[0].posts()]
    moved = [n for n, entry in enumerate(table.log) if n and any(map(is_a_step, entry.events))]
    assert len(moved) > 1
    for n in moved:
        assert any(f"⚠️ Move {n} cannot be described in words" in post for post in posts)
        assert sum("⚠️" in line for line in narrative(table, n, n).lines) == 1
    assert not any(UNTOLD in post for post in posts)
    logged = [record for record in caplog.records if record.getMessage().startswith("tide: tell cannot")]
    kinds = {type(event).__name__ for entry in table.log[1:] for event in entry.events if is_a_step(event)}
    assert sorted(record.getMessage().split(" for ")[1].split(";")[0] for record in logged) == sorted(kinds)
    assert all(record.exc_info for record in logged)


def is_a_step(event: Any) -> bool:
    return isinstance(event, ev.Moved | ev.Placed | ev.Activated)


async def test_a_broken_account_is_replaced(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view that cannot be followed breaks the words of a move, but not its post."""
    table, players = await tonight.game(place, "Anna", "Boris")
    from bot.chat.posts import narrative as account

    monkeypatch.setattr(account, "_next", breaks)
    await plays(tonight, table, players)
    assert any("cannot be described in words" in post.content for post in players[0].posts())
    assert await tonight.client.games.owed(table.record.id) == []


@pytest.mark.usefixtures("small")
@pytest.mark.case("FP-broken")
@pytest.mark.parametrize("part", ["judge", "candidates", "resolve"])
async def test_an_order_whose_rules_break_is_refused_and_others_are_taken(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    whole: Callable[..., Any] = getattr(TITLE, part)

    def breaks_for_advances(*asked: Any) -> Any:
        advances = any(each is do.Advance or isinstance(each, do.Advance) for each in asked)
        return breaks() if advances else whole(*asked)

    player = await mover(tonight, table, players)
    seen = table.seen(table.asked()[0])
    advance = next(legal(TITLE, seen, do.Advance))
    with monkeypatch.context() as broken:
        broken.setattr(TITLE, part, breaks_for_advances)
        entries = len(table.log)
        said = await player.orders(advance)
        if part != "candidates":
            assert "something broke here" in said.content.lower()
            assert "nothing was done" in said.content
            assert len(table.log) == entries
        page = await player.types("game play")
        assert "Stop" in page.labels
        assert (await player.types("tide stop")).content.startswith(DONE)
        await looks_everywhere(tonight, table, players)


@pytest.mark.usefixtures("small")
@pytest.mark.case("FP-broken")
async def test_orders_before_a_broken_order_are_given(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    player, seat = await mover(tonight, table, players), table.asked()[0]
    whole = TITLE.resolve

    def breaks_for_op_fire(state: Any, seat: Seat, action: Any, dice: Any) -> Any:
        if isinstance(action, do.OpFire):
            dice.roll("a die that falls under the table", 1)
            return breaks()
        return whole(state, seat, action, dice)

    monkeypatch.setattr(TITLE, "resolve", breaks_for_op_fire)
    guards: Any = next(legal(TITLE, table.seen(seat), do.OpFire))
    advances: list[Any] = [*legal(TITLE, table.seen(seat), do.Advance)]
    advance = next(each for each in advances if each.unit not in guards.units)
    typed = [write(TITLE, table.seen(seat), action) for action in (advance, guards)]
    said = await player.types("game do", orders="; ".join(typed))
    assert "1 of 2 orders was given" in said.content
    assert "Something broke here" in said.content
    assert [type(entry.action) for entry in table.log if entry.seat == seat] == [do.Advance]
    assert table.dice().drawn == drawn(table.log) == table.log[-1].drawn


async def test_no_move_is_forced_while_others_are_unknown(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    player = await mover(tonight, table, players)
    seat = table.asked()[0]
    first = next(legal(TITLE, table.seen(seat), do.Stop))
    whole = TITLE.candidates
    monkeypatch.setattr(
        TITLE, "candidates", lambda seen, kind, fixed: whole(seen, kind, fixed) if kind is do.Stop else breaks()
    )
    assert (await player.orders(first)).content.startswith(DONE)
    await tonight.settled()
    assert [entry.by for entry in table.log[1:]] == ["person"]
    assert open_kinds(TITLE, table.seen(table.asked()[0]))


async def test_a_computer_plays_on_while_its_question_cannot_be_worded(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = await tonight.game(place, "Anna")
    monkeypatch.setattr(TITLE, "prompts", breaks)
    await plays(tonight, table, players)
    assert any(entry.by == "computer" for entry in table.log)
    assert "The question cannot be put into words" in players[0].last().content


async def test_a_game_without_a_possible_question_says_so_and_can_be_undone(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    await plays(tonight, table, players, 2)
    player = await mover(tonight, table, players)
    order = TITLE.play(table.seen(table.asked()[0]))
    stuck = len(table.log) + 1
    for part in ("asked", "prompts"):
        works = getattr(TITLE, part)
        monkeypatch.setattr(TITLE, part, lambda at, works=works: works(at) if len(table.log) < stuck else breaks())
    assert BROKEN not in (await player.orders(order)).content
    await tonight.settled()
    assert "The game cannot continue" in player.posts()[-1].content
    assert "cannot be worked out" in (await player.types("game mine")).content
    assert BROKEN not in (await player.types("game play")).content
    assert BROKEN not in (await player.types("game show dice", file=True)).content
    other = next(each for each in players if each is not player)
    await player.types("game undo", to=1)
    assert "agreed" in (await other.clicks(other.posts()[-1], "I agree")).content
    assert table.log[-1].back_to == 1


async def test_a_page_that_breaks_names_the_ways_that_are_left(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    player = await mover(tonight, table, players)
    from bot.chat.panel import panel

    monkeypatch.setattr(panel, "possible", breaks)
    assert (await player.types("game play")).content == pages.UNSHOWN
    assert pages.UNSHOWN in (await player.types("tide stop")).content


@pytest.mark.parametrize("part", ["board", "crop", "frame", "fronts", "hand", "cards", "standing", "whole"])
async def test_a_game_is_played_on_whatever_cannot_be_drawn(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    monkeypatch.setattr(type(PICTURES["tide"]), part, breaks)
    await plays(tonight, table, players, 1)
    player = await mover(tonight, table, players)
    for command, options in (
        ("game board", {}), ("game board", {"at": "C4"}), ("game board", {"film": "lately"}), ("game hand", {}),
        ("game show at", {"place": "C4"}), ("game play", {}),
    ):  # fmt: skip
        said = await player.types(command, **options)
        assert BROKEN not in said.content, f"/{command} {options}: {said.content}"
    await player.offered("game board", "at", at="C")


def test_each_breakable_part_has_a_fallback() -> None:
    parts = {name for kind in Adviser.__mro__ for name, part in vars(kind).items() if inspect.isfunction(part)}
    fallbacks = WORDS.keys() | RULES.keys()
    assert {part for part in parts if not part.startswith("_")} - fallbacks == DECIDE
    for hook in fallbacks - {"known"}:
        assert callable(getattr(TITLE, hook))


def test_a_value_set_on_a_guarded_title_is_guarded_until_it_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    game = guard.guarded(TITLE)
    assert game is guard.guarded(TITLE)
    state, seat = TITLE.blank(), Seat("german")
    with monkeypatch.context() as broken:
        broken.setattr(game, "fights", breaks)
        assert game.fights(state, seat) == guard.strict(game).fights(state, seat) == ""
    assert game.fights(state, seat) == TITLE.fights(state, seat) != ""
    assert PUBLIC not in game.scenarios["first"].seats
