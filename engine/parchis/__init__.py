"""Parchís: rule ids P… of the rule book.

`board` holds the boards as integer tables, `rules` the switches, `presets` their named sets, `seating` who may play
which colours, `setup` what follows from these, `state` the frozen position, `codec` its JSON form, `ground` the
pieces and their movements, `play` the course of a game, `playout` random games at full speed, and `game` puts them
behind the one interface of all games.

The referee's decisions, where the rule book is silent or two rules meet:

- P5: a table may have its own shelters, but the start and the mouth are always among them.
- P10: fewer seats than colours are allowed on every board, with one colour each; two seats at least.
- P15, P76: with turns by colour the turns follow the order of P1 over all colours in play.
- P21: seats throw for the first turn, not colours; the order is that of the turns.
- P35: of arrivals that nobody told, those of the seats written first came first; within a seat those first in P1.
- P43: the duty to open holds for any piece of the mover on a blocked square, in corridors too, and while helping.
- P50, P52: a 6 given up by a plain move still earns its bonuses; only the new throw is lost.
- P53: the piece moved last may be a friend's, and entering counts as moving. The diceless preset, should a table
  give it dice, spares shelters as the Italian rules do.
- P61, P76: without `stuck_helps` the ten of a colour's last piece is lost, and a new throw that it earned is thrown
  in vain, for no other colour may move in that turn.
- P72: a friend on the start beside a piece of the entering colour makes room too; beside a foe, the foe goes (P35).
- P74: in a diceless team game a number that no own piece can use goes to a team mate's by the same switch, and not
  without it: the sentence stands under the switch. Friends' pairs stay what `team_pair` says while one helps.
- P75: whose last piece arrives earns ten, and may have a 6 to throw again; the team mates' pieces move both.
- P76: "unless it helps": while `stuck_helps` is on, a finished colour keeps its turn as long as its side plays.
- P81: a side's place is one more than the number of sides that are strictly better.
- P90: whose null it is, the opening decides; until then nobody has it. P94: a pool renews as the last number is
  picked, before it is moved.
- Text forms: of equal moves only the listed one is accepted, so that a log has one spelling.
- Positions: see `codec`. A position may be given in which a throw can move nothing: it has no moves.
"""
