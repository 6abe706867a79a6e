"""A catalogue of sentences, read from its PO file."""

from __future__ import annotations

from io import BytesIO

from bot.core.i18n.po_catalogue import PoCatalogue

HEADER = (
    'msgid ""\nmsgstr ""\n"Language: xx\\n"\n"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);\\n"\n\n'
)
REST = r"""
# A remark.
#: somewhere.py:3
#, python-brace-format
msgid ""
"One line, "
"and {another}."
msgstr ""
"Eine Zeile, "
"und {another}."

#, fuzzy
msgid "guessed"
msgstr "geraten"

msgid "not done"
msgstr ""

msgid "a \"word\"\n"
msgstr "ein \\ \"Wort\"\n"

msgid "{n} point"
msgid_plural "{n} points"
msgstr[0] "{n} eins"
msgstr[1] "{n} zwei"
msgstr[2] ""

msgid "{n} game"
msgid_plural "{n} games"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""

#~ msgid "gone"
#~ msgstr "weg"
"""


def read(text: str) -> PoCatalogue:
    return PoCatalogue(BytesIO(text.encode()))


def test_sentences_are_read_but_for_fuzzy_missing_and_obsolete_ones() -> None:
    catalogue = read(HEADER + REST)
    assert catalogue.gettext("One line, and {another}.") == "Eine Zeile, und {another}."
    assert catalogue.gettext('a "word"\n') == 'ein \\ "Wort"\n'
    for missing in ("guessed", "not done", "gone"):
        assert catalogue.gettext(missing) == missing


def test_each_number_has_its_form_and_a_missing_form_is_english() -> None:
    catalogue = read(HEADER + REST)
    assert [catalogue.ngettext("{n} point", "{n} points", n) for n in (1, 2, 3)] == [
        "{n} eins",
        "{n} zwei",
        "{n} points",
    ]
    assert [catalogue.ngettext("{n} game", "{n} games", n) for n in (1, 2)] == ["{n} game", "{n} games"]


def test_a_fuzzy_header_still_counts_and_none_means_two_forms() -> None:
    fuzzy = read(f"# Words.\n#, fuzzy\n{HEADER}")
    assert [fuzzy.plural(n) for n in (1, 2, 3)] == [0, 1, 2]  # type: ignore[attr-defined]
    assert [read("").plural(n) for n in (0, 1, 2)] == [1, 0, 1]  # type: ignore[attr-defined]


def test_lines_may_end_as_on_windows_and_the_last_one_nowhere() -> None:
    assert read('msgid "a"\r\nmsgstr "b"').gettext("a") == "b"
