// By how much a judge changes its mind in analysed games (engine/players/analysis.py), without checks of errors.
#ifndef DRIFT_H
#define DRIFT_H
#include "judging.h"

#define UNSTEADY 0.05  // rolls whose faces differ by so much, and
#define CLOSE 0.01     // moves that seem worse by no more, are looked at a ply further

// Positions after what could happen, and the chances there.
typedef struct {
  int count;
  Game end[MOST];
  double chances[MOST][COLOURS];
} Outcomes;

// How many rolls to look through: one more after a 6, because the same player rolls again.
static int rolls_ahead(const Game *game, int plies) { return plies > 1 ? plies - 1 + (game->sixes > 0) : 0; }

// Add a position, completed by the best of what belongs to its choice.
static void add_outcome(const Table *table, const Evaluator *by, const Game *game, int playing, int plies, Outcomes *found) {
  double first[COLOURS];
  Game *end = &found->end[found->count];
  if ((game->phase != MOVE && game->phase != BONUS) || playing & ~playing_sides(table, game)) *end = *game;
  else best_choice(table, by, game, playing, first, end);
  expect(table, by, end, playing, rolls_ahead(end, plies), found->chances[found->count++]);
}

// Throw a die; add its luck to each side's sum. `mean`: the chances before.
static int throw_and_judge(const Table *table, const Evaluator *by, const Game *game, int playing, int plies, double *sum, double *mean, Random *random) {
  Outcomes found = {0};
  int fell = draw(random, 6), unsteady = 0;
  for (int face = 0; face < 6; face++) {
    Game after = *game;
    throw_die(table, &after, face + 1);
    add_outcome(table, by, &after, playing, plies > 1 ? 2 : 1, &found);
  }
  for (int side = 0; side < table->sides; side++)
    for (int face = 0; face < 36; face++) unsteady |= found.chances[face / 6][side] - found.chances[face % 6][side] >= UNSTEADY;
  for (int face = 0; face < 6 && plies > 2 && unsteady; face++) expect(table, by, &found.end[face], playing, rolls_ahead(&found.end[face], 3), found.chances[face]);
  for (int side = 0; side < table->sides; side++) {
    mean[side] = 0;
    for (int face = 0; face < 6; face++) mean[side] += found.chances[face][side] / 6;
    sum[side] += found.chances[fell][side] - mean[side];
  }
  return fell + 1;
}

// Add to each side's sum what a choice changes.
static void judge_choice(const Table *table, const Evaluator *by, const Game *game, int playing, int plies, int chosen, double *sum) {
  Outcomes found = {0};
  int16_t choices[MOST];
  int count = choices_of(game, choices), side = on_turn(table, game)->side, made = 0, best = 0;
  for (int i = 0; i < count; i++) {
    Game after = *game;
    make_choice(table, &after, choices[i]);
    add_outcome(table, by, &after, playing, plies > 1 ? 2 : 1, &found);
    if (choices[i] == chosen) made = i;
    if (found.chances[i][side] > found.chances[best][side]) best = i;
  }
  double least = found.chances[best][side] - CLOSE;
  best = made;
  for (int i = 0; i < count && plies > 2; i++)
    if (i == made || found.chances[i][side] >= least) expect(table, by, &found.end[i], playing, rolls_ahead(&found.end[i], 3), found.chances[i]);
    else found.chances[i][side] = -1;
  for (int i = 0; i < count; i++)
    if (found.chances[i][side] > found.chances[best][side]) best = i;
  for (int other = 0; other < table->sides; other++) sum[other] += found.chances[made][other] - found.chances[best][other];
}

// Play a game between players of several kinds, and analyse it `plies` deep; the winner's drift, 0 if nobody wins.
static double drift_of(const Table *table, const Net *net, const JudgeNet *judge, int plies, Random *random) {
  Game game;
  Player players[COLOURS];
  Evaluator by = {judged_chances, judge};
  double sum[COLOURS] = {0}, mean[COLOURS], start[COLOURS];
  int playing = (1 << table->sides) - 1, throws = 0;
  draw_lineup(table, net, players, random);
  start_game(table, &game, draw(random, table->slots));
  while (!(playing & ~playing_sides(table, &game)) && game.phase != OVER) {
    if (game.phase == THROW) {
      throw_die(table, &game, throw_and_judge(table, &by, &game, playing, plies, sum, throws ? mean : start, random));
      if (++throws > LONGEST) return 0;
      continue;
    }
    int16_t choices[MOST];
    int count = choices_of(&game, choices), choice = choices[0];
    if (count > 1) choice = draw(random, 50) ? choose(table, &game, &players[(int)game.slot], random) : choices[draw(random, count)];
    judge_choice(table, &by, &game, playing, plies, choice, sum);
    make_choice(table, &game, choice);
  }
  int won = playing & ~playing_sides(table, &game);
  if (!won) return 0;
  int winner = __builtin_ctz(won);
  return 1 - start[winner] - sum[winner];
}

void drifts(const Table *table, const Net *net, const JudgeNet *judge, int plies, int games, uint64_t seed, double *drift) {
  for (int i = 0; i < games; i++) {
    Random random;
    seed_random(&random, seed + i);
    drift[i] = drift_of(table, net, judge, plies, &random);
  }
}
#endif
