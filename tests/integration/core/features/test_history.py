"""/games lists what is and was played in a chat, in pages that buttons turn."""

from __future__ import annotations

from data.records import ChatKey
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, room, said


async def listed(place: Room) -> list[str]:
    return place.messenger.of(CHAT)[-1].screen.text.plain.splitlines()


async def test_a_channel_lists_the_games_of_its_threads_and_looks_back_through_them() -> None:
    thread, other = ChatKey(PLATFORM, CHAT.chat, "5"), ChatKey(PLATFORM, CHAT.chat, "6")
    async with room() as place:
        code = (await place.say(ANA, "/play palma", thread)).table
        assert code is not None
        await place.say(BEA, "/join", thread)
        await place.click(ANA, "Start", thread)
        await place.say(BEA, "/resign", thread)
        await place.click(BEA, "Yes", thread)
        await place.say(CAI, "/games")
        assert code in place.messenger.of(CHAT)[-1].screen.text.plain
        for line in (f"/export {code}", "/export"):
            told = (await place.say(CAI, line)).notice
            assert told is not None
            assert f'"{code}"' in told.plain
        for line in ("/games", "/export", f"/export {code}"):
            outcome = await place.say(CAI, line, other)
            assert outcome.screen is None
            assert outcome.notice is not None
            assert f'"{code}"' not in outcome.notice.plain


async def test_the_open_ones_come_first_and_the_past_ones_in_pages() -> None:
    async with room() as place:
        assert said(await place.say(ANA, "/games")) == "No games have been played here yet."
        past = []
        for last in (*["resign"] * 8, "cancel"):
            code = await place.started("/play palma first=D auto=no", BEA)
            await place.say(ANA, f"/{last} {code}")
            await place.click(ANA, "Yes")
            await place.clock.sleep(5)
            past.append(code)
        lobby = await place.opened("/play palma")
        await place.say(ANA, "/games")
        lines = await listed(place)
        assert lines[0] == "Games in this chat"
        assert [line.split()[0] for line in lines[1:-1]] == [lobby, *reversed(past[2:])]
        assert "waiting, 1 seat free" in lines[1]
        parts = [line[0] for line in place.messenger.of(CHAT)[-1].screen.text.lines[1:-1]]
        assert [part.game for part in parts] == ["", *reversed(past[2:])]  # there is nothing of it to be gone through
        assert "cancelled" in lines[2]
        assert "🥇 🐺 Bea" in lines[3]
        await place.click(BEA, "Older")
        lines = await listed(place)
        assert [line.split()[0] for line in lines[1:-1]] == [past[1], past[0]]
        await place.click(BEA, "Newer")
        assert (await listed(place))[1].startswith(lobby)
        elsewhere = await place.say(ANA, "/games", ChatKey(PLATFORM, "elsewhere"))
        assert elsewhere.notice is not None
        message = place.messenger.of(CHAT)[-1]
        assert "no such page" in said(await place.press(ANA, "games.0.games:9999", message.id))
