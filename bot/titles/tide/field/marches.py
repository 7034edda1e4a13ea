"""The units that are marching."""

from __future__ import annotations

from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import March, OnTheWay


def march_of(state: State) -> March | None:
    """Return the march whose owner is asked for its next move."""
    if not state.steps or not isinstance(state.steps[-1], OnTheWay):
        return None
    march = state.steps[-2]
    assert isinstance(march, March)
    return march


def marches(state: State) -> list[March]:
    """Return the current marches, the last one begun at the end."""
    return [step for step in state.steps if isinstance(step, March)]


def marching(state: State) -> March | None:
    """Return the march that is being carried out now."""
    step = state.steps[-1] if state.steps else None
    return step if isinstance(step, March) else None
