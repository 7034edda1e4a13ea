"""A lesson on a phone, from the first page to its end, by touch."""

from __future__ import annotations

import asyncio
import re

import pytest
from playwright.async_api import Page, Route, expect

from bot.titles import lessons
from tests.browser.conftest import Open
from tests.browser.program import LONGEST, Program

pytestmark = pytest.mark.browser

MIDDLE = """async name => {
    const { placesOf } = await import('/page/places.js');
    const image = document.querySelector('.board .stage img:not(.layer)');
    const places = await placesOf(image.dataset.path);
    const { x, y } = places.find((place) => place.name === name);
    const box = image.getBoundingClientRect(), scale = box.width / image.naturalWidth;
    return [box.x + x * scale, box.y + y * scale];
}"""
"""The middle of a place of the map on the screen."""
ASK = re.compile("“([^”]+)”")


async def touch(page: Page, place: str) -> None:
    """Tap a place of the map."""
    await page.touchscreen.tap(*await page.evaluate(MIDDLE, place))


async def begin(page: Page, title: str, lesson: str) -> None:
    """Begin a lesson from the first page."""
    await page.get_by_role("button", name="Choose a lesson or a battle").click()
    await page.get_by_text(title, exact=True).click()
    await page.get_by_role("button", name="Learn it step by step").click()
    await page.get_by_role("button", name=lesson).click()


async def at_the_columns(program: Program, opened: Open) -> Page:
    """Begin the lesson about columns on a phone, and look at its map."""
    page = (await opened(program.url, width=390, is_mobile=True, has_touch=True)).page
    await begin(page, "Into a Bear Trap", "2 · Columns")
    await expect(page.locator(".message.ephemeral").get_by_text("Step 1 of 7")).to_be_visible()
    await page.locator(".to-map").tap()
    return page


async def test_a_lesson_is_learned_on_a_phone(program: Program, opened: Open) -> None:
    """The map pulses where the step points, and the taps of the step lead to its end."""
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    page, board, hand = anna.page, anna.page.locator(".board"), anna.page.locator(".hand")
    await page.get_by_role("button", name="Choose a lesson or a battle").tap()
    await page.get_by_role("button", name="Learn it step by step").tap()
    await page.get_by_role("button", name="1 · Move").tap()
    await expect(page.locator(".message.ephemeral").get_by_text("Step 1 of 6")).to_be_in_viewport()
    await expect(page.locator(".message.ephemeral").get_by_text("Choose “1st Squad”")).to_be_in_viewport()
    await page.locator(".to-map").tap()
    for n, step in enumerate(lessons("tide")["1-move"].steps, start=1):
        await expect(board).to_have_attribute("data-pointed", " ".join(sorted(step.at)))
        asked = board.locator(".hand:not([hidden], .light), .hand:is([hidden], .light) + .board-call")
        await expect(asked).to_contain_text(f"Step {n} of 6")
        words = ASK.findall(await asked.inner_text())
        if words[0] != "Your orders":
            await touch(page, step.at[0])
            await expect(hand).to_contain_text(words[0])
            await expect(board).not_to_have_attribute("data-goals", "0")
            await expect(hand.locator(".question")).to_have_text(f"➜ {step.ask}")
            await expect(hand.locator(".question")).to_be_in_viewport(ratio=1)
            await expect(hand.locator(".wanted")).to_contain_text(re.compile(f"^{words[1]}"))
            await expect(hand.locator(".wanted")).to_be_in_viewport(ratio=1)
            await touch(page, words[2])
        else:
            await asked.get_by_role("button", name="Your orders").tap()
            await hand.get_by_role("button", name="Stop", exact=True).tap()
            continue
        await expect(hand.locator(".wanted")).to_have_text("Do it")
        await hand.get_by_role("button", name="Do it", exact=True).tap()
    await expect(hand).to_contain_text("Lesson 1 is finished")
    await expect(hand.get_by_role("button", name="Lesson 2: Cover")).to_be_visible()
    await hand.get_by_role("button", name="Lesson 2: Cover").tap()
    await expect(hand).to_contain_text("so you need its cover")


async def test_a_marked_place_stays_in_sight_above_the_orders(program: Program, opened: Open) -> None:
    """The orders leave less room for the map, and the place is at its lower edge."""
    page = await at_the_columns(program, opened)
    board = page.locator(".board")
    await expect(board).to_have_attribute("data-pointed", "0426")
    end = "document.querySelector('.board .stage').getBoundingClientRect().bottom"
    before = await page.evaluate(end)
    await board.locator(".hand:not([hidden]), .board-call").get_by_role("button", name="Your orders").first.tap()
    await expect(board.locator(".hand").get_by_role("button", name="Enter", exact=True)).to_be_visible()
    await page.wait_for_function(f"() => {end} < {before}")
    async with asyncio.timeout(LONGEST):
        await page.evaluate(f"""async () => {{
            while ((await ({MIDDLE})('0426'))[1] > {end}) await new Promise(requestAnimationFrame);
        }}""")


async def test_the_next_step_is_read_before_what_has_happened(program: Program, opened: Open) -> None:
    """Even after a whole turn the next step is in sight, with its button."""
    page = await at_the_columns(program, opened)
    hand = page.locator(".hand")
    for step, verbs in ((2, ("Enter", "Do it")), (3, ("Done",))):
        await page.locator(".board .button:visible", has_text="Your orders").first.tap()
        for verb in verbs:
            await expect(hand.locator(".wanted")).to_have_text(verb)
            await hand.locator(".wanted").tap()
        await expect(hand.locator(".question.step")).to_contain_text(f"Step {step} of 7")
        await expect(hand.locator(".question.step")).to_be_in_viewport(ratio=0.98)
        await expect(hand.get_by_role("button", name="Your orders")).to_be_in_viewport(ratio=1)
    await hand.get_by_role("button", name="Your orders").tap()
    await expect(hand.locator(".wanted")).to_have_text("March")


async def test_the_unit_of_a_stack_is_chosen_before_its_goal(program: Program, opened: Open) -> None:
    """An order of the whole stack is not the one that the step asks for."""
    page = (await opened(program.url, width=390, is_mobile=True, has_touch=True)).page
    await begin(page, "Strike the Bear", "1 · Areas")
    hand = page.locator(".hand")
    await page.locator(".to-map").tap()
    await page.locator(".board .button:visible", has_text="Your orders").first.tap()
    for step, wanted in ((1, "Move: Trucks 1, C3 Memel"), (2, "4th Panzer Group"), (2, "Move: C4 Kaunas")):
        await expect(hand.locator(".question")).to_contain_text("Panzer" if step == 2 else "Trucks")
        await expect(hand.locator(".wanted")).to_have_text(re.compile(f"^{wanted}(?!\\w| and)"))
        await hand.locator(".wanted").tap()
        if step == 1:
            await expect(hand.locator(".question.step")).to_contain_text("Step 2 of 5")
            await touch(page, "C3")
    await expect(hand.locator(".question.step")).to_contain_text("Step 3 of 5")


async def test_a_step_marks_its_order_on_the_map_and_none_of_another_unit(program: Program, opened: Open) -> None:
    page = (await opened(program.url, width=390, is_mobile=True, has_touch=True)).page
    await begin(page, "Tide of Iron", "3 · Fire")
    await expect(page.locator(".message.ephemeral").get_by_text("Step 1 of 5")).to_be_visible()
    await page.locator(".to-map").tap()
    board, hand = page.locator(".board"), page.locator(".hand")
    await expect(board).to_have_attribute("data-pointed", "E6 G6")
    await touch(page, "E6")
    await expect(hand.locator(".gathered .wanted")).to_contain_text("Fire: Soviet 3rd Squad")
    await touch(page, "G6")
    await expect(hand.locator(".unfolded .wanted")).to_contain_text(re.compile("^Fire: Soviet 3rd Squad"))
    await expect(hand.locator(".unfolded .button:not(.wanted)")).not_to_have_count(0)
    await hand.get_by_role("button", name="Close").tap()
    await touch(page, "D4")
    await expect(hand.get_by_role("button", name="Advance", exact=True)).to_be_visible()
    await expect(hand.locator(".gathered .wanted")).to_have_count(0)


async def test_another_lesson_does_not_show_the_map_of_the_last_one(program: Program, opened: Open) -> None:
    anna = await opened(program.url, width=390, is_mobile=True, has_touch=True)
    page, stage = anna.page, anna.page.locator(".board .stage")
    await begin(page, "Strike the Bear", "1 · Areas")
    await page.locator(".to-map").tap()
    await expect(stage.get_by_alt_text("The Road to Leningrad")).to_be_visible()
    coming = asyncio.Event()

    async def held(route: Route) -> None:
        await coming.wait()
        await route.continue_()

    await page.route("**/attachments/**", held)
    await page.get_by_role("button", name="Conversation").tap()
    field = page.get_by_role("textbox", name="Write a message")
    await field.fill("/game new title:strike scenario:lessons")
    await field.press("Enter")
    await page.get_by_role("button", name="6 · Weather and victory").tap()
    await expect(page.locator(".message.ephemeral").get_by_text("It is October 1941")).to_be_visible()
    await expect(stage.get_by_alt_text("The Road to Leningrad")).to_have_count(0)
    coming.set()
    await page.locator(".to-map").tap()
    await expect(stage.get_by_alt_text("October 1941")).to_be_visible()


async def test_a_lesson_stands_beside_the_map_and_its_words_are_links(program: Program, opened: Open) -> None:
    """The post shows no second map, and each page of orders repeats the request."""
    anna = await opened(program.url, viewport={"width": 1280, "height": 800})
    page, hand = anna.page, anna.page.locator(".hand")
    await begin(page, "Strike the Bear", "1 · Areas")
    post = page.locator(".messages .text", has_text="Step 1 of 5").last
    await expect(post).to_be_in_viewport()
    await expect(post.locator(".term")).to_have_text(["oxes", "diamonds", "railheads"])
    await expect(post.locator(".on-the-map")).to_have_text(["C3 Memel"])
    await expect(page.locator(".messages .picture.map .picture-name").last).to_be_visible()
    await expect(page.locator(".messages .picture.map img").last).to_be_hidden()
    await page.locator(".messages").get_by_role("button", name="Your orders").last.click()
    await expect(hand).to_contain_text("Step 1 of 5")
    await expect(hand).not_to_contain_text("It is 22 June 1941")
    await hand.get_by_role("button", name="Move: Trucks 1, C3 Memel").click()
    await expect(hand).to_contain_text("Clear ground costs 1 point")
    answer = hand.locator(".text")
    await expect(answer.locator(".on-the-map", has_text="A3 Königsberg")).to_be_visible()
    await expect(answer.locator(".term", has_text="A3")).to_have_count(0)
    await hand.get_by_role("button", name="Your orders").click()
    await hand.get_by_role("button", name="Move", exact=True).click()
    await expect(hand).to_contain_text("Which units?")
    await expect(answer.locator(".on-the-map")).to_have_text(["4th Panzer Group", "C4"])
    await expect(answer.locator(".term")).to_have_count(0)


async def test_the_next_step_comes_into_view_beside_the_map(program: Program, opened: Open) -> None:
    """The answer with the first step gives way to the second step, which is read once."""
    anna = await opened(program.url, viewport={"width": 1280, "height": 800})
    page, hand = anna.page, anna.page.locator(".hand")
    await begin(page, "Firefight Generator", "2 · Fire")
    steps = page.locator(".messages .text")
    await expect(steps.filter(has_text="Step 1 of 5").first).to_be_in_viewport()
    await expect(page.locator(".board")).to_have_attribute("data-pointed", "1-C11 1-D11")
    await page.mouse.click(*await page.evaluate(MIDDLE, "1-C11"))
    await hand.get_by_role("button", name=re.compile("^Fire: D11")).click()
    await expect(steps.filter(has_text="Step 2 of 5").last).to_be_in_viewport()
    said = page.locator(".text :is(.line, p:not(:has(> .line)))").filter(has_text="A 7 is a hit")
    await expect(said.filter(visible=True)).to_have_count(1)
    past = page.locator(".message.ephemeral .text > :visible")
    await expect(past.filter(has_text="Step 1 of 5")).to_have_count(0)
    await expect(steps.filter(has_text="Step 1 of 5").first).not_to_be_in_viewport()


async def test_no_button_lies_over_the_conversation_of_a_laptop(program: Program, opened: Open) -> None:
    """The filter and the way to the newest message cover no words."""
    page = (await opened(program.url, viewport={"width": 1366, "height": 768})).page
    await begin(page, "Into a Bear Trap", "2 · Columns")
    stream = page.locator(".stream")
    await expect(page.locator(".messages .text", has_text="Step 1 of 7").last).to_be_in_viewport()
    filter_row, newest = page.locator(".log-filter"), page.locator(".to-latest")
    for each in (filter_row, newest):
        await each.evaluate("each => each.hidden = false")
    boxes = [await each.bounding_box() for each in (filter_row, stream, newest)]
    edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box is not None]
    assert len(edges) == 3
    assert edges[0][1] <= edges[1][0] + 1
    assert edges[1][1] <= edges[2][0] + 1


async def test_a_step_is_read_in_hand_or_in_its_post(program: Program, opened: Open) -> None:
    page = (await opened(program.url, viewport={"width": 1366, "height": 768})).page
    hand = page.locator(".hand")
    await begin(page, "Into a Bear Trap", "1 · Markers")
    await expect(page.locator(".board")).to_have_attribute("data-pointed", "1220 1519")
    await page.locator(".messages").get_by_role("button", name="Your orders").first.click()
    await hand.get_by_role("button", name="Act first: 1/131").click()
    await expect(page.locator(".messages .text", has_text="Step 2 of 6")).to_be_attached()
    step = page.locator(".text :is(.line, p:not(:has(> .line)))").filter(has_text="may act now, each once")
    await expect(step.filter(visible=True)).to_have_count(1)
