"""A game to take along: as a text, and as the whole proof of its dice in a file."""

from __future__ import annotations

import asyncio

from bot.core.commands.router import Feature
from bot.core.domain.table import Table
from bot.core.features.export.game_export import export
from bot.core.features.export.game_import import checks_of
from bot.core.features.export.proof_view import proof_text
from bot.core.features.export.view import LIMIT, export_file_text, export_text
from bot.core.i18n.text_format import width
from bot.core.messages.content import Document
from bot.core.messages.requests import Outcome, Request
from bot.core.services.table_service import TableService, game_of
from engine.notation import read


def feature(desk: TableService) -> Feature:
    """/export and /verify."""
    return Feature({"export": _Proofs(desk).export, "verify": _Proofs(desk).verify})


class _Proofs:
    def __init__(self, desk: TableService) -> None:
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
