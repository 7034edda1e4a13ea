"""Refusals: unaffordable orders, and each rule on groups, CAPs and hiding."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.kernel.secret import see
from bot.titles.firefight import TITLE
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.actions import Done
from bot.titles.firefight.model.ids import GeneratorId, HexId, UnitId, WorkId
from bot.titles.firefight.model.steps import Landing, Mined
from bot.titles.firefight.model.table import WAITING, Played
from bot.titles.firefight.play.acting import named
from tests.firefight.fights import GERMAN, Fight


def ids(*units: str) -> tuple[UnitId, ...]:
    return tuple(map(UnitId, units))


def at(name: str) -> HexId:
    return HexId(f"1-{name}")


def hexes(*names: str) -> tuple[HexId, ...]:
    return tuple(map(at, names))


def player(fight: Fight, **fields: Any) -> None:
    """Change the German player."""
    fight.set(players={**fight.state.players, GERMAN: replace(fight.state.players[GERMAN], **fields)})


def unit(fight: Fight, *units: str, **fields: Any) -> None:
    """Change units."""
    fight.set(units={**fight.state.units, **{id: replace(fight[id], **fields) for id in ids(*units)}})


# How actions are paid.

ORDERS: dict[str, tuple[Any, int]] = {
    "move": (do.Move(ids("g19"), hexes("J02")), 2),
    "enter": (do.Enter(ids("g20"), hexes("L04")), 2),
    "leave": (do.Leave(UnitId("g28")), 3),
    "turn": (do.Pivot(ids("g04"), "S"), 2),
    "fire": (do.Fire(ids("g03"), at("E02")), 3),
    "rally": (do.Rally(ids("g05")), 5),
    "dig": (do.Dig(UnitId("g06")), 5),
    "occupy": (do.Occupy(UnitId("g23")), 3),
    "load": (do.Load(UnitId("g24"), UnitId("g36")), 3),
    "unload": (do.Unload(UnitId("g30")), 4),
    "smoke": (do.LaySmoke(UnitId("g16"), at("G02")), 2),
    "hide": (do.Hide(UnitId("g07"), at("F11")), 5),
    "recon": (do.Recon(UnitId("g08"), at("D11")), 3),
}
"""An order of each kind for units, and its cost."""
CHECKED = {kind: ORDERS[kind] for kind in ORDERS if kind != "enter"}
"""With spent checks coming onto the map costs nothing."""


def field(economy: str = "action points") -> Fight:
    """A battlefield on which all these orders are legal."""
    fight = Fight(economy=economy)
    fight.set(record=(Played(GeneratorId("g22"), "top", GERMAN, "rules"),))
    fight.put("g19", "K02")
    fight.put("g20", "K04")
    unit(fight, "g20", hex=WAITING)
    fight.put("g28", "A02")
    fight.put("g04", "L06", hit="cowering")
    fight.put("g03", "H02")
    fight.put("g05", "L08", hit="pinned")
    fight.put("g06", "L02")
    fight.put("g23", "K08")
    fight.work("trench", "K08", GERMAN)
    fight.put("g36", "K10")
    fight.put("g24", "K10")
    fight.put("g37", "K12")
    fight.put("g30", "K12", aboard="g37")
    fight.put("g16", "H02")
    fight.put("g07", "F11")
    fight.put("g08", "E10", "NE")
    fight.put("s05", "E02", "S")
    fight.hide("s06", "C12")
    return fight


@pytest.mark.case("COH-1.3d")
@pytest.mark.parametrize(("action", "cost"), ORDERS.values(), ids=ORDERS)
def test_a_cost_above_points_and_caps_together_is_refused(action: Any, cost: int) -> None:
    fight = field()
    unit(fight, *named(action), status="used")
    for ap, caps, cite in ((cost, 0, ""), (cost - 1, 1, ""), (cost - 1, 0, "COH-1.3d")):
        player(fight, active=named(action), ap=ap, caps=caps)
        assert fight.cite(action) == cite, f"{ap} points and {caps} CAPs"


@pytest.mark.case("COH-1.3e")
@pytest.mark.parametrize("action", [action for action, cost in ORDERS.values()], ids=ORDERS)
def test_an_opportunity_is_for_fresh_units(action: Any) -> None:
    fight = field()
    assert fight.cite(replace(action, by="opportunity")) == ""
    unit(fight, *named(action), status="spent")
    assert fight.cite(replace(action, by="opportunity")) == "COH-1.3e"


@pytest.mark.case("COH-1.3g")
@pytest.mark.parametrize(("action", "cost"), ORDERS.values(), ids=ORDERS)
def test_a_command_is_paid_wholly_in_caps(action: Any, cost: int) -> None:
    fight = field()
    unit(fight, *named(action), status="spent")
    for caps, cite in ((cost, ""), (cost - 1, "COH-1.3g")):
        player(fight, caps=caps)
        assert fight.cite(replace(action, by="command")) == cite, f"{caps} CAPs"


@pytest.mark.case("COH-1.4d")
@pytest.mark.parametrize(("action", "cost"), CHECKED.values(), ids=CHECKED)
def test_with_spent_checks_a_spent_unit_acts_for_caps_alone(action: Any, cost: int) -> None:
    fight = field(economy="spent checks")
    assert fight.cite(action) == ""
    unit(fight, *named(action), status="spent")
    assert fight.cite(replace(action, caps=cost)) == ""
    assert fight.cite(replace(action, caps=cost - 1)) == "COH-1.4d"


# CAPs on dice.


@pytest.mark.case("COH-6.3c", "COH-1.5a")
def test_the_die_of_artillery_is_changed_by_the_caps_at_hand_only() -> None:
    fight = Fight()
    fight.set(steps=(Landing(GERMAN, 1),))
    player(fight, caps=1)
    cites = {caps: fight.cite(do.Correct(caps)) for caps in (-2, -1, 0, 1, 2)}
    assert cites == {-2: "COH-6.3c", -1: "", 0: "", 1: "", 2: "COH-6.3c"}


@pytest.mark.case("COH-6.1h", "COH-1.5a")
def test_mines_take_no_more_caps_than_their_owner_has() -> None:
    fight = Fight()
    fight.put("s05", "G02")
    fight.work("mines", "G02", GERMAN)
    fight.set(steps=(Mined(GERMAN, UnitId("s05"), WorkId("w1")),))
    player(fight, caps=1)
    assert [fight.cite(do.Detonate(caps)) for caps in (0, 1, 2)] == ["", "", "COH-6.1h"]


@pytest.mark.case("COH-1.5a")
def test_a_rally_puts_caps_only_on_its_own_rolls() -> None:
    fight = Fight()
    fight.put("g03", "H02", hit="pinned")
    assert fight.cite(do.Rally(ids("g03"), aim=(1,))) == ""
    assert fight.cite(do.Rally(ids("g03"), aim=(1, 1))) == "COH-1.5a"
    assert fight.cite(do.Rally(ids("g03"), aim=(3,))) == "COH-1.5a", "two on a roll at the most"


# Groups.


@pytest.mark.case("COH-1.6a")
def test_in_a_group_each_goes_one_hex_and_it_is_said_which() -> None:
    fight = Fight()
    for counter in ("g50", "g51", "g03"):
        fight.put(counter, "J02")
    three = ids("g50", "g51", "g03")
    assert fight.cite(do.Move(three, hexes("I02"))) == ""
    assert fight.cite(do.Move(three, hexes("I02", "I02", "I02"))) == ""
    assert fight.cite(do.Move(three, hexes("I02", "I02"))) == "COH-1.6a", "nobody said where the third goes"
    assert fight.cite(do.Move(three[:1], hexes("H02"), via=hexes("I02"))) == ""
    assert fight.cite(do.Move(three[:2], hexes("H02"), via=hexes("I02"))) == "COH-1.6a", "a group goes one hex"


@pytest.mark.case("COH-1.6d", "COH-4.5a")
def test_a_group_that_rallies_is_a_single_chain_on_the_map() -> None:
    fight = Fight()
    for counter, hex in (("g03", "H02"), ("g04", "I02"), ("g05", "L08")):
        fight.put(counter, hex, hit="pinned")
    assert fight.cite(do.Rally(ids("g03", "g04"))) == ""
    assert fight.cite(do.Rally(ids("g03", "g05"))) == "COH-1.6d"
    unit(fight, "g04", hex=WAITING)
    assert fight.cite(do.Rally(ids("g04"))) == "COH-4.5a"


def test_an_action_of_many_steps_is_refused_by_the_case_of_the_open_step() -> None:
    """Done belongs to map changes and placement.

    In a turn the case is that of the turn.
    """
    found = TITLE.judge(see(Fight().state, GERMAN), Done())
    assert found is not None
    assert (found.cite, found.why.partition(":")[0]) == ("COH-1.3a", "not now")


# Hiding.


@pytest.mark.case("COH-6.4a")
def test_a_player_shows_only_a_hidden_unit_of_their_own() -> None:
    fight = Fight()
    fight.hide("g03", "D11")
    fight.put("g04", "F11")
    fight.hide("s05", "C12")

    def cite(counter: str) -> str:
        found = TITLE.judge(see(fight.state, GERMAN), do.Show(UnitId(counter), "S"))
        return found.cite if found is not None else ""

    assert {counter: cite(counter) for counter in ("g03", "g04", "s05")} == {
        "g03": "", "g04": "COH-6.4a", "s05": "COH-6.4a",
    }  # fmt: skip
