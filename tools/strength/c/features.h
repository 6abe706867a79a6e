// What the net sees of each side, in whole 720ths: the same features as engine/players/parchis_features.py, which says
// what they mean. tests/unit/strength holds the two together, number by number.
#ifndef FEATURES_H
#define FEATURES_H
#include "parchis.h"

enum { UNIT = 720, FACE = UNIT / 6, FACES = FACE / 6 };

enum feature {
  AT_HOME, HOMES, IN_GOAL, WAY,
  STRETCH, CORRIDOR = STRETCH + 6, NEAR = CORRIDOR + 7, SHELTERED, PAIRED, SHUT_OUT,
  EXPOSED, RISK, RISK_WAY, WORST_RISK, PREY_WAY, HITS, FAR_HUNTERS, FAR_PREY,
  BARRED, BARS, BARRED_BY_OWN, ON_FOREIGN_START, START_SHARED, START_CAPTURE,
  TO_THROW, TURNS_AWAY, NEXT, ONE_SIX, TWO_SIXES, SIX_AT_STAKE,
  LAST_ONE, LAST_TWO, LAST_THREE, GOAL_FACES, LONG_SIX, TWENTY_AHEAD, TEN_AHEAD, HITS_NOW,
  SIDES, BOARD, ONE, PHASE, NEAR_ENTRIES = PHASE + 17, RISK_NOW, PREY_NOW, AHEAD, BEHIND,
  POOL, MAY_ENTER = POOL + 7, COLOURS_HELD, TURNS_HELD, FEATURES
};
typedef int32_t Row[FEATURES];

static inline int progress(int step) { return 12 * (step + 8); }

// The numbers that are left to a side (P91); all faces where dice are thrown.
static int numbers_left(const Table *table, const Game *game, int side) {
  int numbers = 0;
  if (!table->pool) return 0x7e;
  for (int slot = 0; slot < table->slots; slot++)
    if (table->slot[slot].side == side) numbers |= game->pool[slot];
  return numbers & 0x7e;
}

// How likely a side captures by one throw (`one`: its faces), or by a 6 and another throw (`two`).
static int chance(const Table *table, int numbers, int one, int two) {
  if (!table->pool) return FACE * __builtin_popcount(one) + (one & 1 << 6 ? 0 : FACES * __builtin_popcount(two));
  return (one & numbers) || ((numbers & 1 << 6) && (two & numbers)) ? UNIT : 0;
}

typedef struct {
  int six[COLOURS], enters[COLOURS], victim[COLOURS], numbers[COLOURS], hits[COLOURS], worst[COLOURS], now;
} Sight;

// What hunts a piece: `exposed` it can be captured where it stands, else only by who enters there.
static void hunt(const Table *t, const Game *game, Sight *sight, Row *rows, int prey, int exposed) {
  int side = t->side_of[prey >> 2], step = game->step[prey], cell = t->cell[prey >> 2][step], way = progress(step);
  int one[COLOURS] = {0}, two[COLOURS] = {0}, survival = UNIT;
  for (int i = 0; i < t->used; i++) {
    int colour = t->colour[i], hunter = t->side_of[colour];
    if (hunter == side) continue;
    if (sight->victim[colour] == prey) one[hunter] |= 1 << 5;
    if (!exposed) continue;
    if (game->home[colour] && (cell - t->start_cell[colour] + t->length - 1) % t->length + 1 <= 7)
      rows[side][NEAR_ENTRIES] += way;
    for (int piece = PIECES * colour; piece < PIECES * colour + t->pieces; piece++) {
      int from = game->step[piece], long_six = sight->six[colour], free = 1;
      if (from < 0 || from > t->mouth) continue;
      int gap = (cell - t->cell[colour][from] + t->length - 1) % t->length + 1;
      if (gap > 20 || from + gap > t->mouth) continue;
      if (gap > 13) {
        rows[hunter][FAR_PREY] += UNIT;
        if (gap == 20) rows[side][TWENTY_AHEAD] += UNIT;
        continue;
      }
      for (int at = 1; at < gap && free; at++) free = !blocked(t, game, t->cell[colour][from + at]);
      if (!free) continue;
      if (gap < 6 && !(gap == 5 && sight->enters[colour])) one[hunter] |= 1 << gap;
      if (gap == long_six || (gap == 6 && t->six_choice)) one[hunter] |= 1 << 6;
      if (gap > long_six && gap < long_six + 6) two[hunter] |= 1 << (gap - long_six);
      if (gap > 6) rows[side][FAR_HUNTERS] += UNIT, rows[hunter][FAR_PREY] += UNIT;
      if (gap == 10) rows[side][TEN_AHEAD] += UNIT;
    }
  }
  for (int hunter = 0; hunter < t->sides; hunter++) {
    if (!(one[hunter] | two[hunter])) continue;
    int likely = chance(t, sight->numbers[hunter], one[hunter], two[hunter]), cost = likely * way / UNIT;
    survival = survival * (UNIT - likely) / UNIT;
    rows[hunter][PREY_WAY] += cost;
    sight->hits[hunter] |= one[hunter];
    if (hunter == sight->now) rows[side][RISK_NOW] += cost, rows[hunter][PREY_NOW] += cost;
  }
  int risk = UNIT - survival, cost = risk * way / UNIT;
  rows[side][RISK] += risk;
  rows[side][RISK_WAY] += cost;
  if (cost > sight->worst[side]) sight->worst[side] = cost;
}

static void see_barriers(const Table *t, const Game *game, Row *rows, int piece) {
  const int32_t *cell = t->cell[piece >> 2];
  int side = t->side_of[piece >> 2], step = game->step[piece], last = step + 6 < t->goal ? step + 6 : t->goal - 1;
  for (int at = step + 1; at <= last; at++) {
    if (!blocked(t, game, cell[at])) continue;
    int one = t->side_of[game->first[cell[at]] >> 2], other = t->side_of[game->second[cell[at]] >> 2];
    rows[side][one == side || other == side ? BARRED_BY_OWN : BARRED] += UNIT;
    if (one != side) rows[one][BARS] += UNIT / 2;
    if (other != side) rows[other][BARS] += UNIT / 2;
    return;
  }
}

static void see_colour(const Table *t, const Game *game, Sight *sight, Row *rows, int colour) {
  int side = t->side_of[colour], start = t->start_cell[colour], faces = 0;
  int32_t *row = rows[side];
  row[AT_HOME] += UNIT * game->home[colour];
  row[IN_GOAL] += UNIT * (game->goals[colour] + PIECES - t->pieces);  // P9: as an endgame of four
  if (sight->six[colour] != 6) row[LONG_SIX] += UNIT;
  if (game->home[colour]) {
    int first = game->first[start], second = game->second[start];
    int foe = (first >= 0 && t->side_of[first >> 2] != side) || (second >= 0 && t->side_of[second >> 2] != side);
    row[HOMES] += UNIT;
    if (!sight->enters[colour]) row[SHUT_OUT] += UNIT;
    if (foe) row[second < 0 ? START_SHARED : START_CAPTURE] += UNIT;
    if (sight->enters[colour] && sight->numbers[side] & 1 << 5) row[MAY_ENTER] += UNIT;
  }
  for (int piece = PIECES * colour; piece < PIECES * colour + t->pieces; piece++) {
    int step = game->step[piece], far = t->goal - step;
    if (step < 0) row[WAY] += 7 * (t->goal + 6);
    if (step < 0 || !far) continue;
    int cell = t->cell[colour][step], pair = blocked(t, game, cell), ring = step <= t->mouth;
    row[WAY] += 7 * far;
    if (far < 6 && !(far == 5 && sight->enters[colour])) faces |= 1 << far;
    if (far == sight->six[colour] || (far == 6 && t->six_choice)) faces |= 1 << 6;
    if (pair) row[PAIRED] += UNIT / 2;
    if (ring) {
      row[STRETCH + (t->mouth - step) / 17] += UNIT;
      if (far <= 13) row[NEAR] += UNIT;
      if (!pair) {
        row[PHASE + step % 17] += UNIT;
        if (t->safe[cell]) row[SHELTERED] += UNIT;
      }
      for (int i = 0; i < t->used; i++)
        if (t->start_cell[t->colour[i]] == cell && t->side_of[t->colour[i]] != side && game->home[t->colour[i]])
          row[ON_FOREIGN_START] += UNIT;
    } else row[CORRIDOR + far - 1] += UNIT;
    see_barriers(t, game, rows, piece);
    int exposed = ring && !t->safe[cell] && game->second[cell] < 0, evictable = 0;
    for (int i = 0; i < t->used && !exposed; i++)
      evictable |= sight->victim[t->colour[i]] == piece && t->side_of[t->colour[i]] != side;
    if (exposed) row[EXPOSED] += UNIT;
    if (exposed || evictable) hunt(t, game, sight, rows, piece, exposed);
  }
  row[GOAL_FACES] += FACE * __builtin_popcount(faces & sight->numbers[side]);
}

static void see_turn(const Table *t, const Game *game, Sight *sight, Row *rows, int side) {
  int32_t *row = rows[side];
  int away = 0, playing = 0, best = INT32_MAX;
  while (away < t->slots && t->slot[(game->slot + away) % t->slots].side != side) away++;
  row[WORST_RISK] = sight->worst[side];
  row[HITS] = FACE * __builtin_popcount(sight->hits[side] & sight->numbers[side]);
  row[TURNS_AWAY] = UNIT * away / t->slots;
  if (away == 1) row[NEXT] = UNIT;
  if (side == sight->now) {
    row[TO_THROW] = UNIT;
    row[HITS_NOW] = row[HITS];
    if (game->sixes == 1) row[ONE_SIX] = UNIT;
    if (game->sixes == 2) {
      row[TWO_SIXES] = UNIT;
      int step = game->last < 0 ? HOME : game->step[(int)game->last];
      if (step >= 0 && step <= t->mouth) row[SIX_AT_STAKE] = progress(step);
    }
  }
  if (game->left[side] <= 3) row[LAST_ONE + game->left[side] - 1] = UNIT;
  for (int other = 0; other < t->sides; other++) {
    if (!game->left[other]) continue;
    playing++;
    if (other != side && rows[other][WAY] < best) best = rows[other][WAY];
  }
  if (best > row[WAY]) row[AHEAD] = best - row[WAY];
  else row[BEHIND] = row[WAY] - best;
  row[SIDES] = UNIT / 4 * playing;
  row[BOARD] = UNIT / 4 * t->colours;
  row[ONE] = UNIT;
  row[COLOURS_HELD] = UNIT / 2 * (t->pieces_of[side] / t->pieces);
  for (int slot = 0; slot < t->slots; slot++)
    if (t->slot[slot].side == side) row[TURNS_HELD] += UNIT / 2;
  for (int slot = 0; slot < t->slots && t->pool; slot++)
    for (int number = 0; number <= 6; number++)
      if (t->slot[slot].side == side && game->pool[slot] >> number & 1) row[POOL + number] += UNIT;
}

// The rows of all sides before a throw or a pick; those of sides that have finished mean nothing.
static void features(const Table *table, const Game *game, Row *rows) {
  Sight sight = {.now = table->slot[(int)game->slot].side};
  memset(rows, 0, sizeof(Row) * table->sides);
  for (int side = 0; side < table->sides; side++) sight.numbers[side] = numbers_left(table, game, side);
  for (int i = 0; i < table->used; i++) {
    int colour = table->colour[i];
    sight.six[colour] = table->long_six && all_out(table, game, colour) ? table->long_six : 6;
    sight.enters[colour] = may_enter(table, game, colour);
    sight.victim[colour] = sight.enters[colour] ? evicted(table, game, colour) : NOBODY;
  }
  for (int i = 0; i < table->used; i++) see_colour(table, game, &sight, rows, table->colour[i]);
  for (int side = 0; side < table->sides; side++)
    if (game->left[side]) see_turn(table, game, &sight, rows, side);
}
#endif
