"""`/versus`: two people's games against each other."""
