"""A battlefield of a few units, for tests of single cases."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kernel.game import Course
from bot.kernel.rule import Refusal, judge
from bot.kernel.secret import EVERYONE, Seat, private, redact
from bot.kit.decisions import At, Decision, Verb
from bot.kit.events import evolve
from bot.titles.firefight.model.ids import CounterId, Field, HexId, HitId, MapId, Sheet, UnitId, WorkId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import Turn, Turns
from bot.titles.firefight.model.table import HIDDEN, ONE, TWO, Hit, Player, Smoke, Unit, Work
from bot.titles.firefight.play.contents import DECISIONS, WORKS
from bot.titles.firefight.play.solo.turn import WORKS as AI_WORKS
from bot.titles.firefight.printed.hits import PILES, hits
from bot.titles.firefight.printed.units import units
from tests.scripted import ScriptedDice

ROOMS: dict[type[Any], Any] = {room.step: room for room in DECISIONS} | {
    work.step: work for work in (*WORKS, *AI_WORKS)
}
GERMAN, SOVIET = ONE, TWO


class Fight:
    """The German player's turn on map 1; units have the names of their counters."""

    def __init__(self, seat: Seat = GERMAN, maps: str = "1", **options: str) -> None:
        field: Field = tuple(Sheet(MapId(key), n) for n, key in enumerate(maps))
        self.seat = seat
        self.state = State(
            scenario="first",
            guideline="infantry",
            options={"economy": "action points", **options},
            phase="turns",
            round=1,
            rounds=4,
            turn=1,
            field=field,
            players={
                GERMAN: Player(GERMAN, "german", base=7, caps=7, edges=("south",)),
                SOVIET: Player(SOVIET, "soviet", base=6, caps=6, edges=("north",)),
            },
            piles={pile: private(hits().pile(pile)) for pile in PILES},
            points={"german": 0, "soviet": 0},
            steps=(Turns((GERMAN, SOVIET)), Turn(seat)),
        )

    def put(self, counter: str, hex: str, facing: str = "N", hit: str = "", **fields: Any) -> UnitId:
        """Put a unit on the map; its hit marker is face down, or open after a "!"."""
        kind = units().counters[CounterId(counter)]
        owner = GERMAN if kind.side == "german" else SOVIET
        id = UnitId(counter)
        unit = Unit(id, CounterId(counter), owner, kind.side, self.hex(hex), facing, **fields)  # type: ignore[arg-type]
        if hit:
            marker = HitId(hit.removesuffix("!"))
            pile = hits().markers[marker].pile
            readers = EVERYONE if hit.endswith("!") else owner
            unit = replace(unit, hit=Hit(pile, private(marker, readers)))
            left = list(self.state.piles[pile].open())
            left.remove(marker)
            self.set(piles={**self.state.piles, pile: private(tuple(left))})
        self.set(units={**self.state.units, id: unit})
        return id

    def hide(self, counter: str, hex: str) -> UnitId:
        """Put a unit into hiding."""
        id = self.put(counter, hex)
        unit = self.state.units[id]
        hidden = replace(unit, hex=HIDDEN, hiding=private(unit.hex, unit.owner))
        self.set(units={**self.state.units, id: hidden})
        return id

    def work(self, kind: str, hex: str, seat: Seat = SOVIET, *inside: str, **fields: Any) -> WorkId:
        """Lay a fortification or an obstacle, with units inside."""
        id = WorkId(f"w{len(self.state.works) + 1}")
        side = self.state.players[seat].side or "german"
        work = Work(id, kind, side, seat, self.hex(hex), **fields)  # type: ignore[arg-type]
        units = {**self.state.units}
        for each in inside:
            units[UnitId(each)] = replace(units[UnitId(each)], inside=id)
        self.set(works={**self.state.works, id: work}, units=units, serial=self.state.serial + 1)
        return id

    def smoke(self, hex: str, density: Smoke = "heavy") -> None:
        """Lay smoke on a hex."""
        self.set(smoke={**self.state.smoke, self.hex(hex): density})

    def hex(self, name: str) -> HexId:
        """Return a hex by its label, on the first map where it names none."""
        return HexId(name if "-" in name else f"{self.state.field[0].map}-{name}")

    def set(self, **fields: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **fields)

    def __getitem__(self, id: str) -> Unit:
        return self.state.units[UnitId(id)]

    def at(self, seat: Seat | None = None) -> At[State, Any]:
        """Return the view of a player, by default the player whose turn it is."""
        seat = seat or self.seat
        return At(seat, redact(self.state, seat), redact(self.state.steps[-1], seat))

    def verb(self, action: Any) -> Verb[State, Any, Any, Any]:
        """Return how an action is taken now."""
        room = ROOMS[type(self.state.steps[-1])]
        assert isinstance(room, Decision)
        found = room.verb(type(action))
        assert found is not None, action
        return found

    def refusal(self, action: Any) -> Refusal | None:
        """Return why an action is refused."""
        return judge(self.verb(action).rules, self.at(), action)

    def cite(self, action: Any) -> str:
        """Return the case that forbids an action; "" if it is legal."""
        found = self.refusal(action)
        return found.cite if found is not None else ""

    def do(self, action: Any, *script: int | tuple[int, ...]) -> list[Any]:
        """Take a legal action, and continue to the next question; all dice are scripted."""
        assert self.refusal(action) is None, self.refusal(action)
        dice = ScriptedDice([each if isinstance(each, tuple) else (each,) for each in script])
        play: Course[State, Any] = Course(evolve, self.state, dice, self.seat)
        self.verb(action).resolve(play, self.state.steps[-1], action)
        while not self._asked(play):
            pass
        assert not dice.script, f"{dice.script} did not fall"
        self.state = play.state
        return play.events

    def do_step(self, action: Any, *script: int | tuple[int, ...]) -> list[Any]:
        """Take an action without going on to the next step."""
        assert self.refusal(action) is None, self.refusal(action)
        dice = ScriptedDice([each if isinstance(each, tuple) else (each,) for each in script])
        play: Course[State, Any] = Course(evolve, self.state, dice, self.seat)
        self.verb(action).resolve(play, self.state.steps[-1], action)
        self.state = play.state
        return play.events

    def _asked(self, play: Course[State, Any]) -> bool:
        """Continue with the top step; true if a player must be asked."""
        step = play.state.steps[-1]
        asked = bool(ROOMS[type(step)].go(play, step))
        if asked:
            self.seat = getattr(step, "seat", self.seat)
        return asked

    def turn(self, seat: Seat) -> None:
        """Give a player the turn, with whatever is left from before."""
        self.seat = seat
        self.set(steps=(Turns((GERMAN, SOVIET)), Turn(seat)), turn=self.state.turn + 1)

    def odds(self, action: Any) -> dict[str, float]:
        """Return the chances of an action by their names."""
        found = self.verb(action).odds(self.at(), action)
        assert found is not None
        return dict(found.chances)

    def offered(self, kind: type[Any], **fixed: Any) -> list[Any]:
        """Return the legal actions of a class."""
        room = ROOMS[type(self.state.steps[-1])]
        assert isinstance(room, Decision)
        verb = room.verb(kind)
        assert verb is not None
        at = self.at()
        return [action for action in verb.may_be(at, fixed) if verb.allows(at, action)]


def of(events: list[Any], kind: type[Any]) -> list[Any]:
    """Return the events of a kind."""
    return [each for each in events if isinstance(each, kind)]
