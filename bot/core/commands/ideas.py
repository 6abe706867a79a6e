"""Understand what a line in free words is about: `could I see whose turn it is`, `que no me avise de noche`.

An idea is a set of concepts that ask for a command, in any order, with other words between them. Ideas are declared
in `bot/locales/ideas.toml`, the words for concepts in `bot/locales/*/concepts.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from bot.core.commands.definition import Command, OptionKind, Registry
from bot.core.commands.sentences import choice_in, is_clear
from bot.core.commands.typed_names import SIGNS
from bot.core.commands.wishes import wish_in
from bot.core.games.seat_names import letters
from bot.core.i18n.concepts import (
    ANY_TONGUE,
    DAY,
    LONGEST,
    PERSON,
    SEAT,
    WHEN,
    WISH,
    Idea,
    concepts_of,
    ideas,
    light,
    mistyped_concepts,
    without_pronouns,
)
from bot.core.i18n.days import is_until, read_day
from bot.core.i18n.moments import SOME_DAY, Moment, is_moment, read_moment
from bot.core.i18n.spelling import folded
from bot.core.i18n.vocabulary import is_company, is_known, is_small, number_in, phrases, split, words_for

HEAVY = 2
"""The weight of a concept; that of a light one is 1."""
CLEAR = 5
"""The least weight of an idea that is clear although one word means nothing."""
SHORT = 4
"""The most words of a line whose last may be a name in small letters."""
SEVERAL = 4
"""The most finds of one concept that are tried."""
LONGEST_MOMENT = 7
"""The most words of a moment."""
ASIDE = (",", "!", "…", "...")
"""What ends a word that denies nothing: `oh no, …`."""
MOST = 24
"""The most words of a line that may be one idea."""


class Meant(NamedTuple):
    """The command that a line is about: the line that gives it, and whether that is certain."""

    line: str
    sure: bool
    weight: int
    spare: int
    """The number of words that mean nothing here."""
    used: frozenset[str]


class _Heard(NamedTuple):
    """A line as typed, and its words, each with the place of the typed word it is from.

    `found`: the words of each concept. `content`: places of words that an idea should use. `denials`: of negations.
    `moment`: the first day or hour, and the places of its words.
    """

    raw: list[str]
    words: list[str]
    owners: list[int]
    found: dict[str, list[_Find]]
    content: set[int]
    denials: set[int]
    moment: tuple[str, frozenset[int]]


class _Find(NamedTuple):
    """Words that name a concept, by their places; mistyped ones are less certain."""

    places: frozenset[int]
    slip: bool = False


def meant(text: str, registry: Registry) -> Meant | None:
    """Return the command that a line is about; None if that is not clear."""
    heard = _heard(text)
    best: Meant | None = None
    if not 0 < len(heard.words) <= MOST:
        return None
    named = set(heard.found)
    for idea in ideas():
        one = _read(idea, heard, registry) if idea.named <= named else None
        if one is not None and (best is None or _worth(one) > _worth(best)):
            best = one
    return best


def _worth(one: Meant) -> tuple[float, int]:
    return one.weight - 1.5 * one.spare, one.weight


def _heard(text: str) -> _Heard:
    raw = text.split()
    words: list[str] = []
    owners: list[int] = []
    for at, part in enumerate(raw):
        mine = split(part) if len(raw) == 1 or len(part.strip(SIGNS)) > 1 else split(f"{part} .")
        words += mine
        owners += [at] * len(mine)
    found = _concepts(words)
    content = {at for at, word in enumerate(words) if not _is_free(word, at, found)}
    denials = {at for find in found.get("not", ()) for at in find.places if not raw[owners[at]].endswith(ASIDE)}
    moment = _moment_in(raw, owners) if len(words) <= MOST else ("", frozenset[int]())
    return _Heard(raw, words, owners, found, content, denials, moment)


def _concepts(words: list[str]) -> dict[str, list[_Find]]:
    found: dict[str, list[_Find]] = {}
    for at, word in enumerate(words):
        for count in range(min(LONGEST, len(words) - at), 0, -1):
            for concept in concepts_of(" ".join(words[at : at + count])):
                found.setdefault(concept, []).append(_Find(frozenset(range(at, at + count))))
        if not concepts_of(word) and not is_known(word):
            for concept in mistyped_concepts(word):
                found.setdefault(concept, []).append(_Find(frozenset((at,)), slip=True))
    return {concept: sorted(finds, key=lambda one: -len(one.places))[:SEVERAL] for concept, finds in found.items()}


def _is_free(word: str, at: int, found: dict[str, list[_Find]]) -> bool:
    """Return whether a word may stand anywhere."""
    if len(word) == 1 and not word.isdecimal():
        return True
    if any(is_small(verb) for verb in (word, *without_pronouns(word))) or is_company(word):
        return True
    return any(at in find.places and not find.slip for concept in light() for find in found.get(concept, ()))


def _read(idea: Idea, heard: _Heard, registry: Registry) -> Meant | None:
    """Return what a line that has all its concepts means as this idea; None if it has too many other words."""
    named = [concept for concept in idea.concepts if concept in idea.named]
    best: Meant | None = None
    for finds in _apart([heard.found[concept] for concept in named]):
        placed = dict(zip(named, finds, strict=True))
        if (ANY_TONGUE in named and not _is_denied(placed)) or _holds_start(placed):
            continue
        used = frozenset[int]().union(*(find.places for find in finds))
        if used and used < heard.moment[1]:  # `tonight` is no dark theme
            continue
        weight = sum(1 if concept in light() else HEAVY for concept in named) + len(used) - len(named)
        denied = heard.denials - used
        if denied and min(denied) < max(used, default=0):
            continue
        one = _with_others(idea, heard, used, weight, registry)
        if one is not None:
            slips = sum(find.slip for find in finds)
            waits = "start" in named and "wait" not in named and "wait" in heard.found  # `wait before you start`
            sure = one.sure and not denied and not waits and (not slips or weight > HEAVY)
            one = one._replace(sure=sure, spare=one.spare + slips + bool(denied))
            best = one if best is None or _worth(one) > _worth(best) else best
    return best


def _is_denied(finds: Mapping[str, _Find]) -> bool:
    """Return whether the language that a line denies, where it wants another one, is the first after the denial."""
    at = {concept: min(find.places) for concept, find in finds.items()}
    said = sorted(at[concept] for concept in at if concept.startswith(ANY_TONGUE) and at[concept] > at["not"])
    return said[:1] == [at[ANY_TONGUE]]


def _holds_start(finds: Mapping[str, _Find]) -> bool:
    """Return whether a line wants to wait and not to start: `wait for Ana, don't start`."""
    if not {"not", "wait", "start"} <= finds.keys():
        return False
    denial, wait, start = (min(finds[concept].places) for concept in ("not", "wait", "start"))
    return abs(denial - start) < abs(denial - wait)


def _with_others(idea: Idea, heard: _Heard, used: frozenset[int], weight: int, registry: Registry) -> Meant | None:
    """Return an idea with what the other words of the line say; None if too many of them say nothing."""
    rest, line, known = heard.content - used, idea.line, True
    said = frozenset(heard.words[at] for at in used)
    for slot, find in ((PERSON, _person), (SEAT, _seat), (WHEN, _moment), (DAY, _day)):
        if slot in idea.concepts:
            word, places, sure = find(heard, used)
            if not word:
                return None
            known &= sure
            rest, line, weight = rest - places, line.replace(slot, word), weight + HEAVY + len(places) - 1
    command = registry.get(line.split()[0].removeprefix("/"))
    if command is None:
        return None
    if WISH in idea.concepts:
        wish = wish_in(" ".join(heard.words))
        if not wish.options or (weight < HEAVY and not is_clear(wish.options)):
            return None
        line = " ".join(
            (line.replace(WISH, "").rstrip(), *(f"{name}={value}" for name, value in wish.options.items()))
        )
        weight, rest = weight + HEAVY, {at for at in rest if heard.words[at] in wish.ignored}
    others = [word for at, word in enumerate(heard.words) if at not in used]
    for option in command.options:
        chosen = None if f"{option.name}=" in line or WISH in idea.concepts else choice_in(option, others)
        if chosen is not None:
            line, weight = f"{line} {option.name}={chosen[0]}", weight + HEAVY
            rest = {at for at in rest if heard.words[at] not in chosen[1]}
    if PERSON in idea.concepts and (series := _series(command, heard, used)):
        line, rest = f"{line} {series[0]}", rest - series[1]
    clear = not rest or (len(rest) == 1 and weight >= CLEAR)
    return Meant(line, clear and known, weight, len(rest), said) if clear or weight >= len(rest) else None


def _series(command: Command, heard: _Heard, used: frozenset[int]) -> tuple[str, set[int]] | None:
    """Return the first number that a command about a person takes, and the places of words that belong to it."""
    option = next((one for one in command.options if one.kind is OptionKind.INTEGER), None)
    numbers = ((at, number_in(word)) for at, word in enumerate(heard.words) if at not in used)
    at, number = next(((at, number) for at, number in numbers if option and number in option.choices[1:]), (0, ""))
    if option is None or not number:
        return None
    about = {
        near for near, word in enumerate(heard.words) if not {"best", "game", "games"}.isdisjoint(concepts_of(word))
    }
    return f"{option.name}={number}", {at, *about}


def _apart(finds: list[list[_Find]]) -> Iterator[tuple[_Find, ...]]:
    """Return every choice of one find for each concept in which no word is used twice."""
    if not finds:
        yield ()
        return
    for first in finds[0]:
        for others in _apart(finds[1:]):
            if all(first.places.isdisjoint(other.places) for other in others):
                yield (first, *others)


def _seat(heard: _Heard, used: frozenset[int]) -> tuple[str, set[int], bool]:
    """Return the colour or side that a line names, and the place of its word."""
    at = next((at for at, word in enumerate(heard.words) if at not in used and folded(word) in letters()), None)
    return ("", set(), False) if at is None else (heard.words[at], {at}, True)


def _moment(heard: _Heard, used: frozenset[int]) -> tuple[str, set[int], bool]:
    """Return the day or hour that a line names, and the places of its words.

    It is certain with an hour, if the line says what for.
    """
    said, places = heard.moment
    if not said or not places.isdisjoint(used):
        return "", set(), False
    return said, {*places}, bool(used) and _hour(said) is not None


def _day(heard: _Heard, used: frozenset[int]) -> tuple[str, set[int], bool]:
    """Return the day that a line names, and the places of its words; a last one, `until Monday`, is certain."""
    taken = {heard.owners[place] for place in used}
    free = [at for at in range(len(heard.raw)) if at not in taken]
    for count in range(LONGEST_MOMENT, 0, -1):
        for row in (free[at : at + count] for at in range(len(free) - count + 1)):
            said = " ".join(heard.raw[at] for at in row).strip(SIGNS)
            if row[-1] - row[0] == count - 1 and read_day(said, SOME_DAY.date()) is not None:
                return said, {place for place, owner in enumerate(heard.owners) if owner in row}, is_until(said)
    return "", set(), False


def _moment_in(raw: list[str], owners: list[int]) -> tuple[str, frozenset[int]]:
    """Return the first day or hour that a line names, without words before it, and the places of its words."""
    for at in sorted(range(len(raw)), key=lambda at: is_small(folded(raw[at].strip(SIGNS)))):
        for end in range(min(at + LONGEST_MOMENT, len(raw)), at, -1):
            if is_moment(" ".join(raw[at:end])) and not _is_opposed(raw, at, end):
                start, end = _core(raw, at, end)
                said = " ".join(raw[start:end]).strip(SIGNS)
                return said, frozenset(place for place, owner in enumerate(owners) if start <= owner < end)
    return "", frozenset()


def _is_opposed(raw: list[str], start: int, end: int) -> bool:
    """Return whether an hour is a number of opponents: German `gegen drei Bots`, `zwei gegen zwei`."""
    before, first, after = (folded(word.strip(SIGNS)) for word in ([" ", *raw][start], raw[start], [*raw, " "][end]))
    return first in words_for("against") and (
        is_company(after) or any(kind == "numbers" for kind, _ in phrases().get(before, ()))
    )


def _core(raw: list[str], start: int, end: int) -> tuple[int, int]:
    """Return where a moment begins and ends without the words around it that carry nothing."""
    for word, first, last in ((raw[start], start + 1, end), (raw[end - 1], start, end - 1)):
        rest = " ".join(raw[first:last])
        same = is_moment(rest) and _hour(rest) == _hour(" ".join(raw[start:end]))
        if same and is_small(folded(word.strip(SIGNS))):
            return _core(raw, first, last)
    return start, end


def hour_in(line: str) -> str:
    """Return the moment with a time of day that a line names; empty if it names none."""
    raw = line.split()[:MOST]
    said = _moment_in(raw, [*range(len(raw))])[0]
    return said if said and _hour(said) is not None else ""


def _hour(said: str) -> Moment | None:
    return read_moment(said, SOME_DAY)


def _person(heard: _Heard, used: frozenset[int]) -> tuple[str, set[int], bool]:
    """Return the name of a person in a line, the places of its words, and whether it is certain.

    It is a mention, words with capitals, or at the end of a short line words that mean nothing.
    """
    taken = {heard.owners[place] for place in used}
    free = [at for at in range(len(heard.raw)) if at not in taken]
    names = [at for at in free if heard.raw[at].startswith("@")][:1]
    names = names or _row([at for at in free if at and _is_capital(heard.raw[at])])
    sure = bool(names)
    if not names and len(heard.raw) <= SHORT:
        names = [at for at in _row([at for at in free if _means_nothing(heard.raw[at])]) if free[-1] == at]
    places = {place for place, owner in enumerate(heard.owners) if owner in names}
    return " ".join(heard.raw[at].strip(SIGNS) for at in names), places, sure


def _row(free: list[int]) -> list[int]:
    """Return the first places in a row."""
    return [at for number, at in enumerate(free) if at == free[0] + number]


def _is_capital(word: str) -> bool:
    plain = word.strip(SIGNS)
    return plain[:1].isupper() and plain[1:].islower() and not any(map(is_known, split(plain)))


def _means_nothing(word: str) -> bool:
    parts = split(word)
    return bool(parts) and not any(is_small(part) or concepts_of(part) or is_known(part) for part in parts)
