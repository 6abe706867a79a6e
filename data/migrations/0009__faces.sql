-- Reason: a message is not sent again what it shows already, also after a restart. So a board's row keeps a digest of
-- the face that the message was given last; an empty one is that of a message of which nothing is known.

ALTER TABLE boards ADD COLUMN face TEXT NOT NULL DEFAULT '';
