"""How Telegram introduces the person who opens the Mini App, and the bearer that they get for it."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode

import pytest

from bot.platforms.web.apps.bearer import LIFE, Bearers, Visit
from bot.platforms.web.apps.init_data import FRESH, BadInitData, introduced, signature
from data.records import ROOMS
from tests.fakes.mini_app import OTHER_BOT, init_data
from tests.fakes.telegram_server import TOKEN
from tests.fakes.telegram_world import ANA, User

NOW = 1_790_000_000.0


def test_telegram_introduces_a_person() -> None:
    found = introduced(init_data(User(7, "Ana", "Díaz", "es"), NOW, "k7m2xy"), TOKEN, NOW)
    assert (found.user, found.name, found.language, found.start) == ("7", "Ana Díaz", "es", "k7m2xy")


def test_the_signature_is_the_one_that_telegram_gives() -> None:
    """A published example: nothing of it was computed here."""
    fields = {
        "query_id": "AAHdF6IQAAAAAN0XohDhrOrc",
        "user": '{"id":279058397,"first_name":"Vladislav","last_name":"Kibenko","username":"vdkfrost",'
        '"language_code":"ru","is_premium":true}',
        "auth_date": "1662771648",
    }
    expected = "c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2"
    assert signature(fields, "5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8") == expected


def _changed(data: str, **changes: str) -> str:
    return urlencode(dict(parse_qsl(data)) | changes)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ("", "hash"),
        ("no fields at all", "query"),
        ("hash=" + "0" * 64, "hash"),
        (_changed(init_data(ANA, NOW), user='{"id": 1001}'), "hash"),
        (_changed(init_data(ANA, NOW), auth_date=str(int(NOW) + 1)), "hash"),
        (_changed(init_data(ANA, NOW), hash="é" * 64), "hash"),
        (init_data(ANA, NOW, token=OTHER_BOT), "hash"),
        (init_data(ANA, NOW) + "&user=%7B%7D", "twice"),
        (init_data(ANA, NOW - FRESH - 1), "date"),
        (init_data(ANA, NOW + 120), "date"),
        (init_data(ANA, NOW, auth_date="never"), "date"),
        (init_data(ANA, NOW, user="nobody"), "user"),
        (init_data(ANA, NOW, user='{"id": true}'), "user"),
        (init_data(ANA, NOW, user='{"id": 7, "is_bot": true}'), "bot"),
        (init_data(ANA, NOW, more="x" * 5000), "long"),
    ],
)
def test_a_false_introduction_is_refused(data: str, why: str) -> None:
    with pytest.raises(BadInitData, match=why):
        introduced(data, TOKEN, NOW)


def test_a_bearer_is_for_one_person_and_table_and_a_while() -> None:
    bearers, visit = Bearers(TOKEN), Visit("telegram", "7", "Ana", None, "k7m2xy", NOW + LIFE)
    bearer = bearers.issue(visit)
    assert bearers.read(bearer, NOW) == visit
    assert bearers.read(bearer, NOW + LIFE + 1) is None
    assert Bearers(OTHER_BOT).read(bearer, NOW) is None
    body, _, mark = bearer.rpartition(".")
    for forged in ("", ".", body, f".{mark}", f"{body}x.{mark}", f"{body}.{mark[:-1]}0z", "é.é", "x" * 5000):
        assert bearers.read(forged, NOW) is None
    people = [replace(visit, user=user, platform=host) for user in ("7", "77") for host in ("discord", "telegram")]
    visits = [replace(one, table=table) for one in people for table in ("k7m2xy", "abcdef")]
    assert len({name for one in visits for name in bearers.rooms(one)}) == len(visits) * ROOMS
