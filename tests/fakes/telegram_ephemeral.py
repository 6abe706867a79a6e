"""Check and find messages of a group that one person alone sees, as Bot API 10.2 and 10.3 have them."""

from __future__ import annotations

from collections.abc import Iterable

from tests.fakes.telegram_params import Params
from tests.fakes.telegram_rules import Refused
from tests.fakes.telegram_world import BOT, Chat, Message

METHODS = ("editEphemeralMessageText", "deleteEphemeralMessage")


def receiver(version: str, params: Params, chat: Chat) -> int | None:
    """Return who alone is to see a message, None for all; raises Refused. A server knows its own parameters only."""
    if version == "10.2":
        person = params.get("receiver_user_id")
    elif version == "10.3":
        person = params.get("ephemeral_message_parameters", {}).get("receiver_user_id")
    else:
        return None
    if person is None:
        return None
    if chat.kind not in ("group", "supergroup") or BOT not in chat.admins:
        raise Refused("CHAT_ADMIN_REQUIRED")
    return int(person)


def find(messages: Iterable[Message], params: Params) -> Message:
    """Return the message that a call is about; raises Refused."""
    wanted = params["receiver_user_id"], params["ephemeral_message_id"]
    for one in messages:
        if one.chat.id == params["chat_id"] and (one.receiver, one.ephemeral) == wanted and not one.gone:
            return one
    raise Refused("MESSAGE_ID_INVALID")
