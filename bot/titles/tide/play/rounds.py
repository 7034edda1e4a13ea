"""The events of a round: first turn, control, income, initiative and the winner."""

from __future__ import annotations

from bot.kernel.game import Outcome
from bot.kernel.rule import case
from bot.kernel.secret import Seat
from bot.kit.english import count, join
from bot.titles.tide import events as ev
from bot.titles.tide.events.base import Play
from bot.titles.tide.field import board, names, units
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Spending, Turn
from bot.titles.tide.model.table import HexId, Squad
from bot.titles.tide.printed.effects import Income, WinterClothing
from bot.titles.tide.printed.records import Condition


@case("TOI-1.2a")
def first_turn(play: Play) -> None:
    """The holder of initiative has the first turn of the round."""
    if play.state.round == 0:
        play.emit(ev.RoundBegan(1))
    begin_turn(play, play.state.initiative)


@case("TOI-1.2b")
def begin_turn(play: Play, seat: Seat) -> None:
    """Begin a turn of a side with the scenario's actions, as changed by cards."""
    actions = board.side(play.state, seat).actions
    taken = tuple(b for b in play.state.boons if b.kind == "actions" and b.side == seat)
    if taken:
        play.emit(ev.Used(taken))
        actions = max(1, actions + sum(boon.n for boon in taken))
    play.emit(ev.Begun(Turn(seat, actions)))


@case("TOI-10.1a", "TOI-9.8")
def control(play: Play) -> None:
    """Give each objective to the side with a unit in its hex.

    It keeps it after the unit leaves.
    """
    for objective in board.scenario(play.state).objectives:
        hex = HexId(objective.hex)
        holder = next((unit.side for unit in units.at(play.state, hex)), None)
        if holder is not None and play.state.control.get(hex) != holder:
            play.emit(ev.Controlled(hex, holder))


@case("TOI-10.1b")
def income(play: Play) -> None:
    """Pay command and points for objectives.

    A command objective pays its own nation, and a neutral one pays any side. Victory objectives pay points.
    """
    for seat in units.seats_in_order(play.state):
        command, points = board.side(play.state, seat).income, 0
        for objective in board.scenario(play.state).objectives:
            if play.state.control.get(HexId(objective.hex)) != seat:
                continue
            if objective.kind == "victory":
                points += objective.value
            elif objective.nation in ("", seat):
                command += objective.value
        command += sum(effect.command for _, effect in board.standing(play.state, seat, Income))
        if command or points:
            play.emit(ev.Gained(seat, command, points, "objectives"))
    end_if_won(play, "at once")


@case("TOI-1.3", "TOI-10.2a")
def spending(play: Play) -> None:
    """Let sides spend command in order of initiative."""
    for seat in reversed(units.seats_in_order(play.state)):
        play.emit(ev.Begun(Spending(seat)))


@case("TOI-10.2b")
def initiative(play: Play) -> None:
    """Give initiative to the side with more command on its card.

    A tie changes nothing.
    """
    holder = play.state.initiative
    best = max(play.state.hq, key=lambda seat: (play.state.hq[seat].on_initiative, seat == holder))
    if best != holder:
        play.emit(ev.InitiativeTaken(best))


@case("TOI-11.5", "TOI-1.1")
def next_round(play: Play) -> None:
    """Advance the round marker; after the last round the scenario names the winner."""
    if play.state.round >= board.scenario(play.state).rounds:
        end_if_won(play, "end")
        if play.state.outcome is None:
            victory = board.scenario(play.state).victory
            winners = (Seat(victory.default),) if victory.default else ()
            end(play, Outcome(winners, victory.text))
        return
    play.emit(ev.RoundBegan(play.state.round + 1))


@case("TOI-11.5")
def end_if_won(play: Play, when: str) -> None:
    """End the game if a side meets a victory condition of the scenario."""
    for condition in board.scenario(play.state).victory.conditions:
        if condition.when == when and met(play.state, condition):
            end(play, Outcome((Seat(condition.side),), fulfilled(play.state, condition)))
            return


def fulfilled(state: State, condition: Condition) -> str:
    """Return the achievement of a side: its objectives or its points."""
    seat, side = Seat(condition.side), f"The {names.nation(Seat(condition.side))} side"
    called = {each.hex: each.called for each in board.scenario(state).objectives}
    held = [called.get(hex, hex) for hex in condition.holds if state.control.get(HexId(hex)) == seat]
    holds = f"holds {join(held)}" if condition.count else ""
    has = f"has {count(state.hq[seat].points, 'victory point')}" if condition.points else ""
    return f"{side} {join(filter(None, (holds, has)))}." if holds or has else board.scenario(state).victory.text


def met(state: State, condition: Condition) -> bool:
    """Say whether a condition of victory holds now."""
    seat = Seat(condition.side)
    held = sum(state.control.get(HexId(hex)) == seat for hex in condition.holds)
    return held >= condition.count and state.hq[seat].points >= condition.points


def end(play: Play, outcome: Outcome) -> None:
    """End the game and show what was hidden."""
    units, cards = play.state.units.items(), play.state.sabotage.items()
    bases = {id: u.base.open() for id, u in units if isinstance(u, Squad) and not u.base.out}
    sabotage = {back: held.card.open() for back, held in cards if not held.card.out}
    munitions = {id: laid.kind.open() for id, laid in play.state.munitions.items() if not laid.kind.out}
    covers = {
        id: tuple(covered.open() for covered in work.covers)
        for id, work in play.state.works.items()
        if work.covers
    }
    play.emit(ev.GameEnded(outcome, bases, sabotage, munitions, covers))


def resign(play: Play, seat: Seat) -> None:
    """End the game in favour of the others."""
    winners = tuple(sorted(other for other in play.state.hq if other != seat))
    end(play, Outcome(winners, f"The {names.nation(seat)} side has given up."))


@case("TOI-11.1", "TOI-2.3e", "TOI-9.7")
def tokens(play: Play) -> None:
    """Remove activation and pinned tokens; disrupted squads become pinned.

    Smoke of earlier rounds also ends.
    """
    used = tuple(unit.id for unit in play.state.units.values() if unit.activity != "fresh")
    if used:
        play.emit(ev.Marked(used, "fresh"))
    shaken = [unit for unit in play.state.units.values() if isinstance(unit, Squad) and unit.morale]
    for squad in shaken:
        if _freezes(play.state, squad):
            continue
        recovers = squad.morale == "pinned" or _recovers(play.state, squad)
        play.emit(ev.Suppressed(squad.id, "" if recovers else "pinned", "recovery"))
    for work in list(play.state.works.values()):
        if work.kind == "smoke" and work.since < play.state.round:
            play.emit(ev.WorkRemoved(work.id, "drifted away"))


@case("FB-snow-1")
def _freezes(state: State, squad: Squad) -> bool:
    """Say whether frost keeps a squad on snow from recovering."""
    frost = any(boon.kind == "frost" and boon.side == squad.side for boon in state.boons)
    return frost and board.snowy(state, squad) and not board.standing(state, squad.side, WinterClothing)


def _recovers(state: State, squad: Squad) -> bool:
    if any(boon.kind == "recovery" and boon.side == squad.side for boon in state.boons):
        return True
    if board.snow_trait(state, squad.hex) and board.standing(state, squad.side, WinterClothing):
        return True
    return units.officer_at(state, squad.hex, squad.side) and units.aboard(state, squad) is None
