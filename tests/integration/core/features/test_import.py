"""/import: a game that was exported is a past game again, in any chat, once, and only if it is true."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from bot.core.dispatch.dispatcher import deliver_later
from bot.core.features.export.game_export import export
from bot.core.features.export.importer import MOST
from bot.core.i18n.translator import languages
from bot.core.messages.requests import Request
from data.records import ChatKey, Status
from engine.notation import read, write
from tests.fakes.games import exported as exported_game
from tests.fakes.room import ANA, BEA, CAI, CHAT, DAN, Room, attached, room, said, taken_up

AWAY = ChatKey("fake", "away")


async def exported(place: Room, line: str = "/play palma", end: str = "play") -> str:
    """The text of a game that Ana and Bea have played."""
    code = await place.started(line, BEA)
    await place.end(code, end, [ANA, BEA])
    return export(await place.table(code))


@pytest.mark.parametrize("end", ["play", "resign", "cancel"])
@pytest.mark.parametrize("line", ["/play palma rated=no", "/play parchis italian seats=Y,R rated=no"])
async def test_a_game_comes_back_somewhere_else_and_is_shown_as_it_ended(line: str, end: str) -> None:
    async with room() as place:
        text = await exported(place, line, end)
        code = (await place.store.all_tables(tuple(Status)))[0].id
    async with room() as place:
        outcome = await place.say(CAI, "/import", AWAY, file=text.encode())
        assert (outcome.notice, outcome.table) == (None, code)
        table = await place.table(code)
        assert export(table) == text
        assert table.chat == AWAY
        (board,) = place.messenger.of(AWAY)
        said = board.screen.text.plain
        assert "Played elsewhere. I've checked its rolls and moves." in said
        assert ("🥇" in said) == (end != "cancel")
        assert ", opened with" in said or end == "cancel"
        assert "goes from" not in said  # nobody here saw it happen
        assert board.screen.picture is not None
        assert board.buttons == []
        listed = (await place.say(CAI, "/games", AWAY)).screen
        assert listed is not None
        assert "played elsewhere" in listed.text.plain
        again = await place.say(CAI, f"/export {code}", AWAY)
        assert again.document is None or again.document.text == text
        assert await place.store.rating_changes(code) == []
        assert await place.store.played(ANA.key) == []
        assert await place.store.log_counts(AWAY, tables=9) == {}
        await taken_up(place.core)  # nothing is left to be shown
        await place.core.publisher.idle()
        assert place.messenger.of(AWAY)[0].id == board.id


async def test_it_comes_once_and_its_buttons_cannot_be_forged() -> None:
    async with room() as place:
        text = await exported(place)
        code = (await place.table()).id if await place.store.all_tables() else text.split('[Id "')[1][:6]
        shown = await place.say(CAI, "/import", AWAY, file=text.encode())
        assert shown.screen is not None
    async with room() as place:
        await place.say(CAI, "/import", file=text.encode())
        version = (await place.table(code)).version
        for verb in ("again", "rotate", "throw", "leave"):
            await place.press(CAI, f"{code}.{version}.{verb}")
        assert [record.status for record in await place.store.all_tables(tuple(Status))] == [Status.OVER]


@pytest.mark.parametrize("end", ["play", "resign"])
async def test_a_game_that_is_known_is_shown_to_whoever_has_its_text_and_no_other_of_its_code(end: str) -> None:
    async with room() as place:
        text = await exported(place, "/play palma first=D rated=no", end)
        code = text.split('[Id "')[1][:6]
        for where in (CHAT, AWAY, AWAY):
            before = await place.table(code)
            outcome = await place.say(CAI, "/import", where, file=text.encode())
            assert (outcome.notice, outcome.table) == (None, None)
            shown = place.messenger.of(where)[-1]
            assert "🥇" in shown.screen.text.plain
            assert code in shown.screen.text.plain
            assert shown.screen.picture is not None
            assert shown.buttons == []
            assert await place.table(code) == before
        assert len(place.messenger.of(AWAY)) == 2
        other = exported_game(code)  # true in itself, but not what was played here
        assert (await place.say(BEA, "/import", AWAY, file=other.encode())).table not in (None, code)
        assert await place.table(code) == before
        renamed = await place.say(DAN, "/import", AWAY, file=text.replace('"Bea"', '"Eve"').encode())
        assert "Eve" not in str(renamed.screen), "what was played here is shown, not what is said of it"
        if end == "play":
            record = read(text)
            short = replace(record, moves=record.moves[:-1], result=None, ended="resigned", places=(2, 1))
            refused = said(await place.say(DAN, "/import", AWAY, file=write(short).encode()))
            assert "another game with the code" in refused, "of a game that was played here nothing else is believed"
        open_one = await place.opened("/play palma first=D rated=no")
        brought = await place.say(DAN, "/import", AWAY, file=exported_game(open_one).encode())
        assert brought.table not in (None, open_one)


@pytest.mark.parametrize("way", ["as it is", "in one line", "with all that /export says"])
async def test_a_short_game_is_brought_in_as_a_text(way: str) -> None:
    text = exported_game()
    if way == "in one line":  # as a platform gives on what is pasted into one line
        text = " ".join(text.split())
    elif way == "with all that /export says":
        text += "\n—\nSave it as a file and check it with python -m engine verify FILE"
    async with room() as place:
        outcome = await place.say(ANA, f"/import {text}")
        assert (outcome.notice, outcome.table) == (None, "abc234")
        played = (await place.table("abc234")).log
        assert tuple(move.move for move in played) == read(exported_game()).moves


async def test_what_export_says_of_a_short_game_is_understood_by_import() -> None:
    async with room() as place:
        code = await place.started("/play palma first=D rated=no", BEA)
        await place.say(ANA, "/resign")
        await place.click(ANA, "Yes")
        for language in languages():
            await place.say(ANA, f"/language {language}")
            given = said(await place.say(ANA, f"/export {code}"))
            async with room() as elsewhere:
                assert (await elsewhere.say(CAI, f"/import {given}", AWAY)).table == code


async def test_what_is_no_game_or_a_forged_one_is_refused() -> None:
    async with room() as place:
        text = await exported(place)
        throw = next(word for word in text.split("\n\n", 1)[1].split() if word.isdecimal())
        forged = text.replace(f": {throw} ", f": {'1' if throw != '1' else '2'} ", 1)
    async with room() as place:
        assert "attach the file" in said(await place.say(ANA, "/import"))
        for data in (b"", b"hello", b"\xff\xfe", b"[Game", text[:-20].encode(), text.replace('"Ana"', "1").encode()):
            assert "not a finished game" in said(await place.say(ANA, "/import", file=data))
            place.clock.time += 1000
        assert forged != text
        assert "doesn't check out" in said(await place.say(ANA, "/import", file=forged.encode()))
        assert "too big" in said(await place.say(ANA, "/import", file=b"x" * (MOST + 1)))
        place.clock.time += 1000
        game = exported_game()
        for costly in (
            game.replace("[Id ", f"[Contributions {['x'] * 101}]\n[Id ".replace("'", '"')),
            game.replace("1.D:", "1.D: " + "D " * 20_001),
            game.replace("1.D:", "1.D: " + "D -1 " * 600),
        ):
            assert "too big" in said(await place.say(BEA, "/import", file=costly.encode()))
        liar = attached(b"x" * (MOST + 1))
        assert liar is not None
        small = Request(CHAT, ANA, "import", file=type(liar)(5, liar.read))
        assert "too big" in said(await place.core.dispatcher.command(small, deliver_later))
        assert await place.store.all_tables(tuple(Status)) == []


async def test_one_person_and_one_chat_bring_in_a_few_at_a_time() -> None:
    async with room() as place:
        heard = [said(await place.say(ANA, "/import", file=b"x")) for _ in range(6)]
        assert [line.startswith("That's a lot of games at once") for line in heard] == [False] * 4 + [True] * 2
        place.clock.time += 60
        heard = [said(await place.say(who, "/import", file=b"x")) for who in (BEA, CAI, DAN) for _ in range(4)]
        assert [line.startswith("That's a lot of games at once") for line in heard] == [False] * 6 + [True] * 6
        place.clock.time += 3600
        assert "finished game" in said(await place.say(ANA, "/import", file=b"x"))


async def test_where_administrators_alone_open_tables_they_alone_bring_in_games() -> None:
    async with room() as place:
        await place.say(ANA, "/settings opening=admins")
        assert "Only admins" in said(await place.say(BEA, "/import", file=exported_game().encode()))
        assert (await place.say(ANA, "/import", file=exported_game().encode())).table == "abc234"


async def test_a_true_game_comes_in_though_a_forged_one_came_first() -> None:
    async with room() as place:
        code = await place.started("/play palma", BEA)
        await place.play_out(code, [ANA, BEA])
        proof = (await place.say(ANA, f"/verify {code}")).document
        assert proof is not None
    forged = export(await place.table(code)).replace('["Ana", "Bea"]', '["Bea", "Ana"]')
    async with room() as place:
        first = (await place.say(DAN, "/import", AWAY, file=forged.encode())).table
        assert first == code
        assert "It isn't signed: names, date and choices" in place.messenger.of(AWAY)[-1].screen.text.plain
        true = (await place.say(CAI, "/import", AWAY, file=proof.text.encode())).table
        assert true not in (None, code)
        shown = place.messenger.of(AWAY)[-1].screen.text.plain
        key = proof.text.partition('[Key "')[2]
        assert f"It's signed with a key I don't know: {key[:4]} {key[4:8]} {key[8:12]} {key[12:16]}" in shown
        assert export(await place.table(true)) == proof.text, "its own code, names and signature"
        for text, known in ((forged, first), (proof.text, true)):
            again = await place.say(BEA, "/import", AWAY, file=text.encode())
            assert (again.table, again.notice) == (None, None)
            assert again.screen is not None
            assert str(known) in again.screen.text.plain
        assert len(await place.store.all_tables(tuple(Status))) == 2


@pytest.mark.parametrize("way", ["as it is", "in one line", "with all that /export says"])
async def test_a_signed_game_is_brought_in_as_a_text_and_is_still_signed(way: str) -> None:
    async with room() as place:
        text = exported_game(signer=(await place.core.service.keys()).signer)
        if way == "in one line":
            text = " ".join(text.split())
        elif way == "with all that /export says":
            text = " ".join([*text.split(), "—", "Save it as a file and check it with palmares verify FILE"])
        assert (await place.say(ANA, f"/import {text}")).table == "abc234"
        assert "Signed by this bot" in place.messenger.of(CHAT)[-1].screen.text.plain


async def test_a_game_of_this_bots_own_key_is_told_from_one_played_elsewhere() -> None:
    async with room() as place:
        signer = (await place.core.service.keys()).signer
        own, changed = exported_game(signer=signer), exported_game("abc235", signer=signer).replace("Zoe", "Eve")
        await place.say(CAI, "/import", AWAY, file=own.encode())
        shown = place.messenger.of(AWAY)[-1].screen.text.plain
        assert "Signed by this bot. I've checked its rolls and moves again." in shown
        assert "Played elsewhere" not in shown
        listed = (await place.say(CAI, "/games", AWAY)).screen
        assert listed is not None
        assert "played elsewhere" not in listed.text.plain
        refused = said(await place.say(CAI, "/import", AWAY, file=changed.encode()))
        line = 1 + changed[: changed.index("[Signature ")].count("\n")
        assert f"Line {line}: a signature that doesn't match this text." in refused


def another_throw(text: str) -> str:
    """The text with its second throw changed."""
    return re.sub(r"(?<=\b2\.J: )[1235]", lambda was: "1" if was[0] == "2" else "2", text)


@pytest.mark.parametrize(
    ("forge", "line", "reason"),
    [
        (lambda text: text.replace('"Zoe"', '"Z\\u0000e"'), 3, "the header Players is wrong."),
        (lambda text: text.replace('"Zoe"', '"' + "Z" * 5000 + '"'), 3, "the header Players is wrong."),
        (lambda text: text.replace('"Zoe"', '"\\ud800"'), 3, "the header Players is wrong."),
        (lambda text: text.replace('"classic"', '"' + "x" * 5000 + '"'), 2, "no game can start with these rules"),
        (lambda text: text.replace("D1+in", "D1+4", 1), None, "a move that isn't possible."),
        (
            lambda text: re.sub(r"(?<=\b2\.J: )[1235]", lambda was: "1" if was[0] == "2" else "2", text),
            10,
            "a roll the dice",
        ),
        (lambda text: text.replace(" 3.", " 33.", 1), 10, "a turn with the wrong number or name."),
        (lambda text: f"{text.rstrip()[:-3]}*", 7, "the header Result is wrong."),
        (lambda text: text.replace("home", "resigned"), 8, "an ending that doesn't match the moves."),
        (lambda text: text.replace("[Seed ", '[Ended "x"]\n[Seed '), 6, "an ending that doesn't match the moves."),
        (lambda text: text + "more", None, "this isn't how a game is written."),
        (lambda text: text.replace("Zoe", "Z\udcff"), 3, "this isn't UTF-8 text."),
    ],
)
async def test_what_is_wrong_is_told_by_its_line_and_its_kind(
    forge: Callable[[str], str], line: int | None, reason: str
) -> None:
    text = exported_game()
    forged = forge(text)
    assert forged != text
    async with room() as place:
        heard = said(await place.say(CAI, "/import", file=forged.encode("utf-8", "surrogateescape")))
        assert reason in heard
        assert re.search(rf"Line {line or '[0-9]+'}: ", heard)
        assert len(heard) < 300
        assert await place.store.all_tables(tuple(Status)) == []


async def test_a_game_cut_short_is_no_whole_game() -> None:
    record = read(exported_game())
    short = write(replace(record, moves=record.moves[:40], result=None))
    async with room() as place:
        assert "the header Ended is wrong." in said(await place.say(CAI, "/import", file=short.encode()))
