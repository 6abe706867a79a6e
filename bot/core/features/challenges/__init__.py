"""`/challenge`: a game offered to one person, or to anybody of the chat."""
