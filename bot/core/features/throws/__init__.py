"""`/autoroll`: by hand, or by themselves, for a table by agreement and for one person."""
