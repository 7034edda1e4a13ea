"""The titles as threads share them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.titles import titles

ROOT = Path(__file__).parents[1]
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
    """msgspec kills a process in which one thread reads what another one is only beginning to describe."""
    log = ROOT / "tests" / title / "old_logs" / "first.jsonl"
    done = subprocess.run(
        [sys.executable, "-c", DESCRIBED, title, log], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
