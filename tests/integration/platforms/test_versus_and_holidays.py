"""/versus and /holiday on each platform, with the real client libraries."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.core.domain.deadlines import to_act
from data.records import Status
from tests.fakes.telegram_world import ANA, BEA
from tests.fakes.three_platforms import House, house
from tests.fakes.web_site import visitor, words

Say = Callable[[str, str], Awaitable[str]]
"""Let "ana" or "bea" type a line, or press the newest button with these words; return all that they see."""
LINE = "/challenge @Bea palma quick pace=24h"


async def test_on_telegram(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        people = {"ana": ANA, "bea": BEA}

        async def say(who: str, line: str) -> str:
            if "@Bea" in line:  # the app names people without a user name by a link
                line = line.replace("@Bea", "Bea 2")
                link = {"type": "text_mention", "offset": line.index("Bea"), "length": len("Bea 2"), "user": BEA.json}
                await bot.room.say(people[who], line, entities=[link])
            else:
                await (bot.room.say if line.startswith("/") else bot.room.click)(people[who], line)
            return "\n".join(one.text for one in bot.room.server.of(bot.room.group))

        await look_at_both(bot, say, "Ana")
        assert bot.room.server.refused == []


async def test_on_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot:
        people = {"ana": bot.place.user("Ana"), "bea": bot.bea}

        async def say(who: str, line: str) -> str:
            seen = ""
            if line == LINE:
                options = {"person": bot.bea, "game": "palma", "variant": "quick", "pace": "24h"}
                await bot.place.gave(people[who], bot.channel, "challenge", **options)
            elif line.startswith("/"):
                name, _, rest = line[1:].partition(" ")
                given = {} if not rest else {"person": bot.bea} if rest == "@Bea" else {"until": rest}
                seen = (await bot.place.gave(people[who], bot.channel, name, **given)).notice or ""
            else:
                await bot.place.clicked(people[who], bot.channel, line)
            return "\n".join([*(one.content for one in bot.place.server.of(bot.channel)), seen])

        assert "games between you and **Bea**" in await say("ana", "/versus @Bea")  # the client sends an account
        await look_at_both(bot, say, "Ana")
        assert {call.status for call in bot.place.server.calls} <= {200, 204}


async def test_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    async with house(monkeypatch) as bot, visitor(bot.address) as other:
        pages = {"ana": bot.page, "bea": other}

        async def say(who: str, line: str) -> str:
            page = pages[who]
            await page.hello()
            if line.startswith("/"):
                told = await page.say(line.replace("@Bea", "@bea 2 🌸"))
            else:
                number, token = next(
                    (str(number), button[1])
                    for number, message in sorted(page.messages.items(), reverse=True)
                    for row in message["body"]["rows"]
                    for button in row
                    if line in button[0]
                )
                told = words(await page.do("press", message=number, token=token))
            await bot.settle()
            await page.hello()
            return "\n".join([*page.texts(), told or ""])

        await other.do("person", name="Béa 2 🌸", language="en")
        await other.say("Hello!")  # the page knows by name who has written here
        await look_at_both(bot, say, bot.page.people[0]["name"])


async def look_at_both(bot: House, say: Say, ana: str) -> None:
    """Play a game and compare; begin another, and go on holiday from it and back."""
    assert "with anyone here yet" in await say("ana", "/versus")
    await begun(bot, say)
    await say("bea", "/resign")
    await say("bea", "Yes, resign")
    pair = await say("ana", "/versus @Bea")
    for line in ("Palma: 1–0", "Latest games, newest last: ▲"):
        assert line in pair.replace("*", "")
    assert "against the others" in (await say("bea", "/versus")).replace("*", "")
    table = await begun(bot, say)
    seat = to_act(await bot.room.table(table))
    assert seat is not None
    who = "ana" if seat.name == ana else "bea"
    before = (await bot.room.table(table)).clock.deadline
    assert "You're away until" in await say(who, "/holiday tomorrow")
    clock = (await bot.room.table(table)).clock
    assert clock.holiday is not None
    assert before is not None
    assert clock.deadline == before + clock.holiday - bot.clock.now()
    assert "is on holiday until" in await say(who, "/board")
    assert "Welcome back!" in await say(who, "/holiday off")
    assert (await bot.room.table(table)).clock.deadline == before


async def begun(bot: House, say: Say) -> str:
    await say("ana", LINE)
    await say("bea", "Play now")
    (table,) = await bot.store.all_tables((Status.PLAYING,))
    return table.id
