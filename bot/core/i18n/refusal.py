"""How the core says no: politely, to one person, in their language; and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.i18n.translator import N_, Translator
from bot.core.messages.content import Part, Style, Text

InWords = Callable[[Translator], str | Part]
"""What reads otherwise in each language."""


class Refusal(Exception):
    """Something that cannot be done now: a sentence to translate and what stands in its places."""

    def __init__(self, sentence: str, **values: str | int | Part | InWords) -> None:
        super().__init__(sentence, values)
        self.sentence = sentence
        self.values = values

    def note(self, t: Translator) -> Text:
        """Return what to tell the person."""
        return t.note(self.sentence, **{name: _part(value, t) for name, value in self.values.items()})


def _part(value: str | int | Part | InWords, t: Translator) -> Part:
    if isinstance(value, Part):
        return value
    words = value(t) if callable(value) else str(value)
    return words if isinstance(words, Part) else Part(words, Style.STRONG)


def typed(line: str) -> InWords:
    """Return a command, as whoever reads it gives it."""
    return lambda t: t.command(line)


LACKING = N_("Something is missing after /{command}: {option}.")
"""A command came without what it needs, which is told by its description, `lowered`."""


def lowered(what: str) -> InWords:
    """Return a description as it stands within a sentence."""

    def told(t: Translator) -> str:
        words = t(what)
        return words[:1].lower() + words[1:]

    return told


STALE = N_("The table has moved on: look at its newest message.")


NOWHERE = N_("I can't find that table in this chat.")


class CorruptTable(Refusal):
    """A table that makes no sense to this program: its rules, seats or log. Other tables must not suffer for it."""

    def __init__(self, table: str) -> None:
        super().__init__(
            N_("Table {code} is damaged and can't be played. To close it, type {command}."),
            code=table,
            command=typed(f"/close {table}"),
        )
