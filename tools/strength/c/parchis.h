// The rules of Parchís (P1 to P95) as engine/parchis plays them, for training and for tables of strength.
// A table's fixed part is filled in by Python from the engine's own Setup; tests/unit/strength compares each ply.
#ifndef PARCHIS_H
#define PARCHIS_H
#include <stdint.h>
#include <string.h>

enum { COLOURS = 6, PIECES = 4, CELLS = 148, STEPS = 108, MOST = 32 };
enum { HOME = -1, NOBODY = -1, ENTER = 0, NONE = -1, CAPTURE_BONUS = 20, GOAL_BONUS = 10 };
enum phase { THROW, PICK, MOVE, BONUS, OVER };

// Whose turn it can be: a seat, or a colour of a seat (P76); `mates` are the colours that it may help with.
typedef struct {
  int32_t seat, side, owned, own[3], mated, mates[COLOURS];
} Slot;

// Rules, seats and teams of a game, and the board's tables (engine/parchis/setup.py).
typedef struct {
  int32_t length, mouth, goal, colours;
  int32_t long_six, on_field, six_choice, mixed_blocks, spares, evicts, helps, teams, pool, play_on, by_colour, pieces;
  int32_t sides, slots, used;
  int32_t colour[COLOURS], side_of[COLOURS], pieces_of[COLOURS], start_cell[COLOURS];
  int32_t pair[COLOURS][COLOURS], safe[CELLS], cell[COLOURS][STEPS], start[COLOURS * PIECES];
  Slot slot[COLOURS];
} Table;

// A game under way (engine/parchis/turn_flow.py). A movement is piece << 5 | distance.
typedef struct {
  int8_t step[COLOURS * PIECES], first[CELLS], second[CELLS], home[COLOURS], goals[COLOURS], left[COLOURS];
  int8_t slot, phase, value, sixes, last, bonus, again, starter, finished, winner;
  uint8_t pool[COLOURS];
  int16_t cycle[COLOURS];
  int16_t choices, choice[MOST];
} Game;

typedef struct {
  uint64_t state;
} Random;

static inline uint32_t draw(Random *random, uint32_t below) {  // xorshift64
  uint64_t x = random->state;
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  random->state = x;
  return (uint32_t)(((x >> 32) * (uint64_t)below) >> 32);
}

static inline void seed_random(Random *random, uint64_t seed) {  // splitmix64
  uint64_t z = seed * 0x9e3779b97f4a7c15u + 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  random->state = (z ^ z >> 31) | 1;
}

static inline int blocked(const Table *table, const Game *game, int cell) {  // P40 to P42
  int second = game->second[cell];
  return second >= 0 && (table->mixed_blocks || table->pair[game->first[cell] >> 2][second >> 2]);
}

static inline int all_out(const Table *table, const Game *game, int colour) {  // P51
  return !game->home[colour] && (!table->on_field || !game->goals[colour]);
}

// pieces --------------------------------------------------------------------------------------------------------------

static int settle(const Table *table, Game *game, int piece, int cell) {  // P44, P45
  int other = game->first[cell];
  if (other < 0) {
    game->first[cell] = piece;
    return 0;
  }
  if (!table->pair[piece >> 2][other >> 2] && !table->safe[cell]) {
    game->step[other] = HOME;
    game->home[other >> 2]++;
    game->first[cell] = piece;
    return CAPTURE_BONUS;
  }
  game->second[cell] = piece;
  return 0;
}

static void leave(Game *game, int piece, int cell) {
  if (game->second[cell] < 0) {
    game->first[cell] = NOBODY;
    return;
  }
  if (game->first[cell] == piece) game->first[cell] = game->second[cell];
  game->second[cell] = NOBODY;
}

static void send_home(const Table *table, Game *game, int piece) {
  leave(game, piece, table->cell[piece >> 2][game->step[piece]]);
  game->step[piece] = HOME;
  game->home[piece >> 2]++;
}

// The piece that makes room when `colour` enters (P34, P35, P72), or NOBODY. Of two of one colour the lower number.
static int evicted(const Table *table, const Game *game, int colour) {
  int cell = table->start_cell[colour], there[2] = {game->first[cell], game->second[cell]};
  int friend = NOBODY, foe = NOBODY, stranger = NOBODY;
  for (int i = 0; i < 2; i++) {
    int piece = there[i];
    if (piece < 0 || piece >> 2 == colour) continue;
    stranger = piece;
    if (table->side_of[piece >> 2] == table->side_of[colour]) friend = piece;
    else foe = piece;
  }
  int victim = NOBODY;
  if (table->evicts && friend >= 0) victim = foe >= 0 ? foe : friend;
  else if (there[1] >= 0) victim = stranger;
  if (victim >= 0 && there[1] >= 0 && there[0] >> 2 == there[1] >> 2) return there[0] < there[1] ? there[0] : there[1];
  return victim;
}

static int enter(const Table *table, Game *game, int piece) {
  int colour = piece >> 2, victim = evicted(table, game, colour);
  if (victim >= 0) send_home(table, game, victim);
  game->home[colour]--;
  game->step[piece] = 0;
  settle(table, game, piece, table->start_cell[colour]);
  return victim < 0 ? 0 : CAPTURE_BONUS;
}

// movements -----------------------------------------------------------------------------------------------------------

static int movements(const Table *table, const Game *game, int distance, int colour, int16_t *out) {  // P30, P41, P42
  const int32_t *cell = table->cell[colour];
  int found = 0;
  for (int n = 0; n < PIECES; n++) {
    int piece = PIECES * colour + n, step = game->step[piece], end = step + distance, alike = 0, free = 1;
    if (step < 0 || step == table->goal || end > table->goal) continue;
    for (int m = 0; m < n; m++) alike |= game->step[PIECES * colour + m] == step;
    if (alike) continue;
    int last = end < table->goal ? end : table->goal - 1;
    for (int at = step + 1; at <= last && free; at++)
      if (game->second[cell[at]] >= 0 && (at == end || blocked(table, game, cell[at]))) free = 0;
    if (free) out[found++] = piece << 5 | distance;
  }
  return found;
}

static int may_enter(const Table *table, const Game *game, int colour) {  // P33, P34
  int cell = table->start_cell[colour], second = game->second[cell];
  return game->home[colour] && !(second >= 0 && second >> 2 == colour && game->first[cell] >> 2 == colour);
}

static int throw_movements(const Table *t, const Game *game, int value, const int32_t *colours, int count, int16_t *out) {
  int found = 0, opening = 0;
  if (value == 5) {
    for (int i = 0; i < count; i++) {
      int colour = colours[i], piece = PIECES * colour;
      if (!may_enter(t, game, colour)) continue;
      while (game->step[piece] != HOME) piece++;
      out[found++] = piece << 5 | ENTER;
    }
    if (found) return found;
  }
  for (int i = 0; i < count; i++) {
    int colour = colours[i], far = value == 6 && t->long_six && all_out(t, game, colour);  // P51, P52
    if (far) found += movements(t, game, t->long_six, colour, out + found);
    if (!far || t->six_choice) found += movements(t, game, value, colour, out + found);
  }
  if (value != 6) return found;
  int16_t opens[MOST];
  for (int i = 0; i < found; i++) {  // P43
    int piece = out[i] >> 5;
    if (blocked(t, game, t->cell[piece >> 2][game->step[piece]])) opens[opening++] = out[i];
  }
  if (!opening) return found;
  memcpy(out, opens, sizeof(int16_t) * opening);
  return opening;
}

static int bonus_movements(const Table *table, const Game *game, int steps, const int32_t *colours, int count, int16_t *out) {
  int found = 0;
  for (int i = 0; i < count; i++) found += movements(table, game, steps, colours[i], out + found);
  return found;
}

// P74 to P76: what the seat on turn can move, a friend's pieces where it is stuck or has brought its own home.
static int playable(const Table *table, Game *game, int value, int bonus) {
  int (*of)(const Table *, const Game *, int, const int32_t *, int, int16_t *) = bonus ? bonus_movements : throw_movements;
  const Slot *slot = &table->slot[(int)game->slot];
  int done = table->teams && game->goals[slot->own[0]] == table->pieces;
  int found = done ? of(table, game, value, slot->mates, slot->mated, game->choice)
                   : of(table, game, value, slot->own, slot->owned, game->choice);
  if (!found && table->helps) found = of(table, game, value, slot->mates, slot->mated, game->choice);
  return game->choices = found;
}

// the course of a turn ------------------------------------------------------------------------------------------------

static uint8_t full_pool(const Table *table, const Game *game, int slot, int cycle) {  // P91, P95; bit 0 is the null
  int turn = (slot - game->starter + table->slots) % table->slots;
  return (cycle - 1) % table->slots == turn ? 0x7f : 0x7e;
}

static void begin_turn(const Table *table, Game *game, int slot) {
  game->slot = slot;
  game->value = game->sixes = game->bonus = game->again = 0;
  game->last = NOBODY;
  game->phase = table->pool ? PICK : THROW;
}

static void pass_turn(const Table *table, Game *game) {  // P15, P76, P81
  int slot = game->slot;
  for (;;) {
    slot = (slot + 1) % table->slots;
    const Slot *next = &table->slot[slot];
    if (game->left[next->side] && !(table->by_colour && game->goals[next->own[0]] == table->pieces && !table->helps)) break;
  }
  begin_turn(table, game, slot);
}

static void go_on(const Table *table, Game *game) {
  if (!game->again) {
    pass_turn(table, game);
    return;
  }
  game->again = game->value = 0;
  game->phase = table->pool ? PICK : THROW;
}

static void offer(const Table *table, Game *game, int value) {  // P32, P50
  game->again = value == 6;
  if (playable(table, game, value, 0)) game->phase = MOVE;
  else go_on(table, game);
}

static void third_six(const Table *table, Game *game) {  // P53
  int piece = game->last;
  if (piece >= 0) {
    int step = game->step[piece], ring = step >= 0 && step <= table->mouth;
    if (ring && !(table->safe[table->cell[piece >> 2][step]] && table->spares)) send_home(table, game, piece);
  }
  pass_turn(table, game);
}

static void throw_die(const Table *table, Game *game, int value) {
  game->value = value;
  if (value == 6 && ++game->sixes == 3) third_six(table, game);
  else offer(table, game, value);
}

static void pick(const Table *table, Game *game, int number) {  // P91 to P95
  int slot = game->slot;
  game->pool[slot] &= ~(1 << number);
  if (!game->pool[slot]) game->pool[slot] = full_pool(table, game, slot, ++game->cycle[slot]);
  if (!number) {
    pass_turn(table, game);
    return;
  }
  game->value = number;
  game->sixes += number == 6;
  offer(table, game, number);
}

static void finish(const Table *table, Game *game, int side) {  // P63, P80, P81
  if (!game->finished++) game->winner = side;
  if (table->play_on && game->finished < table->sides - 1) {
    pass_turn(table, game);
    return;
  }
  game->phase = OVER;
  game->again = game->bonus = 0;
}

static void move(const Table *table, Game *game, int movement) {
  int piece = movement >> 5, distance = movement & 31, colour = piece >> 2, side = table->side_of[colour], earned;
  if (distance == 6 && table->six_choice && table->long_six && all_out(table, game, colour)) game->again = 0;  // P52
  if (distance == ENTER) earned = enter(table, game, piece);
  else {
    leave(game, piece, table->cell[colour][game->step[piece]]);
    int step = game->step[piece] += distance;
    if (step == table->goal) {
      game->goals[colour]++;
      game->left[side]--;
      earned = GOAL_BONUS;
    } else earned = settle(table, game, piece, table->cell[colour][step]);
  }
  game->last = piece;
  game->bonus = 0;
  if (!game->left[side]) finish(table, game, side);
  else if (earned && playable(table, game, earned, 1)) game->phase = BONUS, game->bonus = earned;
  else go_on(table, game);
}

// Put the pieces at their places; `starter` is the slot that won the opening (P20, P21, P90).
static void start_game(const Table *table, Game *game, int starter) {
  memset(game, 0, sizeof *game);
  memset(game->first, NOBODY, CELLS), memset(game->second, NOBODY, CELLS), memset(game->step, HOME, COLOURS * PIECES);
  for (int i = 0; i < table->used; i++) {
    int colour = table->colour[i];
    game->left[table->side_of[colour]] += table->pieces;
    for (int piece = PIECES * colour; piece < PIECES * colour + table->pieces; piece++) {
      int step = game->step[piece] = table->start[piece];
      if (step == HOME) game->home[colour]++;
      else settle(table, game, piece, table->cell[colour][step]);
    }
  }
  game->starter = starter;
  for (int slot = 0; slot < table->slots && table->pool; slot++) {
    game->cycle[slot] = 1;
    game->pool[slot] = full_pool(table, game, slot, 1);
  }
  begin_turn(table, game, starter);
}
#endif
