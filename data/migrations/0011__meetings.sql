-- Reason: ratings were lifted by games in which nobody played, and by games against the same few accounts. So a seat
-- counts from so many throws and choices of a person's own on, and what all games of two players against each other
-- have done to each of them is kept and bounded. It follows from the results in order, like the ratings.

CREATE TABLE meetings (
    game           TEXT NOT NULL,
    family         TEXT NOT NULL,
    platform       TEXT NOT NULL,
    user           TEXT NOT NULL,
    other_platform TEXT NOT NULL,
    other_user     TEXT NOT NULL,
    games          REAL NOT NULL,
    at             REAL NOT NULL,
    gained         REAL NOT NULL,
    learnt         REAL NOT NULL,
    PRIMARY KEY (game, family, platform, user, other_platform, other_user)
) STRICT, WITHOUT ROWID;

-- Who is forgotten goes on under another key, in others' meetings too.
CREATE INDEX meetings_by_other ON meetings (other_platform, other_user);

ALTER TABLE result_seats ADD COLUMN counted INTEGER NOT NULL DEFAULT 1 CHECK (counted IN (0, 1));

-- The games there are, by the numbers of `bot.core.rankings.counting` as they are today: whoever has thrown and chosen
-- less has not played, ...
UPDATE result_seats SET counted = 0
WHERE platform <> 'computer' AND (
    SELECT count(*) FROM result_seats AS own
    JOIN moves ON moves.table_id = own.table_id AND moves.seat = own.seat AND moves.automation IS NULL
    WHERE own.table_id = result_seats.table_id AND own.platform = result_seats.platform
      AND own.user = result_seats.user
) < (
    SELECT CASE WHEN game = 'palma' THEN 6 WHEN family = 'diceless' THEN 15 ELSE 20 END
    FROM results WHERE results.table_id = result_seats.table_id
);

-- ... nor has their side, ...
UPDATE result_seats SET counted = 0
WHERE EXISTS (
    SELECT 1 FROM result_seats AS one
    WHERE one.table_id = result_seats.table_id AND one.side = result_seats.side AND one.counted = 0
);

-- ... and a game needs people of two sides.
UPDATE results SET rated = 0
WHERE rated = 1 AND (
    SELECT count(DISTINCT side) FROM result_seats
    WHERE result_seats.table_id = results.table_id AND counted = 1 AND platform <> 'computer'
) < 2;

UPDATE result_seats SET counted = 0 WHERE table_id IN (SELECT table_id FROM results WHERE rated = 0);

-- The ratings are folded anew at the next start.
DELETE FROM rating_changes;
DELETE FROM ratings;
