"""What handlers share: tables found and changed, languages, displays, deadlines."""
