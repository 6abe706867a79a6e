"""`/undo`: a choice taken back by agreement."""
