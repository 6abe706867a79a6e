-- Reason: in a chat whose board stays one message and is edited, whoever is to move is called by a short message beside
-- it, which is taken away after the move. It must be found again after a restart, and must not be taken for a board.

ALTER TABLE boards ADD COLUMN called INTEGER NOT NULL DEFAULT 0 CHECK (called IN (0, 1));
