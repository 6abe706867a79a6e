"""Show what happened in motion: whole games as films, and the plies since a reader's last look as moving boards."""
