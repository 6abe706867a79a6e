// A net of one hidden layer, the same for every side, whose scores become win chances by softmax.
// Weights that play are whole numbers (engine/players/network.py), so that C and Python compute the very same;
// weights that learn are floats.
#ifndef NETWORK_H
#define NETWORK_H
#include <math.h>
#include "features.h"

enum { HIDDEN = 64, SCALE = 4096 };  // weights in 4096ths, inputs in 720ths

typedef struct {
  int32_t weight[FEATURES][HIDDEN], out[HIDDEN], direct[FEATURES];
} Net;

typedef struct {
  float weight[FEATURES][HIDDEN], out[HIDDEN], direct[FEATURES];
} Floats;

enum { WEIGHTS = sizeof(Floats) / sizeof(float) };

static double score(const Net *net, const int32_t *row) {
  int32_t sum[HIDDEN] = {0};
  int64_t total = 0;
  for (int i = 0; i < FEATURES; i++) {
    int32_t input = row[i];
    if (!input) continue;
    total += (int64_t)input * net->direct[i] * SCALE;
    for (int h = 0; h < HIDDEN; h++) sum[h] += input * net->weight[i][h];
  }
  for (int h = 0; h < HIDDEN; h++) total += sum[h] > 0 ? (int64_t)sum[h] * net->out[h] : 0;
  return (double)total / ((double)UNIT * SCALE * SCALE);
}

// The chances of the sides in `playing` (a bit each) to finish next; 0 for the others.
static void softmax(const double *scores, int sides, int playing, double *chances) {
  double most = -1e300, sum = 0;
  for (int side = 0; side < sides; side++)
    if (playing >> side & 1 && scores[side] > most) most = scores[side];
  for (int side = 0; side < sides; side++) {
    chances[side] = playing >> side & 1 ? exp(scores[side] - most) : 0;
    sum += chances[side];
  }
  for (int side = 0; side < sides; side++) chances[side] /= sum;
}

static int playing_sides(const Table *table, const Game *game) {
  int playing = 0;
  for (int side = 0; side < table->sides; side++) playing |= (game->left[side] > 0) << side;
  return playing;
}

static void net_chances(const Table *table, const void *net, const Game *game, double *chances) {
  Row rows[COLOURS];
  double scores[COLOURS];
  int playing = playing_sides(table, game);
  features(table, game, rows);
  for (int side = 0; side < table->sides; side++) scores[side] = playing >> side & 1 ? score(net, rows[side]) : 0;
  softmax(scores, table->sides, playing, chances);
}

// Two sides of two colours that help each other (engine/players/parchis_partners.py).
static int help_each_other(const Table *t) {
  return !t->pool && t->colours == 4 && t->helps && t->sides == 2 && t->slots == 4 && t->used == 4 && t->side_of[0] + t->side_of[1] + t->side_of[2] + t->side_of[3] == 2;
}

static int way_of(const Table *t, const Game *game, int colour) {
  int way = 0;
  for (int piece = PIECES * colour; piece < PIECES * colour + t->pieces; piece++) way += t->goal - (game->step[piece] == HOME ? -6 : game->step[piece]);
  return way;
}

// What the net does not see of partners: how uneven their ways are.
static double unevenness(const Table *t, const Game *game, int side) {
  int ways[2], found = 0;
  for (int i = 0; i < t->used; i++)
    if (t->side_of[t->colour[i]] == side) ways[found++] = way_of(t, game, t->colour[i]);
  double part = (double)(ways[0] - ways[1]) / (ways[0] + ways[1] + 60);
  return 2.4 * part * part;
}

// The chances that masters and the analysis use, where there is no judge.
static void told_chances(const Table *table, const void *net, const Game *game, double *chances) {
  Row rows[COLOURS];
  double scores[COLOURS];
  int playing = playing_sides(table, game), partners = help_each_other(table);
  features(table, game, rows);
  for (int side = 0; side < table->sides; side++) {
    scores[side] = playing >> side & 1 ? score(net, rows[side]) : 0;
    if (partners) scores[side] += unevenness(table, game, side);
  }
  softmax(scores, table->sides, playing, chances);
}

// Gives the chances of the sides that play, before a throw or a pick, by a net of its kind.
typedef struct {
  void (*chances)(const Table *table, const void *net, const Game *game, double *chances);
  const void *net;
} Evaluator;

static int32_t whole(float weight) {
  float scaled = roundf(weight * SCALE);
  return scaled > 32767 ? 32767 : scaled < -32767 ? -32767 : (int32_t)scaled;
}

// The weights that play, of those that learn.
static void round_net(const Floats *floats, Net *net) {
  for (int i = 0; i < FEATURES; i++) {
    net->direct[i] = whole(floats->direct[i]);
    for (int h = 0; h < HIDDEN; h++) net->weight[i][h] = whole(floats->weight[i][h]);
  }
  for (int h = 0; h < HIDDEN; h++) net->out[h] = whole(floats->out[h]);
}
#endif
