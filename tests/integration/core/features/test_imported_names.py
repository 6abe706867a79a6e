"""Names in games that were brought in from elsewhere: words only, which who is forgotten may have taken out."""

from __future__ import annotations

import json

from bot.core.dispatch.dispatcher import deliver_later
from bot.core.domain.chat_settings import BoardMode, change_settings
from bot.core.features.export.game_export import export
from bot.core.messages.requests import Person, Request
from bot.core.services.table_codec import options_text
from data.records import ChatKey, PersonKey
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, room

ZOE = Person(PersonKey(PLATFORM, "zoe-id"), "Zoë-Xanthippe", "en")
ELSEWHERE = ChatKey(PLATFORM, "elsewhere")


async def texts() -> dict[str, bytes]:
    """Exports of games in which Zoë's name stands, and Bea's."""
    found = {}
    for seed in ("1", "2", "3"):
        async with room(seed=seed) as place:
            await place.say(ZOE, "/play palma")
            code = (await place.table()).id
            await place.say(BEA, f"/join {code}")
            await place.say(ZOE, f"/mix table={code} seven seas")
            await place.say(BEA, f"/mix table={code} high tide")
            await place.say(ZOE, f"/start {code}")
            await place.play_out(code, [ZOE, BEA])
            found[code] = export(await place.table(code)).encode()
    return found


async def seats(place: Room, code: str) -> list[str]:
    return [seat.name for seat in (await place.table(code)).seats]


async def forget(place: Room, who: Person, chat: ChatKey = CHAT) -> None:
    await place.say(who, "/deletemydata", chat)
    await place.click(who, "Yes, delete my data", chat)


async def test_they_go_where_the_person_brought_them_in_or_has_been_and_nowhere_else() -> None:
    (own, games_own), (here, games_here), (far, games_far) = (await texts()).items()
    async with room() as place:
        await place.say(ZOE, "/import", ELSEWHERE, file=games_own)
        await place.say(CAI, "/import", file=games_here)
        await place.say(CAI, "/import", ChatKey(PLATFORM, "far"), file=games_far)
        await place.say(ZOE, "/play palma")
        await forget(place, ZOE)
        assert await seats(place, own) == ["", "Bea"]
        assert await seats(place, here) == ["", "Bea"]
        assert await seats(place, far) == ["Zoë-Xanthippe", "Bea"], "there she was never: it may be another Zoë"
        for code in (own, here):
            record = await place.table(code)
            assert "Zoë" not in options_text(record)
            assert "seven seas" in options_text(record)
        assert (await place.table(own)).host != ZOE.key
        await place.say(ANA, f"/export {here}")
        assert "Zoë" not in export(await place.table(here))


async def test_nobody_takes_out_a_name_that_is_not_theirs() -> None:
    ((code, text), *_) = (await texts()).items()
    async with room() as place:
        await place.say(CAI, "/import", file=text)
        await place.say(CAI, "/play palma")
        await forget(place, CAI)
        assert await seats(place, code) == ["Zoë-Xanthippe", "Bea"]


async def test_a_person_sees_their_private_chat_their_places_and_where_they_are_called() -> None:
    private = ChatKey(PLATFORM, "dm-17")
    async with room() as place:
        await change_settings(place.store, private, board=BoardMode.FIXED)
        await place.say(ZOE, "/notify")
        await place.say(BEA, "/play palma")
        code = (await place.table()).id
        await place.say(ZOE, f"/watch {code}", private)
        outcome = await place.core.dispatcher.command(Request(private, ZOE, "mydata", private=True), deliver_later)
        assert outcome.document is not None
        data = json.loads(outcome.document.text)
        assert data["called"] == [code]
        assert data["private_chats"] == [
            {"chat": "dm-17", "thread": "", "language": None, "settings": {"board": "fixed", "locale": "en"}}
        ]
        assert [(each["table"], each["chat"]) for each in data["places"]] == [(code, "dm-17")]
        assert [(each["table"], each["chat"]) for each in data["boards"]] == [(code, "dm-17")]
        outcome = await place.core.dispatcher.command(Request(CHAT, ZOE, "mydata"), deliver_later)
        assert outcome.document is not None
        assert json.loads(outcome.document.text)["private_chats"] == [], (
            "in a group nobody says which chat is private"
        )


async def test_the_question_says_that_each_platform_is_forgotten_by_itself() -> None:
    async with room() as place:
        await place.say(ZOE, "/deletemydata")
        assert "This only covers this platform" in place.messenger.of(CHAT)[-1].screen.text.plain
