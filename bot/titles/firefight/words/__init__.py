"""What people read."""

from __future__ import annotations

from bot.kit.title import Words
from bot.kit.vocabulary import Term, Vocabulary
from bot.titles.firefight.field import names
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.model.bases import Event
from bot.titles.firefight.model.ids import HexId, UnitId
from bot.titles.firefight.model.state import State

VOCABULARY: Vocabulary[State] = Vocabulary({
    UnitId: Term(lambda seen: tuple(seen.state.units), lambda seen, id: names.label(seen.state, UnitId(id))),
    HexId: Term(
        lambda seen: tuple(ground(seen.state.field).places) if seen.state.field else (),
        lambda seen, hex: names.place(seen.state, HexId(hex)),
    ),
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
