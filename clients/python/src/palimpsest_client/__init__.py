"""Long-term memory for AI agents: a client of the Palimpsest service."""

from . import models
from .aio import AsyncPalimpsest, AsyncUserMemory
from .errors import (
    AuthenticationError,
    ConflictError,
    ConnectionError,
    ForbiddenError,
    NotFoundError,
    PalimpsestError,
    RateLimitError,
    ValidationError,
)
from .sync import Palimpsest, UserMemory

__all__ = [
    "AsyncPalimpsest",
    "AsyncUserMemory",
    "AuthenticationError",
    "ConflictError",
    "ConnectionError",
    "ForbiddenError",
    "NotFoundError",
    "Palimpsest",
    "PalimpsestError",
    "RateLimitError",
    "UserMemory",
    "ValidationError",
    "models",
]
