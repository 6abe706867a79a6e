"""The pace of a table: read, chosen in the lobby in every language, and told with the rules."""

from __future__ import annotations

import pytest

from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.time_control import BOUNDS, OFFERED, TimeControl, TimeControlKind
from bot.core.i18n.refusal import Refusal
from bot.core.messages.button_tokens import Verb, encode
from tests.fakes.room import ANA, BEA, person, room, said, shown


@pytest.mark.parametrize(
    ("text", "tempo", "seconds"),
    [
        ("none", TimeControl(), 0),
        ("none:0", TimeControl(), 0),
        ("live:60", TimeControl(TimeControlKind.LIVE, 60), 60),
        (" Live:10 ", TimeControl(TimeControlKind.LIVE, 10), 10),
        ("daily:24", TimeControl(TimeControlKind.DAILY, 24), 86400),
        ("daily:168", TimeControl(TimeControlKind.DAILY, 168), 604800),
    ],
)
def test_a_pace_is_read_and_written(text: str, tempo: TimeControl, seconds: float) -> None:
    assert TimeControl.parse(text) == tempo
    assert tempo.seconds == seconds
    assert TimeControl.parse(str(tempo)) == tempo


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fast",
        "60",
        "live",
        "live:",
        "live:9",
        "live:3601",
        "live:-60",
        "live:6.5",
        "live:²",
        "none:5",
        "daily:0",
        "daily:169",
        "daily:24:1",
        "live: 60",
    ],
)
def test_what_is_no_pace_is_refused(text: str) -> None:
    with pytest.raises(Refusal):
        TimeControl.parse(text)


def test_what_the_lobby_offers_is_within_the_bounds() -> None:
    for kind, amounts in OFFERED.items():
        assert all(
            TimeControl.parse(str(TimeControl(kind, amount))) == TimeControl(kind, amount) for amount in amounts
        )
        assert BOUNDS[kind][0] <= min(amounts) < max(amounts) <= BOUNDS[kind][1]


@pytest.mark.parametrize(
    ("language", "way", "choice", "told", "after"),
    [
        ("en", "Pace: 48 h", "24 h", "24 hours per move", "Pace: 24 h"),
        ("es", "Ritmo: 48 h", "24 h", "24 horas por jugada", "Ritmo: 24 h"),
        ("it", "Ritmo: 48 h", "24 h", "24 ore per mossa", "Ritmo: 24 h"),
    ],
)
async def test_it_is_chosen_by_buttons_in_every_language(
    language: str, way: str, choice: str, told: str, after: str
) -> None:
    host = person("Eva", language)
    async with room() as place:
        await place.say(host, "/play palma")
        code = (await place.table()).id
        await place.click(host, "⚙")
        await place.click(host, way)
        await place.click(host, choice)
        (lobby,) = place.live(code)
        assert f"✓ {choice}" in [button.label for button in lobby.buttons]
        assert told in lobby.screen.text.plain
        await place.click(host, "◀")
        assert after in [button.label for button in place.live(code)[0].buttons]
        assert (await place.table()).options.pace == TimeControl.parse("daily:24")


async def test_only_the_host_chooses_and_only_what_there_is() -> None:
    async with room() as place:
        await place.say(ANA, "/play palma")
        record = await place.table()
        for who, arguments, told in (
            (BEA, ("live", 60), "Only the table's host"),
            (ANA, ("live", 5), "10s–60m"),
            (ANA, ("weekly", 1), "10s–60m, 1h–7d, none"),
        ):
            assert told in said(await place.press(who, encode(record.id, record.version, Verb.PACE, *arguments)))
        assert (await place.table()) == record


async def test_the_command_takes_it_and_the_rules_tell_it() -> None:
    async with room() as place:
        outcome = await place.say(ANA, "/play palma pace=live:5")
        assert outcome.notice is not None
        assert await place.store.all_tables() == []
        await place.say(ANA, "/play palma pace=live:90")
        rules = await place.say(ANA, "/rules full")
        assert rules.screen is not None
        assert rules.screen.text.plain.endswith("90 seconds per move; after that a bot plays it.")
        await place.click(ANA, "⚙")
        await place.click(ANA, "Pace: 90 s")
        await place.click(ANA, "No limit")
        assert "No time limit. If someone doesn't play for 3 days" in shown(await place.say(ANA, "/rules full"))


async def test_a_chat_has_a_usual_pace() -> None:
    async with room() as place:
        await place.say(ANA, "/settings pace=daily:12")
        await place.say(ANA, "/play palma")
        assert (await place.table()).options.pace == TimeControl.parse("daily:12")
        await place.say(ANA, "/play palma pace=none")
        assert (await place.table()).options.pace == TimeControl.parse("none")
        assert "1h–7d" in said(await place.say(ANA, "/settings pace=slow"))
        await place.say(ANA, "/settings")
        for label, told in (
            ("⚙ Tables", "12 hours"),
            ("Pace: 12 h", "no time limit"),
            ("No time limit", "60 seconds"),
            ("Pace: 60 s", "24 hours"),
        ):
            outcome = shown(await place.click(ANA, label))
            lines = outcome.splitlines()
            assert any(told in line for line in lines if line.startswith("New tables"))


@pytest.mark.parametrize("kept", ['{"pace":"slow"}', '{"pace":7}', "{}"])
def test_a_usual_pace_that_makes_no_sense_is_the_usual_one(kept: str) -> None:
    assert ChatSettings.load(kept) == ChatSettings()


def test_a_chat_that_wants_no_limit_keeps_none() -> None:
    assert ChatSettings.load(ChatSettings(pace="none").dump()).pace == "none"


async def test_the_usual_pace_is_a_gentle_daily_one_and_the_lobby_says_so() -> None:
    async with room() as place:
        await place.say(ANA, "/play palma")
        table = await place.table()
        assert table.options.pace == TimeControl.parse("daily:48")
        (lobby,) = place.live(table.id)
        assert "48 hours per move, then a bot plays · rated" in lobby.screen.text.plain
        await place.click(ANA, "⚙")
        await place.click(ANA, "Pace: 48 h")
        assert "48 hours per move" in lobby.screen.text.plain
        assert "Quiet hours" in lobby.screen.text.plain


async def test_days_run_for_nobody_who_plays_alone() -> None:
    async with room() as place:
        code = await place.started("/play palma")
        assert (await place.table(code)).clock.deadline is None
