"""Store the analyses of games, the requests for them, and the sums of luck and errors."""

# ruff: noqa: S608 - constants only

from __future__ import annotations

import json

from data.errors import NoTable
from data.records import ChatKey, PersonKey
from data.result_records import AnalysisOrder, AnalysisRecord, InsightRecord
from data.roles.reading import Form, Reading
from data.roles.rows import IN_CHAT, chat_values, checked
from data.roles.statements import BrokenReference, Steps

ANALYSIS = "SELECT body FROM analyses WHERE table_id = :table"

UNSEEN = """
SELECT table_id FROM results
WHERE game = :game AND family = :family AND rated = 1 AND at >= :since
      AND NOT EXISTS (SELECT 1 FROM analyses WHERE analyses.table_id = results.table_id)
ORDER BY at, table_id LIMIT :limit
"""

ADD_ANALYSIS = """
INSERT INTO analyses (table_id, at, body, lowest) VALUES (:table, :at, :body, :lowest)
ON CONFLICT (table_id) DO NOTHING
RETURNING table_id
"""

SET_LOWEST = "UPDATE analyses SET lowest = :lowest WHERE table_id = :table AND lowest <> :lowest"

KEY = "platform, chat, game, family, player_platform, player_user"
SUMS = (
    "games", "throws", "luck", "luck_squares",
    "choices", "error", "error_squares", "error_choices", "choices_squares",
    "adjusted_games", "adjusted", "adjusted_squares",
)  # fmt: skip
ADDED = ", ".join(f"{name} = insight.{name} + excluded.{name}" for name in SUMS)

# A seat is [platform, user, throws, luck, choices, error, adjusted]. `WHERE 1` parts the join's end from the
# conflict clause.
ADD_INSIGHT = f"""
INSERT INTO insight ({KEY}, {", ".join(SUMS)})
SELECT chats.platform, chats.chat, :game, :family, seat.platform, seat.user, 1, sum(throws), sum(luck),
       sum(luck) * sum(luck), sum(choices), sum(error), sum(error) * sum(error), sum(error) * sum(choices),
       sum(choices) * sum(choices), 1, sum(adjusted), sum(adjusted) * sum(adjusted)
FROM (
    SELECT platform, chat FROM tables WHERE id = :table
    UNION SELECT platform, chat FROM places WHERE table_id = :table AND person_user <> ''
) AS chats, (
    SELECT json_extract(value, '$[0]') AS platform, json_extract(value, '$[1]') AS user,
           json_extract(value, '$[2]') AS throws, json_extract(value, '$[3]') AS luck,
           json_extract(value, '$[4]') AS choices, json_extract(value, '$[5]') AS error,
           json_extract(value, '$[6]') AS adjusted
    FROM json_each(:seats)
) AS seat
WHERE 1
GROUP BY chats.platform, chats.chat, seat.platform, seat.user
ON CONFLICT ({KEY}) DO UPDATE SET {ADDED}
"""

SAVE_ORDER = """
INSERT INTO analysis_orders (table_id, platform, chat, thread, user, message, at)
VALUES (:table, :platform, :chat, :thread, :user, :message, :at)
ON CONFLICT (platform, chat, thread) DO UPDATE SET table_id = excluded.table_id, user = excluded.user,
    message = excluded.message, at = excluded.at
"""

DROP_ORDER = f"DELETE FROM analysis_orders WHERE {IN_CHAT}"

ORDERS = "SELECT table_id, platform, chat, thread, user, message, at FROM analysis_orders ORDER BY at, table_id"

INSIGHT = f"""
SELECT player_platform, player_user, {", ".join(SUMS)}, people.name, coalesce(people.settings, '{{}}')
FROM insight LEFT JOIN people ON people.platform = player_platform AND people.user = player_user
WHERE insight.platform = :platform AND chat = :chat AND game = :game AND family = :family
ORDER BY player_platform, player_user
"""

# Sums are of a chat whatever the thread: they move with the chat itself.
_WHOLE = "platform = :platform AND chat = :chat AND :chat <> :new_chat"
MOVE_INSIGHT = (
    f"""
    INSERT INTO insight ({KEY}, {", ".join(SUMS)})
    SELECT :new_platform, :new_chat, game, family, player_platform, player_user, {", ".join(SUMS)}
    FROM insight WHERE {_WHOLE}
    ON CONFLICT ({KEY}) DO UPDATE SET {ADDED}
    """,
    f"DELETE FROM insight WHERE {_WHOLE}",
)


_FORM = Form("analyses", "body", key="table_id")
_UNSEEN_FORM = Form("results", "table_id", key="table_id")
_ORDER_FORM = Form("analysis_orders", "table_id platform chat thread user message at", key="platform chat thread")
_INSIGHT_FORM = Form(
    "insight",
    f"player_platform player_user {' '.join(SUMS)} ~people.name? ~people.settings",
    key="platform chat game family player_platform player_user",
)


class Analyses(Reading):
    """Analyses of games, open requests, and sums of luck and errors."""

    async def analysis(self, table: str) -> bytes | None:
        """Return the analysis of a table's game; None if there is none."""
        rows = await self._sound(_FORM, await self._read(ANALYSIS, {"table": table}), table_id=table)
        return bytes(rows[0][0]) if rows else None

    async def unseen(self, game: str, family: str, since: float, limit: int) -> list[str]:
        """Return at most `limit` rated games of a family without an analysis, oldest first.

        Games that ended before `since` (Unix seconds) are left out.
        """
        values: dict[str, str | int | float] = {"game": game, "family": family, "since": since, "limit": limit}
        return [str(row[0]) for row in await self._sound(_UNSEEN_FORM, await self._read(UNSEEN, values))]

    async def add_analysis(self, analysis: AnalysisRecord) -> bool:
        """Add an analysis; return False, and write nothing, if the game had one.

        Adds to its players' sums, in the table's own chat and in each chat from which somebody played.
        """
        seats = [
            (
                *(seat.player.platform, seat.player.user),
                *(seat.throws, seat.luck, seat.choices, seat.error, seat.adjusted),
            )
            for seat in analysis.seats
        ]
        added = checked(
            {"table": analysis.table, "at": analysis.at, "body": analysis.body, "lowest": analysis.lowest}
        )
        sums = checked(
            {
                "table": analysis.table,
                "game": analysis.game,
                "family": analysis.family,
                "seats": json.dumps(seats),
            }
        )

        def work() -> Steps[bool]:
            if not (yield ADD_ANALYSIS, added):
                return False
            yield ADD_INSIGHT, sums
            return True

        try:
            return await self._atomically(work)
        except BrokenReference:
            raise NoTable(analysis.table) from None

    async def set_lowest(self, table: str, lowest: int) -> None:
        """Store the lowest chance of the winners of an analysed game."""
        await self._write(SET_LOWEST, {"table": table, "lowest": lowest})

    async def save_order(self, order: AnalysisOrder) -> None:
        """Store a chat's request for an analysis, replacing an earlier one; raises NoTable."""
        values = {
            **chat_values(order.chat),
            "table": order.table,
            "user": order.person.user,
            "message": order.message,
            "at": float(order.at),
        }
        try:
            await self._write(SAVE_ORDER, values)
        except BrokenReference:
            raise NoTable(order.table) from None

    async def drop_order(self, chat: ChatKey) -> None:
        """Delete a chat's request."""
        await self._write(DROP_ORDER, chat_values(chat))

    async def orders(self) -> list[AnalysisOrder]:
        """Return the open requests, oldest first."""
        return [
            AnalysisOrder(table, ChatKey(platform, chat, thread), PersonKey(platform, user), message, at)
            for table, platform, chat, thread, user, message, at in await self._sound(
                _ORDER_FORM, await self._read(ORDERS, {})
            )
        ]

    async def insight(self, chat: ChatKey, game: str, family: str) -> list[InsightRecord]:
        """Return the sums of everybody with an analysed game in a chat (any thread)."""
        values = {"platform": chat.platform, "chat": chat.chat, "game": game, "family": family}
        rows = await self._read(INSIGHT, values)
        return [
            InsightRecord(PersonKey(platform, user), *sums)
            for platform, user, *sums in await self._sound(_INSIGHT_FORM, rows, **values)
        ]
