-- Reason: the call to a full table reaches people in private where that works. `private_chat` is where the call is, empty
-- where they asked.
ALTER TABLE seekers ADD COLUMN private_chat TEXT COLLATE "C" NOT NULL DEFAULT '';
