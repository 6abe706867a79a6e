"""/import: a game that was exported is a past game again, in any chat, once, and only if it is true."""

from __future__ import annotations

import pytest

from bot.core.chat import Outcome, Request
from bot.core.features.bringing import MOST
from bot.core.features.exporting import export
from data.records import ChatKey, Status
from tests.fakes.games import exported as exported_game
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, attached, room

AWAY = ChatKey("fake", "away")


def told(outcome: Outcome) -> str:
    assert outcome.notice is not None
    return outcome.notice.plain


async def exported(place: Room, line: str = "/play palma", end: str = "play") -> str:
    """The text of a game that Ana and Bea have played."""
    await place.say(ANA, line)
    code = (await place.table()).record.id
    await place.say(BEA, f"/join {code}")
    await place.say(ANA, f"/start {code}")
    await place.end(code, end, [ANA, BEA])
    return export(await place.table(code))


@pytest.mark.parametrize("end", ["play", "resign", "cancel"])
@pytest.mark.parametrize("line", ["/play palma rated=no", "/play parchis italian seats=Y,R rated=no"])
async def test_a_game_comes_back_somewhere_else_and_is_shown_as_it_ended(line: str, end: str) -> None:
    async with room() as place:
        text = await exported(place, line, end)
        code = (await place.store.all_tables(tuple(Status)))[0].id
    async with room() as place:
        outcome = await place.say(CAI, "/import", AWAY, file=text.encode())
        assert (outcome.notice, outcome.table) == (None, code)
        table = await place.table(code)
        assert export(table) == text
        assert table.record.chat == AWAY
        (board,) = place.messenger.of(AWAY)
        said = board.screen.text.plain
        assert "Played elsewhere; its throws and moves were checked." in said
        assert ("🥇" in said) == (end != "cancel")
        assert "Opened: " in said or end == "cancel"
        assert "goes from" not in said  # nobody here saw it happen
        assert board.screen.picture is not None
        assert board.buttons == []
        listed = (await place.say(CAI, "/games", AWAY)).screen
        assert listed is not None
        assert "played elsewhere" in listed.text.plain
        again = await place.say(CAI, f"/export {code}", AWAY)
        assert again.document is None or again.document.text == text
        assert await place.store.rating_changes(code) == []
        assert await place.store.played(ANA.key) == []
        assert await place.store.log_counts(AWAY, tables=9) == {}
        await place.core.publisher.start()  # nothing is left to be shown
        await place.core.publisher.idle()
        assert place.messenger.of(AWAY)[0].id == board.id


async def test_it_comes_once_and_its_buttons_cannot_be_forged() -> None:
    async with room() as place:
        text = await exported(place)
        code = (await place.table()).record.id if await place.store.all_tables() else text.split('[Id "')[1][:6]
        assert told(await place.say(CAI, "/import", AWAY, file=text.encode())) == f"I have the game {code} already."
    async with room() as place:
        await place.say(CAI, "/import", file=text.encode())
        version = (await place.table(code)).record.version
        for verb in ("again", "rotate", "throw", "leave"):
            await place.press(CAI, f"{code}.{version}.{verb}")
        assert [record.status for record in await place.store.all_tables(tuple(Status))] == [Status.OVER]


async def test_what_is_no_game_or_a_forged_one_is_refused() -> None:
    async with room() as place:
        text = await exported(place)
        throw = next(word for word in text.split("\n\n", 1)[1].split() if word.isdecimal())
        forged = text.replace(f": {throw} ", f": {'1' if throw != '1' else '2'} ", 1)
    async with room() as place:
        assert "attach it" in told(await place.say(ANA, "/import"))
        for data in (b"", b"hello", b"\xff\xfe", b"[Game", text[:-20].encode(), text.replace('"Ana"', "1").encode()):
            assert "not the text of a whole game" in told(await place.say(ANA, "/import", file=data))
            place.clock.time += 1000
        assert forged != text
        assert "not as it should be" in told(await place.say(ANA, "/import", file=forged.encode()))
        assert "too large" in told(await place.say(ANA, "/import", file=b"x" * (MOST + 1)))
        place.clock.time += 1000
        game = exported_game()
        for costly in (
            game.replace("[Id ", f"[Contributions {['x'] * 101}]\n[Id ".replace("'", '"')),
            game.replace("1.D:", "1.D: " + "D " * 20_001),
            game.replace("1.D:", "1.D: " + "D -1 " * 600),
        ):
            assert "too large" in told(await place.say(BEA, "/import", file=costly.encode()))
        liar = attached(b"x" * (MOST + 1))
        assert liar is not None
        small = Request(CHAT, ANA, "import", file=type(liar)(5, liar.read))
        assert "too large" in told(await place.core.service.command(small))
        assert await place.store.all_tables(tuple(Status)) == []


async def test_one_person_and_one_chat_bring_in_a_few_at_a_time() -> None:
    async with room() as place:
        heard = [told(await place.say(ANA, "/import", file=b"x")) for _ in range(6)]
        assert [line.startswith("Those are many") for line in heard] == [False] * 4 + [True] * 2
        place.clock.time += 60
        heard = [told(await place.say(who, "/import", file=b"x")) for who in (BEA, CAI, DAN) for _ in range(4)]
        assert [line.startswith("Those are many") for line in heard] == [False] * 6 + [True] * 6
        place.clock.time += 3600
        assert "whole game" in told(await place.say(ANA, "/import", file=b"x"))


async def test_where_administrators_alone_open_tables_they_alone_bring_in_games() -> None:
    async with room() as place:
        await place.say(ANA, "/settings opening=admins")
        assert "administrators" in told(await place.say(BEA, "/import", file=exported_game().encode()))
        assert (await place.say(ANA, "/import", file=exported_game().encode())).table == "abc234"
