-- Reason: a table that was not in memory was played from its first move at every press. It also keeps a position from a
-- little earlier than its last one, and is taken up from there. Tables get theirs with the next moves.

ALTER TABLE tables ADD COLUMN anchor TEXT;
