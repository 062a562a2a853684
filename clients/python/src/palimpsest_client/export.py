"""The lines of an export. Its last record is `end`: without it the stream was cut off."""

from __future__ import annotations

import json
from typing import Any

from .errors import PalimpsestError


class ExportReader:
    """Parses line by line; `close` raises when the end never came."""

    def __init__(self) -> None:
        self._last = ""

    def read(self, line: str) -> dict[str, Any] | None:
        if not line.strip():
            return None
        record: dict[str, Any] = json.loads(line)
        self._last = str(record.get("record"))
        return record

    def close(self) -> None:
        if self._last != "end":
            raise PalimpsestError(
                "The export was cut off before its end.", status=0, code="export_cut_off", detail="Ask for it again."
            )
