"""`/takeback`: a choice taken back by agreement."""
