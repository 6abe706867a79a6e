-- Reason: people are also compared by their results without luck. Games analysed before have none in these sums.
ALTER TABLE insight ADD COLUMN adjusted_games INTEGER NOT NULL DEFAULT 0;

ALTER TABLE insight ADD COLUMN adjusted REAL NOT NULL DEFAULT 0;

ALTER TABLE insight ADD COLUMN adjusted_squares REAL NOT NULL DEFAULT 0;
