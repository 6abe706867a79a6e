"""Inline mode: what `@bot` offers in any chat, who gets it, and what its buttons do."""

from __future__ import annotations

from typing import Any

import pytest

from bot.platforms.telegram.inline import ASKED, CACHE
from bot.platforms.telegram.inline_buttons import inline_data, read_inline
from tests.fakes.telegram_room import TelegramRoom, telegram_room
from tests.fakes.telegram_server import TOKEN
from tests.fakes.telegram_world import ANA, BEA, CAI, DAN, User


async def offered(room: TelegramRoom, who: User, **more: str) -> dict[str, dict[str, Any]]:
    """Return what somebody is offered, by id."""
    query = await room.server.ask_inline(who, **more)
    await room.settle()
    answer = room.server.inline.answers[query]
    assert answer.personal
    assert answer.cache <= 60
    return answer.results


async def played(room: TelegramRoom) -> str:
    """Let Ana and Bea play a game to its end; return its code."""
    code = await room.begun()
    await room.say(BEA, "/resign")
    await room.click(BEA, "resign")
    return code


def buttons(result: dict[str, Any]) -> list[dict[str, Any]]:
    return [button for row in result["reply_markup"]["inline_keyboard"] for button in row]


async def test_players_are_offered_their_own_cards_with_the_picture_that_the_bot_has_sent() -> None:
    async with telegram_room() as room:
        code = await played(room)
        card = (await offered(room, ANA))[f"card-{code}"]
        assert card["type"] == "photo"
        assert card["photo_file_id"] == room.server.of(room.group)[-1].json["photo"][-1]["file_id"]
        assert "🥇" in card["caption"]
        assert [button["url"] for button in buttons(card)] == ["https://t.me/PalmaresBot"]
        assert f"card-{code}" in await offered(room, BEA)
        assert f"card-{code}" not in await offered(room, CAI)  # who did not play
        await room.say(BEA, "/deletemydata")
        await room.click(BEA, "Yes, delete")
        await room.server.clock.sleep(CACHE + 1)
        card = (await offered(room, ANA))[f"card-{code}"]
        assert card["type"] == "article"  # the picture has her name
        assert "🥇" in card["input_message_content"]["message_text"]
        assert "Bea" not in str(card)


async def test_a_lobby_with_room_is_offered_to_who_sits_there_and_never_a_private_one() -> None:
    async with telegram_room() as room:
        code = await room.opened("/play palma")
        (invitation,) = [one for name, one in (await offered(room, ANA)).items() if name.startswith("join-")]
        text = str(invitation.get("caption") or invitation["input_message_content"]["message_text"])
        assert "<b>Ana</b> invites you to a game of Palma" in text
        assert "1 seat is free" in text
        assert [button["url"] for button in buttons(invitation)] == [f"https://t.me/PalmaresBot?start=join_{code}"]
        assert not [name for name in await offered(room, BEA) if name.startswith("join-")]
        table = await room.table(code)
        await room.press(ANA, room.board(code), f"{code}.{table.version}.private:on")
        await room.server.clock.sleep(CACHE + 1)
        assert not [name for name in await offered(room, ANA) if name.startswith("join-")]


async def test_the_puzzle_of_the_day_is_answered_in_a_chat_that_the_bot_does_not_know() -> None:
    async with telegram_room() as room:
        puzzle = (await offered(room, ANA))["puzzle"]
        assert puzzle["type"] == "article"
        assert "Pieces:" in puzzle["input_message_content"]["message_text"]  # the board in words
        tokens = [button["callback_data"] for button in buttons(puzzle)]
        said = []
        for who in (CAI, DAN, CAI):
            query = await room.server.press_inline(who, tokens[0])
            await room.settle()
            said.append(str(room.server.answers[query]))
        assert all("Win chance" in words or "wins" in words for words in said)
        assert "You've already had today's try" not in said[0] + said[1]
        assert "You've already had today's try" in said[2]
        assert not room.server.messages
        await room.say(ANA, "/puzzle", room.server.chat(ANA.id))
        await room.server.clock.sleep(CACHE + 1)
        puzzle = (await offered(room, ANA))["puzzle"]
        assert puzzle["type"] == "photo"  # the private chat has its picture now
        assert [button["callback_data"] for button in buttons(puzzle)] == tokens


async def test_no_button_is_forged_and_none_of_a_table_counts() -> None:
    token = "puzzle.20000.guess:Y2+12"
    data = inline_data(TOKEN, "1000", token)
    assert data is not None
    button = read_inline(TOKEN, data)
    assert button is not None
    assert (button.chat.chat, button.token) == ("1000", token)
    assert inline_data(TOKEN, "1" * 20, "puzzle.20000.guess:" + "Y" * 20) is None
    async with telegram_room() as room:
        code = await room.begun()
        table = await room.table(code)
        for forged in (data.replace("1000", "1001"), data[:-1] + "3", f"{code}.{table.version}.throw", "x"):
            query = await room.server.press_inline(ANA, forged)
            await room.settle()
            assert room.server.answers[query]  # a sentence, and nothing was done
        assert (await room.table(code)).version == table.version


@pytest.mark.parametrize("offset", ["", "50"])
async def test_queries_are_limited_and_have_one_page(offset: str) -> None:
    async with telegram_room() as room:
        assert bool(await offered(room, ANA, offset=offset)) == (not offset)
        calls = room.server.count["answerInlineQuery"]
        for _ in range(ASKED.calls + 10):
            await room.server.ask_inline(ANA, "par")
        await room.settle()
        assert room.server.count["answerInlineQuery"] - calls == ASKED.calls - 1
        assert room.server.refused == []
