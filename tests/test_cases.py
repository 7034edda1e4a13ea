"""Every case and house rule is carried by code and proven by tests that bite."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.titles import titles

ROOT = Path(__file__).parents[1]
RULING = re.compile(r"\b[A-Z]+-R\d+\b")


@pytest.mark.parametrize("key", ["table", *titles()])
def test_every_case_is_carried_and_proven_and_no_rule_can_be_switched_off_unnoticed(key: str) -> None:
    command = [sys.executable, "-m", "tests.cases", key, "--teeth"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "MISSING" not in done.stdout, done.stdout
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("title", sorted(titles()))
def test_each_ruling_that_code_names_is_in_the_rulings_once(title: str) -> None:
    rows = [line for line in (ROOT / f"data/{title}/rulings.md").read_text().splitlines() if line.startswith("|")]
    written = [each for row in rows for each in RULING.findall(row.split("|")[1])]
    twice = {each for each in written if written.count(each) > 1}
    assert not twice, "a number stands for one ruling"
    sources = "\n".join(file.read_text() for file in (ROOT / f"bot/titles/{title}").rglob("*.py"))
    assert set(RULING.findall(sources)) <= set(written)
