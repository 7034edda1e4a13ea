"""The rules to read: contents, chapters with drawings, cases, terms, and a search."""

from __future__ import annotations

import pytest

from bot.chat import rules
from bot.chat.controls.rules_button import HERE, with_rules
from bot.chat.desk.answers import LIMIT
from bot.local import Channel, Message
from bot.titles import handbooks, titles
from tests.chat.evening import Evening
from tests.chat.positions import positions


def labels(message: Message) -> list[str]:
    """Return the entries of all lists of a message."""
    return [option["label"] for select in message.selects for option in select["options"]]


async def test_the_rules_are_read_from_the_contents_to_a_word(tonight: Evening, place: Channel) -> None:
    _, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    said = await anna.types("game rule")
    assert "Tide of Iron: the rules" in said.content
    said = await anna.picks(said, "fs:rule:tide:pick", "Line of sight")
    assert "TOI-7.2 · Sight on one level." in said.content
    assert len(said.attachments) == 1, "the chapter has a drawing"
    said = await anna.clicks(said, "Next chapter")
    assert "Tide of Iron: Fire" in said.content
    assert not said.attachments
    said = await anna.clicks(said, "Next page")
    assert "page 2 of" in said.content
    said = await anna.clicks(said, "Words explained")
    said = await anna.clicks(said, "Next page")
    assert "**pinned:**" in said.content
    said = await anna.types("game rule", case="pin")
    assert said.content.startswith("📖 **Pinned**")
    said = await anna.picks(said, "fs:rule:tide:pick", "TOI-5.4d: Pinned")
    assert "**TOI-5.4d: Pinned**" in said.content
    said = await anna.clicks(said, "Chapter: Fire")
    assert "Tide of Iron: Fire" in said.content


async def test_without_a_game_the_title_is_chosen_first(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    said = await anna.types("game rule")
    assert labels(said) == [game.name for game in titles().values()]
    said = await anna.picks(said, "fs:rule::pick", "Strike the Bear")
    said = await anna.picks(said, "fs:rule:strike:pick", "Results, retreat and advance")
    assert "**11.9 · Resolving combat.**" in said.content


async def test_a_message_that_names_a_case_has_a_button_to_it(tonight: Evening, place: Channel) -> None:
    _, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    refused = await anna.says("tide retreat", unit="1st Squad", to="C4")
    assert "Refused" in refused.content
    cite = handbooks()["tide"].cases_in(refused.content)[0]
    said = await anna.clicks(refused, "Rules")
    assert said.content.startswith(f"📖 **{cite}:")


async def test_a_search_by_words_lists_the_places(tonight: Evening, place: Channel) -> None:
    _, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    said = await anna.types("game rule", case="officer recover")
    assert "for “officer recover”" in said.content
    said = await anna.picks(said, "fs:rule:tide:pick", "TOI-2.3e: Officer: fast recovery")
    assert said.content.startswith("📖 **TOI-2.3e:")
    assert "there is no rule 'xyzzy'" in (await anna.types("game rule", case="xyzzy")).content.lower()


@pytest.mark.parametrize("key", list(handbooks()))
def test_every_page_fits_into_a_message(key: str) -> None:
    book, known = handbooks()[key], titles()
    pages = [rules.contents(known, key), rules.glossary(book, key), rules.glossary(book, key, 1)]
    pages += [rules.chapter(book, known, key, name, n) for name in book.chapters for n in range(8)]
    pages += [rules.case_page(book, key, id) for id in book.cases]
    pages += [rules.term_page(book, key, name) for name in book.terms]
    for page in pages:
        assert len(page.text) <= LIMIT
        assert len(page.view.children) <= 25


@pytest.mark.parametrize("key", list(handbooks()))
def test_every_case_can_be_read_in_its_chapter(key: str) -> None:
    book, known = handbooks()[key], titles()
    for name, cases in book.pages.items():
        read = "\n".join(rules.chapter(book, known, key, name, n).text for n in range(12))
        assert [case.id for case in cases if case.text not in read] == []


def test_the_button_is_offered_once_and_only_for_a_case() -> None:
    assert with_rules("All is well.", None) is None
    shown = with_rules("Refused · TOI-5.6a", None)
    assert shown is not None
    assert [each.custom_id for each in shown.children if hasattr(each, "custom_id")] == [f"fp:{HERE}"]
    assert len((with_rules("(FP-undo)", shown) or shown).children) == 1
