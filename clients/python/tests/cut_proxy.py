"""A proxy that loses connections, as proxies do."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit


@contextmanager
def connections_cut_after(url: str, limits: list[int]) -> Iterator[str]:
    """An address before `url` whose first connections end after so many bytes of answers each, later ones never."""
    server = socket.create_server(("127.0.0.1", 0))
    target = urlsplit(url)
    address = (target.hostname or "127.0.0.1", target.port or 80)
    remaining = list(limits)

    def accept() -> None:
        while True:
            try:
                client, _ = server.accept()
            except OSError:
                return
            limit = remaining.pop(0) if remaining else None
            upstream = socket.create_connection(address)
            threading.Thread(target=_copy, args=(client, upstream, None), daemon=True).start()
            threading.Thread(target=_copy, args=(upstream, client, limit), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        assert not remaining, "fewer connections were made than were to be cut"
    finally:
        server.close()


def _copy(source: socket.socket, sink: socket.socket, limit: int | None) -> None:
    left = limit
    try:
        while left is None or left > 0:
            data = source.recv(4096 if left is None else min(4096, left))
            if not data:
                break
            sink.sendall(data)
            left = None if left is None else left - len(data)
    except OSError:
        pass
    for end in (source, sink):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
