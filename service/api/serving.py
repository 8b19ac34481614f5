"""A process that serves: the application on a socket, with patience that has an end."""

import asyncio
import contextlib
import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from evidence.errors import InputRefused
from service.allocation import keep_few_arenas
from service.api.app import create_app
from service.api.guard import is_loopback
from service.context import open_context
from service.scratch import sweep
from service.search_process import SearchProcess
from service.settings import Settings

_HEAD_SECONDS = 15.0
"""A client that has not sent the head of a request by then is sent away."""
_KEEP_SECONDS = 20
_END_SECONDS = 10


class PatientProtocol(H11Protocol):
    """The server's own protocol waits for ever for the head of a request; this one does not, be it the first or a later one."""

    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:  # asyncio's transport
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _watch(self) -> None:
        """The time counts from the first byte of a head to its last; drops of it do not begin it anew."""
        if not self._is_waiting():
            self._stop_waiting()
        elif self._waiting is None:
            self._waiting = self.loop.call_later(_HEAD_SECONDS, self._give_up)

    def _is_waiting(self) -> bool:
        return self.cycle is None or (self.cycle.response_complete and self.conn.their_state is h11.IDLE)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _give_up(self) -> None:
        self._waiting = None
        if self._is_waiting() and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """Tells open event streams that the end has come: they would keep it waiting."""

    def __init__(self, config: uvicorn.Config, *, on_end: Callable[[], None], on_ready: Callable[[int], None]) -> None:
        super().__init__(config)
        self._on_end, self._on_ready = on_end, on_ready

    async def startup(self, sockets: Any = None) -> None:  # as the library declares it
        await super().startup(sockets)
        if self.started:
            self._on_ready(self.servers[0].sockets[0].getsockname()[1])

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._on_end()
        super().handle_exit(sig, frame)


def serve(settings: Settings, *, say: Callable[[str], None]) -> None:
    """Until a signal. Raises InputRefused where the port is taken or the address may not be used like this."""
    refuse_open_door(settings)
    sweep()
    keep_few_arenas()
    searcher = SearchProcess(settings)
    context = open_context(settings, searcher=searcher)
    try:
        first = context.people.first_admin()
        app = create_app(context)
        chosen = settings.serve

        def ready(port: int) -> None:
            searcher.warm()
            say(f"Lastro serves at {address_of(settings, port)}")
            if first is not None:
                user, password = first
                say(f"first start: sign in as {user.login!r} with the one-time password {password}")

        config = uvicorn.Config(
            app,
            host=chosen.host,
            port=chosen.port,
            http=PatientProtocol,
            ws="none",
            lifespan="on",
            log_config=None,  # its access log holds addresses with their queries
            access_log=False,
            server_header=False,
            proxy_headers=bool(chosen.trusted_proxies),
            forwarded_allow_ips=list(chosen.trusted_proxies),
            timeout_keep_alive=_KEEP_SECONDS,
            timeout_graceful_shutdown=_END_SECONDS,
            limit_concurrency=1000,
        )
        server = Server(config, on_end=app.state.hub.close, on_ready=ready)
        # the library sends itself the signal once more when it is done; then there is still something to close
        signal.signal(signal.SIGTERM, lambda *_: None)
        with contextlib.suppress(KeyboardInterrupt):
            server.run()
        if not server.started:
            raise InputRefused(
                f"port {chosen.port} of {chosen.host!r} cannot be listened on; is another service there? choose one with --port"
            )
    finally:
        context.close()


def refuse_open_door(settings: Settings) -> None:
    """Beyond loopback, people's passwords would travel in the clear unless something in front speaks TLS."""
    chosen = settings.serve
    if not is_loopback(chosen.host) and chosen.address is None:
        raise InputRefused(
            f"to listen on {chosen.host!r}, set LASTRO_SERVE__ADDRESS to the https address that browsers use; "
            "see docs/security.md"
        )


def address_of(settings: Settings, port: int) -> str:
    chosen = settings.serve
    if chosen.address is not None:
        return str(chosen.address)
    host = f"[{chosen.host}]" if ":" in chosen.host else chosen.host
    return f"http://{host}:{port}/"
