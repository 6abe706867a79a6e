// Palma: its rules, one side's way to the win as a table, both sides' chances solved exactly for few pieces.
#ifndef PALMA_H
#define PALMA_H
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "parchis.h"

// What it costs a side, in turns and besides the turn itself, that the other may use a throw that it cannot (H27).
static const double PASSED = 0.25;

enum { HOLES = 30, SIDE_PIECES = 5, THROWS = 4, WAYS = 6, DEEPEST = 64 };
static const int THROWN[THROWS] = {1, 2, 3, 5};
static const double ODDS[THROWS] = {0.375, 0.375, 0.125, 0.125};  // H10

typedef struct {
  int32_t pieces, penalty, rethrow5, rethrow15, stay;  // stakes decide nothing: as no mark
} PalmaRules;

typedef struct {
  uint32_t holes;  // a bit for each of holes 1 to 29
  int32_t top, hand;
} Side;

typedef struct {
  Side side;
  int end;
} Landing;

static const uint32_t HOME_HOLES = 0x3e000000;

static int is_home(const PalmaRules *rules, Side side) {
  return __builtin_popcount(side.holes & HOME_HOLES) == rules->pieces;
}

static int rethrows(const PalmaRules *rules, int hole) {
  return (hole == 15 && rules->rethrow15) || (hole == 5 && rules->rethrow5);
}

// H21 to H24: what a side can do with a throw, its pieces in hand and on hole 0 first.
static int landings(const PalmaRules *rules, Side side, int throw, Landing *out) {
  int found = 0;
  if (throw == 5 && side.hand) out[found++] = (Landing){{side.holes, side.top + 1, side.hand - 1}, 0};
  for (int start = 0; start + throw < HOLES; start++) {
    if (start ? !(side.holes >> start & 1) : !side.top) continue;
    int reached = start + throw, end = reached;
    if (side.holes >> reached & 1) continue;
    if (reached == 10) end = 24;
    if (reached == 20) end = 22;
    if (rules->penalty && reached == 22) end = 20;
    if (rules->penalty && reached == 24) end = 10;
    if (end != reached && end != start && side.holes >> end & 1) {
      if (!rules->stay) continue;
      end = reached;
    }
    Side after = side;
    if (start) after.holes &= ~(1u << start);
    else after.top--;
    after.holes |= 1u << end;
    out[found++] = (Landing){after, end};
  }
  return found;
}

// States of one side, numbered: by pieces on holes 1 to 29, then by pieces in hand, then by the holes (colex) -----------

static int64_t CHOOSE[HOLES + 1][SIDE_PIECES + 2];

static void fill_choose(void) {
  for (int n = 0; n <= HOLES; n++)
    for (int k = 0; k <= SIDE_PIECES + 1; k++) CHOOSE[n][k] = !k ? 1 : !n ? 0 : CHOOSE[n - 1][k - 1] + CHOOSE[n - 1][k];
}

static int states_of(int pieces) {
  int count = 0;
  for (int on = 0; on <= pieces; on++) count += CHOOSE[29][on] * (pieces - on + 1);
  return count;
}

static int number_of(int pieces, Side side) {
  int on = __builtin_popcount(side.holes), number = 0, place = 0;
  for (int fewer = 0; fewer < on; fewer++) number += CHOOSE[29][fewer] * (pieces - fewer + 1);
  number += CHOOSE[29][on] * side.hand;
  for (uint32_t rest = side.holes; rest; rest &= rest - 1) number += CHOOSE[__builtin_ctz(rest) - 1][++place];
  return number;
}

typedef struct {
  int32_t next[WAYS];
  int8_t count, again;  // `again`: a bit for each way that ends on a rethrow hole
} Ways;

typedef struct {
  float last, again;  // the fewest turns left after a way that ends with the throw, and after one that earns another
} Nearest;

static const double NEVER = 1e6, DONE = -1e6;

typedef struct {
  PalmaRules rules;
  int states;
  Side *side;
  Ways (*ways)[THROWS];
  int8_t *won;
  int *order;        // states by progress, the most advanced first
  double *mean, *spread;  // turns given away before the win, with what throws passed cost, and their variance
  double *turns, *deviation;  // the same as the engine's table has them: in 64ths, and in eighths the deviation
  Nearest (*nearest)[THROWS];
} Solved;

static int progress_of(Side side) {
  int progress = -side.hand;
  for (uint32_t rest = side.holes; rest; rest &= rest - 1) progress += __builtin_ctz(rest);
  return progress;
}

static const Solved *sorting;
static int by_progress(const void *one, const void *other) {
  int a = *(const int *)one, b = *(const int *)other;
  int more = progress_of(sorting->side[b]) - progress_of(sorting->side[a]);
  return more ? more : a - b;
}

// Every set of at most `left` more holes from `hole` on, with each number of pieces in hand.
static void list_states(Solved *solved, uint32_t holes, int hole, int left) {
  for (int hand = 0; hand <= left; hand++) {
    Side side = {holes, left - hand, hand};
    solved->side[number_of(solved->rules.pieces, side)] = side;
  }
  for (; left && hole < HOLES; hole++) list_states(solved, holes | 1u << hole, hole + 1, left - 1);
}

// All states and what can be done in each, without distances.
Solved *list_palma(const PalmaRules *rules) {
  fill_choose();
  Solved *s = calloc(1, sizeof *s);
  s->rules = *rules;
  s->states = states_of(rules->pieces);
  s->side = calloc(s->states, sizeof *s->side), s->ways = calloc(s->states, sizeof *s->ways);
  s->won = calloc(s->states, 1), s->order = calloc(s->states, sizeof *s->order);
  s->mean = calloc(s->states, sizeof(double)), s->spread = calloc(s->states, sizeof(double));
  s->turns = calloc(s->states, sizeof(double)), s->deviation = calloc(s->states, sizeof(double));
  s->nearest = calloc(s->states, sizeof *s->nearest);
  list_states(s, 0, 1, rules->pieces);
  for (int i = 0; i < s->states; i++) {
    s->order[i] = i;
    s->won[i] = is_home(rules, s->side[i]);
    for (int t = 0; t < THROWS; t++) {
      Landing found[8];
      Ways *ways = &s->ways[i][t];
      ways->count = landings(rules, s->side[i], THROWN[t], found);
      for (int w = 0; w < ways->count; w++) {
        ways->next[w] = number_of(rules->pieces, found[w].side);
        ways->again |= rethrows(rules, found[w].end) << w;
      }
    }
  }
  sorting = s;
  qsort(s->order, s->states, sizeof(int), by_progress);
  return s;
}

void drop_palma(Solved *s) {
  void *held[] = {s->side, s->ways, s->won, s->order, s->mean, s->spread, s->turns, s->deviation, s->nearest, s};
  for (int i = 0; i < 10; i++) free(held[i]);
}

static void fill_nearest(Solved *s) {
  for (int i = 0; i < s->states; i++)
    for (int t = 0; t < THROWS; t++) {
      const Ways *ways = &s->ways[i][t];
      Nearest *nearest = &s->nearest[i][t];
      nearest->last = nearest->again = NEVER;
      for (int w = 0; w < ways->count; w++) {
        double turns = s->won[ways->next[w]] ? DONE : s->turns[ways->next[w]];
        float *least = ways->again >> w & 1 ? &nearest->again : &nearest->last;
        if (turns < *least) *least = turns;
      }
    }
}

// Judge games by the engine's table: 64ths of a turn, and eighths of a deviation.
void judge_palma_by(Solved *s, const uint16_t *turns, const uint8_t *deviations) {
  for (int i = 0; i < s->states; i++) s->turns[i] = turns[i] / 64.0, s->deviation[i] = deviations[i] / 8.0;
  fill_nearest(s);
}

// Fewest turns expected, each state in the order of progress; the penalty's circles need many rounds.
Solved *solve_palma(const PalmaRules *rules) {
  Solved *s = list_palma(rules);
  double *square = calloc(s->states, sizeof(double));
  int rounds = rules->penalty || rules->stay ? 200 : 1;
  for (int round = 0; round < rounds; round++)
    for (int place = 0; place < s->states; place++) {
      int i = s->order[place];
      if (s->won[i]) continue;
      double sum = 0, same = 0, squares = 0, cross = 0;
      for (int t = 0; t < THROWS; t++) {
        const Ways *ways = &s->ways[i][t];
        if (!ways->count) {
          double cost = PASSED + (THROWN[t] != 5);
          same += ODDS[t], sum += ODDS[t] * cost, squares += ODDS[t] * cost * cost, cross += 2 * ODDS[t] * cost;
          continue;
        }
        double best = 1e300, best_square = 0;
        for (int w = 0; w < ways->count; w++) {
          int next = ways->next[w], again = THROWN[t] == 5 || ways->again >> w & 1;
          double turns = s->won[next] ? 0 : s->mean[next] + !again;
          double squared = s->won[next] ? 0 : again ? square[next] : 1 + 2 * s->mean[next] + square[next];
          if (turns < best) best = turns, best_square = squared;
        }
        sum += ODDS[t] * best, squares += ODDS[t] * best_square;
      }
      s->mean[i] = sum / (1 - same);
      square[i] = (squares + cross * s->mean[i]) / (1 - same);
      s->spread[i] = square[i] - s->mean[i] * s->mean[i];
    }
  free(square);
  for (int i = 0; i < s->states; i++) {
    s->turns[i] = rint(s->mean[i] * 64) / 64;
    s->deviation[i] = fmin(255, rint(sqrt(fmax(s->spread[i], 0)) * 8)) / 8;
  }
  fill_nearest(s);
  return s;
}

int palma_states(const Solved *solved) { return solved->states; }
const double *palma_means(const Solved *solved) { return solved->mean; }
const double *palma_spreads(const Solved *solved) { return solved->spread; }
#endif
