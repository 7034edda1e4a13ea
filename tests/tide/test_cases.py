"""Blunt tests and idle rules are found out."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bot.kernel.rule import CARRIERS
from tests import cases

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.cases", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_a_title_that_does_not_exist_has_no_cases() -> None:
    done = run("chess")
    assert done.returncode == 1
    assert done.stderr == "chess/cases.tsv: is missing\n"


@pytest.mark.parametrize("id", ["TOI-8.1", "TOI-7.3"])
def test_the_code_of_a_carrier_is_found_below_what_wraps_it(id: str) -> None:
    """The cost of ground is remembered by a cache, and sight is a method."""
    cases.load("tide")
    assert {cases.code(carrier).co_name for carrier in CARRIERS[id]} & {"ground_cost", "_in_the_way"}


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


def test_a_test_that_does_not_execute_its_case_proves_nothing_where_there_is_no_tooth(tmp_path: Path) -> None:
    (tmp_path / "test_blunt.py").write_text(BLUNT)
    code = (
        f"from pathlib import Path; from tests import cases; cases.TESTS = Path({str(tmp_path)!r});"
        "cases.read = lambda key: []; raise SystemExit(cases.main(['tide', '--teeth']))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "MISSING TOI-3.2g Trucks on roads: no test that names it executes" in done.stdout
    assert "test_blunt.py::test_that_fails: fails" in done.stdout
    assert "MISSING rule TOI-1.2c (may_stop): no test fails without it" in done.stdout
