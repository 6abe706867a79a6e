"""The news since the reader last looked: for each turn what was done in it, then the comment."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from bot.core.domain.incidents import by_ply
from bot.core.domain.standing import places
from bot.core.domain.story import Told
from bot.core.domain.storytelling import told_from
from bot.core.domain.table import StartedTable
from bot.core.domain.table_values import Incident
from bot.core.games.chapters import CHAPTERS, CROWNED, ENDINGS, FOLLOWING, NEWS_OF_TEAMS
from bot.core.games.profiles import profile_of
from bot.core.i18n.lists import listed_lines
from bot.core.i18n.text_format import joined, words
from bot.core.i18n.translator import Line, Translator
from bot.core.views.events_only import EventsOnly
from bot.core.views.headlines import PLACE, medal, ordinal, sentence, variant, victory
from bot.core.views.incidents import happened
from bot.core.views.paragraphs import Paragraphs
from bot.core.views.players import everybody, short_name, who
from bot.core.views.plies_to_tell import begins_late, last_of_turns, takebacks, unasked, victory_first
from bot.core.views.score import hands, score
from bot.core.views.told_turns import Clause, Paragraph, Turn
from data.records import Status
from engine.events import (
    Bonus,
    Event,
    Finished,
    Lost,
    Moved,
    Passed,
    Picked,
    Thrown,
    Tied,
    TurnBegan,
    Won,
)
from engine.game import TurnKind
from engine.plies import Ply

LOT = ("D", "J")
"""The moves of the lot of Palma."""


class Narrator:
    """Turn plies into text, in order; events unknown to it and to the game's words are left out."""

    def __init__(
        self,
        table: StartedTable,
        t: Translator,
        untold: Collection[int] = (),
        told: Sequence[Told] | None = None,
        *,
        grouped: bool = False,
        events: bool = False,
    ) -> None:
        """Start with a table; `untold` are plies whose headlines and delays the reader learns elsewhere.

        `told`: the sentences of the story to use; by default all of them. `grouped`: turns in a row without a move
        share a line. `events`: plain moves are left out, except those of a last piece; so are turns without an event.
        """
        self.table = table
        self.t = t
        self._profile = profile_of(table.game)
        self._untold = untold
        self._grouped = grouped
        self._events = EventsOnly(table) if events else None
        self._numbered = not events and table.status is Status.PLAYING
        self._joins = events and bool(table.seating.teams)
        self._paragraphs = Paragraphs(t, self._events)
        self._turn = Turn(-1, self.t.marks)
        self._opening: list[Line] = []
        self._done: list[Event] = []
        self._is_last = self._is_crowned = False
        self._counted: set[int] = set()
        """The seats of which the turn has said that a number counts for more."""
        self._known = told
        self._told: dict[int, list[Told]] = {}

    def tell(
        self, plies: Sequence[Ply[Any]], first: int = 0, *, asks: bool = False, closes: bool = True
    ) -> list[Paragraph]:
        """Return the turns of these plies, the first of which is number `first`, with their takebacks.

        `asks`: the last number is left to the question that follows. `closes`: include what happened after the plies
        without a move; else the text of the next ply has it.
        """
        back, log, incidents = takebacks(self.table), self.table.standing, by_ply(self.table)
        story = told_from(self.table, first) if self._known is None else self._known
        self._told = last_of_turns(story, first, first + len(plies))
        match = self.table.match
        self._before = match.plies[first - 1].state if first else match.opening
        self._go_on_from(first)
        for number, ply in enumerate(plies, start=first):
            self._beside(back.get(number, ()), incidents.get(number, ()))
            if begins_late(log, number) and number not in self._untold:
                player = self._who(ply.seat)
                self._say(self.t.text("⏰ {player} ran out of time: a bot played.", player=player))
            if ply.move in LOT:
                self._say(self.t.text("🎲 {player} begins!", player=self._who(LOT.index(ply.move))))
            asked = asks and number == first + len(plies) - 1
            self._is_last = number == first + len(plies) - 1
            self._tell(number, ply, unasked(ply.events) if asked else ply.events, asked=asked)
            self._before = ply.state
        if closes:
            self._beside(back.get(first + len(plies), ()), incidents.get(first + len(plies), ()))
        self._end_opening()
        self._end_turn()
        self._paragraphs.end()
        return self._paragraphs.written

    @cached_property
    def _has_numbers(self) -> bool:
        """Whether the game has numbers to pick instead of dice."""
        match = self.table.match
        return bool(self._profile.holdings(match.game.position(match.opening)))

    @property
    def turns_told(self) -> list[int]:
        """Return how many turns each paragraph has."""
        return self._paragraphs.turns

    def _news(self, told: Told, ply: Ply[Any], *, asked: bool) -> None:
        kind = told.kind(self._profile.kinds)
        if kind is None or (asked and kind.asked):
            return
        if told.find.kind in CROWNED and self._place(Finished((ply.seat,), 1)) != 1:
            return  # a bot has finished for somebody who is last
        turn, line = self._enter(ply.seat), sentence(self.table, told, self.t)
        if told.find.kind in CHAPTERS:
            shows = not turn.chapter  # its first sentence says who leads
            if shows and (not self.table.seating.teams or told.find.kind in NEWS_OF_TEAMS):
                turn.score = score(self.table, told.ply, self.t)
            if shows:
                turn.hands = hands(self.table, told.ply, self.t) if told.find.kind in ENDINGS else ()
            turn.chapter = joined([turn.chapter, line] if turn.chapter else [line], " ")
        else:
            turn.comment(line, follows=told.find.kind in FOLLOWING)
            self._is_crowned |= told.find.kind in CROWNED
            turn.is_told |= kind.tells

    def _go_on_from(self, first: int) -> None:
        """Recall the previous number where a turn goes on: the first line says what was done with it."""
        plies = self.table.match.plies
        if not 0 < first < len(plies) or plies[first].kind is not TurnKind.CHOOSE:
            return
        called = plies[first - 1].events[-1]
        if isinstance(called, Thrown | Picked | Bonus):
            self._hear(called)
        elif isinstance(called, Passed):
            self._hear_receiver(called)
        for clause in self._turn.clauses:
            clause.alone = False

    def _tell(self, number: int, ply: Ply[Any], events: Sequence[Event], *, asked: bool) -> None:
        self._ply = ply
        if number not in self._untold:
            for told in self._told.get(number, ()):
                self._news(told, ply, asked=asked)
        for event in victory_first(events):
            self._hear(event)
            if isinstance(event, Passed):
                self._hear_receiver(event, is_used=not self._is_last or event is not events[-1])
        self._flush()

    def _hear(self, event: Event) -> None:
        if isinstance(event, _HEARD):
            self._flush()
        match event:
            case Thrown():
                self._thrown(event)
            case TurnBegan():
                self._next_turn(event.seat)
            case Picked():
                self._picked(event)
            case Bonus():
                self._bonus(event)
            case Tied():
                self._say(self.t.text("A tie! {players} roll again.", players=self._players(event.seats)))
            case Won():
                self._won(event)
            case Finished():
                place = self._place(event)
                nth, sign = ordinal(place, self.t), medal(place)
                self._headline(event.seats[0], PLACE, event.place, nth=nth, medal=sign, players=event.seats)
            case _ if not isinstance(event, Passed):
                self._done.append(event)

    @property
    def has_left_out(self) -> bool:
        """Whether turns without an event were left out."""
        return self._events is not None and self._events.has_left_out

    # a number comes up ----------------------------------------------------------------------------------------------

    def _thrown(self, event: Thrown) -> None:
        if event.opening:
            self._opening.append((*self._who(event.seat), *words(f" {event.value}")))
        elif self._enter(event.seat).clauses:
            self._begin(self.t.text("then a {value}", value=event.value))
        else:
            self._begin((*self._who(event.seat), *words(f" {event.value}")))
        if not event.opening:
            self._turn.clauses[-1].value = event.value

    def _picked(self, event: Picked) -> None:
        goes_on, player = bool(self._enter(event.seat).clauses), self._who(event.seat)
        if not event.number:
            self._begin(self.t.text("then passes") if goes_on else self.t.text("{player} passes", player=player))
        elif goes_on:
            self._begin(self.t.text("then a {value}", value=event.number))
        else:
            self._begin((*player, *words(f" {event.number}")))
        self._turn.clauses[-1].value = event.number

    def _bonus(self, event: Bonus) -> None:
        told = self._profile.bonuses.get(event.steps)
        if told is None:
            return
        if self._enter(event.seat).clauses:
            self._begin(self.t.text("{steps} extra squares", steps=event.steps), alone=False)
        else:
            self._begin(self.t.text(told.first, player=self._who(event.seat), steps=event.steps), alone=False)

    def _hear_receiver(self, event: Passed, *, is_used: bool = False) -> None:
        """Begin the line of the player who gets a number that another could not use.

        `is_used`: the text has its use too, and the comment on it follows that.
        """
        headlines: list[Line] = []
        if self._turn.seat == event.seat and self._turn.clauses:
            if is_used:
                self._turn.clauses.pop()
                headlines, self._turn.headlines = self._turn.headlines, []
            else:
                self._turn.clauses[-1].deeds.append(
                    self.t.text("no use: it goes to {player}", player=self._who(event.to))
                )
        self._enter(event.to).headlines += headlines
        player, roller = self._who(event.to), short_name(self.table, event.seat, self.t)
        head = self.t.text("{player} uses {other}'s {value}", player=player, other=roller, value=event.value)
        self._begin(head, alone=False)
        self._turn.clauses[-1].value = event.value
        self._turn.clauses[-1].given = True

    def _enter(self, seat: int) -> Turn:
        """Return the paragraph of this seat's turn; a new one if the seat was not playing."""
        if self._turn.seat != seat:
            self._end_turn()
            self._turn = Turn(seat, self.t.marks)
        return self._turn

    def _begin(self, head: Line, *, alone: bool = True) -> None:
        self._turn.clauses.append(Clause(head, alone=alone))

    # and something is done with it ----------------------------------------------------------------------------------

    def _flush(self) -> None:
        if not self._done:
            return
        done, self._done = self._done, []
        seat = next((seat for event in done if (seat := getattr(event, "seat", None)) is not None), self._turn.seat)
        if not 0 <= seat < len(self.table.seats):
            return
        moved = [event for event in done if not isinstance(event, Lost)]
        colours = self.table.seats[seat].colours
        deed = self._profile.words.brief(self.t, moved, colours, self._who, self._ply.state, numbered=self._numbered)
        if deed and not self._goes_on(seat, moved):
            told = self._with_steps(deed)
            self._add(seat, told)
            piece, _ = self._profile.words.plain_move(self.t, moved)
            clause = self._turn.clauses[-1]
            clause.moved = piece if told is deed else ""
            clause.is_near = any(isinstance(event, Moved) and not event.to.isdecimal() for event in moved)
            clause.again = any(isinstance(event, self._profile.again) for event in moved)
            if self._events is not None:
                self._events.weigh(clause, moved, self._before, self._ply.state)
        for event in done:
            if isinstance(event, Lost):
                self._lost(event)

    def _goes_on(self, seat: int, done: Sequence[Event]) -> bool:
        """Tell a plain move together with that before, of the same piece; return whether it is one."""
        piece, square = self._profile.words.plain_move(self.t, done)
        if not piece or self._turn.seat != seat or len(self._turn.clauses) < 2:
            return False
        before, clause = self._turn.clauses[-2:]
        numbers = before.value and clause.value
        is_longer = self._numbered and self._counts_more(clause.value)
        if before.moved != piece or clause.deeds or not numbers or is_longer:
            return False
        before.head = (*before.head, *words(f"+{clause.value}"))
        before.onward += f"+{clause.value}"
        before.deeds[-1] = self.t.text("{deed} → {target}", deed=before.deeds[-1], target=square)
        self._turn.clauses.pop()
        return True

    def _counts_more(self, value: int) -> bool:
        """Return whether a number moves a piece by other steps than it says (P51)."""
        steps = self._ply.move.partition("+")[2]
        return bool(value) and steps.isdecimal() and int(steps) != value

    def _add(self, seat: int, deed: Line) -> None:
        if not self._enter(seat).clauses:
            self._begin(self._who(seat))
        self._turn.clauses[-1].deeds.append(deed)

    def _with_steps(self, deed: Line) -> Line:
        """Return a deed with the steps of a number that counts for more (P51), once a turn; not in merged turns."""
        value = self._turn.clauses[-1].value if self._turn.clauses else 0
        if not self._numbered or self._turn.seat in self._counted or not self._counts_more(value):
            return deed
        self._counted.add(self._turn.seat)
        return self.t.text(
            "{deed} (the {value} counts {n})", deed=deed, value=value, n=self._ply.move.partition("+")[2]
        )

    def _lost(self, event: Lost) -> None:
        """Say why a number moves nothing."""
        stuck, blocker, square = self._profile.stuck(self._before, self._ply.state, event)
        named = "" if blocker is None else self._who(blocker)
        self._add(event.seat, self.t.text(stuck.clause, player=named, square=square))
        if event.bonus and len(self._turn.clauses) > 1:
            self._turn.clauses[-1].head = self.t.text("the {steps} extra squares are lost", steps=event.value)
            self._turn.clauses[-1].extra = True
        self._turn.clauses[-1].stuck = stuck

    def _beside(self, takebacks: Iterable[int], incidents: Iterable[Incident]) -> None:
        """Write what happened before a ply without a move."""
        for seat in takebacks:
            self._say(self.t.text("↩ {player} has undone a move and everything after it.", player=self._who(seat)))
        for incident in incidents:
            self._say(happened(self.table, incident, self.t))

    # from turn to turn ----------------------------------------------------------------------------------------------

    def _next_turn(self, seat: int) -> None:
        if self._opening:
            self._end_opening((*words(" "), *self.t.text("{player} begins!", player=self._who(seat))))
        self._end_turn()

    def _won(self, event: Won) -> None:
        if self._place(Finished(event.seats, 1)) != 1:
            self._say(self.t.text("A bot finishes first, in place of {players}.", players=self._players(event.seats)))
        elif not self._is_crowned:
            self._headline(event.seats[0], victory(self.table, event.seats), 0, players=event.seats)

    def _headline(self, seat: int, variants: tuple[str, ...], number: int, **places: Any) -> None:
        """Add one of these sentences to the present turn; places that are seats become names."""
        self._paragraphs.end()
        turn = self._turn if self._turn.seat >= 0 else self._enter(seat)
        values = {name: self._players(value) if isinstance(value, tuple) else value for name, value in places.items()}
        turn.comment(self.t.text(variant(self.table, variants, number), **values), follows=True)

    def _place(self, event: Finished) -> int:
        """Return the place of seats of one side: the final one, once the game is over."""
        over = places(self.table) if self.table.status is Status.OVER else ()
        return over[event.seats[0]] if over else event.place

    def _players(self, seats: tuple[int, ...]) -> Line:
        return everybody(self.table, seats, self.t)

    def _who(self, seat: int) -> Line:
        is_mate = self._joins and any({seat, self._turn.seat} <= {*side} for side in self.table.sides)
        return who(self.table, seat, self.t, marked=not is_mate or seat == self._turn.seat)

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, Turn(-1, self.t.marks)
        self._counted.clear()
        if turn.seat < 0:
            return
        player = self._who(turn.seat)
        if self._events is not None:
            is_refilled = turn.repeats_a_number and self._has_numbers
            self._events.keep(turn, player, self._before, earlier=not self._has_numbers)
            if is_refilled and (deeds := next((clause.deeds for clause in turn.clauses), None)):
                deeds[0] = self.t.text("gets all numbers back and {deed}", deed=deeds[0])
        quiet = turn.quiet(player) if self._grouped else None
        if quiet is not None and quiet.is_idle:
            self._paragraphs.wait(quiet)
        elif paragraph := turn.paragraph:
            self._paragraphs.write(paragraph)

    def _end_opening(self, result: Line = ()) -> None:
        if self._opening:
            rolls, self._opening = listed_lines(self.t, self._opening), []
            asked = self.t.text("🎲 Who starts? {rolls}.", rolls=rolls)
            if self._has_numbers:  # they draw lots
                asked = self.t.text("🔢 Who starts? {rolls}.", rolls=rolls)
            self._paragraphs.write(((*asked, *result),))

    def _say(self, line: Line) -> None:
        self._flush()
        self._end_opening()
        self._end_turn()
        self._paragraphs.write((line,))


_HEARD = (Thrown, TurnBegan, Picked, Bonus, Tied, Won, Finished, Passed)
