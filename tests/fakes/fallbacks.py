"""Note which sentences come in another language than the reader's, for lack of a translation."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from gettext import GNUTranslations, NullTranslations
from itertools import chain
from typing import Any
from unittest.mock import patch

from bot.core.commands.definition import _spelled_choices
from bot.core.features.registry import registry
from bot.core.games.bot_names import SPARE_PARTS
from bot.core.games.profiles import PROFILES
from bot.core.games.seat_names import letters
from bot.core.i18n.translator import FALLBACK, _read, languages


@contextmanager
def read_in(language: str, *others: str) -> Iterator[None]:
    """Play what is read in one language; fail if a sentence is taken from another one's catalogue, or from none.

    The `others` are sentences that somebody else reads.
    """
    fallen: set[tuple[str, str]] = set()
    own = {id(_read(each)): each for each in languages() if each != FALLBACK}
    elsewhere = {*others, *_bots()}
    _understand_all_languages()

    def noting(kind: type[NullTranslations], name: str) -> Any:
        real = getattr(kind, name)

        def ask(catalogue: Any, message: str, *more: Any) -> str:
            spoken = own.get(id(catalogue), FALLBACK)
            known = not {message, (message, 0), (message, 1)}.isdisjoint(getattr(catalogue, "_catalog", ()))
            if not (known and spoken == language) and message not in elsewhere:
                fallen.add((spoken, message))
            said: str = real(catalogue, message, *more)
            return said

        return patch.object(kind, name, ask)

    with (
        noting(GNUTranslations, "gettext"),
        noting(GNUTranslations, "ngettext"),
        noting(NullTranslations, "gettext"),
        noting(NullTranslations, "ngettext"),
    ):
        yield
    assert language == FALLBACK or not fallen, sorted(fallen)


def _understand_all_languages() -> None:
    """Make what reads lines in all languages: it asks for their words once."""
    for command in registry():
        for option in command.options:
            _spelled_choices(option)
    letters()


def _bots() -> set[str]:
    """Return the names of bots, which are free at a table only if nobody has them in any language."""
    named = (names for profile in PROFILES.values() for levels in profile.bots.values() for names in levels.values())
    return {*SPARE_PARTS, *chain.from_iterable(named)}
