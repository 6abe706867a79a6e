"""What the bot can do: how to begin, all commands by purpose, and one command in full."""

from __future__ import annotations

from bot.core.commands.definition import Command, Option, Registry, Section
from bot.core.i18n.text_format import code, joined, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Text


def help_text(registry: Registry, t: Translator) -> Text:
    """Return the first steps, then the names of all other commands, by purpose."""
    lines: list[Line] = [
        (strong(t("Welcome to Palmarés!")),),
        words(
            t(
                "Here you can play Parchís and Palma with everyone in this chat. Never played? Just open a "
                "table, pick a colour and let bots take the other seats. I'll let you know when it's your "
                "turn: press the button to roll, then the button of the piece you want to move. I know the "
                "rules, so you can't make an illegal move."
            )
        ),
        (strong(t(Section.FIRST_STEPS.value)),),
        *(_told(command, t) for command in registry.in_section(Section.FIRST_STEPS)),
    ]
    for section in (Section.TABLE, Section.GAMES, Section.PERSON_AND_CHAT):
        names = [(t.command(f"/{command.name}"),) for command in registry.in_section(section)]
        lines += [(strong(t(section.value)),), joined(names, " ")]
    more = t.command("/help mix")
    lines.append(t.text("To learn more about a command, add its name: {command}", command=more))
    return text_of(*lines)


def help_line(t: Translator) -> Text:
    """Return one line on how to begin, where there is no room for more."""
    return text_of(t.text("Welcome to Palmarés! To start, type {command}.", command=t.command("/play")))


def command_text(command: Command, t: Translator) -> Text:
    needed = [option for option in command.options if option.required]
    free = [option for option in command.options if not option.required]
    lines = [_told(command, t)]
    if needed:
        lines += [words(t("Then add:")), *(_option(command, option, t) for option in needed)]
    if free:
        title = t("You can add, in any order:") if len(free) > 1 else t("You can add:")
        lines += [words(title), *(_option(command, option, t) for option in free)]
    if command.example:
        lines.append(t.text("Example: {example}", example=t.command(command.example)))
    return text_of(*lines)


def _told(command: Command, t: Translator) -> Line:
    name = t.command(f"/{command.name}")
    return t.text("{command}: {description}.", command=name, description=t(command.description))


def _option(command: Command, option: Option, t: Translator) -> Line:
    """Return `• pace=…: the pace`, or no name if the value needs none; and the choices."""
    line: Line = words("• ")
    if option.must_be_named or t.quoting.fills_forms:
        line = (*line, code(t.quoting.assignment(command.name, option.name, "…")), *words(" "))
    line = (*line, *words(t(option.description)))
    values = [code(t.quoting.choice(command.name, option.name, value)) for value in option.values]
    return (*line, *words(": "), *joined([(value,) for value in values], ", ")) if values else line
