"""Handle interactions: the core decides, and the answer takes the fastest way back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord.app_commands import Choice

from bot.core.application import Application
from bot.core.common.clock import Clock
from bot.core.common.lru import LruDict
from bot.core.dispatch.middleware import FAILED, TOO_FAST
from bot.core.i18n.lists import listed
from bot.core.i18n.translator import Translator
from bot.core.messages.button_tokens import Verb
from bot.core.messages.content import Document, Screen, Text
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import Outcome, Press, Request
from bot.core.ratelimit.reply_guard import ReplyGuard, ReplyVerdict, identity
from bot.core.views.greeting import HELLO, greeting
from bot.platforms.discord.autocomplete import suggest
from bot.platforms.discord.components import carries
from bot.platforms.discord.errors import PASSING, is_answered, is_dead
from bot.platforms.discord.hearing import Hearing
from bot.platforms.discord.hello import places_for_hello
from bot.platforms.discord.interaction_parsing import (
    attached,
    chat_of,
    focused,
    is_private,
    options_of,
    people_of,
    person_of,
    whispers,
)
from bot.platforms.discord.markdown import PLATFORM
from bot.platforms.discord.messenger import DiscordMessenger
from bot.platforms.discord.payloads import MessagePayload, TextPayload, file_of
from bot.platforms.discord.pending_interactions import PendingInteraction
from bot.platforms.discord.permissions import DiscordAuthority
from bot.platforms.discord.share import share_links
from bot.platforms.discord.texts import BARRED, DONE, GONE, TO_POST, TO_POST_IN_THREADS, WHISPERED, lacking
from bot.platforms.discord.threads import thread_offer
from data.records import ChatKey

_log = logging.getLogger(__name__)

_APP = f".{Verb.APP}"
SEEN = 4096
TRIES = 3
LONGEST_WAIT = 10.0
Interaction = discord.Interaction[Any]
Content = Callable[[], dict[str, Any]]
"""Returns a message's contents as the library's arguments; fresh for each try."""


class Interactions:
    """Handles each interaction once. `stop` rejects new ones and waits for those under way."""

    def __init__(
        self,
        core: Application,
        messenger: DiscordMessenger,
        clock: Clock,
        authority: DiscordAuthority,
        hearing: Hearing,
    ) -> None:
        self._core = core
        self._service = core.service
        self._messenger = messenger
        self._clock = clock
        self._authority = authority
        self._hearing = hearing
        self._replies = ReplyGuard(clock.now)
        self._seen = LruDict[int, None](SEEN)
        self._under_way = 0
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._open = True
        messenger.acknowledge = self._acknowledge
        messenger.explain = self._explain

    # events ---------------------------------------------------------------------------------------------------------

    async def pressed(self, interaction: Interaction, token: str) -> None:
        """Answer a pressed button, or a chosen option of a menu."""
        chat, message = chat_of(interaction), interaction.message
        if chat is None or message is None or not self._is_new(interaction):
            return
        async with self._work():
            self._authority.learn(interaction)
            pending = PendingInteraction(interaction)
            self._messenger.webhooks.learn(chat, pending)
            if token.endswith(_APP):
                pending.take()
                await _launch(interaction)
                return
            self._messenger.watch(pending, self._press_is_late)
            await self._hearing.heard(chat, interaction)
            carried, private = carries(message, token), is_private(interaction)
            thread = thread_offer(self._messenger, chat, pending, self._tried, self._hearing.at_home)
            press = Press(chat, person_of(interaction), str(message.id), token, carried, private, thread)
            outcome = await self._core.dispatcher.press(press, lambda out: self._answer_press(press, pending, out))
            if outcome.screen is not None and outcome.notice is not None:
                await self._tell(pending, outcome.notice)

    async def commanded(self, interaction: Interaction) -> None:
        chat = chat_of(interaction)
        if chat is None or not self._is_new(interaction):
            return
        async with self._work():
            self._authority.learn(interaction)
            pending = PendingInteraction(interaction)
            self._messenger.webhooks.learn(chat, pending)
            self._messenger.watch(pending, self._command_is_late)
            if not await self._hearing.heard(chat, interaction):
                pending.take()  # another process that received it answers
                return
            request = Request(
                chat,
                person_of(interaction),
                _name(interaction),
                options_of(interaction),
                people=people_of(interaction),
                file=attached(interaction),
                private=is_private(interaction),
                thread=thread_offer(self._messenger, chat, pending, self._tried, self._hearing.at_home),
                share=share_links(interaction),
            )
            await self._core.dispatcher.command(request, lambda out: self._answer_command(request, pending, out))

    async def typing(self, interaction: Interaction) -> None:
        chat, option = chat_of(interaction), focused(interaction)
        if chat is None or option is None or not self._is_new(interaction):
            return
        async with self._work():
            suggestions = await suggest(self._core, chat, person_of(interaction), option, options_of(interaction))
            choices = [Choice(name=name, value=value) for name, value in suggestions]
            await self._once(lambda: interaction.response.autocomplete(choices))

    async def joined(self, guild: discord.Guild) -> None:
        """Greet a new server, once: in its channel for system messages, or else where the bot may write."""
        for channel in places_for_hello(guild):
            chat = ChatKey(PLATFORM, str(channel.id))
            t = await self._service.languages.of_newcomers(chat, str(guild.preferred_locale))
            if t is None or await self._greet(chat, t, f"hello {guild.id}"):
                return

    async def _greet(self, chat: ChatKey, t: Translator, nonce: str) -> bool:
        return await self._tried(lambda: self._messenger.post(chat, greeting(t), nonce=nonce))

    async def thread_gone(self, thread: int) -> None:
        """Move the tables of a deleted thread elsewhere."""
        async with self._work():
            await self._core.publisher.chat_gone(ChatKey(PLATFORM, str(thread)))

    async def stop(self, patience: float) -> None:
        """Reject new interactions; wait `patience` seconds for those under way and what must still be shown."""
        self._open = False
        try:
            async with asyncio.timeout(patience):
                await self._quiet.wait()
        except TimeoutError:
            _log.warning("some interactions got no answer")

    # presses --------------------------------------------------------------------------------------------------------

    async def _answer_press(self, press: Press, pending: PendingInteraction, outcome: Outcome) -> Outcome:
        """Update the pressed message, notify the person, or keep the answer open for the board."""
        if outcome.screen is not None and outcome.below:
            await self._say(press.chat, pending, outcome.screen)
        elif outcome.screen is not None:
            self._messenger.pending.open(press.message, pending)
            await self._show(press, pending, outcome.screen)
        elif outcome.notice is not None:
            await self._tell(pending, outcome.notice, outcome.document)
        elif outcome.table is not None and await self._hearing.shows(press.chat):
            # a greeting stays as it is: the new table's board is the answer
            self._messenger.pending.open(press.chat if press.table == HELLO else press.message, pending)
        elif pending.take():
            await self._press_is_late(pending)
        return outcome

    async def _show(self, press: Press, pending: PendingInteraction, screen: Screen) -> None:
        if not await self._tried(lambda: self._messenger.edit(press.chat, press.message, screen)):
            await self._tell(pending, await self._in_words(pending.interaction, GONE))

    async def _press_is_late(self, pending: PendingInteraction) -> None:
        """Acknowledge a press: nothing has changed the pressed message yet."""
        async with pending.lock:
            if await self._once(pending.interaction.response.defer):
                self._messenger.webhooks.answered(pending.pressed, pending)

    # commands -------------------------------------------------------------------------------------------------------

    async def _answer_command(self, request: Request, pending: PendingInteraction, outcome: Outcome) -> None:
        pending.interaction.extras["decided"] = True
        chat = request.chat
        for_all = (outcome.screen is not None and not outcome.personal) or outcome.table is not None
        if for_all and whispers(pending.interaction):
            notice = await self._in_words(pending.interaction, WHISPERED)
            if outcome.notice is not None:
                notice = Text((*outcome.notice.lines, (), *notice.lines))
            await self._tell(pending, notice, outcome.document)
            if outcome.screen is not None:
                await self._post(chat, pending, outcome.screen)
        elif outcome.screen is not None and outcome.table is None and not self._may_say(request, outcome):
            payload = MessagePayload.of(outcome.screen)
            await self._whisper(pending, payload.to_send, payload.to_edit)
        elif outcome.screen is not None:
            await self._say(chat, pending, outcome.screen)
        elif outcome.throttled:
            await self._tell(pending, await self._in_words(pending.interaction, TOO_FAST))
        elif outcome.notice is not None:
            await self._tell(pending, outcome.notice, outcome.document)
        elif outcome.table is not None and pending.free and await self._hearing.shows(chat):
            self._messenger.pending.open(chat, pending)
        elif not outcome.told:
            await self._tell(pending, DONE)

    def _may_say(self, request: Request, outcome: Outcome) -> bool:
        """Return whether an answer may be public: nobody may flood a channel, nor repeat one within a minute."""
        if request.private:
            return True
        if outcome.personal or outcome.screen is None:
            return False
        verdict, _ = self._replies.judge(request.chat, request.person.key, identity(outcome.screen))
        return verdict is ReplyVerdict.GIVE

    async def _say(self, chat: ChatKey, pending: PendingInteraction, screen: Screen) -> None:
        if pending.take():
            response, payload = pending.interaction.response, MessagePayload.of(screen)
            if await self._once(lambda: response.send_message(**payload.to_send())):
                return
        else:
            await self._tell(pending, DONE)  # a private acknowledgement cannot become public
        await self._post(chat, pending, screen)

    async def _post(self, chat: ChatKey, pending: PendingInteraction, screen: Screen) -> None:
        """Post a command's public result in a message that is not its answer."""
        nonce = f"answer {pending.interaction.id}"
        if not await self._tried(lambda: self._messenger.post(chat, screen, nonce=nonce)):
            await self._tell(pending, await self._in_words(pending.interaction, FAILED))

    async def _command_is_late(self, pending: PendingInteraction) -> None:
        """Acknowledge a command that has no answer yet, or none but a board changed in place."""
        if pending.interaction.extras.get("decided"):
            await self._tell(pending, DONE)
            return
        async with pending.lock:
            pending.deferred_empty = True  # also if the call gets no response
            await self._once(lambda: pending.interaction.response.defer(ephemeral=True))

    async def _acknowledge(self, pending: PendingInteraction) -> None:
        """Acknowledge an interaction whose result is shown elsewhere, or whose empty answer must be filled first."""
        if pending.interaction.type is discord.InteractionType.component:
            await self._press_is_late(pending)
        elif pending.deferred_empty:
            await self._tell(pending, DONE)
        else:
            await self._command_is_late(pending)

    # private notices ------------------------------------------------------------------------------------------------

    async def _tell(self, pending: PendingInteraction, notice: Text, document: Document | None = None) -> None:
        """Notify the person privately, perhaps with a file."""
        words = TextPayload.of(notice).to_send()

        def with_file(place: str) -> dict[str, Any]:
            return words if document is None else {**words, place: [file_of(document)]}

        await self._whisper(pending, lambda: with_file("files"), lambda: with_file("attachments"))

    async def _whisper(self, pending: PendingInteraction, sent: Content, edited: Content) -> None:
        """Show something to the person alone: as a new message, or in place of an empty one."""
        interaction = pending.interaction
        pending.take()
        async with pending.lock:
            delivered, done = False, interaction.response.is_done()
            command = interaction.type is discord.InteractionType.application_command and not pending.original
            if not done:
                pending.original = ""  # also if the call gets no response
                delivered = await self._once(lambda: interaction.response.send_message(**sent(), ephemeral=True))
            elif not command:
                delivered = await self._once(lambda: interaction.followup.send(**sent(), ephemeral=True))
            if command and not delivered and (done or pending.deferred_empty):
                delivered = await self._once(lambda: interaction.edit_original_response(**edited()))
            pending.deferred_empty = pending.deferred_empty and not delivered

    async def _explain(self, interaction: Interaction) -> None:
        """Explain to the person who acted last in a chat that the bot may not write there, and what it lacks."""
        t = await self._service.languages.of_person(person_of(interaction))
        needed = TO_POST_IN_THREADS if isinstance(interaction.channel, discord.Thread) else TO_POST
        missing = lacking(interaction.app_permissions, needed) or lacking(discord.Permissions.none(), needed)
        permissions = listed(t, [t(name) for name in missing])
        words = TextPayload.of(t.note(BARRED, permissions=permissions)).to_send()
        await self._once(lambda: interaction.followup.send(**words, ephemeral=True))

    async def _in_words(self, interaction: Interaction, sentence: str) -> Text:
        return (await self._service.languages.of_person(person_of(interaction))).note(sentence)

    # shared ---------------------------------------------------------------------------------------------------------

    async def _once(self, call: Callable[[], Awaitable[object]]) -> bool:
        """Send an answer that nobody else would repeat, several times if useful; return whether it was sent."""
        unconfirmed = False
        for _ in range(TRIES):
            try:
                await self._messenger.call(call())
            except TryLater as later:
                if not await self._waited(later):
                    break
            except PASSING as error:
                unconfirmed = True
                _log.warning("Discord did not confirm an answer: %s", type(error).__name__)
            except (discord.HTTPException, discord.InteractionResponded) as error:
                if not is_dead(error):
                    _log.warning("Discord rejected an answer: %s", error)
                return unconfirmed and is_answered(error)  # the unconfirmed try had succeeded
            else:
                return True
        return False

    async def _tried(self, show: Callable[[], Awaitable[object]]) -> bool:
        """Show something that is not a board, and so is not shown again by the publisher."""
        for _ in range(TRIES):
            try:
                await show()
            except TryLater as later:
                if not await self._waited(later):
                    break
            except PASSING:
                continue
            except (MessageGone, NotAllowed, discord.HTTPException) as error:
                _log.warning("an answer could not be shown: %s", error)
                return False
            else:
                return True
        return False

    async def _waited(self, later: TryLater) -> bool:
        """Wait as Discord asks; return False if that is longer than anybody waits for an answer."""
        if later.seconds > LONGEST_WAIT:
            _log.warning("an answer was dropped: Discord asks to wait for %g s", later.seconds)
            return False
        await self._clock.sleep(later.seconds)
        return True

    def _is_new(self, interaction: Interaction) -> bool:
        """Return whether the interaction is new: the gateway may repeat itself."""
        if not self._open or interaction.id in self._seen:
            return False
        self._seen[interaction.id] = None
        return True

    @asynccontextmanager
    async def _work(self) -> AsyncIterator[None]:
        self._under_way += 1
        self._quiet.clear()
        try:
            yield
        finally:
            self._under_way -= 1
            if not self._under_way:
                self._quiet.set()


def _name(interaction: Interaction) -> str:
    data: Any = interaction.data or {}
    return str(data.get("name", ""))


async def _launch(interaction: Interaction) -> None:
    """Open the Activity for the person who pressed."""
    try:
        await interaction.response.launch_activity()
    except discord.HTTPException as error:
        _log.warning("the activity was not launched: %s", error)
