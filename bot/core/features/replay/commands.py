"""/replay: a whole game as a video, made in the background and then posted."""

from __future__ import annotations

import asyncio
import logging
import secrets

from bot.core.board_messages.subject import subject_of
from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.table import StartedTable, Table, begun
from bot.core.features.context import FeatureContext
from bot.core.features.export.game_export import export
from bot.core.features.replay.view import failed_text, film_alt, film_text, film_words, making_text
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_, Translator
from bot.core.messages.content import Picture, Screen
from bot.core.messages.ports import MessageGone, NotAllowed, TryLater
from bot.core.messages.requests import Outcome, Request
from bot.core.ratelimit.platform_limiter import Priority, Ticket
from bot.core.services.table_service import game_of
from bot.core.views.chances import may_be_shown
from bot.core.views.players import name
from bot.core.views.result_card import result_card
from data.records import ChatKey, Status
from render.content.card_content import ResultCard
from render.content.film_order import FilmOrder

_log = logging.getLogger(__name__)

TEMPO = Option(
    "tempo",
    OptionKind.CHOICE,
    N_("Fast or slow"),
    ("fast", "slow"),
)
TURN = Option(
    "turn",
    OptionKind.INTEGER,
    N_("The turn to start from"),
    bounds=(1, 100_000),
)
MOST = 8
"""The limit on waiting videos."""
ATTEMPTS = 4


class ReplayCommands:
    """Take orders, one a chat at a time. A restart drops them, so people have to ask again."""

    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._make = context.make_film
        self._messengers = context.messengers
        self._limiter_of = context.limiter_of
        self._background = context.background
        self._orders: dict[ChatKey, asyncio.Task[None]] = {}

    async def replay(self, request: Request) -> Outcome:
        """Confirm the order; the video is posted for all. Raises Refusal."""
        table = begun(await game_of(self._service, request))
        begins = int(request.options.get("turn", 1))
        if begins > 1 + sum(ply.ends_turn for ply in table.match.plies):
            raise Refusal(N_("That turn hasn't been played yet."))
        chat = request.chat
        if chat in self._orders:
            raise Refusal(N_("I'm already making a replay here. One at a time, please!"))
        if len(self._orders) >= MOST:
            raise Refusal(N_("I'm busy with lots of replays. Try again in a minute."))
        t = await self._service.languages.of_chat(chat)
        tempo = request.options.get("tempo", "usual")
        order = self._background.start(self._deliver(chat, table, t, tempo, begins))
        self._orders[chat] = order
        order.add_done_callback(lambda _: self._orders.pop(chat))
        return Outcome(notice=making_text(table, await self._service.languages.of_person(request.person)))

    async def _deliver(self, chat: ChatKey, table: StartedTable, t: Translator, tempo: str, begins: int) -> None:
        try:
            await self._post(chat, table, await self._made(chat, table, t, tempo, begins))
        except (MessageGone, NotAllowed) as error:
            _log.info("cannot post the video of table %s: %s", table.id, error)
        except Exception:  # noqa: BLE001 - logged; the person who waits gets no other news
            _log.exception("failed to post the video of table %s", table.id)

    async def _made(self, chat: ChatKey, table: StartedTable, t: Translator, tempo: str, begins: int) -> Screen:
        settings = await settings_of(self._service.store, chat)
        over = table.status in (Status.OVER, Status.CANCELLED)
        chances = settings.chances and (over or may_be_shown(table))
        kind = next(kind for kind in self._messengers[chat.platform].abilities.films if kind in self._make.kinds)
        try:
            game, card = await asyncio.to_thread(_contents, table, t)
            data = await self._make(
                FilmOrder(game, settings.theme, kind, tempo, begins, film_words(t), card, chances)
            )
        except Exception:  # noqa: BLE001 - logged; the person who waits gets the news
            _log.exception("failed to make the video of table %s", table.id)
            return Screen(failed_text(table, t))
        return Screen(
            film_text(table, t), Picture(data, film_alt(table, t), kind), about=subject_of(table, game=True)
        )

    async def _post(self, chat: ChatKey, table: Table, screen: Screen) -> None:
        nonce = f"film:{table.id}:{secrets.token_hex(4)}"
        limiter = self._limiter_of(chat)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                async with limiter.slot(chat, Ticket(Priority.REPLY, self._service.clock.now())):
                    await self._messengers[chat.platform].post(chat, screen, nonce=nonce)
            except (MessageGone, NotAllowed):
                raise
            except Exception as error:
                if attempt == ATTEMPTS:
                    raise
                await self._service.clock.sleep(error.seconds if isinstance(error, TryLater) else 2.0**attempt)
            else:
                return


def _contents(table: StartedTable, t: Translator) -> tuple[str, ResultCard | None]:
    """Return the game of the video, and its result card if it has been decided."""
    names = [name(table, seat, t) for seat in range(len(table.seats))]
    return export(table, names, sealed=False), result_card(table, t)  # unsealed: sticks lie as they fell


GROUP = CommandGroup(
    ReplayCommands,
    (
        GroupCommand(
            Command(
                "replay",
                N_("Watch the replay of a game from the start"),
                (TABLE, TEMPO, TURN),
                example="/replay fast 40",
                section=Section.GAMES,
                rank=3,
            ),
            ReplayCommands.replay,
        ),
    ),
)
