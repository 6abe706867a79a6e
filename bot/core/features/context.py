"""The services that handlers are made from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from bot.core.board_messages.screen_renderer import ScreenRenderer
from bot.core.commands.definition import Registry
from bot.core.common.background import BackgroundTasks
from bot.core.common.recurring import Recurring
from bot.core.domain.chat_settings import settings_of
from bot.core.messages.button_tokens import Token
from bot.core.messages.ports import Messenger
from bot.core.messages.requests import Press
from bot.core.ratelimit.platform_limiter import PlatformRateLimiter
from bot.core.services.table_service import TableService
from bot.core.services.thinking import Thinking
from data.records import BlankedRecord, ChatKey
from render.content.analysis_card import AnalysisCard
from render.content.card_content import Bar, RankRow
from render.content.film_order import FilmOrder
from render.content.honours_card import HonoursCard
from render.content.scene import Scene
from render.content.tournament_card import Bracket, Certificate, Podium, RoundCard
from render.themes.catalog import THEMES
from render.themes.theme import Theme


class FilmMaker(Protocol):
    """Make videos of exported games."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the media types that it can make."""

    async def __call__(self, order: FilmOrder) -> bytes:
        """Return a video; raises any error."""


@dataclass(frozen=True, slots=True)
class CardPainters:
    """How figures are drawn: in a theme, with a title and a line below it."""

    leaderboard: Callable[[Theme, str, str, Sequence[RankRow]], bytes]
    curve: Callable[[Theme, str, str, Sequence[float], Sequence[float]], bytes]
    throws: Callable[[Theme, str, str, Sequence[Bar]], bytes]
    analysis: Callable[[AnalysisCard, str, str, Sequence[Scene]], bytes]
    """For an analysed game, from the game's name and the theme's, with the boards of its moments."""
    round: Callable[[Theme, str, str, RoundCard], bytes]
    """For a round of a tournament: its standings and tables."""
    bracket: Callable[[Theme, str, str, Bracket], bytes]
    podium: Callable[[Theme, str, str, Podium], bytes]
    certificate: Callable[[Theme, Certificate], bytes]
    honours: Callable[[Theme, str, str, HonoursCard], bytes]
    """For a chat's roll of honours."""


@dataclass(frozen=True, slots=True)
class FeatureContext:
    """The services that a feature may use; made once, by the composition root."""

    service: TableService
    registry: Registry
    renderer: ScreenRenderer
    painters: CardPainters
    make_film: FilmMaker
    thinking: Thinking
    """For work that is too long for the event loop."""
    messengers: Mapping[str, Messenger]
    """By platform."""
    limiters: Mapping[str, PlatformRateLimiter]
    """By platform."""
    background: BackgroundTasks
    publish: Callable[[str], Awaitable[None]]
    """Shows a table's new state."""
    show_anew: Callable[[ChatKey], Awaitable[None]]
    """Draws and sends a chat's boards again, after a change of its language or theme."""
    redraw: Callable[[Sequence[BlankedRecord]], Awaitable[None]]
    """Draws the boards among emptied messages again, and deletes the others."""
    pressed: Callable[[ChatKey, str, str], None]
    """Takes a chat, a message and its table: a board whose button was pressed with success."""

    resumed: list[Callable[[], Awaitable[None]]] = field(default_factory=list)
    """Resumes what an earlier process left; called once, when the platforms are open."""
    beside: list[Recurring] = field(default_factory=list)
    """Periodic background jobs, which features append when their handlers are made. Each runs in a separate task."""
    rule_books: str = ""
    """The address of the folder with all rule books; empty if unknown."""

    def limiter_of(self, chat: ChatKey) -> PlatformRateLimiter:
        """Return the limiter of a chat's platform; where calls aren't limited, one that lets all through."""
        return self.limiters.get(chat.platform) or PlatformRateLimiter(self.service.clock)

    async def theme(self, chat: ChatKey) -> Theme:
        return THEMES[(await settings_of(self.service.store, chat)).theme]

    def board_pressed(self, press: Press, token: Token) -> None:
        """Note the board of a successful press. A forged press may name any message, though only boards have it."""
        if press.carried:
            self.pressed(press.chat, press.message, token.table)
