// What Python calls: tools/strength/simulator.py.
#include "calibration.h"
#include "drift.h"
#include "endgames.h"
#include "errors.h"
#include "palma_games.h"

int size_of(int what) {
  const int sizes[] = {sizeof(Table), sizeof(Game), sizeof(Net), sizeof(Learner), sizeof(Player), FEATURES, HIDDEN, sizeof(PalmaGame), sizeof(JudgeLearner), SEEN, UNITS};
  return sizes[what];
}

// Play games; wins[kind of seat] counts: wins[p] of player p's side, where players[slot] says who plays a slot.
// Every game begins with a random starter. Returns the plies played.
int64_t play_games(const Table *table, const Player *const *players, int games, uint64_t seed, int64_t *wins) {
  Random random;
  int64_t plies = 0;
  for (int i = 0; i < games; i++) {
    Game game;
    seed_random(&random, seed + i);
    start_game(table, &game, draw(&random, table->slots));
    while (game.phase != OVER && plies < INT64_MAX) {
      if (game.phase == THROW) throw_die(table, &game, 1 + draw(&random, 6));
      else make_choice(table, &game, choose(table, &game, players[(int)game.slot], &random));
      plies++;
    }
    wins[(int)game.winner]++;
  }
  return plies;
}

void rounded(const Learner *learner, Net *net) { round_net(&learner->weights, net); }

void features_of(const Table *table, const Game *game, Row *rows) { features(table, game, rows); }
void start_at(const Table *table, Game *game, int slot) { start_game(table, game, slot); }
void do_throw(const Table *table, Game *game, int value) { throw_die(table, game, value); }
void do_choice(const Table *table, Game *game, int choice) { make_choice(table, game, choice); }
int choose_one(const Table *table, const Game *game, const Player *player, uint64_t seed) {
  Random random;
  seed_random(&random, seed);
  return choose(table, game, player, &random);
}
void told_chances_of(const Table *table, const Net *net, const Game *game, double *chances) { told_chances(table, net, game, chances); }
void chances_of(const Table *table, const Net *net, const Game *game, double *chances) { net_chances(table, net, game, chances); }
void judge_chances_of(const Table *table, const WholeJudge *net, const Game *game, double *chances) { whole_chances(table, net, game, chances); }
