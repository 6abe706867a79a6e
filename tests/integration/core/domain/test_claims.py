"""Silence is not free: who is to act and does not loses by a claim, warned before; and nobody flees by closing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.core.domain.deadlines import CLAIM, DAY, LAST_CALL, STRIKES
from bot.core.domain.person_settings import change_person
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.requests import Person
from data.open_store import open_store
from data.records import Status
from tests.fakes.clocked_table import acts, begun, board, called, clock_of, falls, passes, text, until_due
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, room, said

HOUR = 3600.0


async def silent_and_other(place: Room, code: str) -> tuple[Person, Person]:
    who = await place.acting(code, [ANA, BEA])
    return who, BEA if who == ANA else ANA


async def test_silence_loses_by_one_press_and_is_warned_of_before() -> None:
    async with room() as place:
        code = await begun(place, "/play palma pace=none", BEA)
        await place.play_until_counted(code, [ANA, BEA])
        silent, other = await silent_and_other(place, code)
        await passes(place, CLAIM - LAST_CALL)
        warning = place.messenger.of(CHAT)[-1]
        assert called(warning) == [silent.key.user]
        assert "others can claim the game" in warning.screen.text.plain
        assert "an opponent can claim the game" in text(place)
        assert "Nobody has been away long enough" in said(await place.press(other, encode(code, 1, Verb.END)))
        await passes(place, LAST_CALL - 1)
        assert "Claim the win" not in [button.label for button in board(place).buttons]
        await passes(place, 1)
        assert called(place.messenger.of(CHAT)[-1]) == [other.key.user]  # the board calls the player who may claim
        for nobody in (silent, CAI):
            assert "opponents of the player who isn't responding" in said(await place.click(nobody, "Claim the win"))
        await place.click(other, "Claim the win")
        record = await place.table(code)
        assert record.status is Status.OVER
        assert record.result.reason == "forfeited"
        won = {one.player: one.won for one in await place.store.rating_changes(code)}
        assert won == {silent.key: False, other.key: True}


async def test_who_plays_in_time_averts_the_claim_and_touching_the_table_does_not() -> None:
    async with room() as place:
        code = await begun(place, "/play palma pace=none rated=no", BEA)
        for _ in range(6):
            await acts(place, code, ANA, BEA)
        silent, other = await silent_and_other(place, code)
        began = place.clock.now()
        await passes(place, CLAIM - LAST_CALL)
        await passes(place, LAST_CALL - HOUR)
        await place.say(silent, "/undo")  # a touch, and no move
        assert (await clock_of(place, code)).claim == began + CLAIM
        await passes(place, HOUR)
        assert (await clock_of(place, code)).claimable
        token = next(button.token for button in board(place).buttons if button.label == "Claim the win")
        assert await acts(place, code, ANA, BEA) == silent
        assert not (await clock_of(place, code)).claimable
        assert "Nobody has been away long enough" in said(await place.press(other, token))
        assert (await place.table(code)).status is Status.PLAYING


async def test_quiet_hours_put_the_claim_off() -> None:
    async with room() as place:
        place.clock.time = 10 * DAY + 23 * HOUR
        code = await begun(place, "/play palma pace=none", BEA)
        silent, _ = await silent_and_other(place, code)
        await change_person(place.store, silent.key, silent.name, quiet_from=22, quiet_to=8)
        await acts(place, code, ANA, BEA)
        await until_due(place, code, silent, ANA, BEA)
        assert (await clock_of(place, code)).claim == 14 * DAY + 8 * HOUR


async def test_an_outage_is_no_silence(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:///{tmp_path}/games.sqlite3")
    async with room(store) as place:
        code = await begun(place, "/play palma pace=none", BEA)
        await place.core.scheduler._live()
        went = place.clock.now()
    async with room(store) as place:
        place.clock.time = went + 30 * DAY
        await place.core.scheduler._live()
        after = await clock_of(place, code)
        assert (after.claim, after.claimable, after.warned) == (went + 30 * DAY + CLAIM, False, None)
    await store.close()


async def test_of_three_people_the_computer_plays_on_for_the_silent_one_until_they_are_back() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis pace=none", BEA, CAI)
        people = (ANA, BEA, CAI)
        await until_due(place, code, ANA, *people)
        for _ in range(3):
            await passes(place, DAY)
        assert "Claim the win" not in [button.label for button in board(place).buttons]
        await place.click(BEA, "Let a bot play on")
        table = await place.table(code)
        assert table.status is Status.PLAYING
        assert [seat.person for seat in table.seats if seat.is_away] == [ANA.key]
        assert await place.actor(code, [BEA, CAI]) is not None
        assert not (await clock_of(place, code)).claimable
        await place.click(ANA, "I'm back")
        assert not any(seat.is_away for seat in (await place.table(code)).seats)


async def test_in_a_team_a_partner_claims_nothing_and_opponents_only_let_the_computer_play() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis teams=YR,BG pace=none", BEA, CAI, DAN)
        await until_due(place, code, ANA, ANA, BEA, CAI, DAN)
        for _ in range(3):
            await passes(place, DAY)
        assert "opponents of the player who isn't responding" in said(await place.click(CAI, "Let a bot play on"))
        await place.click(DAN, "Let a bot play on")
        record = await place.table(code)
        assert record.status is Status.PLAYING
        assert [seat.person for seat in record.seats if seat.is_away] == [ANA.key]


async def test_the_last_missed_turn_is_warned_of_and_then_one_press_claims() -> None:
    async with room() as place:
        code = await begun(place, "/play palma pace=daily:48", BEA)
        for missed in range(STRIKES):
            await until_due(place, code, ANA, ANA, BEA)
            assert ("miss this turn too" in text(place)) is (missed == STRIKES - 1)
            await falls(place, code, ANA, ANA, BEA)
        await place.click(BEA, "Claim the win")
        assert (await place.table(code)).status is Status.OVER


async def test_a_bystander_closes_no_table_of_a_week_that_its_clock_keeps() -> None:
    """It was closed after three days and a half, in the middle of a decision."""
    async with room() as place:
        code = await begun(place, "/play palma pace=daily:168", BEA)
        await passes(place, 72.5 * HOUR)
        assert "Only the host" in said(await place.say(CAI, f"/close {code}"))
        await passes(place, 95 * HOUR)
        assert "Only the host" in said(await place.say(CAI, f"/close {code}"))
        assert (await place.table(code)).status is Status.PLAYING


@pytest.mark.parametrize("pace", ["none", "daily:48"])
async def test_nobody_who_is_to_act_closes_a_rated_game_however_long_it_waits(pace: str) -> None:
    async with room() as place:
        code = await begun(place, f"/play palma pace={pace}", BEA)
        await acts(place, code, ANA, BEA)
        for _ in range(7):
            if (await place.table(code)).status is not Status.PLAYING:
                break
            who, _ = await silent_and_other(place, code)
            refused = said(await place.say(who, f"/close {code}"))
            assert ("rated game" if who == ANA else "Only the host") in refused
            await passes(place, 23 * HOUR)
        assert (await place.table(code)).status is Status.PLAYING


@pytest.mark.parametrize("first", ["move", "claim"])
async def test_a_move_and_a_claim_in_the_same_moment_are_one_after_the_other(first: str) -> None:
    """Whichever comes first counts, and the other is refused: no move after the end, no loss after it."""
    async with room() as place:
        code = await begun(place, "/play palma pace=none", BEA)
        await place.play_until_counted(code, [ANA, BEA])
        silent, other = await silent_and_other(place, code)
        for _ in range(3):
            await passes(place, DAY)
        shown = board(place)
        before = await place.table(code)
        claim = place.press(other, encode(code, before.version, Verb.END), shown.id, settle=False)
        move = place.press(silent, shown.tokens[0], shown.id, settle=False)
        if first == "move":
            moved, claimed = await asyncio.gather(move, claim)
        else:
            claimed, moved = await asyncio.gather(claim, move)
        await place.core.publisher.idle()
        record = await place.table(code)
        assert (record.status is Status.OVER) is (claimed.notice is None) is (moved.notice is not None)
        assert record.plies == before.plies if record.status is Status.OVER else record.plies > before.plies
