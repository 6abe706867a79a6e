"""The messages of a fake Bot API: sent, edited, deleted and reacted to, by the rules of their chats."""

from __future__ import annotations

from tests.fakes import telegram_ephemeral as ephemeral
from tests.fakes import telegram_rules as rules
from tests.fakes.telegram_contents import attach, fill, react
from tests.fakes.telegram_faults import Failed, Fault, flood
from tests.fakes.telegram_params import Params
from tests.fakes.telegram_rates import Rates
from tests.fakes.telegram_rules import Refused
from tests.fakes.telegram_world import Chat, Message


class Messages:
    """The chats of a bot and what was written there."""

    def __init__(self, rates: Rates | None = None) -> None:
        self.chats: dict[int, Chat] = {}
        self.messages: list[Message] = []
        self.floods = 0
        self.ephemeral = ""  # the Bot API's version where it has messages for one person of a group: 10.2 or 10.3
        self._rates = rates

    def of(self, chat: Chat) -> list[Message]:
        """Return what a chat shows of the bot."""
        shown = [one for one in self.messages if one.author is None and one.receiver is None and not one.gone]
        return [one for one in shown if one.chat is chat]

    def live(self, chat: Chat) -> list[Message]:
        """Messages with buttons that tell the bot."""
        return [one for one in self.of(chat) if one.tokens]

    def _number(self, chat: Chat) -> int:
        """Give a new message its number: a supergroup counts its own, all other chats of the bot count together."""
        alike = [one for one in self.messages if one.chat is chat or "supergroup" not in (chat.kind, one.chat.kind)]
        return len(alike) + 1

    async def _send(self, params: Params) -> Params:
        chat = self._place(params)
        thread = params.get("message_thread_id")
        if thread is not None and thread not in chat.topics:
            raise Refused("message thread not found")
        reply = params.get("reply_parameters", {})
        message = Message(chat, self._number(chat), None, thread=thread, reply_to=reply.get("message_id"))
        message.quiet = bool(params.get("disable_notification"))
        message.receiver = ephemeral.receiver(self.ephemeral, params, chat)
        message.ephemeral = len(self.messages) + 7_000_000
        attach(message, params)
        fill(message, params)
        self.messages.append(message)
        return message.json

    async def _whispered(self, params: Params) -> bool:
        message = ephemeral.find(self.messages, params)
        if params[""] == "deleteEphemeralMessage":
            message.gone = True
        else:
            self._place(params)
            fill(message, params)
            message.edits += 1
        return True

    async def _edit(self, params: Params) -> Params:
        chat = self._place(params)
        message = next((one for one in self.of(chat) if one.id == params["message_id"]), None)
        if message is None:
            raise Refused("message to edit not found")
        before = (message.text, message.entities, message.photo, message.rows)
        if params[""] == "editMessageReplyMarkup":
            message.rows = rules.markup(params.get("reply_markup"), private=message.chat.id > 0)
        else:
            fill(message, params)
        if (message.text, message.entities, message.photo, message.rows) == before:
            raise Refused(rules.NOT_MODIFIED)
        message.edits += 1
        return message.json

    async def _delete(self, params: Params) -> bool:
        chat = self._place(params)
        message = next((one for one in self.of(chat) if one.id == params["message_id"]), None)
        if message is None:
            raise Refused("message to delete not found")
        message.gone = True
        return True

    async def _react(self, params: Params) -> bool:
        chat = self._chat(params)
        react([one for one in self.messages if one.chat is chat and not one.gone], chat, params)
        return True

    async def _delete_all(self, params: Params) -> bool:
        chat, numbers = self._place(params), params["message_ids"]
        if not 1 <= len(numbers) <= rules.DELETED:
            raise Refused("too many message identifiers specified")
        for one in self.of(chat):
            one.gone = one.gone or one.id in numbers
        return True

    def _chat(self, params: Params) -> Chat:
        """Return the chat of a call, if the bot is in it; raises Refused."""
        chat = self.chats.get(params["chat_id"])
        if chat is None:
            raise Refused("chat not found")
        if chat.kicked is not None:
            raise Failed(Fault(403, f"Forbidden: {chat.kicked}"))
        return chat

    def _place(self, params: Params) -> Chat:
        """Return the chat of a call, if the bot may speak there now; raises Refused."""
        chat = self._chat(params)
        if chat.moved is not None:
            more = {"migrate_to_chat_id": chat.moved}
            raise Failed(Fault(400, "Bad Request: group chat was upgraded to a supergroup chat", more))
        if not chat.words:
            raise Refused("not enough rights to send text messages to the chat")
        wait = self._rates.take(chat.id) if self._rates is not None else None
        if wait is not None:
            self.floods += 1
            raise Failed(flood(wait))
        return chat
