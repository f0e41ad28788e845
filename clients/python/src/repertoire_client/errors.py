"""What a failed call raises."""

from collections.abc import Mapping
from typing import Any

import httpx


class RepertoireError(Exception):
    """Any failed call. `code` is stable for scripts; codes that begin with `network.` come from this client."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        self.code = str(problem["code"])
        self.message = str(problem["message"])
        self.status = int(problem.get("status", 0))
        """Of HTTP; 0 without an answer."""
        self.hint: str | None = problem.get("hint")
        self.details: Mapping[str, Any] = problem.get("details") or {}
        self.trace_id: str | None = problem.get("trace_id")
        super().__init__(f"{self.code}: {self.message}" + (f" {self.hint}" if self.hint else ""))


def unreachable(cause: httpx.TransportError) -> RepertoireError:
    """The error for a server that gave no answer."""
    code = "network.timeout" if isinstance(cause, httpx.TimeoutException) else "network.unreachable"
    hint = "Check that Repertoire is running and that the address is right."
    return RepertoireError({"code": code, "message": "The server did not answer.", "hint": hint})


def error_of(response: httpx.Response) -> RepertoireError:
    """The problem in an answer that was read, or one that describes an answer Repertoire never gives."""
    try:
        problem = response.json()
    except ValueError:
        problem = None
    if isinstance(problem, dict) and "code" in problem and "message" in problem:
        return RepertoireError({"status": response.status_code, **problem})
    return RepertoireError(
        {
            "status": response.status_code,
            "code": "network.unreadable-answer",
            "message": f"The answer (status {response.status_code}) is not one Repertoire gives.",
            "hint": "Check the address: another program or a proxy may be answering there.",
        }
    )
