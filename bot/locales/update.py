"""Update the catalogues from the code: `python -m bot.locales.update`.

New sentences appear untranslated, unused ones disappear, translations stay. There are no fuzzy entries. English has
no catalogue: the code has the English text.
"""

from __future__ import annotations

import re
import sys
from copy import deepcopy
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import PoFileError, read_po, write_po

from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.translator import DOMAIN, base
from bot.locales.coverage import PAGE, Shares, page
from bot.locales.faults import faults

SOURCES = (LOCALES.parent / "core", LOCALES.parent / "platforms")
VOICES = "bot/core/games/bot_voices.py"
KEYWORDS = {"t": None, "text": None, "note": None, "N_": None, "NN_": (1, 2), "plural": (1, 2)}


def extract() -> Catalog:
    """Return all sentences of the code, with their places."""
    sentences = Catalog(project="Palmarés", charset="utf-8", fuzzy=False)
    for folder in SOURCES:
        for file, _, message, comments, _ in extract_from_dir(
            str(folder), [("**.py", "python")], keywords=KEYWORDS, comment_tags=("Translators:",)
        ):
            sentences.add(message, locations=[(f"bot/{folder.name}/{file}", 0)], auto_comments=comments)
    return sentences


def refresh(catalogue: Catalog, sentences: Catalog) -> None:
    """Set a catalogue to exactly the sentences found, keeping its translations."""
    catalogue.update(deepcopy(sentences), no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()


def keep_differences(variant: Catalog, language: str) -> None:
    """Take out of a variant's catalogue what it says as its language does."""
    with (LOCALES / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        known = read_po(file, locale=language)
    for message in [each for each in variant if each.id]:
        said = known.get(message.id)
        if not _complete(message) or (said is not None and said.string == message.string):
            variant.delete(message.id)


_NOISE = tuple(
    f'"{name}'.encode()
    for name in ("POT-", "PO-", "Last-Translator", "Generated-By", "Report-Msgid", "Language-Team", "Project-Id")
)
"""Header fields that change with every run, or that nobody reads."""


_UNCLOSED = re.compile(rb'^(?:msg\S+ )?"(?:[^"\\\n]|\\.)*$', re.MULTILINE)
"""A line of a sentence that Babel would read without its last letter."""


def untranslated(catalogue: Catalog) -> list[Message]:
    """Return the sentences without a translation."""
    return [message for message in catalogue if message.id and not _complete(message)]


def shares(catalogue: Catalog, sentences: Catalog) -> Shares:
    """Return which shares of a catalogue are translated; `sentences` says where they stand."""
    known = [message for message in catalogue if message.id]
    voices = {message.id for message in sentences if VOICES in dict(message.locations)}
    kinds = (known, [message for message in known if message.id in voices])
    return Shares(*(sum(map(_complete, each)) / len(each) for each in kinds))


def _complete(message: Message) -> bool:
    if message.fuzzy:  # the bot doesn't say what nobody is sure of
        return False
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def write(catalogue: Catalog) -> bytes:
    """Return a catalogue as the text of its file: sorted, without dates and places, for readable diffs."""
    text = BytesIO()
    write_po(text, catalogue, width=116, sort_output=True, no_location=True, ignore_obsolete=True)
    return b"\n".join(line for line in text.getvalue().split(b"\n") if not line.startswith(_NOISE))


def _read(path: Path, language: str) -> Catalog:
    """Return a catalogue; end the program if its file is damaged, before anything overwrites it."""
    text = path.read_bytes()
    if unclosed := _UNCLOSED.search(text):
        raise SystemExit(f"{path}: no quotation mark at the end of {unclosed[0].decode(errors='replace')}")
    try:
        return read_po(BytesIO(text), locale=language.replace("-", "_"), abort_invalid=True)
    except (PoFileError, UnicodeDecodeError) as problem:
        raise SystemExit(f"{path}: {problem}") from None


def main() -> int:
    """Update every catalogue and the page of languages; print what is untranslated or wrong, and fail then."""
    sentences = extract()
    missing = 0
    found: dict[str, Shares] = {}
    for path in sorted(LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        language = path.parent.parent.name
        catalogue = _read(path, language)
        refresh(catalogue, sentences)
        if base(language) != language:
            keep_differences(catalogue, base(language))
        path.write_bytes(write(catalogue))
        todo, wrong = untranslated(catalogue), list(faults(catalogue, sentences, language))
        missing += len(todo) + len(wrong)
        if base(language) == language:
            found[language] = shares(catalogue, sentences)
        sys.stdout.write(f"{language}: {len(catalogue)} sentences, {len(todo)} untranslated, {len(wrong)} wrong\n")
        sys.stdout.writelines(f"  {message.id!r}\n" for message in todo)
        sys.stdout.writelines(f"  {fault}\n" for fault in wrong)
    PAGE.write_text(page(found), encoding="utf-8")
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main())
