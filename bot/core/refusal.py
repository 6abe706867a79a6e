"""How the core says no: politely, to one person, in their language; and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable

from bot.core.screen import Part, Style, Text
from bot.core.texts import Translator

InWords = Callable[[Translator], str]
"""What reads otherwise in each language."""


class Refusal(Exception):
    """Something that cannot be done now: a sentence to translate and what stands in its places."""

    def __init__(self, sentence: str, **values: str | int | Part | InWords) -> None:
        super().__init__(sentence, values)
        self.sentence = sentence
        self.values = values

    def note(self, t: Translator) -> Text:
        """What to tell the person."""
        return t.note(self.sentence, **{name: _part(value, t) for name, value in self.values.items()})


def _part(value: str | int | Part | InWords, t: Translator) -> Part:
    if isinstance(value, Part):
        return value
    return Part(value(t) if callable(value) else str(value), Style.STRONG)
