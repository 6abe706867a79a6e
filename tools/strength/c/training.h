// Learning by self-play: λ-returns of the win chances, cross entropy, Adam.
#ifndef TRAINING_H
#define TRAINING_H
#include <stdlib.h>
#include "players.h"

enum { BATCH = 256, LONGEST = 4000 };

typedef struct {
  int16_t row[COLOURS][FEATURES];
  float aim[COLOURS];
  int sides;
} Sample;

typedef struct {
  Floats weights, mean, spread;
  int64_t steps;
} Learner;

static void remember(const Table *table, const Net *net, const Game *game, Sample *sample) {
  Row rows[COLOURS];
  double scores[COLOURS], chances[COLOURS];
  features(table, game, rows);
  sample->sides = table->sides;
  for (int side = 0; side < table->sides; side++) {
    for (int i = 0; i < FEATURES; i++) sample->row[side][i] = rows[side][i];
    scores[side] = score(net, rows[side]);
  }
  softmax(scores, table->sides, (1 << table->sides) - 1, chances);
  for (int side = 0; side < table->sides; side++) sample->aim[side] = chances[side];
}

// Play a game by the net's best moves, and now and then (of `every` choices one) by chance; the samples of its throws.
static int self_play(const Table *table, const Net *net, int every, int loose, float lambda, Sample *samples, Random *random) {
  Game game;
  double chances[COLOURS];
  Evaluator by = {net_chances, net};
  int count = 0, plies = 0, playing = (1 << table->sides) - 1;
  start_game(table, &game, draw(random, table->slots));
  while (game.phase != OVER && count < LONGEST) {
    if (game.phase == THROW || game.phase == PICK) remember(table, net, &game, &samples[count++]);
    if (game.phase == THROW) throw_die(table, &game, 1 + draw(random, 6));
    else {
      int16_t choices[MOST];
      int found = choices_of(&game, choices);
      int stray = plies++ < loose ? !draw(random, 3) : !draw(random, every);
      int choice = found == 1 || stray ? choices[draw(random, found)] : best_choice(table, &by, &game, playing, chances, NULL);
      make_choice(table, &game, choice);
    }
  }
  if (game.phase != OVER) return 0;
  float later[COLOURS];
  for (int side = 0; side < table->sides; side++) later[side] = side == game.winner;
  for (int i = count - 1; i >= 0; i--)
    for (int side = 0; side < table->sides; side++) {
      float said = samples[i].aim[side];
      samples[i].aim[side] = later[side];
      later[side] = lambda * later[side] + (1 - lambda) * said;
    }
  return count;
}

// Add a sample's gradient; its cross entropy.
static float learn(const Floats *net, const Sample *sample, Floats *gradient) {
  float sum[COLOURS][HIDDEN], loss = 0;
  double scores[COLOURS], chances[COLOURS];
  for (int side = 0; side < sample->sides; side++) {
    float total = 0;
    memset(sum[side], 0, sizeof sum[side]);
    for (int i = 0; i < FEATURES; i++) {
      float input = sample->row[side][i] * (1.0f / UNIT);
      if (!sample->row[side][i]) continue;
      total += input * net->direct[i];
      for (int h = 0; h < HIDDEN; h++) sum[side][h] += input * net->weight[i][h];
    }
    for (int h = 0; h < HIDDEN; h++) total += sum[side][h] > 0 ? sum[side][h] * net->out[h] : 0;
    scores[side] = total;
  }
  softmax(scores, sample->sides, (1 << sample->sides) - 1, chances);
  for (int side = 0; side < sample->sides; side++) {
    float error = chances[side] - sample->aim[side], back[HIDDEN];
    loss -= sample->aim[side] * logf(chances[side] + 1e-9f);
    for (int h = 0; h < HIDDEN; h++) {
      int on = sum[side][h] > 0;
      gradient->out[h] += on ? error * sum[side][h] : 0;
      back[h] = on ? error * net->out[h] : 0;
    }
    for (int i = 0; i < FEATURES; i++) {
      float input = sample->row[side][i] * (1.0f / UNIT);
      if (!sample->row[side][i]) continue;
      gradient->direct[i] += error * input;
      for (int h = 0; h < HIDDEN; h++) gradient->weight[i][h] += input * back[h];
    }
  }
  return loss;
}

static void adam_step(float *weight, float *mean, float *spread, const float *slope, int count, float scale, float rate, float first, float second) {
  for (int i = 0; i < count; i++) {
    float g = slope[i] * scale + 1e-6f * weight[i];
    mean[i] = 0.9f * mean[i] + 0.1f * g;
    spread[i] = 0.999f * spread[i] + 0.001f * g * g;
    weight[i] -= rate * (mean[i] / first) / (sqrtf(spread[i] / second) + 1e-8f);
    if (weight[i] > 7.9f) weight[i] = 7.9f;
    if (weight[i] < -7.9f) weight[i] = -7.9f;
  }
}

static void adam(Learner *learner, const Floats *gradient, float scale, float rate) {
  learner->steps++;
  float first = 1 - powf(0.9f, learner->steps), second = 1 - powf(0.999f, learner->steps);
  adam_step((float *)&learner->weights, (float *)&learner->mean, (float *)&learner->spread, (const float *)gradient, WEIGHTS, scale, rate, first, second);
}

// Random small weights, but for one thing known: less way to go is better.
void new_learner(Learner *learner, uint64_t seed) {
  Random random;
  seed_random(&random, seed);
  memset(learner, 0, sizeof *learner);
  for (int i = 0; i < FEATURES; i++)
    for (int h = 0; h < HIDDEN; h++) learner->weights.weight[i][h] = 0.25f * (draw(&random, 2001) / 1000.0f - 1);
  for (int h = 0; h < HIDDEN; h++) learner->weights.out[h] = 0.1f * (draw(&random, 2001) / 1000.0f - 1);
  learner->weights.direct[WAY] = -2;
}

// Play `games` games at every table and learn from them in random order; the mean loss of a sample.
double train(Learner *learner, const Table *tables, int count, int games, float lambda, float rate, int every, int loose, uint64_t seed) {
  static Sample *samples;
  static int32_t *order;
  const int room = 120000;
  if (!samples) samples = malloc(sizeof(Sample) * room), order = malloc(sizeof *order * room);
  Net net;
  Random random;
  int found = 0;
  double loss = 0;
  seed_random(&random, seed);
  round_net(&learner->weights, &net);
  for (int i = 0; i < count * games && found + LONGEST < room; i++)
    found += self_play(&tables[i % count], &net, every, loose, lambda, samples + found, &random);
  for (int i = 0; i < found; i++) {
    int other = draw(&random, i + 1);
    order[i] = order[other];
    order[other] = i;
  }
  for (int begin = 0; begin < found; begin += BATCH) {
    int end = begin + BATCH < found ? begin + BATCH : found;
    Floats gradient;
    memset(&gradient, 0, sizeof gradient);
    for (int i = begin; i < end; i++) loss += learn(&learner->weights, &samples[order[i]], &gradient);
    adam(learner, &gradient, 1.0f / (end - begin), rate);
  }
  return found ? loss / found : 0;
}
#endif
