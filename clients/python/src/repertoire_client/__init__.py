"""Repertoire's API from Python. Operations are in `repertoire_client.rest.api`, what they take and give in `.rest.models`."""

from .client import Repertoire
from .errors import RepertoireError
from .events import UnknownEvent
from .rest.event_types import ConversationEvent

__all__ = ["ConversationEvent", "Repertoire", "RepertoireError", "UnknownEvent"]
