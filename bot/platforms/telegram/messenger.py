"""The `Messenger` of platform "telegram", with replies to people."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar

from telegram import (
    InputMediaAnimation,
    InputMediaPhoto,
    LinkPreviewOptions,
    Message,
    ReplyParameters,
)
from telegram.constants import ParseMode

from bot.core.common.lru import LruDict
from bot.core.messages.button_tokens import Verb
from bot.core.messages.content import Document, Part, Picture, Screen, Text
from bot.core.messages.ports import NOT_TOLD, Abilities, MessageGone, NotAllowed
from bot.core.messages.requests import SharedTable, ShareLinks
from bot.platforms.telegram.buttons import Link, Opens, keyboard
from bot.platforms.telegram.client import Client
from bot.platforms.telegram.deep_links import LinkAction, link_to
from bot.platforms.telegram.errors import (
    Moved,
    NoCaption,
    NoMoments,
    NoPictures,
    NoText,
    TooOld,
    Unchanged,
    translated,
)
from bot.platforms.telegram.html import PLATFORM, answer, caption, html, mentions, message
from bot.platforms.telegram.message_numbers import MessageNumbers
from bot.platforms.telegram.mini_app import MiniAppLinks
from bot.platforms.telegram.rate_limits import is_private
from bot.platforms.telegram.shown_pictures import ShownPictures
from data.records import ChatKey, PersonKey
from render.films.film import media_types

T = TypeVar("T")
OnMove = Callable[[ChatKey, ChatKey], Awaitable[None]]

REMEMBERED = 1000
LONG_NOTICE = 80
"""Length in characters from which a notice stays until it is closed; shorter ones fade."""

_MOVING = "video/mp4"
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


class TelegramMessenger:
    """Each call is one call of the Bot API. Raises TryLater, MessageGone, NotAllowed, and Failed for the rest.

    A chat that has moved raises MessageGone, after `on_move` gets its new id.
    """

    threads = None
    abilities = (
        Abilities(  # no threads: only a group's administrators open topics; still boards: Telegram loops videos
            films=(_MOVING, "image/gif"), deletes=100, motion=_MOVING if _MOVING in media_types() else ""
        )
    )

    def __init__(self, client: Client, app: MiniAppLinks | None = None) -> None:
        self._client = client
        self._app = app
        self.abilities = replace(self.abilities, app=app is not None)
        self._posted = LruDict[tuple[ChatKey, str], str](REMEMBERED)
        self._worded = LruDict[tuple[ChatKey, str], None](REMEMBERED)
        """Messages that should have a picture but were posted as text."""
        self._moved = LruDict[str, None](REMEMBERED)
        self._moments = True
        """Whether the server can show times in each reader's zone; before Bot API 9.5 it cannot."""
        self.numbers = MessageNumbers()
        self.pictures = ShownPictures()
        self.on_move: OnMove | None = None

    @property
    def username(self) -> str:
        """Return the bot's user name, known once it is connected."""
        return self._client.username

    @property
    def secret(self) -> str:
        """Return the secret that signs the bot's links."""
        return self._client.token

    # the Messenger protocol -----------------------------------------------------------------------------------------

    def below(self, chat: ChatKey, message: str) -> int | None:
        """Return how many messages are known below one; None if the numbers do not say."""
        return self.numbers.below(chat, int(message)) if message.isdecimal() else None

    def languages(self, chat: ChatKey) -> frozenset[str]:  # noqa: ARG002
        return frozenset()

    async def private(self, person: PersonKey) -> ChatKey | None:
        """Return the chat with a person; it can be written to once they have written there."""
        return ChatKey(PLATFORM, person.user)

    async def post(self, chat: ChatKey, screen: Screen, *, nonce: str) -> str:
        """Post a message and return its id; a nonce this process has used returns the same message."""
        known = self._posted.get((chat, nonce))
        if known is not None:
            return known
        try:
            posted = await _still_if_need_be(screen, lambda shown: self._send(chat, shown))
        except NoPictures:
            posted = await self._send(chat, in_words(screen))
            self._worded[chat, str(posted)] = None
        self._posted[chat, nonce] = str(posted)
        return str(posted)

    async def edit(self, chat: ChatKey, message: str, screen: Screen) -> None:
        with suppress(Unchanged):
            try:
                await _still_if_need_be(screen, lambda shown: self._replace(chat, message, shown))
            except NoPictures:
                await self._replace(chat, message, in_words(screen))

    async def retire(
        self,
        chat: ChatKey,
        message: str,
        text: Text,
        *,
        pictured: bool,
        told: Mapping[str, Text] = NOT_TOLD,  # noqa: ARG002
    ) -> None:
        self._place(chat)
        self._forget(chat, message)
        pictured = pictured and (chat, message) not in self._worded
        with suppress(Unchanged):
            try:
                await self._reword(chat, message, Screen(text), pictured=pictured)
            except NoPictures:
                await self._without_buttons(chat, message)

    async def delete(self, chat: ChatKey, *messages: str) -> None:
        """Delete messages; raises MessageGone for a single one, also if it is too old to delete."""
        place, numbers = self._place(chat), [_number(name) for name in messages]
        for name in messages:
            self._forget(chat, name)
        if len(numbers) == 1:
            await self._ask(chat, messages[0], lambda: self._client.delete_message(place, numbers[0]))
        else:
            await self._ask(chat, None, lambda: self._client.delete_messages(place, numbers))
        self.numbers.gone(chat.chat, *numbers)

    def links_to(self, shared: SharedTable) -> ShareLinks:
        """Return the address that leads a person to a table, and the one that adds it to a group."""
        action = LinkAction.JOIN if shared.joins else LinkAction.WATCH
        here = link_to(self._client.username, action, shared.code)
        group = link_to(self._client.username, action, shared.code, group=True)
        table = shared.code.partition("-")[0]  # an app lets nobody sit by an invitation's secret
        return ShareLinks(here, group, app=self._app.link(self.username, table) if self._app is not None else None)

    async def fetch(self, file: str) -> bytes:
        with translated():
            remote_file = await self._client.get_file(file)
            return bytes(await remote_file.download_as_bytearray())

    # answers to people ----------------------------------------------------------------------------------------------

    async def say(self, chat: ChatKey, screen: Screen) -> None:
        """Post a message that answers nothing and never changes."""
        await self._send(chat, screen)

    async def reply(
        self,
        chat: ChatKey,
        to: int | None,
        screen: Screen,
        document: Document | None = None,
        link: Link | None = None,
    ) -> int:
        """Reply to a message, perhaps with a file or a link button; return the reply's id."""
        if document is None:
            return await self._send(chat, screen, to, link)
        return await self._send_file(chat, screen.text, document, to)

    async def react(self, chat: ChatKey, to: int, emoji: str) -> None:
        """React to a message; raises NotAllowed if the chat allows no such reaction."""
        place = self._place(chat)
        with translated():
            await self._client.set_message_reaction(place, to, emoji)

    async def answer(self, query: str, notice: Text | None, opens: str = "") -> bool:
        """Answer a press: the button stops waiting, and the person alone reads the notice.

        `opens`: the code of a table that opens in private instead. Return whether the button still waited.
        """
        words = answer(notice) if notice is not None and not opens else None
        with suppress(TooOld), translated():
            await self._client.answer_callback_query(
                query,
                text=words,
                show_alert=words is not None and len(words) > LONG_NOTICE,
                url=link_to(self._client.username, LinkAction.WATCH, opens) if opens else None,
            )
            return True
        return False

    # --------------------------------------------------------------------------------------------------------------

    async def _send(self, chat: ChatKey, screen: Screen, to: int | None = None, way: Link | None = None) -> int:
        place, thread = self._place(chat), int(chat.thread) if chat.thread else None
        rows, quiet, link = keyboard(screen, way, self._opens(chat)), not mentions(screen.text), self._link(screen)
        reply, picture = _reply_to(to), screen.picture

        async def call() -> int:
            if picture is None:
                sent = await self._client.send_message(
                    place,
                    self._html(message(screen.text), link),
                    parse_mode=ParseMode.HTML,
                    reply_markup=rows,
                    message_thread_id=thread,
                    disable_notification=quiet,
                    reply_parameters=reply,
                    link_preview_options=_NO_PREVIEW,
                )
            else:
                moving = picture.media_type in self.abilities.films
                send = self._client.send_animation if moving else self._client.send_photo
                sent = await send(
                    place,
                    picture.data,
                    caption=self._html(caption(screen.text), link),
                    filename=_name(picture),
                    parse_mode=ParseMode.HTML,
                    reply_markup=rows,
                    message_thread_id=thread,
                    disable_notification=quiet,
                    reply_parameters=reply,
                )
                await self.pictures.note(screen, sent)
            return self._numbered(sent)

        return await self._ask(chat, None, call)

    async def _send_file(self, chat: ChatKey, text: Text, document: Document, to: int | None) -> int:
        place, thread = self._place(chat), int(chat.thread) if chat.thread else None

        async def call() -> int:
            sent = await self._client.send_document(
                place,
                document.text.encode(),
                filename=document.name,
                caption=self._html(caption(text)),
                parse_mode=ParseMode.HTML,
                message_thread_id=thread,
                disable_notification=True,
                reply_parameters=_reply_to(to),
            )
            return self._numbered(sent)

        return await self._ask(chat, None, call)

    def _numbered(self, sent: Message) -> int:
        self.numbers.seen(sent.chat.id, sent.message_id, forum=bool(sent.chat.is_forum))
        return sent.message_id

    async def _replace(self, chat: ChatKey, name: str, screen: Screen) -> None:
        place, number = self._place(chat), _number(name)
        rows, link, picture = keyboard(screen, None, self._opens(chat)), self._link(screen), screen.picture

        async def new_picture(picture: Picture) -> object:
            words = self._html(caption(screen.text), link)
            kind = InputMediaAnimation if picture.media_type in self.abilities.films else InputMediaPhoto
            media = kind(picture.data, caption=words, parse_mode=ParseMode.HTML, filename=_name(picture))
            edited = await self._client.edit_message_media(media, chat_id=place, message_id=number, reply_markup=rows)
            await self.pictures.note(screen, edited)
            return edited

        if picture is not None:
            await self._ask(chat, name, lambda: new_picture(picture))
        else:
            await self._reword(chat, name, screen, pictured=False)

    async def _without_buttons(self, chat: ChatKey, message: str) -> None:
        place, number = self._place(chat), _number(message)
        await self._ask(
            chat, message, lambda: self._client.edit_message_reply_markup(chat_id=place, message_id=number)
        )

    async def _reword(self, chat: ChatKey, name: str, screen: Screen, *, pictured: bool) -> None:
        """Replace a message's text and buttons; if it is `pictured`, the caption."""
        place, number = self._place(chat), _number(name)
        rows, link = keyboard(screen, None, self._opens(chat)), self._link(screen)

        async def new_words() -> object:
            return await self._client.edit_message_text(
                self._html(message(screen.text), link),
                place,
                number,
                parse_mode=ParseMode.HTML,
                reply_markup=rows,
                link_preview_options=_NO_PREVIEW,
            )

        async def new_caption() -> object:
            return await self._client.edit_message_caption(
                place,
                number,
                caption=self._html(caption(screen.text), link),
                parse_mode=ParseMode.HTML,
                reply_markup=rows,
            )

        likely, other = (new_caption, new_words) if pictured else (new_words, new_caption)
        try:
            await self._ask(chat, name, likely)
        except (NoText, NoCaption):
            await self._ask(chat, name, other)

    async def _ask(self, chat: ChatKey, message: str | None, call: Callable[[], Awaitable[T]]) -> T:
        try:
            with translated():
                return await call()
        except Moved as moved:
            if self.on_move is not None:
                await self.on_move(chat, ChatKey(PLATFORM, str(moved.chat), chat.thread))
            self._moved[chat.chat] = None
            raise MessageGone(str(moved)) from None
        except NoMoments:
            if not self._moments:
                raise
            self._moments = False
            return await self._ask(chat, message, call)
        except MessageGone:
            self._forget(chat, message)
            raise
        except NotAllowed:
            self._forget(chat)  # when the bot is let in again, people want to see the boards
            raise

    def _html(self, text: Text, link: Callable[[str], str] | None = None) -> str:
        return html(text, link, moments=self._moments)

    def _forget(self, chat: ChatKey, message: str | None = None) -> None:
        """Forget the nonce of a message that is gone, or of all messages of a chat."""
        for key, posted in tuple(self._posted.items()):
            if key[0] == chat and message in (None, posted):
                del self._posted[key]

    def _place(self, chat: ChatKey) -> int:
        if chat.chat in self._moved or not chat.chat.removeprefix("-").isdecimal():
            raise MessageGone(chat.chat)
        return int(chat.chat)

    def _link(self, screen: Screen) -> Callable[[str], str]:
        action = LinkAction.JOIN if _offers_seats(screen) else LinkAction.WATCH
        return lambda code: link_to(self._client.username, action, code)

    def _opens(self, chat: ChatKey) -> Opens | None:
        app = self._app
        return None if app is None else lambda button: app.button(button, self.username, private=is_private(chat))


def _reply_to(message: int | None) -> ReplyParameters | None:
    return None if message is None else ReplyParameters(message, allow_sending_without_reply=True)


async def _still_if_need_be(screen: Screen, show: Callable[[Screen], Awaitable[T]]) -> T:
    """Show a screen, with the still if the chat takes pictures but no moving ones; raises NoPictures."""
    try:
        return await show(screen)
    except NoPictures:
        if screen.picture is None or screen.picture.still is None:
            raise
        return await show(replace(screen, picture=screen.picture.still))


def in_words(screen: Screen) -> Screen:
    """Return a screen for a chat without pictures: text describes the picture instead."""
    if screen.picture is None:
        return screen
    description = (Part(screen.picture.alt),)
    return replace(screen, text=Text((*screen.text.lines, description)), picture=None)


def _offers_seats(screen: Screen) -> bool:
    return any(f".{Verb.SIT}:" in button.token for row in screen.rows for button in row)


def _name(picture: Picture) -> str:
    return f"board.{picture.media_type.rpartition('/')[2]}"


def _number(message: str) -> int:
    if not message.isdecimal() or int(message) <= 0:
        raise MessageGone(message)
    return int(message)
