"""Crowds that press and type random offers, and wait whenever the bot is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec

from bot.chat.panel.way import Way
from bot.local import Channel, Interaction, Message, NotPossible, Person
from tests.chat.evening import DONE, until
from tests.chat.victim import LONGEST, Died

if TYPE_CHECKING:
    from tests.chat.kill import Night

T = TypeVar("T")


class Watch(Protocol):
    """Knows whether a bot can still answer."""

    async def alive(self, what: Awaitable[T]) -> T:
        """Wait for something that only a living bot can do. Raises `Died`."""


class Confirmed(msgspec.Struct, frozen=True):
    """A confirmed order."""

    interaction: int
    way: Way


def _ahead(page: Message) -> list[str]:
    """Return the ids of the buttons that lead on with an order, or give one."""
    return [b.custom_id for b in page.buttons if b.custom_id and b.custom_id.startswith(("fp:more:", "fp:act:"))]


def _leading(page: Message) -> list[str]:
    """Return the labels of the buttons that need a game: all but the rules."""
    return [label for label in page.labels if label != "Rules"]


class Presser:
    """A person who presses random offers, in one channel."""

    def __init__(self, watch: Watch, person: Person, place: Channel, rnd: Random) -> None:
        self.watch = watch
        self.person = person
        self.place = place
        self.rnd = rnd
        self.agreed: set[str] = set()

    def confirmed(self, interaction: int, way: Way) -> None:
        """Note that an order was confirmed."""
        raise NotImplementedError

    async def press_on(self, page: Message) -> None:
        """Press from page to page until an order is given."""
        while _ahead(page):
            acts = [button for button in page.buttons if (button.custom_id or "").startswith("fp:act:")]
            if acts and self.rnd.random() < 0.8:
                await self._confirm(page, self.rnd.choice(acts).custom_id or "")
                return
            page = await self._pick(page)

    def check(self, message: Message) -> None:
        """See that an answer reports no failure. Raises `Died` if the bot could not do it."""
        assert "broke here" not in message.content, message.content

    async def _answer(self, begun: Awaitable[Interaction]) -> tuple[Interaction, Message]:
        interaction = await begun
        await self.watch.alive(interaction.done(LONGEST))
        message = interaction.replies[0] if interaction.replies else interaction.message
        if interaction.failed or message is None:
            raise Died
        assert message.ephemeral, message.content
        self.check(message)
        return interaction, message

    async def _pick(self, page: Message) -> Message:
        presses, lists = _ahead(page), page.selects
        if presses and (not lists or self.rnd.random() < 0.7):
            _, page = await self._answer(self.person.click(page, self.rnd.choice(presses)))
            return page
        part = self.rnd.choice(lists)
        values = [option["value"] for option in part["options"]]
        most = min(part["max_values"], len(values), 3)
        chosen = self.rnd.sample(values, self.rnd.randint(max(1, part["min_values"]), max(1, most)))
        _, page = await self._answer(self.person.select(page, part["custom_id"], *chosen))
        return page

    async def _confirm(self, page: Message, custom_id: str) -> None:
        way = Way.read(custom_id.removeprefix("fp:act:").split(":"))
        assert way is not None
        interaction, said = await self._answer(self.person.click(page, custom_id))
        if said.content.startswith(DONE):
            self.confirmed(int(interaction.id), way)

    async def _go_back(self) -> None:
        """Ask the others to go back a few moves."""
        offered = self.person.autocomplete(self.place, "game undo", focused="to")
        choices = await self.watch.alive(offered)
        if choices:
            to = self.rnd.choice(choices[:4]).value
            await self._answer(self.person.slash(self.place, "game undo", to=to))

    async def _agree(self) -> None:
        """Agree to going back, where somebody has asked."""
        posts = [m for m in self.person.sees(self.place) if "I agree" in m.labels and not m.ephemeral]
        if posts and posts[-1].id not in self.agreed:
            self.agreed.add(posts[-1].id)
            await self._answer(self.person.click(posts[-1], "I agree"))

    async def _look(self) -> None:
        palette = self.rnd.choice(("standard", "dark"))
        await self._answer(self.person.slash(self.place, "game look", palette=palette, of="me"))

    async def _close_letters(self) -> None:
        """Take no direct messages for a while, or take them again."""
        self.person.dms_closed = not self.person.dms_closed

    async def _undo(self, page: Message) -> None:
        if "Undo" in page.labels:
            await self._answer(self.person.click(page, "Undo"))

    async def _something_new(self) -> None:
        """Wait a little for the others to act."""
        try:
            async with asyncio.timeout(0.5):
                await self.watch.alive(self.person.changed())
        except TimeoutError:
            return


class Somebody(Presser):
    """A person who presses whatever is offered, by lot, and types some orders."""

    def __init__(
        self, night: Night, person: Person, place: Channel, scenario: str, side: str, alone: bool
    ) -> None:
        super().__init__(night.victim, person, place, Random(night.rnd.random()))
        self.night = night
        self.scenario = scenario
        self.side = side
        self.alone = alone

    def confirmed(self, interaction: int, way: Way) -> None:
        """Note that an order was confirmed."""
        self.night.confirmed.append(Confirmed(interaction, way))

    async def play(self) -> None:
        """Act for ever."""
        while True:
            await self._tries(self.step)

    async def _tries(self, what: Callable[[], Awaitable[None]]) -> bool:
        """Do something; if the bot dies meanwhile, wait for the next bot.

        Returns whether it was possible.
        """
        try:
            await what()
            return True
        except (Died, NotPossible):
            await until(lambda: self.night.victim.gone.is_set() or self.night.online, LONGEST)
            await until(lambda: self.night.online, LONGEST)
            return False

    async def step(self) -> None:
        """Open the person's orders, and give an order if asked."""
        if self.rnd.random() < 0.1 and not self.night.closing:
            await self.rnd.choice((self._go_back, self._look, self._close_letters))()
        if self.rnd.random() < 0.5:
            await self._agree()
        _, page = await self._answer(self.person.slash(self.place, "game play"))
        if not _leading(page) or "The game is over" in page.content:
            await self._sit_down(page)
            return
        if not _ahead(page):
            if self.rnd.random() < 0.2:
                await self._undo(page)
            await self._something_new()
            return
        if self.rnd.random() < 0.1:
            await self._answer(self.person.slash(self.place, "tide order", within=self.rnd.randint(1, 40)))
        await self.press_on(page)

    async def _sit_down(self, page: Message) -> None:
        """See to it that there is a game here, and that one sits at it."""
        if self.night.closing:
            await self._something_new()
        elif "FP-start" in page.content or "no seat" in page.content:
            await self._answer(self.person.slash(self.place, "game join", side=self.side))
            if self.alone:
                await self._answer(self.person.slash(self.place, "game table seat", side="soviet", computer=True))
        elif self.side == "german":
            await self._answer(self.person.slash(self.place, "game new", title="tide", scenario=self.scenario))
        else:
            await self._something_new()

    async def resign(self) -> None:
        """Resign from the game if there is one; without an answer, try again."""
        while not await self._tries(self._resign):
            pass

    async def _resign(self) -> None:
        _, page = await self._answer(self.person.slash(self.place, "game resign"))
        if leading := _leading(page):
            await self._answer(self.person.click(page, leading[0]))
