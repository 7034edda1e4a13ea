"""The texts that players read."""

from __future__ import annotations

from typing import Any

from bot.kernel.fields import Field, fields
from bot.kernel.secret import Seat, Seen
from bot.kit.events import effects, fortune
from bot.kit.title import Words
from bot.kit.vocabulary import Term, Vocabulary
from bot.titles.firefight.events.base import Event
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.solo import generates
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model.actions import Fire, Hunt, PlayBonus
from bot.titles.firefight.model.ids import (
    CardId,
    ConditionId,
    DefenceId,
    GeneratorId,
    HexId,
    MapId,
    UnitId,
    WorkId,
)
from bot.titles.firefight.model.state import State
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.maps import maps
from bot.titles.firefight.words import account, groups, profiles, report
from bot.titles.firefight.words.advice import ADVICE
from bot.titles.firefight.words.plans import PLANS
from bot.titles.firefight.words.questions import Arcs, FaceId, face, faces, topics


def _work(state: State, id: WorkId) -> str:
    """Name a work with its hex."""
    found = state.works.get(id)
    return f"{names.work(found)} {names.at(state, where(found))}" if found is not None else id


VOCABULARY: Vocabulary[State] = Vocabulary({
    UnitId: Term(lambda seen: tuple(seen.state.units), lambda seen, id: names.label(seen.state, UnitId(id))),
    HexId: Term(
        lambda seen: tuple(ground(seen.state.field).places) if seen.state.field else (),
        lambda seen, hex: names.place(seen.state, HexId(hex)),
    ),
    WorkId: Term(lambda seen: tuple(seen.state.works), lambda seen, id: _work(seen.state, WorkId(id))),
    MapId: Term(lambda seen: tuple(maps().maps), lambda seen, key: f"{maps().maps[MapId(key)].name} (map {key})"),
    CardId: Term(
        lambda seen: tuple(cards().actions),
        lambda seen, key: names.action_card(CardId(key)),
        lambda seen, key: key,
    ),
    GeneratorId: Term(
        lambda seen: tuple(cards().generator),
        lambda seen, key: names.generator_card(GeneratorId(key)),
        lambda seen, key: key,
    ),
    ConditionId: Term(
        lambda seen: tuple(cards().conditions),
        lambda seen, key: names.condition(ConditionId(key)),
        lambda seen, key: key,
    ),
    FaceId: Term(lambda seen: faces(), lambda seen, key: face(key)),
    DefenceId: Term(lambda seen: tuple(cards().defences), lambda seen, key: names.defence(DefenceId(key))),
}, plain=names.plain)  # fmt: skip
"""The values that fields of orders and questions can have, with their names."""


def _fights(state: State, seat: Seat) -> str:
    """Name a player's side; while a solo mission is generated, its player has none."""
    return state.players[seat].side.title() if seat in state.players and not generates(state) else ""


OF_BOTH = {
    field
    for kind, name in ((Fire, "target"), (PlayBonus, "unit"), (Hunt, "unit"), (Arcs, "unit"))
    for field in fields(kind)
    if field.name == name
}
"""Fields that can name units of either side."""


def _label(seen: Seen[State], field: Field, value: Any) -> str:
    """Name a value of a field.

    A player's own units have no side in fields that can name no other units.
    """
    if field.type is UnitId and field not in OF_BOTH:
        return names.label(seen.state, UnitId(value), among=_fights(seen.state, seen.seat).lower())
    return VOCABULARY.label(seen, field, value)


WORDS: Words[State, Event] = Words(
    game="battle",
    about="Cards make a new battle of 1941 each time. Squads and guns then fight it, one action a turn.",
    sides=lambda state: {seat: names.player(state, seat) for seat in state.players},
    fights=_fights,
    tell=account.tell,
    gather=groups.gather,
    scene=account.scene,
    effects=effects,
    fortune=fortune,
    status=report.status,
    hand=report.hand,
    held=report.held,
    here=report.here,
    profiles=profiles.profiles,
    unplayed=lambda seen, place: names.unplayed(seen.state, place),
    advice=ADVICE,
    orders=report.orders,
    plans=PLANS,
    searches=account.searches,
    label=_label,
    face=VOCABULARY.face,
    values=VOCABULARY.values,
    topics=topics,
)
