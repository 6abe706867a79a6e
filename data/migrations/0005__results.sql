-- Reason: leaderboards and statistics ask about hundreds of games at once, and folding their logs takes seconds. So what
-- came of each game is noted when it ends. All of this follows from the tables and their logs and can be computed anew.
-- A computer's level is a player like any other: its platform is 'computer'. Names are not repeated here.

CREATE TABLE results (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    game     TEXT NOT NULL,
    family   TEXT NOT NULL,
    at       REAL NOT NULL,
    rated    INTEGER NOT NULL CHECK (rated IN (0, 1)),
    plies    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX results_in_order ON results (game, family, rated, at, table_id);

CREATE TABLE result_seats (
    table_id TEXT NOT NULL REFERENCES results (table_id),
    seat     INTEGER NOT NULL,
    platform TEXT NOT NULL,
    user     TEXT NOT NULL,
    side     INTEGER NOT NULL,
    place    INTEGER NOT NULL CHECK (place > 0),
    gone     INTEGER NOT NULL CHECK (gone IN (0, 1)),
    captures INTEGER NOT NULL,
    losses   INTEGER NOT NULL,
    sixes    INTEGER NOT NULL,
    throws   INTEGER NOT NULL,
    longest  INTEGER NOT NULL,
    behind   INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_seats_by_player ON result_seats (platform, user);

-- The rating of each player of a rated game, before and after it.
CREATE TABLE rating_changes (
    table_id     TEXT NOT NULL REFERENCES results (table_id),
    platform     TEXT NOT NULL,
    user         TEXT NOT NULL,
    won          INTEGER NOT NULL CHECK (won IN (0, 1)),
    mu_before    REAL NOT NULL,
    sigma_before REAL NOT NULL,
    mu           REAL NOT NULL,
    sigma        REAL NOT NULL,
    PRIMARY KEY (table_id, platform, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_by_player ON rating_changes (platform, user);

-- The newest rating of each.
CREATE TABLE ratings (
    game     TEXT NOT NULL,
    family   TEXT NOT NULL,
    platform TEXT NOT NULL,
    user     TEXT NOT NULL,
    mu       REAL NOT NULL,
    sigma    REAL NOT NULL,
    PRIMARY KEY (game, family, platform, user)
) STRICT, WITHOUT ROWID;
