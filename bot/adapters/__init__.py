"""One thin adapter per platform: they translate, the core decides."""
