"""Every setting is read, checked and explained."""

from __future__ import annotations

import logging
import re
from ipaddress import ip_network
from pathlib import Path

import pytest

from bot.bootstrap import wanted
from bot.platforms.discord.config import DiscordConfig, Shards
from bot.platforms.telegram.config import TelegramConfig, WebhookConfig
from bot.platforms.web.config import WebConfig
from bot.settings import NAMES, BadSettings, Settings, default_database, read

DISCORD = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
TELEGRAM = "123456789:AAExampleExampleExampleExample_12345"
SECRET = "a-secret-for-the-webhook"
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
            "DATABASE_LISTEN_URL": "postgresql://db.example.org/games",
            "PALMARES_DISCORD_TOKEN": DISCORD,
            "PALMARES_DISCORD_GUILD": "123456789012345678",
            "PALMARES_DISCORD_SHARDS": "0-3/16",
            "PALMARES_DISCORD_API": "http://127.0.0.1:8090/api/",
            "PALMARES_TELEGRAM_TOKEN": TELEGRAM,
            "PALMARES_TELEGRAM_API": "http://127.0.0.1:8081/",
            "PALMARES_TELEGRAM_WEBHOOK": "https://games.example.org/telegram",
            "PALMARES_TELEGRAM_SECRET": SECRET,
            "PALMARES_TELEGRAM_HOST": "127.0.0.2",
            "PALMARES_TELEGRAM_PORT": "8444",
            "PALMARES_WEB": "yes",
            "PALMARES_HOST": "0.0.0.0",  # noqa: S104
            "PALMARES_PORT": "0",
            "PALMARES_OPEN": "Yes",
            "PALMARES_ADDRESS": "https://play.example.org/",
            "PALMARES_HOSTS": "a.example, b.example",
            "PALMARES_PROXIES": "172.18.0.0/16, 2001:db8::1",
            "PALMARES_LANGUAGE": "ES",
            "PALMARES_MAX_TABLES": "5",
            "PALMARES_SEED": "demo",
            "PALMARES_LOG": "debug",
            "PALMARES_LOG_FORMAT": "JSON",
            "PALMARES_HEALTH_PORT": "9000",
            "PALMARES_HEALTH_HOST": "::",
            "HOME": "/ignored",
        }
    )
    assert settings == Settings(
        database_url="sqlite:///x.sqlite3",
        listening_url="postgresql://db.example.org/games",
        discord=DiscordConfig(DISCORD, 123456789012345678, Shards(0, 3, 16), "http://127.0.0.1:8090/api"),
        telegram=TelegramConfig(
            TELEGRAM,
            "http://127.0.0.1:8081",
            WebhookConfig("https://games.example.org/telegram", SECRET, "127.0.0.2", 8444),
        ),
        serves_web=True,
        web=WebConfig(
            "0.0.0.0",  # noqa: S104
            0,
            "https://play.example.org",
            ("a.example", "b.example"),
            (ip_network("172.18.0.0/16"), ip_network("2001:db8::1/128")),
            opened=True,
        ),
        language="es",
        max_tables=5,
        seed="demo",
        log=logging.DEBUG,
        log_json=True,
        health_port=9000,
        health_host="::",
    )
    assert set(settings.secrets) == {DISCORD, TELEGRAM, SECRET, "demo"}
    for secret in settings.secrets:
        assert secret not in repr(settings)


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
        ("PALMARES_HOST", "*"),
        ("PALMARES_HOST", "127.0.0.1:8080"),
        ("PALMARES_HOSTS", "*"),
        ("PALMARES_HOSTS", "http://x/"),
        ("PALMARES_HOSTS", "a.example, *.example"),
        ("PALMARES_HOSTS", "a.example:8080"),
        ("PALMARES_HOSTS", "a.example/games"),
        ("PALMARES_HOSTS", "a..example"),
        ("PALMARES_HOSTS", "-a.example"),
        ("PALMARES_HOSTS", "300.1.1.1"),
        ("PALMARES_HOSTS", "[a.example]"),
        ("PALMARES_HOSTS", "x" * 64),
        ("PALMARES_MIN_DISK_MB", "-1"),
        ("PALMARES_OPEN", "perhaps"),
        ("PALMARES_ADDRESS", "https://*"),
        ("PALMARES_ADDRESS", "play.example.org"),
        ("PALMARES_ADDRESS", "https://play.example.org/games"),
        ("PALMARES_LANGUAGE", "xx"),
        ("PALMARES_MAX_TABLES", "0"),
        ("PALMARES_MAX_TABLES", "many"),
        ("PALMARES_LOG", "loud"),
        ("PALMARES_LOG_FORMAT", "xml"),
        ("PALMARES_HEALTH_PORT", "70000"),
        ("PALMARES_HEALTH_HOST", "everywhere"),
        ("PALMARES_WEB", "perhaps"),
        ("PALMARES_DISCORD_TOKEN", "hunter2"),
        ("PALMARES_DISCORD_GUILD", "12345678901"),
        ("PALMARES_DISCORD_API", "http://127.0.0.1/api"),
        ("PALMARES_TELEGRAM_TOKEN", "hunter2"),
        ("PALMARES_TELEGRAM_WEBHOOK", "http://games.example.org/telegram"),
        ("PALMARES_TELEGRAM_WEBHOOK", "https://games.example.org"),
        ("PALMARES_TELEGRAM_WEBHOOK", "https://games.example.org/telegram"),
        ("PALMARES_TELEGRAM_API", "http://127.0.0.1"),
        ("PALMARES_TELEGRAM_SECRET", "0123456789abcdef"),
        ("PALMARES_TELEGRAM_PORT", "x"),
    ],
)
def test_a_bad_value_is_named(name: str, value: str) -> None:
    with pytest.raises(BadSettings, match=name) as refused:
        read({name: value})
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("name", ["PALMARES_DISCORD_API", "PALMARES_TELEGRAM_API"])
@pytest.mark.parametrize(
    "address",
    ["discord.com/api", "https://", "ws://x", "https://x:a", "https://x:99999", "https://x/?a", "https://x#a"],
)
def test_an_address_of_an_api_that_is_none_is_named(name: str, address: str) -> None:
    token = {"PALMARES_DISCORD_TOKEN": DISCORD, "PALMARES_TELEGRAM_TOKEN": TELEGRAM}
    with pytest.raises(BadSettings, match=f"^{name} must be an address"):
        read(token | {name: address})


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("play.example.org", "that begins with https:// or http://"),
        ("ftp://play.example.org", "that begins with https:// or http://"),
        ("https://", "that begins with https:// or http://"),  # its slashes are at its end
        ("https://*.example.org", "with the name of a host after ://"),
        ("https://[::1", "with the name of a host after ://"),
        ("https://play.example.org:0", "with a port from 1 to 65535, or none"),
        ("https://play.example.org:99999", "with a port from 1 to 65535, or none"),
        ("https://play.example.org?a=b", "without ? and #"),
        ("https://play.example.org#a", "without ? and #"),
    ],
)
def test_what_is_wrong_with_an_address_is_said_as_it_is(address: str, fault: str) -> None:
    with pytest.raises(BadSettings) as refused:
        read({"PALMARES_RULES_URL": address})
    assert str(refused.value) == f"PALMARES_RULES_URL must be an address {fault}, not {address.rstrip('/')!r}"


def test_hosts_are_names_as_browsers_write_them() -> None:
    said = "Play.Example.ORG, münchen.example [2001:DB8::1] 192.0.2.7 home_server localhost."
    assert read({"PALMARES_HOSTS": said}).web.hosts == (
        *("play.example.org", "xn--mnchen-3ya.example", "2001:db8::1", "192.0.2.7", "home_server", "localhost"),
    )
    assert read({"PALMARES_HOST": "[::1]"}).web.host == "::1"


@pytest.mark.parametrize(("name", "lacks"), [("API", "needs"), ("WEBHOOK", "needs")])
def test_what_needs_telegrams_token_is_named_and_nothing_else(name: str, lacks: str) -> None:
    with pytest.raises(BadSettings) as refused:
        read({f"PALMARES_TELEGRAM_{name}": "https://games.example.org/telegram"})
    assert str(refused.value) == f"PALMARES_TELEGRAM_{name} {lacks} PALMARES_TELEGRAM_TOKEN"


@pytest.mark.parametrize(
    ("name", "token"),
    [
        ("PALMARES_DISCORD_TOKEN", DISCORD[:-20]),
        ("PALMARES_DISCORD_TOKEN", TELEGRAM),
        ("PALMARES_DISCORD_TOKEN", f"Bot {DISCORD}"),
        ("PALMARES_TELEGRAM_TOKEN", TELEGRAM.replace(":", "")),
        ("PALMARES_TELEGRAM_TOKEN", DISCORD),
        ("PALMARES_TELEGRAM_TOKEN", f"{TELEGRAM[:-5]}é"),
    ],
)
def test_a_token_of_another_shape_is_refused_and_never_shown(name: str, token: str) -> None:
    with pytest.raises(BadSettings) as refused:
        read({name: token})
    told = str(refused.value)
    assert told.startswith(name)
    assert len(told.splitlines()) == 1
    assert token not in told
    assert not any(part in told for part in token.replace(":", ".").split(".") if len(part) > 4)


FREE = ("DATABASE_URL", "DATABASE_LISTEN_URL", "PALMARES_SEED", "PALMARES_TELEGRAM_HOST")
"""What may be any text; a wrong address is reported when it is used, and not repeated."""


@pytest.mark.parametrize("name", [name for name in NAMES if name not in FREE and not name.endswith("_TOKEN")])
@pytest.mark.parametrize("token", [DISCORD, TELEGRAM])
def test_a_token_in_the_wrong_place_is_not_shown_either(name: str, token: str) -> None:
    given = {"PALMARES_DISCORD_TOKEN": DISCORD, "PALMARES_TELEGRAM_TOKEN": TELEGRAM, name: token}
    with pytest.raises(BadSettings, match=name) as refused:
        read(given)
    told = str(refused.value).lower()
    assert not any(part.lower() in told for part in token.replace(":", ".").split(".") if len(part) > 5)


@pytest.mark.parametrize(
    ("url", "good"),
    [
        ("https://games.example.org/telegram", True),
        ("https://games.example.org:8443/telegram", True),
        ("https://games.example.org:9000/telegram", False),
        ("https://games.example.org:x/telegram", False),
        ("https://[games/telegram", False),
        ("https:///telegram", False),
        ("https://games.example.org/", False),
    ],
)
def test_an_address_for_the_webhook(url: str, good: bool) -> None:
    given = {"PALMARES_TELEGRAM_TOKEN": TELEGRAM, "PALMARES_TELEGRAM_WEBHOOK": url}
    if good:
        assert read(given).telegram is not None
    else:
        with pytest.raises(BadSettings, match=r"PALMARES_TELEGRAM_WEBHOOK.*443, 80, 88, 8443"):
            read(given)


def test_a_webhook_without_a_secret_gets_one_that_all_processes_of_the_bot_have() -> None:
    given = {"PALMARES_TELEGRAM_TOKEN": TELEGRAM, "PALMARES_TELEGRAM_WEBHOOK": "https://games.example.org/t"}
    other = given | {"PALMARES_TELEGRAM_TOKEN": TELEGRAM[:-1] + "z"}
    secrets = [
        config.webhook.secret for each in (given, given, other) if (config := read(each).telegram) and config.webhook
    ]
    assert secrets[0] == secrets[1] != secrets[2]
    assert re.fullmatch(r"[A-Za-z0-9_-]{32,256}", secrets[0])
    assert TELEGRAM.partition(":")[2] not in secrets[0]


@pytest.mark.parametrize(
    ("given", "asked", "found"),
    [
        ({}, None, ("web",)),
        ({"PALMARES_WEB": "no"}, None, ("web",)),
        ({"PALMARES_DISCORD_TOKEN": DISCORD}, None, ("discord",)),
        ({"PALMARES_TELEGRAM_TOKEN": TELEGRAM}, None, ("telegram",)),
        (
            {"PALMARES_DISCORD_TOKEN": DISCORD, "PALMARES_TELEGRAM_TOKEN": TELEGRAM},
            None,
            ("discord", "telegram"),
        ),
        ({"PALMARES_DISCORD_TOKEN": DISCORD, "PALMARES_WEB": "yes"}, None, ("discord", "web")),
        ({"PALMARES_DISCORD_TOKEN": DISCORD, "PALMARES_TELEGRAM_TOKEN": TELEGRAM}, "telegram", ("telegram",)),
        ({"PALMARES_DISCORD_TOKEN": DISCORD}, "web", ("web",)),
    ],
)
def test_it_plays_wherever_it_has_a_token(given: dict[str, str], asked: str | None, found: tuple[str, ...]) -> None:
    assert wanted(read(given), asked) == found


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "localhost"])
def test_this_machine_needs_no_leave(host: str) -> None:
    assert read({"PALMARES_HOST": host}).web.host == host


def test_all_that_is_wrong_is_told_at_once() -> None:
    with pytest.raises(BadSettings) as refused:
        read({"PALMARES_PORT": "x", "PALMARES_LANGUAGE": "xx"})
    assert len(str(refused.value).splitlines()) == 2


def test_the_example_explains_every_setting_and_no_other() -> None:
    explained = re.findall(r"^#([A-Z_]+)=", EXAMPLE.read_text("utf-8"), re.MULTILINE)
    assert sorted(explained) == sorted(NAMES)


def test_what_the_example_shows_is_what_holds_without_it() -> None:
    shown = dict(re.findall(r"^#([A-Z_]+)=(.*)$", EXAMPLE.read_text("utf-8"), re.MULTILINE))
    assert read(shown) == read({})
