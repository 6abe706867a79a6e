"""Palma, the race of the hounds and the jackals: rule ids H… of the rule book.

One idea per file: `board` holds the holes, slides and sticks as data, `rules` the switches, `presets` their named
sets, `state` the position, `notation` its JSON form, `moves` where a piece may go, `flow` the throws and whose they
are, and `game` puts them behind the one interface of all games.

The referee's decisions, where the rule book is silent or two rules meet:

- H20: the lot belongs to no side; while it is drawn the seat shown is 0.
- H22, H23: two holes count, the one where the throw ends and then the end of its slide; both must be empty, and the
  hole that the piece is just leaving is. That matters for 20→22→20 alone.
- H24: under `stay` a piece whose penalty slide is blocked stays on 22 or 24, as one on 20 or 10 would.
- H24, H26: 20→22→20 is a move, so a 2 with nothing else to play must be used on it and is not passed.
- H25: a 5 that ends on a rethrow hole earns both throws. A stake is one for both sides: hole 15 of the hounds and
  hole 15 of the jackals share it. A given position may have a piece on a stake hole whose stake is free.
- H27, H28: a throw that neither side can use is treated like a passed one: unless it is a 5, the thrower's entries at
  the top of the stack go. Those under an entry of the opponent stay, though H27 calls the thrower's turn over: H28
  decides.
- H27, H28: a throw that is passed leaves the turn with its owner, so a receiver who takes the throw of a rethrow hole
  still has their own turn to come.
- H28: to the letter, a throw still to be made is itself pending and on top of the stack (`[0]` when the hounds begin
  a turn); once made, it is off. A given position whose stack does not show the throw to be made is read as what lies
  below it.
- H30: a win ends the game at once, and the pending throws with it.
- Text forms: of equal moves only the listed one is accepted, so that a log has one spelling.
- Positions: pieces on 10 and 20 are accepted under any rules, for analysis, though without `stay` or `penalty` play
  never leaves them there. A throw to be moved that nothing can move is accepted, though no game stops there, and has
  no moves: it is how a reader asks whether a throw can be played. What has no meaning in a phase (a value while the
  sticks are still to be thrown) is checked for its type and then forgotten. A passed throw that its thrower could
  use, or a 5 without its thrower on top of the stack, is a position that cannot be.
"""
