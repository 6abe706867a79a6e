-- Reason: a master at Palma looks through two throws and wins more games than strong ones do, so its fixed place on the
-- people's scale is another, and with it what people's games against it have brought.

-- The ratings are folded anew at the next start.
DELETE FROM rating_changes;
DELETE FROM ratings;
DELETE FROM meetings;
