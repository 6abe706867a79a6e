"""Words with one slip of the finger: a letter missing, added or changed, or two swapped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

TYPO = 5
"""The least letters of a word that may be mistyped."""
LONGEST = 16
"""The most letters of such a word."""


class Typos:
    """Finds the words of a vocabulary that differ from a mistyped one by one slip."""

    def __init__(self, words: Iterable[str]) -> None:
        self._words = frozenset(word for word in words if TYPO <= len(word) <= LONGEST and len(word.split()) == 1)
        self._by_form: dict[str, str] = {}
        """The words of each form, with spaces between; most have one, which is no new text."""
        for word in self._words:
            for form in {word, *_shorter(word)}:
                known = self._by_form.get(form)
                self._by_form[form] = word if known is None else f"{known} {word}"

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def near(self, word: str) -> set[str]:
        """Return the words that one slip makes this one."""
        if not TYPO - 1 <= len(word) <= LONGEST:
            return set()
        found = {near for form in (word, *_shorter(word)) for near in self._by_form.get(form, "").split()}
        return {near for near in found if _one_slip(near, word)}


def _shorter(word: str) -> Iterator[str]:
    """Return the word without each of its letters."""
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def _one_slip(one: str, other: str) -> bool:
    if len(one) != len(other):
        return min(one, other, key=len) in _shorter(max(one, other, key=len))
    places = [at for at in range(len(one)) if one[at] != other[at]]
    if len(places) == 2 and places[1] == places[0] + 1:
        return one[places[0]] == other[places[1]] and one[places[1]] == other[places[0]]
    return len(places) == 1
