"""Challenges on each platform, with the real client libraries: an offer, an answer, a match of several games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.core.domain.deadlines import NEXT_GAME
from bot.core.domain.series import score
from data.records import Status
from tests.fakes.discord_state import User as Member
from tests.fakes.telegram_world import ANA, BEA, User
from tests.fakes.three_platforms import House, house
from tests.fakes.web_site import visitor, words

Say = Callable[[str, str], Awaitable[None]]
"""Let the challenger ("ana") or the guest ("bea") type a line, or press the newest button with these words."""
LINE = "/challenge @Bea palma quick best=3"


async def test_a_match_on_telegram(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        people: dict[str, User] = {"ana": ANA, "bea": BEA}

        async def say(who: str, line: str) -> None:
            if line == LINE:  # the app names people without a user name by a link
                link = {"type": "text_mention", "offset": LINE.index("@"), "length": len("@Bea"), "user": BEA.json}
                await bot.room.say(people[who], line, entities=[link])
            else:
                await (bot.room.say if line.startswith("/") else bot.room.click)(people[who], line)

        await say("ana", LINE)
        offer = next(one for one in bot.room.server.of(bot.room.group) if "challenges you" in one.text)
        assert offer.mentioned == [BEA.id]
        await play_match(bot, say)
        assert any("wins the match" in one.text for one in bot.room.server.of(bot.room.group))
        assert bot.room.server.refused == []


async def test_a_match_on_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        people: dict[str, Member] = {"ana": bot.place.user("Ana"), "bea": bot.bea}

        async def say(who: str, line: str) -> None:
            if not line.startswith("/"):
                await bot.place.clicked(people[who], bot.channel, line)
            elif line == LINE:
                await bot.place.gave(
                    people[who], bot.channel, "challenge", person=bot.bea, game="palma", variant="quick", best=3
                )
            else:
                await bot.place.gave(people[who], bot.channel, line[1:])

        await say("ana", LINE)
        offer = next(one for one in bot.place.server.of(bot.channel) if "challenges you" in one.content)
        assert f"<@{bot.bea.id}>" in offer.content
        await play_match(bot, say)
        assert any("wins the match" in one.content for one in bot.place.server.of(bot.channel))
        assert {call.status for call in bot.place.server.calls} <= {200, 204}


async def test_a_match_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot, visitor(bot.address) as other:
        pages = {"ana": bot.page, "bea": other}

        async def say(who: str, line: str) -> None:
            page = pages[who]
            if line.startswith("/"):
                await page.say(line)
                return await bot.settle()
            await page.hello()
            number, token = next(
                (str(number), button[1])
                for number, message in sorted(page.messages.items(), reverse=True)
                for row in message["body"]["rows"]
                for button in row
                if line in button[0]
            )
            assert words(await page.do("press", message=number, token=token)) is None
            return await bot.settle()

        await other.do("person", name="Bea", language="en")  # drawn names may be the same, and get a number
        await other.say("Hello!")  # the page knows by name who has written here
        await say("ana", LINE)
        await play_match(bot, say)
        await bot.page.hello()
        assert any("wins the match" in text for text in bot.page.texts())


async def play_match(bot: House, say: Say) -> None:
    """Take up the challenge, and let the guest resign until the match is over."""
    await say("bea", "Play now")
    codes: list[str] = []
    for number in (1, 2):
        (table,) = await bot.store.all_tables((Status.PLAYING,))
        codes.append(table.id)
        begun = await bot.room.table(table.id)
        assert begun.links.series is not None
        assert begun.links.series.number == number
        await say("bea", "/resign")
        await say("bea", "Yes, resign")
        bot.clock.time += NEXT_GAME
        await bot.core.scheduler.look()
        await bot.settle()
    first, last = [await bot.room.table(code) for code in codes]
    assert [seat.person for seat in first.seats] == [seat.person for seat in last.seats][::-1]
    assert sorted(score(last)) == [0, 2]
    assert await bot.store.all_tables((Status.PLAYING, Status.LOBBY)) == []
