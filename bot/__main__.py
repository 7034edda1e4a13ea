"""Start Fieldpost: the bot in Discord, or without a token the table at home.

Only this module reads the environment. Each command imports what it needs, so that a health check costs little.
"""

from __future__ import annotations

import gc

from bot.signals import interrupt, leave_during_imports

if __name__ == "__main__":
    leave_during_imports()
    gc.disable()  # The start leaves little garbage, which `run` collects at its end; other commands end soon.

import argparse
import asyncio
import gzip
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot.kernel.secret import Opaque
from bot.kit import data_files
from bot.kit.english import count, join
from bot.settings import BadSetting, Settings, complain, is_address, settings
from bot.store.files import LACKS_WAL, Unusable, beside
from bot.store.pulse import is_alive, waits
from bot.store.server import Server

if TYPE_CHECKING:
    from bot.rehearsal import AnyTitle

HELP = """\
environment:
  DISCORD_TOKEN     the token of your bot. Without it a table at home is opened in the browser.
  DISCORD_API_URL   another Discord-compatible API instead of Discord's, such as http://127.0.0.1:9000/api/v10;
                    its gateway is taken from /gateway/bot there.
  FIELDPOST_PORT    the port of the table at home (default 8642).
  FIELDPOST_DB      the database file (default fieldpost.db in the current folder), or the address of a PostgreSQL
                    database, such as postgresql://role:password@host/database.
  FIELDPOST_DATA    a folder of your own, laid over data/: a record there replaces the shipped one of its name.
  FIELDPOST_SHARDS  a number of Discord's shards (default auto: as many as Discord recommends).
  FIELDPOST_METRICS host:port for /health and /metrics, such as 127.0.0.1:9464; a port alone is on 127.0.0.1.
  FIELDPOST_PAINTERS
                    the most processes that draw pictures (default: one less than the cores, and at least 1);
                    with 0 threads of the bot draw.
  FIELDPOST_LOG     json for a log in JSON, a line for each event (default text).

commands:
  python -m bot                 start
  python -m bot verify FILE     check the dice and the final state of an exported game
  python -m bot check-data      check the data files, and the folder laid over them; with --play the computer also
                                plays every scenario of that folder to its end; with --schema [FOLDER] it writes
                                JSON Schemas for editors there, or into the folder laid over data/
  python -m bot secrets TITLE   list the secrets of a title and their readers
  python -m bot backup FILE     copy all games to a new file, while the bot runs or not
  python -m bot restore FILE    put the games of a backup in the place of all that are there; stop the bot first
  python -m bot health          say whether the bot at FIELDPOST_METRICS is healthy, or without that setting
                                whether the bot that uses FIELDPOST_DB is connected; list unsent messages
"""


GZIP = b"\x1f\x8b"
"""The first bytes of a compressed file."""
COMMANDS = ("run", "verify", "check-data", "secrets", "backup", "restore", "health")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code."""
    chosen = _parser().parse_args(arguments)
    try:
        return _do(chosen)
    except (BadSetting, Unusable) as error:
        complain(str(error))
    except data_files.Unreadable as error:
        complain(*map(str, error.problems))
    except Opaque as error:
        complain(*(f"{place} could hold a secret that would not be kept" for place in str(error).splitlines()))
    except KeyboardInterrupt:
        return 0 if chosen.command == "run" else 130
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot",
        description="Fieldpost: wargames in Discord, or without a token at a table at home.",
        epilog=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("command", nargs="?", choices=COMMANDS, default="run", help="see below")
    parser.add_argument("what", nargs="?", default="", metavar="FILE or TITLE", help="what the command is about")
    parser.add_argument("--play", action="store_true", help="let check-data play the scenarios of FIELDPOST_DATA")
    parser.add_argument(
        "--schema",
        nargs="?",
        const="",
        metavar="FOLDER",
        help="let check-data write schemas for editors",
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address of the table at home; 0.0.0.0, or :: for IPv6 as well, lets in friends in the house, each by"
        " a link of their own",
    )
    parser.add_argument(
        "--address",
        help="how others reach the table if not by an address of this machine, such as http://table.lan",
    )
    return parser


def _do(chosen: argparse.Namespace) -> int:
    """Read the settings and do what is asked for; returns the exit code."""
    command, what, host, address = chosen.command, chosen.what, chosen.host, chosen.address
    found = settings(os.environ)
    if chosen.play and (command != "check-data" or found.data is None):
        raise BadSetting("--play belongs to check-data, and needs your folder in FIELDPOST_DATA")
    if chosen.schema is not None and command != "check-data":
        raise BadSetting("--schema belongs to check-data")
    if address is not None and not is_address(address):
        raise BadSetting(f"--address: {address!r} is not an address such as http://192.168.1.5:8642")
    if found.data is not None:
        data_files.lay_over(found.data)
    match command:
        case "verify":
            return _verify(what)
        case "check-data":
            if chosen.schema is not None:
                _write_schemas(Path(chosen.schema or found.data or "."))
            return _check_data(found.data if chosen.play else None)
        case "secrets":
            return _secrets(what)
        case "backup":
            return _back_up(found.database, what)
        case "restore":
            return _restore(found.database, found.files, what)
        case "health":
            return _health(found)
        case _:
            from bot.running import run

            return asyncio.run(run(found, host, address))


def _verify(name: str) -> int:
    file = Path(name)
    if not file.is_file():
        raise BadSetting("verify needs the file of an exported game")
    from bot.store.exports import verify
    from bot.titles import titles

    body = file.read_bytes()
    wrong = verify(titles().get, gzip.decompress(body) if body.startswith(GZIP) else body)
    for each in wrong:
        print(f"wrong: {each}")
    if not wrong:
        print("Every die and the final state agree.")
    return 1 if wrong else 0


def _check_data(played: Path | None) -> int:
    """Print the problems of the data files, and of the scenarios in a folder to play."""
    from bot.titles import lessons, problems, titles, unplayable_lessons

    scenarios = sum(len(title.scenarios) for title in titles().values())
    taught = sum(len(lessons(title)) for title in titles())
    found = [*problems(), *unplayable_lessons()]
    for problem in found:
        print(problem)
    can = f"{count(scenarios, 'scenario')} and {count(taught, 'lesson')} can be played"
    print(f"{can}, {count(len(found), 'problem')}.")
    sound = [_rehearsed(title, key) for title, key in _own_scenarios(played)] if played else []
    if played and not sound:
        print(f"{played}: no scenario to play; expected TITLE/scenarios/*.toml")
    return 1 if found or not all(sound) or (played and not sound) else 0


def _write_schemas(folder: Path) -> None:
    """Write a schema for every kind of data file, for editors."""
    from bot.kit import data_schema
    from bot.titles import names

    try:
        written = data_schema.write(folder, names())
    except OSError as error:
        raise BadSetting(f"--schema {folder}: {error.strerror}") from None
    print(f"{folder}: {count(len(written), 'schema')} for editors, in {data_schema.FOLDER}")


def _own_scenarios(folder: Path) -> Iterator[tuple[AnyTitle, str]]:
    """Yield the playable scenarios of a user's folder with their titles."""
    from bot.titles import titles

    for title in titles().values():
        files = {file.stem for file in (folder / title.key / "scenarios").glob("*")}
        yield from ((title, key) for key in sorted(files & title.scenarios.keys()))


def _rehearsed(title: AnyTitle, scenario: str) -> bool:
    """Play a scenario, print the outcome, and return whether it reaches its end."""
    from bot.rehearsal import Broken, rehearse

    try:
        print(f"{title.key} {scenario}: played, {rehearse(title, scenario)}", flush=True)
    except Broken as error:
        print(f"{title.key} {scenario}: {error}", flush=True)
        return False
    return True


def _secrets(key: str) -> int:
    """Print the secrets of a title: each field, where it lies, and its readers."""
    from bot.kit.codec import secrets_of
    from bot.titles import titles

    title = titles().get(key)
    if title is None:
        raise BadSetting(f"secrets needs a title: {join(sorted(titles()), 'or')}")
    print(f"{title.name}: its secrets and their readers\n")
    for secret in secrets_of(title):
        print(f"{secret.field} ({secret.holds})")
        print(f"    read by: {secret.readers}")
        print(f"    lies in: {', '.join(secret.paths)}")
    print("\nEvery other field of the state and of the events is read by everyone.")
    return 0


def _back_up(database: Path | Server, name: str) -> int:
    if not name:
        raise BadSetting("backup needs the name of the file to make")
    from bot.store.opening import back_up

    copied = back_up(database, Path(name))
    print(f"Done: {name} holds the games of {database}, {copied.games} in number; all of them load.")
    if not copied.complete:
        complain(LACKS_WAL.format(database))
    return 0


def _restore(database: Path | Server, files: Path, name: str) -> int:
    if not name:
        raise BadSetting("restore needs the file of a backup")
    from bot.store.opening import restore

    copied = restore(database, files, Path(name))
    print(f"Done: {database} holds the games of {name}, {copied.games} in number; all of them load.")
    if copied.kept is not None:
        print(f"The earlier games are kept in {copied.kept}.")
    if not copied.complete:
        complain(LACKS_WAL.format(name))
    return 0


def _health(found: Settings) -> int:
    if found.metrics is None:
        return _pulse(found)
    from bot.health import Silent, ask

    try:
        health = ask(found.metrics)
    except Silent as error:
        print(f"not healthy: {error}")
        return 1
    print(health)
    return 0 if health.healthy else 1


def _pulse(found: Settings) -> int:
    """Say what the file tells that the bot touches while it is connected."""
    pulse = beside(found.files, ".alive")
    connected = is_alive(pulse)
    print("connected" if connected else "not connected")
    if connected:
        print(waits(pulse), end="")
    complain("set FIELDPOST_METRICS=127.0.0.1:9464 for the bot and for this command to check more than that")
    return 0 if connected else 1


if __name__ == "__main__":
    interrupt()
    sys.exit(main())
