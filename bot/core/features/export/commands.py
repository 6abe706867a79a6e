"""Export a game as text, or with its dice proof as a file, and import a game."""

from __future__ import annotations

import asyncio

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.domain.table import Table, is_lobby
from bot.core.features.context import FeatureContext
from bot.core.features.export.game_export import export
from bot.core.features.export.game_import import checks_of
from bot.core.features.export.importer import GameImporter
from bot.core.features.export.proof_view import proof_text, seal_text
from bot.core.features.export.view import LIMIT, export_file_text, export_text
from bot.core.i18n.text_format import width
from bot.core.i18n.translator import N_
from bot.core.messages.content import Document
from bot.core.messages.requests import Outcome, Request
from bot.core.services.table_service import game_of
from engine.notation import read


class ExportCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._importer = GameImporter(context.service, context.renderer)

    async def export(self, request: Request) -> Outcome:
        """Send a game as text, or as a file if it is long, to the person who asks; raises Refusal."""
        table = await game_of(self._service, request)
        t = await self._service.languages.of_person(request.person)
        keys = await self._service.keys()
        text = await asyncio.to_thread(export, table, signer=keys.signer)
        if sum(width(line) + 1 for line in text.splitlines() if line) <= LIMIT:
            return Outcome(notice=export_text(text, t))
        file = _file(table, text)
        return Outcome(notice=export_file_text(file.name, t), document=file)

    async def verify(self, request: Request) -> Outcome:
        """Send the proof of a game's dice as a file, and how to check it; raises Refusal.

        Before the game there is no proof yet, so the person gets the whole seal to keep.
        """
        table = await game_of(self._service, request)
        t = await self._service.languages.of_person(request.person)
        if is_lobby(table):
            return Outcome(notice=seal_text(table, t))
        keys = await self._service.keys()
        text = await asyncio.to_thread(export, table, signer=keys.signer)
        checks = await asyncio.to_thread(lambda: checks_of(read(text)))
        file = _file(table, text)
        return Outcome(notice=proof_text(table, file.name, checks, keys, t), document=file)

    async def bring(self, request: Request) -> Outcome:
        """Import the game of a file or text; raises Refusal."""
        return await self._importer.bring(request)


def _file(table: Table, text: str) -> Document:
    return Document(f"palmares-{table.id}.txt", text)


GROUP = CommandGroup(
    ExportCommands,
    (
        GroupCommand(
            Command(
                "verify",
                N_("Get the full proof of a game's dice as a file"),
                (TABLE,),
                section=Section.GAMES,
                rank=7,
            ),
            ExportCommands.verify,
        ),
        GroupCommand(
            Command(
                "export",
                N_("Export a game as text"),
                (TABLE,),
                example="/export abc234",
                section=Section.GAMES,
                rank=4,
            ),
            ExportCommands.export,
        ),
        GroupCommand(
            Command(
                "import",
                N_("Import a game from /export"),
                (
                    Option(
                        "file",
                        OptionKind.FILE,
                        N_("The file from /export"),
                    ),
                    Option(
                        "text",
                        OptionKind.TEXT,
                        N_("The text from /export, if it's short"),
                        whole=True,
                        long=True,
                    ),
                ),
                section=Section.GAMES,
                rank=5,
            ),
            ExportCommands.bring,
        ),
    ),
)
