"""What those who host are given: every setting it names exists, and every file it copies is there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import kubernetes_validate
import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bot import __version__
from bot.cli.main import USAGE_ERROR
from bot.cli.serve import BROKEN
from bot.settings import NAMES

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = [path for path in DEPLOY.rglob("*") if path.is_file() and path.suffix != ".pyc"]
FILES += [*ROOT.glob("README*.md"), *(ROOT / "docs" / "hosting").glob("*.md")]
MANIFEST: dict[tuple[str, str], dict[str, Any]] = {
    (each["kind"], each["metadata"]["name"]): each
    for each in yaml.safe_load_all((DEPLOY / "kubernetes" / "palmares.yaml").read_text("utf-8"))
}
HADOLINT = shutil.which("hadolint", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))


@pytest.mark.parametrize("path", sorted(FILES), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_setting_that_is_named_exists(path: Path) -> None:
    named = set(re.findall(r"\b(PALMARES_[A-Z_]+|DATABASE(?:_LISTEN)?_URL)\b", path.read_text("utf-8")))
    assert named <= set(NAMES)


def test_the_image_has_all_that_the_package_has() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    copied = {
        source for line in re.findall(r"^COPY (?!--from)(.+)$", text, re.MULTILINE) for source in line.split()[:-1]
    }
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]
    assert {*build["targets"]["wheel"]["only-include"], build["hooks"]["custom"]["path"]} <= copied
    assert all((ROOT / source).exists() for source in copied)
    let_in = set(re.findall(r"^!(.+)$", (DEPLOY / "Dockerfile.dockerignore").read_text("utf-8"), re.MULTILINE))
    assert let_in == copied


def test_the_image_gets_what_the_program_needs_before_its_code() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    assert text.index("--requirement wanted.txt") < text.index("COPY engine")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed, optional = project["dependencies"], project["optional-dependencies"]
    for extras, more in (
        ("", []),
        ("postgres", ["postgres"]),
        ("postgres, video", ["postgres", "video"]),
        ("tracing,postgres", ["postgres"]),
    ):
        said = subprocess.run(  # noqa: S603
            [sys.executable, str(DEPLOY / "wanted.py"), extras],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
            cwd=ROOT,
        )
        assert said.stdout.splitlines() == [*needed, *(each for name in more for each in optional[name])]
        assert ("tracing is ignored" in said.stderr) == ("tracing" in extras)


def test_the_daily_script_deletes_no_backup_if_the_new_one_fails(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "hosting" / "operations.md").read_text("utf-8")
    (script,) = re.findall(r"^#!/bin/sh\n.*?(?=^```)", page, re.MULTILINE | re.DOTALL)
    deleted = tmp_path / "deleted"
    for works in (True, False):
        for name, body in (("runuser", "true" if works else "false"), ("find", f"touch {deleted}")):
            (tmp_path / name).write_text(f"#!/bin/sh\n{body}\n")
            (tmp_path / name).chmod(0o755)
        deleted.unlink(missing_ok=True)
        path = os.pathsep.join((str(tmp_path), os.environ["PATH"]))
        said = subprocess.run(["sh", "-c", script], env={"PATH": path}, timeout=60, check=False)  # noqa: S603, S607
        assert (said.returncode == 0, deleted.exists()) == (works, works)


def test_compose_chooses_the_extras() -> None:
    for name in ("compose.yaml", "compose.cluster.yaml"):
        services = yaml.safe_load((DEPLOY / name).read_text("utf-8"))["services"]
        (chosen,) = (each["build"]["args"]["EXTRAS"] for each in services.values() if "build" in each)
        default = re.fullmatch(r"\$\{EXTRAS-([a-z,]+)\}", chosen)
        assert default, chosen
        assert set(default[1].split(",")) <= {"postgres", "video"}


MACHINES = {
    "Linux": {"sys_platform": "linux", "platform_machine": "x86_64"},
    "Intel Mac": {"sys_platform": "darwin", "platform_machine": "x86_64"},
    "Mac": {"sys_platform": "darwin", "platform_machine": "arm64"},
    "Windows": {"sys_platform": "win32", "platform_machine": "AMD64"},
    "Windows on ARM": {"sys_platform": "win32", "platform_machine": "ARM64"},
    "Raspberry Pi, 32 bits": {"sys_platform": "linux", "platform_machine": "armv7l"},
}
# the newest of cryptography's versions that have a wheel there
NEWEST = {"Intel Mac": "48.0.1", "Windows on ARM": "46.0.3"}


@pytest.mark.parametrize("machine", MACHINES)
def test_every_machine_has_one_pin_a_library_within_its_bounds(machine: str) -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    here = [pin for pin in pins if pin.marker is None or pin.marker.evaluate(MACHINES[machine])]
    versions = {canonicalize_name(pin.name): str(pin.specifier).removeprefix("==") for pin in here}
    assert len(versions) == len(here) == len({canonicalize_name(pin.name) for pin in pins})
    assert versions["cryptography"] == NEWEST.get(machine, versions["cryptography"])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [Requirement(each) for each in project["dependencies"]]
    for each in needed:
        assert each.specifier.contains(versions[canonicalize_name(each.name)]), each
    missing = {each.name for each in needed if each.marker and not each.marker.evaluate(MACHINES[machine])}
    assert missing == {"Raspberry Pi, 32 bits": {"deflate", "isal"}, "Windows on ARM": {"isal"}}.get(machine, set())


def test_every_way_to_stop_it_leaves_it_its_time() -> None:
    unit, compose = (DEPLOY / "palmares.service").read_text("utf-8"), (DEPLOY / "compose.yaml").read_text("utf-8")
    cluster = (DEPLOY / "compose.cluster.yaml").read_text("utf-8").partition("\n  database:")[0]
    manifest = (DEPLOY / "kubernetes" / "palmares.yaml").read_text("utf-8")
    grace = "stop_grace_period: "
    ways = (
        (unit, "TimeoutStopSec="),
        (compose, grace),
        (cluster, grace),
        (manifest, "terminationGracePeriodSeconds: "),
    )
    for text, name in ways:
        (seconds,) = re.findall(rf"{name}(\d+)", text)
        assert int(seconds) > 10


def test_the_service_has_no_more_of_the_machine_than_it_needs() -> None:
    lines = (DEPLOY / "palmares.service").read_text("utf-8").splitlines()
    assert {"MemoryMax=1G", "TasksMax=256"} <= set(lines)
    for what in ("PrivateUsers", "PrivateMounts", "RemoveIPC", "MemoryDenyWriteExecute", "NoNewPrivileges"):
        assert f"{what}=yes" in lines
    calls = [line for line in lines if line.startswith("SystemCallFilter=")]
    assert calls == [
        f"SystemCallFilter={each}" for each in ("@system-service", "~@privileged @resources", "setpriority")
    ]
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert "mem_limit: 1g" in compose


def test_compose_files_have_the_form_that_is_published() -> None:
    files = [str(DEPLOY / file) for file in ("compose.yaml", "compose.cluster.yaml", "compose.watch.yaml")]
    said = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", *files],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert said.returncode == 0, said.stdout + said.stderr


def test_no_password_has_a_default() -> None:
    passwords = {
        each
        for path in DEPLOY.glob("compose*.yaml")
        for each in re.findall(r"\$\{?\w*PASSWORD[^}]*\}?", path.read_text("utf-8"))
    }
    assert {each.partition(":")[0] for each in passwords} == {"${POSTGRES_PASSWORD", "${GRAFANA_PASSWORD"}
    assert all(re.fullmatch(r"\$\{\w+:\?[^}]+\}", each) for each in passwords), passwords


@pytest.mark.parametrize("kind", [kind for kind, _ in MANIFEST])
def test_the_manifest_has_the_form_that_kubernetes_publishes(kind: str) -> None:
    for (each, _), resource in MANIFEST.items():
        if each == kind:
            kubernetes_validate.validate(resource, "1.30", strict=True)  # raises ValidationError


@pytest.mark.skipif(HADOLINT is None, reason="hadolint has no wheel for this machine")
def test_the_dockerfile_has_no_known_fault() -> None:
    said = subprocess.run(  # noqa: S603
        [str(HADOLINT), str(DEPLOY / "Dockerfile")], capture_output=True, text=True, timeout=60, check=False
    )
    assert said.returncode == 0, said.stdout


def test_a_pod_has_no_more_than_it_needs_and_is_replaced_before_it_goes() -> None:
    spec = MANIFEST["Deployment", "palmares"]["spec"]
    pod = spec["template"]["spec"]
    (container,) = pod["containers"]
    assert spec["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    assert MANIFEST["PodDisruptionBudget", "palmares"]["spec"]["maxUnavailable"] < spec["replicas"]
    assert pod["securityContext"]["runAsNonRoot"]
    user = f"{pod['securityContext']['runAsUser']}:{pod['securityContext']['runAsGroup']}"
    assert f"USER {user}\n" in (DEPLOY / "Dockerfile").read_text("utf-8")
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert {"memory"} <= set(container["resources"]["limits"])
    # a service called `palmares` would set `PALMARES_PORT=tcp://…`, which the settings refuse
    assert pod["enableServiceLinks"] is False
    paths = {container[f"{kind}Probe"]["httpGet"]["path"] for kind in ("startup", "liveness")}
    assert (paths, container["readinessProbe"]["httpGet"]["path"]) == ({"/healthz"}, "/readyz")
    for kind in ("Service", "PodDisruptionBudget"):
        for (each, _), resource in MANIFEST.items():
            selector = resource.get("spec", {}).get("selector", {})
            if each == kind:
                chosen = selector.get("matchLabels", selector)
                assert chosen.items() <= spec["template"]["metadata"]["labels"].items()
    ports = {port["name"] for port in container["ports"]}
    services = [resource for (kind, _), resource in MANIFEST.items() if kind == "Service"]
    assert {port["targetPort"] for service in services for port in service["spec"]["ports"]} <= ports


def test_the_image_that_kubernetes_fetches_is_this_version() -> None:
    kustomization = yaml.safe_load((DEPLOY / "kubernetes" / "kustomization.yaml").read_text("utf-8"))
    assert [image["newTag"] for image in kustomization["images"]] == [__version__]
    (secret,) = kustomization["secretGenerator"]
    assert secret["envs"] == ["palmares.env"]
    assert (DEPLOY / "kubernetes" / "palmares.env.example").exists()
    assert "deploy/kubernetes/palmares.env" in (ROOT / ".gitignore").read_text("utf-8").splitlines()


def test_the_unit_starts_it_again_but_not_where_the_settings_cannot_be_used() -> None:
    lines = (DEPLOY / "palmares.service").read_text("utf-8").splitlines()
    assert "Restart=on-failure" in lines
    assert f"RestartPreventExitStatus={USAGE_ERROR}" in lines
    assert BROKEN != USAGE_ERROR
