"""Drawing shared by all boards: canvas, sprites, text, geometry and PNG."""
