"""The panel "Your orders": an order is put together with buttons and lists, which are derived like the commands.

It begins with a piece or with a verb, asks for what is still open, and shows the order in words before it is
given. What can be meant in one way only is one press. `bot.chat.way` tells how far somebody has come.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any

import msgspec
from discord import ButtonStyle, SelectOption
from discord.ui import View

from bot.chat import aside, pieces
from bot.chat.along import along
from bot.chat.answers import question, sentence
from bot.chat.buttons import Pick, Press
from bot.chat.derive import typed
from bot.chat.names import named, side
from bot.chat.order_text import LONGEST, MOST, AnyGame, AnySeen, called, spoken
from bot.chat.page import A_ROW, Choice, Page, Shown, buttons, laid, rows_of, select, taps, tinted
from bot.chat.page import ROWS as ALL_ROWS
from bot.chat.pieces import Subject, at_once, choice, value_called, weighed
from bot.chat.table import Orders, Table
from bot.chat.way import (
    EACH,
    OWN,
    Asked,
    Walked,
    Way,
    after_list,
    eyes,
    first_of,
    led,
    orders,
    picked,
    possible,
    walked,
)
from bot.kernel.fields import Field, fields
from bot.kernel.game import Sketch, kind_of, verb
from bot.kernel.secret import Seat
from bot.kit.advice import Remark, of_odds
from bot.kit.english import percent, short
from render.places import Pick as Tap
from render.places import Picks

PAGE = 23
"""Options of a select that are left for values beside "earlier" and "more"; Discord shows 25."""
ROWS = 3
"""How many lists of optional fields are offered at once; Discord shows 5 rows."""
FEW = 5
"""So many orders stand on one page, each to be given by one press."""
AS_BUTTONS = 15
"""So many choices are buttons; of more the first ones are, and all stand in a list."""
BEST = 10
"""How many of many choices are buttons."""


# What one can do at all.


def panel(table: Table, seat: Seat, done: Any = None) -> Page:
    """Begin: what is asked, and with what one can begin; after an order also how it goes on with others."""
    seen = table.seen(seat)
    prompt = table.game.prompts(seen).get(seat)
    way = Way(table.record.id, len(table.log))
    kinds = possible(table.game, seen)
    if prompt is None:
        waiting = side(table, *table.asked())
        if not waiting:
            return Page("The game is over.", laid())
        besides = " Here is what you may do all the same." if kinds else ""
        text = f"It is not your move: the table waits for {waiting}.{besides}"
        return Page(text, laid(buttons(verbs(table.game, seen, way, kinds)), _always(way)))
    if orders := table.laid_aside(seat):
        return _with_list(table, seat, orders, f"**Your orders, {named(table, seat)}**\n{prompt.text}")
    commands = ", ".join(f"`/{table.game.key} {verb(kind)}`" for kind in kinds if kind in typed(table.game))
    hint = f"\n-# Or type {commands}." if commands else ""
    return begin(table.game, seen, way, kinds, f"**Your orders, {named(table, seat)}**\n{prompt.text}", hint, done)


def _with_list(table: Table, seat: Seat, orders: Orders, head: str) -> Page:
    """Show the orders that are laid aside, and what can be added to them."""
    game, way, seen = table.game, aside.begun(table, seat), after_list(table, seat)
    kinds = possible(game, seen) if seat in game.prompts(seen) else []
    found = pieces.subjects(game, seen, kinds)
    now = [aside.do_all(way, orders), Press(f"panel:{way.game}", "Refresh", emoji="🔄")]
    text = f"{head}\n{aside.told(orders)}"
    return _beginnings(game, seen, way, kinds, found, text, None, now, [aside.changes(way, orders)])


def begin(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], head: str, hint: str = "", done: Any = None
) -> Page:
    """Show all orders where they are few; else the pieces with which one can begin, and the verbs."""
    few = _few(game, seen, way, kinds)
    if few:
        return _whole_orders(game, seen, way, kinds, few, head, hint)
    if len(kinds) == 1 and fields(kinds[0]) and (page := go_on(game, seen, way.to(kinds[0], ()))) is not None:
        return msgspec.structs.replace(page, text=f"{head}\n{page.text}")
    found = pieces.subjects(game, seen, kinds)
    same = pieces.same(game, seen, kinds, done)
    if len(found) == 1 or same is not None:
        return _with_one(game, seen, way, kinds, same or found[0], found, head)
    return _beginnings(game, seen, way, kinds, found, f"{head}{hint}", done, _always(way))


def _with_one(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], now: Subject, found: Sequence[Subject],
    head: str,
) -> Page:  # fmt: skip
    """Show what pieces can do: the only ones, or those that acted last and can go on; others are one tap away."""
    others = [kind for kind in kinds if pieces.begins_otherwise(game, seen, kind, now)]
    if len(found) > 1:  # The others of the map are in a list.
        others = [kind for kind in others if pieces.beginning(game, kind) is None]
    presses = [*buttons(verbs(game, seen, way, others))[: A_ROW - 1], _undo(way)]
    text = f"{head}\n**{pieces.called(game, seen, now)}**"
    rest = [_subject(game, seen, way, each) for each in found if not {*each.pieces} & {*now.pieces}]
    path = way.path("goal")
    lists = [select(path, rest, "Another of your units")] if rest else []
    page = pieces.page(game, seen, way, now, text, lists, presses)
    if page.shown is None:
        return page
    picks = {**taps(rest, path), **page.shown.picks}
    return msgspec.structs.replace(page, shown=msgspec.structs.replace(page.shown, picks=picks))


def _aims(game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]]) -> list[Choice]:
    """Return the places with which an order can begin, such as where to attack."""
    found = []
    for kind in kinds:
        first = first_of(kind)
        to = led(game, seen, way.to(kind, ()))
        if first is None or first.type is not game.place or to.asks is None or to.asks.field != first:
            continue
        for n, value, remark in weighed(game, seen, kind, to, to.asks) if len(to.asks.shown) <= MOST else ():
            called = f"{spoken(kind)}: {value_called(game, seen, first, value)}"
            found.append(choice(picked(to.way, to.asks.at, [str(n)]), called, remark))
    return found


def _beginnings(
    game: AnyGame,
    seen: AnySeen,
    way: Way,
    kinds: Sequence[type[Any]],
    found: Sequence[Subject],
    text: str,
    done: Any,
    always: Sequence[Press],
    lists: Sequence[Pick] = (),
) -> Page:
    """Offer pieces and verbs."""
    again = type(done) if type(done) in kinds else None
    others = [
        button for kind in kinds if kind is again for button in [pieces.rest(game, seen, way, kind)] if button
    ]
    last = [*others, *buttons(verbs(game, seen, way, kinds, again)), *always]
    begun = [_subject(game, seen, way, subject) for subject in found] or _aims(game, seen, way, kinds)
    room = A_ROW * (5 - rows_of(last) - len(lists))
    shown = begun if len(begun) <= room else begun[: room - A_ROW]
    path = way.path("goal")
    further = (
        [select(path, begun, "Which of your units?" if found else "Where?")] if len(begun) > len(shown) else []
    )
    picks = taps(begun, path if further else "", shown)
    view = laid(buttons(shown), further, lists, last)
    return Page(text, view, Shown(seen, tinted(begun), picks) if begun else None)


def _subject(game: AnyGame, seen: AnySeen, way: Way, subject: Subject) -> Choice:
    to = pieces.way_of(game, seen, way, subject)
    return choice(to, pieces.called(game, seen, subject), Remark(place=subject.place))


def verbs(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Iterable[type[Any]], again: type[Any] | None = None
) -> list[Choice]:
    """Return the choices of the actions that can be begun, or begun `again`; some are done at once."""
    found = []
    for kind in kinds:
        done = not fields(kind) and not way.purpose and at_once(game, seen, kind())
        to = way.to(kind, ())
        called = f"{spoken(kind)} again" if kind is again and fields(kind) else spoken(kind)
        found.append(Choice(to.path("act" if done else "more"), to.verb, called, at_once=done))
    return found


def _few(game: AnyGame, seen: AnySeen, way: Way, kinds: Iterable[type[Any]]) -> list[Walked]:
    """Return all orders, where they are few and each says all that there is to say; else none."""
    found: list[Walked] = []
    for kind in kinds:
        asks = led(game, seen, way.to(kind, ())).asks
        if (first_of(kind) is None and fields(kind)) or (asks is not None and asks.several):
            return []
        found += islice(orders(game, seen, way.to(kind, ())), FEW + 1 - len(found))
        if len(found) > FEW:
            return []
    return found if any(fields(type(to.action)) for to in found) or len(found) == 1 else []


def _whole_orders(
    game: AnyGame, seen: AnySeen, way: Way, kinds: Sequence[type[Any]], few: Sequence[Walked], head: str, hint: str
) -> Page:
    """Offer whole orders in words, each to be given by one press; their options by another."""
    told, lines = [], []
    for to in few:
        words, left = of_odds(game.odds(seen, to.action)).words, game.undone(seen, to.action)
        said = filter(None, [game.spoken(seen, to.action), f"{words}." if words else ""])
        alone = [sentence(left)] if left and len(few) == 1 else []
        lines.append(f"- {' '.join([*said, *game.beforehand(seen, to.action), *alone])}")
        done = (not left or len(few) == 1) and not way.purpose
        label = _label_of(game, seen, to)
        told.append(Choice(to.way.path("act" if done else "more"), "", label, words, at_once=done))
    options = buttons(each for kind in kinds for each in _variants(game, seen, way, kind, few))
    sketch = next((each for to in few if (each := game.sketch(seen, to.action)) is not None), None)
    shown = Shown(seen, sketch) if sketch is not None else None
    return Page("\n".join([head, *lines]) + hint, laid(buttons(told), options, _always(way)), shown)


def _variants(game: AnyGame, seen: AnySeen, way: Way, kind: type[Any], few: Sequence[Walked]) -> list[Choice]:
    """Return the ways to orders of a kind with another value of an option, or where these are many to all."""
    if not any(not field.required for field in fields(kind)) or first_of(kind) is None:
        return []
    own = [to for to in few if type(to.action) is kind]
    found = []
    for to in own:
        for asked in walked(game, seen, to.way).more:
            name = spoken(kind) if len(own) == 1 else _label_of(game, seen, to)
            found += [each._replace(label=f"{name}, {each.label}") for each in _changed(game, seen, to, asked)]
    ask = Choice(way.to(kind, ()).path("more"), "", f"{spoken(kind)} …")
    return found if len(found) <= 2 * A_ROW else [ask]


def _label_of(game: AnyGame, seen: AnySeen, to: Walked) -> str:
    """Name a whole order by what has been picked: "Shoot: 2nd Squad"."""
    kind = type(to.action)
    told = [value_called(game, seen, field, to.known[field.name]) for field in fields(kind) if field.required]
    return f"{spoken(kind)}: {', '.join(told)}" if told else spoken(kind)


def _always(way: Way) -> list[Press]:
    return [
        _undo(way),
        Press(f"hint:{way.game}", "Hint", emoji="💡"),
        Press(f"orders:{way.game}", "Standing orders", emoji="📜"),
        Press(f"plan:{way.game}", "Plan", emoji="🗒️"),
        Press(f"panel:{way.game}", "Refresh", emoji="🔄"),
    ]


def _undo(way: Way) -> Press:
    return Press(f"undo:{way.game}:{way.moment}", "Undo", emoji="↩️")


# An order on its way.


def walk(table: Table, seat: Seat, way: Way) -> Page:
    """Go on with an order, or begin again where it leads nowhere."""
    return go_on(table.game, eyes(table, seat, way), way) or panel(table, seat)


def go_on(game: AnyGame, seen: AnySeen, way: Way) -> Page | None:
    """Show what pieces can do, or ask for the next field that has a choice; at the end show the whole order."""
    kind = kind_of(game, way.name)
    if kind is None:
        subject = pieces.subject_of(game, seen, way)
        lone = pieces.lone_order(game, seen, way, subject) if subject is not None else None
        if lone is not None:
            return go_on(game, seen, lone)
        return pieces.page(game, seen, way, subject) if subject is not None else None
    to = walked(game, seen, way)
    if to.asks is not None:
        return _ask(game, seen, kind, to, to.asks, way.page)
    alone = next((asked for asked in to.more if asked.at + 1 == way.page // OWN), None)
    if alone is not None:
        return _change(game, seen, to, alone, way.page % OWN)
    return _confirm(game, seen, to)


def _ask(game: AnyGame, seen: AnySeen, kind: type[Any], to: Walked, asked: Asked, page: int) -> Page:
    """Ask for one field: its choices in the order of their use, and on the map."""
    text = f"**{spoken(kind)}** {_so_far(game, seen, kind, to.known)}\n{_question(game, seen, kind, to, asked)}"
    if not asked.shown:
        return Page(f"{text}\nThere is nothing to choose.", laid([_back(to.way)]))
    found = weighed(game, seen, kind, to, asked)
    several = asked.several
    choices = [_choice(game, seen, to, asked, each) for each in found]
    together, too = _together(to, asked) if several else _for_each(to, asked), along(game, seen, to)
    room = A_ROW * (ALL_ROWS - rows_of(together, too, [_back(to.way)]))
    fits = len(choices) <= min(AS_BUTTONS, room - A_ROW * several)
    shown = choices if fits else choices[: min(BEST, room - A_ROW)]
    words = {n: remark.words for n, _, remark in found}
    in_order = asked._replace(shown=[(n, value) for n, value, _ in found])
    further = [_select(game, seen, in_order, to.way, page, words)] if several or len(shown) < len(choices) else []
    path = f"{to.way.path('pick')}:{asked.at}"
    sketch, picks = tinted(choices), taps(choices, path if further else "", shown)
    view = laid(together, buttons(shown), further, buttons(too), [_back(to.way)])
    text += _quicker(game, kind, asked)
    return Page(text, view, Shown(seen, sketch, picks) if sketch.places else None)


def _choice(game: AnyGame, seen: AnySeen, to: Walked, asked: Asked, found: tuple[int, Any, Remark]) -> Choice:
    """Return one of the choices of a field; one that completes an order without a second look is done at once.

    Where several can be picked, others can go along with the first one.
    """
    n, value, remark = found
    way = picked(to.way, asked.at, [str(n)])
    done = not asked.several and _is_whole(game, seen, way)
    label = _label(game, seen, asked.field, value, asked.ticked)
    path = way.path("act" if done else "more")
    return Choice(path, str(n), label, remark.words, remark.mark, remark.place, at_once=done)


def _is_whole(game: AnyGame, seen: AnySeen, way: Way) -> bool:
    """Say whether a way has come to an order that is given without a second look."""
    kind = kind_of(game, way.name)
    if way.purpose or kind is None or not all(field.required for field in fields(kind)):
        return False
    action = led(game, seen, way).action
    return action is not None and at_once(game, seen, action)


def _together(to: Walked, asked: Asked) -> list[Press]:
    """Return the button that picks all there are, where all go together."""
    if asked.most < len(asked.shown):
        return []
    way = picked(to.way, asked.at, [str(n) for n, _ in asked.shown])
    return [Press(way.path("more"), f"All {len(asked.shown)}", ButtonStyle.primary)]


def _for_each(to: Walked, asked: Asked) -> list[Press]:
    """Return the button that lets each of several pieces have a place of its own."""
    if not asked.group or asked.own is not None:
        return []
    return [Press(picked(to.way, asked.at, [EACH]).path("more"), "Each to its own", ButtonStyle.primary)]


def _question(game: AnyGame, seen: AnySeen, kind: type[Any], to: Walked, asked: Asked) -> str:
    """Ask for a field; of one piece after another, where each has its own."""
    if asked.own is None:
        return question(asked.field.text)
    group = next(field for field in fields(kind) if field.name == asked.group)
    pieces = [short(game.label(seen, group, piece)) for piece in to.known[asked.group]]
    gone = [
        f"{piece}: {value_called(game, seen, asked.field, (own,))}"
        for piece, own in zip(pieces, asked.own, strict=False)
    ]
    return "\n".join([*gone, f"Where does **{pieces[len(asked.own)]}** go?"])


def _change(game: AnyGame, seen: AnySeen, to: Walked, asked: Asked, page: int) -> Page:
    """Ask for an option that has more values than one list shows."""
    kind = type(to.action)
    text = f"**{spoken(kind)}** {_so_far(game, seen, kind, to.known)}\n{question(asked.field.text)}"
    view = laid([_select(game, seen, asked, to.way, page)], [_back(to.way)])
    return Page(text + _quicker(game, kind, asked), view)


def _quicker(game: AnyGame, kind: type[Any], asked: Asked) -> str:
    """Say that one may type, where a list has several pages."""
    if len(asked.shown) <= MOST:
        return ""
    typed = f"`/{game.key} {verb(kind)}` completes `{asked.field.name}:` as you type"
    return f"\n-# {len(asked.shown)} to choose from; {typed}."


def _so_far(game: AnyGame, seen: AnySeen, kind: type[Any], known: Mapping[str, Any]) -> str:
    named = [field for field in fields(kind) if field.name in known]
    return " · ".join(["", *(called(game, seen, field, known[field.name]) for field in named)]).strip()


def _named(field: Field) -> str:
    """Return the name of an option as one reads it, without the underscore of what is typed."""
    return field.name.replace("_", " ")


def _select(
    game: AnyGame,
    seen: AnySeen,
    asked: Asked,
    way: Way,
    page: int = 0,
    words: Mapping[int, str] = MappingProxyType({}),
) -> Pick:
    """Make the select of a field; what is picked replaces its pick of the way."""
    field, ticked = asked.field, asked.ticked
    pages = max(1, -(-len(asked.shown) // PAGE)) if len(asked.shown) > MOST else 1
    page = min(page, pages - 1)
    shown = asked.shown if pages == 1 else asked.shown[page * PAGE : (page + 1) * PAGE]
    options = [
        SelectOption(
            label=_label(game, seen, field, value, ticked)[:LONGEST],
            value=str(n),
            description=words.get(n, "")[:LONGEST] or None,
            default=n in asked.now,
        )
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


# The whole order.


def _confirm(game: AnyGame, seen: AnySeen, to: Walked) -> Page:
    """Show the whole order in words with all that one should know before it, and what could be changed."""
    action, way = to.action, to.way
    lacks = game.judge(seen, action)
    if lacks is None:
        lines = _what_to_know(game, seen, action)
    else:
        lines = [f"🚫 **Not allowed** · {lacks.cite}", sentence(lacks.why), f"➜ {sentence(lacks.mend)}"]
    text = "\n".join([f"**{game.spoken(seen, action)}**", *lines])
    others, goals = _other_goals(game, seen, to)
    too = along(game, seen, to)
    room = ALL_ROWS - 1 - len(goals) - bool(too)
    quick, slow = _options(game, seen, to, room)
    at_once = min(ROWS, room - rows_of(quick))
    pages = max(1, -(-len(slow) // max(1, at_once)))
    page = way.page % pages
    lists = slow[page * at_once : (page + 1) * at_once]
    options = [_select(game, seen, asked, way) for asked in lists]
    last = _gives(game, seen, way, action) if lacks is None else []
    if pages > 1:
        further = msgspec.structs.replace(way, page=(page + 1) % pages)
        last.append(Press(further.path("more"), f"More options ({page + 1}/{pages})"))
    besides = [] if others else [*taps(too, as_buttons=too).items(), *_places(game, seen, way, lists)]
    shown = _shown(game, seen, to, others, goals, lacks is None, dict(besides))
    return Page(text, laid(goals, buttons(too), quick, options, [*last, _back(way)]), shown)


def _options(game: AnyGame, seen: AnySeen, to: Walked, rows: int) -> tuple[list[Press], list[Asked]]:
    """Return what could be changed: the few other values of an option as buttons, and options that need a list."""
    quick: list[Choice] = []
    slow = []
    for asked in to.more:
        changes = _changed(game, seen, to, asked)
        if len(changes) <= A_ROW - 1 and len(quick) + len(changes) <= A_ROW * (rows - 1):
            quick += changes
        else:
            slow.append(asked)
    return buttons(quick), slow


def _changed(game: AnyGame, seen: AnySeen, to: Walked, asked: Asked) -> list[Choice]:
    """Return the ways to the other values of an option; of what is ticked, to one more or one less."""
    found = []
    for n, value in asked.shown:
        if asked.ticked:
            numbers, sign = {*asked.now} ^ {n}, "− " if n in asked.now else "+ "
        else:
            numbers, sign = {n}, ""
        if numbers != {*asked.now}:
            way = picked(
                msgspec.structs.replace(to.way, page=0), asked.at, [str(each) for each in sorted(numbers)]
            )
            called = value_called(game, seen, asked.field, value)
            label = f"{_named(asked.field)}: {sign}{called}" if asked.field.is_name and value else ""
            found.append(Choice(way.path("more"), "", label or _labelled(game, seen, asked.field, value)))
    return found


def _labelled(game: AnyGame, seen: AnySeen, field: Field, value: Any) -> str:
    """Name a value of an option with the option."""
    label, name = _label(game, seen, field, value, several=False), _named(field)
    return label if label.startswith(f"{name}: ") else f"{name}: {label}"


def _gives(game: AnyGame, seen: AnySeen, way: Way, action: Any) -> list[Press]:
    """Return the buttons that give an order, add it to the plan, or lay it aside."""
    later = aside.add(game, seen, way, action)
    act = Press(way.path("act"), "Add to your plan" if way.planned else "Do it", ButtonStyle.success)
    return [*([] if way.listed else [act]), *([later] if later is not None else [])]


def _what_to_know(game: AnyGame, seen: AnySeen, action: Any) -> list[str]:
    """Tell the dangers and the odds of an order, and ask about what it leaves undone."""
    lines = [*game.beforehand(seen, action)]
    odds = game.odds(seen, action)
    if odds is not None:
        chances = [f"{name} **{percent(chance)}**" for name, chance in odds.chances if chance >= 0.005]
        lines += [odds.title, *filter(None, [" · ".join(chances[:8])]), *(f"-# {note}" for note in odds.notes)]
    left = game.undone(seen, action)
    return [*lines, *([f"⚠️ {sentence(left)} Do you want that all the same?"] if left else [])]


def _other_goals(game: AnyGame, seen: AnySeen, to: Walked) -> tuple[list[Choice], list[Pick]]:
    """Return what could have been picked last, for a player who chooses again, and the list of it."""
    kind = type(to.action)
    at = max((n for n, field in enumerate(fields(kind)) if field.required), default=None)
    if at is None or not fields(kind)[at].is_name:
        return [], []
    asks = led(game, seen, msgspec.structs.replace(to.way, picks=to.way.picks[:at])).asks
    if asks is None or asks.several:
        return [], []
    found = weighed(game, seen, kind, to, asks)
    choices = [
        choice(picked(msgspec.structs.replace(to.way, picks=to.way.picks[:at]), at, [str(n)]),
               _label(game, seen, asks.field, value, asks.ticked), remark)
        for n, value, remark in found
    ]  # fmt: skip
    others = [each for each in choices if each.value.partition(":")[2].split(".")[at] != to.way.picks[at]]
    path = to.way.path("goal")
    return choices, [select(path, others, "Another choice")] if others else []


def _places(game: AnyGame, seen: AnySeen, way: Way, lists: Sequence[Asked]) -> Iterator[tuple[str, Sequence[Tap]]]:
    """Yield the places that can be picked for an option, where one alone asks for a place."""
    of_places = [asked for asked in lists if asked.field.type is game.place and not asked.ticked]
    for asked in of_places if len(of_places) == 1 else ():
        for n, value in asked.shown:
            if value and n not in asked.now:
                label = _label(game, seen, asked.field, value, several=False)
                yield value, [Tap(f"fs:{way.path('pick')}:{asked.at}", str(n), label)]


def _shown(
    game: AnyGame, seen: AnySeen, to: Walked, choices: Sequence[Choice], goals: Sequence[Pick], legal: bool,
    besides: Picks,
) -> Shown | None:  # fmt: skip
    """Show the order on the map; a tap on its goal gives it, and a tap on another one chooses again.

    Where it has no goal, `besides` is what else a tap can mean.
    """
    sketch = game.sketch(seen, to.action)
    tints = tinted(choices)
    if sketch is None and not tints.places and besides:
        tints = Sketch(tuple(besides), notes=tuple((place, "") for place in besides))
    if sketch is None and not tints.places:
        return None
    path = to.way.path("goal")
    picks = {**besides, **taps(choices, path if goals else "")}
    here = [each.place for each in choices if each.place and _leads_to(each, to.way)]
    if legal and here:
        picks[here[0]] = [Tap(f"fp:{to.way.path('act')}", "", "Do it")]
    sketch = sketch or Sketch(tuple(here))
    return Shown(seen, msgspec.structs.replace(sketch, notes=sketch.notes or tints.notes), picks)


def _leads_to(each: Choice, way: Way) -> bool:
    """Say whether a choice is the one that has been made."""
    return each.value == f"{way.verb}:{'.'.join(way.picks[: each.value.count('.') + 1])}"


def back(way: Way) -> View:
    """Return the only button of a page that leads nowhere else."""
    return laid([_back(way)])


def _back(way: Way) -> Press:
    return Press(f"{'plan' if way.planned else 'panel'}:{way.game}", "Start again")
