-- Reason: the commands of Telegram that were taken lately were one list, written anew with each: two processes that
-- share a database would have written over each other's. Each is a row now, added by whoever is first. `digest` is one
-- of chat and message, `at` when it was taken, in Unix seconds.

CREATE TABLE taken_commands (
    bot    TEXT NOT NULL,
    digest TEXT NOT NULL,
    at     REAL NOT NULL,
    PRIMARY KEY (bot, digest)
) STRICT, WITHOUT ROWID;

CREATE INDEX taken_commands_by_age ON taken_commands (at);

INSERT INTO taken_commands (bot, digest, at)
SELECT DISTINCT substr(chats.chat, 5), taken.value, CAST(strftime('%s', 'now') AS REAL)
FROM chats, json_each(CASE WHEN json_valid(chats.settings) THEN chats.settings END, '$.taken') AS taken
WHERE chats.platform = 'telegram' AND chats.chat LIKE 'bot %' AND chats.thread = 'commands' AND taken.type = 'text';

DELETE FROM chats WHERE platform = 'telegram' AND chat LIKE 'bot %' AND thread = 'commands';
