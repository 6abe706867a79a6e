// The styles of bots: engine/players/styles.py.
#ifndef STYLES_H
#define STYLES_H
#include "parchis.h"

enum style { PLAIN, HUNTER, BUILDER, RUNNER };
enum { REACH = 6 };

static int exposed_in_reach(const Table *t, const Game *game, int side) {
  uint8_t ahead[CELLS] = {0};
  int found = 0;
  for (int i = 0; i < t->used; i++)
    for (int piece = PIECES * t->colour[i]; piece < PIECES * t->colour[i] + t->pieces; piece++) {
      int colour = t->colour[i], step = game->step[piece];
      if (step < 0 || step > t->mouth || t->side_of[colour] != side) continue;
      for (int at = step + 1; at <= step + REACH && at <= t->mouth; at++) ahead[t->cell[colour][at]] = 1;
    }
  for (int i = 0; i < t->used; i++)
    for (int piece = PIECES * t->colour[i]; piece < PIECES * t->colour[i] + t->pieces; piece++) {
      int colour = t->colour[i], step = game->step[piece];
      if (step < 0 || step > t->mouth || t->side_of[colour] == side) continue;
      int cell = t->cell[colour][step], first = game->first[cell], second = game->second[cell];
      int single = second < 0 || t->side_of[first >> 2] == side || t->side_of[second >> 2] == side;
      found += single && !t->safe[cell] && ahead[cell];
    }
  return found;
}

static double hunts(const Table *t, const Game *before, const Game *after, int side) {
  int sent = 0;
  for (int i = 0; i < t->used; i++)
    for (int piece = PIECES * t->colour[i]; piece < PIECES * t->colour[i] + t->pieces; piece++)
      sent += t->side_of[t->colour[i]] != side && after->step[piece] < 0 && before->step[piece] >= 0;
  return sent + 0.8 * (exposed_in_reach(t, after, side) - exposed_in_reach(t, before, side));
}

static double built(const Table *t, const Game *game, int side) {
  int walls[COLOURS * PIECES], single[COLOURS * PIECES], others[COLOURS * PIECES];
  int walled = 0, singles = 0, foreign = 0, barred = 0, near = 0;
  for (int i = 0; i < t->used; i++)
    for (int piece = PIECES * t->colour[i]; piece < PIECES * t->colour[i] + t->pieces; piece++) {
      int colour = t->colour[i], step = game->step[piece], known = 0;
      if (step < 0 || step > t->mouth) continue;
      int cell = t->cell[colour][step];
      if (t->side_of[colour] != side) others[foreign++] = cell;
      else if (!blocked(t, game, cell)) single[singles++] = cell;
      else {
        for (int wall = 0; wall < walled; wall++) known |= walls[wall] == cell;
        if (!known) walls[walled++] = cell;
      }
    }
  for (int wall = 0; wall < walled; wall++)
    for (int other = 0; other < foreign; other++) {
      int gap = (walls[wall] - others[other] + t->length) % t->length;
      barred += gap > 0 && gap <= REACH;
    }
  for (int front = 0; front < singles; front++)
    for (int back = 0; back < singles; back++) {
      int gap = (single[front] - single[back] + t->length) % t->length;
      near += gap > 0 && gap <= REACH;
    }
  return walled + 0.5 * barred + 0.3 * near;
}

static double ran(const Table *t, const Game *game, int side) {
  double found = 0;
  for (int i = 0; i < t->used; i++)
    for (int piece = PIECES * t->colour[i]; piece < PIECES * t->colour[i] + t->pieces; piece++)
      if (t->side_of[t->colour[i]] == side && game->step[piece] > 0) {
        double way = (double)game->step[piece] / t->goal;
        found += way * way;
      }
  return found;
}

static double liking(const Table *t, const Game *before, const Game *after, int side, int style) {
  if (style == HUNTER) return hunts(t, before, after, side);
  if (style == BUILDER) return built(t, after, side) - built(t, before, side);
  return style == RUNNER ? ran(t, after, side) - ran(t, before, side) : 0;
}
#endif
