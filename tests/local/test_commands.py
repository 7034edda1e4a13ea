"""Which commands may be registered."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local.home import LocalDiscord
from tests.local.conftest import Api
from tests.local.test_limits import faults_at


def command(name: str = "move", **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Move a unit", **more}


def option(name: str = "unit", type: int = 3, **more: Any) -> dict[str, Any]:
    return {"type": type, "name": name, "description": "Which", **more}


def path(local: LocalDiscord) -> str:
    return f"/applications/{local.world.bot.id}/commands"


@pytest.mark.parametrize(
    ("body", "place", "code"),
    [
        (command("Move"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
        (command("move unit"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
        (command("m" * 33), "name", "BASE_TYPE_BAD_LENGTH"),
        (command(description=""), "description", "BASE_TYPE_BAD_LENGTH"),
        (command(description="x" * 101), "description", "BASE_TYPE_BAD_LENGTH"),
        ({"name": "move"}, "description", "BASE_TYPE_REQUIRED"),
        (command(options=[option()] * 26), "options", "BASE_TYPE_MAX_LENGTH"),
        (command(options=[option("A")]), "options.0.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
        (command(options=[option(), option()]), "options.1.name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
        (
            command(options=[option(), option("to", required=True)]),
            "options.1.required",
            "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
        ),
        (
            command(options=[option(choices=[{"name": str(n), "value": str(n)} for n in range(26)])]),
            "options.0.choices",
            "BASE_TYPE_MAX_LENGTH",
        ),
        (
            command(options=[option(choices=[{"name": "A", "value": "a"}] * 2)]),
            "options.0.choices.1.name",
            "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
        ),
        (
            command(options=[option(choices=[{"name": "A", "value": "a"}], autocomplete=True)]),
            "options.0.choices",
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
        ),
        (
            command(options=[option(type=4, choices=[{"name": "A", "value": "a"}])]),
            "options.0.choices.0.value",
            "NUMBER_TYPE_COERCE",
        ),
        (
            command(options=[option("a", 1), option("b", 3)]),
            "options",
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
        ),
        (
            command(options=[option("a", 2, options=[option("b", 2)])]),
            "options.0.options.0.type",
            "UNION_TYPE_CHOICES",
        ),
        (command(options=[option(type=6)]), "options.0.type", "UNION_TYPE_CHOICES"),
        (command(type=3), "type", "BASE_TYPE_CHOICES"),
        (
            command(
                options=[
                    option(f"o{n}", choices=[{"name": f"{n}-{c}" + "x" * 80, "value": "v" * 90} for c in range(5)])
                    for n in range(10)
                ]
            ),
            "",
            "APPLICATION_COMMAND_TOO_LARGE",
        ),
    ],
)
async def test_commands_that_are_refused(
    api: Api, local: LocalDiscord, body: dict[str, Any], place: str, code: str
) -> None:
    status, answer = await api.call("PUT", path(local), [body])
    assert (status, answer["code"]) == (400, 50035)
    assert faults_at(answer["errors"]).get(f"0.{place}".rstrip(".")) == code
    assert local.site.register.all() == []


async def test_registering_changing_and_removing(api: Api, local: LocalDiscord) -> None:
    commands = path(local)
    status, (made,) = await api.call("PUT", commands, [command("танк-вперёд")])
    assert (status, made["name"], made["type"]) == (200, "танк-вперёд", 1)
    _, both = await api.call("PUT", commands, [command("a"), command("танк-вперёд", description="Other words")])
    assert [each["name"] for each in both] == ["a", "танк-вперёд"]
    assert (both[1]["id"], both[1]["version"] != made["version"]) == (made["id"], True)
    assert both[1]["description"] == "Other words"
    assert (await api.call("DELETE", f"{commands}/{made['id']}"))[0] == 204
    assert (await api.call("DELETE", f"{commands}/{made['id']}"))[1]["code"] == 10063
    assert [each["name"] for each in (await api.call("GET", commands))[1]] == ["a"]
    assert local.faults.command_syncs == 2


async def test_names_are_unique(api: Api, local: LocalDiscord) -> None:
    status, answer = await api.call("PUT", path(local), [command(), command()])
    assert status == 400
    assert faults_at(answer["errors"]) == {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}


async def test_how_many(api: Api, local: LocalDiscord) -> None:
    hundred = [command(f"c{n}") for n in range(100)]
    assert (await api.call("PUT", path(local), [*hundred, command("more")]))[1]["code"] == 30032
    assert (await api.call("PUT", path(local), hundred))[0] == 200
