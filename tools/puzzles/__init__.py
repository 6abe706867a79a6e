"""The stock of puzzles, made of games that bots play."""
