"""The panel "Your orders": an order is put together with buttons and selects, which are derived like the commands.

The whole way is in the custom id: `pick:<game>:<moment>:<verb>:<choices>:<page>`, each choice an index into the
legal values at that moment. Another moment is answered "the game has moved on".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from discord import ButtonStyle, SelectOption
from discord.ui import View
from msgspec import Struct

from bot.chat.answers import question, sentence
from bot.chat.buttons import LONGEST_ID, Pick, Press, view
from bot.chat.derive import typed
from bot.chat.draft import APART
from bot.chat.names import named, side
from bot.chat.order_text import MOST, AnyGame, AnySeen, called, legal_values, needed, short, spoken, write
from bot.chat.table import Table
from bot.kernel.fields import Field, fields, given
from bot.kernel.game import kind_of, legal, open_kinds, verb
from bot.kernel.plan import Plan
from bot.kernel.secret import Seat
from render.dice import percent

PAGE = 23
"""Options of a select that are left for values beside "earlier" and "more"; Discord shows 25."""
ROWS = 3
"""How many optional fields are offered at once; Discord shows 5 rows."""
OWN = 100
"""From a page of this times n on, the way pages through the n-th field alone, which has more values than fit."""


PLANNED = "+"
"""Before the verb of a way: the order is not given now, but added to a plan."""


class Way(Struct, frozen=True):
    """How far somebody has come: a verb, and for each field the index of its value, "" for the default."""

    game: int
    moment: int
    verb: str = ""
    picks: tuple[str, ...] = ()
    page: int = 0

    @property
    def planned(self) -> bool:
        """Whether the order is for a plan."""
        return self.verb.startswith(PLANNED)

    @property
    def name(self) -> str:
        """The verb by itself."""
        return self.verb.removeprefix(PLANNED)

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
    prompt = table.game.prompts(seen).get(seat)
    way = Way(table.record.id, len(table.log))
    kinds = [kind for kind in open_to(table.game, seen) if next(legal(table.game, seen, kind), None)]
    if prompt is None:
        waiting = side(table, *table.asked())
        if not waiting:
            return Page("The game is over.", view())
        besides = " Here is what you may do all the same." if kinds else ""
        text = f"It is not your move: the table waits for {waiting}.{besides}"
        return Page(text, view(*verbs(way, kinds), *_always(way)))
    if len(kinds) == 1 and fields(kinds[0]):
        return walk(table, seat, msgspec.structs.replace(way, verb=verb(kinds[0])))
    commands = ", ".join(f"`/{table.game.key} {verb(kind)}`" for kind in kinds if kind in typed(table.game))
    hint = f"\n-# Or type {commands}." if commands else ""
    text = f"**Your orders, {named(table, seat)}**\n{prompt.text}{hint}"
    return Page(text, view(*verbs(way, kinds), *_always(way)))


def open_to(game: AnyGame, seen: AnySeen) -> list[type[Any]]:
    """Return the actions that the seat is asked for, and those that it may take though it is not asked.

    Standing orders and giving up have buttons and commands of their own.
    """
    anytime = (kind for kind in game.anytime if verb(kind) not in APART)
    return list(dict.fromkeys((*open_kinds(game, seen), *anytime)))


def verbs(way: Way, kinds: Sequence[type[Any]]) -> list[Pick]:
    """Make the select of the actions that can be begun; there is none where there are none."""
    options = [
        SelectOption(label=spoken(kind), value=verb(kind), description=(kind.__doc__ or "").split("\n")[0][:100])
        for kind in kinds
    ]
    asks = "What comes next?" if way.planned else "What do you want to do?"
    return [Pick(way.path("verb"), options, asks, row=0)] if options else []


def _always(way: Way) -> list[Press]:
    return [
        Press(f"undo:{way.game}:{way.moment}", "Undo", emoji="↩️", row=4),
        Press(f"orders:{way.game}", "Standing orders", emoji="📜", row=4),
        Press(f"plan:{way.game}", "Plan", emoji="🗒️", row=4),
        Press(f"panel:{way.game}", "Refresh", emoji="🔄", row=4),
    ]


class Asked(NamedTuple):
    """A field that somebody can fill in: its number, and what they can pick, each with its index."""

    at: int
    field: Field
    shown: list[tuple[int, Any]]
    ticked: bool
    """Whether any number of them can be ticked."""
    now: tuple[int, ...] = ()
    """What stands there."""
    most: int = 1
    """How many of them can be ticked together."""


class Walked(NamedTuple):
    """Where a way has led to: what is asked next, or else the whole action and what could be changed in it."""

    way: Way
    known: dict[str, Any]
    asks: Asked | None = None
    action: Any = None
    more: tuple[Asked, ...] = ()


def walked(game: AnyGame, seen: AnySeen, way: Way) -> Walked:
    """Follow a way through the fields of a verb that exists.

    What must be named is asked for; an option that nobody has picked is as usual, or where that is not legal with
    the rest, as it is in the first action that is.
    """
    kind = kind_of(game, way.name)
    assert kind is not None
    known: dict[str, Any] = {}
    picks = [*_padded(way.picks, len(fields(kind)))]
    for at, field in enumerate(fields(kind)):
        if field.required:
            values = list(legal_values(game, seen, kind, field, known))
            ticked = _ticked(field, values)
            if not picks[at] and len(values) == 1 and not ticked:
                picks[at] = "0"
            value = _picked(values, picks[at], ticked=ticked)
            if value is None:
                here = msgspec.structs.replace(way, picks=tuple(picks[:at]))
                most = _most(game, seen, kind, field, known, values) if ticked else 1
                return Walked(here, known, Asked(at, field, _things(values, ticked=ticked), ticked, most=most))
            known[field.name] = value
    way = msgspec.structs.replace(way, picks=tuple(picks))
    lists = {
        at: _values(game, seen, kind, field, known) for at, field in enumerate(fields(kind)) if not field.required
    }
    for at, values in lists.items():
        value = _picked(values, picks[at], ticked=_several(fields(kind)[at]))
        if value is not None:
            known[fields(kind)[at].name] = value
    action = _whole(game, seen, kind, known) or _made(kind, known)
    more = (_changes(game, seen, action, known, at, values) for at, values in lists.items())
    return Walked(way, known, None, action, tuple(each for each in more if len(each.shown) > (not each.ticked)))


def _padded(picks: Sequence[str], length: int) -> tuple[str, ...]:
    return tuple([*picks, *[""] * length][:length])


def _made(kind: type[Any], known: dict[str, Any]) -> Any:
    return msgspec.convert(msgspec.to_builtins(known), kind)


def _whole(game: AnyGame, seen: AnySeen, kind: type[Any], known: dict[str, Any]) -> Any | None:
    """Return a legal action with what is known and as much as possible as usual."""
    plain = _made(kind, known)
    if game.judge(seen, plain) is None:
        return plain
    found = next(legal(game, seen, kind, known), None)
    return found and needed(game, seen, found, {field.name for field in fields(kind)} - known.keys())


def _values(game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: dict[str, Any]) -> list[Any]:
    """Return the legal values of an option, its default first."""
    values = legal_values(game, seen, kind, field, known)
    return [field.default, *(value for value in values if value != field.default)]


def _changes(
    game: AnyGame, seen: AnySeen, action: Any, known: dict[str, Any], at: int, values: list[Any]
) -> Asked:
    """Return what an option of an action could be with all that has been picked."""
    kind = type(action)
    field = fields(kind)[at]
    ticked, now = _several(field), getattr(action, field.name)
    others = {name: value for name, value in known.items() if name != field.name}

    def fits(thing: Any) -> bool:
        if thing in now if ticked else thing == now:
            return True
        value = (*(now if field.name in known else ()), thing) if ticked else thing
        return _whole(game, seen, kind, {**others, field.name: value}) is not None

    things = _things(values, ticked=ticked)
    standing = tuple(n for n, thing in things if (thing in now if ticked else thing == now))
    shown = [(n, thing) for n, thing in things if fits(thing)]
    return Asked(at, field, shown, ticked, standing, len(shown))


def _several(field: Field) -> bool:
    """Say whether an option takes any number of named things, to be ticked one by one."""
    return field.many and field.is_name


def _ticked(field: Field, values: Sequence[Any]) -> bool:
    """Say whether several things are ticked one by one, as each can go alone; else whole groups are picked."""
    alone = {value for value in values if _several(field) and len(value) == 1}
    return _several(field) and all((each,) in alone for each in _singles(values))


def _singles(values: Sequence[Any]) -> list[Any]:
    return list(dict.fromkeys(each for value in values for each in value))


def _most(
    game: AnyGame, seen: AnySeen, kind: type[Any], field: Field, known: dict[str, Any], values: Sequence[Any]
) -> int:
    """Return how many things of a list an action takes together, when they are added one by one."""
    taken: tuple[Any, ...] = ()
    for each in _singles(values):
        more = (*taken, each)
        if next(legal(game, seen, kind, {**known, field.name: more}), None) is not None:
            taken = more
    return max([len(taken), *map(len, values)])


def _things(values: Sequence[Any], *, ticked: bool) -> list[tuple[int, Any]]:
    return list(enumerate(_singles(values) if ticked else values))


def _picked(values: Sequence[Any], pick: str, *, ticked: bool) -> Any:
    """Return the value that an index names; several are joined by "+". Nonsense names nothing."""
    things = dict(_things(values, ticked=ticked))
    numbers = [int(part) for part in pick.split("+") if part.isdecimal()]
    if not numbers:
        return None
    return tuple(things[n] for n in numbers if n in things) if ticked else things.get(numbers[0])


def walk(table: Table, seat: Seat, way: Way) -> Page:
    """Ask for the next field that has a choice; at the end show the whole action to be confirmed."""
    game = table.game
    seen = foreseen(table, seat) if way.planned else table.seen(seat)
    kind = kind_of(game, way.name)
    if kind is None:
        return panel(table, seat)
    to = walked(game, seen, way)
    if to.asks is not None:
        return _ask(game, seen, kind, to, to.asks, way.page)
    alone = next((asked for asked in to.more if asked.at + 1 == way.page // OWN), None)
    if alone is not None:
        return _ask(game, seen, kind, to, alone, way.page % OWN)
    return _confirm(game, seen, to)


def foreseen(table: Table, seat: Seat) -> AnySeen:
    """Return how the table will stand, as far as a seat can know, when its plan has been carried out."""
    plan = table.log.plans.get(seat, Plan())
    actions = [intent.action for intent in plan.intents for _ in range(intent.times)] if plan.next else []
    return table.game.foresee(table.seen(seat), actions)


def _ask(game: AnyGame, seen: AnySeen, kind: type[Any], to: Walked, asked: Asked, page: int) -> Page:
    """Ask for one field, a page of its values at a time."""
    text = f"**{spoken(kind)}** {_so_far(game, seen, kind, to.known)}\n{question(asked.field.text)}"
    if not asked.shown:
        return Page(f"{text}\nThere is nothing to choose.", view(_back(to.way)))
    text += _quicker(game, kind, asked)
    return Page(text, view(_select(game, seen, asked, to.way, 0, page), _back(to.way)))


def _quicker(game: AnyGame, kind: type[Any], asked: Asked) -> str:
    """Say that one may type, where a list has several pages."""
    if len(asked.shown) <= MOST:
        return ""
    typed = f"`/{game.key} {verb(kind)}` completes `{asked.field.name}:` as you type"
    return f"\n-# {len(asked.shown)} to choose from; {typed}."


def _so_far(game: AnyGame, seen: AnySeen, kind: type[Any], known: Mapping[str, Any]) -> str:
    named = [field for field in fields(kind) if field.name in known]
    return " · ".join(f"{_named(field)}: {called(game, seen, field, known[field.name])}" for field in named)


def _named(field: Field) -> str:
    """Return the name of an option as one reads it, without the underscore of what is typed."""
    return field.name.replace("_", " ")


def _select(game: AnyGame, seen: AnySeen, asked: Asked, way: Way, row: int, page: int = 0) -> Pick:
    """Make the select of a field; what is picked replaces its pick of the way."""
    field, ticked = asked.field, asked.ticked
    pages = max(1, -(-len(asked.shown) // PAGE)) if len(asked.shown) > MOST else 1
    page = min(page, pages - 1)
    shown = asked.shown if pages == 1 else asked.shown[page * PAGE : (page + 1) * PAGE]
    options = [
        SelectOption(label=_label(game, seen, field, value, ticked)[:100], value=str(n), default=n in asked.now)
        for n, value in shown
    ]
    if page > 0:
        options.append(SelectOption(label="earlier", value="earlier", emoji="⬆️"))
    if page < pages - 1:
        options.append(SelectOption(label="more", value="more", emoji="⬇️"))
    name = _named(field) if field.required else f"{_named(field)} (optional)"
    return Pick(
        f"{way.path('pick')}:{asked.at}",
        options,
        f"{name}: {field.text}",
        least=0 if ticked and not field.required else 1,
        most=max(1, min(asked.most, len(shown))) if ticked else 1,
        row=row,
    )


def _label(game: AnyGame, seen: AnySeen, field: Field, value: Any, several: bool) -> str:
    if several:
        return game.label(seen, field, value)
    if field.many:
        return ", ".join(short(game.label(seen, field, each)) for each in value) or f"{_named(field)}: as usual"
    if isinstance(value, bool):
        return f"{_named(field)}: {'yes' if value else 'no'}"
    if value in ("", 0):
        return f"{_named(field)}: –"
    return game.label(seen, field, value) if field.is_name else str(value)


def _confirm(game: AnyGame, seen: AnySeen, to: Walked) -> Page:
    """Show the whole action with its odds or with what it still lacks, and what could be added."""
    action, way = to.action, to.way
    told = _so_far(game, seen, type(action), given(action))
    text = f"**{spoken(type(action))}** {told}\n-# `/{game.key} {write(game, seen, action)}`"
    lacks = game.judge(seen, action)
    odds = game.odds(seen, action) if lacks is None else None
    if lacks is not None:
        text += f"\n🚫 **Not allowed** · {lacks.cite}\n{sentence(lacks.why)}\n➜ {sentence(lacks.mend)}"
    left = game.undone(seen, action) if lacks is None else ""
    if left:
        text += f"\n⚠️ {sentence(left)} Do you want that all the same?"
    if odds is not None:
        chances = [f"{name} **{percent(chance)}**" for name, chance in odds.chances if chance >= 0.005]
        text += "\n".join(["", odds.title, *filter(None, [" · ".join(chances[:8])])])
        text += "".join(f"\n-# {note}" for note in odds.notes)
    pages = max(1, -(-len(to.more) // ROWS))
    page = way.page % pages
    shown = to.more[page * ROWS : (page + 1) * ROWS]
    items: list[Any] = [_select(game, seen, asked, way, row) for row, asked in enumerate(shown)]
    if lacks is None:
        items.append(
            Press(way.path("act"), "Add to your plan" if way.planned else "Do it", ButtonStyle.success, row=4)
        )
    if pages > 1:
        further = msgspec.structs.replace(way, page=(page + 1) % pages)
        items.append(Press(further.path("more"), f"More options ({page + 1}/{pages})", row=4))
    items.append(_back(way))
    return Page(text, view(*(item for item in items if len(item.custom_id) <= LONGEST_ID)))


def _back(way: Way) -> Press:
    return Press(f"{'plan' if way.planned else 'panel'}:{way.game}", "Start again", row=4)


def way_to(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any], known: Mapping[str, Any]) -> Way:
    """Return the way on which some fields of an action are picked already.

    What must be named is picked up to the first field that is not known; further ones need its choice.
    """
    picks: list[str] = []
    named: dict[str, Any] = {}
    for field in fields(kind):
        if not field.required:
            picks.append("")
        elif field.name in known:
            values = list(legal_values(game, seen, kind, field, named))
            picks.append(_pick(values, known[field.name], ticked=_ticked(field, values)))
            named[field.name] = known[field.name]
        else:
            break
    for at, field in enumerate(fields(kind)[: len(picks)]):
        if not field.required and known.get(field.name, field.default) != field.default:
            values = _values(game, seen, kind, field, named)
            picks[at] = _pick(values, known[field.name], ticked=_several(field))
    return msgspec.structs.replace(way, verb=verb(kind), picks=tuple(picks))


def _pick(values: Sequence[Any], value: Any, *, ticked: bool) -> str:
    """Return the index that names a value, "" for one that is not there."""
    things = _singles(values) if ticked else list(values)
    wanted = value if ticked else (value,)
    return "+".join(str(things.index(each)) for each in wanted if each in things)


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
    return walked(table.game, seen, way).action if kind_of(table.game, way.name) is not None else None
