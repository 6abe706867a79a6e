"""Games in motion: whole games as videos, and the plies since a reader's last look as moving boards."""
