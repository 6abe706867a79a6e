"""How much of the bot each language has: docs/languages.md, which `python -m bot.locales.update` writes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from babel import Locale

from bot.core.features.registry import registry
from bot.core.i18n.grammar import LOCALES, grammar
from bot.core.i18n.translator import ENOUGH, FALLBACK, base, catalogues

PAGE = Path(__file__).parents[2] / "docs" / "languages.md"
_HEAD = """# Languages

What the bot has in each language. `make texts` writes this page, and says which sentences are missing, lose a place,
have another number, are too long or have a word that their language avoids.
[Developing](developing.md#add-a-language) says how to add a language.

Translators see each sentence with what its file is about. A sentence with places has an example: from a game or a
command, or with values from these. [Transcripts](transcripts) show whole games, the [gallery](gallery) the boards.

English is in the code, and complete. A language is offered when it has {enough} % of the sentences; a sentence that
it lacks is its neighbour's, or English.

| Language | Sentences | Names of commands | What people type | Rule books | Regions |
|---|---|---|---|---|---|
"""


def page(shares: Mapping[str, float]) -> str:
    """Return the page, from the share of sentences that each language has."""
    rows = (_row(language, share) for language, share in sorted(shares.items()) if language != FALLBACK)
    return _HEAD.format(enough=round(100 * ENOUGH)) + "".join(rows)


def _row(language: str, share: float) -> str:
    commands = list(registry())
    named = sum(language in command.names for command in commands) / len(commands)
    typed = all((LOCALES / language / file).is_file() for file in ("words.toml", "concepts.toml"))
    regions = ", ".join(f"`{tag}`" for tag in catalogues() if base(tag) == language != tag)
    cells = (
        f"{Locale.parse(language).get_display_name(FALLBACK)} (`{language}`)",
        _percent(share),
        _percent(named),
        _said(yes=typed),
        _said(yes=grammar(language).rule_books),
        regions or "–",
    )
    return f"| {' | '.join(cells)} |\n"


def _percent(share: float) -> str:
    """Return a share, rounded down: only a complete language has 100 %."""
    return f"{int(100 * share)} %"


def _said(*, yes: bool) -> str:
    return "yes" if yes else "–"
