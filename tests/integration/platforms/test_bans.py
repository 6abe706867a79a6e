"""On Telegram and the page a banned person alone reads the refusal; what others see has no hidden name."""

from __future__ import annotations

from pathlib import Path

from bot.core.application import Application
from bot.core.domain.hidden_names import hidden_name
from bot.core.services.restrictions import Restrictions
from data.records import PersonKey, RestrictionRecord
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI
from tests.fakes.web_site import real_site, visitor

BANNED = "The people who run this bot have banned you from it. /mydata and /deletemydata still work."


async def looked(core: Application) -> None:
    for work in core.everywhere:
        await work.look()


def written(room: TelegramRoom) -> list[str]:
    """What the bot has written in the group."""
    people = (ANA, BEA, CAI)
    return [one.text for one in room.server.of(room.group) if one.author not in people]


async def test_in_a_telegram_group_nothing_is_said_for_all_and_their_game_goes_on() -> None:
    async with telegram_room() as room:
        private = room.server.chat(BEA.id)
        await room.say(BEA, "/help", private)
        code = await room.begun()
        bea = PersonKey("telegram", str(BEA.id))
        await room.store.restrict(RestrictionRecord(bea, banned=True))
        await looked(room.core)
        await room.settle()
        assert [seat.is_left for seat in (await room.table(code)).seats] == [False, True]
        before = written(room)
        for line in ("/play", "/help", f"/join {code}"):
            await room.say(BEA, line)
        assert written(room) == before
        assert not any("banned" in text for text in before)
        assert [one.text for one in room.server.of(private)].count(BANNED) == 1, "in private, once a minute"
        assert room.server.count["setMessageReaction"] == 2
        board = room.board(code)
        assert await room.press(BEA, board, board.tokens[0]) == BANNED
        await room.say(BEA, "/help", private)
        assert [one.text for one in room.server.of(private)].count(BANNED) == 2
        assert room.server.refused == []


async def test_a_hidden_name_on_telegram() -> None:
    async with telegram_room() as room:
        code = await room.begun()
        bea = PersonKey("telegram", str(BEA.id))
        await room.store.restrict(RestrictionRecord(bea, hidden=True))
        await looked(room.core)
        await room.settle()
        assert not [one for one in room.server.live(room.group) if BEA.id in one.mentioned]
        before = len(written(room))
        await room.say(BEA, f"/resign {code}")
        await room.click(BEA, "Yes")
        await room.say(CAI, "/games")
        after = written(room)[before:]
        assert any(hidden_name(bea) in text for text in after)
        assert not any("Bea" in text for text in after)


async def test_on_the_page_a_banned_browser_reads_and_does_nothing(tmp_path: Path) -> None:
    async with (
        real_site(tmp_path / "games.db") as (url, store, messenger),
        visitor(url) as ana,
        visitor(url) as bea,
    ):
        await bea.hello("den")
        await ana.hello("den")
        for page, name in ((ana, "Ana"), (bea, "Bea")):
            await page.do("person", name=name, language="en")
        await ana.say("/play palma")
        person = PersonKey("web", f"{bea.welcome['prefix']}-1")
        await store.restrict(RestrictionRecord(person, banned=True))
        restrictions = getattr(messenger.known_as, "__self__", None)
        assert isinstance(restrictions, Restrictions)
        await restrictions.refresh()
        assert await bea.say("hello") == BANNED
        assert await bea.say("/join") == BANNED
        assert await bea.say("/join", person=2) == BANNED
        assert "banned you" in str(await bea.do("person", name="Bia", language="en"))
        (table,) = await store.all_tables()
        assert [seat.name for seat in table.seats] == ["Ana", ""]
        assert await ana.say("hello") is None
        assert not [text for text in ana.texts() if "banned" in text]


async def test_a_hidden_name_on_the_page_is_not_that_of_what_was_written(tmp_path: Path) -> None:
    async with (
        real_site(tmp_path / "games.db") as (url, store, messenger),
        visitor(url) as bea,
    ):
        await bea.hello("den")
        await bea.do("person", name="Bea", language="en")
        await bea.say("one")
        person = PersonKey("web", f"{bea.welcome['prefix']}-1")
        await store.restrict(RestrictionRecord(person, hidden=True))
        restrictions = getattr(messenger.known_as, "__self__", None)
        assert isinstance(restrictions, Restrictions)
        await restrictions.refresh()
        await bea.say("two")
        async with visitor(url) as cai:
            await cai.hello("den")
            authors = [one["body"]["author"] for one in cai.messages.values()]
        assert [author["name"] for author in authors if author is not None] == [hidden_name(person)] * 2
