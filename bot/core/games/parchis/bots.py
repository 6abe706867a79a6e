"""Bots' names at Parchís: soft things of their colour, things with a bite, noble ones and legends."""

from __future__ import annotations

from bot.core.i18n.translator import N_

BOTS = {
    "Y": {
        "beginner": (N_("Banana"), N_("Custard"), N_("Pancake"), N_("Popcorn")),
        "casual": (N_("Lemon"), N_("Lightning"), N_("Mustard"), N_("Wasp")),
        "strong": (N_("Amber"), N_("Cheetah"), N_("Falcon"), N_("Lion")),
        "master": (N_("Apollo"), N_("Eldorado"), N_("Midas"), N_("Pharaoh")),
    },
    "B": {
        "beginner": (N_("Bubble"), N_("Cloud"), N_("Drop"), N_("Sardine")),
        "casual": (N_("Blizzard"), N_("Cobalt"), N_("Iceberg"), N_("Shark")),
        "strong": (N_("Geyser"), N_("Orca"), N_("Tide"), N_("Yeti")),
        "master": (N_("Abyss"), N_("Kraken"), N_("Nereus"), N_("Triton")),
    },
    "R": {
        "beginner": (N_("Jam"), N_("Ketchup"), N_("Radish"), N_("Tomato")),
        "casual": (N_("Chilli"), N_("Fox"), N_("Rocket"), N_("Volcano")),
        "strong": (N_("Bull"), N_("Magma"), N_("Ruby"), N_("Salamander")),
        "master": (N_("Dragon"), N_("Mars"), N_("Phoenix"), N_("Titan")),
    },
    "G": {
        "beginner": (N_("Broccoli"), N_("Kiwi"), N_("Lettuce"), N_("Turtle")),
        "casual": (N_("Cactus"), N_("Crocodile"), N_("Nettle"), N_("Wasabi")),
        "strong": (N_("Cayman"), N_("Emerald"), N_("Mantis"), N_("Viper")),
        "master": (N_("Basilisk"), N_("Druid"), N_("Hydra"), N_("Merlin")),
    },
    "P": {
        "beginner": (N_("Grape"), N_("Jelly"), N_("Octopus"), N_("Plum")),
        "casual": (N_("Potion"), N_("Thistle"), N_("Thunder"), N_("Vortex")),
        "strong": (N_("Meteor"), N_("Panther"), N_("Quartz"), N_("Raven")),
        "master": (N_("Cosmos"), N_("Eclipse"), N_("Galaxy"), N_("Oracle")),
    },
    "O": {
        "beginner": (N_("Apricot"), N_("Carrot"), N_("Goldfish"), N_("Pumpkin")),
        "casual": (N_("Bonfire"), N_("Comet"), N_("Tiger"), N_("Turmeric")),
        "strong": (N_("Copper"), N_("Jaguar"), N_("Lynx"), N_("Topaz")),
        "master": (N_("Griffin"), N_("Prometheus"), N_("Samurai"), N_("Supernova")),
    },
}
"""The names of a colour's bots, by level."""
