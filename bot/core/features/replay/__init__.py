"""`/replay`: a game as a film."""
