"""What a side could answer to everything else that it is asked, from the muster to the end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import get_args

from bot.kernel.secret import Seen
from bot.kit.decisions import At
from bot.kit.standing import offers
from bot.titles.tide.candidates.choices import (
    Fixed,
    firing_figures,
    modes,
    optional,
    parts,
    shelters,
    supports,
)
from bot.titles.tide.evolve import FIGURE_ORDER
from bot.titles.tide.field import flames, munitions, smoke_rounds, units
from bot.titles.tide.model import actions as do
from bot.titles.tide.model.state import State
from bot.titles.tide.model.steps import Losses, Melee, Muster, OpFireChance, Rerolling, Rout
from bot.titles.tide.model.table import (
    CardId,
    DeckId,
    Figure,
    MunitionKind,
    SlotId,
    Speciality,
    UnitId,
)
from bot.titles.tide.printed.tables import spaces, tables
from bot.titles.tide.resolve import hits, marching, melee, setup, status


def shots(at: At[State, OpFireChance], fixed: Fixed) -> Iterator[do.Shoot]:
    """Yield the Op Fire attacks that could be made on the unit that has come into sight."""
    step = at.step
    leads = marching.op_fire_leads(at.state, at.seat, step.target, step.shooters)
    target = at.state.units[step.target]
    able = [at.state.units[lead] for lead in leads]
    for unit in able:
        if smoke_rounds.has(at.state, unit):
            yield do.Shoot(unit.id)
        elif fixed.get("unit", unit.id) == unit.id:
            for mode, using in product(modes(target, fixed), firing_figures(unit, fixed)):
                for support in supports(at, unit, able, fixed):
                    for mg_only, only in product(_mgs(at, support, fixed), parts(at, support, fixed)):
                        yield do.Shoot(unit.id, mode, support, using, mg_only, only)


def _mgs(seen: Seen[State], support: tuple[UnitId, ...], fixed: Fixed) -> tuple[tuple[UnitId, ...], ...]:
    """Return of which squads in support only the machine guns could fire: of none, or of all that have others."""
    figures = {unit: units.figures(seen.state.units[unit]) for unit in support if unit in seen.state.units}
    mixed = tuple(unit for unit, kinds in figures.items() if "mg" in kinds and set(kinds) > {"mg"})
    return optional(fixed, "mg_only", (mixed,) if mixed else ())


def holds(seen: Seen[State], fixed: Fixed) -> Iterator[do.Hold]:
    """Yield the only way to hold one's fire."""
    yield do.Hold()


def losses(at: At[State, Losses], fixed: Fixed) -> Iterator[do.Remove]:
    """Yield what a hit could cost."""
    for unit, figure in hits.loss_choices(at.state, at.step):
        yield do.Remove(unit, figure)  # type: ignore[arg-type]


def discards(seen: Seen[State], fixed: Fixed) -> Iterator[do.Remove]:
    """Yield which unused munition could go."""
    yield from (do.Remove(unit) for unit in munitions.unused(seen.state, seen.seat))


def rerolls(at: At[State, Rerolling], fixed: Fixed) -> Iterator[do.Reroll]:
    """Yield which dice experts could roll again: every choice, in the order of the faces."""
    step = at.step
    shown = sorted(step.faces)
    for size in range(step.most + 1):
        for some in dict.fromkeys(combinations(shown, size)):
            yield do.Reroll(tuple(flames.FACES[face - 1] for face in some))


def retreats(at: At[State, Rout], fixed: Fixed) -> Iterator[do.Retreat]:
    """Yield the hexes that losers of an assault could go to."""
    step = at.step
    for each in step.units:
        unit = at.state.units.get(each)
        if unit is not None:
            yield from (do.Retreat(each, to) for to in melee.retreats(at.state, unit))


def joins(at: At[State, Melee], fixed: Fixed) -> Iterator[do.Join]:
    """Yield which concealed squads could join the defence."""
    step = at.step
    hidden = melee.hidden_defenders(at.state, step, at.state.units[step.unit])
    for size in range(len(hidden) + 1):
        yield from (do.Join(some) for some in combinations(hidden, size))


def bids(seen: Seen[State], fixed: Fixed) -> Iterator[do.Spend]:
    """Yield bids for the initiative."""
    yield from (do.Spend(n) for n in range(1, seen.state.hq[seen.seat].command + 1))


def purchases(seen: Seen[State], fixed: Fixed) -> Iterator[do.Spend]:
    """Yield munitions to buy."""
    price = tables().numbers.munitions.price
    kinds: tuple[MunitionKind, ...] = get_args(MunitionKind)
    takers = munitions.takers(seen.state, seen.seat)
    yield from (do.Spend(price, kind, unit) for unit, kind in product(takers, kinds))


def sabotages(seen: Seen[State], fixed: Fixed) -> Iterator[do.PlaySabotage]:
    """Yield each sabotage card of the hand on each deck."""
    hand = [back for back, c in seen.state.sabotage.items() if c.owner == seen.seat and c.place == "hand"]
    yield from (do.PlaySabotage(back, deck) for back, deck in product(hand, seen.state.decks))


def draws(seen: Seen[State], fixed: Fixed) -> Iterator[do.Draw]:
    """Yield the decks that could be drawn from."""
    yield from (do.Draw(DeckId(deck)) for deck in status.drawable(seen.state, seen.seat))


def subversions(seen: Seen[State], fixed: Fixed) -> Iterator[do.Subvert]:
    """Yield the cards that could be discarded for command."""
    yield from (do.Subvert(CardId(card)) for card in status.subvertible(seen.state, seen.seat))


def transfers(seen: Seen[State], fixed: Fixed) -> Iterator[do.Transfer]:
    """Yield gifts of one figure and exchanges of one for one; more is legal when it is named."""
    for giver, taker in status.pairs(seen.state, seen.seat):
        if fixed.get("giver", giver.id) != giver.id or fixed.get("taker", taker.id) != taker.id:
            continue
        for figure in dict.fromkeys(units.figures(giver)):
            yield do.Transfer(giver.id, taker.id, (figure,))
            for back in dict.fromkeys(units.figures(taker)):
                if back != figure:
                    yield do.Transfer(giver.id, taker.id, (figure,), (back,))
        if "figures" in fixed or "back" in fixed:
            yield do.Transfer(giver.id, taker.id, fixed.get("figures", ()), fixed.get("back", ()))


def builds(at: At[State, Muster], fixed: Fixed) -> Iterator[do.Build]:
    """Yield fillings of each base."""
    step = at.step
    bases = step.lists[at.seat].open()
    side = units.side(at.state, at.seat)
    specials: tuple[Speciality, ...] = ("", *dict.fromkeys(s for s in side.specialities if s))
    for n, base in enumerate(bases, start=1):
        if fixed.get("slot", str(n)) != str(n):
            continue
        division = next(d for d in side.divisions if d.name == base.division)
        fillings = [fixed["figures"]] if "figures" in fixed else _fillings(tuple(division.figures))
        for figures, special in product(fillings, specials):
            yield do.Build(SlotId(str(n)), figures, special)


def _fillings(kinds: tuple[Figure, ...]) -> Iterator[tuple[Figure, ...]]:
    """Yield every way to fill a base from these kinds of figures, full bases first."""
    ways = {
        tuple(sorted(some, key=FIGURE_ORDER.index))
        for size in range(1, 5)
        for some in product(kinds, repeat=size)
        if spaces(some) <= 4
    }
    yield from sorted(ways, key=lambda way: (-spaces(way), way))


def places(seen: Seen[State], fixed: Fixed) -> Iterator[do.Place]:
    """Yield where units beside the map could stand."""
    for unit in setup.to_place(seen.state, seen.seat):
        if fixed.get("unit", unit.id) != unit.id:
            continue
        for hex in setup.start_hexes(seen.state, unit):
            if fixed.get("hex", hex) == hex:
                for into, concealed in product(shelters(seen, unit, hex), (False, True)):
                    yield do.Place(unit.id, hex, into, concealed)


def deploys(seen: Seen[State], fixed: Fixed) -> Iterator[do.Deploy]:
    """Yield the set-up that the scenario suggests."""
    yield do.Deploy()


def dones(seen: Seen[State], fixed: Fixed) -> Iterator[do.Done]:
    """Yield that there is nothing more to do."""
    yield do.Done()


def orders(seen: Seen[State], fixed: Fixed) -> Iterator[do.Order]:
    """Return the orders with one more of them changed; numbers in useful steps."""
    steps = {"within": (2, 4, 6, 8, 10, 12, 16), "chance": (10, 20, 30, 40, 50, 60, 80)}
    return offers(do.Order, fixed, lambda field: steps[field.name])


def resigns(seen: Seen[State], fixed: Fixed) -> Iterator[do.Resign]:
    """Yield giving up."""
    yield do.Resign()
