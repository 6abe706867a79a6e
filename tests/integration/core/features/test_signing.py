"""Exports are signed by the bot's own key, whose public half it tells; demonstration dice are called so."""

from __future__ import annotations

import io
import logging
import os
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.cli import admin, verify
from bot.cli import export as command
from bot.core.common.entropy import Demonstration
from bot.core.domain.dice_mixing import ANSWER
from bot.core.i18n.translator import languages, translator
from bot.core.messages.requests import Person
from bot.core.services.signing import RETIRED, SECRET, renew
from bot.observability import log_setup
from data.open_store import open_store
from data.records import ChatKey, Status
from engine.notation import read
from engine.verify import check
from tests.fakes.games import exported as exported_game
from tests.fakes.room import ANA, BEA, CAI, CHAT, PLATFORM, Room, person, room


async def opened(place: Room, line: str = "/play palma", *mixers: Person) -> str:
    code = await place.opened(line, BEA)
    for who in mixers:
        await place.say(who, f"/mix table={code} {who.name} says so")
    place.clock.time += ANSWER
    await place.say(ANA, f"/start {code}")
    return code


async def proof(place: Room, code: str, who: Person = CAI) -> tuple[str, str]:
    """What /verify says, and its file."""
    told = await place.say(who, f"/verify {code}")
    assert told.notice is not None
    assert told.document is not None
    return told.notice.plain, told.document.text


async def test_the_key_is_made_once_told_to_all_and_checks_what_it_signed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, file = f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "game.txt"
    keys = []
    for _ in range(2):  # two starts of the program
        store = await open_store(address)
        async with room(store, seed=str(len(keys))) as place:
            code = await opened(place, "/play palma", BEA)
            await place.play_out(code, [ANA, BEA])
            told, text = await proof(place, code)
            key = (await place.core.service.keys()).signer.key.hex()
            capsys.readouterr()
            assert f"It's signed with this bot's key: {key}" in told
            assert await admin.run(address, "key") == 0
            assert capsys.readouterr().out.strip() == key
            assert await command.run(address, code) == 0
            assert capsys.readouterr().out == text
        await store.close()
        file.write_text(text, "utf-8")
        assert verify.run(str(file), key) == 0
        assert "said" not in capsys.readouterr().out, "the signature stands for what no replay proves"
        file.write_text(text.replace('"Ana"', '"Eve"'), "utf-8")
        assert verify.run(str(file), key) == 1
        keys.append(key)
    assert keys[0] == keys[1]
    other = await open_store("sqlite:///:memory:")
    async with room(other) as place:
        assert (await place.core.service.keys()).signer.key.hex() != keys[0]
    await other.close()


async def test_all_games_of_the_host_are_exported_with_a_signature(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    store = await open_store(address)
    async with room(store) as place:
        code = await opened(place)
        assert await admin.run(address, "export-all", str(tmp_path / "all")) == 0
        key = (await place.core.service.keys()).signer.key
    await store.close()
    if os.name == "posix":
        assert (tmp_path / "all" / f"palmares-{code}.txt").stat().st_mode & 0o777 == 0o600
        assert (tmp_path / "all").stat().st_mode & 0o777 == 0o700
    record = read((tmp_path / "all" / f"palmares-{code}.txt").read_text("utf-8"))
    assert record.key == key
    assert record.seed is None, "it is still under way"


async def test_the_private_key_is_in_no_log_export_or_answer(capsys: pytest.CaptureFixture[str]) -> None:
    store = await open_store("sqlite:///:memory:")
    async with room(store) as place:
        secret = await store.secret(SECRET, bytes(32))
        code = await opened(place, "/play palma", BEA)
        told, text = await proof(place, code)
        await place.play_out(code, [ANA, BEA])
        over, whole = await proof(place, code)
        mine = (await place.say(ANA, "/mydata")).document
        assert mine is not None
        stream = io.StringIO()
        log_setup.set_up(logging.DEBUG, (), to=stream)
        signer = (await place.core.service.keys()).signer
        logging.getLogger("bot").warning("%s %r %s", place.core.service, signer, secret.hex())
        for shown in (told, text, over, whole, mine.text, stream.getvalue(), repr(place.core.service)):
            assert secret.hex() not in shown
            assert repr(secret)[2:-1] not in shown
    await store.close()


@pytest.mark.parametrize("language", languages())
async def test_verify_says_who_could_foresee_throws_and_whose_words_came_last(language: str) -> None:
    t = translator(language)
    last = (
        "Whoever runs the bot could foresee rolls, but nobody could change one, unless {player}, "
        "who added the last words, was in on it."
    )
    nobody = (
        "Nobody added words, so before the start whoever runs the bot could have seen every roll "
        "and set up the table to suit."
    )
    foresee = t(last, player="Bea"), t(nobody)
    assert language == "en" or not {last.format(player="Bea"), nobody} & set(foresee)
    reader = person("Dan", language)
    async with room() as place:
        mixed, plain = await opened(place, "/play palma", ANA, BEA), await opened(place, "/play palma rated=no")
        for code, words in ((mixed, foresee[0]), (plain, foresee[1])):
            assert words in (await proof(place, code, reader))[0]
            await place.end(code, "resign", [BEA])
            assert words in (await proof(place, code, reader))[0]


async def test_a_chats_dice_from_a_known_seed_are_the_same_whatever_other_chats_do() -> None:
    drawn = []
    for others in (0, 2):
        async with room(demonstration=Demonstration("known"), seed=str(others)) as place:
            for number in range(others):
                await place.say(CAI, "/play palma", ChatKey(PLATFORM, str(number)))
            outcomes = [await place.say(ANA, "/play palma") for _ in range(2)]
            drawn.append([((table := await place.table(one.table)).id, table.seed) for one in outcomes])
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) == 2


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "Demo dice"), ("es", "Dados de demostración"), ("it", "Dadi dimostrativi")],
)
async def test_dice_from_a_known_seed_are_called_so_from_the_lobby_to_the_proof(language: str, words: str) -> None:
    async with room(demonstration=Demonstration("known")) as place:
        await place.say(ANA, f"/language {language} chat")
        reader = person("Dan", language)
        await place.say(CAI, "/play parchis")
        lobby = (await place.table()).id
        assert words in place.live(lobby)[0].screen.text.plain
        await place.say(CAI, f"/close {lobby}")
        code = await opened(place)
        assert words in (await proof(place, code, reader))[0]
        await place.play_out(code, [ANA, BEA])
        assert words in place.messenger.of(CHAT)[-1].screen.text.plain
        told, text = await proof(place, code, reader)
        assert words in told
        assert "[Demonstration true]\n" in text
        (dice,) = [each for each in check(read(text)) if each.name == "dice"]
        assert str(dice).startswith("said  dice: ")
        await place.click(BEA, {"en": "Rematch", "es": "Revancha", "it": "Rivincita"}[language])
        again = await place.table()
        assert again.status is Status.LOBBY
        assert words in place.live(again.id)[0].screen.text.plain, "a rematch too"


async def test_real_dice_are_not_called_so() -> None:
    async with room() as place:
        code = await opened(place)
        await place.end(code, "resign", [BEA])
        assert "Demonstration" not in "".join(await proof(place, code))
        assert not any("Demonstration" in f.text.plain for m in place.messenger.messages for f in m.faces)


async def test_games_signed_before_the_key_was_renewed_still_verify(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address, file = f"sqlite:///{tmp_path / 'games.sqlite3'}", tmp_path / "game.txt"
    store = await open_store(address)
    async with room(store) as place:
        code = await opened(place, "/play palma", BEA)
        await place.play_out(code, [ANA, BEA])
        _, text = await proof(place, code)
        file.write_text(text, "utf-8")
        old = (await place.core.service.keys()).signer.key.hex()
        capsys.readouterr()
        for _ in range(2):
            assert await admin.run(address, "new-key") == 0
        new, *listed = capsys.readouterr().out.splitlines()[-3:]
        assert [line.split()[0] for line in listed][1] == old
        assert all(re.fullmatch(r"[0-9a-f]{64} until 20\d\d-\d\d-\d\d \d\d:\d\d UTC", line) for line in listed)
        assert old not in new

        # the running bot signs with the new key, and tells both
        told, again = await proof(place, code)
        assert f"this bot's key: {new}" in told
        assert f"are signed with this key: {old}" in told
        assert read(again).key == bytes.fromhex(new)

        assert verify.run(str(file), new) == 1
        assert verify.run(str(file), old) == 0
        assert verify.run(str(file), new, old) == 0
        keys = await place.core.service.keys()
        assert keys.owns(bytes.fromhex(old), keys.retired[-1].until)
        assert not keys.owns(bytes.fromhex(old), keys.retired[-1].until + 86_400), "a retired key may be known"
        assert not keys.owns(b"x" * 32, 0.0)
        assert not keys.owns(None, 0.0)
    await store.close()


async def test_a_game_signed_by_a_former_key_is_brought_in_as_this_bots_own() -> None:
    async with room() as place:
        text = exported_game(signer=(await place.core.service.keys()).signer)
        soon = datetime.now(UTC).timestamp() + 60  # a text without a date counts as played now
        await renew(place.store, soon)
        assert (await place.say(ANA, f"/import {text}")).table == "abc234"
        assert "Signed by this bot" in place.messenger.of(CHAT)[-1].screen.text.plain


async def test_a_kept_key_whose_moment_is_damaged_is_listed_and_owns_nothing() -> None:
    async with room() as place:
        await place.store.renew_secret(f"{RETIRED}yesterday", b"k" * 32)
        keys = await place.core.service.keys()
        assert [old.key for old in keys.retired] == [b"k" * 32]
        assert not keys.owns(b"k" * 32, 1.0)
