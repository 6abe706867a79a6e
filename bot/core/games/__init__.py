"""Each game's words, rule sheet, rule sets and seats, for chats."""
