// Whole games of Palma between its players, and an exact judge of choices for games with few pieces.
#ifndef PALMA_GAMES_H
#define PALMA_GAMES_H
#include "palma.h"
#include "players.h"

typedef struct {
  int32_t state[2], over, seat, mover, owner, way, depth;  // way: which of THROWN is to be played, WAITING before a throw
  uint64_t stack;                                          // a bit for each throw that is pending, the seat's
} PalmaGame;

enum { WAITING = -1 };

typedef struct {
  double need[HOLES + 1];  // of a piece on each hole, and in hand: engine/players/palma_evaluation.py
} PalmaNeeds;

static inline int palma_top(const PalmaGame *game) { return game->stack >> (game->depth - 1) & 1; }

static void palma_push(PalmaGame *game, int seat) {
  if (game->depth == DEEPEST) return;
  game->stack |= (uint64_t)seat << game->depth++;
}

static void palma_pop(PalmaGame *game) { game->stack &= ~(1ull << --game->depth); }

static void palma_next(PalmaGame *game) {  // H28
  if (!game->depth) {
    game->owner = 1 - game->owner;
    palma_push(game, game->owner);
  }
  game->way = WAITING;
  game->seat = game->mover = palma_top(game);
}

static void palma_throw(const Solved *s, PalmaGame *game, int way) {  // H26 to H28
  int thrower = game->seat, five = THROWN[way] == 5;
  palma_pop(game);
  game->way = way;
  if (five) palma_push(game, thrower);
  if (s->ways[game->state[thrower]][way].count) return;
  while (!five && game->depth && palma_top(game) == thrower) palma_pop(game);
  game->mover = 1 - thrower;
  if (!s->ways[game->state[1 - thrower]][way].count) palma_next(game);
}

static inline const Ways *palma_ways(const Solved *s, const PalmaGame *game) {
  return &s->ways[game->state[game->mover]][game->way];
}

static void palma_move(const Solved *s, PalmaGame *game, int choice) {
  const Ways *ways = palma_ways(s, game);
  int reached = ways->next[choice], again = ways->again >> choice & 1;
  game->state[game->mover] = reached;
  game->over = s->won[reached];
  if (game->over) return;
  if (again) palma_push(game, game->mover);
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

static double palma_steps(const Solved *s, const PalmaNeeds *needs, const PalmaGame *game, int side) {
  double worth = 0;
  Side own = s->side[game->state[side]];
  for (int t = 0; t < THROWS; t++) worth += ODDS[t] * !!s->ways[game->state[side]][t].count;
  for (int i = 0; i < game->depth; i++) worth += (int)(game->stack >> i & 1) == side;
  worth -= needs->need[HOLES] * own.hand + needs->need[0] * own.top;
  for (uint32_t rest = own.holes; rest; rest &= rest - 1) worth -= needs->need[__builtin_ctz(rest)];
  return worth;
}

// The chances of strong players: engine/players/palma_chances.py, to the last bit -----------------------------------------

static double normal_law(double deviations) {  // engine/players/normal_law.py
  static const double terms[] = {0.0705230784, 0.0422820123, 0.0092705272, 0.0001520143, 0.0002765672, 0.0000430638};
  double size = fabs(deviations) * 0.7071067811865476, root = 0;
  for (int i = 5; i >= 0; i--) root = (root + terms[i]) * size;
  double above = 1 / (1 + root);
  for (int i = 0; i < 4; i++) above *= above;
  return deviations > 0 ? 1 - above / 2 : above / 2;
}

static double palma_deviation(const Solved *s, const PalmaGame *game) {
  double hounds = s->deviation[game->state[0]], jackals = s->deviation[game->state[1]];
  double alone = sqrt(hounds * hounds + jackals * jackals + 0.5);
  return s->rules.penalty ? alone * 0.875 : alone;
}

// The turns that the hounds are ahead before a throw.
static inline double palma_lead(double hounds, double jackals, int pending, int owner) {
  return jackals - hounds + pending + (owner == 0 ? -0.5 : 0.5);
}

static inline int palma_pending(const PalmaGame *game) { return game->depth - 2 * __builtin_popcountll(game->stack); }

// The lead after the mover's best way. No chance falls as the lead grows, so that it need not be worked out for each.
static double palma_best_lead(const Solved *s, const PalmaGame *game) {
  int mover = game->mover, one = mover == 0 ? 1 : -1, pending = palma_pending(game), owner = game->owner;
  const Nearest *nearest = &s->nearest[game->state[mover]][game->way];
  double other = s->turns[game->state[1 - mover]];
  double again = mover == 0 ? palma_lead(nearest->again, other, pending + one, owner) : palma_lead(other, nearest->again, pending + one, owner);
  if (!game->depth) owner = 1 - owner, pending = owner == 0 ? 1 : -1;
  double last = mover == 0 ? palma_lead(nearest->last, other, pending, owner) : palma_lead(other, nearest->last, pending, owner);
  return (mover == 0 ? last > again : last < again) ? last : again;
}

// The hounds' chance, everybody playing their best through so many throws more.
static double palma_hounds(const Solved *s, const PalmaGame *game, double deviation, int ahead) {
  if (game->over) return game->mover == 0;
  if (game->way != WAITING && !ahead) return normal_law(palma_best_lead(s, game) / deviation);
  if (game->way != WAITING) {
    double best = game->mover == 0 ? -1 : 2;
    for (int choice = 0; choice < palma_ways(s, game)->count; choice++) {
      PalmaGame after = *game;
      palma_move(s, &after, choice);
      double found = palma_hounds(s, &after, deviation, ahead);
      if (game->mover == 0 ? found > best : found < best) best = found;
    }
    return best;
  }
  if (ahead) {
    double total = 0;
    for (int way = 0; way < THROWS; way++) {
      PalmaGame after = *game;
      palma_throw(s, &after, way);
      total += 8 * ODDS[way] * palma_hounds(s, &after, deviation, ahead - 1);
    }
    return total / 8;
  }
  double hounds = s->turns[game->state[0]], jackals = s->turns[game->state[1]];
  return normal_law(palma_lead(hounds, jackals, palma_pending(game), game->owner) / deviation);
}

// The mover's chance after a choice.
static double palma_worth(const Solved *s, const PalmaGame *game, int choice, int ahead) {
  PalmaGame after = *game;
  palma_move(s, &after, choice);
  double hounds = palma_hounds(s, &after, palma_deviation(s, game), ahead);
  return game->mover == 0 ? hounds : 1 - hounds;
}

// What the fourth best choice is worth at first sight: a master looks no further at worse ones.
static double palma_fourth(const Solved *s, const PalmaGame *game) {
  double worth[WAYS];
  int count = palma_ways(s, game)->count;
  for (int choice = 0; choice < count; choice++) {
    double found = palma_worth(s, game, choice, 0);
    int place = choice;
    for (; place && worth[place - 1] < found; place--) worth[place] = worth[place - 1];
    worth[place] = found;
  }
  return worth[count < 4 ? count - 1 : 3];
}

static double palma_plain(const Solved *s, const PalmaNeeds *needs, const PalmaGame *game, int choice) {
  PalmaGame after = *game;
  palma_move(s, &after, choice);
  if (after.over) return 1000;
  return palma_steps(s, needs, &after, game->mover) - palma_steps(s, needs, &after, 1 - game->mover);
}

static int palma_choose(const Solved *s, const PalmaNeeds *needs, const PalmaGame *game, const Player *player, Random *random) {
  int best = -1, equal = 0, count = palma_ways(s, game)->count, first = draw(random, count), kind = player->kind;
  if (count == 1 || kind == RANDOM) return first;
  double most = -1e300, fourth = kind == MASTER ? palma_fourth(s, game) : 0;
  for (int i = 0; i < count; i++) {
    int choice = (first + i) % count;
    if (kind == BEGINNER && best >= 0 && (int)draw(random, 100) < player->overlooks) continue;
    if (kind == MASTER && palma_worth(s, game, choice, 0) < fourth) continue;
    double worth = kind >= STRONG ? palma_worth(s, game, choice, kind == MASTER ? 2 : 0) : palma_plain(s, needs, game, choice);
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

static double judged(const Solved *s, const Exact *e, const PalmaGame *game, int choice) {
  PalmaGame after = *game;
  palma_move(s, &after, choice);
  int me = game->mover;
  if (after.over) return 1;
  if (after.seat == me) return *exact_at(e, after.owner == me, after.state[me], after.state[1 - me]);
  return 1 - *exact_at(e, after.owner != me, after.state[1 - me], after.state[me]);
}

static PalmaGame palma_begun(const Solved *s, Random *random) {  // H20: by lot
  int start = number_of(s->rules.pieces, (Side){.hand = s->rules.pieces});
  PalmaGame game = {.state = {start, start}, .owner = 1 - draw(random, 2)};
  palma_next(&game);
  return game;
}

static void palma_sticks(const Solved *s, PalmaGame *game, Random *random) {  // H10
  static const int ways[8] = {0, 0, 0, 1, 1, 1, 2, 3};
  palma_throw(s, game, ways[draw(random, 8)]);
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
    PalmaGame game = palma_begun(s, &random);
    while (!game.over) {
      if (game.way == WAITING) {
        palma_sticks(s, &game, &random);
        continue;
      }
      int count = palma_ways(s, &game)->count;
      int choice = palma_choose(s, &needs, &game, players[game.mover], &random);
      if (judge && count > 1 && game.mover == 0) {
        double best = 0, chosen = judged(s, exact, &game, choice);
        for (int other = 0; other < count; other++) best = fmax(best, judged(s, exact, &game, other));
        tally->choices++;
        tally->loss += best - chosen;
      }
      palma_move(s, &game, choice);
    }
    tally->wins += game.mover == 0;
    tally->games++;
  }
}

// What Python holds to the engine ---------------------------------------------------------------------------------------

void palma_start(const Solved *s, PalmaGame *game, uint64_t seed) {
  Random random;
  seed_random(&random, seed);
  *game = palma_begun(s, &random);
}
void palma_do_throw(const Solved *s, PalmaGame *game, int way) { palma_throw(s, game, way); }
void palma_do_move(const Solved *s, PalmaGame *game, int choice) { palma_move(s, game, choice); }
// Of whichever moves: `hounds[choice]` is the hounds' chance after each, so many throws looked through.
int palma_values(const Solved *s, const PalmaGame *game, int ahead, double *hounds) {
  int count = palma_ways(s, game)->count;
  for (int choice = 0; choice < count; choice++) {
    PalmaGame after = *game;
    palma_move(s, &after, choice);
    hounds[choice] = palma_hounds(s, &after, palma_deviation(s, game), ahead);
  }
  return count;
}
int palma_choose_one(const Solved *s, const PalmaGame *game, const Player *player, uint64_t seed) {
  PalmaNeeds needs;
  Random random;
  palma_needs(&s->rules, &needs);
  seed_random(&random, seed);
  return palma_choose(s, &needs, game, player, &random);
}
#endif
