"""Choosing a battle: the gallery of a title, the card of a scenario, its table."""

from __future__ import annotations

import pytest

from bot.chat import chooser
from bot.chat.desk.answers import LIMIT
from bot.kernel.game import Facts, Scenario
from bot.kernel.secret import Seat
from bot.kit import facts
from bot.local import Channel
from bot.titles import lessons, titles
from tests.chat.evening import Evening


async def test_a_battle_is_chosen_by_pictures_and_begun(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    said = await anna.types("game new")
    assert "Begin with **The Church at Berezovka**" in said.content
    assert all(game.about and game.about in said.content for game in titles().values())
    said = await anna.clicks(said, "Tide of Iron")
    assert said.content.index("The Church at Berezovka") < said.content.index("The Road to Height 239")
    assert len(said.attachments) == 8, "each battle has its map"
    said = await anna.picks(said, "fs:new:tide", "The Church at Berezovka")
    for fact in (
        "**Players:** 2 (",
        "**Length:** ",
        "**Victory:** ",
        "**In the box:** ",
        "**Complexity:** 1 of 5",
    ):
        assert fact in said.content
    assert len(said.attachments) == 1
    said = await anna.clicks(said, "German against the computer")
    assert "Table" in said.content
    table = await tonight.table(place)
    assert (table.record.title, table.record.scenario, table.record.status) == ("tide", "first", "live")
    assert [seat.computer for seat in table.seats] == [False, True]


async def test_a_title_alone_shows_its_battles(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    said = await anna.types("game new", title="firefight")
    assert "Firefight Generator: choose a battle" in said.content
    said = await anna.clicks(said, "More battles")
    assert "page 2 of 2" in said.content
    said = await anna.clicks(said, "More battles")
    said = await anna.picks(said, "fs:new:firefight", "Solo Mission")
    assert "a solo mission" in said.content
    assert not any("against the computer" in label for label in said.labels)
    assert said.attachments == (), "its map is made in play"
    await anna.clicks(said, "Open a table")
    assert (await tonight.table(place)).record.scenario == "solo"


@pytest.mark.parametrize("key", list(titles()))
def test_every_page_fits_into_a_message_and_has_its_facts(key: str) -> None:
    game = titles()[key]
    assert len(chooser.gallery(game).text) <= LIMIT
    for scenario in game.scenarios.values():
        page = chooser.card(game, scenario)
        assert len(page.text) <= LIMIT
        known = scenario.facts
        assert (known.battle, known.winning, known.minutes, known.days, known.complexity) > ("", "", 0, 0, 0)
        assert set(known.balance) <= {"German", "Soviet", "Russian", "Chechen"}


def test_facts_have_words_and_unknown_facts_have_none() -> None:
    seats = (Seat("red"), Seat("blue"))
    unknown = Scenario("own", "Own", "", seats)
    assert facts.measures(unknown) == "2 players"
    assert (facts.length(unknown.facts), facts.balance(unknown.facts)) == ("", "")
    known = Facts(minutes=180, days=57, complexity=5, balance={"Red": 60, "Blue": 30})
    scenario = Scenario("known", "Known", "", seats, facts=known)
    assert facts.measures(scenario) == "2 players · 3 hours, or 57 days by post · complexity 5 of 5"
    assert facts.balance(known) == "Red 60 %, Blue 30 % and drawn 10 %"
    assert facts.in_order({"own": unknown, "known": scenario}) == [scenario, unknown]


@pytest.mark.parametrize("key", list(titles()))
async def test_without_a_side_one_has_the_side_of_the_lessons(tonight: Evening, place: Channel, key: str) -> None:
    anna = tonight.player("Anna", place)
    await anna.types("game new", title=key, scenario="first", side="any", against="computer")
    table = await tonight.table(place)
    assert table.seats_of(anna.id) == [next(iter(lessons(key).values())).side]
