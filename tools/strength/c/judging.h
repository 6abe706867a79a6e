// Learning to judge games with dice that others play: positions of weak play, and targets almost without luck.
// A position's target is the mean over the six throws, each played best, and what later targets say of the next one.
#ifndef JUDGING_H
#define JUDGING_H
#include "training.h"

enum { RING = 200000 };  // positions that are remembered
#define SLIP 0.03        // a choice that loses more ends what later targets say

typedef struct {
  double said[COLOURS], mean[COLOURS];
  int slipped;  // before the next throw somebody played much worse than the best choice
} Judged;

typedef struct {
  Game game;
  float aim[COLOURS];
  int32_t table;
} Position;

typedef struct {
  JudgeNet weights, mean, spread;
  int64_t steps, seen;
} JudgeLearner;

// Each slot plays by the net, as casual or as a beginner, and now and then by chance.
static void draw_lineup(const Table *table, const Net *net, Player *players, Random *random) {
  for (int slot = 0; slot < table->slots; slot++) {
    int drawn = draw(random, 6);
    players[slot] = (Player){.kind = drawn < 3 ? STRONG : drawn < 5 ? CASUAL : BEGINNER, .overlooks = 15, .heedless = 50, .net = net};
  }
}

// Play a game, and judge it before each of its throws. Returns how many there were, 0 for a game without an end.
static int judged_game(const Table *table, const Net *net, const JudgeNet *judge, Judged *judged, Position *positions, Random *random) {
  Game game, after;
  Player players[COLOURS];
  double best[COLOURS];
  Evaluator by = {judged_chances, judge};
  int count = 0, mover = -1, playing = (1 << table->sides) - 1;
  draw_lineup(table, net, players, random);
  start_game(table, &game, draw(random, table->slots));
  while (!(playing & ~playing_sides(table, &game)) && game.phase != OVER && count < LONGEST) {
    if (game.phase == THROW) {
      Judged *here = &judged[count];
      chances_at(table, &by, &game, playing, here->said);
      expect(table, &by, &game, playing, 1, here->mean);
      here->slipped = 0;
      if (mover >= 0) judged[count - 1].slipped = best[mover] - here->said[mover] > SLIP;
      positions[count].game = game;
      mover = -1;
      count++;
      throw_die(table, &game, 1 + draw(random, 6));
      continue;
    }
    int16_t choices[MOST];
    int found = choices_of(&game, choices), choice = choices[0];
    if (found > 1) {
      if (mover < 0) best_choice(table, &by, &game, playing, best, &after), mover = on_turn(table, &game)->side;
      choice = draw(random, 50) ? choose(table, &game, &players[(int)game.slot], random) : choices[draw(random, found)];
    }
    make_choice(table, &game, choice);
  }
  return playing & ~playing_sides(table, &game) ? count : 0;
}

// Add a position's gradient; the square of what the net is off.
static double judge_learns(const JudgeNet *net, const Table *table, const Position *position, JudgeNet *gradient) {
  Seen seen[COLOURS];
  float sum[COLOURS][UNITS], back[UNITS];
  double scores[COLOURS], chances[COLOURS], loss = 0;
  int playing = (1 << table->sides) - 1;
  see_all(table, &position->game, playing, seen);
  for (int side = 0; side < table->sides; side++) scores[side] = judge_score(net, &seen[side], sum[side]);
  softmax(scores, table->sides, playing, chances);
  for (int side = 0; side < table->sides; side++) {
    float error = chances[side] - position->aim[side];
    loss += error * error;
    for (int h = 0; h < UNITS; h++) {
      int on = sum[side][h] > 0;
      gradient->out[h] += on ? error * sum[side][h] : 0;
      back[h] = on ? error * net->out[h] : 0;
    }
    for (int i = 0; i < seen[side].count; i++) {
      float input = seen[side].value[i] * (1.0f / UNIT), *slope = gradient->weight[seen[side].at[i]];
      gradient->direct[seen[side].at[i]] += error * input;
      for (int h = 0; h < UNITS; h++) slope[h] += input * back[h];
    }
  }
  return loss;
}

static void judge_steps(JudgeLearner *learner, const JudgeNet *gradient, float scale, float rate) {
  learner->steps++;
  float first = 1 - powf(0.9f, learner->steps), second = 1 - powf(0.999f, learner->steps);
  adam_step((float *)&learner->weights, (float *)&learner->mean, (float *)&learner->spread, (const float *)gradient, JUDGE_WEIGHTS, scale, rate, first, second);
}

// Play `games` games at every table, and learn from `often` times as many positions, drawn from the last ones. The mean
// loss of a position.
double judge(JudgeLearner *learner, const Net *net, const Table *tables, int count, int games, float lambda, float often, float rate, uint64_t seed) {
  static Position *ring, *positions;
  static Judged *judged;
  static JudgeNet gradient;
  Random random;
  int fresh = 0;
  double loss = 0;
  if (!ring) ring = malloc(sizeof *ring * RING), positions = malloc(sizeof *positions * LONGEST), judged = malloc(sizeof *judged * LONGEST);
  seed_random(&random, seed);
  for (int i = 0; i < count * games; i++) {
    const Table *table = &tables[i % count];
    int more = judged_game(table, net, &learner->weights, judged, positions, &random);
    double beyond[COLOURS] = {0};  // by how much later targets differ from what the net says there
    for (int at = more - 1; at >= 0; at--)
      for (int side = 0; side < table->sides; side++) {
        double aim = judged[at].mean[side] + (judged[at].slipped ? 0 : lambda * beyond[side]);
        positions[at].aim[side] = aim;
        beyond[side] = aim - judged[at].said[side];
      }
    for (int at = 0; at < more; at++) positions[at].table = i % count, ring[learner->seen++ % RING] = positions[at];
    fresh += more;
  }
  int held = learner->seen < RING ? learner->seen : RING, batches = fresh * often / BATCH;
  for (int batch = 0; batch < batches; batch++) {
    memset(&gradient, 0, sizeof gradient);
    for (int i = 0; i < BATCH; i++) {
      const Position *drawn = &ring[draw(&random, held)];
      loss += judge_learns(&learner->weights, &tables[drawn->table], drawn, &gradient);
    }
    judge_steps(learner, &gradient, 1.0f / BATCH, rate);
  }
  return batches ? loss / batches / BATCH : 0;
}

// Go on learning from a player's weights; the other units and inputs begin small and random.
void new_judge(JudgeLearner *learner, const Net *net, uint64_t seed) {
  Random random;
  JudgeNet *weights = &learner->weights;
  seed_random(&random, seed);
  memset(learner, 0, sizeof *learner);
  for (int i = 0; i < SEEN; i++)
    for (int h = 0; h < UNITS; h++) weights->weight[i][h] = (i >= FEATURES && h < HIDDEN ? 0.01f : 0.1f) * (draw(&random, 2001) / 1000.0f - 1);
  for (int h = 0; h < UNITS; h++) weights->out[h] = 0.05f * (draw(&random, 2001) / 1000.0f - 1);
  for (int h = 0; h < HIDDEN; h++) weights->out[h] = net->out[h] / (float)SCALE;
  for (int i = 0; i < FEATURES; i++) {
    weights->direct[i] = net->direct[i] / (float)SCALE;
    for (int h = 0; h < HIDDEN; h++) weights->weight[i][h] = net->weight[i][h] / (float)SCALE;
  }
}
#endif
