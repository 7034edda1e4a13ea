"""The reasons for the computer player's suggestions, in the words of a player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.kernel.secret import Seen
from bot.kit.advice import FAR
from bot.kit.english import away, count, join
from bot.kit.reasons import Reasons
from bot.titles.firefight.field import hand, names, units, weighing
from bot.titles.firefight.field.exposure import nearest, shooters
from bot.titles.firefight.field.ground import ground
from bot.titles.firefight.field.placing import ranks
from bot.titles.firefight.field.scoring import exits
from bot.titles.firefight.model import actions as do
from bot.titles.firefight.model.ids import CardId, GeneratorId, Half, HexId, Side, UnitId
from bot.titles.firefight.model.state import State
from bot.titles.firefight.model.table import Unit
from bot.titles.firefight.printed.cards import cards, counters_of
from bot.titles.firefight.printed.units import named as counter_named

WHY: Reasons[State] = Reasons()
WHY.plainly(do.Order, because="you are not asked the same in every round, and may take it back at any time")
WHY.plainly(do.Detonate, because="CAPs do more elsewhere")
WHY.plainly(do.Emerge, because="nothing is gained by turning")
WHY.plainly(
    do.Command, do.LayMap, do.EnterBy, do.Drive, do.ChooseCondition,
    because="each choice seems equally good now",
)  # fmt: skip
WHY.plainly(do.Done, because="nothing needs a change")
WHY.plainly(do.Choose, because="it does most for the units of that card")
WHY.plainly(do.Hunt, because="that unit is its easiest target")


@WHY.on(do.AddCaps)
def _add(seen: Seen[State], action: do.AddCaps) -> str:
    return "one of that many CAPs can be spared" if action.caps else "CAPs do more in the round itself"


# Moves.


@WHY.on(do.Move)
def _move(seen: Seen[State], action: do.Move) -> str:
    ways = zip(action.units, action.to, strict=False)
    going = [(unit, to) for id, to in ways for unit in _known(seen, (id,)) if _lies(seen, to)]
    if not going:
        return ""
    reasons = [*_markers(seen, going), *_edges(seen, going), *_shelter(seen, going), *_targets(seen, going)]
    return join(reasons[:2]) or _nearness(seen, going)


Going = Sequence[tuple[Unit, HexId]]
"""Moving units, each with its goal hex."""


def _markers(seen: Seen[State], going: Going) -> Iterator[str]:
    """Name the enemy marker that a move approaches, or the own marker it guards."""
    state, here = seen.state, ground(seen.state.field)
    for unit, to in going:
        own = any(marker.hex == to and marker.side == unit.side for marker in state.control.values())
        if own and not units.at(state, to, unit.side):
            yield f"your control marker at {names.hex(state, to)} is then guarded"
            return
    far = [
        (here.distance(to, marker.hex), names.hex(state, marker.hex))
        for unit, to in going
        for marker in state.control.values()
        if marker.side != unit.side and marker.hex in here
        and here.distance(to, marker.hex) < here.distance(units.where(unit), marker.hex)
    ]  # fmt: skip
    if far:
        left, marker = min(far)
        yield (
            f"{_they(going)} nearer to the control marker at {marker}"
            if left
            else f"it takes the control marker at {marker}"
        )


def _edges(seen: Seen[State], going: Going) -> Iterator[str]:
    """Name the edges that units approach if a card pays for leaving."""
    for unit, to in going:
        edges = exits(seen.state, unit)
        far = ranks(seen.state.field, edges) if edges else {}
        if far.get(to, FAR) < far.get(units.where(unit), FAR):
            yield f"{_they(going)} nearer to {names.edges(edges)}, where units may leave the map"
            return


def _shelter(seen: Seen[State], going: Going) -> Iterator[str]:
    """Report that fewer enemies see the goal hexes than the current hexes."""
    before, after = (
        sum(len(shooters(seen.state, unit.side, hex)) for unit, hex in those)
        for those in ([(unit, units.where(unit)) for unit, _ in going], going)
    )
    if after < before:
        yield f"{'fewer enemies' if after else 'no enemy'} could fire at {_them(going)} there"


def _targets(seen: Seen[State], going: Going) -> Iterator[str]:
    """Name a target of a unit that had no target before."""
    for unit, to in going:
        foes = weighing.foes(seen.state, unit.side)
        if any(_reaches(seen, unit, units.where(unit), foe) for foe in foes):
            continue
        found = [foe for foe in foes if _reaches(seen, unit, to, foe)]
        if found:
            first = min(found, key=lambda foe: (ground(seen.state.field).distance(to, units.where(foe)), foe.id))
            yield f"from there {names.one(unit)} can fire at {names.label(seen.state, first.id)}"
            return


def _nearness(seen: Seen[State], going: Going) -> str:
    """Name the distance to the enemy and the cover, if no other reason applies."""
    state, here = seen.state, ground(seen.state.field)
    unit, to = going[0]
    if here.covered(to) and not here.covered(units.where(unit)):
        return f"{names.place(state, to)} is better cover"
    far = nearest(state, unit.side, to)
    if far == FAR:
        return "no enemy is known on the map, and action points that are not used are lost"
    if far < nearest(state, unit.side, units.where(unit)):
        return f"{_they(going)} nearer to the enemy, who is then {away(far)}"
    return f"the enemy is then {away(far)}"


def _reaches(seen: Seen[State], unit: Unit, hex: HexId, foe: Unit) -> bool:
    there = replace(unit, hex=hex, aboard="", inside="", hiding=None)
    return weighing.reaches(seen.state, there, units.where(foe), flank=True)


def _they(going: Going) -> str:
    return "they come" if len(going) > 1 else "it comes"


def _them(going: Sequence[Any]) -> str:
    return "them" if len(going) > 1 else "it"


@WHY.on(do.Enter)
def _enter(seen: Seen[State], action: do.Enter) -> str:
    together = ", and units that enter together pay only once" if len(action.units) > 1 else ""
    return f"units off the map do nothing{together}"


@WHY.on(do.Leave)
def _leave(seen: Seen[State], action: do.Leave) -> str:
    return "a card gives victory points for that"


@WHY.on(do.Pivot)
def _pivot(seen: Seen[State], action: do.Pivot) -> str:
    """Name the enemy in front of the turned units."""
    turned = [replace(unit, facing=action.facing) for unit in _known(seen, action.units)]
    for unit in turned:
        for foe in weighing.foes(seen.state, unit.side):
            if weighing.reaches(seen.state, unit, units.where(foe)):
                return f"{names.label(seen.state, foe.id)} is then before {_them(turned)}"
    return "fire from the front hits less easily than from the flank"


@WHY.on(do.Load)
def _load(seen: Seen[State], action: do.Load) -> str:
    far = [nearest(seen.state, unit.side, units.where(unit)) for unit in _known(seen, (action.unit,))]
    off = f", and the enemy is {away(far[0])}" if far and far[0] < FAR else ""
    return f"on its own it is slow{off}"


@WHY.on(do.Unload)
def _unload(seen: Seen[State], action: do.Unload) -> str:
    far = [nearest(seen.state, unit.side, units.where(unit)) for unit in _known(seen, (action.unit,))]
    if far and far[0] < FAR:
        return f"the enemy is {away(far[0])}, and only units on the ground can fire"
    return "only units on the ground can fire"


# Cover and support.


@WHY.on(do.Dig)
def _dig(seen: Seen[State], action: do.Dig) -> str:
    return f"{_under_fire(seen, (action.unit,))}, and a hasty defence covers it"


@WHY.on(do.Hide)
def _hide(seen: Seen[State], action: do.Hide) -> str:
    return "nobody fires at whom they do not see, and the marker stays held"


@WHY.on(do.LaySmoke)
def _smoke(seen: Seen[State], action: do.LaySmoke) -> str:
    there = [unit.id for unit in units.at(seen.state, action.at) if unit.owner == seen.seat]
    return f"{_under_fire(seen, there)}, and smoke covers {_them(there)}"


def _under_fire(seen: Seen[State], ids: Iterable[UnitId]) -> str:
    """Count the enemies that could fire at units."""
    eyes = {foe for unit in _known(seen, ids) for foe in shooters(seen.state, unit.side, units.where(unit))}
    return f"{count(len(eyes), 'enemy unit')} could fire there" if eyes else "the enemy may come into sight"


@WHY.on(do.Recon)
def _recon(seen: Seen[State], action: do.Recon) -> str:
    return "a unit found there no longer fires unseen"


@WHY.on(do.Correct)
def _correct(seen: Seen[State], action: do.Correct) -> str:
    """Return the reason for CAPs on an artillery die, or for none."""
    if not action.caps:
        return "CAPs do more elsewhere"
    if action.caps < 0:
        return "it is a friend on whom the shells fall"
    return "the shells may do more than the CAPs elsewhere"


@WHY.on(do.Plot)
def _plot(seen: Seen[State], action: do.Plot) -> str:
    if not _lies(seen, action.at):
        return "there is no hex where shells would hurt more enemies than friends"
    near = ground(seen.state.field).within(action.at, 1)
    there = [foe for foe in weighing.foes(seen.state, _side(seen)) if units.where(foe) in near]
    return f"{count(len(there), 'enemy unit')} in that hex and beside it" if there else "the enemy may go there"


HELPS = {
    hand.SNIPER: "it takes CAPs of the enemy, who has some",
    hand.OFFICER: "it brings CAPs",
    hand.SWIFT: "two of your actions follow each other before the enemy has a turn",
    hand.CLEARING: "an obstacle of the enemy lies in that hex",
    hand.CONFUSION: "that unit has a good shot at one of yours",
    hand.BOGGED: "that vehicle is on its way to do harm",
}
"""The reason for each action card that the computer plays."""


@WHY.on(do.PlayCard)
def _play_card(seen: Seen[State], action: do.PlayCard) -> str:
    return _of_card(seen, action.card, action.units)


@WHY.on(do.PlayBonus)
def _play_bonus(seen: Seen[State], action: do.PlayBonus) -> str:
    return _of_card(seen, action.card, ())


def _of_card(seen: Seen[State], card: CardId, ids: Sequence[UnitId]) -> str:
    if card in HELPS:
        return HELPS[card]
    if card in (hand.RALLY, hand.FOLLOW):
        return f"hit markers hinder {'them' if len(ids) > 1 else 'it'}, and the card takes them off"
    return _under_fire(seen, ids)


@WHY.on(do.Pass)
def _pass(seen: Seen[State], action: do.Pass) -> str:
    mine = list(units.of(seen.state, seen.seat))
    if all(unit.status == "spent" for unit in mine):
        return "all your units are spent" if mine else "none of your units is on the map"
    return "nothing else is worth its price now"


# The cards that make the battle.


@WHY.on(do.PlayTop)
def _play_top(seen: Seen[State], action: do.PlayTop) -> str:
    option = cards().generator[action.card].top
    speaks = "it promises victory points" if option.scores else "its text does more for you than its units"
    return join([speaks, *_brings(action.card, "top")])


@WHY.on(do.PlayBottom)
def _play_bottom(seen: Seen[State], action: do.PlayBottom) -> str:
    return join(["a side needs units first", *_brings(action.card, "bottom")])


def _brings(card: GeneratorId, half: Half) -> Iterator[str]:
    """Name the units and CAPs of half a card."""
    caps = cards().generator[card].option(half).cap
    brought = [*map(counter_named, counters_of(card, half)), *([count(caps, "CAP")] if caps > 0 else [])]
    if brought:
        yield f"it brings {join(brought)}"


@WHY.on(do.Place)
def _place(seen: Seen[State], action: do.Place) -> str:
    return _suits(seen, action.at, all(unit.owner == seen.seat for unit in _known(seen, action.units)))


@WHY.on(do.PlaceControl)
def _place_control(seen: Seen[State], action: do.PlaceControl) -> str:
    return _suits(seen, action.at, mine=True)


@WHY.on(do.PlaceDefence, do.PlaceMine, do.PlaceRumour)
def _lay(seen: Seen[State], action: do.PlaceDefence | do.PlaceMine | do.PlaceRumour) -> str:
    return _suits(seen, action.at, mine=True)


def _suits(seen: Seen[State], hex: HexId, mine: bool) -> str:
    """Return the reason for placing an own or an enemy piece in a hex."""
    if not _lies(seen, hex):
        return ""
    if ground(seen.state.field).covered(hex):
        return f"there is cover in {names.place(seen.state, hex)}"
    return "it lies on the way of the enemy" if mine else "there is no cover for them"


# Known information.


def _known(seen: Seen[State], ids: Iterable[UnitId]) -> list[Unit]:
    """Return the named units that are on the map in a known hex."""
    found = (seen.state.units.get(id) for id in ids)
    return [unit for unit in found if unit is not None and _lies(seen, units.where(unit))]


def _lies(seen: Seen[State], hex: HexId) -> bool:
    return bool(seen.state.field) and hex in ground(seen.state.field)


def _side(seen: Seen[State]) -> Side:
    return units.side_of(seen.state, seen.seat)
