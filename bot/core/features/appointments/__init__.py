"""`/schedule`: a table planned for a moment, with answers, a reminder, and a lobby that opens by itself."""
