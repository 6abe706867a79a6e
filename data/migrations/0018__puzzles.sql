-- Reason: a chat has a puzzle a day, which everybody there answers once. What was posted stays the same whatever the
-- program knows tomorrow, so the position itself is stored, by the day of the chat's own clock. Puzzles and answers go
-- after a while; how many days in a row somebody has solved them is kept by itself.

CREATE TABLE puzzles (
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    day      INTEGER NOT NULL,
    body     TEXT NOT NULL CHECK (json_valid(body)),
    table_id TEXT,
    PRIMARY KEY (platform, chat, thread, day)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzles_by_day ON puzzles (day);

CREATE TABLE puzzle_answers (
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    day      INTEGER NOT NULL,
    user     TEXT NOT NULL,
    move     TEXT NOT NULL,
    solved   INTEGER NOT NULL CHECK (solved IN (0, 1)),
    PRIMARY KEY (platform, chat, thread, day, user),
    FOREIGN KEY (platform, chat, thread, day) REFERENCES puzzles ON UPDATE CASCADE ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_answers_by_user ON puzzle_answers (platform, user);

CREATE TABLE puzzle_streaks (
    platform TEXT NOT NULL,
    chat     TEXT NOT NULL,
    thread   TEXT NOT NULL,
    user     TEXT NOT NULL,
    day      INTEGER NOT NULL,
    days     INTEGER NOT NULL,
    longest  INTEGER NOT NULL,
    PRIMARY KEY (platform, chat, thread, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_streaks_by_user ON puzzle_streaks (platform, user);

-- Where the puzzle comes by itself; `due` is NULL where it has paused.
CREATE TABLE puzzle_posts (
    platform   TEXT NOT NULL,
    chat       TEXT NOT NULL,
    thread     TEXT NOT NULL,
    due        REAL,
    unanswered INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (platform, chat, thread)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_posts_due ON puzzle_posts (platform, due) WHERE due IS NOT NULL;
