"""What the log says to a host at the start and through the day: one line each, never a name, text or secret."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import signal
from itertools import count
from pathlib import Path

import aiohttp
import pytest

from bot import __version__, build
from bot.__main__ import main
from bot.core.common.clock import Clock
from bot.observability.day_log import KINDS, DayLog, ErrorTally
from bot.observability.redaction import Redaction
from bot.settings import exposed, misspelt
from data.errors import UnusableDatabase
from data.open_store import sqlite_path
from tests.fakes.bot_process import GRACE, ROOT, ended, failed, line_of, started
from tests.fakes.page_client import opened
from tests.fakes.palma_tables import palma, press_on
from tests.fakes.room import ANA, BEA, CAI, room

TOKEN = "123456789:AAExampleExampleExampleExample_12345"


async def beginning(folder: Path, *arguments: str, **environment: str) -> str:
    """Return the log of a bot that serves its page and then stops on request."""
    process = await started(folder, "web", "--port", "0", *arguments, **environment)
    await line_of(process, r"Palmarés is at")
    return await ended(process)


# at the start -----------------------------------------------------------------------------------------------------


def test_the_version_is_told_without_starting_anything(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ending:
        main(["--version"])
    assert ending.value.code == 0
    said = capsys.readouterr().out
    assert said == f"{build.version()}\n"
    schemas = r"schema \d+, PostgreSQL schema \d+, Python 3\.\S+, SQLite \S+"
    assert re.fullmatch(rf"palmares \d+\.\d+\.\d+ \((commit [0-9a-f]{{12}}, )?{schemas}\)\n", said)


def test_the_version_stands_in_one_place_only_twice() -> None:
    project = (ROOT / "pyproject.toml").read_text("utf-8")
    assert re.findall(r'^version = "(.+)"$', project, re.MULTILINE) == [__version__]


@pytest.mark.parametrize(("mode", "told"), [(0o644, True), (0o604, True), (0o640, False), (0o600, False)])
def test_a_file_of_secrets_may_be_read_by_nobody_else(tmp_path: Path, mode: int, *, told: bool) -> None:
    file = tmp_path / ".env"
    file.touch(mode)
    file.chmod(mode)
    assert exposed(file, {"PALMARES_TELEGRAM_TOKEN": TOKEN}) is told


def test_a_file_without_secrets_may_be_read_by_all(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    file.touch(0o644)
    file.chmod(0o644)
    assert not exposed(file, {"PALMARES_LANGUAGE": "es"})


async def test_a_file_of_secrets_that_others_may_read_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"PALMARES_TELEGRAM_TOKEN={TOKEN}\n")
    (tmp_path / ".env").chmod(0o604)
    told = await beginning(tmp_path)
    assert "chmod 600 .env" in told
    assert len(told.splitlines()) == 1
    assert TOKEN not in told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("DISCORD_TOKEN", "PALMARES_DISCORD_TOKEN"),
        ("TELEGRAM_TOKEN", "PALMARES_TELEGRAM_TOKEN"),
        ("PALMERES_HOST", "PALMARES_HOST"),
        ("PALMARES_MAX_TABELS", "PALMARES_MAX_TABLES"),
        ("DATABSE_URL", "DATABASE_URL"),
        ("palmares_port", "PALMARES_PORT"),
        ("Database_Url", "DATABASE_URL"),
        ("DISCORD_BOT_TOKEN", "PALMARES_DISCORD_TOKEN"),
        ("PALMARES_TOKEN", "PALMARES_DISCORD_TOKEN or PALMARES_TELEGRAM_TOKEN"),
        ("PALMARES_DATABASE_URL", "DATABASE_URL"),
        ("PALMERES_WEBHOOK", "PALMARES_TELEGRAM_WEBHOOK"),
    ],
)
def test_a_setting_that_looks_like_ours_gets_a_word_with_the_nearest_name(name: str, told: str) -> None:
    assert misspelt([name]) == [f"{name} (did you mean {told}?)"]


def test_what_is_others_gets_no_word() -> None:
    theirs = [
        "HOST",
        "PORT",
        "LANGUAGE",
        "LANG",
        "PATH",
        "HOME",
        "LOG",
        "SEED",
        "WEB",
        "OPEN",
        "HOSTS",
        "LOGNAME",
        "URL",
    ]
    assert misspelt([*theirs, "DATABASE", "DATABASE_URL", "PALMARES_HOST", "REDIS_URL", "BOT_TOKEN"]) == []
    assert misspelt(["DISCORD_TOKEN", "PALMARES_DISCORD_TOKEN"]) == [], "another bot's, and ours is there"
    assert misspelt(["PALMARES_QUIRK", "PALMERES_QUIRK"]) == ["PALMARES_QUIRK", "PALMERES_QUIRK"]


@pytest.mark.parametrize(
    "address", ["sqlite:///~/games.sqlite3", "sqlite:///~ana/games.sqlite3", "sqlite:////~/../~x"]
)
def test_a_home_folder_that_nobody_has_written_out_makes_no_folder_of_that_name(address: str) -> None:
    if address.startswith("sqlite:////"):
        assert sqlite_path(address) == "/~/../~x", "an absolute path may have any name"
        return
    with pytest.raises(ValueError, match="write your home folder out"):
        sqlite_path(address)


@pytest.mark.parametrize(
    "address", [":memory:", "~/games.sqlite3", "games.sqlite3", "file:games.sqlite3", "sqlite:games"]
)
def test_what_is_no_address_is_answered_by_how_to_write_one(address: str) -> None:
    with pytest.raises((ValueError, UnusableDatabase), match="sqlite:///"):
        sqlite_path(address)


async def test_odd_addresses_of_the_real_program(tmp_path: Path) -> None:
    told = await failed(await started(tmp_path, "--database", "sqlite:///~/games.sqlite3"))
    assert "write your home folder out" in told
    assert not (tmp_path / "~").exists()
    (line,) = (await beginning(tmp_path, "--database", "sqlite:///:memory:")).splitlines()
    assert "all games are gone when the bot ends" in line


# through the day --------------------------------------------------------------------------------------------------


async def test_the_log_of_the_real_program_tells_its_day_and_names_nobody(tmp_path: Path) -> None:
    process = await started(tmp_path, "web", "--port", "0", PALMARES_LOG="info", PALMARES_LOG_FORMAT="json")
    address = await line_of(process, r"http://127\.0\.0\.1:\d+/")
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as client:
        page = await opened(client, address, count())
        assert await page.do(do="person", name="Zenobia")

        async def until_seats_are_offered(*, offered: bool) -> None:
            while offered != (".fill" in json.dumps([each["body"]["rows"] for each in page.messages.values()])):
                await page.until("messages")

        assert await page.do(do="say", text="/play parchis")
        await until_seats_are_offered(offered=True)
        assert await page.do(do="say", text="/close")
        await until_seats_are_offered(offered=False)  # a press of a table that is closed is refused
        assert await page.do(do="say", text="/play palma")
        assert await page.press(r"\.fill")
        assert await page.do(do="say", text="quarterstaves everywhere")
        assert not await page.do(do="say", text="/start")
    process.send_signal(signal.SIGTERM)
    _, told = await asyncio.wait_for(process.communicate(), GRACE)
    lines = [json.loads(line)["event"] for line in told.decode().splitlines()]
    text = "\n".join(lines)
    assert re.search(rf"{re.escape(build.version())} starts on web", text)
    assert re.search(r"table \w{6} opened on web: palma", text)
    assert re.search(r"table \w{6} begins: 1 people, 1 computers, 0 plies", text)
    assert re.search(r"table \w{6} is closed: 1 people", text)
    assert re.search(r"since the last such line: 1 people; .*web command 3, web press 1; errors: none", text)
    assert lines[-1] == "stopped"
    for never in ("Zenobia", "quarterstaves"):
        assert never not in told.decode()


async def test_an_hour_is_told_in_one_line_and_the_next_begins_anew(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    tally = ErrorTally()
    day = DayLog(tally)
    async with room(measures=day) as place:
        code = await palma(place)
        for _ in range(10):
            await press_on(place, code, random.Random(1))
        await place.press(CAI, f"{code}.0.throw")  # stale
    for error in (KeyError("Ana"), KeyError("Bea"), TimeoutError("Cai")):
        tally.handle(logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, (type(error), error, None)))
    tally.handle(logging.LogRecord("x", logging.WARNING, "", 0, "cannot: %s", (OSError("Dan"),), None))
    caplog.clear()
    day.tell()
    day.tell()
    (line,) = [each.getMessage() for each in caplog.records]
    assert line == (
        "since the last such line: 2 people; fake command 5, fake press 10, refused 1; "
        "errors: KeyError 2, OSError 1, TimeoutError 1"
    )
    for who in (ANA, BEA, CAI):
        assert who.name not in line


async def test_the_hours_go_on_until_the_end() -> None:
    class Hours(Clock):
        def __init__(self) -> None:
            self.left = 3

        def now(self) -> float:
            return 0.0

        async def sleep(self, seconds: float) -> None:
            self.left -= 1
            if not self.left:
                raise asyncio.CancelledError

    hours = Hours()
    with pytest.raises(asyncio.CancelledError):
        await DayLog(ErrorTally()).run(hours)
    assert hours.left == 0


def test_kinds_of_errors_are_bounded() -> None:
    tally = ErrorTally()
    for number in range(3 * KINDS):
        error = type(f"Error{number}", (Exception,), {})()
        tally.handle(logging.LogRecord("x", logging.ERROR, "", 0, "failed", None, (type(error), error, None)))
    assert len(tally.counts) == KINDS + 1
    assert tally.counts.total() == 3 * KINDS


@pytest.mark.parametrize(
    "words",
    [
        "Telegram does not know this token: copy it again from @BotFather",
        "PALMARES_DISCORD_TOKEN is not accepted by Discord: copy it again from the developer portal, page Bot",
        "the seed: what all dice follow from",
        "a cookie: none",
    ],
)
def test_redaction_leaves_ordinary_words_alone(words: str) -> None:
    assert Redaction((TOKEN,))(words) == words
