"""Each law lets the sound toy pass and bites the one that is broken in its way."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.chat.posts import narrative, news
from bot.kernel.log import live
from bot.kernel.rule import Wrong
from tests import laws
from tests.laws import COURSES, MOMENTS, Law
from tests.match import Match, moment, random_options
from tests.toys import broken, ford
from tests.toys.bluff import Bluff, BluffHooks

HOOKS = BluffHooks()
GAMES = 30

BITES: tuple[tuple[Law, type[Bluff]], ...] = (
    (laws.ends, broken.Endless),
    (laws.ends, broken.Stuck),
    (laws.ends, broken.Brittle),
    (laws.goes_on, broken.Stuck),
    (laws.goes_on, broken.Forgetful),
    (laws.answers_any_order, broken.Curious),
    (laws.answers_any_order, broken.Vague),
    (laws.answers_any_order, broken.Shortsighted),
    (laws.offers_what_it_takes, broken.Repetitive),
    (laws.offers_what_it_takes, broken.Brittle),
    (laws.offers_what_it_takes, broken.Eager),
    (laws.completes_what_it_takes, broken.Careless),
    (laws.presses_what_it_takes, broken.Careless),
    (laws.sound_at_every_question, broken.Indebted),
    (laws.conserves, broken.Generous),
    (laws.folds, broken.Moody),
    (laws.encodes, broken.Sloppy),
    (laws.rolls_once, broken.Sleeve),
    (laws.rolls_once, broken.Loaded),
    (laws.keeps_secrets, broken.PeepingStatus),
    (laws.keeps_secrets, broken.PeepingLabel),
    (laws.keeps_secrets, broken.PeepingOdds),
    (laws.keeps_secrets, broken.PeepingAnswer),
    (laws.keeps_secrets, broken.PeepingRule),
    (laws.takes_back_no_news, broken.Staring),
    (laws.leaves_orders_unseen, broken.Ordering),
    (laws.shows_no_more_than_it_says, broken.Gossip),
    (laws.shows_no_more_than_it_says, broken.Fumbling),
    (laws.waits_alike, broken.Proud),
    (laws.hides_what_is_chosen, broken.FaceUp),
    (laws.opens_in_secret, broken.LoudDealer),
    (laws.hides_the_lots, broken.Fingering),
    (laws.hides_the_lots, broken.Pointing),
    (laws.tells_what_comes_of_it, broken.Anonymous),
    (laws.folds_as_it_is_read, broken.InTheKnow),
    (laws.tells_once, broken.Whispering),
    (laws.withstands_forgery, broken.Trusting),
    (laws.withstands_forgery, broken.OpenDoor),
    (laws.withstands_forgery, broken.Scribbling),
    (laws.leaves_no_hole, broken.Nameless),
    (laws.answers_what_it_offers, broken.Mum),
    (laws.gives_reasons, broken.Miscited),
    (laws.gives_reasons, broken.Uncited),
    (laws.gives_reasons, broken.Curt),
    (laws.gives_reasons, broken.Stopped),
    (laws.gives_reasons, broken.LooseOdds),
    (laws.says_why, broken.Excuses),
    (laws.advises_with_reason, broken.Oracle),
    (laws.advises_with_reason, broken.Misguide),
)


def some_moment(kind: type[Bluff], seed: int) -> tuple[Match, Random]:
    rnd = Random(seed)
    game = kind()
    scenario = rnd.choice(sorted(game.scenarios))
    match = Match(game, scenario, random_options(game, scenario, rnd), bytes([seed]))
    computers = [seat for seat in match.seats if rnd.random() < 0.4]
    return moment(match, rnd, computers, rnd.randint(0, 9)), rnd


@pytest.mark.parametrize("law", [*MOMENTS, *COURSES], ids=lambda law: law.__name__)
def test_the_sound_toy_obeys(law: Law) -> None:
    for seed in range(GAMES):
        match, rnd = some_moment(Bluff, seed)
        law(match, HOOKS, rnd)


@pytest.mark.parametrize(("law", "kind"), BITES, ids=lambda case: case.__name__)
def test_the_broken_toy_is_caught(law: Law, kind: type[Bluff]) -> None:
    assert bites(law, kind)


def bites(law: Law, kind: type[Bluff]) -> bool:
    """True if a law is broken somewhere. Errors while a game is played do not count."""
    for seed in range(GAMES):
        try:
            match, rnd = some_moment(kind, seed)
        except Exception:
            continue
        try:
            law(match, HOOKS, rnd)
        except Exception:
            return True
    return False


def test_an_undo_without_limits_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(laws, "undo", lambda game, log, seat: live(log)[-1])
    assert bites(laws.takes_back, Bluff)


def test_news_of_another_account_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The account of the acting seat is not for the others."""
    monkeypatch.setattr(news, "tell", lambda table, n, seat: narrative.tell(table, n, table.log[n].seat))
    assert bites(laws.keeps_news_secret, Bluff)


def test_news_since_an_order_by_hand_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The public cannot know which of a player's orders came from a plan."""
    monkeypatch.setattr(news, "GIVEN", ("person",))
    assert bites(laws.hides_who_gave_orders, Bluff)


class FordHooks(BluffHooks):
    """The hooks that tell the laws about Ford."""

    anytime: tuple[type[Any], ...] = ()


def test_one_reason_for_every_moment_is_caught() -> None:
    vague = replace(ford.WORDS, closed=lambda at, action: Wrong("it is not your move", "wait"))
    sound, broken_one = (Match(game, "first", {}, b"ford") for game in (ford.title(), ford.title(words=vague)))
    for match in (sound, broken_one):
        for seat, action in ((ford.SCOUT, ford.Wade(1)), (ford.SENTRY, ford.Hold())):
            assert match.act(seat, action) is None
    laws.says_why(sound, FordHooks(), Random(1))
    with pytest.raises(AssertionError, match="is told the same"):
        laws.says_why(broken_one, FordHooks(), Random(1))


def test_every_law_is_shown_to_bite() -> None:
    others = {laws.takes_back, laws.keeps_news_secret, laws.hides_who_gave_orders}
    assert {law for law, _ in BITES} | others == {*MOMENTS, *COURSES}
