"""Services that handlers share: tables, languages, displays, deadlines."""
