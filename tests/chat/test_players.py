"""Games with up to four players in teams: from the lobby to the end, in a channel."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.chat.desk.absence import DAY
from bot.local import Channel
from render.titles import PICTURES
from tests.chat.evening import DONE, Evening, evening
from tests.chat.players import asked_for, does, four, goes_round, lobby, named
from tests.toys.muster import MUSTER, SEATS, Choose, Hold, March, MusterPictures, Order, Pass, Show, cards

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def tonight(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Evening]:
    """An evening at which Muster alone is played."""
    async with evening(tmp_path_factory.mktemp("evening") / "games.db", {"muster": MUSTER}) as opened:
        yield opened


@pytest.fixture(autouse=True)
def drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PICTURES, "muster", MusterPictures())


async def test_players_sit_down_by_their_numbers(tonight: Evening, place: Channel) -> None:
    table, (anna, boris, vera, grigori) = await lobby(tonight, place, "four")
    post = anna.posts()[0]
    assert post.labels[:4] == [f"Join as Player {each}" for each in ("One", "Two", "Three", "Four")]
    assert post.labels[4] == "Computer plays Player One"
    assert "**Player Three:** free" in post.content
    assert "You play as Player One." in (await anna.clicks(post, "Join as Player One")).content
    assert "You play as Player Two." in (await boris.types("game join", side="Player Two")).content
    assert "You play as Player Three." in (await vera.types("game join", side="three")).content
    assert "These seats are free: Player Four" in (await anna.types("game start")).content
    assert await grigori.offered("game join", "side", side="fo") == ["Player Four"]
    assert "Player One is taken" in (await grigori.types("game join", side="one")).content
    said = await anna.types("game seat", side="four", computer=True)
    assert "The computer plays as Player Four." in said.content
    assert table.log, "it begins when the last seat is taken"


async def test_one_plays_alone(tonight: Evening, place: Channel) -> None:
    table, (anna, *_) = await lobby(tonight, place, "alone")
    await anna.clicks(anna.posts()[0], "Join as Player One")
    await does({SEATS[0]: anna}, table, Choose("blue"))
    while not table.outcome():
        await does({SEATS[0]: anna}, table, March(2))
    await tonight.settled()
    last = anna.posts()[-1].content
    assert "The seed of the dice was" in last
    assert "The game is over" not in last, "the title has told so"


async def test_posts_name_players_with_their_present_sides(tonight: Evening, place: Channel) -> None:
    table, players = await four(tonight, place)
    chooser = table.asked()[0]
    assert f"({named(chooser)}): You have the highest die." in players[chooser].posts()[-1].content
    await does(players, table, Choose("red"))
    await tonight.settled()
    assert f"({named(table.asked()[0])}, " in players[chooser].posts()[-1].content
    other = next(seat for seat in SEATS if seat not in table.asked())
    said = await players[other].types("game play")
    assert f"the table waits for {named(table.asked()[0])}" in said.content


async def test_each_hand_goes_to_its_own_player_alone(tonight: Evening, place: Channel) -> None:
    table, players = await four(tonight, place)
    await does(players, table, Choose("blue"))
    await tonight.settled()
    for seat, player in players.items():
        inbox = player.person.inbox()[-1].content
        hand = (await player.types("game hand")).content
        for other in SEATS:
            held = ", ".join(cards(table.seen(other)))
            assert (held in inbox) == (held in hand) == (other == seat)


async def test_a_move_may_be_undone_until_another_player_acts(tonight: Evening, place: Channel) -> None:
    table, players = await four(tonight, place)
    await does(players, table, Choose("red"))
    await does(players, table, Pass())
    player, _ = await does(players, table, Pass())
    mate = table.seat_of(player.id)
    said = await player.types("game undo")
    assert said.content.startswith(DONE)
    assert table.asked() == (mate,)
    player, _ = await does(players, table, Pass())
    await does(players, table, Pass())
    assert "Another player has acted since" in (await player.types("game undo")).content


async def test_all_the_others_agree_to_go_back(tonight: Evening, place: Channel) -> None:
    table, players = await four(tonight, place)
    await does(players, table, Choose("red"))
    for _ in range(3):
        await does(players, table, Pass())
    first, *others = players.values()
    await first.types("game undo", to=2)
    asked = next(post for post in reversed(first.posts()) if "asks to go back" in post.content)
    assert all(other.mention in asked.content for other in others)
    for other in others[:-1]:
        assert "Still asked" in (await other.clicks(asked, "I agree")).content
        assert table.state.passed == 3
    assert "goes back" in (await others[-1].clicks(asked, "I agree")).content
    assert table.state.passed == 0


async def test_standing_orders_of_each_player_answer_for_them(tonight: Evening, place: Channel) -> None:
    table, players = await four(tonight, place)
    await does(players, table, Choose("red"))
    red, blue, mate, late = table.state.order
    await players[blue].orders(Order("hold"), "muster")
    await players[late].orders(Order("shoot"), "muster")
    assert "Past: hold" in (await players[blue].types("game orders")).content
    assert "Past: ask" in (await players[mate].types("game orders")).content
    await goes_round(players, table, blue)
    await does(players, table, March(1))
    while not any(entry.by == "orders" for entry in table.log):
        await goes_round(players, table, red)
        await does(players, table, March(2))
    assert [entry.seat for entry in table.log if entry.by == "orders"] == [blue]
    assert "shoot" not in asked_for(table), "nobody is asked about it"


async def test_computers_play_for_absent_players(tonight: Evening, place: Channel) -> None:
    table, players = await four(tonight, place, people=1)
    while not table.outcome():
        await tonight.settled()
        if table.asked():
            prompt = asked_for(table)
            await does(
                players, table, Choose("red") if "choose" in prompt else Hold() if "hold" in prompt else Pass()
            )
    assert {entry.by for entry in table.log} >= {"person", "computer"}
    assert {entry.seat for entry in table.log if entry.by == "computer"} == set(SEATS[1:])


async def test_a_player_who_leaves_cannot_take_another_seat_in_the_game(tonight: Evening, place: Channel) -> None:
    _, players = await four(tonight, place, people=3)
    one, two, *_ = players.values()
    await one.types("game leave")
    await two.types("game leave")
    said = await one.types("game join", side="two")
    assert "You would see the secrets of others" in said.content
    assert "Stay with Player One" in said.content
    assert "You play as Player One" in (await one.types("game join", side="one")).content


@pytest.mark.case("FP-resign")
async def test_a_team_has_lost_when_all_of_it_have_given_up(tonight: Evening, place: Channel) -> None:
    table, players = await four(tonight, place)
    await does(players, table, Choose("red"))
    red, blue, mate, late = table.state.order
    said = await players[mate].types("game resign")
    await players[mate].clicks(said, f"Yes, {named(mate)} (Red) gives up")
    assert table.outcome() is None
    said = await players[red].types("game resign")
    await players[red].clicks(said, f"Yes, {named(red)} (Red) gives up")
    outcome = table.outcome()
    assert outcome is not None
    assert outcome.winners == (blue, late)


async def test_a_card_is_offered_from_ones_own_hand(tonight: Evening, place: Channel) -> None:
    table, players = await four(tonight, place)
    await does(players, table, Choose("red"))
    seat = table.asked()[0]
    held = cards(table.seen(seat))
    assert await players[seat].offered("muster show", "card") == list(held)
    await does(players, table, Show(held[0]))
    assert held[0] not in cards(table.seen(seat))


@pytest.mark.case("FP-absent")
async def test_a_silent_team_member_is_replaced(tonight: Evening, place: Channel) -> None:
    """The others play on with the computer; all of them must agree to an end."""
    table, players = await four(tonight, place)
    away, *others = [player for seat, player in players.items() if seat in table.asked()][:1] or []
    others = [player for player in players.values() if player is not away]
    absentees = tonight.client.lobby.absentees
    usual = absentees.clock
    try:
        for day in (7, 12, 14):
            now = ((await tonight.client.games.game(table.record.id)) or table.record).moved + day * DAY + 60
            absentees.clock = lambda now=now: now  # type: ignore[misc]
            await absentees.warn()
        await tonight.settled()
        called = others[0].posts()[-1]
        assert set(called.pings) == {str(player.id) for player in others}
        asked = await others[0].clicks(await others[0].types("game table end"), "Yes, end it")
        assert asked.content.startswith("You agree. Still asked: ")
        assert away.mention not in asked.content
        seat = table.seats_of(away.id)[0]
        said = await others[1].types("game seat", side=seat, computer=True)
        assert said.content.startswith("The computer plays Player"), said.content
        await tonight.settled()
        assert table.seats_of(away.id) == []
        assert "You play as" in (await away.types("game join", side=seat)).content
    finally:
        absentees.clock = usual
