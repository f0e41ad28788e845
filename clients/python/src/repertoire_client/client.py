"""The client that every operation takes."""

import asyncio
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import aclosing
from urllib.parse import quote

import httpx
from attrs import define, field

from .errors import RepertoireError
from .events import Reconnection, UnknownEvent, event_source, parse_event
from .http_clients import AsyncHttpClient, HttpClient
from .rest.client import AuthenticatedClient
from .rest.event_types import ConversationEvent

# A message is answered when the agent has answered.
_usual_timeout = httpx.Timeout(300, connect=10)
# Twice as long as the server is ever silent.
_stream_timeout = httpx.Timeout(60, connect=10)


@define(repr=False)
class Repertoire(AuthenticatedClient):
    """A server and a key: `Repertoire("https://skills.example.com", "rep_…")`. Failed calls raise RepertoireError."""

    _timeout: httpx.Timeout | None = field(default=_usual_timeout, kw_only=True, alias="timeout")

    def __repr__(self) -> str:
        return f"Repertoire({self._base_url!r})"

    def get_httpx_client(self) -> httpx.Client:
        if self._client is None:
            self._client = HttpClient(
                base_url=self._base_url,
                cookies=self._cookies,
                headers=self._headers_with_key(),
                timeout=self._timeout,
                verify=self._verify_ssl,
                follow_redirects=self._follow_redirects,
                **self._httpx_args,
            )
        return self._client

    def get_async_httpx_client(self) -> httpx.AsyncClient:
        if self._async_client is None:
            self._async_client = AsyncHttpClient(
                base_url=self._base_url,
                cookies=self._cookies,
                headers=self._headers_with_key(),
                timeout=self._timeout,
                verify=self._verify_ssl,
                follow_redirects=self._follow_redirects,
                **self._httpx_args,
            )
        return self._async_client

    def events(
        self, conversation_id: str, *, after: int = 0
    ) -> Generator[ConversationEvent | UnknownEvent, None, None]:
        """Every event after `after`, then live ones, across reconnects, each once. Text as it is written comes with the
        id of the event before it and is not repeated. Ends when you stop reading."""
        stream = Reconnection(after)
        while True:
            failure: Exception | None = None
            try:
                with self.get_httpx_client().stream(
                    "GET",
                    _events_path(conversation_id),
                    headers=stream.headers(),
                    timeout=_stream_timeout,
                ) as response:
                    for frame in event_source(response).iter_sse():
                        event = parse_event(frame, stream.last_id)
                        if event is not None:
                            stream.received(event)
                            yield event
            except (RepertoireError, httpx.TransportError) as error:
                failure = error
            time.sleep(stream.delay_after(failure))

    async def events_async(
        self, conversation_id: str, *, after: int = 0
    ) -> AsyncGenerator[ConversationEvent | UnknownEvent, None]:
        """As `events`, without blocking."""
        stream = Reconnection(after)
        while True:
            failure: Exception | None = None
            try:
                async with self.get_async_httpx_client().stream(
                    "GET",
                    _events_path(conversation_id),
                    headers=stream.headers(),
                    timeout=_stream_timeout,
                ) as response:
                    async with aclosing(event_source(response).aiter_sse()) as frames:
                        async for frame in frames:
                            event = parse_event(frame, stream.last_id)
                            if event is not None:
                                stream.received(event)
                                yield event
            except (RepertoireError, httpx.TransportError) as error:
                failure = error
            await asyncio.sleep(stream.delay_after(failure))

    def _headers_with_key(self) -> dict[str, str]:
        return {**self._headers, self.auth_header_name: f"{self.prefix} {self.token}"}


def _events_path(conversation_id: str) -> str:
    return f"/api/v1/conversations/{quote(conversation_id, safe='')}/events"
