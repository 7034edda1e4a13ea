"""What people read."""

from __future__ import annotations

from bot.kernel.secret import Seat
from bot.kit.title import Words
from bot.kit.vocabulary import Term, Vocabulary
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.solo import generates
from bot.titles.firefight.field.units import where
from bot.titles.firefight.model.bases import Event
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
from bot.titles.firefight.words import groups, report, scenes, tell
from bot.titles.firefight.words.plans import PLANS
from bot.titles.firefight.words.questions import FaceId, face, faces, topics
from bot.titles.firefight.words.sentences import ADVICE


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
    CardId: Term(lambda seen: tuple(cards().actions), lambda seen, key: names.action_card(CardId(key))),
    GeneratorId: Term(
        lambda seen: tuple(cards().generator), lambda seen, key: names.generator_card(GeneratorId(key))
    ),
    ConditionId: Term(lambda seen: tuple(cards().conditions), lambda seen, key: names.condition(ConditionId(key))),
    FaceId: Term(lambda seen: faces(), lambda seen, key: face(key)),
    DefenceId: Term(lambda seen: tuple(cards().defences), lambda seen, key: names.defence(DefenceId(key))),
}, plain=names.plain)  # fmt: skip
"""What the fields of orders and questions can name."""


def _fights(state: State, seat: Seat) -> str:
    """Name the side that a player has come to; while a solo mission is made, its player has none yet."""
    return state.players[seat].side.title() if seat in state.players and not generates(state) else ""


WORDS: Words[State, Event] = Words(
    game="battle",
    sides=lambda state: {seat: names.player(state, seat) for seat in state.players},
    fights=_fights,
    tell=tell.tell,
    gather=groups.gather,
    scene=scenes.scene,
    status=report.status,
    hand=report.hand,
    held=report.held,
    here=report.here,
    unplayed=lambda seen, place: names.unplayed(seen.state, place),
    advice=ADVICE,
    orders=report.orders,
    plans=PLANS,
    label=VOCABULARY.label,
    values=VOCABULARY.values,
    topics=topics,
)
