"""What bots are called at Palma: the hounds' after what dogs love or hunters need, the jackals' after Egypt."""

from __future__ import annotations

from bot.core.i18n.translator import N_

BOTS = {
    "D": {
        "random": (N_("Biscuit"), N_("Fluff"), N_("Puppy"), N_("Slipper")),
        "greedy": (N_("Arrow"), N_("Compass"), N_("Lantern"), N_("Whistle")),
    },
    "J": {
        "random": (N_("Camel"), N_("Oasis"), N_("Papyrus"), N_("Sandal")),
        "greedy": (N_("Cobra"), N_("Obelisk"), N_("Scarab"), N_("Scorpion")),
    },
}
"""The names of the bots of a side, by their level."""
