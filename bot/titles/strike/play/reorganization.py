"""A side reorganizes: recovery, exchanges between the boxes, replacements, rebuilding."""

from __future__ import annotations

from bot.kit.decisions import At, Decision, Verb
from bot.kit.words import count
from bot.titles.strike import candidates, chances, sketches
from bot.titles.strike.model import actions as do
from bot.titles.strike.model import events as ev
from bot.titles.strike.model.state import State
from bot.titles.strike.model.steps import Reorganization
from bot.titles.strike.play.done import done
from bot.titles.strike.resolve import reorganizing
from bot.titles.strike.rules import reorganizing as rules


def unspent(at: At[State, Reorganization], action: do.Done) -> str:
    """Count the points that are left."""
    points = at.state.points[at.seat]
    return f"you have {count(points, 'operations point')} left" if points else ""


REORGANIZATION: Decision[State, ev.Event, Reorganization] = Decision(
    Reorganization,
    question=lambda at: f"Reorganize: {count(at.state.points[at.state.seat], 'operations point')} left.",
    does="units are reorganized",
    verbs=(
        Verb(
            do.Recover,
            when="leaders and trucks recover in your reorganization",
            cite="12.1.1",
            rules=(rules.in_order, rules.can_recover),
            candidates=candidates.recoveries,
            resolve=reorganizing.recover,
            odds=chances.of_recovery,
            sketch=sketches.unit,
        ),
        Verb(
            do.Swap,
            when="corps are exchanged in your reorganization",
            cite="12.2.1",
            rules=(rules.in_order, rules.can_swap),
            candidates=candidates.swaps,
            resolve=reorganizing.swap,
        ),
        Verb(
            do.Replace,
            when="replacements come in your reorganization",
            cite="12.3.3",
            rules=(rules.in_order, rules.can_replace),
            candidates=candidates.replacements,
            resolve=reorganizing.replace_unit,
            sketch=sketches.place,
        ),
        Verb(
            do.Rebuild,
            when="corps are rebuilt in your reorganization",
            cite="12.4.1",
            rules=(rules.in_order, rules.can_rebuild),
            candidates=candidates.rebuildings,
            resolve=reorganizing.rebuild,
            sketch=sketches.unit,
        ),
        done(warns=unspent),
    ),
)
