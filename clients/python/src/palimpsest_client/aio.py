"""The asynchronous client. `sync.py` is made from this file by `python unasync.py`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from types import TracebackType
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel

from . import models, requests
from .errors import ConnectionError, error_of, retry_after_of
from .export import ExportReader
from .requests import LONGEST_PAUSE, PAGE_SIZE, PASSING, Call, Turn, backoff

Answer = TypeVar("Answer", bound=BaseModel)


class AsyncPalimpsest:
    """The service at one address. Everything that belongs to one user is behind `user(user_id)`.

    base_url: default `http://localhost:3001`.
    api_key: from `palimpsest mint-key`; needed when auth is on.
    app: the name of your application; stored with what it writes, recorded with what it reads.
    retries: attempts after the first, for what may be repeated. Writes carry an idempotency key for it.
    timeout: seconds for one attempt. A write may wait for an LLM.
    """

    def __init__(
        self,
        base_url: str = "http://localhost:3001",
        *,
        api_key: str = "",
        app: str | None = None,
        retries: int = 2,
        timeout: float = 120.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        headers = {"authorization": f"Bearer {api_key.strip()}"} if api_key.strip() else {}
        self.app = app
        self.retries = retries
        self.http = httpx.AsyncClient(
            base_url=base_url.strip().rstrip("/"), headers=headers, timeout=timeout, transport=transport
        )

    def user(self, user_id: str) -> AsyncUserMemory:
        """One user's memory. With auth on, the user that the key was minted for."""
        return AsyncUserMemory(self, user_id)

    async def health(self) -> models.HealthReport:
        """How the service fares. A degraded service is an answer, not an error: see `status`."""
        response = await self._send(Call("GET", "/api/health", models.HealthReport, repeatable=False))
        if response.status_code not in (200, 503):
            raise error_of(response)
        return models.HealthReport.model_validate_json(response.content)

    async def ask(self, call: Call[Answer]) -> Answer:
        """Sends one call, again where it may be repeated, and reads its answer."""
        response = await self._send(call)
        if not response.is_success:
            raise error_of(response)
        return call.answer.model_validate_json(response.content)

    async def _send(self, call: Call[Any]) -> httpx.Response:
        attempts = self.retries + 1 if call.repeatable else 1
        for attempt in range(1, attempts + 1):
            last = attempt == attempts
            pause: float | None = None
            try:
                response = await self.http.request(
                    call.method,
                    call.path,
                    params=call.params,
                    headers=call.headers,
                    json=call.json,
                    content=call.content,
                )
            except httpx.TransportError as error:
                if last:
                    raise _unanswered(error, self.http.base_url) from error
            else:
                pause = retry_after_of(response)
                too_long = pause is not None and pause > LONGEST_PAUSE
                if last or too_long or response.status_code not in PASSING:
                    return response
            await asyncio.sleep(backoff(attempt) if pause is None else pause)
        raise AssertionError("unreachable")

    async def aclose(self) -> None:
        await self.http.aclose()

    async def __aenter__(self) -> AsyncPalimpsest:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class AsyncUserMemory:
    """Everything that belongs to one user. Options have the names of the wire: see the service's documentation."""

    def __init__(self, client: AsyncPalimpsest, user_id: str) -> None:
        self.user_id = user_id
        self._client = client

    async def add(self, text: str, *, idempotency_key: str | None = None, **options: Any) -> models.Added:
        """Remembers a text: distilled into facts, or with `infer=False` as it is. It can be found at once."""
        return await self._client.ask(requests.add(self.user_id, self._client.app, text, idempotency_key, options))

    async def ingest(
        self, messages: Sequence[Turn], *, idempotency_key: str | None = None, **options: Any
    ) -> models.Ingested:
        """Remembers a conversation: turns in the order in which they were said."""
        call = requests.ingest(self.user_id, self._client.app, messages, idempotency_key, options)
        return await self._client.ask(call)

    async def search(self, query: str, **options: Any) -> models.SearchAnswer:
        """The memories that bear on a question, best first."""
        return await self._client.ask(requests.search(self.user_id, self._client.app, query, options))

    async def context(self, query: str | None = None, *, tokens: int = 1_000, **options: Any) -> models.ContextAnswer:
        """A ready block for a prompt, within `tokens`. Without a question, the newest memories."""
        return await self._client.ask(requests.context(self.user_id, self._client.app, query, tokens, options))

    async def list(self, **options: Any) -> AsyncIterator[models.MemoryItem]:
        """Every memory, newest first; pages are fetched as you go."""
        number, pages = 1, 1
        while number <= pages:
            found = await self.page(number, PAGE_SIZE, **options)
            for item in found.items:
                yield item
            number, pages = number + 1, found.pages

    async def page(self, number: int = 1, size: int = 20, **options: Any) -> models.MemoryPage:
        """One page of the list."""
        return await self._client.ask(requests.page(self.user_id, number, size, options))

    async def get(self, memory_id: str) -> models.Memory:
        """Raises `NotFoundError`."""
        return await self._client.ask(requests.get(self.user_id, memory_id))

    async def history(self, memory_id: str) -> Sequence[models.HistoryLink]:
        """What it superseded and what superseded it, oldest first."""
        return (await self._client.ask(requests.history(self.user_id, memory_id))).history

    async def restore(self, memory_id: str, *, replace: bool = False) -> models.Memory:
        """Undoes a supersession; with `replace` the memory that took its place ends."""
        return await self._client.ask(requests.restore(self.user_id, memory_id, replace))

    async def delete(self, memory_ids: str | Sequence[str]) -> models.Deleted:
        """Deletes for good. Ids that do not exist are no error."""
        return await self._client.ask(requests.delete(self.user_id, memory_ids))

    async def entities(self, *, search: str | None = None) -> AsyncIterator[models.Entity]:
        """Who and what the memories speak of."""
        number, pages = 1, 1
        while number <= pages:
            found = await self._client.ask(requests.entities(self.user_id, number, search))
            for item in found.items:
                yield item
            number, pages = number + 1, found.pages

    async def entity(self, entity_id: str) -> models.EntityDetail:
        """One entity with its facts and neighbours."""
        return await self._client.ask(requests.entity(self.user_id, entity_id))

    async def stats(self) -> models.Stats:
        """The user in numbers."""
        return await self._client.ask(requests.stats(self.user_id))

    async def export(self) -> AsyncIterator[dict[str, Any]]:
        """Everything, record by record as it arrives. A stream that was cut off raises."""
        reader = ExportReader()
        params = {"user_id": self.user_id}
        try:
            async with self._client.http.stream("GET", "/api/v1/export", params=params) as response:
                if not response.is_success:
                    await response.aread()
                    raise error_of(response)
                async for line in response.aiter_lines():
                    record = reader.read(line)
                    if record is not None:
                        yield record
        except httpx.TransportError as error:
            raise _unanswered(error, self._client.http.base_url) from error
        reader.close()

    async def import_(self, file: str | bytes, *, mode: str = "skip") -> models.ImportReport:
        """Takes an export back: its text or bytes. `mode` is `skip` or `overwrite`."""
        return await self._client.ask(requests.import_(self.user_id, file, mode))

    async def erase(self) -> models.Erasure:
        """Erases the user; the answer is a receipt of what was removed."""
        return await self._client.ask(requests.erase(self.user_id))


def _unanswered(error: httpx.TransportError, base_url: httpx.URL) -> ConnectionError:
    late = isinstance(error, httpx.TimeoutException)
    return ConnectionError(
        f"No answer from {base_url}: {error or type(error).__name__}",
        status=0,
        code="timeout" if late else "connection_failed",
        detail="Check that the service runs and that the base URL is its address.",
    )
