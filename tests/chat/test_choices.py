"""Autocomplete choices can be sent: Discord refuses a list with an empty choice.

Panels ask questions.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.chat.desk.answers import no, question, sentence
from bot.chat.desk.order_completion import complete, suggest
from bot.chat.desk.order_text import LONGEST, MOST, Choice, write
from bot.kernel.fields import fields
from bot.kernel.game import open_kinds, verb
from bot.kernel.rule import Refusal
from bot.kernel.secret import PUBLIC
from bot.titles import titles
from tests.match import Match, moment, random_of, sample

GAMES = 4
MOVES = (0, 6, 25, 60)


@pytest.mark.parametrize("n", range(GAMES))
@pytest.mark.parametrize("title", titles())
def test_no_choice_is_without_a_name_or_a_value(title: str, n: int) -> None:
    """For every option in every order, with other options filled; players and public."""
    game, rnd = titles()[title], Random(f"{title}{n}")
    scenario = list(game.scenarios)[n % len(game.scenarios)]
    match = moment(Match(game, scenario, {}, bytes([n])), rnd, (), MOVES[n])
    for seat in (*match.viewers, PUBLIC):
        seen = match.seen(seat)
        for kind in (*open_kinds(game, seen), *game.questions):
            action = random_of(game, seen, kind, rnd) if kind not in game.questions else None
            line = write(game, seen, action) if action is not None else verb(kind)
            named = dict(_texts(action)) if action is not None else {}
            for field in fields(kind):
                others = {name: text for name, text in named.items() if name != field.name}
                known = dict(sample(rnd, others.items(), rnd.randrange(len(others) + 1)))
                for typed in ("", "n", "no"):
                    _can_be_sent(suggest(game, seen, kind, field.name, typed, known), (kind, field.name, known))
            _can_be_sent(complete(game, seen, line[: rnd.randrange(len(line) + 1)]), line)


@pytest.mark.parametrize("title", titles())
def test_required_options_are_asked_with_a_question(title: str) -> None:
    needed = {
        (verb(kind), each.text) for kind in titles()[title].actions for each in fields(kind) if each.required
    }
    assert [(kind, question(text)) for kind, text in sorted(needed) if "?" not in question(text)] == []


def _texts(action: object) -> list[tuple[str, str]]:
    given = {field.name: getattr(action, field.name) for field in fields(type(action))}
    return [
        (name, ", ".join(map(str, value)) if isinstance(value, tuple) else str(value))
        for name, value in given.items()
        if value not in ("", ())
    ]


def _can_be_sent(choices: list[Choice], where: object) -> None:
    assert len(choices) <= MOST, where
    for choice in choices:
        for text in (choice.name, choice.value):
            assert text.strip(), f"{where} offers {choice}"
            assert len(text) <= LONGEST, f"{where} offers {choice}"


def test_a_sentence_ends_once_and_commands_are_marked() -> None:
    assert [sentence(each) for each in ("it waits", "It waits.", "")] == ["It waits.", "It waits.", ""]
    said = no(
        Refusal("FP-undo", "a die has fallen", "ask with /game undo to: and/or see `/game log` or /game new")
    )
    assert "➜ Ask with `/game undo to:` and/or see `/game log` or `/game new`." in said


@pytest.mark.parametrize("title", titles())
def test_open_orders_are_offered_first_to_a_typing_player(title: str) -> None:
    game = titles()[title]
    match = Match(game, "first", {}, bytes(32))
    seen = match.seen(match.asked[0])
    now = [verb(kind) for kind in open_kinds(game, seen)]
    assert [choice.name for choice in complete(game, seen, "")][: len(now)] == now[:MOST]
