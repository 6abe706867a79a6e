"""What the bot can do: how to begin, all commands by purpose, and one command in full."""

from __future__ import annotations

from babel.core import Locale

from bot.core.commands.definition import Command, Option, Registry, Section
from bot.core.i18n.names import own
from bot.core.i18n.text_format import code, joined, strong, text_of, words
from bot.core.i18n.translator import FALLBACK, N_, Line, Translator, languages
from bot.core.messages.button_tokens import Verb, encode
from bot.core.messages.content import Screen, Text
from bot.core.views.buttons import main, side
from bot.core.views.greeting import BRIEF, HELLO

_SHORT = (
    N_("/play opens a table. Say what you like: {example}"),
    N_("/join takes a seat, and /leave gives it back. /start begins the game."),
    N_("When it's your turn, press a button: I know the rules, so you can't make an illegal move."),
    N_("/rules explains how to play, and /learn teaches it step by step."),
    N_("/rematch plays again. /resign gives up. /close closes a table."),
    N_("/leaderboard, /stats, /games and /replay: what has been played here."),
    N_("/puzzle: the puzzle of the day."),
    N_("/profile is for you, /settings for this chat. /language: {languages}."),
)


def short_help(t: Translator) -> Text:
    """Return how to start a game, and what else there is, in at most twelve lines."""
    example = t.command(own("samples", t.language)["play"][0])
    known = sorted(
        (Locale.parse(each).get_display_name(t.locale) or each for each in languages()), key=t.alphabetical
    )
    lines = [t.text(sentence, example=example, languages=", ".join(known)) for sentence in _SHORT]
    everything = own("help", t.language)["all"][0]
    more = t.text(
        "All commands: {all}. More about one: {one}",
        all=t.command(f"/help {everything}"),
        one=t.command("/help play"),
    )
    return text_of((strong(t("Parchís and Palma, with everyone in this chat")),), *lines, more)


def help_screen(t: Translator) -> Screen:
    """Return the short help as one message whose buttons open a table, a lesson, and how to play."""
    row = (
        main(t("Play"), encode(HELLO, 0, Verb.BEGIN)),
        side(t("Learn"), encode(HELLO, 0, Verb.TEACH)),
        side(t("Rules"), encode(HELLO, 0, BRIEF)),
    )
    return Screen(short_help(t), rows=(row,), repeatable=True)


def help_text(registry: Registry, t: Translator) -> Text:
    """Return the first steps, then the names of all other commands, by purpose."""
    lines: list[Line] = [
        (strong(t("Welcome to Palmarés!")),),
        words(
            t(
                "Here you can play Parchís and Palma with everyone in this chat. Never played? Just open a "
                "table, take a seat and let bots have the others. I'll let you know when it's your "
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
    """Return what a command does, examples, and what can be added, in words before spellings."""
    if command.topics:
        return _in_words(command, t)
    needed = [option for option in command.options if option.required]
    free = [option for option in command.options if not option.required and option.name not in command.as_in_play]
    lines = [_told(command, t)]
    if command.example:
        lines.append(t.text("Example: {example}", example=t.command(command.example_in(t.language))))
    if needed:
        lines += [words(t("Then add:")), *(_option(command, option, t) for option in needed)]
    if free:
        title = t("You can add, in any order:") if len(free) > 1 else t("You can add:")
        lines += [words(title), *(_option(command, option, t) for option in free)]
    if command.as_in_play:
        spelled = joined([_spelled(command, name, t) for name in command.as_in_play], " ")
        lines.append(t.text("Same as in {play}: {options}", play=t.command("/play"), options=spelled))
    return text_of(*lines)


def _in_words(command: Command, t: Translator) -> Text:
    """Return what people may ask a command for, and at the end how each option is spelled."""
    spelled = [_spelled(command, option.name, t) for option in command.options]
    return text_of(
        _told(command, t),
        words(t("Just say what you'd like, in your own words:")),
        *((t.command(line),) for line in command.samples.get(t.language, command.samples[FALLBACK])),
        words(t("You can ask for:")),
        *(words(f"• {t(topic)}") for topic in command.topics),
        t.text("Typed exactly: {example}", example=t.command(command.example_in(t.language))),
        joined(spelled, " "),
    )


def _spelled(command: Command, option: str, t: Translator) -> Line:
    return (code(t.quoting.assignment(command.name, option, "…")),)


def _told(command: Command, t: Translator) -> Line:
    name = t.command(f"/{command.name}")
    return t.text("{command}: {description}.", command=name, description=t(command.description))


def _option(command: Command, option: Option, t: Translator) -> Line:
    """Return `• The pace: quick, calm (pace=…)`: words, choices, and the spelling if the value needs a name."""
    line: Line = words(f"• {t(option.description)}")
    values = [code(t.quoting.choice(command.name, option.name, value)) for value in option.values]
    if values:
        line = (*line, *words(t.marks.colon), *joined([(value,) for value in values], ", "))
    if option.must_be_named or t.quoting.fills_forms:
        line = (*line, *words(" ("), code(t.quoting.assignment(command.name, option.name, "…")), *words(")"))
    return line
