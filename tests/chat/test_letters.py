"""Letters bring a player's secrets automatically, and only as often as needed."""

from __future__ import annotations

import pytest

from bot.chat.desk import desk
from bot.chat.desk.answers import LIMIT
from bot.chat.desk.table import Table
from bot.chat.posts import posts
from bot.kernel.secret import Seat
from bot.local import Channel
from render import LOOKS
from tests.chat.evening import Evening, Player
from tests.chat.sitting import do_some

pytestmark = pytest.mark.asyncio(loop_scope="session")


def letters(player: Player) -> list[str]:
    """Return the direct messages of a player that are letters of a game."""
    return [message.content for message in player.person.inbox() if message.content.startswith("🔒")]


async def test_own_actions_extend_the_last_letter(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Actions of others get a new letter, because edits notify nobody."""

    def secrets(table: Table, first: int, last: int, seat: Seat) -> list[str]:
        return [f"Only the {seat} side hears of move {n}." for n in range(first, last + 1)]

    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    monkeypatch.setattr(posts, "private_lines", secrets)
    monkeypatch.setattr(desk, "_differs", lambda entry, seat: True)
    before = len(letters(anna))
    for _ in range(2):
        await do_some(anna, table, "op-fire")
        await tonight.settled()
    assert len(letters(anna)) == before + 1
    mine = letters(anna)[-1]
    assert [f"hears of move {n}." in mine for n in (1, 2)] == [True, True]
    assert mine.endswith(" · move 2")
    await do_some(boris, table, "op-fire")
    await tonight.settled()
    assert letters(anna)[before:-1] == [mine]
    assert "hears of move 3." in letters(anna)[-1]


async def test_a_long_letter_keeps_what_one_holds(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = await tonight.game(place, "Anna", "Boris")
    (german, _) = table.game.scenarios["first"].seats
    news = [f"Line {n} of what has happened." for n in range(90)]
    monkeypatch.setattr(posts, "private_lines", lambda *stretch: news)
    whole = posts.letter(table, german, 0, 0, LOOKS["standard"])
    assert whole is not None
    assert len(whole.text) <= LIMIT
    _, cut, *rest = whole.text.split("\n")
    assert (cut, news[-1] in rest, news[0] in rest) == (posts.CUT, True, False)
    held = table.game.hand(table.seen(german)).split("\n")
    assert held[0], "something is hidden in the learning game"
    assert rest[-1 - len(held) : -1] == held
