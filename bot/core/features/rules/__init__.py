"""`/rules`."""
