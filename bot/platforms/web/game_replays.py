"""Past games for the page's replay: a JSON of all plies, and a picture of any position.

People may see a game here if a command in the chat would show it, or if it belongs to a tournament of the chat. Win
chances and key moments are included only if the game was analysed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from bot.core.common.lru import LruDict
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.game_analysis import GameAnalysis
from bot.core.domain.table import StartedTable, Table, begun
from bot.core.games.profiles import profile_of
from bot.core.i18n.refusal import CorruptTable, Refusal
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import N_, Translator, base, choose
from bot.core.services.analysis_codec import load
from bot.core.services.table_service import TableService
from bot.core.views.better_moves import better_move
from bot.core.views.board import heading
from bot.core.views.game_steps import Ghosts, described_after, plies_told, scene_after, turns, unseen_after
from bot.core.views.moment_words import roll_words, shift, told
from bot.core.views.past_games import game_line
from bot.core.views.players import name
from bot.platforms.web.boards import DENSE
from bot.platforms.web.bundle import Asset
from bot.platforms.web.texts import replay_words
from bot.platforms.web.trials import Start
from data.records import ChatKey, Status
from engine.players.evaluation import EVALUATIONS
from render.content.layered import LAYERED
from render.content.touch import hexadecimal
from render.films.moving import draw_motion
from render.picture import PAINTERS, describe, draw
from render.themes.catalog import CLASSIC, THEMES

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
DARK = "dark"
GAMES, PICTURES, BOARDS = 16, 96, 512
"""How many games, pictures and boards in layers are cached: some 100 KB, 60 KB and 3 KB each."""
AT_ONCE = 2
"""How many games and positions are made concurrently."""
CUPS = 300
"""How many of a chat's tournaments are looked through for a game of one."""
_WHOLE = 1000
"""The unit of chances: thousandths."""


NO_GAME = N_("This game can't be shown.")


class NoGame(Exception):
    """The chat has no such game; the argument says why, in the reader's language."""

    def __init__(self, problem: str, language: str) -> None:
        super().__init__(problem)
        self.told = {"problem": problem, **_spoken(language)}
        """The page's texts for this problem."""


def _spoken(language: str) -> dict[str, Any]:
    return {"language": language, "words": replay_words(language)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A request for a game by its code in a chat, in the reader's language."""

    chat: ChatKey
    code: str
    language: str | None


class GameReplays:
    """Describes and draws games. The cache holds a table's current version; the next version is made again."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._told = LruDict[tuple[str, str, str, bool], tuple[StartedTable, Asset]](GAMES)
        self._drawn = LruDict[tuple[str, int, str, str, bool], tuple[StartedTable, bytes]](PICTURES)
        self._described = LruDict[tuple[str, int, str, str, bool, bool], tuple[StartedTable, Asset]](BOARDS)
        self._analyses = LruDict[tuple[str, bytes], tuple[StartedTable, GameAnalysis | None]](GAMES)
        self._room = asyncio.Semaphore(AT_ONCE)

    async def game(self, wanted: Wanted) -> Asset:
        """Return a whole game as JSON; raises NoGame."""
        table, t = await self._found(wanted)
        analysis = await self._analysis(table)
        key = (table.id, wanted.chat.chat, t.language, analysis is not None)
        return await self._once(self._told, key, table, partial(_packed, table, t, analysis))

    async def picture(self, wanted: Wanted, ply: int, *, dark: bool) -> bytes:
        """Return the board after `ply` plies as a PNG; raises NoGame."""
        table, t = await self._found(wanted, ply)
        theme = await self._theme(wanted.chat, dark=dark)
        analysis = await self._analysis(table)
        key = (table.id, ply, t.language, theme, analysis is not None)
        return await self._once(self._drawn, key, table, partial(_drawn, table, ply, t, theme, analysis))

    async def board(self, wanted: Wanted, ply: int, *, dark: bool, dense: bool) -> Asset:
        """Return the document of the board after `ply` plies; raises NoGame.

        It moves from the board before it, but if it is `dense`: then it is at rest.
        """
        table, t = await self._found(wanted, ply)
        theme = await self._theme(wanted.chat, dark=dark)
        analysis = await self._analysis(table)
        key = (table.id, ply, t.language, theme, analysis is not None, dense)
        make = partial(_dense if dense else _described, table, ply, t, theme, analysis)
        return await self._once(self._described, key, table, make)

    async def _once(
        self, made: LruDict[K, tuple[StartedTable, V]], key: K, table: StartedTable, make: Callable[[], V]
    ) -> V:
        """Return what is made of a table, made again in a thread once the table has changed."""
        known = made.get(key)
        if known is None or known[0] is not table:
            async with self._room:
                known = made[key] = table, await asyncio.to_thread(make)
        return known[1]

    async def _analysis(self, table: StartedTable) -> GameAnalysis | None:
        """Return the analysis of a finished game, decoded once for all its positions."""
        body = await self._service.store.analysis(table.id) if table.status is not Status.PLAYING else None
        if body is None:
            return None
        return await self._once(self._analyses, (table.id, body), table, partial(_read, body, table))

    async def _theme(self, chat: ChatKey, *, dark: bool) -> str:
        """Return a chat's theme, or the dark one if it has chosen none."""
        theme = (await settings_of(self._service.store, chat)).theme
        return DARK if dark and theme == CLASSIC.name else theme

    async def position(self, wanted: Wanted, ply: int) -> str:
        """Return the board after `ply` plies as text; raises NoGame."""
        table, t = await self._found(wanted, ply)
        return described_after(table, ply, t)

    async def start(self, wanted: Wanted, ply: int, *, dark: bool) -> Start:
        """Return where a trial of the position after `ply` plies begins; raises Refusal."""
        try:
            table, t = await self._found(wanted, ply)
        except NoGame as answer:
            raise Refusal(NO_GAME) from answer
        return Start(table, ply, t, await self._theme(wanted.chat, dark=dark))

    async def _found(self, wanted: Wanted, ply: int = 0) -> tuple[StartedTable, Translator]:
        """Return a game that the chat may see and that has at least `ply` plies, with the reader's language."""
        (t,) = self._service.languages.in_each(wanted.chat, [base(choose(wanted.language))])
        try:
            table = begun(await self._visible(wanted.chat, wanted.code))
        except Refusal as refusal:
            raise NoGame(refusal.note(t).plain, t.language) from refusal
        except CorruptTable as error:
            raise NoGame(t(NO_GAME), t.language) from error
        if ply > len(table.match.plies):
            raise NoGame(t(NO_GAME), t.language)
        return table, t

    async def _visible(self, chat: ChatKey, code: str) -> Table:
        """Return a table that the chat shows, or one of its tournaments; raises Refusal."""
        try:
            return await self._service.here(chat, code)
        except Refusal:
            table = await self._service.tables.get(code)
            shown = await self._service.store.tournaments_of(chat, CUPS) if table and table.links.tournament else ()
            if table is None or table.links.tournament not in shown:
                raise
            return table


def _drawn(table: StartedTable, ply: int, t: Translator, theme: str, analysis: GameAnalysis | None) -> bytes:
    return draw(scene_after(table, ply, t, theme, _ghosts(table, ply, t, analysis)))


def _described(table: StartedTable, ply: int, t: Translator, theme: str, analysis: GameAnalysis | None) -> Asset:
    ghosts = _ghosts(table, ply, t, analysis)
    moving = draw_motion(unseen_after(table, ply, t, theme, ghosts), LAYERED) if ply else None
    return Asset.of(moving or describe(scene_after(table, ply, t, theme, ghosts)))


def _dense(table: StartedTable, ply: int, t: Translator, theme: str, analysis: GameAnalysis | None) -> Asset:
    scene = scene_after(table, ply, t, theme, _ghosts(table, ply, t, analysis))
    return Asset.of(describe(replace(scene, density=DENSE)))


def _ghosts(table: StartedTable, ply: int, t: Translator, analysis: GameAnalysis | None) -> Ghosts:
    """Return where a better move would have brought which pieces, if a ply is known to be an error."""
    better = better_move(analysis, table, ply - 1, t) if analysis is not None and ply else None
    if analysis is None or better is None:
        return ()
    match = analysis.match
    before = match.plies[ply - 2].state if ply > 1 else match.opening
    ways = PAINTERS[table.game].ways(before, better.events)
    return tuple({way.piece: way.squares[-1] for way in ways if not way.sent}.items())


def _packed(table: StartedTable, t: Translator, analysis: GameAnalysis | None) -> Asset:
    return Asset.of(json.dumps(_game(table, t, analysis), ensure_ascii=False, separators=(",", ":")).encode())


def _game(table: StartedTable, t: Translator, analysis: GameAnalysis | None) -> dict[str, Any]:
    """Return the replay's data: `plies` as text, their `turns`, and the known chances."""
    over = table.status is not Status.PLAYING
    return {
        "code": table.id,
        "version": table.version,
        **_spoken(t.language),
        "title": plain(heading(table, t)),
        "about": plain(game_line(table, t)).partition(" · ")[2],  # without the code and the game's name
        "plies": plies_told(table, t),
        "players": [name(table, seat, t) for seat in range(len(table.seats))],
        "turns": [[turn.seat, turn.first, turn.last, turn.words] for turn in turns(table, t)],
        "analysis": None if analysis is None else _analysis(analysis, table, t),
        "analysable": table.status is Status.OVER and table.game in EVALUATIONS and bool(table.match.plies),
        "over": over,
    }


def _read(body: bytes, table: StartedTable) -> GameAnalysis | None:
    try:
        return load(body, table.match)
    except ValueError:  # a request from a chat sets it aside
        return None


def _analysis(analysis: GameAnalysis, table: StartedTable, t: Translator) -> dict[str, Any]:
    """Return the sides' curves, the key moments, and marks of choices and rolls by ply."""
    moments = [
        [moment.first, moment.last + 1, shift(analysis, table, moment, t), told(analysis, table, moment, number, t)]
        for number, moment in enumerate(analysis.moments)
    ]
    marked = {at + 1: better_move(analysis, table, at, t) for at in range(len(analysis.reports))}
    rolls = {at: roll_words(report, t) for at, report in enumerate(analysis.reports, start=1)}
    return {
        "sides": [_side(analysis, table, side, t) for side in range(max(analysis.sides) + 1)],
        "curve": [[round(chance * _WHOLE) for chance in chances] for chances in analysis.curve],
        "moments": moments,
        "marks": {at: [move.mark.value, move.words] for at, move in marked.items() if move is not None},
        "luck": {at: words for at, words in rolls.items() if words},
    }


def _side(analysis: GameAnalysis, table: StartedTable, side: int, t: Translator) -> list[str]:
    """Return a side's players and the colour of its curve."""
    seats = [seat for seat, own in enumerate(analysis.sides) if own == side]
    colour = profile_of(table.game).letters.index(table.seats[seats[0]].colours[0])
    ink, _ = PAINTERS[table.game].line(THEMES[DARK], colour)
    return [" + ".join(name(table, seat, t) for seat in seats), hexadecimal(ink)]
