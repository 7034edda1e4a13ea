"""Scenarios as the lobby shows them, with the options that players agree on."""

from __future__ import annotations

from bot.kernel.game import Option, Scenario
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.titles.tide.printed.ground import HOLLOWS, assemble
from bot.titles.tide.printed.records import ScenarioRecord
from bot.titles.tide.printed.tables import Tables

DOUBTFUL = (
    Option(
        "height", "long range from higher ground: twice the raised range, or one hex more", ("doubled", "added")
    ),
    Option("halving", "an attack that would be halved twice: refused, or halved once", ("refused", "once")),
    Option("mortars", "mortars may target: hexes from 2 away, or any hex", ("2 hexes", "any hex")),
    Option("stop", "ending your actions early with /tide stop", ("allowed", "refused")),
    Option("support", "squads that have supported an assault", ("are fatigued", "stay as they are")),
    Option("shaken", "an action may fatigue a pinned or disrupted squad", ("yes", "no")),
    Option("entangled", "squads in mines or wire defend against an assault", ("at half", "in full")),
)
"""Rules that the sources leave open; the first value is our ruling."""
MUNITIONS = Option("munitions", "special munitions for vehicles and guns", ("off", "on"))
"""FB-munition-1: both sides must agree, unless the scenario has settled it."""
BALKA = Option("balka", "units in a balka see only units that see them, or all units", ("mutual", "one-way"))
TIPS = Option("tips", "advice in the first rounds", ("on", "off"))


@case("TOI-13.2", "FB-munition-1")
def scenarios(printed: Tables) -> dict[str, Scenario]:
    """Return every scenario that can be played, the learning game first."""
    keys = sorted(printed.scenarios, key=lambda key: (key != "first", key))
    return {key: _scenario(printed, key, printed.scenarios[key]) for key in keys}


def _scenario(printed: Tables, key: str, record: ScenarioRecord) -> Scenario:
    options: tuple[Option, ...] = (TIPS, *DOUBTFUL) if record.tips else DOUBTFUL
    ground = assemble(printed, record.map, record.overlays, record.streams)
    if any(spot.terrain in HOLLOWS for spot in ground.spots.values()):
        options += (BALKA,)
    if record.munitions == "by agreement":
        options += (MUNITIONS,)
    return Scenario(
        key, record.name, record.text, tuple(Seat(side) for side in record.sides), options, facts=record.facts
    )
