"""/share on Telegram: links that lead a person to a table, or the table to another group."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from data.records import ChatKey
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI, DAN, User

OTHER = -1009998887776


async def shared(room: TelegramRoom, who: User, line: str = "/share") -> tuple[str, list[str]]:
    """Return what a person reads, and the links in it."""
    await room.say(who, line)
    told = room.server.of(room.group)[-1]
    return told.text, told.links


def payload(link: str) -> tuple[str, str]:
    """How a link is opened, and what Telegram then lets the person say."""
    ((way, (words,)),) = parse_qs(urlsplit(link).query).items()
    return way, words


async def names(room: TelegramRoom) -> list[str]:
    return [seat.name for seat in (await room.table()).seats if seat.person is not None]


async def test_the_link_of_a_lobby_seats_whoever_follows_it() -> None:
    async with telegram_room() as room:
        code = await room.opened("/play palma")
        text, links = await shared(room, ANA)
        assert f"/join {code}" in text
        (start, words), (startgroup, group_words) = map(payload, links)
        assert (start, startgroup, words, group_words) == ("start", "startgroup", f"join_{code}", f"join_{code}")
        await room.say(BEA, f"/start {words}", room.server.chat(BEA.id))
        assert await names(room) == ["Ana", "Bea"]
        assert room.board(code, room.server.chat(BEA.id))


async def test_the_other_link_brings_the_table_to_a_group() -> None:
    async with telegram_room() as room:
        await room.say(ANA, "/play palma")
        code, other = (await room.table()).id, room.server.chat(OTHER)
        _, links = await shared(room, ANA)
        await room.say(CAI, f"/start@PalmaresBot {payload(links[1])[1]}", other)
        assert await names(room) == ["Ana", "Cai"]
        assert room.board(code, other)


async def test_a_game_under_way_is_shown_to_whoever_follows_its_link() -> None:
    async with telegram_room() as room:
        code = await room.started("/play palma", BEA)
        text, links = await shared(room, BEA)
        assert f"/watch {code}" in text
        private = room.server.chat(CAI.id)
        await room.say(CAI, f"/start {payload(links[0])[1]}", private)
        assert room.server.of(private)[-1].photo
        assert await names(room) == ["Ana", "Bea"]


async def test_the_secret_of_a_private_table_is_for_its_host_alone() -> None:
    async with telegram_room() as room:
        await room.say(ANA, "/play palma")
        table = await room.table()
        board = room.board(table.id)
        await room.press(ANA, board, f"{table.id}.{table.version}.private:on")
        text, links = await shared(room, ANA)
        assert "in private" in text
        assert "gives people a seat" not in text
        assert payload(links[0])[1] == f"join_{table.id}"
        text, links = await shared(room, DAN)
        assert "This link lets people watch the table" in text
        assert f"/watch {table.id}" in text
        assert payload(links[0])[1] == f"watch_{table.id}"
        await room.say(BEA, f"/start join_{table.id}", room.server.chat(BEA.id))
        assert await names(room) == ["Ana"]
        own = room.server.chat(ANA.id)
        await room.say(ANA, f"/share {table.id}", own)
        way, words = payload(room.server.of(own)[-1].links[0])
        assert (way, words[:12]) == ("start", f"join_{table.id}-")
        await room.say(CAI, f"/start {words}", room.server.chat(CAI.id))
        assert await names(room) == ["Ana", "Cai"]
        await room.say(CAI, f"/share {table.id}", room.server.chat(CAI.id))
        assert payload(room.server.of(room.server.chat(CAI.id))[-1].links[0])[1] == f"watch_{table.id}"


async def test_there_is_nothing_to_share_without_a_table() -> None:
    async with telegram_room() as room:
        text, links = await shared(room, ANA)
        assert "no open table here" in text
        assert links == []
        assert await room.store.tables(ChatKey("telegram", str(room.group.id))) == []
