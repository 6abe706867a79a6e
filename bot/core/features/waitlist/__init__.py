"""`/notify`: a mention at the next table."""
