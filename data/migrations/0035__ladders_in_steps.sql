-- Reason: each end of a rated game counted all rated games of its family, and one noted late rewrote the whole ladder.
-- So each player has a history in the order of the games: their rating after each game (`rating_changes`), and what
-- their games against each opponent had done by then (`meetings`). A game reads the state before it from there, and
-- changes the rows of its own players only, each under its `version`. All is computed again from the results.
DROP TABLE rating_changes;
DROP TABLE ratings;
DROP TABLE meetings;

CREATE TABLE rating_changes (
    table_id     TEXT NOT NULL REFERENCES results (table_id),
    platform     TEXT NOT NULL,
    user         TEXT NOT NULL,
    game         TEXT NOT NULL,
    family       TEXT NOT NULL,
    at           REAL NOT NULL,
    won          INTEGER NOT NULL CHECK (won IN (0, 1)),
    stayed       INTEGER NOT NULL CHECK (stayed IN (0, 1)),
    mu_before    REAL NOT NULL,
    sigma_before REAL NOT NULL,
    mu           REAL NOT NULL,
    sigma        REAL NOT NULL,
    PRIMARY KEY (table_id, platform, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_in_order ON rating_changes (platform, user, game, family, at, table_id);

-- Whoever is named here as another has a row that names the player in turn: no further index is needed to find them.
CREATE TABLE meetings (
    game           TEXT NOT NULL,
    family         TEXT NOT NULL,
    platform       TEXT NOT NULL,
    user           TEXT NOT NULL,
    other_platform TEXT NOT NULL,
    other_user     TEXT NOT NULL,
    at             REAL NOT NULL,
    table_id       TEXT NOT NULL,
    games          REAL NOT NULL,
    gained         REAL NOT NULL,
    learnt         REAL NOT NULL,
    PRIMARY KEY (game, family, platform, user, other_platform, other_user, at, table_id)
) STRICT, WITHOUT ROWID;

-- The newest rating of each. `latest_at` and `latest_table` are the newest game that counts; `people` counts opponents
-- as the leaderboard of all chats does, `shared` says that one of them once played from the same chat; `hidden` and
-- `listed` repeat the person's settings. Who stands on that leaderboard has their points as `standing`.
-- `sorted_by` is their name as it stands among equals, '1' without a name.
CREATE TABLE ratings (
    game         TEXT NOT NULL,
    family       TEXT NOT NULL,
    platform     TEXT NOT NULL,
    user         TEXT NOT NULL,
    mu           REAL NOT NULL,
    sigma        REAL NOT NULL,
    points       INTEGER NOT NULL,
    games        INTEGER NOT NULL CHECK (games >= 0),
    wins         INTEGER NOT NULL CHECK (wins >= 0),
    people       INTEGER NOT NULL CHECK (people >= 0),
    shared       INTEGER NOT NULL DEFAULT 0 CHECK (shared IN (0, 1)),
    hidden       INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
    listed       INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1)),
    sorted_by    TEXT NOT NULL,
    first_at     REAL NOT NULL,
    last_at      REAL NOT NULL,
    latest_at    REAL NOT NULL,
    latest_table TEXT NOT NULL,
    version      INTEGER NOT NULL CHECK (version > 0),
    standing     INTEGER GENERATED ALWAYS AS (
        CASE WHEN games >= 10 AND people >= 5 AND shared + listed > 0 AND hidden = 0 AND platform <> 'former' THEN points END
    ) STORED,
    PRIMARY KEY (game, family, platform, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_player ON ratings (platform, user);

CREATE INDEX ratings_on_board ON ratings (game, family, standing DESC, sorted_by, platform, user)
WHERE standing IS NOT NULL;

-- How many on that leaderboard have these points: a place and a page are found by reading these few rows.
CREATE TABLE rating_tallies (
    game    TEXT NOT NULL,
    family  TEXT NOT NULL,
    points  INTEGER NOT NULL,
    players INTEGER NOT NULL,
    PRIMARY KEY (game, family, points)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER ratings_come AFTER INSERT ON ratings
WHEN NEW.standing IS NOT NULL
BEGIN
    INSERT INTO rating_tallies (game, family, points, players) VALUES (NEW.game, NEW.family, NEW.standing, 1)
    ON CONFLICT (game, family, points) DO UPDATE SET players = players + 1;
END;

CREATE TRIGGER ratings_go AFTER DELETE ON ratings
WHEN OLD.standing IS NOT NULL
BEGIN
    UPDATE rating_tallies SET players = players - 1
    WHERE game = OLD.game AND family = OLD.family AND points = OLD.standing;
END;

CREATE TRIGGER ratings_leave AFTER UPDATE ON ratings
WHEN OLD.standing IS NOT NULL
BEGIN
    UPDATE rating_tallies SET players = players - 1
    WHERE game = OLD.game AND family = OLD.family AND points = OLD.standing;
END;

CREATE TRIGGER ratings_stand AFTER UPDATE ON ratings
WHEN NEW.standing IS NOT NULL
BEGIN
    INSERT INTO rating_tallies (game, family, points, players) VALUES (NEW.game, NEW.family, NEW.standing, 1)
    ON CONFLICT (game, family, points) DO UPDATE SET players = players + 1;
END;

-- Games to be computed again, because an earlier one was noted after them. `marks` counts how often that was found.
CREATE TABLE rating_corrections (
    game     TEXT NOT NULL,
    family   TEXT NOT NULL,
    at       REAL NOT NULL,
    table_id TEXT NOT NULL,
    marks    INTEGER NOT NULL,
    PRIMARY KEY (game, family, at, table_id)
) STRICT, WITHOUT ROWID;

-- Ladders that are being folded again, and how far: later games are only stored, until the fold reaches them.
CREATE TABLE refolds (
    game     TEXT NOT NULL,
    family   TEXT NOT NULL,
    at       REAL NOT NULL,
    table_id TEXT NOT NULL,
    PRIMARY KEY (game, family)
) STRICT, WITHOUT ROWID;

INSERT INTO refolds (game, family, at, table_id) SELECT DISTINCT game, family, 0, '' FROM results WHERE rated = 1;
