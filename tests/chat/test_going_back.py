"""Undo, resignation, and a check that everything is as before."""

from __future__ import annotations

from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest

from bot.__main__ import main
from bot.kernel import VERSION
from bot.kernel.log import fold
from bot.kernel.secret import see
from bot.kit.lots import rolls
from bot.local import Channel
from tests.chat import mail
from tests.chat.evening import DONE, Evening, Player
from tests.chat.positions import positions
from tests.chat.sitting import do_some, seated
from tests.chat.test_posts import play_to_the_end

pytestmark = pytest.mark.asyncio(loop_scope="session")


# Undo.


@pytest.mark.case("FP-undo")
@pytest.mark.parametrize("how", ["command", "button"])
async def test_ones_last_action_is_taken_back(tonight: Evening, place: Channel, how: str) -> None:
    table, player, _ = await seated(tonight, place, "place")
    before = table.state
    said = await do_some(player, table, "place")
    undone = await (player.types("game undo") if how == "command" else player.clicks(said, "Undo"))
    assert undone.content.startswith(DONE), undone.content
    assert f"goes back to before move {table.log[-1].back_to}" in undone.content
    assert table.state == before
    assert table.log[-1].back_to == len(table.log) - 2


async def test_one_action_after_another_is_taken_back(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "place")
    states = [table.state]
    for _ in range(3):
        await do_some(player, table, "place")
        states.append(table.state)
    for state in reversed(states[:-1]):
        assert (await player.types("game undo")).content.startswith(DONE)
        assert table.state == state
    await tonight.settled()
    mail.assert_told_once(table, player.posts(), len(positions()["place"].match.log))


@pytest.mark.case("FP-undo")
async def test_a_die_that_fell_stays_fallen(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "fire")
    await do_some(player, table, "fire")
    before = len(table.log)
    assert "Undo" not in (await player.types("game play")).labels, "it is offered where it can be done"
    said = await player.types("game undo")
    assert said.content.startswith("🚫 **Refused** · FP-undo"), said.content
    assert "/game undo to:" in said.content
    assert len(table.log) == before


@pytest.mark.case("FP-undo")
async def test_a_move_that_others_have_answered_cannot_be_undone(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await do_some(boris, table, "op-fire")
    said = await anna.types("game undo")
    assert "nother player has acted since" in said.content
    assert len(table.log) == 3


# Rewind.


@pytest.mark.case("FP-rewind")
async def test_a_rewind_with_consent(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    before = table.state
    await anna.types("tide stop")
    await do_some(boris, table, "op-fire")
    await tonight.settled()
    offered = await anna.person.autocomplete(place, "game undo", focused="to")
    assert [choice.value for choice in offered] == [2, 1]
    said = await anna.types("game undo", to=1)
    assert "The others are asked" in said.content
    question = boris.posts()[-1]
    assert question.pings == (boris.person.id,)
    assert "before move 1" in question.content
    assert len(table.log) == 3
    said = await boris.clicks(question, "I agree")
    assert "the game goes back" in said.content
    await tonight.settled()
    assert table.state == before
    assert table.log[-1].back_to == 1
    assert "The game goes back to before move 1" in boris.posts()[-1].content
    mail.assert_told_once(table, [post for post in boris.posts() if post.id != question.id])
    assert "moved on" in (await boris.clicks(question, "I agree")).content, "once is enough"
    assert len(table.log) == 4


@pytest.mark.case("FP-rewind")
async def test_a_rewind_that_one_of_two_has_not_agreed_to(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    strogov = tonight.player("Strogov", place)
    await anna.types("tide stop")
    await tonight.settled()
    await anna.types("game undo", to=1)
    question = boris.posts()[-1]
    said = await anna.clicks(question, "I agree")
    assert f"Still asked: {boris.mention}" in said.content
    assert "no seat" in (await strogov.clicks(question, "I agree")).content
    assert len(table.log) == 2


async def test_a_rewind_without_a_way_to_ask_the_others(tonight: Evening, place: Channel) -> None:
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await tonight.settled()
    tonight.local.deny(place, "send_messages")
    said = await anna.types("game undo", to=1)
    assert "The others cannot be asked" in said.content
    assert table.log[-1].back_to is None


async def test_a_rewind_in_a_locked_thread_is_refused_and_no_consent_is_kept(
    tonight: Evening, place: Channel
) -> None:
    thread = tonight.local.thread(place, "locked", owner=tonight.local.person("Anna"))
    table, (anna, _) = await tonight.game(thread, "Anna", "Boris")
    await anna.types("tide stop")
    await tonight.settled()
    assert thread.thread is not None
    thread.thread.locked = True
    said = await anna.types("game undo", to=1)
    assert "The others cannot be asked" in said.content, said.content
    assert await tonight.database.rows("SELECT * FROM consents WHERE game = ?", (table.record.id,)) == []
    assert table.log[-1].back_to is None


@pytest.mark.case("FP-rewind")
async def test_a_new_move_ends_the_question(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await tonight.settled()
    await anna.types("game undo", to=1)
    question = boris.posts()[-1]
    await do_some(boris, table, "op-fire")
    assert "moved on" in (await boris.clicks(question, "I agree")).content
    assert table.log[-1].back_to is None


async def test_a_later_player_has_agreed_to_no_rewind(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide stop")
    await tonight.settled()
    await anna.types("game undo", to=1)
    question = boris.posts()[-1]
    await anna.types("game leave")
    await tonight.player("Vera", place).types("game join", side="german")
    said = await boris.clicks(question, "I agree")
    assert "Still asked" in said.content
    assert len(table.log) == 2


async def test_alone_one_needs_nobodys_consent(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "fire")
    await tonight.database.run("UPDATE seats SET person = NULL, computer = TRUE WHERE person <> ?", (player.id,))
    table.seats = await tonight.client.games.seats(table.record.id)
    before, drawn = table.state, table.log[-1].drawn
    at = len(table.log)
    await do_some(player, table, "fire")
    await tonight.settled()
    said = await player.types("game undo", to=at)
    assert said.content.startswith(DONE), said.content
    await tonight.settled()
    assert fold(table.game, table.log[: len(table.log)]) == table.state
    back = next(n for n, entry in enumerate(table.log) if entry.back_to == at)
    assert fold(table.game, table.log[: back + 1]) == before
    assert table.log[back].drawn > drawn, "dice that were drawn stay drawn"


@pytest.mark.parametrize("to", [99, 100000])
async def test_a_move_that_is_not_there_is_no_goal(tonight: Evening, place: Channel, to: int) -> None:
    table, player, _ = await seated(tonight, place, "place")
    said = await player.types("game undo", to=to)
    assert f"there is no move {to}" in said.content.casefold()
    strogov = tonight.player("Strogov", place)
    assert "no seat" in (await strogov.types("game undo", to=1)).content
    assert table.log[-1].back_to is None


# The end.


@pytest.mark.case("FP-resign", "FP-over", "FP-dice")
async def test_resigning_ends_the_game_and_reveals_everything(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    sure = await boris.types("game resign")
    await boris.types("game table end")
    twice = await boris.types("game resign")
    assert "no seat" in (await tonight.player("Strogov", place).types("game resign")).content
    said = await boris.clicks(sure, "Yes, the Soviet side gives up")
    assert said.content.startswith(DONE)
    await tonight.settled()
    outcome = table.outcome()
    assert outcome is not None
    assert outcome.winners == ("german",)
    assert table.record.seed.hex() in anna.posts()[-1].content
    assert anna.posts()[-1].pings == (anna.person.id,)
    assert "FP-over" in (await boris.clicks(twice, "Yes, the Soviet side gives up")).content
    for command in ("tide stop", "game undo", "game resign"):
        assert "FP-over" in (await anna.types(command)).content
    said = await anna.types("game undo", to=1)
    assert "the seed of its dice is published" in said.content, "whoever knows the seed knows the dice"
    assert table.record.status == "over"


WORDS = {"Anna": "Dniepr", "Boris": "samovar"}


@pytest.mark.case("FP-dice")
async def test_words_of_luck_are_published_after_the_game_and_not_before(
    tonight: Evening, place: Channel, tmp_path: Path
) -> None:
    table, players = await tonight.game(place, "Anna", "Boris", words=WORDS)
    assert sorted(table.words.values()) == sorted(WORDS.values())
    for player in (*players, tonight.player("Strogov", place)):
        told = (await player.types("game dice")).content + (await exported(player, tmp_path)).read_text()
        assert not [word for word in WORDS.values() if word in told]
        assert "German: given, Soviet: given" in told
    sure = await players[0].types("game resign")
    await players[0].clicks(sure, str(sure.buttons[0].label))
    await tonight.settled()
    page, file = (await players[1].types("game dice")).content, await exported(players[1], tmp_path)
    assert all(word in each for word in WORDS.values() for each in (page, file.read_text()))


async def exported(player: Player, folder: Path) -> Path:
    """Export the game, and keep the file."""
    said = await player.types("game dice", file=True)
    (attachment,) = said.attachments
    content = await player.person.site.world.shelf.get(attachment.id)
    assert content is not None
    file = folder / attachment.filename
    file.write_bytes(content)
    return file


async def test_a_game_is_exported_from_a_bare_checkout(
    tonight: Evening, place: Channel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing asks the installed packages about this one, which may not be among them."""

    def not_installed(cls: type[Distribution], name: str) -> NoReturn:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(Distribution, "from_name", classmethod(not_installed))
    _, (anna, _) = await tonight.game(place, "Anna", "Boris")
    heading = msgspec.json.decode((await exported(anna, tmp_path)).read_text().split("\n")[0])
    assert heading["fieldpost"] == VERSION


@pytest.mark.case("FP-dice")
async def test_a_finished_game_can_be_checked_by_anybody(
    tonight: Evening, place: Channel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, players = await tonight.game(place, "Anna")
    await players[0].types("game leave")
    await tonight.player("Anna", place).types("game join", side="german")
    await play_to_the_end(tonight, table, players)
    assert any(True for entry in table.log for _ in rolls(entry.events))
    file = await exported(tonight.player("Strogov", place), tmp_path)
    assert main(["verify", str(file)]) == 0
    assert "agree" in capsys.readouterr().out
    dice = (await players[0].types("game dice")).content
    assert "✅ Every die and the final state agree." in dice
    assert table.record.seed.hex() in dice
    lines = file.read_text().splitlines()
    spoiled = {
        "another state": lines[0].replace('"state":"', '"state":"0') + "\n" + "\n".join(lines[1:]),
        "a move less": "\n".join(lines[:-1]),
        "no heading": "\n".join(lines[1:]),
        "garbage": "war is the continuation of policy",
        "nothing": "",
        "half": "\n".join(lines)[: len("\n".join(lines)) // 2],
    }
    at = next(n for n, line in enumerate(lines) if '"faces":[' in line)
    first = lines[at].partition('"faces":[')[2][0]
    other = "1" if first != "1" else "2"
    spoiled["another die"] = "\n".join(
        [*lines[:at], lines[at].replace(f'"faces":[{first}', f'"faces":[{other}', 1), *lines[at + 1 :]]
    )
    for what, text in spoiled.items():
        file.write_text(text)
        assert main(["verify", str(file)]) == 1, what
        out = capsys.readouterr().out
        assert out.startswith("wrong: "), what
    file.write_bytes(bytes(range(256)) * 50)
    assert main(["verify", str(file)]) == 1


async def test_a_game_under_way_is_exported_as_its_reader_knows_it(
    tonight: Evening, place: Channel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    await anna.types("tide order", op_fire="fire", within=7)
    await anna.types("tide stop")
    await tonight.settled()
    files = {}
    for player in (anna, boris, tonight.player("Strogov", place)):
        folder = tmp_path / str(player.id)
        folder.mkdir()
        files[player.id] = await exported(player, folder)
    texts = {person: file.read_text() for person, file in files.items()}
    assert len(set(texts.values())) == 3
    for text in texts.values():
        heading = msgspec.json.decode(text.split("\n")[0])
        assert heading["seed"] == ""
        assert table.record.seed.hex() not in text
    assert '"within":7' in texts[anna.id]
    assert not any('"within":7' in text for person, text in texts.items() if person != anna.id)
    for player, seat in ((anna, table.sides[0]), (boris, table.sides[1])):
        bases = [unit.base.open() for unit in see(table.state, seat).state.units.values() if unit.base.known]
        assert len(bases) == sum(unit.side == seat or unit.base.out for unit in table.state.units.values())
        assert main(["verify", str(files[player.id])]) == 1
        out = capsys.readouterr().out
        assert "the seed is not in this file" in out
        assert "folds to" not in out, "the state agrees as far as the reader knows it"
