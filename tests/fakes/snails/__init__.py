"""A third game, as small as a game can be, in the three parts that a game has: engine, profile and painter."""
