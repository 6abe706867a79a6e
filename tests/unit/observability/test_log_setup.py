"""The log: a line for people or an object for machines, and no secret in it, no matter what logs it."""

from __future__ import annotations

import io
import json
import logging
import warnings
from collections.abc import Callable

import pytest
import structlog
from hypothesis import given
from hypothesis import strategies as st

from bot.core.domain.table import Table
from bot.observability import log_setup
from bot.observability.log_identity import LogIdentity
from bot.observability.redaction import HIDDEN, Redaction
from data.open_store import open_store
from data.records import ChatKey, PersonKey, PersonRecord, TableRecord
from data.roles.statements import SQL

DISCORD = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
TELEGRAM = "123456789:AAExampleExampleExampleExample_12345"
COOKIE = "0123456789abcdef0123456789abcdef"
SEED = "correct horse"
SECRETS = (DISCORD, TELEGRAM, TELEGRAM.split(":")[1], COOKIE, SEED)
Log = Callable[..., io.StringIO]


@pytest.fixture
def log() -> Log:
    """Set the log up again."""

    def made(*secrets: str, as_json: bool = False, level: int = logging.INFO) -> io.StringIO:
        stream = io.StringIO()
        log_setup.set_up(level, secrets, as_json=as_json, to=stream)
        return stream

    return made


def fail(words: str) -> None:
    """Something whose words are in a traceback."""
    raise ValueError(words)


def test_a_line_for_people(log: Log) -> None:
    stream = log()
    logging.getLogger("bot.core").warning("table %s cannot be shown: %s", "abc234", "cut")
    (line,) = stream.getvalue().splitlines()
    assert "warning" in line
    assert "table abc234 cannot be shown: cut" in line
    assert "bot.core" in line
    assert "\x1b" not in line


def test_an_object_for_machines(log: Log) -> None:
    stream = log(as_json=True)
    logging.getLogger("bot.core").info("two\nlines of ñ")
    try:
        fail("cut")
    except ValueError:
        logging.getLogger("discord.http").exception("it failed")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert first["event"] == "two\nlines of ñ"
    assert (first["level"], first["logger"]) == ("info", "bot.core")
    assert first["timestamp"].endswith("Z")
    assert "ValueError: cut" in second["exception"]


@pytest.mark.parametrize("as_json", [False, True], ids=["human", "json"])
def test_a_line_for_machines_says_which_process_wrote_it_and_what_it_held(
    log: Log, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    identity, held = LogIdentity(), ["telegram/3", "telegram/17", "web/0"]
    monkeypatch.setattr(log_setup, "IDENTITY", identity)
    stream = log(as_json=as_json)
    logging.getLogger("bot").warning("alone")
    identity.use("machine-7", lambda: held)
    logging.getLogger("bot").warning("one of several")
    held.clear()
    logging.getLogger("bot").warning("cut off")
    lines = stream.getvalue().splitlines()
    if as_json:
        told = [(line.get("process"), line.get("leases")) for line in map(json.loads, lines)]
        assert told == [(None, None), ("machine-7", "telegram:2 web:1"), ("machine-7", "none")]
    else:
        assert "machine-7" not in stream.getvalue()


def test_libraries_speak_from_warnings_on(log: Log) -> None:
    stream = log()
    logging.getLogger("aiohttp.access").info("GET /")
    logging.getLogger("discord.gateway").info("connected")
    assert stream.getvalue() == ""
    stream = log(level=logging.ERROR)
    logging.getLogger("telegram").warning("hm")
    assert stream.getvalue() == ""


@pytest.mark.parametrize("as_json", [False, True], ids=["human", "json"])
@pytest.mark.parametrize("told", [False, True], ids=["unknown", "known"])
@pytest.mark.parametrize(
    "words",
    [
        f"HTTP Request: POST https://api.telegram.org/bot{TELEGRAM}/sendPhoto",
        f"token {TELEGRAM}",
        f"Authorization: Bot {DISCORD}",
        f"{{'Authorization': 'Bot {DISCORD}'}}",
        f"wss://gateway.discord.gg/?token={DISCORD}&v=10",
        f"Cookie: palmares={COOKIE}; theme=dark",
        f"Set-Cookie: palmares={COOKIE}",
        f"Settings(seed='{SEED}', log=30)",
        f'{{"seed": "{SEED}"}}',
        f"PALMARES_SEED={SEED!r}",
        f"PALMARES_DISCORD_TOKEN={DISCORD}",
        "password=hunter2hunter2",
        "postgresql://palmares:hunter2hunter2@db.example.org/games",
        "X-Telegram-Bot-Api-Secret-Token: hunter2hunter2",
        "https://discord.com/api/v10/interactions/123456/hunter2hunter2/callback",
        "https://discord.com/api/v10/webhooks/123456/hunter2hunter2?wait=1",
    ],
)
def test_no_secret_comes_through(log: Log, words: str, told: bool, as_json: bool) -> None:
    stream = log(*((DISCORD, TELEGRAM, SEED) if told else ()), as_json=as_json)
    logger = logging.getLogger("some.library")
    logger.warning(words.replace("%", "%%"))
    logger.warning("%s", words)
    logger.warning({"nested": [words]})
    structlog.wrap_logger(logger, processors=[structlog.stdlib.ProcessorFormatter.wrap_for_formatter]).warning(
        "event", more=words, list=[words]
    )
    try:
        fail(words)
    except ValueError:
        logger.exception("it failed", stack_info=True)
    written = stream.getvalue()
    assert written.count(HIDDEN) >= 5
    for secret in (*SECRETS, "hunter2"):
        assert secret not in written


def test_a_secret_that_it_was_told_of_is_found_without_its_name(log: Log) -> None:
    stream = log(SEED, "x1")
    logging.getLogger("bot").warning("the dice of correct horse, and x1")
    assert SEED not in stream.getvalue()


def test_a_table_keeps_its_seed_to_itself(log: Log) -> None:
    stream = log()
    seed = bytes(range(32))
    record = TableRecord("abc234", ChatKey("web", "hall"), "palma", PersonKey("web", "a"), seed, ())
    table = Table(id=record.id, chat=record.chat, game=record.game, host=record.host, seed=seed, seats=())
    logging.getLogger("bot").warning("%s %s %s %r", record, table, seed.hex(), {"seed": seed})
    assert seed.hex() not in stream.getvalue()
    assert "x01" not in stream.getvalue()
    assert "abc234" in stream.getvalue()


def test_warnings_go_the_same_way(log: Log) -> None:
    stream = log()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(f"https://api.telegram.org/bot{TELEGRAM}/x is old", stacklevel=1)
    assert "is old" in stream.getvalue()
    assert TELEGRAM not in stream.getvalue()


def test_what_is_no_secret_stays() -> None:
    clean = Redaction((DISCORD,))
    for words in (
        "table abc234 cannot be shown now: TimeoutError: ",
        "2026-11-22 10:00:00 [warning  ] no updates now: NetworkError [bot.platforms.telegram.polling]",
        "http://127.0.0.1:8080/ chat 123456789 message 1234567890123456789",
        "the store does not answer: disk is full",
        "127.0.0.1:54321 -> [::1]:8080",
    ):
        assert clean(words) == words


@given(st.text(), st.text())
def test_a_known_secret_is_found_in_any_text(before: str, after: str) -> None:
    assert DISCORD not in Redaction((DISCORD,))(f"{before} {DISCORD} {after}")


@pytest.mark.parametrize(("level", "wanted"), [(logging.DEBUG, False), (SQL, True)])
async def test_statements_are_a_level_of_their_own_and_have_no_values(log: Log, level: int, wanted: bool) -> None:
    stream, ana = log(level=level), PersonKey("web", "ana-4711")
    store = await open_store("sqlite:///:memory:")
    try:
        await store.save_person(PersonRecord(ana, "Xanthippe"))
        assert await store.person(ana) is not None
        await store.tables_of(ana)
        await store.forget(ana, PersonKey("former", "x-99"), {})
    finally:
        await store.close()
    told = stream.getvalue()
    assert ("INSERT INTO people" in told) is wanted
    assert ("data.sql" in told) is wanted
    for value in ("Xanthippe", "4711", "x-99"):
        assert value not in told
