"""The story of the log for a reader: sentences, and scenes worth a picture.

An entry has an account for the public, for the acting seat, and for each seat with another view. Posts, letters,
answers and the log are cut from these accounts.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import msgspec
from msgspec import Struct

from bot.chat.desk.guard import UNTOLD, report
from bot.chat.desk.names import side
from bot.chat.desk.order_text import AnySeen, intended, write
from bot.chat.desk.recent import remember
from bot.chat.desk.table import AnyEntry, AnyInstruction, Table
from bot.kernel.game import Effect, Scene
from bot.kernel.log import live
from bot.kernel.secret import PUBLIC, Seat, redact, see
from bot.kit.effects import outcome_line
from bot.kit.english import sentences
from bot.kit.events import advised

TIP = "> "
"""How the line of a tip begins."""
SMALL = (TIP, "-# ")
"""How lines begin that report no event: tips and small print."""
SHORT = 3
"""The number of lines of a story that a reader sees at a glance."""
FIRST = re.compile(r".{,120}?[.!?](?= |$)")
"""The first sentence of a line, if it is short."""


UNDESCRIBED = """\
⚠️ Move {n} cannot be described in words: the map and `/game status` show the result. \
The host finds the reason in the bot's log.\
"""


class Moment(Struct, frozen=True):
    """A scene, and the table as the reader saw it right after."""

    scene: Scene
    seen: AnySeen
    line: str = ""
    """The first line of the report of its event."""


class Told(Struct, frozen=True):
    """An entry as a reader sees it: its events, and a text for each.

    Its moments are the public's if the seat sees no difference.
    """

    events: tuple[Any, ...]
    texts: tuple[str, ...]
    moments: tuple[Moment, ...]
    effects: tuple[Effect, ...] = ()
    ending: str = ""
    """The line that says that the game is over."""
    gather: Callable[[list[str]], list[str]] = list

    @property
    def lines(self) -> list[str]:
        """The lines of all that there is to say."""
        return self.gather([line for text in self.texts if text for line in text.split("\n")])


class Narrative(Struct, frozen=True):
    """A stretch of the log as somebody reads it."""

    lines: tuple[str, ...]
    moments: tuple[Moment, ...]
    seen: AnySeen
    result: str = ""
    """The changes for the reader, in one line."""
    ending: str = ""
    """The line that says that the game is over; "" while it continues."""

    @property
    def outcome(self) -> str:
        """The outcome in one line in bold: the changes, or the last news of a long story.

        It is "" for a short story without changes.
        """
        told = self.result or (self._last_news if len(self.news.split("\n")) > SHORT else "")
        return f"**{told}**" if told else ""

    @property
    def _last_news(self) -> str:
        """The last phase that began or ended, else the last line that reports an event."""
        phases = [moment.line for moment in self.moments if moment.scene.kind == "phase"]
        lines = [line for line in phases if line and line != self.ending and not line.startswith(SMALL)]
        lines = lines or [line for line in self.story if not line.startswith(SMALL)]
        found = FIRST.match(lines[-1].replace("**", "")) if lines else None
        return found[0] if found else ""

    @property
    def story(self) -> list[str]:
        """The lines without that of the end, which the headline repeats."""
        return [line for line in self.lines if not self.ending or line != self.ending]

    @property
    def news(self) -> str:
        """The events without small print; small print alone is shown in full size.

        Only the last tip is kept, for the present question.
        """
        last = self.tip
        lines = [line for line in self.story if line == last or not line.startswith(TIP)]
        news = [line for line in lines if not line.startswith("-# ")]
        told = news if news != [last] else [line.removeprefix("-# ") for line in lines]
        return "\n".join(counted(told or [line.removeprefix("-# ") for line in lines]))

    @property
    def tip(self) -> str:
        """The last tip of a learning game, "" without tips."""
        return next((line for line in reversed(self.lines) if line.startswith(TIP)), "")

    @property
    def turns(self) -> bool:
        """Whether a phase of the game has begun or ended."""
        return any(moment.scene.kind == "phase" for moment in self.moments)


def counted(lines: Iterable[str]) -> list[str]:
    """Tell a line that is repeated at once a single time, with how often."""
    same = ((line, len(list(group))) for line, group in groupby(lines))
    return [line if times == 1 else _several(line, times) for line, times in same]


def _several(line: str, times: int) -> str:
    """Report a repeated line with its count: "loses 2 regulars", or "(twice)"."""
    counted = re.sub(r"\ban? (\w+)\.$", rf"{times} \1s.", line)
    often = "twice" if times == 2 else f"{times} times"
    return counted if counted != line else f"{line.removesuffix('.')} ({often})."


def narrative(table: Table, first: int, last: int, seat: Seat = PUBLIC) -> Narrative:
    """Report the entries from `first` to `last`.

    Moves undone within this range are left out.
    """
    log, left = table.log, table.log.instructions.get(seat, ())
    lines: list[str] = []
    moments: list[Moment] = []
    effects: list[Effect] = []
    ending = ""
    for n in range(first, last + 1):
        entry = log[n]
        if entry.back_to is not None:
            lines.append(f"↩️ {sentences(_gone_back(table, n, entry.back_to, first))}.")
        elif _is_told(table, n, last):
            told = tell(table, n, seat)
            lines += told.lines
            moments += told.moments
            effects += told.effects
            ending = told.ending
        lines += [line for each in left if each.entries == n + 1 for line in stopped(table, each)]
    seen = see(log.after(last + 1), seat)
    readers = {"", *_readers(table, seen)}
    lines = [line for line in lines if advised(line) in readers]
    result = result_of(table, seen, effects) if first else ""  # The opening only sets pieces up.
    return Narrative(tuple(table.game.run_on(lines)), tuple(moments), seen, result, ending)


def _readers(table: Table, seen: AnySeen) -> Iterator[str]:
    """Yield the sides whose tips a reader gets.

    A player gets tips for the own side; the public gets those for all sides that people play.
    """
    seats = [seen.seat] if seen.seat else set(table.sides) - table.computers()
    yield from (table.game.fights(seen.state, seat) for seat in seats)


def result_of(table: Table, seen: AnySeen, effects: Sequence[Effect]) -> str:
    """Say in one line what changed for a reader."""
    sides = [table.game.fights(seen.state, seat) for seat in table.sides]
    side = table.game.fights(seen.state, seen.seat) if seen.seat else ""
    return outcome_line(effects, side, alone=sides.count(side) == 1)


def _gone_back(table: Table, n: int, back_to: int, first: int) -> str:
    """Report that a seat undoes its move, or that the game goes back several moves."""
    own = table.log[n].seat
    if any(each.chosen and each.plan is None and each.seat != own for each in table.log[back_to:n]):
        return f"the game goes back to before move {back_to}"
    what = "takes a move back" if back_to >= first else f"goes back to before move {back_to}"
    return f"{side(table, own)} {what}"


def stopped(table: Table, left: AnyInstruction) -> list[str]:
    """Report a stopped plan to its owner; [] for other instructions."""
    plan = left.plan
    if plan is None or not plan.stopped:
        return []
    seen = see(table.log.after(left.entries), left.seat)
    orders = "; ".join(intended(table.game, seen, plan.intents))
    return [f"🗒️ **Your plan has stopped:** {plan.stopped}. Remaining orders: {orders}."]


def remembered(table: Table, left: AnyInstruction) -> list[str]:
    """Report a seat's own instruction; [] if the table only carried out a plan."""
    if left.plan is None:
        return [f"You give standing orders: {write(table.game, table.seen(left.seat), left.action)}."]
    if left.by == "person":
        return ["You leave a plan." if left.plan.intents else "You drop your plan."]
    return stopped(table, left)


def closes_lesson(table: Table, n: int) -> bool:
    """Return whether an entry only ends a lesson, which is no end of a battle."""
    return table.lesson is not None and n > 0 and table.log[n].by == "table"


def _is_told(table: Table, n: int, last: int) -> bool:
    """Return whether a range that ends with `last` reports the events of an entry."""
    entry = table.log[n]
    left = entry.back_to is not None or entry.plan is not None or closes_lesson(table, n)
    return not left and not _taken_back_by(table.log, n, last)


def _taken_back_by(log: Sequence[AnyEntry], n: int, last: int) -> bool:
    return any(entry.back_to is not None and entry.back_to <= n for entry in log[n + 1 : last + 1])


KEPT = 24
"""How many tellings of a table are kept."""


def tell(table: Table, n: int, seat: Seat) -> Told:
    """Tell one entry for one pair of eyes."""
    kept: OrderedDict[tuple[int, Seat], Told] = table.told
    told = kept.get((n, seat))
    if told is None:
        told = _tell_in_any_case(table, n, seat)
        remember(kept, (n, seat), told, KEPT)
    return told


def _tell_in_any_case(table: Table, n: int, seat: Seat) -> Told:
    """Tell one entry, and say so if some of it or all of it cannot be described."""
    try:
        told = _tell(table, n, seat)
    except Exception:
        report(f"{table.game.key}: a whole entry")
        events = tuple(redact(event, seat) for event in table.log[n].events)
        told = Told(events, tuple(UNTOLD for _ in events), ())
    if UNTOLD not in told.texts:
        return told
    first = told.texts.index(UNTOLD)
    texts = [UNDESCRIBED.format(n=n) if at == first else text for at, text in enumerate(told.texts)]
    return msgspec.structs.replace(told, texts=tuple("" if text == UNTOLD else text for text in texts))


def _tell(table: Table, n: int, seat: Seat) -> Told:
    """Ask the title only about events that differ for the seat, or for the actor."""
    game, entry = table.game, table.log[n]
    shown = tuple(redact(event, seat) for event in entry.events)
    public = tell(table, n, PUBLIC) if seat != PUBLIC else None
    if public is not None and shown == public.events and seat != entry.seat:
        return public
    seen, knowing = see(table.log.after(n), seat), game.knowing(shown)
    texts: list[str] = []
    moments: list[Moment] = []
    effects: list[Effect] = []
    ending = ""
    for at, event in enumerate(shown):
        alike = public is not None and event == public.events[at] and seat != entry.seat
        texts.append(public.texts[at] if public is not None and alike else game.tell(knowing(seen), event))
        scene = game.scene(seen, event)
        effects += game.effects(knowing(seen), event)
        before, seen = seen, _next(table, n, seen, event)
        if scene is not None:
            moments.append(Moment(scene, seen, texts[-1].partition("\n")[0]))
        if game.outcome(before.state) is None and game.outcome(seen.state) is not None:
            ending = texts[-1].partition("\n")[0]
    return Told(shown, tuple(texts), tuple(moments), tuple(effects), ending, game.gather)


def public_events(table: Table) -> Iterator[tuple[AnySeen, Any]]:
    """Yield public events with the views before them, without undone moves."""
    seen, after = see(table.log.after(1), PUBLIC), 1
    for n in live(table.log):
        if n == 0:
            continue
        seen = seen if n == after else see(table.log.after(n), PUBLIC)
        for event in redact(table.log[n].events, PUBLIC):
            yield seen, event
            seen = _next(table, n, seen, event)
        after = n + 1


def tell_all(table: Table, n: int) -> list[str]:
    """Tell one entry with all that was hidden; nothing until the game is over."""
    game, events, seen = table.game, table.log[n].events, table.unveiled(n)
    if seen is None:
        return []
    knowing, texts = game.knowing(events), list[str]()
    for event in events:
        texts.append(game.tell(knowing(seen), event))
        seen = seen.then(game.evolve(seen.state, event))
    return Told(events, tuple(texts), (), gather=game.gather).lines


def _next(table: Table, n: int, seen: AnySeen, event: Any) -> AnySeen:
    """Return the view after an event.

    It is computed from the view before and the visible event, which equals a view of the new state. Only the
    opening makes secrets out of nothing, which must be taken away.
    """
    after = table.game.evolve(seen.state, event)
    return seen.then(after) if n else see(after, seen.seat)


def landmarks(table: Table) -> list[tuple[int, str]]:
    """Return the public phases of a game: the move before each, and its name."""
    until, found = table.surveyed
    if until < len(table.log):
        found = {**found, **dict(_landmarks(table, until))}
        table.surveyed = (len(table.log), found)
    return [(n, found[n]) for n in live(table.log) if n in found]


def _landmarks(table: Table, first: int) -> Iterator[tuple[int, str]]:
    """Yield phases that begin or end from `first` on; the last of an entry counts."""
    seen = see(table.log.after(first), PUBLIC)
    for n in range(first, len(table.log)):
        entry = table.log[n]
        if entry.back_to is not None:
            seen = see(table.log.after(n + 1), PUBLIC)
        for event in redact(entry.events, PUBLIC):
            scene = table.game.scene(seen, event)
            if scene is not None and scene.kind == "phase":
                yield n, scene.title
            seen = _next(table, n, seen, event)


def private_lines(table: Table, first: int, last: int, seat: Seat) -> list[str]:
    """Return the lines of a range that a seat reads and the public does not."""
    told = (n for n in range(first, last + 1) if _is_told(table, n, last))
    if seat not in table.log.instructions and all(tell(table, n, seat) is tell(table, n, PUBLIC) for n in told):
        return []
    public = set(narrative(table, first, last).lines)
    return [line for line in narrative(table, first, last, seat).lines if line not in public]
