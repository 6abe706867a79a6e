// Whether win chances are what they say, in games between strong players.
#ifndef CALIBRATION_H
#define CALIBRATION_H
#include "palma_games.h"
#include "training.h"

// By hundredths of the chances that sides were given before throws: how many, their sum, how many of them have won.
typedef struct {
  int64_t count[100], won[100];
  double said[100];
} Hundredths;

static void count_chance(Hundredths *found, double said, int won) {
  int at = said < 1 ? (int)(said * 100) : 99;
  found->count[at]++, found->said[at] += said, found->won[at] += won;
}

// So many turns at most are played at random first: without dice, strong players would else play the same game again.
// Strong players go by the net; with a judge the chances are the judge's.
void calibrate(const Table *table, const Net *net, const WholeJudge *judge, int games, uint64_t seed, int random_turns, Hundredths *found) {
  static double given[LONGEST][COLOURS];
  Player strong = {.kind = STRONG, .net = net}, anybody = {.kind = RANDOM};
  Evaluator by = judge ? (Evaluator){whole_chances, judge} : (Evaluator){told_chances, net};
  for (int i = 0; i < games; i++) {
    Game game;
    Random random;
    int turns = 0;
    seed_random(&random, seed + i);
    start_game(table, &game, draw(&random, table->slots));
    int left = random_turns ? draw(&random, random_turns) : 0;
    while (game.phase != OVER) {
      int begins = game.phase == THROW || game.phase == PICK;
      if (begins && left) left--;
      else if (begins && turns < LONGEST) by.chances(table, by.net, &game, given[turns++]);
      if (game.phase == THROW) throw_die(table, &game, 1 + draw(&random, 6));
      else make_choice(table, &game, choose(table, &game, turns ? &strong : &anybody, &random));
    }
    for (int turn = 0; turn < turns; turn++)
      for (int side = 0; side < table->sides; side++) count_chance(found, given[turn][side], game.winner == side);
  }
}

void calibrate_palma(const Solved *s, int games, uint64_t seed, Hundredths *found) {
  static double given[LONGEST];
  Player player = {.kind = STRONG};
  for (int i = 0; i < games; i++) {
    Random random;
    int throws = 0;
    seed_random(&random, seed + i);
    PalmaGame game = palma_begun(s, &random);
    while (!game.over) {
      if (game.way == WAITING) {
        if (throws < LONGEST) given[throws++] = palma_hounds(s, &game, palma_deviation(s, &game), 0);
        palma_sticks(s, &game, &random);
      } else {
        palma_move(s, &game, palma_choose(s, NULL, &game, &player, &random));
      }
    }
    for (int throw = 0; throw < throws; throw++) {
      count_chance(found, given[throw], game.mover == 0);
      count_chance(found, 1 - given[throw], game.mover == 1);
    }
  }
}
#endif
