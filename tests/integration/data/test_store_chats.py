"""What every store promises about people, chats and their messages, asked of each."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.errors import NoTable, StaleTable
from data.records import CallerRecord, ChatKey, ChatRecord, PersonKey, PersonRecord, SeatRecord, Status
from data.store import Store
from tests.fakes.store_samples import ANA, CHAT, IMPOSSIBLE, NASTY, after, board, table


class TestPeopleAndChats:
    async def test_unknown(self, store: Store) -> None:
        assert await store.person(ANA) is None
        assert await store.chat(CHAT) is None

    async def test_any_text_comes_back_as_it_was(self, store: Store) -> None:
        people = [PersonRecord(PersonKey("web", text), text, "es") for text in NASTY]
        chats = [ChatRecord(ChatKey("web", text, text), "it") for text in NASTY]
        for person, chat in zip(people, chats, strict=True):
            await store.save_person(person)
            await store.save_chat(chat)
        assert [await store.person(person.key) for person in people] == people
        assert [await store.chat(chat.key) for chat in chats] == chats
        assert await store.person(ANA) is None

    async def test_saving_again_replaces(self, store: Store) -> None:
        await store.save_person(PersonRecord(ANA, "Ana", "es"))
        await store.save_person(PersonRecord(ANA, "Anita"))
        assert await store.person(ANA) == PersonRecord(ANA, "Anita")
        await store.save_chat(ChatRecord(CHAT, "it", '{"a": 1}'))
        await store.save_chat(ChatRecord(CHAT))
        assert await store.chat(CHAT) == ChatRecord(CHAT)

    async def test_text_no_database_keeps_is_refused(self, store: Store) -> None:
        for text in IMPOSSIBLE:
            with pytest.raises(ValueError, match="name must"):
                await store.save_person(PersonRecord(ANA, text))
            with pytest.raises(ValueError, match="nonce must"):
                await store.post_message(CHAT, text, "{}", None, 0.0)
            with pytest.raises(ValueError, match="name must"):
                await store.create(table(seats=(SeatRecord("Y", ANA, text),)), limit=9)
            assert await store.person(PersonKey("web", text)) is None
            assert await store.table(text) is None
            assert await store.moves(text) == []
        assert await store.person(ANA) is None
        assert await store.all_tables() == []

    async def test_settings_that_are_no_json_are_refused(self, store: Store) -> None:
        with pytest.raises(ValueError, match="cannot be stored"):
            await store.save_chat(ChatRecord(CHAT, settings="{"))
        assert await store.chat(CHAT) is None


class TestCallers:
    async def test_asking_twice_is_asking_once_and_who_asked_first_is_first(self, store: Store) -> None:
        bea = PersonKey("web", "bea")
        for person, name in ((ANA, "Ana"), (bea, "Bea"), (ANA, "Anita")):
            await store.save_caller(CallerRecord(CHAT, person, name))
        assert await store.callers(CHAT, limit=9) == [
            CallerRecord(CHAT, ANA, "Anita"),
            CallerRecord(CHAT, bea, "Bea"),
        ]
        assert await store.callers(CHAT, limit=1) == [CallerRecord(CHAT, ANA, "Anita")]
        assert await store.callers(CHAT, limit=0) == await store.callers(CHAT, limit=-1) == []
        assert await store.callers(ChatKey("web", "other"), limit=9) == []
        assert await store.drop_caller(CHAT, ANA)
        assert not await store.drop_caller(CHAT, ANA)
        assert await store.callers(CHAT, limit=9) == [CallerRecord(CHAT, bea, "Bea")]

    async def test_they_go_along_when_their_chat_moves(self, store: Store) -> None:
        new = ChatKey("web", "square")
        for chat in (CHAT, new):
            await store.save_caller(CallerRecord(chat, ANA, "Ana"))
        await store.move_chat(CHAT, new)
        assert await store.callers(CHAT, limit=9) == []
        assert await store.callers(new, limit=9) == [CallerRecord(new, ANA, "Ana")]


class TestMovedChats:
    NEW = ChatKey("web", "square", "")

    async def test_tables_move_one_version_up_and_their_boards_are_forgotten(self, store: Store) -> None:
        other = ChatKey("web", "plaza")
        later, log = after(table("t2", created=2.0))
        await store.create(table("t2", created=2.0), limit=9)
        await store.create(table("t1", created=1.0, status=Status.OVER), limit=9)
        await store.create(table("t3", chat=other), limit=9)
        await store.update(later, expected=0, moves=log)
        await store.save_board(board("t2", "m1", 1))
        await store.save_board(replace(board("t2", "m2", 1), chat=other))
        assert await store.move_chat(CHAT, self.NEW) == ["t2", "t1"]
        assert await store.table("t2") == replace(later, chat=self.NEW, version=2)
        assert await store.moves("t2") == log
        assert [one.id for one in await store.tables(CHAT, Status)] == []
        assert [one.id for one in await store.tables(self.NEW, Status)] == ["t1", "t2"]
        assert [one.message for one in await store.boards("t2")] == ["m2"]
        assert [one.message for one in await store.dirty_boards(9)] == ["m2"]
        assert await store.table("t3") == table("t3", chat=other)

    async def test_what_was_under_way_is_stale(self, store: Store) -> None:
        await store.create(table(), limit=9)
        await store.move_chat(CHAT, self.NEW)
        with pytest.raises(StaleTable):
            await store.update(after(table())[0], expected=0, moves=after(table())[1])

    async def test_settings_move_unless_there_are_new_ones(self, store: Store) -> None:
        await store.save_chat(ChatRecord(CHAT, "it", '{"a": 1}'))
        assert await store.move_chat(CHAT, self.NEW) == []
        assert await store.chat(CHAT) is None
        assert await store.chat(self.NEW) == ChatRecord(self.NEW, "it", '{"a": 1}')
        await store.save_chat(ChatRecord(CHAT, "es"))
        await store.move_chat(CHAT, self.NEW)
        assert await store.chat(CHAT) is None
        assert await store.chat(self.NEW) == ChatRecord(self.NEW, "it", '{"a": 1}')

    async def test_again_and_in_place_change_nothing(self, store: Store) -> None:
        await store.create(table(), limit=9)
        assert await store.move_chat(CHAT, CHAT) == []
        assert await store.move_chat(CHAT, self.NEW) == ["t1"]
        assert await store.move_chat(CHAT, self.NEW) == []
        assert await store.table("t1") == table(chat=self.NEW, version=1)


class TestBoards:
    async def test_behind_until_caught_up(self, store: Store) -> None:
        await store.create(table(), limit=9)
        await store.save_board(board())
        assert await store.dirty_boards(9) == []
        now, log = after(table())
        await store.update(now, expected=0, moves=log)
        assert await store.dirty_boards(9) == [board()]
        await store.save_board(board(version=1))
        assert await store.dirty_boards(9) == []
        assert await store.boards("t1") == [board(version=1)]

    async def test_what_is_in_doubt_is_behind_and_shown_to_nobody_but_has_called(self, store: Store) -> None:
        await store.create(table(version=5), limit=9)
        called = [replace(board(message=face, version=5), face=face) for face in ("ab!", "ab")]
        others = [board(message="3", version=5, live=False), replace(board(version=5), chat=ChatKey("web", "plaza"))]
        for one in (*called, *others):
            await store.save_board(one)
        await store.doubt_boards("t1", CHAT)
        await store.doubt_boards("t2", CHAT)
        doubted = [replace(called[0], version=4, face="!"), replace(called[1], version=4, face="")]
        assert await store.dirty_boards(9) == doubted
        assert await store.boards("t1") == [*doubted, *others]
        await store.save_board(called[0])
        assert await store.dirty_boards(9) == doubted[1:]

    async def test_a_version_never_goes_back(self, store: Store) -> None:
        await store.create(table(version=5), limit=9)
        await store.save_board(board(version=5, live=False))
        await store.save_board(board(version=4, live=True))
        assert await store.boards("t1") == [board(version=5, live=False)]
        await store.save_board(board(version=5, live=True))
        assert await store.boards("t1") == [board(version=5)]

    async def test_oldest_first_limited_and_live_only(self, store: Store) -> None:
        await store.create(table(version=3), limit=9)
        kept = [board(message=str(n), version=n, live=n != 1) for n in (2, 1, 0, 3)]
        for one in kept:
            await store.save_board(one)
        assert await store.boards("t1") == kept
        assert await store.dirty_boards(9) == [kept[0], kept[2]]
        assert await store.dirty_boards(1) == [kept[0]]
        assert await store.dirty_boards(0) == await store.dirty_boards(-1) == []
        await store.drop_board(kept[0])
        await store.drop_board(kept[0])
        assert await store.dirty_boards(10**30) == [kept[2]]
        assert await store.boards("nothing") == []

    async def test_open_tables_that_nobody_has_shown_are_found_by_when_they_were_opened(self, store: Store) -> None:
        for number, status in enumerate((Status.LOBBY, Status.PLAYING, Status.OVER, Status.LOBBY)):
            await store.create(table(f"t{number}", status=status, created=50.0 - number), limit=9)
        assert await store.unshown_tables(0.0, 9) == ["t3", "t1", "t0"]
        assert await store.unshown_tables(48.5, 9) == ["t1", "t0"]
        assert await store.unshown_tables(0.0, 1) == ["t3"]
        assert await store.unshown_tables(0.0, -1) == []
        await store.save_board(board("t1", live=False))
        assert await store.unshown_tables(0.0, 9) == ["t3", "t0"]

    async def test_a_call_is_kept_apart_and_never_behind(self, store: Store) -> None:
        await store.create(table(), limit=9)
        call = replace(board(message="c", live=False), call=True)
        await store.save_board(board())
        await store.save_board(call)
        now, log = after(table())
        await store.update(now, expected=0, moves=log)
        assert await store.boards("t1") == [board(), call]
        assert await store.dirty_boards(9) == [board()]
        await store.drop_board(call)
        assert await store.boards("t1") == [board()]

    async def test_a_board_needs_its_table(self, store: Store) -> None:
        with pytest.raises(NoTable):
            await store.save_board(board("nowhere"))


class TestMessages:
    async def test_a_nonce_posts_once(self, store: Store) -> None:
        first = await store.post_message(CHAT, "n", '{"a":1}', b"png", 1.0)
        again = await store.post_message(CHAT, "n", '{"a":2}', None, 2.0)
        other = await store.post_message(ChatKey("web", "x"), "n", "{}", None, 3.0)
        assert first == again
        assert (first.revision, first.body, first.at, first.chat) == (0, '{"a":1}', 1.0, CHAT)
        assert other.id > first.id
        assert await store.picture(first.id) == b"png"
        assert await store.picture(other.id) is None
        assert await store.messages(CHAT, limit=9) == [first]

    async def test_editing(self, store: Store) -> None:
        first = await store.post_message(CHAT, "n", "1", b"\x00\xff", 1.0)
        second = await store.edit_message(first.id, "2", None, keep_picture=True)
        assert second == replace(first, revision=1, body="2")
        assert await store.picture(first.id) == b"\x00\xff"
        assert await store.edit_message(first.id, "3", None) == replace(first, revision=2, body="3")
        assert await store.picture(first.id) is None
        assert await store.edit_message(first.id + 1, "3", None) is None
        assert await store.picture(10**30) is None

    async def test_taking_one_away(self, store: Store) -> None:
        first = await store.post_message(CHAT, "n", "1", None, 1.0)
        second = await store.post_message(CHAT, "m", "2", None, 2.0)
        assert not await store.drop_message(ChatKey("web", "x"), first.id)
        assert await store.drop_message(CHAT, first.id)
        assert not await store.drop_message(CHAT, first.id)
        assert await store.messages(CHAT, limit=9) == [second]

    async def test_newest_last_and_pruned_ids_do_not_return(self, store: Store) -> None:
        posted = [await store.post_message(CHAT, str(n), str(n), None, float(n)) for n in range(6)]
        other = await store.post_message(ChatKey("web", "x"), "n", "{}", None, 3.0)
        assert await store.messages(CHAT, limit=2) == posted[4:]
        assert await store.messages(CHAT, limit=0) == await store.messages(CHAT, limit=-1) == []
        await store.prune_messages(CHAT, keep=4)
        assert await store.messages(CHAT, limit=9) == posted[2:]
        await store.prune_messages(CHAT, keep=9)
        assert await store.messages(CHAT, limit=9) == posted[2:]
        await store.prune_messages(CHAT, keep=0)
        assert await store.messages(CHAT, limit=9) == []
        assert await store.messages(ChatKey("web", "x"), limit=9) == [other]
        assert (await store.post_message(CHAT, "1", "{}", None, 9.0)).id > other.id

    async def test_one_is_found_in_its_own_chat_only(self, store: Store) -> None:
        first = await store.post_message(CHAT, "n", "1", None, 1.0)
        assert await store.message(CHAT, first.id) == first
        assert await store.message(ChatKey("web", "x"), first.id) is None
        assert await store.message(CHAT, first.id + 1) is None
        assert await store.message(CHAT, 10**30) is None

    async def test_a_message_that_an_open_table_lives_on_is_never_pruned(self, store: Store) -> None:
        posted = [await store.post_message(CHAT, str(n), str(n), None, float(n)) for n in range(9)]
        for name in ("t1", "t2"):
            await store.create(table(name), limit=9)
        shown = {posted[1]: board("t1"), posted[2]: board("t1", live=False), posted[3]: board("t2")}
        for message, record in shown.items():
            await store.save_board(replace(record, message=str(message.id)))
        await store.save_board(replace(board("t1"), message=str(posted[4].id), chat=ChatKey("web", "x")))
        kept = [posted[1], posted[3], *posted[7:]]
        assert await store.messages(CHAT, limit=2) == kept
        assert await store.prune_messages(CHAT, keep=2) == [posted[n].id for n in (0, 2, 4, 5, 6)]
        assert await store.messages(CHAT, limit=9) == kept
        over, log = after(table("t1"))
        await store.update(replace(over, status=Status.OVER), expected=0, moves=log)
        assert await store.prune_messages(CHAT, keep=2) == [posted[1].id]
        assert await store.messages(CHAT, limit=9) == [posted[3], *posted[7:]]
        assert await store.prune_messages(CHAT, keep=2) == []


async def test_a_command_is_taken_once_by_whomever(store: Store) -> None:
    taken = await asyncio.gather(*(store.take_command("1", name, 100.0) for name in "aabab"))
    assert sorted(taken) == [False, False, False, True, True]
    assert await store.take_command("2", "a", 100.0)
    await store.forget_commands(100.0)
    assert not await store.take_command("1", "a", 200.0)
    await store.forget_commands(100.5)
    assert await store.take_command("1", "a", 200.0)
