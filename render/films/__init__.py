"""Show whole games as films."""
