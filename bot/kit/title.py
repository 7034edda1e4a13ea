"""A title: its decisions, sequence of play and texts, as the kernel needs them.

`Title` is a title's table of contents. It is validated when it is built, so an incomplete title does not start.
Examples are a step without a handler, a moment without a decision, an action that is never open, and a decision
without a computer player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Sequence as Series
from dataclasses import KW_ONLY, dataclass
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar, get_args, get_type_hints

from msgspec import Struct

from bot.kernel.dice import Dice
from bot.kernel.fields import Field, fields
from bot.kernel.game import (
    Case,
    Course,
    Effect,
    Luck,
    Odds,
    Options,
    Outcome,
    Prompt,
    Scenario,
    Scene,
    Sketch,
    Told,
    legal,
    verb,
)
from bot.kernel.plan import Happened, Plan
from bot.kernel.profile import Profile
from bot.kernel.rule import Refusal, Wrong, case, judge
from bot.kernel.secret import Seat, Seen
from bot.kit import advice, plans
from bot.kit.advice import Remark
from bot.kit.commands import Group
from bot.kit.data_names import Names
from bot.kit.decisions import At, Decision, Fixed, Verb, Work, needs_its_step, part_of
from bot.kit.english import begun, filled
from bot.kit.instructions import STANDING
from bot.kit.memo import Memo
from bot.kit.plans import PLAIN, Plans
from bot.kit.sequence import Sequence


class Table(Protocol):
    """The fields of a state through which `Title` leads the game."""

    @property
    def steps(self) -> tuple[Any, ...]:
        """The stack of pending steps, the last one on top."""

    @property
    def stage(self) -> int:
        """The stage of the sequence that began last."""

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""


S = TypeVar("S", bound=Table)
A = TypeVar("A")
T = TypeVar("T")
E = TypeVar("E")


ASK = "ask"
"""The group of the commands for questions."""


class Incomplete(Exception):
    """Raised if a title's table of contents lacks something or lists it twice."""


@dataclass(frozen=True)
class Printed:
    """The parts of a title's data files for the lobby, the referee and the host."""

    scenarios: Mapping[str, Scenario]
    cases: Mapping[str, Case]
    problems: Series[object] = ()
    names: Callable[[], Names] = dict
    """Returns the names that a data file may use, for editors."""


@dataclass(frozen=True)
class Words(Generic[S, E]):
    """The texts of a title."""

    _: KW_ONLY
    tell: Callable[[Seen[S], E], str]
    """Describes an event, given the state before it; empty if there is nothing to say."""
    knowing: Callable[[Series[E]], Callable[[Seen[S]], Seen[S]]] = lambda events: lambda seen: seen
    """The view before each event of an order, with all that its reader learns from it."""
    gather: Callable[[list[str]], list[str]] = list
    """Merges lines of one order that report the same thing."""
    run_on: Callable[[list[str]], list[str]] = list
    """Merges neighbouring lines of several orders that report similar things."""
    scene: Callable[[Seen[S], E], Scene | None] = lambda seen, event: None
    """The picture that an event deserves."""
    effects: Callable[[Seen[S], E], Iterable[Effect]] = lambda seen, event: ()
    """The changes that an event makes for the sides, given the state before it."""
    fortune: Callable[[Seen[S], E], Iterable[Luck]] = lambda seen, event: ()
    """The luck of the sides in an event, given the state before it."""
    values: Callable[[Seen[S], Field], Iterable[Any]] = lambda seen, field: field.choices
    """Every value that a field could name at all."""
    topics: Callable[[Seen[S], type[Any], Field], Iterable[Any]] | None = None
    """The values of a question's field that have an answer; by default, all values."""
    label: Callable[[Seen[S], Field, Any], str] = lambda seen, field, value: str(value)
    """The name by which players know a value."""
    face: Callable[[Seen[S], Field, Any], str] = lambda seen, field, value: ""
    """The key of the card's face that a value names.

    It is "" if the value names no card that this viewer may read.
    """
    here: Callable[[Seen[S], str], Iterable[Any]] = lambda seen, place: ()
    """The pieces in a place, as the fields of orders name them."""
    profiles: Callable[[Seen[S], str], Iterable[Profile]] = lambda seen, place: ()
    """The figures of the units in a place, then those of its ground."""
    unplayed: Callable[[Seen[S], str], str] = lambda seen, place: ""
    """The case that bars a printed place from play; "" if none does."""
    status: Callable[[Seen[S], Mapping[Seat, Prompt]], str]
    """The whole situation, with the questions that the seats are asked."""
    hand: Callable[[Seen[S]], str] = lambda seen: ""
    held: Callable[[Seen[S]], str] = lambda seen: ""
    """The open holdings of a seat beside the map."""
    orders: Callable[[Seen[S]], str] = lambda seen: ""
    sides: Callable[[S], Mapping[Seat, str]]
    """The name of each seat's side, as in "wait for the German side"."""
    plans: Plans = PLAIN
    """Conditions that plans may depend on, and events that stop them."""
    searches: Callable[[Seen[S], E], bool] = lambda seen, event: False
    """Whether an event might have revealed a fact that was hidden from this viewer."""
    advice: advice.Advice[S] = advice.NONE
    """The title's own texts about orders before they are given."""
    fights: Callable[[S, Seat], str] | None = None
    """The side of a seat, such as "German", in games whose seats are players.

    By default the name of the seat's side.
    """
    game: str = "game"
    """The word for the game, as in "the battle is over"."""
    about: str = ""
    """The subject of the game in a sentence, for the choice of a title."""
    closed: Callable[[At[S, Any], Any], Wrong | None] = lambda at, action: None
    """Why a closed action can never be taken, or another specific reason.

    If the reason names no remedy, the refusal adds the open action or the awaited player.
    """
    now: Callable[[At[S, Any], Decision[S, E, Any], Any], str] | None = None
    """The present activity, shown when an action is tried at the wrong time.

    By default, the activity of the asked seat.
    """


class Question(Struct, frozen=True, tag_field="ask"):
    """A question of a player; to ask it changes nothing."""


Room = Decision[S, E, Any] | Work[S, E, Any]
Questions = Mapping[type[Struct], Callable[[Seen[Any], Any], Told]]


class Title(Generic[S, A, E]):
    """A title of the house; see `kernel.game.Game` for the contract of each method."""

    _printed: Printed | None = None

    def __init__(
        self, key: str, name: str, *, state: type[S],
        actions: tuple[type[A], ...] = (),
        events: tuple[type[E], ...],
        place: Any,
        printed: Callable[[], Printed],
        set_up: Callable[[Course[S, E], str, Options], None],
        sequence: Sequence[S, E],
        decisions: Series[Decision[S, E, Any]],
        works: Series[Work[S, E, Any]] = (),
        anytime: Series[Verb[S, E, None, Any]] = (),
        evolve: Callable[[S, E], S],
        words: Words[S, E],
        computer: Series[Callable[[Any], A]] | Mapping[Decision[S, E, Any], Callable[[Any], A]],
        advisers: Series[Callable[[Any], A | None]] = (),
        questions: Questions = MappingProxyType({}),
        reacts: Callable[[At[S, Any]], A | None] | None = None,
        gone: Callable[[S, Seat], bool] = lambda state, seat: False,
        ends: Callable[[Course[S, E], Outcome], None] | None = None,
        groups: tuple[Group, ...] = (),
    ) -> None:  # fmt: skip
        """Assemble the parts. Raises `Incomplete` if a part is missing or listed twice.

        `actions` are in the order of the players' menu; by default, in that of the decisions. `advisers` replace
        the computer player if it would give more orders. The computer `reacts` while others are asked. It also
        plays for a seat that is `gone`: its player has resigned, and others of the team fight on. `ends` ends the
        game with an outcome that its players agreed on. Commands of rarer actions are in `groups`.
        """
        self.key, self.name, self.place = key, name, place
        self.state, self.events, self.evolve, self._reacts = state, events, evolve, reacts
        self._speak(words, questions)
        self._read, self._set_up, self._sequence, self._gone, self._ends = printed, set_up, sequence, gone, ends
        rooms: list[Room[S, E]] = [*decisions, *works]
        self._rooms = _once(((room.step, room.part), room) for room in rooms)
        self._verbs = {room: _once((v.action, v) for v in room.verbs) for room in decisions}
        self._verb: Callable[[S, Seat, type[Any]], Verb[S, E, Any, Any] | None] = Memo[S]().keeps(self._open_verb)
        self._computer, self._advisers = _players(decisions, computer), _players(decisions, advisers)
        _complete(state, decisions, self._rooms, self._computer)
        self._list(actions, [v for room in decisions for v in room.verbs], anytime)
        self.groups = _grouped(self.actions, groups)

    def _list(
        self, actions: tuple[type[A], ...], verbs: Series[Verb[Any, Any, Any, Any]],
        anytime: Series[Verb[S, E, None, Any]],
    ) -> None:  # fmt: skip
        """List the actions and the rules, each once."""
        self._anytime = _once((each.action, each) for each in anytime)
        self.anytime: tuple[type[A], ...] = tuple(self._anytime)
        listed = tuple(dict.fromkeys(v.action for v in (*verbs, *anytime)))
        self.actions: tuple[type[A], ...] = actions or listed
        self.rules = tuple(dict.fromkeys(rule for v in (*verbs, *anytime) for rule in v.rules))
        _open(self.actions, verbs, listed)

    def _speak(self, words: Words[S, E], questions: Questions) -> None:
        """Expose the texts that the kernel calls unchanged."""
        self._words, self._answers = words, questions
        self._sides = Memo[S]().keeps(words.sides)
        self._prompts = Memo[S]().keeps(self._ask)
        self._odds: Callable[[S, Seat, A], Odds | None] = Memo[S](most=500).keeps(self._exact)
        self.questions = tuple(questions)
        self.topics = words.topics or (lambda seen, kind, field: words.values(seen, field))
        self.fights = words.fights or (lambda state, seat: seat.title())
        self.tell, self.scene, self.effects, self.fortune = words.tell, words.scene, words.effects, words.fortune
        self.values = words.values
        self.knowing, self.gather, self.run_on = words.knowing, words.gather, words.run_on
        self.hand, self.held, self.orders, self.here = words.hand, words.held, words.orders, words.here
        self.profiles, self.face = words.profiles, words.face
        self.searches, self.threats, self.option = words.searches, words.advice.threats, words.advice.option
        self.rests = words.advice.rests
        self.about = words.about

    # The data files.

    @property
    def printed(self) -> Printed:
        """The data files, read when they are first needed."""
        return self._printed or self.read()

    def read(self) -> Printed:
        """Read the data files again; errors that leave nothing to play propagate."""
        self._printed = self._read()
        return self._printed

    def forget(self) -> None:
        """Drop the data files, so that they are read again when next needed."""
        self._printed = None

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios by their keys."""
        return self.printed.scenarios

    @property
    def cases(self) -> Mapping[str, Case]:
        """The cases of the rulebook by their ids."""
        return self.printed.cases

    @property
    def problems(self) -> Series[object]:
        """The problems in the data files, for the host."""
        return self.printed.problems

    @property
    def names(self) -> Names:
        """The names that a data file may use, such as those of units and hexes."""
        return self.printed.names()

    # The seats to ask.

    def prompts(self, seen: Seen[S]) -> Mapping[Seat, Prompt]:
        """Return the questions that are asked now, by seat."""
        return self._prompts(seen.state)

    def _ask(self, state: S) -> Mapping[Seat, Prompt]:
        """Return the questions for a state, as its reader sees them."""
        prompts = {}
        for seat in self.asked(state):
            at = At(seat, state, state.steps[-1])
            room = self._room(at.step)
            assert isinstance(room, Decision)
            open_now = tuple(verb(v.action) for v in room.verbs if v.open(at))
            prompts[seat] = Prompt(room.question(at), open_now, room.private(at))
        return prompts

    def is_open(self, seen: Seen[S], seat: Seat, kind: type[A]) -> bool:
        """Return whether a seat is asked for actions of a class."""
        found = self._verb(seen.state, seat, kind) if kind not in self._anytime else None
        return found is not None and found.open(At(seat, seen.state, seen.state.steps[-1]))

    def asked(self, state: S) -> tuple[Seat, ...]:
        """Return the seats that must act."""
        if not state.steps or state.outcome is not None:
            return ()
        room = self._room(state.steps[-1])
        return room.asked(state, state.steps[-1]) if isinstance(room, Decision) else ()

    def _room(self, step: Any) -> Room[S, E]:
        return self._rooms[type(step), part_of(step)]

    def _at(self, seen: Seen[S]) -> At[S, Any]:
        return At(seen.seat, seen.state, seen.state.steps[-1] if seen.state.steps else None)

    def _open_verb(self, state: S, seat: Seat, kind: type[Any]) -> Verb[S, E, Any, Any] | None:
        """Return the open verb for an action of a seat; `None` if it is not open."""
        if state.outcome is not None or seat not in self._words.sides(state):
            return None
        if kind in self._anytime:
            return self._anytime[kind]
        room = self._room(state.steps[-1]) if seat in self.asked(state) else None
        return self._verbs[room].get(kind) if isinstance(room, Decision) else None

    # The rules.

    def judge(self, seen: Seen[S], action: A) -> Refusal | None:
        """Return why an action is refused, `None` when it is legal."""
        at = self._at(seen)
        found = self._verb(at.state, at.seat, type(action))
        if found is None or not found.open(at):
            return self._closed(at, action)
        return judge(found.rules, at, action)

    @case("FP-over", "FP-seat")
    def _closed(self, at: At[S, Any], action: A) -> Refusal:
        """Refuse an action that is not open.

        The game is over, the action is for another time, or another seat is asked.
        """
        game, sides = self._words.game, self._words.sides(at.state)
        if at.state.outcome is not None:
            look = "" if type(action) in self._anytime else "look at it with /game board, or "
            return Refusal("FP-over", f"the {game} is over", f"{look}begin a new one with /game new")
        if at.seat not in sides:
            return Refusal("FP-seat", f"you have no seat in this {game}", "take one with /game join")
        listed = self._listed(type(action))
        prompt = self.prompts(at).get(at.seat)
        others = " and ".join(sides[seat] for seat in self.asked(at.state))
        mend = f"open now: {', '.join(prompt.verbs)}" if prompt else f"wait for {others}"
        room = self._room(at.step)
        assert isinstance(room, Decision)
        barred = room.closed(at, action) if prompt else None
        if prompt or type(action) in self._anytime:
            barred = barred or listed.closed(at, action)
        if (wrong := barred or self._words.closed(at, action)) is not None:
            return Refusal(wrong.cite or listed.cite, wrong.why, wrong.mend or mend)
        off = "not now" if prompt else "it is not your move"
        cite = self._cite(room, listed) if prompt else listed.cite
        return Refusal(cite, f"{off}: {listed.when}; {self._now(at, room, action, others)}", mend)

    def _cite(self, room: Decision[S, E, Any], listed: Verb[S, E, Any, Any]) -> str:
        """Return the case of a closed action; among several, that of the open action."""
        places = (verbs[listed.action].cite for verbs in self._verbs.values() if listed.action in verbs)
        if len({*filter(None, places)}) < 2:
            return listed.cite
        return next(filter(None, (self._listed(verb.action).cite for verb in room.verbs)), listed.cite)

    def _now(self, at: At[S, Any], room: Decision[S, E, Any], action: A, others: str) -> str:
        """Return a clause about the present activity, for an action at the wrong time."""
        if self._words.now is not None:
            return self._words.now(at, room, action)
        if at.seat in self.asked(at.state):
            return room.you or f"your side {room.does}"
        return f"now {others} {room.does}"

    def _listed(self, kind: type[Any]) -> Verb[S, E, Any, Any]:
        """Return the first verb of an action in the table of contents."""
        return next(verbs[kind] for verbs in (*self._verbs.values(), self._anytime) if kind in verbs)

    def candidates(self, seen: Seen[S], kind: type[A], fixed: Fixed) -> Iterator[A]:
        """Return actions of a class that might be legal and agree with the fixed fields."""
        at = self._at(seen)
        found = self._verb(at.state, at.seat, kind)
        return found.may_be(at, fixed) if found is not None else iter(())

    # Texts about an order, legal or not, for any seat and for spectators.

    def odds(self, seen: Seen[S], action: A) -> Odds | None:
        """Return the exact odds of an action."""
        return self._odds(seen.state, seen.seat, action)

    def _exact(self, state: S, seat: Seat, action: A) -> Odds | None:
        return self._ahead(Seen(seat, state), action, lambda verb: verb.odds)

    def sketch(self, seen: Seen[S], action: A) -> Sketch | None:
        """Return a sketch of the action for the map."""
        return self._ahead(seen, action, lambda verb: verb.sketch)

    def _ahead(
        self, seen: Seen[S], action: A, part: Callable[[Verb[S, E, Any, Any]], Callable[[At[S, Any], A], T | None]]
    ) -> T | None:
        """Return a verb's answer about an action, even before it is open.

        Returns `None` if the answer depends on the step.
        """
        eyes, kind = self._eyes(seen), type(action)
        found = self._verb(eyes.state, eyes.seat, kind)
        tell = part(found or self._listed(kind))
        if found is None and needs_its_step(tell):
            return None
        return self._of(seen, action, lambda: tell(self._at(eyes), action), None)

    def beforehand(self, seen: Seen[S], action: A) -> Series[str]:
        """Return sentences about the known and further effects of an action."""
        found = self._verb(seen.state, seen.seat, type(action))
        tell = (found or self._listed(type(action))).tells

        def told() -> Series[str]:
            tells = tell(self._at(seen), action) if found is not None or not needs_its_step(tell) else ()
            return [*tells, *self._words.advice.beforehand(seen, action)]

        return self._of(seen, action, told, ())

    def undone(self, seen: Seen[S], action: A) -> str:
        """Return a clause about the duties that a legal action leaves undone."""
        found = self._verb(seen.state, seen.seat, type(action))
        return self._of(seen, action, lambda: found.warns(self._at(seen), action), "") if found is not None else ""

    def button(self, seen: Seen[S], action: A) -> str:
        """Return the label of the button that answers the question.

        If it is "", the button has the name of the verb.
        """
        found = self._verb(seen.state, seen.seat, type(action))
        return self._of(seen, action, lambda: found.button(seen, action), "") if found is not None else ""

    def fewer(self, seen: Seen[S], action: A) -> Series[A]:
        """Return better versions of an order with fewer pieces, the best first."""
        return self._of(seen, action, lambda: self._words.advice.fewer(seen, action), ())

    def spoken(self, seen: Seen[S], action: A) -> str:
        """Return an order as a sentence."""
        said = self._of(seen, action, lambda: self._sentence(seen, action), "")
        return said or self._ordered(seen, action) or advice.spoken(self, seen, action)

    def _sentence(self, seen: Seen[S], action: A) -> str:
        """Return the sentence of an action by its verb; empty if it has none."""
        says = self._listed(type(action)).says
        if callable(says):
            return begun(says(seen, action))
        named = {field.name: field for field in fields(type(action))}
        fill = self._words.advice.fill
        return begun(filled(says, lambda name, *does: fill(seen, named[name], getattr(action, name), *does)))

    def _ordered(self, seen: Seen[S], action: A) -> str:
        """Return the standing orders after this action; "" for any other action."""
        if verb(type(action)) != STANDING or self.judge(seen, action) is not None:
            return ""
        before, now = (
            self.orders(each).split("\n")
            for each in (seen, seen.then(plans.after(self, seen.state, seen.seat, action)))
        )
        changed = [line.removeprefix("- ") for line in now if line not in before]
        return " ".join(changed) or "Your standing orders stay as they are."

    def why(self, seen: Seen[S], action: A) -> str:
        """Return the reason for an action."""
        listed = self._listed(type(action))
        clause = self._of(seen, action, lambda: listed.why(seen, action), "")
        if clause:
            return f"{begun(clause)}."
        chance = advice.hoped(self.odds(seen, action))
        more = listed.besides(seen, action) if chance else ""
        return f"{chance.removesuffix('.')}: {more}." if more else chance

    def weigh(
        self, seen: Seen[S], kind: type[A], known: Fixed, field: Field, values: Series[Any]
    ) -> Series[Remark]:
        """Return a remark for each value of a field."""
        plain = advice.weighed(self, self._words.advice.where, seen, kind, known, field, values)
        told = self._weighed(seen, kind, known, field, values)
        return list(map(advice.together, plain, told)) if told else plain

    def _weighed(
        self, seen: Seen[S], kind: type[A], known: Fixed, field: Field, values: Series[Any]
    ) -> Series[Remark]:
        """Return the title's remarks on values; empty remarks for illegal values."""
        try:
            return self._words.advice.weigh(self._eyes(seen), kind, known, field, values)
        except Exception:
            if len(values) > 1:
                alone = (self._weighed(seen, kind, known, field, (value,)) for value in values)
                return [remark for told in alone for remark in told or (Remark(),)]
            if any(True for value in values for _ in legal(self, seen, kind, {**known, field.name: value})):
                raise
            return ()

    def _of(self, seen: Seen[S], action: A, tell: Callable[[], T], nothing: T) -> T:
        """Return a text about an order; `nothing` if it is illegal and the text fails.

        The text may rely on every rule of the order: its units are on the map, and its seat can see them. If the
        text of a legal order fails, that is a mistake.
        """
        if _names_nothing(action) and self.judge(seen, action) is not None:
            return nothing
        try:
            return tell()
        except Exception:
            if self.judge(seen, action) is None:
                raise
            return nothing

    def _eyes(self, seen: Seen[S]) -> Seen[S]:
        """Return the view for an order; a spectator borrows that of a seat.

        A spectator's state is kept, so the view reveals nothing more.
        """
        sides = self._sides(seen.state)
        if seen.seat in sides or not sides:
            return seen
        return Seen((*self.asked(seen.state), *sides)[0], seen.state)

    def label(self, seen: Seen[S], field: Field, value: Any) -> str:
        """Return the players' name for a value; an unknown name is returned unchanged."""
        try:
            return self._words.label(seen, field, value)
        except LookupError:
            return str(value)

    def unplayed(self, seen: Seen[S], place: str) -> str:
        """Return the case that bars a printed place from play; "" if none does."""
        return self._words.unplayed(seen, place)

    def status(self, seen: Seen[S]) -> str:
        """Describe the whole situation."""
        return self._words.status(seen, self.prompts(seen))

    # The events.

    def blank(self) -> S:
        """Return the state before the first event."""
        return self.state()

    def open(self, scenario: str, options: Options, dice: Dice) -> Series[E]:
        """Set the game up and continue to the first question."""
        play = Course(self.evolve, self.blank(), dice)
        self._set_up(play, scenario, options)
        self._sequence.begin(play, 0)
        self.go_on(play)
        return play.events

    def resolve(self, state: S, seat: Seat, action: A, dice: Dice) -> Series[E]:
        """Resolve a legal action into events, up to the next question."""
        play = Course(self.evolve, state, dice, seat)
        found = self._verb(state, seat, type(action))
        assert found is not None, f"{verb(type(action))} is not open"
        found.resolve(play, state.steps[-1] if state.steps else None, action)
        if type(action) not in self._anytime:
            self.go_on(play)
        return play.events

    def call_off(self, state: S, outcome: Outcome, dice: Dice) -> Series[E]:
        """End the game with an outcome that its players agreed on."""
        assert self._ends is not None, f"nothing ends {self.name} before its time"
        play = Course(self.evolve, state, dice)
        self._ends(play, outcome)
        return play.events

    def go_on(self, play: Course[S, E]) -> None:
        """Continue until a seat must be asked or the game is over."""
        while play.state.outcome is None:
            if not play.state.steps:
                self._sequence.begin(play, self._sequence.after(play.state, play.state.stage))
                continue
            step = play.state.steps[-1]
            if self._room(step).go(play, step):
                return

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended."""
        return state.outcome

    # Automatic answers.

    def answer(self, seen: Seen[S]) -> A | None:
        """Return the answer of a seat's standing orders.

        The computer answers for a seat that is gone.
        """
        if seen.seat not in self.asked(seen.state):
            return None
        if self._gone(seen.state, seen.seat):
            return self.play(seen)
        at = self._at(seen)
        room = self._room(at.step)
        return room.standing(at) if isinstance(room, Decision) else None

    def play(self, seen: Seen[S]) -> A:
        """Return the computer player's action."""
        action = self._asked_of(self._computer, seen)
        assert action is not None, "the computer player answers at every decision"
        return action

    def advise(self, seen: Seen[S]) -> A:
        """Return the advised action for a player."""
        return self._asked_of(self._advisers, seen) or self.play(seen)

    def _asked_of(
        self, players: Mapping[tuple[type[Any], str], Callable[[Any], A | None]], seen: Seen[S]
    ) -> A | None:
        """Return the action of the player that answers this decision; `None` if none does."""
        at = self._at(seen)
        room = self._room(at.step)
        assert isinstance(room, Decision)
        player = players.get((room.step, room.part))
        return player(At(at.seat, at.state, at.step, room)) if player is not None else None

    def react(self, seen: Seen[S]) -> A | None:
        """Return the computer player's action while others are asked; `None` to wait."""
        busy = seen.state.outcome is not None or seen.seat in self.asked(seen.state)
        return None if busy or self._reacts is None else self._reacts(self._at(seen))

    def conditions(self, seen: Seen[S]) -> Mapping[str, str]:
        """Return the conditions that a plan may depend on."""
        return plans.conditions(self._words.plans)

    def stops(self, happened: Happened, plan: Plan[A]) -> str:
        """Return the reason why a plan stops after an event; empty if it continues."""
        return plans.stops(self._words.plans, happened, plan)

    def foresee(self, seen: Seen[S], actions: Iterable[A]) -> Seen[S]:
        """Return the expected table after these actions of the seat."""
        return plans.foreseen(self, self._words.plans, seen, actions)

    def ask(self, seen: Seen[S], question: Any) -> Told:
        """Answer a question."""
        return self._answers[type(question)](seen, question)


K = TypeVar("K")
V = TypeVar("V")


def _names_nothing(action: Any) -> bool:
    """Return whether an order leaves out a name that it needs."""
    named = (getattr(action, field.name) for field in fields(type(action)) if field.required and field.is_name)
    return not all(value and all(value) for value in named)  # All letters of a name are true, too.


def _once(pairs: Iterable[tuple[K, V]]) -> dict[K, V]:
    """Return a mapping. Raises `Incomplete` for a duplicate key."""
    found: dict[K, V] = {}
    for key, value in pairs:
        if key in found:
            raise Incomplete(f"{key} is listed twice")
        found[key] = value
    return found


def _players(
    decisions: Series[Decision[Any, Any, Any]],
    computer: Series[Callable[[Any], A]] | Mapping[Decision[Any, Any, Any], Callable[[Any], A]],
) -> dict[tuple[type[Any], str], Callable[[Any], A]]:
    """Return the computer player's answers by step and moment.

    An answer in a list serves all moments of its step.
    """
    if isinstance(computer, Mapping):
        return {(room.step, room.part): player for room, player in computer.items()}
    by_step = _once((_step_of(player), player) for player in computer)
    return {(room.step, room.part): by_step[room.step] for room in decisions if room.step in by_step}


def _step_of(player: Callable[..., Any]) -> type[Any]:
    """Return the step that a computer player answers: its first parameter's type."""
    hints = get_type_hints(player)
    hints.pop("return", None)
    step: type[Any] = get_args(next(iter(hints.values())))[-1]
    return step


def _open(actions: Series[type[Any]], verbs: Series[Verb[Any, Any, Any, Any]], listed: Series[type[Any]]) -> None:
    """Raise `Incomplete` for an action that is never open or lacks `when` or `cite`."""
    for each in {v.action: v for v in reversed(verbs)}.values():
        if not each.when or not each.cite:
            raise Incomplete(f"nothing says when {verb(each.action)} is open")
    if unlisted := [each for each in listed if each not in actions]:
        raise Incomplete(f"not among the title's actions: {', '.join(map(verb, unlisted))}")
    if astray := [each for each in actions if each not in listed]:
        raise Incomplete(f"open at no decision: {', '.join(map(verb, astray))}")


def _complete(
    state: type[Any],
    decisions: Series[Decision[Any, Any, Any]],
    rooms: Mapping[tuple[type[Any], str], object],
    computer: Mapping[tuple[type[Any], str], object],
) -> None:
    """Raise `Incomplete` for a step without a handler or a decision without an answer."""
    (steps, *_) = get_args(get_type_hints(state)["steps"])
    for step in get_args(steps) or (steps,):
        field = getattr(step, "PART", "")
        parts = get_args(get_type_hints(step)[field]) if field else ("",)
        missing = [part for part in parts if (step, part) not in rooms]
        if missing:
            raise Incomplete(f"nothing handles {step.__name__} {' '.join(missing)}")
    for room in decisions:
        if (room.step, room.part) not in computer:
            raise Incomplete(f"the computer player cannot answer {room.step.__name__}")
        if not room.verbs:
            raise Incomplete(f"nothing is open at {room.step.__name__} {room.part}")


def _grouped(actions: Series[type[Any]], groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Return the groups of commands.

    Raises `Incomplete` for a name or an action that is listed twice, or for an unknown action.
    """
    listed = [action for group in groups for action in group.actions]
    _once((action, action) for action in listed)
    _once((name, name) for name in (*map(verb, actions), ASK, *(group.name for group in groups)))
    if missing := set(listed) - set(actions):
        raise Incomplete(f"groups of commands name unknown actions: {missing}")
    return groups
