"""Effects of attacks: the dice for each target, hit markers and destruction."""

from __future__ import annotations

from collections.abc import Sequence

from bot.kernel.dice import Roll
from bot.kernel.rule import case
from bot.kernel.secret import private
from bot.kit.lots import draw
from bot.kit.pieces import without
from bot.titles.firefight import events as ev
from bot.titles.firefight.cards.luck import Cards, mended
from bot.titles.firefight.field import hits
from bot.titles.firefight.field.economy import checks
from bot.titles.firefight.field.shots import (
    CRITICAL,
    Shot,
    against_work,
    aspect_of,
    colour_against,
    modifiers,
    need,
    pile_of,
    struck,
    victims,
)
from bot.titles.firefight.field.units import carried
from bot.titles.firefight.model.ids import UnitId
from bot.titles.firefight.model.table import DESTROYED, Pile, Unit, Work
from bot.titles.firefight.play.base import Play
from bot.titles.firefight.play.losses import destroy
from bot.titles.firefight.play.revealing import show_marker
from bot.titles.firefight.printed.hits import hits as printed


@case("COH-3.1d", "COH-3.4b", "COH-6.1f", "COH-1.5a")
def attack(
    play: Play,
    shot: Shot,
    by: tuple[UnitId, ...] = (),
    only: UnitId | Work | None = None,
    aim: Sequence[int] = (),
    cards: Cards = (),
) -> None:
    """Roll for all units in the hex, then for the work there.

    `aim` holds the CAPs for the rolls in order. Cards that change a roll change only rolls against enemies.
    """
    targets = victims(play.state, shot, only)
    for n, target in enumerate(targets):
        caps, last = aim[n] if n < len(aim) else 0, n == len(targets) - 1
        foe = not isinstance(target, Work) and play.state.units[target].side != shot.side
        left = strike(play, shot, by, target, caps, last, cards if foe else ())
        cards = left if foe else cards
    fill_in(play)


@case("COH-3.1d", "COH-6.1f")
def strike(
    play: Play, shot: Shot, by: tuple[UnitId, ...], target: UnitId | Work, caps: int, last: bool, cards: Cards = ()
) -> Cards:
    """Roll for one target, if it is still there; return the unused cards."""
    if isinstance(target, Work):
        _at_work(play, shot, by, target, caps, last)
    elif play.state.units[target].hex != DESTROYED:
        return _at_unit(play, shot, by, target, caps, last, cards)
    return cards


@case("COH-3.1a", "COH-3.1b")
def _at_unit(
    play: Play, shot: Shot, by: tuple[UnitId, ...], id: UnitId, caps: int, last: bool, cards: Cards
) -> Cards:
    """Roll for a unit, and return the unused cards.

    It is destroyed by four more than a hit needs, or by any hit on a unit that is already hit.
    """
    show_defence(play, shot, play.state.units[id])
    unit = play.state.units[id]
    mods = modifiers(play.state, shot, unit)
    first = play.dice.roll("attack", 2)
    roll, luck, left = mended(play, play.seat, cards, first, need(mods) - caps)
    over = sum(roll.faces) + caps + luck - need(mods)
    fatal = over >= CRITICAL or (over >= 0 and unit.hit is not None)
    play.emit(
        ev.Attacked(
            shot.kind, shot.side, shot.hex, by, id, roll=roll, need=need(mods), caps=caps, modifiers=mods,
            flank=aspect_of(play.state, shot, unit) == "flank", last=last,
            result="destroyed" if fatal else "hit" if over >= 0 else "missed", luck=luck,
            again=roll is not first,
        )
    )  # fmt: skip
    if fatal:
        kill(play, id)
    elif over >= 0:
        wound(play, id, pile_of(shot, unit, play.state))
    return left


def _at_work(play: Play, shot: Shot, by: tuple[UnitId, ...], work: Work, caps: int, last: bool) -> None:
    mods = against_work(play.state, shot, work)
    roll = play.dice.roll("attack", 2)
    gone = sum(roll.faces) + caps >= need(mods)
    play.emit(
        ev.Attacked(
            shot.kind, shot.side, shot.hex, by, work=work.id, roll=roll, need=need(mods), caps=caps,
            modifiers=mods, result="destroyed" if gone else "missed", last=last,
        )
    )  # fmt: skip
    if gone and work.id in play.state.works:
        play.emit(ev.WorkGone(work.id, "destroyed"))


# FF-R53
@case("COH-3.5a", "COH-3.5i")
def wound(play: Play, id: UnitId, pile: Pile) -> None:
    """Let a unit draw a hit marker; a fatal marker destroys the unit at once.

    Only the owner sees other markers. All players see whether the marker is fatal, so that die is open. The choice
    among the other markers is a hidden roll.
    """
    left, owner = play.state.piles[pile], play.state.units[id].owner
    markers = left.open()
    if not markers:
        kill(play, id)
        return
    fatal = tuple(marker for marker in markers if printed().markers[marker].fatal)
    lasting = without(markers, *fatal)
    fate = play.dice.roll("whether the hit destroys", 1, len(markers))
    lots: tuple[Roll, ...] = ()
    if fate.faces[0] <= len(lasting):
        marker, lot = draw(play.dice, "hit marker", lasting)
        lots = (lot,)
    else:
        marker = fatal[fate.faces[0] - len(lasting) - 1]
    rest = private(without(markers, marker), *left.readers)
    play.emit(ev.HitDrawn(id, pile, private(marker, owner), private(lots), rest, fate))
    if printed().markers[marker].fatal:
        play.emit(ev.HitShown(id, marker))
        kill(play, id)


# FF-R56
@case("COH-6.5b")
def kill(play: Play, id: UnitId, why: str = "") -> None:
    """Destroy a unit; its passenger remains in the hex."""
    rider = carried(play.state, id)
    if rider is not None:
        play.emit(ev.Unloaded(rider.id, id, rider.hex, rider.facing, "lost"))
    destroy(play, id, why)


@case("COH-6.1b")
def fill_in(play: Play) -> None:
    """Remove a hasty defence when the unit that dug it is destroyed."""
    for work in list(play.state.works.values()):
        if work.digger and play.state.units[work.digger].hex == DESTROYED:
            play.emit(ev.WorkGone(work.id, "left"))


# Markers that are turned up.


@case("COH-3.5b")
def show_defence(play: Play, shot: Shot, unit: Unit) -> None:
    """Turn a target's marker up if it changes the defence that counts."""
    side = aspect_of(play.state, shot, unit)
    if hits.defence(hits.marker(unit), side, checks(play.state)):
        show_marker(play, unit, "defence")


@case("COH-3.5b")
def show_attack(play: Play, shot: Shot) -> None:
    """Turn an attacker's marker up if it changes its cost, firepower or range."""
    unit = shot.leader
    if unit is None:
        return
    colours = {colour_against(shot, each, aspect_of(play.state, shot, each)) for each in struck(play.state, shot)}
    marker = hits.marker(unit)
    if marker.attack or marker.range or any(hits.firepower(unit, colour) for colour in colours):
        show_marker(play, unit, "attack")
