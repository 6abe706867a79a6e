"""Whole tournaments on Telegram, Discord and the page together, with the real client libraries."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from bot.core.domain.deadlines import to_act
from bot.core.features.tournaments.threads import LINGER
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
        await all_here(bot, code)
        bot.clock.time += CHECKIN
        done = await bot.play(code, random.Random(1), played=0)
        assert [len(drawn.pairings) for drawn in done.rounds] == [1, 1]
        await assert_told_everywhere(bot, done)


@pytest.mark.parametrize(
    ("form", "pace", "rounds"),
    [
        ("swiss", "24h", 2),
        ("swiss", "60s", 2),
        ("roundrobin", "24h", 3),
        ("roundrobin", "60s", 3),
        ("knockout", "24h", 2),
    ],
)
async def test_a_tournament_in_rounds(monkeypatch: pytest.MonkeyPatch, form: str, pace: str, rounds: int) -> None:
    async with house(monkeypatch) as bot:
        given = "rounds=2 " if form == "swiss" else ""
        code = await bot.announced(f"/tournament {form} palma quick start=1 pace={pace} {given}name=Copa")
        bot.room.server.chat(ANA.id)  # Ana has written there
        if pace == "60s":
            await all_here(bot, code)
        bot.clock.time += 61.0
        done = await bot.play(code, random.Random(2), played=1)
        assert len(done.rounds) == rounds
        await assert_told_everywhere(bot, done)
        assert_few_posts(bot, done)
        await assert_in_threads(bot, done)


async def test_a_tournament_without_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        code = await bot.announced("/tournament knockout parchis diceless players=3 start=1 pace=24h name=Copa")
        bot.room.server.chat(ANA.id)  # Ana has written there
        bot.clock.time += 61.0
        await bot.look()
        (pairing,) = (await bot.cup(code)).rounds[0].pairings
        chosen = [await step(bot, pairing.table, random.Random(turn)) for turn in range(9)]
        assert len(set(chosen)) == 3  # each from their own chat
        assert (await bot.room.table(pairing.table)).rules["preset"] == "diceless"
        done = await bot.play(code, random.Random(4), played=0)
        await assert_told_everywhere(bot, done)


async def step(bot: House, table: str, rng: random.Random) -> str:
    """Let whose turn it is choose something; return the platform where they play."""
    seat = to_act(await bot.room.table(table))
    assert seat is not None
    assert seat.person is not None
    assert not await bot.press(seat.person, f"{table}.", rng, ".move:")
    return seat.person.platform


async def test_an_arena(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        code = await bot.announced("/tournament arena palma quick start=1 pace=60s length=3 name=Copa")
        bot.room.server.chat(ANA.id)  # Ana has written there
        await all_here(bot, code)
        bot.clock.time += 61.0
        done = await bot.play(code, random.Random(3), played=1)
        assert done.rounds
        await assert_told_everywhere(bot, done)


async def all_here(bot: House, code: str) -> None:
    """Let everybody check in."""
    await bot.look()
    for one in (await bot.cup(code)).entrants:
        assert "See you" in await bot.press(one.person, f"cup.0.here:{code}", random.Random(1))


def assert_few_posts(bot: House, done: Tournament) -> None:
    """Check that a round brings a chat three posts at most: its own, and a board or a thread's line of one table."""
    answers = ("resigns", "Yes, resign")
    group = [one.text for one in bot.room.server.of(bot.room.group) if not any(said in one.text for said in answers)]
    channel = [one.content.replace("**", "") for one in bot.place.server.of(bot.channel)]
    for platform, texts in (("telegram", group), ("discord", channel)):
        tables = [
            [one for one in drawn.pairings if any(done.entrants[n].chat.platform == platform for n in one.people)]
            for drawn in done.rounds
        ]
        own = [
            at
            for at, text in enumerate(texts)
            if text.startswith("🏆 Copa · ") and not text.startswith("🏆 Copa · 1.")
        ]
        rounds = own[-len(tables) - 1 :]  # those of the rounds, and the end
        assert len(own) == len(tables) + (
            3 if done.terms.live else 2
        )  # besides them the announcement and the check-in
        posts = [after - before for before, after in pairwise(rounds)]
        for count, there in zip(posts, tables, strict=True):
            assert count <= 1 + len(there) <= 3, (platform, texts)


async def assert_in_threads(bot: House, done: Tournament) -> None:
    """Check that each table of the Discord channel had its thread, and that all are archived some time after."""
    mine = [one for one in done.pairings if any(done.entrants[who].chat.platform == "discord" for who in one.people)]
    assert len(bot.threads) == len(mine) > 0
    lines = [
        one.content for one in bot.place.server.of(bot.channel) if one.id in {thread.id for thread in bot.threads}
    ]
    assert all(line.startswith("🏆 **Copa** · 1. ") for line in lines)  # the result
    assert not any(thread.archived for thread in bot.threads)
    bot.clock.time += LINGER
    await bot.look()
    assert all(thread.archived for thread in bot.threads)


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
    assert {call.status for call in bot.place.server.calls} <= {200, 201, 204}
    assert all(check.passed for check in check_proof(proof_of(done)))
