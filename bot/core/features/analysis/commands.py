"""/analysis, and its button below a finished game: who was lucky, who played well, and what decided it."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.core.board_messages.subject import subject_of
from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import TABLE
from bot.core.common.recurring import Recurring
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.game_analysis import GameAnalysis
from bot.core.domain.table import StartedTable, Table, begun
from bot.core.features.analysis.card_view import analysis_card, scenes
from bot.core.features.analysis.orders import AnalysisOrders
from bot.core.features.analysis.report_view import described, ordered_text, report_text
from bot.core.features.analysis.sweep import EVERY, AnalysisSweep
from bot.core.features.context import FeatureContext
from bot.core.i18n.refusal import Refusal
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.content import Picture, Screen
from bot.core.messages.requests import Outcome, Person, Press, Request
from bot.core.services.table_service import game_of
from data.records import ChatKey, Status
from engine.players.evaluation import EVALUATIONS


class AnalysisCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service = context.service
        self._draw = context.painters.analysis
        self._orders = AnalysisOrders(context, self._screen)
        context.resumed.append(self._orders.resume)
        context.beside.append(Recurring(EVERY, AnalysisSweep(context.service, context.thinking).look))

    async def analysis(self, request: Request) -> Outcome:
        """Show all the analysis of a game, or start it; raises Refusal."""
        return await self._answer(await game_of(self._service, request), request.chat, request.person)

    async def pressed(self, press: Press, token: Token) -> Outcome:
        """Do the same for the game of a board, in a new message; raises Refusal."""
        table = await self._service.here(press.chat, token.table)
        return replace(await self._answer(table, press.chat, press.person), below=True)

    async def _answer(self, table: Table, chat: ChatKey, person: Person) -> Outcome:
        game = begun(table)
        if game.status is Status.PLAYING:
            raise Refusal(N_("I'll analyse this game once it's over. Until then, no help from me!"))
        if game.game not in EVALUATIONS:
            raise Refusal(N_("I can't analyse this kind of game."))
        if not game.match.plies:
            raise Refusal(N_("There was nothing to analyse: nobody made a move."))
        known = await self._orders.known(game)
        if known is not None:
            return Outcome(screen=await self._screen(known, game, chat))
        await self._orders.take(game, chat, person.key)
        return Outcome(notice=ordered_text(game, await self._service.languages.of_person(person)))

    async def _screen(self, analysis: GameAnalysis, table: StartedTable, chat: ChatKey) -> Screen:
        t = await self._service.languages.of_chat(chat)
        theme = (await settings_of(self._service.store, chat)).theme

        def made() -> Screen:
            card, boards = analysis_card(analysis, table, t), scenes(analysis, table, t)
            picture = Picture(self._draw(card, table.game, theme, boards), described(analysis, table, t))
            return Screen(report_text(analysis, table, t), picture, about=subject_of(table, game=True))

        return await asyncio.to_thread(made)


GROUP = CommandGroup(
    AnalysisCommands,
    (
        GroupCommand(
            Command(
                "analysis",
                N_("See what decided a game: luck, mistakes and key moments"),
                (TABLE,),
                example="/analysis abc234",
                section=Section.GAMES,
                rank=4,
            ),
            AnalysisCommands.analysis,
        ),
    ),
    (GroupButton(Verb.ANALYSE, AnalysisCommands.pressed),),
)
