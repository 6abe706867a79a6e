"""The lobby: seats, computers, rules, the host; pressed and said."""

from __future__ import annotations

import asyncio

import pytest

from bot.core.commands.bad_lines import BadLine
from bot.core.domain.bots import bot_name
from bot.core.domain.table import Table
from bot.core.features.closing.view import KEEP, RESIGN
from bot.core.games import rulesets
from bot.core.i18n.translator import translator
from bot.core.messages.button_tokens import ButtonVerb, Verb, encode
from bot.core.messages.requests import Outcome
from bot.core.services.table_codec import record_of
from data.records import Status
from tests.fakes.room import ANA, BEA, CAI, CHAT, Room, room, said


async def opened(place: Room, line: str = "/play") -> Table:
    await place.say(ANA, line)
    return await place.table()


def names(record: Table) -> list[str]:
    return [seat.name or seat.computer or "-" for seat in record.seats]


async def pressed(place: Room, who: object, code: str, verb: ButtonVerb, *arguments: str | int) -> Outcome:
    """Presses a lobby button of the table's present version."""
    version = (await place.table(code)).version
    return await place.press(who, encode(code, version, verb, *arguments))  # type: ignore[arg-type]


async def test_opening_a_table_seats_the_host() -> None:
    async with room() as place:
        record = await opened(place)
        assert (record.game, record.status, record.host) == ("parchis", Status.LOBBY, ANA.key)
        assert names(record) == ["Ana", "-", "-", "-"]
        (message,) = place.live(record.id)
        assert "Ana" in message.screen.text.plain
        assert record.seed.hex() not in message.screen.text.plain


async def test_two_presses_of_one_version_for_different_seats_both_count() -> None:
    async with room() as place:
        code = (await opened(place)).id
        version = (await place.table(code)).version
        for who, seat in ((BEA, 1), (CAI, 2)):
            outcome = await place.press(who, encode(code, version, Verb.SIT, seat), settle=False)
            assert outcome.notice is None
        assert names(await place.table(code)) == ["Ana", "Bea", "Cai", "-"]
        again = await place.press(CAI, encode(code, version, Verb.SIT, 1))
        assert "Bea has that seat already" in said(again)


async def test_of_two_who_race_for_a_seat_one_has_it() -> None:
    async with room() as place:
        sent = encode((await opened(place, "/play palma")).id, 0, Verb.SIT, 1)
        outcomes = await asyncio.gather(place.press(BEA, sent), place.press(CAI, sent))
        assert sorted(outcome.notice is None for outcome in outcomes) == [False, True]


async def test_one_person_may_hold_several_seats_and_swap() -> None:
    async with room() as place:
        code = (await opened(place)).id
        await pressed(place, ANA, code, Verb.SIT, 2)
        assert names(await place.table(code)) == ["Ana", "-", "Ana", "-"]
        await pressed(place, ANA, code, Verb.RISE, 0)
        assert names(await place.table(code)) == ["-", "-", "Ana", "-"]


async def test_computers_come_and_go_by_the_host_alone() -> None:
    async with room() as place:
        code = (await opened(place)).id
        await pressed(place, ANA, code, Verb.COMPUTER, 1, "random")
        await pressed(place, ANA, code, Verb.COMPUTER, 2, "greedy")
        assert names(await place.table(code)) == ["Ana", "beginner", "casual", "-"]
        assert "Only the table's host" in said(await pressed(place, BEA, code, Verb.COMPUTER, 3, "greedy"))
        assert "only the host" in said(await pressed(place, BEA, code, Verb.SIT, 1))
        assert "no bot" in said(await pressed(place, ANA, code, Verb.COMPUTER, 3, "deep"))
        assert "Ana has that seat" in said(await pressed(place, ANA, code, Verb.COMPUTER, 0, "greedy"))
        await pressed(place, ANA, code, Verb.FREE, 1)
        await pressed(place, ANA, code, Verb.SIT, 2)
        assert names(await place.table(code)) == ["Ana", "-", "Ana", "-"]


async def test_starting_names_the_empty_seats() -> None:
    async with room() as place:
        code = (await opened(place)).id
        await place.say(BEA, "/join R")
        assert "Still free: blue and green" in said(await place.say(ANA, "/start"))
        await place.say(ANA, "/language es")
        assert "Quedan libres: azul y verde" in said(await place.say(ANA, "/start"))
        await place.say(ANA, "/language en")
        assert "only the host can start" in said(await place.say(BEA, "/start"))
        assert "Only the table's host" in said(await place.say(CAI, "/start"))
        await pressed(place, ANA, code, Verb.FILL)
        record = await place.table(code)
        assert record.status is Status.PLAYING
        assert names(record) == ["Ana", "casual", "Bea", "casual"]
        assert "already started" in said(await place.say(CAI, "/join"))


async def test_a_table_of_computers_alone_does_not_start() -> None:
    async with room() as place:
        code = (await opened(place, "/play palma")).id
        await place.say(ANA, "/leave")
        assert "At least one person" in said(await pressed(place, ANA, code, Verb.FILL))
        assert names(await place.table(code)) == ["-", "-"]


async def test_when_the_host_leaves_the_next_is_host() -> None:
    async with room() as place:
        code = (await opened(place)).id
        await place.say(BEA, "/join")
        await place.say(ANA, "/leave")
        record = await place.table(code)
        assert record.host == BEA.key
        assert "You don't have a seat" in said(await place.say(ANA, "/leave"))


async def test_rules_seats_and_board_are_changed_by_buttons() -> None:
    async with room() as place:
        code = (await opened(place)).id
        await place.say(BEA, "/join R")
        await pressed(place, ANA, code, Verb.PRESET, "italian")
        await pressed(place, ANA, code, Verb.SWITCH, "six_all_out", "7")
        assert (await place.table(code)).rules == {
            "preset": "italian", "colours": 4, "six_all_out": 7,
        }  # fmt: skip
        await pressed(place, ANA, code, Verb.SWITCH, "six_all_out", "12")
        assert (await place.table(code)).rules == {"preset": "italian", "colours": 4}
        await pressed(place, ANA, code, Verb.SEATING, 2)
        record = await place.table(code)
        assert [(seat.colours, seat.name) for seat in record.seats] == [("YR", "Ana"), ("BG", "Bea")]
        await pressed(place, ANA, code, Verb.COLOURS, 6)
        record = await place.table(code)
        assert names(record) == ["Ana", "Bea", "-", "-", "-", "-"]
        await pressed(place, ANA, code, Verb.GAME, "palma")
        record = await place.table(code)
        assert [(seat.colours, seat.name) for seat in record.seats] == [("D", "Ana"), ("J", "Bea")]
        assert record.rules == {"preset": "classic"}
        await pressed(place, ANA, code, Verb.AUTO, "off")
        assert (await place.table(code)).options.auto is False


async def test_nobody_loses_their_seat_to_a_smaller_table() -> None:
    async with room() as place:
        code = (await opened(place)).id
        await place.say(BEA, "/join")
        await place.say(CAI, "/join")
        assert "no seat left for Cai" in said(await pressed(place, ANA, code, Verb.GAME, "palma"))
        assert names(await place.table(code)) == ["Ana", "Bea", "Cai", "-"]


async def test_a_seat_of_an_older_layout_is_stale() -> None:
    async with room() as place:
        code = (await opened(place)).id
        old = (await place.table(code)).version
        await pressed(place, ANA, code, Verb.SEATING, 2)
        assert "moved on" in said(await place.press(BEA, encode(code, old, Verb.SIT, 1)))


@pytest.mark.parametrize(
    ("verb", "arguments"),
    [
        (Verb.SIT, ("9",)), (Verb.SIT, ("x",)), (Verb.RISE, ("1",)), (Verb.FREE, ("1",)), (Verb.GAME, ("ludo",)),
        (Verb.PRESET, ("classic",)), (Verb.SWITCH, ("six_all_out", "8")), (Verb.SWITCH, ("colours", "4")),
        (Verb.COLOURS, ("7",)), (Verb.SEATING, ("99",)), (Verb.PAGE, ("moon",)), (Verb.THROW, ()), (Verb.AGAIN, ()),
        (Verb.MOVE, ("Y1+2",)), (RESIGN, ("0",)), (KEEP, ("resign", "0")), (Verb.AUTO, ("perhaps",)),
    ],
)  # fmt: skip
async def test_nonsense_in_a_lobby_changes_nothing(verb: ButtonVerb, arguments: tuple[str, ...]) -> None:
    async with room() as place:
        before = await opened(place)
        outcome = await place.press(ANA, encode(before.id, before.version, verb, *arguments))
        assert said(outcome)
        assert await place.store.table(before.id) == record_of(before)
        assert place.messenger.calls == ["post"]


async def test_pages_are_for_the_host() -> None:
    async with room() as place:
        code = (await opened(place)).id
        for page in ("options", "computers", "seating", "rules", "remove", "main"):
            await pressed(place, ANA, code, Verb.PAGE, page)
            (message,) = place.live(code)
            assert message.buttons
        assert "Only the table's host" in said(await pressed(place, BEA, code, Verb.PAGE, "rules"))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("/play palma teams=D,J", "This game has no teams."),
        ("/play palma seats=D", "That seating doesn't work on this board. Try hounds,jackals"),
        ("/play seats=YR,BG teams=YR,BG", "In a team game each seat has one colour. Try yellow+red,blue+green"),
        (
            "/play seats=YG,BP,RO teams=YG,BP,RO colours=6",
            "Try yellow+green,blue+purple,red+orange · yellow+red+purple,blue+green+orange",
        ),
        ("/play seats=Y,B teams=Y,B", "Those teams don't work on this board. Try yellow+red,blue+green"),
        ("/play colours=5 teams=YR,BG", "There are no teams on a board with 5 colours."),
        ("/play colours=3 seats=Y,B teams=Y,B", "There are no teams on a board with 3 colours."),
        (
            "/play colours=5 seats=YR,BG teams=YR,BG",
            "red,green,purple, or fewer seats with one colour each, e.g. yellow,red.",
        ),
        ("/play seats=YR,B", "Try yellow,blue,red,green · yellow+red,blue+green, or fewer seats"),
        ("/play palma colours=6", "no such board"),
        ("/play palma italian", "I don't know a variant called italian"),
        ("/play seats=Q", "That seating doesn't work"),
        ("/play seats=YB,RG", "That seating doesn't work"),
        ("/play six_all_out=9", "“six_all_out” can be none, 7, 12, not “9”"),
    ],
)
async def test_what_cannot_be_played_is_refused_in_words(line: str, told: str) -> None:
    async with room() as place:
        assert told in said(await place.say(ANA, line))
        assert await place.store.all_tables() == []


@pytest.mark.parametrize(
    ("word", "value"),
    [(word, True) for word in ("yes", "true", "on", "1", "sí", "SI", "sì")]
    + [(word, False) for word in ("no", "false", "off", "0", "No")],
)
async def test_a_rule_is_switched_in_any_words_for_yes_and_no(word: str, value: bool) -> None:
    async with room() as place:
        record = await opened(
            place, f"/play spanish seats=YR,BG turns_by_colour six_choice={word} stuck_helps={word}"
        )
        rules = record.rules
        assert (rules.get("six_choice", False), rules.get("stuck_helps", True)) == (value, value)


async def test_a_chat_has_so_many_tables_and_no_more() -> None:
    async with room(max_tables=2) as place:
        first = await opened(place)
        second = await opened(place, "/play palma")
        await place.say(CAI, f"/join table={first.id}")
        await place.say(CAI, f"/join table={second.id}")
        assert "2 open tables" in said(await place.say(BEA, "/play"))
        notice = said(await place.say(BEA, "/board"))
        assert "Which table" in notice
        assert second.id in notice
        assert (await place.say(BEA, f"/join table={first.id.upper()}")).table == first.id
        assert "No open table here has the code nowhere" in said(await place.say(BEA, "/board table=nowhere"))
        assert "There's no table with the code nowhere" in said(await place.say(BEA, "/join table=nowhere"))
        await place.say(ANA, f"/close {second.id}")
        assert (await place.say(BEA, "/play")).notice is None


async def test_a_closed_lobby_has_no_buttons() -> None:
    async with room() as place:
        code = (await opened(place)).id
        assert "Only the host" in said(await place.say(BEA, "/close"))
        await pressed(place, ANA, code, Verb.CANCEL)
        record = await place.store.table(code)
        assert record is not None
        assert record.status is Status.CANCELLED
        assert place.live(code) == []
        assert len(place.messenger.of(CHAT)) == 1
        assert "There's no open table" in said(await place.say(ANA, "/start"))


async def test_whoever_sits_down_first_is_host_when_the_host_is_gone() -> None:
    async with room() as place:
        code = (await opened(place)).id
        await place.say(ANA, "/leave")
        await place.say(BEA, "/join")
        await place.say(CAI, "/join")
        assert (await place.table(code)).host == BEA.key
        await place.click(BEA, "Start with bots")
        assert (await place.table(code)).status is Status.PLAYING


async def test_a_lobby_that_nobody_touches_for_an_hour_is_anybodys_to_close() -> None:
    async with room() as place:
        code = (await opened(place)).id
        place.clock.time = 1_000_000.0 + 3599.0
        for outcome in (await place.say(BEA, "/close"), await pressed(place, BEA, code, Verb.CANCEL)):
            assert said(outcome) == (
                "Only the host can close the table; if it stays idle, anyone can after 1970-01-12 14:46 UTC."
            )
        place.clock.time += 1.0
        await pressed(place, BEA, code, Verb.CANCEL)
        assert await place.store.all_tables() == []


async def test_dead_tables_do_not_block_a_chat_for_ever() -> None:
    async with room() as place:
        codes = [(await opened(place, "/play palma")).id for _ in range(3)]
        for code in codes:
            await pressed(place, ANA, code, Verb.FILL)
        assert "3 open tables" in said(await place.say(ANA, "/play"))
        place.clock.time = 1_000_000.0 + 3 * 86400.0 - 1.0
        assert "after 1970-01-15" in said(await place.say(BEA, f"/close {codes[0]}"))
        place.clock.time += 1.0
        for code in codes[:2]:
            assert (await place.say(BEA, f"/close {code}")).screen is not None
            await place.click(BEA, "Yes, close it")
        assert [record.id for record in await place.store.all_tables()] == codes[2:]
        assert (await place.say(ANA, "/play")).notice is None


async def test_a_question_about_a_dead_table_is_void_once_somebody_plays_on() -> None:
    async with room() as place:
        code = (await opened(place, "/play palma auto=off")).id
        await pressed(place, ANA, code, Verb.FILL)
        place.clock.time = 1_000_000.0 + 3 * 86400.0
        await place.say(BEA, "/close")
        await place.say(ANA, "/roll")
        assert "Only the host" in said(await place.click(BEA, "Yes, close it"))
        assert (await place.table(code)).status is Status.PLAYING


@pytest.mark.parametrize(
    ("game", "name", "seat"),
    [
        ("parchis", "red", 2),
        ("parchis", "Rojo", 2),
        ("parchis", "rosso", 2),
        ("parchis", "VERDE", 3),
        ("parchis", "azul", 1),
        ("parchis colours=5", "purple", 4),
        ("palma", "jackals", 1),
        ("palma", "chacales", 1),
        ("palma", "sciacallo", 1),
    ],
)
async def test_a_seat_is_taken_by_its_name_in_any_language(game: str, name: str, seat: int) -> None:
    async with room() as place:
        code = (await opened(place, f"/play {game}")).id
        assert (await place.say(BEA, f"/join {name}")).notice is None
        assert (await place.table(code)).seats[seat].name == "Bea"


async def test_a_table_agrees_what_its_stakes_are_worth() -> None:
    async with room() as place:
        code = (await opened(place, "/play palma stake5=3 hole15=stake")).id
        record = await place.table(code)
        assert record.rules == {"preset": "classic", "hole5": "stake", "hole15": "stake"}
        assert "Stake on hole 5: 3 points · stake on hole 15: 1 point · " in place.live(code)[0].screen.text.plain
        await pressed(place, ANA, code, Verb.PAGE, "rules")
        await place.click(ANA, "Stakes")
        for step in ("5: +1", "5: +1", "15: +1", "15: +10", "15: −10"):
            await place.click(ANA, step)
        assert (await place.table(code)).options.stakes == {"5": 5, "15": 2}
        for points in ("0", "101", "1000", "x"):
            with pytest.raises(BadLine) as refused:
                await place.say(ANA, f"/play palma stake5={points}")
            assert "1 … 100" in refused.value.note(translator("en")).plain
        for who, hole, points in ((BEA, "5", "1"), (ANA, "7", "1"), (ANA, "5", "0"), (ANA, "5", "101")):
            assert (await pressed(place, who, code, Verb.STAKE, hole, points)).notice is not None
        await pressed(place, ANA, code, Verb.PAGE, "main")
        await place.click(ANA, "Start with bots")
        await place.play_out(code, [ANA])
        table = await place.table(code)
        assert table.match is not None
        won = table.match.game.position(table.match.state)["stakes"]
        told = place.messenger.messages[-1].screen.text.plain
        players = ("🐕 Ana", f"🐺 {bot_name(table, 1)}")
        for hole, points in (("5", 5), ("15", 2)):
            line = f"💰 The stake of hole {hole}: {players[won[hole] or 0]}. Extra points: {points}."
            assert (line in told) == (won[hole] is not None)
        assert table.result.places == table.match.result.places
        await place.click(ANA, "Rematch")
        assert (await place.table()).options.stakes == {"5": 5, "15": 2}
        assert "hole5" in said(await place.say(BEA, "/play parchis stake5=3"))


async def test_every_rule_is_a_switch_in_the_lobby() -> None:
    async with room() as place:
        code = (await opened(place, "/play spanish seats=YR,BG")).id
        await pressed(place, ANA, code, Verb.PAGE, "rules2")
        rows = place.live(code)[0].screen.rows
        await place.click(ANA, "More rules")
        more = place.live(code)[0].screen.rows
        assert max(len(rows), len(more)) <= 5
        switched = {
            button.token.split(":")[1] for row in (*rows, *more) for button in row if ".switch:" in button.token
        }
        assert switched == set(rulesets.switches("parchis")) - {"team_pair", "stuck_helps", "play_on"}
        for name in ("setup", "source"):
            await pressed(place, ANA, code, Verb.SWITCH, name, {"setup": "first_shelters", "source": "pool"}[name])
        await pressed(place, ANA, code, Verb.PAGE, "main")
        assert (await place.click(ANA, "Start with bots")).notice is None
