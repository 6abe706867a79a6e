"""Every SQL statement about results and ratings, with named parameters."""

from __future__ import annotations

FINISHED = "SELECT id FROM tables WHERE status = 'over' ORDER BY created, seq"

UNRECORDED = """
SELECT id FROM tables
WHERE status = 'over' AND NOT EXISTS (SELECT 1 FROM results WHERE table_id = tables.id)
ORDER BY created, seq
"""

RECORDED = "SELECT 1 FROM results WHERE table_id = :table"

_RATED = "game = :game AND family = :family AND rated = 1"

LADDER = f"""
SELECT count(*), max(at), (SELECT table_id FROM results WHERE {_RATED} ORDER BY at DESC, table_id DESC LIMIT 1)
FROM results WHERE {_RATED}
"""  # noqa: S608 - constants only

RATED_RESULTS = f"""
SELECT table_id, game, family, at, rated, plies,
       (SELECT json_group_array(json_array(seat, platform, user, side, place, gone, captures, losses, sixes, throws,
                                           longest, behind, counted))
        FROM result_seats WHERE table_id = results.table_id)
FROM results WHERE {_RATED} ORDER BY at, table_id
"""  # noqa: S608 - constants only

RATINGS = """
SELECT platform, user, mu, sigma FROM ratings
WHERE game = :game AND family = :family
  AND (platform, user) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:players))
"""

# Recorded twice, by two processes or after a crash, a result is there once.
ADD_RESULT = """
INSERT INTO results (table_id, game, family, at, rated, plies)
VALUES (:table, :game, :family, :at, :rated, :plies)
ON CONFLICT (table_id) DO NOTHING
RETURNING table_id
"""

ADD_RESULT_SEAT = """
INSERT INTO result_seats (table_id, seat, platform, user, side, place, gone, captures, losses, sixes, throws, longest,
                          behind, counted)
VALUES (:table, :seat, :platform, :user, :side, :place, :gone, :captures, :losses, :sixes, :throws, :longest, :behind,
        :counted)
"""

ADD_CHANGE = """
INSERT INTO rating_changes (table_id, platform, user, won, mu_before, sigma_before, mu, sigma)
VALUES (:table, :platform, :user, :won, :mu_before, :sigma_before, :mu, :sigma)
"""

SAVE_RATING = """
INSERT INTO ratings (game, family, platform, user, mu, sigma)
SELECT game, family, :platform, :user, :mu, :sigma FROM results WHERE table_id = :table
ON CONFLICT (game, family, platform, user) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma
"""

_MEETING = "game, family, platform, user, other_platform, other_user, games, at, gained, learnt"

MEETINGS = f"""
SELECT {_MEETING} FROM meetings
WHERE game = :game AND family = :family
  AND (platform, user) IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:players))
  AND (other_platform, other_user) IN (
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(:others)
  )
"""  # noqa: S608 - constants only

SAVE_MEETING = f"""
INSERT INTO meetings ({_MEETING})
VALUES (:game, :family, :platform, :user, :other_platform, :other_user, :games, :at, :gained, :learnt)
ON CONFLICT (game, family, platform, user, other_platform, other_user)
DO UPDATE SET games = excluded.games, at = excluded.at, gained = excluded.gained, learnt = excluded.learnt
"""  # noqa: S608 - constants only

UNFOLDED = """
SELECT DISTINCT game, family FROM results
WHERE rated = 1 AND NOT EXISTS (
    SELECT 1 FROM ratings WHERE ratings.game = results.game AND ratings.family = results.family
)
ORDER BY game, family
"""

DROP_LADDER = (
    """
DELETE FROM rating_changes
WHERE table_id IN (SELECT table_id FROM results WHERE game = :game AND family = :family AND rated = 1)
""",
    "DELETE FROM ratings WHERE game = :game AND family = :family",
    "DELETE FROM meetings WHERE game = :game AND family = :family",
)

DROP_ALL = tuple(
    f"DELETE FROM {name}"  # noqa: S608 - constants only
    for name in ("ratings", "meetings", "rating_changes", "result_seats", "results")
)

CHANGES = """
SELECT table_id, platform, user, won, mu_before, sigma_before, mu, sigma FROM rating_changes
WHERE table_id = :table ORDER BY platform, user
"""

# A game is one of every chat from which somebody has played it.
_HERE = """
results.table_id IN (
    SELECT id FROM tables WHERE platform = :platform AND chat = :chat
    UNION SELECT table_id FROM places WHERE platform = :platform AND chat = :chat AND person_user <> ''
)
"""

# Whoever has played is found first, game by game (hence CROSS JOIN, which keeps that order), and joined to what they
# are now afterwards: the other way round takes seconds where this takes milliseconds. The columns without an
# aggregate are those of the first game, whose time is the `min`: SQLite promises that.
_STANDINGS = """
SELECT played.platform, played.user, ratings.mu, ratings.sigma, played.games, played.wins,
       played.mu_before, played.sigma_before, people.name, coalesce(people.settings, '{{}}')
FROM (
    SELECT changed.platform, changed.user, count(*) AS games, sum(changed.won) AS wins,
           changed.mu_before, changed.sigma_before, min(results.at)
    FROM results CROSS JOIN rating_changes AS changed ON changed.table_id = results.table_id
    WHERE results.game = :game AND results.family = :family AND results.rated = 1 AND results.at >= :since AND {where}
    GROUP BY changed.platform, changed.user
) AS played
JOIN ratings ON ratings.game = :game AND ratings.family = :family
            AND ratings.platform = played.platform AND ratings.user = played.user
LEFT JOIN people ON people.platform = played.platform AND people.user = played.user
ORDER BY played.platform, played.user
"""

STANDINGS = _STANDINGS.format(where="1")

# Who may stand among those of all chats: who has played enough games against enough people there, and either plays
# where others play too, in one game from the same chat at least, or has asked to be shown. Computers only need games.
# Former players are nobody's opponents here: one account that is forgotten after each game would be as many people.
_KNOWN = """
JOIN (
    SELECT changed.platform, changed.user, count(*) AS games
    FROM results CROSS JOIN rating_changes AS changed ON changed.table_id = results.table_id
    WHERE results.game = :game AND results.family = :family AND results.rated = 1
    GROUP BY changed.platform, changed.user
    HAVING games >= :games
) AS whole ON whole.platform = played.platform AND whole.user = played.user
LEFT JOIN people ON people.platform = played.platform AND people.user = played.user
WHERE played.platform = :computer OR (
    (SELECT count(*) FROM meetings
     WHERE meetings.game = :game AND meetings.family = :family AND meetings.platform = played.platform
       AND meetings.user = played.user AND meetings.other_platform NOT IN (:computer, :former)) >= :people
    AND (
        coalesce(json_extract(people.settings, '$.listed'), 0)
        OR EXISTS (
            SELECT 1 FROM result_seats AS mine
            JOIN results ON results.table_id = mine.table_id
            JOIN tables ON tables.id = mine.table_id
            JOIN result_seats AS other ON other.table_id = mine.table_id
                AND other.platform <> :computer AND (other.platform, other.user) <> (mine.platform, mine.user)
            LEFT JOIN places AS my ON my.table_id = mine.table_id AND my.person_platform = mine.platform
                AND my.person_user = mine.user
            LEFT JOIN places AS their ON their.table_id = mine.table_id AND their.person_platform = other.platform
                AND their.person_user = other.user
            WHERE mine.platform = played.platform AND mine.user = played.user
              AND results.game = :game AND results.family = :family AND results.rated = 1
              AND coalesce(my.platform, tables.platform) = coalesce(their.platform, tables.platform)
              AND coalesce(my.chat, tables.chat) = coalesce(their.chat, tables.chat)
        )
    )
)
"""

STANDINGS_KNOWN = STANDINGS.replace(
    "LEFT JOIN people ON people.platform = played.platform AND people.user = played.user\n", _KNOWN
)

STANDINGS_HERE = _STANDINGS.format(where=_HERE)

LAST_LADDER = f"""
SELECT game, family FROM results WHERE rated = 1 AND {_HERE} ORDER BY at DESC, table_id DESC LIMIT 1
"""  # noqa: S608 - constants only

_PLAYED = """
SELECT mine.platform, mine.user, results.table_id, results.game, results.family, results.at, results.rated,
       coalesce(places.platform, tables.platform), coalesce(places.chat, tables.chat),
       coalesce(places.thread, tables.thread),
       (SELECT count(DISTINCT side) FROM result_seats WHERE table_id = results.table_id),
       mine.side, mine.place, mine.gone,
       mine.captures, mine.losses, mine.sixes, mine.throws, mine.longest, mine.behind,
       mine.counted
FROM result_seats AS mine
JOIN results ON results.table_id = mine.table_id
JOIN tables ON tables.id = mine.table_id
LEFT JOIN places ON places.table_id = mine.table_id AND places.person_platform = mine.platform
                AND places.person_user = mine.user
WHERE {where}
ORDER BY results.at, results.table_id, mine.seat
"""

PLAYED = _PLAYED.format(where="mine.platform = :platform AND mine.user = :user")

PLAYED_UNTIL = _PLAYED.format(
    where="""(mine.platform, mine.user) IN (
    SELECT platform, user FROM result_seats WHERE table_id = :table AND platform NOT IN (:computer, :former)
) AND (results.at, results.table_id) <= (SELECT at, table_id FROM results WHERE table_id = :table)"""
)

POINTS = """
SELECT results.game, results.family, results.at, changed.mu, changed.sigma
FROM rating_changes AS changed JOIN results ON results.table_id = changed.table_id
WHERE changed.platform = :platform AND changed.user = :user
ORDER BY results.at, results.table_id
"""

PLAYERS_OF = f"""
SELECT DISTINCT people.platform, people.user, people.name
FROM results
JOIN result_seats ON result_seats.table_id = results.table_id
JOIN people ON people.platform = result_seats.platform AND people.user = result_seats.user
WHERE {_HERE}
ORDER BY people.name, people.platform, people.user
"""  # noqa: S608 - constants only

# A person who is forgotten goes on under another key, so that everybody else's numbers stay.
RENAME_PLAYER = (
    *(
        f"UPDATE {name} SET platform = :new_platform, user = :new_user WHERE platform = :platform AND user = :user"  # noqa: S608
        for name in ("result_seats", "rating_changes", "ratings", "meetings")
    ),
    """
UPDATE meetings SET other_platform = :new_platform, other_user = :new_user
WHERE other_platform = :platform AND other_user = :user
""",
)
