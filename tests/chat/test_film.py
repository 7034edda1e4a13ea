"""Films: past moves in the asker's view, a frame a move, all revealed at the end."""

from __future__ import annotations

import io
import math
import threading
from collections.abc import Sequence
from itertools import pairwise

import pytest
from PIL import Image, ImageChops

from bot.chat import viewing
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
from tests.chat.evening import Evening, answer, until
from tests.chat.sitting import do_some, seated
from tests.chat.test_posts import finished, owe

AT_THE_TABLE = pytest.mark.asyncio(loop_scope="session")
LOOK = LOOKS["standard"]
MOST = reel.WIDE
BEGUN = 20
"""The entries of a game that makes a short film."""


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answer with the film itself, however long that takes."""
    monkeypatch.setattr(viewing, "PROGRESS", math.inf)


async def shown(tonight: Evening, message: Message) -> list[Image.Image]:
    """Return the frames of the film that a message brings."""
    (attachment,) = message.attachments
    assert attachment.filename in ("film.webp", "film.gif")
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
    end = film.unveiled(table, LOOK, MOST)
    assert end is not None
    assert likest(frames[-1], [film.frame(table, told[-1], german, LOOK, MOST), end]) == 1
    assert likest(frames[5], [film.frame(table, move, german, LOOK, MOST) for move in told[3:8]]) == 2
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
    assert film.unveiled(table, LOOK, MOST) is None
    assert len(await shown(tonight, said)) == len(film.lately(table, seat))
    assert len(await shown(tonight, await other.clicks(said, "The whole game"))) == len(moves(table.log))


@AT_THE_TABLE
async def test_a_frame_is_the_view_of_a_seat_with_its_report(tonight: Evening, place: Channel) -> None:
    table, _ = await tonight.plant(place, finished(), "Anna", "Boris")
    move = next(n for n in moves(table.log) if n and not tell(table, n, PUBLIC).moments)
    for seat in (PUBLIC, *table.sides):
        told = film.SENTENCES.split(film.MARKS.sub("", tell(table, move, seat).lines[0]).strip())[0]
        side = {"german": "German", "soviet": "Soviet"}[table.log[move].seat]
        seen = see(fold(table.game, table.log[: move + 1]), seat)
        drawn = PICTURES["tide"].frame(seen, LOOK, Sketch(()), f"Move {move} · {side} · {told}", MOST)
        assert film.frame(table, move, seat, LOOK, MOST).tobytes() == drawn.tobytes()


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


def test_all_frames_have_the_room_of_the_last() -> None:
    frames = [Image.effect_noise((300, 200 + 40 * n), 60).convert("RGB") for n in range(3)]
    before = Image.effect_noise((900, 200), 60).convert("RGB")
    for kind in (reel.WEBP, reel.GIF):
        for shot in (frames, [before, *frames]):
            made = reel.film(shot, LOOK, kind, 10_000_000)
            assert made is not None
            assert Image.open(io.BytesIO(made.file)).size == (300, 280)


@AT_THE_TABLE
async def test_a_film_respects_the_limit_of_its_place(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, (anna, _) = await tonight.plant(place, finished().cut(BEGUN), "Anna", "Boris")
    whole = await anna.types("game board", film="whole game")
    room = whole.attachments[0].size // 4
    monkeypatch.setattr(tonight.local.world, "file_bytes", room)
    small = await anna.types("game board", film="whole game")
    assert small.attachments[0].size <= room
    first, remark = small.content.split("\n")
    assert first == whole.content
    assert remark == "-# It has fewer pictures and smaller pictures, because files here have a limit."
    assert len(await shown(tonight, small)) < len(await shown(tonight, whole))
    monkeypatch.setattr(tonight.local.world, "file_bytes", 40)
    none = await anna.types("game board", film="whole game")
    assert not none.attachments
    assert "could not be drawn or shown" in none.content


@AT_THE_TABLE
async def test_the_kind_of_films_is_a_choice_of_each_player(tonight: Evening, place: Channel) -> None:
    _, (anna, boris) = await tonight.plant(place, finished(), "Anna", "Boris")
    said = await anna.types("game look", film="GIF")
    assert said.content == "🎨 Your films are now GIF."
    assert "already" in (await anna.types("game look", film="GIF")).content
    for player, name, kind in ((anna, "film.gif", "image/gif"), (boris, "film.webp", "image/webp")):
        said = await player.types("game board", film="lately")
        assert [(each.filename, each.content_type) for each in said.attachments] == [(name, kind)]
    await anna.types("game look", palette="dark")
    said = await anna.types("game look")
    assert said.content == "🎨 Your own pictures are dark, and your films are GIF."
    await anna.types("game look", palette="standard", film="WebP")


@AT_THE_TABLE
async def test_a_film_shows_its_progress_and_can_be_stopped(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, (anna, _) = await tonight.plant(place, finished(), "Anna", "Boris")
    monkeypatch.setattr(viewing, "PROGRESS", 0.0)
    drawing, count = threading.Event(), len(film.chosen(table, Seat("german"), whole=True)) + 1
    drawn, draw = list[int](), film.Shoot.add

    def slowly(shoot: film.Shoot, n: int) -> None:
        drawn.append(n)
        if n == 3:
            drawing.wait(60)
        draw(shoot, n)

    monkeypatch.setattr(film.Shoot, "add", slowly)
    begun = await anna.person.slash(place, "game board", film="whole game")
    await until(lambda: 3 in drawn and answer(begun).content)
    page = answer(begun)
    assert page.content == f"🎞️ The film is being made: 3 of {count} pictures."
    await anna.person.click(page, "Stop")
    await until(lambda: all(each.is_set() for each in tonight.client.stops.values()))
    drawing.set()
    await until(lambda: answer(begun).content == "🎞️ The film was stopped.")
    said = answer(begun)
    assert not said.attachments
    assert max(drawn) == 3, "nothing more is drawn"
    assert not tonight.client.stops
    monkeypatch.setattr(viewing, "PROGRESS", math.inf)
    again = await anna.clicks(said, "Recent events")
    assert len(await shown(tonight, again)) == len(film.lately(table, Seat("german")))
