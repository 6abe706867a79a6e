"""`/dice`: how the dice have fallen here."""
