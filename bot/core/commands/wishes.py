"""Understand what people wish for in a line: `italian with two bots`, `por parejas, sin dados`, `in quattro`.

Words of all languages may be mixed. What is a wish is declared in `bot/locales/*/words.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from bot.core.games import rulesets
from bot.core.games.profiles import PROFILES
from bot.core.i18n.concepts import concepts_of
from bot.core.i18n.names import others
from bot.core.i18n.vocabulary import LONGEST, Meaning, is_small, mistyped, number_in, phrases, split, words_for
from engine import players
from engine.parchis.board import LETTERS

_UNITS: Mapping[str, tuple[int, str]] = {
    "seconds": (1, "s"),
    "minutes": (60, "s"),
    "hours": (1, "h"),
    "days": (24, "h"),
}
_SEATS: Mapping[str, Mapping[str, str]] = {
    "2": {"seats": "Y,R"},
    "3": {"colours": "3"},
    "4": {},
    "5": {"colours": "5"},
    "6": {"colours": "6"},
}
"""The options of /play for a number of players."""
_COUNTED: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "colours": ("colours", ("3", "4", "5", "6")),
    "pieces": ("pieces", ("2", "3", "4", "5")),
    "bots": ("computers", ("1", "2", "3", "4", "5")),
}
"""The option of /play for what a number counts, and the numbers that it takes."""
_COUNTING = (*_UNITS, "players", "friends", "bots", "colours", "pieces", "levels")
_TEAMS = "teams=yes"
_SIDES = re.compile(r"([1-3])(?:(?:v|vs|x)\1)+")
"""Sides of as many people each, in one word: `3v3`, `2v2v2`."""
_THREES = ",".join(LETTERS[start::2] for start in (0, 1))
"""Two teams of three."""
QUICK = "quick"
"""The variant with fewer pieces, of any game."""


@dataclass(slots=True)
class Wish:
    """The options that words mean, and the words that mean nothing here."""

    options: dict[str, str] = field(default_factory=dict)
    ignored: list[str] = field(default_factory=list)
    players: str = ""
    quick: bool = False
    denied: bool = False
    company: bool = False
    """Whether bots are to play, however many: `against the computer`."""

    @property
    def meets(self) -> bool:
        """Return whether it says who plays, which is a wish for a table even without options: `four of us`."""
        return self.players != "" or self.company


def wish_in(text: str) -> Wish:
    """Return what a line wishes for."""
    words, wish, at = split(text), Wish(), 0
    while at < len(words):
        if (sides := _sides(words, at, wish)) > 0:
            at += sides
            continue
        count, meanings = _longest(words, at)
        at += count or 1
        if not count:
            _unknown(words[at - 1], wish)
            continue
        kind, thing = meanings[0]
        if kind == "numbers":
            at += _counted(thing, words, at, wish)
        elif kind == "levels":
            _describe(wish, thing)
            at += _is(words, at, "bots")
        elif kind == "bots":
            at += _level(words, at, wish)
            wish.company |= any(word in words_for("against") for word in words)
        elif kind == "alone":
            wish.company = True
        elif kind == "not":
            wish.denied = True
        elif kind == "play":
            _choose(thing, count, wish)
            at += _team_size(words, at, wish) if thing == _TEAMS else 0
    _fit(wish)
    return wish


def _sides(words: list[str], at: int, wish: Wish) -> int:
    """Take sides of as many people each, `3v3` or `two against two`; return how many words that is."""
    if (signs := _SIDES.fullmatch(words[at])) is not None:
        _teams(int(signs[1]), words[at].count(signs[1]), wish)
        return 1
    size, end, sides = _number(words, at), at + 1, 1
    while size and end + 1 < len(words) and words[end] in words_for("against") and _number(words, end + 1) == size:
        end, sides = end + 2, sides + 1
    if not size or sides == 1 or _is(words, end, "bots"):  # `two against two bots`
        return 0
    _teams(size, sides, wish)
    return end - at


def _team_size(words: list[str], at: int, wish: Wish) -> int:
    """Take how many are in each team; return how many words that is."""
    size = _size(words, at)
    if size == 3:
        _teams(size, 2, wish)
    return 2 if size else 0


def _size(words: list[str], at: int) -> int:
    """Return how many are in each team, as in `teams of three`; 0 if that isn't said."""
    size = _number(words, at + 1) if at < len(words) and is_small(words[at]) else 0
    return size if size in (2, 3) and _kind(words, at + 2) not in _COUNTING else 0


def _teams(size: int, sides: int, wish: Wish) -> None:
    """Seat sides of as many people each."""
    _players(str(size * sides), wish)
    if size > 1:
        wish.options["teams"] = _THREES if size == 3 else "yes"


def _number(words: list[str], at: int) -> int:
    """Return the number that a word says; 0 if it says none."""
    return int(number_in(words[at]) or 0) if at < len(words) else 0


def _fit(wish: Wish) -> None:
    """Add people and bots up, and leave out what a game for two on its own board has no use for."""
    bots = wish.options.get("computers", "0")
    people = wish.players or ("2" if wish.options.get("seats") == "Y,R" else "")
    if people and int(bots) >= int(people):  # two people and two bots, at a board for four
        for name in _SEATS[people]:
            wish.options.pop(name, None)
        wish.options |= _SEATS.get(str(int(people) + int(bots)), {})
    if wish.quick:
        _shorten(wish)
    game = wish.options.get("game")
    if game in PROFILES and len(PROFILES[game].letters) == 2:
        for name in ("seats", "colours"):
            wish.options.pop(name, None)


def _shorten(wish: Wish) -> None:
    """Make it a quick game: the variant of this name, or fewer pieces of another one."""
    variant = wish.options.setdefault("variant", QUICK)
    if variant == QUICK or "pieces" in wish.options:
        return
    game = wish.options.get("game") or rulesets.game_of_preset(variant) or ""
    if QUICK in rulesets.presets(game):
        wish.options["pieces"] = str(rulesets.values(game, {"preset": QUICK})["pieces"])


def _choose(thing: str, count: int, wish: Wish) -> None:
    """Take an option that words name; several words say more than one: `a day per move` than `slow`."""
    name, value = thing.split("=", 1)
    if thing == f"variant={QUICK}":
        wish.quick = True
        return
    if name == "pace" and count > 1:
        wish.options.pop(name, None)
    _give(wish, name, value)


def _longest(words: list[str], at: int) -> tuple[int, tuple[Meaning, ...]]:
    """Return the most words from here that are one phrase, and its meanings; 0 if there is none."""
    if words[at].isdecimal():
        for count in range(min(LONGEST, len(words) - at), 1, -1):
            if (found := phrases().get(" ".join(words[at : at + count]))) is not None:
                return count, found
        return 1, (("numbers", words[at]),)
    for count in range(min(LONGEST, len(words) - at), 0, -1):
        if (found := phrases().get(" ".join(words[at : at + count]))) is not None:
            return count, found
    near = None if concepts_of(words[at]) else mistyped(words[at])
    return (0, ()) if near is None else (1, phrases()[near])


def _counted(number: str, words: list[str], at: int, wish: Wish) -> int:
    """Take what a number counts; return how many words that is."""
    skipped, probe = 0, Wish()
    level = _level(words, at, probe)
    hunters = level and players.style_of(f"-{probe.options['bots']}") != ""
    if level and (hunters or _kind(words, at + level) == "bots"):
        skipped = _level(words, at, wish)
    joined = at > 1 and words[at - 2] in words_for("beside")
    more = level > 0 and joined and "computers" in wish.options  # `one weak bot and two strong`
    if (hunters or more) and _kind(words, at + level) != "bots":
        _bots(number, wish)
        return skipped
    odd = at + 1 < len(words) and words[at] not in phrases() and _is(words, at + 1, "bots")  # `two rubbish bots`
    for place in (0, skipped, int(odd)):
        kind = _kind(words, at + place)
        if kind in _UNITS:
            times, unit = _UNITS[kind]
            wish.options["pace"] = f"{int(number) * times}{unit}"  # says more than `slow`
            return place + 1
        if kind == "players":
            _players(number, wish)
            return place + 1
        if kind == "friends":
            beside = at > 1 and words[at - 2] in words_for("beside") and number.isdecimal()
            beside = beside or " ".join(words[at + place + 1 : at + place + 3]) in words_for("metoo")
            _players(str(int(number) + 1) if beside else number, wish)
            return place + 1
        if kind == "bots":
            _bots(number, wish)
            return place + 1
        if kind in _COUNTED:
            name, legal = _COUNTED[kind]
            _give(wish, name, number if number in legal else "")
            return place + 1
        if kind == "play" and ("play", _TEAMS) in phrases()[words[at + place]] and number in ("2", "3"):
            size = _size(words, at + place + 1)
            _teams(size or 2, int(number), wish)
            return place + (3 if size else 1)
    _uncounted(number, words, at, wish)
    return 0


def _bots(number: str, wish: Wish) -> None:
    """Add bots to those that were named before: `one weak bot and two strong bots`."""
    name, legal = _COUNTED["bots"]
    total = str(int(number) + int(wish.options.pop(name, "0")))
    _give(wish, name, total if total in legal else "")


def _uncounted(number: str, words: list[str], at: int, wish: Wish) -> None:
    """Take a bare number for one of players, but no article, no face of the die and no hour: `dame un seis`."""
    before = words[at - 2] if at > 1 else ""
    hour = before in _before_hours() and words[at - 1].isdecimal()
    if number != "1" and (hour or (before not in ("", "a") and _number(words, at - 2) == 1)):  # `a tre` is for three
        wish.ignored.append(number)
    elif number != "1":
        _players(number, wish)


@cache
def _before_hours() -> frozenset[str]:
    """Return the words before an hour: `las` of `a las`."""
    return frozenset(split(way)[-1] for way in others("moments")["at"])


def _players(number: str, wish: Wish) -> None:
    if number not in _SEATS or wish.players not in ("", number):
        wish.ignored.append(number)
        return
    wish.players = number
    for name, value in _SEATS.get(number, {}).items():
        _give(wish, name, value)


def _level(words: list[str], at: int, wish: Wish) -> int:
    """Take the level and style from here on, if there are any; return how many words that is."""
    taken = 0
    while at + taken < len(words):
        count, meanings = _longest(words, at + taken)
        if not count or meanings[0][0] != "levels":
            break
        _describe(wish, meanings[0][1])
        taken += count
    return taken


def _describe(wish: Wish, thing: str) -> None:
    """Take the bots' level or style: `strong` and `hunter` are `strong-hunter`."""
    said = wish.options.get("bots", "")
    if said and (said in players.styles()) != (thing in players.styles()) and not players.style_of(said):
        wish.options["bots"] = "-".join(sorted((said, thing), key=players.styles().__contains__))
    else:
        _give(wish, "bots", thing)
        if wish.options["bots"] != thing:
            wish.ignored.append(thing)


def _is(words: list[str], at: int, kind: str) -> int:
    return int(_kind(words, at) == kind)


def _kind(words: list[str], at: int) -> str:
    count, longest = _longest(words, at) if at < len(words) else (0, ())
    if count > 1 and longest[0][0] == "small":  # French `à quatre s'il vous plaît` has no seconds
        return "small"
    found = phrases().get(words[at]) if at < len(words) else None
    kinds = [kind for kind, _ in found] if found else [""]
    return next((kind for kind in kinds if kind in _COUNTING), kinds[0])


def _unknown(word: str, wish: Wish) -> None:
    if len(word) > 1:
        wish.ignored.append(word)


def _give(wish: Wish, name: str, value: str) -> None:
    if value:
        wish.options.setdefault(name, value)
