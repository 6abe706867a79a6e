"""`/hint`: the best move, the second and why, for whoever is to choose."""
