"""The strategy cards by their keys in `cards.toml`: each is a target that fits and an effect."""

from __future__ import annotations

from collections.abc import Iterator

from bot.kernel.rule import Wrong, case
from bot.kernel.secret import Seat
from bot.titles.tide import forces
from bot.titles.tide.cards import effects as do
from bot.titles.tide.cards import targets as on
from bot.titles.tide.cards.barrage import air, artillery
from bot.titles.tide.cards.effects import Effect
from bot.titles.tide.model.state import State
from bot.titles.tide.model.table import CardId
from bot.titles.tide.tables import card as printed

EFFECTS: dict[str, Effect] = {
    "rapid-mobilization": Effect(do.initiative),
    "cut-communications": Effect(do.cut),
    "forced-march": Effect(do.boon("move", 3), "unit", on.fresh),
    "breakthrough": Effect(do.more_actions),
    "supply-column": do.gain(3),
    "staff-work": Effect(do.nothing),
    "conflicting-orders": Effect(do.fewer_actions),
    "preliminary-barrage": artillery(3, 6, "normal"),
    "harassing-fire": artillery(2, 5, "suppressive"),
    "smoke-mission": artillery(2, 0, None),
    "registered-targets": Effect(do.nothing),
    "counter-battery": Effect(do.counter, "against", on.artillery_card),
    "time-on-target": artillery(4, 8, "normal"),
    "hurrah": Effect(do.boon("assault", 3), "unit", on.own_squad),
    "steady-lads": Effect(do.steady, "hex", on.own_suppressed_hex),
    "not-one-step-back": Effect(do.nothing),
    "inspiring-leader": Effect(do.refresh, "unit", on.inspired),
    "shaken": Effect(do.shake, "unit", on.shakeable),
    "second-wind": Effect(do.recovery),
    "extra-ammunition": Effect(do.boon("firepower", 2), "unit", on.own_unit),
    "concertina": Effect(do.wire, "hex", on.wire_fits),
    "spades": Effect(do.entrench, "unit", on.squad_can_dig),
    "field-repairs": Effect(do.repair, "unit", on.damaged),
    "mine-laying": Effect(do.mines, "hex", on.mines_fit),
    "jerrycans": Effect(do.boon("move", 3), "unit", on.fresh_vehicle),
    "rifle-squad": do.arrives("regular", "regular", "regular", "regular"),
    "submachine-gunners": do.arrives("elite", "elite", "regular", "regular"),
    "maxim-section": do.arrives("regular", "regular", "mg"),
    "tank-from-the-works": do.arrives(vehicle="t34-76"),
    "lend-lease": do.arrives(vehicle="cckw-353"),
    "replacements": Effect(do.replace, "unit", on.has_room("regular")),
    "commissar": Effect(do.promote, "unit", on.has_room("officer")),
    "strafing-run": air(6, "suppressive"),
    "reconnaissance-flight": Effect(do.reveal_near, "hex", on.any_hex),
    "air-drop": do.gain(2),
    "stuka": air(7, "normal"),
    "messerschmitts": Effect(do.nothing),
    "flak": Effect(do.nothing),
    "sturmovik": air(6, "normal", softened=2),
    "night-bombers": air(4, "suppressive", hit=4, fits=on.within(6)),
    "fighter-cover": Effect(do.nothing),
}


def name(card: CardId) -> str:
    """Return the card's key, without the number of its copy."""
    return card.rpartition(".")[0]


def targets(state: State, seat: Seat, card: CardId) -> Iterator[str]:
    """Yield what a card could be played on; "" for a card without a target."""
    needs = EFFECTS[name(card)].needs
    if needs == "hex":
        yield from forces.map_of(state).spots
    elif needs == "unit":
        yield from (unit.id for unit in state.units.values() if unit.hex)
    elif needs == "against":
        yield from forces.open_cards(state, forces.other(state, seat))
    else:
        yield ""


@case("TOI-4.5", "TOI-10.2a", "TOI-10.3a", "TOI-10.3c", "TOI-5.7")
def card_wrong(state: State, seat: Seat, card: CardId, phase: str) -> Wrong | None:
    """Return why a side cannot play a card in this phase, whatever its target; `None` when it can."""
    hq = state.hq[seat]
    if card in state.waiting and card in hq.in_play:
        if state.waiting[card] == state.round:
            return Wrong(
                "its guns have already been called in this round", "try again in the next round", "TOI-5.7"
            )
    elif card not in hq.cards:
        return Wrong("that card does not lie in your HQ", "choose one of your open cards", "TOI-10.3a")
    record = printed(card)
    if record.phase != phase:
        return Wrong(f"{record.name} is played in the {record.phase.title()} Phase", "keep it until then")
    if cost(state, seat, card) > hq.command:
        return Wrong(f"{record.name} costs {record.cost} command, you have {hq.command}", "gain command first")
    return None


@case("TOI-10.3c")
def cost(state: State, seat: Seat, card: CardId) -> int:
    """Return what playing a card costs now; a card that waits in the play area has been paid for."""
    return 0 if card in state.hq[seat].in_play else printed(card).cost


@case("TOI-1.2d")
def playable(state: State, seat: Seat, phase: str) -> bool:
    """Say whether a side could play any card now."""
    return any(
        card_wrong(state, seat, card, phase) is None
        and any(EFFECTS[name(card)].fits(state, seat, target) is None for target in targets(state, seat, card))
        for card in forces.open_cards(state, seat)
    )
