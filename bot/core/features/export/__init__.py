"""Games as texts: `/export`, `/verify`, `/import`, and their signature."""
