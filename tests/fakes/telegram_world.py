"""Keep Telegram's chats, people and messages, and how they look in an update."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

BOT = 123456789
USERNAME = "PalmaresBot"
ME = {
    "id": BOT,
    "is_bot": True,
    "first_name": "Palmarés",
    "username": USERNAME,
    "can_join_groups": True,
    "can_read_all_group_messages": False,
    "supports_inline_queries": True,
}


@dataclass(frozen=True)
class User:
    """A person with an account."""

    id: int
    first_name: str
    last_name: str | None = None
    language_code: str | None = "en"
    username: str | None = None

    @property
    def json(self) -> dict[str, Any]:
        told = {"id": self.id, "is_bot": False, "first_name": self.first_name, "last_name": self.last_name}
        told |= {"language_code": self.language_code, "username": self.username}
        return {name: value for name, value in told.items() if value is not None}


ANA, BEA, CAI, DAN = (User(1000 + n, name) for n, name in enumerate(("Ana", "Bea", "Cai", "Dan")))


@dataclass
class Chat:
    """A chat; `kind` is private, group or supergroup."""

    id: int
    kind: str = "supergroup"
    forum: bool = False
    kicked: str | None = None
    moved: int | None = None
    pictures: bool = True
    animations: bool = True
    words: bool = True
    topics: set[int] = field(default_factory=set)
    admins: set[int] = field(default_factory=set)
    reactions: frozenset[str] | None = None
    """Which reactions the chat allows; all of Telegram's if that is not set."""

    @property
    def json(self) -> dict[str, Any]:
        told: dict[str, Any] = {"id": self.id, "type": self.kind}
        if self.kind == "private":
            return told | {"first_name": "somebody"}
        return told | {"title": "a group"} | ({"is_forum": True} if self.forum else {})


@dataclass
class Message:
    """A message as its readers see it."""

    chat: Chat
    id: int
    author: User | None
    text: str = ""
    entities: list[dict[str, Any]] = field(default_factory=list)
    photo: bytes | None = None
    animation: bytes | None = None
    document: tuple[str, bytes] | None = None
    rows: list[list[dict[str, Any]]] = field(default_factory=list)
    thread: int | None = None
    reply_to: int | None = None
    quiet: bool = False
    edits: int = 0
    gone: bool = False
    inaccessible: bool = False
    date: int = 1_700_000_000
    receiver: int | None = None
    """Who alone sees it; then `ephemeral` is its number, and it has none among the chat's."""
    ephemeral: int = 0
    reaction: str = ""
    """How the bot has reacted to it."""

    @property
    def file(self) -> str:
        """Telegram's name for what came along."""
        return f"d{abs(self.chat.id)}x{self.id}"

    @property
    def tokens(self) -> list[str]:
        return [button["callback_data"] for button in self._buttons]

    @property
    def _buttons(self) -> list[dict[str, Any]]:
        """Those that tell the bot; others open an address."""
        return [button for row in self.rows for button in row if "callback_data" in button]

    @property
    def ways(self) -> dict[str, str]:
        """The addresses that its other buttons open, by their labels."""
        return {button["text"]: button["url"] for row in self.rows for button in row if "url" in button}

    @property
    def apps(self) -> dict[str, str]:
        """The pages that its buttons open as a Mini App, by their labels."""
        found = [button for row in self.rows for button in row if "web_app" in button]
        return {button["text"]: button["web_app"]["url"] for button in found}

    @property
    def labels(self) -> list[str]:
        return [button["text"] for button in self._buttons]

    @property
    def mentioned(self) -> list[int]:
        return [entity["user"] for entity in self.entities if entity["type"] == "text_mention"]

    @property
    def links(self) -> list[str]:
        return [entity["url"] for entity in self.entities if entity["type"] == "text_link"]

    @property
    def json(self) -> dict[str, Any]:
        if self.inaccessible:
            return {"chat": self.chat.json, "message_id": self.id, "date": 0}
        author = {"id": BOT, "is_bot": True, "first_name": "Palmarés", "username": USERNAME}
        told: dict[str, Any] = {
            "message_id": self.id,
            "date": self.date,
            "chat": self.chat.json,
            "from": self.author.json if self.author is not None else author,
        }
        if self.receiver is not None:
            told |= {"message_id": 0, "ephemeral_message_id": self.ephemeral, "receiver_user": {"id": self.receiver}}
        if self.thread is not None:
            told |= {"message_thread_id": self.thread, "is_topic_message": True}
        if self.photo is not None:
            name = f"f{abs(self.chat.id)}x{self.id}e{self.edits}"
            size = {"file_id": name, "file_unique_id": f"u{name}", "width": 800, "height": 800}
            told |= {"photo": [size], "caption": self.text}
        elif self.animation is not None:
            film = {"file_id": f"a{self.id}", "file_unique_id": f"u{self.id}", "width": 480, "height": 480}
            told |= {"animation": film | {"duration": 60}, "caption": self.text}
        elif self.document is not None:
            file = {"file_id": self.file, "file_unique_id": f"u{self.id}", "file_size": len(self.document[1])}
            told |= {"document": file} | ({"caption": self.text} if self.text else {})
        else:
            told["text"] = self.text
        if self.rows:
            told["reply_markup"] = {"inline_keyboard": self.rows}
        return told


def member(chat: Chat, number: int) -> dict[str, Any]:
    """Return what somebody is in a chat."""
    user = {"id": number, "is_bot": number == BOT, "first_name": "somebody"}
    if number not in chat.admins:
        return {"status": "member", "user": user}
    rights = (
        "can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
        "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
        "can_edit_stories", "can_delete_stories",
    )  # fmt: skip
    return {"status": "administrator", "user": user} | dict.fromkeys(rights, False)
