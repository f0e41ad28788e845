"""A conversation's events: one frame of the stream, and when to connect again."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx
from httpx_sse import EventSource, ServerSentEvent

from .errors import RepertoireError, error_of
from .rest.event_types import ConversationEvent, event_types


@dataclass(frozen=True)
class UnknownEvent:
    """An event of a server that is newer than this client."""

    id: int
    event: str
    data: Mapping[str, Any]


def parse_event(frame: ServerSentEvent, last_id: int) -> ConversationEvent | UnknownEvent | None:
    """None for a frame without data. Text as it is written has no id of its own: it has the one before."""
    if frame.data == "":
        return None
    wire = {"id": int(frame.id or last_id), "event": frame.event, "data": json.loads(frame.data)}
    known = event_types.get(frame.event)
    try:
        if known is not None:
            return known.from_dict(wire)
    except (KeyError, TypeError, ValueError):
        pass  # Fields have changed since this client was made.
    return UnknownEvent(**wire)


class Reconnection:
    """Where a stream goes on, and how long to wait until it does."""

    def __init__(self, after: int) -> None:
        self.last_id = after
        self._failures = 0

    def headers(self) -> dict[str, str]:
        return {"accept": "text/event-stream", "last-event-id": str(self.last_id)}

    def received(self, event: ConversationEvent | UnknownEvent) -> None:
        self.last_id = event.id
        self._failures = 0

    def delay_after(self, error: Exception | None) -> float:
        """In seconds. Raises what another try would not change."""
        if isinstance(error, RepertoireError) and 0 < error.status < 500 and error.status != 429:
            raise error
        self._failures += 1
        return min(0.5 * 2.0 ** (self._failures - 1), 5.0)


def event_source(response: httpx.Response) -> EventSource:
    """Of an answer that is an event stream; another one comes from a proxy."""
    if not response.headers.get("content-type", "").startswith("text/event-stream"):
        response.close()
        raise error_of(httpx.Response(response.status_code))
    return EventSource(response)
