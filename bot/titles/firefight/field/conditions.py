"""The effects of weather on condition cards, which apply to both sides."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import case
from bot.titles.firefight.field.memo import WEATHER
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.cards import Weather, cards


def _weather(state: State) -> Iterator[Weather]:
    """Yield the weather of condition cards in force that were played for their top."""
    for condition in state.conditions:
        if condition.half == "top":
            weather = cards().conditions[condition.card].weather
            if weather.since <= max(state.round, 1):
                yield weather


@case("G-1.2", "G-3.9a")
@WEATHER.keeps
def sight_limit(state: State) -> int | None:
    """Return the range of sight in hexes, or `None` in clear weather."""
    return min((weather.sight for weather in _weather(state) if weather.sight), default=None)


@case("G-1.2")
@WEATHER.keeps
def mud(state: State) -> bool:
    """Return true if mud costs wheels 1 more off roads, without bonus moves there."""
    return any(weather.mud for weather in _weather(state))


@case("G-1.2")
@WEATHER.keeps
def haze(state: State) -> bool:
    """Return true if the printed range is the longest range of fire."""
    return any(weather.haze for weather in _weather(state))


@case("G-1.2")
@WEATHER.keeps
def wind(state: State) -> bool:
    """Return true if smoke lasts one round and artillery needs 1 more to hit."""
    return any(weather.wind for weather in _weather(state))
