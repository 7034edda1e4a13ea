"""The moments of a game: map and report as a seat saw them, and buttons onward."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from bot.chat.posts import moments
from bot.chat.posts.narrative import landmarks, tell
from bot.kernel.log import fold, live
from bot.kernel.secret import PUBLIC, Seat, Seen, see
from bot.kit.instructions import moves
from bot.local import Channel, Message
from render import LOOKS
from render.titles import PICTURES
from tests.chat.evening import Evening
from tests.chat.forged import press
from tests.chat.test_posts import finished

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def picture(tonight: Evening, message: Message) -> bytes | None:
    (attachment,) = message.attachments
    return await tonight.local.world.shelf.get(attachment.id)


async def test_each_reader_sees_a_moment_as_they_saw_it_then(tonight: Evening, place: Channel) -> None:
    """Seats and spectators alike; buttons and the list of phases lead onward."""
    table, (anna, _) = await tonight.plant(place, finished(), "Anna", "Boris")
    named = landmarks(table)
    move = named[2][0]
    state = fold(table.game, table.log[: move + 1])
    german = Seat("german")
    for player, seat in ((tonight.player("Strogov", place), PUBLIC), (anna, german)):
        said = await player.types("game board", moment=move)
        assert said.content.startswith(f"**Move {move} of {len(table.log) - 1} · ")
        assert "\n".join(tell(table, move, seat).lines) in said.content
        assert await picture(tonight, said) == PICTURES["tide"].board(see(state, seat), LOOKS["standard"]).png
    said = await anna.clicks(said, "Earlier")
    assert said.content.startswith(f"**Move {move - 1} of")
    assert said.labels == ["First", "Earlier", "Later", "Latest", "Reveal everything"]
    said = await anna.picks(said, "fs:moments:", f"{named[3][0]}: {named[3][1]}")
    assert said.content.startswith(f"**Move {named[3][0]} of")
    said = await anna.clicks(await anna.types("game board", at="C4", moment=1), "First")
    assert said.content.startswith("**Move 0 of")
    assert said.attachments[0].filename != "map.png", "the place stays in view"
    assert {button.label for button in said.buttons if button.disabled} == {"First", "Earlier"}
    assert await anna.offered("game board", "moment", moment="after action 1")
    assert await anna.offered("game board", "moment", moment=str(move + 1)) == [f"{move + 1}: move {move + 1}"]


def _hides(state: Any) -> bool:
    """Return whether anything is hidden from spectators."""
    return bool(state != see(state, PUBLIC).state)


@pytest.mark.case("FP-over")
async def test_after_the_game_each_moment_can_be_unveiled(tonight: Evening, place: Channel) -> None:
    """Buttons and list stay unveiled, until the reader returns to their own view."""
    table, (anna, _) = await tonight.plant(place, finished(), "Anna", "Boris")
    hidden = next(n for n in moves(table.log) if _hides(table.log.after(n + 1)))
    said = await anna.types("game board", moment=hidden)
    own = await picture(tonight, said)
    said = await anna.clicks(said, "Reveal everything")
    drawn = PICTURES["tide"].board(Seen(PUBLIC, table.log.after(hidden + 1)), LOOKS["standard"]).png
    assert await picture(tonight, said) == drawn
    for label in ("Later", "Earlier"):
        said = await anna.clicks(said, label)
    assert await picture(tonight, said) == drawn
    assert said.content.startswith(f"**Move {hidden} of")
    first = await anna.picks(said, "fs:moments:", "0: Round 1")
    assert "As you saw it" in first.labels
    back = await anna.clicks(await anna.types("game board", moment=hidden), "Reveal everything")
    back = await anna.clicks(back, "As you saw it")
    assert await picture(tonight, back) == own


@pytest.mark.case("FP-over", "FP-secret")
async def test_until_the_game_is_over_no_button_shows_what_is_hidden(tonight: Evening, place: Channel) -> None:
    """Not even one that was made up."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await boris.types("tide stop")
    await tonight.settled()
    said = await anna.types("game board", moment=1)
    assert "Reveal everything" not in said.labels
    assert table.unveiled(1) is None
    assert moments.words(table, moments.found(table, 1), PUBLIC, unveiled=True).endswith(
        "Nothing that you can see."
    )
    own = await picture(tonight, said)
    made_up = f"fp:moment:{table.record.id}:1:veil::all"
    forged = await press(tonight, anna, said, made_up, Random(1))
    assert await picture(tonight, forged) == own


@pytest.mark.parametrize("title", sorted(PICTURES))
async def test_every_title_can_be_described_and_drawn_unveiled(
    tonight: Evening, place: Channel, title: str
) -> None:
    table, _ = await tonight.plant(place, finished(title=title), "Anna", "Boris")
    known = moves(table.log)
    told = [moments.words(table, moments.found(table, n), PUBLIC, unveiled=True) for n in known]
    assert all(told)
    for n in (known[0], known[len(known) // 2], known[-1]):
        seen = table.unveiled(n + 1)
        assert seen is not None
        assert PICTURES[title].board(seen, LOOKS["standard"]).png


async def test_an_undone_move_has_no_moment(tonight: Evening, place: Channel) -> None:
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await anna.types("game undo")
    await tonight.settled()
    assert moves(table.log) == live(table.log) == [0]
    assert landmarks(table) == [(0, "Round 1")]
    assert (await anna.types("game board", moment=1)).content.startswith("**Move 0 of 0**")
    plain = await anna.types("game board")
    assert plain.content == ""
    assert not plain.buttons, "where there is one moment, no button leads to another"


async def test_a_large_map_is_offered_by_fronts(tonight: Evening, place: Channel) -> None:
    """Below the whole map each front has a button, and `at:` offers it.

    Small maps have none.
    """
    _, (anna, _) = await tonight.game(place, "Anna", "Boris", scenario="ugra")
    whole = await anna.types("game board")
    assert whole.labels == ["West", "East"]
    assert await anna.offered("game board", "at", at="we") == ["West"]
    assert "West" not in await anna.offered("game at", "place", place="we"), "that is no place"
    typed = [await anna.types("game board", at=words) for words in ("west", "wes")]
    for west in (await anna.clicks(whole, "West"), *typed):
        assert (west.attachments[0].description or "").startswith("Part of the map: West.")
        assert west.labels == ["Whole map", "East"]


async def test_a_move_during_the_drawing_of_a_map_is_not_its_moment(tonight: Evening, place: Channel) -> None:
    """A map of the present is not called past because a move came meanwhile."""
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await tonight.settled()
    moment, last = moments.found(table, None), moves(table.log)[-1]
    await boris.types("tide stop")
    await tonight.settled()
    assert moves(table.log)[-1] > last > 0
    shown = msgspec.json.encode(moments.controls(table, moment).to_components()).decode()
    assert f'"fp:moment:{table.record.id}:{last}:last"' in shown
