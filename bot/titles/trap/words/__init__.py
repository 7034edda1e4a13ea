"""The texts that players read."""

from __future__ import annotations

from bot.kit.advice import Advice
from bot.kit.events import effects, fortune
from bot.kit.plans import Plans
from bot.kit.title import Words
from bot.kit.vocabulary import Term, Vocabulary
from bot.titles.trap import events as ev
from bot.titles.trap.field import names
from bot.titles.trap.field.ground import ground
from bot.titles.trap.model.actions import Done, Hold
from bot.titles.trap.model.state import State
from bot.titles.trap.model.table import CHECHEN, RUSSIAN, HexId, MarkerId, UnitId
from bot.titles.trap.words import account, profiles, remarks, report, sentences
from bot.titles.trap.words.questions import topics

SIDES = {RUSSIAN: "the Russian side", CHECHEN: "the Chechen side"}


VOCABULARY: Vocabulary[State] = Vocabulary({
    UnitId: Term(lambda seen: tuple(seen.state.units), lambda seen, id: names.label(seen.state, UnitId(id))),
    HexId: Term(lambda seen: tuple(ground().terrain), lambda seen, hex: names.label_hex(seen.state, HexId(hex))),
    MarkerId: Term(
        lambda seen: dict.fromkeys((*seen.state.cup, *seen.state.outside, *seen.state.gone)),
        lambda seen, marker: names.marker(MarkerId(marker)).removeprefix("the "),
    ),
})  # fmt: skip
"""The names of things in orders and questions."""

WORDS: Words[State, ev.Event] = Words(
    about="Russian columns drive into Grozny at New Year 1995, and hidden Chechen fighters wait in its houses.",
    tell=account.tell,
    knowing=account.knowing,
    gather=account.gather,
    run_on=account.run_on,
    scene=account.scene,
    effects=effects,
    fortune=fortune,
    values=VOCABULARY.values,
    topics=topics,
    label=VOCABULARY.label,
    here=report.here,
    profiles=profiles.profiles,
    advice=Advice(
        where=remarks.where,
        weigh=remarks.weigh,
        fill=sentences.fill,
        threats=remarks.threats,
        option=sentences.option,
    ),
    status=report.status,
    hand=report.hand,
    held=report.held,
    orders=report.orders,
    sides=lambda state: SIDES,
    plans=Plans(idle=(Done, Hold)),
    game="battle",
)
