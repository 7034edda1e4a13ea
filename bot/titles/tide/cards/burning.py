"""Cards of fire: fougasses, Molotov cocktails, spreading fires and firefighting."""

from __future__ import annotations

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat, Seen
from bot.titles.tide import events as ev
from bot.titles.tide.cards.effect import Effect, always, plays
from bot.titles.tide.cards.targets import within
from bot.titles.tide.combat import kindling
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, flames, units, values
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import Boon, CardId, HexId, WorkId
from bot.titles.tide.printed import effects as does
from bot.titles.tide.printed.tables import tables


def aim(seen: Seen[State], hex: HexId) -> int:
    """Return the best direction of a fougasse in a hex, or 0 for no fougasse there.

    It belongs near an objective that an enemy may soon pass, away from friends. It points at the hex nearest to
    that enemy.
    """
    state, seat = seen.state, seen.seat
    here = board.map_of(state)
    if all(here.distance(hex, HexId(each.hex)) > 2 for each in board.scenario(state).objectives):
        return 0
    enemies = [enemy.hex for enemy in units.against(state, seat)]
    if not enemies or not 2 <= min(here.distance(hex, each) for each in enemies) <= 5:
        return 0
    choices = []
    for direction in board.DIRECTIONS:
        covered = here.beyond(hex, direction, 1)
        if covered is not None and not any(u.side == seat for at in (hex, covered) for u in units.at(state, at)):
            choices.append((min(here.distance(covered, each) for each in enemies), direction))
    return min(choices)[1] if choices else 0


@plays(does.LayFougasse)
@case("FI-fougasse-1")
def fougasse(effect: does.LayFougasse) -> Effect:
    """Make a card that places a flame fougasse on a hex with a hidden direction."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        hex, _, direction = target.partition(" ")
        return flames.fougasse_wrong(state, seat, HexId(hex), int(direction or 0))

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        hex, _, direction = target.partition(" ")
        work = WorkId(f"w{play.state.serial + 1}")
        play.emit(ev.WorkPlaced(flames.fougasse(work, seat, HexId(hex), int(direction), play.state.round)))

    return Effect(act, "hex", fits, value=lambda seen, target: float(aim(seen, HexId(target)) > 0), aim=aim)


@plays(does.Molotovs)
@case("FI-molotov-1")
def molotovs(effect: does.Molotovs) -> Effect:
    """Make a card that gives Molotov cocktails for some throws; several cards add up."""

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        left = units.molotovs(play.state, seat)
        if left is not None:
            play.emit(ev.Used((left,)))
        throws = effect.throws + (left.n if left is not None else 0)
        play.emit(ev.Given(Boon("molotovs", seat, throws, board.scenario(play.state).rounds)))

    return Effect(act, value=always)


@plays(does.Quench)
@case("FI-quench-1", "FI-quench-2")
def quench(effect: does.Quench) -> Effect:
    """Make a card that fights a fire near a unit of the side."""
    near = within(effect.within)

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        if wrong := near(state, seat, target):
            return wrong
        if board.fire_at(state, HexId(target)) is None:
            return Wrong(f"nothing burns at {target}", "choose the hex of a fire", "FI-quench-1")
        return None

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        kindling.quench(play, HexId(target))

    def value(seen: Seen[State], target: str) -> float:
        return -0.5 * values.of_fire(seen.state, seen.seat, HexId(target))

    return Effect(act, "hex", fits, value=value)


@plays(does.Spread)
@case("FI-place-1")
def spread(effect: does.Spread) -> Effect:
    """Make a card that lets a fire spread."""

    def fits(state: State, seat: Seat, target: str) -> Wrong | None:
        here = board.map_of(state)
        if target not in here or here[HexId(target)].terrain not in effect.terrain:
            ground = " or ".join(tables().terrain[kind].name for kind in effect.terrain)
            return Wrong(f"that is not a hex of {ground}", "choose such a hex")
        hex = HexId(target)
        if board.fire_at(state, hex) is not None:
            return Wrong(f"{hex} burns already", "choose another hex")
        if not any(board.fire_at(state, each) for each in here.neighbours[hex]):
            return Wrong(f"no fire burns next to {hex}", "choose a hex next to a fire", "FI-place-1")
        return None

    def act(play: Play, seat: Seat, card: CardId, target: str) -> None:
        kindling.kindle(play, HexId(target))

    def value(seen: Seen[State], target: str) -> float:
        return 0.5 * values.of_fire(seen.state, seen.seat, HexId(target))

    return Effect(act, "hex", fits, value=value)
