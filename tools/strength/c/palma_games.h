// Whole games of Palma between its players, and an exact judge of choices for games with few pieces.
#ifndef PALMA_GAMES_H
#define PALMA_GAMES_H
#include "palma.h"
#include "players.h"

typedef struct {
  Side side[2];
  int32_t over, seat, mover, owner, value, depth, stack[DEEPEST];  // value: 0 before a throw
} PalmaGame;

typedef struct {
  double need[HOLES + 1];  // of a piece on each hole, and in hand: engine/players/palma_evaluation.py
} PalmaNeeds;

static void palma_next(PalmaGame *game) {  // H28
  if (!game->depth) {
    game->owner = 1 - game->owner;
    game->stack[game->depth++] = game->owner;
  }
  game->value = 0;
  game->seat = game->mover = game->stack[game->depth - 1];
}

static void palma_throw(const PalmaRules *rules, PalmaGame *game, int value) {  // H26 to H28
  Landing found[8];
  int thrower = game->seat;
  game->depth--;
  game->value = value;
  if (value == 5) game->stack[game->depth++] = thrower;
  if (landings(rules, game->side[thrower], value, found)) return;
  while (value != 5 && game->depth && game->stack[game->depth - 1] == thrower) game->depth--;
  game->mover = 1 - thrower;
  if (!landings(rules, game->side[1 - thrower], value, found)) palma_next(game);
}

static void palma_move(const PalmaRules *rules, PalmaGame *game, const Landing *landing) {
  game->side[game->mover] = landing->side;
  game->value = 0;
  game->over = is_home(rules, landing->side);
  if (game->over) return;
  if (rethrows(rules, landing->end) && game->depth < DEEPEST - 1) game->stack[game->depth++] = game->mover;
  palma_next(game);
}

static void palma_needs(const PalmaRules *rules, PalmaNeeds *needs) {
  double *need = needs->need, next[HOLES + 1];
  memset(needs, 0, sizeof *needs);
  for (int round = 0; round < 200; round++) {
    memset(next, 0, sizeof next);
    for (int hole = 0; hole <= HOLES; hole++) {  // HOLES itself is the hand
      if (hole >= 25 && hole < HOLES) continue;
      for (int t = 0; t < THROWS; t++) {
        double wait = need[hole] + 0.5, cost = 1e300;
        int end = hole + THROWN[t];
        if (hole == HOLES && THROWN[t] == 5) cost = 1 + need[0];
        if (hole < HOLES && end < HOLES) {
          if (end == 10) end = 24;
          else if (end == 20) end = 22;
          else if (rules->penalty && end == 22) end = 20;
          else if (rules->penalty && end == 24) end = 10;
          cost = need[end] + !rethrows(rules, end);
        }
        next[hole] += ODDS[t] * (cost < wait ? cost : wait);
      }
    }
    memcpy(need, next, sizeof next);
  }
}

static double palma_steps(const PalmaRules *rules, const PalmaNeeds *needs, const PalmaGame *game, int side) {
  Landing found[8];
  double worth = 0;
  Side own = game->side[side];
  for (int t = 0; t < THROWS; t++) worth += ODDS[t] * !!landings(rules, own, THROWN[t], found);
  for (int i = 0; i < game->depth; i++) worth += game->stack[i] == side;
  worth -= needs->need[HOLES] * own.hand + needs->need[0] * own.top;
  for (uint32_t rest = own.holes; rest; rest &= rest - 1) worth -= needs->need[__builtin_ctz(rest)];
  return worth;
}

// The turns that a side is ahead, as the engine's table has them, in 64ths.
static double palma_lead(const Solved *solved, const PalmaGame *game, int side) {
  double turns[2];
  for (int each = 0; each < 2; each++) {
    turns[each] = round(solved->mean[number_of(solved->rules.pieces, game->side[each])] * 64) / 64;
    for (int i = 0; i < game->depth; i++) turns[each] -= game->stack[i] == each;
  }
  return turns[1 - side] - turns[side] + (game->owner == side ? -0.5 : 0.5);
}

static int palma_choose(const Solved *s, const PalmaNeeds *needs, const PalmaGame *game, const Landing *found, int count, const Player *player, Random *random) {
  int best = -1, equal = 0, side = game->mover, first = draw(random, count);
  double most = -1e300;
  if (count == 1 || player->kind == RANDOM) return first;
  for (int i = 0; i < count; i++) {
    int choice = (first + i) % count;
    PalmaGame after = *game;
    if (player->kind == BEGINNER && best >= 0 && (int)draw(random, 100) < player->overlooks) continue;
    palma_move(&s->rules, &after, &found[choice]);
    double worth = after.over ? 1000
                   : player->kind >= STRONG ? palma_lead(s, &after, side)
                   : palma_steps(&s->rules, needs, &after, side) - palma_steps(&s->rules, needs, &after, 1 - side);
    if (worth > most) most = worth, best = choice, equal = 1;
    else if (worth == most && !draw(random, ++equal)) best = choice;
  }
  return best;
}

// Exact chances for few pieces (classic rules, where no move goes back) --------------------------------------------------

// win[r][a][b]: the chance of a side in state a that is to throw against one in state b; r: whether it owns the turn.
typedef struct {
  int states;
  float *win[2];
} Exact;

static inline float *exact_at(const Exact *exact, int owner, int a, int b) {
  return &exact->win[owner][(size_t)a * exact->states + b];
}

// The chance of whoever moves (a, against b) after one of its ways; `thrower` and `owns`: it threw, it owns the turn.
static double exact_way(const Solved *s, const Exact *e, const Ways *ways, int w, int throw, int b, int thrower, int owns) {
  int next = ways->next[w];
  if (s->won[next]) return 1;
  if (ways->again >> w & 1) return *exact_at(e, owns, next, b);
  if (throw == 5) return thrower ? *exact_at(e, owns, next, b) : 1 - *exact_at(e, !owns, b, next);
  return owns ? 1 - *exact_at(e, 1, b, next) : *exact_at(e, 1, next, b);
}

static double exact_best(const Solved *s, const Exact *e, int a, int t, int b, int thrower, int owns) {
  double best = -1;
  const Ways *ways = &s->ways[a][t];
  for (int w = 0; w < ways->count; w++) {
    double found = exact_way(s, e, ways, w, THROWN[t], b, thrower, owns);
    if (found > best) best = found;
  }
  return best;
}

// win = sum + same · win + other · (1 − the opponent's, or its own, chance at the beginning of a turn, as owner)
static void exact_terms(const Solved *s, const Exact *e, int a, int b, int owns, double *sum, double *same, double *other) {
  *sum = *same = *other = 0;
  for (int t = 0; t < THROWS; t++) {
    if (s->ways[a][t].count) *sum += ODDS[t] * exact_best(s, e, a, t, b, 1, owns);
    else if (s->ways[b][t].count) *sum += ODDS[t] * (1 - exact_best(s, e, b, t, a, 0, !owns));
    else if (THROWN[t] == 5) *same += ODDS[t];
    else *other += ODDS[t];
  }
}

static void exact_pair(const Solved *s, Exact *e, int a, int b) {
  double sum[2], same[2], other[2];
  exact_terms(s, e, a, b, 1, &sum[0], &same[0], &other[0]);
  exact_terms(s, e, b, a, 1, &sum[1], &same[1], &other[1]);
  double constant = sum[0] + other[0] - other[0] * (sum[1] + other[1]) / (1 - same[1]);
  double win = constant / (1 - same[0] - other[0] * other[1] / (1 - same[1]));
  double theirs = (sum[1] + other[1] * (1 - win)) / (1 - same[1]);
  *exact_at(e, 1, a, b) = win;
  *exact_at(e, 1, b, a) = theirs;
  for (int turn = 0; turn < 2; turn++) {
    int one = turn ? b : a, two = turn ? a : b;
    double rest, stays, lapses;
    exact_terms(s, e, one, two, 0, &rest, &stays, &lapses);
    *exact_at(e, 0, one, two) = (rest + lapses * (turn ? theirs : win)) / (1 - stays);
  }
}

static Exact *solve_exactly(const Solved *s) {
  Exact *e = malloc(sizeof *e);
  int levels = 29 * s->rules.pieces + s->rules.pieces + 1, *begin = calloc(levels + 2, sizeof(int));
  e->states = s->states;
  for (int r = 0; r < 2; r++) e->win[r] = calloc((size_t)s->states * s->states, sizeof(float));
  for (int i = 0; i < s->states; i++) begin[levels - 1 - (progress_of(s->side[i]) + s->rules.pieces) + 1]++;
  for (int level = 0; level <= levels; level++) begin[level + 1] += begin[level];
  for (int total = 0; total <= 2 * levels - 2; total++)
    for (int level = total < levels ? 0 : total - levels + 1; level < levels && level <= total; level++)
      for (int i = begin[level]; i < begin[level + 1]; i++)
        for (int j = begin[total - level]; j < begin[total - level + 1]; j++) {
          int a = s->order[i], b = s->order[j];
          if (a <= b && !s->won[a] && !s->won[b]) exact_pair(s, e, a, b);
        }
  free(begin);
  return e;
}

// Whole games -----------------------------------------------------------------------------------------------------------

typedef struct {
  int64_t games, wins, choices;  // wins of side 0; real choices of side 0 that were judged
  double loss;                   // win chance that these gave away
} PalmaTally;

static double judged(const Solved *s, const Exact *e, const PalmaGame *game, const Landing *landing) {
  PalmaGame after = *game;
  palma_move(&s->rules, &after, landing);
  int me = game->mover, a = number_of(s->rules.pieces, after.side[me]), b = number_of(s->rules.pieces, after.side[1 - me]);
  if (after.over) return 1;
  if (after.seat == me) return *exact_at(e, after.owner == me, a, b);
  return 1 - *exact_at(e, after.owner != me, b, a);
}

// Play games of player 0 against player 1, each beginning by lot; with `judge` player 0's choices are judged.
void play_palma(const Solved *s, const Player *const *players, int games, uint64_t seed, int judge, PalmaTally *tally) {
  static const Solved *judged_for;
  static Exact *exact;
  PalmaNeeds needs;
  palma_needs(&s->rules, &needs);
  if (judge && judged_for != s) exact = solve_exactly(s), judged_for = s;
  for (int i = 0; i < games; i++) {
    Random random;
    seed_random(&random, seed + i);
    PalmaGame game = {.owner = draw(&random, 2)};
    game.side[0].hand = game.side[1].hand = s->rules.pieces;
    game.owner = 1 - game.owner;
    palma_next(&game);
    while (!game.over) {
      static const int sticks[8] = {1, 1, 1, 2, 2, 2, 3, 5};
      Landing found[8];
      if (!game.value) {
        palma_throw(&s->rules, &game, sticks[draw(&random, 8)]);
        continue;
      }
      int count = landings(&s->rules, game.side[game.mover], game.value, found);
      int choice = palma_choose(s, &needs, &game, found, count, players[game.mover], &random);
      if (judge && count > 1 && game.mover == 0) {
        double best = 0, chosen = judged(s, exact, &game, &found[choice]);
        for (int w = 0; w < count; w++) best = fmax(best, judged(s, exact, &game, &found[w]));
        tally->choices++;
        tally->loss += best - chosen;
      }
      palma_move(&s->rules, &game, &found[choice]);
    }
    tally->wins += game.mover == 0;
    tally->games++;
  }
}
#endif
