"""A tournament with its standings, as its messages and pictures show it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from babel.numbers import format_decimal

from bot.core.features.tournaments.feats import UNKNOWN, Feats
from bot.core.i18n.text_format import clip, joined, named, plain, words
from bot.core.i18n.translator import Line, Translator
from bot.core.tournaments.leagues import climbers
from bot.core.tournaments.standings import Row, standings
from bot.core.tournaments.tournament import BOT, Stage, Tournament

NAME, PAIRED, DRAWN = 20, 12, 40
"""Characters of a name: alone, in a pair, and in a picture."""


@dataclass(frozen=True, slots=True)
class TournamentView:
    """A tournament with its standings, and at its end what analyses say of its games.

    `up`, `down`: who changes the division of a league at its end. `alone`: the platforms that show the boards of a
    crowded round in private.
    """

    tournament: Tournament
    rows: tuple[Row, ...]
    feats: Feats = UNKNOWN
    up: tuple[int, ...] = ()
    down: tuple[int, ...] = ()
    alone: frozenset[str] = frozenset()

    @classmethod
    def of(cls, tournament: Tournament) -> TournamentView:
        up, down = climbers(tournament) if tournament.stage is Stage.OVER else ((), ())
        return cls(tournament, standings(tournament), up=up, down=down)

    def name(self, number: int, t: Translator) -> str:
        """Return the name of a side, of one or two people; words for bots, and for people who deleted their data."""
        return plain(self.who(number, t))

    def drawn_name(self, number: int, t: Translator) -> str:
        """Return the same for a picture, which shows as much of it as fits."""
        return plain(self.who(number, t, most=DRAWN))

    def who(self, number: int, t: Translator, *, called: bool = False, most: int = NAME) -> Line:
        """Return the same as parts by which people are found again."""
        if number == BOT:
            return words(t("two bots") if self.tournament.terms.pairs else t("a bot"))
        members = [self.tournament.entrants[one] for one in self.tournament.members(number)]
        most = most if len(members) == 1 else PAIRED
        names = ((named(clip(one.name, most) or t("former player"), one.person, called=called),) for one in members)
        return joined(names, " & ")


def number_of(points: Fraction, t: Translator) -> str:
    """Return points as people write them: 7, 2.5 or 2.25, in Spanish 2,5."""
    return format_decimal(float(points), "#0.##", locale=t.locale)
