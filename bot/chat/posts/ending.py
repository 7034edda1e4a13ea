"""The end of a game: its headline, its summary, and buttons for another game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from discord import ButtonStyle

from bot.chat.controls.buttons import Press
from bot.chat.controls.lessons import next_lesson
from bot.chat.desk.table import Table
from bot.chat.desk.verdict import headline
from bot.chat.posts.narrative import public_events
from bot.kernel.game import Effect, Luck, Outcome, Scenario
from bot.kit import luck
from bot.kit.effects import lasting, outcome_line
from bot.kit.english import count, join
from bot.kit.facts import in_order

AGAIN = ("same", "sides", "next")
"""The ways to play again: as before, with sides exchanged, the next scenario."""
NUMBERED = re.compile(r"^\d+(?:st|nd|rd|th) | [\d-]+$| of .*$|, .*$")
"""The parts of a unit's name that number it: "3rd Squad", "BMP 5"."""
REGULAR = ascii_lowercase.replace("s", "")
"""The last letters of kinds with a regular plural: "Squad", but not "T-34"."""
MOST_KINDS = 5
"""The kinds of units that a line of losses names."""


def summary(table: Table) -> list[str]:
    """Return lines for the losses and luck of each side, places and points."""
    effects, lucks = list[Effect](), list[Luck]()
    for seen, event in public_events(table):
        effects += table.game.effects(seen, event)
        lucks += table.game.fortune(seen, event)
    found = list(lasting(effects))
    rest = [outcome_line(each for each in found if each.kind == kind) for kind in ("place", "scored")]
    return [f"- {line}" for line in [*_losses(found), *rest, *luck.told(lucks)] if line]


def told(table: Table, outcome: Outcome) -> str:
    """Return the headline with the summary."""
    return "\n".join([headline(table, outcome), *summary(table)])


def _losses(found: Sequence[Effect]) -> Iterator[str]:
    """Count what each side lost: units by their kind, then steps or figures of others."""
    for whose in sorted({each.side for each in found if each.kind in ("destroyed", "lost")}):
        lost = [each for each in found if each.side == whose]
        kinds = Counter(NUMBERED.sub("", each.name) for each in lost if each.kind == "destroyed").most_common()
        units = [
            count(n, kind) if kind[-1] in REGULAR or _is_one(n, kind) else f"{n} × {kind}"
            for kind, n in kinds[:MOST_KINDS]
        ]
        others = sum(n for _, n in kinds[MOST_KINDS:])
        parts = Counter[str]()
        for each in lost:
            if each.kind == "lost":
                parts[each.what] += int(each.n)
        more = [count(n, f"more {what}" if kinds else what) for what, n in parts.items()]
        yield f"{whose} losses: {join([*units, *([count(others, 'other unit')] if others else []), *more])}."


def _is_one(n: int, kind: str) -> bool:
    """True for a single thing: "1 LMG", but not "1 Trucks"."""
    return n == 1 and not kind.endswith("s")


def next_scenario(table: Table) -> Scenario | None:
    """Return the next scenario of the chooser for as many players, if any."""
    played = table.game.scenarios[table.record.scenario]
    alike = [each for each in in_order(table.game.scenarios) if len(each.seats) == len(played.seats)]
    after = alike.index(played) + 1
    return alike[after] if after < len(alike) else None


def buttons(table: Table) -> list[Press]:
    """Return the buttons for another game, and for a review of this one."""
    game, after = table.record.id, next_scenario(table)
    if table.lesson is not None:
        return [*next_lesson(table), Press(f"board:{game}", "Map", emoji="🗺️")]
    found = [Press(f"again:{game}:same", "Rematch", ButtonStyle.primary, row=0)]
    if len(table.seats) > 1:
        found.append(Press(f"again:{game}:sides", "Rematch, sides exchanged", row=0))
    if after is not None:
        found.append(Press(f"again:{game}:next", f"Next scenario: {after.name}", emoji="⏭️", row=0))
    return [
        *found,
        Press(f"log:{game}", "Review", emoji="📜", row=1),
        Press(f"film:{game}:whole", "Film", emoji="🎞️", row=1),
        Press(f"board:{game}", "Map", emoji="🗺️", row=1),
        Press(f"unveil:{game}", "Reveal everything", emoji="🌫️", row=1),
        Press(f"status:{game}", "Situation", emoji="📋", row=1),
    ]
