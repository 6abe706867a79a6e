"""Bots' names at Palma: the hounds' after what dogs love or hunters need, the jackals' after Egypt."""

from __future__ import annotations

from bot.core.i18n.translator import N_

BOTS = {
    "D": {
        "beginner": (N_("Biscuit"), N_("Fluff"), N_("Puppy"), N_("Slipper")),
        "casual": (N_("Arrow"), N_("Compass"), N_("Lantern"), N_("Whistle")),
        "strong": (N_("Torch"), N_("Mastiff"), N_("Trumpet"), N_("Wolf")),
        "master": (N_("Argos"), N_("Cerberus"), N_("Orion"), N_("Sirius")),
    },
    "J": {
        "beginner": (N_("Camel"), N_("Oasis"), N_("Papyrus"), N_("Sandal")),
        "casual": (N_("Cobra"), N_("Obelisk"), N_("Scarab"), N_("Scorpion")),
        "strong": (N_("Dune"), N_("Mamba"), N_("Simoom"), N_("Sphinx")),
        "master": (N_("Anubis"), N_("Horus"), N_("Osiris"), N_("Pyramid")),
    },
}
"""The names of a side's bots, by level."""
