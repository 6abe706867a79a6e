-- Reason: a bot's rating followed from whom it happened to meet, and after one game a winner stood below the bots that had
-- lost. Each level now has a fixed place, which is not stored, so people's ratings against them are others.

-- The ratings are folded anew at the next start.
DELETE FROM rating_changes;
DELETE FROM ratings;
DELETE FROM meetings;
