"""Where a request may go: loopback, a listed private network, or anywhere for a case that may leave.

The address is checked when the connection is made, and the connection is made to the address that was checked: a name
that resolves to something else a moment later gains nothing. Proxies from the environment are not used.
"""

import asyncio
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any

import httpcore
import httpx

from evidence.errors import ModelRefused, ModelUnavailable

Network = IPv4Network | IPv6Network


class Egress:
    """``may_leave`` is true only for a case marked anonymised or synthetic."""

    def __init__(self, *, private_networks: Iterable[Network] = (), may_leave: bool = False) -> None:
        self._networks = tuple(private_networks)
        self._may_leave = may_leave

    def check(self, host: str, address: str) -> None:
        """Raises ModelRefused."""
        ip = ip_address(address.split("%")[0])
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped:
            ip = ip.ipv4_mapped
        if self._allows(ip):
            return
        raise ModelRefused(
            f"model endpoint {host!r} is at {address}, which is neither this machine nor in "
            "LASTRO_MODEL__PRIVATE_NETWORKS; this case is confidential, so nothing was sent. Add the network to the "
            "settings if it is yours, or mark the case anonymised or synthetic"
        )

    def _allows(self, ip: IPv4Address | IPv6Address) -> bool:
        return (
            self._may_leave or ip.is_loopback or any(ip in net for net in self._networks if net.version == ip.version)
        )

    async def addresses(self, host: str, port: int) -> list[str]:
        """Every address of ``host``; all of them must be allowed."""
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except OSError as error:
            raise ModelUnavailable(f"model endpoint {host!r} has no address ({error}); is the name right?") from None
        addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
        for address in addresses:
            self.check(host, address)
        return addresses


class _GuardedBackend(httpcore.AsyncNetworkBackend):
    def __init__(self, egress: Egress) -> None:
        self._egress = egress
        self._inner = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # httpcore's own signature
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,  # as httpcore declares it
    ) -> httpcore.AsyncNetworkStream:
        addresses = await self._egress.addresses(host, port)
        last: Exception | None = None
        for address in addresses:
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                last = error
        raise last or httpcore.ConnectError(f"{host} has no address")

    async def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[Any] | None = None
    ) -> httpcore.AsyncNetworkStream:
        raise ModelRefused(f"a unix socket ({path!r}) is no model endpoint; give an http address")

    async def sleep(self, seconds: float) -> None:
        await self._inner.sleep(seconds)


def guarded_transport(egress: Egress, *, connections: int) -> httpx.AsyncHTTPTransport:
    limits = httpx.Limits(max_connections=connections, max_keepalive_connections=connections)
    transport = httpx.AsyncHTTPTransport(trust_env=False, limits=limits)
    transport._pool._network_backend = _GuardedBackend(egress)  # httpx offers no other way in to its pool
    return transport
