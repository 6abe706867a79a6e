"""Who asked to be called is called by the next table, once."""

from __future__ import annotations

from bot.core.messages.button_tokens import Verb, encode
from bot.core.services.waitlist import AT_ONCE
from data.records import ChatKey
from tests.fakes.messenger import Message
from tests.fakes.room import ANA, BEA, CAI, CHAT, room, said


def called(message: Message) -> list[str]:
    """Whom a message called when it was posted."""
    return [part.text for line in message.faces[0].text.lines for part in line if part.mention is not None]


async def test_the_next_table_calls_who_asked_and_no_later_one() -> None:
    async with room() as place:
        for who in (BEA, CAI, BEA):
            told = said(await place.say(who, "/notify"))
            assert "when the next table opens" in told
            assert told.endswith("/notify off")
        code = await place.opened("/play")
        (board,) = place.live(code)
        assert called(board) == ["Bea", "Cai"]
        await place.say(BEA, "/join")
        assert "is open!" not in board.screen.text.plain
        later = await place.opened("/play palma")
        assert called(place.live(later)[0]) == []


async def test_who_changed_their_mind_or_opens_the_table_is_not_called() -> None:
    async with room() as place:
        assert "hadn't asked" in said(await place.say(BEA, "/notify off"))
        await place.say(BEA, "/notify")
        assert "no more pings" in said(await place.say(BEA, "/notify off"))
        await place.say(ANA, "/notify")
        await place.say(CAI, "/notify", ChatKey("fake", "elsewhere"))
        code = await place.opened("/play")
        assert called(place.live(code)[0]) == []
        assert await place.store.callers(CHAT, limit=9) == []
        assert len(await place.store.callers(ChatKey("fake", "elsewhere"), limit=9)) == 1


async def test_a_watcher_is_called_by_the_rematch() -> None:
    async with room() as place:
        code = await place.started("/play palma")
        await place.end(code, "resign", [ANA])
        assert "when the next table opens" in said(await place.click(CAI, "Ping me next time"))
        outcome = await place.click(ANA, "Rematch")
        assert outcome.table is not None
        assert called(place.live(outcome.table)[0]) == ["Cai"]


async def test_a_private_rematch_calls_nobody_who_could_not_sit() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        await place.press(ANA, encode(code, 0, Verb.PRIVATE, "on"))
        await place.click(ANA, "Start with bots")
        await place.end(code, "resign", [ANA])
        await place.say(CAI, "/notify")
        outcome = await place.click(ANA, "Rematch")
        assert outcome.table is not None
        assert "Cai" not in called(place.live(outcome.table)[0])
        await place.say(ANA, "/play")
        assert called(place.messenger.of(CHAT)[-1]) == ["Cai"]


async def test_a_chat_that_is_full_forgets_nobody() -> None:
    async with room(max_tables=1) as place:
        code = await place.opened("/play")
        await place.say(BEA, "/notify")
        assert "open table here already" in said(await place.say(ANA, "/play"))
        await place.say(ANA, f"/close {code}")
        again = await place.opened("/play")
        assert called(place.live(again)[0]) == ["Bea"]


async def test_who_is_forgotten_is_not_called_by_a_table_that_nobody_touched() -> None:
    async with room() as place:
        await place.say(BEA, "/notify")
        code = await place.opened("/play")
        await place.say(BEA, "/deletemydata")
        await place.click(BEA, "Yes")
        assert (await place.table(code)).lobby.called == ()


async def test_a_lobby_that_is_closed_at_once_spends_no_call_but_cannot_ping_again_and_again() -> None:
    async with room() as place:
        await place.say(BEA, "/notify")
        calls = []
        for _ in range(5):
            code = await place.opened("/play")
            calls.append(called(place.live(code)[0]))
            await place.say(ANA, "/close")
        assert calls == [["Bea"], ["Bea"], ["Bea"], [], []]


async def test_a_lobby_that_had_its_time_has_spent_its_call() -> None:
    async with room() as place:
        await place.say(BEA, "/notify")
        await place.say(ANA, "/play")
        place.clock.time += AT_ONCE
        await place.say(ANA, "/close")
        assert await place.store.callers(CHAT, limit=9) == []
