"""`/replay`: a game as a video."""
