// How far off chances are in single positions, judged by games played on from there.
#ifndef ERRORS_H
#define ERRORS_H
#include "judging.h"

enum { DEPTHS = 3 };

// A position before a throw: the chances that are said one to three plies deep, the mean result of its lines for each
// side, and the variance of that mean.
typedef struct {
  double said[DEPTHS][COLOURS], mean[COLOURS], variance[COLOURS];
} Checked;

// Play a game between players of several kinds, and keep one of its positions before a throw, all equally likely.
static void draw_position(const Table *table, const Net *net, Game *kept, Random *random) {
  Game game;
  Player players[COLOURS];
  int throws = 0, playing = (1 << table->sides) - 1;
  draw_lineup(table, net, players, random);
  start_game(table, &game, draw(random, table->slots));
  while (!(playing & ~playing_sides(table, &game)) && game.phase != OVER) {
    if (game.phase == THROW) {
      if (!draw(random, ++throws)) *kept = game;
      throw_die(table, &game, 1 + draw(random, 6));
      continue;
    }
    int16_t choices[MOST];
    int count = choices_of(&game, choices), choice = choices[0];
    if (count > 1) choice = draw(random, 50) ? choose(table, &game, &players[(int)game.slot], random) : choices[draw(random, count)];
    make_choice(table, &game, choice);
  }
}

// Play a line to its end by the best moves. Its result for each side, less the luck of all throws, as the chances say
// it: on average the same, with far less chance in it.
static void line_result(const Table *table, const Evaluator *by, Game game, double *result, Random *random) {
  int playing = playing_sides(table, &game), won = 0;
  memset(result, 0, sizeof(double) * COLOURS);
  while (!(won = playing & ~playing_sides(table, &game))) {
    Game ends[6];
    int fell = draw(random, 6);
    for (int face = 0; face < 6; face++) {
      Game thrown = game;
      double chances[COLOURS];
      throw_die(table, &thrown, face + 1);
      ends[face] = thrown;
      if (thrown.phase == MOVE) best_choice(table, by, &thrown, playing, chances, &ends[face]);
      else chances_at(table, by, &thrown, playing, chances);
      for (int side = 0; side < table->sides; side++) result[side] += (1.0 / 6 - (face == fell)) * chances[side];
    }
    game = ends[fell];
  }
  result[__builtin_ctz(won)]++;
}

// `judge` may be NULL: then the net judges.
void check_positions(const Table *table, const Net *net, const WholeJudge *judge, int positions, int lines, uint64_t seed, Checked *checked) {
  Evaluator by = judge ? (Evaluator){whole_chances, judge} : (Evaluator){told_chances, net};
  for (int i = 0; i < positions; i++) {
    Game game;
    Random random;
    Checked *here = &checked[i];
    seed_random(&random, seed + i);
    draw_position(table, net, &game, &random);
    memset(here, 0, sizeof *here);
    for (int plies = 0; plies < DEPTHS; plies++) expect(table, &by, &game, playing_sides(table, &game), plies, here->said[plies]);
    for (int line = 0; line < lines; line++) {
      double result[COLOURS];
      line_result(table, &by, game, result, &random);
      for (int side = 0; side < table->sides; side++) here->mean[side] += result[side] / lines, here->variance[side] += result[side] * result[side] / lines;
    }
    for (int side = 0; side < table->sides; side++) here->variance[side] = (here->variance[side] - here->mean[side] * here->mean[side]) / (lines - 1);
  }
}
#endif
