"""The option of a game by which the dice of its fights roll."""

from __future__ import annotations

import pytest

from bot.chat.desk.table import Table
from bot.chat.posts.posts import compose
from bot.store.games import GameRecord, SeatRecord
from bot.titles import titles
from tests.chat.evening import Evening
from tests.match import Match


@pytest.fixture(scope="module", params=sorted(titles()))
def match(request: pytest.FixtureRequest) -> Match:
    """A learning game of each title with some fights."""
    match = Match(titles()[request.param], "first", {}, b"dice")
    while len(match.log) < 40 and not match.over:
        seat = match.asked[0]
        assert match.act(seat, match.game.play(match.seen(seat)), "computer") is None
    return match


def dice(match: Match, options: dict[str, str]) -> list[str]:
    """Return the names of the pictures of dice in a post about the whole game."""
    record = GameRecord(1, match.game.key, "first", options, match.seed, "live", 1, 1, 1)
    seats = [SeatRecord(seat, n) for n, seat in enumerate(match.seats, start=1)]
    table = Table(record, match.game, seats, match.history())
    pictures = compose(table, 1, len(match.log) - 1)[-1].pictures
    for each in pictures:
        if each.name.startswith("dice-"):
            assert each.png.startswith(b"RIFF" if each.name.endswith(".webp") else b"\x89PNG")
    return [each.name for each in pictures if each.name.startswith("dice-")]


def test_dice_roll_only_in_games_that_want_it(match: Match) -> None:
    still = dice(match, {})
    assert still
    assert still == dice(match, {"dice": "plain"})
    assert all(name.endswith(".png") for name in still)
    assert dice(match, {"dice": "rolling"}) == [name.replace(".png", ".webp") for name in still]


@pytest.mark.asyncio(loop_scope="session")
async def test_players_choose_it_in_the_lobby(tonight: Evening) -> None:
    place = tonight.local.channel("rolling")
    anna = tonight.player("Anna", place)
    await anna.types("game new", title="tide", scenario="first", side="german")
    await tonight.settled()
    table = await tonight.table(place)
    assert not table.rolls_dice
    page = await anna.clicks(anna.posts()[-1], "Options")
    while not any(select["custom_id"].endswith(":dice") for select in page.selects):
        page = await anna.clicks(page, next(label for label in page.labels if label.startswith("More options")))
    select = next(each["custom_id"] for each in page.selects if each["custom_id"].endswith(":dice"))
    await anna.picks(page, select, "dice: rolling")
    assert (await tonight.table(place)).rolls_dice
