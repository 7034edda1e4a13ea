"""The end of a game, and another game of the same players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.chat.desk.table import Table
from bot.chat.posts import ending
from bot.kernel.game import Effect
from bot.kit.facts import in_order
from bot.local import Channel, Message
from bot.store.database import StoreError, Transaction
from bot.store.server import Server
from tests.chat import forged
from tests.chat.evening import Evening, Player
from tests.chat.thumbs import Thumbs


async def ended(
    tonight: Evening, place: Channel, *names: str, scenario: str = "first"
) -> tuple[Table, list[Player]]:
    """Play a game that the first player gives up."""
    table, players = await tonight.game(place, *names, scenario=scenario)
    await players[0].clicks(await players[0].types("game resign"), "Yes, the German side gives up")
    await tonight.settled()
    assert table.record.status == "over"
    return table, players


def seats(table: Table) -> list[tuple[str, int | None, bool, bool]]:
    return [(seat.seat, seat.person, seat.computer, seat.agreed) for seat in table.seats]


def button(post: Message, label: str) -> str:
    return next(each for each in post.labels if each.startswith(label))


@pytest.fixture
def where(store: Path | Server) -> Path | Server:
    """Deaths of the process run on both engines."""
    return store


async def test_the_end_has_its_headline_first_and_once(tonight: Evening, place: Channel) -> None:
    _, (anna, *_) = await ended(tonight, place, "Anna", "Boris")
    post = anna.posts()[-1]
    assert post.content.startswith("🏁 **The Soviet side wins:** the German side has given up.\n")
    everything = "\n".join(each.content for each in anna.posts())
    assert everything.count("given up") == 1
    assert post.labels[:2] == ["Rematch", "Rematch, sides exchanged"]
    assert post.labels[2] == "Next scenario: The Brickworks at Kryukovo"
    assert post.labels[3:] == ["Review", "Film", "Map", "Reveal everything", "Situation"]
    assert {*post.labels} <= {*(await anna.types("game play")).labels}, "orders asked for later lead there as well"


async def test_the_answer_to_the_last_order_begins_with_the_end(tonight: Evening, place: Channel) -> None:
    table, (anna,) = await tonight.game(place, "Anna")
    hands, said = Thumbs(), await anna.types("game play")
    while table.outcome() is None:
        said = await hands.play(anna, table, said)
    await tonight.settled()
    outcome = table.outcome()
    assert outcome is not None
    reason = outcome.why.removeprefix("The ")
    for told in (said, anna.posts()[-1]):
        assert reason in told.content.split("\n")[0]
        assert " side wins:** " in told.content.split("\n")[0]
        assert told.content.count(reason) == 1
        assert "battle is over" not in told.content
        assert " losses: " in told.content.split("\n")[1]


def test_losses_are_counted_in_english() -> None:
    """A designation has no plural, so several have a number and a cross before it."""
    kinds = {"1st Squad": 2, "3rd Army": 2, "II Panzer Corps": 2, "T-34 5": 3, "LMG 11": 1}
    found = [Effect("destroyed", side="German", name=name) for name, n in kinds.items() for _ in range(n)]
    assert list(ending._losses(found)) == [
        "German losses: 3 × T-34, 2 Squads, 2 Armies, 2 × II Panzer Corps and 1 LMG."
    ]


async def test_a_rematch_has_the_same_seats_and_options_and_waits_for_the_others(
    tonight: Evening, place: Channel
) -> None:
    anna, boris = (tonight.player(name, place) for name in ("Anna", "Boris"))
    await anna.types("game new", title="tide", scenario="first", side="german")
    old = await tonight.table(place)
    await tonight.client.lobby.choose(old, anna.id, "hints", "no")
    await boris.types("game join", side="soviet")
    await anna.clicks(await anna.types("game resign"), "Yes, the German side gives up")
    await tonight.settled()
    said = await boris.clicks(boris.posts()[-1], "Rematch")
    new = await tonight.table(place)
    assert new.record.id != old.record.id
    assert f"Table {new.record.id} is open." in said.content
    assert f"<@{anna.id}>" in said.content, "it says for whom it waits"
    assert new.record.options == {"hints": "no"}
    assert seats(new) == [("german", anna.id, False, False), ("soviet", boris.id, False, True)]
    assert not new.log
    await tonight.settled()
    await anna.clicks(anna.posts()[-1], "I agree")
    assert new.log, "it begins when all have agreed"


async def test_sides_are_exchanged_and_a_game_against_the_computer_begins_at_once(
    tonight: Evening, place: Channel
) -> None:
    _, (anna,) = await ended(tonight, place, "Anna")
    await anna.clicks(anna.posts()[-1], "Rematch, sides exchanged")
    new = await tonight.table(place)
    assert seats(new) == [("german", None, True, True), ("soviet", anna.id, False, True)]
    assert new.log


async def test_the_next_scenario_keeps_the_players_and_the_last_has_none(tonight: Evening, place: Channel) -> None:
    old, (anna, boris) = await ended(tonight, place, "Anna", "Boris")
    await anna.clicks(anna.posts()[-1], button(anna.posts()[-1], "Next scenario"))
    new = await tonight.table(place)
    assert new.record.scenario == "kryukovo", "the next one in the chooser is hardly harder"
    keys = [each.key for each in in_order(old.game.scenarios)]
    assert {person for _, person, _, _ in seats(new)} == {anna.id, boris.id}
    other = tonight.local.channel("the last scenario")
    _, (carla, _) = await ended(tonight, other, "Carla", "Dora", scenario=keys[-1])
    assert not any(label.startswith("Next") for label in carla.posts()[-1].labels)
    forged = await carla.clicks(carla.posts()[-1], "Rematch")
    assert "is open" in forged.content


async def test_two_presses_make_one_table(tonight: Evening, place: Channel) -> None:
    old, players = await ended(tonight, place, "Anna", "Boris")
    post = players[0].posts()[-1]
    said = await asyncio.gather(*(player.clicks(post, "Rematch") for player in players))
    assert sorted("is open" in each.content for each in said) == [False, True]
    again = await players[0].clicks(post, "Rematch, sides exchanged")
    assert "this channel already has a game" in again.content.lower()
    assert (await tonight.table(place)).record.id == old.record.id + 1


async def test_a_spectator_opens_no_rematch(tonight: Evening, place: Channel) -> None:
    old, (anna, *_) = await ended(tonight, place, "Anna", "Boris")
    zoe = tonight.player("Zoe", place)
    said = await zoe.clicks(anna.posts()[-1], "Rematch")
    assert "That is for the players of this game" in said.content
    assert (await tonight.table(place)).record.id == old.record.id


async def test_a_press_before_the_end_or_a_forged_one_opens_nothing(tonight: Evening, place: Channel) -> None:
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    post = anna.posts()[-1]
    for path, said in (("same", "This game is not over"), ("twice", "not known"), ("", "not known")):
        pressed = await forged.send(tonight, anna, post, f"fp:again:{table.record.id}:{path}")
        assert said in pressed.content
    assert (await tonight.table(place)).record.id == table.record.id


async def test_the_review_shows_the_last_moves(tonight: Evening, place: Channel) -> None:
    _, (anna, *_) = await ended(tonight, place, "Anna", "Boris")
    said = await anna.clicks(anna.posts()[-1], "Review")
    assert "-# Page 1 of " in said.content


CHOSEN = """UPDATE games SET options = '{"hints":"no"}' WHERE id = ?"""


class Death:
    """Lets a number of writes through, and then none, like a process that was killed."""

    def __init__(self, tonight: Evening, after: int) -> None:
        self.left = after
        self._database, self._write = tonight.store, tonight.store.write
        self._database.write = self.write  # type: ignore[method-assign]

    def ends(self) -> None:
        """Let the process close its files."""
        self._database.write = self._write  # type: ignore[method-assign]

    async def write(self, work: Callable[[Transaction], Any]) -> Any:
        """Write, or fail."""
        self.left -= 1
        if self.left < 0:
            raise StoreError("the process is dead")
        return await self._write(work)


@pytest.mark.asyncio(loop_scope="session")
async def test_a_rematch_is_whole_if_the_process_dies_after_any_of_its_writes(own: Evening) -> None:
    for after in range(3):
        place = own.local.channel(f"death {after}")
        anna = own.player("Anna", place)
        await anna.types("game new", title="tide", scenario="first", side="german", against="computer")
        old = await own.table(place)
        assert old.log
        await own.database.run(CHOSEN, (old.record.id,))
        old.record.options["hints"] = "no"
        await anna.clicks(await anna.types("game resign"), "Yes, the German side gives up")
        await own.settled()
        end = anna.posts()[-1]
        death = Death(own, after)
        await anna.clicks(end, "Rematch, sides exchanged")
        await own.client.desk.stop()  # A dead process thinks no more.
        death.ends()
        await own.leave()
        await own.arrive()
        await own.settled()
        if (await own.table(place)).record.id == old.record.id:
            await anna.clicks(end, "Rematch, sides exchanged")
            await own.settled()
        new = await own.table(place)
        rows = await own.database.rows(
            "SELECT id FROM games WHERE channel = ? AND status <> 'over'", [int(place.id)]
        )
        assert [row["id"] for row in rows] == [new.record.id], after
        assert new.record.options == {"hints": "no"}, after
        assert seats(new) == [("german", None, True, True), ("soviet", anna.id, False, True)], after
        assert new.log, after
