"""Ford: a small title on the kit.

A scout wades to the far bank, and at each step the sentry may shoot.

A title of the house spreads over the folders of the floor plan what stands here under their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, get_args

from msgspec import Meta, Struct
from msgspec.structs import replace

from bot.kernel.dice import Roll
from bot.kernel.game import Case, Course, Outcome, Prompt, Scenario
from bot.kernel.rule import Wrong, rule
from bot.kernel.secret import Seat, Seen
from bot.kit.decisions import At, Decision, Fixed, Verb
from bot.kit.sequence import Sequence, Stage
from bot.kit.title import Printed, Title, Words

SCOUT, SENTRY = Seat("scout"), Seat("sentry")
SIDES = {SCOUT: "the scout", SENTRY: "the sentry"}
FAR = 4

# model: every noun that is kept; fields and tags of events are for ever.


class Turn(Struct, frozen=True, tag="turn", tag_field="is"):
    seat: Seat = SCOUT


class Alarm(Struct, frozen=True, tag="alarm", tag_field="is"):
    seat: Seat = SENTRY


class State(Struct, frozen=True):
    waded: int = 0
    stage: int = 0
    steps: tuple[Turn | Alarm, ...] = ()
    outcome: Outcome | None = None


class Wade(Struct, frozen=True, tag="wade", tag_field="do"):
    """Wade on."""

    places: Annotated[int, Meta(description="how far", ge=1, le=2)] = 1


class Shoot(Struct, frozen=True, tag="shoot", tag_field="do"):
    """Shoot at the scout in the water."""


class Hold(Struct, frozen=True, tag="hold", tag_field="do"):
    """Let the scout continue."""


class Began(Struct, frozen=True, tag="began", tag_field="is"):
    stage: int


class Pending(Struct, frozen=True, tag="pending", tag_field="is"):
    steps: tuple[Turn | Alarm, ...]


class Waded(Struct, frozen=True, tag="waded", tag_field="is"):
    places: int


class Shot(Struct, frozen=True, tag="shot", tag_field="is"):
    roll: Roll


class Over(Struct, frozen=True, tag="over", tag_field="is"):
    outcome: Outcome


Action = Wade | Shoot | Hold
Event = Began | Pending | Waded | Shot | Over
Play = Course[State, Event]

# evolve: an event -> the next state. No rule, no dice.


def evolve(state: State, event: Event) -> State:
    match event:
        case Began():
            return replace(state, stage=event.stage)
        case Pending():
            return replace(state, steps=event.steps)
        case Waded():
            return replace(state, waded=state.waded + event.places)
        case Over():
            return replace(state, outcome=event.outcome)
        case Shot():
            return state


# play: the sequence, and one room a decision.


@rule("FORD-1")
def not_too_far(at: At[State, Turn], action: Wade) -> Wrong | None:
    left = FAR - at.state.waded
    return Wrong(f"the far bank is {left} away", f"wade {left} at the most") if action.places > left else None


def wades(at: At[State, Turn], fixed: Fixed) -> Iterable[Wade]:
    return (Wade(1), Wade(2))


def wade(play: Play, step: Turn, action: Wade) -> None:
    """The sentry has a chance for each place."""
    play.emit(Waded(action.places), Pending((Alarm(),) * action.places))


def shoot(play: Play, step: Alarm, action: Shoot) -> None:
    shot = Shot(play.dice.roll("shot", 1))
    play.emit(shot, Pending(play.state.steps[:-1]))
    if shot.roll.faces[0] == 6:
        play.emit(Over(Outcome((SENTRY,), "The scout is hit.")))


def hold(play: Play, step: Alarm, action: Hold) -> None:
    play.emit(Pending(play.state.steps[:-1]))


def arrive(play: Play) -> None:
    """The scout is across, or its next turn begins."""
    across = play.state.waded == FAR
    play.emit(Over(Outcome((SCOUT,), "The scout is across.")) if across else Pending((Turn(),)))


WADES, SHOOTS = "the scout wades in its turn", "the sentry has its chance when the scout is in the water"
TURN = Decision(
    Turn,
    question=lambda at: f"{FAR - at.state.waded} to go. How far do you wade?",
    does="wades",
    verbs=(Verb(Wade, rules=(not_too_far,), candidates=wades, resolve=wade, when=WADES, cite="FORD-1"),),
)
ALARM = Decision(
    Alarm,
    question=lambda at: "A scout is in the water. Do you shoot?",
    does="may shoot",
    verbs=(
        Verb(Shoot, candidates=lambda at, fixed: [Shoot()], resolve=shoot, when=SHOOTS, cite="FORD-2"),
        Verb(Hold, candidates=lambda at, fixed: [Hold()], resolve=hold, when=SHOOTS, cite="FORD-2"),
    ),
)

# computer, words, and the table of contents.


def wades_fast(at: At[State, Turn]) -> Wade:
    return max(at.legal(Wade), key=lambda action: action.places)


def shoots(at: At[State, Alarm]) -> Shoot:
    return Shoot()


def told(seen: Seen[State], event: Event) -> str:
    return f"The sentry rolls {event.roll.faces[0]}." if isinstance(event, Shot) else ""


def status(seen: Seen[State], prompts: Mapping[Seat, Prompt]) -> str:
    return f"The scout has waded {seen.state.waded}. Asked: {', '.join(prompts)}."


def printed() -> Printed:
    cases = (Case("FORD-1", "Wading", "One or two places a turn."), Case("FORD-2", "Shooting", "A 6 hits."))
    return Printed(
        {"first": Scenario("first", "The ford", "", (SCOUT, SENTRY))}, {case.id: case for case in cases}
    )


WORDS = Words[State, Event](tell=told, sides=lambda state: SIDES, status=status)


def title(**instead: Any) -> Title[State, Action, Event]:
    """The whole title; tests put a part in another's place."""
    sequence = Sequence[State, Event]((Stage("ford", "the river", arrive),), lambda at, stage: Began(at))
    contents: dict[str, Any] = {
        "state": State, "actions": get_args(Action), "events": get_args(Event), "place": None, "printed": printed,
        "set_up": lambda play, scenario, options: None, "sequence": sequence, "decisions": (TURN, ALARM),
        "evolve": evolve, "words": WORDS, "computer": (wades_fast, shoots),
    }  # fmt: skip
    return Title("ford", "Ford", **{**contents, **instead})
