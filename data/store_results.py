"""Say what a store promises beside play: about results and ratings, the archive, and the local web chat."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from data.records import (
    ArchivedLogRecord,
    ChatKey,
    DamageRecord,
    MessageRecord,
    OutageRecord,
    PersonKey,
    TouchedRecord,
)
from data.result_records import (
    AnalysisOrder,
    AnalysisRecord,
    InsightRecord,
    LadderRecord,
    MeetingRecord,
    OpponentRecord,
    PlayedSeat,
    PresenceRecord,
    PuzzleAnswer,
    PuzzlePost,
    PuzzleRecord,
    PuzzleStanding,
    PuzzleTally,
    RatingChange,
    RatingPoint,
    ResultRecord,
    Standing,
    StreakRecord,
)


class PulseStore(Protocol):
    """When the program last ran, and when it last did not."""

    async def beat(self, at: float, *, seen: float, noticed: float) -> OutageRecord | None:
        """Note that the program runs now, in Unix seconds, and return its last outage; None if there never was one.

        Where that was noted last so many seconds ago (`noticed`) or more, and nobody has `seen` it run since, this is
        an outage. One that follows before the last was made good goes on with it.
        """

    async def last_beat(self) -> float | None:
        """Return when that was noted last, in Unix seconds; None if it never was."""

    async def made_good(self, outage: OutageRecord) -> None:
        """Note that everybody has got back what an outage took, unless another has followed on it."""


class QuarantineStore(Protocol):
    """Values that cannot be read: what each held is noted once, and everything beside it works."""

    async def set_aside(self, source: str, key: Mapping[str, object], part: str, why: str, held: str = "") -> None:
        """Note that a column of a row cannot be read, which only its reader could tell; it is logged the first time.

        `source` is the database's table, `key` says which row, `part` which column; `why` is in words for operators.
        """

    async def quarantine(self) -> list[DamageRecord]:
        """Return what was set aside, the oldest first: at most a thousand values, of the last 90 days."""


class ResultStore(Protocol):
    """Results and ratings: all of it can be computed anew from tables and logs."""

    async def finished(self) -> list[str]:
        """Return the ids of the tables whose game is over, oldest first."""

    async def unrecorded(self, since: float) -> list[str]:
        """Return the ids of the tables whose game is over, touched since a moment, that have no result yet.

        It costs what was touched since then.
        """

    async def recorded(self, table: str) -> bool:
        """Tell whether a table's result is there."""

    async def ladder(self, game: str, family: str) -> LadderRecord:
        """Tell how far the rated games of a family go."""

    async def rated_results(self, game: str, family: str) -> list[ResultRecord]:
        """Return the rated games of a family, in the order in which ratings follow from them."""

    async def ratings(
        self, game: str, family: str, players: Sequence[PersonKey]
    ) -> dict[PersonKey, tuple[float, float]]:
        """Return the ratings now, mean and deviation, of those among these players who have one."""

    async def meetings(self, game: str, family: str, players: Sequence[PersonKey]) -> list[MeetingRecord]:
        """Return what games of these players against each other have done; all computers are one more of them."""

    async def opponents(self, game: str, family: str, players: Sequence[PersonKey]) -> list[OpponentRecord]:
        """Return whom these players have met in rated games; all computers are one more player."""

    async def presences(self, game: str, family: str, players: Sequence[PersonKey]) -> list[PresenceRecord]:
        """Return when those among these players who have a rating were there."""

    async def add_result(
        self,
        result: ResultRecord,
        changes: Sequence[RatingChange] = (),
        meetings: Sequence[MeetingRecord] = (),
        *,
        expected: int = 0,
        anew: bool = False,
    ) -> bool:
        """Add a result and what it brings, in one transaction; return whether it was not there before.

        A rated one needs to know how many rated games its family has (`expected`), else StaleRatings is raised and
        nothing written. `anew`: changes and meetings are all of the family, in order, and take the place of those
        there are.
        """

    async def unfolded(self) -> list[tuple[str, str]]:
        """Return games and families that have rated results and no rating at all."""

    async def replace_ratings(
        self, game: str, family: str, changes: Sequence[RatingChange], meetings: Sequence[MeetingRecord]
    ) -> None:
        """Put these changes, in order, and meetings in the place of all there are of a family."""

    async def replace_results(
        self,
        results: Sequence[ResultRecord],
        changes: Sequence[RatingChange],
        meetings: Sequence[MeetingRecord],
    ) -> None:
        """Put these results, changes and meetings, in order, in the place of all there are."""

    async def rating_changes(self, table: str) -> list[RatingChange]:
        """Return what a game changed, by player."""


class StandingStore(Protocol):
    """Results, looked over by player, family of rules and chat."""

    async def standings(
        self, game: str, family: str, chat: ChatKey | None, since: float, *, games: int = 0, people: int = 0
    ) -> list[Standing]:
        """Return everybody with a rated game of this family since then, in this chat (whatever the thread) or in all.

        Of all chats, with `games` and `people`, only those who have ever had so many such games, against so many
        different people, and in one of them played from the same chat as somebody else, or whose settings say
        `listed`; of computers only those with so many games.
        """

    async def last_ladder(self, chat: ChatKey) -> tuple[str, str] | None:
        """Return game and family of the last rated game in a chat, whatever the thread; None if there is none."""

    async def played(self, player: PersonKey) -> list[PlayedSeat]:
        """Return every seat that a player has played to a result, oldest game first."""

    async def played_until(self, table: str) -> list[PlayedSeat]:
        """Return every seat that the people of a game had played to a result by its end, its own the last.

        Nothing for a game without a result; computers and former players are left out.
        """

    async def rating_points(self, player: PersonKey) -> list[RatingPoint]:
        """Return a player's ratings after each of their rated games, oldest first."""

    async def players_of(self, chat: ChatKey) -> list[tuple[PersonKey, str]]:
        """Return the people with a result in a chat, whatever the thread, by name."""


class AnalysisStore(Protocol):
    """What was found out about games, what was asked for, and the sums of luck and errors."""

    async def analysis(self, table: str) -> bytes | None:
        """Return what was found out about a table's game, None if it was never looked at."""

    async def unseen(self, game: str, family: str, since: float, limit: int) -> list[str]:
        """Return the tables of so many rated games of a family that were never looked at, the oldest first.

        Games that ended before a moment, in Unix seconds, are left out.
        """

    async def add_analysis(self, analysis: AnalysisRecord) -> bool:
        """Add what was found out; return whether nothing was there before, and else write nothing.

        With it the sums of its players grow, in the table's own chat and in each from which somebody played.
        """

    async def save_order(self, order: AnalysisOrder) -> None:
        """Note that a game is to be looked at, one a chat; a newer one takes its place. Raises NoTable."""

    async def drop_order(self, chat: ChatKey) -> None:
        """Forget a chat's order."""

    async def orders(self) -> list[AnalysisOrder]:
        """Return what was asked for and not done, oldest first."""

    async def insight(self, chat: ChatKey, game: str, family: str) -> list[InsightRecord]:
        """Return the sums of everybody whose games were looked at in a chat, whatever the thread."""


class PuzzleStore(Protocol):
    """The puzzles of chats, what people answered, their streaks, and when the next one is posted by itself."""

    async def puzzle(self, chat: ChatKey, day: int) -> PuzzleRecord | None:
        """Return a chat's puzzle of a day, None if there is none."""

    async def last_puzzle(self, chat: ChatKey, before: int) -> PuzzleTally | None:
        """Return a chat's last puzzle before a day, None if there is none."""

    async def puzzle_tables(self, chat: ChatKey) -> set[str]:
        """Return the ids of the tables whose games a chat's stored puzzles are from."""

    async def add_puzzle(self, puzzle: PuzzleRecord) -> None:
        """Add a chat's puzzle of a day; nothing is written where there is one."""

    async def answer_puzzle(self, answer: PuzzleAnswer) -> PuzzleStanding:
        """Note a person's answer, and that their streak grows with it if it is right; return where they stand.

        An earlier answer of that day stays. A streak grows by one on the day after its last, and else begins anew.
        Raises NoPuzzle.
        """

    async def streak(self, chat: ChatKey, person: PersonKey) -> StreakRecord | None:
        """Return somebody's streak in a chat, None if they have never solved a puzzle there."""

    async def schedule_puzzles(self, chat: ChatKey, due: float | None) -> None:
        """Note when a chat's next puzzle is to be posted; None for never."""

    async def wake_puzzles(self, chat: ChatKey, due: float) -> None:
        """Note that somebody cares for a chat's puzzles: where they had paused, go on at `due`."""

    async def due_puzzles(self, platform: str, now: float, limit: int) -> list[PuzzlePost]:
        """Return at most so many posts of a platform whose time has come, the longest due first.

        It costs what it finds, however many chats there are.
        """

    async def claim_puzzles(self, chat: ChatKey, seen: float | None, due: float | None, unanswered: int) -> bool:
        """Put off a post that was seen to be due then, None for until somebody cares; return whether it still was."""

    async def prune_puzzles(self, before: int, limit: int) -> int:
        """Forget at most so many puzzles of days before one, with their answers; return how many."""


class ArchiveStore(Protocol):
    """Which logs of old games lie in files, by `data.roles.log_files`, and no longer in the database."""

    async def archived_log(self, table: str) -> ArchivedLogRecord | None:
        """Return where a table's log lies if that is in a file."""

    async def archive_files(self) -> list[str]:
        """Return the files in which logs lie; for tools, as it reads where each of them does."""

    async def old_games(self, until: float, limit: int, after: TouchedRecord | None = None) -> list[TouchedRecord]:
        """Return a page of the games that ended before a moment and are in no file, the oldest first.

        It costs what it finds, and what was archived or never played before that.
        """

    async def archive(self, logs: Sequence[ArchivedLogRecord]) -> int:
        """Note where these logs lie and take their moves out, all at once; return how many.

        Left as they are: those of tables that have changed since, or are archived.
        """


class MessageStore(Protocol):
    """The messages of the local web chat."""

    async def post_message(
        self,
        chat: ChatKey,
        nonce: str,
        body: str,
        picture: bytes | None,
        at: float,
        *,
        people: Collection[PersonKey] = (),
    ) -> MessageRecord:
        """Add a message, or return the one already posted with this nonce; `people` wrote it or are named there."""

    async def edit_message(
        self,
        message: int,
        body: str,
        picture: bytes | None,
        *,
        keep_picture: bool = False,
        people: Collection[PersonKey] | None = None,
    ) -> MessageRecord | None:
        """Replace a message's body and picture (or keep the picture), one revision up; None if it is gone.

        `people` are named there now; without that it is who was.
        """

    async def messages(self, chat: ChatKey, *, limit: int) -> list[MessageRecord]:
        """Return a chat's newest messages and older ones on which its open tables live, oldest first.

        Those on which a table lives are its live board messages, a hundred at most.
        """

    async def message(self, chat: ChatKey, message: int) -> MessageRecord | None:
        """Return a message of the chat; None if it is not there."""

    async def picture(self, message: int) -> bytes | None:
        """Return a message's picture, None if it has none or is gone."""

    async def drop_message(self, chat: ChatKey, message: int) -> bool:
        """Take a message of the chat away; return whether it was there."""

    async def prune_messages(self, chat: ChatKey, *, keep: int) -> list[int]:
        """Forget all but a chat's newest messages and those on which its open tables live; return who had to go."""


class BesidePlayStore(
    PulseStore,
    ResultStore,
    StandingStore,
    AnalysisStore,
    PuzzleStore,
    MessageStore,
    ArchiveStore,
    QuarantineStore,
    Protocol,
):
    """All roles beside play."""
