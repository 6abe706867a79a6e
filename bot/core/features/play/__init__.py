"""A game under way: commands, questions and their answers."""
