"""/challenge: one offer, one answer, one game; in a match the next games open by themselves."""

from __future__ import annotations

from contextlib import suppress

import pytest

from bot.core.commands.bad_lines import BadLine
from bot.core.domain.challenges import A_DAY, OFFERED
from bot.core.domain.deadlines import FADES, NEXT_GAME
from bot.core.domain.series import score
from bot.core.features.challenges.upkeep import AGAIN, KEPT, SOON
from bot.core.messages.ports import ChatGone, TryLater
from bot.core.messages.requests import Person
from data.event_records import ChallengeState
from data.records import BlockRecord, RestrictionRecord, Status
from data.store import Store
from tests.fakes.messenger import FakeMessenger, Message
from tests.fakes.mortal import Life, killed_at_each_deed
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, look, room, said, taken_up

LINE = "/challenge @Bea palma first=D"


def offers(place: Room) -> list[Message]:
    return [one for one in place.messenger.of(CHAT) if "⚔️" in one.screen.text.plain]


def offer(place: Room) -> str:
    """The newest challenge as it reads now."""
    return offers(place)[-1].screen.text.plain


async def tables(place: Room) -> list[str]:
    return [one.id for one in await place.store.all_tables(tuple(Status))]


async def resign(place: Room, code: str, who: Person) -> None:
    await place.say(who, f"/resign {code}")
    await place.click(who, "Yes")


async def test_an_accepted_challenge_starts_without_a_lobby_and_pings_once() -> None:
    async with room() as place:
        answer = await place.say(ANA, LINE)
        assert answer.screen is None
        assert answer.notice is not None  # Discord waits for an answer
        (message,) = offers(place)
        assert "Bea, Ana challenges you to a game of Palma." in offer(place)
        assert "The offer stands until 1970-01-13 13:46 UTC." in offer(place)
        assert message.pinged == {BEA.key}
        assert await tables(place) == []
        code = (await place.click(BEA, "Play now")).table
        assert code is not None
        assert offer(place) == f"⚔️ Bea accepts Ana's challenge: {code}."
        assert not message.buttons
        table = await place.table(code)
        assert (table.status, table.people, table.is_rated) == (Status.PLAYING, (ANA.key, BEA.key), True)
        assert table.links.series is None
        await place.play_out(code, [ANA, BEA])
        assert await tables(place) == [code]
        assert len(offers(place)) == 1


@pytest.mark.parametrize(
    ("line", "game", "seats", "pace"),
    [
        ("/challenge @Bea parchis italian pace=24h", "parchis", ("Y", "R"), "daily:24"),
        ("/reto @Bea parchís colores=6", "parchis", ("Y", "G"), "daily:48"),
        ("/sfida @Bea palma 90s", "palma", ("D", "J"), "live:90"),
        ("/desafío Bea rated=no", "parchis", ("Y", "R"), "daily:48"),
    ],
)
async def test_any_rules_and_pace_may_be_named(line: str, game: str, seats: tuple[str, ...], pace: str) -> None:
    async with room() as place:
        await place.say(ANA, line)
        table = await place.table((await place.click(BEA, "Play now")).table)
        assert table.game == game
        assert tuple(seat.colours for seat in table.seats) == seats
        assert str(table.options.pace) == pace
        assert table.options.rated == ("rated=no" not in line)


@pytest.mark.parametrize(
    ("line", "best"),
    [
        ("/challenge @Bea palma best of three", 3),
        ("/challenge @Bea best of 5", 5),
        ("/reto @Bea palma al mejor de 3", 3),
        ("/challenge @Bea au meilleur des 3 palma", 3),
        ("/sfida @Bea palma al meglio di 7", 7),
        ("/challenge @Bea palma Beste aus 3", 3),
        ("challenge @Bea to a game of palma", 1),
        ("reto a @Bea a una partida de palma", 1),
    ],
)
async def test_a_match_and_its_guest_may_be_named_in_words(line: str, best: int) -> None:
    async with room() as place:
        await place.say(ANA, line)
        assert "Bea, Ana challenges you" in offer(place)
        assert (f"best of {best}" in offer(place)) == (best > 1)


@pytest.mark.parametrize("line", ["/challenge Zoe palma", "challenge zoe to a game of palma", "challenge Zoe"])
async def test_a_name_that_nobody_has_makes_no_open_challenge(line: str) -> None:
    async with room() as place:
        with suppress(BadLine):
            await place.say(ANA, line)
        assert offers(place) == []


async def test_the_guest_declines_or_answers_later_and_nobody_else_answers() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        for label in ("Play now", "Later", "No"):
            assert "wasn't for you" in said(await place.click(CAI, label))
        for label in ("Play now", "Later"):
            assert "wasn't for you" in said(await place.click(ANA, label))
        await place.click(BEA, "Later")
        assert "Bea will answer later." in offer(place)
        assert [button.label for button in offers(place)[-1].buttons] == ["Play now", "No"]
        await place.click(BEA, "No")
        assert offer(place) == "⚔️ Ana challenged Bea. Not this time."
        assert await tables(place) == []
        await place.say(ANA, LINE)
        await place.click(ANA, "No")
        assert offer(place) == "⚔️ Ana has withdrawn the challenge."


async def test_anybody_but_its_maker_may_take_an_open_one() -> None:
    async with room() as place:
        await place.say(ANA, "/challenge palma")
        assert "Ana challenges anyone here" in offer(place)
        assert offers(place)[-1].pinged == set()
        await place.store.save_block(BlockRecord(ANA.key, CAI.key, "Cai", 1.0), limit=9)
        assert "wasn't for you" in said(await place.click(CAI, "Play now"))
        assert "wasn't for you" in said(await place.click(BEA, "Withdraw"))
        code = (await place.click(BEA, "Play now")).table
        assert (await place.table(code)).people == (ANA.key, BEA.key)


async def test_an_offer_nobody_answers_is_over_after_a_day_and_forgotten_after_two() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        token = offers(place)[-1].tokens[0]
        await look(place, OFFERED - 1)
        assert "challenges you" in offer(place)
        await look(place, 1)
        assert offer(place) == "⚔️ Ana offered a game of Palma, but nobody said yes within a day."
        assert not offers(place)[-1].buttons
        assert await place.press(BEA, token) is not None
        assert await tables(place) == []
        await look(place, KEPT)
        await look(place)
        assert await place.store.due_challenges(1e12, 9) == []
        assert "over" in said(await place.press(BEA, token))


async def test_a_press_after_the_day_finds_it_over_even_if_nobody_looked() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        place.clock.time += OFFERED
        await place.click(BEA, "Play now")
        assert "nobody said yes" in offer(place)
        assert await tables(place) == []


async def test_one_open_challenge_a_pair_and_five_a_day() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        assert "open already" in said(await place.say(ANA, LINE))
        assert "open already" in said(await place.say(BEA, "/challenge @Ana"))
        for name in ("Cai", "Dan"):
            await place.say(ANA, f"/challenge @{name}")
        await place.say(ANA, "/challenge")
        assert "open already" in said(await place.say(ANA, "/challenge"))
        await place.click(ANA, "Withdraw")
        await place.say(ANA, "/challenge")
        await place.click(ANA, "Withdraw")
        assert str(A_DAY) in said(await place.say(ANA, "/challenge parchis"))
        assert len(offers(place)) == A_DAY
        await look(place, OFFERED + 1)
        await place.say(ANA, LINE)
        assert "Bea, Ana challenges you" in offer(place)


async def test_who_may_not_be_challenged_is_refused_like_somebody_unknown() -> None:
    async with room() as place:
        unknown = said(await place.say(ANA, "/challenge @Nobody")).replace("Nobody", "Bea")
        await place.say(BEA, "/profile challenges=none")
        assert said(await place.say(ANA, LINE)) == unknown
        await place.say(BEA, "/profile challenges=known")
        assert said(await place.say(ANA, LINE)) == unknown
        assert "Nobody can challenge you." in said(await place.say(BEA, "/profile challenges=all visible=no"))
        assert said(await place.say(ANA, LINE)) == unknown
        await place.say(BEA, "/profile visible=yes")
        await place.say(BEA, "/block @Ana")
        assert said(await place.say(ANA, LINE)) == unknown
        await place.say(BEA, "/unblock Ana")
        await place.store.restrict(RestrictionRecord(BEA.key, hidden=True, at=1.0))
        await place.core.service.restrictions.refresh()
        assert said(await place.say(ANA, LINE)) == unknown
        await place.store.restrict(RestrictionRecord(BEA.key))
        await place.core.service.restrictions.refresh()
        await place.say(BEA, "/deletemydata")
        await place.click(BEA, "Yes")
        assert said(await place.say(ANA, LINE)) == unknown  # the platform finds her
        assert said(await place.say(ANA, "/challenge Bea palma")) == unknown
        assert offers(place) == []
        await place.say(BEA, "/profile challenges=all")  # she is back
        assert said(await place.say(ANA, LINE)) != unknown
        assert len(offers(place)) == 1
        assert "can't challenge yourself" in said(await place.say(ANA, "/challenge @Ana"))


async def test_people_who_have_played_know_each_other() -> None:
    async with room() as place:
        await place.say(BEA, "/profile challenges=known")
        await place.play_out(await place.started("/play palma", BEA), [ANA, BEA])
        await place.say(ANA, LINE)
        assert "challenges you" in offer(place)


async def test_a_block_ends_the_open_challenge_without_a_word_of_it() -> None:
    async with room() as place:
        await place.say(ANA, LINE)
        await place.say(BEA, "/block @Ana")
        await look(place)
        assert offer(place) == "⚔️ Ana challenged Bea. Not this time."


async def test_a_full_chat_lets_the_game_wait_for_room() -> None:
    async with room(max_tables=1) as place:
        await place.started("/play palma", CAI)
        await place.say(ANA, LINE)
        outcome = await place.click(BEA, "Play now")
        assert "no room" in said(outcome)
        for one in await tables(place):
            await resign(place, one, CAI)
        await look(place, 200.0)
        await look(place, 200.0)
        assert [(await place.table(one.id)).people for one in await place.store.all_tables()] == [(ANA.key, BEA.key)]


async def test_a_platform_that_is_busy_gets_the_message_later_and_one_that_refuses_none() -> None:
    async with room() as place:

        def trouble(error: Exception) -> None:
            def raised(call: str) -> None:
                if call in ("post", "edit"):
                    raise error

            place.messenger.trouble = raised

        trouble(TryLater(3.0))
        with suppress(TryLater):
            await place.say(ANA, LINE)
        await look(place, SOON + 1)
        place.messenger.trouble = lambda _: None
        assert offers(place) == []
        await look(place, AGAIN)
        assert "challenges you" in offer(place)
        await place.say(BEA, "/block @Ana")
        trouble(TryLater(3.0))
        await look(place)
        place.messenger.trouble = lambda _: None
        await look(place, AGAIN)
        assert "Not this time" in offer(place)
        trouble(ChatGone("kicked"))
        with suppress(ChatGone):
            await place.say(ANA, "/challenge @Cai")
        await look(place, SOON + 1)
        place.messenger.trouble = lambda _: None
        await look(place, AGAIN)
        assert len(offers(place)) == 1


class TestAMatch:
    async def test_the_next_game_opens_by_itself_with_the_sides_swapped_until_one_has_won(self) -> None:
        async with room() as place:
            await place.say(ANA, f"{LINE} best=3")
            assert "best of 3" in offer(place)
            code = (await place.click(BEA, "Play now")).table
            assert code is not None
            assert "Game 1 of at most 3" in place.messenger.of(CHAT)[-1].screen.text.plain
            sides, codes = [], [code]
            for loser in (ANA, BEA, ANA):
                sides.append([seat.person for seat in (await place.table(codes[-1])).seats])
                await resign(place, codes[-1], loser)
                await look(place, NEXT_GAME / 2)
                assert await tables(place) == codes
                await look(place, NEXT_GAME)
                codes = await tables(place)
            assert len(codes) == 3
            assert sides == [[ANA.key, BEA.key], [BEA.key, ANA.key], [ANA.key, BEA.key]]
            texts = [one.screen.text.plain for one in place.messenger.of(CHAT)]
            assert any("🏆 🐺 Bea wins the match: 🐕 Ana 1–2 🐺 Bea." in text for text in texts)
            assert "Rematch" in [button.label for button in place.live(codes[-1])[-1].buttons]
            assert score(await place.table(codes[-1])) == (1, 2)
            await look(place, FADES)
            assert await tables(place) == codes

    async def test_it_is_over_once_nobody_can_catch_up(self) -> None:
        async with room() as place:
            await place.say(ANA, f"{LINE} best=3")
            codes = [(await place.click(BEA, "Play now")).table or ""]
            for _ in range(2):
                await resign(place, codes[-1], BEA)
                assert "Rematch" not in [one.label for one in place.live(codes[-1])[-1].buttons] or len(codes) == 2
                await look(place, NEXT_GAME)
                codes = await tables(place)
            await look(place, NEXT_GAME)
            assert len(await tables(place)) == 2

    async def test_a_rematch_does_not_come_in_between(self) -> None:
        async with room() as place:
            await place.say(ANA, f"{LINE} best=3")
            code = (await place.click(BEA, "Play now")).table or ""
            await resign(place, code, BEA)
            assert "opens by itself" in said(await place.say(ANA, f"/rematch {code}"))

    async def test_a_block_between_two_games_ends_it(self) -> None:
        async with room() as place:
            await place.say(ANA, f"{LINE} best=3")
            code = (await place.click(BEA, "Play now")).table or ""
            await resign(place, code, BEA)
            await place.say(BEA, "/block @Ana")
            await look(place, NEXT_GAME)
            assert await tables(place) == [code]
            assert any("The match ends here" in one.screen.text.plain for one in place.messenger.of(CHAT))
            await look(place, FADES)
            assert await tables(place) == [code]

    async def test_a_cancelled_game_ends_it(self) -> None:
        async with room() as place:
            await place.say(ANA, f"{LINE} best=5 rated=no")
            code = (await place.click(BEA, "Play now")).table or ""
            await place.say(ANA, f"/close {code}")
            await place.click(ANA, "Yes")
            await look(place, NEXT_GAME)
            assert await tables(place) == [code]
            assert (await place.table(code)).status is Status.CANCELLED


async def lived(store: Store, messenger: FakeMessenger, life: Life, seed: str) -> None:
    """What one process does before it dies: a challenge to a match, its answer, a first game and the second."""
    async with room(store, messenger, life=life, seed=seed) as place:
        await place.say(ANA, f"{LINE} best=3")
        await place.click(BEA, "Play now")
        await resign(place, (await tables(place))[0], ANA)
        await look(place, NEXT_GAME)


async def test_killed_at_any_step_it_goes_on_and_nothing_happens_twice() -> None:
    async for deeds, store, messenger in killed_at_each_deed(lived):
        async with room(store, messenger, seed=f"b{deeds}") as place:
            await taken_up(place.core)
            place.clock.time += SOON + 1
            await look(place)
            await look(place, SOON + 1)
            if not await place.store.due_challenges(1e12, 9):
                await place.say(ANA, f"{LINE} best=3")
            (challenge,) = await place.store.due_challenges(1e12, 9)
            if challenge.state is ChallengeState.OFFERED:
                await place.click(BEA, "Play now")
            codes = await tables(place)
            if len(codes) == 1:
                if (await place.table(codes[0])).status is Status.PLAYING:
                    await resign(place, codes[0], ANA)
                await look(place, NEXT_GAME)
                await look(place, NEXT_GAME)
            first, second = await tables(place)
            assert (await place.table(first)).links.following == second, f"killed at deed {deeds}"
            assert (await place.table(second)).status is Status.PLAYING
            await look(place, SOON + 1)
            shown = [one for one in offers(place) if not one.buttons]
            assert shown, f"killed at deed {deeds}"
            assert all("accepts" in one.screen.text.plain for one in shown)
    assert deeds > 10
