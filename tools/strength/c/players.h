// The players of engine/players, in C: random, beginner, casual, and those that use the net.
#ifndef PLAYERS_H
#define PLAYERS_H
#include "judge_net.h"
#include "styles.h"

enum kind { RANDOM, BEGINNER, CASUAL, STRONG, MASTER };

typedef struct {
  int32_t kind;
  int32_t overlooks;  // the beginner: of 100 moves, how many it does not see
  int32_t heedless;   // the beginner: of 100 choices, in how many it sees no danger
  int32_t nodes;      // a search without dice: how many positions it may value
  const Net *net;
  const WholeJudge *judge;  // the master: instead of the net
  int32_t style;
  double taste;   // the style's weight, in steps or in win chances
  int32_t often;  // of 100 choices by steps, in how many it counts
} Player;

// A choice is a movement, or in the phase PICK a number.
static void make_choice(const Table *table, Game *game, int choice) {
  if (game->phase == PICK) pick(table, game, choice);
  else move(table, game, choice);
}

static int choices_of(const Game *game, int16_t *choices) {
  if (game->phase != PICK) {
    memcpy(choices, game->choice, sizeof(int16_t) * game->choices);
    return game->choices;
  }
  int found = 0;
  for (int number = 0; number <= 6; number++)
    if (game->pool[(int)game->slot] >> number & 1) choices[found++] = number;
  return found;
}

static inline const Slot *on_turn(const Table *table, const Game *game) { return &table->slot[(int)game->slot]; }
static inline int choosing(const Game *game) { return game->phase == PICK || game->phase == MOVE || game->phase == BONUS; }

// casual and beginner: engine/players/parchis_evaluation.py ------------------------------------------------------------

static double steps_value(const Table *t, const Game *game, int side, int heedless) {
  double scores[COLOURS] = {0}, danger[COLOURS * PIECES] = {0}, others = 0;
  int order[COLOURS * PIECES], threatened = 0;
  for (int i = 0; i < t->used; i++)
    for (int piece = PIECES * t->colour[i]; piece < PIECES * t->colour[i] + t->pieces; piece++) {
      int colour = t->colour[i], step = game->step[piece];
      double worth = step < 0 ? -10.0 : step + 12.0;
      if (step >= 0 && step < t->goal) {
        int cell = t->cell[colour][step], safe = step > t->mouth || t->safe[cell];
        worth = step + 3.0 * safe + 4.0 * blocked(t, game, cell);
      }
      scores[t->side_of[colour]] += worth;
      for (int distance = 1; distance <= 6 && step >= 0 && step + distance <= t->mouth && !heedless; distance++) {
        int cell = t->cell[colour][step + distance], prey = game->first[cell];
        if (game->second[cell] >= 0 && blocked(t, game, cell)) break;
        if (prey < 0 || game->second[cell] >= 0 || t->safe[cell] || t->side_of[prey >> 2] == t->side_of[colour]) continue;
        if (!danger[prey]) order[threatened++] = prey;
        danger[prey] += 1.0 / 6;
      }
    }
  for (int i = 0; i < threatened; i++) {
    int prey = order[i], owner = t->side_of[prey >> 2];
    double likely = danger[prey] < 1.0 ? danger[prey] : 1.0;
    scores[owner] -= (game->step[prey] + 10.0) * likely * (owner == side ? 1.0 : 0.3);
  }
  if (game->phase == THROW || game->phase == PICK) scores[on_turn(t, game)->side] += 6.0;
  for (int other = 0; other < t->sides; other++) {
    if (!game->left[other]) scores[other] += 1000.0;
    if (other != side) others += scores[other];
  }
  return scores[side] - others / (t->sides - 1);
}

static double steps_worth(const Table *t, const Game *root, const Game *game, const Player *player, int seat, int side, int depth, int heedless) {
  if (!depth || !choosing(game) || on_turn(t, game)->seat != seat)
    return steps_value(t, game, side, heedless) + player->taste * liking(t, root, game, side, player->style);
  int16_t choices[MOST];
  int count = choices_of(game, choices);
  double best = -1e300;
  for (int i = 0; i < count; i++) {
    Game after = *game;
    make_choice(t, &after, choices[i]);
    double worth = steps_worth(t, root, &after, player, seat, side, depth - 1, heedless);
    if (worth > best) best = worth;
  }
  return best;
}

static int choose_by_steps(const Table *t, const Game *game, const Player *player, Random *random) {
  int16_t choices[MOST];
  int count = choices_of(game, choices), seat = on_turn(t, game)->seat, side = on_turn(t, game)->side, equal = 0, best = -1;
  Player forgetful = *player;  // many choices are made without a style
  if (player->style && (int)draw(random, 100) >= player->often) forgetful.style = PLAIN;
  int beginner = player->kind == BEGINNER, heedless = beginner && (int)draw(random, 100) < player->heedless;
  double most = -1e300;
  int first = draw(random, count);
  for (int i = 0; i < count; i++) {
    int choice = choices[(first + i) % count];
    if (beginner && best >= 0 && (int)draw(random, 100) < player->overlooks) continue;
    Game after = *game;
    make_choice(t, &after, choice);
    double worth = steps_worth(t, game, &after, &forgetful, seat, side, 2, heedless);
    if (worth > most) most = worth, best = choice, equal = 1;
    else if (worth == most && !draw(random, ++equal)) best = choice;
  }
  return best;
}

// strong and master ---------------------------------------------------------------------------------------------------

// The chances to finish next of the sides that were `playing` where the search began.
static void chances_at(const Table *table, const Evaluator *by, const Game *game, int playing, double *chances) {
  int finished = playing & ~playing_sides(table, game);
  if (!finished) {
    by->chances(table, by->net, game, chances);
    return;
  }
  for (int side = 0; side < table->sides; side++) chances[side] = finished >> side & 1;
}

// The best of a turn's choices by what follows of them without chance; gives the position after it and its chances.
static int best_choice(const Table *t, const Evaluator *by, const Game *game, int playing, double *chances, Game *after) {
  int16_t choices[MOST];
  int count = choices_of(game, choices), side = on_turn(t, game)->side, best = -1;
  for (int i = 0; i < count; i++) {
    Game next = *game, end;
    double found[COLOURS];
    make_choice(t, &next, choices[i]);
    int goes_on = (next.phase == MOVE || next.phase == BONUS) && !(playing & ~playing_sides(t, &next));
    if (goes_on) best_choice(t, by, &next, playing, found, &end);
    else end = next, chances_at(t, by, &next, playing, found);
    if (best >= 0 && found[side] <= chances[side]) continue;
    best = choices[i];
    memcpy(chances, found, sizeof found);
    if (after) *after = end;
  }
  return best;
}

// What the strong player with a style chooses: the best by its chances and by what it likes about the movement itself.
static int choose_with_style(const Table *t, const Evaluator *by, const Player *player, const Game *game) {
  int16_t choices[MOST];
  int count = choices_of(game, choices), side = on_turn(t, game)->side, playing = playing_sides(t, game), best = -1;
  double most = -1e300;
  for (int i = 0; i < count; i++) {
    Game next = *game;
    double found[COLOURS];
    make_choice(t, &next, choices[i]);
    double liked = player->taste * liking(t, game, &next, side, player->style);
    if ((next.phase == MOVE || next.phase == BONUS) && !(playing & ~playing_sides(t, &next)))
      best_choice(t, by, &next, playing, found, NULL);
    else chances_at(t, by, &next, playing, found);
    if (found[side] + liked > most) most = found[side] + liked, best = choices[i];
  }
  return best;
}

// The chances before a throw: the mean over its six faces, each well played. With two plies each face counts as what is
// expected of the throw after it (Lookahead in engine/players/parchis_lookahead.py).
static void expect(const Table *t, const Evaluator *by, const Game *game, int playing, int plies, double *chances) {
  if (!plies || game->phase != THROW || playing & ~playing_sides(t, game)) {
    chances_at(t, by, game, playing, chances);
    return;
  }
  for (int side = 0; side < t->sides; side++) chances[side] = 0;
  for (int face = 1; face <= 6; face++) {
    Game end = *game, thrown;
    double found[COLOURS];
    throw_die(t, &end, face);
    thrown = end;
    if (end.phase == MOVE) best_choice(t, by, &thrown, playing, found, &end);
    else if (plies == 1) chances_at(t, by, &end, playing, found);
    if (plies > 1) expect(t, by, &end, playing, plies - 1, found);
    for (int side = 0; side < t->sides; side++) chances[side] += found[side] / 6;
  }
}

// Of the best choices at first sight, the one that is best before the next throw (LookaheadPlayer).
enum { SOME = 4, FEW = 2 };

static int choose_ahead(const Table *t, const Evaluator *by, const Game *game, int candidates) {
  int16_t choices[MOST];
  int count = choices_of(game, choices), side = on_turn(t, game)->side, playing = playing_sides(t, game), best = -1;
  double first[MOST], most = -1;
  Game ends[MOST];
  for (int i = 0; i < count; i++) {
    Game next = *game;
    double found[COLOURS];
    make_choice(t, &next, choices[i]);
    ends[i] = next;
    int goes_on = (next.phase == MOVE || next.phase == BONUS) && !(playing & ~playing_sides(t, &next));
    if (goes_on) best_choice(t, by, &next, playing, found, &ends[i]);
    else chances_at(t, by, &next, playing, found);
    first[i] = found[side];
  }
  for (int i = 0; i < count; i++) {
    int better = 0;
    double found[COLOURS];
    for (int other = 0; other < count; other++) better += first[other] > first[i];
    if (better >= candidates) continue;
    expect(t, by, &ends[i], playing, 1, found);
    if (found[side] > most) most = found[side], best = choices[i];
  }
  return best;
}

// Search without dice: engine/players/parchis_search.py --------------------------------------------------------------------

enum { ROOM = 4096, TURN_ENDS = 512 };

typedef struct {
  Game game;
  double chances[COLOURS];
  int first, children, count, side, done;
} Node;

static int endings(const Table *t, const Game *game, int playing, int first, Node *out, int found) {
  int16_t choices[MOST];
  int count = choices_of(game, choices);
  for (int i = 0; i < count && found < TURN_ENDS; i++) {
    Game after = *game;
    int chosen = first < 0 ? choices[i] : first, done = 0;
    make_choice(t, &after, choices[i]);
    done = (playing & ~playing_sides(t, &after)) != 0;
    if ((after.phase == MOVE || after.phase == BONUS) && !done) {
      found = endings(t, &after, playing, chosen, out, found);
      continue;
    }
    out[found++] = (Node){.game = after, .first = chosen, .side = t->slot[(int)after.slot].side, .done = done};
  }
  return found;
}

static int best_child(const Node *nodes, int node) {
  int best = nodes[node].children, side = nodes[node].side;
  for (int i = best + 1; i < nodes[node].children + nodes[node].count; i++)
    if (nodes[i].chances[side] > nodes[best].chances[side]) best = i;
  return best;
}

static int choose_by_search(const Table *t, const Evaluator *by, const Game *game, int positions) {
  static Node nodes[ROOM];
  int playing = playing_sides(t, game), used = 1, looked = 0, line[ROOM], depth = 0;
  nodes[0] = (Node){.game = *game, .side = t->slot[(int)game->slot].side};
  line[0] = 0;
  for (;;) {
    int leaf = line[depth];
    nodes[leaf].children = used;
    nodes[leaf].count = endings(t, &nodes[leaf].game, playing, leaf ? nodes[leaf].first : -1, nodes + used, 0);
    for (int i = used; i < used + nodes[leaf].count; i++) {
      chances_at(t, by, &nodes[i].game, playing, nodes[i].chances);
      looked += !nodes[i].done;
    }
    used += nodes[leaf].count;
    for (; depth >= 0; depth--) memcpy(nodes[line[depth]].chances, nodes[best_child(nodes, line[depth])].chances, sizeof nodes[0].chances);
    if (looked >= positions || used + TURN_ENDS > ROOM) break;
    depth = 0;
    while (nodes[line[depth]].count) line[depth + 1] = best_child(nodes, line[depth]), depth++;
    if (nodes[line[depth]].done) break;
  }
  return nodes[best_child(nodes, 0)].first;
}

static int choose(const Table *table, const Game *game, const Player *player, Random *random) {
  int16_t choices[MOST];
  double chances[COLOURS];
  int count = choices_of(game, choices);
  Evaluator by = {player->kind == MASTER ? told_chances : net_chances, player->net};
  if (player->judge) by = (Evaluator){whole_chances, player->judge};
  if (count == 1) return choices[0];
  if (player->kind == RANDOM) return choices[draw(random, count)];
  if (player->kind == STRONG && player->style) return choose_with_style(table, &by, player, game);
  if (player->kind == STRONG) return best_choice(table, &by, game, playing_sides(table, game), chances, NULL);
  if (player->kind == MASTER && table->pool) return choose_by_search(table, &by, game, player->nodes);
  if (player->kind == MASTER) return choose_ahead(table, &by, game, player->judge ? FEW : SOME);
  return choose_by_steps(table, game, player, random);
}
#endif
