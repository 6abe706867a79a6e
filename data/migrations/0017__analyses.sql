-- Reason: to look a whole game over takes seconds, and what is found out never changes. So it is stored once, by the
-- game's table; what is said of each player's luck and choices is summed up a chat, so that nothing has to look through
-- all games. An order under way is noted, so that a restart takes it up again.

CREATE TABLE analyses (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    at       REAL NOT NULL,
    body     BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE analysis_orders (
    table_id TEXT NOT NULL REFERENCES tables (id),
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    user     TEXT NOT NULL,
    message  TEXT,
    at       REAL NOT NULL,
    PRIMARY KEY (platform, chat, thread)
) STRICT, WITHOUT ROWID;

-- A computer's level is a player like any other, as in results. The squares are those of each game's sums: they tell
-- how far chance alone may have brought the sums.
CREATE TABLE insight (
    platform        TEXT NOT NULL,
    chat            TEXT NOT NULL,
    game            TEXT NOT NULL,
    family          TEXT NOT NULL,
    player_platform TEXT NOT NULL,
    player_user     TEXT NOT NULL,
    games           INTEGER NOT NULL,
    throws          INTEGER NOT NULL,
    luck            REAL NOT NULL,
    luck_squares    REAL NOT NULL,
    choices         INTEGER NOT NULL,
    error           REAL NOT NULL,
    error_squares   REAL NOT NULL,
    error_choices   REAL NOT NULL,
    choices_squares REAL NOT NULL,
    PRIMARY KEY (platform, chat, game, family, player_platform, player_user)
) STRICT, WITHOUT ROWID;

CREATE INDEX insight_by_player ON insight (player_platform, player_user);
