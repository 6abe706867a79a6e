"""/rules: those of a table, or of a named game or tradition."""

from __future__ import annotations

from collections.abc import Mapping

from bot.core.commands.definition import Command, Section
from bot.core.commands.group import CommandGroup, GroupCommand
from bot.core.commands.options import GAME, TABLE, VARIANT
from bot.core.domain import new_table
from bot.core.domain.table import played_by
from bot.core.features.context import FeatureContext
from bot.core.games.game_words import title
from bot.core.i18n.text_format import words
from bot.core.i18n.translator import N_
from bot.core.messages.content import Screen, Text
from bot.core.messages.requests import LongAnswer, Outcome, Request
from bot.core.views.rules import rules_of, rules_text, stake_lines
from bot.core.views.time_control import pace_sentence
from engine import catalog


class RulesCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._service, self._books, self._messengers = context.service, context.rule_books, context.messengers

    async def rules(self, request: Request) -> Outcome:
        """Show a table's rules to all, or those of a named game or tradition; raises Refusal.

        Without a table they are those of the game that /play opens, with links to the others.
        """
        books = self._books or self._messengers[request.chat.platform].abilities.rule_books
        if "game" in request.options or "variant" in request.options:
            return await self._of_game(request, request.options, books)
        if "table" not in request.options and not await self._service.tables.of_chat(request.chat):
            return await self._of_game(request, {"game": catalog.names()[0]}, books)
        code = request.options.get("table", "")
        if code:
            table = (await self._service.anywhere(code)).table
        else:
            picked = await self._service.pick(request, played_by(request.person.key))
            table = await self._service.here(request.chat, picked.id)
        t = await self._service.languages.of_chat(request.chat, request.person)
        sitting = table.seating
        text = rules_text(table.game, rules_of(table), t, seats=sitting.seats, teams=sitting.teams, books=books)
        stakes = [words(f"• {line}") for line in stake_lines(table, t)]
        text = Text((*text.lines, *stakes, words(pace_sentence(table, t))))
        return Outcome(screen=Screen(text), long=LongAnswer.beginning(text, "rules", {"table": table.id}))

    async def _of_game(self, request: Request, options: Mapping[str, str], books: str) -> Outcome:
        game, named = new_table.rules_of(options)
        t = await self._service.languages.of_chat(request.chat, request.person)
        text = rules_text(game, named, t, books=books)
        if options is not request.options:
            others = [other for other in catalog.names() if other != game]
            ways = [t.text("Rules of {game}: {command}", game=title(t, other), command=t.command(f"/rules {other}"))
                    for other in others]  # fmt: skip
            text = Text((*text.lines, *ways))
        return Outcome(screen=Screen(text), long=LongAnswer.beginning(text, "rules", options))


GROUP = CommandGroup(
    RulesCommands,
    (
        GroupCommand(
            Command(
                "rules",
                N_("Show the table's rules"),
                (GAME, VARIANT, TABLE),
                example="/rules parchis italian",
                names={"es": "reglas", "it": "regole"},
                section=Section.FIRST_STEPS,
                rank=3,
            ),
            RulesCommands.rules,
        ),
    ),
)
