"""/verify gives the whole proof of a game as a file that the stand-alone verifier accepts; /dice judges throws."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from bot.core.messages.content import Document
from data.records import ChatKey
from tests.fakes.room import ANA, BEA, CAI, PLATFORM, Room, room, said
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User


def verified(document: Document | None, folder: Path) -> tuple[int, str]:
    """What the stand-alone verifier says of a file, run as anybody would."""
    assert document is not None
    file = folder / document.name
    file.write_text(document.text, "utf-8")
    command = [sys.executable, "-m", "engine", "verify", str(file)]
    run = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
    return run.returncode, run.stdout.decode()


async def opened(place: Room, line: str = "/play palma") -> str:
    code = await place.opened(line, BEA)
    await place.say(BEA, f"/mix table={code} blue elephants")
    await place.say(ANA, f"/start {code}")
    return code


async def test_the_seal_comes_first_and_the_seed_at_the_end_and_the_file_proves_it(tmp_path: Path) -> None:
    async with room() as place:
        code = await opened(place, "/play palma lot=yes")
        seed = (await place.table(code)).seed.hex()
        seal = place.messenger.messages[0].faces[0].text.plain
        under_way = await place.say(CAI, "/verify")
        assert under_way.notice is not None
        assert under_way.document is not None
        assert seed not in under_way.document.text
        status, out = verified(under_way.document, tmp_path)
        assert (status, "not shown" in out) == (0, True), "before the first throw nothing is to be proved"
        await place.play_out(code, [ANA, BEA])
        told = await place.say(CAI, f"/verify {code}")
        assert told.notice is not None
        assert told.document is not None
        assert told.screen is None
        assert (told.document.name, told.document.media_type) == (f"palmares-{code}.txt", "text/plain")
        commitment = told.document.text.partition('[Commitment "')[2][:64]
        assert f"{commitment[:8]}…" in seal
        assert commitment in told.notice.plain
        assert seed in told.document.text
        assert seed in told.notice.plain
        assert "everything matches" in told.notice.plain
        assert f"palmares verify {told.document.name}" in told.notice.plain
        status, out = verified(told.document, tmp_path)
        assert (status, out.count("ok  "), out.count("said")) == (0, 6, 3)
        bent = Document(told.document.name, told.document.text.replace("blue", "red"))
        status, out = verified(bent, tmp_path)
        assert (status, "FAIL  dice" in out) == (1, True)


async def test_while_a_game_goes_on_its_file_proves_nothing_yet_and_hides_the_seed(tmp_path: Path) -> None:
    async with room() as place:
        code = await opened(place)
        for _ in range(6):
            who = await place.actor(code, [ANA, BEA])
            (board,) = place.live(code)
            assert who is not None
            await place.press(who, board.tokens[0], board.id)
        told = await place.say(ANA, "/verify")
        assert told.notice is not None
        assert "stays secret" in told.notice.plain
        status, out = verified(told.document, tmp_path)
        assert (status, "FAIL  seed" in out, "ok    moves" in out) == (1, True, True)


@pytest.mark.parametrize(("command", "in_lobby"), [("/verify", "Dice seal of table"), ("/dice", "hasn't started")])
async def test_where_nothing_was_played_there_is_nothing_to_show(command: str, in_lobby: str) -> None:
    async with room() as place:
        assert said(await place.say(CAI, command)) == "No games have been played here yet."
        await place.say(ANA, "/play palma")
        table = await place.table()
        told = said(await place.say(CAI, f"{command} {table.id}"))
        assert in_lobby in told
        seal = sha256(table.seed).hexdigest()
        assert (seal in told) == (command == "/verify"), "all of it, before the game begins"
        assert said(await place.say(CAI, f"{command} zzzzzz")) == "I can't find that table in this chat."


async def test_the_throws_of_a_game_and_of_the_chat_are_counted_and_judged() -> None:
    async with room() as place:
        for count in range(2):
            code = await opened(place)
            await place.play_out(code, [ANA, BEA])
            told = (await place.say(CAI, f"/dice {code}")).screen
            assert told is not None
            assert told.picture is not None
            thrown = sum(move.move in "1235" for move in (await place.table(code)).log)
            assert f"{thrown} rolls" in told.text.plain
            assert ("In all games in this chat" in told.text.plain) == (count > 0)
            assert told.text.plain.count("chi-square") == count + 1
            assert "3 degrees of freedom" in told.text.plain
        elsewhere = ChatKey(PLATFORM, "elsewhere")
        other = (await place.say(CAI, "/dice", elsewhere)).notice
        assert other is not None, "another chat's throws are not this one's"


async def test_few_throws_are_not_judged() -> None:
    async with room() as place:
        code = await opened(place, "/play parchis seats=Y,R auto=no lot=yes")
        await place.say(ANA, f"/roll {code}")
        told = (await place.say(CAI, "/dice")).screen
        assert told is not None
        assert "1 roll" in told.text.plain
        assert "Too few rolls to tell" in told.text.plain


async def test_the_proof_reaches_a_telegram_group_as_a_document(tmp_path: Path) -> None:
    ana, bea = User(7001, "Ana", language_code="es"), User(7002, "Bea", language_code="it")
    async with telegram_room() as place:
        await place.say(ana, "/play palma")
        await place.say(bea, "/join")
        await place.say(ana, "/start")
        code = (await place.table()).id
        await place.play_out(code, [ana, bea])
        asked = await place.say(ana, "/verify")
        sent = place.server.of(place.group)[-1]
        assert sent.document is not None
        assert (sent.reply_to, sent.document[0]) == (asked, f"palmares-{code}.txt")
        assert "prueba" in sent.text
        status, _ = verified(Document(sent.document[0], sent.document[1].decode()), tmp_path)
        assert status == 0
        await place.say(bea, "/dice")
        assert place.server.of(place.group)[-1].photo is not None
        assert place.server.refused == []
