"""The moments of a game: the map after each move as a seat saw it, and its story.

When the game is over each can be looked at with all that was hidden.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from discord import SelectOption
from discord.ui import View

from bot.chat.controls.buttons import Pick, Press, view
from bot.chat.desk.answers import LIMIT, fit
from bot.chat.desk.names import named
from bot.chat.desk.naming import fits
from bot.chat.desk.order_text import LONGEST, MOST, Choice
from bot.chat.desk.table import Table
from bot.chat.posts.narrative import landmarks, tell, tell_all
from bot.chat.posts.posts import MISSING
from bot.kernel.secret import Seat, see

ABREAST = 5
"""How many buttons Discord puts into a row."""


class Moment(NamedTuple):
    """A selected moment: its move, and all moves at that time."""

    move: int
    moves: Sequence[int]


def found(table: Table, move: int | None) -> Moment:
    """Return the last moment that is not after a move; without one that of now."""
    known = table.log.moves
    at = bisect_right(known, move) if move is not None else len(known)
    return Moment(known[max(0, at - 1)], known)


def words(table: Table, moment: Moment, seat: Seat, *, unveiled: bool = False) -> str:
    """Tell what a move brought, as a seat may read it, or with all that was hidden."""
    move, known = moment
    entry = table.log[move]
    who = f" · {named(table, entry.seat, see(table.log.after(move + 1), seat).state)}" if entry.seat else ""
    head = f"**Move {move} of {known[-1]}{who}{' · with all that was hidden' if unveiled else ''}**"
    told = tell_all(table, move) if unveiled else tell(table, move, seat).lines
    lines = told or ["Nothing that you can see."]
    return fit("\n".join([head, *lines]), LIMIT - len(MISSING) - 1)


def controls(
    table: Table, moment: Moment, place: str = "", fronts: Sequence[str] = (), *, unveiled: bool = False
) -> View:
    """Return the buttons to other moments, and a list of the nearest phases.

    With a single moment there are no such buttons. The list takes the number of any move. Other buttons show the
    parts of a large map; `place` is shown more closely. After the game a button shows hidden things,
    or hides them if `unveiled`; the others keep that state.
    """
    game, (move, known) = table.record.id, moment
    tail = _tail(place, unveiled=unveiled)
    at, last = bisect_left(known, move), len(known) - 1
    ways = (
        ("first", "First", "⏮️", 0), ("back", "Earlier", "◀️", max(at - 1, 0)),
        ("on", "Later", "▶️", min(at + 1, last)), ("last", "Latest", "⏭️", last),
    )  # fmt: skip
    buttons = [
        Press(f"moment:{game}:{known[to]}:{way}{tail}", label, emoji=emoji, row=1, disabled=to == at)
        for way, label, emoji, to in ways
        if last
    ]
    options = _options(table, moment)
    path = f"moments:{game}:{move}:{known[-1]}{tail}"
    parts = [("Whole map", ""), *((front, front) for front in fronts)] if fronts else []
    buttons += [
        Press(
            f"moment:{game}:{move}:part{n}{_tail(part, unveiled=unveiled)}",
            label,
            row=2 + n // ABREAST,
            disabled=part == place,
        )
        for n, (label, part) in enumerate(parts)
    ]
    if table.outcome() is not None and table.lesson is None:
        label = "As you saw it" if unveiled else "Reveal everything"
        other = _tail(place, unveiled=not unveiled)
        buttons.append(Press(f"moment:{game}:{move}:veil{other}", label, emoji="🌫️", row=1))
    elif last:
        buttons.append(Press(f"film:{game}:lately", "Film", emoji="🎞️", row=1))
    return view(*([Pick(path, options, "Another moment", row=0)] if options else []), *buttons)


def _tail(place: str, *, unveiled: bool) -> str:
    """Write the place in close-up, if it can be written, and whether all is unveiled."""
    named = place if re.fullmatch(r"[\w+.\- ]{1,40}", place) else ""
    return f":{named}:all" if unveiled else f":{named}" if named else ""


def _options(table: Table, moment: Moment) -> list[SelectOption]:
    """Offer phases of the game, the nearest if there are too many."""
    move, known = moment
    named = [(n, name) for n, name in landmarks(table) if n in known]
    near = bisect_left([n for n, _ in named], move)
    begin = max(0, min(near - MOST // 2, len(named) - MOST))
    return [
        SelectOption(label=f"{n}: {name}"[:LONGEST], value=str(n), default=n == move)
        for n, name in named[begin : begin + MOST]
    ]


def suggested(table: Table, typed: str) -> list[Choice]:
    """Suggest moments for typed text: phases, the latest first, and a move by number."""
    named = [(f"{n}: {name}", n) for n, name in reversed(landmarks(table))]
    wanted = int(typed) if typed.isdecimal() and len(typed) < 7 else -1
    if wanted in table.log.moves and wanted not in [n for _, n in named]:
        named.insert(0, (f"{wanted}: move {wanted}", wanted))
    return [Choice(label[:LONGEST], str(n)) for label, n in named if fits(label, typed)][:MOST]
