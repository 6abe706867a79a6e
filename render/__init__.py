"""Turn positions into pictures, purely: Pillow and its own assets, no chat."""
