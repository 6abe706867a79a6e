"""`/share`: a link that opens a table."""
