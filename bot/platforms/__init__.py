"""The platforms on which people play: each translates, and decides nothing."""
