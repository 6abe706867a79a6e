"""The rules of a table, generated from its switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.core.domain.table import Table
from bot.core.domain.table_values import HOLES
from bot.core.games import rulesets
from bot.core.games.game_words import preset, title
from bot.core.games.profiles import profile_of
from bot.core.games.rule_sheet import Sentence, Values
from bot.core.games.sitting import Sitting, sitting_of
from bot.core.i18n.grammar import grammar
from bot.core.i18n.lists import listed
from bot.core.i18n.text_format import capital, joined, strong, text_of, words
from bot.core.i18n.translator import Line, Translator
from bot.core.messages.content import Part, Text
from bot.core.views.buttons import switch

Rules = Mapping[str, Any]


def rules_text(
    game: str,
    rules: Rules,
    t: Translator,
    *,
    seats: Sequence[str] | None = None,
    teams: Sequence[Sequence[int]] | None = None,
    books: str = "",
) -> Text:
    """Return the whole rule sheet; with a table's seats and teams only what applies to them.

    Each sentence comes with its rules' numbers, linked to the rule book if `books` is the address of all books.
    """
    sheet, values, known = profile_of(game).sheet, switch_values(game, rules), facts(game, rules)
    sitting = Sitting() if seats is None else sitting_of(seats, teams)
    lines: list[Line] = [(strong(title(t, game)), *words(f" · {preset(t, preset_name(game, rules))}"))]
    book = rule_book(books, game, t.language)

    def told(sentences: Sequence[Sentence]) -> list[Line]:
        return [
            (Part(f"• {t(sentence.text, **known)}"), *_numbers(game, sentence, book))
            for sentence in shown(sentences, values, sitting)
        ]

    lines += told(sheet.general)
    lines.append((strong(t("In detail") if seats is None else t("At this table")),))
    lines += told(sheet.details)
    if book:
        lines.append(t.text("The rule book: {address}", address=Part(book, link=book)))
    return text_of(*lines)


def left_out_line(idle: Sequence[str], t: Translator) -> Line:
    """Return the sentence about rules that somebody chose and that do nothing at the table."""
    rules = listed(t, idle)
    sentence = t.plural(
        "This rule does nothing at this table, so I left it out: {rules}.",
        "These rules do nothing at this table, so I left them out: {rules}.",
        len(idle),
        rules=rules,
    )
    return words(sentence)


def rule_book(books: str, game: str, language: str) -> str:
    """Return a rule book's address in a reader's language; empty without `books`."""
    folder = f"{language}/" if grammar(language).rule_books else ""
    return f"{books}/{folder}{game}.md" if books else ""


def _numbers(game: str, sentence: Sentence, book: str) -> Line:
    """Return a sentence's rule numbers in brackets, linked into the book if its address is known."""
    numbers = profile_of(game).rule_numbers.get(sentence.name, ())
    if not numbers:
        return ()
    parts = [(Part(number, link=f"{book}#{number.lower()}" if book else None),) for number in numbers]
    return (Part(" ("), *joined(parts, ", "), Part(")"))


def shown(sentences: Sequence[Sentence], values: Values, sitting: Sitting) -> list[Sentence]:
    """Return the sentences that apply to such a table."""
    return [sentence for sentence in sentences if sentence.when(values, sitting)]


def facts(game: str, rules: Rules) -> dict[str, Any]:
    """Return the values of the placeholders in a game's rule sheet, by name."""
    return dict(profile_of(game).facts(dict(rules) | switch_values(game, rules)))


def at_table(table: Table) -> Sitting:
    """Return what decides which rules apply to a table."""
    seated = table.seating
    return sitting_of(seated.seats, seated.teams)


def stake_lines(table: Table, t: Translator) -> list[str]:
    return [
        t.plural(
            "stake on hole {hole}: {n} point",
            "stake on hole {hole}: {n} points",
            table.options.stake(hole),
            hole=hole,
        )
        for hole in staked(table)
    ]


def label(t: Translator, game: str, name: str, value: object) -> str:
    """Return a switch's value in a few words."""
    return t(profile_of(game).sheet.labels[name, value])


def button_label(t: Translator, game: str, name: str, value: object) -> str:
    """Return a switch's label on its button: `Long 6: 12`, `✓ Play to the end`, `Play to the end: off`."""
    sheet = profile_of(game).sheet
    if isinstance(value, bool):
        return switch(t(sheet.buttons.get((name, True), sheet.labels[name, True])), t, on=value)
    return capital(t(sheet.buttons.get((name, value), sheet.labels[name, value])))


def rules_of(table: Table) -> dict[str, Any]:
    """Return a table's rules, with the name of their preset."""
    return {"preset": preset_name(table.game, table.rules), **table.rules}


def preset_name(game: str, rules: Rules) -> str:
    """Return the name of the preset that rules are based on."""
    return str(rules.get("preset") or rulesets.presets(game)[0])


def differences(table: Table) -> dict[str, Any]:
    """Return the switches that apply at a table and differ from its preset."""
    usual = rulesets.values(table.game, {"preset": rules_of(table)["preset"]})
    return {name: value for name, value in switches(table).items() if value != usual[name]}


def switches(table: Table) -> dict[str, Any]:
    """Return the switches that apply at a table, with their values."""
    values = rulesets.values(table.game, rules_of(table))
    sitting, matters = at_table(table), profile_of(table.game).matters
    return {name: value for name, value in values.items() if matters(name, values, sitting)}


def staked(table: Table) -> tuple[str, ...]:
    """Return the holes that have a stake at a table."""
    values = rulesets.values(table.game, rules_of(table))
    return tuple(hole for hole in HOLES if values.get(f"hole{hole}") == "stake")


def switch_values(game: str, rules: Rules) -> dict[str, Any]:
    """Return every switch of a game with its value."""
    colours = {"colours": int(rules.get("colours", 4))} if rulesets.sized(game) else {}
    return colours | rulesets.values(game, {"preset": preset_name(game, rules)} | dict(rules))
