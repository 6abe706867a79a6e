"""`/analysis`: review a finished game."""
