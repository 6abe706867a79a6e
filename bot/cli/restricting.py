"""Ban people from the bot, and hide names, also while it is running: `palmares admin ban …`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime

from bot.cli.database import NoDatabase, database
from bot.core.domain.hidden_names import hidden_name
from bot.core.i18n.text_format import clip
from bot.core.services.restrictions import EVERY, MOST
from data.errors import StoreError
from data.records import PersonKey, RestrictionRecord
from data.store import Store

FAULTY, WRONG = 1, 2
SHOWN = 20
"""How many people of one name are listed."""
REASON = 200
"""Maximum characters of a reason."""
PERSON = "PERSON"
HELP = {
    "people": "list the people whose name has the part NAME, each with the PERSON that the next commands take",
    "ban": "ban PERSON (discord:ID, telegram:ID or web:ID) from the bot: bots take their seats",
    "unban": "let PERSON use the bot again",
    "bans": "list who is banned, and whose name is hidden",
    "hide-name": "show a sign with four digits in the place of PERSON's name, whatever it is",
    "show-name": "show PERSON's name again",
}
_KEY = re.compile(r"(discord|telegram):([0-9]{1,20})|(web):([0-9a-f]{16}-[1-9])", re.ASCII)


class NoPerson(Exception):
    """Why the argument names no person, in words for the operator."""


def add_to(tasks: argparse._SubParsersAction[argparse.ArgumentParser], shared: argparse.ArgumentParser) -> None:
    for task, about in HELP.items():
        each = tasks.add_parser(task, help=about, parents=[shared])
        if task != "bans":
            each.add_argument("argument", metavar="NAME" if task == "people" else PERSON)
        if task == "ban":
            each.add_argument("--reason", help="why, for the list of bans and for the person's own /mydata")


async def run(database_url: str, task: str, argument: str = "", reason: str = "") -> int:
    """Run a task; return the exit code: 0, 1 if nobody is found, or 2 if it can't be done."""
    try:
        async with database(database_url) as store:
            return await _TASKS[task](store, argument.strip(), reason)
    except (NoDatabase, NoPerson, OSError, StoreError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return WRONG


async def _people(store: Store, name: str, _: str) -> int:
    lines = await _called(store, name)
    _say(lines or [f"Nobody is called {name[:40]!r}."])
    return 0 if lines else FAULTY


async def _ban(store: Store, argument: str, reason: str) -> int:
    who = await _change(store, argument, banned=True, reason=" ".join(reason.split())[:REASON])
    _say([f"{who} is banned. A running bot hears of it within {EVERY:.0f} seconds and gives their seats to bots."])
    return 0


async def _unban(store: Store, argument: str, _: str) -> int:
    who = await _change(store, argument, banned=False, reason="")
    _say([f"{who} is not banned. A running bot hears of it within {EVERY:.0f} seconds."])
    return 0


async def _hide(store: Store, argument: str, _: str) -> int:
    who = await _change(store, argument, hidden=True)
    _say([f"{who} is shown as {hidden_name(_key(argument))}. A running bot hears of it within {EVERY:.0f} seconds."])
    return 0


async def _show(store: Store, argument: str, _: str) -> int:
    who = await _change(store, argument, hidden=False)
    _say([f"{who} is shown by name. A running bot hears of it within {EVERY:.0f} seconds."])
    return 0


async def _bans(store: Store, _: str, __: str) -> int:
    records = await store.restrictions(MOST)
    for record in records:
        what = " and ".join(word for word, holds in (("banned", record.banned), ("hidden", record.hidden)) if holds)
        when = datetime.fromtimestamp(record.at, UTC).strftime("%Y-%m-%d") if record.at else "-"
        _say(["  ".join(filter(None, (f"{what:17}", when, await _named(store, record.person), record.reason)))])
    if not records:
        _say(["Nobody is banned, and no name is hidden."])
    return 0


async def _change(store: Store, argument: str, **changes: object) -> str:
    """Change a person's restriction; return the person in words. Raises NoPerson."""
    person = _key(argument) if _KEY.fullmatch(argument) else await _nobody(store, argument)
    records = await store.restrictions(MOST)
    known = next((record for record in records if record.person == person), None)
    before = known or RestrictionRecord(person)
    after: RestrictionRecord = replace(before, **changes, at=datetime.now(UTC).timestamp())  # type: ignore[arg-type]
    if known is None and (after.banned or after.hidden) and len(records) >= MOST:
        raise NoPerson(f"{MOST} people are banned or have a hidden name already: lift one of these first")
    await store.restrict(after)
    return await _named(store, person)


async def _nobody(store: Store, argument: str) -> PersonKey:
    """Raise NoPerson with the people of that name, or with how to find them."""
    lines = await _called(store, argument) if argument else []
    how = ["Called so:", *lines] if lines else [f"`admin people NAME` lists who is called NAME, as {PERSON}."]
    raise NoPerson("\n".join([f"{argument[:40]!r} is no {PERSON}: discord:ID, telegram:ID or web:ID.", *how]))


async def _called(store: Store, name: str) -> list[str]:
    """List the people whose name contains the part, a line each."""
    people = await store.called_so(name, SHOWN + 1)
    lines = [f"{one.key.platform}:{one.key.user}  {clip(one.name)}" for one in people[:SHOWN]]
    return [*lines, "… and more: give a longer part of the name."] if len(people) > SHOWN else lines


async def _named(store: Store, person: PersonKey) -> str:
    known = await store.person(person)
    return f"{person.platform}:{person.user}" + (f" ({clip(known.name)})" if known is not None and known.name else "")


def _key(argument: str) -> PersonKey:
    return PersonKey(*argument.split(":", 1))


def _say(lines: list[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))


_TASKS: Mapping[str, Callable[[Store, str, str], Awaitable[int]]] = {
    "people": _people,
    "ban": _ban,
    "unban": _unban,
    "bans": _bans,
    "hide-name": _hide,
    "show-name": _show,
}
