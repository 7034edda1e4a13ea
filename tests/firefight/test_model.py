"""The table can be written down, read back, and viewed by each seat."""

from __future__ import annotations

from bot.kernel.secret import declared
from bot.titles.firefight.events import EVENTS
from bot.titles.firefight.model.actions import ACTIONS
from bot.titles.firefight.model.state import State


def test_every_secret_is_declared_with_its_readers() -> None:
    """Raises if a type is so wide that it could hide a secret; each names its readers."""
    assert all(each.readers for each in declared(State, *EVENTS))


def test_no_tag_stands_twice() -> None:
    for kinds in (ACTIONS, EVENTS):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)
