"""Whole tournaments on Telegram, Discord and the page together, with the real client libraries."""

from __future__ import annotations

import random

import pytest

from bot.core.tournaments.life import CHECKIN
from bot.core.tournaments.proof import check_proof, proof_of
from bot.core.tournaments.standings import standings
from bot.core.tournaments.tournament import Stage, Tournament
from tests.fakes.telegram_world import ANA
from tests.fakes.three_platforms import House, house
from tests.fakes.web_site import words


async def test_a_live_knock_out_with_check_in(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        code = await bot.announced("/tournament knockout palma quick start=30 pace=60s name=Copa")
        alone = bot.room.server.chat(ANA.id)  # Ana has written there; Bea hasn't
        bot.clock.time += 1800.0 - CHECKIN
        await bot.look()
        tournament = await bot.cup(code)
        assert tournament.stage is Stage.CHECKIN
        (told,) = bot.room.server.of(alone)
        (direct,) = bot.place.server.of(bot.place.server.direct[bot.bea.id])
        assert "Copa starts at" in told.text
        assert "Copa" in direct.content
        await bot.page.hello()
        asked = [one for one in bot.page.messages.values() if "are you here?" in (words(one["body"]["lines"]) or "")]
        assert len(asked) == 1  # the page has no private chats
        for one in tournament.entrants:
            assert "See you" in await bot.press(one.person, f"cup.0.here:{code}", random.Random(1))
        bot.clock.time += CHECKIN
        done = await bot.play(code, random.Random(1))
        assert [len(drawn.pairings) for drawn in done.rounds] == [1, 1]
        await assert_told_everywhere(bot, done)


@pytest.mark.parametrize("form", ["swiss", "roundrobin"])
async def test_a_tournament_of_days(monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    async with house(monkeypatch) as bot:
        code = await bot.announced(f"/tournament {form} palma quick start=1 pace=24h rounds=2 name=Copa")
        bot.clock.time += 61.0
        done = await bot.play(code, random.Random(2))
        assert len(done.rounds) == (2 if form == "swiss" else 3)
        await assert_told_everywhere(bot, done)


async def test_an_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        code = await bot.announced("/tournament arena palma quick start=1 pace=60s length=3 name=Copa")
        bot.room.server.chat(ANA.id)  # Ana has written there
        await bot.look()
        for one in (await bot.cup(code)).entrants:
            assert "See you" in await bot.press(one.person, f"cup.0.here:{code}", random.Random(1))
        bot.clock.time += 61.0
        done = await bot.play(code, random.Random(3))
        assert done.rounds
        await assert_told_everywhere(bot, done)


async def assert_told_everywhere(bot: House, done: Tournament) -> None:
    """Check that it ended, that each chat read who won, and that no call was wrong."""
    assert done.stage is Stage.OVER
    assert {one.person.platform for one in done.entrants} == {"telegram", "discord", "web"}
    said = f"{done.entrants[standings(done)[0].number].name} wins the tournament!"
    assert sum(said in one.text for one in bot.room.server.of(bot.room.group)) == 1
    assert sum(said in one.content.replace("**", "") for one in bot.place.server.of(bot.channel)) == 1
    await bot.page.hello()
    assert sum(said in (words(one["body"]["lines"]) or "") for one in bot.page.messages.values()) == 1
    assert bot.room.server.refused == []
    assert {call.status for call in bot.place.server.calls} <= {200, 204}
    assert all(check.passed for check in check_proof(proof_of(done)))
