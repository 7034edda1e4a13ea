"""What the weather of condition cards changes for both sides."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.titles.firefight.field.memo import WEATHER
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.cards import Weather, cards


def _weather(state: State) -> Iterator[Weather]:
    """Yield what the condition cards say that were played for their top and hold by now."""
    for condition in state.conditions:
        if condition.half == "top":
            weather = cards().conditions[condition.card].weather
            if weather.since <= max(state.round, 1):
                yield weather


@case("G-1.2", "G-3.9a")
@WEATHER.keeps
def sight_limit(state: State) -> int | None:
    """Return how far one sees; `None` in clear weather."""
    return min((weather.sight for weather in _weather(state) if weather.sight), default=None)


@case("G-1.2")
@WEATHER.keeps
def mud(state: State) -> bool:
    """Say whether vehicles have no bonus moves off the roads, and wheels pay 1 more there."""
    return any(weather.mud for weather in _weather(state))


@case("G-1.2")
@WEATHER.keeps
def haze(state: State) -> bool:
    """Say whether nobody fires farther than the printed range."""
    return any(weather.haze for weather in _weather(state))


@case("G-1.2")
@WEATHER.keeps
def wind(state: State) -> bool:
    """Say whether smoke is gone in the next round, and artillery is on target only with a die 1 higher."""
    return any(weather.wind for weather in _weather(state))
