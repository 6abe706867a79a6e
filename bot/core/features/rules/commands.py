"""/rules: how to play at a table, or in a named game or tradition, and the whole sheet."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.options import GAME, TABLE, VARIANT
from bot.core.domain import new_table
from bot.core.domain.chat_settings import settings_of
from bot.core.domain.table import Table, played_by
from bot.core.features.context import FeatureContext
from bot.core.features.rules.view import RULES, SHEET, Asked, how_to_play, is_game, other_games, stated
from bot.core.features.rules.view import TABLE as OF_TABLE
from bot.core.games.profiles import profile_of
from bot.core.i18n.refusal import UNKNOWN_BUTTON, Refusal
from bot.core.i18n.text_format import words
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token
from bot.core.messages.content import Screen, Text
from bot.core.messages.requests import LongAnswer, Outcome, Press, Request
from bot.core.views.greeting import BRIEF, require_greeting
from bot.core.views.rules import rules_of, rules_text, stake_lines
from bot.core.views.time_control import pace_sentence
from data.records import ChatKey
from engine import catalog

FULL = "full"
SIZE = Option(
    "size",
    OptionKind.CHOICE,
    N_("Every rule in full"),
    (FULL,),
)
"""Its value is a word that says enough alone, so that links to the sheet can carry it."""


class RulesCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service, self._renderer = context.service, context.renderer
        self._books, self._messengers = context.rule_books, context.messengers

    async def rules(self, request: Request) -> Outcome:
        """Show how to play at a table, or in a named game or tradition; with `full` every rule. Raises Refusal.

        Without a table it is the game that /play opens, with links to the others.
        """
        options = request.options
        full = options.get("size") == FULL
        named = "game" in options or "variant" in options
        if named or ("table" not in options and not await self._service.tables.of_chat(request.chat)):
            game, rules = new_table.rules_of(options if named else {"game": catalog.names()[0]})
            if full or not profile_of(game).sheet.brief:
                return await self._sheet_of_game(request, game, rules, others=not named)
            return await self._brief(request, Asked(game, rules), others=not named)
        table = await self._table(request, options.get("table", ""))
        if full or not profile_of(table.game).sheet.brief:
            return await self._sheet_of_table(request, table)
        return await self._brief(request, Asked.of(table))

    async def begin(self, press: Press, token: Token) -> Outcome:
        """Post what /rules says here, for the button below the help; with several tables the usual game's rules."""
        require_greeting(token)
        asked = Request(press.chat, press.person, "rules", private=press.private)
        try:
            outcome = await self.rules(asked)
        except Refusal:
            outcome = await self.rules(replace(asked, options={"game": catalog.names()[0]}))
        return replace(outcome, below=True)

    async def press(self, press: Press, token: Token) -> Outcome:
        """Post the whole sheet below the message of /rules; raises Refusal."""
        kind, which = token.arguments
        if token.table != RULES:
            raise Refusal(UNKNOWN_BUTTON)
        if kind == OF_TABLE:
            outcome = await self._sheet_of_table(press, (await self._service.anywhere(which)).table)
        elif is_game(kind, which):
            game, rules = new_table.rules_of({"game": kind, "variant": which})
            outcome = await self._sheet_of_game(press, game, rules)
        else:
            raise Refusal(UNKNOWN_BUTTON)
        return Outcome(screen=outcome.screen, long=outcome.long, below=True)

    async def _table(self, request: Request, code: str) -> Table:
        if code:
            return (await self._service.anywhere(code)).table
        picked = await self._service.pick(request, played_by(request.person.key))
        return await self._service.here(request.chat, picked.id)

    async def _brief(self, request: Request, asked: Asked, *, others: bool = False) -> Outcome:
        t = await self._service.languages.of_chat(request.chat, request.person)
        theme = (await settings_of(self._service.store, request.chat)).theme
        draw = partial(how_to_play, asked, t, self._renderer.pictures, theme, others=others)
        return Outcome(screen=await asyncio.get_running_loop().run_in_executor(self._renderer.executor, draw))

    async def _sheet_of_table(self, asked: Request | Press, table: Table) -> Outcome:
        t = await self._service.languages.of_chat(asked.chat, asked.person)
        sitting, books = table.seating, self._book_address(asked.chat)
        text = rules_text(table.game, rules_of(table), t, seats=sitting.seats, teams=sitting.teams, books=books)
        stakes = [words(f"• {line}") for line in stake_lines(table, t)]
        text = Text((*text.lines, *stakes, words(pace_sentence(table, t))))
        return Outcome(screen=Screen(text), long=_elsewhere(text, {"table": table.id}))

    async def _sheet_of_game(
        self, asked: Request | Press, game: str, rules: Mapping[str, object], *, others: bool = False
    ) -> Outcome:
        t = await self._service.languages.of_chat(asked.chat, asked.person)
        text = rules_text(game, rules, t, books=self._book_address(asked.chat))
        text = Text((*text.lines, *other_games(game, t))) if others else text
        return Outcome(screen=Screen(text), long=_elsewhere(text, stated(game, rules)))

    def _book_address(self, chat: ChatKey) -> str:
        return self._books or self._messengers[chat.platform].abilities.rule_books


def _elsewhere(text: Text, options: Mapping[str, str]) -> LongAnswer:
    return LongAnswer.beginning(text, "rules", {**options, "size": FULL})


GROUP = CommandGroup(
    RulesCommands,
    (
        GroupCommand(
            Command(
                "rules",
                N_("Show how to play at this table"),
                (GAME, VARIANT, TABLE, SIZE),
                example="/rules parchis italian",
                section=Section.FIRST_STEPS,
                rank=3,
            ),
            RulesCommands.rules,
        ),
    ),
    (GroupButton(SHEET, RulesCommands.press), GroupButton(BRIEF, RulesCommands.begin)),
)
