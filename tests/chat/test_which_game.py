"""Commands find a game by number from anywhere, and ask if several could be meant."""

from __future__ import annotations

import pytest

from bot.chat.desk.table import Table
from bot.local import Channel
from tests.chat.evening import DONE, Evening, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def two_games(tonight: Evening, place: Channel, name: str) -> tuple[Table, Table, Player]:
    """Return two games of a person against Boris, and the person's direct messages."""
    elsewhere = tonight.local.channel(f"{name}-elsewhere".lower())
    place = tonight.local.channel(f"{name}-tide".lower())
    one, (player, _) = await tonight.game(place, name, "Boris")
    two, _ = await tonight.game(elsewhere, "Boris", name)
    return one, two, Player(player.person, tonight.local.dm(player.person))


def button(table: Table, said: list[str]) -> str:
    return next(label for label in said if label.endswith(f"game {table.record.id}"))


@pytest.mark.case("FP-channel")
async def test_an_order_that_fits_two_games_asks_which_and_is_given_once(tonight: Evening, place: Channel) -> None:
    one, two, katya = await two_games(tonight, place, "Katya")
    said = await katya.types("tide op-fire", units="1st Squad")
    assert said.content.startswith("**Which game do you mean?**")
    assert [label.rpartition(" · ")[2] for label in said.labels] == [
        f"game {one.record.id}", f"game {two.record.id}", "Rules",
    ], "the game that waits for her comes first"  # fmt: skip
    assert said.labels[0] == f"The Church at Berezovka · #katya-tide · your move · game {one.record.id}"
    assert " · waits for the German side · " in said.labels[1]
    assert (len(one.log), len(two.log)) == (1, 1), "nothing is done before she has chosen"
    presses = [await katya.person.click(said, button(one, said.labels)) for _ in range(2)]
    for press in presses:
        await press.done()
    assert (len(one.log), len(two.log)) == (2, 1), "two presses give the order once"
    assert await tonight.client.games.owed(two.record.id) == []


async def test_a_question_from_before_a_restart_says_what_to_type(tonight: Evening, place: Channel) -> None:
    one, _, katya = await two_games(tonight, place, "Rita")
    said = await katya.types("tide stop")
    await tonight.leave()
    await tonight.arrive()
    again = await katya.clicks(said, button(one, said.labels))
    assert f"give the command again, with game:{one.record.id}" in again.content
    assert (await katya.types("tide stop", game=str(one.record.id))).content.startswith(DONE)


async def test_the_option_names_a_game_by_number_or_by_words(tonight: Evening, place: Channel) -> None:
    one, two, lena = await two_games(tonight, place, "Lena")
    assert (await lena.types("tide stop", game=str(one.record.id))).content.startswith(DONE)
    assert "not your move" in (await lena.types("tide stop", game=str(two.record.id))).content
    offered = await lena.person.autocomplete(lena.place, "game status", focused="game")
    assert [choice.value for choice in offered] == [str(two.record.id), str(one.record.id)]
    words = await lena.offered("game status", "game", game="elsewhere")
    assert [each.rpartition(" ")[2] for each in words] == [str(two.record.id)]
    assert "action phase" in (await lena.types("game status", game="elsewhere")).content
    assert "Which game" in (await lena.types("game status", game="Church")).content
    assert await lena.offered("tide ask reach", "unit", game=str(one.record.id)), "suggestions are of that game"
    assert not await lena.offered("tide ask reach", "unit"), "of none while two could be meant"


async def test_games_of_other_people_have_no_number(tonight: Evening, place: Channel) -> None:
    """A game in a hidden channel stays hidden, whatever number is tried."""
    table, (anna, _) = await tonight.game(place, "Anna", "Boris")
    stranger = Player(tonight.local.person("Stranger"), tonight.local.channel("far-away"))
    for command in ("game status", "game board", "game log", "game join"):
        options = {"side": "german"} if command == "game join" else {}
        said = (await stranger.types(command, game=str(table.record.id), **options)).content
        assert f"You play no game '{table.record.id}'" in said, said
    assert "You play no game '99999'" in (await stranger.types("game status", game="99999")).content
    here = Player(stranger.person, place)
    assert "You play no game" not in (await here.types("game status", game=str(table.record.id))).content
    far = Player(anna.person, stranger.place)
    assert "You play no game" not in (await far.types("game hand", game=str(table.record.id))).content


async def test_a_channel_without_a_game_asks_too(tonight: Evening, place: Channel) -> None:
    table, (olga, _) = await tonight.game(place, "Olga", "Boris")
    far = Player(olga.person, tonight.local.channel("nothing-here"))
    said = await far.types("game hand")
    assert said.content.startswith("🗺️ **There is no game in this channel.** **Which game do you mean?**")
    assert "Only you know" in (await far.clicks(said, button(table, said.labels))).content
    nobody = Player(tonight.local.person("Nobody at all"), far.place)
    assert "Begin one with `/game new`" in (await nobody.types("game hand")).content


async def test_a_game_whose_channel_is_gone_is_resigned_by_number(tonight: Evening, place: Channel) -> None:
    table, (mila, _) = await tonight.game(place, "Mila", "Boris")
    tonight.local.world.remove_channel(place)
    dm = Player(mila.person, tonight.local.dm(mila.person))
    listed = await dm.types("game mine")
    assert f"game {table.record.id}" in listed.content
    asked = await dm.types("game resign", game=str(table.record.id))
    await dm.clicks(asked, "Yes, the German side gives up")
    assert table.record.status == "over"


async def test_the_buttons_of_my_games_open_them(tonight: Evening, place: Channel) -> None:
    table, (vika, _) = await tonight.game(place, "Vika", "Boris")
    said = await vika.types("game mine")
    name = f"The Church at Berezovka · game {table.record.id}"
    assert said.labels == [name, "Hand", "Situation"]
    opened = {label: (await vika.clicks(await vika.types("game mine"), label)).content for label in said.labels}
    assert "2 actions left" in opened[name]
    assert opened["Hand"].startswith("**Only you know**")
    assert "round 1 of 3" in opened["Situation"]


async def test_many_games_have_their_buttons_on_pages(tonight: Evening, place: Channel) -> None:
    places = [tonight.local.channel(f"{place.name}-{n}") for n in range(5)]
    tables = [(await tonight.game(each, "Xenia", "Boris"))[0] for each in places]
    xenia = tonight.player("Xenia", place)
    said = await xenia.types("game mine")
    assert said.content.count("· game ") == 5
    assert [label for label in said.labels if "game" in label] == [
        *(f"The Church at Berezovka · game {table.record.id}" for table in tables[:0:-1]), "Further games (1/2)",
    ]  # fmt: skip
    said = await xenia.clicks(said, "Further games (1/2)")
    assert said.labels[0] == f"The Church at Berezovka · game {tables[0].record.id}"
    said = await xenia.clicks(said, "Further games (2/2)")
    assert len(said.labels) == 13, "round to the first page"
