"""A host who reads the database chooses nothing: words are void once the table changes, and others can answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.core.domain.dice_mixing import ANSWER
from bot.core.domain.play import dice_of
from bot.core.domain.table_values import Dice
from bot.core.features.export.game_export import export
from bot.core.messages.button_tokens import Verb, encode
from bot.core.services.table_codec import heading_of, record_of
from data.records import Status
from engine.dice import FairDice
from engine.notation import read
from engine.verify import verify
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, room

WAIT = "The others can still add words"


async def opened(place: Room, line: str = "/play parchis seats=Y,R") -> str:
    """A lobby of Ana's where Bea sits."""
    return await place.opened(line, BEA)


async def mixed(place: Room, code: str) -> Dice:
    return (await place.table(code)).dice


async def started(place: Room, code: str) -> str | None:
    """Return the refusal that the host reads after `/start`; None if the game starts."""
    told = (await place.say(ANA, "/start")).notice
    begun = (await place.table(code)).status is Status.PLAYING
    assert begun == (told is None)
    return None if told is None else told.plain


@pytest.mark.parametrize(
    "clicks",
    [
        [(ANA, "⚙"), (ANA, "Game and rules"), (ANA, "Italian")],
        [(ANA, "⚙"), (ANA, "Game and rules"), (ANA, "Palma")],
        [(ANA, "⚙"), (ANA, "Colours and seats"), (ANA, "6")],
        [(ANA, "⚙"), (ANA, "Colours and seats"), (ANA, "4 players")],
        [(ANA, "⚙"), (ANA, "People"), (ANA, "Swap: 🔴 Bea"), (BEA, "Swap")],
        [(ANA, "⚙"), (ANA, "Leave seat"), (BEA, "Back"), (ANA, "🟡")],
    ],
    ids=["preset", "game", "colours", "seats", "order", "another seat and back"],
)
async def test_words_are_void_once_anything_changes_that_throws_depend_on(clicks: list[tuple[object, str]]) -> None:
    async with room() as place:
        code = await opened(place)
        await place.say(BEA, "/mix blue elephants")
        for who, label in clicks:
            await place.click(who, label)  # type: ignore[arg-type]
        now = await mixed(place, code)
        assert (now.contributions, now.mixers) == ((), ())
        (lobby,) = place.live(code)
        text = lobby.screen.text.plain
        assert "Bea: the table has changed since your words were added, so they don't count any more." in text
        assert "Added words to the dice" not in text
        called = [part.mention for line in lobby.screen.text.lines for part in line if part.mention]
        assert called == [BEA.key]
        await place.say(BEA, "/mix red whales")
        (lobby,) = place.live(code)
        assert "no longer count" not in lobby.screen.text.plain
        assert (await mixed(place, code)).contributions == ("red whales",)


async def test_words_are_void_once_a_stake_is_worth_something_else() -> None:
    """A host who knows who will win a stake could raise it."""
    async with room() as place:
        code = await opened(place, "/play palma stake5=3")
        await place.say(BEA, "/mix blue elephants")
        await place.click(ANA, "⚙")
        await place.click(ANA, "Game and rules")
        await place.click(ANA, "Stakes")
        assert (await mixed(place, code)).contributions == ("blue elephants",)
        await place.click(ANA, "5: +1")
        assert (await mixed(place, code)).contributions == ()
        assert str(await started(place, code)).startswith(WAIT)


@pytest.mark.parametrize("mode", ["follow", "fixed"])
async def test_whose_words_are_void_is_called_by_a_message_of_its_own_once(mode: str) -> None:
    async with room() as place:
        await place.say(ANA, f"/settings board {mode}")
        code = await opened(place)
        await place.say(BEA, "/mix blue elephants")
        (before,) = place.live(code)
        await place.click(ANA, "⚙")
        await place.click(ANA, "Game and rules")
        assert [board.id for board in place.live(code)] == [before.id]
        await place.click(ANA, "Italian")
        (after,) = place.live(code)
        assert after.id != before.id, "an edit calls nobody"
        await place.click(ANA, "Spanish")
        assert [board.id for board in place.live(code)] == [after.id]


async def test_what_no_throw_depends_on_leaves_the_words_alone() -> None:
    async with room() as place:
        code = await opened(place)
        await place.say(BEA, "/mix blue elephants")
        for label in (
            "⚙",
            "Game and rules",
            "Rules in detail",
            "Back",
            "Back",
            "Auto-moves",
            "Rated",
            "People",
            "Private",
        ):
            await place.click(ANA, label)
        assert (await mixed(place, code)).contributions == ("blue elephants",)
        assert await started(place, code) is None


async def test_the_hosts_own_words_wait_for_an_answer_where_others_sit() -> None:
    async with room() as place:
        code = await opened(place)
        await place.say(BEA, "/mix blue elephants")
        await place.say(ANA, "/mix chosen from the database")
        (lobby,) = place.live(code)
        assert f"once someone besides the host has added words, or in {ANSWER} seconds" in (lobby.screen.text.plain)
        told = await started(place, code)
        assert told is not None
        assert told.startswith(WAIT)
        assert f"in {ANSWER} seconds" in told
        place.clock.time += ANSWER - 1.5
        assert "in 2 seconds" in str(await started(place, code))
        await place.say(BEA, "/mix and mine")
        assert await started(place, code) is None, "who has answered need not be waited for"
    async with room() as place:
        code = await opened(place)
        await place.say(ANA, "/mix chosen from the database")
        place.clock.time += ANSWER
        assert await started(place, code) is None, "who does not answer cannot keep others waiting"


async def test_a_change_after_words_waits_for_an_answer_though_no_words_are_left() -> None:
    async with room() as place:
        code = await opened(place)
        await place.say(BEA, "/mix blue elephants")
        await place.click(ANA, "⚙")
        await place.click(ANA, "Game and rules")
        await place.click(ANA, "Italian")
        assert str(await started(place, code)).startswith(WAIT)
        place.clock.time += ANSWER - 1
        await place.click(ANA, "Spanish")  # just before nobody can answer any more
        place.clock.time += 2
        assert str(await started(place, code)).startswith(WAIT), "each change can be answered"
        place.clock.time += ANSWER
        assert await started(place, code) is None


async def test_fill_and_start_does_what_the_lobby_offered_all_along() -> None:
    async with room() as place:
        code = await opened(place, "/play parchis")
        await place.say(BEA, "/mix blue elephants")
        await place.click(ANA, "Start with bots")
        assert (await place.table(code)).status is Status.PLAYING
        assert (await mixed(place, code)).contributions == ("blue elephants",)


@pytest.mark.parametrize("level", ["beginner", "casual"])
async def test_a_computer_of_another_strength_is_another_table(level: str) -> None:
    async with room() as place:
        code = await opened(place, "/play parchis seats=Y,B,R")
        await place.say(BEA, "/mix blue elephants")
        table = await place.table(code)
        await place.press(ANA, encode(code, table.version, Verb.COMPUTER, 2, level))
        assert [seat.computer for seat in (await place.table(code)).seats][2] == level
        kept = (await mixed(place, code)).contributions
        assert kept == (("blue elephants",) if level == "casual" else ())


async def test_who_comes_after_the_words_makes_another_table_of_it() -> None:
    async with room() as place:
        code = await opened(place, "/play parchis seats=Y,B,R")
        await place.say(BEA, "/mix blue elephants")
        await place.say(CAI, "/join")
        assert (await mixed(place, code)).contributions == ()
        await place.say(CAI, "/leave")
        await place.say(BEA, "/leave")
        text = place.live(code)[0].screen.text.plain
        assert "no longer count" not in text, "who has gone is not called"
        await place.click(ANA, "Start with bots")
        assert (await place.table(code)).status is Status.PLAYING, "nobody else sits who could answer"


async def test_where_nobody_mixed_nobody_waits() -> None:
    async with room() as place:
        code = await opened(place)
        await place.click(ANA, "⚙")
        await place.click(ANA, "Game and rules")
        await place.click(ANA, "Italian")
        assert await started(place, code) is None


async def test_the_throws_are_bound_to_rules_and_seats_as_they_were_at_the_start() -> None:
    async with room() as place:
        code = await opened(place)
        await place.say(BEA, "/mix blue elephants")
        assert await started(place, code) is None
        record = await place.table(code)
        dice = dice_of(record)
        assert dice.terms == (
            '{"game":"parchis","rules":{"colours":4,"preset":"spanish"},"seats":["Y","R"],"teams":null}'
        )
        await place.play_out(code, [ANA, BEA])
        text = export(await place.table(code))
        assert '[Dice "palmares dice 2"]' in text
        assert all(check.passed for check in verify(text))
        first = FairDice(dice.seed, code, dice.contributions)
        assert [first.throw(k, dict.fromkeys("123456", 1)) for k in range(20)] != [
            dice.throw(k, dict.fromkeys("123456", 1)) for k in range(20)
        ]
        assert not all(check.passed for check in verify(text.replace('[Dice "palmares dice 2"]\n', "")))


async def test_each_rematch_draws_a_seed_of_its_own_and_no_words_come_along() -> None:
    async with room() as place:
        code = await opened(place, "/play palma")
        await place.say(BEA, "/mix blue elephants")
        assert await started(place, code) is None
        await place.play_out(code, [ANA, BEA])
        await place.click(BEA, "Rematch")
        before, after = (await place.table(code)), (await place.table())
        assert after.id != code
        assert dice_of(after).commitment != dice_of(before).commitment
        now = after.dice
        assert (now.contributions, now.mixed, now.voided) == ((), None, ())


async def test_a_game_of_the_first_version_plays_on_and_verifies_as_it_was() -> None:
    async with room() as place:
        code = await opened(place, "/play palma")
        await place.say(BEA, "/mix blue elephants")
        assert await started(place, code) is None
        table = await place.table(code)
        record = record_of(table)
        text = record.options.replace('"dice":2,', "")  # as the version before has stored it
        assert "dice" not in text.replace("dice_", "")
        stored = replace(record, options=text, version=table.next_version)
        await place.store.update(stored, expected=table.version)
        place.core.service.tables.forget([code])
        await place.core.publisher.publish(code)
        await place.core.publisher.idle()
        await place.play_out(code, [ANA, BEA])
        table = await place.table(code)
        assert dice_of(table) == FairDice(table.seed, code, ("blue elephants",))
        exported = export(table)
        assert "[Dice " not in exported
        assert read(exported).dice == 1
        assert all(check.passed for check in verify(exported))


async def test_who_is_forgotten_before_the_game_leaves_no_words_and_no_name() -> None:
    async with room() as place:
        code = await opened(place)
        await place.say(BEA, "/mix blue elephants")
        await place.say(BEA, "/deletemydata")
        question = place.messenger.of(CHAT)[-1]
        await place.press(BEA, question.tokens[0], question.id)
        stored = await place.store.table(code)
        assert stored is not None
        now = heading_of(stored).dice
        assert (now.contributions, now.mixers, now.voided) == ((), (), ())
        assert "bea" not in stored.options.casefold()


async def test_who_mixed_the_last_words_in_starts_only_after_an_answer_host_or_not() -> None:
    async with room() as place:
        code = await opened(place)
        await place.say(BEA, "/mix chosen from the database")
        told = (await place.say(BEA, "/start")).notice
        assert told is not None
        assert told.plain.startswith(WAIT)
        assert await started(place, code) is None, "the host has not said the last words"
