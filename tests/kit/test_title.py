"""A title is built from its decisions, and gaps are found when it is made."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import structs

from bot.kernel.dice import SeededDice
from bot.kernel.fields import fields
from bot.kernel.game import Odds, Sketch, decide, legal
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC, Seat, see
from bot.kit.advice import Advice, Remark
from bot.kit.decisions import At, Verb
from bot.kit.title import Incomplete, Printed, Title
from tests.match import Match, play
from tests.scripted import ScriptedDice
from tests.toys.ford import (
    ALARM,
    FAR,
    SCOUT,
    SENTRY,
    SHOOTS,
    TURN,
    WORDS,
    Alarm,
    Began,
    Hold,
    Shoot,
    State,
    Turn,
    Wade,
    printed,
    shoots,
    title,
)

FORD: Title[State, Any, Any] = title()
START = Match(FORD, "first", {}, b"")


def after(*actions: tuple[Any, Any], dice: tuple[int, ...] = ()) -> State:
    state: State = START.state
    rolls = ScriptedDice([dice] if dice else ())
    for seat, action in actions:
        events = decide(FORD, state, seat, action, rolls)
        assert not isinstance(events, Refusal), events
        for event in events:
            state = FORD.evolve(state, event)
    return state


def test_the_sequence_begins_and_asks_the_first_decision() -> None:
    assert START.state.steps == (Turn(),)
    prompts = FORD.prompts(see(START.state, PUBLIC))
    assert {seat: (p.text, p.verbs) for seat, p in prompts.items()} == {
        SCOUT: ("4 to go. How far do you wade?", ("wade",))
    }


def test_choices_are_weighed_by_the_odds_of_the_whole_order() -> None:
    """a hope is shown with its chance and without odds there are no words"""
    (how_far,) = fields(Wade)
    chance = replace(TURN.verbs[0], odds=lambda at, action: Odds("", (), (), hope=("dry", 1 / action.places)))
    ford = title(decisions=(replace(TURN, verbs=(chance,)), ALARM))
    seen = see(START.state, SCOUT)
    assert ford.weigh(seen, Wade, {}, how_far, (1, 2)) == [
        Remark((-1.0,), "100 % dry", "100 %"), Remark((-0.5,), "50 % dry", "50 %"),
    ]  # fmt: skip
    assert FORD.weigh(seen, Wade, {}, how_far, (1, 2)) == [Remark(), Remark()]
    assert (ford.why(seen, Wade(2)), FORD.why(seen, Wade(2))) == ("50 % dry.", "")
    assert (FORD.spoken(seen, Wade(2)), FORD.spoken(seen, Hold())) == ("Wade: places 2.", "Hold.")


def test_a_verb_describes_its_order_and_gives_reasons_for_it() -> None:
    """A template and a function say the same.

    A reason without odds is a sentence, and beside odds a clause.
    """
    seen = see(START.state, SCOUT)
    template = replace(TURN.verbs[0], says="the scout wades {places} deep", why=lambda seen, action: "it is dry")
    ford = title(decisions=(replace(TURN, verbs=(template,)), ALARM))
    assert (ford.spoken(seen, Wade(2)), ford.why(seen, Wade(2))) == ("The scout wades 2 deep", "It is dry.")
    chance = Odds("", (), (), hope=("dry", 0.5))
    function = replace(
        TURN.verbs[0], says=lambda seen, action: f"the scout wades {action.places} deep",
        odds=lambda at, action: chance, besides=lambda seen, action: "nobody looks",
    )  # fmt: skip
    ford = title(decisions=(replace(TURN, verbs=(function,)), ALARM))
    assert (ford.spoken(seen, Wade(2)), ford.why(seen, Wade(2))) == (
        "The scout wades 2 deep", "50 % dry: nobody looks.",
    )  # fmt: skip


def of_alarm(at: At[State, Alarm], action: Shoot) -> Odds:
    return Odds(f"{at.step.seat} shoots", (), ())


def of_any_moment(at: At[State, Any], action: Wade) -> Odds:
    return Odds(f"{at.seat} wades", (), (("dry", 1 / (FAR - at.state.waded - action.places + 1)),))


def curious() -> Title[State, Any, Any]:
    """Return Ford with odds.

    Those of a shot need its step, those of wading only water before the scout.
    """
    wade, shoot = replace(TURN.verbs[0], odds=of_any_moment), replace(ALARM.verbs[0], odds=of_alarm)
    alarm = replace(ALARM, verbs=(shoot, *ALARM.verbs[1:]))
    return title(decisions=(replace(TURN, verbs=(wade,)), alarm))


def test_odds_that_need_a_step_appear_only_where_the_order_is_open_and_others_ahead() -> None:
    ford, waded = curious(), after((SCOUT, Wade(2)))
    for seat in (SCOUT, SENTRY, PUBLIC):
        assert ford.odds(see(START.state, seat), Shoot()) is None
    assert ford.odds(see(waded, SENTRY), Shoot()) == Odds("sentry shoots", (), ())
    assert ford.odds(see(waded, SCOUT), Shoot()) is None, "it is not the scout who is asked"
    assert ford.odds(see(waded, SENTRY), Wade(1)) == Odds("sentry wades", (), (("dry", 0.5),))


def told_of_alarm(at: At[State, Alarm], action: Shoot) -> list[str]:
    return [f"{at.step.seat} fires once."]


def told_at_any_moment(at: At[State, Any], action: Wade) -> list[str]:
    return [f"{at.seat} gets wet."]


def test_effects_that_need_no_step_are_listed_before_the_order_is_open() -> None:
    wade, shoot = replace(TURN.verbs[0], tells=told_at_any_moment), replace(ALARM.verbs[0], tells=told_of_alarm)
    alarm = replace(ALARM, verbs=(shoot, *ALARM.verbs[1:]))
    ford, waded = title(decisions=(replace(TURN, verbs=(wade,)), alarm)), after((SCOUT, Wade(2)))
    assert ford.beforehand(see(START.state, SENTRY), Wade(1)) == ["sentry gets wet."]
    assert ford.beforehand(see(START.state, SENTRY), Shoot()) == []
    assert ford.beforehand(see(waded, SENTRY), Shoot()) == ["sentry fires once."]


def test_a_spectator_reads_the_odds_of_the_seat_that_is_asked() -> None:
    ford, waded = curious(), after((SCOUT, Wade(2)))
    assert ford.odds(see(waded, PUBLIC), Shoot()) == Odds("sentry shoots", (), ())
    assert ford.odds(see(waded, Seat("nobody")), Wade(1)) == Odds("sentry wades", (), (("dry", 0.5),))


def test_an_error_in_the_words_of_a_refused_order_is_ignored_and_for_a_legal_order_it_is_a_mistake() -> None:
    ford, seen = curious(), see(after((SCOUT, Wade(2)), (SENTRY, Hold()), (SENTRY, Hold())), SCOUT)
    assert ford.judge(seen, Wade(3)) is not None
    assert ford.odds(seen, Wade(3)) is None
    lawless = replace(replace(TURN.verbs[0], odds=of_any_moment), rules=())
    broken = title(decisions=(replace(TURN, verbs=(lawless,)), ALARM))
    with pytest.raises(ZeroDivisionError):
        broken.odds(seen, Wade(3))


OF_A_VERB = {"spoken": "says", "why": "why"}
"""Words about an order that stand on its verb."""


@pytest.mark.parametrize("said", ["spoken", "why", "beforehand", "fewer", "weigh"])
def test_words_that_break_for_a_refused_order_are_left_out_too(said: str) -> None:
    (how_far,) = fields(Wade)
    hasty: dict[str, Any] = {OF_A_VERB.get(said, said): lambda *asked: [][0]}
    if said in OF_A_VERB:
        ford = title(decisions=(replace(TURN, verbs=(replace(TURN.verbs[0], **hasty),)), ALARM))
    else:
        ford = title(words=replace(WORDS, advice=Advice(**hasty)))
    seen = see(START.state, SCOUT)
    if said == "weigh":
        assert ford.weigh(seen, Wade, {}, how_far, (9,)) == [Remark()]
    else:
        assert not getattr(ford, said)(seen, Wade(9)) or said == "spoken"
    assert ford.spoken(seen, Wade(9)) == "Wade: places 9."


def test_one_of_two_steps_is_done_and_the_other_asked() -> None:
    state = after((SCOUT, Wade(2)), (SENTRY, Hold()))
    assert state.steps == (Alarm(),)
    assert FORD.prompts(see(state, SENTRY))[SENTRY].verbs == ("shoot", "hold")


def test_the_sequence_goes_round_when_the_stack_is_empty() -> None:
    state = after((SCOUT, Wade(1)), (SENTRY, Hold()))
    assert state.steps == (Turn(),)


def test_a_stage_may_end_the_game() -> None:
    state = after((SCOUT, Wade(2)), *[(SENTRY, Hold())] * 2, (SCOUT, Wade(2)), *[(SENTRY, Hold())] * 2)
    assert state.outcome is not None
    assert state.outcome.winners == (SCOUT,)
    assert FORD.prompts(see(state, SCOUT)) == {}


@pytest.mark.parametrize(
    ("seat", "action", "refusal"),
    [
        (
            SENTRY,
            Shoot(),
            Refusal(
                "FORD-2",
                f"it is not your move: {SHOOTS}; now the scout wades",
                "wait for the scout",
            ),
        ),
        (
            SCOUT,
            Shoot(),
            Refusal(
                "FORD-2",
                f"not now: {SHOOTS}; your side wades",
                "open now: wade",
            ),
        ),
        (Seat("fish"), Wade(), Refusal("FP-seat", "you have no seat in this game", "take one with /game join")),
    ],
)
def test_the_kit_refuses_actions_out_of_turn(seat: Seat, action: Any, refusal: Refusal) -> None:
    assert decide(FORD, START.state, seat, action, SeededDice(b"")) == refusal


def test_rules_of_a_verb_get_the_step_with_the_view() -> None:
    state = after((SCOUT, Wade(2)), (SENTRY, Hold()), (SENTRY, Hold()), (SCOUT, Wade(1)), (SENTRY, Hold()))
    assert decide(FORD, state, SCOUT, Wade(2), SeededDice(b"")) == Refusal(
        "FORD-1", "the far bank is 1 away", "wade 1 at the most"
    )
    assert list(legal(FORD, see(state, SCOUT), Wade)) == [Wade(1)]


def test_nothing_is_legal_when_the_game_is_over() -> None:
    state = after((SCOUT, Wade(1)), (SENTRY, Shoot()), dice=(6,))
    refusal = FORD.judge(see(state, SCOUT), Wade(1))
    assert refusal is not None
    assert refusal.cite == "FP-over"


def test_random_play_ends() -> None:
    for seed in range(20):
        assert play(START.cut(1), Random(seed), moves=40).over


def test_the_computer_answers_each_decision() -> None:
    assert FORD.play(see(START.state, SCOUT)) == Wade(2)
    assert FORD.play(see(after((SCOUT, Wade(1))), SENTRY)) == Shoot()


@pytest.mark.parametrize(
    ("parts", "lacks"),
    [
        ({"decisions": (TURN,)}, "nothing handles Alarm"),
        ({"decisions": (TURN, TURN, ALARM)}, "is listed twice"),
        ({"decisions": (TURN, replace(ALARM, verbs=()))}, "nothing is open at Alarm"),
        ({"decisions": (TURN, replace(ALARM, verbs=(ALARM.verbs[0],) * 2))}, "is listed twice"),
        ({"computer": (shoots,)}, "cannot answer Turn"),
        ({"computer": (shoots, shoots)}, "is listed twice"),
        ({"actions": (Wade, Shoot)}, "not among the title's actions: hold"),
        ({"actions": (Wade, Shoot, Hold, Began)}, "open at no decision: began"),
    ],
)
def test_a_title_that_lacks_something_does_not_start(parts: dict[str, Any], lacks: str) -> None:
    with pytest.raises(Incomplete, match=lacks):
        title(**parts)


def test_a_verb_that_is_closed_is_neither_offered_nor_allowed() -> None:
    closed: Verb[Any, Any, Any, Any] = replace(ALARM.verbs[0], open=lambda at: False)
    ford = title(decisions=(TURN, replace(ALARM, verbs=(closed, ALARM.verbs[1]))))
    state = after((SCOUT, Wade(1)))
    assert ford.prompts(see(state, SENTRY))[SENTRY].verbs == ("hold",)
    assert list(ford.candidates(see(state, SENTRY), Shoot, {})) == []
    assert ford.judge(see(state, SENTRY), Shoot()) is not None


def test_actions_keep_the_order_that_players_find_them_in() -> None:
    assert FORD.actions == (Wade, Shoot, Hold)
    assert title(actions=(Hold, Wade, Shoot)).actions == (Hold, Wade, Shoot)
    assert title(actions=()).actions == (Wade, Shoot, Hold)


def test_cited_cases_of_verbs_and_rules_are_printed() -> None:
    cited = {verb.cite for room in (TURN, ALARM) for verb in room.verbs}
    cited |= {cite for rule in FORD.rules for cite in rule.cites}
    assert cited <= set(FORD.cases)


def test_odds_and_sketch_are_shown_ahead_of_time_but_warnings_are_not() -> None:
    told: dict[str, Any] = {
        "odds": lambda at, action: Odds("one in six", (), ()),
        "sketch": lambda at, action: Sketch(("ford",)),
        "warns": lambda at, action: "you have not aimed",
    }
    ford = title(decisions=(TURN, replace(ALARM, verbs=(replace(ALARM.verbs[0], **told), ALARM.verbs[1]))))
    seen, later = see(START.state, SENTRY), see(after((SCOUT, Wade(1))), SENTRY)
    for each in (seen, later):
        assert ford.odds(each, Shoot()) == Odds("one in six", (), ())
        assert ford.sketch(each, Shoot()) == Sketch(("ford",))
        assert ford.odds(each, Hold()) is None
    assert [ford.undone(each, Shoot()) for each in (seen, later)] == ["", "you have not aimed"]


def test_a_title_may_describe_the_current_activity_in_its_own_words() -> None:
    ford = title(words=replace(WORDS, now=lambda at, room, action: f"somebody {room.does}"))
    refusal = ford.judge(see(START.state, SENTRY), Shoot())
    assert refusal is not None
    assert refusal.why == f"it is not your move: {SHOOTS}; somebody wades"


def test_the_situation_includes_the_questions_to_the_seats() -> None:
    assert FORD.status(see(START.state, PUBLIC)) == "The scout has waded 0. Asked: scout."


def test_computers_read_the_legal_actions_of_their_own_decision() -> None:
    at = At(SCOUT, structs.replace(START.state, waded=3), Turn(), TURN)
    assert list(at.legal(Wade)) == list(at.legal()) == list(at.legal(Shoot, Wade)) == [Wade(1)]
    assert list(at.offered(Wade)) == [Wade(1), Wade(2)]
    assert at.best([(1.0, Wade(1)), (3.0, Wade(2)), (2.0, Shoot())]) == Wade(1)
    assert At(SCOUT, START.state, Turn(), TURN).best([(1.0, Wade(1)), (2.0, Wade(2)), (2.0, Wade(3))]) == Wade(2)
    assert at.best([(3.0, Wade(2))]) is None
    assert not at.allows(Wade(2))
    assert not at.allows(Shoot())
    with pytest.raises(AssertionError):
        next(At(SCOUT, START.state, Turn()).legal())


def test_data_are_read_on_demand_and_again_on_request() -> None:
    reads: list[int] = []

    def counted() -> Printed:
        reads.append(len(reads))
        return printed()

    ford = title(printed=counted)
    assert reads == []
    assert list(ford.scenarios) == ["first"]
    assert set(ford.cases) == {"FORD-1", "FORD-2"}
    assert reads == [0]
    ford.read()
    ford.forget()
    assert reads == [0, 1]
    assert list(ford.scenarios) == ["first"]
    assert reads == [0, 1, 2]
