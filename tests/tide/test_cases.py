"""Blunt tests and idle rules are found out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.cases", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_title_that_does_not_exist_has_no_cases() -> None:
    done = run("chess")
    assert done.returncode == 1
    assert done.stderr == "chess/cases.tsv: is missing\n"


BLUNT = """
import pytest
from bot.titles.tide.field.movement import points

@pytest.mark.case("TOI-3.2g")
def test_that_looks_away():
    assert points(1) == "1/3"

@pytest.mark.case("TOI-1.2c")
def test_that_fails():
    assert points(1) == "a third"
"""


def test_cases_without_a_tooth_and_rules_that_no_test_misses_are_found_out(tmp_path: Path) -> None:
    (tmp_path / "test_blunt.py").write_text(BLUNT)
    code = (
        f"from pathlib import Path; from tests import cases; cases.TESTS = Path({str(tmp_path)!r});"
        "cases.read = lambda key: []; raise SystemExit(cases.main(['tide', '--teeth', '--all']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "MISSING TOI-3.2g Trucks on roads: it has no tooth" in done.stdout
    assert "test_blunt.py::test_that_fails: fails" in done.stdout
    assert "MISSING rule TOI-1.2c (may_stop): no test fails without it" in done.stdout
