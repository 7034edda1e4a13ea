"""Players with fingers only, and their taps: on the panel, the map or keys.

They get their orders, and find the taps by reading the page.
"""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Sequence
from typing import Any, NamedTuple

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Locator, Page, expect

from bot.chat.desk.desk import News
from bot.chat.desk.draft import APART
from bot.chat.desk.table import Table
from bot.chat.panel.pieces import beginning, standing
from bot.chat.panel.values import possible as possible_kinds
from bot.chat.panel.way import Way, picked
from bot.kernel.fields import fields
from bot.kernel.game import legal, verb
from bot.kit.codec import encode
from bot.local import Interaction, Message, NotPossible
from bot.local.interaction import COMMAND, COMPONENT
from bot.titles import titles
from render.places import Place, read
from tests.chat.evening import DONE, PATIENCE, Evening, Player, answer, until
from tests.chat.thumbs import Control, agrees, alike, controls, is_of_now, is_partly, possible, press
from tests.match import AnyGame, AnySeen, Match

MOST = 40
"""The most steps of an order."""
LONGEST = 80
"""The most steps between two places."""
LEAST = 20
"""How many pixels broad a place must be on the screen to be tapped."""
VIEWS = 3
"""The presses that cycle through the views: all goals, the places, the picture."""
SPREAD = 30
"""The distance of two fingers from their middle when they begin to zoom."""
LIES = """async stage => {
    const lies = () => {
        const image = stage.querySelector('img:not(.layer)'), box = image.getBoundingClientRect();
        return [image.dataset.path ?? '', box.x, box.y, box.width / image.naturalWidth];
    };
    const frame = () => new Promise(requestAnimationFrame);
    for (let now = lies(), before = null; ; before = now, now = lies()) {
        if (String(now) === String(before)) return now;
        await frame().then(frame);
    }
}"""
"""The file, the position and the size of a resting map picture on the screen.

The page fits the map into a changed window at the end of a frame, so two frames must show the same.
"""
HIDDEN = """part => {
    const box = part.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return part.contains(seen) ? 0 : 1;
}"""
"""Whether something must be scrolled to, before one can tap it."""


async def seated(
    tonight: Evening, title: str, scenario: str, *names: str, seed: int = 0, orders: int = 0
) -> tuple[Table, list[Player]]:
    """Seat people when the computer has given some orders for all sides.

    The computer has all other seats, and those named "".
    """
    game = titles()[title]
    options = game.scenarios[scenario].usual
    match = Match(game, scenario, options, seed.to_bytes(32, "big"))
    for _ in range(orders):
        seat = match.asked[0]
        assert match.act(seat, game.play(match.seen(seat)), "computer") is None
    return await seated_at(tonight, match, *names)


async def seated_at(tonight: Evening, match: Match, *names: str) -> tuple[Table, list[Player]]:
    """Seat people at a game played in memory, as `seated` does."""
    place = tonight.local.channel(f"{match.game.key}-{match.scenario}-{len(tonight.local.world.channels)}")
    table, players = await tonight.plant(place, match, *names)
    await tonight.client.games.owe(table.record.id, encode(News(0, len(table.log) - 1)))
    tonight.client.postman.wake(table.record.id)
    await tonight.settled()
    tonight.client.desk.go_on(table)
    await tonight.settled()
    return table, players


def nearest(game: AnyGame, seen: AnySeen, wanted: Any) -> Any:
    """Return an order, or the most similar offered order.

    Standing orders have their own dialog, so the question is answered instead.
    """
    if verb(type(wanted)) in APART:
        return next(legal(game, seen, possible_kinds(game, seen)[0]))
    required = {field.name: getattr(wanted, field.name) for field in fields(type(wanted)) if field.required}
    offered = list(legal(game, seen, type(wanted), required))

    def like(other: Any) -> int:
        return sum(getattr(other, field.name) == getattr(wanted, field.name) for field in fields(type(wanted)))

    return wanted if wanted in offered else max(offered, key=like, default=wanted)


class Lost(AssertionError):
    """No offer leads to this order, or it was refused."""


class Given(NamedTuple):
    """An order: its verb, its pieces, its taps, and `why` it could not be given."""

    verb: str
    pieces: int
    taps: int
    why: str = ""
    on_map: int = 0
    """How many of the taps were on places of a map."""


class Fingers(ABC):
    """Gives orders, and records the taps of each.

    An order without taps is typed, and recorded too.
    """

    def __init__(self, tonight: Evening, table: Table, player: Player) -> None:
        self.tonight = tonight
        self.table = table
        self.player = player
        self.page: Message | None = None
        """The last answer."""
        self.taps = 0
        self.on_map = 0
        """How many of the taps were on places of a map."""
        self.given: list[Given] = []
        self.refused: list[str] = []
        """Orders that were offered, and then refused."""
        self.tried: list[str] = []
        """Where the order of now has been looked for, beside the page that was open."""

    async def play(self) -> None:
        """Make the computer's next move, if it is offered."""
        seat = self.table.seat_of(self.player.id)
        assert seat is not None
        seen = self.table.seen(seat)
        wanted = nearest(self.table.game, seen, self.table.game.play(seen))
        field = beginning(self.table.game, type(wanted))
        named = getattr(wanted, field.name) if field is not None else ()
        before, on_map, moves = self.taps, self.on_map, len(self.table.log)
        pieces = len(named) if field is not None and field.many else 1
        try:
            await self.give(wanted)
            taps, touched = self.taps - before, self.on_map - on_map
            self.given.append(Given(verb(type(wanted)), pieces, taps, on_map=touched))
        except (Lost, NotPossible, PlaywrightError, TimeoutError) as error:
            self.given.append(Given(verb(type(wanted)), pieces, 0, f"{wanted}: {error}"))
            self.taps, self.on_map, self.page = before, on_map, None
            if len(self.table.log) == moves:
                said = await self.player.orders(wanted, self.table.game.key)
                assert said.content.startswith(DONE), said.content
        await self.tonight.settled()

    async def give(self, wanted: Any) -> None:
        """Give an order."""
        before = len(self.table.log)
        gone: set[tuple[str, tuple[str, ...]]] = set()
        vain: set[tuple[str, tuple[str, ...]]] = set()
        seat = self.table.seat_of(self.player.id)
        assert seat is not None
        self.tried = []
        if self.page is None or not is_of_now(self.table, self.page):
            self.page = await self.begin(wanted)
        for _ in range(MOST):
            found = await self.ways(self.page, self.table.seen(seat), wanted)
            fresh = [each for each in found if (each.custom_id, each.values) not in gone]
            control = max(fresh, key=self.liking, default=None)
            if control is None:
                gone = set(vain)
                self.page = await self.elsewhere(wanted)
                continue
            gone.add((control.custom_id, control.values))
            if is_partly(control):
                vain.add((control.custom_id, control.values))
            self.taps += control.taps
            self.page = await self.use(control)
            if control.acts:
                break
        if not self.page.content.startswith(DONE):
            self.refused.append(f"{wanted}: {self.page.content}")
            raise Lost(self.page.content)
        assert alike(self.table.log[before].action, wanted)

    def liking(self, control: Control) -> tuple[float, ...]:
        """Return the rank of a control: the furthest first, then the fewest taps."""
        return control.far, -control.taps

    @abstractmethod
    async def begin(self, wanted: Any) -> Message:
        """Open something in which an order can be begun."""

    @abstractmethod
    async def elsewhere(self, wanted: Any) -> Message:
        """Begin in another way, where what is offered leads nowhere. Raises `Lost`."""

    @abstractmethod
    async def ways(self, page: Message, seen: AnySeen, wanted: Any) -> Sequence[Control]:
        """Return the controls that lead further."""

    @abstractmethod
    async def use(self, control: Control) -> Message:
        """Use a control, and return the next page."""


class Panel(Fingers):
    """The panel alone, as in Discord: buttons, and lists."""

    async def begin(self, wanted: Any) -> Message:
        """Press the button under the last post."""
        self.taps += 1
        return await self.player.clicks(self.player.last(), "Your orders")

    async def elsewhere(self, wanted: Any) -> Message:
        """Begin again, once."""
        if self.tried:
            raise Lost(self.page.content if self.page is not None else "nothing is offered")
        self.tried = ["panel"]
        return await self.begin(wanted)

    async def ways(self, page: Message, seen: AnySeen, wanted: Any) -> Sequence[Control]:
        """Return buttons, and the items of lists."""
        return [each for each in controls(self.table.game, seen, page, wanted) if possible(page, each)]

    async def use(self, control: Control) -> Message:
        """Press or pick it."""
        assert self.page is not None
        return await press(self.player, self.page, control)


ENTER = "↵"
"""Stands behind the letter of a button that is only pointed at by it."""


class Spot(NamedTuple):
    """Where a finger goes on a picture: a place, and which of its picks."""

    place: Place
    nth: int


class Touch(Fingers):
    """The map in a browser: taps on places, and on the buttons of the hand."""

    def __init__(self, tonight: Evening, table: Table, player: Player, page: Page) -> None:
        super().__init__(tonight, table, player)
        self.screen = page
        self.board = page.locator(".board")
        self.stage = page.locator(".board .stage:not(.cards)")
        self.hand = page.locator(".hand")
        self.spots: dict[Control, Spot] = {}

    async def open(self) -> None:
        """Open the map if it is not beside the conversation: one tap a game."""
        await expect(self.screen.locator(".board, .to-map").locator("visible=true").first).to_be_visible()
        if not await self.board.is_visible():
            await self.press(self.screen.locator(".to-map"))
        await expect(self.stage).to_have_attribute("data-places", re.compile("[1-9]"))

    @property
    def _panel(self) -> Locator:
        """The buttons for all orders; on a phone those below the map, which covers others."""
        return self.screen.locator(
            ':is(.page:not(.map-open), .map-open .board) [data-custom^="fp:panel:"]:visible'
        )

    # Controls

    def liking(self, control: Control) -> tuple[float, ...]:
        """Return the same; of a place on the map and a button that are alike, the place."""
        return *super().liking(control), control in self.spots

    async def ways(self, page: Message, seen: AnySeen, wanted: Any) -> Sequence[Control]:
        """Return buttons, items of lists, and places of the picture."""
        found = [each for each in controls(self.table.game, seen, page, wanted) if possible(page, each)]
        self.spots = {}
        for place in await self._places(page):
            for n, (custom_id, value, _) in enumerate(place.picks):
                control = self._led(custom_id, value, 1 if len(place.picks) == 1 else 2, seen, wanted)
                if control is not None:
                    self.spots[control] = Spot(place, n)
                    found.append(control)
        return found

    def _led(self, custom_id: str, value: str, taps: int, seen: AnySeen, wanted: Any) -> Control | None:
        """Return the control for a pick of a picture, `None` if it leads elsewhere."""
        what, *parts = custom_id.partition(":")[2].split(":")
        way = Way.read(parts[:5])
        if way is None or what not in ("goal", "pick", "more", "act"):
            return None
        if what == "pick":
            way = picked(way, int(parts[5]), [value])
        if what == "goal":
            name, _, picks = value.partition(":")
            way = Way(way.game, way.moment, name, tuple(picks.split(".")) if picks else ())
        far = agrees(self.table.game, seen, wanted, way, acts=what == "act")
        return Control(custom_id, (value,) if value else (), far, taps, what == "act") if far is not None else None

    async def _places(self, page: Message) -> list[Place]:
        """Return the places of the picture in a message."""
        files = [await self.tonight.local.world.shelf.get(each.id) for each in page.attachments]
        return [place for file in files if file for place in read(file)]

    # Tapping

    async def begin(self, wanted: Any) -> Message:
        """Tap the place of an order's first piece, or ask for all orders."""
        return await self.elsewhere(wanted)

    async def elsewhere(self, wanted: Any) -> Message:
        """Tap the piece, or ask for all orders."""
        self.taps += 1
        place = self._stands(wanted)
        pickable = {spot.place.name for spot in self.spots.values()}
        if place and place not in pickable and "place" not in self.tried:
            self.tried.append("place")
            return await self._answered(self.choose(place))
        if "panel" in self.tried:
            raise Lost(self.page.content if self.page is not None else "nothing is offered")
        self.tried.append("panel")
        return await self._answered(self.press(self._panel.last))

    async def use(self, control: Control) -> Message:
        """Tap it."""
        if control in self.spots:
            return await self._answered(self._touch(self.spots[control], control))
        part = self.hand.locator(f'[data-custom="{control.custom_id}"]')
        if control.custom_id.startswith("fp:"):
            return await self._answered(self.press(part))
        return await self._answered(self._pick(part, control))

    async def press(self, part: Locator) -> None:
        """Press a button or list item, after a swipe if it is out of sight."""
        self.taps += await part.evaluate(HIDDEN)
        await part.tap()

    async def _touch(self, spot: Spot, control: Control) -> None:
        await self.choose(spot.place.name)
        if control.taps > 1:
            await self.press(self.hand.locator(".unfolded .button").nth(spot.nth))

    async def _pick(self, opener: Locator, control: Control) -> None:
        assert self.page is not None
        part = next(each for each in self.page.selects if each["custom_id"] == control.custom_id)
        ticked = {option["value"] for option in part["options"] if option.get("default")}
        await self.press(opener)
        for value in control.values if part["max_values"] == 1 else ticked ^ set(control.values):
            await self.press(self.screen.locator(f'.picker-panel:visible [data-value="{value}"]'))
        confirm = self.screen.get_by_role("button", name="Confirm")
        if await confirm.count():
            await self.press(confirm)

    async def _answered(self, tap: Coroutine[Any, Any, None]) -> Message:
        """Tap, and wait until what is answered is shown."""
        before = self._asked()
        await tap
        await until(lambda: len(self._asked()) > len(before))
        said = answer(await self._asked()[-1].done(PATIENCE))
        for button in said.buttons[:1]:
            await expect(self.hand.locator(f'[data-custom="{button.custom_id}"]')).to_be_attached()
        await expect(self.hand).not_to_have_attribute("aria-busy", "true")
        return said

    def _asked(self) -> list[Interaction]:
        """Return the person's requests to the bot, without the page's own."""
        asked = self.tonight.local.site.interactions.by_id.values()
        own = [
            each for each in asked if each.user.id == self.player.person.id and each.kind in (COMMAND, COMPONENT)
        ]
        return [each for each in own if each.metadata.name not in ("game board", "game mine")]

    async def choose(self, name: str) -> None:
        """Tap a place of the map.

        A place out of sight is first found on the whole map, and a small place is enlarged. Each counts as a tap.
        """
        self.on_map += 1
        x, y, broad, seen = await self._where(name)
        for _ in range(VIEWS):
            if not seen:
                self.taps += 1
                await self.press(self.board.get_by_role("button", name="The whole map"))
                x, y, broad, seen = await self._where(name)
        if broad < LEAST:
            self.taps += 1
            await self._pinch(x, y, 1.1 * LEAST / broad)
            x, y, _, _ = await self._where(name)
        await self.screen.touchscreen.tap(x, y)

    async def _pinch(self, x: float, y: float, by: float) -> None:
        """Enlarge the map by two fingers around a point."""
        device = await self.screen.context.new_cdp_session(self.screen)
        for kind, apart in (("touchStart", SPREAD), ("touchMove", SPREAD * by), ("touchEnd", 0)):
            two = [{"x": x + way * apart, "y": y, "id": way} for way in (-1, 1)] if apart else []
            await device.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": two})
        await device.detach()

    async def _where(self, name: str) -> tuple[float, float, float, bool]:
        """Return a place's position and width on the screen, and whether it is visible.

        The map may be replaced at any time, so the file and the position are those of one picture.
        """
        await expect(self.hand).not_to_have_attribute("data-laying", "yes")
        source, left, top, scale = await self.stage.evaluate(LIES)
        while (file := await self.tonight.local.world.shelf.get(source.split("/")[3])) is None:
            source, left, top, scale = await self.stage.evaluate(LIES)
        place, stage = next(each for each in read(file) if each.name == name), await self.stage.bounding_box()
        assert stage is not None
        x, y = left + place.x * scale, top + place.y * scale
        inside = stage["x"] < x < stage["x"] + stage["width"] and stage["y"] < y < stage["y"] + stage["height"]
        return x, y, (max(place.shape[::2]) - min(place.shape[::2])) * scale, inside

    async def shown(self) -> tuple[Place, ...]:
        """Return the places of the map that is shown, as its file tells them."""
        return read(await self.file())

    async def file(self) -> bytes:
        """Return the file of the map that is shown."""
        async with asyncio.timeout(PATIENCE):
            while True:  # The picture of an answer that has been replaced stays until the next one is there.
                source = await self.stage.locator("img:not(.layer)").get_attribute("data-path") or ""
                file = await self.tonight.local.world.shelf.get(source.split("/")[3])
                if file is not None:
                    return file

    def _stands(self, wanted: Any) -> str:
        seat = self.table.seat_of(self.player.id)
        assert seat is not None
        field = beginning(self.table.game, type(wanted))
        named = getattr(wanted, field.name) if field is not None else ()
        at = standing(self.table.game, self.table.seen(seat))
        pieces = named if field is not None and field.many else (named,)
        return next((at[piece] for piece in pieces if piece in at), "")


class Keys(Touch):
    """The same with keys: arrows move between places, letters press, Enter chooses."""

    async def open(self) -> None:
        """Open the map, and go to it."""
        await super().open()
        await self._go_to_map()

    async def _go_to_map(self) -> None:
        """Reach the map by keys, so that letters lead to its buttons."""
        await self.stage.focus()
        await self.screen.keyboard.press("Shift+Tab")
        await self.screen.keyboard.press("Tab")
        await expect(self.stage).to_be_focused()
        await expect(self.screen.locator("body[data-keys=yes]")).to_be_attached()

    async def press(self, part: Locator) -> None:
        """Press a button's letter, and Enter for an order; other buttons get the focus."""
        key = await part.get_attribute("data-key")
        if key and await part.evaluate("part => Boolean(part.closest('.hand'))"):
            only_focused = ENTER in (await part.get_attribute("data-shown") or "")
            await self._go_to_map()
            await self.screen.keyboard.press(key)  # The answer may replace the button at once.
            if only_focused:
                await expect(part).to_be_focused()
                await self.screen.keyboard.press("Enter")
        else:
            await part.press("Enter")

    async def choose(self, name: str) -> None:
        """Walk to a place, and choose it."""
        await self._go_to_map()
        places = {place.name: place for place in await self.shown()}
        goal, at = places[name], await self._walked()
        for _ in range(LONGEST):
            if at == name:
                break
            await self.screen.keyboard.press(_arrow(places.get(at, goal), goal))
            at = await self._walked()
        assert at == name, f"walked to {at}, not to {name}"
        await self.screen.keyboard.press("Enter")

    async def _walked(self) -> str:
        return await self.board.get_attribute("data-at") or ""


def _arrow(here: Place, goal: Place) -> str:
    """Return the arrow that leads most nearly from a place to another."""
    across, down = goal.x - here.x, goal.y - here.y
    if abs(across) > abs(down) or (across == down):
        return "ArrowRight" if across > 0 else "ArrowLeft"
    return "ArrowDown" if down > 0 else "ArrowUp"
