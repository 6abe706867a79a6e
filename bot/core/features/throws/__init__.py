"""`/autoroll`: rolls by hand or automatic, for a table by agreement and for one person."""
