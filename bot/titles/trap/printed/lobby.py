"""Scenarios as the lobby shows them, with the options that players agree on."""

from __future__ import annotations

from msgspec.structs import replace

from bot.kernel.game import Option, Scenario
from bot.kernel.rule import case
from bot.titles.trap.model.table import CHECHEN, RUSSIAN
from bot.titles.trap.printed.tables import ScenarioRecord, Tables

TIPS = Option("tips", "advice in the first turns", ("on", "off"))
PRINTED = (
    Option("hotels", "points for rubble near the hotels of the correspondents (11.3)", ("no", "yes")),
    Option("interdiction", "interdiction fire by artillery off the map (6.5.3)", ("no", "yes")),
    Option("buratino", "two Buratinos instead of three batteries, for a price in points (8.3)", ("no", "yes")),
    Option("riders", "riders on tanks (8.10)", ("no", "yes")),
)
"""The optional rules."""
DOUBTFUL = (
    Option("leaders", "points for Russian leaders who are eliminated (1.0.1 against 11.2)", ("no", "yes")),
    Option("entry", "units come in for half a point each once the columns are free (10.1.2)", ("no", "yes")),
)
"""Rules that the text leaves open; the first value is our ruling."""


@case("TRAP-10.0")
def scenarios(printed: Tables) -> dict[str, Scenario]:
    """Return every scenario that can be played, the learning game first."""
    keys = sorted(printed.scenarios, key=lambda key: (key != "first", key))
    return {key: _scenario(key, printed.scenarios[key]) for key in keys}


def _scenario(key: str, record: ScenarioRecord) -> Scenario:
    """Offer what makes a difference in a scenario."""
    tips = (TIPS,) if record.tips else ()
    options = [option for option in (*PRINTED, *DOUBTFUL) if option.name not in record.without]
    usual = (replace(each, values=("yes", "no")) if each.name in record.agreed else each for each in options)
    return Scenario(key, record.name, record.text, (RUSSIAN, CHECHEN), (*tips, *usual), facts=record.facts)
