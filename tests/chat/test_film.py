"""Films: past moves in the asker's view, a frame a move, all revealed at the end."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.chat.desk.desk import News
from bot.chat.posts import film
from bot.chat.posts.narrative import tell
from bot.kernel.game import Sketch
from bot.kernel.log import fold
from bot.kernel.secret import PUBLIC, Seat, see
from bot.kit.instructions import moves
from bot.local import Channel, Message
from render import LOOKS
from render import film as reel
from render.titles import PICTURES
from tests.chat.evening import Evening
from tests.chat.sitting import do_some, seated
from tests.chat.test_posts import finished, owe

AT_THE_TABLE = pytest.mark.asyncio(loop_scope="module")
LOOK = LOOKS["standard"]


async def shown(tonight: Evening, message: Message) -> list[Image.Image]:
    """Return the frames of the film that a message brings."""
    (attachment,) = message.attachments
    assert attachment.filename == "film.gif"
    image = Image.open(io.BytesIO(await tonight.local.world.shelf.get(attachment.id) or b""))
    frames = []
    for n in range(getattr(image, "n_frames", 1)):
        image.seek(n)
        frames.append(image.convert("RGB"))
    return frames


def likest(one: Image.Image, others: Sequence[Image.Image]) -> int:
    """Return which of some pictures looks most like this one."""

    def apart(other: Image.Image) -> float:
        squares = ImageChops.difference(one.convert("L"), other.convert("L")).histogram()
        return sum(n * step * step for step, n in enumerate(squares))

    return min(range(len(others)), key=lambda n: apart(others[n]))


@AT_THE_TABLE
async def test_the_whole_game_ends_with_all_that_was_hidden(tonight: Evening, place: Channel) -> None:
    table, (anna, _) = await tonight.plant(place, finished(), "Anna", "Boris")
    said = await anna.types("game board", film="whole game")
    last = moves(table.log)[-1]
    assert said.content == f"🎞️ **Moves 0 to {last}, as you saw them.**"
    frames, german = await shown(tonight, said), Seat("german")
    told = film.thinned(moves(table.log))
    assert len(frames) == len(told) + 1
    end = film.unveiled(table, LOOK)
    assert end is not None
    assert likest(frames[-1], [film.frame(table, told[-1], german, LOOK), end]) == 1
    assert likest(frames[5], [film.frame(table, move, german, LOOK) for move in told[3:8]]) == 2
    lately = await anna.clicks(said, "Recent events")
    assert len(await shown(tonight, lately)) == len(film.lately(table, german))
    await owe(tonight, table, News(last, last))
    again = await anna.clicks(anna.posts()[-1], "Film")
    assert again.content == said.content


@AT_THE_TABLE
async def test_the_film_of_a_running_game_keeps_secrets(tonight: Evening, place: Channel) -> None:
    table, player, other = await seated(tonight, place, "advance")
    await do_some(player, table, "advance")
    page = await other.types("game board")
    said = await other.clicks(page, "Film")
    seat = table.seat_of(other.id) or PUBLIC
    assert film.unveiled(table, LOOK) is None
    assert len(await shown(tonight, said)) == len(film.lately(table, seat))
    assert len(await shown(tonight, await other.clicks(said, "The whole game"))) == len(moves(table.log))


@AT_THE_TABLE
async def test_a_frame_is_the_view_of_a_seat_with_its_report(tonight: Evening, place: Channel) -> None:
    table, _ = await tonight.plant(place, finished(), "Anna", "Boris")
    move = next(n for n in moves(table.log) if n and not tell(table, n, PUBLIC).moments)
    for seat in (PUBLIC, *table.sides):
        told = film.MARKS.sub("", tell(table, move, seat).lines[0]).strip()
        side = {"german": "German", "soviet": "Soviet"}[table.log[move].seat]
        seen = see(fold(table.game, table.log[: move + 1]), seat)
        drawn = PICTURES["tide"].frame(seen, LOOK, Sketch(()), f"Move {move} · {side} · {told}")
        assert film.frame(table, move, seat, LOOK).tobytes() == drawn.tobytes()


@AT_THE_TABLE
async def test_lately_begins_with_ones_last_order_before_others_moved(tonight: Evening, place: Channel) -> None:
    table, _ = await tonight.plant(place, finished(), "Anna", "Boris")
    for seat in table.sides:
        first, *rest = film.lately(table, seat)
        chosen = [table.log[n].seat for n in rest if table.log[n].chosen]
        assert table.log[first].seat == seat
        assert seat not in chosen[: next((n for n, each in enumerate(chosen) if each != seat), 0)]
        others = [n for n in moves(table.log) if table.log[n].chosen and table.log[n].seat != seat]
        assert others[-1] in rest
    assert film.lately(table, PUBLIC) == moves(table.log)[-film.LAST :]


def test_a_long_game_keeps_its_ends_and_is_thinned_evenly() -> None:
    assert film.thinned(range(film.MOST)) == [*range(film.MOST)]
    few = film.thinned(range(1000))
    assert (few[0], few[-1], len(few)) == (0, 999, film.MOST)
    assert {later - one for one, later in pairwise(few)} <= {25, 26}


def test_a_file_that_is_too_large_becomes_smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    frames = [Image.effect_noise((300, 200 + 40 * n), 60).convert("RGB") for n in range(3)]
    whole = Image.open(io.BytesIO(reel.film(frames, LOOK)))
    assert whole.size == (300, 280), "each frame has the room of the last"
    before = Image.effect_noise((900, 200), 60).convert("RGB")
    assert Image.open(io.BytesIO(reel.film([before, *frames], LOOK))).size == (300, 280)
    monkeypatch.setattr(reel, "LARGEST", 100_000)
    file = reel.film(frames, LOOK)
    assert len(file) <= 100_000
    assert Image.open(io.BytesIO(file)).width < 300
