"""The map beside the conversation: always the newest, played by taps and by keys."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, Route, ViewportSize, expect

from bot.kernel.secret import PUBLIC
from bot.local import Person
from bot.local.home import LocalDiscord
from bot.titles import titles
from render.look import STANDARD
from render.titles import PICTURES
from tests.fingers import HIDDEN
from tests.local.conftest import eventually, pointed_at, running
from tests.local.mapped import PLACES, Mapped
from tests.local.test_page import SMALL, Open, hold, no_sideways, opened, order
from tests.match import Match

pytestmark = pytest.mark.browser
__all__ = ["opened"]


@pytest.fixture
async def mapped(local: LocalDiscord) -> AsyncIterator[Mapped]:
    client = Mapped()
    async with running(client, local):
        yield client


async def begin(mapped: Mapped, anna: Person, text: str = "It begins.") -> None:
    """Begin the game at headquarters."""
    channel = mapped.get_channel(int(anna.channel("headquarters").id))
    assert channel is not None
    await mapped.post(channel, text)  # type: ignore[arg-type]


def stage(page: Page) -> Locator:
    return page.locator(".board .stage")


def map_button(page: Page) -> Locator:
    """The page's map button on a phone; a post has one too until a map comes."""
    return page.locator(".to-map")


async def shows(page: Page, squad: str) -> None:
    """Wait for the map with the squad in that place."""
    await expect(stage(page).locator("img").first).to_have_attribute("alt", f"Map with the squad at {squad}")


async def at_the_map(opened: Open, mapped: Mapped, anna: Person) -> Page:
    """Begin the game, and open its map beside the conversation."""
    await begin(mapped, anna)
    page = await opened("Anna", width=1280)
    await shows(page, "A1")
    return page


async def tap(page: Page, place: str, *, thumb: bool = False) -> None:
    """Tap the middle of a place."""
    box = await stage(page).locator("img").first.bounding_box()
    assert box is not None
    x = box["x"] + box["width"] * (PLACES.index(place) + 0.5) / len(PLACES)
    y = box["y"] + box["height"] / 2
    await (page.touchscreen.tap(x, y) if thumb else page.mouse.click(x, y))


async def look_at_the_left(page: Page) -> None:
    """Enlarge the map, and draw its left end into sight."""
    for _ in range(2):
        await page.get_by_role("button", name="Larger").tap()
    box = await stage(page).bounding_box()
    assert box is not None
    for _ in range(3):
        await page.mouse.move(box["x"] + 20, box["y"] + 200)
        await page.mouse.down()
        await page.mouse.move(box["x"] + 380, box["y"] + 200, steps=4)
        await page.mouse.up()


async def test_beside_the_conversation(opened: Open, mapped: Mapped, anna: Person) -> None:
    page = await at_the_map(opened, mapped, anna)
    hand = page.get_by_role("region", name="In hand")
    # A tap on the squad shows what it can do; its goals lie over the map.
    await tap(page, "A1")
    await expect(hand).to_contain_text("A1: 1st Squad.")
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")
    await expect(hand.locator(".gallery")).to_be_hidden()
    # A goal with two meanings unfolds; another has one.
    await tap(page, "C1")
    await expect(hand.get_by_role("button", name="Dig in before C1")).to_be_visible()
    await tap(page, "D1")
    await expect(hand).to_contain_text("1st Squad goes to D1.")
    # Another goal instead, then the order; the change is marked.
    await tap(page, "B1")
    await expect(hand).to_contain_text("1st Squad goes to B1.")
    assert mapped.asked == ["A1", "fs:pick:1:1:advance D1", "fs:pick:1:1:advance B1"]
    await stage(page).hover()
    await page.mouse.wheel(0, -300)
    zoomed = await stage(page).locator(".stage-sheet").get_attribute("style")
    await hand.get_by_role("button", name="Do it").click()
    await shows(page, "B1")
    assert await stage(page).locator(".stage-sheet").get_attribute("style") == zoomed, "the zoom is kept"
    await expect(stage(page).locator("polygon.news")).to_have_count(2)
    # The conversation tells the move, and nothing of the page's own questions.
    await expect(page.get_by_role("log").get_by_text("1st Squad goes to B1.")).to_be_visible()
    await expect(page.locator(".message.ephemeral")).to_have_count(0)
    await page.reload()
    await shows(page, "B1")
    await expect(stage(page).locator("polygon.news")).to_have_count(2)
    await expect(page.locator(".message.ephemeral")).to_have_count(0)
    # Orders asked for in the conversation are answered by the map.
    await page.get_by_role("log").get_by_role("button", name="Your orders").click()
    await expect(hand).to_contain_text("Your orders")
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")
    # Another player moves: the outdated hand closes.
    mapped.squads.append("C1")
    await begin(mapped, anna)
    await shows(page, "C1")
    await expect(hand).to_be_hidden()


async def test_a_new_map_comes_without_a_flicker_and_no_tap_is_lost(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    """The old map stays in place until the new one is drawn, and can be touched."""
    page = await at_the_map(opened, mapped, anna)
    await stage(page).hover()
    await page.mouse.wheel(0, -50)
    zoomed = await stage(page).locator(".stage-sheet").get_attribute("style")
    held = asyncio.Event()
    await tap(page, "A1")
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")
    await page.route("**/map.png*", lambda route: hold(route, held))
    # Somebody else has moved; the map of that is on its way when what was in hand is tapped, and then a place.
    mapped.squads.append("B1")
    await tap(page, "C1")
    hand = page.get_by_role("region", name="In hand")
    await hand.get_by_role("button", name="Advance to C1").click()
    await expect(hand).to_contain_text("C1: nothing of yours.")
    async with page.expect_request("**/map.png*"):
        await begin(mapped, anna)
    await tap(page, "B1")
    await expect(hand).to_contain_text("B1: 1st Squad.")
    await shows(page, "A1")
    assert await stage(page).locator(".stage-sheet").get_attribute("style") == zoomed
    held.set()
    await shows(page, "B1")
    assert await stage(page).locator(".stage-sheet").get_attribute("style") == zoomed
    await expect(hand).to_contain_text("B1: 1st Squad.")
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")


async def test_an_older_map_is_fetched_no_further_when_a_newer_one_comes(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    page = await at_the_map(opened, mapped, anna)
    held, routed = asyncio.Event(), 0

    async def first_held(route: Route) -> None:
        nonlocal routed
        routed += 1
        if routed == 1:
            await held.wait()
        await route.continue_()

    await page.route("**/map.png*", first_held)
    mapped.squads.append("B1")
    async with page.expect_request("**/map.png*"):
        await begin(mapped, anna)
    mapped.squads.append("C1")
    async with page.expect_event("requestfailed", lambda request: "map.png" in request.url):
        await begin(mapped, anna)
    held.set()
    await shows(page, "C1")
    private = anna.channel("headquarters")
    await eventually(lambda: len([m for m in anna.sees(private) if m.ephemeral]) == 1)
    await shows(page, "C1")
    await expect(page.locator(".board")).to_have_attribute("data-move", "2")


async def test_a_tap_while_an_order_is_on_its_way_is_not_taken_for_one_of_its_options(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    page = await at_the_map(opened, mapped, anna)
    mapped.answers.clear()
    await order(page, "/march to:B1")
    await eventually(lambda: mapped.asked == ["march B1"])
    await tap(page, "A1")
    await eventually(lambda: mapped.asked == ["march B1", "A1"])
    mapped.answers.set()
    await expect(page.get_by_role("region", name="In hand")).to_contain_text("A1: 1st Squad.")


async def test_tables_that_move_away_take_no_tap_from_the_map(opened: Open, mapped: Mapped, anna: Person) -> None:
    """The first map takes the place of the list of tables, which slides away."""
    page = await opened("Anna", width=1280)
    await page.locator(".room").evaluate("room => (room.style.transitionDuration = '1000s')")
    await begin(mapped, anna)
    await page.get_by_role("link", name="headquarters").click()
    await shows(page, "A1")
    await expect(page.locator(".room")).to_be_visible()
    await tap(page, "A1")
    await expect(page.get_by_role("region", name="In hand")).to_contain_text("A1: 1st Squad.")


async def test_a_verb_keeps_its_letter_and_another_gets_one_to_remember(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    mapped.told = "It rains. "
    page = await at_the_map(opened, mapped, anna)
    hand = page.get_by_role("region", name="In hand")

    async def letter(label: str) -> str | None:
        return await hand.get_by_role("button", name=label, exact=True).get_attribute("aria-keyshortcuts")

    await tap(page, "A1")
    await expect(hand.get_by_role("button", name="Rest")).to_be_visible()
    assert [await letter(label) for label in ("Dig in", "Rest", "Wait", "Hide")] == ["d", "r", "w", "h"]
    mapped.given = ("Dash", "Rush on", "Rest")
    await hand.get_by_role("button", name="Close").click()
    await tap(page, "A1")
    await expect(hand.get_by_role("button", name="Dash")).to_be_visible()
    assert [await letter(label) for label in ("Dig in", "Dash", "Rush on", "Rest")] == ["d", "a", "o", "r"]


LATTICE = """async () => {
    const { placeTowards } = await import('/page/places.js');
    const places = [], at = (x, y) => places.push({ name: `${x},${y}`, x: 100 * x, y: 100 * y });
    for (const n of [0, 2, 4]) for (const m of [0, 2, 4]) at(n, m);
    for (const n of [1, 3]) for (const m of [1, 3]) at(n, m);
    const middle = places.find(({ name }) => name === '2,2');
    return [[0, -1], [1, 0], [0, 1], [-1, 0]].map((way) => {
        const next = placeTowards(places, middle, way, middle);
        return [next.name, placeTowards(places, next, way, middle).name];
    });
}"""
"""Two steps by each arrow, clockwise from up, on octagons with diamonds between."""


async def test_keys_reach_the_diamonds_between_octagons(opened: Open, mapped: Mapped, anna: Person) -> None:
    """Each arrow leads to another of the four, and the same again back to its own row."""
    page = await at_the_map(opened, mapped, anna)
    assert await page.evaluate(LATTICE) == [["3,1", "2,0"], ["3,3", "4,2"], ["1,3", "2,4"], ["1,1", "0,2"]]


EDGE = """async (all) => {
    const { Stage } = await import('/page/stage.js');
    const stage = new Stage();
    stage.element.style.cssText = 'position: fixed; inset: 0; width: 400px; height: 300px';
    document.body.append(stage.element);
    stage.scale = 1;
    const wide = (x, y) => ({ name: `${x}`, x, y, corners: [[x - 50, y - 50], [x + 50, y + 50]] });
    const seen = stage.seen(all.map(([x, y]) => wide(x, y)), 0.3).map(({ name }) => name);
    stage.element.remove();
    return seen;
}"""
"""Names of the places that can be seen in a small window."""


async def test_a_place_at_the_edge_is_not_seen_by_its_middle_alone(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    """Half of the units there would be cut off."""
    page = await at_the_map(opened, mapped, anna)
    assert await page.evaluate(EDGE, [[100, 0], [165, 0], [190, 0], [0, 140], [-165, -110]]) == [
        "100",
        "165",
        "-165",
    ]


CIRCLES = """async (all) => {
    const { placeTowards } = await import('/page/places.js');
    const places = all.map(([name, x, y]) => ({ name, x, y })), ways = [[-1, 0], [1, 0], [0, -1], [0, 1]];
    const known = new Map(), lost = [];
    const next = (from, way, line) => {
        const key = `${from.name} ${way} ${line.name}`;
        if (!known.has(key)) known.set(key, placeTowards(places, from, ways[way], line));
        return known.get(key);
    };
    const arrow = (x, y) => Math.abs(x) > Math.abs(y) || x === y ? Number(x > 0) : 2 + Number(y > 0);
    const some = places.filter((_, n) => n % Math.ceil(places.length / 60) === 0);
    for (const start of some) for (const goal of places) {
        let [at, line, across] = [start, start, null];
        for (let steps = 0; at && at !== goal && steps < 80; steps += 1) {
            const way = arrow(goal.x - at.x, goal.y - at.y);
            if (across !== way < 2) line = at;
            across = way < 2;
            at = next(at, way, line);
        }
        if (at !== goal) lost.push(`${start.name} to ${goal.name}`);
    }
    return lost;
}"""
"""Pairs of places between which the arrow toward the goal never arrives."""


def maps(title: str) -> Iterator[list[tuple[str, int, int]]]:
    """Yield the places on the starting map of each scenario, each map once."""
    game, known = titles()[title], set[tuple[tuple[str, int, int], ...]]()
    for name, scenario in game.scenarios.items():
        match = Match(game, name, {each.name: each.values[0] for each in scenario.options}, bytes(32))
        drawn = PICTURES[title].whole(match.seen(PUBLIC), STANDARD)
        places = tuple((place.name, place.x, place.y) for place in drawn.places)
        if places and places not in known:
            known.add(places)
            yield [*places]


@pytest.mark.parametrize("title", ["tide", "strike", "trap", "firefight"])
async def test_arrows_lead_from_every_place_to_every_other(opened: Open, anna: Person, title: str) -> None:
    page = await opened("Anna")
    for places in maps(title):
        assert await page.evaluate(CIRCLES, places) == []


async def test_by_keys(opened: Open, mapped: Mapped, anna: Person) -> None:
    page = await at_the_map(opened, mapped, anna)
    hand = page.get_by_role("region", name="In hand")
    await stage(page).focus()
    for key, place in (("ArrowRight", "B1"), ("ArrowLeft", "A1, 1 piece")):
        await page.keyboard.press(key)
        await expect(page.locator("#news")).to_contain_text(place)
    await page.keyboard.press("Enter")
    await expect(hand).to_contain_text("A1: 1st Squad.")
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await expect(hand).to_contain_text("1st Squad goes to B1.")
    await page.keyboard.press("Enter")
    await shows(page, "B1")
    await page.keyboard.press("Escape")
    await expect(hand).to_be_hidden()
    await page.keyboard.press("Enter")
    await expect(hand).to_contain_text("B1: 1st Squad.")
    await page.keyboard.press("d")
    await expect(hand.get_by_role("button", name="Dig in")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(hand).to_contain_text("Dug in.")
    # A tap completes the option that is being typed, by a place or by a piece that stands there.
    await page.get_by_role("textbox", name="Write a message").fill("/march ")
    await tap(page, "C1")
    await expect(page.get_by_label("to", exact=True)).to_have_value("C1")
    await page.keyboard.press("Enter")
    await eventually(lambda: "march C1" in mapped.asked)
    # The slider goes back, and the taps of then ask nothing.
    slider = page.get_by_role("slider", name="Moments of the game")
    await slider.fill("0")
    await shows(page, "A1")
    then = page.get_by_role("region", name="Events of this moment")
    await expect(then).to_contain_text("Move 0 of 1: the squad stood at A1.")
    asked = len(mapped.asked)
    await tap(page, "A1")
    await then.get_by_role("button", name="The present").click()
    await shows(page, "B1")
    await expect(then).to_be_hidden()
    assert [each for each in mapped.asked[asked:] if not each.startswith("fs:moments")] == []


WRITTEN = "good luck, Adi"
"""Its letters stand for Dig in, Advance and digits that unfold; it is no order."""


async def test_words_that_are_typed_after_a_tap_are_written_and_order_nothing(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    """Wherever the focus is after the tap, also if the map was played by keys before.

    The first letter is that of a button in hand.
    """
    page = await at_the_map(opened, mapped, anna)
    hand, field = page.get_by_role("region", name="In hand"), page.get_by_role("textbox", name="Write a message")
    await tap(page, "A1")
    await expect(hand.get_by_role("button", name="Dig in")).to_be_visible()
    await page.keyboard.press("ArrowRight")
    await expect(page.locator("body[data-keys=yes]")).to_be_attached()

    async def unfold() -> None:
        await tap(page, "C1")
        await expect(hand.get_by_role("button", name="Dig in before C1")).to_be_visible()

    async def put_together() -> None:
        await tap(page, "D1")
        await expect(hand.get_by_role("button", name="Do it")).to_be_visible()

    async def look_again() -> None:
        asked = len(mapped.asked)
        await tap(page, "A1")
        await eventually(lambda: len(mapped.asked) > asked)

    for before in (look_again, unfold, put_together, page.get_by_role("button", name="Larger").click):
        await before()
        asked = len(mapped.asked)
        await expect(hand.locator("[data-key]").first).to_be_attached()
        assert (
            await page.evaluate("getComputedStyle(document.querySelector('[data-key]'), '::after').content")
            == "none"
        )
        words = f"{await hand.locator('[data-key]').first.get_attribute('data-key')} {WRITTEN} 1 2"
        await page.keyboard.type(words)
        await expect(field).to_have_value(words)
        await expect(field).to_be_focused()
        assert mapped.asked[asked:] == []
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("log").get_by_text(words).last).to_be_visible()
        await expect(field).to_have_value("")
    assert mapped.squads == ["A1"]


async def test_enter_after_taps_reaches_the_order_before_giving_it(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    page = await at_the_map(opened, mapped, anna)
    hand = page.get_by_role("region", name="In hand")
    await tap(page, "A1")
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")
    await tap(page, "B1")
    order = hand.get_by_role("button", name="Do it")
    await expect(order).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(order).to_be_focused()
    assert mapped.squads == ["A1"]
    await page.keyboard.press("Enter")
    await shows(page, "B1")


async def test_by_keys_a_letter_presses_what_leads_on_and_points_at_what_gives_an_order(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    """Both are marked on the buttons once keys are used; other letters are typed."""
    mapped.told, mapped.given = "There it stands.\n", ("Attack",)
    page = await at_the_map(opened, mapped, anna)
    hand = page.get_by_role("region", name="In hand")
    await tap(page, "A1")
    await expect(hand.get_by_role("button", name="Attack")).to_be_visible()
    await page.keyboard.press("ArrowRight")
    assert await page.evaluate("document.body.dataset.keys") == "yes"
    attack = hand.get_by_role("button", name="Attack")
    key = await attack.get_attribute("data-key")
    assert key
    asked = len(mapped.asked)
    await page.keyboard.press(key)
    await expect(attack).to_be_focused()
    assert mapped.asked[asked:] == []
    await page.get_by_role("log").get_by_role("button", name="Your orders").press("Enter")
    await expect(hand).to_contain_text("Your orders")
    await page.keyboard.press("z")
    await expect(page.get_by_role("textbox", name="Write a message")).to_have_value("z")


async def test_when_the_game_is_over_the_map_can_show_what_was_hidden(
    local: LocalDiscord, mapped: Mapped, opened: Open
) -> None:
    """A button over the map shows it, now and at every moment, until pressed again."""
    mapped.over = True
    await begin(mapped, local.person("Anna"))
    page = await opened("Anna", width=1280)
    await shows(page, "A1")
    then = page.get_by_role("region", name="Events of this moment")
    await then.get_by_role("button", name="Reveal everything").click()
    await then.get_by_role("button", name="As you saw it").click()
    await expect(then.get_by_role("button", name="Reveal everything")).to_be_visible()
    await expect(then.get_by_role("button", name="The present")).to_be_hidden()


IN_ORDER = """hand => [...hand.querySelectorAll('.hand-words .button')]
    .map(part => [part.innerText, part.getBoundingClientRect()])
    .sort(([, a], [, b]) => a.y - b.y || a.x - b.x).map(([text]) => text)"""


async def in_order(hand: Locator) -> list[str]:
    """Read the buttons as they stand on the screen."""
    found: list[str] = await hand.evaluate(IN_ORDER)
    return found


async def test_on_a_phone_the_question_stays_below_an_empty_place(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    """Without orders the map stays, and the call with its buttons is readable."""
    await begin(mapped, anna, "It begins.\n" * 20 + "It is your move.")
    page = await opened("Anna", width=390, has_touch=True, is_mobile=True)
    await map_button(page).tap()
    await shows(page, "A1")
    before = await stage(page).bounding_box()
    await tap(page, "C1", thumb=True)
    await expect(page.get_by_role("region", name="In hand")).to_contain_text("C1: nothing of yours.")
    assert await stage(page).bounding_box() == before
    call = page.get_by_role("region", name="Latest events")
    await expect(call.get_by_role("button", name="Your orders")).to_be_in_viewport()
    await tap(page, "A1", thumb=True)
    await expect(page.get_by_role("region", name="In hand")).to_contain_text("A1: 1st Squad.")
    await expect(call).to_be_hidden()


async def test_not_your_move_stays_until_the_player_is_called(opened: Open, mapped: Mapped, anna: Person) -> None:
    """Moves of others change nothing in that."""
    await begin(mapped, anna)
    page = await opened("Anna")
    await shows(page, "A1")
    mapped.waits = True
    await page.get_by_role("log").get_by_role("button", name="Your orders").click()
    hand = page.get_by_role("region", name="In hand")
    await expect(hand).to_contain_text("It is not your move.")
    mapped.squads.append("B1")
    await begin(mapped, anna, "1st Squad goes to B1.")
    await shows(page, "B1")
    await expect(hand).to_contain_text("It is not your move.")
    mapped.squads.append("C1")
    await mapped.call(anna.id, anna.channel("headquarters").id, "It is your move.")
    await expect(hand).to_be_hidden()


async def test_on_a_phone_the_question_is_visible_below_the_report(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    """The story scrolls alone; the question and its buttons do not."""
    await begin(mapped, anna)
    page = await opened("Anna", width=390, has_touch=True, is_mobile=True)
    await map_button(page).tap()
    await shows(page, "A1")
    hand = page.get_by_role("region", name="In hand")
    await tap(page, "A1", thumb=True)
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")
    await tap(page, "B1", thumb=True)
    await expect(hand).to_contain_text("1st Squad goes to B1.")
    mapped.told = "The enemy fires.\n" * 30
    await hand.get_by_role("button", name="Do it").tap()
    await expect(hand).to_contain_text("The enemy fires.")
    for part in (hand.get_by_text("What now?"), hand.get_by_role("button", name="Again")):
        await expect(part).to_be_in_viewport(ratio=0.9)


async def test_on_a_phone(opened: Open, mapped: Mapped, anna: Person) -> None:
    """One button shows the map; an answer is read from its start, a call from its end.

    However long the text, the buttons below it need no scrolling, the order's button first.
    """
    for n in range(8):
        await anna.say("headquarters", f"Words {n}\n" * 6)
    await begin(mapped, anna, "It begins.\n" * 20)
    page = await opened("Anna", width=390, has_touch=True, is_mobile=True)
    await expect(page.get_by_role("button", name="Map", exact=True)).to_be_visible()
    assert mapped.asked == []
    await page.locator(".stream").evaluate("stream => stream.scrollTo(0, 300)")
    before = await page.locator(".stream").evaluate("stream => stream.scrollTop")
    await map_button(page).tap()
    await shows(page, "A1")
    call = page.get_by_role("region", name="Latest events")
    await expect(call).to_contain_text("It begins.")
    await expect(call.get_by_role("button", name="Your orders")).to_be_in_viewport()
    await tap(page, "A1", thumb=True)
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")
    hand = page.get_by_role("region", name="In hand")
    await hand.evaluate("hand => { hand.style.height = '5rem'; hand.scrollTo(0, 999); }")
    await tap(page, "B1", thumb=True)
    await expect(hand).to_contain_text("1st Squad goes to B1.")
    assert await hand.evaluate("hand => hand.scrollTop") == 0
    await hand.evaluate("hand => { hand.style.height = ''; }")
    await no_sideways(page)
    assert await page.evaluate(SMALL) == []
    box = await stage(page).locator("img").first.bounding_box()
    assert box is not None
    assert box["width"] / len(PLACES) > 40, "broad enough for a thumb"
    assert (await in_order(hand))[0] == "Do it"
    await hand.get_by_role("button", name="Do it").tap()
    await shows(page, "B1")
    mapped.told = "The enemy fires.\n" * 20
    await tap(page, "B1", thumb=True)
    await expect(hand).to_contain_text("B1: 1st Squad.")
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")
    await expect(hand).not_to_have_attribute("aria-busy", "true")
    for label in ("Rest", "Wait", "Hide"):
        assert await hand.get_by_role("button", name=label).evaluate(HIDDEN) == 0, label
    # A tap on an empty place keeps the squad, and a tap on pieces asks about them.
    mapped.barred = {"C1", "D1"}
    await tap(page, "B1", thumb=True)
    await expect(page.locator(".board")).to_have_attribute("data-goals", "1")
    await tap(page, "C1", thumb=True)
    await expect(page.locator("#news")).to_contain_text("C1 is not one of the goals.")
    await expect(hand).to_contain_text("B1: 1st Squad.")
    await tap(page, "D1", thumb=True)
    await expect(hand).to_contain_text("D1: nothing of yours.")
    assert "C1" not in mapped.asked
    await page.go_back()
    await expect(page.get_by_role("log")).to_be_in_viewport()
    assert await page.locator(".stream").evaluate("stream => stream.scrollTop") == before, "back where it was"


async def test_in_a_wide_window_many_orders_leave_more_room_to_the_text(
    opened: Open, mapped: Mapped, anna: Person
) -> None:
    """They stay visible below it, in two columns, and scroll alone if they are many."""
    await begin(mapped, anna)
    page = await opened("Anna", width=1280)
    await page.set_viewport_size({"width": 1280, "height": 720})
    mapped.told = "The enemy fires.\n" * 20
    mapped.given = tuple(f"Move: A{n} · 2 AP, close combat, light woods, 2 could fire there" for n in range(5))
    await shows(page, "A1")
    await tap(page, "A1")
    hand = page.get_by_role("region", name="In hand")
    await expect(hand).to_contain_text("A1: 1st Squad.")
    orders = hand.locator(".row", has=page.get_by_role("button", name="Move: A0"))
    box, rows = await hand.bounding_box(), await orders.bounding_box()
    assert box is not None
    assert rows is not None
    assert (rows["y"] - box["y"]) / box["height"] > 0.5
    await expect(orders.get_by_role("button", name="Move: A0")).to_be_in_viewport(ratio=0.9)
    await no_sideways(page)


@pytest.mark.parametrize("width", [390, 1280])
async def test_after_a_restart_of_the_home_nothing_private_is_left(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    """The home has forgotten it, so neither conversation nor hand shows its buttons."""
    home = LocalDiscord(history=tmp_path / "table.db")
    await home.start()
    page = await browser.new_page(viewport={"width": width, "height": 844})
    with pointed_at(home):
        async with running(Mapped(), home) as client:
            assert isinstance(client, Mapped)
            anna = home.person("Anna")
            await begin(client, anna)
            await page.goto(f"{home.links['Anna']}#{anna.channel('headquarters').id}")
            await order(page, "/march to:B1")
            await expect(page.locator(".message.ephemeral")).to_have_count(1)
            if width < 1100:
                await map_button(page).click()
            await shows(page, "A1")
            await tap(page, "A1")
            await expect(page.get_by_role("region", name="In hand")).to_contain_text("A1: 1st Squad.")
    await home.stop()
    await expect(page.get_by_text("The connection is broken")).to_be_attached()
    again = LocalDiscord(history=tmp_path / "table.db", port=home.port)
    await again.start()
    try:
        with pointed_at(again):
            async with running(Mapped(), again):
                await expect(page.get_by_text("The connection is broken")).to_be_hidden()
                await expect(page.locator(".message.ephemeral")).to_have_count(0)
                await expect(page.get_by_role("region", name="In hand")).to_be_hidden()
                await expect(page.locator(".messages")).to_contain_text("It begins.")
    finally:
        await again.stop()


async def test_a_player_who_presses_by_key_continues_by_key(opened: Open, mapped: Mapped, anna: Person) -> None:
    """The button is gone after the answer, but letters and Enter work on the next."""
    page = await at_the_map(opened, mapped, anna)
    hand = page.get_by_role("region", name="In hand")
    await page.get_by_role("log").get_by_role("button", name="Your orders").press("Enter")
    await expect(hand.get_by_role("button", name="Dig in")).to_be_visible()
    await page.keyboard.press("d")
    await page.keyboard.press("Enter")
    await expect(hand).to_contain_text("Dug in.")
    await tap(page, "A1")
    await tap(page, "B1")
    await hand.get_by_role("button", name="Do it").press("Enter")
    await expect(hand).to_contain_text("Done.")
    await page.keyboard.press("a")
    await page.keyboard.press("Enter")
    await eventually(lambda: "fp:again:1:2" in mapped.asked)
    await expect(hand).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(stage(page)).to_be_focused()


async def test_a_bot_that_comes_after_the_page_brings_the_map(browser: Browser, tmp_path: Path) -> None:
    """A page opened while the bot starts shows the map as soon as it exists."""
    home = LocalDiscord(history=tmp_path / "table.db", identify_seconds=0.0)
    await home.start()
    page = await browser.new_page(viewport=ViewportSize(width=1280, height=844))
    try:
        with pointed_at(home):
            async with running(Mapped(), home) as client:
                assert isinstance(client, Mapped)
                anna = home.person("Anna")
                await begin(client, anna)
            await page.goto(f"{home.links['Anna']}#{anna.channel('headquarters').id}")
            await expect(page.get_by_text("is not here yet")).to_be_attached()
            await expect(page.get_by_role("log")).to_contain_text("It begins.")
            async with running(Mapped(), home):
                await shows(page, "A1")
    finally:
        await home.stop()


async def test_distant_goals_leave_the_map_in_place(opened: Open, mapped: Mapped, anna: Person) -> None:
    """While a goal is visible, the last event stays in view, and others are buttons."""
    await begin(mapped, anna)
    page = await opened("Anna", width=390, is_mobile=True, has_touch=True)
    await map_button(page).tap()
    await shows(page, "A1")
    box = await stage(page).bounding_box()
    assert box is not None
    sheet = stage(page).locator(".stage-sheet")
    await look_at_the_left(page)
    await tap(page, "A1", thumb=True)
    await expect(page.locator(".board")).to_have_attribute("data-goals", "3")
    looked = await sheet.evaluate("sheet => sheet.getBoundingClientRect().width")
    assert looked == pytest.approx(390 * 1.4**2, rel=0.05), "it is as large as before"
    # One press shows them all; if none is visible, they are shown at once.
    ends = "image => image.getBoundingClientRect().right"
    await page.get_by_role("button", name="The whole map").tap()
    assert await stage(page).locator("img").first.evaluate(ends) <= box["x"] + box["width"] + 1
    await look_at_the_left(page)
    mapped.barred = {"B1", "C1"}
    await tap(page, "A1", thumb=True)
    await expect(page.locator(".board")).to_have_attribute("data-goals", "1")
    assert await stage(page).locator("img").first.evaluate(ends) <= box["x"] + box["width"] + 1


NOTIFIED = """() => {
    window.notes = [];
    window.Notification = class { constructor(title, { body }) { window.notes.push(`${title}: ${body}`); } };
    Notification.permission = 'granted';
    Notification.requestPermission = async () => 'granted';
    AudioContext.prototype.createOscillator = () => { window.notes.push('a sound'); throw new Error('silent'); };
    document.hasFocus = () => false;
}"""


async def test_calls_and_games_in_the_side_bar(opened: Open, mapped: Mapped, anna: Person) -> None:
    """Sound and notification are opt-in; the side bar lists games; old words fold."""
    await begin(mapped, anna)
    page = await opened("Anna", width=1000)
    await page.evaluate(NOTIFIED)
    await mapped.call(anna.id, anna.channel("headquarters").id, "It is your move. " + "So it goes. " * 60)
    await expect(page.get_by_role("log").get_by_text("It is your move")).to_be_visible()
    games = page.get_by_role("region", name="Your games")
    await expect(games.get_by_role("link", name="The Ford")).to_contain_text("your move for Red")
    assert await page.evaluate("notes") == []
    await page.get_by_role("button", name="You are Anna").click()
    await page.get_by_label("Sound and notification when it is my move").check()
    assert await page.evaluate("notes") == ["a sound"]
    await page.evaluate("notes.length = 0")
    await mapped.call(anna.id, anna.channel("headquarters").id, "Your move again.")
    await expect(page.get_by_role("log").get_by_text("Your move again.")).to_be_visible()
    assert await page.evaluate("notes") == ["a sound", "headquarters: You Your move again."]
    await page.get_by_role("log").get_by_role("button", name="Your orders").last.click()
    for _ in range(2):
        await begin(mapped, anna)
    unfold = page.get_by_role("button", name="Show all")
    await unfold.click()
    await expect(unfold).to_have_count(0)
