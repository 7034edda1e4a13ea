"""The `/game` commands: their answers, their readers, and every refusal."""

from __future__ import annotations

import pytest

from bot.chat.desk.order_text import write
from bot.kernel.fields import fields
from bot.kernel.game import kind_of, legal
from bot.kit.english import percent
from bot.local import Channel, Message
from bot.titles import titles
from tests.chat.evening import Evening, Player
from tests.chat.positions import positions

pytestmark = pytest.mark.asyncio(loop_scope="session")

RUNNING = (
    "play", "board", "hand", "status", "log", "orders", "hint", "undo", "resign",
)  # fmt: skip
"""Commands without options that need a game which has begun."""
HELPED = (
    "new play board at status hand odds why-not rule orders hint do undo rewind dice export look log resign mine"
)
ANYBODY = ("board", "status", "log", "dice", "help")
"""Commands for spectators too."""


async def opening(tonight: Evening, place: Channel) -> tuple[Player, Player, Player]:
    """Return the two players of the learning game at its first move, and a spectator."""
    _, (anna, boris) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    return anna, boris, tonight.player("Strogov", place)


def reads_well(message: Message) -> bool:
    """Return whether a message is readable: words, or pictures with descriptions."""
    return bool(message.content or all(each.description for each in message.attachments))


@pytest.mark.parametrize("command", [*RUNNING, "dice", "help"])
async def test_every_command_answers_the_player_alone(tonight: Evening, place: Channel, command: str) -> None:
    anna, boris, _ = await opening(tonight, place)
    for player in (anna, boris):
        said = await player.types(f"game {command}")
        assert reads_well(said)
        assert "broke" not in said.content
    assert anna.posts() == [], "nobody else is told"


@pytest.mark.parametrize("command", RUNNING)
async def test_before_the_game_there_is_nothing_to_look_at(tonight: Evening, place: Channel, command: str) -> None:
    anna = tonight.player("Anna", place)
    assert "FP-channel" in (await anna.types(f"game {command}")).content
    await anna.types("game new", title="tide", scenario="first", side="german")
    assert "FP-start" in (await anna.types(f"game {command}")).content


@pytest.mark.parametrize("command", ["play", "orders", "undo", "resign", "hand"])
async def test_a_person_without_a_seat_is_refused_with_that_reason(
    tonight: Evening, place: Channel, command: str
) -> None:
    *_, strogov = await opening(tonight, place)
    said = await strogov.types(f"game {command}")
    assert "no seat in this game" in said.content
    assert said.selects == []


@pytest.mark.parametrize("command", ANYBODY)
async def test_everybody_may_look(tonight: Evening, place: Channel, command: str) -> None:
    *_, strogov = await opening(tonight, place)
    said = await strogov.types(f"game {command}")
    assert reads_well(said)
    assert "no seat" not in said.content


async def test_the_panel_shows_what_is_asked(tonight: Evening, place: Channel) -> None:
    anna, boris, _ = await opening(tonight, place)
    said = await anna.types("game play")
    assert "**Your orders, German**" in said.content
    assert "2 actions left" in said.content
    assert "Advance" in said.labels
    said = await boris.types("game play")
    assert "not your move" in said.content
    assert "German" in said.content


async def test_the_board_and_a_part_of_it(tonight: Evening, place: Channel) -> None:
    anna, *_ = await opening(tonight, place)
    whole = (await anna.types("game board")).attachments[0]
    assert whole.description is not None
    assert "round 1" in whole.description
    part = await anna.types("game board", at="e5")
    assert part.attachments[0].width
    offered = await anna.person.autocomplete(place, "game board", focused="at", at="church")
    assert [choice.value for choice in offered] == ["E5"]
    assert "Church" in offered[0].name
    church = await anna.types("game board", at="church")
    assert church.attachments[0].description == part.attachments[0].description
    assert (await anna.types("game board", at="woods")).content.startswith("❔ **Which one?**")
    for wrong in ("Z99", "cathedral", "'; DROP TABLE games", "💥"):
        said = await anna.types("game board", at=wrong)
        assert said.content.startswith("❔ **Not understood**"), said.content
        assert said.attachments == ()


@pytest.mark.case("FP-secret")
async def test_the_hand_shows_ones_own(tonight: Evening, place: Channel) -> None:
    anna, boris, _ = await opening(tonight, place)
    hers, his = await anna.types("game hand"), await boris.types("game hand")
    assert "Only you know" in hers.content
    assert "Your open cards and points, which everybody sees" in hers.content, (
        "the cards that lie open are held too"
    )
    assert hers.content != his.content
    assert hers.attachments[0].description


async def test_the_log_goes_back_page_by_page(tonight: Evening, place: Channel) -> None:
    anna, *_ = await opening(tonight, place)
    said = await anna.types("game log")
    assert "**0 · The table**" in said.content
    assert "Page 1 of 1" in said.content
    assert "`/game log page:2`" not in said.content, "there is no page 2"
    assert "no page 7" in (await anna.types("game log", page=7)).content


async def test_a_palette_is_chosen_for_a_person_or_for_the_table(tonight: Evening, place: Channel) -> None:
    anna, _, strogov = await opening(tonight, place)
    said = await anna.types("game look", palette="dark")
    assert "dark" in said.content
    table = await tonight.table(place)
    assert table.record.look == "standard"
    assert "no seat" in (await strogov.types("game look", palette="dark", of="game")).content
    await anna.types("game look", palette="colour-blind", of="game")
    assert (await tonight.table(place)).record.look == "colour-blind"
    assert (await tonight.client.games.person(anna.id)).look == "dark"
    await anna.types("game look", palette="standard")


async def test_why_not_names_the_case_and_draws_it(tonight: Evening, place: Channel) -> None:
    anna, *_ = await opening(tonight, place)
    said = await anna.types("game why-not", order="fire unit:1st Squad target:Soviet 1st Squad")
    assert said.content.startswith("🚫 **Refused** · TOI-"), said.content
    assert "\n➜ " in said.content
    assert said.attachments[0].description
    said = await anna.types("game why-not", order="/tide advance unit:1st Squad to:B5")
    assert "Nothing forbids it" in said.content or "🚫" in said.content
    said = await anna.types("game why-not", order="stop")
    assert "Nothing forbids it" in said.content


@pytest.mark.parametrize("command", ["why-not", "odds"])
@pytest.mark.parametrize(
    ("order", "wanted"),
    [
        (" ", "Not understood"),
        ("advence unit:1st", "Did you mean **advance**"),
        ("advance 1st to:C4", "belongs to no option"),
        ("advance to:C4 to:C5", "to: is given twice"),
        ("advance unit:squad to:C4", "Which one?"),
        ("advance unit:1st foe:x", "No such option: foe"),
        ("advance foe:x unit:1st", "No such option: foe"),
        ("stop foe:x", "No such option: foe; stop"),
        ("advance unit:1st Squad", "needs to"),
        ("order within:999", "999 is not from"),
        ("order within:far", "'far' is not a number"),
        ("stop now", "belongs to no option"),
        ("x" * 3000, "Not understood"),
        ("@everyone", "Not understood"),
    ],
)
async def test_an_order_to_ask_about_must_be_understood(
    tonight: Evening, place: Channel, command: str, order: str, wanted: str
) -> None:
    anna, *_ = await opening(tonight, place)
    said = await anna.types(f"game {command}", order=order)
    assert wanted in said.content
    assert len(said.content) <= 2000


async def test_why_not_of_somebody_who_looks_on(tonight: Evening, place: Channel) -> None:
    *_, strogov = await opening(tonight, place)
    said = await strogov.types("game why-not", order="stop")
    assert said.content.startswith("🚫"), said.content


async def test_odds_are_exact_and_say_when_there_are_none(tonight: Evening, place: Channel) -> None:
    anna, *_ = await opening(tonight, place)
    assert "No dice decide that" in (await anna.types("game odds", order="stop")).content
    fire = positions()["fire"]
    elsewhere = tonight.local.channel("fire")
    table, players = await tonight.plant(elsewhere, fire.match, "Anna", "Boris")
    seen = table.seen(fire.seat)
    kind = kind_of(table.game, "fire")
    assert kind is not None
    shot = next(legal(table.game, seen, kind))
    player = next(player for player in players if table.seat_of(player.id) == fire.seat)
    said = await player.types("game odds", order=write(table.game, seen, shot))
    odds = table.game.odds(seen, shot)
    assert odds is not None
    assert odds.title in said.content
    for name, chance in odds.chances:
        assert chance == 0 or f"- {name}: **{percent(chance)}**" in said.content
    assert said.attachments[0].description


async def test_an_order_to_ask_about_is_completed_step_by_step(tonight: Evening, place: Channel) -> None:
    anna, *_ = await opening(tonight, place)

    async def completed(order: str) -> list[str]:
        return await anna.offered("game why-not", "order", order=order)

    assert "advance" in await completed("")
    assert await completed("adv") == ["advance"]
    advance = kind_of(titles()["tide"], "advance")
    assert advance is not None
    assert await completed("advance ") == [f"advance {field.name}:" for field in fields(advance)]
    assert await completed("advance unit:2nd") == ["advance unit:2nd Squad", "advance unit:Soviet 2nd Squad"]
    assert "advance unit:2nd Squad to:" in await completed("advance unit:2nd Squad ")
    assert await completed("advance unit:2nd Squad to:C4") == ["advance unit:2nd Squad to:C4"]
    assert await completed("no such order") == []
    *_, strogov = await opening(tonight, tonight.local.channel("nobody"))
    assert await strogov.offered("game odds", "order", order="adv") == ["advance"]


async def test_rules_are_found_by_number_and_by_words(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    assert "**TOI-5.6a:" in (await anna.types("game rule", case="TOI-5.6a")).content
    assert "**TOI-5.6a:" in (await anna.types("game rule", case="toi-5.6A")).content
    assert "**FP-undo:" in (await anna.types("game rule", case="FP-undo")).content
    said = await anna.types("game rule", case="fire")
    assert "places** for “fire”" in said.content
    assert said.content.count("\n- ") > 2
    assert "no rule" in (await anna.types("game rule", case="Zzyzx")).content
    assert "TOI-5.6a: Combined fire" in await anna.offered("game rule", "case", case="combined fi")
    assert len(await anna.offered("game rule", "case", case="")) == 25


@pytest.mark.case("FP-dice")
async def test_the_dice_are_committed_to_before_the_game(tonight: Evening, place: Channel) -> None:
    anna, *_ = await opening(tonight, place)
    table = await tonight.table(place)
    said = await anna.types("game dice")
    assert table.commitment in said.content
    assert table.record.seed.hex() not in said.content
    lobby = tonight.player("Anna", tonight.local.channel("lobby"))
    await lobby.types("game new", title="tide", scenario="first")
    assert (await tonight.table(lobby.place)).commitment in (await lobby.types("game dice")).content


@pytest.mark.case("FP-resign")
async def test_resigning_is_asked_for_twice(tonight: Evening, place: Channel) -> None:
    anna, *_ = await opening(tonight, place)
    said = await anna.types("game resign")
    assert (await tonight.table(place)).record.status == "live"
    assert said.labels == ["Yes, the German side gives up", "Rules"]
    await anna.clicks(said, "Yes, the German side gives up")
    assert (await tonight.table(place)).record.status == "over"


async def test_a_new_table_names_what_it_cannot_do(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    said = await anna.types("game new", title="tide", scenario="Stalingrad")
    assert said.content.startswith("🚫 **Refused** · FP-start")
    assert "first" in said.content, "the scenarios that there are"
    tonight.local.deny(place, "attach_files", "send_messages")
    said = await anna.types("game new", title="tide", scenario="first")
    assert "I lack: **Send Messages, Attach Files**" in said.content
    tonight.local.allow(place, "attach_files", "send_messages")
    said = await anna.types("game new", title="tide", scenario="first", side="polish")
    assert "There is no side 'polish'" in said.content
    assert await tonight.client.tables.in_channel(int(place.id)) is None, "no table for nobody"
    assert "is open" in (await anna.types("game new", title="tide", scenario="first")).content
    said = await anna.types("game new", title="tide", scenario="first")
    assert said.content.startswith("🚫 **Refused** · FP-channel")


async def test_scenarios_and_sides_are_offered(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    scenarios = await anna.offered("game new", "scenario", title="tide", scenario="")
    assert "The Church at Berezovka (first)" in scenarios
    assert await anna.offered("game new", "scenario", title="tide", scenario="church") == [scenarios[0]]
    assert await anna.offered("game new", "side", title="tide", scenario="first", side="") == [
        "any",
        "German",
        "Soviet",
    ]
    sides = await anna.offered("game new", "side", title="strike", scenario="first", side="")
    assert sides == ["any", *(seat.title() for seat in titles()["strike"].scenarios["first"].seats)]
    await anna.types("game new", title="tide", scenario="first")
    assert await anna.offered("game join", "side", side="") == ["German", "Soviet"]
    assert await anna.offered("game join", "side", side="so") == ["Soviet"]
    assert await anna.offered("game seat", "side", side="") == ["German", "Soviet"]


async def test_help_fits_and_names_the_main_commands(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    interaction = await (await anna.person.slash(place, "game help")).done()
    text = "\n".join(reply.content for reply in interaction.replies)
    for command in HELPED.split():
        assert f"/game {command}" in text


async def test_help_speaks_of_the_title_that_is_played_here(tonight: Evening, place: Channel) -> None:
    anna = tonight.player("Anna", place)
    await anna.types("game new", title="strike", scenario="first")
    text = (await anna.types("game help")).content
    assert "`/strike ask supply`, `/strike ask reach`" in text
    assert "/tide" not in text
