"""An order in progress: the next field to fill, and at the end its full text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from discord import ButtonStyle, SelectOption

from bot.chat.controls.buttons import Pick, Press
from bot.chat.desk.answers import question, sentence, to_confirm
from bot.chat.desk.draft import RESIGN, Unsure
from bot.chat.desk.order_text import LONGEST, MOST, AnyGame, AnySeen, called, spoken, write
from bot.chat.panel import aside, in_words, piece_page, pieces
from bot.chat.panel.along import along
from bot.chat.panel.changes import better, changes_of, labelled
from bot.chat.panel.page import (
    A_ROW,
    BUTTON,
    ROWS,
    Choice,
    Page,
    Shown,
    buttons,
    faces,
    goal_of,
    laid,
    rows_of,
    select,
    taps,
    tinted,
)
from bot.chat.panel.pieces import at_once, choice, value_called, weighed
from bot.chat.panel.values import one_for_each
from bot.chat.panel.walk import Asked, Walked, led, walked
from bot.chat.panel.way import CAREFUL, EACH, OWN, Way, picked
from bot.kernel.fields import Field, fields
from bot.kernel.game import Sketch, kind_of, verb
from bot.kit.advice import Remark
from bot.kit.commands import command
from bot.kit.english import begun, percent, short
from render import Pick as Tap
from render import Picks

PAGE = 23
"""Options of a select beside "earlier" and "more"; Discord shows 25."""
LISTS = 3
"""How many lists of optional fields are offered at once; Discord shows 5 rows."""
AS_BUTTONS = 15
"""The most choices that all are buttons; of more, only the first are."""
BEST = 10
"""How many of many choices are buttons."""
LAST = "This is the last of the group: a green button gives the order at once."
"""The question for the last piece's own place says that the answer acts."""


def go_on(game: AnyGame, seen: AnySeen, way: Way, first: Sequence[Press] = ()) -> Page | None:
    """Show the pieces' options, ask for the next field, or show the whole order.

    A first page has buttons of its own in place of "Back".
    """
    kind = kind_of(game, way.name)
    if kind is None:
        subject = pieces.subject_of(game, seen, way)
        lone = pieces.lone_order(game, seen, way, subject) if subject is not None else None
        if lone is not None:
            return go_on(game, seen, lone)
        return piece_page.page(game, seen, way, subject) if subject is not None else None
    to = walked(game, seen, way)
    if to.asks is not None:
        return _ask(game, seen, kind, to, to.asks, way.page, first or [_back(way)])
    alone = next((asked for asked in to.more if asked.at + 1 == way.page // OWN), None)
    if alone is not None:
        return _change(game, seen, to, alone, way.page % OWN)
    return _confirm(game, seen, to, first or [_back(way)])


def _ask(
    game: AnyGame, seen: AnySeen, kind: type[Any], to: Walked, asked: Asked, page: int, ends: Sequence[Press]
) -> Page:
    """Ask for one field: its choices in the order of their use, and on the map."""
    text = f"{_so_far(game, seen, kind, to.known)}\n{_question(game, seen, kind, to, asked)}"
    if not asked.shown:
        return Page(f"{text}\nThere is nothing to choose.", laid(ends))
    found = weighed(game, seen, kind, to, asked)
    several = asked.several
    choices = [_choice(game, seen, to, asked, each) for each in found]
    together, too = _together(kind, to, asked) if several else _for_each(to, asked), along(game, seen, to)
    room = A_ROW * (ROWS - rows_of(together, too, [*ends, _careful(to)]))
    most = min(in_words.MOST, room - A_ROW)
    told = _is_told(kind, asked, page) and not _more_come(game, seen, asked, choices)
    if not told and (several or asked.own or not _lacks_options(game, seen, choices[:most], page)):
        most = 0
    best, orders = in_words.green(game, seen, choices[:most])
    choices = [*best, *choices[len(best) :]]
    aims = _only_shown(asked, choices)
    fits = len(choices) <= min(AS_BUTTONS, room - A_ROW * (several or bool(aims)))
    shown = choices if fits else choices[: min(BEST, room - A_ROW)]
    words = {n: remark.words for n, _, remark in found}
    in_order = asked._replace(shown=[(n, value) for n, value, _ in found])
    lists = several or aims or len(shown) < len(choices)
    further = [_select(game, seen, in_order, to.way, page, words)] if lists else []
    path = f"{to.way.path('pick')}:{asked.at}"
    sketch = tinted(choices)
    picks = taps(choices, path if further else "", [each for each in shown if each not in aims])
    last = [*([_careful(to)] if orders else []), *ends]
    text += f" {LAST}" if asked.own is not None and orders else ""
    view = laid(together, buttons(shown), further, buttons(too), last)
    text = "\n".join([text, *in_words.lines(game, seen, orders)]) + _quicker(game, kind, asked)
    cards = faces(choices, path if further else "", shown)
    return Page(text, view, Shown(seen, sketch, picks) if sketch.places else None, faces=cards)


def _is_told(kind: type[Any], asked: Asked, page: int) -> bool:
    """Return whether choices are shown as whole orders, since no options are lost."""
    plain = all(field.required for field in fields(kind)) or asked.own is not None
    return plain and not asked.several and page < CAREFUL


def _more_come(game: AnyGame, seen: AnySeen, asked: Asked, choices: Sequence[Choice]) -> bool:
    """Return whether further pieces could join, each with its own goal."""
    way = Way.read(choices[0].path.split(":")[1:]) if asked.own is not None and choices else None
    return way is not None and bool(along(game, seen, walked(game, seen, way)))


def _lacks_options(game: AnyGame, seen: AnySeen, choices: Sequence[Choice], page: int) -> bool:
    """Return whether each choice completes an order without other options now."""
    read = (Way.read(each.path.split(":")[1:]) for each in choices) if page < CAREFUL else ()
    ways = [way for way in read if way is not None and not way.purpose]
    found = (walked(game, seen, way) for way in ways)
    return bool(ways) and all(to.asks is None and not to.more for to in found)


def _only_shown(asked: Asked, choices: Sequence[Choice]) -> list[Choice]:
    """Return the choices whose places show the order without giving it."""
    return [each for each in choices if each.at_once and each.place] if asked.own is not None else []


def _careful(to: Walked) -> Press:
    """Return the button that shows the same choices with their options."""
    return Press(to.way.careful.path("more"), "With options …")


def _choice(game: AnyGame, seen: AnySeen, to: Walked, asked: Asked, found: tuple[int, Any, Remark]) -> Choice:
    """Return a choice of a field; it acts at once if it needs no second look.

    If several can be picked, others can join the first. An order that does not fit a button is shown first.
    """
    n, value, remark = found
    way = picked(to.way, asked.at, [str(n)])
    label = labelled(game, seen, asked.field, value, asked.ticked)
    face = "" if asked.field.many and not asked.ticked else game.face(seen, asked.field, value)
    first = Choice(way.path("more"), str(n), label, remark.words, remark.mark, remark.place, face=face)
    if asked.several or len(first.told) > BUTTON or not _is_whole(game, seen, way):
        return first
    return first._replace(path=way.path("act"), at_once=True)


def _is_whole(game: AnyGame, seen: AnySeen, way: Way) -> bool:
    """Return whether a way has reached an order that needs no second look."""
    kind = kind_of(game, way.name)
    if way.purpose or kind is None or not all(field.required for field in fields(kind)):
        return False
    action = led(game, seen, way).action
    return action is not None and at_once(game, seen, action)


def _together(kind: type[Any], to: Walked, asked: Asked) -> list[Press]:
    """Return the buttons that pick all there are."""
    return [Press(way.path("more"), label, ButtonStyle.primary) for label, way in all_of(kind, to, asked)]


def all_of(kind: type[Any], to: Walked, asked: Asked) -> list[tuple[str, Way]]:
    """Return the ways that pick everything: with one goal, and with a goal for each."""
    if asked.most < len(asked.shown):
        return []
    way = picked(to.way, asked.at, [str(n) for n, _ in asked.shown])
    called = "Both" if len(asked.shown) == 2 else f"All {len(asked.shown)}"
    each = [
        (f"{called}, each to its own place", picked(way, at, [EACH]))
        for at, field in enumerate(fields(kind))
        if len(asked.shown) > 1 and one_for_each(kind).get(field.name) == asked.field.name
    ]
    return [(called, way), *each]


def _for_each(to: Walked, asked: Asked) -> list[Press]:
    """Return the button that lets each of several pieces have a place of its own."""
    if not asked.group or asked.own is not None:
        return []
    return [Press(picked(to.way, asked.at, [EACH]).path("more"), "Each to its own place", ButtonStyle.primary)]


def _question(game: AnyGame, seen: AnySeen, kind: type[Any], to: Walked, asked: Asked) -> str:
    """Ask for a field; of one piece after another, where each has its own."""
    if asked.own is None:
        return question(_wording(kind, asked.field))
    group = next(field for field in fields(kind) if field.name == asked.group)
    pieces = [short(game.label(seen, group, piece)) for piece in to.known[asked.group]]
    gone = [
        f"{piece}: {value_called(game, seen, asked.field, (own,))}"
        for piece, own in zip(pieces, asked.own, strict=False)
    ]
    return "\n".join([*gone, f"Where does **{pieces[len(asked.own)]}** go?"])


def _wording(kind: type[Any] | None, field: Field) -> str:
    """Return the words of a field, without the typed form for several pieces."""
    typed = kind is not None and field.name in one_for_each(kind)
    return field.text.partition(": ")[0] if typed else field.text


def _change(game: AnyGame, seen: AnySeen, to: Walked, asked: Asked, page: int) -> Page:
    """Ask for an option that has more values than one list shows."""
    kind = type(to.action)
    text = f"{_so_far(game, seen, kind, to.known)}\n{question(asked.field.text)}"
    view = laid([_select(game, seen, asked, to.way, page)], [_back(to.way)])
    return Page(text + _quicker(game, kind, asked), view)


def _quicker(game: AnyGame, kind: type[Any], asked: Asked) -> str:
    """Mention typing if a list has several pages."""
    if len(asked.shown) <= MOST:
        return ""
    typed = f"`/{game.key} {command(game.groups, kind)}` completes `{asked.field.name}:` as you type"
    return f"\n-# {len(asked.shown)} to choose from; {typed}."


def _so_far(game: AnyGame, seen: AnySeen, kind: type[Any], known: Mapping[str, Any]) -> str:
    named = [field for field in fields(kind) if field.name in known]
    return " · ".join([f"**{spoken(kind)}**", *(called(game, seen, field, known[field.name]) for field in named)])


def _select(
    game: AnyGame,
    seen: AnySeen,
    asked: Asked,
    way: Way,
    page: int = 0,
    words: Mapping[int, str] = MappingProxyType({}),
) -> Pick:
    """Return the select of a field; its picks replace those of the way."""
    field, ticked = asked.field, asked.ticked
    pages = max(1, -(-len(asked.shown) // PAGE)) if len(asked.shown) > MOST else 1
    page = min(page % CAREFUL, pages - 1)
    shown = asked.shown if pages == 1 else asked.shown[page * PAGE : (page + 1) * PAGE]
    choices = [
        Choice("", str(n), labelled(game, seen, field, value, ticked), words.get(n, "")) for n, value in shown
    ]
    options = [
        SelectOption(
            label=each.label[:LONGEST],
            value=each.value,
            description=each.besides[:LONGEST] or None,
            default=int(each.value) in asked.now,
        )
        for each in choices
    ]
    if page > 0:
        options.append(SelectOption(label="earlier", value="earlier", emoji="⬆️"))
    if page < pages - 1:
        options.append(SelectOption(label="more", value="more", emoji="⬇️"))
    caption = begun(_wording(kind_of(game, way.name), field)) if asked.own is None else "Another place"
    return Pick(
        f"{way.path('pick')}:{asked.at}",
        options,
        caption if field.required else f"{caption} (optional)",
        least=0 if ticked and not field.required else 1,
        most=max(1, min(asked.most, len(shown))) if ticked else 1,
    )


# The whole order.


def _confirm(game: AnyGame, seen: AnySeen, to: Walked, ends: Sequence[Press]) -> Page:
    """Show the whole order in words with all its facts and possible changes."""
    action, way = to.action, to.way
    lacks = game.judge(seen, action)
    if lacks is None:
        lines = _what_to_know(game, seen, action)
    else:
        lines = [f"🚫 **Not allowed** · {lacks.cite}", sentence(lacks.why), f"➜ {sentence(lacks.mend)}"]
    asks = None
    if lacks is None and not way.purpose and game.undone(seen, action):
        asks = Unsure(seen.seat, action, way.moment)
        lines.append(to_confirm("Do it", _typed(game, seen, action)))
    text = "\n".join([f"**{game.spoken(seen, action)}**", *lines])
    others, goals = _other_goals(game, seen, to)
    too = along(game, seen, to)
    room = ROWS - 1 - len(goals) - bool(too)
    quick, slow = _options(game, seen, to, room)
    a_page = min(LISTS, room - rows_of(quick))
    pages = max(1, -(-len(slow) // max(1, a_page)))
    page = way.page % pages
    lists = slow[page * a_page : (page + 1) * a_page]
    options = [_select(game, seen, asked, way) for asked in lists]
    last = _gives(game, seen, way, action) if lacks is None else []
    if pages > 1:
        further = msgspec.structs.replace(way, page=(page + 1) % pages)
        last.append(Press(further.path("more"), f"More options ({page + 1}/{pages})"))
    changed, more = better(game, seen, to, too, "Do it", A_ROW - len(last) - len(ends)) if last else ([], [])
    text = "\n".join([text, *in_words.lines(game, seen, more)])
    last[1:1] = buttons(changed)
    besides = [] if others else [*taps(too, as_buttons=too).items(), *_places(game, seen, way, lists)]
    shown = _shown(game, seen, to, others, goals, lacks is None, dict(besides))
    return Page(text, laid(goals, buttons(too), quick, options, [*last, *ends]), shown, asks)


def _options(game: AnyGame, seen: AnySeen, to: Walked, rows: int) -> tuple[list[Press], list[Asked]]:
    """Return changes: short options as buttons, and options that need a list."""
    quick: list[Choice] = []
    slow = []
    for asked in to.more:
        changes = changes_of(game, seen, to, asked)
        if len(changes) <= A_ROW - 1 and len(quick) + len(changes) <= A_ROW * (rows - 1):
            quick += changes
        else:
            slow.append(asked)
    return buttons(each._replace(label=begun(each.label)) for each in quick), slow


def _gives(game: AnyGame, seen: AnySeen, way: Way, action: Any) -> list[Press]:
    """Return the buttons that give an order, add it to the plan, or lay it aside."""
    later = aside.add(game, seen, way, action)
    act = Press(way.path("act"), "Add to your plan" if way.planned else "Do it", ButtonStyle.success)
    return [*([] if way.listed else [act]), *([later] if later is not None else [])]


def _typed(game: AnyGame, seen: AnySeen, action: Any) -> str:
    """Return the command that gives an order."""
    name = verb(type(action))
    if name == RESIGN:
        return f"game {name}"
    return f"{game.key} {command(game.groups, type(action))}{write(game, seen, action).removeprefix(name)}"


def _what_to_know(game: AnyGame, seen: AnySeen, action: Any) -> list[str]:
    """Tell the dangers and the odds of an order, and ask about what it leaves undone."""
    lines = [*game.beforehand(seen, action)]
    odds = game.odds(seen, action)
    if odds is not None:
        chances = [f"{name} **{percent(chance)}**" for name, chance in odds.chances if chance >= 0.005]
        lines += [
            odds.title,
            *filter(None, [" · ".join(chances[:8])]),
            *(f"-# {sentence(note)}" for note in odds.notes),
        ]
    left = game.undone(seen, action)
    return [*lines, *([f"⚠️ {sentence(left)} Do it anyway?"] if left else [])]


def _other_goals(game: AnyGame, seen: AnySeen, to: Walked) -> tuple[list[Choice], list[Pick]]:
    """Return alternatives to the last pick, as choices and as a list."""
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
               labelled(game, seen, asks.field, value, asks.ticked), remark)
        for n, value, remark in found
    ]  # fmt: skip
    others = [each for each in choices if each.value.partition(":")[2].split(".")[at] != to.way.picks[at]]
    path = to.way.path("goal")
    return choices, [select(path, others, "Another choice")] if others else []


def _places(game: AnyGame, seen: AnySeen, way: Way, lists: Sequence[Asked]) -> Iterator[tuple[str, Sequence[Tap]]]:
    """Yield places for an option, if only one option asks for a place."""
    of_places = [asked for asked in lists if asked.field.type is game.place and not asked.ticked]
    for asked in of_places if len(of_places) == 1 else ():
        for n, value in asked.shown:
            if value and n not in asked.now:
                label = labelled(game, seen, asked.field, value, several=False)
                yield value, [Tap(f"fs:{way.path('pick')}:{asked.at}", str(n), label)]


def _shown(
    game: AnyGame, seen: AnySeen, to: Walked, choices: Sequence[Choice], goals: Sequence[Pick], legal: bool,
    besides: Picks,
) -> Shown | None:  # fmt: skip
    """Show the order on the map; a tap on its goal gives it, other taps choose again.

    Its goal is the place chosen last, or the end of its way or line. If there is none, `besides` gives other
    meanings of taps.
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
    aim = here[0] if here else goal_of(sketch) if sketch is not None else ""
    if legal and aim and (here or aim not in picks):
        picks[aim] = [Tap(f"fp:{to.way.path('act')}", "", "Do it")]
    sketch = sketch or Sketch(tuple(here))
    return Shown(seen, msgspec.structs.replace(sketch, notes=sketch.notes or tints.notes), picks)


def _leads_to(each: Choice, way: Way) -> bool:
    """Say whether a choice is the one that has been made."""
    return each.value == f"{way.verb}:{'.'.join(way.picks[: each.value.count('.') + 1])}"


def _back(way: Way) -> Press:
    return Press(f"{'plan' if way.planned else 'panel'}:{way.game}", "Start again")
