"""Checks the page's JavaScript: `python -m tests.page`.

It needs Node.js with npm. Without them the step is skipped, or fails if the environment says CI=1.
The packages are installed once, and again when `package-lock.json` is newer than they are.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from shutil import which

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOCK = HERE / "package-lock.json"
INSTALLED = HERE / "node_modules" / ".package-lock.json"
"""The file that npm writes when everything is installed."""
TRIES = 3
"""Number of attempts to install, since a network may fail for a moment."""
CHECKS = (
    ("tsc", "node_modules/typescript/bin/tsc", "--project", "tests/page"),
    (
        "eslint", "node_modules/eslint/bin/eslint.js",
        "--max-warnings", "0", "--config", "tests/page/eslint.config.js", "bot/local/page",
    ),
)  # fmt: skip


def is_installed() -> bool:
    """Return whether the packages of the lock are there."""
    return INSTALLED.exists() and INSTALLED.stat().st_mtime >= LOCK.stat().st_mtime


def install(npm: str) -> bool:
    """Install the packages of the lock; print npm's words if every attempt fails."""
    for _ in range(TRIES):
        done = subprocess.run(
            [npm, "ci", "--no-audit", "--no-fund"],
            cwd=HERE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            INSTALLED.touch()
            return True
    print(f"npm ci failed {TRIES} times in {HERE.relative_to(ROOT)}, so nothing was checked:\n{done.stdout}")
    return False


def checked(node: str, name: str, script: str, *words: str) -> bool:
    """Run a check; prints what it says and whether it passed."""
    done = subprocess.run([node, str(HERE / script), *words], cwd=ROOT, check=False)
    print(f"{name}: {'failed' if done.returncode else 'passed'}", flush=True)
    return not done.returncode


def main() -> int:
    """Run both checks; returns 1 if a check failed or, with CI=1, was skipped."""
    node, npm = which("node"), which("npm")
    if node is None or npm is None:
        print("Skipped: the page's JavaScript is checked with Node.js and npm, which are not installed.")
        return int(os.environ.get("CI", "") not in ("", "0", "false"))
    if not is_installed() and not install(npm):
        return 1
    passed = [checked(node, *check) for check in CHECKS]
    return int(not all(passed))


if __name__ == "__main__":
    sys.exit(main())
