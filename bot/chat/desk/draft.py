"""The results of an order, computed before they are stored.

A draft has all entries until a person must decide. Standing orders, plans and forced moves answer at once. This
takes much processor time, so it runs in threads. Only the player who acts waits for it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from bot.chat.desk.guard import BROKEN, report, strict
from bot.chat.desk.order_text import AnyGame, AnySeen, Malformed, Misread
from bot.chat.desk.table import AnyEntry, AnyInstruction, Table
from bot.kernel.dice import Dice
from bot.kernel.game import NO_PLANS, By, Outcome, answer, decide, verb, well_formed
from bot.kernel.log import Entry, after, drawn
from bot.kernel.plan import Happened, Plan
from bot.kernel.rule import Refusal, case
from bot.kernel.secret import PUBLIC, Seat, redact, see
from bot.kit.instructions import STANDING, Instruction
from bot.kit.lessons import ASKED, Order, SetDice, Step, asks_for, happened, instead, played, position, root
from bot.kit.lessons import options as lesson_options
from bot.kit.plans import MOST, planned
from bot.titles import lessons

log = logging.getLogger(__name__)

AnyPlan = Plan[Any]
Make = Callable[[AnySeen], Any]
MakePlan = Callable[[AnySeen, AnyPlan], AnyPlan | Misread]
RESIGN = "resign"
APART = (STANDING, RESIGN)
"""Actions of any time that have commands and buttons of their own."""
TOO_LONG = Refusal("FP-plan", f"a plan holds at most {MOST} orders", "wait until some of it is done")
NO_PLAN = "You have no plan."
SAME_PLAN = "That is your plan already."
SAME_ORDERS = "These are your standing orders already."
NOTHING = "That would change nothing, so nothing was done."
NOT_PLANNED = Refusal("FP-plan", "that cannot be part of a plan", "do it now, or when it is possible")


class Stale(Struct, frozen=True):
    """The button belongs to an earlier moment."""


class Unchanged(Struct, frozen=True):
    """The request changes nothing, so nothing was stored."""

    said: str


class Unsure(Struct, frozen=True):
    """The action is legal but leaves something undone, so the player must confirm it."""

    seat: Seat
    action: Any
    moment: int

    def repeats(self, asked: Unsure | None, table: Table) -> bool:
        """Return whether the player was asked this already, and sees the same since."""
        if asked is None or (asked.seat, asked.action) != (self.seat, self.action):
            return False
        return table.is_as_at(asked.moment, self.seat)


class Stopped(Struct, frozen=True):
    """The number of orders that were taken, and why the next order was not."""

    taken: int
    why: Refusal | Misread | Unsure | str


class Draft(NamedTuple):
    """Entries and instructions to be stored, and the state that they lead to."""

    entries: list[AnyEntry]
    state: Any
    instructions: list[AnyInstruction]
    said: str = ""
    """The standing orders in it, as a sentence."""
    stopped: Stopped | None = None
    """The point where a series of orders stopped early."""
    learned: bool = False
    """True if it finishes a lesson."""


def taken(
    table: Table, seat: Seat, make: Make, *, sure: bool = True, asked: Unsure | None = None
) -> Draft | Refusal | Misread | Unsure | Unchanged:
    """Take an action of a person, if it can be read and the rules allow it.

    Unless they are `sure`, they must confirm an action that leaves something undone. They confirm what they were
    `asked` by giving it again.
    """
    drafting = _Drafting(table, table.dice())
    return drafting.take(seat, make, sure=sure, asked=asked) or drafting.drafted


def several(
    table: Table, seat: Seat, makes: Sequence[Make], asked: Unsure | None = None
) -> Draft | Refusal | Misread | Unsure | Unchanged:
    """Take the actions of a person in order, until something unforeseen happens.

    If the first action cannot be taken, the result says why. It alone can confirm what the person was `asked`,
    because the others change the position first.
    """
    drafting = _Drafting(table, table.dice(), seat)
    unchanged = None
    for n, make in enumerate(makes):
        wrong = drafting.startled or drafting.take(seat, make, sure=False, asked=None if n else asked)
        if isinstance(wrong, Unchanged):
            unchanged = wrong
        elif wrong and n == 0 and not isinstance(wrong, str):
            return wrong
        elif wrong:
            return drafting.drafted._replace(stopped=Stopped(n, wrong))
    draft = drafting.drafted
    return draft if draft.entries or draft.instructions or unchanged is None else unchanged


@case("FP-plan")
def plan(
    table: Table, seat: Seat, make: MakePlan, number: str | None = None
) -> Draft | Refusal | Misread | Stale | Unchanged:
    """Replace the plan of a person. An empty plan drops it.

    `number` is the number of the plan that their button showed.
    """
    if number is not None and number != str(table.plan_number(seat)):
        return Stale()
    step = table.step()
    if step is not None:
        return Refusal(ASKED, "a lesson takes one order at a time", step.ask)
    seen, game, before = table.seen(seat), table.game, table.log.plans.get(seat, Plan())
    new = make(seen, before)
    if isinstance(new, Misread):
        return new
    if new == before:
        return Unchanged(SAME_PLAN if before.intents else NO_PLAN)
    if len(new.intents) > MOST:
        return TOO_LONG
    known = game.conditions(seen)
    for intent in new.intents:
        if verb(type(intent.action)) in APART:
            return NOT_PLANNED
        if not set(intent.until) <= known.keys() or not 1 <= intent.times <= MOST:
            return Malformed("a plan cannot wait for that")
    try:
        new = msgspec.structs.replace(
            new, intents=tuple(msgspec.structs.replace(i, action=well_formed(i.action)) for i in new.intents)
        )
    except msgspec.ValidationError as error:
        return Malformed(str(error))
    if new.next is not None and seat in game.prompts(seen):
        refusal = game.judge(seen, new.next.action)
        if refusal is not None:
            return refusal
    drafting = _Drafting(table, table.dice())
    drafting.leave(seat, "person", plan=new)
    return drafting.followed()


def dropped(table: Table, seat: Seat) -> Draft | None:
    """Drop the plan of a seat that another person may take now."""
    if seat not in table.log.plans:
        return None
    drafting = _Drafting(table, table.dice())
    drafting.leave(seat, "person", plan=Plan())
    return drafting.drafted


@case("FP-undo", "FP-orders")
def gone_back(table: Table, seat: Seat, back_to: int) -> Draft:
    """Go back to before an entry.

    Standing orders and plans stay. A plan stops if the undo takes back its moves.
    """
    drafting = _Drafting(table, table.dice())
    drafting.go_back(seat, back_to)
    return drafting.drafted


def opened(table: Table) -> Draft:
    """Set the game up."""
    dice = table.dice()
    agreed = {option.name for option in table.game.scenarios[table.record.scenario].options}
    options = {name: value for name, value in table.record.options.items() if name in agreed}
    lesson = table.lesson
    if lesson is not None:
        options |= lesson_options(table.game, lesson)
        if isinstance(dice, SetDice):
            dice.set(root(lessons(table.record.title), lesson).dice)
    events = tuple(table.game.open(table.record.scenario, options, dice))
    drafting = _Drafting(table, dice)
    drafting.enter(Entry(PUBLIC, "table", None, events, dice.drawn))
    if lesson is not None:
        drafting.enter_all(position(lessons(table.record.title), lesson))
    return drafting.followed()


def moved_by_computer(table: Table) -> Draft | None:
    """Let a computer player move, or react while other players decide.

    Automatic answers come first. After an undo there are none, because players decide again, even with standing
    orders.
    """
    undone = table.log[-1].back_to is not None
    more = None if undone else _automatic(table.game, table.state)
    more = more or _computers_move(table) or _reaction(table)
    if more is None:
        return None
    drafting = _Drafting(table, table.dice())
    if more[0] in table.computers():
        drafting.answer(*more)
        return drafting.followed()
    return drafting.followed() if drafting.answers(*more) else None


def _automatic(game: AnyGame, state: Any, plans: Mapping[Seat, AnyPlan] = NO_PLANS) -> tuple[Seat, By, Any] | None:
    """Return an automatic answer for a seat, or None if it must decide.

    If computing the answer fails, the seat must decide too.
    """
    try:
        return answer(strict(game), state, (), plans)
    except Exception:
        report(f"{game.key}: an automatic answer")
        return None


def _computers_move(table: Table) -> tuple[Seat, By, Any] | None:
    asked = (seat for seat in table.asked() if seat in table.computers())
    return next(((seat, "computer", table.game.play(table.seen(seat))) for seat in asked), None)


def _reaction(table: Table) -> tuple[Seat, By, Any] | None:
    for seat in sorted(table.computers()):
        if (action := table.game.react(table.seen(seat))) is not None:
            return seat, "computer", action
    return None


class _Drafting:
    """A draft in progress: entries, instructions, and the state and plans after them."""

    def __init__(self, table: Table, dice: Dice, watcher: Seat = PUBLIC) -> None:
        """`watcher` is the seat for which `startled` notes unforeseen events."""
        self._watcher = watcher
        self.startled = ""
        self._table = table
        self._game = table.game
        self._dice = dice
        self._entries: list[AnyEntry] = []
        self._instructions: list[AnyInstruction] = []
        self._said = ""
        self._learned = False
        self._state = table.state
        self._plans = dict(table.log.plans)

    def followed(self) -> Draft:
        """Return the draft with all answers that follow at once."""
        while self._game.outcome(self._state) is None:
            more = _automatic(self._game, self._state, self._plans)
            if not (self.answers(*more) if more is not None else self._ends_plan()):
                break
        return self.drafted

    @property
    def drafted(self) -> Draft:
        """The entries and the instructions up to here."""
        return Draft(self._entries, self._state, self._instructions, self._said, learned=self._learned)

    @case("FP-broken")
    def take(
        self, seat: Seat, make: Make, *, sure: bool, asked: Unsure | None
    ) -> Refusal | Misread | Unsure | Unchanged | None:
        """Take an action of a person with all automatic answers.

        Returns the error, or None.
        An action that fails with an exception is refused.
        """
        seen, drawn = see(self._state, seat), self._dice.drawn
        try:
            action = make(seen)
            if isinstance(action, Misread):
                return action
            step = self._step(action)
            wrong = self._off_course(step, seen, action) if step is not None else None
            events = wrong or decide(self._game, self._state, seat, action, self._dice)
            if step is not None and not isinstance(events, Refusal) and not happened(step, events):
                self._dice.drawn = drawn
                events = instead(step)
        except msgspec.ValidationError as error:
            return Malformed(str(error))
        except Exception:
            log.exception("game %s: an order of %s cannot be carried out", self._table.record.id, seat)
            self._dice.drawn = drawn
            return BROKEN
        if isinstance(events, Refusal):
            return events
        if self._dice.drawn == drawn and after(self._game, self._state, events) == self._state:
            return Unchanged(SAME_ORDERS if verb(type(action)) == STANDING else NOTHING)
        question = Unsure(seat, action, self._table.since(seat))
        if not (sure or question.repeats(asked, self._table)) and self._game.undone(seen, action):
            return question
        self._do(seat, "person", action, events)
        self.followed()
        if step is not None:
            self._take_step(step)
        return None

    # A lesson.

    def _step(self, action: Any = None) -> Step | None:
        """Return the step that waits after this draft, and set its dice.

        A player may give up at any step.
        """
        lesson, table = self._table.lesson, self._table
        if lesson is None or (action is not None and verb(type(action)) == RESIGN):
            return None
        taken = table.step_number() + sum(entry.by == "person" for entry in self._entries)
        step = lesson.steps[taken] if taken < len(lesson.steps) else None
        if step is not None and isinstance(self._dice, SetDice):
            self._dice.set(step.dice)
        return step

    @case("FP-lesson")
    def _off_course(self, step: Step, seen: AnySeen, action: Any) -> Refusal | None:
        """Return why an order is not what the step wants: the rules come first."""
        if type(action) not in self._game.actions or asks_for(step, well_formed(action)):
            return None
        return self._game.judge(seen, well_formed(action)) or instead(step)

    def _take_step(self, step: Step) -> None:
        """Give the orders that follow a step, and end the lesson after the last."""
        lesson = self._table.lesson
        assert lesson is not None
        if self._game.outcome(self._state) is None:
            self.enter_all(step.then)
        if self._step() is None:
            self._learned = True
            if self._game.outcome(self._state) is None:
                outcome = Outcome((), f"Lesson {lesson.number} is finished. {lesson.end}")
                events = tuple(self._game.call_off(self._state, outcome, self._dice))
                self.enter(Entry(PUBLIC, "table", None, events, self._dice.drawn))

    def enter_all(self, orders: Iterable[Order]) -> None:
        """Apply the orders that a lesson gives."""
        assert isinstance(self._dice, SetDice)
        for entry in played(self._game, self._state, orders, self._dice):
            self.enter(entry)

    def answer(self, seat: Seat, by: By, action: Any) -> None:
        """Apply an automatic answer. Raises `RuntimeError` if the rules refuse it."""
        events = decide(self._game, self._state, seat, action, self._dice)
        if isinstance(events, Refusal):
            raise RuntimeError(f"game {self._table.record.id}: {by} answered {action!r}: {events}")
        self._do(seat, by, action, events)

    @case("FP-orders")
    def _do(self, seat: Seat, by: By, action: Any, events: tuple[Any, ...]) -> None:
        """Apply an action: a move as an entry, standing orders as an instruction."""
        if verb(type(action)) == STANDING:
            self._said = self._game.spoken(see(self._state, seat), action)
            self.leave(seat, by, action, events)
        else:
            self.enter(Entry(seat, by, action, events, self._dice.drawn))

    def answers(self, seat: Seat, by: By, action: Any) -> bool:
        """Try an automatic answer. If it fails, the seat decides, and its plan stops."""
        drawn = self._dice.drawn
        try:
            self.answer(seat, by, action)
        except Exception:
            report(f"{self._game.key}: an automatic answer", action)
            self._dice.drawn = drawn
            if by != "plan":
                return False
            self.leave(seat, "plan", plan=Plan(self._plans[seat].intents, BROKEN.why))
        return True

    def enter(self, entry: AnyEntry) -> None:
        """Apply an entry, and stop plans whose owners could not foresee its events."""
        before, self._state = self._state, after(self._game, self._state, entry.events)
        self._entries.append(entry)
        if self._watcher and entry.events and not self.startled:
            self.startled = self._game.stops(self._happened(before, entry, self._watcher), Plan())
        plans = planned(self._plans, entry)
        for seat, plan in plans.items() if entry.events else ():
            if plan.next is not None and (why := self._game.stops(self._happened(before, entry, seat), plan)):
                plans[seat] = Plan(plan.intents, why)
        self._change(plans)

    def go_back(self, seat: Seat, back_to: int) -> None:
        """Take back the entries from a number on."""
        log = self._table.log
        entry: AnyEntry = Entry(seat, "person", back_to=back_to, drawn=drawn(log))
        self._state = log.after(back_to)
        self._entries.append(entry)
        self._change(planned(self._plans, entry, (log[n] for n in log.moves if n >= back_to)))

    def leave(
        self, seat: Seat, by: By, action: Any = None, events: tuple[Any, ...] = (), plan: AnyPlan | None = None
    ) -> None:
        """Apply an instruction of a seat."""
        log = self._table.log
        own = [each for each in (*log.instructions.get(seat, ()), *self._instructions) if each.seat == seat]
        number, length = own[-1].number + 1 if own else 1, len(log) + len(self._entries)
        self._instructions.append(Instruction(seat, number, length, by, action, events, plan))
        self._state = after(self._game, self._state, events)
        if plan is not None:
            self._plans[seat] = plan

    def _change(self, plans: Mapping[Seat, AnyPlan]) -> None:
        """Record how plans change after an entry."""
        for seat in {**self._plans, **plans}:
            plan = plans.get(seat, Plan())
            if plan != self._plans.get(seat, Plan()):
                self.leave(seat, "plan", plan=plan)

    def _happened(self, before: Any, entry: AnyEntry, seat: Seat) -> Happened:
        events = tuple(redact(event, seat) for event in entry.events)
        return Happened(entry.seat, see(before, seat), events, see(self._state, seat))

    @case("FP-plan")
    def _ends_plan(self) -> bool:
        """Stop a plan if its owner must decide something other than its next order."""
        for seat in self._game.prompts(see(self._state, PUBLIC)):
            plan: AnyPlan = self._plans.get(seat, Plan())
            if plan.next is not None:
                seen = see(self._state, seat)
                refusal = self._game.judge(seen, plan.next.action)
                if refusal is None:  # The prompts of another seat failed.
                    continue
                said = self._game.spoken(seen, plan.next.action).removesuffix(".")
                why = f"“{said}” is not allowed now: {refusal.why.removeprefix('not now: ')}"
                self.leave(seat, "plan", plan=Plan(plan.intents, why))
                return True
        return False
