"""`/play` and `/join`: tables are opened and found."""
