"""`/learn`: short guided games."""
