"""The limits of a person's client."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local import Message, NotPossible, Person
from bot.local.bodies import Body
from bot.local.components import read_modal
from bot.local.home import LocalDiscord
from bot.local.limits import Form
from bot.local.options import answer_modal
from tests.local.conftest import Api
from tests.local.test_limits import faults_at
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


async def test_options_arrive_in_the_order_they_were_given(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    interaction = await anna.slash("headquarters", "/advance", to="C6", hexes="2", unit="Any", gun="big")
    await interaction.done()
    given = [(option["name"], option["value"]) for option in interaction.data["options"]]
    assert given == [("to", "C6"), ("hexes", 2), ("unit", "Any"), ("gun", "big")]


async def posted(local: LocalDiscord, *parts: dict[str, Any]) -> Message:
    """A message of the bot with these components, a row each."""
    channel = local.channel("headquarters")
    body = {"content": "x", "components": [{"type": 1, "components": [part]} for part in parts]}
    return local.site.messages.send(channel, local.world.bot, Body(body))


NUMBERS = [{"label": str(n + 1), "value": str(n)} for n in range(4)]
"""Each value is the label of another."""


@pytest.mark.parametrize("n", range(4))
async def test_a_pick_from_a_list_sends_its_value(local: LocalDiscord, anna: Person, n: int) -> None:
    panel = await posted(local, {"type": 3, "custom_id": "spend", "options": NUMBERS})
    assert (await anna.select(panel, "spend", str(n))).data["values"] == [str(n)]
    assert (await anna.pick(panel, "spend", str(n + 1))).data["values"] == [str(n)]


async def test_equal_labels_differ_by_their_values(local: LocalDiscord, anna: Person) -> None:
    alike = [{"label": "Rifle squad", "value": value} for value in ("a", "b")]
    panel = await posted(local, {"type": 3, "custom_id": "unit", "options": alike})
    assert (await anna.select(panel, "unit", "b")).data["values"] == ["b"]
    for label, why in (("Rifle squad", "Several"), ("b", "not on the list")):
        with pytest.raises(NotPossible, match=why):
            await anna.pick(panel, "unit", label)
    with pytest.raises(NotPossible, match="not on the list"):
        await anna.select(panel, "unit", "Rifle squad")


async def test_a_press_is_of_the_button_whose_id_was_sent(local: LocalDiscord, anna: Person) -> None:
    buttons = [{"type": 2, "style": 1, "label": str(n + 1), "custom_id": str(n)} for n in range(3)]
    panel = await posted(local, *buttons)
    for n in range(3):
        assert (await anna.press(panel, str(n))).data["custom_id"] == str(n)
        assert (await anna.click(panel, str(n + 1))).data["custom_id"] == str(n)
    with pytest.raises(NotPossible, match="no button 3"):
        await anna.press(panel, "3")


async def test_choices_of_a_command_are_given_by_their_values(local: LocalDiscord, anna: Person) -> None:
    choices = [{"name": str(n + 1), "value": n} for n in range(3)]
    spend = {"type": 4, "name": "points", "description": "How many", "choices": choices}
    local.site.register.put([{"name": "spend", "description": "Spend", "options": [spend]}])
    for n in range(3):
        assert (await anna.slash("headquarters", "spend", points=n)).data["options"][0]["value"] == n
    with pytest.raises(NotPossible, match="must be one of"):
        await anna.slash("headquarters", "spend", points=3)


async def test_a_dialog_is_filled_in_by_the_ids_of_its_inputs(local: LocalDiscord, anna: Person) -> None:
    """Labels and ids are crossed, and each choice reads like the value of the next."""
    inputs = [
        {"type": 18, "label": label, "component": {"type": 3, "custom_id": custom_id, "options": NUMBERS}}
        for label, custom_id in (("one", "two"), ("two", "one"))
    ]
    dialog = {"custom_id": "d", "title": "Spend", "components": inputs}
    read = read_modal(Form(dialog))
    answered = answer_modal(read, {"one": "1", "two": "2"})
    assert {part["component"]["custom_id"]: part["component"]["values"] for part in answered} == {
        "one": ["1"],
        "two": ["2"],
    }


async def test_channels_are_known_by_their_ids_before_their_names(local: LocalDiscord, anna: Person) -> None:
    tide = local.channel("tide")
    assert anna.channel(local.channel(tide.id)).name == tide.id
    assert anna.channel(tide.id) is tide


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


async def test_buttons(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    panel = (await (await anna.slash("headquarters", "panel")).done()).replies[0]
    assert panel.labels == ["Orders…", "Show my hand", "Silence"]
    for button in ("Never", "never", "Nothing"):
        with pytest.raises(NotPossible, match="no button"):
            await anna.click(panel, button)
    local.world.remove(panel)
    with pytest.raises(NotPossible, match="gone"):
        await anna.click(panel, "Show my hand")


async def test_unread_messages_and_pings(local: LocalDiscord, anna: Person, viktor: Person) -> None:
    channel = local.channel("tide")
    await anna.say(channel, "One")
    await anna.say(channel, f"Two, {viktor.mention}")
    assert viktor.unread(channel) == (2, 1)
    assert anna.unread(channel) == (0, 0)
    boris = local.person("Boris")
    assert [each.takes_part(channel) for each in (anna, viktor, boris)] == [True, True, False]
    viktor.read(channel)
    assert viktor.unread(channel) == (0, 0)


async def test_waiting_for_new_messages(local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny) -> None:
    await viktor.slash("headquarters", "panel")
    shown = await anna.until(lambda: anna.sees("headquarters"))
    assert shown[0].content.startswith("## Situation")
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
    local.site.register.put([{"name": "move", "description": "Move", "options": [option]}])
    local.site.interactions.ack_seconds = 0.05
    with pytest.raises(NotPossible, match="Loading options failed"):
        await anna.autocomplete("headquarters", "move", focused="unit")


INPUT = {"type": 18, "label": "x", "component": {"type": 4, "custom_id": "t", "style": 1}}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"title": "x" * 46}, "data.title"),
        ({"custom_id": ""}, "data.custom_id"),
        ({"components": []}, "data.components"),
        ({"components": [INPUT] * 6}, "data.components"),
        ({"components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}, "data.components.0.type"),
        ({"components": [{"type": 18, "label": "x" * 46}]}, "data.components.0.label"),
        ({"components": [{"type": 18, "label": "x"}]}, "data.components.0.component"),
        (
            {
                "components": [
                    {"type": 18, "label": "x", "component": {"type": 3, "custom_id": "r", "options": []}}
                ]
            },
            "data.components.0.component.options",
        ),
        (
            {"components": [{"type": 18, "label": "x", "component": {"type": 4, "custom_id": "t", "style": 3}}]},
            "data.components.0.component.style",
        ),
    ],
)
async def test_dialogs_that_are_refused(
    local: LocalDiscord, anna: Person, api: Api, change: dict[str, Any], place: str
) -> None:
    local.site.register.put([{"name": "test", "description": "Opens a dialog"}])
    opened = await anna.slash("headquarters", "test")
    modal = {"custom_id": "x", "title": "x", "components": [INPUT], **change}
    callback = f"/interactions/{opened.id}/{opened.token}/callback"
    status, answer = await api.call("POST", callback, {"type": 9, "data": modal})
    assert (status, answer["code"]) == (400, 50035)
    assert place in faults_at(answer["errors"])
    assert opened.modal is None
