"""Draw what all boards are made of: canvas, sprites, text, geometry and PNG."""
