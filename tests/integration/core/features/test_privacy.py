"""A person's own choices, all that is stored about them, and that nothing is left once they are forgotten."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.core.commands.parser import parse_line
from bot.core.dispatch.dispatcher import deliver_later
from bot.core.domain.dice_mixing import ANSWER
from bot.core.domain.person_settings import PersonSettings, person_settings
from bot.core.features.export.game_export import export
from bot.core.messages.requests import Person, Request
from bot.core.services.recompute import recompute
from data.open_store import open_store
from data.records import ChatKey, PersonKey, PersonRecord, Status
from engine.verify import verify
from tests.fakes.room import BEA, CAI, CHAT, PLATFORM, Room, room, said
from tests.fakes.telegram_room import telegram_room
from tests.fakes.telegram_world import User

ZOE = Person(PersonKey(PLATFORM, "zoe-id-4711"), "Zoë-Xanthippe", "en")
"""An id and a name that are in no file by chance."""


# choosing -----------------------------------------------------------------------------------------------------------


async def test_a_person_chooses_for_themselves() -> None:
    async with room() as place:
        assert "I'll mention you" in said(await place.say(ZOE, "/profile"))
        told = said(await place.say(ZOE, "/profile mentions=no quiet=22-7 zone=-3:30 visible=no"))
        assert "without a mention" in told
        assert "from 22:00 to 7:00 (your time)" in told
        assert "Your time zone: -3:30." in told
        assert "hidden from the leaderboards" in told
        settings = await person_settings(place.store, ZOE.key)
        assert settings == PersonSettings(mentions=False, ranked=False, quiet_from=22, quiet_to=7, place="-3:30")
        assert "no quiet hours" in said(await place.say(ZOE, "/profile quiet=off"))
        assert (await person_settings(place.store, ZOE.key)).mentions is False
        assert await person_settings(place.store, BEA.key) == PersonSettings()


@pytest.mark.parametrize(
    "line", ["quiet=22-24", "quiet=7-7", "quiet=late", "zone=15", "zone=+1:75", "zone=Nowhere", "mentions=perhaps"]
)
async def test_what_makes_no_sense_changes_nothing(line: str) -> None:
    async with room() as place:
        parsed = parse_line("/profile", place.core.registry)
        name, _, value = line.partition("=")
        if name == "mentions":
            with pytest.raises(Exception, match="perhaps"):
                parse_line(f"/profile {line}", place.core.registry)
            return
        outcome = await place.core.dispatcher.command(
            Request(CHAT, ZOE, parsed.name, {name: value, "visible": "no"}), deliver_later
        )
        assert value in said(outcome)
        assert await person_settings(place.store, ZOE.key) == PersonSettings()


async def test_who_does_not_want_to_be_called_is_named_without_a_call() -> None:
    async with room() as place:
        await place.say(ZOE, "/profile mentions=no")
        code = await opened(place, "/play palma first=D auto=no")

        def called() -> set[str]:
            shown = [message.screen.text for message in place.messenger.of(CHAT)]
            return {part.mention.user for text in shown for line in text.lines for part in line if part.mention}

        assert "Zoë-Xanthippe" in place.live(code)[-1].screen.text.plain
        assert ZOE.key.user not in called()
        await place.say(ZOE, f"/roll {code}")
        while await place.actor(code, [ZOE, BEA]) == ZOE:
            await place.press(ZOE, place.live(code)[-1].tokens[0], place.live(code)[-1].id)
        assert BEA.key.user in called()
        await place.say(ZOE, f"/resign {code}")
        assert ZOE.key.user not in called()


# seeing -------------------------------------------------------------------------------------------------------------


async def opened(place: Room, line: str, other: Person = BEA) -> str:
    await place.say(ZOE, line)
    code = (await place.table()).id
    await place.say(other, f"/join {code}")
    await place.say(ZOE, f"/mix table={code} seven seas")
    place.clock.time += ANSWER
    await place.say(ZOE, f"/start {code}")
    return code


async def test_a_person_gets_all_that_is_stored_about_them_and_nothing_of_others() -> None:
    async with room() as place:
        code = await opened(place, "/play palma")
        await place.play_out(code, [ZOE, BEA])
        await place.say(ZOE, "/language it")
        outcome = await place.say(ZOE, "/mydata")
        assert outcome.screen is None
        assert outcome.document is not None
        assert outcome.document.media_type == "application/json"
        data: dict[str, Any] = json.loads(outcome.document.text)
        assert (data["platform"], data["user"]) == (PLATFORM, "zoe-id-4711")
        assert data["person"] == [{"name": "Zoë-Xanthippe", "language": "it", "settings": {}}]
        assert [(seat["table"], seat["name"], seat["status"]) for seat in data["seats"]] == [
            (code, "Zoë-Xanthippe", "over")
        ]
        assert data["hosted"] == [code]
        assert [(each["words"], each["name"]) for each in data["words"]] == [("seven seas", "Zoë-Xanthippe")]
        log = (await place.table(code)).log
        assert len(data["moves"]) == sum(move.seat == 0 and move.automation is None for move in log) > 0
        assert [each["table"] for each in data["results"]] == [code]
        assert len(data["ratings"]) == len(data["rating_changes"]) == 1
        assert "Bea" not in outcome.document.text
        assert (await place.table(code)).seed.hex() not in outcome.document.text
        other = await place.say(CAI, "/mydata")
        assert other.document is not None
        stored = {name: rows for name, rows in json.loads(other.document.text).items() if isinstance(rows, list)}
        assert not any(stored.values())


async def test_in_a_group_it_is_not_told_but_in_private_it_is() -> None:
    zoe = User(7001, "Zoe", language_code="en")
    async with telegram_room() as place:
        await place.say(zoe, "/play palma")
        await place.say(zoe, "/mydata")
        sent = place.server.of(place.group)[-1]
        assert sent.document is None
        assert "private chat" in sent.text
        private = place.server.chat(zoe.id)
        await place.say(zoe, "/mydata", private)
        sent = place.server.of(private)[-1]
        assert sent.document is not None
        assert json.loads(sent.document[1])["hosted"] != []
        assert place.server.refused == []


# forgetting ---------------------------------------------------------------------------------------------------------


def traces(file: Path, words: tuple[str, ...]) -> list[str]:
    """Where in a database these words are: in any column of any table, or in the bytes of any of its files."""
    found = []
    with closing(sqlite3.connect(file)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            for row in connection.execute(f'SELECT * FROM "{table}"'):  # noqa: S608
                found += [f"{table}: {word}" for word in words for value in row if word in str(value)]
    for each in sorted(file.parent.glob(f"{file.name}*")):
        data = each.read_bytes()
        found += [f"{each.name}: {word}" for word in words if word.encode() in data]
    return found


async def test_who_is_forgotten_leaves_no_trace_in_the_file_and_every_game_stays_whole(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite3"
    store = await open_store(f"sqlite:///{file}")
    private = ChatKey(PLATFORM, ZOE.key.user)
    words = (ZOE.key.user, "Xanthippe", "Zoë")
    async with room(store) as place:
        over = []
        for other in (BEA, CAI):
            code = await opened(place, "/play palma", other)
            await place.play_out(code, [ZOE, other])
            over.append(code)
        await place.say(ZOE, "/play palma", private)
        alone = (await place.table()).id
        playing = await opened(place, "/play parchis seats=Y,R auto=no")
        await place.say(CAI, "/play palma")
        lobby = (await place.table()).id
        await place.say(ZOE, f"/join {lobby}")
        await place.say(ZOE, f"/leave {lobby}")
        await place.say(ZOE, f"/join table={lobby}")
        await place.say(ZOE, "/profile quiet=22-7")
        body = json.dumps({"author": {"user": ZOE.key.user, "name": ZOE.name}, "lines": [["hi"]]})
        await store.post_message(CHAT, "said:1", body, None, 1.0, people=[ZOE.key])
        named = json.dumps({"author": None, "lines": [[f"{ZOE.name} throws 5"]]}, ensure_ascii=True)
        await store.post_message(CHAT, "bot:1", named, None, 1.0, people=[ZOE.key, BEA.key])
        await store.post_message(CHAT, "bot:2", json.dumps({"author": None, "lines": [["Bea throws 5"]]}), None, 1.0)
        assert traces(file, words)
        texts = {code: export(await place.table(code)) for code in over}
        standings = await store.standings("palma", "classic", None, 0.0)

        await place.say(ZOE, "/deletemydata")
        question = place.messenger.of(CHAT)[-1]
        told = await place.press(BEA, question.tokens[0], question.id)
        assert "wasn't for you" in said(told)
        assert (await store.person(ZOE.key)) is not None
        await place.press(ZOE, question.tokens[0], question.id)
        assert question.screen.text.plain == "Done: someone's data was deleted at their request."
        await place.core.background.idle()  # the clean-up
        assert traces(file, words) == []

        for code in over:
            table = await place.table(code)
            assert table.status is Status.OVER
            text = export(table)
            assert all(check.passed for check in verify(text))
            assert "seven seas" in text
            assert text.partition("1.")[2] == texts[code].partition("1.")[2], "the moves are the same"
        seats = [(await place.table(code)).seats[0].person for code in over]
        assert seats[0] == seats[1], "one former player, so that ratings can be computed again"
        after = await store.standings("palma", "classic", None, 0.0)
        assert sorted(each.mu for each in after) == sorted(each.mu for each in standings)
        await recompute(store)
        again = await store.standings("palma", "classic", None, 0.0)
        assert sorted(each.mu for each in again) == sorted(each.mu for each in standings)

        assert (await place.table(alone)).status is Status.CANCELLED
        here = await place.table(lobby)
        assert here.status is Status.LOBBY
        assert (here.host, [seat.person for seat in here.seats]) == (CAI.key, [CAI.key, None])
        gone = await place.table(playing)
        assert gone.status is Status.PLAYING or gone.result is not None
        await place.core.publisher.idle()
        for message in place.live(lobby) + place.live(playing):
            assert "Zoë" not in message.screen.text.plain
        data = await place.say(ZOE, "/mydata")
        assert data.document is not None
        assert not any(rows for rows in json.loads(data.document.text).values() if isinstance(rows, list))
    await store.close()
    assert traces(file, words) == []


async def test_one_may_stay_and_a_host_hands_over() -> None:
    async with room() as place:
        await place.say(ZOE, "/play parchis seats=Y,B,R auto=no")
        code = (await place.table()).id
        for who in (BEA, CAI):
            await place.say(who, f"/join {code}")
        await place.say(ZOE, f"/start {code}")
        await place.say(ZOE, "/deletemydata")
        question = place.messenger.of(CHAT)[-1]
        yes, no = question.tokens
        await place.press(ZOE, no, question.id)
        assert "nothing was deleted" in question.screen.text.plain
        assert (await place.table(code)).host == ZOE.key
        await place.press(ZOE, yes, question.id)
        table = await place.table(code)
        assert table.status is Status.PLAYING
        assert table.host == BEA.key
        assert table.seats[0].computer == "casual"
        assert table.seats[0].person is not None
        assert table.seats[0].person.platform == "former"
        await place.core.publisher.idle()
        assert "former player" in place.live(code)[-1].screen.picture.alt + place.live(code)[-1].screen.text.plain  # type: ignore[union-attr]
        await place.play_out(code, [BEA, CAI])
        assert all(check.passed for check in verify(export(await place.table(code))))
        await place.click(BEA, "Rematch")
        following = await place.table()
        assert following.seats[0].is_free, "who deleted their data is not asked for again"
        assert [offer.person for offer in following.lobby.offers] == [CAI.key]


async def test_whoever_comes_back_is_somebody_new() -> None:
    async with room() as place:
        code = await opened(place, "/play palma")
        await place.end(code, "resign", [BEA])
        for _ in range(2):
            await place.say(ZOE, "/deletemydata")
            question = place.messenger.of(CHAT)[-1]
            await place.press(ZOE, question.tokens[0], question.id)
            place.clock.time += 600.0
        await place.say(ZOE, "/play palma")
        assert (await place.table()).host == ZOE.key
        assert await place.store.person(ZOE.key) == PersonRecord(ZOE.key, ZOE.name)


def test_every_table_that_names_people_is_known_to_both() -> None:
    """A new table with people in it must be shown by /mydata and forgotten by /deletemydata."""
    from data.roles import forgetting, privacy
    from data.sqlite.migrations import MEMORY, open_database

    with closing(open_database(MEMORY)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        naming = {
            name
            for name in names
            for column in connection.execute(f'PRAGMA table_info("{name}")')
            if re.search("user|(?<!tour)name", column[1]) and name not in ("migrations", "sqlite_sequence")
        }
    assert {"people", "seats", "tables", "ratings"} <= naming
    for name in naming:
        assert any(re.search(rf"\b{name}\b", each) for each in privacy.ABOUT.values()), name
        assert any(re.search(rf"(UPDATE|DELETE FROM) {name}\b", each) for each in forgetting.FORGET), name


async def test_on_telegram_from_the_question_to_the_end() -> None:
    zoe, bea = User(700142, "Xanthippe", language_code="en"), User(7002, "Bea", language_code="en")
    async with telegram_room() as place:
        await place.say(zoe, "/play palma")
        await place.say(bea, "/join")
        await place.say(zoe, "/start")
        code = (await place.table()).id
        await place.say(zoe, "/deletemydata")
        question = next(one for one in reversed(place.server.live(place.group)) if "really delete" in one.text)
        assert "wasn't for you" in (await place.press(bea, question, question.tokens[0]) or "")
        await place.press(zoe, question, question.tokens[0])
        assert "was deleted" in question.text
        record = await place.table(code)
        assert record.status is Status.OVER
        assert {seat.name for seat in record.seats} == {"", "Bea"}
        assert not [one.text for one in place.server.live(place.group) if "Xanthippe" in one.text]
        assert place.server.refused == []
