// The net that judges finished games, and by which a master chooses: of a side it sees its own features, those of the
// other sides, summed, and on which step each piece stands, by how far round the board its colour starts.
// It learns in floats; the weights that judge are whole numbers, as the players' are.
#ifndef JUDGE_NET_H
#define JUDGE_NET_H
#include "network.h"

enum { UNITS = 128, LANES = 16, ARMS = 4, PLACES = 71, FIRST_PLACE = 2 * FEATURES, SEEN = FIRST_PLACE + ARMS * PLACES };
enum { NONZERO = 256 };

// What is not zero of a side's inputs.
typedef struct {
  int count;
  int16_t at[NONZERO];
  int32_t value[NONZERO];
} Seen;

typedef struct {
  float weight[SEEN][UNITS], out[UNITS], direct[SEEN];
} JudgeNet;

typedef struct {
  int32_t weight[SEEN][UNITS], out[UNITS], direct[SEEN];
} WholeJudge;

enum { JUDGE_WEIGHTS = sizeof(JudgeNet) / sizeof(float) };

static void see(Seen *seen, int at, int32_t value) {
  if (!value) return;
  seen->at[seen->count] = at;
  seen->value[seen->count++] = value;
}

static void see_places(const Table *t, const Game *game, int side, Seen *seen) {
  int8_t pieces[ARMS * PLACES] = {0};
  int own = -1;
  for (int i = 0; i < t->used; i++) {
    int colour = t->colour[i];
    if (own < 0 && t->side_of[colour] == side) own = colour;
  }
  for (int i = 0; i < t->used; i++) {
    int colour = t->colour[i], arm = (colour - own + ARMS) % ARMS;
    for (int piece = PIECES * colour; piece < PIECES * colour + t->pieces; piece++)
      if (game->step[piece] >= 0 && game->step[piece] < t->goal) pieces[arm * PLACES + game->step[piece]]++;
  }
  for (int place = 0; place < ARMS * PLACES; place++) see(seen, FIRST_PLACE + place, UNIT * pieces[place]);
}

static void see_all(const Table *table, const Game *game, int playing, Seen *seen) {
  Row rows[COLOURS];
  int32_t total[FEATURES] = {0};
  features(table, game, rows);
  for (int side = 0; side < table->sides; side++)
    for (int i = 0; i < FEATURES && playing >> side & 1; i++) total[i] += rows[side][i];
  for (int side = 0; side < table->sides; side++) {
    seen[side].count = 0;
    if (!(playing >> side & 1)) continue;
    for (int i = 0; i < FEATURES; i++) see(&seen[side], i, rows[side][i]);
    for (int i = 0; i < FEATURES; i++) see(&seen[side], FEATURES + i, total[i] - rows[side][i]);
    see_places(table, game, side, &seen[side]);
  }
}

// A side's score; `sum` is what its hidden units felt. Sums by lanes, in one order whatever the compiler.
static double judge_score(const JudgeNet *net, const Seen *seen, float *sum) {
  float total = 0, lane[LANES] = {0};
  memset(sum, 0, sizeof(float) * UNITS);
  for (int i = 0; i < seen->count; i++) {
    const float *weight = net->weight[seen->at[i]], input = seen->value[i] * (1.0f / UNIT);
    total += input * net->direct[seen->at[i]];
    for (int h = 0; h < UNITS; h++) sum[h] += input * weight[h];
  }
  for (int h = 0; h < UNITS; h += LANES)
    for (int k = 0; k < LANES; k++) lane[k] += (sum[h + k] > 0 ? sum[h + k] : 0) * net->out[h + k];
  for (int k = 0; k < LANES; k++) total += lane[k];
  return total;
}

static void judged_chances(const Table *table, const void *net, const Game *game, double *chances) {
  Seen seen[COLOURS];
  double scores[COLOURS];
  float sum[UNITS];
  int playing = playing_sides(table, game);
  see_all(table, game, playing, seen);
  for (int side = 0; side < table->sides; side++)
    scores[side] = playing >> side & 1 ? judge_score(net, &seen[side], sum) : 0;
  softmax(scores, table->sides, playing, chances);
}

// The same chances by whole numbers, to the last bit those of the engine.
static double whole_score(const WholeJudge *net, const Seen *seen) {
  int32_t sum[UNITS] = {0};
  int64_t total = 0;
  for (int i = 0; i < seen->count; i++) {
    total += (int64_t)seen->value[i] * net->direct[seen->at[i]] * SCALE;
    for (int h = 0; h < UNITS; h++) sum[h] += seen->value[i] * net->weight[seen->at[i]][h];
  }
  for (int h = 0; h < UNITS; h++) total += sum[h] > 0 ? (int64_t)sum[h] * net->out[h] : 0;
  return (double)total / ((double)UNIT * SCALE * SCALE);
}

static void whole_chances(const Table *table, const void *net, const Game *game, double *chances) {
  Seen seen[COLOURS];
  double scores[COLOURS];
  int playing = playing_sides(table, game);
  see_all(table, game, playing, seen);
  for (int side = 0; side < table->sides; side++) scores[side] = playing >> side & 1 ? whole_score(net, &seen[side]) : 0;
  softmax(scores, table->sides, playing, chances);
}

void rounded_judge(const JudgeNet *net, WholeJudge *whole_net) {
  for (int i = 0; i < JUDGE_WEIGHTS; i++) ((int32_t *)whole_net)[i] = whole(((const float *)net)[i]);
}
#endif
