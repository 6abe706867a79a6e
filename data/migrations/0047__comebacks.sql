-- Reason: the biggest comeback of a chat goes by win chances. `lowest` is the lowest chance of the winners during the game,
-- in ten-thousandths; 0 if somebody left, and for games analysed before this version: `admin recompute` fills it in.
ALTER TABLE analyses ADD COLUMN lowest INTEGER NOT NULL DEFAULT 0;
