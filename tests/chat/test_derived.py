"""Commands derived from action classes work, refuse properly, and autocomplete."""

from __future__ import annotations

from itertools import islice, permutations
from typing import Any, NamedTuple

import pytest

from bot.chat.controls.derive import typed
from bot.chat.desk.order_reading import parse, read, split
from bot.chat.desk.order_text import MOST, Unclear, called, write
from bot.chat.desk.table import Table
from bot.kernel.fields import fields
from bot.kernel.game import legal, verb
from bot.local import Channel
from bot.titles import titles
from tests.chat.evening import DONE, Evening, Player
from tests.chat.positions import Position, positions
from tests.match import AnySeen, Match

pytestmark = pytest.mark.asyncio(loop_scope="session")
TIDE = titles()["tide"]
VERBS = [verb(kind) for kind in typed(TIDE)]
CLASSES = {verb(kind): kind for kind in TIDE.actions}
NAMED = [name for name in VERBS if any(f.is_name and f.required for f in fields(CLASSES[name]))]


class Sitting(NamedTuple):
    """Somebody at a table who is asked."""

    table: Table
    player: Player
    seen: AnySeen


async def sit(tonight: Evening, place: Channel, position: Position) -> Sitting:
    """Put a position into a channel; returns its player in turn."""
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = players[position.match.seats.index(position.seat)]
    return Sitting(table, player, table.seen(position.seat))


def some_action(seen: AnySeen, name: str) -> Any:
    """Return an order that changes something; the first squad to build already exists."""
    kind = CLASSES[name]
    return (
        kind(op_fire="hold") if name == "order" else next(islice(legal(TIDE, seen, kind), name == "build", None))
    )


def options_of(action: Any, texts: dict[str, str]) -> dict[str, Any]:
    """Make command options from texts; numbers and yes or no have their own types."""
    made: dict[str, Any] = dict(texts)
    for field in fields(type(action)):
        if field.name in made and field.type in (int, bool):
            made[field.name] = int(made[field.name]) if field.type is int else made[field.name] == "yes"
    return made


def left_or_done(table: Table, before: int) -> Any:
    """Return the first move since this log length, or else the instruction left."""
    return table.log[before] if len(table.log) > before else table.log.recorded()[-1]


@pytest.mark.parametrize("name", VERBS)
async def test_an_order_is_taken(tonight: Evening, place: Channel, name: str) -> None:
    table, player, seen = await sit(tonight, place, positions()[name])
    before, action = len(table.log), some_action(seen, name)
    said = await player.orders(action)
    assert said.content.startswith(DONE), said.content
    taken = left_or_done(table, before)
    assert (taken.action, taken.by) == (action, "person")


@pytest.mark.parametrize("name", VERBS)
async def test_an_order_is_taken_as_people_write_it(tonight: Evening, place: Channel, name: str) -> None:
    table, player, seen = await sit(tonight, place, positions()[name])
    before, action = len(table.log), some_action(seen, name)
    texts = split(type(action), write(TIDE, seen, action).partition(" ")[2])
    assert isinstance(texts, dict)
    said = await player.types(f"tide {name}", **options_of(action, texts))
    assert said.content.startswith(DONE), said.content
    assert left_or_done(table, before).action == action


@pytest.mark.parametrize("name", NAMED)
async def test_a_name_of_nothing_is_not_understood(tonight: Evening, place: Channel, name: str) -> None:
    table, player, seen = await sit(tonight, place, positions()[name])
    before, action = len(table.log), some_action(seen, name)
    texts = split(type(action), write(TIDE, seen, action).partition(" ")[2])
    assert isinstance(texts, dict)
    nonsense = next(f.name for f in fields(type(action)) if f.is_name and f.required)
    said = await player.types(f"tide {name}", **options_of(action, texts | {nonsense: "Zzyzx"}))
    assert said.content.startswith("❔ **Not understood**"), said.content
    assert "Zzyzx" in said.content
    assert len(table.log) == before


@pytest.mark.parametrize("name", [name for name in VERBS if name != "order"])
async def test_an_order_out_of_turn_is_refused_with_its_case(tonight: Evening, place: Channel, name: str) -> None:
    """In the muster only bases are built; in an Action Phase nothing is built or done."""
    elsewhere = positions()["advance" if name in ("build", "done") else "build"]
    table, player, seen = await sit(tonight, place, elsewhere)
    before = len(table.log)
    options: dict[str, Any] = {}
    for field in fields(CLASSES[name]):
        if field.required:
            first = next(iter(TIDE.values(seen, field)), "1")
            options[field.name] = 1 if field.type is int else str(field.choices[0] if field.choices else first)
    said = await player.types(f"tide {name}", **options)
    assert said.content.startswith(("🚫 **Refused** · ", "❔ **Not understood**")), said.content
    if said.content.startswith("🚫"):
        assert "\n➜ " in said.content, "a refusal says what would help"
        assert "`/game rule case:" in said.content
    assert len(table.log) == before


@pytest.mark.parametrize("name", VERBS)
async def test_options_complete_in_any_order(tonight: Evening, place: Channel, name: str) -> None:
    """Offered values for the required options, in any order, make a legal order."""
    at = await sit(tonight, place, positions()[name])
    kind = CLASSES[name]
    for order in permutations([field for field in fields(kind) if field.required]):
        options: dict[str, Any] = {}
        for field in order:
            choices = await at.player.person.autocomplete(place, f"tide {name}", focused=field.name, **options)
            values = [choice.value for choice in choices]
            assert 0 < len(values) <= MOST, (field.name, options)
            assert len(set(values)) == len(values)
            options[field.name] = values[-1]
        action = read(TIDE, at.seen, kind, {key: str(value) for key, value in options.items()})
        assert type(action) is kind, (options, action)
        assert TIDE.judge(at.seen, action) is None, action


async def test_suggestions_fit_the_typed_text(tonight: Evening, place: Channel) -> None:
    player = (await sit(tonight, place, positions()["advance"])).player
    everything = await player.offered("tide advance", "unit", unit="")
    second = await player.offered("tide advance", "unit", unit="2nd")
    assert second
    assert second == [each for each in everything if each.startswith("2nd Squad")]
    assert await player.offered("tide advance", "unit", unit="sq 2nd") == second, "the words in any order"
    assert await player.offered("tide advance", "unit", unit="zzyzx") == []
    hexes = await player.offered("tide advance", "to", unit="2nd Squad", to="")
    assert await player.offered("tide advance", "to", unit="2nd Squad", to=hexes[0][:2]) == [
        each for each in hexes if each.startswith(hexes[0][:2])
    ]


async def test_cards_are_offered_by_their_titles(tonight: Evening, place: Channel) -> None:
    player = (await sit(tonight, place, positions()["card"])).player
    cards = await player.offered("tide card", "card", card="")
    assert cards
    assert cards[0] in await player.offered("tide card", "card", card=cards[0].split()[0][:4].lower())


async def test_suggestions_for_a_list_continue_the_typed_list(tonight: Evening, place: Channel) -> None:
    player = (await sit(tonight, place, positions()["transfer"])).player
    given = await player.person.autocomplete(place, "tide transfer", focused="giver")
    first = (await player.person.autocomplete(place, "tide transfer", focused="figures", giver=given[0].value))[0]
    further = await player.person.autocomplete(
        place, "tide transfer", focused="figures", giver=given[0].value, figures=f"{first.value}, "
    )
    assert all(str(choice.value).startswith(f"{first.value}, ") for choice in further)


async def test_nobody_else_is_offered_anything(tonight: Evening, place: Channel) -> None:
    await sit(tonight, place, positions()["advance"])
    assert await tonight.player("Strogov", place).offered("tide advance", "unit", unit="") == []
    elsewhere = tonight.player("Anna", tonight.local.channel("nowhere"))
    assert await elsewhere.offered("tide fire", "unit") == []


async def test_a_value_outside_the_suggestions_is_judged_anyway(tonight: Evening, place: Channel) -> None:
    """Autocomplete can be bypassed: other hexes and enemy squads are refused."""
    table, player, seen = await sit(tonight, place, positions()["advance"])
    own = next(id for id, unit in seen.state.units.items() if unit.side == seen.seat)
    enemy = next(id for id, unit in seen.state.units.items() if unit.side != seen.seat)
    before = len(table.log)
    for unit, to in ((own, "I9"), (own, "H5"), (enemy, "H4")):
        said = await player.types("tide advance", unit=unit, to=to)
        assert said.content.startswith(("🚫", "❔")), said.content
    assert len(table.log) == before


async def test_a_typing_error_gets_a_suggestion(tonight: Evening, place: Channel) -> None:
    player = (await sit(tonight, place, positions()["advance"])).player
    said = await player.types("tide advance", unit="2nd Sqad", to="C4")
    assert "Did you mean" in said.content
    assert "**2nd Squad**" in said.content
    said = await player.types("tide advance", unit="squad", to="C4")
    assert said.content.startswith("❔ **Which one?**"), said.content
    assert said.content.count("\n- ") >= 2
    assert "Your orders" in said.labels, "the way on is a button"


async def test_ones_own_things_may_be_called_as_others_call_them(tonight: Evening, place: Channel) -> None:
    table, player, seen = await sit(tonight, place, positions()["advance"])
    action, before = some_action(seen, "advance"), len(table.log)
    name = called(TIDE, seen, fields(type(action))[0], action.unit)
    offered = await player.offered("tide advance", "unit", unit=f"German {name}")
    assert offered
    assert all(label.startswith(name) for label in offered)
    said = await player.types("tide advance", unit=f"German {name}", to=action.to)
    assert said.content.startswith(DONE), said.content
    assert table.log[before].action == action
    said = await player.types("tide advance", unit=f"Soviet {name}", to=action.to)
    assert not said.content.startswith(DONE)


async def test_strangers_and_empty_channels_get_an_explanation(tonight: Evening, place: Channel) -> None:
    table = (await sit(tonight, place, positions()["advance"])).table
    before = len(table.log)
    nowhere = tonight.local.channel("nowhere")
    said = await tonight.player("Strogov", place).types("tide stop")
    assert "You have no seat in this game" in said.content
    assert "FP-seat" in said.content
    said = await tonight.player("Strogov", nowhere).types("tide stop")
    assert "no game in this channel" in said.content
    assert "FP-channel" in said.content
    said = await tonight.player("Anna", nowhere).types("tide stop")
    assert f"game {table.record.id} in <#{place.id}>" in said.content, "where their games are"
    anna = tonight.player("Anna", tonight.local.channel("lobby"))
    await anna.types("game new", title="tide", scenario="first", side="german")
    assert "FP-start" in (await anna.types("tide stop")).content
    assert len(table.log) == before


async def test_a_player_who_is_not_asked_is_refused(tonight: Evening, place: Channel) -> None:
    position = positions()["advance"]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    waiting = next(player for player in players if table.seat_of(player.id) != position.seat)
    said = await waiting.types("tide stop")
    assert said.content.startswith("🚫 **Refused** · TOI-"), said.content


@pytest.mark.parametrize("name", [verb(kind) for kind in TIDE.questions])
async def test_questions_are_answered_at_any_time(tonight: Evening, place: Channel, name: str) -> None:
    player = (await sit(tonight, place, positions()["advance"])).player
    option = fields(next(kind for kind in TIDE.questions if verb(kind) == name))[0].name
    choices = await player.person.autocomplete(place, f"tide ask {name}", focused=option)
    assert choices
    for asker in (player, tonight.player("Strogov", place)):
        said = await asker.types(f"tide ask {name}", **{option: choices[0].value})
        assert said.content
        assert said.attachments[0].description
        said = await asker.types(f"tide ask {name}", **{option: "Zzyzx"})
        assert said.content.startswith("❔ **Not understood**")


def test_the_work_at_the_end_of_an_order_is_preferred() -> None:
    game = titles()["tide"]
    match = Match(game, "kryukovo", {o.name: o.values[0] for o in game.scenarios["kryukovo"].options}, bytes(32))
    seen = match.seen(match.seats[0])
    unit = next(iter(match.state.units))
    said: Any = parse(game, seen, f"advance unit:{unit} to:D9 into:entrenchment")
    assert said.into == next(work.id for work in match.state.works.values() if work.hex == "D9")
    assert isinstance(parse(game, seen, f"advance unit:{unit} to:A1 into:entrenchment"), Unclear)
