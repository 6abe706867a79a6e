"""`/puzzle`: a position a day with one clearly best move."""
