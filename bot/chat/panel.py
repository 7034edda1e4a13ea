"""Your orders: the action classes walked through with buttons and selects, derived like the commands.

The whole way is in the custom id: `pick:<game>:<moment>:<verb>:<choices>:<page>`, each choice an index into the
legal values at that moment. Another moment is answered "the game has moved on".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from discord import ButtonStyle, SelectOption
from discord.ui import View
from msgspec import Struct

from bot.chat.answers import question, sentence
from bot.chat.buttons import LONGEST_ID, Pick, Press, view
from bot.chat.table import Table
from bot.chat.words import MOST, AnyGame, AnySeen, called, legal_values, short, write
from bot.kernel.fields import Field, fields
from bot.kernel.game import kind_of, legal, open_kinds, verb
from bot.kernel.secret import Seat
from render.dice import percent

PAGE = 23
"""Options of a select that are left for values beside "earlier" and "more"; Discord shows 25."""
ROWS = 3
"""How many optional fields are offered at once; Discord shows 5 rows."""
OWN = 100
"""From a page of this times n on, the way pages through the n-th field alone, which has more values than fit."""


class Way(Struct, frozen=True):
    """How far somebody has come: a verb, and for each field the index of its value, "" for the default."""

    game: int
    moment: int
    verb: str = ""
    picks: tuple[str, ...] = ()
    page: int = 0

    def path(self, what: str) -> str:
        """Write the way into a custom id."""
        return f"{what}:{self.game}:{self.moment}:{self.verb}:{'.'.join(self.picks)}:{self.page}"

    @classmethod
    def read(cls, parts: Sequence[str]) -> Way | None:
        """Read a way back; `None` for what is not one."""
        if len(parts) != 5 or not (parts[0].isdecimal() and parts[1].isdecimal() and parts[4].isdecimal()):
            return None
        picks = tuple(parts[3].split(".")) if parts[3] else ()
        return cls(int(parts[0]), int(parts[1]), parts[2], picks, int(parts[4]))


class Page(Struct, frozen=True):
    """What the panel shows next."""

    text: str
    view: View


def panel(table: Table, seat: Seat) -> Page:
    """Begin: what is asked, and which actions there are."""
    seen = table.seen(seat)
    prompt = table.game.asks(seen).get(seat)
    way = Way(table.record.id, len(table.log))
    if prompt is None:
        waiting = " and ".join(f"the {each.title()} side" for each in table.asked())
        if not waiting:
            return Page("The game is over.", view())
        return Page(f"It is not your move: the table waits for {waiting}.", view(*_always(way)))
    kinds = [kind for kind in open_kinds(table.game, seen) if next(legal(table.game, seen, kind), None)]
    if len(kinds) == 1 and fields(kinds[0]):
        return walk(table, seat, msgspec.structs.replace(way, verb=verb(kinds[0])))
    options = [
        SelectOption(label=verb(kind), value=verb(kind), description=(kind.__doc__ or "").split("\n")[0][:100])
        for kind in kinds
    ]
    select = [Pick(way.path("verb"), options, "What do you want to do?", row=0)] if options else []
    text = f"**Your orders, {seat.title()}**\n{prompt.text}"
    return Page(text, view(*select, *_always(way)))


def _always(way: Way) -> list[Press]:
    return [
        Press(f"undo:{way.game}:{way.moment}", "Undo", emoji="↩️", row=4),
        Press(f"orders:{way.game}", "Standing orders", emoji="📜", row=4),
        Press(f"panel:{way.game}", "Refresh", emoji="🔄", row=4),
    ]


def walk(table: Table, seat: Seat, way: Way) -> Page:
    """Ask for the next field that has a choice; at the end show the whole action to be confirmed."""
    game, seen = table.game, table.seen(seat)
    kind = kind_of(game, way.verb)
    if kind is None:
        return panel(table, seat)
    known: dict[str, Any] = {}
    picks = list(way.picks)
    optional: list[tuple[int, Field, list[Any]]] = []
    for at, field in enumerate(fields(kind)):
        values = _values(game, seen, kind, field, known)
        pick = picks[at] if at < len(picks) else ""
        if field.required and not pick and len(values) == 1 and not _several(field):
            pick = "0"
        value = _picked(field, values, pick)
        if value is not None:
            known[field.name] = value
        elif field.required:
            here = msgspec.structs.replace(way, picks=_padded(picks, at))
            return _ask(game, seen, kind, field, values, here, known)
        picks = [*_padded(picks, at), pick, *picks[at + 1 :]]
        if not field.required and (_singles(values) if _several(field) else values[1:]):
            optional.append((at, field, values))
    way = msgspec.structs.replace(way, picks=tuple(picks))
    alone = next(((at, field, values) for at, field, values in optional if at + 1 == way.page // OWN), None)
    if alone is not None:
        return _list(game, seen, kind, *alone, way, known)
    return _confirm(game, seen, kind, known, way, optional)


def _padded(picks: Sequence[str], length: int) -> tuple[str, ...]:
    return tuple([*picks, *[""] * length][:length])


def _values(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: dict[str, Any]) -> list[Any]:
    """Return the legal values of a field, its default first."""
    values = list(legal_values(game, seen, kind, field, known))
    if not field.required:
        values = [field.default, *(value for value in values if value != field.default)]
    return values


def _several(field: Field) -> bool:
    """Say whether a field takes any number of named things, to be ticked one by one."""
    return field.many and field.is_name


def _singles(values: Sequence[Any]) -> list[Any]:
    return list(dict.fromkeys(each for value in values for each in value))


def _picked(field: Field, values: Sequence[Any], pick: str) -> Any:
    """Return the value that an index names; several are joined by "+". Nonsense names nothing."""
    numbers = [int(part) for part in pick.split("+") if part.isdecimal()]
    if not numbers:
        return None
    if _several(field):
        singles = _singles(values)
        return tuple(singles[n] for n in numbers if n < len(singles))
    return values[numbers[0]] if numbers[0] < len(values) else None


def _ask(
    game: AnyGame,
    seen: AnySeen,
    kind: type[Any],
    field: Field,
    values: Sequence[Any],
    way: Way,
    known: dict[str, Any],
) -> Page:
    text = f"**{verb(kind)}** {_so_far(game, seen, kind, known)}\n{question(field.text)}"
    if not values:
        return Page(f"{text}\nThere is nothing to choose.", view(_back(way)))
    text += _quicker(game, kind, field, values)
    return Page(text, view(_select(game, seen, field, values, way, len(way.picks), 0, way.page), _back(way)))


def _list(
    game: AnyGame, seen: AnySeen, kind: type[Any], at: int, field: Field, values: Sequence[Any], way: Way,
    known: dict[str, Any],
) -> Page:  # fmt: skip
    """Page through the values of one optional field."""
    text = f"**{verb(kind)}** {_so_far(game, seen, kind, known)}\n{question(field.text)}"
    text += _quicker(game, kind, field, values)
    return Page(text, view(_select(game, seen, field, values, way, at, 0, way.page % OWN), _back(way)))


def _quicker(game: AnyGame, kind: type[Any], field: Field, values: Sequence[Any]) -> str:
    """Say that one may type, where a list has several pages."""
    things = _singles(values) if _several(field) else values
    if len(things) <= MOST:
        return ""
    return f"\n-# {len(things)} to choose from; `/{game.key} {verb(kind)}` completes `{field.name}:` as you type."


def _so_far(game: AnyGame, seen: AnySeen, kind: type[Any], known: dict[str, Any]) -> str:
    named = [field for field in fields(kind) if field.name in known]
    return " · ".join(f"{field.name}: {called(game, seen, field, known[field.name])}" for field in named)


def _select(
    game: AnyGame,
    seen: AnySeen,
    field: Field,
    values: Sequence[Any],
    way: Way,
    at: int,
    row: int,
    page: int = 0,
    chosen: str = "",
) -> Pick:
    """Make the select of a field; what is picked replaces pick number `at` of the way."""
    several = _several(field)
    things = _singles(values) if several else list(values)
    pages = max(1, -(-len(things) // PAGE)) if len(things) > MOST else 1
    page = min(page, pages - 1)
    shown = list(enumerate(things)) if pages == 1 else list(enumerate(things))[page * PAGE : (page + 1) * PAGE]
    ticked = chosen.split("+") if chosen else ([] if field.required else ["0"] if not several else [])
    options = [
        SelectOption(label=_label(game, seen, field, value, several)[:100], value=str(n), default=str(n) in ticked)
        for n, value in shown
    ]
    if page > 0:
        options.append(SelectOption(label="earlier", value="earlier", emoji="⬆️"))
    if page < pages - 1:
        options.append(SelectOption(label="more", value="more", emoji="⬇️"))
    name = field.name if field.required else f"{field.name} (optional)"
    return Pick(
        f"{way.path('pick')}:{at}",
        options,
        f"{name}: {field.text}",
        least=0 if several and not field.required else 1,
        most=max(1, len(shown)) if several else 1,
        row=row,
    )


def _label(game: AnyGame, seen: AnySeen, field: Field, value: Any, several: bool) -> str:
    if several:
        return game.label(seen, field, value)
    if field.many:
        return ", ".join(short(game.label(seen, field, each)) for each in value) or f"{field.name}: as usual"
    if isinstance(value, bool):
        return f"{field.name}: {'yes' if value else 'no'}"
    if value in ("", 0):
        return f"{field.name}: –"
    return game.label(seen, field, value) if field.is_name else str(value)


def _confirm(
    game: AnyGame, seen: AnySeen, kind: type[Any], known: dict[str, Any], way: Way,
    optional: Sequence[tuple[int, Field, list[Any]]],
) -> Page:  # fmt: skip
    """Show the whole action with its odds or with what it still lacks, and what could be added."""
    action = msgspec.convert(msgspec.to_builtins(known), kind)
    text = f"**/{game.key} {write(game, seen, action)}**"
    lacks = game.judge(seen, action)
    odds = game.odds(seen, action) if lacks is None else None
    if lacks is not None:
        text += f"\n🚫 Not like this: {lacks.why} · {lacks.cite}\n➜ {sentence(lacks.mend)}"
    if odds is not None:
        chances = [f"{name} **{percent(chance)}**" for name, chance in odds.chances if chance >= 0.005]
        text += f"\n{odds.title}\n" + " · ".join(chances[:8])
    pages = max(1, -(-len(optional) // ROWS))
    page = way.page % pages
    shown = optional[page * ROWS : (page + 1) * ROWS]
    items: list[Any] = [
        _select(game, seen, field, values, way, at, row, chosen=way.picks[at])
        for row, (at, field, values) in enumerate(shown)
    ]
    if lacks is None:
        items.append(Press(way.path("act"), "Do it", ButtonStyle.success, row=4))
    if pages > 1:
        further = msgspec.structs.replace(way, page=(page + 1) % pages)
        items.append(Press(further.path("more"), f"More options ({page + 1}/{pages})", row=4))
    items.append(_back(way))
    return Page(text, view(*(item for item in items if len(item.custom_id) <= LONGEST_ID)))


def _back(way: Way) -> Press:
    return Press(f"panel:{way.game}", "Start again", row=4)


def picked(way: Way, at: int, values: Sequence[str]) -> Way:
    """Return the way after something was picked in a select."""
    if "more" in values or "earlier" in values:
        page = way.page if at >= len(way.picks) or way.page >= OWN else OWN * (at + 1)
        return msgspec.structs.replace(way, page=max(0, page + (1 if "more" in values else -1)))
    numbers = "+".join(value for value in values if value.isdecimal())
    picks = [*_padded(way.picks, max(at, len(way.picks)))]
    picks[at : at + 1] = [numbers]
    return msgspec.structs.replace(way, picks=tuple(picks), page=0)


def chosen(table: Table, seen: AnySeen, way: Way) -> Any | None:
    """Return the action that a whole way stands for, `None` where it leads nowhere."""
    kind = kind_of(table.game, way.verb)
    if kind is None:
        return None
    known: dict[str, Any] = {}
    for at, field in enumerate(fields(kind)):
        pick = way.picks[at] if at < len(way.picks) else ""
        values = _values(table.game, seen, kind, field, known)
        value = _picked(field, values, pick)
        if value is None and field.required and len(values) == 1:
            value = values[0]
        if value is not None:
            known[field.name] = value
        elif field.required:
            return None
    return msgspec.convert(msgspec.to_builtins(known), kind)
