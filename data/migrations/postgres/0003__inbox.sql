-- Reason: a chat's updates are obeyed by the process that holds its shard, in their order; but only one process may ask
-- Telegram for updates, and a webhook may reach any. What comes in for another process waits here until that process
-- has obeyed it. `number` is Telegram's own of the update. Rows come and go all the time: what they leave is tidied up
-- often.
CREATE TABLE inbox (
    shard    BIGINT NOT NULL,
    number   BIGINT NOT NULL,
    payload  TEXT COLLATE "C" NOT NULL,
    taken_in TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (shard, number)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The commands of Telegram that were taken lately were one list, written anew with each: two processes would have
-- written over each other's. Each is a row now, added by whoever is first.
CREATE TABLE taken_commands (
    bot    TEXT COLLATE "C" NOT NULL,
    digest TEXT COLLATE "C" NOT NULL,
    at     DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (bot, digest)
);

CREATE INDEX taken_commands_by_age ON taken_commands (at);

INSERT INTO taken_commands (bot, digest, at)
SELECT DISTINCT substr(chats.chat, 5), taken.value, CAST(extract(epoch FROM now()) AS DOUBLE PRECISION)
FROM chats, json_array_elements_text(
    CASE json_typeof(chats.settings -> 'taken') WHEN 'array' THEN chats.settings -> 'taken' ELSE '[]' END
) AS taken (value)
WHERE chats.platform = 'telegram' AND chats.chat LIKE 'bot %' AND chats.thread = 'commands';

DELETE FROM chats WHERE platform = 'telegram' AND chat LIKE 'bot %' AND thread = 'commands';
