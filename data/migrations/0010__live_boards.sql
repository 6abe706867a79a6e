-- Reason: the web chat kept its newest messages only, and with the others went the one on which a game was being played.
-- Which messages a chat's tables live on is now asked before any are forgotten, and found by an index; and a board that
-- was lost so is no board any more, so that its table is shown anew at the next start.

CREATE INDEX boards_by_chat ON boards (platform, chat, thread) WHERE live = 1;

DELETE FROM boards
WHERE live = 1 AND platform IN (SELECT platform FROM messages) AND message = CAST(CAST(message AS INTEGER) AS TEXT)
  AND NOT EXISTS (SELECT 1 FROM messages WHERE id = CAST(boards.message AS INTEGER));
