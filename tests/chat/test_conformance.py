"""The traffic of whole games fits Discord's own description, both ways."""

from __future__ import annotations

import pytest

from bot.local import Channel
from tests.chat.evening import Evening, Player
from tests.chat.positions import positions
from tests.chat.test_derived import VERBS, sit, some_action
from tests.chat.test_posts import play_to_the_end
from tests.chat.thumbs import Thumbs
from tests.local.openapi import Conformance, description_path

pytestmark = pytest.mark.asyncio(loop_scope="session")

LOOKS = (
    "play", "board", "hand", "status", "log", "orders", "undo", "dice", "help", "resign",
)  # fmt: skip


@pytest.fixture(scope="module")
def conformance() -> Conformance:
    return Conformance(description_path())


def assert_conforms(conformance: Conformance, tonight: Evening, *expected: str) -> None:
    """Assert that the traffic has no fault, and that each of these routes was used."""
    faults = tonight.local.faults
    complaints = conformance.complaints(faults)
    assert not complaints, "\n".join(dict.fromkeys(complaints))
    used = {f"{each.method} {each.path}" for each in faults.requests}
    for method, _, part in (each.partition(" ") for each in expected):
        assert any(each.startswith(method) and part in each for each in used), f"{method} {part} was not used"
    faults.requests.clear()
    faults.dispatches.clear()


async def look_around(player: Player) -> None:
    """Ask everything that can be asked at a table."""
    for command in LOOKS:
        await player.types(f"game {command}")
    await player.types("game board", at="C4")
    await player.types("game rule", case="FP-undo")
    await player.types("game look", palette="dark")
    for command in ("why-not", "odds"):
        for order in ("fire unit:1st target:2nd", "dance", "stop"):
            await player.types(f"game {command}", order=order)
        await player.offered(f"game {command}", "order", order="f")
    await player.offered("game rule", "case", case="undo")
    await player.offered("game undo", "to")


async def test_a_whole_game(conformance: Conformance, tonight: Evening, place: Channel) -> None:
    """From the lobby to the dice check: luck, options, orders, letters, going back."""
    anna, boris = (tonight.player(name, place) for name in ("Anna", "Boris"))
    await anna.offered("game new", "scenario", title="tide", scenario="f")
    await anna.types("game new", title="tide", scenario="first")
    await tonight.settled()
    lobby = anna.posts()[-1]
    await anna.picks(await anna.clicks(lobby, "Options"), "fs:option:", "off")
    await anna.types("game join", side="german", word="Соня")
    await tonight.settled()
    await boris.clicks(anna.posts()[-1], "Join as Soviet")
    table = await tonight.table(place)
    await tonight.settled()
    for player in (anna, boris, tonight.player("Strogov", place)):
        await look_around(player)
    players = [anna, boris]
    for _ in range(6):
        asked = next(each for each in players if table.seat_of(each.id) in table.asked())
        await asked.offered("tide advance", "unit")
        await asked.types("tide advance", unit="nothing", to="nowhere")
        await Thumbs().play(asked, table)
        await tonight.settled()
    await anna.types("tide order", op_fire="fire", within=7)
    await tonight.settled()
    await anna.types("game undo", to=len(table.log) - 2)
    await tonight.settled()
    asks = next(post for post in reversed(boris.posts()) if "I agree" in post.labels)
    await boris.clicks(asks, "I agree")
    await tonight.settled()
    await play_to_the_end(tonight, table, players)
    await look_around(boris)
    assert_conforms(
        conformance, tonight, "GET /gateway", "PUT /applications", "POST /interactions", "PATCH /webhooks",
        "POST /channels", "PATCH /channels",
    )  # fmt: skip


async def test_a_battle_with_letters_and_threads(
    conformance: Conformance, tonight: Evening, place: Channel
) -> None:
    thread = tonight.local.thread(place, "Kalach", owner=tonight.local.person("Zoya"))
    table, (zoya, boris) = await tonight.game(thread, "Zoya", "Boris", scenario="kalach")
    for _ in range(4):
        asked = next(each for each in (zoya, boris) if table.seat_of(each.id) in table.asked())
        await Thumbs().play(asked, table)
        await tonight.settled()
    boris.person.dms_closed = True
    await look_around(zoya)
    await boris.clicks(await boris.types("game resign"), "Yes, the Soviet side gives up")
    await tonight.settled()
    boris.person.dms_closed = False
    await look_around(zoya)
    assert_conforms(conformance, tonight, "POST /users/@me/channels")


async def test_every_order(conformance: Conformance, tonight: Evening) -> None:
    for name in VERBS:
        place = tonight.local.channel(f"order-{name}")
        sitting = await sit(tonight, place, positions()[name])
        await sitting.player.orders(some_action(sitting.seen, name))
        await tonight.settled()
    assert_conforms(conformance, tonight)
