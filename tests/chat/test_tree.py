"""The command tree: within limits, registered as derived, only when changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.chat.commands import FORMER
from bot.chat.desk.order_completion import complete
from bot.chat.desk.order_reading import parse
from bot.chat.desk.order_text import Malformed
from bot.kernel.game import verb
from bot.kernel.secret import PUBLIC, see
from bot.kit import commands
from bot.local import Channel
from bot.titles import titles
from tests.chat.evening import Evening, evening, until

pytestmark = pytest.mark.asyncio(loop_scope="session")

NAME = re.compile(r"[-_\w]{1,32}")
SUBCOMMAND, GROUP = 1, 2
ROOM = 20
"""Most subcommands and groups of a command.

Discord allows 25, and releases need room.
"""
JSON = dict[str, Any]


def payload(tonight: Evening) -> list[JSON]:
    """Return the commands as the bot would register them."""
    return [command.to_dict(tonight.client.tree) for command in tonight.client.tree.get_commands()]


def leaves(command: JSON) -> Iterator[JSON]:
    """Yield what can be typed: subcommands, also those of groups."""
    for option in command["options"]:
        if option["type"] == GROUP:
            yield from leaves(option)
        elif option["type"] == SUBCOMMAND:
            yield option


async def test_former_names_of_commands_lead_to_the_same(tonight: Evening) -> None:
    game = tonight.client.tree.get_command("game")
    assert isinstance(game, app_commands.Group)
    for group, names in FORMER.items():
        new = game.get_command(group)
        assert isinstance(new, app_commands.Group)
        for name in names:
            was, now = game.get_command(name), new.get_command(name)
            assert isinstance(was, app_commands.Command)
            assert isinstance(now, app_commands.Command)
            tree = tonight.client.tree
            assert was.to_dict(tree)["options"] == now.to_dict(tree)["options"]
            assert was.description == f"The former name of /game {group} {name}"


async def test_a_former_name_is_typed(tonight: Evening, place: Channel) -> None:
    _, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    assert (await anna.types("game orders")).content == (await anna.types("game me orders")).content
    assert (await boris.types("game at", place="C4")).content == (
        await boris.types("game show at", place="C4")
    ).content


async def test_names_and_texts_fit(tonight: Evening) -> None:
    for command in payload(tonight):
        former = sum(map(len, FORMER.values())) if command["name"] == "game" else 0
        assert len(command["options"]) <= ROOM + former, f"/{command['name']} leaves no room for more"
        assert all(len(group["options"]) <= ROOM for group in command["options"] if group["type"] == GROUP)
        for part in (command, *leaves(command)):
            assert NAME.fullmatch(part["name"]), part["name"]
            assert part["name"] == part["name"].lower()
            assert 1 <= len(part["description"]) <= 100
            options = [o for o in part.get("options", ()) if o["type"] not in (SUBCOMMAND, GROUP)]
            assert len(options) <= 25
            assert len({option["name"] for option in options}) == len(options)
            required = [option.get("required", False) for option in options]
            assert required == sorted(required, reverse=True), f"{part['name']}: required options come first"
            for option in options:
                assert NAME.fullmatch(option["name"])
                assert 1 <= len(option["description"]) <= 100
                assert len(option.get("choices", ())) <= 25
                assert not (option.get("choices") and option.get("autocomplete"))


def letters(part: JSON) -> int:
    """Count what Discord counts: names, descriptions, and the values of choices."""
    own = len(part["name"]) + len(part.get("description", ""))
    own += sum(len(each["name"]) + len(str(each["value"])) for each in part.get("choices") or ())
    return own + sum(letters(option) for option in part.get("options") or ())


async def test_a_command_is_not_too_large(tonight: Evening) -> None:
    for command in payload(tonight):
        assert letters(command) <= 8000, f"/{command['name']}"


@pytest.mark.parametrize("key", titles())
async def test_every_action_and_question_has_its_command(tonight: Evening, key: str) -> None:
    title = tonight.client.tables.titles[key]
    command = next(each for each in payload(tonight) if each["name"] == key)
    names = {leaf["name"] for leaf in leaves(command)}
    kinds = {verb(kind) for kind in (*title.actions, *title.questions)}
    assert names == kinds - {"resign"}, "resigning is asked for twice, by /game resign"


@pytest.mark.parametrize("key", titles())
async def test_a_typed_order_is_read_with_and_without_its_group(tonight: Evening, key: str) -> None:
    title = tonight.client.tables.titles[key]
    seen = see(title.blank(), PUBLIC)
    assert title.groups
    for kind in title.actions:
        for line in (
            verb(kind),
            commands.command(title.groups, kind),
            f"/{key} {commands.command(title.groups, kind)}",
        ):
            read = parse(title, seen, line)
            named = read.what if isinstance(read, Malformed) else verb(type(read))
            assert named.startswith(verb(kind)), line
    for group in title.groups:
        below = [choice.value for choice in complete(title, seen, f"{group.name} ")]
        assert f"{group.name} {verb(group.actions[0])} " in below
        assert f"{group.name} " in [choice.value for choice in complete(title, seen, group.name[:3])]


SAID = re.compile(r"(?<![\w./])/(game|tide|strike|trap|firefight) ([a-z-]+)(?: ([a-z-]+))?(?: ([a-z]+):)?")
RENAMED = re.compile(r"^-# New names.*?\"\"\"", re.MULTILINE | re.DOTALL)
"""Where the help says what commands were called before."""


def read_by_people() -> Iterator[tuple[Path, str]]:
    """Yield the files in which commands are named for people."""
    code = (file for file in Path("bot").rglob("*") if file.suffix in (".py", ".js"))
    for file in (Path("README.md"), *Path("data").glob("*/*.tsv"), *Path("data").glob("*/rulings.md"), *code):
        yield file, RENAMED.sub("", file.read_text(encoding="utf-8"))


def known_commands(tonight: Evening) -> dict[tuple[str, ...], set[str]]:
    """Return the options of each command, by the words of its name."""
    known: dict[tuple[str, ...], set[str]] = {}
    for command in payload(tonight):
        for option in command["options"]:
            for leaf in option["options"] if option["type"] == GROUP else [option]:
                below = (leaf["name"],) if option["type"] == GROUP else ()
                known[command["name"], option["name"], *below] = {each["name"] for each in leaf.get("options", ())}
            known.setdefault((command["name"], option["name"]), set())
    return known


async def test_every_command_that_is_named_to_people_exists(tonight: Evening) -> None:
    known = known_commands(tonight)
    wrong = []
    for file, text in read_by_people():
        for first, second, third, option in SAID.findall(text):
            whole = (first, second, third)
            path: tuple[str, ...] = whole if whole in known else (first, second)
            if path not in known or (option and option not in known[path]):
                wrong.append(f"{file}: /{first} {second} {third} {option}")
    assert not wrong


@pytest.mark.parametrize("key", titles())
async def test_the_orders_name_commands_that_exist(tonight: Evening, place: Channel, key: str) -> None:
    game = tonight.client.tables.titles[key]
    known = known_commands(tonight)
    player = tonight.player("Anna", place)
    await player.types("game new", title=key, scenario=next(iter(game.scenarios)))
    for number, seat in enumerate((await tonight.table(place)).seats):
        if number:
            await player.types("game seat", side=seat.seat, computer=True)
        else:
            await player.types("game join", side=seat.seat)
    await tonight.settled()
    said = await player.types("game play")
    named = re.findall(rf"`/{key} ([^`:]+?)`", said.content)
    assert named, said.content
    assert [words for words in named if (key, *words.split()) not in known] == [], said.content


async def test_registered_is_what_is_derived(tonight: Evening) -> None:
    known = {command.name: command for command in tonight.local.site.register.all()}
    for command in payload(tonight):
        assert known[command["name"]].description == command["description"]
        names = [option["name"] for option in known[command["name"]].options]
        assert names == [option["name"] for option in command["options"]]


async def test_commands_are_registered_once(tmp_path: Path) -> None:
    """Two restarts, one request; when somebody else has changed the commands, another."""
    async with evening(tmp_path / "games.db") as tonight:
        for _ in range(2):
            await tonight.leave()
            await tonight.arrive()
        puts = tonight.local.faults.made("PUT", "/commands")
        assert len(puts) == 1
        assert tonight.local.faults.command_syncs == 1
        ours = await tonight.client.tree.fetch_commands()
        await ours[0].delete()
        await tonight.leave()
        await tonight.arrive()
        assert len(tonight.local.faults.made("PUT", "/commands")) == 2
        await until(lambda: {c.name for c in tonight.local.site.register.all()} == {"game", *titles()})
