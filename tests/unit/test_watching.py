"""Prometheus' rules and Grafana's dashboard: they ask for figures that exist, and pass their own tools."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.core.board_messages.instrumented_messenger import _Ending
from bot.http.refusals import Kind
from bot.observability.disk_watch import DiskWatch
from bot.observability.metrics import Metrics
from data.errors import StoreFailed
from data.postgres.server import Unknown

DEPLOY = Path(__file__).parents[2] / "deploy"
ALERTS = DEPLOY / "prometheus" / "alerts.yaml"
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "palmares.json").read_text("utf-8"))
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load(ALERTS.read_text("utf-8"))["groups"] for rule in group["rules"]
]
PANELS = [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]
ASKED = [(rule["alert"], rule["expr"]) for rule in RULES] + [
    (panel["title"], target["expr"]) for panel in PANELS for target in panel["targets"]
]
OF_PROMETHEUS = {"up": {"job", "instance"}}
"""What Prometheus adds itself."""


class OneOfThree:
    """A process among others."""

    held, age, living = ("telegram/3",), 0.5, 3


def told() -> dict[str, set[str]]:
    """The labels of each sample that a bot tells."""
    metrics = Metrics()
    metrics.watch_errors({"KeyError": 1})
    metrics.watch_refusals({("page", Kind.FULL): 1})
    metrics.watch_platforms(lambda: {"discord": None})
    metrics.watch_membership(OneOfThree())
    metrics.watch_disk(disk := DiskWatch(Path(), 1))
    disk.free = 2
    for kind in ("press", "command"):
        metrics.acted(kind, "discord", 1.0, 2.0, table="t")
        metrics.refused(kind, "discord")
    metrics.called("discord", "edit", "ok")
    metrics.shown("t", 3.0)
    samples: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(metrics.text({"playing": 1}).decode()):
        for sample in family.samples:
            samples.setdefault(sample.name, set()).update(sample.labels)
    return samples


@pytest.mark.parametrize(("title", "expression"), ASKED, ids=[f"{title}: {words}"[:60] for title, words in ASKED])
def test_every_figure_that_is_asked_for_is_told_with_these_labels(title: str, expression: str) -> None:
    known = {name: labels | {"job", "instance"} for name, labels in told().items()} | OF_PROMETHEUS
    named = set(re.findall(r"\b((?:palmares|process|python)_\w+|up)\b", expression))
    assert named
    assert named <= set(known), title
    labels = set[str]().union(*(known[name] for name in named))
    chosen = re.findall(r"(\w+)(?:=~|!~|!=|=)\"", expression)
    gathered = [label for group in re.findall(r"by \(([\w, ]+)\)", expression) for label in group.split(", ")]
    assert {*chosen, *gathered} <= labels


def test_every_figure_of_ours_is_on_the_dashboard() -> None:
    shown = " ".join(expression for _, expression in ASKED)
    for name in told():
        if name.startswith("palmares_") and not name.endswith(("_created", "_sum", "_count")):
            assert name in shown


def test_a_rule_says_how_urgent_it_is_and_what_to_do() -> None:
    for rule in RULES:
        assert rule["labels"]["severity"] in ("critical", "warning")
        assert rule["annotations"]["summary"]
    assert len({rule["alert"] for rule in RULES}) == len(RULES)


def test_each_rule_is_tried() -> None:
    tried = yaml.safe_load((ALERTS.parent / "alerts.test.yaml").read_text("utf-8"))["tests"]
    fired = {one["alertname"] for test in tried for one in test["alert_rule_test"] if one["exp_alerts"]}
    assert fired == {rule["alert"] for rule in RULES}


VALUES: dict[str, set[str]] = {
    "kind": {"press", "command", *Kind, *(error.__name__ for error in (StoreFailed, Unknown))},
    "outcome": {"ok", *(outcome for _, outcome in _Ending._NAMES)},
    "job": {"palmares"},
}


@pytest.mark.parametrize(("title", "expression"), ASKED, ids=[f"{title}: {words}"[:60] for title, words in ASKED])
def test_every_value_of_a_label_that_is_asked_for_is_one_that_the_bot_tells(title: str, expression: str) -> None:
    for label, values in re.findall(r"(\w+)(?:=~|!~|!=|=)\"([^\"]*)\"", expression):
        assert set(values.split("|")) <= VALUES[label], title


def test_no_two_panels_lie_on_each_other() -> None:
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    places = [panel["gridPos"] for panel in DASHBOARD["panels"]]
    for place in places:
        assert place["x"] + place["w"] <= 24
    for one, other in combinations(places, 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or below


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed (Debian: prometheus)")
@pytest.mark.parametrize("check", ["check config prometheus.yaml", "test rules alerts.test.yaml"])
def test_prometheus_takes_the_rules_and_they_fire_when_they_should(check: str) -> None:
    said = subprocess.run(  # noqa: S603
        ["promtool", *check.split()],  # noqa: S607
        cwd=ALERTS.parent,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.skipif(shutil.which("promtool") is None, reason="promtool is not installed (Debian: prometheus)")
def test_prometheus_can_read_what_the_dashboard_asks(tmp_path: Path) -> None:
    """As rules, since promtool reads nothing else."""
    asked = [words.replace("$__rate_interval", "1m") for _, words in ASKED]
    rules = [{"record": f"asked:{number}", "expr": words} for number, words in enumerate(asked)]
    (tmp_path / "rules.yaml").write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}), "utf-8")
    said = subprocess.run(  # noqa: S603
        ["promtool", "check", "rules", "--lint-fatal", str(tmp_path / "rules.yaml")],  # noqa: S607
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert said.returncode == 0, said.stdout + said.stderr
