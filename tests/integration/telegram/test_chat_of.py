"""A quick look finds the chat of an update, and it is the one that parsing the update gives."""

from __future__ import annotations

from typing import Any

import pytest
from telegram import Update

from bot.platforms.telegram.updates import chat_of, press_of, read
from tests.fakes.telegram_world import ANA, BEA, BOT, Chat

GROUP = Chat(-1001234567890, forum=True)
SAID = {"message_id": 7, "from": ANA.json, "chat": GROUP.json, "date": 1, "text": "/play"}
PRESSED = {"id": "q", "from": ANA.json, "chat_instance": "1", "data": "t.1.throw"}
MEMBER = {"user": {"id": BOT, "is_bot": True, "first_name": "Palmarés"}}
UPDATES: dict[str, dict[str, Any]] = {
    "said": {"message": SAID},
    "said in a topic": {"message": SAID | {"message_thread_id": 5, "is_topic_message": True}},
    "said in private": {"message": SAID | {"chat": Chat(ANA.id, "private").json}},
    "moved": {"message": SAID | {"migrate_to_chat_id": -100999}},
    "left": {
        "message": {name: SAID[name] for name in ("message_id", "from", "chat", "date")}
        | {"left_chat_member": BEA.json}
    },
    "put out": {
        "chat_member": {"chat": GROUP.json, "from": ANA.json, "date": 1}
        | {
            "old_chat_member": {"user": BEA.json, "status": "member"},
            "new_chat_member": {"user": BEA.json, "status": "kicked", "until_date": 0},
        }
    },
    "pressed": {"callback_query": PRESSED | {"message": SAID}},
    "pressed on an old message": {
        "callback_query": PRESSED | {"message": {"chat": GROUP.json, "message_id": 7, "date": 0}}
    },
    "pressed inline": {"callback_query": PRESSED | {"inline_message_id": "x"}},
    "added": {
        "my_chat_member": {"chat": GROUP.json, "from": ANA.json, "date": 1}
        | {"old_chat_member": MEMBER | {"status": "left"}, "new_chat_member": MEMBER | {"status": "member"}}
    },
}


@pytest.mark.parametrize("raw", UPDATES.values(), ids=UPDATES)
def test_it_is_the_chat_that_reading_tells(raw: dict[str, Any]) -> None:
    query = raw.get("callback_query")
    event = read(Update.de_json({"update_id": 1, **raw}, None)) if query is None else press_of(query)
    assert event is not None
    chat = chat_of(raw)
    assert chat is not None
    assert (chat.platform, chat.chat) == (event.chat.platform, event.chat.chat)


@pytest.mark.parametrize(
    "raw",
    [None, 5, [], {}, {"message": None}, {"message": {"chat": "x"}}, {"callback_query": 5}, {"poll": {}},
     {"callback_query": {"from": None}}, {"my_chat_member": {"chat": {}}}],
)  # fmt: skip
def test_nonsense_has_none(raw: Any) -> None:
    assert chat_of(raw) is None
