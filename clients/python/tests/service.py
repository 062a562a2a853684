"""The service of this checkout (built before), as a process of its own, for the tests of the client."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
CLI = ROOT / json.loads((ROOT / "package.json").read_text())["bin"]["palimpsest"]
SETTINGS = ROOT / "settings.embedded.json"


class Service:
    """Started when made; `stop` ends it and removes its data."""

    def __init__(self, secret: str = "") -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="palimpsest-client-")
        folder = Path(self._folder.name)
        own = {name: value for name, value in os.environ.items() if not name.startswith("SVC_")}
        self._environment = own | {
            "SVC_Sqlite__Path": str(folder / "palimpsest.db"),
            "SVC_Cache__EmbeddingPath": str(folder / "cache/embedding"),
            "SVC_Cache__LlmPath": str(folder / "cache/llm"),
            "SVC_Backup__Directory": str(folder / "backups"),
            "SVC_Server__Port": "0",
            "SVC_Server__LogLevel": "info",
        }
        if secret:
            self._environment["SVC_Auth__Secret"] = secret
        self._process = subprocess.Popen(
            ["node", str(CLI), "serve", "--settings", str(SETTINGS)],
            cwd=folder,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.url = self._address()

    def _address(self) -> str:
        printed = ""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            printed += line
            found = re.search(r"Server listening at (http://127\.0\.0\.1:\d+)", line)
            if found:
                return found.group(1)
        raise RuntimeError(f"the service ended at its start (is it built?): {printed}")

    def mint_key(self, user_id: str) -> str:
        command = ["node", str(CLI), "mint-key", user_id, "--settings", str(SETTINGS)]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate()
        self._folder.cleanup()
