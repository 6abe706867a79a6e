"""Store the puzzles of chats, the answers, the streaks, and when the next puzzle is posted."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from collections.abc import Sequence

from data.errors import NoPuzzle
from data.event_records import PuzzleAnswer, PuzzlePost, PuzzleRecord, PuzzleStanding, PuzzleTally, StreakRecord
from data.records import ChatKey, PersonKey
from data.roles.reading import Form, Reading, sound
from data.roles.rows import IN_CHAT, Row, carried, chat_values, checked
from data.roles.statements import BrokenReference, Steps, bounded

PUZZLE = f"SELECT day, body, table_id FROM puzzles WHERE {IN_CHAT} AND day = :day"

_ANSWERS = f"FROM puzzle_answers WHERE {IN_CHAT} AND puzzle_answers.day = puzzles.day"

LAST_PUZZLE = f"""
SELECT day, body, table_id, (SELECT count(*) {_ANSWERS}), (SELECT CAST(coalesce(sum(solved), 0) AS BIGINT) {_ANSWERS})
FROM puzzles WHERE {IN_CHAT} AND day < :before ORDER BY day DESC LIMIT 1
"""

PUZZLE_TABLES = f"SELECT table_id FROM puzzles WHERE {IN_CHAT} AND table_id IS NOT NULL"

ADD_PUZZLE = """
INSERT INTO puzzles (platform, chat, thread, day, body, table_id)
VALUES (:platform, :chat, :thread, :day, :body, :table)
ON CONFLICT (platform, chat, thread, day) DO NOTHING
"""

ADD_ANSWER = """
INSERT INTO puzzle_answers (platform, chat, thread, day, user, move, solved)
VALUES (:platform, :chat, :thread, :day, :user, :move, :solved)
ON CONFLICT (platform, chat, thread, day, user) DO NOTHING
RETURNING user
"""

ANSWER = f"SELECT move, solved FROM puzzle_answers WHERE {IN_CHAT} AND day = :day AND user = :user"

STREAK = f"SELECT day, days, longest FROM puzzle_streaks WHERE {IN_CHAT} AND user = :user"

_GROWN = "CASE WHEN puzzle_streaks.day = :day - 1 THEN puzzle_streaks.days + 1 ELSE 1 END"
GROW_STREAK = f"""
INSERT INTO puzzle_streaks (platform, chat, thread, user, day, days, longest)
VALUES (:platform, :chat, :thread, :user, :day, 1, 1)
ON CONFLICT (platform, chat, thread, user) DO UPDATE SET
    day = :day, days = {_GROWN}, longest = max(puzzle_streaks.longest, {_GROWN})
WHERE puzzle_streaks.day < :day
"""

RECORD = f"SELECT coalesce(max(longest), 0) FROM puzzle_streaks WHERE {IN_CHAT}"

SCHEDULE = """
INSERT INTO puzzle_posts (platform, chat, thread, due) VALUES (:platform, :chat, :thread, :due)
ON CONFLICT (platform, chat, thread) DO UPDATE SET due = excluded.due, unanswered = 0
"""

UNSCHEDULE = f"DELETE FROM puzzle_posts WHERE {IN_CHAT}"

WAKE = """
INSERT INTO puzzle_posts (platform, chat, thread, due) VALUES (:platform, :chat, :thread, :due)
ON CONFLICT (platform, chat, thread) DO UPDATE SET due = coalesce(puzzle_posts.due, excluded.due), unanswered = 0
WHERE puzzle_posts.due IS NULL OR puzzle_posts.unanswered > 0
"""

DUE = """
SELECT platform, chat, thread, due, unanswered FROM puzzle_posts
WHERE platform = :platform AND due <= :now ORDER BY due LIMIT :limit
"""

CLAIM = f"""
UPDATE puzzle_posts SET due = :due, unanswered = :unanswered WHERE {IN_CHAT} AND due IS :seen RETURNING chat
"""

PRUNE = """
DELETE FROM puzzles WHERE (platform, chat, thread, day) IN (
    SELECT platform, chat, thread, day FROM puzzles WHERE day < :before ORDER BY day LIMIT :limit
) RETURNING day
"""

# Where both chats have a puzzle of the same day, or somebody a streak in both, that of the new chat stays.
MOVE_PUZZLES = tuple(
    statement
    for name, *key in (("puzzles", "day"), ("puzzle_streaks", "user"), ("puzzle_posts",))
    for statement in (carried(name, *key), f"DELETE FROM {name} WHERE {IN_CHAT}")
)


_FORM = Form("puzzles", "day body table_id", key="platform chat thread day")
_LAST_FORM = Form("puzzles", "day body table_id - -", key="platform chat thread day")
_TABLE_FORM = Form("puzzles", "table_id", key="platform chat thread table_id")
_ANSWER_FORM = Form("puzzle_answers", "move solved")
_STREAK_FORM = Form("puzzle_streaks", "day days longest")
_RECORD_FORM = Form("puzzle_streaks", "longest")
_POST_FORM = Form("puzzle_posts", "platform chat thread due unanswered", key="platform chat thread")


class Puzzles(Reading):
    """The daily puzzles of chats."""

    async def puzzle(self, chat: ChatKey, day: int) -> PuzzleRecord | None:
        """Return a chat's puzzle of a day; None if there is none."""
        values = chat_values(chat)
        rows = await self._sound(_FORM, await self._read(PUZZLE, {**values, "day": day}), **values)
        return PuzzleRecord(chat, *rows[0]) if rows else None

    async def last_puzzle(self, chat: ChatKey, before: int) -> PuzzleTally | None:
        """Return a chat's last puzzle before a day; None if there is none."""
        values = chat_values(chat)
        rows = await self._sound(_LAST_FORM, await self._read(LAST_PUZZLE, {**values, "before": before}), **values)
        if not rows:
            return None
        day, body, table, answers, solved = rows[0]
        return PuzzleTally(PuzzleRecord(chat, day, body, table), answers, solved)

    async def puzzle_tables(self, chat: ChatKey) -> set[str]:
        """Return the ids of the tables that a chat's stored puzzles come from."""
        values = chat_values(chat)
        return {row[0] for row in await self._sound(_TABLE_FORM, await self._read(PUZZLE_TABLES, values), **values)}

    async def add_puzzle(self, puzzle: PuzzleRecord) -> None:
        """Add a chat's puzzle of a day, unless there is one."""
        values = {**chat_values(puzzle.chat), "day": puzzle.day, "body": puzzle.body, "table": puzzle.table}
        await self._write(ADD_PUZZLE, values)

    async def answer_puzzle(self, answer: PuzzleAnswer) -> PuzzleStanding:
        """Store a person's answer, update their streak if it is right, and return where they stand.

        The day's first answer counts. A streak grows by one on the day after its last, and else restarts at 1.
        Raises NoPuzzle.
        """
        values = checked(
            {
                **chat_values(answer.chat),
                "day": answer.day,
                "user": answer.person.user,
                "move": answer.move,
                "solved": int(answer.solved),
            }
        )

        def work() -> Steps[PuzzleStanding]:
            fresh = bool((yield ADD_ANSWER, values))
            before = _streak((yield STREAK, values))
            if fresh and answer.solved:
                yield GROW_STREAK, values
            answered = sound(_ANSWER_FORM, (yield ANSWER, values))
            move, solved = answered[0] if answered else (answer.move, answer.solved)
            stands = PuzzleAnswer(answer.chat, answer.day, answer.person, move, bool(solved))
            longest = sound(_RECORD_FORM, (yield RECORD, values))
            record = longest[0][0] if longest else 0
            return PuzzleStanding(stands, fresh, before, _streak((yield STREAK, values)), record)

        try:
            return await self._atomically(work)
        except BrokenReference:
            raise NoPuzzle(f"{answer.chat} has no puzzle of day {answer.day}") from None

    async def streak(self, chat: ChatKey, person: PersonKey) -> StreakRecord | None:
        """Return a person's streak in a chat; None if they never solved a puzzle there."""
        rows = await self._read(STREAK, {**chat_values(chat), "user": person.user})
        mine = rows and person.platform == chat.platform
        return _streak(rows) if mine else None

    async def schedule_puzzles(self, chat: ChatKey, due: float | None) -> None:
        """Set when a chat's next puzzle is posted; None for never."""
        await self._write(UNSCHEDULE if due is None else SCHEDULE, {**chat_values(chat), "due": due})

    async def wake_puzzles(self, chat: ChatKey, due: float) -> None:
        """Note interest in a chat's puzzles: if posting had paused, it resumes at `due`."""
        await self._write(WAKE, {**chat_values(chat), "due": due})

    async def due_puzzles(self, platform: str, now: float, limit: int) -> list[PuzzlePost]:
        """Return at most `limit` due posts of a platform, longest overdue first.

        The cost grows with the rows found only.
        """
        rows = await self._read(DUE, {"platform": platform, "now": now, "limit": bounded(limit)})
        return [PuzzlePost(ChatKey(*row[:3]), row[3], row[4]) for row in await self._sound(_POST_FORM, rows)]

    async def claim_puzzles(self, chat: ChatKey, seen: float | None, due: float | None, unanswered: int) -> bool:
        """Move a post from due time `seen` to `due` (None pauses it); return False if it had moved already."""
        values = {**chat_values(chat), "seen": seen, "due": due, "unanswered": unanswered}
        return bool(await self._write(CLAIM, values))

    async def prune_puzzles(self, before: int, limit: int) -> int:
        """Delete at most `limit` puzzles of days before one, with their answers; return how many."""
        return len(await self._write(PRUNE, {"before": before, "limit": bounded(limit)}))


def _streak(rows: Sequence[Row]) -> StreakRecord | None:
    streaks = sound(_STREAK_FORM, rows)
    return StreakRecord(*streaks[0]) if streaks else None
