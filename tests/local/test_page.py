"""The page, in a real browser: two people at one table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect

from bot.local import Person
from bot.local.bodies import Body
from bot.local.home import LocalDiscord
from tests.local.conftest import PATIENCE, eventually, pointed_at, running
from tests.local.tiny import Tiny
from tests.patience import be_patient

pytestmark = pytest.mark.browser

Open = Callable[..., Awaitable[Page]]


@pytest.fixture
async def opened(browser: Browser, local: LocalDiscord, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Open]:
    """Opens windows, a person's at the newest table.

    Afterwards no script has failed, and only the table was contacted.
    """
    be_patient(PATIENCE, monkeypatch.setitem)
    wrong: list[str] = []

    async def open_window(
        person: str | None = None, *, path: str = "/", width: int = 1200, url: str = "", **context: Any
    ) -> Page:
        where = await browser.new_context(viewport={"width": width, "height": 850}, locale="en-GB", **context)
        page = await where.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None
        )
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.removeprefix("blob:").startswith((local.url, "http://127.0.0.1"))
                else wrong.append(asked.url)
            ),
        )
        newest = max(local.world.channels.values(), key=lambda each: int(each.last_message_id or 0), default=None)
        at = f"#{newest.id}" if person and newest is not None and newest.last_message_id else ""
        await page.goto(url or local.url + path + (f"?as={person}{at}" if person else ""))
        return page

    yield open_window
    assert wrong == []


async def order(page: Page, command: str) -> None:
    """Type a whole command in one line and send it."""
    field = page.get_by_role("textbox", name="Write a message")
    await field.fill(command)
    await field.press("Enter")


def said(page: Page, text: str) -> Locator:
    """Return a text in the messages of the shown table."""
    return page.get_by_role("log").get_by_text(text)


async def no_sideways(page: Page) -> None:
    widths = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert widths[0] <= widths[1]


# Arriving


async def test_two_windows_two_people(opened: Open, tiny: Tiny, local: LocalDiscord) -> None:
    first, second = await opened(), await opened()
    await expect(first.get_by_role("radio", name="Anna")).to_be_checked()
    await first.get_by_role("button", name="Just look around").click()
    await expect(first.get_by_role("button", name="You are Anna")).to_be_visible()
    await second.get_by_role("radio", name="Viktor").check()
    await second.get_by_role("button", name="Just look around").click()
    await expect(second.get_by_role("button", name="You are Viktor")).to_be_visible()
    for page in (first, second):
        await page.get_by_role("link", name="headquarters").click()
    await order(first, "Good **morning**, Viktor.")
    await expect(second.get_by_role("article", name="Anna")).to_contain_text("Good morning, Viktor.")
    await expect(second.locator("strong")).to_have_text("morning")
    await first.reload()
    await expect(first.get_by_role("button", name="You are Anna")).to_be_visible()
    third = await opened()
    await third.get_by_label("Another name").fill("Олег")
    await third.get_by_role("button", name="Just look around").click()
    await expect(third.get_by_role("button", name="You are Олег")).to_be_visible()
    assert [person.name for person in local.people.all()] == ["Anna", "Viktor", "Олег"]


async def test_a_name_that_was_taken_since_it_was_offered(opened: Open, local: LocalDiscord) -> None:
    page = await opened()
    await page.get_by_role("radio", name="Viktor").check()
    local.person("Viktor")
    await page.get_by_role("button", name="Just look around").click()
    await expect(page.get_by_role("button", name="You are Viktor")).to_be_visible()
    assert [person.name for person in local.people.all()] == ["Viktor"]


async def test_an_unknown_name_leads_back_to_the_choice(opened: Open, local: LocalDiscord) -> None:
    page = await opened("Nobody")
    await expect(page.get_by_role("button", name="Just look around")).to_be_visible()
    assert local.people.all() == []


async def test_renaming(opened: Open, tiny: Tiny, anna: Person, viktor: Person) -> None:
    page = await opened("Anna")
    await page.get_by_role("button", name="You are Anna").click()
    await page.get_by_label("Your name").fill("Viktor")
    await page.get_by_role("button", name="Rename").click()
    await expect(page.get_by_role("alert").filter(has_text="already called")).to_be_visible()
    await page.get_by_label("Your name").fill("Anna K.")
    await page.get_by_role("button", name="Rename").click()
    await page.wait_for_url("**?as=Anna%20K.")
    assert anna.name == "Anna K."


async def test_first_visit_against_the_computer(opened: Open, tiny: Tiny, local: LocalDiscord) -> None:
    page = await opened()
    await page.get_by_role("button", name="Play the learning game").click()
    await expect(page.get_by_role("heading", name="Game 1, turn 1")).to_be_visible()
    await expect(page.get_by_role("heading", name="first-steps")).to_be_visible()
    await page.get_by_role("button", name="Next turn").click()
    await expect(page.get_by_role("heading", name="Game 1, turn 2")).to_be_visible()
    sent = next(each.data for each in local.faults.dispatches if each.name == "INTERACTION_CREATE")
    options = {option["name"]: option["value"] for option in sent["data"]["options"][0]["options"]}
    assert options == {"title": "tide", "scenario": "first", "side": "any", "against": "computer"}


async def test_first_visit_against_a_friend(opened: Open, tiny: Tiny) -> None:
    page = await opened()
    await page.get_by_role("button", name="Choose a lesson or a battle").click()
    await page.get_by_role("button", name="Against a friend").click()
    await expect(said(page, "waiting for a second player")).to_be_visible()
    async with page.context.expect_page() as friends_window:
        await page.get_by_role("link", name="Open your friend's window").click()
    friend = await friends_window.value
    await expect(friend.get_by_role("button", name="You are Viktor")).to_be_visible()
    await friend.get_by_role("button", name="Join").click()
    await expect(page.get_by_role("link", name="Open your friend's window")).to_have_count(0)
    for window in (page, friend):
        await expect(said(window, "Anna used /game new")).to_be_visible()
        await expect(said(window, "Viktor joins. The game is on.")).to_be_visible()
        await expect(window.get_by_role("button", name="Next turn")).to_be_visible()


async def test_the_page_waits_for_a_bot_that_is_still_starting(opened: Open, local: LocalDiscord) -> None:
    page = await opened()
    await page.get_by_role("button", name="Play the learning game").click()
    await expect(page.get_by_text("is still starting")).to_be_visible()
    await expect(page.get_by_text("Fieldpost is not here at the moment")).to_be_visible()
    async with running(Tiny(), local):
        await expect(page.get_by_role("button", name="Next turn")).to_be_visible()


# Commands


async def test_a_command_by_keyboard_with_autocomplete(opened: Open, tiny: Tiny, anna: Person) -> None:
    page = await opened("Anna", path="/")
    await page.get_by_role("link", name="headquarters").click()
    await page.keyboard.type("/adv")
    await expect(page.get_by_role("option", name="/advance")).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("unit", exact=True)).to_be_focused()
    await page.keyboard.type("panz")
    await expect(page.get_by_role("option")).to_have_text(["Panzer IV"])
    await page.keyboard.press("Enter")
    await expect(page.get_by_label("to", exact=True)).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".hint")).to_contain_text("to is required")
    await page.keyboard.type("C6")
    await page.get_by_role("button", name="+ hidden").click()
    await page.get_by_role("option", name="Yes").click()
    await page.get_by_role("button", name="+ hexes").click()
    await page.keyboard.type("9")
    await page.keyboard.press("Enter")
    await expect(page.locator(".hint")).to_contain_text("hexes must be at most 4")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Enter")
    await expect(said(page, "Panzer IV to C6 by 1 hidden=True gun=None")).to_be_visible()
    await expect(said(page, "Anna used")).to_be_visible()
    await expect(page.get_by_role("textbox", name="Write a message")).to_be_focused()


async def test_a_command_in_one_line(opened: Open, tiny: Tiny, anna: Person) -> None:
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await order(page, '/advance to:C6 and D7 gun:big unit:"2nd Squad" hidden:false')
    await expect(said(page, "2nd Squad to C6 and D7 by 1 hidden=False gun=big")).to_be_visible()
    await order(page, "/advance unit:2nd Squad")
    await expect(page.locator(".hint")).to_contain_text("to is required")
    await expect(page.get_by_label("unit", exact=True)).to_have_value("2nd Squad")
    await page.keyboard.press("Escape")
    await order(page, "/retreat unit:2nd Squad")
    await expect(page.locator(".hint")).to_contain_text("There is no command /retreat")
    field = page.get_by_role("textbox", name="Write a message")
    await field.fill("")
    await field.press_sequentially("/advance unit:1st Squad to:B2")
    await page.keyboard.press("Enter")
    await expect(said(page, "1st Squad to B2 by 1")).to_be_visible()


@pytest.mark.parametrize(
    "line",
    [
        "/advance unit：2nd Squad to：C6",
        "／ａｄｖａｎｃｅ\u3000Ｕｎｉｔ：2nd Squad　to∶C6",
        "/Advance\u00a0Unit:“2nd Squad”\u00a0To:«C6»",
    ],
)
async def test_a_command_typed_on_a_phone(opened: Open, tiny: Tiny, anna: Person, line: str) -> None:
    """Full-width letters, no-break spaces and curly quotes work in commands too."""
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await order(page, line)
    await expect(said(page, "2nd Squad to C6 by 1")).to_be_visible()


async def test_words_of_a_phone_are_written_as_they_are(opened: Open, tiny: Tiny, anna: Person) -> None:
    """Only what names a command is read in plain letters: its values are kept."""
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await order(page, "/advance unit：“Ｘ：２” to:C6")
    await expect(said(page, "Ｘ：２ to C6 by 1")).to_be_visible()


async def test_choosing_and_giving_up_a_command(opened: Open, tiny: Tiny, anna: Person) -> None:
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    field = page.get_by_role("textbox", name="Write a message")
    await page.keyboard.type("/")
    await expect(page.get_by_role("option", name="/game new")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("option")).to_have_count(0)
    await field.fill("/game new ")
    await expect(page.get_by_label("title", exact=True)).to_be_focused()
    await page.keyboard.press("Backspace")
    await expect(field).to_have_value("/game new")
    await page.keyboard.press("Tab")
    await page.get_by_role("option", name="Tide of Iron").click()
    await expect(page.get_by_label("scenario", exact=True)).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(field).to_have_value("")


async def test_a_command_that_fails_says_so(opened: Open, tiny: Tiny, anna: Person, local: LocalDiscord) -> None:
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await order(page, "/panel")
    silence = page.get_by_role("button", name="Silence")
    await expect(silence).to_be_visible()
    local.site.interactions.ack_seconds = 0.1
    await order(page, "/slow acks:false")
    await expect(page.locator(".hint")).to_contain_text("The application did not respond")
    await page.keyboard.press("Escape")
    await silence.click()
    await expect(said(page, "This interaction failed")).to_be_visible()


async def test_thinking(opened: Open, tiny: Tiny, anna: Person) -> None:
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await order(page, "/slow")
    await expect(said(page, "Fieldpost is thinking")).to_be_visible()
    assert "null" not in await page.get_by_role("log").inner_text()
    tiny.slow.set()
    await expect(said(page, "At last.")).to_be_visible()
    await expect(said(page, "Fieldpost is thinking")).to_have_count(0)
    await expect(page.locator("#news")).to_have_text("Fieldpost: At last.")


async def test_the_live_region_never_mentions_thinking(opened: Open, tiny: Tiny, anna: Person) -> None:
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await page.evaluate(
        """() => { window.told = []; new MutationObserver(() => window.told.push(news.textContent))
            .observe(document.getElementById('news'), { childList: true }); }"""
    )
    await order(page, "/slow")
    await expect(said(page, "Fieldpost is thinking")).to_be_visible()
    tiny.slow.set()
    await expect(page.locator("#news")).to_have_text("Fieldpost: At last.")
    assert not any("thinking" in told for told in await page.evaluate("window.told"))


# Messages


async def test_buttons_lists_and_dialogs(opened: Open, tiny: Tiny, anna: Person, viktor: Person) -> None:
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await order(page, "/panel")
    await expect(page.get_by_role("heading", name="Situation")).to_be_visible()
    await expect(page.get_by_role("button", name="Never")).to_be_disabled()
    await page.get_by_role("button", name="Units that fire").click()
    await expect(page.get_by_role("button", name="Confirm")).to_be_disabled()
    await page.get_by_role("option", name="1st Squad").click()
    await page.get_by_role("option", name="Panzer IV").click()
    await page.get_by_role("button", name="Confirm").click()
    await expect(said(page, "Fire: 1st Squad, Panzer IV")).to_be_visible()
    friend = page.get_by_role("button", name="Who plays along?")
    await friend.focus()
    await page.keyboard.press("ArrowDown")
    await page.get_by_role("option", name="Viktor").press("Enter")
    await expect(said(page, "With Viktor")).to_be_visible()
    await page.get_by_role("button", name="Orders…").click()
    dialog = page.get_by_role("dialog", name="Orders")
    await dialog.get_by_role("button", name="Send").click()
    await expect(dialog.get_by_role("alert")).to_contain_text("Unit is required")
    await dialog.get_by_role("button", name="Choose").click()
    await dialog.get_by_role("option", name="2nd Squad").click()
    await dialog.get_by_label("Note").fill("hold the village")
    await dialog.get_by_role("button", name="Send").click()
    await expect(said(page, "2nd squad: hold the village")).to_be_visible()
    await expect(dialog).to_have_count(0)


async def test_ephemeral_messages_are_seen_by_one(opened: Open, tiny: Tiny, anna: Person, viktor: Person) -> None:
    mine, theirs = await opened("Anna"), await opened("Viktor")
    for page in (mine, theirs):
        await page.get_by_role("link", name="headquarters").click()
    await order(mine, "/hand")
    await expect(said(mine, "Your hand: Ambush")).to_be_visible()
    await expect(said(mine, "Only you can see this")).to_have_count(2)
    await order(mine, "Done looking.")
    await expect(said(theirs, "Done looking.")).to_be_visible()
    assert "Ambush" not in await theirs.content()
    await expect(theirs.get_by_role("article")).to_have_count(1)
    await mine.get_by_role("article").filter(has_text="Ambush").get_by_role("button", name="Dismiss").click()
    await expect(said(mine, "Your hand: Ambush")).to_have_count(0)
    await mine.reload()
    await expect(said(mine, "And a whisper.")).to_be_visible()
    await expect(said(mine, "Your hand: Ambush")).to_have_count(0)


async def hold(route: Route, held: asyncio.Event) -> None:
    """Let something through only when that is said."""
    await held.wait()
    await route.continue_()


async def test_an_edit_appears_in_place_without_a_jump(
    opened: Open, tiny: Tiny, anna: Person, viktor: Person
) -> None:
    shown = (await (await anna.slash("headquarters", "board")).done()).replies[0]
    for n in range(30):
        await viktor.say("headquarters", f"Remark {n}\nover two lines")
    page = await opened("Anna")
    await page.get_by_role("button", name="To the newest").click()
    await expect(said(page, "Remark 29")).to_be_in_viewport()
    await page.locator(".stream").evaluate("box => (box.scrollTop = 250)")
    await page.locator(".stream").dispatch_event("scroll")
    mark = said(page, "Remark 5").first
    before = await mark.bounding_box()
    await page.evaluate(f"window.kept = document.querySelector('[data-id=\"{shown.id}\"]').previousSibling")
    image = page.locator(f'[data-id="{shown.id}"] .picture:not(.small) img')
    old, held = await image.get_attribute("src"), asyncio.Event()
    await page.route("**/map2.png*", lambda route: hold(route, held))
    await (await anna.click(shown, "Next turn")).done()
    await expect(page.get_by_role("heading", name="turn 2")).to_have_count(1)
    # The old picture stands behind the new one until that can be drawn.
    assert old is not None
    behind = "image => getComputedStyle(image).backgroundImage"
    assert not await image.evaluate("image => image.naturalWidth")
    assert old in await image.evaluate(behind)
    held.set()
    await expect(image).to_have_js_property("naturalWidth", 640)
    await expect(image).to_have_css("background-image", "none")
    await viktor.say("headquarters", "A remark far below")
    await expect(said(page, "A remark far below")).to_have_count(1)
    after = await mark.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2
    await page.get_by_role("button", name="To the newest").click()
    await expect(said(page, "A remark far below")).to_be_in_viewport()


@pytest.mark.parametrize("scrolled", [0, 60, 120, 10_000])
async def test_an_answer_stays_under_the_finger(
    opened: Open, tiny: Tiny, anna: Person, viktor: Person, scrolled: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await anna.say("headquarters", "Before")
    await order(page, "/choose")
    friend = page.get_by_role("button", name="Who plays along?")
    await expect(friend).to_be_visible()
    # Messages within seconds of an answer are above it; these seconds pass at once here.
    monkeypatch.setattr("bot.local.messages.now", lambda: (datetime.now(UTC) + timedelta(seconds=10)).isoformat())
    await viktor.say("headquarters", "A line\n" * 60 + "The end of the report")
    await expect(said(page, "The end of the report")).to_be_attached()
    await page.locator(".stream").evaluate(f"box => (box.scrollTop = {scrolled})")
    await friend.focus()
    await page.keyboard.press("ArrowDown")
    await page.get_by_role("option", name="Viktor").press("Enter")
    await expect(said(page, "With Viktor")).to_be_in_viewport()
    await expect(friend).to_be_in_viewport()


async def test_a_returning_person_begins_at_the_new_messages(
    opened: Open, anna: Person, viktor: Person, local: LocalDiscord
) -> None:
    local.channel("tide")
    for n in range(20):
        await viktor.say("headquarters", f"Old remark {n}\nover two lines")
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await page.get_by_role("button", name="To the newest").click()
    await page.get_by_role("link", name="tide").click()
    for n in range(20):
        await viktor.say("headquarters", f"New remark {n}\nover two lines")
    await page.get_by_role("link", name="headquarters, 20 new").click()
    await expect(said(page, "New remark 0")).to_be_in_viewport()
    await expect(page.get_by_role("separator").filter(has_text="New")).to_have_count(1)
    await expect(said(page, "New remark 19")).not_to_be_in_viewport()
    await viktor.say("headquarters", "Meanwhile")
    await expect(said(page, "Meanwhile")).to_have_count(1)
    await expect(said(page, "New remark 0")).to_be_in_viewport()
    await page.get_by_role("button", name="To the newest").click()
    await viktor.say("headquarters", "Still there?")
    await expect(said(page, "Still there?")).to_be_in_viewport()
    await expect(page.get_by_role("separator").filter(has_text="New")).to_have_count(1)


async def test_only_the_last_of_equal_controls_is_shown(opened: Open, anna: Person, tiny: Tiny) -> None:
    for _ in range(2):
        await (await anna.slash("headquarters", "panel")).done()
    page = await opened("Anna")
    await expect(page.get_by_role("article")).to_have_count(2)
    await expect(page.get_by_role("button", name="Orders…")).to_have_count(1)
    await expect(page.get_by_role("article").last.get_by_role("button", name="Orders…")).to_be_visible()


async def test_a_picture_that_is_still_loading_is_neither_enlarged_nor_moved(opened: Open, anna: Person) -> None:
    page = await opened("Anna")
    drawn = await page.evaluate("""async () => {
        const { Stage } = await import("./page/stage.js");
        const drawn = [];
        const stage = new Stage({ drawn: () => drawn.push(stage.scale) });
        stage.larger();
        stage.pan(5, 5);
        return drawn;
    }""")
    assert drawn == []


OVERTAKEN = """async () => {
    const { Store } = await import("./page/store.js");
    const store = new Store(), me = { id: "9" };
    const message = (id, content) => ({ id, content, channel_id: "1", flags: 0, author: me, mentions: [] });
    const hear = (event, id, content = "") => store.hear({ event, data: message(id, content) });
    store.expect("1");
    hear("MESSAGE_CREATE", "12", "came");
    hear("MESSAGE_UPDATE", "10", "newer");
    hear("MESSAGE_UPDATE", "8", "too old to be shown");
    hear("MESSAGE_DELETE", "11");
    const messages = [message("10", "older"), message("11", "gone")];
    store.takeStretch("1", { messages, more: true }, false);
    hear("MESSAGE_CREATE", "13", "came later");
    return [...store.stream("1").messages.values()].map(({ id, content }) => `${id} ${content}`);
}"""


async def test_changes_that_overtake_the_messages_of_a_channel_are_kept(opened: Open, anna: Person) -> None:
    page = await opened("Anna")
    await expect(page.get_by_role("button", name="You are Anna")).to_be_visible()
    assert await page.evaluate(OVERTAKEN) == ["10 newer", "12 came", "13 came later"]


LATE_POST = """async () => {
    const { Store } = await import("./page/store.js");
    const { Hand } = await import("./page/hand.js");
    const quiet = { dismiss() {} }, listener = { lay: async () => false, free() {}, again() {} };
    const hand = new Hand(new Store(), quiet, listener);
    const button = (custom_id, label) => ({ type: 2, style: 2, custom_id, label });
    const keeps = (...components) => {
        hand.take({
            id: "1", channel_id: "1", content: "Which hex?", flags: 64, author: { id: "2" }, mentions: [],
            embeds: [], attachments: [], components: [{ type: 1, components }],
        });
        hand.passed(7, false);
        return !hand.empty;
    };
    return [
        keeps(button("fp:more:1:4:enter:0:0", "C4"), button("fp:panel:1", "Start again")),
        keeps(button("fp:more:1:4:enter::0", "Enter")),
    ];
}"""


async def test_a_late_post_puts_away_old_orders_but_none_that_is_half_put_together(
    opened: Open, anna: Person
) -> None:
    page = await opened("Anna")
    await expect(page.get_by_role("button", name="You are Anna")).to_be_visible()
    assert await page.evaluate(LATE_POST) == [True, False]


async def test_the_picture_viewer(opened: Open, tiny: Tiny, anna: Person) -> None:
    await (await anna.slash("headquarters", "board")).done()
    await (await anna.slash("headquarters", "panel")).done()
    page = await opened("Anna")
    await page.get_by_role("button", name="Open large: The map in turn 1").first.click()
    viewer = page.get_by_role("dialog", name="Picture")
    await expect(viewer.locator(".viewer-words")).to_have_text("The map in turn 1")
    await expect(viewer.get_by_text("1 of 2")).to_be_visible()

    async def scale() -> float:
        return float(await viewer.get_attribute("data-scale") or 0)

    await expect(viewer).to_have_attribute("data-scale", re.compile(r"\d"))
    fitted = await scale()
    await page.keyboard.press("+")
    larger = await scale()
    assert larger > fitted
    await viewer.get_by_role("button", name="Larger").click()
    assert await scale() > larger
    transform = await viewer.locator(".stage-sheet").evaluate("sheet => sheet.style.transform")
    await page.mouse.move(500, 400)
    await page.mouse.down()
    await page.mouse.move(560, 430)
    await page.mouse.up()
    assert await viewer.locator(".stage-sheet").evaluate("sheet => sheet.style.transform") != transform
    await viewer.get_by_role("button", name="Fit").click()
    assert await scale() == fitted
    await page.mouse.move(500, 400)
    await page.mouse.wheel(0, -400)
    await expect(viewer).not_to_have_attribute("data-scale", str(fitted))
    await page.mouse.dblclick(500, 400)
    assert await scale() == fitted
    await page.keyboard.press("ArrowRight")
    await expect(viewer.locator(".viewer-words")).to_have_text("Two hills and a village")
    await expect(viewer.get_by_role("button", name="Next picture")).to_be_disabled()
    await viewer.get_by_role("button", name="Previous picture").click()
    await expect(viewer.get_by_text("1 of 2")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(viewer).to_have_count(0)
    await page.get_by_text("In words").first.click()
    await expect(page.get_by_text("The map in turn 1", exact=True).first).to_be_visible()


async def test_markdown_and_nothing_but_text(opened: Open, anna: Person, local: LocalDiscord) -> None:
    await anna.say(
        "headquarters",
        "# Report\n**bold** *slanted* __under__ ~~gone~~ `code` ||secret||\n> quoted\n- one\n  - two\n"
        "-# small\n```py\nx = **1**\n```\n[rules](https://example.org/a_b) <https://example.org> "
        f"{anna.mention} <#{local.channel('tide').id}> <t:1700000000:R> snake_case_name \\*not\\* 2*3*4",
    )
    nasty = "<img src=x onerror='document.title=\"broken\"'><script>alert(1)</script> [x](javascript:alert(1))"
    await anna.say("headquarters", nasty)
    page = await opened("Anna")
    message = page.get_by_role("article").first
    for selector, text in (
        ("h2", "Report"),
        ("strong", "bold"),
        ("em", "slanted"),
        ("u", "under"),
        ("s", "gone"),
        ("p > code", "code"),
        ("blockquote", "quoted"),
        ("pre", "x = **1**"),
        (".subtext", "small"),
        ("ul ul li", "two"),
        (".mention.self", "@Anna"),
        ("a.mention", "#tide"),
    ):
        await expect(message.locator(selector).first).to_have_text(text)
    await expect(message.get_by_role("link", name="rules")).to_have_attribute("href", "https://example.org/a_b")
    await expect(message).to_contain_text("snake_case_name *not*")
    await expect(message.locator(".moment")).to_contain_text("years ago")
    spoiler = message.locator(".spoiler")
    await expect(spoiler.locator("span")).to_be_hidden()
    await spoiler.press("Enter")
    await expect(spoiler.locator("span")).to_have_text("secret")
    await expect(said(page, "<script>alert(1)</script>")).to_be_visible()
    assert await page.locator(".messages img, .messages script").count() == 0
    assert await page.locator(".messages a[href^=javascript]").count() == 0
    assert "broken" not in await page.title()


async def test_emoji_are_icons_that_can_be_read_aloud(opened: Open, anna: Person, tiny: Tiny) -> None:
    await anna.say("headquarters", "🎲 4 **6**: 1 hit 🂡")
    await (await anna.slash("headquarters", "panel")).done()
    page = await opened("Anna")
    message = page.get_by_role("article").first
    await expect(message.locator(".text")).to_have_text("🎲 4 6: 1 hit 🂡")
    await expect(message.locator(".emoji .icon")).to_have_count(1)
    await expect(page.get_by_role("button", name="Show my hand", exact=True)).to_have_text("🂡Show my hand")


async def test_unread_marks_and_pings(
    opened: Open, anna: Person, viktor: Person, local: LocalDiscord, tiny: Tiny
) -> None:
    local.channel("tide")
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    await viktor.say("tide", "Hello")
    await expect(page.get_by_role("link", name="tide, 1 new", exact=True)).to_be_visible()
    await viktor.say("tide", f"{anna.mention}, your turn")
    await expect(page.get_by_role("link", name="tide, 2 new, 1 for you")).to_be_visible()
    await expect(page).to_have_title(re.compile(r"^\(1\) "))
    await page.get_by_role("link", name="tide, 2 new, 1 for you").click()
    await expect(page.locator(".message.called")).to_contain_text("@Anna, your turn")
    await expect(page.get_by_role("link", name="tide", exact=True)).to_be_visible()
    await expect(page).to_have_title("tide · Fieldpost")
    assert anna.unread(local.channel("tide")) == (0, 0)


async def test_tables_threads_and_direct_messages(
    opened: Open, anna: Person, tiny: Tiny, local: LocalDiscord
) -> None:
    page = await opened("Anna")
    await page.get_by_role("button", name="Make a new table").click()
    await page.get_by_label("Name of the new table").fill("Saturday evening")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", name="saturday-evening")).to_be_visible()
    thread = local.thread(local.channel("saturday-evening"), "Staff talk", owner=anna, private=True)
    await anna.say(thread, "Here we are.")
    await page.get_by_role("link", name="Staff talk", exact=False).first.click()
    await expect(said(page, "Here we are.")).to_be_visible()
    await page.get_by_role("button", name="Fieldpost", exact=True).last.click()
    await expect(page.get_by_text("nobody else sees them")).to_be_visible()
    await order(page, "/secret")
    await expect(said(page, "The password is Königsberg.")).to_be_visible()


# The line


async def test_a_restart_of_the_table_loses_and_doubles_nothing(browser: Browser, tmp_path: Path) -> None:
    first = LocalDiscord(history=tmp_path / "table.db")
    await first.start()
    anna = first.person("Anna")
    for n in range(3):
        await anna.say("headquarters", f"Before {n}")
    page = await browser.new_page()
    await page.goto(first.links["Anna"])
    await expect(page.get_by_role("article")).to_have_count(3)
    await first.stop()
    await expect(page.get_by_text("The connection is broken")).to_be_visible()
    await order(page, "Lost?")
    await expect(page.locator(".hint")).to_contain_text("Nothing was sent")
    second = LocalDiscord(history=tmp_path / "table.db", port=first.port)
    await second.start()
    try:
        again = second.person("Anna")
        await again.say("headquarters", "While away")
        await expect(page.get_by_text("The connection is broken")).to_be_hidden()
        await expect(page.get_by_role("article")).to_have_count(4)
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("article")).to_have_count(5)
        texts = await page.locator(".message .text").all_inner_texts()
        assert texts == ["Before 0", "Before 1", "Before 2", "While away", "Lost?"]
        with pointed_at(second):
            async with running(Tiny(), second):
                await order(page, "/twice")
                await expect(said(page, "Once.")).to_be_visible()
    finally:
        await second.stop()


async def test_older_messages_come_when_they_are_wanted(opened: Open, anna: Person) -> None:
    for n in range(120):
        await anna.say("headquarters", f"Message {n}.")
    page = await opened("Anna")
    await expect(said(page, "Message 119.")).to_be_in_viewport()
    await expect(said(page, "Message 70.")).to_have_count(1)
    await expect(said(page, "Message 69.")).to_have_count(0)
    for wanted in ("Message 20.", "Message 0."):
        async with asyncio.timeout(PATIENCE):
            while not await said(page, wanted).count():  # A wheel may turn while the page is still busy.
                await page.get_by_role("log").hover()
                await page.mouse.wheel(0, -20000)
    await expect(page.get_by_role("button", name="Earlier messages")).to_be_hidden()
    assert await page.get_by_role("article").count() == 120


# Secret links


async def test_a_secret_link_opens_ones_own_window(browser: Browser) -> None:
    local = LocalDiscord(secret_links=True)
    await local.start()
    try:
        anna, viktor = local.person("Anna"), local.person("Viktor")
        await viktor.say("headquarters", "Hello")
        pages = {}
        for person in (anna, viktor):
            context = await browser.new_context()
            pages[person.name] = await context.new_page()
            await pages[person.name].goto(local.links[person.name])
            await expect(pages[person.name].get_by_role("button", name=f"You are {person.name}")).to_be_visible()
        await expect(said(pages["Viktor"], "Hello")).to_be_visible()
        await expect(pages["Anna"].get_by_role("heading", name="Welcome")).to_be_visible()
        # Anna sat down first, so it is her table, and she lets the others in.
        for name, other, others in (("Anna", viktor, True), ("Viktor", anna, False)):
            await pages[name].get_by_role("button", name=f"You are {name}").click()
            content = await pages[name].content()
            assert (other.user.secret in content, "Open a window as" in content) == (others, others)
            await expect(pages[name].get_by_role("button", name="One more")).to_have_count(int(others))
        # A game of three or four needs more windows.
        await pages["Anna"].get_by_role("textbox", name="Name of one more person").fill("Lena")
        await pages["Anna"].get_by_role("button", name="One more").click()
        await expect(pages["Anna"].get_by_role("link", name="Lena")).to_be_visible()
        link = await pages["Anna"].get_by_role("link", name="Lena").get_attribute("href")
        assert link is not None
        assert link.startswith(local.links["Lena"])
    finally:
        await local.stop()


# Every size, every light


@pytest.mark.parametrize("width", [360, 390])
async def test_on_a_phone(opened: Open, anna: Person, tiny: Tiny, width: int) -> None:
    page = await opened(width=width, has_touch=True, is_mobile=True)
    await expect(page.get_by_role("button", name="Play the learning game")).to_be_visible()
    await no_sideways(page)
    await anna.say("headquarters", "A_very_long_word_" * 20 + "\n```\n" + "wide " * 60 + "\n```")
    await (await anna.slash("headquarters", "panel")).done()
    await (await anna.slash("headquarters", "board")).done()
    page = await opened("Anna", width=width, has_touch=True, is_mobile=True)
    await page.get_by_role("button", name="To the newest").tap()
    await expect(page.get_by_role("button", name="Next turn")).to_be_in_viewport()
    await no_sideways(page)
    picture = await page.get_by_role("button", name="Open large: The map").first.bounding_box()
    assert picture is not None
    assert picture["width"] > width * 0.8
    await page.get_by_role("button", name="Tables and messages").tap()
    await expect(page.get_by_role("link", name="headquarters")).to_be_in_viewport()
    await page.get_by_role("link", name="headquarters").tap()
    await page.get_by_role("textbox", name="Write a message").fill("/advance ")
    await page.get_by_role("option", name="2nd Squad").tap()
    await no_sideways(page)
    await page.get_by_label("to", exact=True).fill("D4")
    await page.get_by_role("button", name="Send").tap()
    await expect(said(page, "2nd Squad to D4")).to_be_visible()
    await page.get_by_role("button", name="Next turn").tap()
    await expect(page.get_by_role("heading", name="turn 2")).to_be_visible()
    await page.get_by_role("button", name="Open large: The map").first.tap()
    viewer = page.get_by_role("dialog", name="Picture")
    await expect(viewer).to_be_visible()
    await no_sideways(page)
    shown, arrow = await viewer.locator(".stage").bounding_box(), viewer.get_by_role("button", name="Next picture")
    place = await arrow.bounding_box()
    assert shown is not None
    assert place is not None
    assert place["y"] + place["height"] <= shown["y"], "the arrows do not lie on the map"
    fitted = float(await viewer.get_attribute("data-scale") or 0)
    fingers = await page.context.new_cdp_session(page)
    for step in range(5):
        points = [{"x": width / 2 - 30 - 15 * step, "y": 400}, {"x": width / 2 + 30 + 15 * step, "y": 400}]
        kind = "touchMove" if step else "touchStart"
        await fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    await fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    pinched = float(await viewer.get_attribute("data-scale") or 0)
    assert pinched > 1.8 * fitted


async def test_a_spectator_on_a_phone_finds_the_tables(opened: Open, tiny: Tiny) -> None:
    page = await opened(width=390, has_touch=True, is_mobile=True)
    await page.get_by_role("button", name="Just look around").tap()
    await page.get_by_role("button", name="See the tables").tap()
    await page.get_by_role("link", name="headquarters").tap()
    await expect(page.get_by_role("textbox", name="Write a message")).to_be_visible()
    await page.get_by_role("button", name="Begin a game").tap()
    await expect(page.get_by_role("combobox", name="title")).to_be_visible()


OUTSIDE = """() => [...document.querySelectorAll('.message.ephemeral')].filter((message) => {
    const [menu, box] = ['.more', '.body'].map((part) => message.querySelector(part).getBoundingClientRect());
    return menu.bottom > box.bottom || menu.right > box.right;
}).length"""


async def test_the_menu_of_a_private_message_lies_inside_of_it(opened: Open, anna: Person, tiny: Tiny) -> None:
    await (await anna.slash("headquarters", "panel")).done()
    page = await opened("Anna", width=390, has_touch=True, is_mobile=True)
    await page.get_by_role("button", name="Show my hand").tap()
    await expect(said(page, "Secret of Anna: Ambush")).to_be_visible()
    assert await page.locator(".message.ephemeral .more").count() > 0
    assert await page.evaluate(OUTSIDE) == 0


CONTROLS = "button:not(.on-the-map), summary, textarea, input[type=text], .channel, .others a"
"""All controls but the names within sentences, which are as high as their lines."""
SMALL = f"""() => [...document.querySelectorAll('{CONTROLS}')]
    .filter((control) => control.offsetParent && control.offsetHeight < 44)
    .map((control) => control.outerHTML)"""


async def test_touch_targets_are_as_large_as_a_thumb(opened: Open, anna: Person, tiny: Tiny) -> None:
    await (await anna.slash("headquarters", "panel")).done()
    await (await anna.slash("headquarters", "board")).done()
    page = await opened("Anna", width=390, has_touch=True, is_mobile=True)
    await expect(page.get_by_role("button", name="Open large: The map").first).to_be_visible()
    await page.get_by_role("button", name="Units that fire").tap()
    await expect(page.get_by_role("option", name="Panzer IV")).to_be_visible()
    assert await page.evaluate(SMALL) == []
    await page.get_by_role("button", name="Tables and messages").tap()
    await page.get_by_role("button", name="You are Anna").tap()
    assert await page.evaluate(SMALL) == []


async def test_the_hand_stays_in_view_when_a_long_post_arrives(
    opened: Open, tiny: Tiny, anna: Person, viktor: Person
) -> None:
    """So a panel stays in place when a fight is reported."""
    await (await anna.slash("headquarters", "panel")).done()
    page = await opened("Anna", width=390, has_touch=True, is_mobile=True)
    await page.get_by_role("button", name="Show my hand").tap()
    await expect(said(page, "Secret of Anna: Ambush")).to_be_in_viewport()
    await viktor.say("headquarters", "It is told at length.\n" * 60)
    await expect(said(page, "It is told at length.").last).to_be_attached()
    await expect(said(page, "Secret of Anna: Ambush")).to_be_in_viewport()


async def test_light_and_dark(opened: Open, anna: Person, tiny: Tiny) -> None:
    page = await opened("Anna")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = await page.evaluate(background)
    switch = page.get_by_role("button", name="Dark or light paper")
    drawn = await page.evaluate("import('/page/dom.js').then((dom) => dom.icon('contrast').innerHTML)")
    assert await switch.locator("svg").inner_html() == drawn, "half a disc in the dark, and no lamp"
    await switch.click()
    light = await page.evaluate(background)
    assert dark != light
    await page.reload()
    assert await page.evaluate(background) == light


async def test_a_box_keeps_its_outline_when_it_is_ticked(opened: Open, anna: Person) -> None:
    page = await opened("Anna")
    path = "import('/page/dom.js').then((dom) => dom.icon('{}').firstChild.getAttribute('d'))"
    box = await page.evaluate(path.format("box"))
    ticked = await page.evaluate(path.format("ticked"))
    assert ticked.startswith(box)


async def test_every_control_has_a_name_and_shows_its_focus(opened: Open, anna: Person, tiny: Tiny) -> None:
    await (await anna.slash("headquarters", "panel")).done()
    page = await opened("Anna")
    await expect(page.get_by_role("button", name="Orders…")).to_be_visible()
    nameless = await page.evaluate(
        """() => [...document.querySelectorAll('button, a, input, textarea')]
            .filter((each) => each.offsetParent)
            .filter((each) => !(each.getAttribute('aria-label') || each.innerText || each.labels?.length))
            .map((each) => each.outerHTML)"""
    )
    assert nameless == []
    pictures = await page.evaluate("[...document.images].filter((image) => !image.alt).length")
    assert pictures == 0
    for _ in range(12):
        await page.keyboard.press("Tab")
        outline = await page.evaluate(
            """() => { const style = getComputedStyle(document.activeElement);
                return style.outlineStyle !== 'none' || document.activeElement.matches('textarea, body'); }"""
        )
        assert outline, await page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


# Lists whose values read like other labels


async def test_a_number_that_is_picked_is_that_number(opened: Open, local: LocalDiscord, anna: Person) -> None:
    """The bot identifies its numbers by their place in the list."""
    options = [{"label": str(n + 1), "value": str(n)} for n in range(4)]
    options += [{"label": "Rifle squad", "value": value} for value in ("a", "b")]
    part = {"type": 3, "custom_id": "spend", "options": options, "placeholder": "How many?"}
    body = {"content": "Spend", "components": [{"type": 1, "components": [part]}]}
    headquarters = local.channel("headquarters")
    local.site.messages.send(headquarters, local.world.bot, Body(body))
    page = await opened(path=f"/?as=Anna#{headquarters.id}")
    sent = local.site.interactions.by_id
    for at, option in enumerate(options):
        await page.get_by_role("button", name="How many?").click()
        await page.get_by_role("option").nth(at).click()
        await eventually(lambda at=at: len(sent) > at)  # type: ignore[misc]
        begun = list(sent.values())[-1]
        assert begun.data["values"] == [option["value"]]
        local.site.interactions.answer(begun.id, begun.token, Body({"type": 6}))
        await expect(page.locator(".picker-open[aria-busy]")).to_have_count(0)


async def test_a_number_that_is_typed_is_that_number(opened: Open, local: LocalDiscord, anna: Person) -> None:
    """So it is also when the line is called back from before."""
    choices = [{"name": str(n + 1), "value": n} for n in range(3)]
    points = {"type": 4, "name": "points", "description": "How many", "choices": choices}
    local.site.register.put([{"name": "spend", "description": "Spend", "options": [points]}])
    page = await opened("Anna")
    await page.get_by_role("link", name="headquarters").click()
    sent = local.site.interactions.by_id
    field = page.get_by_role("textbox", name="Write a message")
    for n in (0, 0, 1, 1, 2, 2):
        before = len(sent)
        if before % 2 == 0:
            await order(page, f"/spend points:{n + 1}")
        else:
            await field.press("ArrowUp")
            await field.press("Enter")
        await eventually(lambda before=before: len(sent) > before)  # type: ignore[misc]
        begun = list(sent.values())[-1]
        assert begun.data["options"][0]["value"] == n
        local.site.interactions.answer(begun.id, begun.token, Body({"type": 4, "data": {"content": "Spent."}}))
        await expect(field).to_have_value("")
        await expect(said(page, "Spent.")).to_have_count(before + 1)
