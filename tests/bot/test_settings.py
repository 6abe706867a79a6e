"""Every setting is read, checked and explained."""

from __future__ import annotations

import logging
import re
from pathlib import Path

import pytest

from bot.settings import NAMES, BadSettings, Settings, default_database, read

EXAMPLE = Path(__file__).parents[2] / ".env.example"


def test_without_settings_there_are_defaults() -> None:
    assert read({}) == Settings(database_url=default_database())
    assert read(dict.fromkeys(NAMES, " ")) == read({})
    assert read(dict.fromkeys(NAMES)) == read({})
    assert re.fullmatch(r"sqlite:///.+palmares\.sqlite3", default_database())


def test_every_setting_is_taken() -> None:
    settings = read(
        {
            "DATABASE_URL": "sqlite:///x.sqlite3",
            "PALMARES_HOST": "0.0.0.0",  # noqa: S104
            "PALMARES_PORT": "0",
            "PALMARES_OPEN": "Yes",
            "PALMARES_HOSTS": "a.example, b.example",
            "PALMARES_LANGUAGE": "ES",
            "PALMARES_MAX_TABLES": "5",
            "PALMARES_SEED": "demo",
            "PALMARES_LOG": "debug",
            "HOME": "/ignored",
        }
    )
    assert settings == Settings(
        database_url="sqlite:///x.sqlite3",
        host="0.0.0.0",  # noqa: S104
        port=0,
        hosts=("a.example", "b.example"),
        language="es",
        max_tables=5,
        seed="demo",
        log=logging.DEBUG,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PALMARES_PORT", "http"),
        ("PALMARES_PORT", "65536"),
        ("PALMARES_PORT", "-1"),
        ("PALMARES_PORT", "٣"),
        ("PALMARES_PORT", "9" * 5000),
        ("PALMARES_HOST", "0.0.0.0"),  # noqa: S104
        ("PALMARES_HOST", "example.org"),
        ("PALMARES_HOST", "::"),
        ("PALMARES_OPEN", "perhaps"),
        ("PALMARES_LANGUAGE", "xx"),
        ("PALMARES_MAX_TABLES", "0"),
        ("PALMARES_MAX_TABLES", "many"),
        ("PALMARES_LOG", "loud"),
    ],
)
def test_a_bad_value_is_named(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name) as refused:
        read({name: value})
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_this_machine_needs_no_leave(host: str) -> None:
    assert read({"PALMARES_HOST": host}).host == host


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(BadSettings) as refused:
        read({"PALMARES_PORT": "x", "PALMARES_LANGUAGE": "xx"})
    assert len(str(refused.value).splitlines()) == 2


def test_the_example_explains_every_setting_and_no_other() -> None:
    explained = re.findall(r"^#([A-Z_]+)=", EXAMPLE.read_text("utf-8"), re.MULTILINE)
    assert sorted(explained) == sorted(NAMES)


def test_what_the_example_shows_can_be_used() -> None:
    shown = dict(re.findall(r"^#([A-Z_]+)=(.*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    assert read({**shown, "DATABASE_URL": ""}) == read({})
