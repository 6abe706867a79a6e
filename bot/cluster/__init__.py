"""Let several processes serve one database: who is there, and who answers for what."""
