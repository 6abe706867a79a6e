-- Reason: people who share a browser count as one player, so their games against each other are not rated. A rating says
-- how many games it follows from: where opponents are few, that says how well it is known.
UPDATE results SET rated = 0 WHERE table_id IN (
    SELECT mine.table_id FROM result_seats AS mine
    JOIN result_seats AS other ON other.table_id = mine.table_id AND other.side <> mine.side
    WHERE mine.platform = 'web' AND other.platform = 'web'
      AND rtrim(mine.user, '0123456789') LIKE '%-'
      AND rtrim(mine.user, '0123456789') = rtrim(other.user, '0123456789')
);

ALTER TABLE ratings ADD COLUMN games INTEGER NOT NULL DEFAULT 0;

-- The ratings are folded anew at the next start.
DELETE FROM rating_changes;
DELETE FROM ratings;
DELETE FROM meetings;
