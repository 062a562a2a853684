"""What can go wrong, as classes to catch by."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from typing import Any

import httpx


class PalimpsestError(Exception):
    """Any refusal or failure of the service. `code` is what programs switch on, `detail` says what to do."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        detail: str | None = None,
        retry_after: float | None = None,
        errors: dict[str, list[str]] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: 0 when there was no answer.
        self.status = status
        self.code = code
        self.detail = detail
        #: Seconds to wait, where the service said so.
        self.retry_after = retry_after
        #: What is wrong with a request, by field in PascalCase; empty for every other error.
        self.errors: dict[str, list[str]] = errors or {}


class ValidationError(PalimpsestError):
    """400: `errors` says what is wrong."""


class AuthenticationError(PalimpsestError):
    """401: no key, or one that is malformed, expired or revoked."""


class ForbiddenError(PalimpsestError):
    """403: the key belongs to another user, or may only read."""


class NotFoundError(PalimpsestError):
    """404."""


class ConflictError(PalimpsestError):
    """409: in conflict with what is stored, or an idempotency key of another request."""


class RateLimitError(PalimpsestError):
    """429: `retry_after` says how long to wait."""


class ConnectionError(PalimpsestError):
    """The service did not answer: it is down, out of reach, or slower than the timeout."""


_CLASSES: dict[int, type[PalimpsestError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_of(response: httpx.Response) -> PalimpsestError:
    """The error of an answer that is no success. Its body must have been read."""
    try:
        parsed = response.json()
    except ValueError:
        parsed = None
    body: dict[str, Any] = parsed if isinstance(parsed, dict) else {}
    status = response.status_code
    problem = "errors" in body
    message = body.get("detail") if problem else body.get("message")
    return _CLASSES.get(status, PalimpsestError)(
        message or f"The service answered {status}.",
        status=status,
        code=body.get("code") or ("validation_failed" if status == 400 else "unexpected_answer"),
        detail=body.get("detail"),
        retry_after=retry_after_of(response),
        errors=body.get("errors"),
    )


def retry_after_of(response: httpx.Response) -> float | None:
    """Seconds, from seconds or a date, as HTTP has it."""
    value = response.headers.get("retry-after", "").strip()
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError):
        return None
