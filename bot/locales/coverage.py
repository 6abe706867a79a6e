"""How much of the bot each language has: docs/languages.md, which `python -m bot.locales.update` writes."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from babel import Locale

from bot.core.features.registry import registry
from bot.core.i18n import concepts
from bot.core.i18n.grammar import LOCALES, grammar
from bot.core.i18n.translator import ENOUGH, FALLBACK, base, catalogues

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "languages.md"
EXAMPLES = LOCALES / "examples.toml"
"""The share of each language's sentences with places that has an example, as `tests.fakes.examples` counted it."""
_PAGES = ("docs/playing.{}.md", "README.{}.md")
_HEAD = """# Languages

What the bot has in each language. `make texts` writes this page. It says which sentences are missing, lose a place
or a command, have another number, are too long or have a word that their language avoids.
[Developing](developing.md#add-a-language) says how to add a language.

Translators see each sentence with what its file is about. A sentence with places has an example: from games and
commands in their language (*Examples*), else from the tests of the features in English, else with values from these.
{english} % of the English sentences have one that was really said. [Transcripts](transcripts) show whole games, the
[gallery](gallery) the boards.

English is in the code, and complete. A language is offered when it has {enough} % of the sentences; a sentence that
it lacks is its neighbour's, or English.

- *Voices* are what bots say about their luck.
- *Vocabulary* is for lines in people's own words: the share of the things to ask for that have words.

| Language | Sentences | Voices | Examples | Commands | Vocabulary | Rule books | Players' page | README | Regions |
|---|---|---|---|---|---|---|---|---|---|
"""


class Shares(NamedTuple):
    """The shares of a language's sentences that are translated."""

    sentences: float
    voices: float


def page(shares: Mapping[str, Shares]) -> str:
    """Return the page, from what of its sentences each language has."""
    rows = (_row(language, share) for language, share in sorted(shares.items()) if language != FALLBACK)
    return _HEAD.format(enough=round(100 * ENOUGH), english=int(100 * examples_said()[FALLBACK])) + "".join(rows)


def examples_said() -> dict[str, float]:
    """Return the share of each language's sentences with places that has an example."""
    return tomllib.loads(EXAMPLES.read_text(encoding="utf-8"))


def vocabulary(language: str) -> frozenset[str]:
    """Return the concepts that a language has words for."""
    path = LOCALES / language / concepts.FILE
    return frozenset(tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else ())


def asked() -> frozenset[str]:
    """Return the concepts that lines ask for; those of languages are CLDR's."""
    named = frozenset().union(*(idea.named for idea in concepts.ideas()))
    return frozenset(concept for concept in named if not concept.startswith(concepts.ANY_TONGUE))


def _row(language: str, share: Shares) -> str:
    commands = list(registry())
    named = sum(language in command.names for command in commands) / len(commands)
    written = (grammar(language).rule_books, *((ROOT / name.format(language)).is_file() for name in _PAGES))
    regions = ", ".join(f"`{tag}`" for tag in catalogues() if base(tag) == language != tag)
    cells = (
        f"{Locale.parse(language).get_display_name(FALLBACK)} (`{language}`)",
        *map(
            _percent,
            (*share, examples_said().get(language, 0), named, len(asked() & vocabulary(language)) / len(asked())),
        ),
        *(("yes" if there else "–") for there in written),
        regions or "–",
    )
    return f"| {' | '.join(cells)} |\n"


def _percent(share: float) -> str:
    """Return a share, rounded down: only a complete language has 100 %."""
    return f"{int(100 * share)} %"
