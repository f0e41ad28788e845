"""httpx's clients, whose failures are RepertoireErrors."""

from typing import Any

import httpx

from .errors import error_of, unreachable


class HttpClient(httpx.Client):
    """Raises a RepertoireError for every failed request."""

    def send(self, request: httpx.Request, *args: Any, **options: Any) -> httpx.Response:
        try:
            response = super().send(request, *args, **options)
            if response.is_error:
                response.read()
        except httpx.TransportError as error:
            raise unreachable(error) from error
        if response.is_error:
            response.close()
            raise error_of(response)
        return response


class AsyncHttpClient(httpx.AsyncClient):
    """Raises a RepertoireError for every failed request."""

    async def send(self, request: httpx.Request, *args: Any, **options: Any) -> httpx.Response:
        try:
            response = await super().send(request, *args, **options)
            if response.is_error:
                await response.aread()
        except httpx.TransportError as error:
            raise unreachable(error) from error
        if response.is_error:
            await response.aclose()
            raise error_of(response)
        return response
