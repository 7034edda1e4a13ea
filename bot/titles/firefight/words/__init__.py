"""What people read."""

from __future__ import annotations

from bot.kit.title import Words
from bot.kit.vocabulary import Term, Vocabulary
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import HexId, MapId, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import CardId, ConditionId, DefenceId, GeneratorId
from bot.titles.firefight.printed.cards import cards
from bot.titles.firefight.printed.maps import maps

VOCABULARY: Vocabulary[State] = Vocabulary({
    UnitId: Term(lambda seen: tuple(seen.state.units), lambda seen, id: names.label(seen.state, UnitId(id))),
    HexId: Term(
        lambda seen: tuple(ground(seen.state.field).places) if seen.state.field else (),
        lambda seen, hex: names.place(seen.state, HexId(hex)),
    ),
    GeneratorId: Term(
        lambda seen: tuple(cards().generator), lambda seen, card: names.generator_card(GeneratorId(card))
    ),
    ConditionId: Term(
        lambda seen: tuple(cards().conditions), lambda seen, card: cards().conditions[ConditionId(card)].name
    ),
    DefenceId: Term(lambda seen: tuple(cards().defences), lambda seen, counter: counter),
    CardId: Term(lambda seen: tuple(cards().actions), lambda seen, card: names.action_card(CardId(card))),
    MapId: Term(lambda seen: tuple(maps().maps), lambda seen, map: f"{map} ({maps().maps[MapId(map)].name})"),
})  # fmt: skip
"""What the fields of orders and questions can name."""

WORDS: Words[State, Event] = Words(
    tell=lambda seen, event: "",
    values=VOCABULARY.values,
    label=VOCABULARY.label,
    status=lambda seen, prompts: "",
    sides=lambda state: {seat: names.player(state, seat) for seat in state.players},
    game="battle",
)
