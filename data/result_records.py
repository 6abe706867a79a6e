"""Record what came of games, and the ratings that follow from it, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from data.records import ChatKey, PersonKey

COMPUTER = "computer"
"""The platform of a computer as a player; its user is its level."""
FORMER = "former"
"""The platform of somebody who has been forgotten; the user tells nothing."""
GAMES, PEOPLE = 10, 5
"""Rated games, and different opponents in them, that the leaderboard of all chats requires, as `ratings` has it."""


@dataclass(frozen=True, slots=True)
class ResultSeat:
    """What came of one seat: its `place` from 1, shared by its `side`; whether its person had `left`, which is last.

    `captures`, `losses`: pieces sent home and pieces lost so. `sixes`: throws that gave another one, among `throws`.
    `longest`: most steps in one turn. `behind`: by how many hundredths of the way the side once was behind another.
    `counted`: whether enough was played there to count, for badges, and for ratings if the game is rated.
    """

    player: PersonKey
    side: int
    place: int
    left: bool = False
    captures: int = 0
    losses: int = 0
    sixes: int = 0
    throws: int = 0
    longest: int = 0
    behind: int = 0
    counted: bool = True


@dataclass(frozen=True, slots=True)
class ResultRecord:
    """What came of a game that ended at `at`, in the family of rules under which it is rated, if it is `rated`.

    `capture`: the turn of its first capture, 0 for none. `drought`: the most turns in which somebody had no piece in
    play, if they are many. `comeback`: by how many hundredths of the way the winners once were behind. These three
    go to the records of the chat only, so results that are read do not have them.
    """

    table: str
    game: str
    family: str
    at: float
    rated: bool
    plies: int
    seats: tuple[ResultSeat, ...]
    capture: int = 0
    drought: int = 0
    comeback: int = 0

    @property
    def order(self) -> tuple[float, str]:
        """The key by which ratings follow from games in order."""
        return self.at, self.table


@dataclass(frozen=True, slots=True)
class ChatRecords:
    """The records of a chat in a game, over its `games` so far; the figures are those of `ResultRecord`."""

    games: int = 0
    capture: int = 0
    drought: int = 0
    comeback: int = 0


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A player's rating before and after a game: the mean of what is believed of their skill, and its deviation.

    `stayed`: they had not left that game.
    """

    table: str
    player: PersonKey
    won: bool
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float
    stayed: bool = True


@dataclass(frozen=True, slots=True)
class MeetingRecord:
    """What a player's games against another have done to their rating by the end of one, at `at`; one each direction.

    `games`: how many there were, older ones fading. `gained`: how far these games have moved the mean. `learnt`: by
    how much they have raised the precision, which is one over the deviation's square.
    """

    game: str
    family: str
    player: PersonKey
    other: PersonKey
    games: float = 0.0
    at: float = 0.0
    gained: float = 0.0
    learnt: float = 0.0
    table: str = ""


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """A player's opponent on a ladder, and when the opponent was there: their first game, and the last not left.

    `met`: before the game that was asked about; `last` is as of that game. `ahead`: the opponent has a later game.
    All bots are one opponent, who is always there: they have no times and no version.
    """

    player: PersonKey
    other: PersonKey
    met: bool
    first: float | None
    last: float | None
    version: int
    ahead: bool


@dataclass(frozen=True, slots=True)
class RatedRecord:
    """A player's rating on a ladder now, with the sums over their rated games.

    `people` are the opponents that count for the leaderboard of all chats, and `shared` says that one of them once
    played from the same chat. `first` and `last` are the end of their first game and of the last one that they
    stayed in, `latest` is the order of their newest. `version` is the one that was read, 0 for a new rating.
    """

    player: PersonKey
    mu: float
    sigma: float
    points: int
    games: int
    wins: int
    people: int
    shared: bool
    first: float
    last: float
    latest: tuple[float, str]
    version: int


@dataclass(frozen=True, slots=True)
class PastRecord:
    """A player's rating after their last game before a certain one, and when they were there last.

    `stayed` is the end of the last game of all that they stayed in; None where there is none.
    """

    player: PersonKey
    mu: float | None
    sigma: float | None
    last: float | None
    stayed: float | None


@dataclass(frozen=True, slots=True)
class LongerRecord:
    """A player was there for longer than was `known`, None if nothing was; an opponent has later games."""

    player: PersonKey
    other: PersonKey
    known: float | None


@dataclass(frozen=True, slots=True)
class RatedBatch:
    """What consecutive rated games of a ladder bring: changes, meetings after each, new ratings of their players.

    `ahead` are players with a later game, which may have to be computed again. `met` are their meetings with somebody
    they had not met before. `come` says to whose later games their presence is news.

    `known` are all people whose ratings were looked for, and `versions` how many rows there were, with the sum of
    their versions: a batch is refused if that has changed.
    """

    results: tuple[ResultRecord, ...]
    changes: tuple[RatingChange, ...]
    meetings: tuple[MeetingRecord, ...]
    players: tuple[RatedRecord, ...]
    ahead: frozenset[PersonKey]
    met: tuple[MeetingRecord, ...]
    come: tuple[LongerRecord, ...]
    known: tuple[PersonKey, ...]
    versions: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CorrectionRecord:
    """A game to be computed again; `marks` counts how often that was found."""

    game: str
    family: str
    at: float
    table: str
    marks: int


@dataclass(frozen=True, slots=True)
class Standing:
    """A player among others: the rating now and at the beginning of the time that was asked for, and games in it.

    `rated` counts all rated games on the ladder. `name` and `settings` are those of the person, if known. Without a
    rating before, all games were asked for.
    """

    player: PersonKey
    mu: float
    sigma: float
    games: int
    wins: int
    mu_before: float | None
    sigma_before: float | None
    rated: int
    name: str | None
    settings: str


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """One seat of a player in one game; `sides` is how many there were, `chat` where the table was."""

    table: str
    game: str
    family: str
    at: float
    rated: bool
    chat: ChatKey
    sides: int
    seat: ResultSeat


@dataclass(frozen=True, slots=True)
class MetSeat:
    """One seat of a game that somebody looks back on; `name` and `settings` are those of its person, if known."""

    table: str
    game: str
    at: float
    seat: int
    player: PersonKey
    side: int
    place: int
    name: str | None
    settings: str


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating as it was after a game."""

    game: str
    family: str
    at: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class AnalysisSeat:
    """What a game says of one of its players: `luck` and `error` in win chances, over `throws` and `choices`.

    `adjusted` is by how much its result without luck is above its chances at the start.
    """

    player: PersonKey
    luck: float
    throws: int
    error: float
    choices: int
    adjusted: float = 0.0


@dataclass(frozen=True, slots=True)
class AnalysisRecord:
    """What was found out about a game, by its table: `body` is what the core wrote, at `at`.

    `family` is its ladder; `seats` are those that count for the sums of its people. `lowest`: the lowest win chance
    that the winners had, in ten-thousandths; 0 if somebody left.
    """

    table: str
    game: str
    family: str
    at: float
    body: bytes
    seats: tuple[AnalysisSeat, ...] = ()
    lowest: int = 0


@dataclass(frozen=True, slots=True)
class AnalysisOrder:
    """That somebody waits for a game to be looked at; `message` in their chat shows how far it is, if any does."""

    table: str
    chat: ChatKey
    person: PersonKey
    message: str | None
    at: float


@dataclass(frozen=True, slots=True)
class InsightRecord:
    """A player's games in a chat that were looked at, summed up.

    `luck` and `error` are those of all `games`, `throws` and `choices`. The squares are sums over games: of each
    one's luck, error, error times choices, and choices. `adjusted` is the sum of results without luck over
    `adjusted_games`, since earlier versions did not store it. `name` and `settings` are those of the person, if
    known.
    """

    player: PersonKey
    games: int
    throws: int
    luck: float
    luck_squares: float
    choices: int
    error: float
    error_squares: float
    error_choices: float
    choices_squares: float
    adjusted_games: int
    adjusted: float
    adjusted_squares: float
    name: str | None
    settings: str
