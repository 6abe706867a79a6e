-- Reason: who left a game gains no points by it, so ratings are others. And a seat's `counted` says in every game whether
-- enough was played there, since badges ask for the same as ratings: casual games of before count as they did.
UPDATE result_seats SET counted = 1 WHERE table_id IN (SELECT table_id FROM results WHERE rated = 0);

-- The ratings are folded anew at the next start.
DELETE FROM rating_changes;
DELETE FROM ratings;
DELETE FROM meetings;
