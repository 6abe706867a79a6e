"""Connections to a server over TLS: with a known authority, with an unknown one, or without a check."""

from __future__ import annotations

import asyncio
import datetime
import os
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from data.errors import DatabaseAway, StoreFailed, UnusableDatabase
from data.open_store import open_coordination
from data.postgres import server as server_module
from data.postgres.store import open_postgres
from tests.fakes.held_port import HeldPort
from tests.fakes.postgres_server import PostgresServer, missing
from tests.fakes.store_samples import table

pytestmark = pytest.mark.skipif(missing() is not None, reason=missing() or "")
_USING = "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'palmares'"


class Authority:
    """Who vouches for certificates."""

    def __init__(self, name: str) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self._own = self._signed(self._name, self._key, x509.BasicConstraints(ca=True, path_length=0))

    def _signed(
        self, name: x509.Name, key: ec.EllipticCurvePrivateKey, *extensions: x509.ExtensionType
    ) -> x509.Certificate:
        now = datetime.datetime.now(datetime.UTC)
        identifier = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        builder = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(identifier, critical=False)
        )
        for extension in extensions:
            builder = builder.add_extension(extension, critical=isinstance(extension, x509.BasicConstraints))
        return builder.sign(self._key, hashes.SHA256())

    def write(self, file: Path) -> Path:
        """Write what those need who trust it."""
        file.write_bytes(self._own.public_bytes(serialization.Encoding.PEM))
        return file

    def vouch(self, who: str, folder: Path, files: str = "server") -> tuple[Path, Path]:
        """Write a certificate for a host, or a user of the database, and its key; return both files."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, who)])
        certificate = self._signed(name, key, x509.SubjectAlternativeName([x509.DNSName(who)]))
        return self._write(certificate, key, folder / files)

    @staticmethod
    def _write(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey, path: Path) -> tuple[Path, Path]:
        files = path.with_suffix(".crt"), path.with_suffix(".key")
        files[0].write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        pem, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        files[1].write_bytes(key.private_bytes(pem, form, serialization.NoEncryption()))
        return files


@dataclass
class Site:
    """A server on a port of this machine, and files of authorities: the server's own, and a stranger's.

    `clients`: certificates and keys of its user `guest`, of another user, and of a `guest` known to a stranger only.
    """

    port: int
    known: Path
    unknown: Path
    clients: dict[str, tuple[Path, Path]]

    def url(
        self, mode: str = "", root: Path | None = None, host: str = "localhost", user: str = "palmares", **files: Path
    ) -> str:
        """Return the address by which it is asked so; `files` are further ones, by the names of their parameters."""
        named = {"sslmode": mode, "sslrootcert": root, **files}
        asked = "&".join(f"{name}={value}" for name, value in named.items() if value)
        return f"postgresql://{user}@{host}:{self.port}/postgres?{asked}"

    def guest(self, client: str) -> str:
        """Return the address for `guest`, whom the server knows by a certificate alone, with one of the clients'."""
        certificate, key = self.clients[client]
        return self.url("verify-full", self.known, user="guest", sslcert=certificate, sslkey=key)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server with a certificate for `localhost`, and with nothing for a number; it asks `guest` for one too."""
    authority, stranger = Authority("Games"), Authority("Strangers")
    folder = tmp_path_factory.mktemp("authorities")
    with HeldPort() as port:
        server = PostgresServer(port=str(port.number), listen_addresses="127.0.0.1", ssl="on")
        files = authority.vouch("localhost", server.folder)
        for file in files:
            file.chmod(0o600)
            if os.geteuid() == 0:
                os.chown(file, server.folder.stat().st_uid, server.folder.stat().st_gid)
        root = authority.write(server.folder / "root.crt")
        root.chmod(0o644)
        server.settle(ssl_cert_file=str(files[0]), ssl_key_file=str(files[1]), ssl_ca_file=str(root))
        server.start()
        asyncio.run(server.run("CREATE ROLE guest SUPERUSER LOGIN; CREATE ROLE other SUPERUSER LOGIN"))
        rules = server.folder / "data" / "pg_hba.conf"
        rules.write_text(f"hostssl all guest all cert\n{rules.read_text('utf-8')}", "utf-8")
        asyncio.run(server.run("SELECT pg_reload_conf()"))
        clients = {
            "own": authority.vouch("guest", folder, "own"),
            "another's": authority.vouch("other", folder, "other"),
            "stranger's": stranger.vouch("guest", folder, "stranger"),
        }
        yield Site(
            port.number, authority.write(folder / "known.crt"), stranger.write(folder / "unknown.crt"), clients
        )
        server.remove()


@pytest.mark.parametrize("mode", ["", "prefer", "require", "verify-ca", "verify-full"])
async def test_it_is_used_as_the_address_says(site: Site, mode: str) -> None:
    store = await open_postgres(site.url(mode, site.known if mode.startswith("verify") else None))
    assert await store.table("t1") is None
    assert await store._read(_USING, {}) == [(True,)]
    await store.close()


async def test_the_heartbeat_goes_over_it_too(site: Site) -> None:
    url = site.url("verify-full", site.known)
    store, coordination = await open_postgres(url), open_coordination(url)
    await coordination.join("bot", {"web": 1}, lasts=9.0)
    assert await store._read(_USING, {}) == [(True,)] * 2
    await coordination.leave("bot")
    await coordination.close()
    await store.close()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
async def test_a_server_that_may_be_another_is_refused_in_one_line(site: Site, host: str) -> None:
    """By a stranger's authority, or under another name than the certificate has."""
    root = site.unknown if host == "localhost" else site.known
    with pytest.raises(UnusableDatabase, match=r"CERTIFICATE_VERIFY_FAILED.*certificate") as refused:
        await open_postgres(site.url("verify-full", root, host))
    assert len(str(refused.value).splitlines()) == 1


async def test_a_user_is_known_by_a_certificate_on_each_connection(site: Site) -> None:
    url = site.guest("own")
    store, coordination = await open_postgres(url), open_coordination(url)
    await coordination.join("bot", {"web": 1}, lasts=9.0)
    assert await store._read(f"{_USING} AND client_dn = '/CN=guest'", {}) == [(True,)] * 2
    await coordination.leave("bot")
    await coordination.close()
    await store.close()


@pytest.mark.parametrize("client", ["another's", "stranger's", None])
async def test_a_user_without_the_right_certificate_is_refused_in_one_line(site: Site, client: str | None) -> None:
    url = site.guest(client) if client else site.url("verify-full", site.known, user="guest")
    said = "closed|unknown ca" if client == "stranger's" else "certificate"  # the rest stands in the server's log
    with pytest.raises(UnusableDatabase, match=said) as refused:
        await open_postgres(url)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["sslrootcert", "sslcert", "sslkey"])
async def test_a_file_that_is_not_there_is_named(site: Site, name: str, tmp_path: Path) -> None:
    certificate, key = site.clients["own"]
    files = {"sslrootcert": site.known, "sslcert": certificate, "sslkey": key, name: tmp_path / "nothing"}
    with pytest.raises(UnusableDatabase, match=rf"{name}.*nothing") as refused:
        await open_postgres(site.url("verify-full", user="guest", **files))
    assert not isinstance(refused.value, DatabaseAway), "nobody waits for it"


async def test_a_certificate_that_is_wrong_later_is_a_failing_store_and_no_wrong_row(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_module, "PATIENCE", 0.1)
    store = await open_postgres(site.url("verify-full", site.known))

    async def work(*_: object) -> None:
        raise ssl.SSLCertVerificationError("certificate has expired")

    with pytest.raises(StoreFailed, match="expired"):
        await store._server.do(work)
    await store.close()


async def test_without_tls_it_is_used_only_where_the_address_allows_that(site: Site) -> None:
    store = await open_postgres(site.url("disable"))
    await store.create(table("plain"), limit=9)
    assert await store._read(_USING, {}) == [(False,)]
    await store.close()
    with HeldPort() as port:
        plain = PostgresServer(port=str(port.number), listen_addresses="127.0.0.1")
        plain.start()
        try:
            store = await open_postgres(f"postgresql://palmares@localhost:{port.number}/postgres?sslmode=prefer")
            await store.close()
            with pytest.raises(UnusableDatabase, match="SSL"):
                await open_postgres(f"postgresql://palmares@localhost:{port.number}/postgres?sslmode=require")
        finally:
            plain.remove()
