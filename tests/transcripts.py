"""Transcripts of typed orders and answers: read, played, compared, and rewritten.

The `transcripts/README.md` of each title describes their format. `TRANSCRIPTS=accept pytest ...` writes down the
present answers, and rolls dice for unscripted draws. Read the result before you commit it.
"""

from __future__ import annotations

import difflib
import os
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from bot.chat.desk import order_reading, order_text
from bot.chat.desk.order_text import Malformed, Misread
from bot.kernel.dice import Dice, Roll, SeededDice
from bot.kernel.game import Course, answer, decide
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, redact, see
from bot.kit.advice import Adviser
from bot.kit.decisions import Decision, part_of
from bot.kit.sequence import Sequence as Order
from bot.kit.title import Title
from tests.losses import untold
from tests.scripted import ScriptedDice, Unscripted

S = TypeVar("S", bound=Struct)

ACCEPTING = os.environ.get("TRANSCRIPTS") == "accept"
LOTS = 1000
"""Dice with at least this number of sides are lots, which only order things."""
SKIP = "..."
SMALL = "-# "
"""Small print: the parts of each dice number.

It is shown in steps that show some of it.
"""


class Board(Protocol):
    """A title, as transcripts ask about it."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats at the table."""

    def set_up(self, lines: Sequence[str]) -> Any:
        """Return the position that the lines of a set-up describe."""

    def game(self) -> Adviser[Any, Any, Any]:
        """Return the title, with its data as the set-up has laid them."""

    def begin(self, state: Any, stage: str, dice: Dice) -> tuple[Any, Sequence[Any]]:
        """Begin a stage of the sequence of play: the state without steps, and the events."""

    def facts(self, state: Any) -> Iterable[str]:
        """Yield all that there is to see, a line each, with nothing hidden."""


@dataclass
class Step:
    """A typed line, the dice, and the answer."""

    line: int
    typed: str
    body: list[str] = field(default_factory=list)

    @property
    def script(self) -> list[str]:
        """The lines of dice."""
        return [line for line in self.body if line.startswith("! ")]


@dataclass
class Transcript:
    """A file: the cases that it proves, the lines of its set-up, its steps."""

    path: Path
    head: list[str]
    setup: list[str]
    steps: list[Step]

    @property
    def cases(self) -> list[str]:
        """The ids in the heading: words such as "TRAP-1" or "1.2".

        A T-80 is none.
        """
        heading = " ".join(line for line in self.head if line[:1] == "#")
        return re.findall(r"(?<!\S)(?:[A-Z]{1,4}-(?!\d+s?(?!\w|\.\w))|\d+\.\d)(?:[\w.-]*\w)?", heading)

    def said(self) -> Iterator[str]:
        """Yield the lines with which the referee answered."""
        for step in self.steps:
            for line in step.body:
                if line and line[0] not in "!?=#(" and not line.endswith("..."):
                    yield line


def printed_again(some: Iterable[Transcript]) -> Iterator[str]:
    """Yield the rolls that are printed more often than they fell."""
    for each in some:
        for step in each.steps:
            fell = Counter(line.partition(" = ")[2].strip() for line in step.script)
            answered = "\n".join(line for line in step.body if not line.startswith(("!", "#")))
            told = Counter(
                roll.strip()
                for roll in re.findall(r"🎲 ([\d ]*\d)", answered.replace("**", "").replace(" + ", " "))
            )
            yield from (f"{each.path.name}:{step.line}: {roll}" for roll in told - fell)


def begin(
    title: Title[Any, Any, Any], sequence: Order[Any, Any], state: S, stage: str, dice: Dice
) -> tuple[S, list[Any]]:
    """Begin a stage of the sequence of play: the state without steps, and the events."""
    state = replace(state, steps=())
    play: Course[Any, Any] = Course(title.evolve, state, dice)
    sequence.begin(play, [each.name for each in sequence.stages].index(stage))
    title.go_on(play)
    return state, play.events


def of(folder: Path) -> list[Transcript]:
    """Read the transcripts of a title's tests."""
    return [read(file) for file in sorted((folder / "transcripts").glob("*.txt"))]


def read(path: Path) -> Transcript:
    """Read a transcript."""
    transcript = Transcript(path, [], [], [])
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith(("> ", "scenario ", "begin ")):
            transcript.steps.append(Step(number, line))
        elif transcript.steps:
            transcript.steps[-1].body.append(line)
        else:
            transcript.head.append(line)
            if line and not line.startswith("#"):
                transcript.setup.append(line)
    return transcript


class Script(ScriptedDice):
    """Scripted dice with a record of their draws; when accepting they roll the rest."""

    def __init__(self, lines: Sequence[str], seed: str) -> None:
        super().__init__([faces for _, faces in map(_dice, lines)])
        self.fallen: list[Roll] = []
        self._spare = SeededDice(seed.encode())

    def roll(self, purpose: str, dice: int, sides: int = 6) -> Roll:
        """Hand out the next scripted draw."""
        try:
            roll = super().roll(purpose, dice, sides)
        except Unscripted:
            if not ACCEPTING:
                raise
            faces = tuple(range(1, dice + 1)) if sides >= LOTS else self._spare.roll(purpose, dice, sides).faces
            roll = Roll(purpose, sides, faces, self.drawn)
            self.drawn += 1
        self.fallen.append(roll)
        return roll


def _dice(line: str) -> tuple[str, tuple[int, ...]]:
    """Read "! attack 3d6 = 1 4 6"."""
    what, _, faces = line.removeprefix("! ").partition(" =")
    return what, tuple(map(int, faces.split()))


def _written(roll: Roll) -> str:
    kind = f"{len(roll.faces)} lots" if roll.sides >= LOTS else f"{len(roll.faces)}d{roll.sides}"
    return " ".join([f"! {roll.purpose} {kind} =", *map(str, roll.faces)])


class Table:
    """A game as it is played in a transcript."""

    def __init__(self, transcript: Transcript, board: Board) -> None:
        self.board = board
        self.wanted: list[str] = []
        self.own_data = any(line.startswith("|") for line in transcript.setup)
        lines = [line for line in transcript.setup if line != "field"]
        position = board.set_up(lines) if "field" in transcript.setup else None
        self.game = board.game()
        assert not self.game.problems, "\n".join(map(str, self.game.problems))
        self.state = position if position is not None else self.game.blank()
        self._check_options(getattr(self.state, "options", {}))

    def play(self, step: Step) -> list[str]:
        """Play a step and return its whole body as it should be."""
        self.wanted = [line for line in step.body if line and not line.startswith("#")]
        dice = Script(step.script, f"{step.line} {step.typed}")
        told = list(self._do(step.typed, dice))
        if not any(line.startswith(SMALL) for line in self.wanted):
            told = [line for line in told if not line.startswith(SMALL)]
        if dice.script and not ACCEPTING:
            told.append(f"(never drawn: {dice.script})")
        asked = list(self._asked()) if any(line.startswith("? ") for line in self.wanted) else []
        seen = [self._fact(line) for line in self.wanted if line.startswith("= ")]
        return [*map(_written, dice.fallen), *told, *asked, *seen]

    def _check_options(self, chosen: Mapping[str, str]) -> None:
        """Fail on options and values that no scenario has.

        A misspelt one would change nothing. Data of a transcript's own may forbid an option that it sets.
        """
        if self.own_data:
            return
        offered = [option for scenario in self.game.scenarios.values() for option in scenario.options]
        known = {(option.name, value) for option in offered for value in option.values}
        assert set(chosen.items()) <= known, f"unknown options: {sorted(set(chosen.items()) - known)}"

    def _do(self, typed: str, dice: Script) -> Iterator[str]:
        first, _, rest = typed.removeprefix("> ").partition(" ")
        if typed.startswith("scenario "):
            scenario, *chosen = rest.split()
            options = dict(option.split("=") for option in chosen)
            self._check_options(options)
            events = self.game.open(scenario, options, dice)
        elif typed.startswith("begin "):
            self.state, events = self.board.begin(self.state, rest, dice)
        else:
            action = order_reading.parse(self.game, see(self.state, Seat(first)), rest)
            if isinstance(action, Misread):
                yield _misread(action)
                return
            judged = decide(self.game, self.state, Seat(first), action, dice)
            if isinstance(judged, Refusal):
                yield f"refused: {judged.cite} {judged.why}; {judged.mend}"
                return
            events = judged
        yield from self._tell(events)
        yield from self._answers(dice)

    def _answers(self, dice: Script) -> Iterator[str]:
        """Let standing orders and forced moves answer what they can."""
        while (automatic := answer(self.game, self.state, ())) is not None:
            seat, by, action = automatic
            yield f"({by}) {seat} /{self.game.key} {order_text.write(self.game, see(self.state, seat), action)}"
            judged = decide(self.game, self.state, seat, action, dice)
            assert not isinstance(judged, Refusal), judged
            yield from self._tell(judged)

    def _tell(self, events: Sequence[Any]) -> Iterator[str]:
        """Yield the public report, then each seat's own lines."""
        for event in events:
            public = self._told(PUBLIC, event)
            yield from public.splitlines()
            for seat in self.board.seats:
                private = self._told(seat, event)
                if private != public:
                    yield from (f"{seat}: {line}" for line in private.splitlines())
            assert not (lost := untold(self.game, self.state, event)), f"{event} has no effect for {lost}"
            self.state = self.game.evolve(self.state, event)

    def _told(self, seat: Seat, event: Any) -> str:
        return self.game.tell(see(self.state, seat), redact(event, seat))

    def _asked(self) -> Iterator[str]:
        for seat, prompt in self.game.prompts(see(self.state, PUBLIC)).items():
            yield f"? {seat}: {prompt.text}"

    def _fact(self, line: str) -> str:
        """Return an assertion as it stands when it holds, else the nearest fact."""
        known = list(self.board.facts(self.state))
        said = line.removeprefix("= ")
        if said in known or (said.startswith("no ") and not any(f.startswith(said[3:]) for f in known)):
            return line
        said = said.removeprefix("no ")
        begins = [fact for fact in known if fact.startswith(said)]
        return f"= {begins[0] if begins else difflib.get_close_matches(said, known, 1, 0.0)[0]}"


def _misread(wrong: Misread) -> str:
    if isinstance(wrong, Malformed):
        return f"malformed: {wrong.what}" + (f"; meant: {', '.join(wrong.meant)}" if wrong.meant else "")
    return f"unclear: {wrong.what}: {' | '.join(wrong.which)}"


class Watched(Table):
    """A game that records the steps that began, and the steps at which it waited."""

    def __init__(self, transcript: Transcript, board: Board) -> None:
        self.begun: set[Moment] = set()
        self.waited: set[Moment] = set()
        super().__init__(transcript, board)

    @property
    def state(self) -> Any:
        """The state of the game."""
        return self._state

    @state.setter
    def state(self, state: Any) -> None:
        self._state = state
        self.begun |= set(map(_moment, state.steps))

    def play(self, step: Step) -> list[str]:
        """Play a step, and note where the game waits for a seat."""
        told = super().play(step)
        if self.state.steps:
            self.waited.add(_moment(self.state.steps[-1]))
        return told


Moment = tuple[type[Any], str]
"""A step, with one of its moments if it has several."""


def _moment(step: Any) -> Moment:
    return type(step), part_of(step)


def unreached(game: Title[Any, Any, Any], played: Iterable[Watched], others: Iterable[Any] = ()) -> list[str]:
    """Name the steps of a title that nothing reaches.

    At a decision a game, or one of the other positions, must have waited for a seat. Work must have begun in a
    game.
    """
    games = list(played)
    waited = {moment for each in games for moment in each.waited}
    waited |= {_moment(state.steps[-1]) for state in others if game.asked(state)}
    begun = {moment for each in games for moment in each.begun}
    rooms = game._rooms.items()
    dead = [moment for moment, room in rooms if moment not in (waited if isinstance(room, Decision) else begun)]
    return [f"{step.__name__} {part}".strip() for step, part in dead]


def watched(
    some: Iterable[Transcript], names: Collection[str], board: Callable[[Transcript], Board]
) -> list[Watched]:
    """Play the transcripts of these names to their ends, and return the games."""
    games = []
    for transcript in some:
        if transcript.path.stem in names:
            games.append(Watched(transcript, board(transcript)))
            for step in transcript.steps:
                games[-1].play(step)
    return games


def fits(expected: Sequence[str], actual: Sequence[str]) -> bool:
    """Return whether lines match; "..." stands for any lines, or the rest of a line."""
    if not expected:
        return not actual
    if expected[0] == SKIP:
        return any(fits(expected[1:], actual[n:]) for n in range(len(actual) + 1))
    return bool(actual) and _is(expected[0], actual[0]) and fits(expected[1:], actual[1:])


def _is(expected: str, line: str) -> bool:
    return line.startswith(expected.removesuffix(SKIP)) if expected.endswith(f" {SKIP}") else line == expected


def play(transcript: Transcript, board: Board) -> str:
    """Play a transcript; return its difference from the text, "" without any."""
    table = Table(transcript, board)
    for step in transcript.steps:
        try:
            actual = table.play(step)
        except Unscripted as unscripted:
            return f"line {step.line}: {step.typed}\n{unscripted}"
        if fits(table.wanted, actual):
            continue
        if not ACCEPTING:
            diff = difflib.unified_diff(table.wanted, actual, "written", "played", n=9, lineterm="")
            return "\n".join([f"line {step.line}: {step.typed}", *diff])
        step.body = [*actual, *(line for line in step.body if not line or line.startswith("#"))]
    if ACCEPTING:
        lines = [*transcript.head, *(line for step in transcript.steps for line in (step.typed, *step.body))]
        transcript.path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return ""
