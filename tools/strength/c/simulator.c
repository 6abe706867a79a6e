// What Python calls: tools/strength/simulator.py.
#include "palma_games.h"
#include "training.h"

int size_of(int what) {
  const int sizes[] = {sizeof(Table), sizeof(Game), sizeof(Net), sizeof(Learner), sizeof(Player), FEATURES, HIDDEN};
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
void chances_of(const Table *table, const Net *net, const Game *game, double *chances) { net_chances(table, net, game, chances); }

// Play games between strong players; by tenths of the chances said before throws: how many, their sum, the wins.
void calibrate(const Table *table, const Net *net, int games, uint64_t seed, int64_t *count, double *said, int64_t *won) {
  static double given[LONGEST][COLOURS];
  Player player = {.kind = STRONG, .net = net};
  for (int i = 0; i < games; i++) {
    Game game;
    Random random;
    int turns = 0;
    seed_random(&random, seed + i);
    start_game(table, &game, draw(&random, table->slots));
    while (game.phase != OVER) {
      if ((game.phase == THROW || game.phase == PICK) && turns < LONGEST) net_chances(table, net, &game, given[turns++]);
      if (game.phase == THROW) throw_die(table, &game, 1 + draw(&random, 6));
      else make_choice(table, &game, choose(table, &game, &player, &random));
    }
    for (int turn = 0; turn < turns; turn++)
      for (int side = 0; side < table->sides; side++) {
        int tenth = (int)(given[turn][side] * 10);
        if (tenth > 9) tenth = 9;
        count[tenth]++, said[tenth] += given[turn][side], won[tenth] += game.winner == side;
      }
  }
}
