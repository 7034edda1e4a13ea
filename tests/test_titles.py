"""The titles shared by threads, and the panel in their learning games."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.chat.desk.order_text import spoken
from bot.chat.posts.posts import table_buttons
from bot.kernel.dice import SeededDice
from bot.kernel.fields import fields
from bot.kernel.game import Outcome, verb
from bot.kernel.log import after, live
from bot.kernel.secret import PUBLIC, redact, see
from bot.kit.codec import decode
from bot.titles import titles
from tests.match import AnyGame

ROOT = Path(__file__).parents[1]
OLD_LOGS = sorted(file for key in titles() for file in (ROOT / "tests" / key / "old_logs").glob("*.jsonl"))
DESCRIBED = """
import sys
from pathlib import Path
import msgspec
from bot.kit.codec import decode
from bot.store.exports import verify
from bot.titles import titles

game, log = titles()[sys.argv[1]], Path(sys.argv[2]).read_bytes()
described = []

def hear(frame, event, _):
    code = frame.f_code
    if event == "call" and Path(code.co_filename).match("msgspec/_utils.py"):
        described.append(code.co_name)

sys.setprofile(hear)
entries = [decode(game, line) for line in log.splitlines()[1:]]
assert verify(titles().get, log) == []
for kind in (*game.actions, *game.questions):
    try:
        msgspec.convert({}, kind)
    except msgspec.ValidationError:
        pass
sys.setprofile(None)
assert entries
print(*described)
"""


@pytest.mark.parametrize("title", sorted(titles()))
def test_every_class_is_described_before_threads_read_it(title: str) -> None:
    """msgspec kills a process if a thread reads a class that another is describing."""
    log = ROOT / "tests" / title / "old_logs" / "first.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", DESCRIBED, title, log], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def buttons(game: AnyGame) -> Iterator[str]:
    """Yield the button texts of the panel: verbs, changes, and buttons under posts."""
    yield from ("Standing orders", *(spoken(kind) for kind in game.actions))
    yield from (part["label"] for row in table_buttons(1).to_components() for part in row["components"])
    for field in (field for kind in game.actions for field in fields(kind)):
        yield from (game.option(field, value) for value in field.choices if not field.many)


@pytest.mark.parametrize("title", sorted(titles()))
def test_tips_name_buttons(title: str) -> None:
    """Touch players type nothing: a tip names the button, a command only in brackets."""
    game, quoted = titles()[title], 0
    known = {label.lower() for label in buttons(game)}
    typed = {f"/{title} {verb(kind)}" for kind in game.actions} | {"/game odds", "/game hand", "/game status"}
    for file in sorted((ROOT / "data" / title / "scenarios").glob("*.toml")):
        for tip in tomllib.loads(file.read_text()).get("tips", []):
            named = re.findall("“([^”]+)”", tip["text"])
            for name in named:
                assert any(label.startswith(name.removesuffix(" …").lower()) for label in known), tip
            bare = re.sub(r"\([^)]*\)", "", tip["text"])
            assert not [command for command in typed if re.search(rf"`{command}\b", bare)], tip
            quoted += len(named)
    assert quoted


@pytest.mark.case("FP-absent")
@pytest.mark.parametrize("file", OLD_LOGS, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_a_game_ends_by_agreement_at_any_moment(file: Path) -> None:
    """All viewers read the end, no seat is asked, and there is no winner."""
    game = titles()[file.parents[1].name]
    log = [decode(game, line) for line in file.read_bytes().splitlines()[1:]]
    numbers = live(log)
    for n in (0, len(numbers) // 3, len(numbers) * 2 // 3, len(numbers) - 2):
        state = after(game, game.blank(), (event for at in numbers[: n + 1] for event in log[at].events))
        if game.outcome(state) is not None:
            continue
        why = "Nobody has lost."
        events = game.call_off(state, Outcome((), why), SeededDice(b"key", 0))
        end = after(game, state, events)
        assert game.outcome(end) == Outcome((), why)
        assert game.prompts(see(end, PUBLIC)) == {}
        for seat in (PUBLIC, *game.prompts(see(state, PUBLIC))):
            before, told = state, []
            for event in events:
                told.append(game.tell(see(before, seat), redact(event, seat)))
                before = game.evolve(before, event)
            assert why in "\n".join(told)
            assert game.status(see(end, seat))
