"""The questions of a page for parts of the map in more detail."""

from __future__ import annotations

import pytest

from bot.chat.enlargements import Asked, asked


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("near::C3", Asked(0, ("C3",))),
        ("near:123:1-F10,1-G12,AA4", Asked(123, ("1-F10", "1-G12", "AA4"))),
        ("near::", None),
        ("near:x:C3", None),
        ("near::A1,A2,A3,A4,A5", None),
        ("7", None),
        ("3-9.0", None),
    ],
)
def test_a_page_asks_for_a_few_places(text: str, found: Asked | None) -> None:
    assert asked(text) == found
