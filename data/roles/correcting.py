"""Find the games to compute again because an earlier one was noted after them, and fold whole ladders again.

A marked game is computed from the state before it. If that changes what its players bring to their next games, these
are marked in turn.
"""

# ruff: noqa: S608 - constants only

from __future__ import annotations

from collections.abc import Sequence

from data.result_records import CorrectionRecord, LongerRecord, ResultRecord
from data.roles.reading import Form, Reading
from data.roles.rows import Row, Value
from data.roles.statements import Steps, Values

LEAST = 0.00005
"""The change of a mean less three deviations that is worth computing a game again: a thousandth of a point."""
LEAST_LEARNT = 5e-8
"""The same as a precision, at the largest deviation."""
UNFOLDED = (0.0, "")
"""Where a ladder stands of which nothing is folded."""
_MOST = 2000
"""How many rows are deleted in one transaction."""

_LADDER = "game = :game AND family = :family"
_OWN = f"{_LADDER} AND platform = :platform AND user = :user"
_PAIR = f"{_OWN} AND other_platform = :other_platform AND other_user = :other_user"
_LATER = "(at, table_id) > (:at, :table)"
_MARK = "INSERT INTO rating_corrections (game, family, at, table_id, marks)"
_AGAIN = "ON CONFLICT (game, family, at, table_id) DO UPDATE SET marks = rating_corrections.marks + 1"

# The next game of a player, if it was computed from another rating than this.
MARK_NEXT = f"""
{_MARK}
SELECT game, family, at, table_id, 1 FROM (
    SELECT game, family, at, table_id, mu_before, sigma_before FROM rating_changes
    WHERE {_OWN} AND {_LATER} ORDER BY at, table_id LIMIT 1
) AS next
WHERE abs(mu_before - :mu) + 3 * abs(sigma_before - :sigma) > {LEAST:f}
{_AGAIN}
"""

# The next game of a pair, unless this one leaves what was known before: asked before it is stored.
MARK_PAIR = f"""
{_MARK}
SELECT game, family, at, table_id, 1 FROM (
    SELECT game, family, at, table_id FROM meetings WHERE {_PAIR} AND {_LATER} ORDER BY at, table_id LIMIT 1
) AS next
WHERE NOT EXISTS (
    SELECT 1 FROM meetings
    WHERE {_PAIR} AND at = :at AND table_id = :table AND abs(games - :games) < {LEAST:f}
      AND abs(gained - :gained) < {LEAST:f} AND abs(learnt - :learnt) < {LEAST_LEARNT:.9f}
)
{_AGAIN}
"""

# Later games of a player who has met somebody for the first time, up to the game in which they meet again.
MARK_MET = f"""
{_MARK}
SELECT theirs.game, theirs.family, theirs.at, theirs.table_id, 1 FROM rating_changes AS theirs
WHERE theirs.game = :game AND theirs.family = :family AND theirs.platform = :platform AND theirs.user = :user
  AND (theirs.at, theirs.table_id) > (:at, :table) AND NOT EXISTS (
    SELECT 1 FROM meetings WHERE {_PAIR} AND (meetings.at, meetings.table_id) > (:at, :table)
      AND (meetings.at, meetings.table_id) < (theirs.at, theirs.table_id)
)
{_AGAIN}
"""

# Later games of a player's opponent, up to the player's own next stay: from then on they are known to be there.
# It matters only if another opponent of that opponent came while the player is now known to have been there.
NEWCOMERS = """JOIN ratings AS newcomer
        ON newcomer.game = :game AND newcomer.family = :family AND newcomer.platform = also.other_platform
       AND newcomer.user = also.other_user AND newcomer.first_at > :since AND newcomer.first_at <= :at"""
MARK_PRESENCE = f"""
{_MARK}
SELECT theirs.game, theirs.family, theirs.at, theirs.table_id, 1 FROM rating_changes AS theirs
WHERE theirs.game = :game AND theirs.family = :family
  AND theirs.platform = :other_platform AND theirs.user = :other_user AND (theirs.at, theirs.table_id) > (:at, :table)
  AND NOT EXISTS (
    SELECT 1 FROM rating_changes AS own
    WHERE own.platform = :platform AND own.user = :user AND own.game = :game AND own.family = :family
      AND own.stayed = 1 AND (own.at, own.table_id) > (:at, :table)
      AND (own.at, own.table_id) < (theirs.at, theirs.table_id)
) AND (:fresh = 1 OR EXISTS (
    SELECT 1 FROM (
        SELECT DISTINCT other_platform, other_user FROM meetings
        WHERE {_LADDER} AND platform = :other_platform AND user = :other_user
    ) AS also {NEWCOMERS}
))
{_AGAIN}
"""

NEXT = "SELECT game, family, at, table_id, marks FROM rating_corrections ORDER BY game, family, at, table_id LIMIT 1"
HELD = f"SELECT marks FROM rating_corrections WHERE {_LADDER} AND at = :at AND table_id = :table"
DONE = f"DELETE FROM rating_corrections WHERE {_LADDER} AND at = :at AND table_id = :table AND marks = :marks"

FOLDED = f"SELECT at, table_id FROM refolds WHERE {_LADDER}"
REFOLDS = "SELECT game, family, at, table_id FROM refolds ORDER BY game, family"
_REFOLD_ALL = """
INSERT INTO refolds (game, family, at, table_id) SELECT DISTINCT game, family, 0, '' FROM {0}
ON CONFLICT (game, family) DO UPDATE SET at = 0, table_id = ''
"""
# Each statement's own words: SQLite needs a condition between a query and its conflict clause.
REFOLD_RESULTS = _REFOLD_ALL.format("results WHERE rated = 1")
REFOLD_RATINGS = _REFOLD_ALL.format("ratings WHERE true")
# The first statement of a fold: it waits for the ends that have seen an earlier state, and holds up others.
FOLD_UNTIL = f"""
UPDATE refolds SET at = :at, table_id = :table WHERE {_LADDER} AND at = :since_at AND table_id = :since_table
RETURNING game
"""
COUNT = f"""
SELECT count(*) FROM results
WHERE {_LADDER} AND rated = 1 AND (at, table_id) > (:since_at, :since_table) AND (at, table_id) <= (:at, :table)
"""
# Ends that have seen the ladder in the fold are waited for: the next statement sees their games.
WAIT = f"UPDATE refolds SET at = at WHERE {_LADDER}"
FOLDED_ALL = f"""
DELETE FROM refolds WHERE {_LADDER} AND NOT EXISTS (
    SELECT 1 FROM results
    WHERE results.game = :game AND results.family = :family AND results.rated = 1
      AND (results.at, results.table_id) > (refolds.at, refolds.table_id)
)
RETURNING game
"""

_KEYS = {
    "ratings": "game, family, platform, user",
    "meetings": "game, family, platform, user, other_platform, other_user, at, table_id",
    "rating_corrections": "game, family, at, table_id",
    "rating_tallies": "game, family, points",
}
CLEAR = tuple(
    f"DELETE FROM {name} WHERE ({key}) IN (SELECT {key} FROM {name} WHERE {_LADDER} LIMIT {_MOST}) RETURNING 1"
    for name, key in _KEYS.items()
)
STRETCH = f"""
SELECT at, table_id FROM (
    SELECT at, table_id FROM results WHERE {_LADDER} AND rated = 1 AND {_LATER} ORDER BY at, table_id LIMIT {_MOST}
) AS these
ORDER BY at DESC, table_id DESC LIMIT 1
"""
CLEAR_CHANGES = f"""
DELETE FROM rating_changes WHERE {_LADDER} AND table_id IN (
    SELECT table_id FROM results WHERE {_LADDER} AND rated = 1 AND {_LATER} ORDER BY at, table_id LIMIT {_MOST}
)
"""

_CORRECTION_FORM = Form("rating_corrections", "game family at table_id marks")
_REFOLD_FORM = Form("refolds", "game family at table_id")


class Correcting(Reading):
    """Games to compute again, and ladders to fold again."""

    async def next_correction(self) -> CorrectionRecord | None:
        """Return the earliest marked game of a ladder, None if there is none."""
        rows = await self._sound(_CORRECTION_FORM, await self._read(NEXT, {}))
        return CorrectionRecord(*rows[0]) if rows else None

    async def refolds(self) -> list[tuple[str, str, float, str]]:
        """Return the ladders that are being folded again, and how far they are."""
        return [
            (row[0], row[1], row[2], row[3]) for row in await self._sound(_REFOLD_FORM, await self._read(REFOLDS, {}))
        ]

    async def refold_all(self) -> None:
        """Have all ladders folded again from their start; games that end meanwhile are only stored."""

        def begin() -> Steps[None]:
            yield REFOLD_RATINGS, {}
            yield REFOLD_RESULTS, {}

        await self._atomically(begin)

    async def clear_ladder(self, game: str, family: str) -> None:
        """Delete the ratings of a ladder and their history, a few rows at a time, while it is to be folded again.

        It ends early if another process has cleared the ladder and folds it.
        """
        values: dict[str, Value] = {"game": game, "family": family, "at": -1.0, "table": ""}
        for statement in CLEAR:
            while await self._cleared(statement, values):
                pass
        while rows := await self._read(STRETCH, values):
            await self._cleared(CLEAR_CHANGES, values)
            values |= {"at": rows[0][0], "table": rows[0][1]}

    async def _cleared(self, statement: str, values: Values) -> Sequence[Row]:
        def clear() -> Steps[Sequence[Row]]:
            folded = yield FOLDED, values
            if [tuple(row) for row in folded] != [UNFOLDED]:
                return ()
            return (yield statement, values)

        return await self._atomically(clear)

    async def folded(self, game: str, family: str) -> bool:
        """Tell that a ladder is folded; return False if games have come since."""
        ladder: dict[str, Value] = {"game": game, "family": family}

        def end() -> Steps[bool]:
            yield WAIT, ladder
            return bool((yield FOLDED_ALL, ladder))

        return await self._atomically(end)


def values_of(correction: CorrectionRecord) -> dict[str, Value]:
    """Return the columns of a correction."""
    values: dict[str, Value] = {"game": correction.game, "family": correction.family, "at": correction.at}
    return {**values, "table": correction.table, "marks": correction.marks}


def presence_values(result: ResultRecord, come: LongerRecord) -> dict[str, Value]:
    """Return the parameters of `MARK_PRESENCE` for a player of a game and an opponent."""
    ladder: dict[str, Value] = {"game": result.game, "family": result.family, "at": float(result.at)}
    own = {"table": result.table, "platform": come.player.platform, "user": come.player.user}
    other = {"other_platform": come.other.platform, "other_user": come.other.user}
    known = {"since": float(come.known or 0.0), "fresh": int(come.known is None)}
    return {**ladder, **own, **other, **known}
