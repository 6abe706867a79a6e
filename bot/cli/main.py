"""Read the settings, then run the bot or a command."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from dotenv import dotenv_values

from bot.bootstrap import DESCRIPTIONS
from bot.build import version
from bot.cli import admin, copying, export, import_, restricting, verify
from bot.cli.program import program_name
from bot.cli.serve import BROKEN, log, run
from bot.core.i18n.translator import spoken
from bot.observability import log_setup
from bot.platforms.base import CannotStart, CannotStartNow
from bot.settings import BadSettings, Settings, exposed, misspelt, read, retired

USAGE_ERROR = 2


INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return the exit code."""
    options = _parser().parse_args(arguments)
    if options.platform == verify.NAME:  # checking a game needs no bot, and so no settings
        return verify.run(options.file, *options.key)
    try:
        values = _environment(options)
        settings = read(values)
        errors = log_setup.set_up(settings.log, settings.secrets, as_json=settings.log_json)
        _warn_of_unused(values)
        if options.platform == export.NAME:
            return asyncio.run(export.run(settings.database_url, options.code))
        if options.platform == import_.NAME:
            return asyncio.run(import_.run(settings.database_url, options.file, options.beside))
        if options.platform == admin.NAME:
            return asyncio.run(_administered(settings, options))
        if exposed(Path(".env"), dotenv_values(".env")):
            log.warning("other users of this machine can read the secrets in .env: chmod 600 .env")
        asyncio.run(run(settings, getattr(options, "platform", None), errors))
    except (BadSettings, CannotStart) as error:
        print(_as_typed(str(error), options), file=sys.stderr)  # noqa: T201
        return BROKEN if isinstance(error, CannotStartNow) else USAGE_ERROR
    except Exception:  # noqa: BLE001 - last resort: logged without secrets
        log.exception("the program failed")
        return BROKEN
    except KeyboardInterrupt:  # the second Ctrl+C: exit now
        return INTERRUPTED
    return 0


def _warn_of_unused(values: Mapping[str, str | None]) -> None:
    """Log the settings without an effect, without their values."""
    if unknown := misspelt(values):
        log.warning("unknown settings: %s", ", ".join(unknown))
    if ignored := retired(values):
        log.warning("settings that no longer do anything: %s", ", ".join(ignored))


async def _administered(settings: Settings, options: argparse.Namespace) -> int:
    """Run an operator's command; return the exit code."""
    if options.task == copying.NAME:
        return await copying.run(options.source, options.target)
    if options.task in restricting.HELP:
        argument, reason = getattr(options, "argument", ""), getattr(options, "reason", "")
        return await restricting.run(settings.database_url, options.task, argument, reason)
    argument, friends = getattr(options, "argument", ""), settings.web.friends_address(settings.web.port)
    return await admin.run(settings.database_url, options.task, argument, friends)


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    shared.add_argument("--host", help="address of the web page (PALMARES_HOST)")
    shared.add_argument("--port", help="port of the web page, 0 for any free one (PALMARES_PORT)")
    shared.add_argument("--database", metavar="URL", help="where the games are kept (DATABASE_URL)")
    shared.add_argument("--lang", help=f"{', '.join(spoken())} (PALMARES_LANGUAGE)")
    shared.add_argument("--seed", help="known dice for each chat, for demonstrations (PALMARES_SEED)")
    about = "Parchís and Palma in a group chat."
    parser = argparse.ArgumentParser(prog=program_name(), description=about, parents=[shared])
    about = "name the version, commit and schemas, and exit"
    parser.add_argument("--version", action=_Version, nargs=0, help=about)
    names = [platform.name for platform in DESCRIPTIONS]
    where = parser.add_subparsers(
        dest="platform",
        metavar="{" + ",".join((*names, export.NAME, import_.NAME, verify.NAME, admin.NAME)) + "}",
        help="where to play; by default on every platform with a token, and without any on the web page",
    )
    for platform in DESCRIPTIONS:
        where.add_parser(platform.name, help=platform.label, parents=[shared])
    export.add_to(where, shared)
    import_.add_to(where, shared)
    verify.add_to(where)
    admin.add_to(where, shared)
    return parser


class _Version(argparse.Action):
    """Print the version and exit. It is computed only now, since the commit may need a process."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(version())  # noqa: T201
        parser.exit()


_OPTIONS = {
    "host": "PALMARES_HOST",
    "port": "PALMARES_PORT",
    "database": "DATABASE_URL",
    "lang": "PALMARES_LANGUAGE",
    "seed": "PALMARES_SEED",
}


def _environment(options: argparse.Namespace) -> dict[str, str | None]:
    """Read the settings: `.env`, overridden by the environment, then the command line."""
    given = {name: str(getattr(options, option)) for option, name in _OPTIONS.items() if hasattr(options, option)}
    empty = [f"--{option} needs a value" for option, name in _OPTIONS.items() if not given.get(name, "-").strip()]
    if empty:
        raise BadSettings("\n".join(empty))
    try:
        return {**dotenv_values(".env"), **os.environ, **given}
    except (OSError, UnicodeDecodeError) as error:
        raise CannotStart(f".env cannot be read: {error}") from error


def _as_typed(text: str, options: argparse.Namespace) -> str:
    """Replace settings' names in error lines by the options that were typed."""
    for option, name in _OPTIONS.items():
        if hasattr(options, option):
            text = re.sub(rf"^{name}\b", f"--{option}", text, flags=re.MULTILINE)
    return text
