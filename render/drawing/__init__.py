"""Canvas, sprites, text, geometry and PNG: what all boards are drawn with."""
