"""Render a table's screens, the slow ones in threads."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial

from bot.core.common.lru import LruDict
from bot.core.domain.chat_settings import ChatSettings
from bot.core.domain.table import StartedTable, Table
from bot.core.i18n.translator import Translator
from bot.core.messages.content import Picture, Screen
from bot.core.views.board import board_screen
from bot.core.views.details import details
from bot.core.views.lobby import lobby_screen
from bot.core.views.lobby_board import lobby_scene, with_board
from bot.core.views.pictures import Later, Pictures, pictured
from data.records import ChatKey, Status
from render.content.card_content import ResultCard
from render.content.scene import Scene
from render.content.touch import Disc, Touch

KNOWN = 1024


@dataclass(frozen=True, slots=True)
class ScreenRenderer:
    """Makes screens of tables.

    Slow pictures are drawn in the executor's threads: a table's first, whose empty board or win-chance model may have
    to be loaded, and its result card. The others take two milliseconds, and twice that in a thread.
    """

    pictures: Pictures
    executor: Executor
    layering: frozenset[str] = frozenset()
    """The platforms that put boards together themselves."""
    _known: LruDict[tuple[str, str, bool, bool], None] = field(default_factory=lambda: LruDict(KNOWN))
    """Tables drawn here: id, theme, with win chances, with reachable squares."""

    def pictures_in(self, chat: ChatKey) -> Pictures:
        """Return what draws a chat's boards: later, where its platform puts them together."""
        return Later(self.pictures) if chat.platform in self.layering else self.pictures

    def retold(
        self,
        screen: Screen,
        chat: ChatKey,
        table: Table,
        since: int,
        settings: ChatSettings,
        t: Translator,
        *,
        coded: bool = False,
    ) -> Screen:
        """Make the same screen in another language; the picture is the same, only its alt text differs."""
        if not isinstance(table, StartedTable):
            told = lobby_screen(table, t)
            if screen.picture is None:
                return told
            discs = tuple(place.discs for place in screen.places)
            return with_board(told, table, t, screen.picture, discs)
        if table.origin.imported:
            since = len(table.match.plies)
        pictures = _Drawn(screen.picture)
        days, chances = table.season_days(chat), settings.chances
        told = board_screen(table, since, t, pictures, coded=coded, chances=chances, season_days=days, at_once=False)
        told = told if screen.rows else replace(told, rows=())
        return told if screen.details is None else self._with_details(told, table, t, settings)

    def detailed(self, screen: Screen, table: Table, t: Translator, settings: ChatSettings) -> Screen:
        """Add a game's details to its screen, or the board with seats to a lobby; nothing after the end."""
        if isinstance(table, StartedTable):
            playing = table.status is Status.PLAYING
            return self._with_details(screen, table, t, settings) if playing else screen
        if table.status is not Status.LOBBY:
            return screen
        scene, pictures = lobby_scene(table, t, settings.theme), Later(self.pictures)
        return with_board(screen, table, t, pictured(pictures, scene, ""), pictures.seats(scene))

    def _with_details(self, screen: Screen, table: StartedTable, t: Translator, settings: ChatSettings) -> Screen:
        return replace(screen, details=details(table, t, self.pictures, settings.theme))

    async def of(
        self,
        chat: ChatKey,
        table: Table,
        since: int,
        t: Translator,
        settings: ChatSettings,
        *,
        coded: bool = False,
        moving: bool = False,
    ) -> Screen:
        """Make a table's screen for a chat whose readers know it up to ply `since`.

        `coded`: with the table's code, for readers who see another table too. `moving`: an animation may take the
        picture's place, so it is drawn when somebody asks.
        """
        if not isinstance(table, StartedTable):
            return lobby_screen(table, t)
        theme, chances, reach = settings.theme, settings.chances, settings.reach
        look = (table.id, theme, chances, reach)
        if table.origin.imported:
            since = len(table.match.plies)  # nobody saw it happen here
        pictures = self.pictures_in(chat)
        shown = partial(
            board_screen, table, since, t, pictures, theme, coded=coded, season_days=table.season_days(chat)
        )
        known = table.status is Status.PLAYING and look in self._known
        draw = partial(shown, chances=chances, reach=reach, at_once=not (known and moving))
        if known:
            return draw()
        screen = await asyncio.get_running_loop().run_in_executor(self.executor, draw)
        self._known[look] = None
        return screen if _offers(table) else replace(screen, rows=())


@dataclass(frozen=True, slots=True)
class _Drawn:
    """Returns an existing picture instead of drawing."""

    picture: Picture | None

    @property
    def data(self) -> bytes:
        return b"" if self.picture is None else self.picture.data

    def draw(self, _scene: Scene) -> bytes:
        return self.data

    def describe(self, _scene: Scene) -> None:
        return None

    def draw_pair(self, _left: Scene, _right: Scene) -> bytes:
        return self.data

    def draw_result_card(self, _card: ResultCard, _scene: Scene) -> bytes:
        return self.data

    def touch(self, _scene: Scene) -> Touch:
        return Touch()

    def seats(self, _scene: Scene) -> tuple[tuple[Disc, ...], ...]:
        return ()


def _offers(table: Table) -> bool:
    """Return whether a table has buttons left.

    It has none once the next table is open, nor if it was imported.
    """
    return table.status is Status.PLAYING or not (table.links.following or table.origin.imported)
