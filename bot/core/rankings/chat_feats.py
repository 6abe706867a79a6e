"""A chat's records over all ladders: a pure function of its rated games in order.

A record belongs to a game that can be replayed. Of equals, the first game has it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from bot.core.rankings.season_points import people_of
from data.records import PersonKey
from data.season_records import SeasonGame


class Feat(StrEnum):
    """What there are records of."""

    QUICKEST = "quickest"
    LONGEST = "longest"
    CAPTURES = "captures"
    COMEBACK = "comeback"
    STREAK = "streak"


_SMALLEST = (Feat.QUICKEST, Feat.COMEBACK)
"""The records that the smallest figure makes."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record: who has it, in which game, and how much it is.

    Rolls and moves of the quickest win and the longest game; captures; the lowest win chance of the winners, in
    ten-thousandths; games won in a row, the last of which is named.
    """

    feat: Feat
    player: PersonKey
    game: SeasonGame
    value: int


class Feats:
    """Finds the records among games that are added in order."""

    def __init__(self) -> None:
        self._found = dict[Feat, Record]()
        self._runs = dict[PersonKey, int]()

    @property
    def records(self) -> list[Record]:
        return [self._found[feat] for feat in Feat if feat in self._found]

    def add(self, games: Iterable[SeasonGame], without: Collection[PersonKey] = ()) -> None:
        """Add the next games; people in `without` hold no record, nor do those of other chats."""
        for game in games:
            for player in people_of(game):
                own = [seat for seat in game.seats if seat.player == player]
                won = any(seat.place == 1 for seat in own) and not any(seat.left for seat in own)
                self._runs[player] = self._runs.get(player, 0) + 1 if won else 0
                if player not in without and any(seat.here for seat in own):
                    self._note(Feat.CAPTURES, player, game, sum(seat.captures for seat in own))
                    if won:
                        self._win(player, game)

    def _win(self, player: PersonKey, game: SeasonGame) -> None:
        if not any(seat.left for seat in game.seats):
            self._note(Feat.QUICKEST, player, game, game.plies)
        self._note(Feat.LONGEST, player, game, game.plies)
        self._note(Feat.COMEBACK, player, game, game.lowest)
        if self._runs[player] > 1:
            self._note(Feat.STREAK, player, game, self._runs[player])

    def _note(self, feat: Feat, player: PersonKey, game: SeasonGame, value: int) -> None:
        known = self._found.get(feat)
        better = known is None or (value < known.value if feat in _SMALLEST else value > known.value)
        if value > 0 and better:
            self._found[feat] = Record(feat, player, game, value)
