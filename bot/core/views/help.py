"""What the bot can do, from its registry of commands, and how to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.core.screen import Text
from bot.core.texts import Translator
from bot.core.views.lines import code, strong, text_of, words

if TYPE_CHECKING:  # the registry knows the colours' names, which are words of the views
    from bot.core.commands import Registry


def help_text(registry: Registry, t: Translator) -> Text:
    """First steps, then every command with an example where it has one."""
    lines = [
        (strong(t("Welcome to Palmarés!")),),
        words(
            t(
                "Here you play Parchís and Palma with everybody in this chat. Never played? Just open a table, take "
                "a colour and let the computer fill the other seats. When it is your turn I call you: press the "
                "button to throw, then the button of the piece you want to move. I know the rules, so you cannot do "
                "anything wrong."
            )
        ),
        t.text("To begin, write {play}.", play=code(t.typed("/play"))),
        (strong(t("Commands")),),
    ]
    for command in registry:
        line = t.text(
            "{command}: {description}.", command=code(t.typed(f"/{command.name}")), description=t(command.description)
        )
        if command.example:
            line = (*line, *words(" "), *t.text("Example: {example}", example=code(t.typed(command.example))))
        lines.append(line)
    return text_of(*lines)
