"""Match people in pairs by a maximum-weight matching, each with those near them in the order."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.tournaments.assignment import REPEATED, Wish

NEAR = 8
"""People after one in the order who may be their opponent; more if these leave somebody without one."""


def matched(order: Sequence[int], wish: Wish) -> list[list[int]]:
    """Return pairs of an even number of people, at the smallest total cost among near ones; deterministic."""
    import networkx  # a tenth of a second and 10 MB, that only duels of a tournament need

    near = NEAR
    while True:
        graph = networkx.Graph()
        graph.add_nodes_from(range(len(order)))
        costs = {
            (index, other): round(1000 * wish(order[index], order[other])) + other - index
            for index in range(len(order))
            for other in range(index + 1, min(len(order), index + near + 1))
        }
        greatest = max(costs.values(), default=0) + 1
        graph.add_weighted_edges_from((*pair, greatest - value) for pair, value in costs.items())
        pairs = sorted(tuple(sorted(pair)) for pair in networkx.max_weight_matching(graph, maxcardinality=True))
        repeats = any(costs[pair] >= 1000 * REPEATED for pair in pairs)
        if (2 * len(pairs) == len(order) and not repeats) or near >= len(order):
            return [[order[one], order[other]] for one, other in pairs]
        near *= 4
