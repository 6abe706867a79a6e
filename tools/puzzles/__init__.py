"""Makes the stock of puzzles from games between bots."""
