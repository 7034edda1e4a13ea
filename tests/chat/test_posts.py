"""Posts after each move, their calls, bursts and long stories.

And private letters.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Any

import pytest

from bot.chat.desk.desk import Letter, News
from bot.chat.desk.table import Table
from bot.chat.posts import postman
from bot.chat.posts.narrative import Moment, counted
from bot.chat.posts.posts import by_place, worth_seeing
from bot.kernel.game import Scene, forced, kind_of, legal
from bot.kernel.log import fold
from bot.kernel.secret import PUBLIC, Seen, see
from bot.kit.codec import encode
from bot.local import Channel, Exchange
from bot.titles import titles
from bot.titles.tide import events as ev
from bot.titles.tide.printed.tables import as_printed
from tests.chat import mail
from tests.chat.evening import Evening, Player, until
from tests.chat.positions import positions
from tests.chat.sitting import do_some, seated
from tests.match import Match

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def next_move(tonight: Evening, table: Table, players: Sequence[Player]) -> None:
    """Give the computer's order for the player in turn."""
    seat = next(seat for seat in table.asked() if table.person_at(seat) is not None)
    player = next(player for player in players if player.id == table.person_at(seat))
    said = await player.orders(table.game.play(table.seen(seat)))
    assert said.content.startswith("✅"), said.content
    await tonight.settled()


async def play_to_the_end(tonight: Evening, table: Table, players: Sequence[Player]) -> None:
    for _ in range(400):
        if table.record.status == "over":
            return
        await next_move(tonight, table, players)
    raise AssertionError("the game does not end")


def due(table: Table, last: int) -> set[int]:
    """Return the people to call at a moment: players in turn, at the end the others."""
    state = fold(table.game, table.log[: last + 1])
    by_hand = [entry for entry in table.log[: last + 1] if entry.by not in ("orders", "forced")]
    actor = table.person_at(by_hand[-1].seat)
    over = table.game.outcome(state) is not None
    asked = table.sides if over else table.game.prompts(see(state, PUBLIC))
    people = {table.person_at(seat) for seat in asked} - {None, actor}
    return {person for person in people if person is not None}


@pytest.fixture(scope="module", params=["two people", "the computer"])
def names(request: pytest.FixtureRequest) -> list[str]:
    return ["Anna", "Boris"] if request.param == "two people" else ["Anna"]


async def test_a_whole_game_in_public(tonight: Evening, place: Channel, names: list[str]) -> None:
    """Every move once, described pictures, a ping for each turn, and no secrets."""
    since = len(tonight.local.faults.requests)
    table, players = await tonight.game(place, *names)
    await play_to_the_end(tonight, table, players)
    exchanges = tonight.requests(since)
    posts = players[0].posts()
    mail.assert_told_once(table, posts)
    _assert_calls(tonight, table, exchanges)
    _assert_pictures(tonight, table, exchanges)
    _assert_maps(tonight, exchanges)
    _assert_no_secrets(tonight, table, exchanges)
    assert len(mail.moves_told(posts, table.record.id)) <= sum(entry.by == "person" for entry in table.log) + 1
    assert all(len(post.content) <= 2000 for post in posts)
    assert table.record.seed.hex() in posts[-1].content, "what the dice were made from is posted at the end"
    assert not any(table.record.seed.hex() in post.content for post in posts[:-1])


def _assert_calls(tonight: Evening, table: Table, exchanges: Sequence[Exchange]) -> None:
    """Compare the pings of each post with the due calls; other messages may not ping."""
    for exchange in exchanges:
        for body in mail.messages_in(exchange.body):
            calls = mail.called(body)
            last_line = body["content"].rpartition("\n")[2]
            if not (mail.is_public(tonight, exchange) and exchange.method == "POST" and " · move " in last_line):
                assert calls == [], body["content"]
                continue
            for person in calls:
                assert f"<@{person}>" in body["content"]
            if last_line.endswith(tuple("0123456789")) and "part" not in last_line:
                assert set(calls) == due(table, int(last_line.rpartition(" ")[2])), body["content"]
                assert len(calls) == len(set(calls))


def _assert_pictures(tonight: Evening, table: Table, exchanges: Sequence[Exchange]) -> None:
    names = set()
    for exchange in mail.public(tonight, exchanges):
        for attachment in exchange.body.get("attachments", []):
            assert attachment["description"], attachment
            assert len(attachment["description"]) <= 1024
            names.add(attachment["filename"].partition("-")[0])
            if attachment["filename"].startswith("dice"):
                assert re.search(r": (over |under )?\d+ %\.$", attachment["description"]), "the chance, in words"
    assert names == {"map.png", "fight", "dice", "cards.png"}, "phases, fights and cards have their pictures"


def _assert_maps(tonight: Evening, exchanges: Sequence[Exchange]) -> None:
    """A called player sees the map, even if a turn passes after plain moves."""
    calling = [body for exchange in mail.public(tonight, exchanges) for body in mail.messages_in(exchange.body)]
    calling = [body for body in calling if mail.called(body)]
    assert len(calling) > 3
    for body in calling:
        assert "map.png" in [attachment["filename"] for attachment in body["attachments"]], body["content"]


def _assert_no_secrets(tonight: Evening, table: Table, exchanges: Sequence[Exchange]) -> None:
    """A seat's secrets are in no public request made until then."""
    shown = [str(exchange.body) for exchange in mail.public(tonight, exchanges)]
    secrets: set[str] = set()
    for n in range(1, len(table.log)):
        state = fold(table.game, table.log[:n])
        for seat in table.seats:
            secrets |= set(table.game.hand(see(state, seat.seat)).split("\n")[1:])
    assert secrets
    for text in shown:
        assert not any(secret.removeprefix("- ") in text for secret in secrets)


async def test_the_first_post_shows_the_map_and_calls_who_begins(tonight: Evening, place: Channel) -> None:
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    post = boris.last()
    assert post.pings == (anna.person.id,)
    assert f"▶️ {anna.mention} (German): 2 actions left" in post.content
    assert [attachment.filename for attachment in post.attachments] == ["map.png", "cards.png"]
    assert post.labels == ["Your orders", "Map", "Film", "Your hand", "Situation"]
    lobby, story = boris.posts()[:2]
    assert lobby.pings == ()
    assert "July 1942" in story.content
    assert "July 1942" not in post.content, "the story is told once, and the first order stands next to the map"
    assert "> 💡 “Advance” moves a squad" in post.content, "and so does the tip for it"
    assert "moves a squad 4 points" not in story.content
    assert not story.attachments


async def test_a_fight_shows_the_place_and_the_dice(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "fire")
    await do_some(player, table, "fire")
    await tonight.settled()
    names = [attachment.filename for attachment in player.last().attachments]
    assert names[:2] == ["fight-1.png", "dice-1.png"]


async def test_a_private_order_without_a_new_question_makes_no_post(tonight: Evening, place: Channel) -> None:
    """A standing order goes to its owner alone; the next post tells on from there."""
    table, player, _ = await seated(tonight, place, "advance")
    await do_some(player, table, "op-fire")
    await tonight.settled()
    before = [post.content for post in player.posts()]
    await player.types("tide order", op_fire="hold")
    await tonight.settled()
    assert [post.content for post in player.posts()] == before
    await do_some(player, table, "op-fire")
    await tonight.settled()
    (post,) = [post.content for post in player.posts() if post.content not in before]
    assert post.endswith(f" · move {len(table.log) - 1}")


async def test_of_many_fights_those_are_shown_whose_results_were_least_likely() -> None:
    chances = (0.2, 0.7, 0.7, None, 0.7, 0.3)
    seen: Seen[Any] = Seen(PUBLIC, None)
    moments = [Moment(Scene("fight", str(n), chance=chance), seen) for n, chance in enumerate(chances)]
    moments.insert(1, Moment(Scene("card", "a card"), seen))
    assert [moment.scene.title for moment in worth_seeing(moments)] == ["0", "3", "4", "5"]


async def test_fights_in_the_same_places_share_a_picture() -> None:
    seen: Seen[Any] = Seen(PUBLIC, None)
    ways = (("A1", "B2"), ("A1", "C3"), ("B2", "A1"), ("A1", "B2"))
    moments = [Moment(Scene("fight", str(n), places, places), seen) for n, places in enumerate(ways)]
    moments.append(Moment(Scene("fight", "4", ways[0], path=ways[0]), seen))
    assert [[moment.scene.title for moment in some] for some in by_place(moments)] == [
        ["0", "2", "3"],
        ["1"],
        ["4"],
    ]


async def test_a_card_that_is_drawn_is_shown(tonight: Evening, place: Channel) -> None:
    table, player, _ = await seated(tonight, place, "draw")
    before = len(table.log)
    await do_some(player, table, "draw")
    await tonight.settled()
    drew = next(event for event in table.log[before].events if isinstance(event, ev.Drew))
    face = next(each for each in player.last().attachments if each.filename == "cards.png")
    assert as_printed(drew.card.rpartition(".")[0]).name in (face.description or "")


async def test_a_card_is_read_on_request(tonight: Evening, place: Channel) -> None:
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris", scenario="kalach")
    for reader in (anna, boris, tonight.player("Strogov", place)):
        (name,) = await reader.offered("tide ask card", "card", card="forced")
        said = await reader.types("tide ask card", card=name)
        assert as_printed("forced-march").text in said.content
        assert [attachment.filename for attachment in said.attachments] == ["cards.png"]


async def placing(tonight: Evening, place: Channel, times: int) -> tuple[Table, Player, list[Any]]:
    """Place this number of units, one after the other."""
    position = positions()["place"]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = next(player for player in players if table.seat_of(player.id) == position.seat)
    kind = kind_of(table.game, "place")
    assert kind is not None
    done = []
    for _ in range(times):
        done.append(next(legal(table.game, table.seen(position.seat), kind)))
        await player.orders(done[-1])
        await tonight.settled()
    return table, player, done


async def test_small_actions_of_a_burst_are_one_post(tonight: Evening, place: Channel) -> None:
    since = len(tonight.local.faults.requests)
    table, player, _ = await placing(tonight, place, 4)
    (post,) = player.posts()
    first = len(positions()["place"].match.log)
    assert post.content.startswith(mail.story(table, first, first + 3))
    assert post.content.endswith(f"-# Game {table.record.id} · move {first + 3}")
    sent = mail.public(tonight, tonight.requests(since))
    assert [exchange.method for exchange in sent] == ["POST", "PATCH", "PATCH", "PATCH"]


@pytest.mark.parametrize(
    ("line", "times", "told"),
    [
        ("German 1st Squad loses a regular.", 2, "German 1st Squad loses 2 regulars."),
        ("German 1st Squad loses an MG.", 3, "German 1st Squad loses 3 MGs."),
        ("12th Mechanized Corps is reduced.", 2, "12th Mechanized Corps is reduced (twice)."),
        ("The shells drift off the map.", 3, "The shells drift off the map (3 times)."),
    ],
)
async def test_a_repeated_line_is_counted(line: str, times: int, told: str) -> None:
    assert counted([line] * times) == [told]
    assert counted([line]) == [line]


async def test_an_undo_in_a_burst_takes_its_line_away(tonight: Evening, place: Channel) -> None:
    table, player, done = await placing(tonight, place, 3)
    told = player.posts()[-1].content.split("\n")
    said = await player.types("game undo")
    assert said.content.startswith("✅"), said.content
    await tonight.settled()
    (post,) = player.posts()
    assert told[1] in post.content
    assert told[2] not in post.content
    assert "takes a move back" in post.content
    assert str(done[2].hex) not in [unit.hex for unit in table.state.units.values() if unit.id == done[2].unit]


async def test_an_old_post_is_left_alone(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An old post is unread: later events have a post of their own."""
    monkeypatch.setattr(postman, "BURST", timedelta(0))
    _, player, _ = await placing(tonight, place, 3)
    assert len(player.posts()) == 3


async def test_an_order_of_another_player_ends_a_burst(tonight: Evening, place: Channel) -> None:
    """Two people fill their bases at once: each has a post, and is called once."""
    position = positions()["build"]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    kind = kind_of(table.game, "build")
    assert kind is not None
    for player in (*players, *players):
        seat = table.seat_of(player.id)
        assert seat is not None
        await player.orders(next(legal(table.game, table.seen(seat), kind)))
        await tonight.settled()
    assert all(post.pings == () for post in players[0].posts()), "both were asked before"
    mail.assert_told_once(table, players[0].posts(), len(position.match.log))


async def owe(tonight: Evening, table: Table, *recipes: Any) -> None:
    """Put something into the outbox, and wait until it has been sent."""
    for recipe in recipes:
        await tonight.client.games.owe(table.record.id, encode(recipe))
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()


def finished(scenario: str = "first", seed: int = 3, title: str = "tide") -> Match:
    """Return a whole game between computers, which is played once."""
    match = _finished(scenario, seed, title)
    return match.cut(len(match.log))


@cache
def _finished(scenario: str, seed: int, title: str) -> Match:
    game = titles()[title]
    match = Match(game, scenario, {}, seed.to_bytes(32, "big"))
    while not match.over:
        seat = match.asked[0]
        seen = match.seen(seat)
        match.act(seat, game.answer(seen) or forced(game, seen) or game.play(seen))
    return match


async def test_a_long_story_is_split_into_parts(tonight: Evening, place: Channel) -> None:
    match = finished()
    table, (anna,) = await tonight.plant(place, match, "Anna")
    await owe(tonight, table, News(0, len(match.log) - 1))
    posts = anna.posts()
    assert len(posts) > 1
    assert all(len(post.content) <= 2000 for post in posts)
    mail.assert_told_once(table, posts)
    for n, post in enumerate(posts[:-1], start=1):
        assert post.content.endswith(f"· part {n} of {len(posts)}")
        assert post.attachments == ()
        assert post.pings == ()
    assert posts[-1].attachments
    assert len(posts[-1].attachments) <= 10


# Letters.


@pytest.mark.case("FP-secret")
async def test_a_letter_goes_to_whom_it_concerns(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    letters = {player.id: player.person.inbox()[-1].content for player in (anna, boris)}
    for player, seat in ((anna, "German"), (boris, "Soviet")):
        assert letters[player.id].startswith(f"🔒 **Game {table.record.id}, {seat}**")
        own = table.game.hand(table.seen(table.seats_of(player.id)[0]))
        assert own in letters[player.id]
        assert player.person.inbox()[-1].attachments[0].description
    assert letters[anna.id] != letters[boris.id]


async def test_no_letter_is_sent_if_no_secret_has_changed(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    before = [len(player.person.inbox()) for player in (anna, boris)]
    await next_move(tonight, table, [anna, boris])
    await anna.types("tide order", op_fire="hold")
    await tonight.settled()
    assert [len(player.person.inbox()) for player in (anna, boris)] == before


@pytest.mark.case("FP-secret")
async def test_a_letter_about_a_secret_choice_goes_to_the_chooser_alone(tonight: Evening, place: Channel) -> None:
    position = positions()["build"]
    table, (anna, boris) = await tonight.plant(place, position.match, "Anna", "Boris")
    before = len(boris.person.inbox())
    kind = kind_of(table.game, "build")
    assert kind is not None
    await anna.orders(next(legal(table.game, table.seen(table.seats[0].seat), kind)))
    await tonight.settled()
    assert len(boris.person.inbox()) == before


@pytest.mark.case("FP-secret")
async def test_closed_letters_are_said_to_be_closed_and_go_nowhere_else(tonight: Evening, place: Channel) -> None:
    zoya, boris = (tonight.local.person(name) for name in ("Zoya", "Boris"))
    zoya.dms_closed = True
    since = len(tonight.local.faults.requests)
    table, (player, _) = await tonight.game(place, "Zoya", "Boris")
    hand = table.game.hand(table.seen(table.seats[0].seat))
    assert zoya.inbox() == []
    for exchange in tonight.requests(since):
        if exchange.status < 300:
            assert hand not in str(exchange.body.get("content") if isinstance(exchange.body, dict) else "")
    said = await player.orders(table.game.play(table.seen(table.seats[0].seat)))
    assert "direct messages are closed" in said.content
    assert hand in (await player.types("game hand")).content
    await tonight.settled()
    zoya.dms_closed = False
    await owe(tonight, table, Letter(table.seats[0].seat, 0, len(table.log) - 1))
    assert zoya.inbox()[-1].content.startswith("🔒")
    assert (await tonight.client.games.person(player.id)).closed is False
    assert boris.inbox()


async def test_a_hand_that_is_too_long_for_a_letter_is_whole_on_request(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = positions()["deploy"]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    hand = "\n".join(f"- {n}th Squad (4 regulars), waiting for the order to cross the Don" for n in range(50))
    monkeypatch.setattr(table.game, "hand", lambda seen: hand)
    monkeypatch.setattr(table.game, "held", lambda seen: "")
    interaction = await (await players[0].person.slash(place, "game hand")).done()
    await until(lambda: "\n".join(reply.content for reply in interaction.replies) == hand)
    assert all(reply.ephemeral for reply in interaction.replies)
    await owe(tonight, table, Letter(table.sides[0], 0, len(table.log) - 1))
    letter = players[0].person.inbox()[-1].content
    assert len(letter) <= 2000
    assert "\n…\n" in letter, "it says that there is more"
