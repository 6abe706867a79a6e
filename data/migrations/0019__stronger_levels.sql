-- Reason: the two best levels of Parchís have learned anew and win other shares of games, so their fixed places on the
-- people's scale are others, and with them what people's games against them have brought.

-- The ratings are folded anew at the next start.
DELETE FROM rating_changes;
DELETE FROM ratings;
DELETE FROM meetings;
