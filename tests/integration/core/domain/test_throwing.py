"""Throws that come by themselves: for a table, for one person, for the start; and what stays by hand."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.core.domain import play, throwing
from bot.core.domain.deadlines import to_act
from bot.core.domain.table import StartedTable, in_play
from bot.core.domain.table_values import Throws
from bot.core.features.export.game_export import export
from bot.core.messages.requests import Person
from bot.core.rankings.counting import least, needed, own_acts
from bot.core.services.table_codec import options_text, with_options
from data.records import BoardRecord
from engine.game import TurnKind
from engine.verify import verify
from tests.fakes.clocked_table import clock_of, passes
from tests.fakes.room import ANA, BEA, CHAT, Room, room, said, taken_up
from tests.fakes.thrown_games import GAMES, PEOPLE, begun, game, is_choice, step


def has_chosen(table: StartedTable, seat: int) -> bool:
    """Tell whether a seat's holder has chosen something."""
    plies = zip(table.match.plies, table.log, strict=True)
    return any(move.automation is None and move.seat == seat and ply.kind is TurnKind.CHOOSE for ply, move in plies)


@pytest.mark.parametrize("line", GAMES)
async def test_by_hand_every_press_is_a_throw_in_a_turn_or_a_choice(line: str) -> None:
    async with room() as place:
        code, rng, pressed = await begun(place, line), random.Random(1), 0
        while in_play(await place.table(code)) is not None:
            table = await game(place, code)
            match = table.match
            thrown = match.turn.kind is TurnKind.THROW and not match.game.is_lot(match.state)
            assert thrown or is_choice(table), match.state
            assert await step(place, code, rng)
            pressed += 1
        assert pressed == sum(move.automation is None for move in (await game(place, code)).log)


@pytest.mark.parametrize("line", GAMES)
async def test_by_itself_only_choices_are_asked_for_and_now_and_then_a_throw(line: str) -> None:
    async with room() as place:
        code, rng, thrown = await begun(place, f"{line} rolls=self"), random.Random(1), 0
        while in_play(await place.table(code)) is not None:
            table = await game(place, code)
            if not is_choice(table):
                assert table.match.turn.kind is TurnKind.THROW
                assert throwing.turns_alone(table) >= throwing.MOST_TURNS
                thrown += 1
            assert await step(place, code, rng)
        table = await game(place, code)
        own = sum(move.automation is None for move in table.log)
        assert thrown * 10 <= own
        text = export(table)
        assert all(check.passed for check in verify(text)), "the proof holds"
        assert table.match.throws == sum(ply.kind is TurnKind.THROW for ply in table.match.plies)


@pytest.mark.parametrize("line", ["/play parchis seats=Y,R", "/play palma"])
async def test_who_begins_is_drawn_at_once_unless_the_table_wants_it_by_hand(line: str) -> None:
    async with room() as place:
        code = await begun(place, line)
        table = await game(place, code)
        assert not table.match.game.is_lot(table.match.state)
        assert {move.automation for move in table.log[:2]} <= {"lot", "forced_move"}
        assert table.log[0].automation == play.LOT
        await place.say(ANA, "/close")
        code = await begun(place, f"{line} lot=yes")
        table = await game(place, code)
        assert table.log == ()
        assert table.match.game.is_lot(table.match.state)
        assert await step(place, code, random.Random(1))
        assert (await game(place, code)).log[0].automation is None


async def test_a_person_chooses_for_themselves_and_the_others_throw_on() -> None:
    async with room() as place:
        await place.say(BEA, "/profile rolls=self")
        code, rng = await begun(place, "/play parchis seats=Y,R"), random.Random(1)
        for _ in range(60):
            table = await game(place, code)
            if table.match.turn.kind is TurnKind.THROW and throwing.turns_alone(table) < throwing.MOST_TURNS:
                assert to_act(table).person == ANA.key  # type: ignore[union-attr]
            assert await step(place, code, rng)
        table = await game(place, code)
        thrown = {
            (table.seats[move.seat].person, move.automation)
            for move, ply in zip(table.log, table.match.plies, strict=True)
            if ply.kind is TurnKind.THROW and move.automation != play.LOT
        }
        assert thrown == {(ANA.key, None), (BEA.key, play.BY_ITSELF)}


async def test_a_choice_reaches_the_games_under_way_at_once_and_back_again() -> None:
    async with room() as place:
        code, rng = await begun(place, "/play parchis seats=Y,R"), random.Random(1)
        while (await place.actor(code, PEOPLE)) is not ANA or is_choice(await game(place, code)):
            await step(place, code, rng)
        before = await game(place, code)
        assert "automatic" in said(await place.say(ANA, "/profile rolls=self"))
        after = await game(place, code)
        assert after.plies > before.plies
        assert after.log[before.plies].automation == play.BY_ITSELF
        assert after.throwing.chosen == ((0, Throws.SELF),)
        assert place.board(code).screen.text.plain, "the board shows it"
        await place.say(ANA, "/profile rolls=table")
        assert (await game(place, code)).throwing.chosen == ()
        await place.say(ANA, "/autoroll rolls=self")
        await place.click(BEA, "Yes, automatic rolls")
        await place.say(ANA, "/profile rolls=each")
        assert throwing.way_of(await game(place, code), 0) is Throws.EACH
        assert throwing.way_of(await game(place, code), 1) is Throws.SELF


async def test_only_a_persons_own_games_under_way_learn_of_it() -> None:
    async with room(max_tables=9) as place:
        codes = [await begun(place, "/play palma rated=no") for _ in range(3)]
        await place.say(BEA, "/play palma")
        other = (await place.table()).id
        await place.say(ANA, f"/resign {codes[0]}")
        await place.click(ANA, "Yes")
        assert await place.store.tables_played_by(ANA.key) == codes[1:]
        versions = [(await place.table(code)).version for code in (codes[0], other)]
        await place.say(ANA, "/profile rolls=self")
        assert [(await place.table(code)).version for code in (codes[0], other)] == versions
        assert all([(await place.table(code)).throwing.chosen for code in codes[1:]])


class TestAgreement:
    async def test_all_who_play_are_asked_and_then_it_goes_on_by_itself(self) -> None:
        async with room() as place:
            code, rng = await begun(place, "/play parchis seats=Y,R"), random.Random(1)
            while is_choice(await game(place, code)):
                await step(place, code, rng)
            before = await game(place, code)
            await place.say(ANA, "/autoroll")
            question = place.messenger.of(CHAT)[-1]
            assert "Ana wants automatic rolls" in question.screen.text.plain
            assert [button.label for button in question.buttons] == ["Yes, automatic rolls", "No, leave it"]
            assert "Bea" in question.screen.text.plain.splitlines()[-1]
            assert (await game(place, code)).log == before.log
            await step(place, code, rng)
            assert question.tokens, "the question stays open while the game goes on"
            outcome = await place.press(BEA, question.tokens[0], question.id)
            assert outcome.notice is None
            table = await game(place, code)
            assert table.options.throws is Throws.SELF
            assert is_choice(table) or throwing.turns_alone(table) >= throwing.MOST_TURNS
            assert question.tokens == []
            assert "automatic" in question.screen.text.plain
            assert "already" in said(await place.say(ANA, "/autoroll rolls=self"))

    async def test_one_no_is_enough_and_who_does_not_play_has_no_say(self) -> None:
        async with room() as place:
            code = await begun(place, "/play palma")
            await place.say(BEA, "/autoroll")
            question = place.messenger.of(CHAT)[-1]
            stranger = await place.press(Person(type(ANA.key)("fake", "eve"), "Eve"), question.tokens[0], question.id)
            assert stranger.notice is not None
            await place.press(ANA, question.tokens[1], question.id)
            table = await game(place, code)
            assert table.options.throws is Throws.EACH
            assert throwing.wish(table) is None
            assert "Ana says no" in question.screen.text.plain

    async def test_who_plays_alone_asks_nobody(self) -> None:
        async with room() as place:
            code = await begun(place, "/play parchis", alone=True)
            await place.say(ANA, "/autoroll")
            assert (await game(place, code)).options.throws is Throws.SELF

    async def test_it_is_asked_beside_a_takeback(self) -> None:
        async with room() as place:
            code, rng = await begun(place, "/play palma rated=no auto=no"), random.Random(1)
            while not any(
                ply.kind is TurnKind.CHOOSE and ply.seat == 0 for ply in (await game(place, code)).match.plies
            ):
                await step(place, code, rng)
            await place.say(ANA, "/undo")
            await place.say(ANA, "/autoroll")
            asked = [one for one in place.live(code) if one.screen.picture is None]
            assert len(asked) == 2
            await place.press(BEA, asked[1].tokens[0], asked[1].id)
            assert (await game(place, code)).options.throws is Throws.SELF


class TestRollingOn:
    @staticmethod
    async def until_again(place: Room, code: str, rng: random.Random) -> Person:
        """Play by the first button until somebody may roll again in their turn; return them."""
        for _ in range(200):
            if any(token.endswith(".rollon") for token in place.board(code).tokens):
                return await place.acting(code, PEOPLE)
            await place.press(await place.acting(code, PEOPLE), rng.choice(place.board(code).tokens))
        raise AssertionError("nobody may roll again")

    async def test_once_armed_each_further_roll_of_a_turn_is_automatic(self) -> None:
        async with room() as place:
            code, rng = await begun(place, "/play parchis seats=Y,R"), random.Random(4)
            who = await self.until_again(place, code, rng)
            before = await game(place, code)
            await place.click(who, "⏩")
            table = await game(place, code)
            assert table.log[before.plies].automation is None, "the press itself rolls"
            (seat,) = table.throwing.rolls_on
            assert table.seats[seat].person == who.key
            for _ in range(150):
                if in_play(await place.table(code)) is None:
                    break
                table = await game(place, code)
                if table.match.turn.seat == seat and table.match.turn.kind is TurnKind.THROW:
                    assert not throwing.rolls_again(table.match)
                    assert not any(token.endswith(".rollon") for token in place.board(code).tokens)
                await place.press(await place.acting(code, PEOPLE), place.board(code).tokens[0])
            table = await game(place, code)
            mine = [move.automation for move in table.log[before.plies + 1 :] if move.seat == seat]
            assert play.BY_ITSELF in mine

    async def test_nobody_else_arms_it_and_a_choice_of_ones_own_ends_it(self) -> None:
        async with room() as place:
            code, rng = await begun(place, "/play parchis seats=Y,R"), random.Random(4)
            who = await self.until_again(place, code, rng)
            other = BEA if who == ANA else ANA
            token = next(token for token in place.board(code).tokens if token.endswith(".rollon"))
            refused = await place.press(other, token)
            assert refused.notice is not None
            assert (await game(place, code)).throwing.rolls_on == ()
            await place.press(who, token)
            assert (await game(place, code)).throwing.rolls_on != ()
            await place.say(who, "/profile rolls=each")
            assert (await game(place, code)).throwing.rolls_on == ()


async def test_an_offer_of_an_earlier_version_is_refused_and_put_away() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis")
        refused = await place.press(ANA, f"{code}.1.offer:0:yes")
        assert refused.notice is not None
        old = await place.messenger.post(CHAT, place.board(code).screen, nonce="old")
        await place.store.save_board(BoardRecord(code, CHAT, old, 1, live=False, call=True, face="offer 0 "))
        await place.core.publisher.publish(code)
        await place.core.publisher.idle()
        assert old not in [board.message for board in await place.store.boards(code)]


async def test_a_takeback_opens_the_choice_again_and_throws_since_then_stay_used() -> None:
    async with room() as place:
        code, rng = await begun(place, "/play parchis seats=Y,R rated=no rolls=self"), random.Random(3)
        while not has_chosen(await game(place, code), 0):
            await step(place, code, rng)
        before = await game(place, code)
        await place.say(ANA, "/undo")
        await place.click(BEA, "OK, undo it")
        after = await game(place, code)
        assert after.log[-1].move.startswith("-")
        assert (after.match.turn.kind, after.match.turn.seat) == (TurnKind.CHOOSE, 0)
        assert is_choice(after), "what would play itself again is no choice"
        assert after.match.throws == before.match.throws
        await place.play_out(code, PEOPLE)
        assert all(check.passed for check in verify(export(await game(place, code))))


async def test_a_clock_runs_for_choices_alone_and_late_play_is_nobodys_choice() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis seats=Y,R pace=live:60 rolls=self")
        for _ in range(6):
            table = await game(place, code)
            if in_play(table) is None:
                break
            clock = await clock_of(place, code)
            assert clock.deadline == place.clock.now() + 60
            await passes(place, 60)
            assert (await game(place, code)).plies > table.plies
        table = await game(place, code)
        assert own_acts(table) == {}
        assert {move.automation for move in table.log} <= {
            "lot",
            "by_itself",
            "forced_move",
            "late",
            "greedy",
            "computer",
        }


async def test_a_killed_process_loses_nothing_and_the_next_one_goes_on() -> None:
    async with room() as place:
        code = await begun(place, "/play parchis seats=Y,R")
        table = await game(place, code)
        after = replace(table, options=replace(table.options, throws=Throws.SELF), version=table.next_version)
        stored = await place.core.service.tables.write(table, after)
        assert play.runs_by_itself(stored) == (stored.match.turn.kind is TurnKind.THROW)  # type: ignore[attr-defined]
        async with room(place.store, place.messenger) as again:
            await taken_up(again.core)
            await taken_up(again.core)
            now = await game(again, code)
            assert is_choice(now)
            assert [move.ply for move in now.log] == list(range(now.plies))


async def test_who_lets_throws_come_by_themselves_needs_fewer_acts_and_throws_count_for_none() -> None:
    async with room() as place:
        await place.say(BEA, "/profile rolls=self")
        code = await begun(place, "/play parchis seats=Y,R")
        rng = random.Random(1)
        for _ in range(40):
            await step(place, code, rng)
        table = await game(place, code)
        assert (needed(table, ANA.key), needed(table, BEA.key)) == (least(table), 7)
        mine = [move for move in table.log if move.automation is None and table.seats[move.seat].person == BEA.key]
        assert own_acts(table)[BEA.key] == len(mine)


async def test_tables_of_earlier_versions_throw_by_hand_and_draw_at_once() -> None:
    async with room() as place:
        code = await begun(place, "/play palma lot=yes rolls=self")
        table = await place.table(code)
        text = options_text(table).replace('"throws":"self",', "").replace('"lot":"hand",', "")
        before = with_options(table.without_match(), text)
        assert (before.options.throws, before.options.lot_by_hand) == (Throws.MATTERS, False)
