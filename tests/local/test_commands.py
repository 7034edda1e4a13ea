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
        (command(options=[option(type=12)]), "options.0.type", "UNION_TYPE_CHOICES"),
        (command(type=3), "description", "APPLICATION_COMMAND_CONTEXT_MENU_NO_DESCRIPTION"),
        (command(type=9), "type", "BASE_TYPE_CHOICES"),
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
    status, answer = await api.call("POST", path(local), body)
    assert (status, answer["code"]) == (400, 50035)
    assert faults_at(answer["errors"]).get(place) == code
    status, answer = await api.call("PUT", path(local), [body])
    assert (status, answer["code"]) == (400, 50035)
    assert faults_at(answer["errors"]).get(f"0.{place}".rstrip(".")) == code
    assert local.site.register.listed(None) == []


async def test_registering_changing_and_removing(api: Api, local: LocalDiscord) -> None:
    commands = path(local)
    status, made = await api.call("POST", commands, command("танк-вперёд"))
    assert (status, made["name"], made["type"]) == (201, "танк-вперёд", 1)
    status, again = await api.call("POST", commands, command("танк-вперёд", description="Other words"))
    assert (status, again["id"], again["version"] != made["version"]) == (200, made["id"], True)
    status, changed = await api.call("PATCH", f"{commands}/{made['id']}", {"options": [option()]})
    assert (status, changed["options"][0]["name"], changed["description"]) == (200, "unit", "Other words")
    _, all_of_them = await api.call("PUT", commands, [command("a"), command("танк-вперёд")])
    assert [each["name"] for each in all_of_them] == ["a", "танк-вперёд"]
    assert all_of_them[1]["id"] == made["id"]
    assert (await api.call("DELETE", f"{commands}/{made['id']}"))[0] == 204
    assert (await api.call("GET", f"{commands}/{made['id']}"))[1]["code"] == 10063
    assert [each["name"] for each in (await api.call("GET", commands))[1]] == ["a"]
    assert local.faults.command_syncs == 3


async def test_guild_commands_stand_beside_global_ones(api: Api, local: LocalDiscord) -> None:
    guild = f"/applications/{local.world.bot.id}/guilds/{local.guild().id}/commands"
    _, made = await api.call("POST", guild, command())
    assert made["guild_id"] == local.guild().id
    await api.call("PUT", path(local), [command("other")])
    assert len((await api.call("GET", guild))[1]) == 1
    anna = local.person("Anna")
    assert {each.name for each in anna.commands("headquarters")} == {"move", "other"}
    assert {each.name for each in anna.commands(local.dm(anna))} == {"other"}


async def test_names_are_unique(api: Api, local: LocalDiscord) -> None:
    status, answer = await api.call("PUT", path(local), [command(), command()])
    assert status == 400
    assert faults_at(answer["errors"]) == {"1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"}
    same_name_of_another_type = {"name": "move", "type": 3}
    assert (await api.call("PUT", path(local), [command(), same_name_of_another_type]))[0] == 200


async def test_how_many(api: Api, local: LocalDiscord) -> None:
    hundred = [command(f"c{n}") for n in range(100)]
    assert (await api.call("PUT", path(local), [*hundred, command("more")]))[1]["code"] == 30032
    assert (await api.call("PUT", path(local), hundred))[0] == 200
    assert (await api.call("POST", path(local), command("more")))[1]["code"] == 30032
    assert (await api.call("PUT", path(local), [{"name": f"m{n}", "type": 3} for n in range(16)]))[0] == 400
    assert (await api.call("PUT", path(local), [command(f"d{n}") for n in range(100)]))[0] == 200
    assert (await api.call("PUT", path(local), [command("e")]))[1]["code"] == 30034
