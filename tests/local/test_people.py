"""What a person's client lets them do."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local import LocalDiscord, NotPossible, Person
from tests.local.tiny import Tiny


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({}, "unit is required"),
        ({"unit": "x"}, "to is required"),
        ({"unit": "x", "to": "y", "far": 1}, "no option far"),
        ({"unit": "x", "to": "y", "hexes": 5}, "at most 4"),
        ({"unit": "x", "to": "y", "hexes": 0}, "at least 1"),
        ({"unit": "x", "to": "y", "hexes": "two"}, "whole number"),
        ({"unit": "x", "to": "y", "hidden": "perhaps"}, "true or false"),
        ({"unit": "x", "to": "y", "helper": "Nobody"}, "nobody called Nobody"),
    ],
)
async def test_options_that_a_client_refuses(
    local: LocalDiscord, anna: Person, tiny: Tiny, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(NotPossible, match=why):
        await anna.slash("headquarters", "advance", **options)


@pytest.mark.parametrize(
    ("command", "options", "why"),
    [
        ("game", {}, "needs a subcommand"),
        ("game old", {}, "no command /game old"),
        ("nothing", {}, "no command /nothing"),
        ("game new", {"title": "chess", "scenario": "first"}, "must be one of: Tide of Iron"),
    ],
)
async def test_commands_that_a_client_does_not_know(
    local: LocalDiscord, anna: Person, tiny: Tiny, command: str, options: dict[str, Any], why: str
) -> None:
    with pytest.raises(NotPossible, match=why):
        await anna.slash("headquarters", command, **options)


async def test_options_arrive_in_the_order_they_were_given(
    local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny
) -> None:
    interaction = await anna.slash("headquarters", "/advance", to="C6", hexes="2", unit="Any", helper="viktor")
    await interaction.done()
    given = [(option["name"], option["value"]) for option in interaction.data["options"]]
    assert given == [("to", "C6"), ("hexes", 2), ("unit", "Any"), ("helper", viktor.id)]
    assert interaction.data["resolved"]["users"][viktor.id]["global_name"] == "Viktor"


async def test_choices_can_be_given_by_name(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    interaction = await anna.slash(
        "headquarters", "game new", title="Tide of Iron", scenario="first", against="Computer"
    )
    await interaction.done()
    values = {option["name"]: option["value"] for option in interaction.data["options"][0]["options"]}
    assert values == {"title": "tide", "scenario": "first", "against": "computer"}


async def test_selects(local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny) -> None:
    panel = (await (await anna.slash("headquarters", "panel")).done()).replies[0]
    for values, why in (
        ((), "Pick 1 to 2"),
        (("1st Squad", "2nd Squad", "Panzer IV"), "Pick 1 to 2"),
        (("Tiger",), "not on the list"),
        (("1st Squad", "1st Squad"), "once"),
    ):
        with pytest.raises(NotPossible, match=why):
            await anna.select(panel, "units", *values)
    with pytest.raises(NotPossible, match="no list tanks"):
        await anna.select(panel, "tanks", "Tiger")
    with pytest.raises(NotPossible, match="nobody"):
        await anna.select(panel, "friend", "Nobody")


async def test_buttons(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    panel = (await (await anna.slash("headquarters", "panel")).done()).replies[0]
    assert panel.labels == ["Orders…", "Show my hand", "Silence"]
    for button in ("Never", "never", "Nothing"):
        with pytest.raises(NotPossible, match="no button"):
            await anna.click(panel, button)
    await tiny.http.delete_message(int(panel.channel_id), int(panel.id))
    with pytest.raises(NotPossible, match="gone"):
        await anna.click(panel, "Show my hand")


async def test_unread_messages_and_pings(local: LocalDiscord, anna: Person, viktor: Person) -> None:
    channel = local.channel("tide")
    await anna.say(channel, "One")
    await anna.say(channel, f"Two, {viktor.mention}")
    assert viktor.unread(channel) == (2, 1)
    assert anna.unread(channel) == (0, 0)
    viktor.read(channel)
    assert viktor.unread(channel) == (0, 0)


async def test_waiting_for_what_is_new(local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny) -> None:
    await viktor.slash("headquarters", "panel")
    shown = await anna.until(lambda: anna.sees("headquarters"))
    assert shown[0].embeds[0]["title"] == "Situation"
    with pytest.raises(TimeoutError):
        await anna.until(lambda: False, timeout=0.01)


async def test_names(local: LocalDiscord) -> None:
    anna = local.person("Anna")
    assert local.person("anna ").id == anna.id
    for name in ("", "x" * 33, "Fieldpost"):
        with pytest.raises(NotPossible):
            local.person(name)
    local.people.rename(anna, "Аня")
    assert local.person("Аня").id == anna.id
    assert [person.name for person in local.people.all()] == ["Аня"]


async def test_autocomplete_of_a_silent_bot(local: LocalDiscord, anna: Person) -> None:
    option = {"type": 3, "name": "unit", "description": "Which", "autocomplete": True, "required": True}
    local.site.register.post(None, {"name": "move", "description": "Move", "options": [option]})
    local.site.interactions.ack_seconds = 0.05
    with pytest.raises(NotPossible, match="Loading options failed"):
        await anna.autocomplete("headquarters", "move", focused="unit")
