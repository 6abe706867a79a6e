"""What a chat needs to know of each game: its words, rule sheet, rule sets and seats."""
