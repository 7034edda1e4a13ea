"""The life of an interaction, with a real bot at the other end."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest

from bot.local import NotPossible, Person, Refused
from bot.local.bodies import Body
from bot.local.home import LocalDiscord
from bot.local.interaction import AUTOCOMPLETE
from tests.local.conftest import Api, eventually, pointed_at, running
from tests.local.tiny import Tiny


async def test_a_double_click_takes_effect_once(local: LocalDiscord, tiny: Tiny, anna: Person) -> None:
    channel = local.channel("tide")
    shown = (await (await anna.slash(channel, "board")).done()).replies[0]
    clicks = [await anna.click(shown, "Next turn") for _ in range(2)]
    for click in clicks:
        await click.done()
    assert tiny.handled["turn"] == 2
    assert tiny.turns["x"] == 2
    replies = [message.content for click in clicks for message in click.replies]
    assert replies == ["That board is out of date."]
    assert "turn 2" in anna.sees(channel)[0].content


async def test_a_late_acknowledgement_is_refused(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    local.site.interactions.ack_seconds = 0.1
    interaction = await (await anna.slash("headquarters", "slow", acks=False)).done()
    assert interaction.failed == "The application did not respond"
    tiny.slow.set()
    await eventually(lambda: tiny.errors)
    assert isinstance(tiny.errors[0], discord.NotFound)
    assert tiny.errors[0].code == 10062
    assert anna.sees("headquarters") == []


async def test_an_answer_that_never_comes_shows_as_failed(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    panel = (await (await anna.slash("headquarters", "panel")).done()).replies[0]
    local.site.interactions.ack_seconds = 0.1
    silent = await (await anna.click(panel, "Silence")).done()
    assert silent.failed == "This interaction failed"
    assert not silent.acknowledged


async def test_the_same_interaction_delivered_twice(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    local.faults.deliver_twice()
    interaction = await (await anna.slash("headquarters", "twice")).done()
    await eventually(lambda: tiny.errors)
    assert tiny.handled["twice"] == 2
    assert isinstance(tiny.errors[0], discord.HTTPException)
    assert tiny.errors[0].code == 40060
    assert [message.content for message in interaction.replies] == ["Once."]


async def test_an_answer_that_took_effect_but_seemed_to_fail(
    local: LocalDiscord, anna: Person, tiny: Tiny
) -> None:
    local.faults.fail("POST", "/callback", status=502, after=True)
    interaction = await (await anna.slash("headquarters", "twice")).done()
    assert [message.content for message in interaction.replies] == ["Once."]
    await eventually(lambda: tiny.errors)
    assert isinstance(tiny.errors[0], discord.HTTPException)
    assert tiny.errors[0].code == 40060


async def test_a_post_that_is_repeated_after_a_fault_appears_once(
    local: LocalDiscord, anna: Person, tiny: Tiny
) -> None:
    local.faults.fail("POST", "/messages", status=502, after=True)
    await (await anna.slash("headquarters", "news", safe=True)).done()
    assert len(local.faults.made("POST", "/messages")) == 2
    assert [m.content for m in anna.sees("headquarters") if not m.ephemeral] == ["News 0."]


async def test_a_post_without_a_nonce_that_is_repeated_appears_twice(
    api: Api, local: LocalDiscord, anna: Person
) -> None:
    channel = local.channel("tide")
    local.faults.fail("POST", "/messages", status=502, after=True)
    statuses = [(await api.call("POST", f"/channels/{channel.id}/messages", {"content": "News."}))[0]]
    statuses += [(await api.call("POST", f"/channels/{channel.id}/messages", {"content": "News."}))[0]]
    assert statuses == [502, 200]
    assert [message.content for message in anna.sees(channel)] == ["News.", "News."]


async def test_a_command_that_is_replayed_too_late_is_not_acknowledged(
    local: LocalDiscord, anna: Person, tiny: Tiny
) -> None:
    local.faults.hold_interactions()
    local.site.interactions.ack_seconds = 0.05
    interaction = await (await anna.slash("headquarters", "slow")).done()
    assert interaction.failed
    local.faults.release()
    await eventually(lambda: tiny.errors)
    assert "10062" in str(tiny.errors[0])
    assert anna.sees("headquarters") == []


async def test_a_request_that_fails_before_taking_effect(api: Api, local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    local.faults.fail("POST", "/messages", status=503)
    status, _ = await api.call("POST", f"/channels/{channel.id}/messages", {"content": "News."})
    assert status == 503
    assert anna.sees(channel) == []


async def test_a_dropped_connection_and_a_hanging_one(api: Api, local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    local.faults.drop("POST", "/messages", after=True)
    with pytest.raises(aiohttp.ClientError):
        await api.call("POST", f"/channels/{channel.id}/messages", {"content": "Dropped."})
    local.faults.hang("POST", "/messages")
    hanging = asyncio.create_task(api.call("POST", f"/channels/{channel.id}/messages", {"content": "Held."}))
    await anna.until(lambda: [m.content for m in anna.sees(channel)] == ["Dropped."])
    await eventually(lambda: len(local.faults.made("POST", "/messages")) == 2)
    assert not hanging.done()
    local.faults.release()
    assert (await hanging)[0] == 200
    assert [message.content for message in anna.sees(channel)] == ["Dropped.", "Held."]


async def test_ephemeral_answers_are_seen_by_one(
    local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny, api: Api
) -> None:
    channel = local.channel("tide")
    hand = await (await anna.slash(channel, "hand")).done()
    await anna.until(lambda: len(hand.replies) == 2)
    assert [message.content for message in anna.sees(channel)] == ["Your hand: Ambush", "And a whisper."]
    assert viktor.sees(channel) == []
    secret = hand.replies[0]
    assert secret.ephemeral
    with pytest.raises(NotPossible):
        await viktor.click(secret, "Next turn")
    status, body = await api.call("PATCH", f"/channels/{channel.id}/messages/{secret.id}", {"content": "x"})
    assert (status, body["code"]) == (404, 10008)
    assert (await api.call("GET", f"/channels/{channel.id}/messages"))[1] == []
    anna.dismiss(secret)
    assert [message.content for message in anna.sees(channel)] == ["And a whisper."]


async def test_a_deferred_answer_says_that_the_bot_is_thinking(
    local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny
) -> None:
    interaction = await (await anna.slash("headquarters", "slow")).answered()
    assert interaction.deferred
    assert not interaction.finished
    assert [message.loading for message in viktor.sees("headquarters")] == [True]
    tiny.slow.set()
    await interaction.done()
    shown = viktor.sees("headquarters")
    assert [(m.content, m.loading, m.edited_timestamp) for m in shown] == [("At last.", False, None)]


async def test_direct_messages_open_and_closed(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    told = await (await anna.slash("headquarters", "secret")).done()
    assert told.replies[0].content == "Sent by message."
    assert anna.inbox()[-1].content == "The password is Königsberg."
    anna.dms_closed = True
    refused = await (await anna.slash("headquarters", "secret")).done()
    assert refused.replies[0].content == "Your messages are closed (50007). The password is here."
    assert refused.replies[0].ephemeral
    assert len(anna.inbox()) == 1


async def test_a_component_that_is_gone_fails_at_once(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    old = (await (await anna.slash("headquarters", "board")).done()).replies[0]
    await (await anna.click(old, "Next turn")).done()
    again = await anna.click(old, "turn:x:1")
    assert again.failed == "This interaction failed"
    assert tiny.handled["turn"] == 1


async def test_without_a_bot_a_command_gets_no_response(local: LocalDiscord, anna: Person) -> None:
    with pytest.raises(NotPossible, match="no command /panel"):
        await anna.slash("headquarters", "panel")
    local.site.register.put([{"name": "panel", "description": "Nobody answers"}])
    local.site.interactions.ack_seconds = 0.05
    interaction = await (await anna.slash("headquarters", "panel")).done()
    assert interaction.failed == "The application did not respond"


async def test_the_token_ends(anna: Person, api: Api, local: LocalDiscord) -> None:
    local.site.register.put([{"name": "panel", "description": "For a token"}])
    interaction = await anna.slash("headquarters", "panel")
    webhook = f"/webhooks/{local.world.bot.id}/{interaction.token}"
    assert (await api.call("POST", webhook, {"content": "Too early"}))[1]["code"] == 10015
    callback = f"/interactions/{interaction.id}/{interaction.token}/callback"
    assert (await api.call("POST", callback, {"type": 5}))[0] == 204
    assert (await api.call("POST", webhook, {"content": "Takes its place."}))[0] == 200
    assert [message.content for message in interaction.replies] == ["Takes its place."]
    assert (await api.call("POST", webhook, {"content": "A second one."}))[0] == 200
    original = f"{webhook}/messages/@original"
    assert (await api.call("PATCH", original, {"content": "Changed."}))[0] == 200
    assert [message.content for message in interaction.replies] == ["Changed.", "A second one."]
    local.world.remove(interaction.replies[0])
    assert (await api.call("PATCH", original, {"content": "Gone."}))[1]["code"] == 10008
    local.site.interactions.token_seconds = 0.01
    late = await anna.slash("headquarters", "panel")
    await eventually(lambda: late.expired)
    webhook = f"/webhooks/{local.world.bot.id}/{late.token}"
    status, body = await api.call("POST", webhook, {"content": "Too late"})
    assert (status, body["code"]) == (401, 50027)


@pytest.mark.parametrize("kind", [6, 7, 8, 10, 12, 99, "4", None])
async def test_answers_that_a_command_does_not_take(
    kind: object, anna: Person, api: Api, local: LocalDiscord
) -> None:
    local.site.register.put([{"name": "panel", "description": "For a token"}])
    interaction = await anna.slash("headquarters", "panel")
    callback = f"/interactions/{interaction.id}/{interaction.token}/callback"
    status, body = await api.call("POST", callback, {"type": kind})
    assert (status, body["code"]) == (400, 50035)
    assert "type" in body["errors"]
    assert (await api.call("POST", callback, {"type": 4, "data": {"content": "Yes."}}))[0] == 204


async def test_a_bad_answer_can_be_mended(anna: Person, api: Api, local: LocalDiscord) -> None:
    local.site.register.put([{"name": "panel", "description": "For a token"}])
    interaction = await anna.slash("headquarters", "panel")
    callback = f"/interactions/{interaction.id}/{interaction.token}/callback"
    bad = {"type": 4, "data": {"content": "x" * 2001}}
    status, body = await api.call("POST", callback, bad)
    assert (status, body["code"]) == (400, 50035)
    assert not interaction.acknowledged
    good = {"type": 4, "data": {"content": "x" * 2000}}
    status, body = await api.call("POST", callback + "?with_response=1", good)
    assert (status, body["resource"]["type"]) == (200, 4)
    assert (await api.call("POST", callback, good))[1]["code"] == 40060
    wrong_token = f"/interactions/{interaction.id}/nonsense/callback"
    assert (await api.call("POST", wrong_token, good))[1]["code"] == 10062


async def test_permissions_in_interactions_are_true(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    channel = local.channel("tide")
    local.deny(channel, "attach_files", "send_messages")
    local.deny(channel, "embed_links", person=anna)
    await (await anna.slash(channel, "advance", unit="x", to="y")).done()
    sent = [each.data for each in local.faults.dispatches if each.name == "INTERACTION_CREATE"][-1]
    bot = discord.Permissions(int(sent["app_permissions"]))
    member = discord.Permissions(int(sent["member"]["permissions"]))
    assert (bot.attach_files, bot.send_messages, bot.embed_links) == (False, False, True)
    assert (member.embed_links, member.send_messages) == (False, True)


async def test_held_interactions(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    local.faults.hold_interactions()
    interaction = await anna.slash("headquarters", "twice")
    await anna.say("headquarters", "Meanwhile")
    assert tiny.handled["twice"] == 0
    local.faults.release()
    await interaction.done()
    assert tiny.handled["twice"] == 1


async def test_two_bots_on_one_token_both_hear(local: LocalDiscord, anna: Person, tiny: Tiny) -> None:
    async with running(Tiny(), local) as second:
        interaction = await (await anna.slash("headquarters", "twice")).done()
        await eventually(lambda: tiny.errors or second.errors)
        assert len(interaction.replies) == 1
        assert tiny.handled["twice"] + second.handled["twice"] == 2


async def test_a_person_cannot_submit_what_the_dialog_refuses(
    local: LocalDiscord, anna: Person, viktor: Person, tiny: Tiny
) -> None:
    panel = (await (await anna.slash("headquarters", "panel")).done()).replies[0]
    dialog = await (await anna.click(panel, "Orders…")).done()
    with pytest.raises(NotPossible, match="Unit is required"):
        await anna.submit(dialog, note="go")
    with pytest.raises(NotPossible, match="not on the list"):
        await anna.submit(dialog, unit="9th squad")
    with pytest.raises(NotPossible, match="0 to 200"):
        await anna.submit(dialog, unit="1st squad", note="x" * 201)
    with pytest.raises(NotPossible, match="no input called"):
        await anna.submit(dialog, unit="1st squad", colour="red")
    with pytest.raises(NotPossible, match="no dialog"):
        await viktor.submit(dialog, unit="1st squad")
    done = await (await anna.submit(dialog, {"unit": "1st squad"})).done()
    assert done.replies[0].content == "1st squad:"


async def test_refused_is_raised_to_a_person_without_the_right(local: LocalDiscord, anna: Person) -> None:
    channel = local.channel("tide")
    local.deny(channel, "send_messages", person=anna)
    with pytest.raises(Refused, match="50013"):
        await anna.say(channel, "Hello?")
    with pytest.raises(Refused, match="50006"):
        await anna.say("headquarters", "   ")


async def test_another_table_in_the_same_process() -> None:
    first, second = LocalDiscord(), LocalDiscord()
    await first.start()
    await second.start()
    try:
        with pointed_at(first):
            async with running(Tiny(), first):
                assert first.site.register.all()
                assert not second.site.register.all()
    finally:
        await first.stop()
        await second.stop()


@pytest.mark.parametrize("choice", [("none", ""), ("none", " "), ("", "none"), (" ", "none"), ("x" * 101, "x")])
async def test_a_choice_without_a_name_or_a_value_is_refused(
    local: LocalDiscord, anna: Person, choice: tuple[str, str]
) -> None:
    """And with it the whole list."""
    name, value = choice
    data = {"name": "advance", "type": 1, "options": [{"name": "unit", "type": 3, "value": "", "focused": True}]}
    begun = local.site.interactions.begin(AUTOCOMPLETE, anna.user, local.channel("tide"), data)
    good = {"name": "1st Squad", "value": "1"}
    body = Body({"type": 8, "data": {"choices": [good, {"name": name, "value": value}]}})
    with pytest.raises(Refused, match="50035"):
        local.site.interactions.answer(begun.id, begun.token, body)
    local.site.interactions.answer(begun.id, begun.token, Body({"type": 8, "data": {"choices": [good]}}))
    option = {"label": name, "value": value}
    part = {"type": 3, "custom_id": "unit", "options": [{"label": "1st Squad", "value": "1"}, option]}
    panel = {"content": "x", "components": [{"type": 1, "components": [part]}]}
    with pytest.raises(Refused, match="50035"):
        local.site.messages.send(local.channel("tide"), local.world.bot, Body(panel))
