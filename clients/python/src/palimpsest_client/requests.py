"""Every call as data: what is asked, whether it may be repeated, how its answer is read. Both clients send these."""

from __future__ import annotations

import random
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from pydantic import BaseModel

from . import models

Answer = TypeVar("Answer", bound=BaseModel)
Turn = Mapping[str, Any] | models.Turn

PAGE_SIZE = 100
#: No success of the service, and no word on the request either.
PASSING = frozenset({408, 429, 502, 503, 504})
LONGEST_PAUSE = 30.0
_MEMORIES = "/api/v1/memories"


@dataclass(frozen=True)
class Call(Generic[Answer]):
    method: str
    path: str
    answer: type[Answer]
    json: dict[str, Any] | None = None
    params: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    content: bytes | None = None
    #: Asking twice does no more than asking once.
    repeatable: bool = True


def backoff(attempt: int) -> float:
    """Seconds before the next attempt: exponential with full jitter."""
    return random.uniform(0, min(LONGEST_PAUSE, 0.25 * 2 ** (attempt - 1)))


def wire(value: Any) -> Any:
    """A value as JSON has it: dates in ISO 8601, models as their fields."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", exclude_none=True)
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {key: wire(part) for key, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [wire(part) for part in value]
    return value


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: wire(value) for name, value in fields.items() if value is not None}


def _query(fields: Mapping[str, Any]) -> dict[str, str]:
    def text(value: Any) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        return ",".join(value) if isinstance(value, list) else str(value)

    return {name: text(value) for name, value in _given(fields).items()}


def add(user: str, app: str | None, text: str, key: str | None, options: Mapping[str, Any]) -> Call[models.Added]:
    body = _given({"app": app, **options, "user_id": user, "text": text})
    return Call("POST", _MEMORIES, models.Added, body, headers=_once(key))


def ingest(
    user: str, app: str | None, messages: Sequence[Turn], key: str | None, options: Mapping[str, Any]
) -> Call[models.Ingested]:
    body = _given({"app": app, **options, "user_id": user, "messages": list(messages)})
    return Call("POST", f"{_MEMORIES}/from-conversation", models.Ingested, body, headers=_once(key))


def search(user: str, app: str | None, query: str, options: Mapping[str, Any]) -> Call[models.SearchAnswer]:
    body = _given({"app_name": app, **options, "user_id": user, "query": query})
    return Call("POST", f"{_MEMORIES}/search", models.SearchAnswer, body)


def context(
    user: str, app: str | None, query: str | None, tokens: int, options: Mapping[str, Any]
) -> Call[models.ContextAnswer]:
    body = _given({"app_name": app, **options, "user_id": user, "query": query, "max_tokens": tokens})
    return Call("POST", f"{_MEMORIES}/context", models.ContextAnswer, body)


def page(user: str, number: int, size: int, options: Mapping[str, Any]) -> Call[models.MemoryPage]:
    params = _query({**options, "user_id": user, "page": number, "size": size})
    return Call("GET", _MEMORIES, models.MemoryPage, params=params)


def get(user: str, memory_id: str) -> Call[models.Memory]:
    return Call("GET", f"{_MEMORIES}/{_part(memory_id)}", models.Memory, params={"user_id": user})


def history(user: str, memory_id: str) -> Call[models.History]:
    return Call("GET", f"{_MEMORIES}/{_part(memory_id)}/history", models.History, params={"user_id": user})


def restore(user: str, memory_id: str, replace: bool) -> Call[models.Memory]:
    body = {"user_id": user, "replace": replace}
    return Call("POST", f"{_MEMORIES}/{_part(memory_id)}/restore", models.Memory, body, repeatable=False)


def delete(user: str, memory_ids: str | Sequence[str]) -> Call[models.Deleted]:
    ids = [memory_ids] if isinstance(memory_ids, str) else list(memory_ids)
    return Call("DELETE", _MEMORIES, models.Deleted, {"user_id": user, "memory_ids": ids})


def entities(user: str, number: int, search: str | None) -> Call[models.EntityPage]:
    params = _query({"user_id": user, "search": search, "page": number, "size": PAGE_SIZE})
    return Call("GET", "/api/v1/entities", models.EntityPage, params=params)


def entity(user: str, entity_id: str) -> Call[models.EntityDetail]:
    return Call("GET", f"/api/v1/entities/{_part(entity_id)}", models.EntityDetail, params={"user_id": user})


def stats(user: str) -> Call[models.Stats]:
    return Call("GET", "/api/v1/stats", models.Stats, params={"user_id": user})


def import_(user: str, file: str | bytes, mode: str) -> Call[models.ImportReport]:
    content = file.encode() if isinstance(file, str) else file
    params = {"user_id": user, "mode": mode}
    headers = {"content-type": "application/x-ndjson"}
    return Call("POST", "/api/v1/import", models.ImportReport, None, params, headers, content, repeatable=False)


def erase(user: str) -> Call[models.Erasure]:
    return Call("DELETE", f"/api/v1/users/{_part(user)}", models.Erasure)


def _once(key: str | None) -> dict[str, str]:
    return {"idempotency-key": key or str(uuid.uuid4())}


def _part(text: str) -> str:
    return quote(text, safe="")
