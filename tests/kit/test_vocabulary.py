"""Fields by their types: their possible values, and the names of these."""

from __future__ import annotations

from typing import Literal, NewType

from msgspec import Struct

from bot.kernel.fields import fields
from bot.kernel.secret import PUBLIC, see
from bot.kit.vocabulary import Term, Vocabulary

UnitId = NewType("UnitId", str)


class State(Struct, frozen=True):
    units: dict[UnitId, str] = {}


class Fire(Struct, frozen=True):
    unit: UnitId
    also: tuple[UnitId, ...] = ()
    mode: Literal["normal", "all"] = "normal"
    dice: int = 1


SEEN = see(State({UnitId("g1"): "1st Squad", UnitId("g2"): "2nd Squad"}), PUBLIC)
UNITS: Term[State] = Term(lambda seen: seen.state.units, lambda seen, id: seen.state.units[UnitId(id)])


def test_the_values_of_a_field_follow_from_its_type() -> None:
    unit, also, mode, dice = fields(Fire)
    assert [list(Vocabulary({UnitId: UNITS}).values(SEEN, field)) for field in (unit, also, mode, dice)] == [
        ["g1", "g2"], ["g1", "g2"], ["normal", "all"], [],
    ]  # fmt: skip


def test_a_value_is_called_as_players_call_it() -> None:
    unit, also, mode, dice = fields(Fire)
    plain = Vocabulary({UnitId: UNITS}, lambda word: {"all": "everything"}.get(word, word))
    assert [plain.label(SEEN, unit, "g1"), plain.label(SEEN, also, "g2")] == ["1st Squad", "2nd Squad"]
    assert [plain.label(SEEN, mode, "all"), plain.label(SEEN, mode, "normal")] == ["everything", "normal"]
    assert plain.label(SEEN, dice, 2) == "2"
