-- Reason: the best levels of Palma know that a throw they pass serves the other side, and win more games by the penalty
-- slides, so their fixed place on the people's scale is another, and with it what people's games against them have brought.

-- The ratings are folded anew at the next start.
DELETE FROM rating_changes;
DELETE FROM ratings;
DELETE FROM meetings;
