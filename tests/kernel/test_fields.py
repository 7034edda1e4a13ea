from __future__ import annotations

from typing import Annotated, Literal, NewType

import pytest
from msgspec import Meta, Struct, field

from bot.kernel.fields import Field, fields, given

UnitId = NewType("UnitId", str)


class March(Struct, frozen=True):
    unit: Annotated[UnitId, Meta(description="which unit")]
    via: Annotated[tuple[UnitId, ...], Meta(description="through what")] = ()
    pace: Literal["slow", "fast"] = "slow"
    loads: tuple[Literal["shells", "bread"], ...] = ()
    hours: Annotated[int, Meta(description="how long", ge=1, le=24)] = 8
    count: int = 0
    quietly: bool = False
    orders: dict[str, str] = field(default_factory=dict)


@pytest.mark.parametrize(
    "expected",
    [
        Field(name="unit", text="which unit", type=UnitId),
        Field(name="via", text="through what", type=UnitId, many=True, required=False, default=()),
        Field(
            name="pace", text="", type=Literal["slow", "fast"], choices=("slow", "fast"), required=False,
            default="slow",
        ),
        Field(
            name="loads", text="", type=Literal["shells", "bread"], many=True, choices=("shells", "bread"),
            required=False, default=(),
        ),
        Field(name="hours", text="how long", type=int, required=False, default=8, least=1, most=24),
        Field(name="count", text="", type=int, required=False, default=0),
        Field(name="quietly", text="", type=bool, required=False, default=False),
        Field(name="orders", text="", type=dict[str, str], required=False, default=None),
    ],
    ids=lambda each: each.name,
)  # fmt: skip
def test_a_field_is_known_by_its_declaration(expected: Field) -> None:
    assert next(each for each in fields(March) if each.name == expected.name) == expected


def test_fields_keep_their_order() -> None:
    assert [each.name for each in fields(March)] == list(March.__struct_fields__)


def test_names_differ_from_numbers_and_choices() -> None:
    assert [each.name for each in fields(March) if each.is_name] == ["unit", "via"]


def test_given_values_differ_from_the_defaults() -> None:
    assert given(March(UnitId("g1"), hours=9)) == {"unit": "g1", "hours": 9, "orders": {}}


def test_a_field_without_a_default_is_always_given() -> None:
    assert "unit" in given(March(UnitId("")))
