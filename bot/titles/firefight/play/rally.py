"""Rallying units from their hit markers."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.game import Odds
from bot.kernel.rule import Wrong, case, rule
from bot.kit.decisions import Fixed
from bot.titles.firefight.cards import hand
from bot.titles.firefight.cards.luck import CHANGES, HELP, mend, untold
from bot.titles.firefight.field import rallying
from bot.titles.firefight.field.groups import chained
from bot.titles.firefight.field.rolls import reaches
from bot.titles.firefight.field.units import on_map
from bot.titles.firefight.model import fight_actions as do
from bot.titles.firefight.model import fight_events as ev
from bot.titles.firefight.model.ids import CardId, HitId, UnitId
from bot.titles.firefight.play.acting import acting, by_units, groups, payments
from bot.titles.firefight.play.base import Here, Play
from bot.titles.firefight.play.losses import returned
from bot.titles.firefight.printed.units import named


@rule("COH-1.6d", "COH-4.5a")
def together(at: Here, action: do.Rally) -> Wrong | None:
    """Units on the map rally, riders too; a group stands in one chain of hexes."""
    units = acting(at.state, action)
    if not all(map(on_map, units)):
        return Wrong("that unit has not come to the map yet", "choose one that has", "COH-4.5a")
    if not chained(at.state.field, units):
        return Wrong("a group stands in one chain of same or adjacent hexes", "let them rally one after another")
    return None


@rule("COH-3.7a", "COH-3.7c")
def can_rally(at: Here, action: do.Rally) -> Wrong | None:
    """Whoever rallies bears a marker with a number, and no enemy stands in its hex."""
    found = (rallying.hopeless(at.state, unit) for unit in acting(at.state, action))
    return next((wrong for wrong in found if wrong is not None), None)


NO_CARD = CardId("")


@rule("COH-7.1c", "COH-7.2a")
def may_use(at: Here, action: do.Rally) -> Wrong | None:
    """Only cards that change a roll go with a rally, and their player holds them."""
    if not action.card:
        return None
    if action.card not in CHANGES:
        return Wrong("that card does not go with a rally", "leave the card out", "COH-7.1b")
    if not hand.holds(at.state, at.seat, action.card):
        return Wrong("you do not hold that card", "leave the card out")
    return None


@rule("COH-1.5a")
def aims(at: Here, action: do.Rally) -> Wrong | None:
    """CAPs are put on rolls that are made."""
    rolls = len(action.units)
    return (
        Wrong(f"there are {rolls} rolls", "put CAPs on as many at the most") if len(action.aim) > rolls else None
    )


@case("COH-3.7a", "COH-1.6d")
def rally(play: Play, action: do.Rally) -> None:
    """Roll for each: who rallies lays its marker back; who does not, tells nothing of it."""
    card = action.card
    for n, id in enumerate(action.units):
        held = play.state.players[play.seat].card_count
        roll_for(play, id, action.aim[n] if n < len(action.aim) else 0, card)
        card = card if play.state.players[play.seat].card_count == held else NO_CARD


def roll_for(play: Play, id: UnitId, caps: int, card: CardId = NO_CARD) -> bool:
    """Let a unit roll to rally; true when it does."""
    unit = play.state.units[id]
    assert unit.hit is not None, id
    mods, wanted = rallying.help_for(play.state, unit), rallying.need(play.state, unit)
    roll = play.dice.roll("rally", 2)
    roll, luck = mend(play, play.seat, card, roll, wanted - sum(roll.faces) - caps) if card else (roll, 0)
    done = sum(roll.faces) + caps + luck >= wanted
    marker = unit.hit.marker.open() if done else HitId("")
    left = returned(play, id) if done else None
    if done and not unit.hit.marker.out:
        play.emit(ev.HitShown(id, marker, "rally"))
    play.emit(ev.Rallied(id, roll, mods, caps, done, marker, unit.hit.pile, left, luck))
    return done


def rallies(at: Here, fixed: Fixed) -> Iterator[do.Rally]:
    """Offer each unit that is hit, and those of one hex together."""
    for units in groups(at, fixed):
        for paid in payments(at, units, fixed):
            for card in ("", *(each for each in CHANGES if hand.holds(at.state, at.seat, each))):
                yield do.Rally(units, fixed.get("aim", ()), **paid, card=CardId(card))


def odds(at: Here, action: do.Rally) -> Odds | None:
    """Return the chance of each unit to rally."""
    units = [at.state.units.get(id) for id in action.units]
    found = []
    for n, unit in enumerate(units):
        if unit is None or not on_map(unit) or unit.hit is None or not unit.hit.marker.known:
            return None
        if rallying.hopeless(at.state, unit) is not None:
            return None
        caps = action.aim[n] if n < len(action.aim) else 0
        help = HELP.get(action.card, "") if n == 0 else ""
        found.append(
            (f"{named(unit.counter)} rallies", float(reaches(rallying.need(at.state, unit) - caps, 0, help)))
        )
    first = units[0] if units else None
    if first is None:
        return None
    wanted = rallying.need(at.state, first)
    notes = tuple(untold(at.state, at.seat, action.card))
    return Odds(
        f"{named(first.counter)}: {wanted} or more",
        rallying.help_for(at.state, first),
        tuple(found),
        notes,
        ("to rally", found[0][1]),
    )


RALLY = by_units(
    do.Rally,
    when="units rally in their player's turn",
    cite="COH-3.7a",
    cost=lambda state, action: rallying.COST,
    rules=(together, can_rally, may_use, aims),
    candidates=rallies,
    deed=rally,
    quiet=True,
    odds=odds,
)
VERBS = (RALLY,)
