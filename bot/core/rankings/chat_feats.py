"""A chat's records on a ladder: a pure function of its rated games in order.

A record belongs to a game that can be replayed. Of equals, the first game has it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
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


@dataclass(frozen=True, slots=True)
class Record:
    """A record: who has it, in which game, and how much it is.

    Rolls and moves of the quickest win and the longest game; captures; by how many hundredths of the way the winner
    was behind; games won in a row, the last of which is named.
    """

    feat: Feat
    player: PersonKey
    game: SeasonGame
    value: int


def feats(games: Sequence[SeasonGame], without: Collection[PersonKey] = ()) -> list[Record]:
    """Return the records of a ladder; people in `without` hold none, nor do those of other chats."""
    found = dict[Feat, Record]()
    runs = dict[PersonKey, int]()

    def note(feat: Feat, player: PersonKey, game: SeasonGame, value: int) -> None:
        known = found.get(feat)
        better = known is None or (value < known.value if feat is Feat.QUICKEST else value > known.value)
        if value > 0 and better:
            found[feat] = Record(feat, player, game, value)

    for game in games:
        whole = not any(seat.left for seat in game.seats)
        for player in people_of(game):
            own = [seat for seat in game.seats if seat.player == player]
            won = any(seat.place == 1 for seat in own) and not any(seat.left for seat in own)
            runs[player] = runs.get(player, 0) + 1 if won else 0
            if player in without or not any(seat.here for seat in own):
                continue
            note(Feat.CAPTURES, player, game, sum(seat.captures for seat in own))
            if won:
                if whole:
                    note(Feat.QUICKEST, player, game, game.plies)
                note(Feat.LONGEST, player, game, game.plies)
                note(Feat.COMEBACK, player, game, max(seat.behind for seat in own))
                if runs[player] > 1:
                    note(Feat.STREAK, player, game, runs[player])
    return [found[feat] for feat in Feat if feat in found]
