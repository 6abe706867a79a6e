// Learning to judge games with dice that others play: positions of weak play, and targets almost without luck.
// A position's target is the mean over the six throws, each played best, and what later targets say of the next one.
#ifndef JUDGING_H
#define JUDGING_H
#include "training.h"

typedef struct {
  double said[COLOURS], mean[COLOURS];
  int erred;  // before the next throw somebody did not play the best choice
} Judged;

// Each slot plays by the net, as casual or as a beginner, and now and then by chance.
static void draw_lineup(const Table *table, const Net *net, Player *players, Random *random) {
  for (int slot = 0; slot < table->slots; slot++) {
    int drawn = draw(random, 6);
    players[slot] = (Player){.kind = drawn < 3 ? STRONG : drawn < 5 ? CASUAL : BEGINNER, .overlooks = 15, .heedless = 50, .net = net};
  }
}

// Before a throw: what the net says, and the mean of what it says after each face.
static void look(const Table *table, const Net *net, const Game *game, int playing, Judged *judged) {
  chances_at(table, net, game, playing, judged->said);
  expect(table, net, game, playing, judged->mean);
  judged->erred = 0;
}

// Play a game; what is judged before each of its throws. Returns how many there were, 0 for a game without an end.
static int judged_game(const Table *table, const Net *net, Judged *judged, Sample *samples, int *winner, Random *random) {
  Game game;
  Player players[COLOURS];
  int count = 0, playing = (1 << table->sides) - 1;
  draw_lineup(table, net, players, random);
  start_game(table, &game, draw(random, table->slots));
  while (!(playing & ~playing_sides(table, &game)) && game.phase != OVER && count < LONGEST) {
    if (game.phase == THROW) {
      if (samples) remember(table, net, &game, &samples[count]);
      look(table, net, &game, playing, &judged[count++]);
      throw_die(table, &game, 1 + draw(random, 6));
      continue;
    }
    int16_t choices[MOST];
    double chances[COLOURS];
    int found = choices_of(&game, choices), choice = choices[0];
    if (found > 1) {
      int best = best_choice(table, net, &game, playing, chances, NULL);
      choice = draw(random, 50) ? choose(table, &game, &players[(int)game.slot], random) : choices[draw(random, found)];
      judged[count - 1].erred |= choice != best;
    }
    make_choice(table, &game, choice);
  }
  int won = playing & ~playing_sides(table, &game);
  if (!won) return 0;
  *winner = __builtin_ctz(won);
  return count;
}

// Play `games` games at every table and learn from them in random order; the mean loss of a sample.
double judge(Learner *learner, const Table *tables, int count, int games, float lambda, float rate, uint64_t seed) {
  enum { SPACE = 60000 };
  static Sample *samples;
  static Judged *judged;
  static int32_t *order;
  if (!samples) samples = malloc(sizeof(Sample) * SPACE), judged = malloc(sizeof(Judged) * SPACE), order = malloc(sizeof *order * SPACE);
  Net net;
  Random random;
  int found = 0, winner;
  double loss = 0;
  seed_random(&random, seed);
  round_net(&learner->weights, learner->inputs, &net);
  for (int i = 0; i < count * games && found + LONGEST < SPACE; i++) {
    const Table *table = &tables[i % count];
    int more = judged_game(table, &net, judged, samples + found, &winner, &random);
    double beyond[COLOURS] = {0};  // by how much later targets differ from what the net says there
    for (int at = more - 1; at >= 0; at--)
      for (int side = 0; side < table->sides; side++) {
        double aim = judged[at].mean[side] + (judged[at].erred ? 0 : lambda * beyond[side]);
        samples[found + at].aim[side] = aim;
        beyond[side] = aim - judged[at].said[side];
      }
    found += more;
  }
  for (int i = 0; i < found; i++) {
    int other = draw(&random, i + 1);
    order[i] = order[other];
    order[other] = i;
  }
  for (int begin = 0; begin < found; begin += BATCH) {
    int end = begin + BATCH < found ? begin + BATCH : found;
    Floats gradient;
    memset(&gradient, 0, sizeof gradient);
    for (int i = begin; i < end; i++) loss += learn(learner, &samples[order[i]], &gradient);
    adam(learner, &gradient, 1.0f / (end - begin), rate);
  }
  return found ? loss / found : 0;
}

// Play games and find the winners' drift, one ply deep: by how much the net changes its mind in all.
void drifts(const Table *table, const Net *net, int games, uint64_t seed, double *drift) {
  static Judged judged[LONGEST];
  int winner = 0;
  for (int i = 0; i < games; i++) {
    Random random;
    seed_random(&random, seed + i);
    int count = judged_game(table, net, judged, NULL, &winner, &random);
    drift[i] = 0;
    for (int at = 0; at < count; at++) drift[i] += judged[at].mean[winner] - judged[at].said[winner];
  }
}

// Go on learning from a player's weights, from the others' features too.
void known_learner(Learner *learner, const Net *net) {
  memset(learner, 0, sizeof *learner);
  learner->inputs = INPUTS;
  for (int i = 0; i < FEATURES; i++) {
    learner->weights.direct[i] = net->direct[i] / (float)SCALE;
    for (int h = 0; h < HIDDEN; h++) learner->weights.weight[i][h] = net->weight[i][h] / (float)SCALE;
  }
  for (int h = 0; h < HIDDEN; h++) learner->weights.out[h] = net->out[h] / (float)SCALE;
}
#endif
