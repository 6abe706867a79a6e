-- Reason: people are also compared by their results without luck. Games analysed before have none in these sums.
ALTER TABLE insight ADD COLUMN adjusted_games BIGINT NOT NULL DEFAULT 0;

ALTER TABLE insight ADD COLUMN adjusted DOUBLE PRECISION NOT NULL DEFAULT 0;

ALTER TABLE insight ADD COLUMN adjusted_squares DOUBLE PRECISION NOT NULL DEFAULT 0;
