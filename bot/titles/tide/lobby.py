"""Scenarios as the lobby shows them, with the options that players agree on."""

from __future__ import annotations

from bot.kernel.game import Option, Scenario
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide.records import ScenarioRecord
from bot.titles.tide.tables import Tables

DOUBTFUL = (
    Option(
        "height", "long range from higher ground: twice the raised range, or one hex more", ("doubled", "added")
    ),
    Option("halving", "an attack that would be halved twice: refused, or halved once", ("refused", "once")),
    Option("mortars", "mortars may target: hexes from 2 away, or any hex", ("2 hexes", "any hex")),
    Option("stop", "ending one's actions early with /tide stop", ("allowed", "refused")),
)
"""Rules that the sources leave open, so that players may differ; the first value is the ruling that we take."""
TIPS = Option("tips", "advice in the first rounds", ("on", "off"))


@case("TOI-13.2")
def scenarios(printed: Tables) -> dict[str, Scenario]:
    """Return every scenario that can be played, the learning game first."""
    keys = sorted(printed.scenarios, key=lambda key: (key != "first", key))
    return {key: _scenario(key, printed.scenarios[key]) for key in keys}


def _scenario(key: str, record: ScenarioRecord) -> Scenario:
    options = (TIPS, *DOUBTFUL) if record.tips else DOUBTFUL
    return Scenario(key, record.name, record.text, tuple(Seat(side) for side in record.sides), options)
