"""Playing: commands, questions and their answers."""
