"""Whole games without a typed word, and every possible fault of a button."""

from __future__ import annotations

import re
from functools import partial
from random import Random

import pytest
from discord import ButtonStyle
from msgspec.structs import replace

from bot.chat.client import BotClient
from bot.chat.desk.table import Table
from bot.chat.panel.panel import panel
from bot.chat.viewing import victory
from bot.kernel.fields import fields
from bot.kernel.game import kind_of, legal
from bot.kernel.secret import PUBLIC, Seat
from bot.local import Channel, Message, NotPossible
from tests.chat.evening import DONE, PATIENCE, Evening, Player
from tests.chat.positions import BARRAGE, VERBS, Position, positions
from tests.chat.sitting import do_some
from tests.chat.thumbs import Thumbs, is_of_now, next_step, press
from tests.match import Match, step

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def play_on(tonight: Evening, table: Table, players: list[Player], most: int = 400) -> Thumbs:
    """Let players in turn press to the end of the game, from their last answer on."""
    hands, pages = Thumbs(), dict[int, Message]()
    for _ in range(most):
        await tonight.settled()
        if table.record.status == "over":
            return hands
        seat = next(seat for seat in table.asked() if table.person_at(seat) is not None)
        player = next(player for player in players if player.id == table.person_at(seat))
        pages[player.id] = await hands.play(player, table, pages.get(player.id))
    raise AssertionError("the game does not end")


@pytest.fixture(autouse=True)
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw no maps, which saves time; `test_at` tests them.

    And an answer waits for the computer however busy the machine is.
    """

    async def painted(*args: object) -> tuple[()]:
        return ()

    monkeypatch.setattr(BotClient, "painted", painted)
    monkeypatch.setattr("bot.chat.client.WAITING", PATIENCE)


async def test_a_game_against_the_computer(tonight: Evening, place: Channel) -> None:
    table, players = await tonight.game(place, "Anna")
    hands = await play_on(tonight, table, players)
    assert table.outcome() is not None
    assert hands.taps <= 3.5 * hands.orders, f"{hands.taps} taps for {hands.orders} orders"
    assert {entry.by for entry in table.log} >= {"table", "person", "computer"}


async def test_an_answer_tells_what_the_computer_does_and_asks_what_comes_next(
    tonight: Evening, place: Channel
) -> None:
    """Nobody has to ask for their orders again while the computer is quick."""
    table, (anna,) = await tonight.game(place, "Anna")
    hands, said = Thumbs(), await anna.types("game play")
    for _ in range(3):
        said = await hands.play(anna, table, said)
        assert "**Your orders" in said.content
        assert is_of_now(table, said)
    assert "computer" in {entry.by for entry in table.log}


async def test_a_game_of_two(tonight: Evening, place: Channel) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    await play_on(tonight, table, players)
    assert table.outcome() is not None
    assert {entry.by for entry in table.log} <= {"table", "person", "orders", "forced"}
    assert "🏁" in players[0].posts()[-1].content
    left = ["Review", "Film", "Map", "Reveal everything", "Situation"]
    labels = [label for label in players[0].posts()[-1].labels if label != "Rules"]  # They may be named or not.
    assert labels[3:] == left, "there is nothing more to order"


async def test_after_the_end_an_old_panel_says_that_the_game_is_over(tonight: Evening, place: Channel) -> None:
    table, players = await tonight.game(place, "Anna", "Boris")
    pages = [await player.types("game play") for player in players]
    await players[0].clicks(await players[0].types("game resign"), "Yes, the German side gives up")
    await tonight.settled()
    assert table.record.status == "over"
    for asked in ("play", "orders", "plan", "hint"):
        shown = await players[1].types(f"game {asked}")
        assert shown.content.startswith("🏁 **The game is over.** The German side has given up."), shown.content
        assert {"Rematch", "Review", "Rules"} <= {*shown.labels}
    assert (await players[1].types("tide done")).labels == ["Rules"]
    told = panel(table, table.seats[1].seat).text
    assert told == "**The Soviet side wins:** the German side has given up."
    for player, page in zip(players, pages, strict=True):
        for answered in (await player.types("game undo"), await player.clicks(page, "Refresh")):
            said = answered.content
            assert "over" in said, said
            assert "your move" not in said, said
            assert "waits for" not in said, said


@pytest.mark.parametrize("name", sorted(VERBS))
async def test_every_kind_of_order_can_be_pressed(tonight: Evening, place: Channel, name: str) -> None:
    """Two random orders of each kind with all options, beyond the computer's taste."""
    position = positions()[name]
    kind = kind_of(position.match.game, "card" if name == BARRAGE else name)
    assert kind is not None
    seen = position.match.seen(position.seat)
    actions = list(legal(position.match.game, seen, kind))
    for n, action in enumerate(Random(name).sample(actions, min(2, len(actions)))):
        elsewhere = tonight.local.channel(f"{name}-{n}")
        table, players = await tonight.plant(elsewhere, position.match, "Anna", "Boris")
        player = next(player for player in players if table.seat_of(player.id) == position.seat)
        before = len(table.log)
        said = await Thumbs().fill(player, table.game, seen, action, await player.types("game play"))
        assert said.content.startswith(DONE), said.content
        assert table.log[before].action == action


async def test_an_order_reads_as_a_sentence_before_it_is_given(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.plant(place, positions()["fire-and-move"].match, "Anna", "Boris")
    player = anna if table.seat_of(anna.id) in table.asked() else boris
    seat = table.seat_of(player.id)
    assert seat is not None
    seen, kind = table.seen(seat), kind_of(table.game, "fire-and-move")
    assert kind is not None
    action = next(legal(table.game, seen, kind))
    page = await player.types("game play")
    assert {"Advance", "Op Fire", "Fire and Move"} <= set(page.labels)
    page = await Thumbs().fill(player, table.game, seen, action, page, act=False)
    assert page.content.startswith(f"**{table.game.spoken(seen, action)}**")
    assert "`/tide" not in page.content
    odds = table.game.odds(seen, action)
    assert odds is not None
    assert odds.title in page.content


async def test_an_order_that_needs_no_second_look_is_one_press(tonight: Evening, place: Channel) -> None:
    """A squad is put on Op Fire by three presses, an order without choices by one."""
    table, players = await tonight.plant(place, positions()["op-fire"].match, "Anna", "Boris")
    player = next(p for p in players if table.seat_of(p.id) == positions()["op-fire"].seat)
    page = await player.types("game play")
    (unit, *_) = [b.label for b in page.buttons if (b.custom_id or "").startswith("fp:more:") and "," in b.label]
    page = await player.clicks(page, unit)
    (green,) = [button for button in page.buttons if button.label == "Op Fire"]
    assert green.style == ButtonStyle.success.value
    said = await player.clicks(page, "Op Fire")
    assert said.content.startswith(DONE)
    assert type(table.log[len(positions()["op-fire"].match.log)].action).__name__ == "OpFire"


def _asked_to_shoot() -> Position:
    """Return a moment at which a lone unit may shoot, so that no unit need be chosen."""
    game = positions()["shoot"].match.game
    kind = kind_of(game, "shoot")
    assert kind is not None
    for seed in range(1, 9):
        match, rnd = Match(game, "first", {}, bytes(32)), Random(seed)
        while not match.over:
            for seat in match.asked:
                shots = list(legal(game, match.seen(seat), kind))
                if len({shot.unit for shot in shots}) == 1 and not any(shot.support for shot in shots):
                    return Position(match, seat)
            step(match, rnd)
    raise AssertionError("nobody was asked")


async def test_an_answer_to_a_move_is_two_presses(tonight: Evening, place: Channel) -> None:
    """A player asked to shoot reads each shot and the hold with its chance.

    Each is a press.
    """
    position = _asked_to_shoot()
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = next(p for p in players if table.seat_of(p.id) == position.seat)
    page = await player.types("game play")
    shots = [button.label for button in page.buttons if (button.custom_id or "").startswith("fp:act:")]
    assert any(label.startswith("Shoot: ") for label in shots)
    assert any("hits" in label or "%" in label for label in shots), shots
    assert "Hold" in shots
    said = await player.clicks(page, next(label for label in shots if label.startswith("Shoot: ")))
    assert said.content.startswith(DONE)


def _fired_at_on_its_way() -> Position:
    """Return a moment at which a unit may continue, stop or take another way."""
    game = positions()["shoot"].match.game
    kinds = [kind for kind in map(partial(kind_of, game), ("done", "hold", "advance")) if kind is not None]
    for seed in range(1, 20):
        match, rnd = Match(game, "first", {}, bytes(32)), Random(seed)
        while not match.over:
            for seat in match.asked:
                if all(any(legal(game, match.seen(seat), kind)) for kind in kinds):
                    return Position(match, seat)
            step(match, rnd)
    raise AssertionError("no unit was fired at on its way")


async def test_a_unit_on_its_way_continues_or_stops_by_buttons_that_say_so(
    tonight: Evening, place: Channel
) -> None:
    position = _fired_at_on_its_way()
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = next(p for p in players if table.seat_of(p.id) == position.seat)
    page = await player.types("game play")
    first = page.buttons[:2]
    assert [each.style for each in first] == [ButtonStyle.success.value] * 2
    goes_on, stops = (each.label or "" for each in first)
    assert re.fullmatch(r"Continue( to \w+)?(( and|:) .+)?", goes_on), goes_on
    assert re.fullmatch(r"Stop at \w+", stops), stops
    assert not {"Done", "Hold"} & set(page.labels)
    before = len(table.log)
    assert (await player.clicks(page, stops)).content.startswith(DONE)
    assert type(table.log[before].action).__name__ == "Hold"


async def test_of_op_fire_one_can_tick_what_it_takes(tonight: Evening, place: Channel) -> None:
    """One unit as an action, in the Status Phase as many as are ready."""
    kind = kind_of(positions()["advance"].match.game, "op-fire")
    assert kind is not None

    def most(match: Match, seat: Seat) -> int:
        return max((len(action.units) for action in legal(match.game, match.seen(seat), kind)), default=0)

    match, rnd = Match(positions()["advance"].match.game, "kalach", {}, bytes(32)), Random(1)
    found = {1: positions()["advance"]}
    while len(found) < 2:
        step(match, rnd)
        for seat in match.asked:
            if (several := most(match, seat)) > 1:
                found[several] = Position(match, seat)
    for takes, position in found.items():
        elsewhere = tonight.local.channel(f"ticks-{takes}")
        table, players = await tonight.plant(elsewhere, position.match, "Anna", "Boris")
        player = next(player for player in players if table.seat_of(player.id) == position.seat)
        page = await player.begins("Op Fire")
        ticked = [part["max_values"] for part in page.selects if part["custom_id"].startswith("fs:pick:")]
        assert ticked == ([takes] if takes > 1 else []), "one alone is a button"
        if takes > 1:
            page = await player.clicks(page, next(label for label in page.labels if "Squad" in label))
            page = await player.clicks(page, next(label for label in page.labels if label.startswith("+ ")))
            before = len(table.log)
            assert (await player.clicks(page, "Do it")).content.startswith(DONE)
            assert len(getattr(table.log[before].action, "units", ())) == 2, "others go along by a press each"


@pytest.mark.parametrize(("name", "field"), [("fire-and-move", "first"), ("assault", "to"), ("transfer", "back")])
async def test_a_pick_brings_the_values_it_needs(tonight: Evening, place: Channel, name: str, field: str) -> None:
    """If an option's default is illegal with a pick, the panel fills in another."""
    position = positions()[name]
    game, seen = position.match.game, position.match.seen(position.seat)
    kind = kind_of(game, name)
    assert kind is not None
    options = [each for each in fields(kind) if not each.required and each.name != field]
    usual = {each.name: each.default for each in fields(kind)}[field]
    whole = next(
        action
        for action in legal(game, seen, kind, {each.name: each.default for each in options})
        if game.judge(seen, replace(action, **{field: usual})) is not None
    )
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = next(player for player in players if table.seat_of(player.id) == position.seat)
    page = await player.types("game play")
    gone: set[tuple[str, tuple[str, ...]]] = set()
    before = len(table.log)
    while "Do it" not in page.labels and len(table.log) == before:
        step = next_step(game, seen, whole, page, gone)
        assert step is not None
        gone.add((step.custom_id, step.values))
        page = await press(player, page, step)
    if len(table.log) == before:
        page = await player.clicks(page, "Do it")
    assert page.content.startswith(DONE), page.content
    action = table.log[before].action
    assert [getattr(action, each.name) for each in fields(kind) if each.required] == [
        getattr(whole, each.name) for each in fields(kind) if each.required
    ]
    assert getattr(action, field) != usual


async def test_standing_orders_are_set_by_lists(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    for player in (anna, boris):
        page = await player.types("game orders")
        assert "You are asked each time whether units on Op Fire shoot." in page.content
        order = kind_of(table.game, "order")
        assert order is not None
        wanted = order(op_fire="fire", within=6, retreat="safest")
        seat = table.seat_of(player.id)
        assert seat is not None
        page = await player.clicks(page, "Word by word")
        said = await Thumbs().fill(player, table.game, table.seen(seat), wanted, page)
        said_so = f"{DONE} Noted. Units on Op Fire shoot at anything within 6 hexes"
        assert said.content.startswith(said_so), said.content
        assert "to the safest hex" in said.content.split("\n")[0]
        page = await player.types("game orders")
        assert "within 6 hexes" in page.content
        assert "to the safest hex" in page.content


@pytest.mark.parametrize("name", ["advance", "draw", "op-fire", "place", "retreat", "shoot", "transfer"])
async def test_a_typing_player_reads_the_open_commands(tonight: Evening, place: Channel, name: str) -> None:
    """Of each of them there is an order that would be taken."""
    position = positions()[name]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = next(player for player in players if table.seat_of(player.id) == position.seat)
    hint = (await player.types("game play")).content.split("\n")[-1]
    assert hint.startswith("-# Or type `/tide ")
    named = [part.rpartition(" ")[2] for part in hint.split("`")[1::2]]
    seen = table.seen(position.seat)
    closed = [word for word in named if next(legal(table.game, seen, kind_of(table.game, word)), None) is None]  # type: ignore[arg-type]
    assert (bool(named), closed) == (True, [])


async def test_standing_orders_are_sentences_on_one_page(tonight: Evening, place: Channel) -> None:
    """Each alternative is a sentence in a list, and a pick is enough."""
    table, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    page = await anna.types("game orders")
    (choices,) = page.selects
    sentences = [option["label"] for option in choices["options"]]
    assert "Units on Op Fire hold their fire." in sentences
    assert "Units that lose an assault retreat to the safest hex." in sentences
    whole = [f"{each['label']} {each.get('description') or ''}".strip() for each in choices["options"]]
    assert all(each[0].isupper() and each[-1] == "." and "…" not in each for each in whole), "none is cut"
    assert any("when the chance of an effect is 30 % or better" in each for each in whole)
    assert not any(f"- {each}" in page.content for each in sentences), "what stands is not offered again"
    page = await anna.picks(page, "fs:standing:", "Units on Op Fire hold their fire.")
    assert "- Units on Op Fire hold their fire." in page.content
    assert "You are asked each time whether units on Op Fire shoot." in [
        option["label"] for option in page.selects[0]["options"]
    ]
    (given,) = table.log.instructions[table.sides[0]]
    assert getattr(given.action, "op_fire", "") == "hold"
    assert (await anna.clicks(page, "Your orders")).content.startswith("**Your orders, German**"), "the way back"


async def test_start_again_and_refresh_go_back_to_the_question(tonight: Evening, place: Channel) -> None:
    table, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    page = await anna.types("game play")
    question = page.content
    page = await anna.clicks(page, "Advance")
    assert page.content != question
    page = await anna.clicks(page, "Start again")
    assert page.content == question
    assert (await anna.clicks(page, "Refresh")).content == question
    assert len(table.log) == len(positions()["advance"].match.log)


@pytest.mark.case("FP-moved")
async def test_a_panel_of_an_earlier_moment_does_nothing_and_shows_the_present(
    tonight: Evening, place: Channel
) -> None:
    table, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    page = await anna.types("game play")
    stale = await anna.clicks(page, "Advance")
    await do_some(anna, table, "op-fire")
    before = len(table.log)
    said = await anna.clicks(stale, stale.labels[0])
    assert "The game has moved on" in said.content
    assert "FP-moved" in said.content
    assert said.id == stale.id, "the same message shows the present"
    assert "**Your orders, German**" in said.content
    assert "Op Fire" in said.labels
    assert len(table.log) == before


@pytest.mark.case("FP-moved")
async def test_do_it_of_an_earlier_moment_does_nothing(tonight: Evening, place: Channel) -> None:
    table, (anna, _) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    page = await anna.types("game play")
    page = await anna.clicks(page, "Stop")
    assert "Do it" in page.labels
    await do_some(anna, table, "op-fire")
    before = len(table.log)
    said = await anna.clicks(page, "Do it")
    assert "The game has moved on" in said.content
    assert "Your orders" in said.labels
    assert len(table.log) == before


@pytest.mark.case("FP-seat")
async def test_the_other_seat_and_strangers_press_in_vain(tonight: Evening, place: Channel) -> None:
    table, (anna, boris) = await tonight.game(place, "Anna", "Boris")
    strogov = tonight.player("Strogov", place)
    before = len(table.log)
    assert "not your move" in (await boris.clicks(boris.last(), "Your orders")).content
    for button in ("Your orders", "Your hand"):
        assert "no seat in this game" in (await strogov.clicks(strogov.last(), button)).content
    for button in ("Map", "Situation"):
        said = await strogov.clicks(strogov.last(), button)
        assert said.content or said.attachments
    said = await boris.clicks(boris.last(), "Your orders")
    assert "Undo" not in [*said.labels, *(await anna.types("game play")).labels], "nobody has done anything yet"
    assert "nothing yet that could be taken back" in (await boris.types("game undo")).content
    assert len(table.log) == before
    assert anna.posts() == strogov.posts()


async def test_a_panel_that_somebody_else_was_shown_is_not_there_to_be_pressed(
    tonight: Evening, place: Channel
) -> None:
    _, (anna, boris) = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    page = await anna.types("game play")
    with pytest.raises(NotPossible):
        await boris.clicks(page, "Refresh")


async def test_a_spectators_page_has_no_secrets(tonight: Evening, place: Channel) -> None:
    table, _ = await tonight.plant(place, positions()["advance"].match, "Anna", "Boris")
    strogov = tonight.player("Strogov", place)
    said = await strogov.types("game status")
    assert said.content.startswith(table.game.status(table.seen(PUBLIC)))
    assert said.content.endswith(victory(table))


@pytest.mark.parametrize("typed", [True, False])
async def test_a_player_who_leaves_work_undone_is_asked(tonight: Evening, place: Channel, typed: bool) -> None:
    """The end of a turn counts fresh units and waits for confirmation."""
    position = positions()["advance"]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = next(player for player in players if table.seat_of(player.id) == position.seat)
    before = len(table.log)
    if typed:
        page = await player.says("tide stop")
    else:
        page = await player.begins("Stop")
    left = table.game.undone(table.seen(position.seat), kind_of(table.game, "stop")())  # type: ignore[misc]
    assert left.split(" of your ")[0].isdecimal()
    assert left in page.content
    assert len(table.log) == before
    await do_some(player, table, "op-fire")
    stale = await player.clicks(page, "Do it")
    assert "The game has moved on" in stale.content
    said = await player.types("tide stop")
    assert said.content.startswith(DONE), said.content


async def test_nothing_undone_is_not_asked_about(tonight: Evening, place: Channel) -> None:
    position = positions()["hold"]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = next(player for player in players if table.seat_of(player.id) == position.seat)
    said = await player.says("tide hold")
    assert said.content.startswith(DONE), said.content


async def test_a_player_who_resigns_reads_what_is_left(tonight: Evening, place: Channel) -> None:
    position = positions()["advance"]
    table, players = await tonight.plant(place, position.match, "Anna", "Boris")
    player = next(player for player in players if table.seat_of(player.id) == position.seat)
    assert "on the map. Do you really" in (await player.types("game resign")).content
