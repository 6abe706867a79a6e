"""What bots say about their luck, in at most six words. Each has a character, shared with no bot at its table.

A hunter is polite, a builder of barriers grumbles, and a runner is daring.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from bot.core.i18n.translator import N_

Character = tuple[tuple[str, ...], tuple[str, ...]]
"""What somebody says when glad, and when sorry."""

DARING: Character = (
    (
        N_("Who's next?"),
        N_("Faster!"),
        N_("Did you see that?"),
        N_("Brakes? What brakes?"),
        N_("Catch me if you can."),
        N_("Too easy."),
        N_("That was fun. Again!"),
        N_("Mind your toes."),
    ),
    (
        N_("Just a scratch."),
        N_("I'll be back."),
        N_("Was that all?"),
        N_("I was only warming up."),
        N_("Keep the engine running."),
        N_("Fine, the scenic route."),
        N_("Nobody saw that, right?"),
        N_("I meant to do that."),
    ),
)
GRUMBLER: Character = (
    (
        N_("About time."),
        N_("Fine. Fine."),
        N_("Once in a blue moon."),
        N_("It won't last."),
        N_("There must be some mistake."),
        N_("I've seen worse."),
        N_("Don't get used to it."),
        N_("At my age, too."),
    ),
    (
        N_("Typical."),
        N_("I knew it."),
        N_("Who else?"),
        N_("And now it's raining, too."),
        N_("Of course. Me."),
        N_("This was a nice board once."),
        N_("Nobody ever asks me."),
        N_("I should have stayed in bed."),
    ),
)
PHILOSOPHER: Character = (
    (
        N_("All paths lead home."),
        N_("I can wait."),
        N_("I play, so I exist."),
        N_("One step, then the next."),
        N_("Luck visits those who wait."),
        N_("Time is on my side."),
        N_("Patience has long legs."),
        N_("So it was written."),
    ),
    (
        N_("Everything flows."),
        N_("Home is a place too."),
        N_("Every end is a beginning."),
        N_("The path is the goal."),
        N_("Everything is only borrowed."),
        N_("What is luck, anyway?"),
        N_("Falling is also moving."),
        N_("No hurry, better view."),
    ),
)
POLITE: Character = (
    (
        N_("I hardly know what to say."),
        N_("Nothing personal."),
        N_("After me. So rude of me."),
        N_("You really shouldn't have."),
        N_("I'm almost embarrassed."),
        N_("May I? Thank you."),
        N_("So sorry to be in luck."),
        N_("After you, next time."),
    ),
    (
        N_("No, no, please."),
        N_("It happens to the best."),
        N_("My fault entirely."),
        N_("I was just leaving anyway."),
        N_("You needed it more."),
        N_("Don't mention it."),
        N_("By all means, go ahead."),
        N_("Such lovely weather, though."),
    ),
)
ACTOR: Character = (
    (
        N_("My hour has come!"),
        N_("Applause, please."),
        N_("Cue the violins!"),
        N_("They'll make this an opera."),
        N_("No roses, please. Thorns."),
        N_("Encore! Encore!"),
        N_("Lights! On me!"),
        N_("This scene is mine."),
    ),
    (
        N_("O cruel fate!"),
        N_("Leave me. I'm sobbing."),
        N_("Act two: alone at home."),
        N_("Curtain, please!"),
        N_("Prompter, what's my line?"),
        N_("And I'd rehearsed so well."),
        N_("Wrong play, wrong theatre."),
        N_("My agent will hear this."),
    ),
)
CHARACTERS = (DARING, GRUMBLER, PHILOSOPHER, POLITE, ACTOR)
WORDS = (1, 2, 4, 6, 9, 12, 16, 21)
"""At which times a bot that is glad, or sorry, says so: less and less often, and as many as a character has words."""
OF_STYLE = {"hunter": POLITE, "builder": GRUMBLER, "runner": DARING}


def characters(names: Sequence[str], styles: Sequence[str] = ()) -> list[Character]:
    """Return a character for each English name: that of the style or else the name, or the next that nobody has.

    Bots with a style choose first.
    """
    own = [crc32(name.encode()) % len(CHARACTERS) for name in names]
    for at, style in enumerate(styles):
        own[at] = CHARACTERS.index(OF_STYLE[style]) if style in OF_STYLE else own[at]
    found: dict[int, int] = {}
    for at in sorted(range(len(names)), key=lambda at: not (styles and styles[at])):
        turned = [(own[at] + more) % len(CHARACTERS) for more in range(len(CHARACTERS))]
        found[at] = next((each for each in turned if each not in found.values()), own[at])
    return [CHARACTERS[found[at]] for at in range(len(names))]


def farewell(character: Character, mood: int, times: int, first: int = 0) -> str:
    """Return what a bot says at the end: the word that would come next after it was as glad, or sorry, so often."""
    said = character[mood < 0]
    return said[(sum(number <= times for number in WORDS) + first) % len(said)]


def voice(character: Character, mood: int, number: int, first: int = 0) -> str | None:
    """Return what a bot says when it is as glad, or as sorry, for this time in a game: never the same twice.

    `mood` is 1 if it is glad, -1 if sorry. `first`: which of its words comes first.
    """
    said = character[mood < 0]
    return said[(WORDS.index(number) + first) % len(said)] if number in WORDS else None
