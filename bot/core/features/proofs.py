"""A game to take along: as a text, and as the whole proof of its dice in a file."""

from __future__ import annotations

import asyncio

from bot.core.chat import Outcome, Request
from bot.core.desk import Desk
from bot.core.feature import Feature
from bot.core.features.exporting import export
from bot.core.features.importing import checks_of
from bot.core.refusal import Refusal
from bot.core.screen import Document
from bot.core.table import Table
from bot.core.texts import N_
from bot.core.views.export import LIMIT, export_file_text, export_text
from bot.core.views.lines import width
from bot.core.views.proof import proof_text
from engine.notation import read

NOTHING_PLAYED = N_("No game has been played here yet.")


def feature(desk: Desk) -> Feature:
    """/export and /verify."""
    return Feature({"export": _Proofs(desk).export, "verify": _Proofs(desk).verify})


async def game_of(desk: Desk, request: Request) -> Table:
    """The table whose game a command means: that of its code, or the last one that has begun here."""
    code = request.options.get("table", "").strip().lower()
    if not code:
        last = await desk.store.last_game(request.chat)
        if last is None:
            raise Refusal(NOTHING_PLAYED)
        code = last
    return await desk.here(request.chat, code)


class _Proofs:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def export(self, request: Request) -> Outcome:
        """Gives whoever asks a game as a text: to copy, or where it is long as a file."""
        table = await game_of(self._desk, request)
        t = await self._desk.languages.of_person(request.person)
        text = await asyncio.to_thread(export, table, signer=self._desk.signer)
        if sum(width(line) + 1 for line in text.splitlines() if line) <= LIMIT:
            return Outcome(notice=export_text(text, t))
        file = _file(table, text)
        return Outcome(notice=export_file_text(file.name, t), document=file)

    async def verify(self, request: Request) -> Outcome:
        """Gives whoever asks the proof of a game's dice as a file, and says how it is checked."""
        table = await game_of(self._desk, request)
        t = await self._desk.languages.of_person(request.person)
        text = await asyncio.to_thread(export, table, signer=self._desk.signer)
        checks = await asyncio.to_thread(lambda: checks_of(read(text)))
        file = _file(table, text)
        return Outcome(notice=proof_text(table, file.name, checks, self._desk.signer.key, t), document=file)


def _file(table: Table, text: str) -> Document:
    return Document(f"palmares-{table.record.id}.txt", text)
