-- Reason: ratings were lifted by accounts that are forgotten again and again, since each came back as a new opponent. So
-- what all opponents of a player together bring is bounded by how many of them were there at the same time: from their
-- first rated game of the family to the last one that they have not left. It follows from the results, like the ratings.

ALTER TABLE ratings ADD COLUMN first_at REAL NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN last_at REAL NOT NULL DEFAULT 0;

-- The ratings are folded anew at the next start.
DELETE FROM rating_changes;
DELETE FROM ratings;
DELETE FROM meetings;
