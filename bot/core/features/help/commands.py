"""/help: an overview, or one command in full."""

from __future__ import annotations

from bot.core.commands.definition import Command, Option, OptionKind, Section
from bot.core.commands.group import CommandGroup, GroupButton, GroupCommand
from bot.core.commands.parser import unknown
from bot.core.features.context import FeatureContext
from bot.core.features.help.view import command_text, help_line, help_screen, help_text
from bot.core.i18n.names import others
from bot.core.i18n.spelling import folded
from bot.core.i18n.translator import N_
from bot.core.messages.button_tokens import Token, Verb
from bot.core.messages.requests import LongAnswer, Outcome, Press, Request
from bot.core.views.greeting import HOW_IT_WORKS, require_greeting


class HelpCommands:
    def __init__(self, context: FeatureContext) -> None:
        self._languages = context.service.languages
        self._registry = context.registry
        self._messengers = context.messengers

    async def help(self, request: Request) -> Outcome:
        """Show how to begin, all commands, or one of them; raises Refusal."""
        t = await self._languages.of_person(request.person)
        wanted = request.options.get("command", "").strip().removeprefix("/")
        if not wanted:
            return Outcome(screen=help_screen(t), personal=True)
        if _is_all(wanted):
            return Outcome(
                notice=help_text(self._registry, t), long=LongAnswer(help_line(t), "help", {"command": "all"})
            )
        command = self._registry.get(wanted)
        if command is None:
            raise unknown(wanted, self._registry)
        text = command_text(self._offered(command, request), t)
        return Outcome(notice=text, long=LongAnswer.beginning(text, "help", {"command": command.name}))

    async def how(self, press: Press, token: Token) -> Outcome:
        """Explain the game in a few words, for the button below the greeting; raises Refusal."""
        require_greeting(token)
        t = await self._languages.of_person(press.person)
        return Outcome(notice=t.note(HOW_IT_WORKS))

    def _offered(self, command: Command, request: Request) -> Command:
        """Return a command with the options that apply where a person asks."""
        threads = self._messengers[request.chat.platform].abilities.threads
        return self._registry.offered(threads=threads).get(command.name) or command


def _is_all(word: str) -> bool:
    """Return whether a word asks for all commands."""
    return folded(word) in map(folded, others("help")["all"])


GROUP = CommandGroup(
    HelpCommands,
    (
        GroupCommand(
            Command(
                "help",
                N_("Show what I can do"),
                (
                    Option(
                        "command",
                        OptionKind.TEXT,
                        N_("The command you want to know more about"),
                        looks=_is_all,
                        source=lambda commands: commands,
                    ),
                ),
                example="/help mix",
                section=Section.PERSON_AND_CHAT,
                rank=6,
            ),
            HelpCommands.help,
        ),
    ),
    (GroupButton(Verb.HOW, HelpCommands.how),),
)
