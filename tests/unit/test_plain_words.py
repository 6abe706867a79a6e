"""The worst words of the list in docs/glossary.md are in no document, docstring, comment or log line."""

from __future__ import annotations

from tests.unit.markdown import PAGES, ROOT
from tests.unit.plain_words import in_page, in_source, in_text, python_files


def test_a_document_says_it_plainly() -> None:
    assert {page: words for page in PAGES if (words := in_page(page))} == {}


def test_no_python_file_has_any_of_these_words() -> None:
    found = {path.relative_to(ROOT).as_posix(): in_source(path.read_text("utf-8")) for path in python_files()}
    assert {path: words for path, words in found.items() if words} == {}


def test_quotations_and_code_do_not_count_and_all_else_does() -> None:
    assert in_text("Whoever is *told* “anew” and\nis told `beside` it") == ["whoever", "is told"]
    source = '''def f(beside):
    """Whoever comes anew."""
    log.warning("%s is told", beside)
    return "whoever"  # so
    # many
'''
    assert sorted(in_source(source)) == ["anew", "is told", "so many", "whoever"]
