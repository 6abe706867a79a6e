"""/block on Telegram: by a reply, a link or a user name; in a group no answer says who is on a list."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import ANA, BEA, CAI, User


async def test_who_is_blocked_invites_in_words_alone_and_the_list_is_told_in_private() -> None:
    dan = User(1003, "Dan", username="danny")
    async with telegram_room() as room:
        private = room.server.chat(BEA.id)
        await room.say(dan, "/help")
        answered = {"message_id": 1, "date": 0, "chat": room.group.json, "from": ANA.json, "text": "hello"}
        link = [{"type": "text_mention", "offset": 7, "length": 3, "user": CAI.json}]
        for line, more in (
            ("/block", {"reply_to_message": answered}),
            ("/bloquear Cai", {"entities": [{**link[0], "offset": 10}]}),
            ("/block @Danny", {}),
        ):
            room.server.clock.time += 61.0
            await room.say(BEA, line, **more)
            told = room.server.of(room.group)[-1]
            assert told.text == "Done. To see your list, ask me in a private chat: /block"
            assert told.mentioned == []
        ((way, (payload,)),) = parse_qs(urlsplit(told.rows[0][0]["url"]).query).items()
        assert (way, payload) == ("start", "block")
        await room.say(BEA, f"/start {payload}", private)
        assert room.server.of(private)[-1].text.splitlines()[1:4] == ["1. Ana", "2. Cai", "3. Dan"]
        await room.say(BEA, "/unblock 3", private)
        assert room.server.of(private)[-1].text == "Dan can ping you again."
        await room.say(ANA, "/play")
        guest = [{"type": "text_mention", "offset": 8, "length": 3, "user": BEA.json}]
        await room.say(ANA, "/invite Bea", entities=guest)
        assert room.server.of(room.group)[-1].text.startswith("Bea, Ana invites you")
        assert room.server.of(room.group)[-1].mentioned == []
        assert room.server.refused == []


async def test_a_reply_to_oneself_blocks_nobody() -> None:
    async with telegram_room() as room:
        answered = {"message_id": 1, "date": 0, "chat": room.group.json, "from": BEA.json, "text": "hello"}
        await room.say(BEA, "/block", reply_to_message=answered)
        assert room.server.of(room.group)[-1].text == "You can't block yourself."
