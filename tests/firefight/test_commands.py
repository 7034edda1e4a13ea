"""The panel's offers for the commands of the title."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.chat.panel.walk import walked, way_to
from bot.chat.panel.way import Way
from bot.kernel.secret import see
from bot.titles import titles
from bot.titles.firefight.model.actions import Fire
from bot.titles.firefight.model.ids import HexId, UnitId
from tests.firefight.fights import GERMAN, Fight


def options(fight: Fight, action: Any, *named: str) -> dict[str, list[Any]]:
    """Return the options of an order that the panel offers, with their values."""
    game, seen = titles()["firefight"], see(fight.state, fight.seat)
    known = {name: getattr(action, name) for name in named}
    way = way_to(game, seen, Way(1, 1), type(action), known).careful
    return {asked.field.name: [value for _, value in asked.shown] for asked in walked(game, seen, way).more}


def test_the_panel_offers_ways_to_pay_that_differ_from_the_usual_one() -> None:
    fight = Fight()
    fight.put("g09", "I02", "N")
    fight.put("g10", "J02", "N", status="spent")
    fight.put("s05", "E02", "S")
    shots = {id: Fire((UnitId(id),), HexId("1-E02")) for id in ("g09", "g10")}
    assert options(fight, shots["g09"], "units", "at")["by"] == ["", "opportunity", "command"]
    assert "by" not in options(fight, shots["g10"], "units", "at"), "a spent unit is paid for in CAPs alone"
    active = replace(fight.state.players[GERMAN], active=(UnitId("g09"),), ap=5, caps=0)
    fight.set(players={**fight.state.players, GERMAN: active})
    fight.put("g09", "I02", "N", status="used")
    assert "by" not in options(fight, shots["g09"], "units", "at"), "the active unit without CAPs pays in points"
