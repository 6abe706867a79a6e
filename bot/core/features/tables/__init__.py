"""`/play` and `/join`: open and find tables."""
