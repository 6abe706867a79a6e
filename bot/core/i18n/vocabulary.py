"""The words that people type in wishes, by language: `bot/locales/*/words.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from bot.core.i18n.grammar import LOCALES
from bot.core.i18n.names import others
from bot.core.i18n.spelling import unaccented
from bot.core.i18n.typos import TYPO, Typos

FILE, COMMANDS, ASKS, WAVES, SHORT = "words.toml", "commands", "asks", "waves", "short"
LONGEST = 6
"""The most words of a phrase."""
Meaning = tuple[str, str]
"""What kind of thing a phrase names, and which: `play` and `teams=yes`, `numbers` and `2`, `small` and nothing."""
_WORD = re.compile(r"[^\W_]+")
_SHORTENED = re.compile(r"(?<=[a-z])['’](?=(?:s|m|d|t|re|ll|ve)\b)")
"""The sign in *who's*, which many leave out."""
_APART = re.compile(r"([0-9]{1,4})([^\W\d]+)|([^\W\d]+)([0-9]{1,2})")
_STRETCHED = re.compile(r"([^\W\d])\1{2,}")


def split(text: str) -> list[str]:
    """Return a text's words in small letters, without accents and signs, numbers apart and short forms in full."""
    plain = unstretched(_SHORTENED.sub("", unaccented(text.casefold())))
    for form, whole in _signed_forms():
        plain = plain.replace(form, whole)
    parts = [part for word in _WORD.findall(plain) for part in _parts(word)]
    last = parts.pop() if parts and len(parts[-1]) == 1 else ""  # a letter at the end is no `por`
    return [whole for part in parts for whole in _short_forms().get(part, part).split()] + [last] * bool(last)


def unstretched(text: str) -> str:
    """Return a text with each letter once that is typed many times, as in `helppp`."""
    return _STRETCHED.sub(r"\1", text)


def is_stretched(text: str) -> bool:
    """Return whether a letter of a text is typed many times, as in `helppp`."""
    return _STRETCHED.search(text.casefold()) is not None


def _parts(word: str) -> list[str]:
    """Return `60s` as `60` and `s`, `x4` as `x` and `4`; other words stay."""
    apart = None if word.isalpha() else _APART.fullmatch(word)
    return [part for part in apart.groups() if part] if apart else [word]


@cache
def _files() -> tuple[Mapping[str, Any], ...]:
    """Return the file of each language."""
    return tuple(tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(LOCALES.glob(f"*/{FILE}")))


@cache
def _short_forms() -> Mapping[str, str]:
    """Return what short forms and spellings of chats stand for: `q` for `que`."""
    return {
        form: _plain(whole) for file in _files() for whole, forms in file.get(SHORT, {}).items() for form in forms
    }


def _plain(text: str) -> str:
    """Return a text's words as `split` gives them."""
    return " ".join(_WORD.findall(unaccented(text.casefold())))


@cache
def _signed_forms() -> tuple[tuple[str, str], ...]:
    """Return the short forms with a sign within, as `w/o`."""
    return tuple((form, whole) for form, whole in _short_forms().items() if len(_WORD.findall(form)) > 1)


@cache
def phrases() -> Mapping[str, tuple[Meaning, ...]]:
    """Return what each phrase means in all languages; words that carry nothing come last."""
    found: dict[str, dict[Meaning, None]] = {}
    for file in _files():
        for phrase, meaning in _read(file):
            found.setdefault(" ".join(split(phrase)), {})[meaning] = None
    return {
        phrase: tuple(sorted(meanings, key=lambda one: one[0] in ("small", "thanks")))
        for phrase, meanings in found.items()
    }


@cache
def slips() -> Typos:
    """Return what finds mistyped words."""
    return Typos(phrases())


def mistyped(word: str) -> str | None:
    """Return the word that a person meant to type; None if there is none, or if several mean different things."""
    if len(word) < TYPO or word in _called():
        return None
    near = sorted(slips().near(word))
    return near[0] if near and len({phrases()[one] for one in near}) == 1 else None


@cache
def _called() -> frozenset[str]:
    """Return all names of commands, which are never a mistyped wish."""
    known = (others("commands"), other_names())
    return frozenset(" ".join(split(way)) for ways in known for name in ways for way in (name, *ways[name]))


def number_in(word: str) -> str:
    """Return the number that a word says, in digits; empty if it says none."""
    return (
        word
        if word.isdecimal()
        else next((thing for kind, thing in phrases().get(word, ()) if kind == "numbers"), "")
    )


def is_small(word: str) -> bool:
    """Return whether a word carries nothing by itself: `please`, `with`, or a greeting."""
    return any(kind in ("small", "hello", "thanks", "against") for kind, _ in phrases().get(word, ()))


def is_company(word: str) -> bool:
    """Return whether a word names players or bots in general."""
    return any(kind in ("players", "bots", "friends") for kind, _ in phrases().get(word, ()))


def denies(word: str) -> bool:
    """Return whether a word denies the others: `not`, `nunca`."""
    return ("not", "") in phrases().get(word, ())


def is_known(word: str) -> bool:
    """Return whether a word is one of the vocabulary."""
    return unaccented(word.casefold()) in phrases()


def is_wish(text: str) -> bool:
    """Return whether several words are one phrase for an option of a table: `just for fun`."""
    words = split(text)
    return len(words) > 1 and any(kind == "play" for kind, _ in phrases().get(" ".join(words), ()))


def is_greeting(text: str) -> bool:
    """Return whether a text only greets: `hola!`, `good morning`, `holaaa`, a waving hand."""
    words = split(text)
    if not words:
        return any(sign in text for sign in _waves())
    return (_opens(words) or (len(words) == 2 and _opens(words[1:]))) and _only(words, "hello") and not is_wish(text)


def is_thanks(text: str) -> bool:
    """Return whether a text only thanks: `gracias!`, `thank you so much`."""
    return _only(split(text), "thanks")


def _opens(words: list[str]) -> bool:
    """Return whether words begin with a greeting; in the middle `hi` may be Catalan, and `yo` Spanish."""
    return any(_squeezed(" ".join(words[:count])) in _polite("hello") for count in range(1, LONGEST + 1))


def _only(words: list[str], kind: str) -> bool:
    """Return whether words have one of a list, and besides only words that carry nothing."""
    at = said = 0
    while at < len(words):
        count = next(
            (n for n in range(LONGEST, 0, -1) if _squeezed(" ".join(words[at : at + n])) in _polite(kind)), 0
        )
        if not count and not (is_small(words[at]) or is_company(words[at])):
            return False
        said += count
        at += count or 1
    return said > 0


@cache
def _polite(kind: str) -> frozenset[str]:
    return frozenset(map(_squeezed, words_for(kind)))


@cache
def _waves() -> frozenset[str]:
    """Return the signs that greet."""
    return frozenset(sign for file in _files() for sign in file.get(WAVES, ()))


def _squeezed(word: str) -> str:
    """Return a word with each letter once in a row: `holaaa` as `hola`."""
    return re.sub(r"(.)\1+", r"\1", word)


@cache
def words_for(kind: str) -> tuple[str, ...]:
    """Return the words of a list, such as `seconds`, in all languages."""
    return tuple(phrase for phrase, meanings in phrases().items() if (kind, "") in meanings)


@cache
def other_names(*sections: str) -> Mapping[str, tuple[str, ...]]:
    """Return what people call each command in all languages, and what they say for it; or only these sections."""
    found: dict[str, dict[str, None]] = {}
    for file in _files():
        for section in sections or (COMMANDS, ASKS):
            for name, ways in file.get(section, {}).items():
                found.setdefault(name, {}).update(dict.fromkeys(ways))
    return {name: tuple(ways) for name, ways in found.items()}


def _read(file: Mapping[str, object]) -> Iterator[tuple[str, Meaning]]:
    for kind, words in file.items():
        if kind in (COMMANDS, ASKS, WAVES, SHORT):
            continue
        if isinstance(words, list):
            yield from ((str(word), (kind, "")) for word in words)
        elif isinstance(words, dict):
            yield from ((str(word), (kind, str(thing))) for thing, ways in words.items() for word in ways)
