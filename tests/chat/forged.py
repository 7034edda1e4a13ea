"""Forged buttons and lists can do no more than their presser may.

`python -m tests.soak` presses many thousand of them through `run`; a bounded number is pressed with every check.
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from random import Random

import msgspec

from bot.chat.desk.table import Table
from bot.kit.codec import encode
from bot.local import Message
from bot.local.interaction import COMPONENT
from bot.local.objects import walk
from tests.chat.evening import PATIENCE, Evening, Player, answer, evening
from tests.chat.positions import positions
from tests.forgery import forged_ids
from tests.match import Match

VALUES = (
    "0",
    "1",
    "24",
    "25",
    "-1",
    "more",
    "earlier",
    "advance:0.1",
    "build:",
    "resign",
    "",
    "٣",
    "9" * 40,
    "🎲",
    "normal",
)
LEGITIMATE = ("undo", "act", "resign", "rewind")
"""The actions that a player may take for their own seat by a button."""


def ids_of(*messages: Message) -> list[str]:
    """Return the ids of all buttons and lists of messages."""
    return [part["custom_id"] for message in messages for part in walk(message.components) if "custom_id" in part]


async def press(tonight: Evening, player: Player, message: Message, custom_id: str, rnd: Random) -> Message:
    """Press a button, or pick from a list, that the message never had."""
    values = rnd.sample(VALUES, rnd.randrange(4)) if rnd.random() < 0.6 else None
    return await send(tonight, player, message, custom_id, values)


async def send(
    tonight: Evening, player: Player, message: Message, custom_id: str, values: list[str] | None = None
) -> Message:
    """Press a button as if a message had it, or pick these values from its list."""
    part = {"type": 2, "id": 2, "style": 1, "label": "?", "custom_id": custom_id, "disabled": False}
    data = {"component_type": 2, "custom_id": custom_id, "id": 2}
    if values is not None:
        options = [{"label": str(n), "value": str(n)} for n in range(3)]
        part = {"type": 3, "id": 2, "custom_id": custom_id, "options": options, "min_values": 0, "max_values": 3}
        data |= {"component_type": 3, "values": values}
    shown = msgspec.structs.replace(message, components=({"type": 1, "id": 1, "components": [part]},))
    begun = tonight.local.site.interactions.begin(
        COMPONENT, player.person.user, player.place, data, message=shown
    )  # fmt: skip
    return answer(await begun.done(PATIENCE))


async def forge(
    tonight: Evening, table: Table, players: list[Player], stranger: Player, times: int, rnd: Random
) -> int:
    """Press forged components; returns their number.

    Raises `AssertionError` if a press has too much effect.
    """
    shown: list[Message] = []
    for player in players:
        shown += [await player.types(f"game {name}") for name in ("play", "orders", "resign")]
        verbs = [button for button in shown[-3].buttons if (button.custom_id or "").startswith("fp:more:")]
        if verbs:
            shown.append(await player.clicks(await player.types("game play"), rnd.choice(verbs).label))
    true = ids_of(*shown) + [f"fp:{what}:{table.record.id}" for what in ("board", "hand", "status", "join")]
    true += [f"fp:rewind:{table.record.id}:{len(table.log)}:{n}" for n in range(3)]
    forgeries = forged_ids(true, rnd)
    for _ in range(times):
        player = rnd.choice((*players, stranger))
        custom_id = next(forgeries)
        posts = [post for post in players[0].posts() if "Your orders" in post.labels]
        message = rnd.choice(posts[-1:] if posts and rnd.random() > 0.7 else shown)
        before = len(table.log)
        said = await press(tonight, player, message, custom_id, rnd)
        assert "broke" not in said.content, (custom_id, said.content)
        assert said.content or said.attachments, f"no answer to {custom_id!r}"
        for entry in table.log[before:]:
            if entry.by == "person":
                assert table.person_at(entry.seat) == player.id, f"{custom_id!r} lets one act for another"
                assert custom_id.removeprefix("fp:").startswith(LEGITIMATE), f"{custom_id!r} did {entry}"
        assert table.log[0].back_to is None
        assert table.state.scenario, "the game is as if it had never begun"
    return times


async def _run(times: int, seed: int, folder: Path) -> int:
    rnd = Random(seed)
    pressed = 0
    async with evening(folder / "forged.db") as tonight:
        while pressed < times:
            tonight.local.faults.requests.clear()
            tonight.local.faults.dispatches.clear()
            pressed += await _one_game(tonight, rnd, pressed)
    return pressed


async def _one_game(tonight: Evening, rnd: Random, n: int) -> int:
    """Put a game into a channel, and forge until it is over, or long enough."""
    match: Match = rnd.choice([position.match for position in positions().values()])
    place = tonight.local.channel(f"forged-{n}")
    table, players = await tonight.plant(place, match, "Anna", "Boris")
    tonight.client.desk.go_on(table)
    before = encode(table.log[0])
    await players[0].types("tide order", op_fire="hold")
    await tonight.settled()
    pressed = await forge(tonight, table, players, tonight.player("Strogov", place), 200, rnd)
    await tonight.settled()
    assert encode(table.log[0]) == before
    return pressed


def run(times: int, seed: int = 1) -> int:
    """Press this number of forged components in new games; returns the number.

    For `python -m tests.soak`.
    """
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(_run(times, seed, Path(folder)))
