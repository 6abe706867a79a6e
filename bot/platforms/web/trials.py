"""Positions of past games that people try out: each lives as long as its socket, and nothing of it is stored."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from aiohttp import WSMsgType, web

from bot.core.domain import play
from bot.core.domain.table import StartedTable, begun
from bot.core.domain.what_if import TRIER, tried
from bot.core.games.profiles import profile_of
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.text_format import plain
from bot.core.i18n.translator import Translator
from bot.core.services.table_service import TableService
from bot.core.views.alt_text import describe
from bot.core.views.board import choice_labels, choices_of, scene_of, unseen_before
from bot.core.views.game_over import places_of, podium
from bot.core.views.narration import Narrator
from bot.core.views.players import name
from bot.core.views.status import status
from bot.platforms.web.boards import sprites_of
from bot.platforms.web.rate_limits import ClientLimiter, TooOften, Wish
from bot.platforms.web.texts import TOO_MANY_TRIALS
from data.records import Status
from engine.dice import SEED_BYTES
from engine.game import TurnKind
from render.content.layered import LAYERED
from render.content.touch import Disc
from render.films.moving import draw_motion
from render.picture import describe as in_layers
from render.picture import touch

IDLE = 900.0
"""Seconds without a press after which a trial ends."""
SHOWN = 1.0
"""Seconds of bots' turns after which the page sees how far they are."""
TOLD = 40
"""The most lines of the trial's story, the newest ones."""
_NO_MOVE = ""
"""What the page sends to roll."""


@dataclass(frozen=True, slots=True)
class Start:
    """Where a trial begins: a game, how many of its plies stand, and how its reader sees it."""

    table: StartedTable
    ply: int
    t: Translator
    theme: str


class Trial:
    """One person's trial over one socket."""

    def __init__(
        self, service: TableService, start: Start, socket: web.WebSocketResponse, count: Callable[[], None]
    ) -> None:
        """Begin it; raises Refusal for a game under way, and at its end. `count` may raise TooOften for a press."""
        self._service, self._start, self._socket, self._count = service, start, socket, count
        table = start.table
        player = name(table, table.match.at(start.ply).turn.seat, start.t)
        self._table = tried(table, start.ply, service.entropy(SEED_BYTES), player, service.clock.now())
        self._seen = start.ply

    async def run(self) -> None:
        """Play until the page leaves, the game is over for long, or nobody presses."""
        await self._go_on()
        with suppress(TimeoutError):
            while True:
                message = await self._socket.receive(IDLE)
                if message.type is WSMsgType.PING:
                    await self._socket.pong(message.data)
                elif message.type is WSMsgType.TEXT:
                    await self._hear(message.data)
                elif message.type is not WSMsgType.PONG:
                    return

    async def _hear(self, text: str) -> None:
        """Play what the page wants, if it is still possible; else show the position again.

        The page says if it lacks `sprites`: those of the replay may be at another process.
        """
        self._count()
        wanted = _read(text)
        with suppress(Refusal):
            if wanted is not None and wanted[0] == self._table.version:
                self._table = self._played(wanted[1])
        await self._go_on(lacking=wanted is not None and wanted[2])

    def _played(self, move: str) -> StartedTable:
        now = self._service.clock.now()
        table = self._table
        return begun(play.throw(table, TRIER, now) if move == _NO_MOVE else play.move(table, TRIER, move, now))

    async def _go_on(self, *, lacking: bool = False) -> None:
        """Play the bots' turns and what else follows, and show it."""
        shown = asyncio.get_running_loop().time()
        while play.runs_by_itself(self._table):
            problem, now = play.problem(self._table), self._service.clock.now()
            if problem is None:
                after = play.go_on(self._table, now)
            elif (move := await self._service.computers.move(problem)) is not None:
                after = play.solve(self._table, problem, move, now)
            else:
                continue
            self._table = begun(after)
            if asyncio.get_running_loop().time() - shown > SHOWN:
                await self._show()
                shown = asyncio.get_running_loop().time()
            await asyncio.sleep(0)
        await self._show(lacking=lacking)

    async def _show(self, *, lacking: bool = False) -> None:
        told = await asyncio.to_thread(position, self._table, self._start, self._seen)
        if lacking:
            told["sprites"] = {name: b64encode(data).decode() for name, data in sprites_of(told["document"]).items()}
        self._seen = len(self._table.match.plies)
        await self._socket.send_str(json.dumps(told, ensure_ascii=False, separators=(",", ":")))


def position(table: StartedTable, start: Start, seen: int) -> dict[str, Any]:
    """Return what the page shows: the board as it moves since `seen` plies, who acts, and what they may do."""
    t, match = start.t, table.match
    over = table.status is not Status.PLAYING
    mine = not over and table.turn_seat.person == TRIER
    choices = choices_of(match) if mine else {}
    scene = scene_of(table, min(seen, len(match.plies)), t, tuple(choices), start.theme)
    if over:
        scene = replace(scene, places=tuple(places_of(table)))
    moving = draw_motion(unseen_before(table, seen, scene), LAYERED) if seen < len(match.plies) else None
    where = match.game.position(match.state)
    rolls = mine and match.turn.kind is TurnKind.THROW
    labels = [[t(profile_of(table.game).throw_label(match.game.odds(match.state))), _NO_MOVE]] if rolls else []
    labels += [[label, move] for move, label in choice_labels(table.game, choices, t).items()]
    return {
        "at": table.version,
        "document": (moving or in_layers(scene)).decode(),
        "alt": describe(table, where, choices, t, over=over),
        "says": plain(podium(table, t) if over else status(table, where, t)),
        "story": story(table, start.ply, t),
        "choices": labels,
        "spots": [[one.move, _disc(one.landing), _disc(one.piece)] for one in touch(scene).reaches] if mine else [],
        "over": over,
    }


def story(table: StartedTable, ply: int, t: Translator) -> list[str]:
    """Return what has happened since the trial began, a paragraph a turn."""
    paragraphs = Narrator(table, t).tell(table.match.plies[ply:], ply, closes=table.status is not Status.PLAYING)
    lines = [" ".join(map(plain, paragraph)) for paragraph in paragraphs]
    return [line for line in lines if line][-TOLD:]


def _read(text: str) -> tuple[int, str, bool] | None:
    """Return the version that the page saw, the move, and whether it lacks sprites; None for what no page sends."""
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    version, move = (said.get("at"), said.get("move")) if isinstance(said, dict) else (None, None)
    if isinstance(version, int) and isinstance(move, str) and len(move) <= 20:
        return version, move, said.get("sprites") is True
    return None


def _disc(disc: Disc | None) -> list[int] | None:
    return None if disc is None else [round(length) for length in disc]


Find = Callable[[], Awaitable[Start]]
"""Finds where a trial begins; raises Refusal."""


async def serve_trial(
    socket: web.WebSocketResponse,
    service: TableService,
    find: Find,
    limiter: ClientLimiter,
    client: str,
    t: Translator,
) -> None:
    """Let a page try a position, if its client may and the game allows it; else say why not."""
    with limiter.trials.held(client) as has_room, suppress(ConnectionError):
        problem = t(TOO_MANY_TRIALS)
        if has_room:
            try:
                limiter.count(client, Wish.TRIAL)
                await Trial(service, await find(), socket, lambda: limiter.count(client, Wish.PRESS)).run()
                problem = ""
            except TooOften:
                pass
            except Refusal as refusal:
                problem = refusal.note(t).plain
        if problem:
            await socket.send_str(json.dumps({"problem": problem}))
        await socket.close()
