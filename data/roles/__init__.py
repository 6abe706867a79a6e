"""What every store keeps, role by role, in SQL; a database that speaks it otherwise has wordings of its own."""
