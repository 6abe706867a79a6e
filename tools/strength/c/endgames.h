// The end of a duel of Parchís, solved: one side has its last piece, the other its last one or two.
// A state is before a throw, without sixes before it; its value is the chance of the side to throw. Places are home, 0,
// then steps; of two pieces the higher place comes first.
#ifndef ENDGAMES_H
#define ENDGAMES_H
#include <stdlib.h>
#include "players.h"

enum { SPOTS = 72, PAIRS = SPOTS * (SPOTS + 1) / 2, SINGLES = SPOTS };

typedef struct {
  double *value[3];  // one against one, two against one, one against two: [own][other]
} Endgames;

static int spot_of(const Table *t, const Game *game, int colour, int *spots) {
  int found = 0;
  for (int piece = PIECES * colour; piece < PIECES * colour + t->pieces; piece++)
    if (game->step[piece] < t->goal) {
      if (found < 2) spots[found] = game->step[piece] + 1;
      found++;
    }
  return found;
}

static int pair_number(int count, const int *spots) {
  if (count == 1) return spots[0];
  int high = spots[0] > spots[1] ? spots[0] : spots[1], low = spots[0] > spots[1] ? spots[1] : spots[0];
  return high * (high + 1) / 2 + low;
}

static double *value_of(const Endgames *e, const Table *t, const Game *game, int own, int other) {
  int mine[4], theirs[4], n = spot_of(t, game, own, mine), m = spot_of(t, game, other, theirs);
  int kind = n == 2 ? 1 : m == 2 ? 2 : 0;
  return &e->value[kind][pair_number(n, mine) * (m == 2 ? PAIRS : SINGLES) + pair_number(m, theirs)];
}

static double solved_throw(const Endgames *e, const Table *t, const Game *game);

// The chance of the first slot's side in a position within its turn, or after it.
static double solved(const Endgames *e, const Table *t, const Game *game) {
  if (game->phase == OVER) return game->winner == t->slot[0].side;
  if (game->phase == THROW) {
    if (game->slot) return 1 - *value_of(e, t, game, t->colour[1], t->colour[0]);
    return game->sixes ? solved_throw(e, t, game) : *value_of(e, t, game, t->colour[0], t->colour[1]);
  }
  double best = 0;
  for (int i = 0; i < game->choices; i++) {
    Game next = *game;
    move(t, &next, game->choice[i]);
    double found = solved(e, t, &next);
    if (found > best) best = found;
  }
  return best;
}

static double solved_throw(const Endgames *e, const Table *t, const Game *game) {
  double total = 0;
  for (int face = 1; face <= 6; face++) {
    Game thrown = *game;
    throw_die(t, &thrown, face);
    total += solved(e, t, &thrown);
  }
  return total / 6;
}

// Put a side's last pieces where the spots say, the others in the goal; 0 where they cannot stand.
static int stand(const Table *t, Game *game, int place, int count, const int *spots) {
  int colour = t->colour[place];
  for (int i = 0; i < t->pieces; i++) {
    int piece = PIECES * colour + i, step = i < count ? spots[i] - 1 : t->goal;
    game->step[piece] = step;
    if (step == t->goal) game->goals[colour]++;
    else if (step == HOME) game->home[colour]++, game->left[t->side_of[colour]]++;
    else {
      int cell = t->cell[colour][step];
      if (game->second[cell] >= 0) return 0;
      int other = game->first[cell];
      if (other >= 0 && other >> 2 != colour && !t->safe[cell]) return 0;
      settle(t, game, piece, cell);
      game->left[t->side_of[colour]]++;
    }
  }
  return 1;
}

static int position_at(const Table *t, Game *game, int kind, int own, int other) {
  int mine[2] = {own, 0}, theirs[2] = {other, 0}, pair = kind == 1 ? own : other, high = 0;
  while ((high + 1) * (high + 2) / 2 <= pair) high++;
  int *two = kind == 1 ? mine : theirs;
  if (kind) two[0] = high, two[1] = pair - high * (high + 1) / 2;
  memset(game, 0, sizeof *game);
  memset(game->first, NOBODY, CELLS), memset(game->second, NOBODY, CELLS), memset(game->step, HOME, COLOURS * PIECES);
  game->last = NOBODY;
  if (!stand(t, game, 0, 1 + (kind == 1), mine) || !stand(t, game, 1, 1 + (kind == 2), theirs)) return 0;
  begin_turn(t, game, 0);
  return 1;
}

// Solve a position and the same with the other side to throw, which often follow each other without a move; the largest
// change. Places where pieces cannot stand are worth what their neighbour is.
static double solve_both(Endgames *e, const Table *t, int kind, int own, int other, double least) {
  int back = kind ? 3 - kind : 0;
  double *value = &e->value[kind][own * (kind == 2 ? PAIRS : SINGLES) + other];
  double *turned = &e->value[back][other * (back == 2 ? PAIRS : SINGLES) + own], change = 0;
  Game game, swapped;
  if (!position_at(t, &game, kind, own, other) || !position_at(t, &swapped, back, other, own)) {
    if (other + 1 < SINGLES) *value = value[1], *turned = turned[back == 2 ? PAIRS : SINGLES];
    return 0;
  }
  for (int again = 0; again < 40; again++) {
    double first = solved_throw(e, t, &game), here = fabs(first - *value);
    *value = first;
    double second = solved_throw(e, t, &swapped);
    here = fmax(here, fabs(second - *turned));
    *turned = second;
    change = fmax(change, here);
    if (here <= least) break;
  }
  return change;
}

// Solve all kinds up to `kinds` (1 or 3) into `values`, one after the other, until no chance changes by more than `least`.
// Returns the number of sweeps.
int solve_endgames(const Table *table, int kinds, double least, double *values) {
  Endgames endgames = {{values, values + SINGLES * SINGLES, values + SINGLES * SINGLES + PAIRS * SINGLES}};
  int sweeps = 0;
  for (int i = 0; i < SINGLES * SINGLES + (kinds > 1 ? 2 * PAIRS * SINGLES : 0); i++) values[i] = 0.5;
  for (int kind = 0; kind < kinds && kind < 2; kind++)
    for (double change = 1; change > least; sweeps++) {
      change = 0;
      for (int own = (kind ? PAIRS : SINGLES) - 1; own >= 0; own--)
        for (int other = kind ? SINGLES - 1 : own; other >= 0; other--)
          change = fmax(change, solve_both(&endgames, table, kind, own, other, least));
    }
  return sweeps;
}
#endif
