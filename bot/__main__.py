"""Start Fieldpost: the bot in Discord, or without a token the table at home.

Only this module reads the environment.
"""

from __future__ import annotations

import gc

from bot.signals import asked_to_leave, end_soon, interrupt, leave_during_imports

if __name__ == "__main__":
    leave_during_imports()
    gc.disable()  # Nothing that is imported or read at the start is garbage; other commands than `run` end soon.

import argparse
import asyncio
import logging
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import discord
from msgspec import Struct
from yarl import URL

from bot.chat.bot import BEAT, NotDiscord, furnished, run_until
from bot.kernel.secret import Opaque
from bot.kit import data_files
from bot.kit.codec import secrets_of
from bot.kit.english import count, join
from bot.local.home import LocalDiscord, Played
from bot.local.log_redaction import RedactingFormatter
from bot.local.origin_check import LOOPBACK
from bot.rehearsal import AnyTitle, Broken, rehearse
from bot.store.backup import back_up, restore
from bot.store.database import LACKS_WAL, Database
from bot.store.exports import verify
from bot.store.files import Unusable, adopt, beside, real
from bot.store.games import Games
from bot.store.places import game_places
from bot.titles import house_rules, titles
from render import prepare

HELP = """\
environment:
  DISCORD_TOKEN     the token of your bot. Without it a table at home is opened in the browser.
  DISCORD_API_URL   another Discord-compatible API instead of Discord's, such as http://127.0.0.1:9000/api/v10;
                    its gateway is taken from /gateway/bot there.
  FIELDPOST_PORT    the port of the table at home (default 8642).
  FIELDPOST_DB      the database file (default fieldpost.db in the current folder).
  FIELDPOST_DATA    a folder of your own, laid over data/: a record there replaces the shipped one of its name.

commands:
  python -m bot                 start
  python -m bot verify FILE     check the dice and the final state of an exported game
  python -m bot check-data      check the data files, and the folder laid over them; with --play the computer also
                                plays every scenario of that folder to its end
  python -m bot secrets TITLE   tell what a title keeps secret, and who may read it
  python -m bot backup FILE     copy all games to a new file, while the bot runs or not
  python -m bot restore FILE    put the games of a backup in the place of all that are there; stop the bot first
  python -m bot health          say whether the bot that uses FIELDPOST_DB is connected, and what it cannot send
"""


COMMANDS = ("run", "verify", "check-data", "secrets", "backup", "restore", "health")


class BadSetting(Exception):
    """A value that cannot be used. The message is one line for the host."""


class Settings(Struct, frozen=True):
    """The settings from the environment."""

    token: str
    api: str
    port: int
    database: Path
    data: Path | None


def settings(environment: Mapping[str, str]) -> Settings:
    """Read the environment. Raises `BadSetting` for a value that cannot be used."""
    port = environment.get("FIELDPOST_PORT") or "8642"
    if re.fullmatch("[0-9]{1,5}", port) is None or not 1 <= int(port) <= 65535:
        raise BadSetting(f"FIELDPOST_PORT: {port!r} is not a port; use a number from 1 to 65535")
    api = environment.get("DISCORD_API_URL", "").rstrip("/")
    if api and not _is_address(api):
        raise BadSetting(f"DISCORD_API_URL: {api!r} is not an address such as http://127.0.0.1:9000/api/v10")
    token = environment.get("DISCORD_TOKEN", "").strip()
    if re.search(r"[^!-~]", token):
        raise BadSetting("DISCORD_TOKEN: has a character in it that no token has; copy it again")
    if api and not token:
        raise BadSetting("DISCORD_API_URL needs DISCORD_TOKEN as well")
    database = real(Path(environment.get("FIELDPOST_DB") or "fieldpost.db"))
    if database.is_dir() or not database.parent.is_dir():
        raise BadSetting(f"FIELDPOST_DB: {str(database)!r} is not a file in a folder that exists")
    data = environment.get("FIELDPOST_DATA")
    if data and not Path(data).is_dir():
        raise BadSetting(f"FIELDPOST_DATA: {data!r} is not a folder")
    return Settings(token, api, int(port), database, Path(data) if data else None)


def _is_address(text: str) -> bool:
    try:
        return URL(text).scheme in ("http", "https") and bool(URL(text).host)
    except ValueError:
        return False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code."""
    chosen = _parser().parse_args(arguments)
    try:
        return _do(chosen)
    except (BadSetting, Unusable) as error:
        _complain(str(error))
    except data_files.Unreadable as error:
        _complain(*map(str, error.problems))
    except Opaque as error:
        _complain(*(f"{place} could hold a secret that would not be kept" for place in str(error).splitlines()))
    except discord.LoginFailure:
        _complain("DISCORD_TOKEN is not accepted; copy it again from the developer portal")
    except NotDiscord as error:
        _complain(f"DISCORD_API_URL: {error}")
    except KeyboardInterrupt:
        return 0 if chosen.command == "run" else 130
    return 2


def _complain(*lines: str) -> None:
    for line in lines:
        print(f"fieldpost: {line}", file=sys.stderr)


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
    if address is not None and not _is_address(address):
        raise BadSetting(f"--address: {address!r} is not an address such as http://192.168.1.5:8642")
    if found.data is not None:
        data_files.lay_over(found.data)
    match command:
        case "verify":
            return _verify(what)
        case "check-data":
            return _check_data(found.data if chosen.play else None)
        case "secrets":
            return _secrets(what)
        case "backup":
            return _back_up(found.database, what)
        case "restore":
            return _restore(found.database, what)
        case "health":
            return _health(found)
        case _:
            return asyncio.run(_run(found, host, address))


def _verify(name: str) -> int:
    file = Path(name)
    if not file.is_file():
        raise BadSetting("verify needs the file of an exported game")
    wrong = verify(titles().get, file.read_bytes())
    for each in wrong:
        print(f"wrong: {each}")
    if not wrong:
        print("Every die and the final state agree.")
    return 1 if wrong else 0


def _check_data(played: Path | None) -> int:
    """Print the problems of the data files, and of the scenarios in a folder to play."""
    scenarios = sum(len(title.scenarios) for title in titles().values())
    problems = _data_problems()
    for problem in problems:
        print(problem)
    print(f"{count(scenarios, 'scenario')} can be played, {count(len(problems), 'problem')}.")
    sound = [_rehearsed(title, key) for title, key in _own_scenarios(played)] if played else []
    if played and not sound:
        print(f"{played}: no scenario to play; expected TITLE/scenarios/*.toml")
    return 1 if problems or not all(sound) or (played and not sound) else 0


def _own_scenarios(folder: Path) -> Iterator[tuple[AnyTitle, str]]:
    """Yield the playable scenarios of a user's folder with their titles."""
    for title in titles().values():
        files = {file.stem for file in (folder / title.key / "scenarios").glob("*")}
        yield from ((title, key) for key in sorted(files & title.scenarios.keys()))


def _rehearsed(title: AnyTitle, scenario: str) -> bool:
    """Play a scenario, print the outcome, and return whether it reaches its end."""
    try:
        print(f"{title.key} {scenario}: played, {rehearse(title, scenario)}", flush=True)
    except Broken as error:
        print(f"{title.key} {scenario}: {error}", flush=True)
        return False
    return True


def _data_problems() -> list[object]:
    """Return the problems of the data files, also of unread files."""
    house_rules()
    return [*(problem for title in titles().values() for problem in title.problems), *data_files.unread()]


def _secrets(key: str) -> int:
    """Print the secrets of a title: each field, where it lies, and its readers."""
    title = titles().get(key)
    if title is None:
        raise BadSetting(f"secrets needs a title: {join(sorted(titles()), 'or')}")
    print(f"{title.name}: what is kept secret, and who may read it\n")
    for secret in secrets_of(title):
        print(f"{secret.field} ({secret.holds})")
        print(f"    read by: {secret.readers}")
        print(f"    lies in: {', '.join(secret.paths)}")
    print("\nEvery other field of the state and of the events is read by everyone.")
    return 0


def _back_up(database: Path, name: str) -> int:
    if not name:
        raise BadSetting("backup needs the name of the file to make")
    copied = back_up(database, Path(name))
    print(f"Done: {name} holds the games of {database}, {copied.games} in number; all of them load.")
    if not copied.complete:
        _complain(LACKS_WAL.format(database))
    return 0


def _restore(database: Path, name: str) -> int:
    if not name:
        raise BadSetting("restore needs the file of a backup")
    copied = restore(database, Path(name))
    print(f"Done: {database} holds the games of {name}, {copied.games} in number; all of them load.")
    if copied.kept is not None:
        print(f"What was there before is kept in {copied.kept}.")
    if not copied.complete:
        _complain(LACKS_WAL.format(name))
    return 0


def _health(found: Settings) -> int:
    pulse = beside(found.database, ".alive")
    late = time.time() - pulse.stat().st_mtime if pulse.exists() else float("inf")
    connected = late < 4 * BEAT
    print("connected" if connected else "not connected")
    if connected:
        print(pulse.read_text(encoding="utf-8"), end="")
    return 0 if connected else 1


async def _run(found: Settings, host: str, address: str | None) -> int:
    redacting = RedactingFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s", [found.token])
    logging.basicConfig(level=logging.INFO)
    for handler in logging.getLogger().handlers:
        handler.setFormatter(redacting)
    logging.getLogger("discord.client").setLevel(logging.ERROR)
    stop = asked_to_leave()
    for problem in _data_problems():
        logging.warning("%s", problem)
    attend_to_people()
    database = await Database.open(found.database)
    prepare.settle(found.database.with_name(f".{found.database.name}.ground"))
    try:
        if found.token:
            await _in_discord(found, database, stop)
        else:
            await _at_home(found, database, stop, host, address)
    finally:
        await database.close()
    if stop.is_set():
        end_soon()
    return 0


def attend_to_people() -> None:
    """Keep answers independent of worker threads and the garbage collector.

    A thread keeps the interpreter for half a millisecond instead of five. Objects from the data files are exempt
    from garbage collection.
    """
    sys.setswitchinterval(0.0005)
    gc.freeze()
    gc.enable()


async def _in_discord(found: Settings, database: Database, stop: asyncio.Event) -> None:
    client = furnished(Games(database), titles())
    await run_until(stop, client, found.token, found.api, beside(found.database, ".alive"))


async def _played(database: Database) -> list[Played]:
    """Return the unfinished games for the table; people are named after their seats."""
    return [
        Played(
            str(place.guild),
            str(place.channel),
            f"{place.title} {place.game}",
            {str(person): f"{seat.title()} {place.game}" for person, seat in place.people.items()},
        )
        for place in await game_places(database)
    ]


async def _at_home(
    found: Settings, database: Database, stop: asyncio.Event, host: str, address: str | None
) -> None:
    """Open a table on this machine: our own Discord, with its page, and the bot in it."""
    away = host not in LOOPBACK or address is not None
    history = history_of(found.database)
    local = LocalDiscord(history=history, host=host, port=found.port, address=address, secret_links=away)
    try:
        await local.start(await _played(database))
    except OSError as error:
        raise BadSetting(
            f"FIELDPOST_PORT: {found.port} cannot be used on {host} ({error.strerror or error})"
        ) from error
    try:
        if local.site.history.damage:
            _complain(f"{history}: {local.site.history.damage_report}")
        print(f"Fieldpost is open at {local.address if away else local.url}", flush=True)
        if away:
            print("Warning: this table can be reached from other machines. A link lets in whoever has it;")
            print("open your own, and give everybody else only theirs.")
            for n, (name, link) in enumerate(local.links.items()):
                print(f"  {name}{' (you)' if n == 0 else ''}: {link}", flush=True)
        client = furnished(Games(database), titles())
        client.postman.maps.wanted = False
        client.whole_maps = True
        await run_until(stop, client, local.token, local.api_url, beside(found.database, ".alive"))
    finally:
        await local.stop()


def history_of(database: Path) -> Path:
    """Return the file with the messages of the table at home.

    Older releases named it without the suffix.
    """
    history = beside(database, ".table.db")
    former = database.with_suffix(".table.db")
    if former.is_file() and not history.exists():
        adopt(former, history, "record")
    return history


if __name__ == "__main__":
    interrupt()
    sys.exit(main())
