"""What bots are called at Parchís: after things of their colour, soft ones for the easy bots, others with a bite."""

from __future__ import annotations

from bot.core.i18n.translator import N_

BOTS = {
    "Y": {
        "random": (N_("Banana"), N_("Custard"), N_("Pancake"), N_("Popcorn")),
        "greedy": (N_("Lemon"), N_("Lightning"), N_("Mustard"), N_("Wasp")),
    },
    "B": {
        "random": (N_("Bubble"), N_("Cloud"), N_("Drop"), N_("Sardine")),
        "greedy": (N_("Blizzard"), N_("Cobalt"), N_("Iceberg"), N_("Shark")),
    },
    "R": {
        "random": (N_("Jam"), N_("Ketchup"), N_("Radish"), N_("Tomato")),
        "greedy": (N_("Chilli"), N_("Fox"), N_("Rocket"), N_("Volcano")),
    },
    "G": {
        "random": (N_("Broccoli"), N_("Kiwi"), N_("Lettuce"), N_("Turtle")),
        "greedy": (N_("Cactus"), N_("Crocodile"), N_("Nettle"), N_("Wasabi")),
    },
    "P": {
        "random": (N_("Grape"), N_("Jelly"), N_("Octopus"), N_("Plum")),
        "greedy": (N_("Potion"), N_("Thistle"), N_("Thunder"), N_("Vortex")),
    },
    "O": {
        "random": (N_("Apricot"), N_("Carrot"), N_("Goldfish"), N_("Pumpkin")),
        "greedy": (N_("Bonfire"), N_("Comet"), N_("Tiger"), N_("Turmeric")),
    },
}
"""The names of the bots of a colour, by their level."""
