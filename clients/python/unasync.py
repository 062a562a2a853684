"""Writes `sync.py` from `aio.py`, word by word; with `--check` it only compares."""

from __future__ import annotations

import re
import sys
from pathlib import Path

SOURCE = Path(__file__).resolve().parent / "src/palimpsest_client/aio.py"
TARGET = SOURCE.with_name("sync.py")
WORDS = [
    (r'"""The asynchronous client\. `sync\.py` is made from this file by `python unasync\.py`\."""',
     '"""The synchronous client, made from `aio.py` by `python unasync.py`; edit that."""'),
    (r"import asyncio\n", "import time\n"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"\basync (def|with|for)\b", r"\1"),
    (r"\bawait ", ""),
    (r"\bAsync(Palimpsest|UserMemory|Iterator)\b", r"\1"),
    (r"httpx\.AsyncClient", "httpx.Client"),
    (r"httpx\.AsyncBaseTransport", "httpx.BaseTransport"),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"\ba(close|read|iter_lines)\b", r"\1"),
]  # fmt: skip


def main() -> int:
    text = SOURCE.read_text()
    for pattern, replacement in WORDS:
        text = re.sub(pattern, replacement, text)
    if "--check" not in sys.argv:
        TARGET.write_text(text)
    elif TARGET.read_text() != text:
        print("sync.py is not what aio.py says: run python unasync.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
