"""People at a lobby: they swap, are invited, and play again."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.core.common.entropy import seeded
from bot.core.dispatch.dispatcher import deliver_later
from bot.core.domain.new_table import following
from bot.core.domain.person_settings import change_person
from bot.core.domain.seat_offers import offers
from bot.core.domain.table_codes import secret_code
from bot.core.features.invitations.commands import INVITING
from bot.core.features.invitations.view import COME
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.requests import Request
from data.records import ChatKey, Status
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, PLATFORM, Room, person, room, said


async def opened(place: Room, line: str = "/play") -> str:
    """Ana's lobby, where Bea sits as well."""
    return await place.opened(line, BEA)


async def names(place: Room, code: str) -> list[str]:
    return [seat.name or seat.computer or "-" for seat in (await place.table(code)).seats]


async def test_people_swap_by_agreement_alone() -> None:
    async with room() as place:
        code = await opened(place)
        await place.click(BEA, "⚙")
        await place.click(BEA, "People")
        await place.click(BEA, "Swap: 🟡 Ana")
        (board,) = place.live(code)
        assert "🔵 Bea asks 🟡 Ana to swap seats." in board.screen.text.plain
        assert len(board.screen.rows) <= 5
        yes = encode(code, (await place.table(code)).version, Verb.SWAP, 1, "yes")
        for who in (CAI, BEA):
            assert "wasn't for you" in said(await place.press(who, yes))
        await place.press(ANA, yes)
        assert await names(place, code) == ["Bea", "Ana", "-", "-"]
        assert (await place.table(code)).host == ANA.key
        await place.click(BEA, "Swap: 🔵 Ana")
        await place.click(ANA, "Don't swap")
        assert await names(place, code) == ["Bea", "Ana", "-", "-"]
        assert "asks" not in board.screen.text.plain


async def test_who_sits_alone_is_offered_nobody_to_swap_with() -> None:
    async with room() as place:
        code = await place.opened("/play")
        await place.click(ANA, "⚙")
        await place.click(ANA, "People")
        (board,) = place.live(code)
        assert [row[0].label for row in board.screen.rows if "Swap" in row[0].label] == []
        await place.say(BEA, "/join")
        await place.click(BEA, "Swap: 🟡 Ana")


async def test_a_free_seat_is_taken_at_once_and_a_wish_dies_with_its_seat() -> None:
    async with room() as place:
        code = await opened(place)
        await place.click(BEA, "⚙")
        await place.click(BEA, "People")
        await place.click(BEA, "Swap:")
        asked = encode(code, (await place.table(code)).version, Verb.SWAP, 1, "yes")
        await place.click(BEA, "Move to: 🟢")
        assert await names(place, code) == ["Ana", "-", "-", "Bea"]
        assert (await place.table(code)).lobby.swap == ()
        assert "question is closed" in said(await place.press(ANA, asked))
        assert "don't have a seat here" in said(await place.click(CAI, "Move to"))
        version = (await place.table(code)).version
        await place.press(ANA, encode(code, version, Verb.COMPUTER, 1, "greedy"))
        assert "Only the table's host" in said(await place.press(BEA, encode(code, version, Verb.MOVETO, 1)))
        await place.press(ANA, encode(code, version, Verb.MOVETO, 1))
        assert await names(place, code) == ["casual", "Ana", "-", "Bea"]


async def test_the_host_sends_away_by_a_button() -> None:
    async with room() as place:
        code = await opened(place)
        await place.click(ANA, "⚙")
        await place.click(ANA, "People")
        await place.click(ANA, "Remove…")
        assert "Only the table's host" in said(await place.click(BEA, "❌ 🔵 Bea"))
        await place.click(ANA, "❌ 🔵 Bea")
        assert await names(place, code) == ["Ana", "-", "-", "-"]


async def private(place: Room) -> tuple[str, str]:
    """Ana's private lobby: its code, and its secret code."""
    code = await place.opened("/play")
    await place.click(ANA, "⚙")
    await place.click(ANA, "People")
    secret = said(await place.click(ANA, "Private: off")).split()[-1]
    await place.click(ANA, "Back")
    await place.click(ANA, "Back")
    return code, secret


async def test_at_a_private_table_sits_who_is_invited_or_has_the_secret_code() -> None:
    async with room() as place:
        code, secret = await private(place)
        (board,) = place.live(code)
        assert f"private table {code}" in board.screen.text.plain
        assert "private" in said(await place.click(BEA, "🔵"))
        assert "private" in said(await place.say(BEA, "/join"))
        await place.say(BEA, f"/join {secret.upper()}")
        await place.say(ANA, "/invite @Cai")
        await place.click(CAI, "🔴")
        assert await names(place, code) == ["Ana", "Bea", "Cai", "-"]
        assert "Only the table's host" in said(await place.say(BEA, "/invite Dan"))
        await place.say(BEA, "/leave")
        await place.click(BEA, "🔵")
        await place.click(ANA, "⚙")
        await place.click(ANA, "People")
        await place.click(ANA, "✓ Private")
        await place.say(DAN, "/join")
        assert await names(place, code) == ["Ana", "Bea", "Cai", "Dan"]


async def test_what_buttons_carry_opens_no_private_table() -> None:
    async with room() as place:
        code, secret = await private(place)
        (board,) = place.live(code)
        assert all(code in token for token in board.tokens)
        elsewhere = ChatKey(PLATFORM, "elsewhere")
        for line in (f"/join {code}", f"/join table={code}", f"/join table={code}-", f"/join table={secret[:-1]}x"):
            for chat in (CHAT, elsewhere):
                assert "secret code" in said(await place.say(BEA, line, chat)), line
        version = (await place.table(code)).version
        assert "secret code" in said(await place.press(BEA, encode(code, version, COME)))
        assert await names(place, code) == ["Ana", "-", "-", "-"]
        assert not [message for message in place.messenger.messages if secret in message.screen.text.plain]


async def test_the_secret_code_is_told_by_the_host_alone_and_where_nobody_reads_along() -> None:
    async with room() as place:
        code, secret = await private(place)
        await place.say(BEA, f"/join {secret}")
        assert secret in said(await place.say(ANA, "/invite"))
        assert "Only the table's host" in said(await place.say(BEA, "/invite"))
        aloud = await place.core.dispatcher.command(Request(CHAT, ANA, "invite", alone=False), deliver_later)
        assert code not in said(aloud)


async def test_nothing_of_a_game_that_is_over_opens_the_next_private_table() -> None:
    async with room() as place:
        code, secret = await private(place)
        await place.say(BEA, f"/join {secret}")
        await place.click(ANA, "Start with bots")
        await place.play_out(code, [ANA, BEA])
        over = await place.table(code)
        drawn = [following(over, BEA, seeded(luck), 0.0) for luck in ("one", "other")]
        assert drawn[0].id != drawn[1].id
        await place.click(BEA, "Rematch")
        await place.say(ANA, "/leave")
        now = await place.table()
        for known in (now.id, f"{now.id}-{secret.partition('-')[2]}", secret_code(replace(over, id=now.id))):
            assert "secret code" in said(await place.say(CAI, f"/join {known}"))
        await place.say(CAI, said(await place.say(BEA, "/invite")).rpartition("share this: ")[2])
        assert "Cai" in await names(place, now.id)


async def test_who_was_sent_away_stays_away_from_the_next_table() -> None:
    async with room() as place:
        code = await opened(place, "/play palma")
        await place.say(ANA, "/remove @Bea")
        await place.say(CAI, "/join")
        await place.click(ANA, "Start")
        await place.end(code, "resign", [CAI])
        await place.click(ANA, "Rematch")
        await place.say(CAI, "/leave")
        assert "been removed" in said(await place.say(BEA, "/join"))
        await place.say(ANA, "/invite @Bea")
        await place.click(BEA, "Join")
        assert await names(place, (await place.table()).id) == ["Ana", "Bea"]


async def test_play_again_pressed_by_both_at_once_opens_one_table() -> None:
    async with room() as place:
        code = await opened(place, "/play palma")
        await place.click(ANA, "Start")
        await place.end(code, "resign", [BEA])
        token = next(button.token for button in place.live(code)[-1].buttons if button.label == "Rematch")
        told = await asyncio.gather(*(place.press(who, token) for who in (ANA, BEA, ANA)))
        (record,) = await place.store.all_tables()
        assert [outcome.table for outcome in told] == [record.id, record.id, None]
        assert record.status is Status.PLAYING
        assert "already started" in said(told[2])
        assert (await place.table(code)).links.following == record.id


async def test_an_invitation_calls_once_and_leads_to_a_seat() -> None:
    async with room() as place:
        code = await place.opened("/play")
        outcome = await place.say(ANA, "/invite @Bea")
        assert outcome.screen is not None
        assert [part.mention for line in outcome.screen.text.lines for part in line if part.mention] == [BEA.key]
        assert "Already invited" in said(await place.say(ANA, "/invite Bea"))
        assert "Only people with a seat" in said(await place.say(CAI, "/invite Dan"))
        assert "I can't find Zoe here." in said(await place.say(ANA, "/invite Zoe"))
        assert code in said(await place.say(ANA, "/invite"))
        await place.click(BEA, "Join")
        assert await names(place, code) == ["Ana", "Bea", "-", "-"]
        shown = [message.screen.text.plain for message in place.messenger.messages]
        assert "Bea joins the table!" in shown
        await change_person(place.store, CAI.key, "Cai", mentions=False)
        outcome = await place.say(BEA, "/invite Cai")
        assert outcome.screen is not None
        assert not [part for line in outcome.screen.text.lines for part in line if part.mention]


async def test_the_next_game_may_be_with_other_seats() -> None:
    async with room() as place:
        code = await opened(place, "/play parchis seats=Y,B,R")
        await place.click(ANA, "Start with bots")
        await place.end(code, "resign", [ANA])
        await place.end(code, "resign", [BEA])
        await place.click(BEA, "Rematch, rotate seats")
        record = await place.table()
        assert record.host == BEA.key
        assert [(seat.colours, seat.name or seat.computer) for seat in record.seats] == [
            ("Y", "casual"), ("B", None), ("R", "Bea"),
        ]  # fmt: skip
        assert [(offer.seat, offer.name) for offer in offers(record)] == [(1, "Ana")]


async def test_one_person_plays_all_seats_from_the_lobby() -> None:
    async with room() as place:
        code = await place.opened("/play palma")
        await place.click(ANA, "🐺")
        assert await names(place, code) == ["Ana", "Ana"]
        await place.click(ANA, "Start")
        await place.play_out(code, [ANA])
        assert await names(place, code) == ["Ana", "Ana"]
        await place.click(ANA, "rotate")
        assert await names(place, (await place.table()).id) == ["Ana", "Ana"]


async def test_nobody_is_pinged_again_and_again_nor_by_everybody_at_once() -> None:
    """One person pings another twice an hour, all together six times; then the name has no ping."""
    async with room() as place:
        pings = []
        for number in range(12):
            host = (ANA, CAI, DAN, person("Eva"))[number % 4]
            code = (await place.say(host, "/play palma")).table
            outcome = await place.say(host, f"/invite @Bea table={code}")
            assert outcome.screen is not None
            pings.append(any(part.mention for line in outcome.screen.text.lines for part in line))
            await place.say(host, f"/close {code}")
        assert pings == [True] * 6 + [False] * 6


async def test_who_invites_without_end_is_refused() -> None:
    async with room() as place:
        for _ in range(INVITING.calls // 3):
            code = await place.opened("/play palma")
            for guest in ("Bea", "Cai", "Dan"):
                assert (await place.say(ANA, f"/invite @{guest} table={code}")).screen is not None
            await place.say(ANA, f"/close {code}")
        code = await place.opened("/play palma")
        assert "invited lots of people" in said(await place.say(ANA, f"/invite @Bea table={code}"))
        place.clock.time += INVITING.seconds + 1
        assert (await place.say(ANA, f"/invite @Bea table={code}")).screen is not None
