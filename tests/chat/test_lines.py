"""Typed lines of orders: suggestions are legal at that point and fit a choice."""

from __future__ import annotations

from random import Random

import pytest

from bot.chat.desk.order_completion import exact
from bot.chat.desk.order_reading import parse, read_field
from bot.chat.desk.order_text import LONGEST, Misread, parted
from bot.chat.together import TOO_LONG, completed
from bot.kernel.fields import fields
from bot.kernel.game import legal, verb
from bot.titles import titles
from bot.titles.tide.model.actions import OpFire
from tests.chat.positions import positions
from tests.match import AnyGame, AnySeen, Match, moment

MOVES = (0, 8, 30, 70)


def finished(game: AnyGame, seen: AnySeen, line: str, rnd: Random) -> str:
    """Take what is offered, by lot, until the last order can be read."""
    for _ in range(12):
        action = parse(game, seen, parted(line)[-1]) if line.strip() else None
        if action is not None and not isinstance(action, Misread):
            return line
        offered = completed(game, seen, line)
        assert offered, f"nothing is offered for {line!r}"
        line = rnd.choice(offered).value
    raise AssertionError(f"{line!r} comes to no end")


@pytest.mark.parametrize("moves", MOVES)
@pytest.mark.parametrize("title", titles())
def test_suggestions_for_a_line_are_accepted(title: str, moves: int) -> None:
    game, rnd = titles()[title], Random(f"{title}{moves}")
    match = moment(Match(game, "first", {}, bytes([moves])), rnd, (), moves)
    for seat in match.asked:
        seen = match.seen(seat)
        for _ in range(5):
            line = finished(game, seen, "", rnd)
            refusal = game.judge(seen, parse(game, seen, line))
            assert refusal is None, f"{seat} is offered {line!r}, and it is refused: {refusal}"


def test_the_next_order_is_one_of_those_that_the_last_one_leaves() -> None:
    position, game = positions()["advance"], titles()["tide"]
    seen = position.match.seen(position.seat)
    first, *_ = legal(game, seen, OpFire)
    line = f"op-fire units:{exact(game, seen, fields(OpFire)[0], first.units)}; op-fire units:"
    offered = [choice.value.removeprefix(line) for choice in completed(game, seen, line)]
    own = {id for id, unit in seen.state.units.items() if unit.side == seen.seat}
    assert offered
    assert set(offered) <= own - {*first.units}


def test_a_line_too_long_for_a_choice_says_so() -> None:
    """Ids make room.

    If they are still too long, the choice says so and gives no order.
    """
    position, game = positions()["advance"], titles()["tide"]
    seen = position.match.seen(position.seat)
    name = game.label(seen, fields(OpFire)[0], next(iter(legal(game, seen, OpFire))).units[0]).split(" (")[0]
    line = f"op-fire units:{name}; " + "order within:7; " * 4 + "op-fire units:"
    offered = completed(game, seen, line)
    assert offered
    assert all(len(choice.value) <= LONGEST >= len(choice.name) for choice in offered)
    assert offered[0].name != TOO_LONG, "the orders before it are written by ids"
    (told,) = completed(game, seen, "order within:7; " * 12 + "order ")
    assert told.name == TOO_LONG
    assert isinstance(parse(game, seen, told.value), Misread)


@pytest.mark.parametrize("title", titles())
def test_the_value_of_a_choice_is_read_as_that_choice(title: str) -> None:
    """The squad g1 is not sent as the hex G1."""
    game = titles()[title]
    match = moment(Match(game, "first", {}, bytes(32)), Random(1), (), 30)
    for seat in match.seats:
        seen = match.seen(seat)
        for kind in game.actions:
            for field in fields(kind):
                values = [v for v in game.values(seen, field) if v != ""] if field.is_name else []
                for value in values[:80]:
                    read = read_field(game, seen, kind, field, exact(game, seen, field, value), {})
                    assert read == ((value,) if field.many else value), (verb(kind), field.name, value)
