"""The replay: each reader gets stills of the latest events as they saw them."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageChops, ImageStat

from bot.chat import replay
from bot.chat.desk.table import Table
from bot.chat.posts import film
from bot.kernel.secret import PUBLIC, Seat, redact, see
from bot.local import Channel, Message
from bot.store.games import GameRecord, SeatRecord
from bot.store.history import History
from bot.titles import titles
from render import LOOKS
from render.titles import PICTURES
from tests.chat.evening import Evening, answer
from tests.chat.test_posts import finished
from tests.match import Match

AT_THE_TABLE = pytest.mark.asyncio(loop_scope="session")
LOOK = LOOKS["standard"]
LIKE = 2.0
"""How far a laid picture is from the map at most, in steps of a colour on average."""
STRETCHES = 3
"""The parts of a game that are looked at."""
FILM = 300_000
"""Bytes of a film of a learning game at most, and of a replay of one turn."""


def table_of(match: Match) -> Table:
    """Put a match on a table."""
    record = GameRecord(1, match.game.key, match.scenario, {}, match.seed, "live", 1, 1, 1)
    return Table(
        record, match.game, [SeatRecord(seat, n) for n, seat in enumerate(match.seats, 1)], match.history()
    )


def whole(table: Table, seat: Seat, since: int | None, last: int) -> tuple[replay.Script, dict[str, bytes]]:
    """Ask for a whole replay, part by part."""
    files: dict[str, bytes] = {}
    script, changes = None, list[replay.Change]()
    while script is None or len(changes) <= len(script.stills):
        part, *pictures = replay.answer(table, seat, LOOK, replay.Asked(since, last, len(changes)))
        script = msgspec.json.decode(part.body, type=replay.Script)
        files |= {picture.name: picture.body for picture in pictures}
        changes += script.changes
        if not script.changes:
            break
    return msgspec.structs.replace(script, changes=tuple(changes)), files


def laid(now: Image.Image, script: replay.Script, files: dict[str, bytes]) -> list[Image.Image | None]:
    """Lay the changes over the present map as a page does, for each still."""
    found: list[Image.Image | None] = []
    image = now.copy()
    for change in script.changes:
        if change.fresh:
            image = now.copy()
        if change.file:
            part = Image.open(io.BytesIO(files[change.file])).convert("RGBA")
            image = image.copy()
            image.paste(part, (change.x, change.y), part)
        found.append(None if change.bare else image)
    return found


def apart(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two pictures, in steps of a colour."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize("title", sorted(PICTURES))
def test_each_still_is_the_map_that_its_reader_saw_and_takes_few_bytes(title: str) -> None:
    """Laid over the present map, the changes make the map of each still."""
    table = table_of(finished(title=title))
    known = table.log.moves
    for at in range(0, len(known), max(1, len(known) // STRETCHES)):
        since, last = known[at], known[min(at + 9, len(known) - 1)]
        for seat in (PUBLIC, *table.sides):
            stretch = replay.stretch_of(table, seat, since, last)
            script, files = whole(table, seat, since, last)
            assert sum(map(len, files.values())) < FILM, (seat, since, last)
            now = PICTURES[title].still(see(table.log.after(last + 1), seat), LOOK)
            assert len(script.stills) == len(stretch.stills) <= replay.MOST
            assert len(script.changes) == len(script.stills) + bool(script.stills)
            views = [stretch.before, *(shown.seen for shown in stretch.stills)]
            for view, image in zip(views, laid(now, script, files), strict=False):
                drawn = PICTURES[title].still(view, LOOK)
                assert image is not None or drawn.size != now.size
                assert image is None or apart(image, drawn) < LIKE
            for still in script.stills:
                assert still.words.strip()
                assert len(still.words) <= replay.LETTERS + 20
                assert since < still.move <= last


@pytest.mark.parametrize("title", sorted(PICTURES))
def test_a_replay_shows_ways_shots_and_dice(title: str) -> None:
    table = table_of(finished(title=title))
    last = len(table.log) - 1
    stills = [
        still
        for move in table.log.moves[1:]
        for still in (shown.still for shown in replay.stretch_of(table, PUBLIC, move - 1, move).stills)
    ]
    assert any(len(still.way) > 1 for still in stills)
    fights = [still for still in stills if still.dice]
    assert fights
    assert all(still.places for still in fights)
    assert any(throw.least for still in fights for throw in still.dice) is (title == "tide")
    where = PICTURES[title].places(table.state)
    assert all(place in where for still in stills for place in still.way)
    assert last


@pytest.mark.parametrize("title", sorted(PICTURES))
def test_a_replay_holds_only_its_readers_view(title: str) -> None:
    """It is the same, to the byte, from a log that holds nothing else.

    The names, sizes and number of the files cannot differ either.
    """
    match = finished(title=title)
    table = table_of(match)
    length = len(table.log)
    hidden = 0
    for seat in (PUBLIC, *table.sides):
        bare = table_of(match)
        entries = [
            msgspec.structs.replace(entry, events=redact(entry.events, seat), action=None) for entry in match.log
        ]
        hidden += [entry.events for entry in entries] != [entry.events for entry in match.log]
        begun = see(table.log.after(1), seat).state
        bare.log = History(titles()[title], entries, (1, begun), ())
        for last in range(length // STRETCHES, length, max(1, length // STRETCHES)):
            for since in (max(0, last - 8), None):
                wanted = replay.Asked(since, last, 0)
                assert replay.answer(bare, seat, LOOK, wanted) == replay.answer(table, seat, LOOK, wanted)
    assert hidden or title == "strike"


def test_a_long_absence_is_cut_to_its_end() -> None:
    table = table_of(finished())
    last = len(table.log) - 1
    short = replay.stretch_of(table, PUBLIC, last - 1, last)
    assert not short.earlier
    long = replay.stretch_of(table, PUBLIC, 0, last)
    assert len(long.stills) == replay.MOST
    assert long.stills[-1].still == short.stills[-1].still
    assert long.earlier > last // 2


def test_an_undone_move_has_no_still() -> None:
    match = finished().cut(12)
    match.rewind(9)
    table = table_of(match)
    assert all(shown.still.move < 9 for shown in replay.stretch_of(table, PUBLIC, 3, 12).stills)


def test_words_that_ask_for_something_else_are_no_replay() -> None:
    assert replay.asked("12-30.4") == replay.Asked(12, 30, 4)
    assert replay.asked("lately-30.0") == replay.Asked(None, 30, 0)
    for text in ("12", "12-30", "-3-4.0", "12-30.4.5", "a-b.c", "12-30.4444", "", "12-30.4\n", "99999999-1.0"):
        assert replay.asked(text) is None


async def tapped(tonight: Evening, player: Any, message: Message, value: str) -> Message:
    """Ask for a replay as the page does: by a value of the list of moments."""
    listed = next(each["custom_id"] for each in message.selects if each["custom_id"].startswith("fs:moments:"))
    return answer(await (await player.person.tap(message, listed, value)).done(60))


async def body(tonight: Evening, message: Message) -> dict[str, bytes]:
    return {each.filename: await tonight.local.world.shelf.get(each.id) or b"" for each in message.attachments}


@AT_THE_TABLE
async def test_a_page_gets_a_replay_beside_its_map(tonight: Evening, place: Channel) -> None:
    """The message of the map stays, and the replay is that of the asker's eyes."""
    table, (anna, boris) = await tonight.plant(place, finished(), "Anna", "Boris")
    last = len(table.log) - 1
    olga = tonight.player("Olga", place)
    for player, seat in ((anna, Seat("german")), (boris, Seat("soviet")), (olga, PUBLIC)):
        shown = await player.types("game board")
        said = await tapped(tonight, player, shown, f"{last - 5}-{last}.0")
        assert said.id != shown.id
        assert said.ephemeral
        wanted = replay.Asked(last - 5, last, 0)
        told = {each.name: each.body for each in replay.answer(table, seat, LOOK, wanted)}
        assert await body(tonight, said) == told
        assert replay.SCRIPT in told
        assert [each.filename for each in shown.attachments] == ["map.png"]
        lately = await tapped(tonight, player, shown, f"lately-{last}.0")
        script = msgspec.json.decode((await body(tonight, lately))[replay.SCRIPT], type=replay.Script)
        assert script.since == film.lately(table, seat)[0] - 1
        # The list of moments still leads to moments.
        moment = await tapped(tonight, player, shown, "3")
        assert moment.id == shown.id
        assert moment.content.startswith("**Move 3 of")


@AT_THE_TABLE
async def test_a_call_offers_the_film(tonight: Evening, place: Channel) -> None:
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    post = anna.last()
    assert "Film" in post.labels
    for player in (anna, boris):
        said = await player.clicks(post, "Film")
        assert [each.filename for each in said.attachments] == ["film.webp"]
