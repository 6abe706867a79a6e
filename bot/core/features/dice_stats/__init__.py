"""`/dice`: roll statistics."""
