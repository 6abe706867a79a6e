"""Translate updates into the core's terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from telegram import ChatMember, ChatMemberUpdated, Message, MessageEntity, Update, User
from telegram.constants import ChatType

from bot.core.messages.requests import Person
from bot.platforms.telegram.html import PLATFORM
from bot.platforms.telegram.whispers import name_of
from data.records import ChatKey, PersonKey

WANTED = ("message", "callback_query", "my_chat_member", "chat_member", "inline_query")
"""The kinds of updates to receive. None of them needs privacy mode to be off. Inline queries come only if inline mode
is on.

Telegram sends `chat_member` for other members only if the bot is an administrator.
"""

_OUTSIDE = (ChatMember.LEFT, ChatMember.BANNED)
_SILENT = (*_OUTSIDE, ChatMember.RESTRICTED)


@dataclass(frozen=True, slots=True)
class MessageReceived:
    """A message; `person` is None if it was written in the name of a chat.

    `meant`: the person mentioned by a link, or whose message it replies to. `handle`: the writer's user name for
    mentions. `named`: the names of people mentioned by a link, each after `@` in the text. `file`: Telegram's id and
    size in bytes of a file in it, or in the message it replies to. `quoted`: the text of the bot's message it replies
    to. `at`: when, in Unix seconds.
    """

    chat: ChatKey
    person: Person | None
    text: str
    message: int
    private: bool
    at: float
    meant: Person | None = None
    handle: str | None = None
    file: tuple[str, int] | None = None
    quoted: str | None = None
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A press. `exact`: whether Telegram still knows the message, and so its topic.

    `offered`: whether the message is known to have buttons of that table; others may be forged. `carried`: whether it
    is known to have this very button.
    """

    query: str
    chat: ChatKey
    person: Person
    message: str
    token: str
    private: bool
    exact: bool
    offered: bool
    carried: bool
    handle: str | None = None


@dataclass(frozen=True, slots=True)
class Ignored:
    """A press without a meaning here, which needs an answer all the same."""

    query: str
    chat: ChatKey


@dataclass(frozen=True, slots=True)
class InlinePressed:
    """A press of a message that somebody sent by inline mode. `chat` is the presser's private chat."""

    query: str
    chat: ChatKey
    person: Person
    data: str


@dataclass(frozen=True, slots=True)
class InlineAsked:
    """Somebody types the bot's name in any chat. `chat` is their private chat; `offset`: they want more results."""

    query: str
    chat: ChatKey
    person: Person
    offset: str


@dataclass(frozen=True, slots=True)
class ChatMoved:
    """A group became a supergroup."""

    chat: ChatKey
    new: ChatKey


@dataclass(frozen=True, slots=True)
class BotAdded:
    """The bot may now write in this chat; `person` added it. `group`: the chat has other members."""

    chat: ChatKey
    person: Person
    group: bool


@dataclass(frozen=True, slots=True)
class PersonLeft:
    """Somebody left a group. `expelled`: somebody else removed them."""

    chat: ChatKey
    person: PersonKey
    expelled: bool


Event = MessageReceived | ButtonPressed | Ignored | InlinePressed | InlineAsked | ChatMoved | BotAdded | PersonLeft


def read(update: Update) -> Event | None:
    """Return the event in an update that is no press; None if it does not concern the bot."""
    if update.inline_query is not None:
        asked = update.inline_query
        own = ChatKey(PLATFORM, str(asked.from_user.id))
        return InlineAsked(asked.id, own, person_of(asked.from_user), asked.offset)
    if update.my_chat_member is not None:
        return _membership(update.my_chat_member)
    if update.chat_member is not None:
        return _departure(update.chat_member)
    if update.message is not None:
        return _message(update.message)
    return None


def chat_of(raw: Any) -> ChatKey | None:
    """Return the chat of a raw update without reading the rest; None if it has none, as an inline query."""
    try:
        query = raw.get("callback_query")
        if query is None:
            chat = (raw.get("my_chat_member") or raw.get("chat_member") or raw["message"])["chat"]
        else:
            message = query.get("message")
            chat = query["from"] if message is None else message["chat"]
        return ChatKey(PLATFORM, str(chat["id"]))
    except (LookupError, TypeError, AttributeError):
        return None


def person_of(user: User) -> Person:
    return Person(PersonKey(PLATFORM, str(user.id)), user.full_name, user.language_code)


def _message(message: Message) -> Event | None:
    chat = ChatKey(PLATFORM, str(message.chat.id), _thread(message))
    if message.migrate_to_chat_id is not None:
        return ChatMoved(chat, ChatKey(PLATFORM, str(message.migrate_to_chat_id)))
    if message.migrate_from_chat_id is not None:
        return ChatMoved(ChatKey(PLATFORM, str(message.migrate_from_chat_id)), chat)
    if message.left_chat_member is not None:
        return _gone(chat, message.left_chat_member, message.from_user)
    text = message.text or (message.caption if message.document is not None else None)
    if not text or message.is_automatic_forward or message.via_bot is not None:
        return None
    private = message.chat.type == ChatType.PRIVATE
    user = message.from_user
    if message.sender_chat is not None:  # an anonymous administrator, or a channel
        return MessageReceived(chat, None, text, message.message_id, private, message.date.timestamp())
    if user is None or user.is_bot:
        return None
    meant, file = _meant(message), _file(message)
    at, quoted = message.date.timestamp(), _quoted(message)
    text, named = _naming(text, [one for one in message.entities if one.user is not None])
    return MessageReceived(
        chat, person_of(user), text, message.message_id, private, at, meant, user.username, file, quoted, named
    )


def _naming(text: str, links: list[MessageEntity]) -> tuple[str, tuple[str, ...]]:
    """Return a text with `@` before each name that is a link to a person, and these names."""
    units, names = text.encode("utf-16-le"), list[str]()
    for link in sorted(links, key=lambda one: -one.offset):
        before, after = units[: 2 * link.offset], units[2 * link.offset :]
        name = after[: 2 * link.length].decode("utf-16-le", "ignore")
        names.append(name.removeprefix("@"))
        if not name.startswith("@"):
            units = before + "@".encode("utf-16-le") + after
    return units.decode("utf-16-le", "ignore"), tuple(names)


def _file(message: Message) -> tuple[str, int] | None:
    for one in (message, message.reply_to_message):
        if one is not None and one.document is not None:
            return one.document.file_id, one.document.file_size or 0
    return None


def _quoted(message: Message) -> str | None:
    answered = message.reply_to_message
    ours = answered is not None and answered.from_user is not None and answered.from_user.is_bot
    return answered.text if answered is not None and ours else None


def _meant(message: Message) -> Person | None:
    answered = message.reply_to_message.from_user if message.reply_to_message is not None else None
    linked = [entity.user for entity in message.entities if entity.user is not None]
    for user in (*linked, answered):
        if user is not None and not user.is_bot:
            return person_of(user)
    return None


def press_of(query: Mapping[str, Any]) -> Event:
    """Return the event in a raw callback query; raises LookupError, TypeError or AttributeError for nonsense.

    It reads the raw query, since the library would build an object for each part of the pressed message.
    """
    number, message, user, token = str(query["id"]), query.get("message"), query["from"], query.get("data")
    name = " ".join(word for word in (user["first_name"], user.get("last_name")) if word)
    person = Person(PersonKey(PLATFORM, str(user["id"])), name, user.get("language_code"))
    if message is None:  # sent by inline mode
        own = ChatKey(PLATFORM, person.key.user)
        return Ignored(number, own) if token is None else InlinePressed(number, own, person, token)
    exact = message["date"] != 0  # else Telegram knows the message's number alone
    in_topic = exact and message.get("is_topic_message") and message.get("message_thread_id")
    chat = ChatKey(PLATFORM, str(message["chat"]["id"]), str(message["message_thread_id"]) if in_topic else "")
    if token is None:
        return Ignored(number, chat)
    rows = message.get("reply_markup", {}).get("inline_keyboard", ()) if exact else ()
    tokens = [button["callback_data"] for row in rows for button in row if "callback_data" in button]
    return ButtonPressed(
        query=number,
        chat=chat,
        person=person,
        message=name_of(message, user["id"]) if exact else str(message["message_id"]),
        token=token,
        private=message["chat"]["type"] == ChatType.PRIVATE,
        exact=exact,
        offered=not exact or any(_table(each) == _table(token) for each in tokens),
        carried=token in tokens,
        handle=user.get("username"),
    )


def _table(token: str) -> str:
    return token.partition(".")[0]


def _membership(change: ChatMemberUpdated) -> Event | None:
    was, now = change.old_chat_member.status, change.new_chat_member.status
    if (was in _OUTSIDE and now not in _OUTSIDE) or (was in _SILENT and now not in _SILENT):
        group = change.chat.type in (ChatType.GROUP, ChatType.SUPERGROUP)
        return BotAdded(ChatKey(PLATFORM, str(change.chat.id)), person_of(change.from_user), group)
    return None


def _departure(change: ChatMemberUpdated) -> Event | None:
    member = change.new_chat_member
    was_inside = change.old_chat_member.status not in _OUTSIDE
    is_inside = member.status not in _OUTSIDE and getattr(member, "is_member", True)
    if not was_inside or is_inside:
        return None
    return _gone(ChatKey(PLATFORM, str(change.chat.id)), member.user, change.from_user)


def _gone(chat: ChatKey, user: User, by: User | None) -> Event | None:
    """Return the event of a person leaving a group; None for bots."""
    if user.is_bot:
        return None
    return PersonLeft(chat._replace(thread=""), person_of(user).key, by is not None and by.id != user.id)


def _thread(message: Message) -> str:
    """Return the topic; elsewhere a thread is only a chain of replies."""
    return str(message.message_thread_id) if message.is_topic_message and message.message_thread_id else ""
