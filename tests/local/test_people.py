"""The limits of a person's client."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local import Message, NotPossible, Person, Upload
from bot.local.bodies import Body
from bot.local.components import read_modal
from bot.local.home import LocalDiscord
from bot.local.limits import Form
from bot.local.options import Resolved, answer_modal
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
    local.site.register.post(None, {"name": "spend", "description": "Spend", "options": [spend]})
    for n in range(3):
        assert (await anna.slash("headquarters", "spend", points=n)).data["options"][0]["value"] == n
    with pytest.raises(NotPossible, match="must be one of"):
        await anna.slash("headquarters", "spend", points=3)


async def test_a_dialog_is_filled_in_by_the_ids_of_its_inputs(local: LocalDiscord, anna: Person) -> None:
    """Labels and ids are crossed, and each choice reads like the value of the next."""
    inputs = [
        {"type": 18, "label": label, "component": {"type": 21, "custom_id": custom_id, "options": NUMBERS}}
        for label, custom_id in (("one", "two"), ("two", "one"))
    ]
    dialog = {"custom_id": "d", "title": "Spend", "components": inputs}
    read = read_modal(Form(dialog))
    resolved = Resolved(local.world, local.channel("headquarters"), anna.user)
    answered = answer_modal(read, {"one": "1", "two": "2"}, resolved)
    assert {part["component"]["custom_id"]: part["component"]["value"] for part in answered} == {
        "one": "1",
        "two": "2",
    }


async def test_people_and_places_are_known_by_their_ids_before_their_names(
    local: LocalDiscord, anna: Person
) -> None:
    local.people.add("0" + anna.id, local.guild())
    anna_again = local.people.add("x", local.guild())
    anna_again.user.global_name = anna.id
    resolved = Resolved(local.world, local.channel("headquarters"), anna.user)
    assert [resolved.user_id(each.id) for each in (anna, anna_again)] == [anna.id, anna_again.id]
    tide = local.channel("tide")
    assert anna.channel(local.channel(tide.id)).name == tide.id
    assert anna.channel(tide.id) is tide
    assert resolved.channel_id(tide.id) == tide.id


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
    local.world.remove(panel)
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


async def test_waiting_for_new_messages(local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny) -> None:
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


async def test_options_of_every_type(local: LocalDiscord, anna: Person, viktor: Person, api: Api) -> None:
    kinds = {"who": 6, "where": 7, "role": 8, "any": 9, "odds": 10, "file": 11}
    options = [{"type": kind, "name": name, "description": name} for name, kind in kinds.items()]
    local.site.register.post(None, {"name": "test", "description": "All", "options": options})
    managers = next(role for role in local.guild().roles.values() if role.name == "Managers")
    channel = local.channel("tide")
    interaction = await anna.slash(
        channel,
        "test",
        who=viktor,
        where="#headquarters",
        role="Managers",
        any="@Managers",
        odds="0.5",
        file=Upload("orders.txt", b"Hold."),
    )
    values = {option["name"]: option["value"] for option in interaction.data["options"]}
    resolved = interaction.data["resolved"]
    assert (values["who"], values["role"], values["any"]) == (viktor.id, managers.id, managers.id)
    assert resolved["channels"][values["where"]]["name"] == "headquarters"
    assert (values["odds"], resolved["members"][viktor.id]["permissions"]) == (0.5, "0")
    attachment = resolved["attachments"][values["file"]]
    async with api.session.get(attachment["url"]) as response:
        assert await response.read() == b"Hold."
    for wrong in ({"where": "nowhere"}, {"role": "Nobody"}, {"odds": "half"}, {"file": "orders.txt"}):
        with pytest.raises(NotPossible):
            await anna.slash(channel, "test", **wrong)


async def test_lists_of_roles_channels_and_people(
    local: LocalDiscord, anna: Person, viktor: Person, api: Api
) -> None:
    channel = local.channel("tide")
    rows = [
        {"type": 1, "components": [{"type": kind, "custom_id": name, "max_values": 2}]}
        for kind, name in ((6, "roles"), (7, "anybody"), (8, "channels"))
    ]
    await api.call("POST", f"/channels/{channel.id}/messages", {"content": "Pick", "components": rows})
    message = anna.sees(channel)[0]
    picked = await anna.select(message, "roles", "Managers")
    assert list(picked.data["resolved"]["roles"]) == picked.data["values"]
    picked = await anna.select(message, "anybody", "Managers", viktor)
    assert picked.data["values"][1] == viktor.id
    assert set(picked.data["resolved"]) == {"roles", "users", "members"}
    picked = await anna.select(message, "channels", channel)
    assert picked.data["resolved"]["channels"][channel.id]["name"] == "tide"


async def test_a_dialog_that_asks_for_a_file(local: LocalDiscord, anna: Person, api: Api) -> None:
    local.site.register.post(None, {"name": "test", "description": "Opens a dialog"})
    opened = await anna.slash("headquarters", "test")
    upload = {"type": 19, "custom_id": "file"}
    text = {"type": 4, "custom_id": "old", "label": "The old kind", "style": 2, "required": False}
    modal = {
        "custom_id": "orders",
        "title": "Orders",
        "components": [
            {"type": 10, "content": "Read this."},
            {"type": 18, "label": "The file", "component": upload},
            {"type": 1, "components": [text]},
        ],
    }
    callback = f"/interactions/{opened.id}/{opened.token}/callback"
    assert (await api.call("POST", callback, {"type": 9, "data": modal}))[0] == 204
    with pytest.raises(NotPossible, match="The file is required"):
        await anna.submit(opened)
    sent = await anna.submit(opened, {"file": Upload("plan.txt", b"Attack."), "old": "at dawn"})
    shown, file, old = sent.data["components"]
    assert shown == {"type": 10, "id": 1}
    assert sent.data["resolved"]["attachments"][file["component"]["values"][0]]["filename"] == "plan.txt"
    assert old["components"][0]["value"] == "at dawn"
    status, answer = await api.call(
        "POST", f"/interactions/{sent.id}/{sent.token}/callback", {"type": 9, "data": modal}
    )
    assert (status, answer["code"]) == (400, 50035)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"title": "x" * 46}, "data.title"),
        ({"custom_id": ""}, "data.custom_id"),
        ({"components": []}, "data.components"),
        ({"components": [{"type": 10, "content": "x"}] * 6}, "data.components"),
        ({"components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x"}]}, "data.components.0.type"),
        ({"components": [{"type": 18, "label": "x" * 46}]}, "data.components.0.label"),
        ({"components": [{"type": 18, "label": "x"}]}, "data.components.0.component"),
        (
            {
                "components": [
                    {"type": 18, "label": "x", "component": {"type": 21, "custom_id": "r", "options": []}}
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
    local.site.register.post(None, {"name": "test", "description": "Opens a dialog"})
    opened = await anna.slash("headquarters", "test")
    modal = {"custom_id": "x", "title": "x", "components": [{"type": 10, "content": "x"}], **change}
    callback = f"/interactions/{opened.id}/{opened.token}/callback"
    status, answer = await api.call("POST", callback, {"type": 9, "data": modal})
    assert (status, answer["code"]) == (400, 50035)
    assert place in faults_at(answer["errors"])
    assert opened.modal is None


async def test_languages(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    anna.user.locale = "de"
    await (await anna.slash("headquarters", "twice")).done()
    sent = [each.data for each in local.faults.dispatches if each.name == "INTERACTION_CREATE"][-1]
    assert (sent["locale"], sent["guild_locale"]) == ("de", "en-US")
