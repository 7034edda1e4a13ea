"""Plays every lesson to its end by reading nothing but the messages."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from bot.chat import replay
from bot.chat.controls.lessons import GAME, learn
from bot.chat.desk.answers import sentence
from bot.chat.desk.table import Table
from bot.kernel.game import legal, open_kinds
from bot.kernel.secret import PUBLIC
from bot.kit.lessons import LEARNED, asks_for, check, requested
from bot.local import Channel, Message
from bot.titles import lessons, titles
from tests.chat.evening import DONE, PATIENCE, Evening, Player, answer

pytestmark = pytest.mark.asyncio(loop_scope="session")

ALL = [(title, key) for title in titles() for key in lessons(title)]
every = pytest.mark.parametrize(("title", "key"), ALL)
ASK = re.compile(r"^➜ \*\*(.+)\*\*$", re.MULTILINE)
QUOTED = re.compile("“([^”]+)”")
LATER = {"Hint", "Standing orders", "Plan", "Add to the list"}
"""Buttons of other games that a lesson has no use for."""
MOST = 12
"""The most presses of a step."""


def asked(message: str) -> list[str]:
    """Return the words that a step tells its reader to press, in their order."""
    found = ASK.search(message)
    assert found is not None, f"no step asks for anything: {message}"
    return QUOTED.findall(found[1])


def named(label: str, word: str, after: int = 0) -> int:
    """Return the end of a whole name in a label; 0 if it is not there."""
    found = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE).search(label, after)
    return found.end() if found is not None else 0


def presses(page: Message) -> Iterator[tuple[str, str, str]]:
    """Yield what a page offers: the label, the custom id, and the value of a list."""
    for button in page.buttons:
        if not button.disabled:
            yield button.label, button.custom_id or "", ""
    for part in page.selects:
        for option in part["options"]:
            yield f"{option['label']} {option.get('description') or ''}", part["custom_id"], option["value"]


def best(page: Message, words: Sequence[str]) -> tuple[str, str, str, int] | None:
    """Return the control that names the next words, the more of them the better.

    A control with just the next word for its label comes first.
    """
    found = []
    for label, custom_id, value in presses(page):
        told, end = 0, 0
        while told < len(words) and (further := named(label, words[told], end)):
            told, end = told + 1, further
        if told:
            found.append((label, custom_id, value, told))
    return max(found, key=lambda each: (each[0] == words[0], each[3], not each[2], -len(each[0])), default=None)


async def follow(player: Player, table: Table, words: list[str]) -> Message:
    """Press the controls that a step names; words that are not on the page come later.

    Each page ends with the request of the step.
    """
    before, step = len(table.log), table.step()
    assert step is not None
    page = await player.clicks(player.last(), "Your orders")
    for _ in range(MOST):
        assert page.content.endswith(f"\n\n{requested(step)}"), page.content
        assert page.content.count(requested(step)) == 1
        assert not LATER & {label for label, *_ in presses(page)}, "a lesson takes one order at a time"
        control = None
        for skipped in range(len(words)):
            control = best(page, words[skipped:])
            if control is not None:
                words = words[skipped + control[3] :]
                break
        assert control is not None, f"{words} are nowhere on {[each[0] for each in presses(page)]}: {page.content}"
        label, custom_id, value, _ = control
        if value:
            page = answer(await (await player.person.select(page, custom_id, value)).done(PATIENCE))
        else:
            page = await player.clicks(page, custom_id)
        if len(table.log) > before:
            return page
        assert "Not this order yet" not in page.content, f"{label} is not what the step wants: {page.content}"
    raise AssertionError(f"the step leads to no order: {page.content}")


async def stray(player: Player, table: Table) -> None:
    """Give a wrong order: it is answered with a reason, and changes nothing."""
    step, lesson = table.step(), table.lesson
    assert step is not None
    assert lesson is not None
    seen = table.seen(table.seat_of(player.id) or PUBLIC)
    kinds = open_kinds(table.game, seen)
    others = (each for kind in kinds for each in legal(table.game, seen, kind) if not asks_for(step, each))
    before, other = len(table.log), next(others, None)
    assert other is not None, f"there is no wrong order at step {table.step_number() + 1}"
    said = await player.orders(other, table.game.key)
    assert said.content.startswith(f"📖 **Not this order yet.**\n{sentence(step.wrong)}\n➜ "), said.content
    assert len(table.log) == before
    assert len(step.wrong) > 20


async def begun(tonight: Evening, place: Channel, title: str, key: str) -> tuple[Table, Player]:
    """Begin a lesson by its button in the list of lessons."""
    player = tonight.player("Anna", place)
    page = await player.types("game new", title=title, scenario="lessons")
    lesson = lessons(title)[key]
    assert f"**{lesson.number}** {lesson.text}" in page.content
    begins = await player.clicks(page, f"{lesson.number} · {lesson.name}")
    assert begins.content.startswith("📖")
    assert begins.content.endswith(f"\n\n{requested(lesson.steps[0])}"), "the first step is in sight"
    await tonight.settled()
    return await tonight.table(place), player


@pytest.mark.case("FP-lesson")
@every
async def test_a_reader_finishes_the_lesson(tonight: Evening, place: Channel, title: str, key: str) -> None:
    table, player = await begun(tonight, place, title, key)
    lesson, letters = lessons(title)[key], len(player.person.inbox())
    for n in range(len(lesson.steps)):
        post = player.last()
        assert f"**Step {n + 1} of {len(lesson.steps)}**" in post.content
        assert any(file.filename == "step.png" for file in post.attachments), "the place is marked on a picture"
        await stray(player, table)
        page = await follow(player, table, asked(post.content))
        assert page.content.startswith(DONE), page.content
        await tonight.settled()
    assert table.outcome() is not None
    assert table.record.options[LEARNED] == "yes"
    assert lesson.end in player.posts()[-1].content
    assert len(player.person.inbox()) == letters, "the lesson sends no letters"
    again = await player.types("game new", title=title, scenario="lessons")
    assert f"✅ **{lesson.number}** {lesson.text}" in again.content


@every
async def test_a_lesson_plays_as_its_file_says(title: str, key: str) -> None:
    assert list(check(titles()[title], lessons(title), key)) == []


@every
async def test_the_words_of_a_step_are_spelled_like_buttons(title: str, key: str) -> None:
    """The page marks the button that begins with the quoted words."""
    words = [word for step in lessons(title)[key].steps for word in QUOTED.findall(step.ask)]
    assert [word for word in words if word[0].islower() and not word.startswith("von ")] == []


@pytest.mark.parametrize("title", list(titles()))
async def test_each_title_has_six_lessons(title: str) -> None:
    assert [each.number for each in lessons(title).values()] == [1, 2, 3, 4, 5, 6]
    assert all(each.source == "ours" for each in lessons(title).values())


async def test_a_title_without_lessons_offers_its_learning_game(
    tonight: Evening, place: Channel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every title of ours has lessons, so this one loses them for the test."""
    monkeypatch.setattr("bot.titles._lessons", lambda: ({}, []))
    player = tonight.player("Anna", place)
    page = await player.types("game new", title="strike", scenario="lessons")
    assert page.labels == ["Play the learning game"]
    assert "Lessons" not in "".join(await player.offered("game new", "scenario", title="strike", scenario="less"))


async def test_a_lesson_survives_a_restart(own: Evening) -> None:
    place = own.local.channel("restart")
    table, player = await begun(own, place, *ALL[0])
    await follow(player, table, asked(player.last().content))
    await own.settled()
    before = table.state
    await own.leave()
    await own.arrive()
    table = await own.table(place)
    assert table.state == before
    assert table.step_number() == 1
    await follow(player, table, asked(player.last().content))
    assert table.step_number() == 2


async def test_the_opening_of_a_lesson_is_not_replayed(tonight: Evening, place: Channel) -> None:
    """The orders that lead to the position are no news; later orders are."""
    table, player = await begun(tonight, place, "tide", "2-cover")
    seat, opening = table.sides[0], len(table.log) - 1
    assert len(table.log.moves) > 3
    assert replay.stretch_of(table, seat, 0, opening).stills == []
    await follow(player, table, asked(player.last().content))
    await tonight.settled()
    assert replay.stretch_of(table, seat, opening, len(table.log) - 1).stills != []


async def test_undo_returns_to_the_step_before(tonight: Evening, place: Channel) -> None:
    table, player = await begun(tonight, place, *ALL[0])
    text = player.last().content
    await follow(player, table, asked(text))
    await tonight.settled()
    assert table.step_number() == 1
    await player.types("game undo", to=table.log.moves[-1])
    await tonight.settled()
    assert table.step_number() == 0
    assert asked(player.last().content) == asked(text)
    await follow(player, table, asked(text))
    assert table.step_number() == 1


async def test_the_goal_of_a_step_comes_first_among_the_orders_of_its_unit(
    tonight: Evening, place: Channel
) -> None:
    table, player = await begun(tonight, place, "firefight", "1-points")
    for _ in range(2):
        await follow(player, table, asked(player.last().content))
        await tonight.settled()
    page = await player.types("game show at", place="C12")
    assert any(label.startswith("Move: C11") for label in page.labels[:2]), page.labels


async def test_units_that_share_a_place_but_not_their_threats_are_named(tonight: Evening, place: Channel) -> None:
    _, player = await begun(tonight, place, "tide", "3-fire")
    page = await player.types("game show at", place="D4")
    assert "2nd Squad: Enemies at G2 and H3 could fire at it." in page.content
    assert "4th Squad: It is concealed: nobody fires at it directly." in page.content


async def test_a_finished_lesson_offers_what_follows(tonight: Evening, place: Channel) -> None:
    title = ALL[0][0]
    keys = [*lessons(title)]
    player = tonight.player("Anna", place)
    page = await player.types("game new", title=title, scenario="lessons")
    last = keys[-1]
    await player.clicks(page, f"fp:{learn(title, last)}")
    await tonight.settled()
    table = await tonight.table(place)
    while table.step() is not None:
        await follow(player, table, asked(player.last().content))
        await tonight.settled()
    end = player.posts()[-1]
    assert "Play the learning game" in end.labels
    stretch = replay.stretch_of(table, table.sides[0], len(table.log) - 3, len(table.log) - 1)
    assert not any("is over" in still.words for still, _ in stretch.stills), "a lesson is no battle to be won"
    assert "Reveal everything" not in (await player.types("game board", moment="0")).labels
    page = await player.clicks(end, f"fp:{learn(title, GAME)}")
    await tonight.settled()
    game = await tonight.table(place)
    winning = f"**Victory:** {game.game.scenarios['first'].facts.winning}"
    assert page.content.endswith(winning), "its beginning says how one wins"
    assert (await player.types("game status")).content.endswith(winning)
    assert (game.record.scenario, game.lesson, game.record.status) == ("first", None, "live")
    assert game.computers()


async def test_the_learning_game_is_for_the_side_of_the_lessons(tonight: Evening, place: Channel) -> None:
    """Firefight teaches the second player, who is German in the learning game as well."""
    player = tonight.player("Anna", place)
    page = await player.types("game new", title="firefight", scenario="lessons")
    await player.clicks(page, f"fp:{learn('firefight', GAME)}")
    await tonight.settled()
    table = await tonight.table(place)
    assert table.seat_of(player.id) == lessons("firefight")["1-points"].side
    assert table.seat_of(player.id) != table.sides[0]


async def test_another_lesson_replaces_a_lesson_that_is_left(tonight: Evening, place: Channel) -> None:
    table, player = await begun(tonight, place, *ALL[0])
    page = await player.types("game new", title=ALL[0][0], scenario="lessons")
    await player.clicks(page, f"fp:{learn(*ALL[1])}")
    await tonight.settled()
    assert table.record.status == "over"
    assert not table.learned
    assert (await tonight.table(place)).lesson == lessons(ALL[1][0])[ALL[1][1]]


async def test_the_dice_of_a_lesson_are_said_to_be_set(tonight: Evening, place: Channel) -> None:
    _, player = await begun(tonight, place, *ALL[0])
    assert "dice are set" in player.posts()[-1].content or "dice are set" in player.posts()[-2].content
    assert "are set" in (await player.types("game show dice")).content
    assert "are set" in (await player.types("game show dice", file=True)).content


async def test_a_lesson_takes_no_plan_and_its_hint_is_the_step(tonight: Evening, place: Channel) -> None:
    table, player = await begun(tonight, place, *ALL[0])
    step = table.step()
    assert step is not None
    assert step.ask in (await player.types("game hint")).content
