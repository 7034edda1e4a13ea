"""A solo mission of a few units for single cases: a German player, a Soviet AI."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from bot.kernel.game import Course
from bot.kit.events import evolve
from bot.titles.firefight import events as ev
from bot.titles.firefight.model.ids import GeneratorId, HexId, OrderId, UnitId
from bot.titles.firefight.model.solo import AI, LotId, Rumour, RumourId, SheetSide, Solo, Tile
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.steps import AiTurn, Turns
from bot.titles.firefight.model.table import WAITING, Control
from bot.titles.firefight.play.solo.aims import Said
from bot.titles.firefight.play.solo.turn import as_the_ai, carried_out
from bot.titles.firefight.printed.solo import Order, solo
from tests.firefight.fights import GERMAN, ROOMS, SOVIET, Fight, of
from tests.scripted import ScriptedDice


class Mission(Fight):
    """The AI's turn on map 1, in the battle of `Fight`."""

    def __init__(self, sheet: SheetSide = "offense", **fields: Any) -> None:
        super().__init__(economy="spent checks")
        table = Solo(sheet=sheet, end=16, orders=tuple(solo().cards), **fields)
        ai = replace(self.state.players[SOVIET], base=0, caps=0)
        self.set(solo=table, players={**self.state.players, SOVIET: ai})
        self.set(steps=(Turns((GERMAN, SOVIET)), AiTurn(AI)))

    @property
    def table(self) -> Solo:
        """The parts of a mission beside the battlefield."""
        assert self.state.solo is not None
        return self.state.solo

    def lay(self, **fields: Any) -> None:
        """Change what lies on the sheet."""
        self.set(solo=replace(self.table, **fields))

    def tile(self, card: str, line: int = 1, space: int = 0) -> None:
        """Lay a tile."""
        key = GeneratorId(card)
        self.lay(tiles=(*self.table.tiles, Tile(key, solo().tiles[key].track, line, space or line)))

    def wait(self, counter: str) -> None:
        """Let a unit of the AI wait in the Draw Cup."""
        self.put(counter, "A10")
        unit = replace(self[counter], hex=WAITING)
        self.set(units={**self.state.units, unit.id: unit})

    def rumour(self, hex: str, *lots: str) -> RumourId:
        """Put a rumoured enemy on the map, and lots into the cup."""
        id = RumourId(f"r{len(self.table.rumours) + 1}")
        cup = (*self.table.rumour_cup, *map(LotId, lots))
        self.lay(rumours={**self.table.rumours, id: Rumour(id, self.hex(hex))}, rumour_cup=cup)
        return id

    def marker(self, hex: str, side: str) -> None:
        """Lay a control marker."""
        key: Any = f"m{len(self.state.control) + 1}"
        self.set(control={**self.state.control, key: Control(key, self.hex(hex), side)})  # type: ignore[arg-type]

    def draws(self, card: str, *script: int | tuple[int, ...], deck: tuple[str, ...] = ()) -> list[Any]:
        """Let the AI play an order card up to the player's turn; `deck` follows it."""
        self.set(steps=(Turns((GERMAN, SOVIET)), AiTurn(AI)), turn=self.state.turn + 1)
        self.lay(orders=(OrderId(card),), used=tuple(map(OrderId, deck)))
        return self._play(lambda play: ROOMS[AiTurn].go(play, play.state.steps[-1]), 1, *script)

    def told(
        self,
        order: Order,
        *script: int | tuple[int, ...],
        command: bool = False,
        check: str = "40",
        tile: str = "",
    ) -> list[Any]:
        """Let the AI try an order; spent checks draw a card, which counts 7 by default."""
        self.set(steps=(Turns((GERMAN, SOVIET)), AiTurn(AI)), turn=self.state.turn + 1)
        self.lay(orders=(OrderId(check),), used=())

        def tries(play: Course[State, Any]) -> None:
            with as_the_ai(play):
                if not carried_out(play, Said("a test", order, GeneratorId(tile)), command):
                    play.emit(ev.AiIdle(AI, OrderId("40")))

        return self._play(tries, *script)

    def _play(self, begins: Any, *script: int | tuple[int, ...]) -> list[Any]:
        dice = ScriptedDice([each if isinstance(each, tuple) else (each,) for each in script])
        play: Course[State, Any] = Course(evolve, self.state, dice, GERMAN)
        begins(play)
        idle = isinstance(play.events[-1], ev.AiIdle)
        while play.state.outcome is None and not idle and not self._asked(play):
            pass
        assert not dice.script, f"{dice.script} did not fall"
        self.state = play.state
        return play.events


def sources(events: list[Any]) -> list[str]:
    """Return the sources of the AI's actions."""
    return [each.source for each in of(events, ev.AiActed)]


def hex_of(mission: Mission, id: str) -> HexId:
    """Return where a unit is."""
    return mission[UnitId(id)].hex
