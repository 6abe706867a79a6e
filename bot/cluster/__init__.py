"""Let several processes serve one database: their members, leases and notes."""
