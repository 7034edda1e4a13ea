from __future__ import annotations

from msgspec import Struct

from bot.kit import stack


class Table(Struct, frozen=True):
    steps: tuple[str, ...] = ()
    turn: int = 1


class Told(Struct, frozen=True):
    step: str


def test_the_last_step_is_on_top() -> None:
    table = stack.laid(stack.laid(Table(turn=3), Told("battle")), Told("losses"))
    assert table == Table(("battle", "losses"), 3)
    assert stack.changed(table, Told("more losses")) == Table(("battle", "more losses"), 3)
    assert stack.lifted(table, None) == Table(("battle",), 3)
