"""`python -m bot` as a process: it starts, says where it is, stops when told, and fails in one clear line."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import signal
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.request import urlopen

import pytest

from bot.__main__ import main
from bot.core.common.entropy import Demonstration
from bot.core.i18n.translator import spoken
from bot.platforms.base import CannotStart
from bot.platforms.web.unserved import unserved
from tests.fakes.bot_process import GRACE, PATIENCE, failed, started


@pytest.mark.parametrize(("more", "known"), [(("--seed", "demo"), True), ((), False)])
def test_only_with_a_seed_the_dice_are_known_to_be_for_demonstration(
    more: Sequence[str], known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []

    def house(*parts: object, demonstration: Demonstration | None, **others: object) -> None:
        told.append(demonstration is not None)
        raise CannotStart("enough")

    for name in [name for name in os.environ if name.startswith("PALMARES")]:
        monkeypatch.delenv(name)
    monkeypatch.setattr("bot.cli.serve.application", house)
    assert main(["web", "--port", "0", "--database", "sqlite:///:memory:", *more]) == 2
    assert told == [known]


async def test_it_serves_the_page_and_stops_when_told(tmp_path: Path) -> None:
    """By Ctrl+C, which all others do by SIGTERM."""
    process = await started(tmp_path, "web", "--port", "0", "--seed", "demo", "--lang", "es")
    assert process.stdout is not None
    line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
    found = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert found, line
    page = await asyncio.to_thread(lambda: urlopen(found[0]).read())  # noqa: S310
    assert b"<html" in page
    process.send_signal(signal.SIGINT)
    _, told = await asyncio.wait_for(process.communicate(), GRACE)
    assert (process.returncode, told) == (0, b"")
    assert (tmp_path / "palmares" / "palmares.sqlite3").exists()


async def test_a_port_in_use_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        told = await failed(await started(tmp_path, "--port", port))
    assert port in told
    assert len(told.splitlines()) == 1


async def test_an_address_that_is_not_this_machines_is_not_called_a_port_in_use(tmp_path: Path) -> None:
    told = await failed(await started(tmp_path, "--host", "203.0.113.9", "--port", "0", PALMARES_OPEN="yes"))
    assert "203.0.113.9:0" in told
    assert "--host" in told
    assert "Another port" not in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    ("error", "setting"),
    [
        (OSError(errno.EADDRINUSE, "x"), "PALMARES_PORT"),
        (OSError(errno.EACCES, "x"), "PALMARES_PORT"),
        (OSError(errno.EADDRNOTAVAIL, "x"), "PALMARES_HOST"),
        (socket.gaierror(-2, "Name or service not known"), "PALMARES_HOST"),
        (OSError(errno.EMFILE, "x"), ""),
    ],
)
def test_why_the_page_cannot_be_served_names_the_setting_that_is_to_blame(error: OSError, setting: str) -> None:
    told = unserved("::1", 80, error)
    assert told.startswith("the web page cannot be served at [::1]:80: ")
    assert re.findall(r"PALMARES_\w+", told) == ([setting] if setting else [])


@pytest.fixture
def refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., str]:
    """What the program says of settings that it refuses: it serves nothing by then, so no process is needed."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("PALMARES", "DATABASE"))]:
        monkeypatch.delenv(name)

    def told(*arguments: str) -> str:
        assert main(arguments) == 2
        said, error = capsys.readouterr()
        assert said == ""
        return error

    return told


def test_a_database_that_is_none_is_told_and_left_alone(tmp_path: Path, refused: Callable[..., str]) -> None:
    (tmp_path / "diary.txt").write_text("Dear diary, " * 100)
    assert refused("--database", "sqlite:///diary.txt").startswith("--database: ")
    assert (tmp_path / "diary.txt").read_text() == "Dear diary, " * 100


@pytest.mark.parametrize("name", ["discord", "telegram"])
def test_a_platform_that_is_asked_for_needs_its_token(refused: Callable[..., str], name: str) -> None:
    told = refused(name, "--database", "sqlite:///games.sqlite3")
    assert f"PALMARES_{name.upper()}_TOKEN" in told
    assert len(told.splitlines()) == 1


def test_settings_come_from_the_file_below_the_environment_below_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: Callable[..., str]
) -> None:
    (tmp_path / ".env").write_text("PALMARES_PORT=a\nPALMARES_LANGUAGE=b\nPALMARES_LOG=c\n")
    monkeypatch.setenv("PALMARES_LANGUAGE", "d")
    assert re.findall(r"not '(.)'", refused("--port", "e")) == ["e", "d", "c"]


def test_the_page_is_not_opened_to_others_by_accident(refused: Callable[..., str]) -> None:
    assert "PALMARES_OPEN" in refused("--host", "0.0.0.0")  # noqa: S104


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--port", "abc"), "--port must be a number from 0 to 65535, not 'abc'\n"),
        (("--port", ""), "--port needs a value\n"),
        (("--lang", "xx", "--seed", " "), "--seed needs a value\n"),
        (("--lang", "xx"), f"--lang must be one of {', '.join(spoken())}, not 'xx'\n"),
    ],
)
def test_what_was_typed_is_told_by_the_name_it_was_typed_under(
    refused: Callable[..., str], arguments: tuple[str, ...], told: str
) -> None:
    assert refused(*arguments) == told


async def test_a_misspelt_setting_is_named_once_and_its_value_never(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PALMARES_MAX_TABELS=9\nPALMARES_DISCORD_TOKN=geheim\n")
    process = await started(tmp_path, "web", "--port", "0", PALMARES_WONDER="1", OTEL_EXPORTER_OTLP_ENDPOINT="geheim")
    assert process.stdout is not None
    await asyncio.wait_for(process.stdout.readline(), PATIENCE)
    process.send_signal(signal.SIGTERM)
    _, told = await asyncio.wait_for(process.communicate(), GRACE)
    line, ignored = told.decode().splitlines()
    assert "OTEL_EXPORTER_OTLP_ENDPOINT (the bot no longer sends traces" in ignored
    assert "geheim" not in ignored
    assert "PALMARES_MAX_TABELS (did you mean PALMARES_MAX_TABLES?)" in line
    assert "PALMARES_DISCORD_TOKN (did you mean PALMARES_DISCORD_TOKEN?)" in line
    assert "PALMARES_WONDER" in line
    assert "geheim" not in line
