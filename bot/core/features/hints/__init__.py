"""`/hint`: the best move, the second and why, for the player to choose."""
