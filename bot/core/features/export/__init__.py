"""Games as signed texts: `/export`, `/verify`, `/import`."""
